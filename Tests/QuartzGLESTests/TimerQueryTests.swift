// The time that a driver gives a frame.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

@Suite(.enabled(if: GLMachine.isAvailable, GLMachine.reason))
struct TimerQueryTests {
  private func draw(_ backend: GLESBackend) throws {
    var sketch = GLESPlanSketch(64, 64, clear: [1, 1, 1, 1])
    sketch.solid(SketchShape(5, 5, 50, 40, radius: 4), [1, 0, 0, 1])
    _ = try TargetPicture(sketch.finished(), with: backend)
  }

  /// Where the driver times frames, each has one time; else the driver says why not.
  @Test func eachFrameIsTimedOnce() throws {
    let backend = try debugBackend()
    try draw(backend)
    #expect(try backend.takeFrameTime() == nil)
    let isTimed = try backend.startTiming() == nil
    // A driver may list the extension and have no clock.
    let hasQueries = backend.report.chosen?.driver.hasTimerQueries == true
    #expect(hasQueries || !isTimed)
    try draw(backend)
    #expect(try (backend.takeFrameTime() != nil) == isTimed)
    #expect(try backend.takeFrameTime() == nil)
    try draw(backend)
    try draw(backend)
    #expect(try (backend.takeFrameTime() != nil) == isTimed)
    #expect(backend.takeDriverMessages() == [])
  }

  /// No time is longer than the frame on the processor's clock, whatever the driver says.
  @Test func timesAreThoseOfTheFrame() throws {
    let backend = try debugBackend()
    guard try backend.startTiming() == nil else { return }
    let clock = ContinuousClock()
    for _ in 0..<10 {
      let start = clock.now
      try draw(backend)
      let time = try backend.takeFrameTime()
      let passed = clock.now - start
      guard case .nanoseconds(let nanoseconds) = time else { continue }
      #expect(.nanoseconds(Int64(nanoseconds)) <= passed)
    }
  }

  @Test func timerIsDeletedWithTheBackend() throws {
    let backend = try debugBackend()
    _ = try backend.startTiming()
    try draw(backend)
    try backend.deleteObjects()
    #expect(try backend.objectCount() == 0)
    #expect(backend.takeDriverMessages() == [])
  }

  @Test func driverWithoutTheExtensionSaysSo() {
    #expect(TimerQuery.absence([]) == "the driver lacks GL_EXT_disjoint_timer_query")
  }
}
