// Surfaces and draws of a plan as JSON: the fields of RenderPlan.swift by their names.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzPlan
import QuartzRaster

/// A surface of a plan.
struct PlannedSurface: Encodable {
  var frame: [Int32]
  var clear: SIMD4<Float>
  var reason: String
  var draws: [Int32]
  /// The name of the effect, or nil; then its numbers, and the surface that it is of.
  var effect: String?
  var numbers: [Float] = []
  var of: Int32 = -1

  init(_ surface: Surface) {
    frame = [surface.frame.minX, surface.frame.minY, surface.frame.maxX, surface.frame.maxY]
    (clear, reason) = (surface.clearColor, "\(surface.reason)")
    draws = [surface.draws.lowerBound, surface.draws.upperBound]
    guard case .effect(let effect, let source) = surface.content else { return }
    of = source
    switch effect {
    case .blur(let sigma, let channels):
      self.effect = channels == .alpha ? "blur alpha" : "blur"
      numbers = [sigma.x, sigma.y]
    case .scale(let scale): (self.effect, numbers) = ("scale", [Float(scale)])
    case .mirror: self.effect = "mirror"
    case .colorMatrix(let kernel):
      self.effect = "matrix"
      let one = Float(Int32(1) << kernel.shift)
      for (row, weights) in [kernel.red, kernel.green, kernel.blue, kernel.alpha].enumerated() {
        for column in 0..<4 { numbers.append(Float(weights[column]) / one) }
        numbers.append(Float(kernel.bias[row]) / one / Float(ColorMatrixKernel.one))
      }
    case .color: self.effect = "color"
    case .affine: self.effect = "affine"
    case .filter: self.effect = "filter"
    }
  }
}

/// A rectangle with corners, and the map from pixels to its space.
struct PlannedShape: Encodable {
  var rect: SIMD4<Float>
  var radiiX: SIMD4<Float>?
  var radiiY: SIMD4<Float>?
  var inverse: [SIMD4<Float>]?

  init(_ shape: ShapeRecord, _ kind: ShapeClass) {
    rect = shape.rect
    if shape.radiiX != .zero || shape.radiiY != .zero {
      (radiiX, radiiY) = (shape.radiiX, shape.radiiY)
    }
    if kind == .general { inverse = [shape.inverse1, shape.inverse2, shape.inverse3] }
  }
}

/// A draw of a plan with its record.
struct PlannedDraw: Encodable {
  var kind: String
  var blend: String?
  var flags: UInt16
  var bounds: [Int32]
  var surface: Int32?
  var mask: Int32?
  var clip: PlannedShape?
  /// The block of the image or of the coverage.
  var block: Int?
  var shape: PlannedShape?
  var color: SIMD4<Float>?
  var inner: SIMD4<Float>?
  var innerRadii: [SIMD4<Float>]?
  var texelMap: SIMD4<Float>?
  var texelRect: SIMD4<Float>?
  var sliceEdges: SIMD4<Float>?
  var stretch: SIMD4<Float>?
  var level: Float?
  var opacity: Float?
  /// The maps to the gradient's space, and its stretches: start, base, slope.
  var maps: [SIMD4<Float>]?
  var ramp: [[Float]]?

  init(_ draw: Draw, _ plan: RenderPlan) {
    (kind, flags) = ("\(draw.kind)", draw.flags.rawValue)
    if draw.blend != .normal { blend = "\(draw.blend)" }
    bounds = [draw.bounds.minX, draw.bounds.minY, draw.bounds.maxX, draw.bounds.maxY]
    if draw.showsSurface { surface = draw.source }
    if draw.mask >= 0 { mask = draw.mask }
    if draw.clip >= 0 {
      let record = plan.clips[Int(draw.clip)]
      clip = PlannedShape(record.shape, record.kind)
    }
    let number = Int(draw.record)
    switch draw.kind {
    case .solid: take(plan.solids[number].shape, plan.solids[number].color, draw)
    case .border:
      let record = plan.borders[number]
      take(record.shape, record.color, draw)
      (inner, innerRadii) = (record.innerRect, [record.innerRadiiX, record.innerRadiiY])
    case .image:
      let record = plan.imageRecords[number]
      take(record.shape, record.color, draw)
      (texelMap, texelRect, level) = (record.texelMap, record.texelRect, record.level)
      if draw.flags.contains(.stretched) {
        (sliceEdges, stretch) = (record.sliceEdges, record.stretch)
      }
    case .composite: opacity = plan.composites[number].opacity
    case .coverage: take(plan.coverageRecords[number], draw)
    case .gradient: take(plan.gradientRecords[number], plan.ramps[Int(draw.source)], draw)
    }
  }

  private mutating func take(_ record: ShapeRecord, _ color: SIMD4<Float>, _ draw: Draw) {
    (shape, self.color) = (PlannedShape(record, draw.shape), color)
  }

  private mutating func take(_ record: CoverageRecord, _ draw: Draw) {
    let (one, zero) = (SIMD4<Float>(0, 0, 1, 1), SIMD4<Float>.zero)
    let shape = ShapeRecord(
      rect: one,
      radiiX: zero,
      radiiY: zero,
      inverse1: record.inverse1,
      inverse2: record.inverse2,
      inverse3: record.inverse3
    )
    take(shape, record.color, draw)
    (texelMap, texelRect) = (record.texelMap, record.texelRect)
    if draw.flags.contains(.stretched) {
      (sliceEdges, stretch) = (record.sliceEdges, record.stretch)
    }
  }

  private mutating func take(_ record: GradientRecord, _ ramp: GradientRamp, _ draw: Draw) {
    take(record.shape, .one, draw)
    maps = [record.mapX, record.mapY]
    self.ramp = ramp.segments.map { segment in
      let (base, slope) = (segment.base, segment.slope)
      return [max(segment.start, -1e6)] + [base.0, base.1, base.2, base.3]
        + [slope.0, slope.1, slope.2, slope.3]
    }
  }
}
