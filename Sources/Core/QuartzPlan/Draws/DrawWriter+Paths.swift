// Shape layers: coverage of their paths, made for the pixels that they are seen on.
// Licensed under the MIT license; see LICENSE.
//
// In the plane of the output the path, or the line along it, is rasterised as it lies there. In
// perspective it becomes lines first, fine enough for the pixels where it is largest; lines stay
// lines, so they are brought to pixels point by point, and cut where they come too near to the eye.

import QuartzMath
import QuartzModel
import QuartzRaster

extension DrawWriter {
  /// Emits the path of a shape layer.
  mutating func emitPath(_ layer: DrawnLayer, _ tree: PlacedTree) {
    let node = layer.node
    guard !node.parts.isDisjoint(with: .path) else { return }
    let shape = tree.nodes.shapes[Int(node.classStyle)]
    for part in [NodeParts.fill, .stroke] where node.parts.contains(part) {
      if shape.pattern(part) != nil {
        emitPatterned(part, shape.bounds(part), layer)
      } else if let color = part == .fill ? shape.fillColor : shape.strokeColor {
        emitOutline(part, layer, layer.source(color, layer.totalOpacity), tree)
      }
    }
  }

  /// Emits the inside of a shape layer's path, or the line along it, in a premultiplied colour.
  mutating func emitOutline(
    _ part: NodeParts,
    _ layer: DrawnLayer,
    _ source: SIMD4<Float>,
    _ tree: PlacedTree
  ) {
    let node = layer.node
    let shape = tree.nodes.shapes[Int(node.classStyle)]
    let outline: CoverageKey.Outline =
      part == .fill ? .path(shape.path, shape.rule) : .stroke(shape.strokedPath, shape.style)
    emitOutline(outline, shape.bounds(part), layer, source)
  }

  /// Fills an outline as fine as pixels, in any plane.
  private mutating func emitOutline(
    _ outline: CoverageKey.Outline,
    _ bounds: Rect,
    _ layer: DrawnLayer,
    _ source: SIMD4<Float>
  ) {
    let (world, slot) = (layer.node.world, layer.node.slot)
    if world.isAffine { return emitCurve(outline, bounds, world, layer, source) }
    let room = meter.rest(of: .outlines) / PathRasterizer.stepsOfPoint
    do {
      guard let (flat, rule) = try outline.inPixels(bounds, world, mostPoints: room) else { return }
      let steps = flat.points.count * PathRasterizer.stepsOfPoint
      guard meter.spend(steps, of: .outlines, for: slot), let box = flat.boundsInRange else {
        return
      }
      emitCurve(.path(flat, rule), box, .identity, layer, source)
    } catch {
      meter.spend(.max, of: .outlines, for: slot)
    }
  }
}

extension CoverageKey.Outline {
  /// The outline as straight lines in pixels, for a plane in perspective; nil where it is not seen.
  ///
  /// - Parameters:
  ///   - bounds: Holds the outline, in its space.
  ///   - mostPoints: How many points it may have.
  /// - Throws: `TooManyPoints` if it has more.
  fileprivate func inPixels(
    _ bounds: Rect,
    _ world: Homography,
    mostPoints: Int
  ) throws(TooManyPoints) -> (Path, FillRule)? {
    guard let scale = world.largestScale(in: bounds) else { return nil }
    let tolerance = PathRasterizer.tolerance / scale
    switch self {
    case .path(let path, let rule):
      let lines = try path.flattened(tolerance: tolerance, mostPoints: mostPoints)
      return (lines.projected(world), rule)
    case .stroke(let path, let style):
      let line = try path.stroked(style, tolerance: tolerance, mostPoints: mostPoints)
      return (line.projected(world), .nonZero)
    case .rounded, .ring, .halfPlanes: return nil
    }
  }
}

extension Homography {
  /// Parts nearer to the eye than this share of the farthest part are cut.
  private static let nearest = 1e-3

  /// The least distance from the eye at which parts are drawn, if the farthest is at `farthest`.
  fileprivate static func cut(_ farthest: Double) -> Double { farthest * nearest }

  /// The most that a length in a rectangle grows on its way to pixels, nearly; nil if the rectangle
  /// is behind the eye.
  fileprivate func largestScale(in rect: Rect) -> Double? {
    let corners = [
      transform(rect.minX, rect.minY), transform(rect.maxX, rect.minY),
      transform(rect.minX, rect.maxY), transform(rect.maxX, rect.maxY),
    ]
    let farthest = corners.reduce(0) { max($0, $1.z) }
    guard farthest > 0 else { return nil }
    // Curves need not be finer than a sixteenth of the way to the eye shows them.
    let nearest = corners.reduce(farthest) { min($0, $1.z) }
    let depth = max(nearest, farthest / 16)
    let points = corners.map { SIMD2($0.x, $0.y) / max($0.z, depth) }
    let reach = points.reduce(0) { max($0, abs($1.x), abs($1.y)) }
    func length(_ row: SIMD3<Double>) -> Double {
      (abs(row.x) + abs(row.y) + reach * abs(row.z)) / depth
    }
    let scale = max(length(row1), length(row2))
    return scale > 0 && scale.isFinite ? scale : nil
  }
}

extension Path {
  /// A path of straight lines, brought to pixels and cut where it comes too near to the eye.
  ///
  /// Subpaths are closed: it is to be filled.
  fileprivate func projected(_ world: Homography) -> Path {
    var result = Path()
    var corners: [SIMD3<Double>] = []
    let farthest = points.reduce(0) { max($0, world.transform($1.x, $1.y).z) }
    let near = Homography.cut(farthest)
    func finish() {
      defer { corners.removeAll(keepingCapacity: true) }
      guard corners.count > 1, var last = corners.last else { return }
      var isFirst = true
      func add(_ h: SIMD3<Double>) {
        let point = Point(h.x / h.z, h.y / h.z)
        if isFirst { result.move(to: point) } else { result.line(to: point) }
        isFirst = false
      }
      for corner in corners {
        if (corner.z >= near) != (last.z >= near) {
          let share = (near - last.z) / (corner.z - last.z)
          var cut = last + (corner - last) * share
          cut.z = near
          add(cut)
        }
        if corner.z >= near { add(corner) }
        last = corner
      }
      if !isFirst { result.close() }
    }
    forEachStep { step in
      switch step {
      case .move(let to):
        finish()
        corners.append(world.transform(to.x, to.y))
      case .line(_, let to): corners.append(world.transform(to.x, to.y))
      case .close(_, let to):
        finish()
        corners.append(world.transform(to.x, to.y))
      case .quad, .cubic: break
      }
    }
    finish()
    return result
  }
}
