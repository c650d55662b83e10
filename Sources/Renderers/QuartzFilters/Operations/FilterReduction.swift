// Pictures of a pixel, a row or a table that say something of a whole area.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath

/// A statement about an area, which is in pixels.
package enum FilterReduction: Hashable, Sendable {
  /// One pixel: the mean colour.
  case average(FilterRect)
  /// One pixel: the greatest of each component.
  case maximum(FilterRect)
  /// One pixel: the least of each component.
  case minimum(FilterRect)
  /// Two pixels: the least and the greatest of each component.
  case extremes(FilterRect)
  /// One row: for each column the mean colour.
  case columnAverage(FilterRect)
  /// One column: for each row the mean colour.
  case rowAverage(FilterRect)
  /// A row of so many pixels: how many components lie in each part of 0 ... 1, divided by the
  /// number of pixels and multiplied by the scale.
  case histogram(FilterRect, count: Int, scale: Double)

  package var area: FilterRect {
    switch self {
    case .average(let rect), .maximum(let rect), .minimum(let rect), .extremes(let rect),
      .columnAverage(let rect), .rowAverage(let rect), .histogram(let rect, _, _):
      rect
    }
  }

  func extent(_ input: FilterRect) -> FilterRect {
    let area = area.intersection(input).roundedOut
    switch self {
    case .average, .maximum, .minimum: return FilterRect(0, 0, 1, 1)
    case .extremes: return FilterRect(0, 0, 2, 1)
    case .columnAverage: return FilterRect(0, 0, area.width, 1)
    case .rowAverage: return FilterRect(0, 0, 1, area.height)
    case .histogram(_, let count, _): return FilterRect(0, 0, Double(count), 1)
    }
  }

  func draw(_ source: FilterBuffer, into target: FilterBuffer) {
    let rect = source.rect
    guard !rect.isEmpty else { return }
    func each(_ body: (Int, Int, SIMD4<Float>) -> Void) {
      for y in 0..<source.height {
        for x in 0..<source.width { body(x, y, source.pixels[y * source.width + x]) }
      }
    }
    var (low, high) = (source.pixels[0], source.pixels[0])
    switch self {
    case .average:
      var sum = SIMD4<Double>.zero
      each { _, _, color in sum += SIMD4<Double>(color) }
      let mean = SIMD4<Float>(sum / Double(rect.area))
      target.fill { _, _ in mean }
    case .maximum, .minimum, .extremes:
      each { _, _, color in
        low.replace(with: color, where: color .< low)
        high.replace(with: color, where: color .> high)
      }
      if case .maximum = self { low = high }
      target.fill { x, _ in x == 0 ? low : high }
    case .columnAverage, .rowAverage:
      let isRow = if case .columnAverage = self { true } else { false }
      var sums = [SIMD4<Double>](repeating: .zero, count: isRow ? source.width : source.height)
      each { x, y, color in sums[isRow ? x : y] += SIMD4<Double>(color) }
      let share = 1 / Double(isRow ? source.height : source.width)
      target.fill { x, y in
        let index = isRow ? x : y
        return sums.indices.contains(index) ? SIMD4<Float>(sums[index] * share) : .zero
      }
    case .histogram(_, let count, let scale):
      var bins = [SIMD4<Float>](repeating: .zero, count: count)
      let share = Float(scale / Double(rect.area))
      each { _, _, color in
        for index in 0..<4 {
          let value = color[index]
          let bin = value > 0 ? min(Int(min(value, 1) * Float(count)), count - 1) : 0
          bins[bin][index] += share
        }
      }
      target.fill { x, _ in bins.indices.contains(x) ? bins[x] : .zero }
    }
  }
}
