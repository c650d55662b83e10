// Layers that are drawn once, into a picture in their own space, which is then drawn like an image.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

extension DrawWriter {
  /// Draws the picture of a rasterised layer.
  mutating func emitRaster(_ layer: DrawnLayer, _ tree: PlacedTree) {
    let node = layer.node
    let raster = tree.nodes.rasters[node.raster]
    let frame = raster.frame.intersection(output.largestSurface(around: raster.frame))
    guard !frame.isEmpty else { return }
    let source = addSurface(
      SurfaceJob(node: layer.index, content: .raster, isCached: true),
      of: layer.node,
      frame: frame,
      reason: .rasterize
    )
    plan.surfaces[source].isSeparate = true
    let opacity = node.opacity * layer.environment.opacity
    emitPicture(.surface(source), frame, raster.world, opacity: opacity, layer)
  }

  /// The source of a picture that `emitPicture` draws.
  enum PictureSource {
    /// A surface in a space of its own.
    case surface(SurfaceIndex)
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
    tint: SIMD3<Double> = .one,
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
    let color = Color(tint.x, tint.y, tint.z, 1)
      .premultiplied(opacity: opacity, layer.light)
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
      draw.source = surface.rawValue
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
