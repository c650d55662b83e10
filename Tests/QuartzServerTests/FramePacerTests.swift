// Tests of when frames are due.
// Licensed under the MIT license; see LICENSE.

@testable import QuartzServer
import Testing

@Suite struct FramePacerTests {
  @Test func firstFrameIsDueAtOnce() {
    #expect(FramePacer(rate: 50).due(at: 3) == 3)
  }

  @Test func framesKeepAPeriodApart() {
    var pacer = FramePacer(rate: 50)
    pacer.didDraw(at: 3)
    #expect(pacer.due(at: 3) == 3.02)
    #expect(pacer.due(at: 3.01) == 3.02)
    #expect(pacer.due(at: 3.5) == 3.5)
  }

  /// At the screen's own rate, the next frame is due when the screen begins to show the last one.
  @Test func framesFollowFlips() {
    var pacer = FramePacer(rate: 4)
    pacer.align(toFlipAt: 9, interval: 0.25)
    #expect(pacer.nextFrame == nil)
    pacer.didDraw(at: 8)
    #expect(pacer.nextFrame == 8.25)
    for (flip, next) in [(8.25, 8.25), (8.2, 8.2), (8.375, 8.375), (9.0, 9.0), (8.0625, 8.3125)] {
      var pacer = pacer
      pacer.align(toFlipAt: flip, interval: 0.25)
      #expect(pacer.nextFrame == next)
    }
  }

  /// One frame for four refreshes stays one frame for four refreshes, and comes at one of them.
  @Test func slowerFramesComeAtRefreshes() {
    var pacer = FramePacer(rate: 1)
    pacer.didDraw(at: 8)
    pacer.align(toFlipAt: 8.125, interval: 0.25)
    #expect(pacer.nextFrame == 9.125)
    pacer.didDraw(at: 9.125)
    pacer.align(toFlipAt: 9.375, interval: 0.25)
    #expect(pacer.nextFrame == 10.125)
  }

  @Test func latenessDoesNotDrift() {
    let pacer = FramePacer(rate: 4)
    #expect(pacer.frameTime(due: 8, now: 8.2) == 8)
    #expect(pacer.frameTime(due: 8, now: 8.8) == 8.75)
    #expect(pacer.frameTime(due: 8, now: 8) == 8)
  }
}
