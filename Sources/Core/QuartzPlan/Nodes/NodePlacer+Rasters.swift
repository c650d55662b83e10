// Layers that are drawn once, into a picture in their own space: which, and where it is.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// Names a layer that may have a picture, or an instance of it.
struct RasterKey: Hashable {
  var slot: Int32
  var instance: InstanceIndex
  /// Whether the layer can do without.
  var isOptional: Bool

  init(_ node: PlanNode, isOptional: Bool) {
    (slot, instance, self.isOptional) = (node.slot, node.instance, isOptional)
  }
}

/// The picture of a layer.
struct Raster {
  var key: RasterKey
  /// The picture's space -> the output's pixels, or those of the picture around.
  var world: Homography
  /// The pixels of the picture's space that the layer touches.
  var frame = PixelRect.empty

  /// The pixels around that the picture touches.
  var bounds: PixelRect {
    let rect = Rect(
      Double(frame.minX),
      Double(frame.minY),
      Double(frame.width),
      Double(frame.height)
    )
    return Shape(rect, radii: .zero, world: world)?.bounds ?? .empty
  }
}

extension NodePlacer {
  /// All pictures together have at most so many times the pixels of the output; layers beyond that
  /// are drawn as if they were not rasterised.
  static let rasterBudget = 2.5

  /// Gives a layer a picture of its own, unless it is one of those without room: changes its map to
  /// that.
  ///
  /// Layers with filters always have one: filters work in the layer's own space.
  mutating func rasterize(_ index: NodeIndex, _ style: LayerStylePointer, _ flags: inout NodeFlags)
  {
    let isFiltered = flags.contains(.filtered)
    let key = RasterKey(table.nodes[index], isOptional: !isFiltered)
    guard isFiltered || unrasterized.isEmpty || !unrasterized.contains(key) else { return }
    let bounds = style.pointee.bounds
    let world = table.nodes[index].world
    let grid =
      style.pointee.shouldRasterize
      ? PictureGrid(scale: style.pointee.rasterizationScale) : PictureGrid(for: bounds, world)
    guard grid.scale > 0 else { return }
    let (map, back) = (grid.map(of: bounds), grid.inverseMap(of: bounds))
    guard map.isInCoordinateRange, back.isInCoordinateRange else { return }
    table.nodes[index].raster = table.rasters.add(Raster(key: key, world: back * world))
    table.nodes[index].world = map
    flags.formUnion([.effects, .rasterized])
  }

  /// Finds the layers for whose pictures there is no room.
  ///
  /// This needs their extents: shadows and sublayers may reach far out of the bounds, and no part
  /// of them is cut off.
  ///
  /// - Returns: Whether there are any; if so, the nodes have to be placed again.
  mutating func findUnrasterized() -> Bool {
    let budget = Double(output.frame.area) * NodePlacer.rasterBudget
    var used = 0.0
    for raster in table.rasters where raster.key.isOptional {
      let pixels = Double(raster.frame.area)
      if used + pixels <= budget, output.largestSurface(around: raster.frame).contains(raster.frame)
      {
        used += pixels
      } else {
        unrasterized.insert(raster.key)
      }
    }
    return !unrasterized.isEmpty
  }
}
