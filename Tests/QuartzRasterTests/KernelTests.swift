// The kernels against their references: random numbers, all short lengths, all alignments.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzRaster
import TestRandom
import Testing

@Suite(.serialized) struct KernelTests {
  private var generator = SeededGenerator(seed: 42)

  /// Runs `body` for all lengths 0...70 with the kernels for each instruction set.
  private mutating func forAllLengths(
    _ body: (Int, inout SeededGenerator) throws -> Void
  ) rethrows {
    defer { qk_use_instructions(qk_best_instructions()) }
    for set in 0...qk_best_instructions() {
      qk_use_instructions(set)
      for length in 0...70 { try body(length, &generator) }
    }
  }

  private static func words(
    _ count: Int,
    _ generator: inout SeededGenerator
  ) -> [UInt32] {
    (0..<count).map { _ in premultiplied(&generator) }
  }

  /// A pixel whose channels are not above its alpha; often opaque or clear.
  private static func premultiplied(
    _ generator: inout SeededGenerator
  ) -> UInt32 {
    let alpha = [0, 255, UInt32(generator.next() % 256)][Int(generator.next() % 3)]
    var pixel = alpha << 24
    for channel in 0..<3 as Range<UInt32> {
      pixel |= UInt32(generator.next() % UInt64(alpha + 1)) << (channel * 8)
    }
    return pixel
  }

  private static func mask(
    _ count: Int,
    _ generator: inout SeededGenerator
  ) -> [UInt16] {
    (0..<count).map { _ in
      [0, 65535, UInt16(generator.next() % 65536)][Int(generator.next() % 3)]
    }
  }

  private static func source(
    _ generator: inout SeededGenerator
  ) -> PixelSource {
    SourceOver.scaled(
      SourceOver.source(pixel: premultiplied(&generator)),
      mask(1, &generator)[0]
    )
  }

  private static func withChannels<Result>(
    _ channels: SIMD4<UInt16>,
    _ body: (UnsafePointer<UInt16>) -> Result
  ) -> Result {
    withUnsafePointer(to: channels) {
      $0.withMemoryRebound(to: UInt16.self, capacity: 4, body)
    }
  }

  @Test mutating func solidRows() {
    forAllLengths { length, generator in
      let left = Self.mask(Int(generator.next() % 9), &generator)
      let right = Self.mask(Int(generator.next() % 9), &generator)
      let source = Self.source(&generator)
      let factor = Self.mask(1, &generator)[0]
      let bytes = generator.next() % 2 == 0
      let start = Int(generator.next() % 8)
      let stride = length + 24
      var pixels = Self.words(stride * 3 + 32, &generator)
      var expected = pixels
      ReferenceSpans.solidRows(
        &expected,
        at: start,
        stride: stride,
        rows: 3,
        source,
        left: left,
        factor: factor,
        middle: length,
        right: right,
        bytes: bytes
      )
      pixels.withUnsafeMutableBufferPointer { pixels in
        Self.withChannels(source) { source in
          qk_solid_rows(
            pixels.baseAddress! + start,
            stride,
            3,
            source,
            left,
            Int32(left.count),
            factor,
            Int32(length),
            right,
            Int32(right.count),
            bytes ? 1 : 0
          )
        }
      }
      #expect(pixels == expected, "length \(length)")
    }
  }

  @Test mutating func pixelsOver() {
    forAllLengths { length, generator in
      let start = Int(generator.next() % 8)
      let from = Int(generator.next() % 8)
      let factors = SIMD4(Self.mask(4, &generator))
      let mask = Self.mask(length, &generator)
      let source = Self.words(length + from, &generator)
      var pixels = Self.words(length + 16, &generator)
      var expected = pixels
      let bytes = generator.next() % 2 == 0
      ReferenceSpans.pixelsOver(&expected, at: start, source[from...], factors, mask, bytes: bytes)
      pixels.withUnsafeMutableBufferPointer { pixels in
        source.withUnsafeBufferPointer { source in
          Self.withChannels(factors) {
            qk_pixels_over(
              pixels.baseAddress! + start,
              source.baseAddress! + from,
              Int32(length),
              $0,
              mask,
              bytes ? 1 : 0
            )
          }
        }
      }
      #expect(pixels == expected, "length \(length)")
      // Without a mask all of it is blended.
      let ones = [UInt16](repeating: .max, count: length)
      ReferenceSpans.pixelsOver(&expected, at: start, source[from...], factors, ones, bytes: false)
      pixels.withUnsafeMutableBufferPointer { pixels in
        source.withUnsafeBufferPointer { source in
          Self.withChannels(factors) {
            let (pixels, source) = (pixels.baseAddress! + start, source.baseAddress! + from)
            qk_pixels_over(pixels, source, Int32(length), $0, nil, 0)
          }
        }
      }
      #expect(pixels == expected, "length \(length), without a mask")
    }
  }

  @Test mutating func sourcesOver() {
    forAllLengths { length, generator in
      let start = Int(generator.next() % 8)
      let factors = SIMD4(Self.mask(4, &generator))
      let mask = Self.mask(length, &generator)
      let sources = (0..<length).map { _ in Self.source(&generator) }
      var pixels = Self.words(length + 16, &generator)
      var expected = pixels
      ReferenceSpans.sourcesOver(&expected, at: start, sources, factors, mask)
      let channels = sources.flatMap { [$0.x, $0.y, $0.z, $0.w] }
      pixels.withUnsafeMutableBufferPointer { pixels in
        Self.withChannels(factors) {
          qk_sources_over(pixels.baseAddress! + start, channels, Int32(length), $0, mask)
        }
      }
      #expect(pixels == expected, "length \(length)")
    }
  }

  @Test mutating func rowsOfTexels() {
    forAllLengths { length, generator in
      let from = Int(generator.next() % 4)
      let upper = Self.words(length + from, &generator)
      let lower = Self.words(length + from, &generator)
      let fraction = Int16(generator.next() % 32768)
      let expected = ReferenceSpans.mixRows(upper[from...], lower[from...], fraction)
      var result = [Int16](repeating: -1, count: length * 4 + 4)
      upper.withUnsafeBufferPointer { upper in
        lower.withUnsafeBufferPointer { lower in
          qk_mix_rows(
            &result,
            upper.baseAddress! + from,
            lower.baseAddress! + from,
            Int32(length),
            fraction
          )
        }
      }
      #expect(result == expected.flatMap { [$0.x, $0.y, $0.z, $0.w] } + [-1, -1, -1, -1])
    }
  }

  @Test(arguments: [1, 0.37, 1.6, 0, -1, -0.8] as [Float])
  mutating func columnsOver(scale: Float) throws {
    let line = try #require(TexelLine(scale: scale, offset: 11.3))
    forAllLengths { length, generator in
      guard length > 0 else { return }
      let (a, b) = (line.place(5), line.place(5 + Int32(length) - 1))
      let first = TexelLine.texel(min(a, b))
      let count = Int(TexelLine.texel(max(a, b)) - first) + 2
      let words = Self.words(count, &generator)
      let row = ReferenceSpans.mixRows(words[...], words.reversed()[...], 12345)
      let factors = SIMD4(Self.mask(4, &generator))
      let mask = Self.mask(length, &generator)
      var pixels = Self.words(length + 4, &generator)
      var expected = pixels
      ReferenceSpans.sourcesOver(
        &expected,
        at: 2,
        ReferenceSpans.columns(row, count: length, position: a, step: line.step, first: first),
        factors,
        mask
      )
      let channels = row.flatMap { [$0.x, $0.y, $0.z, $0.w] }
      pixels.withUnsafeMutableBufferPointer { pixels in
        Self.withChannels(factors) {
          qk_columns_over(
            pixels.baseAddress! + 2,
            channels,
            Int32(length),
            a,
            line.step,
            first,
            $0,
            mask
          )
        }
      }
      #expect(pixels == expected, "length \(length)")
    }
  }

  private static func shape(
    _ generator: inout SeededGenerator,
    isAxis: Bool
  ) -> RasterShape {
    func float(_ low: Float, _ high: Float) -> Float {
      Float.random(in: low...high, using: &generator)
    }
    var shape = RasterShape(
      isAxis: isAxis,
      rect: [float(-5, 20), float(-5, 20), float(21, 70), float(21, 70)]
    )
    if generator.next() % 4 != 0 {
      shape.radiiX = [float(0, 9), float(-1, 9), float(0, 30), float(0, 9)]
      shape.radiiY = [float(0, 9), float(0, 9), float(0, 30), float(-1, 9)]
    }
    shape.inverse1 = [float(-1, 1), float(-1, 1), float(-0.01, 0.01), 0]
    shape.inverse2 = [float(-1, 1), float(-1, 1), float(-0.01, 0.01), 0]
    shape.inverse3 = [float(-20, 60), float(-20, 60), 1, Float(generator.next() % 16)]
    return shape
  }

  @Test mutating func coverage() {
    forAllLengths { length, generator in
      for y in [0, 7, 20, 45, 69] as [Int32] {
        var result = [Float](repeating: -1, count: length + 8)
        var axis = Self.shape(&generator, isAxis: true).axisRow(y)
        qk_axis_coverage(&result, &axis, -3, Int32(length))
        #expect(
          Array(result[..<length]) == ReferenceSpans.axisCoverage(axis, x: -3, count: Int32(length))
        )
        var factors = [UInt16](repeating: 7, count: length + 8)
        qk_axis_factors(&factors, &axis, -3, Int32(length))
        #expect(Array(factors[..<length]) == ReferenceSpans.factors(Array(result[..<length])))
        #expect(factors.last == 7)
        var general = Self.shape(&generator, isAxis: false).generalRow(y)
        qk_general_coverage(&result, &general, -3, Int32(length))
        #expect(
          Array(result[..<length])
            == ReferenceSpans.generalCoverage(general, x: -3, count: Int32(length))
        )
        #expect(result.last == -1)
      }
    }
  }

  @Test mutating func arithmeticOnCoverage() {
    forAllLengths { length, generator in
      let (a, b) = (
        (0..<length + 8).map { _ in Float.random(in: -0.2...1.2, using: &generator) },
        (0..<length + 8).map { _ in Float.random(in: 0...1, using: &generator) }
      )
      var ring = a
      qk_ring(&ring, b, Int32(length))
      #expect(
        Array(ring[..<length]) == ReferenceSpans.ring(Array(a[..<length]), Array(b[..<length]))
      )
      var product = a
      qk_product(&product, b, Int32(length))
      #expect(Array(product[..<length]) == zip(a, b).prefix(length).map { $0 * $1 })
      var factors = [UInt16](repeating: 7, count: length + 8)
      qk_factors(&factors, a, Int32(length))
      #expect(Array(factors[..<length]) == ReferenceSpans.factors(Array(a[..<length])))
    }
  }
}
