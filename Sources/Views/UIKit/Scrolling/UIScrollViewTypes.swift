// The constants of scroll views.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import QuartzInteraction

extension UIScrollView {
  /// How fast content comes to rest: what remains of its velocity after one millisecond.
  public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    /// The part of the velocity, in 0...1.
    public var rawValue: CGFloat

    /// Creates a rate; numbers that do not decelerate are treated as `normal`.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }

    /// 0.998: the distance is 0.499 s times the velocity.
    public static let normal = DecelerationRate(rawValue: ScrollPhysics.normalRate)
    /// 0.99: the distance is 0.099 s times the velocity.
    public static let fast = DecelerationRate(rawValue: ScrollPhysics.fastRate)
  }

  /// The look of the scroll indicators.
  public enum IndicatorStyle: Int, Sendable {
    /// Dark, for light content.
    case `default` = 0
    /// Dark.
    case black = 1
    /// Light.
    case white = 2
  }

  /// When the keyboard goes away.
  public enum KeyboardDismissMode: Int, Sendable {
    /// Not by scrolling.
    case none = 0
    /// When a drag begins.
    case onDrag = 1
    /// By a finger that goes on over the keyboard and pulls it down; when a drag begins, if there
    /// is no keyboard.
    case interactive = 2
    /// When a drag begins, with the view above it.
    case onDragWithAccessory = 3
    /// As `interactive`, with the view above it.
    case interactiveWithAccessory = 4

    /// Whether a finger pulls it down.
    var isInteractive: Bool { self == .interactive || self == .interactiveWithAccessory }
  }

  /// When the safe area is treated as an inset.
  public enum ContentInsetAdjustmentBehavior: Int, Sendable {
    /// Along the axes in which the content scrolls.
    case automatic = 0
    /// Along the axes in which the content scrolls.
    case scrollableAxes = 1
    /// Never.
    case never = 2
    /// Always.
    case always = 3
  }
}
