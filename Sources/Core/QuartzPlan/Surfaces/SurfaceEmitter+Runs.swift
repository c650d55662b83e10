// The draws of instances that have a node in common.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// The draws of a run, where each instance has one that nothing cuts off.
struct DrawnRun {
  var draws: Range<Int32>
  /// All pixels that they can touch.
  var bounds: PixelRect
  /// How many pixels the largest can touch.
  var area: Int
}

extension SurfaceEmitter {
  /// Emits all instances of a run.
  mutating func emitRun(_ layer: DrawnLayer, _ tree: PlacedTree) {
    let range = tree.nodes.runs.ranges[Int(layer.node.run)]
    if layer.node.parts == .background, !layer.style.pointee.hasPattern,
      let color = layer.style.pointee.backgroundColor
    {
      let start = Int32(writer.plan.draws.count)
      let area = emitSolids(range, layer, color, tree.nodes)
      let bounds = layer.node.ownBounds
      if layer.environment.scissor.contains(bounds) {
        drawnRuns.append(
          DrawnRun(draws: start..<Int32(writer.plan.draws.count), bounds: bounds, area: area)
        )
      }
      return
    }
    var instance = layer
    for position in range {
      let placement = tree.nodes.runs.placements[position]
      instance.node.world = tree.nodes.runs.world(placement)
      instance.instance = tree.nodes.instances[placement.instance]
      instance.opacity = placement.opacity
      writer.emitBackground(instance, tree.layers.images)
      writer.emitContents(instance, tree.layers.images)
      writer.emitBorder(instance)
    }
  }

  /// Emits the backgrounds of instances that have nothing else.
  ///
  /// - Returns: How many pixels the largest can touch.
  private mutating func emitSolids(
    _ range: Range<Int>,
    _ layer: DrawnLayer,
    _ color: Color,
    _ table: NodeTable
  ) -> Int {
    let (style, environment) = (layer.style, layer.environment)
    let (bounds, radii) = (style.pointee.bounds, style.radii)
    var area = 0
    let (isSoft, hardEdges) = (style.hasSoftEdges, style.hardEdges)
    var map: Int32 = -1
    var shape = Shape()
    var record = SolidRecord(shape)
    for position in range {
      let placement = table.runs.placements[position]
      if placement.map == map, placement.frame != .zero {
        shape.rect = placement.frame
        shape.bounds = placement.bounds
        record.shape.rect = placement.frame
      } else {
        shape = Shape(shown: bounds, radii: radii, world: table.runs.world(placement))
        map = placement.map
        record = SolidRecord(shape)
      }
      if !isSoft {
        shape.harden(hardEdges, table.runs.world(placement))
        record = SolidRecord(shape)
      }
      record.color = table.instances[placement.instance].tinted(color, layer.light)
        .premultiplied(opacity: placement.opacity * environment.opacity, layer.light)
      writer.putSolid(shape, record, environment, slot: layer.node.slot, at: nil)
      area = max(area, shape.bounds.area)
    }
    return area
  }
}
