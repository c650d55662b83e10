// The maps between the coordinates of layers.
// Licensed under the MIT license; see LICENSE.
//
// Every layer is flat and is seen through its superlayer's plane, as it is drawn: its 4 x 4 matrix,
// with the superlayer's `sublayerTransform`, loses its z where it meets that plane. So the map from
// one layer to another is a homography. It goes up from plane to plane to the nearest common
// superlayer, then down again by the inverses, which project a point back onto the plane it came
// from. Layers above the common one do not matter, however they are turned. Only layers that keep
// the depth of their sublayers, transform layers, have no plane: matrices are multiplied through
// them.
//
//        common            up   = a · b       a, b: own plane -> superlayer's
//        ^    ^            down = (d · c)^-1
//      b |    | c
//        .    .
//      a ^    ^ d
//     from    to           p' = p · up · down

import CoreGraphics
import QuartzMath

/// The map from the coordinates of a layer to those of its superlayer.
struct LayerSpace {
  /// The matrix acts on points with z = 0; a greater z of the result is nearer to the viewer.
  let matrix: Matrix4x4

  /// Creates the map of a layer.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - superlayer: Its superlayer, or the layer it masks, whose `sublayerTransform` does not act
  ///     on it; nil for the root, whose space is the context's.
  init(_ layer: CALayer, in superlayer: CALayer?) {
    let geometry = LayerGeometry(layer)
    let bounds = layer.rect(.bounds).standardized
    var matrix = Matrix4x4.identity
    if layer.bool(.geometryFlipped) {
      matrix.row2.y = -1
      matrix.row4.y = bounds.y + bounds.y + bounds.height
    }
    matrix = matrix * .translation(-geometry.anchorPoint(in: bounds)) * geometry.transform
    let z = layer.number(.zPosition)
    matrix = matrix * .translation(geometry.position.x, geometry.position.y, z)
    if let superlayer, superlayer.values[.sublayerTransform] != nil, !layer.isMask {
      let anchor = LayerGeometry(superlayer).anchorPoint(
        in: superlayer.rect(.bounds).standardized
      )
      matrix =
        matrix * .translation(-anchor) * superlayer.matrix(.sublayerTransform)
        * .translation(anchor)
    }
    self.matrix = matrix
  }

  private init(_ matrix: Matrix4x4) {
    self.matrix = matrix
  }

  /// Creates the map of a layer into the plane that it is drawn into: that of the nearest layer
  /// above that has one.
  init(toPlane layer: CALayer) {
    var matrix = LayerSpace(layer, in: layer.layerAbove).matrix
    var node = layer.layerAbove
    while let above = node, above.keepsDepth {
      matrix = matrix * LayerSpace(above, in: above.layerAbove).matrix
      node = above.layerAbove
    }
    self.init(matrix)
  }

  /// The map from plane to plane.
  var map: Homography { Homography(flattening: matrix) }

  /// Returns the point of the layer's plane that shows at a point of the superlayer's.
  ///
  /// - Returns: The point; nil if there is none in front of the eye, or all of the plane is seen
  ///   from its edge.
  func point(at pointInSuperlayer: Point) -> Point? {
    guard let inverse = map.inverse else { return nil }
    let image = inverse.transform(pointInSuperlayer.x, pointInSuperlayer.y)
    guard image.z > 0 else { return nil }
    return Point(image.x / image.z, image.y / image.z)
  }

  /// Whether all of the layer's plane has the same depth.
  private var isParallel: Bool {
    matrix.row1.z == 0 && matrix.row2.z == 0 && matrix.row1.w == 0 && matrix.row2.w == 0
  }

  /// Returns the depth of a point of the layer's plane; greater is nearer to the viewer.
  ///
  /// Depths of turned planes are rounded to 1e-7 points, so that coinciding planes have equal
  /// depths although they are computed in different ways.
  func depth(at point: Point) -> Double {
    if isParallel { return matrix.row4.z / matrix.row4.w }
    let image = matrix.transform(SIMD4(point.x, point.y, 0, 1))
    return (image.z / image.w * 1e7).rounded() / 1e7
  }

  // MARK: From layer to layer

  /// Returns the map from the coordinates of one layer to those of another; nil if the other one is
  /// seen from its edge.
  ///
  /// A nil layer stands for the space around the root.
  static func map(from source: CALayer?, to target: CALayer?) -> Homography? {
    // A layer and the one around it need no look at those around both.
    if let source, let target {
      if let above = target.layerAbove, above.isSameLayer(as: source) {
        return product([target]).inverse
      }
      if let above = source.layerAbove, above.isSameLayer(as: target) { return product([source]) }
    }
    var up = path(from: source)
    var down = path(from: target)
    while let a = up.last, let b = down.last, a.isSameLayer(as: b) {
      up.removeLast()
      down.removeLast()
    }
    let rising = product(up)
    if down.isEmpty { return rising }
    return product(down).inverse.map { rising * $0 }
  }

  /// Returns the layer and its superlayers, from below.
  private static func path(from layer: CALayer?) -> [CALayer] {
    var path: [CALayer] = []
    var node = layer
    while let layer = node {
      path.append(layer)
      node = layer.layerAbove
    }
    return path
  }

  /// Returns the map through all layers of a path into the space around the last one.
  private static func product(_ path: [CALayer]) -> Homography {
    var product = Homography.identity
    var matrix = Matrix4x4.identity
    for (index, layer) in path.enumerated() {
      matrix = matrix * LayerSpace(layer, in: layer.layerAbove).matrix
      if index < path.count - 1, layer.layerAbove?.keepsDepth == true { continue }
      product = product * LayerSpace(matrix).map
      matrix = .identity
    }
    return product
  }
}

extension CALayer {
  /// Whether its sublayers lie in the same space as the layer itself.
  final var keepsDepth: Bool {
    switch type(of: self).layerClass {
    case .transform: true
    case .replicator: bool(.preservesDepth)
    case .layer, .shape, .gradient, .emitter, .text, .scroll, .tiled, .backdrop, .portal: false
    }
  }

  /// Whether both are the same layer, or presentations of it.
  fileprivate final func isSameLayer(as other: CALayer) -> Bool {
    (presented ?? self) === (other.presented ?? other)
  }
}

extension LayerGeometry {
  /// The anchor point in the layer's own space, in points.
  fileprivate func anchorPoint(in bounds: Rect) -> SIMD3<Double> {
    SIMD3(bounds.x + anchor.x * bounds.width, bounds.y + anchor.y * bounds.height, anchorZ)
  }
}

extension Matrix4x4 {
  fileprivate static func translation(_ vector: SIMD3<Double>) -> Matrix4x4 {
    .translation(vector.x, vector.y, vector.z)
  }
}

extension Homography {
  /// Returns the image of a point; NaN where there is none.
  func image(_ point: CGPoint) -> CGPoint {
    let image = transform(point.x, point.y)
    guard image.z != 0 else { return CGPoint(x: Double.nan, y: Double.nan) }
    return CGPoint(x: image.x / image.z, y: image.y / image.z)
  }

  /// Returns the bounding box of the image of a rectangle.
  ///
  /// - Returns: The box; infinite if part of the rectangle is behind the eye, null if all of it is
  ///   or its image is not finite.
  func boundingBox(of rect: CGRect) -> CGRect {
    let rect = Rect(rect).standardized
    if row1 == SIMD3(1, 0, 0), row2 == SIMD3(0, 1, 0), row3.z == 1 {
      return CGRect(x: rect.x + row3.x, y: rect.y + row3.y, width: rect.width, height: rect.height)
    }
    var low = SIMD2(repeating: Double.infinity)
    var high = -low
    var countInFront = 0
    for corner in 0..<4 {
      let x = corner & 1 == 0 ? rect.minX : rect.maxX
      let y = corner & 2 == 0 ? rect.minY : rect.maxY
      let image = transform(x, y)
      if image.z > 0 { countInFront += 1 }
      let point = SIMD2(image.x, image.y) / image.z
      guard !point.x.isNaN, !point.y.isNaN else { continue }
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    switch countInFront {
    case 0: return .null
    case 4 where (high - low).sum().isFinite:
      return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    default: return .infinite
    }
  }
}
