// The visible part of a tiled layer on an output, and its scale.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzRaster

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
    var part = VisiblePart(rect: CGRect(below.rect(.bounds).standardized))
    var map = Homography.identity
    // The matrix out of layers whose sublayers are not flattened.
    var solid = Matrix4x4.identity
    var model: CALayer = self
    while model !== output.root {
      if below.isHidden { return nil }
      part.spread(by: below.spread(on: output), at: map * Homography(flattening: solid))
      let above = model.parent?.shown(at: time)
      solid = solid * LayerSpace(below, in: above).matrix
      if above?.keepsDepth != true {
        map = map * Homography(flattening: solid)
        solid = .identity
      }
      guard let parent = model.parent, let above else { break }
      if above.masksToBounds, !above.keepsDepth {
        let clip = CGRect(above.rect(.bounds).standardized)
        guard part.narrow(to: clip, map) else { return nil }
      }
      (model, below) = (parent, above)
    }
    map = map * Homography(flattening: solid) * output.pixels
    let frame = CGRect(x: 0, y: 0, width: output.width, height: output.height)
    guard part.narrow(to: frame, map) else { return nil }
    let rect = Rect(part.rect)
    guard !part.rect.isNull, rect.isFinite, rect.width > 0, rect.height > 0 else { return nil }
    return TileView(visible: rect, pixelsPerPoint: map.largestScale(in: rect))
  }
}

/// The part of a tiled layer that shows, narrowed by what lies around the layer.
private struct VisiblePart {
  /// In the tiled layer's space.
  var rect: CGRect
  /// The superlayers that show parts in other places, the lowest first: the map from the tiled
  /// layer to each, and how far parts get there.
  private var spreads: [(map: Homography, distance: Double)] = []

  init(rect: CGRect) { self.rect = rect }

  mutating func spread(by distance: Double, at map: Homography) {
    if distance > 0 { spreads.append((map, distance)) }
  }

  /// Narrows the part to what gets into a rectangle of another space.
  ///
  /// - Parameter map: From the tiled layer to that space.
  /// - Returns: Whether there is a way back from there.
  mutating func narrow(to clip: CGRect, _ map: Homography) -> Bool {
    var (clip, map) = (clip, map)
    for spread in spreads.reversed() {
      guard let inverse = map.inverse else { return false }
      clip = (inverse * spread.map).boundingBox(of: clip)
        .insetBy(dx: -spread.distance, dy: -spread.distance)
      map = spread.map
    }
    guard let inverse = map.inverse else { return false }
    rect = rect.intersection(inverse.boundingBox(of: clip))
    return true
  }
}

extension CALayer {
  /// How far from its place a part of the layer may show, in points: by filters, a shadow, copies.
  ///
  /// Copies, and filters that are no blurs and leave pixels not in their places, get as far as the
  /// output is large.
  fileprivate final func spread(on output: TileOutput) -> Double {
    let farthest = Double(max(output.width, output.height))
    if self is CAReplicatorLayer { return farthest }
    var distance = 0.0
    if case .filters(let list) = values.value(.filters) {
      let context = FilterContext.layer(scale: 1, bounds: .empty)
      for filter in list.filters where filter.isEnabled {
        switch FilterCatalog.step(for: filter, in: context) {
        case .matrix, .color, .crop, .join: break
        case .blur(let blur):
          distance += Double(BlurExtent.filter(sigma: max(blur.sigmaX, blur.sigmaY)))
        case .transform, nil: return farthest
        }
      }
    }
    if shadowOpacity > 0 {
      let offset = max(abs(shadowOffset.width), abs(shadowOffset.height))
      distance += offset + Double(BlurExtent.filter(sigma: shadowRadius))
    }
    return min(distance, farthest)
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
