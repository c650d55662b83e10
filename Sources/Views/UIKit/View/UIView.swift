// The view: a rectangle of a window that shows a layer and receives events.
// Licensed under the MIT license; see LICENSE.
//
// Long because: Swift overrides nothing that an extension declares, so all that a subclass may
// override stands in the body of the class. The work is in the extensions beside this file.

public import CoreGraphics
public import Foundation
public import QuartzCore

/// A rectangle of a window that shows a layer, lays out subviews and receives events.
///
/// Every view has a layer, whose delegate it is. Position, size, transform, opacity and background
/// are those of the layer. Changes animate within `UIView.animate` and do not elsewhere.
///
///     let card = UIView(frame: CGRect(x: 20, y: 40, width: 200, height: 120))
///     card.backgroundColor = .white
///     card.layer.cornerRadius = 12
///     window.addSubview(card)
///     UIView.animate(withDuration: 0.3) { card.alpha = 0.5 }
///
/// A view that does not override `draw(_:)` has no bitmap. Views belong to one thread, the one that
/// shows the windows.
///
/// **Differences**: nibs are read by `quartz port`, not when the program runs.
@preconcurrency
@MainActor
open class UIView: UIResponder, CALayerDelegate {
  // Safe because: it never changes, and layers may be used on several threads.
  /// The layer that shows the view.
  public nonisolated(unsafe) final let layer: CALayer
  // The subviews, from back to front.
  // Safe because: it belongs to the thread that has the views; the last release may be elsewhere.
  nonisolated(unsafe) final var children: [UIView] = []
  // Unowned because: a view does not keep the one around it, which sets this to nil when it goes
  // (`abandonSubviews`). A weak reference would count at each step of each walk to the window.
  // Safe because: see above.
  nonisolated(unsafe) final unowned(unsafe) var parent: UIView?
  /// State that few views have; made when first set.
  final var extras: ViewExtras?
  final var flags: ViewFlags = .initial

  // MARK: Making views

  /// Creates a view.
  ///
  /// - Parameter frame: Position and size in the superview's coordinates, in points.
  public init(frame: CGRect) {
    layer = CALayer.make(type(of: self).layerClass)
    super.init()
    prepareLayer(frame)
  }

  /// Creates a view from an archive; nil if the archive is damaged.
  ///
  /// - Parameter coder: A keyed unarchiver.
  public required init?(coder: NSCoder) {
    layer = CALayer.make(type(of: self).layerClass)
    super.init()
    prepareLayer(.zero)
    guard restore(from: coder) else { return nil }
    coder.finish(self, UIView.self)
  }

  /// Creates a view of size zero.
  public override convenience init() { self.init(frame: .zero) }

  deinit {
    layer.endLayout()
    abandonSubviews()
  }

  /// The class of the view's layer; a subclass of CALayer.
  open class var layerClass: AnyClass { CALayer.self }

  /// Archives frame, bounds, transform, alpha, colours, tag and subviews.
  ///
  /// - Parameter coder: A keyed archiver.
  open func encode(with coder: NSCoder) { archive(to: coder) }

  // MARK: Geometry

  /// The bounding box of the transformed bounds, in the superview's coordinates.
  ///
  /// Setting it sets `center` and the size of `bounds`. Under a transform that turns, the box may
  /// become larger than the rectangle that was set.
  open var frame: CGRect {
    get { layer.frame }
    set { setFrame(newValue) }
  }

  /// The view's own rectangle: its size, and the origin of its coordinates.
  open var bounds: CGRect {
    get { layer.bounds }
    set { setBounds(newValue) }
  }

  /// The anchor point in the superview's coordinates.
  open var center: CGPoint {
    get { layer.position }
    set {
      checkThread()
      layer.position = newValue
      tellEngine()
      updateSafeArea()
    }
  }

  /// The transform about the anchor point; the identity where the layer's is not affine.
  open var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set {
      checkThread()
      layer.setAffineTransform(newValue)
    }
  }

  /// The transform about the anchor point, in 3-D.
  open var transform3D: CATransform3D {
    get { layer.transform }
    set {
      checkThread()
      layer.transform = newValue
    }
  }

  /// The point that `center` places, in the unit space of the bounds.
  open var anchorPoint: CGPoint {
    get { layer.anchorPoint }
    set { layer.anchorPoint = newValue }
  }

  /// Pixels of a point of the view's bitmap; the screen's once the view is in a window, 1 before.
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set { setScale(newValue) }
  }

  /// Whether several touches at a time reach the view; false by default.
  open var isMultipleTouchEnabled: Bool {
    get { flags.contains(.multipleTouch) }
    set { set(.multipleTouch, to: newValue) }
  }

  /// Whether touches of the view keep other views of the window from receiving any.
  open var isExclusiveTouch: Bool {
    get { flags.contains(.exclusiveTouch) }
    set { set(.exclusiveTouch, to: newValue) }
  }

  /// Whether events reach the view and its subviews; true by default.
  open var isUserInteractionEnabled: Bool {
    get { !flags.contains(.ignoresInteraction) }
    set { set(.ignoresInteraction, to: !newValue) }
  }

  /// A number for the program's own use; 0 by default.
  open var tag: Int {
    get { extras?.tag ?? 0 }
    set { if newValue != tag { ownExtras.tag = newValue } }
  }

  // MARK: Looks

  /// The colour behind the contents; nil, the default, means none.
  open var backgroundColor: UIColor? {
    get { storedBackground }
    set { setBackground(newValue) }
  }

  /// The opacity of the view and its subviews, in 0...1.
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set {
      checkThread()
      layer.opacity = Float(newValue)
    }
  }

  /// A promise that the view fills its bounds; true by default.
  ///
  /// It matters for a view that draws: its bitmap has no transparency where the background colour
  /// is opaque.
  open var isOpaque: Bool {
    get { flags.contains(.opaque) }
    set {
      set(.opaque, to: newValue)
      updateOpacity()
    }
  }

  /// Whether the bitmap is cleared before `draw(_:)`; true by default.
  ///
  /// **Differences**: it is cleared in any case.
  open var clearsContextBeforeDrawing: Bool {
    get { !flags.contains(.keepsDrawing) }
    set { set(.keepsDrawing, to: !newValue) }
  }

  /// Whether the view and its subviews are neither shown nor receive events.
  open var isHidden: Bool {
    get { extras?.hidesLater ?? false || layer.isHidden }
    set { setHidden(newValue) }
  }

  /// Whether subviews are clipped to the bounds; false by default.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }

  /// The placement of the contents in the bounds, and whether a change of them draws anew.
  open var contentMode: ContentMode {
    get { ContentMode(rawValue: Int(modeNumber)) ?? .scaleToFill }
    set { setContentMode(newValue) }
  }

  /// The part of the contents that is stretched, in their unit space; all of them by default.
  open var contentStretch: CGRect {
    get { layer.contentsCenter }
    set { layer.contentsCenter = newValue }
  }

  /// A view whose alpha cuts this one; nil if there is none.
  ///
  /// It has no superview. It is laid out in this view's coordinates.
  open var mask: UIView? {
    get { extras?.mask }
    set { setMask(newValue) }
  }

  /// The colour of accents; that of the superview where none is set, blue by default.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var tintColor: UIColor! {
    get { shownTint }
    set { setTint(newValue) }
  }

  /// Whether the accents are dimmed, as behind an alert; that of the superview where it is
  /// automatic.
  open var tintAdjustmentMode: TintAdjustmentMode {
    get { shownTintMode }
    set { setTintMode(newValue) }
  }

  /// Called when the view's tint colour has changed, its own or an inherited one.
  open func tintColorDidChange() {}

  // MARK: Hierarchy

  /// The view that this one is in; nil if there is none.
  open var superview: UIView? { parent }

  /// The views in this one, from back to front.
  open var subviews: [UIView] { children }

  /// The window that the view is in; nil if there is none.
  open var window: UIWindow? { parent?.window }

  /// Adds a view in front of the subviews; it leaves its superview first.
  ///
  /// A view that is this one or contains it is refused with a diagnostic.
  open func addSubview(_ view: UIView) { insert(view, .front) }

  /// Inserts a view into the subviews; an index out of them is clamped to the nearest end.
  open func insertSubview(_ view: UIView, at index: Int) { insert(view, .index(index)) }

  /// Inserts a view directly behind a subview; behind all of them if there is no such subview.
  open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    insert(view, .below(siblingSubview))
  }

  /// Inserts a view directly in front of a subview; in front of all of them if there is no such
  /// subview.
  open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    insert(view, .above(siblingSubview))
  }

  /// Removes the view from its superview.
  open func removeFromSuperview() { leaveSuperview() }

  /// Exchanges two subviews; indices out of the list change nothing.
  open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) { exchange(index1, index2) }

  /// Moves a subview in front of the others.
  open func bringSubviewToFront(_ view: UIView) { move(view, toFront: true) }

  /// Moves a subview behind the others.
  open func sendSubviewToBack(_ view: UIView) { move(view, toFront: false) }

  /// Whether the view is another one or in it, at any depth.
  open func isDescendant(of view: UIView) -> Bool {
    var next: UIView? = self
    while let candidate = next {
      if candidate === view { return true }
      next = candidate.parent
    }
    return false
  }

  /// Returns the nearest view with a tag: this one, or one in it.
  open func viewWithTag(_ tag: Int) -> UIView? { findView(tag) }

  /// Called when a view was added.
  open func didAddSubview(_ subview: UIView) {}

  /// Called before a view is removed.
  open func willRemoveSubview(_ subview: UIView) {}

  /// Called before the view moves into a superview; nil for out of its superview.
  open func willMove(toSuperview newSuperview: UIView?) {}

  /// Called when the view moved into a superview, or out of one.
  open func didMoveToSuperview() {}

  /// Called before the view comes into a window; nil for out of its window.
  open func willMove(toWindow newWindow: UIWindow?) {}

  /// Called when the view came into a window, or left one; superviews first.
  open func didMoveToWindow() {}

  // MARK: Hits and coordinates

  /// Returns the view in front at a point, this one or one in it; nil if there is none.
  ///
  /// Subviews are asked from the last to the first. Views that are hidden, without interaction, or
  /// of an alpha below 0.01 are left out with all that is in them, and so is what lies outside its
  /// superview.
  ///
  /// - Parameters:
  ///   - point: A point of the view's own coordinates.
  ///   - event: The event that asks; nil if there is none.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { findHit(point, event) }

  /// Whether a point is in the bounds: the edges of least x and y are, the others are not.
  ///
  /// - Parameters:
  ///   - point: A point of the view's own coordinates.
  ///   - event: The event that asks; nil if there is none.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { layer.contains(point) }

  /// Converts a point to another view's coordinates; nil is the window's.
  open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    layer.convert(point, to: (view ?? topView).layer)
  }

  /// Converts a point of another view's coordinates to this one's; nil is the window's.
  open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    layer.convert(point, from: (view ?? topView).layer)
  }

  /// Returns the bounding box of a rectangle in another view's coordinates; nil is the window's.
  open func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    layer.convert(rect, to: (view ?? topView).layer)
  }

  /// Returns the bounding box of another view's rectangle in this one's coordinates; nil is the
  /// window's.
  open func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    layer.convert(rect, from: (view ?? topView).layer)
  }

  // MARK: Layout

  /// Whether a change of size resizes the subviews by their masks; true by default.
  open var autoresizesSubviews: Bool {
    get { !flags.contains(.keepsSubviewSizes) }
    set { setAutoresizesSubviews(newValue) }
  }

  /// The parts of the frame that follow the superview's size; none by default.
  open var autoresizingMask: AutoresizingMask {
    get { AutoresizingMask(rawValue: UInt(maskBits)) }
    set { setAutoresizingMask(newValue) }
  }

  /// Returns the size that fits best into a size; the present size by default.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// Takes the size that fits best.
  open func sizeToFit() {
    let size = sizeThatFits(bounds.size)
    bounds.size = size
  }

  /// The size that the contents have by themselves; -1 by -1 by default, if there is none.
  open var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  }

  /// Says that the size of the contents changed; the superview lays out again.
  ///
  /// The superview of a stack view that arranges the view does so, too, and so on upwards. The size
  /// of a view that constraints place is read again before the next layout.
  open func invalidateIntrinsicContentSize() { contentSizeChanged() }

  /// Whether the size of the contents is that of a subview's; false by default.
  func takesSize(from view: UIView) -> Bool { false }

  /// Requests a layout of the subviews before the next commit.
  open func setNeedsLayout() {
    flags.remove(.engineOnly)
    layer.setNeedsLayout()
  }

  /// Lays out now what needs it, from the highest superview that does, downwards.
  ///
  /// Constraints are updated before.
  open func layoutIfNeeded() {
    layoutHost?.update()
    layer.layoutIfNeeded()
  }

  /// Lays out the subviews.
  ///
  /// It is called when the bounds changed, when the bounds of a subview did, when a view was added
  /// or removed, and on request; superviews first. It is not called for changes of transform and
  /// centre. Overrides call it of the superclass, which places the subviews by their constraints.
  open func layoutSubviews() { placeConstrained() }

  // MARK: Constraints

  /// Whether the view's class needs `updateConstraints()` before it has constraints; false by
  /// default.
  open class var requiresConstraintBasedLayout: Bool { false }

  /// Whether the view keeps the frame that it has, instead of one of constraints; true by default.
  open var translatesAutoresizingMaskIntoConstraints: Bool {
    get { !flags.contains(.constrained) }
    set { setTranslates(newValue) }
  }

  /// Returns whether the constraints are to be updated.
  open func needsUpdateConstraints() -> Bool { flags.contains(.needsConstraints) }

  /// Requests an update of the constraints before the next layout.
  open func setNeedsUpdateConstraints() { requestUpdate() }

  /// Updates the constraints of the view and all in it that were requested to.
  open func updateConstraintsIfNeeded() { layoutHost?.updateViews(within: self) }

  /// Updates the view's constraints; overrides call it of the superclass last.
  open func updateConstraints() {}

  /// Returns the rectangle of a frame that constraints speak of.
  open func alignmentRect(forFrame frame: CGRect) -> CGRect { frame.inset(by: alignmentRectInsets) }

  /// Returns the frame of a rectangle that constraints speak of.
  open func frame(forAlignmentRect alignmentRect: CGRect) -> CGRect {
    let insets = alignmentRectInsets
    return CGRect(
      x: alignmentRect.minX - insets.left,
      y: alignmentRect.minY - insets.top,
      width: alignmentRect.width + insets.left + insets.right,
      height: alignmentRect.height + insets.top + insets.bottom
    )
  }

  /// The distances of the rectangle that constraints speak of from the frame; zero by default.
  open var alignmentRectInsets: UIEdgeInsets { .zero }

  /// The view that has the first baseline: this one by default.
  open var forFirstBaselineLayout: UIView { self }

  /// The view that has the last baseline: this one by default.
  open var forLastBaselineLayout: UIView { self }

  /// The baselines of the view's own text; nil if it has none.
  var ownBaselines: Baselines? { nil }

  /// Whether the height of the contents follows from the width.
  var wrapsLines: Bool { false }

  /// The size of text that wraps in a width in points.
  func wrappedSize(in width: CGFloat) -> CGSize {
    sizeThatFits(CGSize(width: width, height: 0))
  }

  /// The resistance against a size beyond that of the contents; 250 for most views.
  open func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    extras?.layout?.hugging[axis.rawValue] ?? standardHugging(axis)
  }

  /// Sets the resistance against a size beyond that of the contents.
  open func setContentHuggingPriority(
    _ priority: UILayoutPriority,
    for axis: NSLayoutConstraint.Axis
  ) {
    ownLayout.hugging[axis.rawValue] = priority
    contentPriorityChanged()
  }

  /// The resistance against a size below that of the contents; 750 by default.
  open func contentCompressionResistancePriority(
    for axis: NSLayoutConstraint.Axis
  ) -> UILayoutPriority { extras?.layout?.resistance[axis.rawValue] ?? .defaultHigh }

  /// Sets the resistance against a size below that of the contents.
  open func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority,
    for axis: NSLayoutConstraint.Axis
  ) {
    ownLayout.resistance[axis.rawValue] = priority
    contentPriorityChanged()
  }

  /// Returns the size that the constraints of the view and in it make nearest to a size.
  open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    systemLayoutSizeFitting(
      targetSize,
      withHorizontalFittingPriority: .fittingSizeLevel,
      verticalFittingPriority: .fittingSizeLevel
    )
  }

  /// Returns the size that the constraints of the view and in it make nearest to a size.
  ///
  /// - Parameters:
  ///   - targetSize: The wish, in points.
  ///   - horizontalFittingPriority: The importance of the wish for the width.
  ///   - verticalFittingPriority: The importance of the wish for the height.
  open func systemLayoutSizeFitting(
    _ targetSize: CGSize,
    withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    LayoutHost.fit(self, targetSize, horizontalFittingPriority, verticalFittingPriority)
  }

  /// The distances of the window's safe area from the edges; of what bars and sensors leave free.
  open var safeAreaInsets: UIEdgeInsets { shownSafeArea }

  /// Called when `safeAreaInsets` changed: when the view came into a window, or it or a superview
  /// moved or changed its size, or bars did.
  open func safeAreaInsetsDidChange() {}

  /// The part of the safe area that subviews get.
  var safeAreaOfSubviews: UIEdgeInsets { safeAreaInsets }

  /// The distances that contents keep from the edges; 8 points each by default.
  ///
  /// The safe area counts in addition where `insetsLayoutMarginsFromSafeArea` is true.
  open var layoutMargins: UIEdgeInsets {
    get { shownMargins }
    set { setMargins(newValue) }
  }

  /// Whether margins count from the safe area; true by default.
  open var insetsLayoutMarginsFromSafeArea: Bool {
    get { !flags.contains(.plainMargins) }
    set {
      guard newValue != insetsLayoutMarginsFromSafeArea else { return }
      set(.plainMargins, to: !newValue)
      tellMargins()
    }
  }

  /// Whether margins are at least as wide as the superview's; false by default.
  open var preservesSuperviewLayoutMargins: Bool {
    get { flags.contains(.preservesMargins) }
    set { set(.preservesMargins, to: newValue) }
  }

  /// The margins by the direction of layout.
  open var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get {
      let (margins, isRight) = (layoutMargins, isRightToLeft)
      return NSDirectionalEdgeInsets(
        top: margins.top,
        leading: isRight ? margins.right : margins.left,
        bottom: margins.bottom,
        trailing: isRight ? margins.left : margins.right
      )
    }
    set {
      layoutMargins = UIEdgeInsets(
        top: newValue.top,
        left: isRightToLeft ? newValue.trailing : newValue.leading,
        bottom: newValue.bottom,
        right: isRightToLeft ? newValue.leading : newValue.trailing
      )
    }
  }

  private var isRightToLeft: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

  /// Called when the margins changed.
  open func layoutMarginsDidChange() {}

  /// The direction of the contents, whatever the language is.
  open var semanticContentAttribute: UISemanticContentAttribute {
    get { extras?.semantics ?? .unspecified }
    set { ownExtras.semantics = newValue }
  }

  /// The direction of layout that `semanticContentAttribute` and the traits make.
  open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    switch semanticContentAttribute {
    case .forceRightToLeft: .rightToLeft
    case .forceLeftToRight, .playback, .spatial: .leftToRight
    case .unspecified: traitCollection.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
    }
  }

  /// Returns the direction of layout of views with an attribute, in this program.
  open class func userInterfaceLayoutDirection(
    for attribute: UISemanticContentAttribute
  ) -> UIUserInterfaceLayoutDirection {
    userInterfaceLayoutDirection(
      for: attribute,
      relativeTo: UIApplication.shared.userInterfaceLayoutDirection
    )
  }

  /// Returns the direction of layout of views with an attribute, in surroundings of a direction.
  open class func userInterfaceLayoutDirection(
    for semanticContentAttribute: UISemanticContentAttribute,
    relativeTo layoutDirection: UIUserInterfaceLayoutDirection
  ) -> UIUserInterfaceLayoutDirection {
    switch semanticContentAttribute {
    case .forceRightToLeft: .rightToLeft
    case .forceLeftToRight, .playback, .spatial: .leftToRight
    case .unspecified: layoutDirection
    }
  }

  // MARK: Drawing

  /// Draws the view into the current graphics context.
  ///
  /// A view that does not override it has no bitmap.
  ///
  /// - Parameter rect: The part to draw, in the view's own coordinates.
  open func draw(_ rect: CGRect) { flags.insert(.reachedDraw) }

  /// Requests a drawing of the view with the next commit; of a view that draws.
  open func setNeedsDisplay() { if drawsItself { layer.setNeedsDisplay() } }

  /// Requests a drawing of a part with the next commit; of a view that draws.
  open func setNeedsDisplay(_ rect: CGRect) { if drawsItself { layer.setNeedsDisplay(rect) } }

  // MARK: Traits

  /// The style of the view and all in it; that of the superview by default.
  ///
  /// A change arrives at the end of the transaction.
  open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { extras?.style ?? .unspecified }
    set { setStyle(newValue) }
  }

  /// The smallest size of text of the view and all in it; nil, the default, for that of the
  /// superview.
  ///
  /// `traitCollection` says this size instead of a smaller one, and labels that adjust their font
  /// take it over. A superview's limits come first. A change arrives at the end of the transaction.
  open var minimumContentSizeCategory: UIContentSizeCategory? {
    get { extras?.sizeLimits?.least }
    set {
      let most = maximumContentSizeCategory
      setSizeLimits(ContentSizeLimits(least: newValue, most: most))
    }
  }

  /// The largest size of text of the view and all in it; nil, the default, for that of the
  /// superview.
  ///
  /// It counts where it is smaller than `minimumContentSizeCategory`. The traits of a controller
  /// are those of its view.
  open var maximumContentSizeCategory: UIContentSizeCategory? {
    get { extras?.sizeLimits?.most }
    set {
      let least = minimumContentSizeCategory
      setSizeLimits(ContentSizeLimits(least: least, most: newValue))
    }
  }

  /// The traits inherited from the superview, or from the main screen while the view has none.
  open var traitCollection: UITraitCollection { shownTraits }

  /// Called when traits changed.
  ///
  /// - Parameter previousTraitCollection: Those before; nil at first.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  // MARK: Recognisers

  /// The recognisers of gestures of the view; nil if there are none.
  open var gestureRecognizers: [UIGestureRecognizer]? {
    get { extras?.recognizers }
    set { setRecognizers(newValue ?? []) }
  }

  /// Adds a recogniser; it leaves its view first.
  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    attach(gestureRecognizer)
  }

  /// Removes a recogniser.
  open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    detach(gestureRecognizer)
  }

  /// Whether a recogniser of this view, or of one around it, may begin; true by default.
  open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

  // MARK: Focus

  /// Whether the view can have the focus; false by default.
  open var canBecomeFocused: Bool { false }

  /// Whether the view has the focus.
  open var isFocused: Bool { UIFocusSystem.own.focusedItem === self }

  /// The parts of the view that the focus prefers; none by default, which is the first item in it.
  open var preferredFocusEnvironments: [any UIFocusEnvironment] { [] }

  /// Whether the focus may move, from an item in the view or to one; true by default.
  open func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool { true }

  /// The focus moved, from an item in the view or to one.
  open func didUpdateFocus(
    in context: UIFocusUpdateContext,
    with coordinator: UIFocusAnimationCoordinator
  ) {}

  /// The name of the group of the items in the view; nil, the default, for that around it.
  open var focusGroupIdentifier: String? {
    get { extras?.focus.groupIdentifier }
    set { ownExtras.focus.groupIdentifier = newValue }
  }

  /// The importance of the view in its group; ignored by default.
  open var focusGroupPriority: UIFocusGroupPriority {
    get { extras?.focus.groupPriority ?? usualFocusPriority }
    set { ownExtras.focus.groupPriority = newValue }
  }

  /// The importance of a view of this kind.
  var usualFocusPriority: UIFocusGroupPriority { .ignored }

  /// The look of the view with the focus; a halo by default, none for texts and cells.
  open var focusEffect: UIFocusEffect? {
    get { extras?.focus.hasEffect == true ? extras?.focus.effect : usualFocusEffect }
    set {
      ownExtras.focus.hasEffect = true
      ownExtras.focus.effect = newValue
    }
  }

  /// The look of a view of this kind with the focus; nil if it has none.
  var usualFocusEffect: UIFocusEffect? { UIFocusHaloEffect() }

  // MARK: Accessibility

  override var accessibilityDefaults: AccessibilityDefaults { AccessibilityDefaults(of: self) }

  /// The frame on the screen, in points; that of the view by default.
  open override var accessibilityFrame: CGRect {
    get { accessibilityFacts?.frame ?? convert(bounds, to: nil) }
    set { super.accessibilityFrame = newValue }
  }

  // MARK: Builders

  /// Called when all objects of the nib that the view is in were made and connected.
  open func awakeFromNib() {}

  /// Called when a designer shows the view: never, because there is none.
  open func prepareForInterfaceBuilder() {}

  /// A name for the restoring of a program's state, which is not done here; nil by default.
  open var restorationIdentifier: String? {
    get { extras?.restorationIdentifier }
    set { ownExtras.restorationIdentifier = newValue }
  }

  /// Ends the editing of the field in the view that is the first responder.
  ///
  /// - Parameter force: Whether it ends even if the field refuses.
  /// - Returns: Whether nothing in the view is the first responder any more.
  @discardableResult
  open func endEditing(_ force: Bool) -> Bool {
    guard let window, let first = window.firstResponder as? UIView, first.isDescendant(of: self)
    else { return true }
    if first.resignFirstResponder() { return true }
    return force && first.resignByForce()
  }

  // MARK: Responders

  /// The view's controller, or the superview.
  open override var next: UIResponder? { extras?.controller ?? parent }

  override var responderWindow: UIWindow? { window }

  // MARK: The layer's delegate

  /// Returns the action for a change of a layer's property: NSNull outside of animation blocks, an
  /// animation within them.
  nonisolated open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    viewAction(layer, event)
  }

  /// Sets the layer's contents, instead of `draw(_:)`; by default the layer is drawn by it.
  nonisolated open func display(_ layer: CALayer) { displayByDrawing(layer) }

  /// Prepares a drawing.
  nonisolated open func layerWillDraw(_ layer: CALayer) {}

  /// Draws the layer; by default `draw(_:)` does.
  nonisolated open func draw(_ layer: CALayer, in ctx: CGContext) { drawByRectangle(layer, ctx) }

  /// Lays out; by default `layoutSubviews()` does.
  nonisolated open func layoutSublayers(of layer: CALayer) { layOut(layer) }

  // MARK: Text

  /// The class, the address, the frame, what is not as by default, and the layer.
  nonisolated open override var description: String { onViewThread { shortText } }
}
