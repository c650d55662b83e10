// Spans of gradients.
// Licensed under the MIT license; see LICENSE.
//
// A span is filled in two steps: its parameters t, then their colours. Pixels where the gradient is
// not have NaN for t and become clear. The plane is cut into pieces of 64 pixels, x being a
// multiple of 64; each is counted from its first place, computed in Double, so that Float is enough
// within it and a pixel's colour does not depend on where a span begins.
//
// Axial: t is an affine function of the pixel. Conic: the angle over a full turn, by a polynomial.
// Radial: of all circles (centre c0 + t cd, radius r0 + t rd, not below 0) through the pixel the
// one that lies on top, the one with the greatest t that the extent allows. With p the pixel less
// c0:
//
//     |p - t cd|^2 = (r0 + t rd)^2      or      a t^2 - 2 b t + c = 0,
//     a = cd·cd - rd^2,   b = p·cd + r0 rd,   c = p·p - r0^2
//
// The roots are q / a and c / q with q = b + sign(b) sqrt(b^2 - a c): nothing cancels, and as a
// goes to 0 (the inner circle touches the outer one) one root goes to infinity, where it drops out,
// while the other one stays right. All of it in Double, as b^2 - a c is a small difference of large
// numbers.
//
// Degenerate gradients (axial with equal points, radial with equal circles, numbers that are not
// finite) are nowhere: they paint nothing, as in PDF.

import CQuartzKernels
package import QuartzMath

/// Fills spans with the colours of a gradient.
///
/// Pixel centres lie at one half. A value may be used by any number of threads.
package struct GradientFiller: Sendable {
  private let ramp: GradientRamp
  private let extent: GradientExtent
  private let plan: Plan

  /// The computation of t for each pixel, in the space of pixels.
  private enum Plan: Sendable {
    case nowhere
    /// t is the x of the map's result.
    case axial(Affine)
    /// Pixels to the shape's space, moved to the first centre.
    case radial(qk_circles, Affine)
    /// Pixels to a space where t = 0 is the direction of the x axis.
    case conic(Affine)
    /// As the others, with t from the result of a map in perspective.
    case tilted(UnitGradient, Homography)
  }

  /// - Parameters:
  ///   - shape: Where t is what, in a space of its own.
  ///   - map: Maps places in pixels to that space; the gradient is nowhere where that is behind the
  ///     eye.
  package init(_ ramp: GradientRamp, _ shape: UnitGradient, pixelToGradient map: Homography) {
    self.ramp = ramp
    extent = .both
    guard map.isFinite else {
      plan = .nowhere
      return
    }
    guard map.isAffine else {
      plan = .tilted(shape, map)
      return
    }
    let affine = Affine(
      map.row1.x,
      map.row1.y,
      map.row2.x,
      map.row2.y,
      map.row3.x,
      map.row3.y
    )
    switch shape {
    case .axial: plan = .axial(affine)
    case .conic: plan = .conic(affine)
    case .radial: plan = .radial(UnitGradient.circles, affine)
    }
  }

  /// - Parameter pixelToGradient: Maps places in pixels to the shape's space.
  package init(
    _ ramp: GradientRamp,
    _ shape: GradientShape,
    extent: GradientExtent,
    pixelToGradient map: Affine
  ) {
    self.ramp = ramp
    self.extent = extent
    switch shape {
    case .axial(let start, let end): plan = GradientFiller.axial(start, end, map)
    case .radial(let start, let startRadius, let end, let endRadius):
      let circles = qk_circles(start, startRadius, end, endRadius, extent)
      plan = GradientFiller.radial(circles, start, map)
    case .conic(let center, let angle): plan = GradientFiller.conic(center, angle, map)
    }
  }

  private static func axial(_ start: Point, _ end: Point, _ map: Affine) -> Plan {
    let (x, y) = (end.x - start.x, end.y - start.y)
    let square = x * x + y * y
    let axis = Affine(x / square, 0, y / square, 0, -(start.x * x + start.y * y) / square, 0)
    let whole = map * axis
    return square > 0 && square.isFinite && whole.isFinite ? .axial(whole) : .nowhere
  }

  private static func radial(_ circles: qk_circles, _ start: Point, _ map: Affine) -> Plan {
    let whole = map * .translation(-start.x, -start.y)
    let isPoint = circles.x == 0 && circles.y == 0 && circles.growth == 0
    return circles.a.isFinite && !isPoint && whole.isFinite ? .radial(circles, whole) : .nowhere
  }

  private static func conic(_ center: Point, _ angle: Double, _ map: Affine) -> Plan {
    let turn = Turn(angle)
    let whole =
      map * .translation(-center.x, -center.y) * .rotation(cosine: turn.cosine, sine: -turn.sine)
    return whole.isFinite ? .conic(whole) : .nowhere
  }

  /// Whether it paints every pixel, and opaquely.
  package var isOpaque: Bool {
    switch plan {
    case .nowhere, .radial, .tilted: false
    case .axial: extent == .both && ramp.isOpaque
    case .conic: ramp.isOpaque
    }
  }

  /// Words (premultiplied, red lowest, rounded to nearest) for `count` pixels of row y from x on.
  ///
  /// Where the gradient is not they are 0. Nothing happens if `count` is not above 0.
  package func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
    ramp.withKernelRamp(extent) { ramp in
      pieces(x, y, count) { start, parameters in
        qk_ramp_words(words + start, ramp, parameters.baseAddress, Int32(parameters.count))
      }
    }
  }

  /// Premultiplied colours in Float, as above but neither clamped nor rounded.
  package func fill(_ colors: UnsafeMutablePointer<SIMD4<Float>>, x: Int, y: Int, count: Int) {
    pieces(x, y, count) { start, parameters in
      for (index, t) in parameters.enumerated() {
        colors[start + index] = ReferenceGradients.color(ramp, extent, t)
      }
    }
  }

  /// The same, by the kernel of half-precision pixels.
  package func fill(
    extended colors: UnsafeMutablePointer<SIMD4<Float>>,
    x: Int,
    y: Int,
    count: Int
  ) {
    ramp.withKernelRamp(extent) { ramp in
      pieces(x, y, count) { start, parameters in
        // Bounds: a colour is four numbers.
        let result = UnsafeMutableRawPointer(colors + start).assumingMemoryBound(to: Float.self)
        qk_half_ramp(result, ramp, parameters.baseAddress, Int32(parameters.count))
      }
    }
  }

  /// The premultiplied colour at the centre of the pixel (x, y).
  package func color(x: Int, y: Int) -> SIMD4<Float> {
    var color = SIMD4<Float>.zero
    withUnsafeMutablePointer(to: &color) { fill($0, x: x, y: y, count: 1) }
    return color
  }

  /// The parameters of the pixels, piece by piece, and where each piece starts.
  private func pieces(
    _ x: Int,
    _ y: Int,
    _ count: Int,
    _ body: (Int, UnsafeBufferPointer<Float>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: PixelPiece.length) { buffer in
      guard let base = buffer.baseAddress else { return }
      PixelPiece.forEach(x: x, count: count) { piece in
        parameters(base, piece, Double(y) + 0.5)
        body(piece.start, UnsafeBufferPointer(start: base, count: piece.count))
      }
    }
  }

  private func parameters(
    _ result: UnsafeMutablePointer<Float>,
    _ piece: PixelPiece,
    _ y: Double
  ) {
    // Bounds: a piece is not longer than the buffer.
    let (from, count) = (Int32(piece.from), Int32(piece.count))
    let first = Point(Double(piece.origin) + 0.5, y)
    switch plan {
    case .nowhere: result.update(repeating: .nan, count: piece.count)
    case .axial(let map):
      qk_axial_parameters(result, Float(map.transform(first).x), Float(map.a), from, count)
    case .radial(var circles, let map):
      let p = map.transform(first)
      qk_radial_parameters(result, &circles, p.x, p.y, map.a, map.b, from, count)
    case .tilted(let shape, let map):
      for index in from..<from + count {
        let h = map.transform(first.x + Double(index), y)
        let t = h.z > 0 ? shape.parameter(h.x / h.z, h.y / h.z) : .nan
        result[Int(index - from)] = t
      }
    case .conic(let map):
      let p = map.transform(first)
      qk_conic_parameters(
        result,
        Float(p.x),
        Float(p.y),
        Float(map.a),
        Float(map.b),
        from,
        count
      )
    }
  }
}

extension qk_circles {
  package init(
    _ start: Point,
    _ startRadius: Double,
    _ end: Point,
    _ endRadius: Double,
    _ extent: GradientExtent
  ) {
    self.init()
    x = end.x - start.x
    y = end.y - start.y
    radius = max(startRadius, 0)
    growth = max(endRadius, 0) - radius
    a = x * x + y * y - growth * growth
    before = extent.contains(.beforeStart) ? 1 : 0
    after = extent.contains(.afterEnd) ? 1 : 0
  }
}
