// The kernels of bytes of coverage against the formulas: random numbers, all short lengths.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzRaster
import TestRandom
import Testing

@Suite(.serialized) struct ByteKernelTests {
  private var generator = SeededGenerator(seed: 43)

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

  private static func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in [0, 255, UInt8(generator.next() % 256)][Int(generator.next() % 3)] }
  }

  private static func factors(_ count: Int, _ generator: inout SeededGenerator) -> [UInt16] {
    (0..<count).map { _ in
      [0, 65535, UInt16(generator.next() % 65536)][Int(generator.next() % 3)]
    }
  }

  @Test(arguments: [1, 3, 4])
  mutating func byteFactors(step: Int) {
    forAllLengths { length, generator in
      let bytes = Self.bytes(length * step, &generator)
      var result = [UInt16](repeating: 7, count: length + 2)
      qk_byte_factors(&result, bytes, step, Int32(length))
      let expected = (0..<length).map { CoverageSampler.factor(byte: bytes[$0 * step]) }
      #expect(result == expected + [7, 7])
    }
  }

  @Test(arguments: [1, 3, 4])
  mutating func mixBytes(step: Int) {
    forAllLengths { length, generator in
      let (upper, lower) = (
        Self.bytes(length * step, &generator), Self.bytes(length * step, &generator)
      )
      let fraction = Int16(generator.next() % 32768)
      var result = [Int16](repeating: -1, count: length + 2)
      qk_mix_bytes(&result, upper, lower, step, Int32(length), fraction)
      let expected = (0..<length).map {
        TexelSampler.mix(Int16(upper[$0 * step]) << 7, Int16(lower[$0 * step]) << 7, fraction)
      }
      #expect(result == expected + [-1, -1])
    }
  }

  @Test(arguments: [1, 0.37, 1.6, 0, -1, -0.8] as [Float])
  mutating func columnFactors(scale: Float) throws {
    let line = try #require(TexelLine(scale: scale, offset: 11.3))
    forAllLengths { length, generator in
      guard length > 0 else { return }
      let ends = (line.place(5), line.place(5 + Int32(length) - 1))
      let first = TexelLine.texel(min(ends.0, ends.1))
      let count = Int(TexelLine.texel(max(ends.0, ends.1)) - first) + 2
      let row = (0..<count).map { _ in Int16(generator.next() % 32641) }
      var result = [UInt16](repeating: 7, count: length + 2)
      qk_column_factors(&result, row, Int32(length), ends.0, line.step, first)
      let expected = (0..<length).map { index in
        let place = line.place(5 + Int32(index))
        let texel = Int(TexelLine.texel(place) - first)
        let mixed = TexelSampler.mix(row[texel], row[texel + 1], TexelLine.fraction(place))
        return CoverageSampler.factor(mixed: mixed)
      }
      #expect(result == expected + [7, 7])
    }
  }

  @Test(arguments: [false, true], [1, 4])
  mutating func sampleBytes(isStretched: Bool, step: Int) {
    forAllLengths { length, generator in
      let (width, height) = (23, 17)
      let bytes = Self.bytes(width * height * step, &generator)
      func number(_ low: Float, _ high: Float) -> Float {
        low + (high - low) * Float(generator.next() >> 40) / 16_777_216
      }
      var row = qk_place_row(
        base: (number(-9, 9), number(-9, 9), number(0.2, 1.5)),
        row1: (number(-1, 1), number(-1, 1), number(-0.03, 0.03)),
        map: (number(0.5, 2), number(-2, 2), number(-9, 9), number(0, 9))
      )
      if length % 7 == 3 { row.base.0 = .nan }
      if length % 9 == 4 { row.map.1 = .infinity }
      var middle = qk_middle(
        first: (number(-9, 0), number(-9, 0)),
        last: (number(0, 20), number(0, 20)),
        stretch: (number(-1, 3), 0)
      )
      var map = StretchedMap(texelMap: [row.map.0, row.map.1, row.map.2, row.map.3])
      if isStretched {
        map.middle = (
          [middle.first.0, middle.first.1, middle.last.0, middle.last.1],
          [middle.stretch.0, middle.stretch.1]
        )
      }
      let range = TexelRange([2, 1, 20, 15], width: Int32(width), height: Int32(height))
      bytes.withUnsafeBufferPointer { buffer in
        let source = CoverageSource(
          base: buffer.baseAddress!,
          width: Int32(width),
          height: Int32(height),
          rowBytes: width * step,
          step: step
        )
        var texels = qk_bytes(
          base: source.base,
          row_bytes: source.rowBytes,
          step: step,
          min_x: range.minX,
          min_y: range.minY,
          last_x: range.lastX,
          last_y: range.lastY
        )
        var result = [UInt16](repeating: 7, count: length + 2)
        if isStretched {
          qk_sample_bytes(&result, &texels, &row, &middle, 3, Int32(length))
        } else {
          qk_sample_bytes(&result, &texels, &row, nil, 3, Int32(length))
        }
        let expected = (0..<length).map { index -> UInt16 in
          let p = Float(index + 3) + 0.5
          let w = row.row1.2 * p + row.base.2
          guard w > 0 else { return 0 }
          let (x, y) = (
            (row.row1.0 * p + row.base.0) / w, (row.row1.1 * p + row.base.1) / w
          )
          return CoverageSampler.linear(source, range, map.texel(x, y))
        }
        #expect(result == expected + [7, 7])
      }
    }
  }

  @Test mutating func factorProducts() {
    forAllLengths { length, generator in
      let (a, b) = (Self.factors(length, &generator), Self.factors(length, &generator))
      var result = a + [7, 7]
      qk_factor_products(&result, b, Int32(length))
      #expect(result == zip(a, b).map { CoverageSampler.product($0, $1) } + [7, 7])
    }
    for factor in [0, 1, 2, 255, 256, 257, 32767, 65279, 65534, 65535] as [UInt16] {
      #expect(CoverageSampler.product(factor, 65535) == factor)
      #expect(CoverageSampler.product(65535, factor) == factor)
      #expect(CoverageSampler.product(factor, 0) == 0 && CoverageSampler.product(0, factor) == 0)
    }
  }

  @Test mutating func bytesFromFactors() {
    for factor in 0...65535 {
      let nearest = Int((Double(factor) / 257).rounded())
      #expect(Int(CoverageSampler.byte(factor: UInt16(factor))) == nearest)
    }
    forAllLengths { length, generator in
      let factors = Self.factors(length, &generator)
      var result = [UInt8](repeating: 7, count: length + 2)
      qk_bytes_from_factors(&result, factors, Int32(length))
      #expect(result == factors.map { CoverageSampler.byte(factor: $0) } + [7, 7])
    }
  }
}
