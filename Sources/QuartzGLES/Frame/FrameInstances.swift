// From batches to the bytes of their instances.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzPlan

/// Writes the instances of all batches, each as its program reads it.
struct FrameInstances: ~Copyable {
  private(set) var writer = InstanceWriter()
  let order: ChannelOrder

  init(order: ChannelOrder) {
    self.order = order
  }

  mutating func removeAll() {
    writer.removeAll()
  }

  /// Appends the instances of the batches of one surface.
  mutating func append(
    _ surface: SurfaceBatches,
    _ plan: RenderPlan,
    _ planner: inout BatchPlanner,
    placements: ContiguousArray<TexturePlacement?>
  ) {
    // Rounded here as every draw's colour is at the store: a clear must give the same byte.
    let scaled = order.color(plan.surfaces[surface.surface].clearColor) * 255
    let clearColor = scaled.rounded(.toNearestOrAwayFromZero) / 255
    for index in surface.batches {
      planner.place(index, at: writer.instances.count)
      let batch = planner.batches[index]
      var item = batch.firstItem
      while item >= 0 {
        let current = planner.items[Int(item)]
        let quad = current.quad
        writer.append(
          SIMD4(Float(quad.minX), Float(quad.minY), Float(quad.maxX), Float(quad.maxY))
        )
        if current.draw == BatchPlanner.clearDraw {
          writer.append(clearColor)
        } else {
          append(plan.draws[Int(current.draw)], plan, batch.program, placements)
        }
        item = current.next
      }
    }
  }

  private mutating func append(
    _ draw: Draw,
    _ plan: RenderPlan,
    _ program: ProgramKey,
    _ placements: ContiguousArray<TexturePlacement?>
  ) {
    let index = Int(draw.record)
    let isMixed = program.shader == .mixed
    let isAxis = draw.shape == .axis
    switch draw.kind {
    case .solid:
      var record = plan.solids[index]
      record.color = order.color(record.color)
      if isMixed {
        MixedRecord(record, isAxis: isAxis).write(program.variant, to: &writer)
      } else {
        record.write(program.variant, to: &writer)
      }
    case .border:
      var record = plan.borders[index]
      record.color = order.color(record.color)
      if isMixed {
        MixedRecord(record, isAxis: isAxis).write(program.variant, to: &writer)
      } else {
        record.write(program.variant, to: &writer)
      }
    case .image:
      guard let placement = placements[Int(draw.source)] else { return }
      var record = plan.imageRecords[index]
      record.color = order.color(record.color)
      record.place(at: placement)
      if isMixed {
        if draw.flags.contains(.copies) { record.texelMap.lowHalf = .one }
        MixedRecord(record, isAxis: isAxis).write(program.variant, to: &writer)
      } else {
        record.write(program.variant, to: &writer)
      }
    case .coverage:
      var record = plan.coverageRecords[index]
      record.color = order.color(record.color)
      record.write(program.variant, to: &writer)
    case .composite:
      var record = plan.composites[index]
      record.opacity = record.opacity > 0 ? min(record.opacity, 1) : 0
      record.write(program.variant, to: &writer)
    }
  }
}

extension ImageRecord {
  /// Moves texel places from the image to the texture that it lies in.
  ///
  /// `texelRect` becomes the texels whose centres it holds, all inside of the image, at least one.
  mutating func place(at placement: TexturePlacement) {
    let origin = SIMD2<Float>(Float(placement.x), Float(placement.y))
    let size = SIMD2<Float>(Float(placement.width), Float(placement.height))
    let low = ImageRecord.clamp((texelRect.lowHalf - 0.5).rounded(.up), .zero, size - 1)
    let last = ImageRecord.clamp((texelRect.highHalf - 0.5).rounded(.down), low, size - 1)
    texelRect = SIMD4(lowHalf: low + origin, highHalf: last + 1 + origin)
    texelMap.z += origin.x
    texelMap.w += origin.y
  }

  /// `value` between two bounds; the lower one for NaN.
  private static func clamp(
    _ value: SIMD2<Float>,
    _ low: SIMD2<Float>,
    _ high: SIMD2<Float>
  ) -> SIMD2<Float> {
    let raised = value.replacing(with: low, where: .!(value .> low))
    return raised.replacing(with: high, where: raised .> high)
  }
}

extension MixedRecord {
  /// No corner, no hole, no texture.
  private static let none = SIMD4<Float>.zero

  init(_ solid: SolidRecord, isAxis: Bool) {
    self.init(
      rect: solid.rect,
      radiiX: solid.radiiX,
      radiiY: solid.radiiY,
      inverse1: solid.inverse1,
      inverse2: solid.inverse2,
      inverse3: solid.inverse3,
      color: solid.color,
      innerRect: MixedRecord.none,
      innerRadiiX: MixedRecord.none,
      innerRadiiY: MixedRecord.none,
      texelMap: MixedRecord.none,
      texelRect: MixedRecord.none
    )
    if isAxis { setPixelSpace() }
  }

  init(_ border: BorderRecord, isAxis: Bool) {
    self.init(
      rect: border.rect,
      radiiX: border.radiiX,
      radiiY: border.radiiY,
      inverse1: border.inverse1,
      inverse2: border.inverse2,
      inverse3: border.inverse3,
      color: border.color,
      innerRect: border.innerRect,
      innerRadiiX: border.innerRadiiX,
      innerRadiiY: border.innerRadiiY,
      texelMap: MixedRecord.none,
      texelRect: MixedRecord.none
    )
    if isAxis { setPixelSpace() }
  }

  init(_ image: ImageRecord, isAxis: Bool) {
    self.init(
      rect: image.rect,
      radiiX: image.radiiX,
      radiiY: image.radiiY,
      inverse1: image.inverse1,
      inverse2: image.inverse2,
      inverse3: image.inverse3,
      color: image.color,
      innerRect: MixedRecord.none,
      innerRadiiX: MixedRecord.none,
      innerRadiiY: MixedRecord.none,
      texelMap: image.texelMap,
      texelRect: image.texelRect
    )
    if isAxis { setPixelSpace() }
  }

  /// Shapes of class `axis` have no inverse of their own; beside general ones they need one.
  private mutating func setPixelSpace() {
    inverse1 = SIMD4(1, 0, 0, 0)
    inverse2 = SIMD4(0, 1, 0, 0)
    inverse3 = SIMD4(0, 0, 1, 0)
  }
}
