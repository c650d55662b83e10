// Pictures read between their pixels.
// Licensed under the MIT license; see LICENSE.

import Glibc
package import QuartzMath

extension FilterBuffer {
  /// The colour at a position, with straight lines between the centres of pixels; transparent
  /// outside, and for what is no position.
  @inline(__always)
  func linear(_ position: SIMD2<Double>) -> SIMD4<Float> {
    let x = position.x - 0.5
    let y = position.y - 0.5
    guard abs(x) < 1e9, abs(y) < 1e9 else { return .zero }
    let (left, bottom) = (x.rounded(.down), y.rounded(.down))
    let (u, v) = (Float(x - left), Float(y - bottom))
    let (column, line) = (Int(left), Int(bottom))
    let (c, l) = (column - Int(rect.minX), line - Int(rect.minY))
    if c >= 0, l >= 0, c + 1 < width, l + 1 < height {
      let low = pixels + (l * width + c)
      let high = low + width
      let a = low[0] + (low[1] - low[0]) * u
      let b = high[0] + (high[1] - high[0]) * u
      return a + (b - a) * v
    }
    let (p, q) = (self[column, line], self[column + 1, line])
    let (r, s) = (self[column, line + 1], self[column + 1, line + 1])
    let a = p + (q - p) * u
    let b = r + (s - r) * u
    return a + (b - a) * v
  }

  /// The colour of the pixel that a position lies in.
  @inline(__always)
  func nearest(_ position: SIMD2<Double>) -> SIMD4<Float> {
    guard abs(position.x) < 1e9, abs(position.y) < 1e9 else { return .zero }
    return self[Int(position.x.rounded(.down)), Int(position.y.rounded(.down))]
  }

  /// Draws a picture through a map.
  func transform(_ source: FilterBuffer, _ map: Affine, _ sampling: FilterSampling) {
    guard let inverse = map.inverse else { return }
    let isWhole = map.tx == map.tx.rounded() && map.ty == map.ty.rounded()
    if map.a == 1, map.b == 0, map.c == 0, map.d == 1, isWhole {
      let (dx, dy) = (Int(map.tx), Int(map.ty))
      fill { x, y in source[x - dx, y - dy] }
      return
    }
    func position(_ x: Double, _ y: Double) -> SIMD2<Double> {
      SIMD2(
        inverse.a * x + inverse.c * y + inverse.tx,
        inverse.b * x + inverse.d * y + inverse.ty
      )
    }
    guard sampling == .linear else {
      fill { x, y in source.nearest(position(Double(x) + 0.5, Double(y) + 0.5)) }
      return
    }
    let (across, down) = sampling.positions(inverse)
    if across == 1, down == 1 {
      fill { x, y in source.linear(position(Double(x) + 0.5, Double(y) + 0.5)) }
      return
    }
    let share = 1 / Float(across * down)
    fill { x, y in
      var sum = SIMD4<Float>.zero
      for j in 0..<down {
        for i in 0..<across {
          sum += source.linear(
            position(
              Double(x) + (Double(i) + 0.5) / Double(across),
              Double(y) + (Double(j) + 0.5) / Double(down)
            )
          )
        }
      }
      return sum * share
    }
  }
}

extension FilterSampling {
  /// How many positions of the source are read for a pixel, so that none between them is left out.
  ///
  /// - Parameter inverse: The map from the result to the source.
  package func positions(_ inverse: Affine) -> (across: Int, down: Int) {
    guard self == .linear else { return (1, 1) }
    func steps(_ length: Double) -> Int { Int(min(max(length.rounded(.up), 1), 32)) }
    return (
      steps(hypot(inverse.a, inverse.b) - 0.01), steps(hypot(inverse.c, inverse.d) - 0.01)
    )
  }
}
