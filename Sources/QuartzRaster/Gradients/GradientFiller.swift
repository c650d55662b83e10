// Spans of gradients.
// Licensed under the MIT license; see LICENSE.
//
// A span is filled in two steps: its parameters t, then their colours. Pixels where the gradient is
// not have NaN for t and become clear.
//
// Axial: t is an affine function of the pixel. Conic: the angle over a full turn, by a polynomial.
// Radial: of all circles (centre c0 + t cd, radius r0 + t rd, not below 0) through the pixel the one
// that lies on top, the one with the greatest t that the extent allows. With p the pixel less c0:
//
//     |p - t cd|^2 = (r0 + t rd)^2      or      a t^2 - 2 b t + c = 0,
//     a = cd·cd - rd^2,   b = p·cd + r0 rd,   c = p·p - r0^2
//
// The roots are q / a and c / q with q = b + sign(b) sqrt(b^2 - a c): nothing cancels, and as a goes to
// 0 (the inner circle touches the outer one) one root goes to infinity, where it drops out, while the
// other one stays right. All of it in Double, as b^2 - a c is a small difference of large numbers.
//
// Degenerate gradients (axial with equal points, radial with equal circles, numbers that are not finite) are
// nowhere: they paint nothing, as in PDF.

package import QuartzMath

/// Fills spans with the colours of a gradient.
///
/// Pixel centres lie at one half. A value may be used by any number of threads.
package struct GradientFiller: Sendable {
  private let ramp: GradientRamp
  private let extent: GradientExtent
  private let plan: Plan

  /// What a shape takes at each pixel, in the space of pixels.
  private enum Plan: Sendable {
    case nowhere
    /// t = x · a + y · c + tx of the map.
    case axial(Affine)
    /// Pixels to the shape's space, moved to the first centre.
    case radial(RadialGradient, Affine)
    /// Pixels to a space where t = 0 is the direction of the x axis.
    case conic(Affine)
  }

  /// - Parameter pixelToGradient: Maps places in pixels to the shape's space.
  package init(
    _ ramp: GradientRamp,
    _ shape: GradientShape,
    extent: GradientExtent,
    pixelToGradient: Affine
  ) {
    self.ramp = ramp
    self.extent = extent
    plan = GradientFiller.plan(shape, pixelToGradient)
  }

  private static func plan(_ shape: GradientShape, _ map: Affine) -> Plan {
    guard map.isFinite else { return .nowhere }
    switch shape {
    case .axial(let start, let end):
      let (x, y) = (end.x - start.x, end.y - start.y)
      let square = x * x + y * y
      let axis = Affine(x / square, 0, y / square, 0, -(start.x * x + start.y * y) / square, 0)
      let whole = map * axis
      return square > 0 && whole.isFinite ? .axial(whole) : .nowhere
    case .radial(let start, let startRadius, let end, let endRadius):
      guard
        let circles = RadialGradient(
          x: end.x - start.x,
          y: end.y - start.y,
          startRadius: startRadius,
          endRadius: endRadius
        )
      else { return .nowhere }
      let whole = map * .translation(-start.x, -start.y)
      return whole.isFinite ? .radial(circles, whole) : .nowhere
    case .conic(let center, let angle):
      guard angle.isFinite else { return .nowhere }
      let turn = Turn(angle)
      let whole =
        map * .translation(-center.x, -center.y)
        * .rotation(cosine: turn.cosine, sine: -turn.sine)
      return whole.isFinite ? .conic(whole) : .nowhere
    }
  }

  /// Whether it paints every pixel, and opaquely.
  package var isOpaque: Bool {
    switch plan {
    case .nowhere, .radial: false
    case .axial: extent == .both && ramp.isOpaque
    case .conic: ramp.isOpaque
    }
  }

  /// Words (premultiplied, red lowest, rounded to nearest) for `count` pixels of row y from x on.
  ///
  /// Where the gradient is not they are 0. Nothing happens if `count` is not above 0.
  package func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
    colors(x, y, count) { words[$0] = PixelWord.word($1) }
  }

  /// Premultiplied colours in Float, as above but neither clamped nor rounded.
  package func fill(_ colors: UnsafeMutablePointer<SIMD4<Float>>, x: Int, y: Int, count: Int) {
    self.colors(x, y, count) { colors[$0] = $1 }
  }

  /// The premultiplied colour at the centre of the pixel (x, y).
  package func color(x: Int, y: Int) -> SIMD4<Float> {
    var color = SIMD4<Float>.zero
    colors(x, y, 1) { color = $1 }
    return color
  }

  @inline(__always)
  private func colors(_ x: Int, _ y: Int, _ count: Int, _ put: (Int, SIMD4<Float>) -> Void) {
    guard count > 0 else { return }
    var index = 0
    parameters(x, y, count) { pixel, t in
      put(pixel, isPainted(t) ? ramp.color(at: t, near: &index) : .zero)
    }
  }

  @inline(__always)
  private func isPainted(_ t: Float) -> Bool {
    (t >= 0 || extent.contains(.beforeStart)) && (t <= 1 || extent.contains(.afterEnd)) && t == t
  }

  @inline(__always)
  private func parameters(_ x: Int, _ y: Int, _ count: Int, _ put: (Int, Float) -> Void) {
    let (centerX, centerY) = (Double(x) + 0.5, Double(y) + 0.5)
    switch plan {
    case .nowhere:
      for pixel in 0..<count { put(pixel, .nan) }
    case .axial(let map):
      let first = map.transform(Point(centerX, centerY)).x
      for pixel in 0..<count { put(pixel, Float(first + map.a * Double(pixel))) }
    case .radial(let circles, let map):
      let first = map.transform(Point(centerX, centerY))
      for pixel in 0..<count {
        let (px, py) = (first.x + map.a * Double(pixel), first.y + map.b * Double(pixel))
        put(pixel, Float(circles.parameter(px, py, extent)))
      }
    case .conic(let map):
      let first = map.transform(Point(centerX, centerY))
      for pixel in 0..<count {
        let (px, py) = (first.x + map.a * Double(pixel), first.y + map.b * Double(pixel))
        put(pixel, Turn.share(Float(px), Float(py)))
      }
    }
  }
}
