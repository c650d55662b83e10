// Layers with filters: the grid of their pictures, and the pixels that their filters touch.
// Licensed under the MIT license; see LICENSE.
//
// Filters run in the layer's own space, in a picture whose pixels are as large as the output's.
// Then the picture is drawn like an image, moved, turned or in perspective. So a layer that moves
// by whole pixels, turns, or changes its scale a little is not filtered again.

import QuartzMath
import QuartzModel

/// The pixels of a picture of a layer, in the layer's space.
struct PictureGrid {
  /// Pixels for each point.
  let scale: Double
  /// The position of the bounds' origin in the picture, in pixels; below 1.
  private let offset: SIMD2<Double>

  /// The largest scale of a picture that is made for the output.
  private static let largestScale = 16.0
  private static let smallestScale = 1.0 / 64

  /// The layer's own corner is a pixel's.
  init(scale: Double, offset: SIMD2<Double> = .zero) { (self.scale, self.offset) = (scale, offset) }

  /// The grid on which a layer is as fine as on the output.
  ///
  /// Upright layers have the output's own pixels, unless their scale is an odd one, as in an
  /// animation: scales other than quarters are rounded up to a quarter of an octave.
  init(for bounds: Rect, _ world: Homography) {
    let middle = Point(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)
    guard let turned = world.scale(at: middle.x, middle.y) else {
      self.init(scale: 1)
      return
    }
    let exact = world.isUpright ? max(abs(world.row1.x), abs(world.row2.y)) : turned
    guard exact.isFinite, exact > 0 else {
      self.init(scale: 1)
      return
    }
    let limited = min(max(exact, PictureGrid.smallestScale), PictureGrid.largestScale)
    let isQuarter = limited * 4 == (limited * 4).rounded()
    let scale = isQuarter ? limited : PictureGrid.step(above: limited)
    // Mirrored axes have the output's own pixels, too, counted backwards.
    let axes = SIMD2(world.row1.x, world.row2.y)
    guard world.isUpright, abs(axes.x) == scale, abs(axes.y) == scale else {
      self.init(scale: scale)
      return
    }
    let corner = world.transform(bounds.x, bounds.y)
    let position = SIMD2(corner.x, corner.y) * axes / scale
    let part = position - position.rounded(.down)
    // Less than a thousandth of a pixel does not show.
    self.init(
      scale: scale,
      offset: part.replacing(with: 0, where: part .< 0.001 .| part .> 0.999)
    )
  }

  /// The next quarter of an octave.
  private static func step(above scale: Double) -> Double {
    var step = 1.0
    while step > scale { step /= 2 }
    while step < scale { step *= quarter }
    return step
  }

  /// The fourth root of 2.
  private static let quarter = 1.189207115002721

  /// The layer's space -> the picture's pixels.
  func map(of bounds: Rect) -> Homography {
    .translation(-bounds.x, -bounds.y) * .scale(scale, scale) * .translation(offset.x, offset.y)
  }

  func inverseMap(of bounds: Rect) -> Homography {
    .translation(-offset.x, -offset.y) * .scale(1 / scale, 1 / scale)
      * .translation(bounds.x, bounds.y)
  }
}

extension LayerStylePointer {
  /// The filters of all that the layer draws, or nil.
  var filters: FilterList? {
    // Those of a backdrop layer are for what lies behind it.
    guard pointee.hasFilters, pointee.layerClass != .backdrop else { return nil }
    return pointee.filters
  }

  /// The filters of what lies behind the layer, or nil.
  var backdropFilters: FilterList? {
    if pointee.layerClass == .backdrop { return pointee.hasFilters ? pointee.filters : nil }
    return pointee.hasBackgroundFilters ? pointee.backgroundFilters : nil
  }
}

extension NodePlacer {
  /// Lowers the filters of a layer, and returns the pixels of the result.
  mutating func filteredExtent(
    _ index: NodeIndex,
    _ style: LayerStylePointer,
    _ body: PixelRect
  ) -> PixelRect {
    guard let list = style.filters else { return body }
    let node = table.nodes[index]
    let bounds = Shape(style.pointee.bounds, radii: .zero, world: node.world)?.bounds ?? body
    let target = LoweringTarget(
      scale: node.world.pixelScale(in: style.pointee.bounds),
      bounds: bounds,
      limit: output.largestSurface(around: body),
      isTurned: node.flags.isTurned(in: node.world)
    )
    let key = FilterStore.Key(slot: node.slot, instance: node.instance, use: .layer)
    let chain = self.filters.chain(list, of: body, in: target, for: key)
    table.filterChains[index] = chain
    return chain.frame
  }
}

extension NodeTable {
  /// A layer's space -> the pixels of the surface that it is drawn into, its picture included.
  func outerWorld(_ index: NodeIndex) -> Homography {
    let node = nodes[index]
    return node.raster == .none ? node.world : node.world * rasters[node.raster].world
  }
}

extension NodeFlags {
  /// Whether a layer's upper side is at the greatest row of the space that a map leads to.
  func isTurned(in world: Homography) -> Bool { contains(.flipped) == (world.row2.y > 0) }
}

extension Homography {
  /// Pixels for each point, around the middle of a rectangle; 1 where there is no such number.
  func pixelScale(in bounds: Rect) -> Double {
    let middle = Point(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)
    guard let scale = scale(at: middle.x, middle.y) else { return 1 }
    return scale.isFinite && scale > 0 ? scale : 1
  }
}
