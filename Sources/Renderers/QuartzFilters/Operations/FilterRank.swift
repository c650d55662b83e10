// Greatest, least and middle values of each channel around a pixel.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// A filter by order.
package enum FilterRank: Hashable, Sendable {
  /// The greatest or least value of the offsets with x^2 + y^2 <= r^2.
  case disc(radius: Double, isMaximum: Bool)
  /// The greatest or least value of a rectangle of so many pixels, which is odd on each side.
  case rectangle(width: Int, height: Int, isMaximum: Bool)
  /// The middle one of 3 x 3 values; beyond the edge its pixels repeat.
  case median

  /// How far values are read.
  var reach: SIMD2<Double> {
    switch self {
    case .disc(let radius, _):
      let reach = Double(FilterRank.whole(radius))
      return SIMD2(reach, reach)
    case .rectangle(let width, let height, _): return SIMD2(Double(width / 2), Double(height / 2))
    case .median: return SIMD2(1, 1)
    }
  }

  /// The widest radius in pixels.
  static let largest = 4096.0

  private static func whole(_ radius: Double) -> Int {
    radius > 0 ? Int(min(radius, largest).rounded(.down)) : 0
  }

  func extent(_ input: FilterRect) -> FilterRect {
    switch self {
    case .disc(let radius, _):
      let grown = radius > 0 ? min(radius, FilterRank.largest) : 0
      return input.grown(grown)
    case .rectangle: return input.grown(reach.x, reach.y)
    case .median: return input
    }
  }

  /// For each row of the neighbourhood, from the middle one on: how far it goes to each side.
  private var rows: [Int] {
    switch self {
    case .disc(let radius, _):
      let radius = radius > 0 ? min(radius, FilterRank.largest) : 0
      return (0...FilterRank.whole(radius)).map { row in
        let rest = radius * radius - Double(row * row)
        return Int(max(rest, 0).squareRoot().rounded(.down))
      }
    case .rectangle(let width, let height, _):
      return [Int](repeating: width / 2, count: height / 2 + 1)
    case .median: return [1, 1]
    }
  }

  /// The time for a pixel, in pixels that are copied.
  var cost: Double { Double(2 * rows.count) }

  func draw(
    _ source: FilterBuffer,
    into target: FilterBuffer
  ) throws(FilterError) {
    switch self {
    case .median: median(source, into: target)
    case .disc(_, let isMaximum), .rectangle(_, _, let isMaximum):
      try extremes(source, into: target, isMaximum: isMaximum)
    }
  }

  private func median(_ source: FilterBuffer, into target: FilterBuffer) {
    let edge = source.rect
    guard !edge.isEmpty else { return }
    target.fill { x, y in
      var values = InlineArray<9, SIMD4<Float>>(repeating: .zero)
      for index in 0..<9 {
        let column = min(max(x + index % 3 - 1, Int(edge.minX)), Int(edge.maxX) - 1)
        let line = min(max(y + index / 3 - 1, Int(edge.minY)), Int(edge.maxY) - 1)
        values[index] = source[column, line]
      }
      // The first five places of a sort by exchange: the fifth is the middle one.
      for place in 0..<5 {
        for index in place + 1..<9 {
          let (a, b) = (values[place], values[index])
          values[place] = a.replacing(with: b, where: b .< a)
          values[index] = b.replacing(with: a, where: b .< a)
        }
      }
      return values[4]
    }
  }

  /// A row's runs of 1, 2, 4 and more pixels give each run of any length as the extreme of two.
  ///
  /// Each row of the picture then serves all rows of the result that it is near to.
  private func extremes(
    _ source: FilterBuffer,
    into target: FilterBuffer,
    isMaximum: Bool
  ) throws(FilterError) {
    @inline(__always)
    func extreme(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
      isMaximum ? a.replacing(with: b, where: b .> a) : a.replacing(with: b, where: b .< a)
    }
    let rows = rows
    let widest = rows.max() ?? 0
    var levels = 1
    while (2 << (levels - 1)) <= 2 * widest + 1 { levels += 1 }
    let line = PixelRect(
      target.rect.minX - Int32(widest),
      0,
      target.rect.maxX + Int32(widest),
      Int32(levels)
    )
    let runs = try FilterBuffer(line)
    let count = runs.width
    var isFirst = [Bool](repeating: true, count: target.height)
    let (bottom, top) = (
      Int(target.rect.minY) - rows.count + 1, Int(target.rect.maxY) + rows.count - 1
    )
    for y in bottom..<top {
      let base = runs.pixels
      for index in 0..<count { base[index] = source[Int(line.minX) + index, y] }
      for level in 1..<max(levels, 1) {
        let (from, to) = (base + (level - 1) * count, base + level * count)
        let step = 1 << (level - 1)
        for index in 0..<count {
          to[index] = extreme(from[index], from[min(index + step, count - 1)])
        }
      }
      for distance in -(rows.count - 1)...(rows.count - 1) {
        let result = y + distance
        guard result >= Int(target.rect.minY), result < Int(target.rect.maxY) else { continue }
        let half = rows[abs(distance)]
        let level = (2 * half + 1).bitWidth - 1 - (2 * half + 1).leadingZeroBitCount
        let from = base + level * count
        let last = 2 * half + 1 - (1 << level)
        let row = target.row(result)
        let number = result - Int(target.rect.minY)
        // Bounds: a run of 2 half + 1 pixels around each pixel lies in the line.
        for index in 0..<target.width {
          let start = index + widest - half
          let value = extreme(from[start], from[start + last])
          row[index] = isFirst[number] ? value : extreme(row[index], value)
        }
        isFirst[number] = false
      }
    }
  }
}
