// Sharpening, colour maps, variable blurs, scaling.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath

extension FilterBuffer {
  func sharpen(
    _ source: FilterBuffer,
    _ blurred: FilterBuffer,
    _ amount: Float,
    isLuminance: Bool
  ) {
    let weights = SIMD4<Float>(SIMD4(ColorMatrix.luminanceWeights, 0))
    fill { x, y in
      let color = source[x, y]
      var detail = color - blurred[x, y]
      if isLuminance { detail = SIMD4(repeating: (detail * weights).sum()) }
      var result = color + detail * amount
      // Light below nothing is none.
      result = result.replacing(with: 0, where: .!(result .> SIMD4<Float>.zero))
      result.w = color.w
      return result
    }
  }

  func map(_ source: FilterBuffer, _ gradient: FilterBuffer) {
    guard !gradient.rect.isEmpty else { return copy(from: source) }
    let y = (Double(gradient.rect.minY) + Double(gradient.rect.maxY)) / 2
    let left = Double(gradient.rect.minX) + 0.5
    let last = Double(gradient.width - 1)
    fill { x, line in
      let color = source[x, line]
      guard color.w > 0 else { return .zero }
      let light = Double(FilterMask.luminance.share(color / color.w))
      return gradient.linear(SIMD2(left + light * last, y)) * color.w
    }
  }

  /// The widths of the blurs between which colours are mixed.
  ///
  /// Each of them is twice as wide as the one before: between two, variances are mixed.
  private static let partsOfVariableBlur: [Float] = [0, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1]
  /// How many blurred pictures a blur by a mask keeps.
  static let blursOfVariableBlur = partsOfVariableBlur.count

  /// Blurs as much as a mask says, by a few blurs between which colours are mixed.
  func blur(
    _ source: FilterBuffer,
    _ sigma: Double,
    _ mask: FilterBuffer,
    _ kind: FilterMask,
    _ extent: FilterRect
  ) throws(FilterError) {
    let parts = FilterBuffer.partsOfVariableBlur
    var blurs: [FilterBuffer] = []
    for part in parts {
      blurs.append(try source.blurred(FilterBlur(sigma: sigma * Double(part)), extent, rect))
    }
    let width = width
    fill { x, y in
      let share = kind.share(mask[x, y])
      let next = parts.firstIndex { $0 >= share } ?? parts.count - 1
      let at = (y - Int(rect.minY)) * width + x - Int(rect.minX)
      if next == 0 { return blurs[0].pixels[at] }
      let (low, high) = (parts[next - 1], parts[next])
      let mix = (share * share - low * low) / (high * high - low * low)
      let color = blurs[next - 1].pixels[at]
      return color + (blurs[next].pixels[at] - color) * mix
    }
  }

  /// Scales a picture from the origin.
  func resample(
    _ source: FilterBuffer,
    _ scale: SIMD2<Double>,
    _ kernel: FilterResampling
  ) throws(FilterError) {
    let rows = try FilterBuffer(
      PixelRect(rect.minX, source.rect.minY, rect.maxX, source.rect.maxY)
    )
    let across = kernel.taps(Int(rect.minX)..<Int(rect.maxX), scale.x)
    for y in Int(rows.rect.minY)..<Int(rows.rect.maxY) {
      let row = rows.row(y)
      for (column, taps) in across.enumerated() {
        var sum = SIMD4<Float>.zero
        for (index, weight) in taps.weights.enumerated() {
          sum += source[taps.first + index, y] * weight
        }
        row[column] = sum
      }
    }
    let down = kernel.taps(Int(rect.minY)..<Int(rect.maxY), scale.y)
    for (number, taps) in down.enumerated() {
      let row = pixels + number * width
      for column in 0..<width {
        var sum = SIMD4<Float>.zero
        for (index, weight) in taps.weights.enumerated() {
          sum += rows[Int(rect.minX) + column, taps.first + index] * weight
        }
        sum.w = min(max(sum.w, 0), 1)
        row[column] = sum
      }
    }
  }
}

extension FilterResampling {
  /// The first pixel and the weights for each pixel of a result.
  func taps(_ range: Range<Int>, _ scale: Double) -> [(first: Int, weights: [Float])] {
    let width = max(1, 1 / scale)
    return range.map { index in
      let center = (Double(index) + 0.5) / scale
      let first = Int((center - radius * width - 0.5).rounded(.up))
      let last = max(Int((center + radius * width - 0.5).rounded(.down)), first)
      let weights = (first...last).map { weight((Double($0) + 0.5 - center) / width) }
      let sum = weights.reduce(0, +)
      return (first, weights.map { Float(sum != 0 ? $0 / sum : 0) })
    }
  }

  private func weight(_ x: Double) -> Double {
    let x = abs(x)
    switch self {
    case .lanczos:
      guard x < 3 else { return 0 }
      guard x > 1e-9 else { return 1 }
      let p = .pi * x
      return 3 * sin(p) * sin(p / 3) / (p * p)
    case .cubic(let b, let c):
      if x < 1 {
        return ((12 - 9 * b - 6 * c) * x * x * x + (-18 + 12 * b + 6 * c) * x * x + 6 - 2 * b) / 6
      }
      guard x < 2 else { return 0 }
      let cubic = (-b - 6 * c) * x * x * x + (6 * b + 30 * c) * x * x
      return (cubic + (-12 * b - 48 * c) * x + 8 * b + 24 * c) / 6
    }
  }
}
