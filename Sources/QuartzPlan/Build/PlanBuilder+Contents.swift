// The draw of a layer's contents, as a record.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

extension PlanBuilder {
  mutating func emitContents(
    _ index: Int32,
    _ look: LookPointer,
    _ opacity: Double,
    _ environment: PlanEnvironment,
    _ tree: LayerTree,
    at place: Int32? = nil
  ) {
    let node = nodes[Int(index)]
    guard node.parts.contains(.contents) else { return }
    let isFlipped = node.flags.contains(.flipped)
    let contents = ContentsPlacement(look, tree, isFlipped: isFlipped)
    emitImage(
      contents,
      contents?.rect ?? .zero,
      radii: .zero,
      index,
      look,
      opacity,
      environment,
      at: place
    )
  }

  /// Emits the contents of a layer without sublayers that clips them, with its clip as their shape.
  ///
  /// - Returns: False if the contents do not fill the bounds, so that a clip is needed.
  mutating func emitMaskedContents(
    _ index: Int32,
    _ look: LookPointer,
    _ opacity: Double,
    _ environment: PlanEnvironment,
    _ tree: LayerTree
  ) -> Bool {
    let isFlipped = nodes[Int(index)].flags.contains(.flipped)
    guard let contents = ContentsPlacement(look, tree, isFlipped: isFlipped) else { return true }
    let (rect, bounds) = (contents.rect, look.pointee.bounds)
    let fills =
      rect.minX <= bounds.minX && rect.minY <= bounds.minY && rect.maxX >= bounds.maxX
      && rect.maxY >= bounds.maxY
    guard fills else { return false }
    emitImage(contents, bounds, radii: look.radii, index, look, opacity, environment, at: nil)
    return true
  }

  private mutating func emitImage(
    _ contents: ContentsPlacement?,
    _ rect: Rect,
    radii: SIMD4<Double>,
    _ index: Int32,
    _ look: LookPointer,
    _ opacity: Double,
    _ environment: PlanEnvironment,
    at place: Int32?
  ) {
    let world = nodes[Int(index)].world
    var shape = self.shape(look, rect, radii, world) ?? Shape()
    var scale = contents?.texelScale ?? .one
    var offset = contents?.texelOffset ?? .zero
    if shape.kind == .axis {
      if abs(world.row1.x) < abs(world.row1.y) {
        // A quarter turn exchanges the axes, which the texel map of this class cannot.
        if !shape.setGeneral(rect, radii, world) { shape = Shape() }
        shape.harden(look.hardEdges)
      } else {
        offset -= SIMD2(world.row3.x, world.row3.y) * scale / SIMD2(world.row1.x, world.row2.y)
        scale /= SIMD2(world.row1.x, world.row2.y)
      }
    }
    let color = (look.pointee.contentsMultiplyColor ?? .white).premultiplied(
      opacity: opacity * environment.opacity
    )
    let record = ImageRecord(
      rect: shape.rect,
      radiiX: shape.radiiX,
      radiiY: shape.radiiY,
      inverse1: shape.inverse1,
      inverse2: shape.inverse2,
      inverse3: shape.inverse3,
      color: color,
      texelMap: SIMD4<Float>(Float(scale.x), Float(scale.y), Float(offset.x), Float(offset.y)),
      texelRect: contents?.texelRect ?? SIMD4(0, 0, 1, 1)
    )
    var draw = Draw(.image, shape, environment, slot: nodes[Int(index)].slot)
    if shape.isRounded { draw.flags.insert(.rounded) }
    if shape.isPixelAligned { draw.flags.insert(.covers) }
    if color.w >= 1, contents?.pixels.isOpaque == true { draw.flags.insert(.opaque) }
    draw.flags.formUnion(samplingFlags(record, draw, look, shape, world))
    if contents == nil { draw.bounds = .empty }
    draw.source = imageIndex(look.pointee.contents)
    Self.put(
      draw,
      record,
      into: &plan.imageRecords,
      &plan.draws,
      &plan.damage,
      at: place
    )
  }

  private func samplingFlags(
    _ record: ImageRecord,
    _ draw: Draw,
    _ look: LookPointer,
    _ shape: Shape,
    _ world: Homography
  ) -> DrawFlags {
    let map = record.texelMap
    if draw.flags.contains(.covers), map.x == 1, map.y == 1, map.z == map.z.rounded(),
      map.w == map.w.rounded(),
      Float(draw.bounds.minX) + map.z >= record.texelRect.x,
      Float(draw.bounds.minY) + map.w >= record.texelRect.y,
      Float(draw.bounds.maxX) + map.z <= record.texelRect.z,
      Float(draw.bounds.maxY) + map.w <= record.texelRect.w
    {
      return .copies
    }
    // Texels for each pixel, as areas; above 1 the image is made smaller.
    var density = Double(abs(map.x * map.y))
    if shape.kind == .general {
      density /= max(abs(world.row1.x * world.row2.y - world.row1.y * world.row2.x), 1e-30)
    }
    let filter = density > 1 ? look.pointee.minificationFilter : look.pointee.magnificationFilter
    return filter == .nearest ? .nearest : []
  }

  private mutating func imageIndex(_ image: ImageID) -> Int32 {
    if let index = imageIndexes[image] { return index }
    let index = Int32(plan.images.count)
    plan.images.append(image)
    imageIndexes[image] = index
    return index
  }
}
