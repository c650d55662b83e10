// The style of one layer at a moment, flat: model values with presentation values over them.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// The values of one layer that decide its picture, each with its type.
///
/// A style stays in one place, the planner's column; the compiler prevents copies. Styles are read
/// by the hundred thousand, so values that only few layers have are in `details`.
package struct LayerStyle: ~Copyable {
  /// In the layer's own space, points; width and height are not negative.
  package private(set) var bounds = Rect.zero
  package private(set) var position = Point.zero
  package private(set) var anchorPoint = Point(0.5, 0.5)
  package private(set) var zPosition = 0.0
  package private(set) var anchorPointZ = 0.0
  package private(set) var opacity = 1.0
  package private(set) var cornerRadius = 0.0
  package private(set) var borderWidth = 0.0
  package private(set) var backgroundColor: Color?
  package private(set) var layerClass = LayerClass.layer
  package private(set) var isHidden = false
  package private(set) var isDoubleSided = true
  package private(set) var isGeometryFlipped = false
  package private(set) var masksToBounds = false
  package private(set) var allowsGroupOpacity = true
  package private(set) var maskedCorners = CornerMask(rawValue: 15)
  package private(set) var minificationFilter = ContentsFilter.linear
  package private(set) var magnificationFilter = ContentsFilter.linear
  package private(set) var contentsGravity = ContentsGravity.resize
  package private(set) var contents = ImageID.none
  /// 0...1.
  package private(set) var shadowOpacity = 0.0
  package private(set) var hasShadowPath = false
  package private(set) var shouldRasterize = false
  package private(set) var cornerCurve = CornerCurve.circular
  package private(set) var compositingMode = CompositingMode.normal
  /// The edges that are anti-aliased; `.all` unless the layer says otherwise.
  package private(set) var softEdges = EdgeMask.all
  package private(set) var allowsSoftEdges = true
  /// Whether the layer's matrices count; without it they are the identity.
  package private(set) var hasTransform = false
  package private(set) var hasSublayerTransform = false
  /// Whether every number that places the layer is in the range that can be drawn.
  package private(set) var isInCoordinateRange = true

  // The details that are read for every layer.
  package private(set) var hasPattern = false
  package private(set) var hasFilters = false
  package private(set) var hasBackgroundFilters = false
  package private(set) var isFading = false
  package private(set) var isInTransition = false
  /// Whether the contents are moved, turned or scaled in the layer.
  package private(set) var hasContentsTransform = false
  /// The values that few layers have: the style's own, or blank ones that all other styles share.
  package private(set) var details: UnsafeMutablePointer<LayerDetails>

  /// The style of a layer none of whose values was set.
  ///
  /// - Parameter blank: Details of such a layer, which live as long as all styles.
  package init(details blank: UnsafeMutablePointer<LayerDetails>) {
    details = blank
  }

  /// Follows its own details to where they were moved.
  package mutating func moveDetails(to storage: UnsafeMutablePointer<LayerDetails>) {
    details = storage
  }

  /// Takes over the values of a slot as the tree was last evaluated.
  ///
  /// Must be blank, as `init()` makes it.
  ///
  /// - Parameters:
  ///   - matrices: Set where they count, left alone where they do not.
  ///   - storage: Memory for details, which is initialised only if the layer has some.
  package mutating func read(
    _ tree: LayerTree,
    _ slot: Int32,
    _ matrices: inout LayerMatrices,
    details storage: UnsafeMutablePointer<LayerDetails>
  ) {
    tree.models[Int(slot)].forEach { set($0, $1, &matrices, storage) }
    for index in tree.presentationRange(of: slot) {
      let property = tree.presentation[index].property
      let value = tree.animatedValue(at: index)
      // Transforms take a way of their own so that no box is made for them every frame.
      if case .transform(let matrix) = value {
        setTransform(property, matrix, &matrices)
      } else if case .crossFade(let from, let to, let fraction) = value, property == .contents {
        contents = to
        isFading = true
        change(storage) { $0.fadingContents = (from, fraction) }
      } else if case .names(let from, let to, let fraction) = value,
        property == .preferredDynamicRange
      {
        let ends = (DynamicRange(rawValue: from), DynamicRange(rawValue: to))
        changeLight(storage) {
          $0.range = ends.0 ?? .standard
          ($0.end, $0.fraction) = (ends.1 ?? .standard, fraction)
        }
      } else {
        set(property, value.propertyValue, &matrices, storage)
      }
    }
    if tree.isAnimated(slot), let transition = tree.transition(of: slot) {
      isInTransition = true
      change(storage) { $0.transition = transition }
    }
    if tree.isOutOfTime(slot) { isHidden = true }
    layerClass = tree.classes[Int(slot)]
    bounds = bounds.standardized
    // One comparison for all of them: NaN is not less than anything.
    let reach =
      abs(bounds.x) + abs(bounds.y) + bounds.width + bounds.height + abs(position.x)
      + abs(position.y) + abs(anchorPoint.x) + abs(anchorPoint.y)
    isInCoordinateRange =
      reach.isInCoordinateRange && (zPosition + anchorPointZ).isFinite
      && (!hasTransform || matrices.transform.isInCoordinateRange)
      && (!hasSublayerTransform || matrices.sublayerTransform.isInCoordinateRange)
  }

  /// Changes the style's own details, which are blank before the first change.
  @inline(__always)
  private mutating func change(
    _ storage: UnsafeMutablePointer<LayerDetails>,
    _ body: (inout LayerDetails) -> Void
  ) {
    if details != storage {
      // Bounds: both are one element; the caller keeps `storage` for this style.
      storage.initialize(from: details, count: 1)
      details = storage
    }
    body(&storage.pointee)
  }

  /// Changes the layer's wishes for brightness; those of most layers are blank.
  private mutating func changeLight(
    _ storage: UnsafeMutablePointer<LayerDetails>,
    _ body: (inout LayerLight) -> Void
  ) {
    var light = details.pointee.light ?? LayerLight()
    body(&light)
    change(storage) { $0.light = light }
  }

  private mutating func setTransform(
    _ id: PropertyID,
    _ matrix: Matrix4x4,
    _ matrices: inout LayerMatrices
  ) {
    if id == .transform {
      hasTransform = !matrix.isIdentity
      matrices.transform = matrix
    } else if id == .sublayerTransform {
      hasSublayerTransform = !matrix.isIdentity
      matrices.sublayerTransform = matrix
    }
  }

  // Long because: the table of all fields, one line for each.
  @inline(__always)
  private mutating func set(
    _ id: PropertyID,
    _ value: PropertyValue,
    _ matrices: inout LayerMatrices,
    _ storage: UnsafeMutablePointer<LayerDetails>
  ) {
    switch id {
    case .bounds: bounds = value.rect ?? bounds
    case .position: position = value.point ?? position
    case .zPosition: zPosition = value.number ?? 0
    case .anchorPoint: anchorPoint = value.point ?? anchorPoint
    case .anchorPointZ: anchorPointZ = value.number ?? 0
    case .transform, .sublayerTransform:
      if let matrix = value.transform { setTransform(id, matrix, &matrices) }
    case .hidden: isHidden = value.bool ?? false
    case .doubleSided: isDoubleSided = value.bool ?? true
    case .geometryFlipped: isGeometryFlipped = value.bool ?? false
    case .masksToBounds: masksToBounds = value.bool ?? false
    case .contents: contents = value.image ?? .none
    case .contentsRect: change(storage) { $0.contentsRect = value.rect ?? .unit }
    case .contentsGravity:
      contentsGravity = value.name.flatMap { ContentsGravity(rawValue: $0) } ?? .resize
    case .contentsScale: change(storage) { $0.contentsScale = value.finiteNumber ?? 0 }
    case .minificationFilter:
      minificationFilter = value.name.flatMap { ContentsFilter(rawValue: $0) } ?? .linear
    case .magnificationFilter:
      magnificationFilter = value.name.flatMap { ContentsFilter(rawValue: $0) } ?? .linear
    case .backgroundColor:
      backgroundColor = value.finiteColor
      if value.pattern != nil || hasPattern {
        hasPattern = value.pattern != nil
        change(storage) { $0.backgroundPattern = value.pattern }
      }
    case .cornerRadius: cornerRadius = value.finiteNumber ?? 0
    case .maskedCorners:
      maskedCorners = CornerMask(rawValue: UInt8(truncatingIfNeeded: value.integer ?? 15))
    case .borderWidth: borderWidth = value.finiteNumber ?? 0
    case .borderColor:
      change(storage) { details in
        details.borderColor = value.finiteColor
        details.borderPattern = value.pattern
      }
    case .opacity: opacity = min(max(value.finiteNumber ?? 0, 0), 1)
    case .allowsGroupOpacity: allowsGroupOpacity = value.bool ?? true
    case .contentsMultiplyColor: change(storage) { $0.contentsMultiplyColor = value.color }
    case .contentsCenter: change(storage) { $0.contentsCenter = value.rect ?? .unit }
    case .contentsTransform:
      let matrix = value.transform ?? .identity
      if matrix == .identity && !hasContentsTransform { break }
      hasContentsTransform = matrix != .identity && matrix.isFinite
      change(storage) { $0.contentsTransform = Homography(flattening: matrix) }
    case .minificationFilterBias:
      change(storage) { $0.minificationFilterBias = value.finiteNumber ?? 0 }
    case .shadowColor: change(storage) { $0.shadowColor = value.finiteColor }
    case .shadowOpacity: shadowOpacity = min(max(value.finiteNumber ?? 0, 0), 1)
    case .shadowOffset: change(storage) { $0.shadowOffset = value.size ?? .zero }
    case .shadowRadius: change(storage) { $0.shadowRadius = max(value.number ?? 0, 0) }
    case .shadowPath: hasShadowPath = value.path != nil
    case .cornerCurve: cornerCurve = value.name.flatMap { CornerCurve(rawValue: $0) } ?? .circular
    case .shouldRasterize: shouldRasterize = value.bool ?? false
    case .rasterizationScale: change(storage) { $0.rasterizationScale = value.number ?? 1 }
    case .edgeAntialiasingMask:
      softEdges = EdgeMask(rawValue: UInt8(truncatingIfNeeded: value.integer ?? 15) & 15)
    case .allowsEdgeAntialiasing: allowsSoftEdges = value.bool ?? true
    case .compositingFilter:
      compositingMode = value.name.flatMap { CompositingMode(rawValue: $0) } ?? .normal
    case .filters:
      let list = value.filters?.drawable
      if list == nil && !hasFilters { break }
      hasFilters = list != nil
      change(storage) { $0.filters = list }
    case .backgroundFilters:
      let list = value.filters?.drawable
      if list == nil && !hasBackgroundFilters { break }
      hasBackgroundFilters = list != nil
      change(storage) { $0.backgroundFilters = list }
    case .backdropScale: change(storage) { $0.backdropScale = value.finiteNumber ?? 1 }
    case .backdropGroup: change(storage) { $0.backdropGroup = value.string }
    case .backdropBleed: change(storage) { $0.backdropBleed = value.finiteNumber ?? 0 }
    case .opaque, .name, .remoteClientId: break
    // The tree has worked them into its times, and hides layers that are not in theirs.
    case .beginTime, .timeOffset, .speed, .duration, .repeatCount, .repeatDuration, .autoreverses,
      .fillMode:
      break
    case .toneMapMode:
      let mode = value.name.flatMap { ToneMapMode(rawValue: $0) } ?? .automatic
      changeLight(storage) { $0.mode = mode }
    case .preferredDynamicRange:
      let range = value.name.flatMap { DynamicRange(rawValue: $0) } ?? .standard
      changeLight(storage) { ($0.range, $0.end, $0.fraction) = (range, range, 0) }
    case .contentsHeadroom:
      let headroom = value.finiteNumber ?? 0
      changeLight(storage) { $0.headroom = headroom >= 1 ? headroom : 0 }
    case .wantsExtendedDynamicRangeContent:
      changeLight(storage) { $0.wantsExtended = value.bool ?? false }
    // The planner reads the values of layer classes for layers of these classes alone.
    case .path, .fillColor, .fillRule, .strokeColor, .lineWidth, .lineCap, .lineJoin, .miterLimit,
      .lineDashPattern, .lineDashPhase, .strokeStart, .strokeEnd, .colors, .locations, .startPoint,
      .endPoint, .type, .instanceCount, .instanceDelay, .instanceTransform, .preservesDepth,
      .instanceColor, .instanceRedOffset, .instanceGreenOffset, .instanceBlueOffset,
      .instanceAlphaOffset, .emitterCells, .emitterBirthRate, .emitterLifetime, .emitterPosition,
      .emitterZPosition, .emitterSize, .emitterDepth, .emitterShape, .emitterMode,
      .emitterRenderMode, .emitterPreservesDepth, .emitterVelocity, .emitterScale, .emitterSpin,
      .emitterSeed, .emitterBehaviors, .portalSource, .hidesSourceLayer, .matchesOpacity,
      .matchesPosition,
      .matchesTransform:
      break
    // Values that clients use for drawing or moving on their own.
    case .fontSize, .foregroundColor, .wrapped, .alignmentMode, .truncationMode,
      .allowsFontSubpixelQuantization, .scrollMode, .tileSize, .levelsOfDetail,
      .levelsOfDetailBias:
      break
    }
  }
}

/// The values of a style that few layers have.
package struct LayerDetails {
  /// In the place of a background colour.
  package fileprivate(set) var backgroundPattern: PatternBox?
  /// In the place of a border's colour.
  package fileprivate(set) var borderPattern: PatternBox?
  /// Contents that fade into `contents`, of which so much shows already; nil where nothing fades.
  package fileprivate(set) var fadingContents: (image: ImageID, progress: Double)?
  /// The transition that the layer is in.
  package fileprivate(set) var transition: ResolvedTransition?
  package fileprivate(set) var contentsScale = 1.0
  package fileprivate(set) var contentsRect = Rect.unit
  package fileprivate(set) var contentsMultiplyColor: Color?
  package fileprivate(set) var borderColor: Color? = Color(0, 0, 0)
  package fileprivate(set) var contentsCenter = Rect.unit
  /// The map of the contents in the layer's space, about the middle of the bounds.
  package fileprivate(set) var contentsTransform = Homography.identity
  package fileprivate(set) var minificationFilterBias = 0.0
  package fileprivate(set) var shadowColor: Color? = Color(0, 0, 0)
  package fileprivate(set) var shadowOffset = Size(0, -3)
  package fileprivate(set) var shadowRadius = 3.0
  package fileprivate(set) var rasterizationScale = 1.0
  /// The filters of the layer with all that is in it, or nil.
  package fileprivate(set) var filters: FilterList?
  /// The filters of what lies behind the layer, or nil.
  package fileprivate(set) var backgroundFilters: FilterList?
  /// The resolution at which a backdrop layer takes in what lies behind, 1 for that of the output.
  package fileprivate(set) var backdropScale = 1.0
  /// Backdrop layers of one group take in what lies behind once, for all of them.
  package fileprivate(set) var backdropGroup: String?
  package fileprivate(set) var backdropBleed = 0.0
  /// The layer's wishes for brightness; nil if it has none.
  package fileprivate(set) var light: LayerLight?

  /// Those of a layer none of whose values was set.
  package init() {}
}

extension LayerStyle {
  package var backgroundPattern: PatternBox? { details.pointee.backgroundPattern }
  package var borderPattern: PatternBox? { details.pointee.borderPattern }
  package var fadingContents: (image: ImageID, progress: Double)? { details.pointee.fadingContents }
  package var transition: ResolvedTransition? { details.pointee.transition }
  package var contentsScale: Double { details.pointee.contentsScale }
  package var contentsRect: Rect { details.pointee.contentsRect }
  package var contentsMultiplyColor: Color? { details.pointee.contentsMultiplyColor }
  package var borderColor: Color? { details.pointee.borderColor }
  package var contentsCenter: Rect { details.pointee.contentsCenter }
  package var contentsTransform: Homography { details.pointee.contentsTransform }
  package var minificationFilterBias: Double { details.pointee.minificationFilterBias }
  package var shadowColor: Color? { details.pointee.shadowColor }
  package var shadowOffset: Size { details.pointee.shadowOffset }
  package var shadowRadius: Double { details.pointee.shadowRadius }
  package var rasterizationScale: Double { details.pointee.rasterizationScale }
  package var filters: FilterList? { details.pointee.filters }
  package var backgroundFilters: FilterList? { details.pointee.backgroundFilters }
  package var backdropScale: Double { details.pointee.backdropScale }
  package var backdropGroup: String? { details.pointee.backdropGroup }
  package var backdropBleed: Double { details.pointee.backdropBleed }
  package var light: LayerLight? { details.pointee.light }
}

/// The matrices of a layer, for the few that have some.
package struct LayerMatrices {
  package var transform: Matrix4x4
  package var sublayerTransform: Matrix4x4
}
