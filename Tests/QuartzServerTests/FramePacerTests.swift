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

  @Test func latenessDoesNotDrift() {
    let pacer = FramePacer(rate: 4)
    #expect(pacer.frameTime(due: 8, now: 8.2) == 8)
    #expect(pacer.frameTime(due: 8, now: 8.8) == 8.75)
    #expect(pacer.frameTime(due: 8, now: 8) == 8)
  }
}
