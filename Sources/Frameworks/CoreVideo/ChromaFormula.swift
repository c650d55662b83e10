// Between R, G, B and Y, Cb, Cr.
// Licensed under the MIT license; see LICENSE.

/// The formula of ITU-R BT.601-7, BT.709-6 and BT.2020-2 (non-constant luminance), on encoded
/// components.
struct ChromaFormula: Equatable {
  enum Matrix: Equatable {
    case rec601, rec709, rec2020
  }

  /// The share of red and of blue in Y.
  private let red: Double
  private let blue: Double
  /// Samples of Y and of Cb and Cr are `start + scale * value`.
  private let lumaStart: Double
  private let lumaScale: Double
  private let chromaStart: Double
  private let chromaScale: Double
  private let most: Double

  init(_ matrix: Matrix, depth: Int, isFullRange: Bool) {
    switch matrix {
    case .rec601: (red, blue) = (0.299, 0.114)
    case .rec709: (red, blue) = (0.2126, 0.0722)
    case .rec2020: (red, blue) = (0.2627, 0.0593)
    }
    // BT.2100-2, table 9: the numbers of 8 bits times a power of two, or all numbers.
    let step = Double(1 << (depth - 8))
    most = 256 * step - 1
    chromaStart = 128 * step
    if isFullRange {
      (lumaStart, lumaScale, chromaScale) = (0, most, most)
    } else {
      (lumaStart, lumaScale, chromaScale) = (16 * step, 219 * step, 224 * step)
    }
  }

  /// R, G, B of samples; they may leave 0...1.
  func color(_ luma: Double, _ cb: Double, _ cr: Double) -> SIMD3<Double> {
    let y = (luma - lumaStart) / lumaScale
    let r = y + 2 * (1 - red) * (cr - chromaStart) / chromaScale
    let b = y + 2 * (1 - blue) * (cb - chromaStart) / chromaScale
    return SIMD3(r, (y - red * r - blue * b) / (1 - red - blue), b)
  }

  /// Y, Cb and Cr of R, G, B.
  func values(_ color: SIMD3<Double>) -> SIMD3<Double> {
    let y = red * color.x + (1 - red - blue) * color.y + blue * color.z
    return SIMD3(y, (color.z - y) / (2 * (1 - blue)), (color.x - y) / (2 * (1 - red)))
  }

  /// The sample of a value of Y.
  func luma(_ value: Double) -> UInt16 { sample(lumaStart + lumaScale * value) }

  /// The sample of a value of Cb or Cr.
  func chroma(_ value: Double) -> UInt16 { sample(chromaStart + chromaScale * value) }

  private func sample(_ value: Double) -> UInt16 { UInt16(min(max(value.rounded(), 0), most)) }
}
