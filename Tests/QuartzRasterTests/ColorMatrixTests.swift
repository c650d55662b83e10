// Colour matrices in whole numbers: against plain Swift, and against the formula in doubles.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import TestRandom
import Testing

@testable import QuartzRaster

@Suite(.serialized) struct ColorMatrixTests {
  static let identity = [
    SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1.0),
  ]

  private static func word(_ bytes: SIMD4<Int>) -> UInt32 {
    UInt32(bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24)
  }

  private static func bytes(_ word: UInt32) -> SIMD4<Int> {
    let word = Int(word)
    return SIMD4(word & 255, word >> 8 & 255, word >> 16 & 255, word >> 24)
  }

  /// The arithmetic at the head of ColorMatrixKernel.swift, one number after the other.
  private static func reference(_ word: UInt32, _ kernel: ColorMatrixKernel) -> UInt32 {
    let pixel = bytes(word)
    var x = SIMD4<Int>(0, 0, 0, pixel.w * 16)
    if pixel.w > 0 {
      for channel in 0..<3 {
        x[channel] = min((pixel[channel] * 4080 + pixel.w / 2) / pixel.w, 4080)
      }
    }
    func component(_ row: SIMD4<Int32>, _ bias: Int32) -> Int {
      var sum = Int(bias) + (1 << (Int(kernel.shift) - 1))
      for channel in 0..<4 { sum += Int(row[channel]) * x[channel] }
      return min(max(sum >> Int(kernel.shift), 0), 4080)
    }
    let alpha = (component(kernel.alpha, kernel.bias.w) + 8) >> 4
    func byte(_ row: SIMD4<Int32>, _ bias: Int32) -> Int {
      (component(row, bias) * alpha + 2040) / 4080
    }
    return Self.word(
      SIMD4(
        byte(kernel.red, kernel.bias.x),
        byte(kernel.green, kernel.bias.y),
        byte(kernel.blue, kernel.bias.z),
        alpha
      )
    )
  }

  /// All greys and 4,096 colours, each with several alphas.
  private static let words: [UInt32] = {
    var words: [UInt32] = []
    for alpha in [0, 1, 2, 127, 254, 255] {
      func add(_ r: Int, _ g: Int, _ b: Int) {
        words.append(word(SIMD4(r * alpha / 255, g * alpha / 255, b * alpha / 255, alpha)))
      }
      for gray in 0...255 { add(gray, gray, gray) }
      for color in 0..<4096 { add(color & 15 * 17, color >> 4 & 15 * 17, color >> 8 * 17) }
    }
    return words
  }()

  private static func results(_ kernel: ColorMatrixKernel, _ words: [UInt32]) -> [UInt32] {
    var results = [UInt32](repeating: 7, count: words.count)
    kernel.run(from: words, to: &results, count: words.count)
    return results
  }

  private static func random(_ numbers: inout SeededGenerator, _ scale: Double) -> ColorMatrixKernel
  {
    let rows = (0..<4).map { _ in SIMD4<Double>.random(in: -scale...scale, using: &numbers) }
    return ColorMatrixKernel(rows: rows, bias: SIMD4.random(in: -scale...scale, using: &numbers))
  }

  @Test func kernelEqualsPlainSwift() {
    defer { qk_use_instructions(qk_best_instructions()) }
    for set in 0...qk_best_instructions() {
      qk_use_instructions(set)
      var numbers = SeededGenerator(seed: 5)
      for scale in [0.1, 1, 3, 40, 2000, 1e9] {
        let kernel = Self.random(&numbers, scale)
        let words = (0..<200).map { _ in UInt32.random(in: 0...(.max), using: &numbers) }
        for count in [0, 1, 7, 8, 9, 200] {
          let part = Array(words.prefix(count))
          #expect(Self.results(kernel, part) == part.map { Self.reference($0, kernel) })
        }
      }
    }
  }

  @Test func identityKeepsPixels() {
    let kernel = ColorMatrixKernel(rows: Self.identity, bias: .zero)
    #expect(Self.results(kernel, Self.words) == Self.words)
  }

  /// The formula in doubles: straight colours, clamped, premultiplied and rounded.
  private static func exact(
    _ word: UInt32,
    _ rows: [SIMD4<Double>],
    _ bias: SIMD4<Double>
  ) -> SIMD4<Double> {
    let pixel = SIMD4<Double>(bytes(word)) / 255
    var straight = pixel.w > 0 ? pixel / pixel.w : .zero
    straight.w = pixel.w
    var result = SIMD4<Double>.zero
    for index in 0..<4 {
      result[index] = min(max((rows[index] * straight).sum() + bias[index], 0), 1)
    }
    let alpha = result.w
    result *= alpha
    result.w = alpha
    return result * 255
  }

  @Test func resultsAreWithinOneOfTheLaw() {
    var numbers = SeededGenerator(seed: 6)
    for scale in [0.3, 1, 2] {
      for _ in 0..<8 {
        let rows = (0..<4).map { _ in SIMD4<Double>.random(in: -scale...scale, using: &numbers) }
        let bias = SIMD4<Double>.random(in: -0.5...0.5, using: &numbers)
        let kernel = ColorMatrixKernel(rows: rows, bias: bias)
        let results = Self.results(kernel, Self.words)
        for (word, result) in zip(Self.words, results) where Self.bytes(word).w > 0 {
          let exact = Self.exact(word, rows, bias)
          let rounded = exact.rounded(.toNearestOrAwayFromZero)
          let difference = SIMD4<Double>(Self.bytes(result)) - rounded
          guard (0..<4).allSatisfy({ abs(difference[$0]) <= 1 }) else {
            Issue.record("\(Self.bytes(word)): \(Self.bytes(result)), not \(exact)")
            return
          }
        }
      }
    }
  }

  @Test func numbersThatAreNoneOrEnormousAreHandled() {
    let rows = [SIMD4(.nan, 1, 0, 0), SIMD4(.infinity, 1, 0, 0), SIMD4(-1e300, 0, 0, 0), .zero]
    let kernel = ColorMatrixKernel(rows: rows, bias: SIMD4(0, .nan, 1e300, 1))
    let word = Self.word(SIMD4(10, 20, 30, 255))
    #expect(Self.reference(word, kernel) == kernel.pixel(word))
    #expect(Self.bytes(kernel.pixel(word)) == SIMD4(20, 20, 255, 255))
  }
}
