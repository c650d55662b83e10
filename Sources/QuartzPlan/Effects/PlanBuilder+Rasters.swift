// Layers that are drawn once, into a picture in their own space, which is then drawn like an image.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// Names a layer that may have a picture, or an instance of it.
struct RasterKey: Hashable {
  var slot: Int32
  var instance: Int32

  init(_ node: PlanNode) { (slot, instance) = (node.slot, node.instance) }
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

extension PlanBuilder {
  /// All pictures together have at most so many times the pixels of the output; layers beyond that
  /// are drawn as if they were not rasterised.
  static let rasterBudget = 2.5

  /// Gives a layer a picture of its own, unless it is one of those without room: changes its map to
  /// that.
  mutating func rasterize(_ index: Int32, _ style: LayerStylePointer, _ flags: inout NodeFlags) {
    let key = RasterKey(nodes[Int(index)])
    guard unrasterized.isEmpty || !unrasterized.contains(key) else { return }
    let bounds = style.pointee.bounds
    let scale = style.pointee.rasterizationScale
    guard scale > 0 else { return }
    // The layer's own corner is a pixel's.
    let map = Homography.translation(-bounds.x, -bounds.y) * .scale(scale, scale)
    let back = Homography.scale(1 / scale, 1 / scale) * .translation(bounds.x, bounds.y)
    let world = nodes[Int(index)].world
    guard map.isInCoordinateRange, back.isInCoordinateRange else { return }
    nodes[Int(index)].raster = Int32(rasters.count)
    rasters.append(Raster(key: key, world: back * world))
    nodes[Int(index)].world = map
    flags.formUnion([.effects, .rasterized])
  }

  /// Finds the layers for whose pictures there is no room.
  ///
  /// This needs their extents: shadows and sublayers may reach far out of the bounds, and no part
  /// of them is cut off.
  ///
  /// - Returns: Whether there are any; if so, the nodes have to be placed again.
  mutating func findUnrasterized() -> Bool {
    let budget = Double(frame.area) * PlanBuilder.rasterBudget
    var used = 0.0
    for raster in rasters {
      let pixels = Double(raster.frame.area)
      if used + pixels <= budget, largestSurface(around: raster.frame).contains(raster.frame) {
        used += pixels
      } else {
        unrasterized.insert(raster.key)
      }
    }
    return !unrasterized.isEmpty
  }

  /// Draws the picture of a rasterised layer.
  mutating func emitRaster(_ layer: DrawnLayer) {
    let node = layer.node
    let raster = rasters[Int(node.raster)]
    let frame = raster.frame.intersection(largestSurface(around: raster.frame))
    guard !frame.isEmpty else { return }
    let source = addSurface(
      SurfaceJob(node: layer.index, content: .raster, isCached: true),
      frame: frame,
      reason: .rasterize,
      slot: node.slot
    )
    plan.surfaces[Int(source)].isSeparate = true
    let opacity = node.opacity * layer.environment.opacity
    emitPicture(.surface(source), frame, raster.world, opacity: opacity, layer)
  }

  /// The source of a picture that `emitPicture` draws.
  enum PictureSource {
    /// A surface in a space of its own.
    case surface(Int32)
    /// Index into the plan's images.
    case image(Int32)
  }

  /// Draws a picture.
  ///
  /// - Parameters:
  ///   - frame: Its pixels, in its own space.
  ///   - world: Its own space -> the output's pixels.
  mutating func emitPicture(
    _ source: PictureSource,
    _ frame: PixelRect,
    _ world: Homography,
    opacity: Double,
    _ layer: DrawnLayer
  ) {
    let rect = Rect(
      Double(frame.minX),
      Double(frame.minY),
      Double(frame.width),
      Double(frame.height)
    )
    var shape = Shape(shown: rect, radii: .zero, world: world)
    var scale = SIMD2<Double>(1, 1)
    var offset = SIMD2(-Double(frame.minX), -Double(frame.minY))
    if shape.kind == .axis {
      if world.isStraight {
        offset -= SIMD2(world.row3.x, world.row3.y) / SIMD2(world.row1.x, world.row2.y)
        scale /= SIMD2(world.row1.x, world.row2.y)
      } else if !shape.setGeneral(rect, .zero, world) {
        return
      }
    }
    let color = Color.white.premultiplied(opacity: opacity)
    let record = ImageRecord(
      shape: shape.record,
      color: color,
      texelMap: SIMD4<Float>(SIMD4(lowHalf: scale, highHalf: offset)),
      texelRect: SIMD4(0, 0, Float(frame.width), Float(frame.height))
    )
    var draw = Draw(.image, shape, layer.environment, slot: layer.node.slot)
    guard !draw.bounds.isEmpty else { return }
    switch source {
    case .surface(let surface):
      draw.flags.insert(.fromSurface)
      draw.source = surface
    case .image(let image): draw.source = image
    }
    if shape.isPixelAligned {
      draw.flags.insert(.covers)
      let map = record.texelMap
      if map.lowHalf == .one, map.highHalf == map.highHalf.rounded(.toNearestOrEven) {
        draw.flags.insert(.copies)
      }
    }
    draw.record = Int32(plan.imageRecords.count)
    plan.imageRecords.append(record)
    plan.draws.append(draw)
  }
}
