// The kernels of blurs against their references: random numbers, all short lengths.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzRaster
import TestRandom
import Testing

@Suite(.serialized) struct BlurKernelTests {
  private static func forAllLengths(_ body: (Int, inout SeededGenerator) -> Void) {
    defer { qk_use_instructions(qk_best_instructions()) }
    for set in 0...qk_best_instructions() {
      qk_use_instructions(set)
      var numbers = SeededGenerator(seed: 4)
      for length in 0...70 { body(length, &numbers) }
    }
  }

  private static func words(_ count: Int, _ numbers: inout SeededGenerator) -> [UInt16] {
    (0..<count).map { _ in
      [0, 32640, UInt16(numbers.next() % 32641)][Int(numbers.next() % 3)]
    }
  }

  private static func bytes(_ count: Int, _ numbers: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in [0, 255, UInt8(numbers.next() % 256)][Int(numbers.next() % 3)] }
  }

  /// Lines of `length` one after the other, and pointers to them.
  private static func withLines<Number>(
    _ numbers: [Number],
    _ length: Int,
    _ body: (UnsafePointer<UnsafePointer<Number>?>) -> Void
  ) {
    numbers.withUnsafeBufferPointer { numbers in
      let count = length > 0 ? numbers.count / length : 33
      let pointers = (0..<count).map { numbers.baseAddress?.advanced(by: $0 * length) }
      pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
  }

  @Test func reducing() {
    Self.forAllLengths { length, numbers in
      let bytes = Self.bytes(length * 5, &numbers)
      var result = [UInt16](repeating: 7, count: length + 3)
      Self.withLines(bytes, length) { qk_blur_reduce_bytes(&result, $0, Int32(length)) }
      #expect(result == ReferenceBlur.reduce(bytes: bytes, length) + [7, 7, 7])
      let words = Self.words(length * 5, &numbers)
      Self.withLines(words, length) { qk_blur_reduce_words(&result, $0, Int32(length)) }
      #expect(result == ReferenceBlur.reduce(words: words, length) + [7, 7, 7])
    }
  }

  @Test func smoothingAndMiddles() {
    Self.forAllLengths { length, numbers in
      let (a, b) = (Self.words(length, &numbers), Self.words(length, &numbers))
      let c = Self.words(length, &numbers)
      var result = [UInt16](repeating: 7, count: length + 3)
      qk_blur_smooth(&result, a, b, c, Int32(length))
      #expect(result == ReferenceBlur.smooth(a, b, c) + [7, 7, 7])
      qk_blur_middle(&result, a, b, Int32(length))
      #expect(result == ReferenceBlur.middle(a, b) + [7, 7, 7])
    }
  }

  @Test(arguments: [1, 4])
  func splittingAndJoining(channels: Int) {
    Self.forAllLengths { length, numbers in
      let size = length * channels
      let line = Self.words(size * 2, &numbers)
      var even = [UInt16](repeating: 7, count: size + 3)
      var odd = even
      qk_blur_split(&even, &odd, line, Int32(length), Int32(channels))
      let split = ReferenceBlur.split(line, channels)
      #expect(even == split.even + [7, 7, 7] && odd == split.odd + [7, 7, 7])
      var joined = [UInt16](repeating: 7, count: size * 2 + 3)
      qk_blur_join_words(&joined, even, odd, Int32(length), Int32(channels))
      #expect(joined == line + [7, 7, 7])
      var bytes = [UInt8](repeating: 7, count: size * 2 + 3)
      qk_blur_join_bytes(&bytes, even, odd, Int32(length), Int32(channels))
      #expect(bytes == ReferenceBlur.bytes(line) + [7, 7, 7])
    }
  }

  /// Random weights that add up to 32768 with both sides.
  private static func weights(_ radius: Int, _ numbers: inout SeededGenerator) -> [Int32] {
    let sides = (0..<radius).map { _ in Int32(numbers.next() % 900) }
    return [32768 - 2 * sides.reduce(0, +)] + sides
  }

  @Test(arguments: [0, 1, 2, 7, 16])
  func weighing(radius: Int) {
    Self.forAllLengths { length, numbers in
      let height = radius * 2 + 1
      let weights = Self.weights(radius, &numbers)
      var result = [UInt16](repeating: 7, count: length + 3)
      let bytes = Self.bytes(length * height, &numbers)
      Self.withLines(bytes, length) {
        qk_blur_lines_of_bytes(&result, $0, weights, Int32(radius), Int32(length))
      }
      var sums = ReferenceBlur.weigh(bytes.map(Int.init), weights, length)
      #expect(result == sums.map { UInt16(ReferenceBlur.rounded($0, bits: 8)) } + [7, 7, 7])
      let words = Self.words(length * height, &numbers)
      Self.withLines(words, length) {
        qk_blur_lines_of_words(&result, $0, weights, Int32(radius), Int32(length))
      }
      sums = ReferenceBlur.weigh(words.map(Int.init), weights, length)
      #expect(result == sums.map { UInt16(ReferenceBlur.rounded($0, bits: 15)) } + [7, 7, 7])
    }
  }

  @Test(arguments: [1, 4])
  func weighingAlongLines(channels: Int) {
    Self.forAllLengths { length, numbers in
      let radius = Int(numbers.next() % 17)
      let weights = Self.weights(radius, &numbers)
      let margin = radius * channels
      let line = Self.words(length + 2 * margin, &numbers)
      var bytes = [UInt8](repeating: 7, count: length + 3)
      var words = [UInt16](repeating: 7, count: length + 3)
      let (reach, step, count) = (Int32(radius), Int32(channels), Int32(length))
      line.withUnsafeBufferPointer { line in
        let start = line.baseAddress.map { $0 + margin }
        qk_blur_line_to_bytes(&bytes, start, weights, reach, step, count)
        qk_blur_line_to_words(&words, start, weights, reach, step, count)
      }
      let sums = ReferenceBlur.weigh(along: line, weights, channels)
      #expect(bytes == sums.map { UInt8(ReferenceBlur.rounded($0, bits: 22)) } + [7, 7, 7])
      #expect(words == sums.map { UInt16(ReferenceBlur.rounded($0, bits: 15)) } + [7, 7, 7])
    }
  }
}
