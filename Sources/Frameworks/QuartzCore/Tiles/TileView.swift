// The visible part of a tiled layer on an output, and its scale.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath
import QuartzModel

/// The visible part of a layer on an output, and its scale.
struct TileView {
  /// A rectangle of the layer's own space, in points, around the visible part.
  var visible: Rect
  /// The output's pixels per point, at the place and in the direction with the most.
  var pixelsPerPoint: Double
}

/// The output that a layer is shown on.
struct TileOutput {
  /// The layer whose space the output shows; nil is the space around the root.
  var root: CALayer?
  /// From that space to pixels.
  var pixels: Homography
  var width: Int
  var height: Int
}

extension TileOutput {
  /// Creates an output that is all of a context's.
  init(_ configuration: ContextConfiguration) {
    let scale = configuration.scale
    let height = Double(configuration.height)
    pixels = Homography(
      SIMD3(scale, 0, 0),
      SIMD3(0, configuration.isYUp ? -scale : scale, 0),
      SIMD3(0, configuration.isYUp ? height : 0, 1)
    )
    (width, self.height) = (configuration.width, configuration.height)
  }
}

extension CALayer {
  /// Returns the layer with its values at a time of its context's clock, or its model values.
  fileprivate final func shown(at time: Double?) -> CALayer {
    guard let time, !attachedAnimations.isEmpty else { return self }
    return makePresentation(at: time) ?? self
  }

  /// Whether a superlayer or the layer itself moves, or may move.
  final var isMoving: Bool {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    var node: CALayer? = self
    while let layer = node {
      if layer.attachedAnimations.contains(where: { !$0.hasEnded }) { return true }
      node = layer.parent
    }
    return false
  }
}

extension CATiledLayer {
  /// Returns the layer's bounds at a time, with a size that is not negative.
  final func shownBounds(at time: Double?) -> Rect {
    guard let time, !attachedAnimations.isEmpty, let copy = makePresentation(at: time) else {
      return rect(.bounds).standardized
    }
    return copy.rect(.bounds).standardized
  }

  /// Returns the visible part of the layer on an output at a time, or with its model values; nil if
  /// nothing shows.
  final func view(on output: TileOutput, at time: Double?) -> TileView? {
    var below = shown(at: time)
    var visible = CGRect(below.rect(.bounds).standardized)
    var map = Homography.identity
    // The matrix out of layers whose sublayers are not flattened.
    var solid = Matrix4x4.identity
    var model: CALayer = self
    while model !== output.root {
      if below.isHidden { return nil }
      let above = model.parent?.shown(at: time)
      solid = solid * LayerSpace(below, in: above).matrix
      if above?.keepsDepth != true {
        map = map * Homography(flattening: solid)
        solid = .identity
      }
      guard let parent = model.parent, let above else { break }
      if above.masksToBounds, !above.keepsDepth {
        guard let inverse = map.inverse else { return nil }
        let clip = CGRect(above.rect(.bounds).standardized)
        visible = visible.intersection(inverse.boundingBox(of: clip))
      }
      (model, below) = (parent, above)
    }
    map = map * Homography(flattening: solid) * output.pixels
    guard let inverse = map.inverse else { return nil }
    let frame = CGRect(x: 0, y: 0, width: output.width, height: output.height)
    visible = visible.intersection(inverse.boundingBox(of: frame))
    let rect = Rect(visible)
    guard !visible.isNull, rect.isFinite, rect.width > 0, rect.height > 0 else { return nil }
    return TileView(visible: rect, pixelsPerPoint: map.largestScale(in: rect))
  }
}

extension Homography {
  /// The largest scale factor over all directions, at the corners and the middle of a rectangle;
  /// points that are not in front of the eye are left out.
  fileprivate func largestScale(in rect: Rect) -> Double {
    var largest = 0.0
    let corners = [
      Point(rect.minX, rect.minY), Point(rect.maxX, rect.minY), Point(rect.minX, rect.maxY),
      Point(rect.maxX, rect.maxY), Point(rect.x + rect.width / 2, rect.y + rect.height / 2),
    ]
    for corner in corners {
      let image = transform(corner.x, corner.y)
      guard image.z > 0 else { continue }
      let (x, y) = (image.x / image.z, image.y / image.z)
      // The derivatives of the image by x and by y.
      let a = SIMD2(row1.x - x * row1.z, row1.y - y * row1.z) / image.z
      let b = SIMD2(row2.x - x * row2.z, row2.y - y * row2.z) / image.z
      // The larger singular value of the matrix with these rows.
      let (aa, bb, ab) = ((a * a).sum(), (b * b).sum(), (a * b).sum())
      let root = ((aa - bb) * (aa - bb) + 4 * ab * ab).squareRoot()
      let scale = ((aa + bb + root) / 2).squareRoot()
      if scale.isFinite { largest = max(largest, scale) }
    }
    return largest
  }
}
