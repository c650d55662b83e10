// What one layer looks like at a moment, flat: model values with presentation values over them.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// The values of one layer that the planner reads.
///
/// It is large, so it lives in one place (`LookColumn`) and is only borrowed; the compiler sees to it.
struct LayerLook: ~Copyable {
  /// In the layer's own space, points; width and height are not negative.
  var bounds = Rect.zero
  var position = Point.zero
  var anchorPoint = Point(0.5, 0.5)
  var zPosition = 0.0
  var anchorPointZ = 0.0
  var opacity = 1.0
  var cornerRadius = 0.0
  var borderWidth = 0.0
  var backgroundColor: Color?
  var isHidden = false
  var isDoubleSided = true
  var isGeometryFlipped = false
  var masksToBounds = false
  var allowsGroupOpacity = true
  var maskedCorners = CornerMask(rawValue: 15)
  var minificationFilter = ContentsFilter.linear
  var magnificationFilter = ContentsFilter.linear
  var contentsGravity = ContentsGravity.resize
  var contents = ImageID.none
  var contentsScale = 1.0
  var contentsRect = Rect.unit
  var contentsMultiplyColor: Color?
  var borderColor: Color? = Color(0, 0, 0)
  /// Whether the layer's matrices count; without it they are the identity.
  var hasTransform = false
  var hasSublayerTransform = false
  /// Whether every number that places the layer has a meaning.
  private(set) var isFinite = true

  /// Takes over the values of a slot as the tree was last evaluated.
  ///
  /// - Parameter matrices: Set where they count, left alone where they do not.
  mutating func read(_ tree: LayerTree, _ slot: Int32, _ matrices: inout LayerMatrices) {
    self = LayerLook()
    tree.models[Int(slot)].forEach { set($0, $1, &matrices) }
    for index in tree.presentationRange(of: slot) {
      let presented = tree.presentation[index]
      // Transforms take a way of their own so that no box is made for them every frame.
      if case .transform(let matrix, _) = presented.value {
        setTransform(presented.property, matrix, &matrices)
      } else {
        set(presented.property, presented.value.propertyValue, &matrices)
      }
    }
    bounds = bounds.standardized
    let sum =
      bounds.x + bounds.y + bounds.width + bounds.height + position.x + position.y + zPosition
      + anchorPoint.x + anchorPoint.y + anchorPointZ
    isFinite =
      sum.isFinite && (!hasTransform || matrices.transform.isFinite)
      && (!hasSublayerTransform || matrices.sublayerTransform.isFinite)
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

  private mutating func set(
    _ id: PropertyID,
    _ value: PropertyValue,
    _ matrices: inout LayerMatrices
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
  func matrix(_ matrices: LayerMatrices) -> Matrix4x4 {
    let anchor = anchor
    var matrix = hasTransform ? matrices.transform : .identity
    let moved = matrix.row1 * -anchor.x + matrix.row2 * -anchor.y
    matrix.row4 += moved + matrix.row3 * -anchor.z
    return matrix * .translation(position.x, position.y, zPosition)
  }

  /// Whether the layer does something to the space of its sublayers.
  var hasSublayerMatrix: Bool { hasSublayerTransform || isGeometryFlipped }

  /// What the layer does to the space of its sublayers: sublayerTransform about the anchor point,
  /// then the flip about the middle of the bounds.
  func sublayerMatrix(_ matrices: LayerMatrices) -> Matrix4x4 {
    var matrix = Matrix4x4.identity
    if hasSublayerTransform {
      let anchor = anchor
      matrix =
        .translation(-anchor.x, -anchor.y, -anchor.z) * matrices.sublayerTransform
        * .translation(anchor.x, anchor.y, anchor.z)
    }
    if isGeometryFlipped {
      matrix =
        matrix * .scale(1, -1) * .translation(0, bounds.y + bounds.y + bounds.height)
    }
    return matrix
  }
}

/// The matrices of a layer, for the few that have some.
struct LayerMatrices {
  var transform: Matrix4x4
  var sublayerTransform: Matrix4x4
}
