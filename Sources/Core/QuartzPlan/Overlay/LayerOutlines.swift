// The overlay of layers' borders: a line of one pixel along each layer's bounds.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// Draws lines around layers.
enum LayerOutlines {
  /// Appends the lines of all layers that may show, in drawing order; masks have none.
  static func append(to plan: inout RenderPlan, _ facts: OverlayFacts) {
    let nodes = facts.nodes
    // The rasterised layers that a node is in: where each ends, and the way from its picture's
    // space to the output.
    var pictures: [(end: NodeIndex, world: Homography)] = []
    var index = NodeIndex.first
    while index < nodes.nodes.nextIndex {
      let node = nodes[index]
      while let picture = pictures.last, picture.end <= index { pictures.removeLast() }
      if node.flags.contains(.isMask) {
        index = node.end
        continue
      }
      let outer = pictures.last?.world
      var world = node.world
      if node.raster != .none {
        var picture = nodes.rasters[node.raster].world
        if let outer { picture = picture * outer }
        pictures.append((node.end, picture))
        world = world * picture
      } else if let outer {
        world = world * outer
      }
      if !node.flags.contains(.skipped) {
        let bounds = facts.styles[node.style].pointee.bounds
        if node.run >= 0 {
          for item in nodes.runs.ranges[Int(node.run)] {
            var placed = nodes.runs.world(nodes.runs.placements[item])
            if let outer { placed = placed * outer }
            append(bounds, placed, node.slot, to: &plan)
          }
        } else {
          append(bounds, world, node.slot, to: &plan)
        }
      }
      index = index.next
    }
  }

  private static func append(
    _ bounds: Rect,
    _ world: Homography,
    _ slot: Int32,
    to plan: inout RenderPlan
  ) {
    guard let shape = Shape(bounds, radii: .zero, world: world) else { return }
    let visible = shape.bounds.intersection(plan.outputFrame)
    guard !visible.isEmpty else { return }
    var record = shape.record
    var inset: Float = 1
    if shape.kind == .axis {
      // Whole pixels, so that the line is sharp wherever the layer is.
      record = ShapeRecord(rect: SIMD4(shape.bounds))
    } else {
      inset = Float(1 / world.pixelScale(in: bounds))
    }
    var draw = Draw(
      kind: .border,
      shape: shape.kind,
      flags: .opaque,
      record: Int32(plan.borders.count),
      bounds: visible
    )
    draw.slot = slot
    plan.draws.append(draw)
    plan.borders.append(
      BorderRecord(
        shape: record,
        color: OverlayColor.cyan,
        innerRect: record.rect + SIMD4(inset, inset, -inset, -inset),
        innerRadiiX: .zero,
        innerRadiiY: .zero
      )
    )
  }
}
