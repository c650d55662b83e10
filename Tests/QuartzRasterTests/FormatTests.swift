// Conversions between pixel formats: all bytes, all formats.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzRaster
import TestRandom
import Testing

@Suite struct FormatTests {
  @Test func premultipliedIsRoundedToNearest() {
    for alpha in 0...255 as ClosedRange<UInt32> {
      for c in 0...255 as ClosedRange<UInt32> {
        let word = PixelWord.premultiplied(c | alpha << 24)
        #expect(word & 255 == (2 * c * alpha + 255) / 510 && word >> 24 == alpha)
      }
    }
  }

  @Test func straightIsRoundedToNearest() {
    for alpha in 0...255 as ClosedRange<UInt32> {
      for c in 0...255 as ClosedRange<UInt32> {
        let word = PixelWord.straight(c << 16 | alpha << 24)
        let exact = alpha == 0 ? 0 : min(255, (2 * 255 * c + alpha) / (2 * alpha))
        #expect(word >> 16 & 255 == exact, "\(c) of \(alpha)")
        #expect(word >> 24 == (alpha == 0 ? 0 : alpha))
      }
    }
  }

  @Test func premultipliedSurvivesStraight() {
    for alpha in 0...255 as ClosedRange<UInt32> {
      for c in 0...alpha {
        let word = c | c << 8 | alpha << 24
        #expect(PixelWord.premultiplied(PixelWord.straight(word)) == word)
      }
    }
  }

  static let formats = PixelFormat.Layout.allCases.flatMap { layout in
    PixelFormat.Alpha.allCases.map { PixelFormat(layout, $0) }
  }

  private static func convert(
    _ bytes: [UInt8],
    _ from: PixelFormat,
    _ to: PixelFormat
  ) -> [UInt8] {
    let count = bytes.count / from.bytesPerPixel
    // One byte further: no alignment is needed.
    var (source, result) = (
      [0] + bytes, [UInt8](repeating: 0xEE, count: count * to.bytesPerPixel + 2)
    )
    source.withUnsafeMutableBytes { source in
      result.withUnsafeMutableBytes { result in
        PixelConversion(from: from, to: to).convert(
          source.baseAddress! + 1,
          to: result.baseAddress! + 1,
          count: count
        )
      }
    }
    #expect(result.first == 0xEE && result.last == 0xEE)
    return Array(result[1..<result.count - 1])
  }

  private static func bytes(_ words: [UInt32]) -> [UInt8] {
    words.flatMap {
      [UInt8($0 & 255), UInt8($0 >> 8 & 255), UInt8($0 >> 16 & 255), UInt8($0 >> 24)]
    }
  }

  @Test func ordersOfBytes() {
    let pixel: [UInt8] = [10, 20, 30, 40]
    let orders: [(PixelFormat.Layout, [UInt8])] = [
      (.rgba8, [10, 20, 30, 40]), (.bgra8, [30, 20, 10, 40]), (.argb8, [40, 10, 20, 30]),
      (.abgr8, [40, 30, 20, 10]),
    ]
    for (from, source) in orders {
      for (to, target) in orders {
        for alpha in [PixelFormat.Alpha.premultiplied, .straight] {
          let result = Self.convert(
            source + source,
            PixelFormat(from, alpha),
            PixelFormat(to, alpha)
          )
          #expect(result == target + target)
        }
      }
      let opaque = Self.convert(source, PixelFormat(from, .ignored), .rgba8)
      #expect(opaque == [10, 20, 30, 255])
      let skipped = Self.convert(pixel, .rgba8, PixelFormat(from, .ignored))
      #expect(Self.convert(skipped, PixelFormat(from), .rgba8) == [10, 20, 30, 255])
    }
    #expect(Self.convert(pixel, .rgba8, .alpha8) == [40])
    #expect(Self.convert([40], .alpha8, .rgba8) == [0, 0, 0, 40])
    #expect(Self.convert([77], .gray8, .bgra8) == [77, 77, 77, 255])
  }

  /// Each pair of formats against exact arithmetic; what the target cannot hold is not compared.
  @Test(arguments: formats)
  func everyPairIsExact(from: PixelFormat) {
    var numbers = SeededGenerator(seed: 6)
    let words = BlendTests.words(600, &numbers)
    let source = Self.convert(Self.bytes(words), .rgba8, from)
    for to in Self.formats where from.layout != .alpha8 && to.layout != .gray8 {
      let result = Self.convert(source, from, to)
      let (sources, results) = (Self.colors(source, from), Self.colors(result, to))
      for index in words.indices {
        // Alpha that is ignored is 1; colours follow the target's kind of alpha.
        var expected = sources[index]
        let isStraight = from.alpha == .straight && from.layout != .gray8
        if isStraight, to.alpha != .straight || to.layout == .alpha8 {
          expected = SIMD4(
            expected.x * expected.w,
            expected.y * expected.w,
            expected.z * expected.w,
            expected.w
          )
        } else if !isStraight, to.alpha == .straight {
          let a = expected.w
          expected = a > 0 ? SIMD4(expected.x / a, expected.y / a, expected.z / a, a) : .zero
        }
        if to.alpha == .ignored, to.layout != .alpha8 { expected.w = 1 }
        if to.layout == .alpha8 { expected = SIMD4(0, 0, 0, expected.w) }
        let difference = results[index] - expected
        // Halves of the last place: of a byte, or of 11 bits.
        let limit = to.layout == .rgbaHalf ? 0.0005 : 0.5001 / 255
        #expect(
          max(difference.max(), -difference.min()) <= limit,
          "\(from) to \(to): \(sources[index]) becomes \(results[index])"
        )
      }
    }
  }

  /// The channels of pixels, read one by one.
  private static func colors(_ bytes: [UInt8], _ format: PixelFormat) -> [SIMD4<Double>] {
    stride(from: 0, to: bytes.count, by: format.bytesPerPixel).map { start in
      func byte(_ index: Int) -> Double { Double(bytes[start + index]) / 255 }
      func half(_ index: Int) -> Double {
        let bits = UInt16(bytes[start + index * 2]) | UInt16(bytes[start + index * 2 + 1]) << 8
        return Double(Float16(bitPattern: bits))
      }
      var color: SIMD4<Double>
      switch format.layout {
      case .rgba8: color = [byte(0), byte(1), byte(2), byte(3)]
      case .bgra8: color = [byte(2), byte(1), byte(0), byte(3)]
      case .argb8: color = [byte(1), byte(2), byte(3), byte(0)]
      case .abgr8: color = [byte(3), byte(2), byte(1), byte(0)]
      case .gray8: color = [byte(0), byte(0), byte(0), 1]
      case .alpha8: color = [0, 0, 0, byte(0)]
      case .rgbaHalf: color = [half(0), half(1), half(2), half(3)]
      }
      if format.alpha == .ignored, format.layout != .alpha8 { color.w = 1 }
      return color
    }
  }

  @Test func greyIsLuminance() {
    func power(_ x: Double, _ exponent: Double) -> Double {
      // By the series of exp and ln, in Double; x in 0...1.
      guard x > 0 else { return 0 }
      let z = (x - 1) / (x + 1)
      var (ln, term) = (0.0, z)
      for n in stride(from: 1.0, through: 6001, by: 2) {
        ln += 2 * term / n
        term *= z * z
      }
      var (result, part) = (1.0, 1.0)
      for n in 1...80 {
        part *= ln * exponent / Double(n)
        result += part
      }
      return result
    }
    func light(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : power((v + 0.055) / 1.055, 2.4) }
    func encoded(_ l: Double) -> Double {
      l <= 0.0031308 ? l * 12.92 : 1.055 * power(l, 1 / 2.4) - 0.055
    }
    let levels = (0...255).map { light(Double($0) / 255) }
    var numbers = SeededGenerator(seed: 1)
    for _ in 0..<3000 {
      let word = UInt32(truncatingIfNeeded: numbers.next())
      let luminance =
        0.2126 * levels[Int(word & 255)] + 0.7152 * levels[Int(word >> 8 & 255)] + 0.0722
        * levels[Int(word >> 16 & 255)]
      var gray = word
      Luminance.makeGray(&gray, count: 1)
      #expect(gray >> 24 == word >> 24 && gray & 255 == gray >> 8 & 255)
      #expect(abs(Double(gray & 255) - encoded(luminance) * 255) <= 0.501)
    }
    for level in 0...255 as ClosedRange<UInt32> {
      var gray = level * 0x01_0101
      Luminance.makeGray(&gray, count: 1)
      #expect(gray == level * 0x01_0101)
    }
  }

  @Test func hostileSizesHaveNoBytes() {
    let format = PixelFormat.rgbaHalf
    #expect(format.rowBytes(width: -1) == nil && format.rowBytes(width: .max) == nil)
    #expect(format.rowBytes(width: 0) == 0 && format.rowBytes(width: 3) == 24)
    #expect(format.byteCount(width: 3, height: 5, rowBytes: 32) == 160)
    #expect(format.byteCount(width: 3, height: 5, rowBytes: 23) == nil)
    #expect(format.byteCount(width: 3, height: -5, rowBytes: 24) == nil)
    #expect(format.byteCount(width: 3, height: .max, rowBytes: 24) == nil)
    #expect(format.byteCount(width: 3, height: 2, rowBytes: .max) == nil)
  }

  @Test func nothingIsConvertedWithoutPixels() {
    var (source, byte) = (UInt8(3), UInt8(7))
    for count in [0, -1, .min] {
      PixelConversion(from: .rgba8, to: .bgra8).convert(&source, to: &byte, count: count)
    }
    #expect(byte == 7)
  }

  @Test func convertingInPlace() {
    var numbers = SeededGenerator(seed: 16)
    let words = BlendTests.words(777, &numbers)
    var copy = words
    let straight = PixelFormat(.bgra8, .straight)
    copy.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      PixelConversion(from: .rgba8, to: straight).convert(base, to: base, count: 777)
      #expect(bytes.first != nil)
      PixelConversion(from: straight, to: .rgba8).convert(base, to: base, count: 777)
    }
    #expect(copy == words)
  }
}

@Suite(.serialized) struct HalfKernelTests {
  @Test func allHalvesAreTheFloatsTheyStandFor() {
    defer { qk_use_instructions(qk_best_instructions()) }
    let halves = Array(UInt16.min...UInt16.max)
    for set in 0...qk_best_instructions() {
      qk_use_instructions(set)
      var floats = [Float](repeating: 7, count: halves.count + 1)
      qk_floats_from_halves(&floats, halves, Int32(halves.count))
      var back = [UInt16](repeating: 7, count: halves.count + 1)
      qk_halves_from_floats(&back, floats, Int32(halves.count))
      for (index, half) in halves.enumerated() {
        let expected = Float16(bitPattern: half)
        if expected.isNaN {
          #expect(floats[index].isNaN && back[index] == half | 0x200)
        } else {
          #expect(floats[index].bitPattern == Float(expected).bitPattern)
          #expect(back[index] == half)
        }
      }
      #expect(floats.last == 7 && back.last == 7)
    }
  }

  @Test func floatsAreRoundedToNearestEven() {
    defer { qk_use_instructions(qk_best_instructions()) }
    var numbers = SeededGenerator(seed: 14)
    // All magnitudes, those between two halves above all.
    let floats = (0..<100_003).map { index in
      let bits = UInt32(truncatingIfNeeded: numbers.next())
      return Float(bitPattern: index % 3 == 0 ? bits & 0xFFFF_F000 | (bits & 1) : bits)
    }
    for set in 0...qk_best_instructions() {
      qk_use_instructions(set)
      var halves = [UInt16](repeating: 7, count: floats.count)
      qk_halves_from_floats(&halves, floats, Int32(floats.count))
      for (float, half) in zip(floats, halves) {
        let expected = Float16(float)
        #expect(float.isNaN ? Float16(bitPattern: half).isNaN : half == expected.bitPattern)
      }
    }
  }
}
