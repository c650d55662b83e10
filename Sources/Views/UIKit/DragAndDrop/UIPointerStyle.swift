// The looks of a pointer over a view.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// A part of a view that a pointer is over.
@preconcurrency
@MainActor
open class UIPointerRegion: NSObject {
  /// The rectangle, in points of the view.
  public let rect: CGRect
  /// The name; nil if there is none.
  public let identifier: AnyHashable?
  /// The axes along which a press keeps the pointer in the region; none by default.
  ///
  /// **Differences**: it is stored.
  open var latchingAxes: UIAxis = []

  /// Creates a region.
  public init(rect: CGRect, identifier: AnyHashable? = nil) {
    self.rect = rect
    self.identifier = identifier
    super.init()
  }

  /// Whether another region has the same rectangle and name.
  final func matches(_ other: UIPointerRegion) -> Bool {
    rect == other.rect && identifier == other.identifier
  }
}

/// A place for which a view is asked for a region.
@preconcurrency
@MainActor
open class UIPointerRegionRequest: NSObject {
  /// The place of the pointer, in points of the view.
  public let location: CGPoint
  /// The keys that are held.
  public let modifiers: UIKeyModifierFlags

  init(_ location: CGPoint, _ modifiers: UIKeyModifierFlags) {
    self.location = location
    self.modifiers = modifiers
    super.init()
  }
}

/// The shape of a pointer.
public enum UIPointerShape {
  /// An outline, in points of the view.
  case path(UIBezierPath)
  /// A rectangle with round corners, in points of the view.
  case roundedRect(CGRect, radius: CGFloat = 8)
  /// A line that stands, in points.
  case verticalBeam(length: CGFloat)
  /// A line that lies, in points.
  case horizontalBeam(length: CGFloat)
}

/// The effect of a pointer on what it is over.
public enum UIPointerEffect {
  /// The tint over content that hovers.
  public enum TintMode: Int, Sendable {
    /// None.
    case none = 0
    /// In front of the content.
    case overlay = 1
    /// Behind the content.
    case underlay = 2
  }

  /// The effect that fits the size of the view.
  case automatic(UITargetedPreview)
  /// A plate behind small content.
  case highlight(UITargetedPreview)
  /// A shadow under content.
  case lift(UITargetedPreview)
  /// A tint over large content.
  case hover(
    UITargetedPreview,
    preferredTintMode: TintMode = .overlay,
    prefersShadow: Bool = false,
    prefersScaledContent: Bool = true
  )

  /// The view, with its look and its place.
  public var preview: UITargetedPreview {
    switch self {
    case .automatic(let preview), .highlight(let preview), .lift(let preview): preview
    case .hover(let preview, _, _, _): preview
    }
  }
}

/// The look of a pointer over a region.
@preconcurrency
@MainActor
open class UIPointerStyle: NSObject {
  /// The effect on what is under the pointer; nil if there is none.
  final let effect: UIPointerEffect?

  init(_ effect: UIPointerEffect?) {
    self.effect = effect
    super.init()
  }

  /// Creates a style with an effect on what is under the pointer.
  ///
  /// **Differences**: a shape is not drawn; the pointer is the window host's.
  public convenience init(effect: UIPointerEffect, shape: UIPointerShape? = nil) {
    self.init(effect)
  }

  /// Creates a style with a shape.
  ///
  /// **Differences**: a shape is not drawn; the pointer is the window host's.
  public convenience init(shape: UIPointerShape, constrainedAxes: UIAxis = []) {
    self.init(nil)
  }

  /// A pointer that is hidden.
  ///
  /// **Differences**: no effect; the pointer is the window host's.
  public class func hidden() -> UIPointerStyle { UIPointerStyle(nil) }

  /// The usual pointer.
  public class func system() -> UIPointerStyle { UIPointerStyle(nil) }
}
