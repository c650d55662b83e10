// Pictures made of cells of one colour each.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A division of the plane; lengths in pixels.
package enum FilterCells: Hashable, Sendable {
  /// Squares, each with the mean of its pixels.
  case squares(size: Double, center: SIMD2<Double>)
  /// Hexagons that stand on a corner, so wide, each with the mean of its pixels.
  case hexagons(size: Double, center: SIMD2<Double>)
  /// The points nearest to seeds, of which there is one at random in each square; each has the
  /// colour of its seed.
  case crystals(size: Double, center: SIMD2<Double>)

  /// The greatest distance between two points of a cell.
  var reach: Double {
    switch self {
    case .squares(let size, _): size * 1.5 + 1
    case .hexagons(let size, _): size * 1.5 + 1
    case .crystals(let size, _): size * 3 + 1
    }
  }

  /// The cell of a position, and the position of its colour where one pixel has it.
  private func cell(_ p: SIMD2<Double>) -> (x: Int, y: Int, seed: SIMD2<Double>?) {
    switch self {
    case .squares(let size, let center):
      let q = (p - center) / size
      return (Int(q.x.rounded(.down)), Int(q.y.rounded(.down)), nil)
    case .hexagons(let size, let center):
      // The nearest of two shifted grids of rectangles.
      let height = size * 3.0.squareRoot()
      let q = p - center
      func nearest(_ shift: SIMD2<Double>) -> (Int, Int, Double) {
        let i = ((q.x - shift.x) / size).rounded()
        let j = ((q.y - shift.y) / height).rounded()
        let rest = q - SIMD2(i * size + shift.x, j * height + shift.y)
        return (Int(i), Int(j), (rest * rest).sum())
      }
      let (a, b) = (nearest(.zero), nearest(SIMD2(size, height) / 2))
      return a.2 <= b.2 ? (a.0, 2 * a.1, nil) : (b.0, 2 * b.1 + 1, nil)
    case .crystals(let size, let center):
      let q = (p - center) / size
      let (i, j) = (Int(q.x.rounded(.down)), Int(q.y.rounded(.down)))
      var best = (x: i, y: j, distance: Double.infinity, seed: SIMD2<Double>.zero)
      for y in j - 1...j + 1 {
        for x in i - 1...i + 1 {
          let bits = FilterPattern.hash(x, y)
          let jitter = SIMD2(Double(bits & 0xFFFF), Double((bits >> 16) & 0xFFFF)) / 65536
          let seed = SIMD2(Double(x), Double(y)) + jitter
          let rest = seed - q
          let distance = (rest * rest).sum()
          if distance < best.distance { best = (x, y, distance, seed) }
        }
      }
      return (best.x, best.y, center + best.seed * size)
    }
  }

  func draw(_ source: FilterBuffer, into target: FilterBuffer) {
    struct Key: Hashable {
      let x: Int
      let y: Int
    }
    func position(_ x: Int, _ y: Int) -> SIMD2<Double> { SIMD2(Double(x) + 0.5, Double(y) + 0.5) }
    if case .crystals = self {
      target.fill { x, y in cell(position(x, y)).seed.map(source.nearest) ?? .zero }
      return
    }
    var sums: [Key: (SIMD4<Float>, Float)] = [:]
    for y in Int(source.rect.minY)..<Int(source.rect.maxY) {
      for x in Int(source.rect.minX)..<Int(source.rect.maxX) {
        let at = cell(position(x, y))
        sums[Key(x: at.x, y: at.y), default: (.zero, 0)].0 += source[x, y]
        sums[Key(x: at.x, y: at.y), default: (.zero, 0)].1 += 1
      }
    }
    target.fill { x, y in
      let at = cell(position(x, y))
      guard let sum = sums[Key(x: at.x, y: at.y)] else { return .zero }
      return sum.0 / sum.1
    }
  }
}
