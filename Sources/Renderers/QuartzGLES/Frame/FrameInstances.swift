// The conversion of batches to the bytes of their instances.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzPlan
import QuartzRaster

/// The writer of the instances of all batches, in the format of each program.
struct FrameInstances: ~Copyable {
  private(set) var writer = InstanceWriter()
  let order: ChannelOrder
  /// Whether colours go to half floats.
  private var isExtended = false

  init(order: ChannelOrder) {
    self.order = order
  }

  /// Begins a frame.
  mutating func removeAll(isExtended: Bool = false) {
    self.isExtended = isExtended
    writer.removeAll()
  }

  /// Appends the instances of the batches of one pass.
  ///
  /// - Parameter isShared: Whether the target of the pass has several surfaces.
  mutating func append(
    _ batches: Range<Int>,
    isShared: Bool,
    _ plan: RenderPlan,
    _ planner: inout BatchPlanner,
    _ layout: FrameLayout,
    _ placements: FramePlacements
  ) {
    for index in batches {
      planner.place(index, at: writer.instances.count)
      let batch = planner.batches[index]
      if batch.copiesTexels { continue }
      var item = batch.firstItem
      while item >= 0 {
        let current = planner.items[Int(item)]
        let quad = current.quad
        writer.append(
          SIMD4(Float(quad.minX), Float(quad.minY), Float(quad.maxX), Float(quad.maxY))
        )
        if batch.effectStep >= 0 {
          layout.effectSteps[Int(batch.effectStep)].record.write(batch.program.variant, to: &writer)
        } else if current.draw == BatchPlanner.clearDraw {
          writer.append(clearColor(plan.surfaces[Int(current.surface)].clearColor))
        } else {
          append(current, plan, batch.program, layout, placements)
        }
        if batch.program.variant.contains(.shifted) {
          // A general program draws to a target of its own, too, which is not shifted.
          let surfacePlacement =
            isShared ? layout.placements[Int(current.surface)] : SurfacePlacement()
          writer.append(SIMD4(Float(surfacePlacement.shiftX), Float(surfacePlacement.shiftY), 0, 0))
        }
        if batch.program.variant.contains(.clippedEach) {
          let clip = plan.clips[Int(plan.draws[Int(current.draw)].clip)]
          writer.append(clip.shape.rect)
          writer.append(clip.shape.radiiX)
        }
        item = current.next
      }
    }
  }

  /// Returns a premultiplied colour for the shaders of the frame.
  private func color(_ color: SIMD4<Float>) -> SIMD4<Float> {
    isExtended ? order.extendedColor(color) : order.color(color)
  }

  /// Returns a clear colour, rounded as draws are at the store, since a clear must give the same
  /// byte.
  func clearColor(_ color: SIMD4<Float>) -> SIMD4<Float> {
    if isExtended { return order.extendedColor(color) }
    return (order.color(color) * 255).rounded(.toNearestOrAwayFromZero) / 255
  }

  private mutating func append(
    _ item: BatchPlanner.Item,
    _ plan: RenderPlan,
    _ program: ProgramKey,
    _ layout: FrameLayout,
    _ placements: FramePlacements
  ) {
    let draw = plan.draws[Int(item.draw)]
    let index = Int(draw.record)
    let isMixed = program.shader == .mixed
    let isAxis = draw.shape == .axis
    switch draw.kind {
    case .solid:
      var record = plan.solids[index]
      record.color = color(record.color)
      if isAxis { record.shape.fit(program) }
      if isMixed {
        MixedRecord(record, isAxis: isAxis).write(program.variant, to: &writer)
      } else {
        record.write(program.variant, to: &writer)
      }
    case .border:
      var record = plan.borders[index]
      record.color = color(record.color)
      if isAxis { record.shape.fit(program) }
      if isMixed {
        MixedRecord(record, isAxis: isAxis).write(program.variant, to: &writer)
      } else {
        record.write(program.variant, to: &writer)
      }
    case .image:
      guard let placement = placement(draw, plan, layout, placements.images) else { return }
      var record = plan.imageRecords[index]
      record.color = color(record.color)
      record.place(at: placement, isCopy: program.variant.contains(.copies))
      if isMixed {
        if draw.flags.contains(.copies) { record.texelMap.lowHalf = .one }
        let isStretched = draw.flags.contains(.stretched)
        MixedRecord(record, isAxis: isAxis, isStretched: isStretched)
          .write(program.variant, to: &writer)
      } else {
        if isAxis { record.shape.fit(program) }
        record.fit(program, draw)
        record.write(program.variant, to: &writer)
      }
    case .coverage:
      guard let placement = placement(draw, plan, layout, placements.coverages) else { return }
      var record = plan.coverageRecords[index]
      if item.strip >= 0 {
        record = plan.coverages[Int(draw.source)].strips[Int(item.strip)].place(record)
      }
      record.color = color(record.color)
      if draw.flags.contains(.copies) { record.showAll(of: placement) }
      record.place(at: placement, isCopy: program.variant.contains(.copies))
      if isMixed {
        let isStretched = draw.flags.contains(.stretched)
        MixedRecord(record, isAxis: isAxis, isStretched: isStretched)
          .write(program.variant, to: &writer)
      } else {
        record.fit(program, draw)
        record.write(program.variant, to: &writer)
      }
    case .gradient:
      var record = plan.gradientRecords[index]
      if isAxis { record.shape.fit(program) }
      record.base = order.swapped(record.base)
      record.slope = order.swapped(record.slope)
      record.range.z = Float(placements.ramps[Int(draw.source)])
      record.write(program.variant, to: &writer)
    case .composite:
      var record = plan.composites[index]
      record.opacity = record.opacity > 0 ? min(record.opacity, 1) : 0
      record.write(program.variant, to: &writer)
      let source = layout.placements[Int(draw.source)]
      let mask = draw.mask >= 0 ? layout.placements[Int(draw.mask)] : SurfacePlacement()
      writer.append(
        SIMD4(Float(source.shiftX), Float(source.shiftY), Float(mask.shiftX), Float(mask.shiftY))
      )
    }
  }

  /// Returns the position of a draw's picture in its texture.
  private func placement(
    _ draw: Draw,
    _ plan: RenderPlan,
    _ layout: FrameLayout,
    _ placements: ContiguousArray<TexturePlacement?>
  ) -> TexturePlacement? {
    guard draw.flags.contains(.fromSurface) else { return placements[Int(draw.source)] }
    let source = Int(draw.source)
    return layout.placements[source].texels(of: plan.surfaces[source].frame)
  }
}

extension TexturePlacement {
  /// Returns the texels of the texture whose centres lie in `texels` of the picture; at least one.
  func inTexture(_ texels: SIMD4<Float>) -> SIMD4<Float> {
    let size = SIMD2<Float>(Float(width), Float(height))
    let low = clamp((texels.lowHalf - 0.5).rounded(.up), .zero, size - 1)
    let last = clamp((texels.highHalf - 0.5).rounded(.down), low, size - 1)
    return SIMD4(lowHalf: low + origin, highHalf: last + 1 + origin)
  }

  var origin: SIMD2<Float> { SIMD2(Float(x), Float(y)) }

  /// Clamps `value` to two bounds; NaN gives the lower one.
  private func clamp(
    _ value: SIMD2<Float>,
    _ low: SIMD2<Float>,
    _ high: SIMD2<Float>
  ) -> SIMD2<Float> {
    let raised = value.replacing(with: low, where: .!(value .> low))
    return raised.replacing(with: high, where: raised .> high)
  }
}

/// A record of a draw that shows a picture's texels.
protocol TexelRecord {
  var texelMap: SIMD4<Float> { get set }
  var texelRect: SIMD4<Float> { get set }
}

extension ImageRecord: TexelRecord {}
extension CoverageRecord: TexelRecord {
  /// A copy is a picture in pixels, and no texel outside of it is read.
  fileprivate mutating func showAll(of placement: TexturePlacement) {
    texelMap.lowHalf = .one
    texelRect = SIMD4(0, 0, Float(placement.width), Float(placement.height))
  }
}

extension TexelRecord {
  /// Moves texel positions from the picture to the texture that it lies in.
  ///
  /// A program for copies adds the map's offset to whole numbers. In others it counts from the
  /// first texel that may be sampled, so that the position in the texture is added after the
  /// fraction is taken: one picture in two places is mixed by the same weights, bit by bit.
  mutating func place(at placement: TexturePlacement, isCopy: Bool) {
    texelRect = placement.inTexture(texelRect)
    texelMap.highHalf += isCopy ? placement.origin : placement.origin - texelRect.lowHalf
  }
}

// A general program reads more of a record than an exact one; these give the rest values that have
// no effect.

extension ShapeRecord {
  /// Gives a shape in the space of pixels the map that a program for all spaces reads.
  fileprivate mutating func fit(_ program: ProgramKey) {
    if program.variant.contains(.general) { self = inPixels }
  }
}

extension ImageRecord {
  fileprivate mutating func fit(_ program: ProgramKey, _ draw: Draw) {
    guard program.variant.contains(.stretched) else { return }
    if draw.flags.contains(.copies) { texelMap.lowHalf = .one }
    if draw.flags.contains(.stretched) { return }
    sliceEdges = MixedRecord.noSliceEdges
    stretch = .zero
  }
}

extension CoverageRecord {
  fileprivate mutating func fit(_ program: ProgramKey, _ draw: Draw) {
    if draw.shape == .axis, program.variant.contains(.general) {
      inverse1 = SIMD4(1, 0, 0, 0)
      inverse2 = SIMD4(0, 1, 0, 0)
      inverse3 = SIMD4(0, 0, 1, 0)
    }
    guard program.variant.contains(.stretched), !draw.flags.contains(.stretched) else { return }
    sliceEdges = MixedRecord.noSliceEdges
    stretch = .zero
  }
}

extension MixedRecord {
  /// No corner, no hole, no texture.
  private static let none = SIMD4<Float>.zero
  /// A rectangle that contains all of any space.
  private static let all = SIMD4<Float>(-1e9, -1e9, 1e9, 1e9)
  /// All lies before the first break, so nothing is stretched.
  fileprivate static let noSliceEdges = SIMD4<Float>(repeating: 1e30)

  init(_ solid: SolidRecord, isAxis: Bool) {
    self.init(
      shape: solid.shape,
      color: solid.color,
      innerRect: MixedRecord.none,
      innerRadiiX: MixedRecord.none,
      innerRadiiY: MixedRecord.none,
      texelMap: MixedRecord.none,
      texelRect: MixedRecord.none,
      sliceEdges: MixedRecord.noSliceEdges,
      stretch: MixedRecord.none
    )
    if isAxis { setPixelSpace() }
  }

  init(_ border: BorderRecord, isAxis: Bool) {
    self.init(
      shape: border.shape,
      color: border.color,
      innerRect: border.innerRect,
      innerRadiiX: border.innerRadiiX,
      innerRadiiY: border.innerRadiiY,
      texelMap: MixedRecord.none,
      texelRect: MixedRecord.none,
      sliceEdges: MixedRecord.noSliceEdges,
      stretch: MixedRecord.none
    )
    if isAxis { setPixelSpace() }
  }

  init(_ image: ImageRecord, isAxis: Bool, isStretched: Bool) {
    self.init(
      shape: image.shape,
      color: image.color,
      innerRect: MixedRecord.none,
      innerRadiiX: MixedRecord.none,
      innerRadiiY: MixedRecord.none,
      texelMap: image.texelMap,
      texelRect: image.texelRect,
      sliceEdges: isStretched ? image.sliceEdges : MixedRecord.noSliceEdges,
      stretch: isStretched ? image.stretch * [1, 1, 0, 0] : MixedRecord.none
    )
    if isAxis { setPixelSpace() }
  }

  init(_ coverage: CoverageRecord, isAxis: Bool, isStretched: Bool) {
    self.init(
      shape: ShapeRecord(
        rect: MixedRecord.all,
        radiiX: MixedRecord.none,
        radiiY: MixedRecord.none,
        inverse1: coverage.inverse1,
        inverse2: coverage.inverse2,
        inverse3: SIMD4(coverage.inverse3.x, coverage.inverse3.y, coverage.inverse3.z, 0)
      ),
      color: coverage.color,
      innerRect: MixedRecord.none,
      innerRadiiX: MixedRecord.none,
      innerRadiiY: MixedRecord.none,
      texelMap: coverage.texelMap,
      texelRect: coverage.texelRect,
      sliceEdges: isStretched ? coverage.sliceEdges : MixedRecord.noSliceEdges,
      stretch: isStretched ? coverage.stretch * [1, 1, 0, 0] : MixedRecord.none
    )
    stretch.z = 1
    if isAxis { setPixelSpace() }
  }

  /// Shapes of class `axis` have no inverse of their own; beside general ones they need one.
  private mutating func setPixelSpace() {
    shape = shape.inPixels
  }
}
