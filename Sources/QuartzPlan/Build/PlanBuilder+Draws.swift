// The draws of one layer: background, contents and border, as records.
// Licensed under the MIT license; see LICENSE.
//
// Every part can be appended (rebuilding) or written over an old one of the same kind (patching);
// the same function makes it in both cases.

import QuartzMath
import QuartzModel

extension PlanBuilder {
  // MARK: Background and border

  mutating func emitBackground(
    _ index: Int32,
    _ look: LookPointer,
    _ opacity: Double,
    _ environment: PlanEnvironment,
    at place: Int32? = nil
  ) {
    guard nodes[Int(index)].parts.contains(.background), let color = look.pointee.backgroundColor
    else {
      return
    }
    let source = color.premultiplied(opacity: opacity * environment.opacity)
    if look.isCurved { return emitCurvedBackground(index, look, source, environment) }
    let world = nodes[Int(index)].world
    let shape = self.shape(look, look.pointee.bounds, look.radii, world) ?? Shape()
    let record = SolidRecord(
      rect: shape.rect,
      radiiX: shape.radiiX,
      radiiY: shape.radiiY,
      inverse1: shape.inverse1,
      inverse2: shape.inverse2,
      inverse3: shape.inverse3,
      color: source
    )
    var draw = Draw(.solid, shape, environment, slot: nodes[Int(index)].slot)
    if shape.isRounded { draw.flags.insert(.rounded) }
    if shape.isPixelAligned { draw.flags.insert(.covers) }
    if source.w >= 1 { draw.flags.insert(.opaque) }
    Self.put(
      draw,
      record,
      into: &plan.solids,
      &plan.draws,
      &plan.damage,
      at: place
    )
  }

  mutating func emitBorder(
    _ index: Int32,
    _ look: LookPointer,
    _ opacity: Double,
    _ environment: PlanEnvironment,
    at place: Int32? = nil
  ) {
    guard nodes[Int(index)].parts.contains(.border), let color = look.pointee.borderColor else {
      return
    }
    let world = nodes[Int(index)].world
    let source = color.premultiplied(opacity: opacity * environment.opacity)
    if look.isCurved { return emitCurvedBorder(index, look, source, environment) }
    let outer = self.shape(look, look.pointee.bounds, look.radii, world) ?? Shape()
    let width = look.pointee.borderWidth
    let bounds = look.pointee.bounds
    let inside = Rect(
      bounds.x + width,
      bounds.y + width,
      bounds.width - 2 * width,
      bounds.height - 2 * width
    )
    let radii = look.radii - width
    let inner = Shape(inside, radii: radii.replacing(with: 0, where: radii .< 0), world: world)
    let record = BorderRecord(
      rect: outer.rect,
      radiiX: outer.radiiX,
      radiiY: outer.radiiY,
      inverse1: outer.inverse1,
      inverse2: outer.inverse2,
      inverse3: outer.inverse3,
      color: source,
      innerRect: inner?.rect ?? .zero,
      innerRadiiX: inner?.radiiX ?? .zero,
      innerRadiiY: inner?.radiiY ?? .zero
    )
    var draw = Draw(.border, outer, environment, slot: nodes[Int(index)].slot)
    if outer.isRounded { draw.flags.insert(.rounded) }
    if source.w >= 1 { draw.flags.insert(.opaque) }
    Self.put(
      draw,
      record,
      into: &plan.borders,
      &plan.draws,
      &plan.damage,
      at: place
    )
  }

  // MARK: Contents

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

  // MARK: Composites and clips

  mutating func emitComposite(
    _ source: Int32,
    opacity: Double,
    clip: Int32,
    bounds: PixelRect,
    slot: Int32,
    mask: Int32 = -1,
    blend: CompositingMode = .normal
  ) {
    let draw = Draw(
      kind: .composite,
      shape: .axis,
      blend: blend,
      flags: mask < 0 ? .covers : [],
      record: 0,
      clip: clip,
      source: source,
      mask: mask,
      bounds: bounds,
      slot: slot
    )
    Self.put(
      draw,
      CompositeRecord(opacity: Float(opacity)),
      into: &plan.composites,
      &plan.draws,
      &plan.damage,
      at: nil
    )
  }

  mutating func addClip(_ shape: Shape) -> Int32 {
    plan.clips.append(
      ClipRecord(
        shape: shape.kind,
        rect: shape.rect,
        radiiX: shape.radiiX,
        radiiY: shape.radiiY,
        inverse1: shape.inverse1,
        inverse2: shape.inverse2,
        inverse3: shape.inverse3
      )
    )
    return Int32(plan.clips.count) - 1
  }

  /// Appends a shape in one colour.
  mutating func appendSolid(
    _ shape: Shape,
    _ source: SIMD4<Float>,
    _ environment: PlanEnvironment,
    slot: Int32
  ) {
    let record = SolidRecord(
      rect: shape.rect,
      radiiX: shape.radiiX,
      radiiY: shape.radiiY,
      inverse1: shape.inverse1,
      inverse2: shape.inverse2,
      inverse3: shape.inverse3,
      color: source
    )
    var draw = Draw(.solid, shape, environment, slot: slot)
    guard !draw.bounds.isEmpty else { return }
    if shape.isRounded { draw.flags.insert(.rounded) }
    if shape.isPixelAligned { draw.flags.insert(.covers) }
    if source.w >= 1 { draw.flags.insert(.opaque) }
    draw.record = Int32(plan.solids.count)
    plan.solids.append(record)
    plan.draws.append(draw)
  }

  /// A rectangle of a layer mapped to pixels, with the edges that the layer wants.
  func shape(
    _ look: LookPointer,
    _ rect: Rect,
    _ radii: SIMD4<Double>,
    _ world: Homography
  ) -> Shape? {
    var shape = Shape(rect, radii: radii, world: world)
    if look.hardEdges != [] { shape?.harden(look.hardEdges, world) }
    return shape
  }

  // MARK: Putting

  /// Appends a draw with its record, or writes it over the one at `place`, which has the same kind.
  private static func put<Record: Equatable>(
    _ draw: Draw,
    _ record: Record,
    into records: inout ContiguousArray<Record>,
    _ draws: inout ContiguousArray<Draw>,
    _ damage: inout Damage,
    at place: Int32?
  ) {
    var draw = draw
    guard let place else {
      draw.record = Int32(records.count)
      records.append(record)
      draws.append(draw)
      return
    }
    let old = draws[Int(place)]
    draw.record = old.record
    if draw == old, records[Int(old.record)] == record { return }
    damage.add(old.bounds)
    damage.add(draw.bounds)
    records[Int(old.record)] = record
    draws[Int(place)] = draw
  }
}

extension Draw {
  /// A draw of a shape in an environment; record, source and flags are still to be set.
  init(_ kind: DrawKind, _ shape: Shape, _ environment: PlanEnvironment, slot: Int32) {
    let bounds = shape.bounds.intersection(environment.scissor)
    self.init(
      kind: kind,
      shape: shape.kind,
      blend: .normal,
      flags: [],
      record: 0,
      clip: environment.clip,
      source: -1,
      bounds: bounds.isEmpty ? .empty : bounds,
      slot: slot
    )
  }
}

extension Color {
  /// Premultiplied components with an opacity folded in; red, green and blue clamped to 0...1.
  func premultiplied(opacity: Double) -> SIMD4<Float> {
    let alpha = min(max(self.alpha * opacity, 0), 1)
    guard alpha > 0 else { return .zero }
    let straight = SIMD4(red, green, blue, 1).clamped(lowerBound: .zero, upperBound: .one)
    let color = SIMD4<Float>(straight * alpha)
    return color.x.isFinite && color.y.isFinite && color.z.isFinite ? color : .zero
  }
}
