// The results of comparing pictures.
// Licensed under the MIT license; see LICENSE.

import Foundation
@testable import QuartzComparison
import QuartzTesting
import TestRandom
import Testing

@Suite("Comparison of pictures") struct ComparisonTests {
  /// A picture of pixels R, G, B, A.
  private func picture(_ width: Int, _ height: Int, _ pixel: (Int) -> SIMD4<UInt8>) -> CGImage {
    CGImage(
      PixelStorage(width: width, height: height) { target in
        for index in 0..<(width * height) {
          target.storeBytes(of: pixel(index), toByteOffset: index * 4, as: SIMD4<UInt8>.self)
        }
        return false
      }
    )
  }

  private let gray = SIMD4<UInt8>(100, 100, 100, 255)

  /// A hundred by ten greys of which some are brighter.
  private func compare(_ steps: [Int: UInt8], _ rules: ComparisonRules) throws -> ImageComparison {
    let one = picture(100, 10) { _ in gray }
    let other = picture(100, 10) { index in
      gray &+ SIMD4(steps[index] ?? 0, 0, 0, 0)
    }
    return try #require(ImageComparison(one, other, rules: rules))
  }

  @Test func countsAndBounds() throws {
    let comparison = try compare([205: 3, 207: 9, 411: 1], ComparisonRules())
    #expect(comparison.count == 3 && comparison.mismatches == 3)
    #expect(comparison.largest == 9)
    #expect(comparison.mean == 13.0 / 3)
    #expect(comparison.percentile99 == 9)
    #expect("\(comparison.bounds)" == "(5 2 12 5)")
    #expect(!comparison.isAccepted)
  }

  @Test func percentileLeavesOutOneInAHundred() throws {
    var steps = Dictionary(uniqueKeysWithValues: (0..<198).map { ($0, UInt8(2)) })
    steps[900] = 50
    steps[901] = 60
    #expect(try compare(steps, ComparisonRules()).percentile99 == 2)
    steps[902] = 70
    #expect(try compare(steps, ComparisonRules()).percentile99 == 50)
  }

  @Test func precisionIsTheShareOfPixels() throws {
    let steps: [Int: UInt8] = [1: 200, 2: 200, 3: 200]
    #expect(try compare(steps, ComparisonRules(precision: 0.997)).isAccepted)
    #expect(try !compare(steps, ComparisonRules(precision: 0.998)).isAccepted)
  }

  @Test func buckets() throws {
    let rules = ComparisonRules(within: 1, exceptions: (2, 8))
    #expect(try compare([0: 1, 1: 1, 5: 8, 6: 7], rules).isAccepted)
    #expect(try !compare([0: 1, 5: 9], rules).isAccepted)
    #expect(try !compare([0: 2, 5: 2, 6: 2], rules).isAccepted)
  }

  @Test func perceptualPrecisionTakesSmallSteps() throws {
    let steps: [Int: UInt8] = [0: 2]
    let comparison = try compare(steps, ComparisonRules(perceptualPrecision: 0.98))
    #expect(comparison.isAccepted && comparison.count == 1)
    #expect(comparison.largestDeltaE > 0.5 && comparison.largestDeltaE <= 2)
    #expect(try !compare(steps, ComparisonRules(perceptualPrecision: 0.995)).isAccepted)
    let black = picture(1, 1) { _ in SIMD4(0, 0, 0, 255) }
    let clear = picture(1, 1) { _ in SIMD4(0, 0, 0, 0) }
    let rules = ComparisonRules(perceptualPrecision: 0.5)
    // Black on black is nothing; on white it is all.
    #expect(ImageComparison(black, clear, rules: rules)?.largestDeltaE == 100)
  }

  @Test func sizesThatDifferAreNotCompared() {
    #expect(ImageComparison(picture(2, 2) { _ in gray }, picture(2, 3) { _ in gray }) == nil)
  }

  /// Many bands, found by many threads, add up to what one pixel after the other gives.
  @Test func bandsAddUp() throws {
    var random = SeededGenerator(seed: 5)
    let values = (0..<(700 * 700)).map { _ in UInt8(truncatingIfNeeded: random.next() % 3) }
    let one = picture(700, 700) { _ in gray }
    let other = picture(700, 700) { gray &+ SIMD4(values[$0], 0, 0, 0) }
    let comparison = try #require(ImageComparison(one, other))
    #expect(comparison.count == values.count { $0 > 0 })
    #expect(comparison.histogram[1] == values.count { $0 == 1 })
    #expect(comparison.histogram[2] == values.count { $0 == 2 })
  }
}
