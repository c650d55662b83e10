// Calls at the end of transactions.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzModel
import Testing

@testable import QuartzCore

@Suite struct CommitHandlerTests {
  /// Says when it is laid out and drawn.
  private final class Speaker: CALayer {
    var say: (String) -> Void = { _ in }

    override func layoutSublayers() { say("layout") }
    override func draw(in ctx: CGContext) { say("draw") }
  }

  private final class Log {
    var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
  }

  /// A stage with a layer that speaks, and its log, empty.
  private func stage() -> (CoreStage, Speaker, Log) {
    let (stage, speaker, log) = (CoreStage(), Speaker(), Log())
    speaker.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    _ = stage.addLayer(speaker)
    speaker.say = log.add
    return (stage, speaker, log)
  }

  @Test func phasesComeAroundLayoutAndDrawing() {
    let (stage, speaker, log) = stage()
    var sent: [Int] = []
    for phase in CommitPhase.allCases.reversed() {
      for number in 1...2 {
        let isAdded = CATransaction.onCommit(phase) {
          #expect(CATransaction.currentPhase == phase)
          log.add("\(phase) \(number)")
          sent.append(stage.carrier.commits.count)
        }
        #expect(isAdded)
      }
    }
    CATransaction.flush()
    #expect(log.lines.isEmpty, "without changes nothing is called")
    speaker.setNeedsLayout()
    speaker.setNeedsDisplay()
    CATransaction.flush()
    #expect(
      log.lines == [
        "preLayout 1", "preLayout 2", "layout", "draw", "preCommit 1", "preCommit 2",
        "postCommit 1", "postCommit 2",
      ]
    )
    #expect(sent == [0, 0, 0, 0, 1, 1] && CATransaction.currentPhase == nil)
    log.lines = []
    speaker.name = "again"
    CATransaction.flush()
    #expect(log.lines.isEmpty, "each is called once")
  }

  /// Changes before the commit go with it, laid out; those after it wait for the next.
  @Test func changesOfHandlersAreCommitted() throws {
    let (stage, speaker, log) = stage()
    CATransaction.onCommit(.preCommit) {
      speaker.opacity = 0.5
      speaker.setNeedsLayout()
    }
    CATransaction.onCommit(.postCommit) { speaker.zPosition = 3 }
    speaker.setNeedsLayout()
    let values = try #require(try stage.commit().changes.first?.values)
    #expect(values.value(.opacity) == .number(0.5) && values.value(.zPosition) != .number(3))
    #expect(log.lines == ["layout", "layout"])
    #expect(try stage.commit().changes.first?.values.value(.zPosition) == .number(3))
  }

  /// Later phases take more of the same commit, the running one takes none, earlier ones wait.
  @Test func handlersAddHandlers() {
    let (stage, speaker, log) = stage()
    CATransaction.onCommit(.preCommit) {
      #expect(!CATransaction.onCommit(.preCommit) { log.add("never") })
      #expect(CATransaction.onCommit(.postCommit) { log.add("post") })
      #expect(CATransaction.onCommit(.preLayout) { log.add("next") })
    }
    speaker.name = "a"
    CATransaction.flush()
    #expect(log.lines == ["post"])
    speaker.name = "b"
    CATransaction.flush()
    #expect(log.lines == ["post", "next"])
    withExtendedLifetime(stage) {}
  }

  @Test func aFloodOfHandlersEnds() {
    let (stage, speaker, log) = stage()
    CATransaction.onCommit(.preLayout) {
      for _ in 0..<5000 { CATransaction.onCommit(.postCommit) { log.add("x") } }
    }
    speaker.name = "a"
    let lines = Diagnostics.lines { CATransaction.flush() }
    #expect(log.lines.count == 1000)
    #expect(
      lines == ["handlers of one commit added more than 1000 others; the rest is left out"]
    )
    withExtendedLifetime(stage) {}
  }

  /// A handler may end transactions of its own; they have no handlers that ran already.
  @Test func commitsWithinHandlers() {
    let (stage, speaker, log) = stage()
    CATransaction.onCommit(.postCommit) {
      CATransaction.begin()
      speaker.name = "inner"
      CATransaction.commit()
      log.add("\(stage.carrier.commits.count)")
    }
    speaker.name = "outer"
    CATransaction.flush()
    #expect(log.lines == ["2"])
  }
}
