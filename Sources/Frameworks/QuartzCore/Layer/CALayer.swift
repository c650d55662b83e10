// The layer: a rectangle with an appearance, sublayers, and a place in its superlayer.
// Licensed under the MIT license; see LICENSE.
//
// Long because: Swift overrides nothing that an extension declares, so all that a subclass may
// override stands in the body of the class. The accessors are one line each over the property
// table; the work is in the extensions beside this file.

public import CoreGraphics
public import Foundation
import QuartzMath
package import QuartzModel

/// A rectangle with an appearance, sublayers, and a place in its superlayer; the element that Core
/// Animation draws.
///
/// A layer keeps its properties in the property table's rows. While its tree is attached to a
/// `CAContext`, the current `CATransaction` collects changes and sends them when it ends. Changes
/// of animatable properties animate.
///
///     let layer = CALayer()
///     layer.frame = CGRect(x: 20, y: 20, width: 100, height: 60)
///     layer.backgroundColor = CGColor(red: 1, green: 0.5, blue: 0, alpha: 1)
///     layer.cornerRadius = 12
///     root.addSublayer(layer)
///
/// Layers may be read and set on several threads: each access is atomic, and `CATransaction.lock()`
/// makes several into one. A thread's changes are sent when its transaction ends, or that of
/// another thread that changed the same context. A thread without a run loop calls
/// `CATransaction.flush()`.
///
/// **Differences**: a subclass without `init(layer:)` has presentation layers, too: they have the
/// values of its stored properties. API that is not listed here does not exist yet.
open class CALayer: NSObject, NSSecureCoding {
  /// The mutable state, for the accessors in CALayer+State.swift alone: they take the lock.
  ///
  /// Unchecked because: the lock is what makes accesses exclusive, and none lasts across a call of
  /// a program. The checks would be a fifth of the time of setting a number.
  @exclusivity(unchecked) final var state: LayerState
  /// The layer whose presentation this one shows; set before any other code has it.
  final var presented: CALayer?
  // Whether the class may have actions of its own.
  final let isSubclass: Bool

  /// Creates a layer of size zero without an appearance.
  public override init() {
    state = LayerState(values: DefaultValues.of(type(of: self)))
    isSubclass = type(of: self) != CALayer.self
    super.init()
  }

  /// Creates a copy of a layer's values, for presentation layers.
  ///
  /// Subclasses override this to copy properties of their own. Sublayers and animations are not
  /// copied.
  ///
  /// - Parameter layer: A layer of the same class.
  public init(layer: Any) {
    isSubclass = type(of: self) != CALayer.self
    if let layer = layer as? CALayer {
      state = layer.stateOfCopy
    } else {
      state = LayerState(values: DefaultValues.of(type(of: self)))
    }
    super.init()
  }

  /// Creates a layer from an archive; nil if the archive is damaged.
  ///
  /// Subclasses that have properties of their own override it, and `encode(with:)`, to archive
  /// them.
  ///
  /// - Parameter coder: A keyed unarchiver.
  public required init?(coder: NSCoder) {
    isSubclass = type(of: self) != CALayer.self
    state = LayerState(values: DefaultValues.of(type(of: self)))
    super.init()
    guard restoreState(from: coder) else { return nil }
  }

  deinit {
    releaseSublayers()
  }

  /// A layer below the sublayers that is drawn like one but is not one of them; nil except in
  /// classes that show themselves by layers.
  package var layerUnderSublayers: CALayer? { nil }

  /// The rows that layers of this class have.
  package class var layerClass: LayerClass { .layer }

  // MARK: Geometry

  /// The layer's own rectangle: its size, and the coordinates of its top left corner for sublayers.
  open var bounds: CGRect {
    get { CGRect(rect(.bounds)) }
    set { set(.bounds, .rect(Rect(newValue))) }
  }

  /// The anchor point in the superlayer's coordinates.
  open var position: CGPoint {
    get { CGPoint(point(.position)) }
    set { set(.position, .point(Point(newValue))) }
  }

  /// The layer's depth; among siblings, greater ones are nearer to the viewer.
  open var zPosition: CGFloat {
    get { number(.zPosition) }
    set { set(.zPosition, .number(newValue)) }
  }

  /// The point of the bounds that `position` places and `transform` turns about, in the unit space
  /// of the bounds; the middle, (0.5, 0.5), by default.
  open var anchorPoint: CGPoint {
    get { CGPoint(point(.anchorPoint)) }
    set { set(.anchorPoint, .point(Point(newValue))) }
  }

  /// The anchor point's z, in points.
  open var anchorPointZ: CGFloat {
    get { number(.anchorPointZ) }
    set { set(.anchorPointZ, .number(newValue)) }
  }

  /// The transform of the layer and its sublayers about the anchor point.
  open var transform: CATransform3D {
    get { CATransform3D(matrix(.transform)) }
    set { set(.transform, .transform(Matrix4x4(newValue))) }
  }

  /// The transform of all sublayers, about the anchor point; usually a perspective.
  open var sublayerTransform: CATransform3D {
    get { CATransform3D(matrix(.sublayerTransform)) }
    set { set(.sublayerTransform, .transform(Matrix4x4(newValue))) }
  }

  /// The part of `transform` that is affine in the plane.
  open func affineTransform() -> CGAffineTransform {
    let transform = transform
    guard CATransform3DIsAffine(transform) else { return .identity }
    return CATransform3DGetAffineTransform(transform)
  }

  /// Sets `transform` to an affine transform.
  open func setAffineTransform(_ m: CGAffineTransform) {
    transform = CATransform3DMakeAffineTransform(m)
  }

  /// The bounding box of the transformed bounds, in the superlayer's coordinates.
  ///
  /// It is derived from `bounds`, `position`, `anchorPoint` and `transform`. Setting it sets the
  /// size of `bounds`, and `position`; it does not animate by itself, but these do. With a
  /// transform that is not a translation or a scale, the resulting box may be larger than the
  /// rectangle that was set.
  open var frame: CGRect {
    get { CGRect(LayerGeometry(self).frame) }
    set { setFrame(Rect(newValue)) }
  }

  /// Whether the layer and its sublayers are not shown.
  open var isHidden: Bool {
    get { bool(.hidden) }
    set { set(.hidden, .bool(newValue)) }
  }

  /// Whether the layer shows when its back is turned to the viewer.
  open var isDoubleSided: Bool {
    get { bool(.doubleSided) }
    set { set(.doubleSided, .bool(newValue)) }
  }

  /// Whether the layer's own coordinates are upside down, with y measured from the far edge of its
  /// bounds.
  ///
  /// Everything with coordinates in the layer is flipped about the middle of the bounds: sublayers,
  /// mask, `draw(in:)`, paths, gradients, particles, copies, shadow offset and path, gravity,
  /// masked corners, sides of transitions. `convert(_:to:)`, `hitTest(_:)` and `render(in:)` agree.
  /// Images and text stand upright all the same (see `contentsAreFlipped()`). The layer's place in
  /// its superlayer, that is `position`, `anchorPoint`, `transform` and `frame`, does not depend on
  /// it. Two nested flips cancel each other.
  /// are none.
  open var isGeometryFlipped: Bool {
    get { bool(.geometryFlipped) }
    set { set(.geometryFlipped, .bool(newValue)) }
  }

  /// Whether contents and sublayers are clipped to the bounds, rounded by `cornerRadius`.
  open var masksToBounds: Bool {
    get { bool(.masksToBounds) }
    set { set(.masksToBounds, .bool(newValue)) }
  }

  // MARK: Contents

  /// The image that the layer shows: a CGImage.
  ///
  /// Any other object is stored, and shows nothing.
  open var contents: Any? {
    get { objects[.contents] }
    set { setContents(newValue) }
  }

  /// The part of the image that is shown, in the unit space of the image.
  ///
  /// Outside the unit square, the pixels at the edge extend.
  open var contentsRect: CGRect {
    get { CGRect(rect(.contentsRect)) }
    set { set(.contentsRect, .rect(Rect(newValue))) }
  }

  /// The placement of the image in the bounds.
  open var contentsGravity: CALayerContentsGravity {
    get { CALayerContentsGravity(rawValue: name(.contentsGravity)) }
    set { setName(.contentsGravity, newValue.rawValue) }
  }

  /// Texels of the image per point, for gravities that do not resize it.
  open var contentsScale: CGFloat {
    get { number(.contentsScale) }
    set { set(.contentsScale, .number(newValue)) }
  }

  /// The middle one of the nine parts of the image, in the unit space of `contentsRect`.
  ///
  /// Where `contentsGravity` resizes the image, the middle is stretched both ways, the parts beside
  /// it one way, and the four corners not at all. The whole unit square, the default, stretches all
  /// of it.
  open var contentsCenter: CGRect {
    get { CGRect(rect(.contentsCenter)) }
    set { set(.contentsCenter, .rect(Rect(newValue))) }
  }

  /// The sampling of the image where it is shown smaller than it is.
  open var minificationFilter: CALayerContentsFilter {
    get { CALayerContentsFilter(rawValue: name(.minificationFilter)) }
    set { setName(.minificationFilter, newValue.rawValue) }
  }

  /// The sampling of the image where it is shown larger than it is.
  open var magnificationFilter: CALayerContentsFilter {
    get { CALayerContentsFilter(rawValue: name(.magnificationFilter)) }
    set { setName(.magnificationFilter, newValue.rawValue) }
  }

  /// The number of levels by which the trilinear minification filter chooses a smaller image;
  /// negative numbers are sharper.
  open var minificationFilterBias: Float {
    get { Float(number(.minificationFilterBias)) }
    set { set(.minificationFilterBias, .number(Double(newValue))) }
  }

  /// A colour that the contents are multiplied with, as in packages of Apple's tools.
  package final var contentsMultiplyColor: CGColor? {
    get { color(.contentsMultiplyColor) }
    set { setColor(.contentsMultiplyColor, newValue) }
  }

  /// A promise that the contents are opaque.
  ///
  /// It affects only a layer that draws itself: its bitmap begins black and stays opaque, from the
  /// next drawing on.
  open var isOpaque: Bool {
    get { bool(.opaque) }
    set { set(.opaque, .bool(newValue)) }
  }

  // MARK: Drawing

  /// The format of the pixels that the layer draws into; 8 bits of red, green, blue and alpha by
  /// default.
  ///
  /// It applies from the next drawing on. An unknown format is treated as the default.
  ///
  /// Drawings of `RGBA16Float` are made in extended sRGB, and keep their values on outputs of
  /// extended range.
  ///
  /// **Differences**: on other outputs renderers have 8 bits for a component, into which drawings
  /// of other formats are converted. The 10 bits of extended range that views of Apple's have,
  /// `RGBA10XR`, count as `RGBA16Float`.
  open var contentsFormat: CALayerContentsFormat {
    get { displayState?.format ?? inheritedFormat }
    set { ownDisplayState.format = newValue.counted }
  }

  /// Whether a commit draws the layer on another thread, in parallel with other such layers; false
  /// by default.
  ///
  /// The commit waits for all of them, so the picture is the same. `display()`, `draw(in:)` and the
  /// delegate's methods for them must be safe on other threads. Their changes of layers belong to
  /// the commit. `displayIfNeeded()` and `display()` draw on the calling thread, and so does the
  /// layer of a view.
  ///
  /// **Differences**: on Apple's platforms `draw(in:)` is called on the committing thread, and only
  /// its drawing commands run on another one.
  open var drawsAsynchronously: Bool {
    get { displayState?.drawsAsynchronously ?? inheritedBool(.drawsAsynchronously) }
    set { ownDisplayState.drawsAsynchronously = newValue }
  }

  /// Whether every change of the bounds requests a new drawing; false by default.
  open var needsDisplayOnBoundsChange: Bool {
    get { displayState?.redrawsOnBoundsChange ?? inheritedBool(.needsDisplayOnBoundsChange) }
    set { ownDisplayState.redrawsOnBoundsChange = newValue }
  }

  /// Returns whether a change of the property of that name requests a new drawing; false by
  /// default.
  ///
  /// Subclasses override it for properties and keys of their own. While an animation moves a
  /// property that it names, a presentation layer draws the layer for every frame.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  /// Requests a drawing of the whole layer with the next commit.
  open func setNeedsDisplay() {
    markDirty(.everything)
  }

  /// Requests a drawing of a part of the layer with the next commit.
  ///
  /// The previous drawing stays outside of the smallest rectangle around all requested parts, grown
  /// to whole pixels, if it has the right size and format. Inside, `draw(in:)` begins with nothing,
  /// in a context that is clipped to it.
  ///
  /// - Parameter r: The part, in the layer's own coordinates; an empty one requests nothing.
  open func setNeedsDisplay(_ r: CGRect) {
    markDirty(r)
  }

  /// Returns whether a requested drawing was not made yet.
  open func needsDisplay() -> Bool {
    displayState.map { $0.dirty != .nothing } ?? false
  }

  /// Makes the requested drawing, if there is one.
  ///
  /// A commit does this for every layer of the tree, at most once.
  open func displayIfNeeded() {
    displayDirtyPart()
  }

  /// Draws the contents by the delegate, or else into a bitmap by `draw(in:)`.
  ///
  /// The order is: the delegate's `display(_:)`, and if it has none, its `layerWillDraw(_:)`, then
  /// `draw(in:)`, which calls the delegate's `draw(_:in:)`. Bounds and `contentsScale` give the
  /// size of the bitmap in pixels, rounded up. A layer of size zero, or without a drawing method,
  /// shows no contents. A layer of more than 65536 pixels a side or 512 MiB shows none either, and
  /// gives a diagnostic.
  ///
  /// Subclasses that override it set `contents`.
  ///
  /// **Differences**: `contents` is then a CGImage. The new drawing shows with the commit, without
  /// an action.
  open func display() {
    displayContents()
  }

  /// Draws the layer; by default the delegate's `draw(_:in:)` does.
  ///
  /// - Parameter ctx: A context whose user space is the layer's own coordinate space. It may be
  ///   retained, but later drawing into it is not shown.
  open func draw(in ctx: CGContext) {
    drawByDelegate(in: ctx)
  }

  /// Draws the layer and all below it into a context, at model values.
  ///
  /// The picture is the one that an output shows of the same tree, at the context's own resolution.
  /// The context's user space is the layer's own coordinate space: position and transform of the
  /// layer itself do not count, the origin of its bounds and its opacity do. The context's
  /// transform, clip, alpha, blend mode and shadow act on the picture as a whole. Layers that need
  /// layout or display are laid out or drawn first.
  ///
  /// Layers of a context of extended range show light beyond white to contexts of half floats that
  /// have a target headroom (`CGContext.setEDRTargetHeadroom(_:)`), and none to others.
  ///
  ///     layer.render(in: context)
  ///     let picture = context.makeImage()
  ///
  /// **Differences**: 3-D transforms of sublayers are drawn as on the output.
  /// Source: <https://developer.apple.com/documentation/quartzcore/calayer/render(in:)>
  open func render(in ctx: CGContext) {
    prepareTree()
    renderTree(in: ctx)
  }

  // MARK: Looks

  /// The colour behind the contents; nil means none.
  ///
  /// A colour with a pattern repeats it. The pattern's matrix maps to the layer's own coordinates,
  /// as in `draw(in:)`; `contentsScale` is the number of pixels per point.
  ///
  /// The colours of borders, of the paths of shape layers and of texts can be patterns, too;
  /// patterns as other colours give a diagnostic.
  ///
  /// **Differences**: a pattern whose matrix turns it by other than right angles does not show and
  /// gives a diagnostic; patterns do not animate.
  open var backgroundColor: CGColor? {
    get { color(.backgroundColor) }
    set { setColor(.backgroundColor, newValue) }
  }

  /// The radius of the corners of background and border, in points; at most half the shorter side
  /// counts.
  open var cornerRadius: CGFloat {
    get { number(.cornerRadius) }
    set { set(.cornerRadius, .number(newValue)) }
  }

  /// The corners that `cornerRadius` rounds; all of them by default.
  open var maskedCorners: CACornerMask {
    get { CACornerMask(rawValue: UInt(truncatingIfNeeded: integer(.maskedCorners))) }
    set { set(.maskedCorners, .integer(Int64(newValue.intersection(.all).rawValue))) }
  }

  /// The curve of rounded corners; circular by default.
  open var cornerCurve: CALayerCornerCurve {
    get { CALayerCornerCurve(rawValue: name(.cornerCurve)) }
    set { setName(.cornerCurve, newValue.rawValue) }
  }

  /// Returns the length of a rounded corner along the edges, as a multiple of `cornerRadius`.
  ///
  /// - Returns: 1 for the circular curve and for unknown ones, 1.528665 for the continuous one.
  open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? CornerCurve.continuousReach : 1
  }

  /// The width of the border inside the bounds, over the sublayers, in points.
  open var borderWidth: CGFloat {
    get { number(.borderWidth) }
    set { set(.borderWidth, .number(newValue)) }
  }

  /// The colour of the border; opaque black by default.
  open var borderColor: CGColor? {
    get { color(.borderColor) }
    set { setColor(.borderColor, newValue) }
  }

  /// The opacity of the layer and its sublayers, in 0...1.
  open var opacity: Float {
    get { Float(number(.opacity)) }
    set { set(.opacity, .number(Double(newValue))) }
  }

  /// Whether the layer is composed with its sublayers before `opacity` acts on all of them.
  ///
  /// If not, the opacity acts on each of them.
  open var allowsGroupOpacity: Bool {
    get { bool(.allowsGroupOpacity) }
    set { set(.allowsGroupOpacity, .bool(newValue)) }
  }

  /// The blend mode of the layer as a whole with its background, by name; nil, the default, lays
  /// the layer over it.
  ///
  /// These names are known: those of the modes of Core Graphics followed by `BlendMode`, such as
  /// `multiplyBlendMode`; those of the Core Image filters that do the same, such as
  /// `CIMultiplyBlendMode` and `CISourceInCompositing`; and those of Porter and Duff's operations,
  /// such as `destOut`. The last act on the superlayer's picture, and not on anything below it: a
  /// layer that erases makes a hole in its superlayer. A `CAFilter` or `CIFilter` is treated as the
  /// name of its type.
  ///
  /// **Differences**: an object that is not such a name is stored, and is treated as nil with a
  /// diagnostic.
  open var compositingFilter: Any? {
    get { compositingFilterObject }
    set { setCompositingFilter(newValue) }
  }

  /// The filters of the layer with all that is in it, in the order in which they act; nil, the
  /// default, if there is none.
  ///
  ///     let blur = CAFilter(type: "gaussianBlur")
  ///     blur.name = "blur"
  ///     layer.filters = [blur]
  ///     layer.setValue(5, forKeyPath: "filters.blur.inputRadius")
  ///
  /// They are `CAFilter`s, `CIFilter`s, or texts with the type of a `CAFilter`. The layer copies
  /// them: later changes of the objects do not show. Inputs change, and animate, by key paths
  /// `filters.NAME.INPUT` or `filters.INDEX.INPUT`; `enabled` turns a filter on and off. They act
  /// before the shadow, the mask and the opacity. At most 64 filters are used. Animatable.
  open var filters: [Any]? {
    get { filterObjects(.filters) }
    set { setFilters(.filters, newValue) }
  }

  /// The filters of the picture behind the layer, within its bounds and rounded corners; nil, the
  /// default, if there is none.
  ///
  /// For the objects and key paths see `filters`. A change has an implicit transition.
  open var backgroundFilters: [Any]? {
    get { filterObjects(.backgroundFilters) }
    set { setFilters(.backgroundFilters, newValue) }
  }

  /// The edges that are anti-aliased where the layer does not end on whole pixels; all by default.
  ///
  /// At the other edges a pixel belongs to the layer if its middle does, so that adjacent layers
  /// leave no seam.
  open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get {
      CAEdgeAntialiasingMask(rawValue: UInt32(truncatingIfNeeded: integer(.edgeAntialiasingMask)))
    }
    set { set(.edgeAntialiasingMask, .integer(Int64(newValue.rawValue))) }
  }

  /// Whether `edgeAntialiasingMask` applies; if not, no edge is anti-aliased.
  ///
  /// **Differences**: true by default, as on macOS.
  open var allowsEdgeAntialiasing: Bool {
    get { bool(.allowsEdgeAntialiasing) }
    set { set(.allowsEdgeAntialiasing, .bool(newValue)) }
  }

  /// Whether the layer and its sublayers are drawn into a bitmap that is cached until they change.
  ///
  /// If the layer is turned or enlarged, the bitmap is. It contains everything that the layer and
  /// its sublayers show, however far out of the bounds. The bitmaps of a context have two and a
  /// half times the pixels of its output together; a layer that does not fit is drawn as if it were
  /// not rasterised. Animatable.
  open var shouldRasterize: Bool {
    get { bool(.shouldRasterize) }
    set { set(.shouldRasterize, .bool(newValue)) }
  }

  /// Pixels per point of the bitmap of a rasterised layer; 1 by default.
  ///
  /// `shouldRasterize` makes the bitmap. Animatable.
  open var rasterizationScale: CGFloat {
    get { number(.rasterizationScale) }
    set { set(.rasterizationScale, .number(newValue)) }
  }

  /// A name for the program's own use.
  open var name: String? {
    get { values[.name]?.string }
    set { set(.name, newValue.map { .string($0) } ?? .null) }
  }

  /// The tone mapping of contents that are brighter than the output can show; automatic by default.
  ///
  /// It counts on outputs of extended range, for layers whose contents or colours exceed their
  /// limit.
  ///
  /// **Differences**: `.never` clips pictures in PQ and HLG too; Apple's systems map them all the
  /// same.
  open var toneMapMode: CAToneMapMode {
    get { CAToneMapMode(rawValue: name(.toneMapMode)) }
    set { setName(.toneMapMode, newValue.rawValue) }
  }

  /// The preferred brightness of the layer; standard by default.
  ///
  /// On an output of extended range `high` shows light up to the output's headroom,
  /// `constrainedHigh` and `automatic` up to twice white, `standard` up to white. Animations change
  /// the limit evenly in stops.
  ///
  /// **Differences**: Apple's systems choose the limit of `constrainedHigh` and `automatic` by the
  /// mean light, in a way that is not documented. Colours are mapped one by one before a gradient
  /// mixes them; those without a headroom that are brighter than white are clipped, or mapped from
  /// 1000 nits with `CAToneMapMode.ifSupported`. Animations mix colours unmapped, and the greater
  /// headroom counts.
  open var preferredDynamicRange: CADynamicRange {
    get { CADynamicRange(rawValue: name(.preferredDynamicRange)) }
    set { setName(.preferredDynamicRange, newValue.rawValue) }
  }

  /// The brightness of the brightest contents as a multiple of white; 0, the default, uses that of
  /// the image.
  ///
  /// Numbers below 1, and those that are not finite, count as 0, with one diagnostic.
  open var contentsHeadroom: CGFloat {
    get { number(.contentsHeadroom) }
    set { set(.contentsHeadroom, .number(newValue)) }
  }

  /// Whether contents may be brighter than white; false by default.
  ///
  /// With true, a layer whose preferred range is standard shows light up to the output's headroom.
  open var wantsExtendedDynamicRangeContent: Bool {
    get { bool(.wantsExtendedDynamicRangeContent) }
    set { set(.wantsExtendedDynamicRangeContent, .bool(newValue)) }
  }

  /// Values by key for all properties that the layer has no own value for; nil, the default, is
  /// none.
  ///
  /// A property has the value that was set. Otherwise it has that of its key in the style, or in
  /// the style that the style has under `style`, and so on. Otherwise it has that of
  /// `defaultValue(forKey:)`. The same is true of keys that are not properties. `setValue(nil,
  /// forKey:)` removes the value that was set. Under `actions` a style may have actions by events.
  ///
  ///     layer.style = ["cornerRadius": 8, "style": ["borderWidth": 1, "cornerRadius": 2]]
  ///     // cornerRadius is 8, borderWidth is 1
  ///
  /// The geometry of `bounds` and `frame`, and relations that are not values (the tree, the
  /// delegate, the layout manager, constraints), are not looked up.
  ///
  /// **Differences**: only `style` runs an action, not the properties that a new style changes.
  open var style: [AnyHashable: Any]? {
    get { styleValues }
    set { setStyle(newValue) }
  }

  // MARK: Shadow

  /// The colour of the shadow; opaque black by default.
  ///
  /// Its alpha multiplies with `shadowOpacity`.
  open var shadowColor: CGColor? {
    get { color(.shadowColor) }
    set { setColor(.shadowColor, newValue) }
  }

  /// The opacity of the shadow, in 0...1; 0, no shadow, by default.
  open var shadowOpacity: Float {
    get { Float(number(.shadowOpacity)) }
    set { set(.shadowOpacity, .number(Double(newValue))) }
  }

  /// The offset of the shadow from the layer, in points of the layer's own coordinates; (0, -3) by
  /// default.
  open var shadowOffset: CGSize {
    get { CGSize(size(.shadowOffset)) }
    set { set(.shadowOffset, .size(Size(newValue))) }
  }

  /// The softness of the shadow, in points; 3 by default.
  ///
  /// The standard deviation of the blur is 0.95 times the radius.
  open var shadowRadius: CGFloat {
    get { number(.shadowRadius) }
    set { set(.shadowRadius, .number(newValue)) }
  }

  /// The shape that casts the shadow, in the layer's own coordinates, filled by the non-zero rule.
  ///
  /// Without one, the default, it is the area of the layer and its sublayers; a path saves
  /// computing that. The layer stores a copy of a mutable path.
  open var shadowPath: CGPath? {
    get { path(.shadowPath) }
    set { setPath(.shadowPath, newValue) }
  }

  // MARK: Time

  /// The start of the layer's time, in seconds of the superlayer's time.
  ///
  /// The layer's time is (superlayer's time - `beginTime`) · `speed` + `timeOffset`.
  open var beginTime: CFTimeInterval {
    get { number(.beginTime) }
    set { set(.beginTime, .number(newValue)) }
  }

  /// An offset that is added to the layer's time, in seconds.
  open var timeOffset: CFTimeInterval {
    get { number(.timeOffset) }
    set { set(.timeOffset, .number(newValue)) }
  }

  /// The speed of the layer's time; 0 pauses its animations, and those of its sublayers.
  open var speed: Float {
    get { Float(number(.speed)) }
    set { set(.speed, .number(Double(newValue))) }
  }

  /// Converts a time of another layer to a time of this one.
  ///
  /// - Parameters:
  ///   - t: A time of the other layer, in seconds.
  ///   - l: The other layer; nil is the context, whose time is `CACurrentMediaTime()`.
  /// - Returns: The time of this layer's clock at that moment, in seconds.
  open func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    localTime(at: l?.clockInContext.parent(t) ?? t)
  }

  /// Converts a time of this layer to a time of another one.
  ///
  /// - Parameters:
  ///   - t: A time of this layer, in seconds.
  ///   - l: The other layer; nil is the context.
  /// - Returns: The time of the other layer's clock at that moment, in seconds; `t` itself for a
  ///   layer whose clock is stopped.
  open func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    let time = clockInContext.parent(t) ?? t
    return l?.localTime(at: time) ?? time
  }

  // MARK: Coordinates

  /// Converts a point of another layer's coordinates to this layer's.
  ///
  /// Both points show at the same place. Transforms count, in 3-D too: a point is projected up to
  /// the nearest common superlayer, and from there down onto this layer's plane.
  ///
  /// - Parameters:
  ///   - p: A point in the coordinates of `l`.
  ///   - l: The other layer; nil is the space around the root.
  /// - Returns: The point; NaN if there is none, because this layer is seen from its edge or its
  ///   matrix is singular.
  open func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint {
    LayerSpace.map(from: l, to: self)?.image(p) ?? CGPoint(x: Double.nan, y: Double.nan)
  }

  /// Converts a point of this layer's coordinates to another layer's.
  ///
  /// - Parameters:
  ///   - p: A point in the coordinates of this layer.
  ///   - l: The other layer; nil is the space around the root.
  /// - Returns: The point; NaN if there is none, as for `convert(_:from:)`.
  open func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint {
    LayerSpace.map(from: self, to: l)?.image(p) ?? CGPoint(x: Double.nan, y: Double.nan)
  }

  /// Returns the bounding box, in this layer's coordinates, of a rectangle of another layer's.
  ///
  /// - Parameters:
  ///   - r: A rectangle in the coordinates of `l`.
  ///   - l: The other layer; nil is the space around the root.
  /// - Returns: The box; `CGRect.infinite` if part of the rectangle is behind the eye,
  ///   `CGRect.null` if all of it is or there is no answer.
  open func convert(_ r: CGRect, from l: CALayer?) -> CGRect {
    LayerSpace.map(from: l, to: self)?.boundingBox(of: r) ?? .null
  }

  /// Returns the bounding box, in another layer's coordinates, of a rectangle of this layer's.
  ///
  /// - Parameters:
  ///   - r: A rectangle in the coordinates of this layer.
  ///   - l: The other layer; nil is the space around the root.
  /// - Returns: The box, as for `convert(_:from:)`.
  open func convert(_ r: CGRect, to l: CALayer?) -> CGRect {
    LayerSpace.map(from: self, to: l)?.boundingBox(of: r) ?? .null
  }

  /// Returns whether a point of the layer's own coordinates is in its bounds.
  ///
  /// The edges of least x and y belong to the bounds, those of greatest x and y do not. Rounded
  /// corners are treated as part of the bounds.
  open func contains(_ p: CGPoint) -> Bool {
    boundsContain(p)
  }

  /// Returns the layer at a point: this one or one below it, the nearest to the viewer.
  ///
  /// Layers are tested from front to back, in the reverse of their drawing order, sublayers before
  /// their superlayer. Hidden layers and all below them are left out. Sublayers outside the bounds
  /// are found, unless `masksToBounds` clips them. Opacity does not matter, nor the side that faces
  /// the viewer.
  ///
  /// - Parameter p: A point in the coordinates of the superlayer; for a root, of the space around
  ///   it.
  /// - Returns: The layer; nil if there is none at the point.
  open func hitTest(_ p: CGPoint) -> CALayer? {
    findHit(p)
  }

  /// Returns whether images are flipped to stand upright in the layer's coordinates.
  ///
  /// They are where y points down: an odd number of layers from this one up to the root has
  /// `isGeometryFlipped`, counting an output whose origin is top left as one of them.
  ///
  /// **Differences**: the answer is that of iOS, where outputs have their origin top left; on macOS
  /// it is the reverse.
  open func contentsAreFlipped() -> Bool { pointsDown }

  /// The part of the bounds that the scrolling superlayers show; all of the bounds without any.
  ///
  /// It lies in the bounds of every CAScrollLayer above; `CGRect.zero` if nothing does.
  open var visibleRect: CGRect { shownPart }

  /// Scrolls the nearest CAScrollLayer, this layer or one above it, so that a point is at the
  /// origin of its bounds.
  ///
  /// Nothing happens if there is none that scrolls.
  ///
  /// - Parameter p: A point in the coordinates of this layer.
  open func scroll(_ p: CGPoint) {
    scrollSuperlayer(to: p)
  }

  /// Scrolls the nearest CAScrollLayer, this layer or one above it, by the shortest way to show a
  /// rectangle.
  ///
  /// Scroll layers above it do the same after it, so that the rectangle shows even with nested
  /// scroll layers. Nothing happens if there is none that scrolls.
  ///
  /// - Parameter r: A rectangle in the coordinates of this layer.
  open func scrollRectToVisible(_ r: CGRect) {
    scrollSuperlayers(to: r)
  }

  // MARK: Tree

  /// The layers below this one, from back to front; nil if there are none.
  ///
  /// Setting it removes the new ones from their superlayers. The second of two equal layers in the
  /// list is ignored.
  open var sublayers: [CALayer]? {
    get {
      if let presented { return presented.sublayers?.compactMap { $0.presentation() } }
      return children.isEmpty ? nil : children
    }
    set { setChildren(newValue ?? []) }
  }

  /// The layer that this one is a sublayer of, or masks.
  open var superlayer: CALayer? { layerAbove }

  /// Adds a layer in front of the sublayers and removes it from its superlayer.
  open func addSublayer(_ layer: CALayer) {
    insert(layer, at: children.count)
  }

  /// Inserts a layer into the sublayers; an index beyond the end is the end.
  open func insertSublayer(_ layer: CALayer, at idx: UInt32) {
    insert(layer, at: Int(idx))
  }

  /// Inserts a layer directly behind a sublayer; behind all of them if there is no such sublayer.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insert(layer, at: sibling.flatMap { self.index(of: $0) } ?? 0)
  }

  /// Inserts a layer directly in front of a sublayer; in front of all of them if there is no such
  /// sublayer.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insert(layer, at: sibling.flatMap { self.index(of: $0) }.map { $0 + 1 } ?? children.count)
  }

  /// Replaces a sublayer by a layer; nothing happens if there is no such sublayer.
  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    guard oldLayer.parent === self, oldLayer !== newLayer else { return }
    insertSublayer(newLayer, above: oldLayer)
    oldLayer.removeFromSuperlayer()
  }

  /// Removes the layer from its superlayer; a mask, from the layer that it masks.
  open func removeFromSuperlayer() {
    leaveParent()
  }

  /// A layer whose alpha cuts this one, with its shadow and sublayers; nil, the default, means
  /// none.
  ///
  /// The mask lies in the coordinates of this layer's bounds and is drawn, laid out and animated
  /// like a sublayer, but is not visible itself. Where it is opaque this layer shows, where it is
  /// transparent this layer does not. The mask's own compositing filter does not count. A layer has
  /// one place: a sublayer, a mask or the root of a context is removed from there first. The
  /// `superlayer` of a mask is the layer that it masks.
  ///
  ///     let mask = CALayer()
  ///     mask.frame = layer.bounds.insetBy(dx: 10, dy: 10)
  ///     mask.backgroundColor = CGColor(gray: 0, alpha: 1)
  ///     mask.cornerRadius = 20
  ///     layer.mask = mask
  ///
  /// **Differences**: masks of masks work. A mask that contains this layer, or is this layer, is
  /// refused with a diagnostic, and the old mask stays.
  open var mask: CALayer? {
    get { presented?.maskLayer?.presentation() ?? maskLayer }
    set { setMask(newValue) }
  }

  // MARK: Layout

  /// Marks the sublayers to be laid out before the next commit.
  ///
  /// It is called when the bounds, the transform or the list of sublayers have changed. Requests
  /// during the layer's own layout are dropped.
  open func setNeedsLayout() {
    markLayout()
  }

  /// Returns whether the sublayers need layout.
  open func needsLayout() -> Bool { layout.isNeeded }

  /// Lays out the layer and all below it now, where needed.
  ///
  /// It starts at the highest superlayer that needs layout, in an unbroken line.
  open func layoutIfNeeded() {
    layOutNow()
  }

  /// Lays out the sublayers; it is called for layers that need it.
  ///
  /// The delegate does it; if it does not, `layoutManager` does. A subclass that overrides this
  /// replaces both.
  open func layoutSublayers() {
    if let delegate { delegate.layoutSublayers(of: self) } else { layOutWithManager() }
  }

  /// The layout manager of the sublayers, unless the delegate lays them out.
  open var layoutManager: (any CALayoutManager)? {
    get { layout.manager }
    set {
      layout.manager = newValue
      setNeedsLayout()
    }
  }

  /// The parts of the frame that follow the size of the superlayer; none by default.
  open var autoresizingMask: CAAutoresizingMask {
    get { layout.autoresizing ?? inheritedAutoresizing }
    set { layout.autoresizing = newValue }
  }

  /// Resizes the sublayers after the layer's size has changed.
  ///
  /// - Parameter size: The size that the bounds had before.
  open func resizeSublayers(withOldSize size: CGSize) {
    for layer in children { layer.resize(withOldSuperlayerSize: size) }
  }

  /// Adapts the frame to the superlayer's size, according to `autoresizingMask`.
  ///
  /// - Parameter size: The size that the superlayer's bounds had before.
  open func resize(withOldSuperlayerSize size: CGSize) {
    autoresize(from: size)
  }

  /// Returns the preferred size of the layer, in the superlayer's coordinates.
  ///
  /// The layout manager computes it; without one it is the size of `frame`.
  open func preferredFrameSize() -> CGSize {
    layout.manager?.preferredSize(of: self) ?? frame.size
  }

  /// The layer's relations to its siblings and superlayer, for the superlayer's
  /// `CAConstraintLayoutManager`; nil if there are none.
  open var constraints: [CAConstraint]? {
    get { layout.constraints }
    set {
      layout.constraints = newValue
      parent?.setNeedsLayout()
    }
  }

  /// Adds a relation to a sibling or to the superlayer.
  open func addConstraint(_ c: CAConstraint) {
    constraints = (constraints ?? []) + [c]
  }

  // MARK: Actions

  /// The delegate, which may choose the layer's actions.
  open weak var delegate: (any CALayerDelegate)? {
    get { LayerLock.with { state.delegate } }
    set { LayerLock.with { state.delegate = newValue } }
  }

  /// Actions by the names of events; NSNull stands for no action.
  open var actions: [String: any CAAction]? {
    get { storedActions }
    set { storedActions = newValue }
  }

  /// Returns the action for an event, such as the change of the property of that name; nil for
  /// none.
  ///
  /// The first one found counts: the delegate's, the one in `actions`, the one in the `actions` of
  /// the style, that of `defaultAction(forKey:)`, and, for an animatable property of a layer that
  /// is shown, a CABasicAnimation from its currently shown value. NSNull ends the search.
  open func action(forKey event: String) -> (any CAAction)? {
    findAction(event)
  }

  /// Returns the action for an event that all layers of the class have.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  // MARK: Animations

  /// Starts a copy of an animation; it replaces one with the same key.
  ///
  /// An animation with a duration of 0 takes that of the transaction. One with a begin time of 0
  /// begins when the layer's tree is committed.
  ///
  /// - Parameters:
  ///   - anim: The animation; it can be changed and added again afterwards.
  ///   - key: A name for finding or ending it; nil means none.
  open func add(_ anim: CAAnimation, forKey key: String?) {
    attachAnimation(anim, key)
  }

  /// Ends the animation with a key.
  open func removeAnimation(forKey key: String) {
    if let animation = attachedAnimation(named: key) { end(animation) }
  }

  /// Ends all animations of the layer.
  open func removeAllAnimations() {
    for animation in attachedAnimations { end(animation) }
  }

  /// Returns the keys of the layer's animations, in the order they were added; nil if there are
  /// none.
  open func animationKeys() -> [String]? {
    let keys = attachedAnimations.compactMap(\.name)
    return keys.isEmpty ? nil : keys
  }

  /// Returns the layer's own, immutable copy of the animation with a key.
  open func animation(forKey key: String) -> CAAnimation? {
    attachedAnimation(named: key)?.animation
  }

  // MARK: Presentation

  /// Returns a copy of the layer with the values that it shows now; nil if it was never committed.
  ///
  /// Its superlayer and sublayers are presentation layers too.
  open func presentation() -> Self? {
    makePresentation()
  }

  /// Returns the layer that a presentation layer shows; the layer itself if it is not one.
  open func model() -> Self {
    presented as? Self ?? self
  }

  // MARK: Archiving

  /// Whether archives of the class are safe to read; true unless a subclass overrides it.
  open class var supportsSecureCoding: Bool { true }

  /// Archives the layer and all below it.
  ///
  /// An archive has every property, the contents, the sublayers, the animations and the values of
  /// all custom keys for which `shouldArchiveValue(forKey:)` is true; not the superlayer and the
  /// delegate.
  ///
  ///     let data = try NSKeyedArchiver.archivedData(
  ///       withRootObject: layer, requiringSecureCoding: true)
  ///     let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
  ///
  /// A subclass must be a class at the top level of its module, and not private: archives find
  /// classes by their names.
  ///
  /// **Differences**: archives of Apple's systems are not read, nor these by them. Values of custom
  /// keys are numbers, strings, dates, URLs, data, structs, colours, paths, images, layers,
  /// animations, and lists and dictionaries of such; other objects only without secure coding.
  /// Values that cannot be archived are left out, with a diagnostic.
  ///
  /// - Parameter coder: A keyed archiver.
  open func encode(with coder: NSCoder) {
    encodeState(with: coder)
  }

  /// Whether `encode(with:)` writes the value of a key: if it differs from that of a new layer.
  ///
  /// It is true for `allowsEdgeAntialiasing`, `allowsGroupOpacity`, `cornerCurve` and
  /// `contentsFormat` of every layer. Subclasses override it to leave out derived values, and call
  /// super for other keys.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    differsFromClass(key) || isAlwaysArchived(key)
  }

  // MARK: Text

  /// The class and the address.
  open override var description: String { shortText }

  /// The layer and all below it with their values that are not the default, one line for each
  /// layer; numbers have six significant digits.
  open override var debugDescription: String { treeText }

  // MARK: Key-value coding

  /// Returns the value of a property, or of a custom key; nil if there is none.
  ///
  /// Numbers and truth values are NSNumbers, so that `as? Double` and `as? Bool` work.
  open func value(forKey key: String) -> Any? {
    keyedValue(key)
  }

  /// Sets a property or a custom key; nil restores the default.
  ///
  /// A value of the wrong type for a property changes nothing and gives a diagnostic.
  open func setValue(_ value: Any?, forKey key: String) {
    setKeyedValue(value, key)
  }

  /// Returns the value of a key or of a member of it: `position.x`, `bounds.size.width`,
  /// `transform.rotation.z`.
  open func value(forKeyPath keyPath: String) -> Any? {
    pathValue(keyPath)
  }

  /// Sets a key or a member of it; the other members stay.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    setPathValue(value, keyPath)
  }

  /// Returns the default value of a key; nil for a default that is zero, false or empty by default.
  ///
  /// `contentsHeadroom`, `wantsExtendedDynamicRangeContent` and `drawsAsynchronously` have one all
  /// the same. Subclasses override it for keys of their own, or to change the default of a
  /// property.
  open class func defaultValue(forKey key: String) -> Any? {
    keysWithZeroDefault.contains(key) ? tableDefault(key) : Bridge.nonzero(tableDefault(key))
  }

  // MARK: Timing

  /// The length of one cycle, in seconds of the layer's own time; infinite by default, and for 0.
  open var duration: CFTimeInterval {
    get { number(.duration) }
    set { set(.duration, .number(newValue)) }
  }

  /// The number of cycles; 0, the default, is treated as 1.
  open var repeatCount: Float {
    get { Float(number(.repeatCount)) }
    set { set(.repeatCount, .number(Double(newValue))) }
  }

  /// The number of seconds of its own time that the layer exists; 0, the default, means that
  /// `repeatCount` applies.
  open var repeatDuration: CFTimeInterval {
    get { number(.repeatDuration) }
    set { set(.repeatDuration, .number(newValue)) }
  }

  /// Whether time runs back after each `duration`; false by default.
  open var autoreverses: Bool {
    get { bool(.autoreverses) }
    set { set(.autoreverses, .bool(newValue)) }
  }

  /// The state shown before the start and after the end; `removed`, nothing, by default.
  open var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(rawValue: name(.fillMode)) }
    set { setName(.fillMode, newValue.rawValue) }
  }
}
