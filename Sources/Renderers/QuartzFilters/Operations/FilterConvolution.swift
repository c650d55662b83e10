// Weighted sums of pixels: convolutions, boxes, discs, lines.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzRaster

/// A small kernel of any weights.
package struct FilterConvolution: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// The weights, row by row from the top left; what is not finite counts as 0.
  package let weights: [Float]
  package let bias: Double
  /// Whether alpha stays as it is.
  package let keepsAlpha: Bool

  /// Creates a kernel; nil unless there are `width` times `height` weights, both odd.
  package init?(
    width: Int,
    height: Int,
    weights: [Double],
    bias: Double = 0,
    keepsAlpha: Bool = false
  ) {
    guard width > 0, height > 0, width % 2 == 1, height % 2 == 1, width <= 99, height <= 99,
      weights.count == width * height
    else { return nil }
    self.width = width
    self.height = height
    self.weights = weights.map { $0.isFinite ? Float($0) : 0 }
    self.bias = bias.isFinite ? bias : 0
    self.keepsAlpha = keepsAlpha
  }

  var reach: SIMD2<Double> { SIMD2(Double(width / 2), Double(height / 2)) }

  func draw(_ source: FilterBuffer, into target: FilterBuffer) {
    let bias = SIMD4<Float>(repeating: Float(self.bias))
    target.fill { x, y in
      var sum = bias
      for row in 0..<height {
        for column in 0..<width {
          let weight = weights[row * width + column]
          if weight != 0 {
            sum += source[x + column - width / 2, y + height / 2 - row] * weight
          }
        }
      }
      if keepsAlpha { sum.w = source[x, y].w }
      sum.w = min(max(sum.w, 0), 1)
      return sum
    }
  }
}

/// Blurs that are no Gaussians; lengths in pixels.
package enum FilterSmear: Hashable, Sendable {
  /// The mean of a square with so many pixels on each side; a part of a pixel counts as a part.
  case box(width: Double)
  /// The mean of a disc; pixels at its edge count by their distance from it.
  case disc(radius: Double)
  /// A Gaussian along a line: its standard deviation, and the direction from the x axis.
  case motion(sigma: Double, angle: Double)
  /// A Gaussian along the line to a centre: the standard deviation of the distance's logarithm.
  case zoom(center: SIMD2<Double>, sigma: Double)

  /// The widest smear in pixels.
  static let largest = 4096.0
  /// The most pixels of the pictures between the filters of a smear along curves.
  private static let mostPixels = 1 << 25
  /// The most filters that make up a smear along curves.
  fileprivate static let mostPasses = 24
  /// Each of them reads between pixels, which spreads a pixel by one to each side.
  private static let margin = Double(mostPasses + 2)

  /// How far pixels are read, to each side.
  var reach: SIMD2<Double> {
    switch self {
    case .box(let width):
      let side = ((max(width, 1) - 1) / 2).rounded(.up)
      return SIMD2(side, side)
    case .disc(let radius): return SIMD2(radius + 2, radius + 2)
    case .motion(let sigma, let angle):
      return FilterSmear.along(angle) * BlurExtent.visible(sigma: sigma)
    case .zoom: return .zero
    }
  }

  /// The time for a pixel, in pixels that are copied.
  var cost: Double {
    switch self {
    case .box: 2
    case .disc(let radius): 2 * radius + 1
    case .motion, .zoom: 32
    }
  }

  /// The pixels that the filters of a smear along curves write, all together, for a rectangle; 0
  /// for other smears.
  package func pixelsOfPasses(over rect: FilterRect) -> Double {
    guard let passes, !rect.isEmpty else { return 0 }
    let all = spread(rect, passes.way)
    let pixels = (all.maxX - all.minX) * (all.maxY - all.minY)
    return Double(passes.count) * min(pixels, Double(FilterSmear.mostPixels))
  }

  /// Steps of a logarithm: 1024 pixels from the centre of a zoom, a step of 1 moves by a pixel.
  private static let unit = 1.0 / 1024

  /// The filters of a smear along curves; nil for another one, and for one that does nothing.
  private var passes: SmearPasses? {
    switch self {
    case .box, .disc: nil
    case .motion(let sigma, _): SmearPasses(sigma: sigma)
    case .zoom(_, let sigma): SmearPasses(sigma: sigma / FilterSmear.unit)
    }
  }

  /// The pixels that a rectangle's are made of by filters whose steps reach so far together.
  private func spread(_ rect: FilterRect, _ way: Double) -> FilterRect {
    switch self {
    case .box, .disc: return rect
    case .motion(_, let angle):
      let along = FilterSmear.along(angle) * way
      return rect.grown(along.x + FilterSmear.margin, along.y + FilterSmear.margin)
    case .zoom(let center, _):
      return FilterSmear.zoomed(rect, center, exp(way * FilterSmear.unit))
        .grown(FilterSmear.margin)
    }
  }

  /// The sides of the box around a line of length 1.
  private static func along(_ angle: Double) -> SIMD2<Double> {
    SIMD2(abs(cos(angle)), abs(sin(angle)))
  }

  func extent(_ input: FilterRect) -> FilterRect {
    guard case .zoom(let center, let sigma) = self, !input.isEmpty else {
      return input.grown(reach.x, reach.y)
    }
    return FilterSmear.zoomed(input, center, exp(BlurExtent.visible(sigma: sigma)))
  }

  func needed(_ rect: FilterRect) -> FilterRect {
    switch self {
    case .box, .disc: return rect.grown(reach.x, reach.y)
    case .motion(let sigma, let angle):
      let reach = FilterSmear.along(angle) * BlurExtent.smear(sigma: sigma)
      return rect.grown(reach.x + FilterSmear.margin, reach.y + FilterSmear.margin)
    case .zoom(let center, let sigma):
      return FilterSmear.zoomed(rect, center, exp(BlurExtent.smear(sigma: sigma)))
        .grown(FilterSmear.margin)
    }
  }

  /// A rectangle and its pictures between 1 / factor and factor times the distance from a centre.
  private static func zoomed(
    _ rect: FilterRect,
    _ center: SIMD2<Double>,
    _ factor: Double
  ) -> FilterRect {
    func scaled(_ factor: Double) -> FilterRect {
      rect.transformed(
        Affine(factor, 0, 0, factor, center.x * (1 - factor), center.y * (1 - factor))
      )
    }
    return rect.union(scaled(factor)).union(scaled(1 / factor))
  }

  func draw(_ source: FilterBuffer, into target: FilterBuffer) throws(FilterError) {
    switch self {
    case .box(let width): try box(source, into: target, (max(width, 1) - 1) / 2)
    case .disc(let radius): try disc(source, into: target, radius)
    case .motion(_, let angle):
      let along = SIMD2(cos(angle), sin(angle))
      try smear(source, into: target) { picture, step, result in
        result.add(picture, along * step)
      }
    case .zoom(let center, _):
      try smear(source, into: target) { picture, step, result in
        func factor(_ steps: Double) -> Double { exp(steps * step * FilterSmear.unit) }
        // The same for all pixels.
        let (far, farther) = (factor(1), factor(2))
        let (near, nearer) = (factor(-1), factor(-2))
        result.fill { x, y in
          let v = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - center
          func read(_ factor: Double) -> SIMD4<Float> { picture.linear(center + v * factor) }
          let sum = (read(far) + read(near)) * 4 + read(farther) + read(nearer)
          return (sum + picture.linear(center + v) * 6) * (1 / 16)
        }
      }
    }
  }

  /// Sums of rows, then of columns; `half` is the distance of the edge from the middle pixel's.
  private func box(
    _ source: FilterBuffer,
    into target: FilterBuffer,
    _ half: Double
  ) throws(FilterError) {
    let whole = Int(half.rounded(.down))
    let part = Float(half - Double(whole))
    let share = 1 / Float(2 * half + 1)
    let (left, right) = (Int(target.rect.minX), Int(target.rect.maxX))
    let rows = try FilterBuffer(
      PixelRect(target.rect.minX, source.rect.minY, target.rect.maxX, source.rect.maxY)
    )
    // A sum runs along each line, in double precision so that it does not drift.
    func run(
      _ start: Int,
      _ end: Int,
      _ read: (Int) -> SIMD4<Float>,
      _ write: (Int, SIMD4<Float>) -> Void
    ) {
      var sum = SIMD4<Double>.zero
      for index in start - whole...start + whole { sum += SIMD4<Double>(read(index)) }
      for index in start..<end {
        var total = SIMD4<Float>(sum)
        if part > 0 { total += (read(index - whole - 1) + read(index + whole + 1)) * part }
        write(index, total * share)
        sum += SIMD4<Double>(read(index + whole + 1)) - SIMD4<Double>(read(index - whole))
      }
    }
    for y in Int(source.rect.minY)..<Int(source.rect.maxY) {
      let row = rows.row(y)
      run(left, right, { source[$0, y] }, { row[$0 - left] = $1 })
    }
    // All columns at once, as memory has their rows.
    let width = right - left
    let (bottom, top) = (Int(target.rect.minY), Int(target.rect.maxY))
    let (first, end) = (Int(rows.rect.minY), Int(rows.rect.maxY))
    let outside = [SIMD4<Float>](repeating: .zero, count: width)
    var sums = [SIMD4<Double>](repeating: .zero, count: width)
    outside.withUnsafeBufferPointer { outside in
      func line(_ y: Int) -> UnsafeBufferPointer<SIMD4<Float>> {
        guard y >= first, y < end else { return outside }
        return UnsafeBufferPointer(start: rows.row(y), count: width)
      }
      for y in max(bottom - whole, first)..<max(bottom - whole, first, min(bottom + whole + 1, end))
      {
        let line = line(y)
        for x in 0..<width { sums[x] += SIMD4<Double>(line[x]) }
      }
      for y in bottom..<top {
        let (before, after) = (line(y - whole), line(y + whole + 1))
        let below = line(y - whole - 1)
        let result = target.row(y)
        for x in 0..<width {
          var total = SIMD4<Float>(sums[x])
          if part > 0 { total += (below[x] + after[x]) * part }
          result[x] = total * share
          sums[x] += SIMD4<Double>(after[x]) - SIMD4<Double>(before[x])
        }
      }
    }
  }

  /// For each row of the disc a run of whole pixels, by sums from the left, and parts at its ends.
  private func disc(
    _ source: FilterBuffer,
    into target: FilterBuffer,
    _ radius: Double
  ) throws(FilterError) {
    let reach = Int(radius.rounded(.up)) + 1
    func weight(_ x: Int, _ y: Int) -> Float {
      Float(min(max(radius + 0.5 - hypot(Double(x), Double(y)), 0), 1))
    }
    var total: Float = 0
    for y in -reach...reach { for x in -reach...reach { total += weight(x, y) } }
    let share = total > 0 ? 1 / total : 1
    let width = target.width
    let left = Int(target.rect.minX)
    var sums = [SIMD4<Double>](repeating: .zero, count: width + 2 * reach + 2)
    for y in Int(target.rect.minY) - reach..<Int(target.rect.maxY) + reach {
      guard y >= Int(source.rect.minY), y < Int(source.rect.maxY) else { continue }
      for index in 0..<sums.count - 1 {
        sums[index + 1] = sums[index] + SIMD4<Double>(source[left - reach + index, y])
      }
      for distance in -reach...reach {
        let line = y + distance
        guard line >= Int(target.rect.minY), line < Int(target.rect.maxY) else { continue }
        // The weights of a row are 1 up to `solid`, and less up to `end`.
        var solid = -1
        while solid < reach, weight(solid + 1, distance) >= 1 { solid += 1 }
        var edge: [(Int, Float)] = []
        for x in solid + 1...max(reach, solid + 1) where weight(x, distance) > 0 {
          edge.append((x, weight(x, distance)))
        }
        let row = target.row(line)
        for column in 0..<width {
          let x = left + column
          var sum = SIMD4<Float>.zero
          if solid >= 0 {
            sum = SIMD4<Float>(sums[column + reach + solid + 1] - sums[column + reach - solid])
          }
          for (offset, weight) in edge {
            sum += source[x + offset, y] * weight
            if offset != 0 { sum += source[x - offset, y] * weight }
          }
          row[column] += sum * share
        }
      }
    }
  }

  /// A Gaussian along curves, by its filters.
  private func smear(
    _ source: FilterBuffer,
    into target: FilterBuffer,
    _ filter: (_ picture: FilterBuffer, _ step: Double, _ result: FilterBuffer) -> Void
  ) throws(FilterError) {
    guard let passes else { return target.copy(from: source) }
    let count = passes.count
    var step = passes.step
    var picture = source
    // The pixels between two filters that the result reads and the source reaches.
    let all = spread(FilterRect(target.rect), passes.way)
      .intersection(spread(FilterRect(source.rect), passes.way)).union(FilterRect(target.rect))
    guard let all = all.roundedOut.pixels else { return target.copy(from: source) }
    guard all.area <= FilterSmear.mostPixels else {
      throw .tooLarge(step: "blur", pixels: Double(all.area), limit: FilterSmear.mostPixels)
    }
    for pass in 0..<count {
      let result = pass == count - 1 ? target : try FilterBuffer(all)
      filter(picture, step, result)
      picture = result
      step *= 2
    }
  }
}

/// A Gaussian along curves, as a few filters 1 4 6 4 1 whose steps double.
///
/// The variance of such a filter is the square of its step, so n of them from a step of s on have
/// s^2 (4^n - 1) / 3 together.
private struct SmearPasses {
  let count: Int
  /// The step of the first.
  let step: Double

  /// - Returns: Nil for a deviation of 0, and for what is none.
  init?(sigma: Double) {
    guard sigma > 0 else { return nil }
    var (count, variance) = (1, 1.0)
    while variance < sigma * sigma, count < FilterSmear.mostPasses {
      variance += 1 * Double(sign: .plus, exponent: 2 * count, significand: 1)
      count += 1
    }
    self.count = count
    step = sigma / variance.squareRoot()
  }

  /// How far they reach together: their steps add up to less than twice the last one twice.
  var way: Double { step * 2 * Double(sign: .plus, exponent: count, significand: 1) }
}

extension FilterBuffer {
  /// Adds a picture filtered by 1 4 6 4 1 along a step; the buffer is clear before.
  ///
  /// The same four pixels lie around a position for every pixel, so there are five times four
  /// weights at most, each for a whole row.
  fileprivate func add(_ picture: FilterBuffer, _ step: SIMD2<Double>) {
    for (steps, weight) in [(-2.0, 1), (-1, 4), (0, 6), (1, 4), (2, 1)] as [(Double, Float)] {
      let (x, y) = (step.x * steps, step.y * steps)
      let (left, bottom) = (x.rounded(.down), y.rounded(.down))
      let (u, v) = (Float(x - left), Float(y - bottom))
      for (across, up) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let share = weight / 16 * (across == 1 ? u : 1 - u) * (up == 1 ? v : 1 - v)
        if share != 0 { add(picture, Int(left) + across, Int(bottom) + up, share) }
      }
    }
  }

  /// Adds a picture's pixels, from so far to the right and above, times a factor.
  private func add(_ picture: FilterBuffer, _ dx: Int, _ dy: Int, _ factor: Float) {
    let common = rect.intersection(
      picture.rect.offset(x: Int32(clamping: -dx), y: Int32(clamping: -dy))
    )
    guard !common.isEmpty else { return }
    for y in Int(common.minY)..<Int(common.maxY) {
      // Bounds: the common pixels are in this buffer, and moved they are in the picture.
      let to = row(y) + Int(common.minX - rect.minX)
      let from = picture.row(y + dy) + (Int(common.minX) + dx - Int(picture.rect.minX))
      for index in 0..<Int(common.width) { to[index] += from[index] * factor }
    }
  }
}
