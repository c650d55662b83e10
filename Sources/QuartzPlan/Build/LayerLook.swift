// What one layer looks like at a moment, flat: model values with presentation values over them.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// The values of one layer that the planner reads.
///
/// Lives on the stack while its layer is planned.
struct LayerLook {
  /// In the layer's own space, points; width and height are not negative.
  var bounds = Rect.zero
  var position = Point.zero
  var zPosition = 0.0
  var anchorPoint = Point(0.5, 0.5)
  var anchorPointZ = 0.0
  /// Nil for the identity.
  var transform: Matrix4x4?
  var sublayerTransform: Matrix4x4?
  var isHidden = false
  var isDoubleSided = true
  var isGeometryFlipped = false
  var masksToBounds = false
  var contents = ImageID.none
  var contentsRect = Rect.unit
  var contentsGravity = ContentsGravity.resize
  var contentsScale = 1.0
  var minificationFilter = ContentsFilter.linear
  var magnificationFilter = ContentsFilter.linear
  var backgroundColor: Color?
  var cornerRadius = 0.0
  var maskedCorners = CornerMask(rawValue: 15)
  var borderWidth = 0.0
  var borderColor: Color? = .black
  var opacity = 1.0
  var allowsGroupOpacity = true
  var contentsMultiplyColor: Color?

  init() {}

  /// The look of a slot as the tree was last evaluated.
  init(_ tree: LayerTree, _ slot: Int32) {
    var look = LayerLook()
    tree.models[Int(slot)].forEach { look.set($0, $1) }
    for index in tree.presentationRange(of: slot) {
      look.set(tree.presentation[index])
    }
    look.bounds = look.bounds.standardized
    self = look
  }

  private mutating func set(_ presented: PresentationValue) {
    // Transforms take a way of their own so that no box is made for them every frame.
    if case .transform(let matrix, _) = presented.value {
      setTransform(presented.property, matrix)
    } else {
      set(presented.property, presented.value.propertyValue)
    }
  }

  private mutating func setTransform(_ id: PropertyID, _ matrix: Matrix4x4) {
    let value = matrix.isIdentity ? nil : matrix
    if id == .transform { transform = value }
    if id == .sublayerTransform { sublayerTransform = value }
  }

  private mutating func set(_ id: PropertyID, _ value: PropertyValue) {
    switch id {
    case .bounds: bounds = value.rect ?? bounds
    case .position: position = value.point ?? position
    case .zPosition: zPosition = value.number ?? 0
    case .anchorPoint: anchorPoint = value.point ?? anchorPoint
    case .anchorPointZ: anchorPointZ = value.number ?? 0
    case .transform, .sublayerTransform:
      if let matrix = value.transform { setTransform(id, matrix) }
    case .hidden: isHidden = value.bool ?? false
    case .doubleSided: isDoubleSided = value.bool ?? true
    case .geometryFlipped: isGeometryFlipped = value.bool ?? false
    case .masksToBounds: masksToBounds = value.bool ?? false
    case .contents: contents = value.image ?? .none
    case .contentsRect: contentsRect = value.rect ?? .unit
    case .contentsGravity:
      contentsGravity = value.name.flatMap { ContentsGravity(rawValue: $0) } ?? .resize
    case .contentsScale: contentsScale = value.number ?? 1
    case .minificationFilter:
      minificationFilter = value.name.flatMap { ContentsFilter(rawValue: $0) } ?? .linear
    case .magnificationFilter:
      magnificationFilter = value.name.flatMap { ContentsFilter(rawValue: $0) } ?? .linear
    case .backgroundColor: backgroundColor = value.color
    case .cornerRadius: cornerRadius = value.number ?? 0
    case .maskedCorners:
      maskedCorners = CornerMask(rawValue: UInt8(truncatingIfNeeded: value.integer ?? 15))
    case .borderWidth: borderWidth = value.number ?? 0
    case .borderColor: borderColor = value.color
    case .opacity: opacity = min(max(value.number ?? 1, 0), 1)
    case .allowsGroupOpacity: allowsGroupOpacity = value.bool ?? true
    case .contentsMultiplyColor: contentsMultiplyColor = value.color
    case .opaque, .name, .beginTime, .timeOffset, .speed: break
    }
  }

  // MARK: Derived

  /// The corner radius as drawn: clamped to half of the shorter side, 0 if it has no meaning.
  var radius: Double {
    let limit = min(bounds.width, bounds.height) / 2
    return cornerRadius > 0 ? min(cornerRadius, limit) : 0
  }

  /// The radii of the four corners, in the order of `CornerMask`'s bits.
  var radii: SIMD4<Double> {
    let radius = radius
    guard radius > 0 else { return .zero }
    return SIMD4(
      maskedCorners.contains(.minXMinY) ? radius : 0,
      maskedCorners.contains(.maxXMinY) ? radius : 0,
      maskedCorners.contains(.minXMaxY) ? radius : 0,
      maskedCorners.contains(.maxXMaxY) ? radius : 0
    )
  }

  /// Whether every number that places the layer has a meaning.
  var isFinite: Bool {
    let sum =
      bounds.x + bounds.y + bounds.width + bounds.height + position.x + position.y + zPosition
      + anchorPoint.x + anchorPoint.y + anchorPointZ
    return sum.isFinite && (transform?.isFinite ?? true) && (sublayerTransform?.isFinite ?? true)
  }

  var drawsBackground: Bool {
    guard let color = backgroundColor else { return false }
    return color.alpha > 0 && hasArea
  }

  var drawsContents: Bool { contents != .none && hasArea }

  var drawsBorder: Bool {
    guard borderWidth > 0, let color = borderColor else { return false }
    return color.alpha > 0 && hasArea
  }

  private var hasArea: Bool { bounds.width > 0 && bounds.height > 0 }

  /// The anchor point in the layer's own space, points.
  var anchor: SIMD3<Double> {
    SIMD3(
      bounds.x + anchorPoint.x * bounds.width,
      bounds.y + anchorPoint.y * bounds.height,
      anchorPointZ
    )
  }

  /// The map from the layer's own space to that of its superlayer's sublayers, before the
  /// superlayer's `sublayerTransform` and flip.
  var matrix: Matrix4x4 {
    let anchor = anchor
    guard let transform else {
      return .translation(
        position.x - anchor.x,
        position.y - anchor.y,
        zPosition - anchor.z
      )
    }
    var matrix = transform
    let moved = transform.row1 * -anchor.x + transform.row2 * -anchor.y
    matrix.row4 += moved + transform.row3 * -anchor.z
    return matrix * .translation(position.x, position.y, zPosition)
  }

  /// What the layer does to the space of its sublayers: sublayerTransform about the anchor point,
  /// then the flip about the middle of the bounds; nil for nothing.
  var sublayerMatrix: Matrix4x4? {
    guard sublayerTransform != nil || isGeometryFlipped else { return nil }
    var matrix = Matrix4x4.identity
    if let sublayerTransform {
      let anchor = anchor
      matrix =
        .translation(-anchor.x, -anchor.y, -anchor.z) * sublayerTransform
        * .translation(anchor.x, anchor.y, anchor.z)
    }
    if isGeometryFlipped {
      matrix =
        matrix * .scale(1, -1) * .translation(0, bounds.y + bounds.y + bounds.height)
    }
    return matrix
  }
}
