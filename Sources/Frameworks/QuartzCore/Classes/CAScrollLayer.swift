// A layer that scrolls its sublayers.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import QuartzMath
package import QuartzModel

/// The directions in which a scroll layer scrolls.
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ mode: ScrollMode) {
    rawValue = mode.name
  }

  /// Not at all.
  public static let none = CAScrollLayerScrollMode(.none)
  /// Up and down.
  public static let vertically = CAScrollLayerScrollMode(.vertically)
  /// To the left and right.
  public static let horizontally = CAScrollLayerScrollMode(.horizontally)
  /// Both ways: the default.
  public static let both = CAScrollLayerScrollMode(.both)
}

/// A layer that shows a part of its sublayers, and scrolls to others.
///
/// Scrolling sets the origin of its bounds and nothing else: there are no limits, no bars and no
/// reaction to events. Like any change of bounds it animates, unless actions are off.
/// `masksToBounds` is true by default.
///
///     let window = CAScrollLayer()
///     window.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
///     window.addSublayer(page)
///     window.scroll(to: CGPoint(x: 50, y: 20))
///     line.scrollRectToVisible(line.bounds)
open class CAScrollLayer: CALayer {
  /// The rows that layers of this class have.
  package override class var layerClass: LayerClass { .scroll }

  /// Returns the default value of a key: `masksToBounds` is true.
  open override class func defaultValue(forKey key: String) -> Any? {
    key == "masksToBounds" ? true : super.defaultValue(forKey: key)
  }

  /// The directions in which `scroll(to:)` moves the layer; both by default.
  open var scrollMode: CAScrollLayerScrollMode {
    get { CAScrollLayerScrollMode(rawValue: name(.scrollMode)) }
    set { setName(.scrollMode, newValue.rawValue) }
  }

  /// Scrolls so that a point of the layer's coordinates is at the origin of its bounds.
  ///
  /// A coordinate that is not finite, or whose direction `scrollMode` excludes, stays unchanged.
  open func scroll(to p: CGPoint) {
    let mode = ScrollMode(scrollMode)
    var origin = bounds.origin
    if mode.scrollsHorizontally, p.x.isFinite { origin.x = p.x }
    if mode.scrollsVertically, p.y.isFinite { origin.y = p.y }
    if origin != bounds.origin { bounds.origin = origin }
  }

  /// Scrolls a rectangle of the layer's coordinates into its bounds, by the shortest way.
  ///
  /// A rectangle larger than the bounds fills them: they move only if they reach beyond it.
  open func scroll(to r: CGRect) {
    let (shown, wanted) = (bounds.standardized, r.standardized)
    guard Rect(shown).isFinite, Rect(wanted).isFinite else { return }
    func way(_ shown: (Double, Double), _ wanted: (Double, Double)) -> Double {
      let ends = (wanted.0 - shown.0, wanted.1 - shown.1)
      return min(max(0, min(ends.0, ends.1)), max(ends.0, ends.1))
    }
    let x = way((shown.minX, shown.maxX), (wanted.minX, wanted.maxX))
    let y = way((shown.minY, shown.maxY), (wanted.minY, wanted.maxY))
    scroll(to: CGPoint(x: bounds.origin.x + x, y: bounds.origin.y + y))
  }
}

extension ScrollMode {
  fileprivate init(_ mode: CAScrollLayerScrollMode) {
    self = ScrollMode.allCases.first { $0.name == mode.rawValue } ?? .both
  }

  fileprivate var scrollsHorizontally: Bool { self == .both || self == .horizontally }
  fileprivate var scrollsVertically: Bool { self == .both || self == .vertically }
}
