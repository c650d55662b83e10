// Evaluates a plan pixel by pixel, by the formulas at the head of RenderPlan.swift alone.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import QuartzRaster

@testable import QuartzPlan

/// Evaluates plans of solids, coverage, composites and images of surfaces; slow.
struct PlanEvaluator {
  let plan: RenderPlan
  /// Of each surface, premultiplied, every number a multiple of 1/255.
  private var pixels: [[SIMD4<Float>]] = []

  init(_ plan: RenderPlan) {
    self.plan = plan
    for surface in plan.surfaces {
      switch surface.content {
      case .draws: pixels.append(drawn(surface))
      case .effect(.blur(let sigma, let channels), let source):
        let colors = blurred(surface, of: Int(source), sigma)
        pixels.append(channels == .color ? colors : colors.map { SIMD4(repeating: $0.w) })
      case .effect(.colorMatrix(let kernel), let source):
        pixels.append(recolored(surface, of: Int(source), kernel))
      case .effect(.color, _), .effect(.mirror, _), .effect(.scale, _), .effect(.affine, _),
        .effect(.filter, _):
        preconditionFailure("plans by hand have no such effects")
      }
    }
  }

  var picture: TargetPicture {
    let frame = plan.outputFrame
    var bytes: [UInt8] = []
    for pixel in pixels[pixels.count - 1] {
      for channel in 0..<4 { bytes.append(UInt8((pixel[channel] * 255).rounded())) }
    }
    return TargetPicture(width: Int(frame.width), height: Int(frame.height), bytes: bytes)
  }

  private func pixel(_ surface: Int, _ x: Int32, _ y: Int32) -> SIMD4<Float> {
    let frame = plan.surfaces[surface].frame
    guard frame.contains(PixelRect(x, y, x + 1, y + 1)) else { return .zero }
    return pixels[surface][Int(y - frame.minY) * Int(frame.width) + Int(x - frame.minX)]
  }

  // MARK: Surfaces

  private func drawn(_ surface: Surface) -> [SIMD4<Float>] {
    var result: [SIMD4<Float>] = []
    for y in surface.frame.minY..<surface.frame.maxY {
      for x in surface.frame.minX..<surface.frame.maxX {
        var color = surface.clearColor.inBytes
        for position in surface.visible {
          let draw = plan.draws[Int(plan.visible[Int(position)])]
          guard draw.bounds.contains(PixelRect(x, y, x + 1, y + 1)) else { continue }
          color = self.color(draw, x, y, over: color).inBytes
        }
        result.append(color)
      }
    }
    return result
  }

  /// The convolution with the Gaussian itself, cut where it has no weight left.
  private func blurred(
    _ surface: Surface,
    of sourceIndex: Int,
    _ sigma: SIMD2<Float>
  ) -> [SIMD4<Float>] {
    let source = plan.surfaces[sourceIndex].frame
    func weights(_ sigma: Float) -> [Double] {
      guard sigma > 0 else { return [1] }
      let reach = Int((sigma * 6).rounded(.up))
      let values = (-reach...reach).map { exp(-Double($0 * $0) / (2 * Double(sigma * sigma))) }
      return values.map { $0 / values.reduce(0, +) }
    }
    let (wide, high) = (weights(sigma.x), weights(sigma.y))
    var rows: [Int32: [SIMD4<Double>]] = [:]
    for y in source.minY..<source.maxY {
      rows[y] = (surface.frame.minX..<surface.frame.maxX).map { x in
        wide.indices.reduce(SIMD4<Double>.zero) { sum, index in
          let place = x + Int32(index - wide.count / 2)
          return sum + wide[index] * SIMD4<Double>(pixel(sourceIndex, place, y))
        }
      }
    }
    var result: [SIMD4<Float>] = []
    for y in surface.frame.minY..<surface.frame.maxY {
      for column in 0..<Int(surface.frame.width) {
        let sum = high.indices.reduce(SIMD4<Double>.zero) { sum, index in
          sum + high[index] * (rows[y + Int32(index - high.count / 2)]?[column] ?? .zero)
        }
        result.append(SIMD4<Float>(sum).inBytes)
      }
    }
    return result
  }

  private func recolored(
    _ surface: Surface,
    of source: Int,
    _ kernel: ColorMatrixKernel
  ) -> [SIMD4<Float>] {
    var result: [SIMD4<Float>] = []
    for y in surface.frame.minY..<surface.frame.maxY {
      for x in surface.frame.minX..<surface.frame.maxX {
        let bytes = (pixel(source, x, y) * 255).rounded(.toNearestOrEven)
        var word: UInt32 = 0
        for channel in 0..<4 { word |= UInt32(bytes[channel]) << UInt32(channel * 8) }
        word = kernel.pixel(word)
        var color = SIMD4<Float>.zero
        for channel in 0..<4 { color[channel] = Float(word >> UInt32(channel * 8) & 255) / 255 }
        result.append(color)
      }
    }
    return result
  }

  // MARK: Draws

  private func color(
    _ draw: Draw,
    _ x: Int32,
    _ y: Int32,
    over below: SIMD4<Float>
  ) -> SIMD4<Float> {
    let p = SIMD2(Float(x) + 0.5, Float(y) + 0.5)
    let index = Int(draw.record)
    var coverage: Float = 1
    if draw.clip >= 0 {
      let clip = plan.clips[Int(draw.clip)]
      coverage *= self.coverage(
        p,
        clip.kind,
        clip.shape
      )
    }
    switch draw.kind {
    case .solid:
      let record = plan.solids[index]
      coverage *= self.coverage(
        p,
        draw.shape,
        record.shape
      )
      return over(record.color * coverage, below)
    case .border, .gradient: preconditionFailure("It is evaluated by the software renderer")
    case .coverage:
      let record = plan.coverageRecords[index]
      let place = place(p, draw.shape, [record.inverse1, record.inverse2, record.inverse3])
      guard let l = place.l else { return below }
      let t = texel(l, draw, record.texelMap, record.sliceEdges, record.stretch)
      coverage *= texels(draw, t, record.texelRect).w
      return over((record.color * coverage).inBytes, below)
    case .image:
      let record = plan.imageRecords[index]
      let rows = [record.shape.inverse1, record.shape.inverse2, record.shape.inverse3]
      coverage *= self.coverage(p, draw.shape, record.shape)
      guard let l = place(p, draw.shape, rows).l else { return below }
      let t = texel(l, draw, record.texelMap, record.sliceEdges, record.stretch)
      let texel = texels(draw, t, record.texelRect)
      return over((texel * record.color).inBytes * coverage, below)
    case .composite:
      let source = pixel(Int(draw.source), x, y) * plan.composites[index].opacity
      if draw.mask >= 0 { coverage *= pixel(Int(draw.mask), x, y).w }
      if draw.blend == .normal {
        let covered = source.inBytes * coverage
        return over(draw.mask >= 0 ? covered.inBytes : covered, below)
      }
      guard let mode = BlendMode(rawValue: Int32(draw.blend.rawValue)) else { return below }
      return below * (1 - coverage) + mode.blend(source, over: below) * coverage
    }
  }

  private func over(_ source: SIMD4<Float>, _ below: SIMD4<Float>) -> SIMD4<Float> {
    source + below * (1 - source.w)
  }

  // MARK: Texels

  private func texel(
    _ l: SIMD2<Float>,
    _ draw: Draw,
    _ map: SIMD4<Float>,
    _ sliceEdges: SIMD4<Float>,
    _ stretch: SIMD4<Float>
  ) -> SIMD2<Float> {
    if draw.flags.contains(.copies) { return l + map.highHalf }
    guard draw.flags.contains(.stretched) else { return l * map.lowHalf + map.highHalf }
    let (a, b) = (sliceEdges.lowHalf, sliceEdges.highHalf)
    let outer = pointwiseMin(l, a) + pointwiseMax(l - b, .zero)
    let middle = pointwiseMin(pointwiseMax(l, a), b) - a
    return outer * map.lowHalf + map.highHalf + middle * stretch.lowHalf
  }

  /// Four texels around t, mixed; the texel that t lies in for copies and with `nearest`.
  private func texels(_ draw: Draw, _ t: SIMD2<Float>, _ rect: SIMD4<Float>) -> SIMD4<Float> {
    let isExact = !draw.flags.isDisjoint(with: [.copies, .nearest])
    let place = isExact ? t : t - 0.5
    let low = place.rounded(.down)
    let part = isExact ? .zero : place - low
    func one(_ x: Float, _ y: Float) -> SIMD4<Float> {
      let last = rect.highHalf - 1
      var place = SIMD2(x, y)
      if !draw.flags.contains(.copies) {
        place = pointwiseMin(pointwiseMax(place, rect.lowHalf), last)
      }
      if draw.flags.contains(.fromSurface) {
        let frame = plan.surfaces[Int(draw.source)].frame
        return pixel(
          Int(draw.source),
          frame.minX + Int32(place.x),
          frame.minY + Int32(place.y)
        )
      }
      let bytes = plan.coverages[Int(draw.source)]
      return SIMD4(repeating: Float(bytes.bytes[Int(place.y) * bytes.width + Int(place.x)]) / 255)
    }
    // Copies have no texels around theirs at the edges of the bytes.
    if isExact { return one(low.x, low.y) }
    let left = one(low.x, low.y) * (1 - part.y) + one(low.x, low.y + 1) * part.y
    let right = one(low.x + 1, low.y) * (1 - part.y) + one(low.x + 1, low.y + 1) * part.y
    return left * (1 - part.x) + right * part.x
  }

  // MARK: Coverage

  private func place(
    _ p: SIMD2<Float>,
    _ shape: ShapeClass,
    _ rows: [SIMD4<Float>]
  ) -> (l: SIMD2<Float>?, dx: SIMD2<Float>, dy: SIMD2<Float>) {
    guard shape == .general else { return (p, [1, 0], [0, 1]) }
    let h = rows[0] * p.x + rows[1] * p.y + rows[2]
    guard h.z > 0 else { return (nil, .zero, .zero) }
    let l = h.lowHalf / h.z
    let dx = SIMD2(rows[0].x - l.x * rows[0].z, rows[1].x - l.x * rows[1].z) / h.z
    let dy = SIMD2(rows[0].y - l.y * rows[0].z, rows[1].y - l.y * rows[1].z) / h.z
    return (l, dx, dy)
  }

  private func coverage(
    _ p: SIMD2<Float>,
    _ kind: ShapeClass,
    _ shape: ShapeRecord
  ) -> Float {
    let rows = [shape.inverse1, shape.inverse2, shape.inverse3]
    let place = place(p, kind, rows)
    let rect = shape.rect
    guard let l = place.l else { return 0 }
    let far = (l.x * 2 > rect.x + rect.z, l.y * 2 > rect.y + rect.w)
    let corner = (far.0 ? 1 : 0) + (far.1 ? 2 : 0)
    let r = SIMD2(shape.radiiX[corner], shape.radiiY[corner])
    let inset = pointwiseMin(l - rect.lowHalf, rect.highHalf - l)
    let hard = kind == .general ? Int(rows[2].w) : 0
    func along(_ axis: Int, _ change: SIMD2<Float>) -> Float {
      let step = (change * change).sum().squareRoot()
      let (low, high) = (l[axis] - rect[axis], rect[axis + 2] - l[axis])
      let first =
        hard & (1 << (axis * 2)) != 0
        ? (low >= 0 ? 1 : 0) : min(max(low / step + 0.5, 0), 1)
      let last =
        hard & (2 << (axis * 2)) != 0
        ? (high > 0 ? 1 : 0) : min(max(high / step + 0.5, 0), 1)
      return min(max(first + last - 1, 0), 1)
    }
    let straight = along(0, place.dx) * along(1, place.dy)
    if r.min() > 0, inset.x < r.x, inset.y < r.y {
      let q = (r - inset) / r
      let g = 2 * q / r * SIMD2(far.0 ? 1 : -1, far.1 ? 1 : -1)
      let slope = g.x * place.dx + g.y * place.dy
      let length = (slope * slope).sum().squareRoot()
      return min(max(0.5 - ((q * q).sum() - 1) / max(length, 1e-6), 0), straight)
    }
    return straight
  }
}
