// State that few views have.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics

/// Switches of a view.
struct ViewFlags: OptionSet {
  let rawValue: UInt32

  static let multipleTouch = ViewFlags(rawValue: 1 << 0)
  static let exclusiveTouch = ViewFlags(rawValue: 1 << 1)
  static let ignoresInteraction = ViewFlags(rawValue: 1 << 2)
  static let opaque = ViewFlags(rawValue: 1 << 3)
  static let keepsDrawing = ViewFlags(rawValue: 1 << 4)
  static let keepsSubviewSizes = ViewFlags(rawValue: 1 << 5)
  static let plainMargins = ViewFlags(rawValue: 1 << 6)
  static let preservesMargins = ViewFlags(rawValue: 1 << 7)
  /// The base's `draw(_:)` was called.
  static let reachedDraw = ViewFlags(rawValue: 1 << 9)
  /// The scale was set by the program and stays.
  static let ownScale = ViewFlags(rawValue: 1 << 10)
  /// The style, or the limits of the size of text, changed since the last end of a transaction.
  static let styleChanged = ViewFlags(rawValue: 1 << 11)
  /// The view masks another one.
  static let isMask = ViewFlags(rawValue: 1 << 12)
  /// Constraints place the view, not its frame.
  static let constrained = ViewFlags(rawValue: 1 << 13)
  /// The view has variables in an engine of layout.
  static let engaged = ViewFlags(rawValue: 1 << 14)
  /// The view is the root of an engine.
  static let hosting = ViewFlags(rawValue: 1 << 15)
  /// Some subviews are placed by constraints.
  static let placing = ViewFlags(rawValue: 1 << 26)
  /// The view is to update its constraints.
  static let needsConstraints = ViewFlags(rawValue: 1 << 27)
  /// The layout was requested for the engine alone.
  static let engineOnly = ViewFlags(rawValue: 1 << 28)
  /// There are constraints in the tree of this root that are in no engine yet.
  static let layoutBelow = ViewFlags(rawValue: 1 << 29)
  // 16...19 the content mode, 20...25 the autoresizing mask.
  static let modeShift: UInt32 = 16
  static let maskShift: UInt32 = 20

  static let initial: ViewFlags = [.opaque]
  /// Switches that archives do not restore.
  static let passing: ViewFlags = [
    .styleChanged, .isMask, .reachedDraw, .engaged, .hosting, .placing, .needsConstraints,
    .engineOnly, .layoutBelow,
  ]
}

/// Properties that few views have, in one object.
final class ViewExtras {
  var restorationIdentifier: String?

  var tag = 0
  /// The values that the view took from appearance proxies.
  var takenAppearance: [Int: NSObject] = [:]
  var background: UIColor?
  var tint: UIColor?
  var tintMode = UIView.TintAdjustmentMode.automatic
  var mask: UIView?
  var margins: UIEdgeInsets?
  var semantics = UISemanticContentAttribute.unspecified
  var style = UIUserInterfaceStyle.unspecified
  /// The traits instead of those around the view; nil if none were set.
  var traitOverrides: TraitOverrides?
  /// The radii of the corners; nil if none were set.
  var corners: ViewCorners?
  /// The limits of the size of text; nil if none were set.
  var sizeLimits: ContentSizeLimits?
  /// The traits before a change of the style or the limits that was not told yet.
  var traitsBefore: UITraitCollection?
  var traitObservers: TraitObservers?
  var recognizers: [UIGestureRecognizer]?
  var interactions: [any UIInteraction] = []
  /// The number by which a window knows the view; 0 before it was touched.
  var touchNumber = 0
  /// The animations of the view that hold back touches.
  var blockingAnimations = 0
  /// The changes of property animators that decide where the view is hit.
  var movingTracks = 0
  /// Whether the view is hidden once a stack view has animated that it loses its room.
  var hidesLater = false
  /// The safe area that the view was told of last.
  var toldSafeArea = UIEdgeInsets.zero
  /// The edges that bars over the view cover, beyond the safe area around it, in points.
  var barInsets = UIEdgeInsets.zero
  weak var controller: UIViewController?
  var focus = FocusFacts()
  /// The look under a pointer; nil if none was set.
  var hover: HoverLook?
  /// The part in Auto Layout; nil for views without constraints.
  var layout: ViewLayout?

  /// Whether the view may have other traits than what is around it.
  var changesTraits: Bool {
    controller != nil || style != .unspecified || traitOverrides != nil || sizeLimits != nil
  }

  /// Whether the view may have a safe area of its own, or had one.
  @MainActor var hasSafeArea: Bool {
    toldSafeArea != .zero || barInsets != .zero
      || controller.map { $0.additionalSafeAreaInsets != .zero } ?? false
  }
}
