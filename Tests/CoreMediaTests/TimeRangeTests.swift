// Ranges of times: their ends, what two have in common, maps between them.
// Licensed under the MIT license; see LICENSE.

import CoreMedia
import TestClaims
import Testing

@Suite struct TimeRangeTests {
  private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(value: start, timescale: 10),
      end: CMTime(value: end, timescale: 10)
    )
  }

  private func time(_ tenths: Int64) -> CMTime { CMTime(value: tenths, timescale: 10) }

  @Test(
    .shows(
      "CMTimeRange",
      "CMTimeRange.init(start:end:)",
      "CMTimeRange.duration",
      "CMTimeRange.end",
      "CMTimeRange.containsTime(_:)",
      "CMTimeRange.containsTimeRange(_:)"
    )
  ) func endIsOutside() {
    let range = range(10, 30)
    #expect(range.duration == CMTime(value: 2, timescale: 1))
    #expect(range.end == CMTime(value: 3, timescale: 1))
    #expect(range.containsTime(time(10)) && range.containsTime(time(29)))
    #expect(!range.containsTime(time(30)) && !range.containsTime(time(9)))
    #expect(!range.containsTime(.invalid))
    #expect(range.containsTimeRange(range) && range.containsTimeRange(self.range(20, 30)))
    #expect(!range.containsTimeRange(self.range(20, 31)))
  }

  @Test(
    .shows(
      "CMTimeRange.isEmpty",
      "CMTimeRange.isValid",
      "CMTimeRange.isIndefinite",
      "CMTimeRange.invalid",
      "CMTimeRange.init(start:duration:)"
    )
  ) func validityNeedsADurationThatIsNotNegative() {
    #expect(range(1, 1).isEmpty && range(1, 1).isValid)
    #expect(!range(3, 1).isValid && !CMTimeRange.invalid.isValid)
    #expect(CMTimeRange(start: .indefinite, duration: .zero).isIndefinite)
    let epoch = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 3)
    #expect(!CMTimeRange(start: .zero, duration: epoch).isValid)
    #expect(CMTimeRange(start: epoch, duration: .positiveInfinity).isValid)
  }

  @Test(.shows("CMTimeRange.union(_:)", "CMTimeRange.intersection(_:)")) func unionAndIntersection()
  {
    #expect(range(1, 4).union(range(6, 8)) == range(1, 8))
    #expect(range(1, 6).intersection(range(4, 8)) == range(4, 6))
    #expect(range(1, 4).intersection(range(4, 8)) == .zero)
    #expect(range(1, 9).intersection(range(4, 8)) == range(4, 8))
    #expect(!range(1, 4).union(.invalid).isValid)
    #expect(!range(1, 4).intersection(range(4, 2)).isValid)
  }

  @Test(.shows("CMTimeClampToRange(_:range:)")) func clampIncludesTheEnd() {
    #expect(CMTimeClampToRange(time(50), range: range(10, 30)) == time(30))
    #expect(CMTimeClampToRange(time(5), range: range(10, 30)) == time(10))
    #expect(CMTimeClampToRange(time(25), range: range(10, 30)) == time(25))
    #expect(!CMTimeClampToRange(time(25), range: range(10, 10)).isValid)
  }

  @Test(
    .shows(
      "CMTimeMapTimeFromRangeToRange(_:fromRange:toRange:)",
      "CMTimeMapDurationFromRangeToRange(_:fromRange:toRange:)"
    )
  ) func mapsAreExact() {
    // Three seconds of film in two seconds of show.
    let (from, to) = (range(10, 40), range(100, 120))
    #expect(CMTimeMapTimeFromRangeToRange(time(10), fromRange: from, toRange: to) == time(100))
    #expect(CMTimeMapTimeFromRangeToRange(time(40), fromRange: from, toRange: to) == time(120))
    let third = CMTimeMapTimeFromRangeToRange(time(20), fromRange: from, toRange: to)
    #expect(third == CMTime(value: 320, timescale: 30) && !third.hasBeenRounded)
    #expect(CMTimeMapDurationFromRangeToRange(time(30), fromRange: from, toRange: to) == time(20))
    #expect(!CMTimeMapTimeFromRangeToRange(time(1), fromRange: range(1, 1), toRange: to).isValid)
    let endless = CMTimeRange(start: time(5), duration: .positiveInfinity)
    let other = CMTimeRange(start: time(7), duration: .positiveInfinity)
    #expect(CMTimeMapTimeFromRangeToRange(time(6), fromRange: endless, toRange: other) == time(8))
  }

  @Test(.shows("CMTimeFoldIntoRange(_:foldRange:)")) func foldsAreThoseOfALoop() {
    let loop = range(10, 30)
    for (tenths, expected) in [(10, 10), (29, 29), (30, 10), (55, 15), (9, 29), (-10, 10)] {
      #expect(CMTimeFoldIntoRange(time(Int64(tenths)), foldRange: loop) == time(Int64(expected)))
    }
    #expect(!CMTimeFoldIntoRange(time(1), foldRange: range(1, 1)).isValid)
  }

  @Test(
    .shows(
      "CMTimeMappingMakeEmpty(target:)",
      "CMTimeMappingMake(source:target:)",
      "CMTimeMapping.isValid",
      "CMTimeMapping.isEmpty",
      "CMTimeMapping.invalid"
    )
  ) func mappingsMayBeEmpty() {
    let mapping = CMTimeMappingMakeEmpty(target: range(1, 2))
    #expect(mapping.isValid && mapping.isEmpty)
    #expect(!CMTimeMappingMake(source: range(0, 1), target: range(1, 2)).isEmpty)
    #expect(!CMTimeMapping.invalid.isValid)
  }
}
