// Times: numbers, sums, other denominators, the order of all kinds.
// Licensed under the MIT license; see LICENSE.

import CoreMedia
import Foundation
import TestClaims
import TestRandom
import Testing

@Suite struct TimeTests {
  @Test(
    .shows(
      "CMTime",
      "CMTimeMake(value:timescale:)",
      "CMTime.init(value:timescale:)",
      "CMTime.init()",
      "CMTime.isNumeric",
      "CMTime.isValid",
      "CMTime.hasBeenRounded",
      "CMTime.seconds"
    )
  ) func numbersAreFractionsOfASecond() {
    let time = CMTime(value: 1001, timescale: 30000)
    #expect(time.isNumeric && time.isValid && !time.hasBeenRounded)
    #expect(time.seconds == 1001.0 / 30000)
    #expect(CMTimeMake(value: 1, timescale: 2) == CMTime(value: 300, timescale: 600))
    #expect(
      Set([CMTimeMake(value: 1, timescale: 2), CMTimeMake(value: 300, timescale: 600)]).count == 1
    )
    #expect(CMTime().isValid == false)
    #expect(CMTime(value: 5, timescale: 0).isNumeric == false)
    #expect(CMTime(value: 5, timescale: -1).seconds.isNaN)
  }

  @Test(
    .shows(
      "CMTime.init(seconds:preferredTimescale:)",
      "CMTime.isPositiveInfinity",
      "CMTime.isNegativeInfinity",
      "CMTime.value",
      "CMTime.timescale"
    )
  ) func secondsBecomeTheNearestFraction() {
    let third = CMTime(seconds: 1.0 / 3, preferredTimescale: 600)
    #expect(third.value == 200 && third.timescale == 600)
    // 200 / 600 is the same Double as 1 / 3.
    #expect(!third.hasBeenRounded)
    let tenth = CMTime(seconds: 0.1, preferredTimescale: 3)
    #expect(tenth.value == 0 && tenth.hasBeenRounded)
    #expect(CMTime(seconds: -0.5, preferredTimescale: 1).value == -1)
    #expect(!CMTime(seconds: 1, preferredTimescale: 0).isValid)
    #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
    #expect(CMTime(seconds: .infinity, preferredTimescale: 600).isPositiveInfinity)
    #expect(CMTime(seconds: -.infinity, preferredTimescale: 600).isNegativeInfinity)
    // 1e17 x 600 does not fit into 64 bits; 1e17 x 75 does.
    let long = CMTime(seconds: 1e17, preferredTimescale: 600)
    #expect(long.timescale == 75 && long.seconds == 1e17)
    #expect(CMTime(seconds: 1e300, preferredTimescale: 600).isPositiveInfinity)
  }

  @Test func sumsHaveTheLeastCommonDenominator() {
    let sum = CMTime(value: 1, timescale: 24) + CMTime(value: 1, timescale: 30)
    #expect(sum.value == 9 && sum.timescale == 120)
    let same = CMTime(value: 1, timescale: 600) + CMTime(value: 2, timescale: 600)
    #expect(same.value == 3 && same.timescale == 600)
    let difference = CMTime(value: 1, timescale: 24) - CMTime(value: 1, timescale: 30)
    #expect(difference.value == 1 && difference.timescale == 120)
    var time = CMTime.zero
    for _ in 0..<30000 { time += CMTime(value: 1001, timescale: 30000) }
    #expect(time == CMTime(value: 1001, timescale: 1) && !time.hasBeenRounded)
  }

  @Test(.shows("kCMTimeMaxTimescale", "CMTime.hasBeenRounded")) func sumsWithoutRoomAreRounded() {
    // Two primes whose product is over the largest denominator.
    let sum = CMTime(value: 1, timescale: 65537) + CMTime(value: 1, timescale: 65539)
    #expect(sum.timescale == kCMTimeMaxTimescale && sum.hasBeenRounded)
    #expect(abs(sum.seconds - (1.0 / 65537 + 1.0 / 65539)) < 1e-9)
    #expect((sum + .zero).hasBeenRounded)
    // Overflow halves the denominator.
    let large = CMTime(value: .max, timescale: 600)
    let twice = large + large
    #expect(twice.timescale == 300 && twice.value == .max && !twice.hasBeenRounded)
    let seconds = CMTime(value: .max, timescale: 1)
    #expect((seconds + seconds).isPositiveInfinity)
    #expect((CMTime(value: .min, timescale: 1) - seconds).isNegativeInfinity)
  }

  @Test(
    .shows(
      "CMTime.positiveInfinity",
      "CMTime.negativeInfinity",
      "CMTime.indefinite",
      "CMTime.invalid",
      "CMTime.isIndefinite"
    )
  ) func sumsOfInfiniteAndUnknownTimes() {
    let (plus, minus) = (CMTime.positiveInfinity, CMTime.negativeInfinity)
    #expect((plus + .zero).isPositiveInfinity && (CMTime.zero + minus).isNegativeInfinity)
    #expect((plus + plus).isPositiveInfinity && !(plus + minus).isValid)
    #expect((plus - minus).isPositiveInfinity && !(plus - plus).isValid)
    #expect((CMTime.zero - plus).isNegativeInfinity)
    #expect((CMTime.indefinite + .zero).isIndefinite)
    #expect((CMTime.indefinite + plus).isPositiveInfinity)
    #expect(!(CMTime.invalid + plus).isValid && !(CMTime.zero - .invalid).isValid)
  }

  @Test(.shows("CMTimeMakeWithEpoch(value:timescale:epoch:)", "CMTime.epoch"))
  func epochsHaveNoKnownDistance() {
    let first = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)
    let second = CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 2)
    #expect(!(first + second).isValid && !(second - first).isValid)
    #expect((first + CMTimeMake(value: 1, timescale: 1)).epoch == 1)
    #expect((first - first).epoch == 0)
    #expect(second > CMTimeMakeWithEpoch(value: 900, timescale: 1, epoch: 1))
  }

  @Test(.shows("CMTimeCompare(_:_:)", "CMTimeMinimum(_:_:)", "CMTimeMaximum(_:_:)"))
  func orderIsThatOfAllKinds() {
    let order: [CMTime] = [
      .negativeInfinity, CMTime(value: -1, timescale: 1), .zero, CMTime(value: 1, timescale: 3),
      .indefinite, .positiveInfinity, .invalid,
    ]
    for (index, time) in order.enumerated() {
      for (other, second) in order.enumerated() {
        #expect(CMTimeCompare(time, second) == Int32((index - other).signum()))
      }
    }
    #expect(CMTimeMinimum(.invalid, .zero) == .zero)
    #expect(CMTimeMaximum(.zero, CMTime(value: 1, timescale: 9)).timescale == 9)
    // Both are 2^62 / 3 and beyond what a Double tells apart.
    #expect(CMTime(value: 1 << 62, timescale: 3) < CMTime(value: 1 << 62 + 1, timescale: 3))
  }

  @Test(
    .shows(
      "CMTime.convertScale(_:method:)",
      "CMTimeRoundingMethod",
      "CMTimeRoundingMethod.roundHalfAwayFromZero",
      "CMTimeRoundingMethod.roundTowardZero",
      "CMTimeRoundingMethod.roundAwayFromZero",
      "CMTimeRoundingMethod.quickTime",
      "CMTimeRoundingMethod.roundTowardPositiveInfinity",
      "CMTimeRoundingMethod.roundTowardNegativeInfinity"
    ),
    arguments: [
      (CMTimeRoundingMethod.roundHalfAwayFromZero, 3, -3), (.roundTowardZero, 2, -2),
      (.roundAwayFromZero, 3, -3), (.quickTime, 2, -2), (.roundTowardPositiveInfinity, 3, -2),
      (.roundTowardNegativeInfinity, 2, -3),
    ] as [(CMTimeRoundingMethod, Int64, Int64)]
  )
  func otherDenominatorsAreRounded(method: CMTimeRoundingMethod, up: Int64, down: Int64) {
    // 5 / 2 seconds as whole seconds.
    let time = CMTime(value: 5, timescale: 2).convertScale(1, method: method)
    #expect(time.value == up && time.timescale == 1 && time.hasBeenRounded)
    let negative = CMTime(value: -5, timescale: 2).convertScale(1, method: method)
    #expect(negative.value == down)
    let exact = CMTime(value: 5, timescale: 2).convertScale(600, method: method)
    #expect(exact.value == 1500 && !exact.hasBeenRounded)
  }

  @Test(.shows("CMTimeRoundingMethod.quickTime"))
  func quickTimeRoundsAwayFromZeroForFinerDenominators() {
    let time = CMTime(value: 1, timescale: 3)
    #expect(time.convertScale(4, method: .quickTime).value == 2)
    #expect(CMTime(value: -1, timescale: 600).convertScale(1, method: .quickTime).value == -1)
    #expect(CMTime(value: 1, timescale: 600).convertScale(1, method: .quickTime).value == 0)
  }

  @Test func otherDenominatorsOfSpecialTimes() {
    #expect(CMTime.positiveInfinity.convertScale(600, method: .default).isPositiveInfinity)
    #expect(CMTime.indefinite.convertScale(600, method: .default).isIndefinite)
    #expect(!CMTime.zero.convertScale(0, method: .default).isValid)
    #expect(CMTime(value: .max, timescale: 1).convertScale(2, method: .default).isPositiveInfinity)
    #expect(CMTime(value: .min, timescale: 1).convertScale(2, method: .default).isNegativeInfinity)
  }

  @Test(
    .shows(
      "CMTimeMultiply(_:multiplier:)",
      "CMTimeMultiplyByRatio(_:multiplier:divisor:)",
      "CMTimeMultiplyByFloat64(_:multiplier:)",
      "CMTimeAbsoluteValue(_:)"
    )
  ) func multiples() {
    let time = CMTime(value: 7, timescale: 600)
    #expect(CMTimeMultiply(time, multiplier: -3) == CMTime(value: -21, timescale: 600))
    #expect(CMTimeMultiply(CMTime(value: .max, timescale: 4), multiplier: 2).timescale == 2)
    #expect(CMTimeMultiply(CMTime(value: .max, timescale: 1), multiplier: -2).isNegativeInfinity)
    #expect(CMTimeMultiply(.positiveInfinity, multiplier: -1).isNegativeInfinity)
    let third = CMTimeMultiplyByRatio(CMTime(value: 1, timescale: 1), multiplier: 1, divisor: 3)
    #expect(third.value == 1 && third.timescale == 3 && !third.hasBeenRounded)
    let negative = CMTimeMultiplyByRatio(time, multiplier: 2, divisor: -7)
    #expect(negative.value == -2 && negative.timescale == 600)
    #expect(!CMTimeMultiplyByRatio(time, multiplier: 1, divisor: 0).isValid)
    let half = CMTimeMultiplyByFloat64(CMTime(value: 1, timescale: 1), multiplier: 0.5)
    #expect(half.value == 32768 && half.timescale == 65536)
    let scaled = CMTimeMultiplyByFloat64(CMTime(value: 600, timescale: 600), multiplier: 1.5)
    #expect(scaled == CMTime(value: 3, timescale: 2))
    #expect(!CMTimeMultiplyByFloat64(time, multiplier: .nan).isValid)
    #expect(CMTimeMultiplyByFloat64(time, multiplier: .infinity).isPositiveInfinity)
    #expect(CMTimeAbsoluteValue(CMTime(value: -3, timescale: 2)).value == 3)
    #expect(
      CMTimeAbsoluteValue(CMTime(value: .min, timescale: 2)) == CMTime(value: 1 << 62, timescale: 1)
    )
    #expect(CMTimeAbsoluteValue(.negativeInfinity).isPositiveInfinity)
  }

  @Test func anyNumbersGiveAResult() {
    var random = SeededGenerator(seed: 24)
    func time() -> CMTime {
      let value =
        Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random)
      let scale =
        Int32.random(in: .min ... .max, using: &random) >> Int32.random(in: 0...31, using: &random)
      let flags = CMTimeFlags(rawValue: UInt32.random(in: 0...31, using: &random) | 1)
      let isPlain = Bool.random(using: &random)
      return CMTime(value: value, timescale: scale, flags: isPlain ? .valid : flags, epoch: 0)
    }
    for _ in 0..<20000 {
      let (one, two) = (time(), time())
      let sum = one + two
      if one.isNumeric, two.isNumeric, sum.isNumeric {
        let expected = one.seconds + two.seconds
        let error = abs(expected) * 1e-15 + abs(one.seconds) * 1e-15 + abs(two.seconds) * 1e-15
        // because: the denominator of the sum may be as small as that of a second.
        #expect(abs(sum.seconds - expected) <= error + 1 / Double(sum.timescale))
        #expect(sum == two + one)
      }
      let difference = one - two
      if difference.isNumeric {
        #expect((one < two) == (difference.value < 0) || difference.value == 0)
      }
      _ = CMTimeMultiplyByRatio(one, multiplier: 1 << 30, divisor: -7)
      _ = CMTimeMultiplyByFloat64(one, multiplier: two.seconds)
      _ = CMTimeAbsoluteValue(one)
      let range = CMTimeRange(start: one, duration: two)
      _ = CMTimeFoldIntoRange(sum, foldRange: range)
      _ = CMTimeMapTimeFromRangeToRange(
        sum,
        fromRange: range,
        toRange: CMTimeRange(start: two, duration: one)
      )
      _ = one.hashValue
    }
  }
}
