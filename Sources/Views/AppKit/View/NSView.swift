// The view: a rectangle of a window that draws itself or shows a layer, and receives events.
// Licensed under the MIT license; see LICENSE.
//
// Long because: what a subclass may override stands in the body of the class. The work is in the
// extensions beside this file.

public import CoreGraphics
public import Foundation
public import QuartzCore

/// A rectangle of a window that draws itself, contains subviews and receives events.
///
/// y points up unless `isFlipped` is overridden. A view has a layer once it wants one, is in a view
/// that has one, or is in a window. A backing layer belongs to the view, which is its delegate; a
/// layer set before `wantsLayer` is hosted: the view only gives it its frame.
///
///     let view = NSView(frame: NSRect(x: 0, y: 0, width: 320, height: 240))
///     view.wantsLayer = true
///     view.layer?.backgroundColor = NSColor.red.cgColor
///     window.contentView = view
///
/// **Differences**: views in windows always have layers. Scaling by the size of the bounds,
/// rotation, and Auto Layout do not exist.
@preconcurrency
@MainActor
open class NSView: NSResponder, CALayerDelegate, NSAnimatablePropertyContainer {
  /// When a backing layer's contents are drawn anew.
  public enum LayerContentsRedrawPolicy: Int, Sendable {
    /// Never, whatever is requested.
    case never = 0
    /// On request; a change of size stretches or places the contents.
    case onSetNeedsDisplay = 1
    /// At each change of size; the default.
    case duringViewResize = 2
    /// Once, at the final size, before an animated change of size.
    case beforeViewResize = 3
    /// Once, at the final size; the new contents fade in.
    case crossfade = 4
  }

  /// How contents that are not drawn anew fill a changed size.
  public enum LayerContentsPlacement: Int, Sendable {
    /// Stretched; the default.
    case scaleAxesIndependently = 0
    /// As large as fits.
    case scaleProportionallyToFit = 1
    /// As small as fills.
    case scaleProportionallyToFill = 2
    /// In the middle.
    case center = 3
    /// At the top.
    case top = 4
    /// In the corner.
    case topRight = 5
    /// At the right.
    case right = 6
    /// In the corner.
    case bottomRight = 7
    /// At the bottom.
    case bottom = 8
    /// In the corner.
    case bottomLeft = 9
    /// At the left.
    case left = 10
    /// In the corner.
    case topLeft = 11
  }

  /// The parts of a frame that follow the superview's size.
  public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a mask from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The distance from the edge of least x.
    public static let minXMargin = AutoresizingMask(rawValue: 1)
    /// The width.
    public static let width = AutoresizingMask(rawValue: 2)
    /// The distance from the edge of greatest x.
    public static let maxXMargin = AutoresizingMask(rawValue: 4)
    /// The distance from the edge of least y.
    public static let minYMargin = AutoresizingMask(rawValue: 8)
    /// The height.
    public static let height = AutoresizingMask(rawValue: 16)
    /// The distance from the edge of greatest y.
    public static let maxYMargin = AutoresizingMask(rawValue: 32)
  }

  final var storedFrame: NSRect
  final var boundsOrigin = NSPoint.zero
  final var children: [NSView] = []
  final weak var parent: NSView?
  final weak var ownWindow: NSWindow?
  final var storedLayer: CALayer?
  final var hostsLayer = false
  final var asksForLayer = false
  final var areas: [NSTrackingArea] = []
  final var recognizers: [NSGestureRecognizer] = []
  /// The number by which the mouse knows the view; 0 for a view that it never was in.
  final var mouseNumber = 0
  final var storedAlpha: CGFloat = 1
  final var storedHidden = false

  // MARK: Making views

  /// Creates a view.
  ///
  /// - Parameter frameRect: Position and size in the superview's coordinates, in points.
  public init(frame frameRect: NSRect) {
    storedFrame = NSView.usable(frameRect, instead: .zero)
    super.init()
  }

  /// Creates a view of size zero from an archive; nothing is read.
  public required override init?(coder: NSCoder) {
    storedFrame = .zero
    super.init(coder: coder)
  }

  /// Creates a view of size zero.
  public override convenience init() { self.init(frame: .zero) }

  // MARK: Geometry

  /// Whether y points down in the view's coordinates; false by default.
  open var isFlipped: Bool { false }

  /// Position and size in the superview's coordinates, in points.
  ///
  /// Through `animator()`, and while the animation context allows implicit animation, a change
  /// takes its duration.
  open var frame: NSRect {
    get { storedFrame }
    set { changeFrame(to: newValue) }
  }

  /// Moves the view.
  open func setFrameOrigin(_ newOrigin: NSPoint) {
    changeFrame(to: NSRect(origin: newOrigin, size: storedFrame.size))
  }

  /// Changes the size of the view; subviews follow by their masks.
  ///
  /// It is called for every change of size, for each frame of an animated one too.
  open func setFrameSize(_ newSize: NSSize) { storeSize(newSize) }

  /// The view's own rectangle; setting it changes the origin alone.
  open var bounds: NSRect {
    get { NSRect(origin: boundsOrigin, size: storedFrame.size) }
    set { setBoundsOrigin(newValue.origin) }
  }

  /// Changes the coordinates of the view's corner.
  open func setBoundsOrigin(_ newOrigin: NSPoint) { storeBoundsOrigin(newOrigin) }

  /// Converts a point to another view's coordinates; nil is the window's.
  open func convert(_ point: NSPoint, to view: NSView?) -> NSPoint { converted(point, to: view) }

  /// Converts a point of another view's coordinates; nil is the window's.
  open func convert(_ point: NSPoint, from view: NSView?) -> NSPoint {
    converted(point, from: view)
  }

  /// Converts a rectangle to another view's coordinates; nil is the window's.
  open func convert(_ rect: NSRect, to view: NSView?) -> NSRect {
    NSView.rect(
      convert(rect.origin, to: view),
      convert(NSPoint(x: rect.maxX, y: rect.maxY), to: view)
    )
  }

  /// Converts a rectangle of another view's coordinates; nil is the window's.
  open func convert(_ rect: NSRect, from view: NSView?) -> NSRect {
    NSView.rect(
      convert(rect.origin, from: view),
      convert(NSPoint(x: rect.maxX, y: rect.maxY), from: view)
    )
  }

  /// The parts of the frame that follow the superview's size; none by default.
  open var autoresizingMask: AutoresizingMask = []

  /// Whether subviews follow the size by their masks; true by default.
  open var autoresizesSubviews = true

  /// Gives the subviews their frames after a change of size.
  open func resizeSubviews(withOldSize oldSize: NSSize) {
    for view in children { view.resize(withOldSuperviewSize: oldSize) }
  }

  /// Takes the frame that the mask says, after the superview's size changed.
  open func resize(withOldSuperviewSize oldSize: NSSize) { autoresize(oldSize) }

  // MARK: Hierarchy

  /// The view that this one is in; nil if there is none.
  open var superview: NSView? { parent }

  /// The views in this one, from back to front.
  open var subviews: [NSView] {
    get { children }
    set { replaceSubviews(by: newValue) }
  }

  /// The window that the view is in; nil if there is none.
  open var window: NSWindow? { ownWindow }

  /// Adds a view in front of the subviews; it leaves its superview first.
  ///
  /// A view that is this one or contains it is refused with a diagnostic.
  open func addSubview(_ view: NSView) { insert(view, at: children.count) }

  /// Adds a view in front of a subview or behind it; of all of them for nil.
  open func addSubview(
    _ view: NSView,
    positioned place: NSWindow.OrderingMode,
    relativeTo otherView: NSView?
  ) {
    insert(view, place, otherView)
  }

  /// Puts a view in the place of a subview.
  open func replaceSubview(_ oldView: NSView, with newView: NSView) {
    guard let index = children.firstIndex(where: { $0 === oldView }), oldView !== newView else {
      return
    }
    oldView.removeFromSuperview()
    insert(newView, at: min(index, children.count))
  }

  /// Removes the view from its superview.
  open func removeFromSuperview() { leaveSuperview() }

  /// Called before the view moves into a superview; nil for out of it.
  open func viewWillMove(toSuperview newSuperview: NSView?) {}

  /// Called when the view moved into a superview, or out of one.
  open func viewDidMoveToSuperview() {}

  /// Called before the view comes into a window; nil for out of it.
  open func viewWillMove(toWindow newWindow: NSWindow?) {}

  /// Called when the view came into a window, or left one.
  open func viewDidMoveToWindow() {}

  /// Called when the screen of the view's window has another scale, which the view's layer has
  /// taken.
  open func viewDidChangeBackingProperties() {}

  /// Whether the view is another one or in it, at any depth.
  open func isDescendant(of view: NSView) -> Bool {
    var next: NSView? = self
    while let candidate = next {
      if candidate === view { return true }
      next = candidate.parent
    }
    return false
  }

  /// Returns the nearest view with a tag: this one, or one in it.
  open func viewWithTag(_ tag: Int) -> NSView? {
    if self.tag == tag { return self }
    for view in children {
      if let found = view.viewWithTag(tag) { return found }
    }
    return nil
  }

  /// A number for the program's own use; -1 unless a subclass says otherwise.
  open var tag: Int { -1 }

  // MARK: Layers

  /// Whether the view and all in it have layers; false by default.
  open var wantsLayer: Bool {
    get { asksForLayer }
    set { setWantsLayer(newValue) }
  }

  /// The layer; nil for a view without one.
  ///
  /// Setting it before `wantsLayer` makes the view host the layer.
  open var layer: CALayer? {
    get { storedLayer }
    set { setLayer(newValue) }
  }

  /// Makes the backing layer; a CALayer by default.
  open func makeBackingLayer() -> CALayer { CALayer() }

  /// Whether `updateLayer()` is called instead of `draw(_:)`; false by default.
  open var wantsUpdateLayer: Bool { false }

  /// Gives the backing layer its contents and its look.
  open func updateLayer() {}

  /// When the layer's contents are drawn anew.
  open var layerContentsRedrawPolicy = LayerContentsRedrawPolicy.duringViewResize

  /// How contents that are not drawn anew fill a changed size.
  open var layerContentsPlacement = LayerContentsPlacement.scaleAxesIndependently {
    didSet { storedLayer?.contentsGravity = layerContentsPlacement.gravity }
  }

  /// The opacity of the view and its subviews, in 0...1.
  open var alphaValue: CGFloat {
    get { storedAlpha }
    set { setAlpha(newValue) }
  }

  /// Whether the view and its subviews are neither shown nor receive events.
  open var isHidden: Bool {
    get { storedHidden }
    set {
      storedHidden = newValue
      withoutActions { storedLayer?.isHidden = newValue }
    }
  }

  /// Whether subviews are clipped to the bounds; false by default.
  open var clipsToBounds: Bool {
    get { storedLayer?.masksToBounds ?? false }
    set {
      wantsLayer = true
      withoutActions { storedLayer?.masksToBounds = newValue }
    }
  }

  /// Whether the view fills its bounds; false by default.
  open var isOpaque: Bool { false }

  // MARK: Drawing

  /// Draws the view into the current context; a view that does not override it has no bitmap.
  ///
  /// - Parameter dirtyRect: The part to be drawn, in the view's coordinates.
  open func draw(_ dirtyRect: NSRect) {}

  /// Called before the view is drawn.
  open func viewWillDraw() {}

  /// Whether the view needs drawing before the next commit; setting it requests that.
  open var needsDisplay: Bool {
    get { storedLayer?.needsDisplay() ?? false }
    set { if newValue { requestDisplay(nil) } }
  }

  /// Requests that a part of the view is drawn before the next commit.
  open func setNeedsDisplay(_ invalidRect: NSRect) { requestDisplay(invalidRect) }

  /// Draws the view now.
  open func display() {
    requestDisplay(nil)
    displayIfNeeded()
  }

  /// Draws now what needs it, in this view and those in it.
  open func displayIfNeeded() {
    storedLayer?.displayIfNeeded()
    for view in children { view.displayIfNeeded() }
  }

  /// Whether the view needs layout before the next commit; setting it requests that.
  open var needsLayout: Bool {
    get { storedLayer?.needsLayout() ?? false }
    set { if newValue { storedLayer?.setNeedsLayout() } }
  }

  /// Lays out the subviews.
  open func layout() {}

  /// Lays out now what needs it.
  open func layoutSubtreeIfNeeded() { storedLayer?.layoutIfNeeded() }

  // MARK: Events

  /// Returns the view in front at a point, this one or one in it; nil if there is none.
  ///
  /// - Parameter point: A point of the superview's coordinates.
  open func hitTest(_ point: NSPoint) -> NSView? { findHit(point) }

  /// Whether a point is in a rectangle of the view.
  open func isMousePoint(_ point: NSPoint, in rect: NSRect) -> Bool {
    point.x >= rect.minX && point.x < rect.maxX && point.y >= rect.minY && point.y < rect.maxY
  }

  /// Whether a click that makes the window the key window counts for the view; false by default.
  open func acceptsFirstMouse(for event: NSEvent?) -> Bool { false }

  /// The recognisers of gestures, in the order of their addition.
  open var gestureRecognizers: [NSGestureRecognizer] {
    get { recognizers }
    set { replaceRecognizers(by: newValue) }
  }

  /// Adds a recogniser, which leaves its view first; it takes buttons that go down later.
  open func addGestureRecognizer(_ gestureRecognizer: NSGestureRecognizer) {
    attach(gestureRecognizer)
  }

  /// Removes a recogniser and breaks its gesture off; one that is not there changes nothing.
  open func removeGestureRecognizer(_ gestureRecognizer: NSGestureRecognizer) {
    detach(gestureRecognizer)
  }

  /// Tells it that a button's events were taken away; only controls have a use for that.
  func mouseWasTaken(_ button: Int) {}

  /// The areas that receive events of the pointer.
  open var trackingAreas: [NSTrackingArea] { areas }

  /// Adds an area; one that is there already stays as it is.
  open func addTrackingArea(_ trackingArea: NSTrackingArea) {
    if !areas.contains(where: { $0 === trackingArea }) { areas.append(trackingArea) }
  }

  /// Removes an area; one that is not there changes nothing.
  open func removeTrackingArea(_ trackingArea: NSTrackingArea) {
    areas.removeAll { $0 === trackingArea }
  }

  /// Called when the geometry changed, to replace the areas.
  open func updateTrackingAreas() {}

  // MARK: Animation

  /// The animations of keys, used by `animator()`.
  open var animations: [String: Any] = [:]

  /// Returns the animation of a key: one of `animations`, or the class's default.
  open func animation(forKey key: String) -> Any? {
    animations[key] ?? type(of: self).defaultAnimation(forKey: key)
  }

  /// Returns the animation of a key for all views of the class; nil for a key that is not animated.
  open class func defaultAnimation(forKey key: String) -> Any? {
    AnimatedKeys.views.contains(key) ? CABasicAnimation() : nil
  }

  // MARK: The layer's delegate

  /// Returns the action for a change of a backing layer's property.
  ///
  /// NSNull, unless the animation context allows implicit animation or `animator()` is used.
  nonisolated open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    viewAction(layer, event)
  }

  /// Sets the layer's contents: by `updateLayer()` if the view wants it, by drawing if not.
  nonisolated open func display(_ layer: CALayer) { displayBacking(layer) }

  /// Prepares a drawing.
  nonisolated open func layerWillDraw(_ layer: CALayer) {}

  /// Draws the layer by `draw(_:)`.
  nonisolated open func draw(_ layer: CALayer, in ctx: CGContext) { drawBacking(layer, ctx) }

  /// Lays out by `layout()`.
  nonisolated open func layoutSublayers(of layer: CALayer) { layOutBacking(layer) }
}
