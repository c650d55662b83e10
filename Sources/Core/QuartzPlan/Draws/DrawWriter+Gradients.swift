// Gradient layers: colours along a line, from a middle outwards, or around it.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzRaster

extension DrawWriter {
  /// Emits the gradient of a gradient layer.
  mutating func emitGradient(_ layer: DrawnLayer, _ tree: PlacedTree) {
    let node = layer.node
    guard node.parts.contains(.gradient) else { return }
    if layer.style.isCurved { return emitCurvedFill(.gradient, layer) }
    emitGradient(layer, layer.style.radii, opacity: layer.totalOpacity, tree)
  }

  /// Emits all of a gradient, without its corners.
  mutating func emitWholeGradient(_ layer: DrawnLayer, _ tree: PlacedTree) {
    emitGradient(layer, .zero, opacity: 1, tree)
  }

  private mutating func emitGradient(
    _ layer: DrawnLayer,
    _ radii: SIMD4<Double>,
    opacity: Double,
    _ tree: PlacedTree
  ) {
    let node = layer.node
    guard let shape = layer.shape(layer.style.pointee.bounds, radii) else { return }
    let gradient = tree.nodes.gradients[Int(node.classStyle)]
    var (x, y) = gradient.map(layer.style.pointee.bounds)
    if shape.kind == .axis {
      // Shape space is that of pixels.
      guard let inverse = node.world.inverse else { return }
      x = inverse.row(to: x)
      y = inverse.row(to: y)
    }
    let ramp = gradient.ramp(layer.instance, opacity: opacity, layer.light)
    let record = GradientRecord(shape, x, y, ramp)
    guard record.isFinite else { return }
    var draw = Draw(.gradient, shape, layer.environment, slot: node.slot)
    guard !draw.bounds.isEmpty else { return }
    draw.flags.formUnion(gradient.kind)
    if shape.isRounded { draw.flags.insert(.rounded) }
    if shape.isPixelAligned { draw.flags.insert(.covers) }
    if ramp.isOpaque { draw.flags.insert(.opaque) }
    draw.source = Int32(plan.ramps.count)
    plan.ramps.append(ramp)
    Self.put(
      draw,
      record,
      into: &plan.gradientRecords,
      &plan.draws,
      &plan.damage,
      at: nil
    )
  }
}

extension Homography {
  /// The coefficients of a linear function after this map, which is affine.
  fileprivate func row(to function: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      (row1 * function).sum(),
      (row2 * function).sum(),
      (row3 * function).sum()
    )
  }
}

extension GradientRecord {
  fileprivate init(
    _ shape: Shape,
    _ x: SIMD3<Double>,
    _ y: SIMD3<Double>,
    _ ramp: GradientRamp
  ) {
    // One stretch between two flat ones fits the record; others are looked up.
    let middle = ramp.segments[min(1, ramp.segments.count - 1)]
    let (base, slope) = (middle.base, middle.slope)
    let ends = ramp.isSingle ? (middle.start, ramp.segments[2].start) : (-1, 2)
    self.init(
      shape: shape.record,
      mapX: SIMD4<Float>(SIMD4(x, 0)),
      mapY: SIMD4<Float>(SIMD4(y, 0)),
      base: SIMD4(base.0, base.1, base.2, base.3),
      slope: SIMD4(slope.0, slope.1, slope.2, slope.3),
      range: SIMD4(ends.0, ends.1, 0, Float(ramp.segments.count))
    )
  }

  fileprivate var isFinite: Bool { (mapX + mapY + base + slope) * 0 == .zero }
}
