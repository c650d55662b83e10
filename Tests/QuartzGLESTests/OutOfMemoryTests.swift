// GL that has no memory left.
// Licensed under the MIT license; see LICENSE.

import QuartzFaults
import QuartzMath
import QuartzModel
import TestRandom
import TestPlatform
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

@Suite(.enabled(if: GLMachine.isAvailable, GLMachine.reason))
struct OutOfMemoryTests {
  private func plan() -> RenderPlan {
    var sketch = GLESPlanSketch(80, 60, clear: [0.9, 0.95, 1, 1])
    sketch.begin(PixelRect(4, 2, 76, 58))
    sketch.solid(SketchShape(10.5, 8, 60, 44.25, radius: 9), [0.8, 0.3, 0.1, 0.9])
    let group = sketch.end()
    sketch.composite(group, opacity: 0.7)
    return sketch.finished()
  }

  /// Every texture that cannot be had counts as a lost context, on which another renderer takes
  /// over.
  @Test func countsAsALostContext() throws {
    var number = 1
    while true {
      let fault = Fault(.memory, at: number)
      let backend = try GLESBackend(.ofTests)
      fault.run {
        do {
          try backend.createOutput(1, width: 80, height: 60)
          try backend.execute(plan(), context: 1)
        } catch {
          #expect(error as? RenderError == .contextLost)
        }
      }
      guard fault.hasStruck else { break }
      number += 1
    }
    // The output and the group's surface.
    #expect(number > 2)
  }
}
