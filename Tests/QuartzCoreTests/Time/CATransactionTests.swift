// Implicit, explicit and nested transactions.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzTesting
import Synchronization
import TestClaims

@testable import QuartzCore

@Suite struct CATransactionTests {
  @Test(.shows("CATransaction")) func implicitTransactionEndsWhenTheRunLoopComesRound() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.name = "changed"
    #expect(stage.carrier.commits.isEmpty)
    _ = RunLoop.current.run(mode: .default, before: Date())
    #expect(stage.carrier.commits.count == 1)
    layer.name = "again"
    _ = RunLoop.current.run(mode: .default, before: Date())
    #expect(stage.carrier.commits.count == 2)
  }

  @Test func runLoopWithoutChangesSendsNothing() {
    let stage = CoreStage()
    _ = RunLoop.current.run(mode: .default, before: Date())
    #expect(stage.carrier.commits.isEmpty)
  }

  @Test(.shows("CATransaction.begin()", "CATransaction.commit()"))
  func explicitTransactionEndsAtItsCommit() {
    let stage = CoreStage()
    CATransaction.begin()
    stage.root.name = "changed"
    #expect(stage.carrier.commits.isEmpty)
    CATransaction.commit()
    #expect(stage.carrier.commits.count == 1)
  }

  @Test(.shows("CATransaction.begin()", "CATransaction.commit()"))
  func nestedTransactionsAreSentWithTheOutermost() {
    let stage = CoreStage()
    CATransaction.begin()
    CATransaction.begin()
    stage.root.name = "changed"
    CATransaction.commit()
    #expect(stage.carrier.commits.isEmpty)
    CATransaction.commit()
    #expect(stage.carrier.commits.count == 1)
  }

  @Test func explicitWithinImplicitWaits() {
    let stage = CoreStage()
    stage.root.zPosition = 1
    CATransaction.begin()
    stage.root.name = "changed"
    CATransaction.commit()
    #expect(stage.carrier.commits.isEmpty)
    CATransaction.flush()
    #expect(stage.carrier.commits.count == 1)
  }

  @Test(.shows("CATransaction.flush()")) func flushWaitsForExplicitTransactions() {
    let stage = CoreStage()
    stage.root.zPosition = 1
    CATransaction.begin()
    CATransaction.flush()
    #expect(stage.carrier.commits.isEmpty)
    CATransaction.commit()
    #expect(stage.carrier.commits.count == 1)
  }

  /// ZL-D-3.N.
  @Test(
    .shows(
      "CATransaction.animationDuration()",
      "CATransaction.setAnimationDuration(_:)",
      "CATransaction.disableActions()",
      "CATransaction.setDisableActions(_:)",
      "CATransaction.animationTimingFunction()"
    ),
    .recorded("transaction-defaults")
  ) func settingsAreInheritedAndDoNotLeak() {
    CATransaction.flush()
    #expect(CATransaction.animationDuration() == 0.25)
    #expect(!CATransaction.disableActions())
    #expect(CATransaction.animationTimingFunction() == nil)
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    CATransaction.setDisableActions(true)
    CATransaction.begin()
    #expect(CATransaction.animationDuration() == 2)
    #expect(CATransaction.disableActions())
    CATransaction.setAnimationDuration(3)
    CATransaction.setDisableActions(false)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
    #expect(!CATransaction.disableActions())
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 2)
    #expect(CATransaction.disableActions())
    #expect(CATransaction.animationTimingFunction() == nil)
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 0.25)
  }

  @Test(
    .shows(
      "CATransaction.value(forKey:)",
      "CATransaction.setValue(_:forKey:)",
      "kCATransactionAnimationDuration",
      "kCATransactionAnimationTimingFunction",
      "kCATransactionDisableActions"
    )
  ) func valuesByKey() {
    CATransaction.begin()
    CATransaction.setValue(4, forKey: kCATransactionAnimationDuration)
    CATransaction.setValue(true, forKey: kCATransactionDisableActions)
    CATransaction.setValue("own", forKey: "mine")
    CATransaction.setValue(
      CAMediaTimingFunction(name: .linear),
      forKey: kCATransactionAnimationTimingFunction
    )
    #expect(CATransaction.animationDuration() == 4)
    #expect(CATransaction.animationTimingFunction() == CAMediaTimingFunction(name: .linear))
    #expect(CATransaction.value(forKey: kCATransactionAnimationDuration) as? Double == 4)
    #expect(CATransaction.value(forKey: kCATransactionDisableActions) as? Bool == true)
    CATransaction.begin()
    #expect(CATransaction.value(forKey: "mine") as? String == "own")
    CATransaction.commit()
    CATransaction.commit()
    #expect(CATransaction.value(forKey: "mine") == nil)
  }

  @Test func threadsHaveTransactionsOfTheirOwn() async {
    CATransaction.begin()
    CATransaction.setAnimationDuration(9)
    let thread = Thread {
      #expect(CATransaction.animationDuration() == 0.25)
    }
    thread.start()
    while !thread.isFinished { sched_yield() }
    #expect(CATransaction.animationDuration() == 9)
    CATransaction.commit()
  }

  @Test func aThreadThatEndsWithoutFlushSaysSo() {
    let lines = Mutex<[String]>([])
    let finished = DispatchSemaphore(value: 0)
    Lines.exclusively { redirect in
      redirect { line in
        lines.withLock { $0.append(line) }
        if line.contains("CATransaction") { finished.signal() }
      }
      let thread = Thread {
        let stage = CoreStage()
        stage.root.zPosition = 1
      }
      thread.start()
      #expect(finished.wait(timeout: .now() + 10) == .success)
    }
    #expect(lines.withLock { $0 }.contains { $0.contains("flush()") })
  }

  // MARK: Completion blocks

  @Test func completionWithoutAnimationsRunsAfterTheCommit() {
    var order: [String] = []
    CATransaction.flush()
    CATransaction.begin()
    CATransaction.setCompletionBlock { order.append("done") }
    order.append("body")
    CATransaction.commit()
    #expect(order == ["body"])
    CATransaction.flush()
    #expect(order == ["body", "done"])
    CATransaction.begin()
    CATransaction.begin()
    CATransaction.setCompletionBlock { order.append("inner") }
    CATransaction.commit()
    CATransaction.commit()
    #expect(order.last == "done")
    CATransaction.flush()
    #expect(order == ["body", "done", "inner"])
  }

  @Test(.shows("CATransaction.setCompletionBlock(_:)")) func completionWaitsForImplicitAnimations()
  {
    let stage = CoreStage()
    let layer = stage.addLayer()
    var isDone = false
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setCompletionBlock {
      isDone = true
      #expect(CATransaction.animationDuration() == 0.25)
    }
    layer.opacity = 0
    CATransaction.commit()
    stage.clock.advance(by: 0.99)
    #expect(!isDone)
    stage.clock.advance(by: 0.02)
    #expect(isDone)
    #expect(layer.animationKeys() == nil)
  }

  @Test func completionCountsAnimationsOfInnerTransactions() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    var isDone = false
    CATransaction.begin()
    CATransaction.setCompletionBlock { isDone = true }
    CATransaction.begin()
    layer.opacity = 0
    CATransaction.commit()
    CATransaction.commit()
    #expect(!isDone)
    stage.clock.advance(by: 0.26)
    #expect(isDone)
  }

  @Test func completionAfterRemoval() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    var done = 0
    CATransaction.begin()
    CATransaction.setCompletionBlock { done += 1 }
    layer.opacity = 0
    CATransaction.commit()
    layer.removeAllAnimations()
    #expect(done == 0)
    CATransaction.flush()
    #expect(done == 1)
    stage.clock.advance(by: 1)
    #expect(done == 1)
  }

  @Test func completionWhenTheLayerLeaves() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    var isDone = false
    CATransaction.begin()
    CATransaction.setCompletionBlock { isDone = true }
    layer.opacity = 0
    CATransaction.commit()
    layer.removeFromSuperlayer()
    CATransaction.flush()
    #expect(isDone)
    #expect(layer.animationKeys() == nil)
  }

  @Test func completionDoesNotWaitForLayersOutsideOfContexts() {
    CATransaction.flush()
    var isDone = false
    let layer = CALayer()
    CATransaction.begin()
    CATransaction.setCompletionBlock { isDone = true }
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
    CATransaction.commit()
    CATransaction.flush()
    #expect(isDone)
    #expect(layer.animationKeys() == ["fade"])
  }

  @Test func completionBlocksSetOneAfterTheOther() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    var done: [Int] = []
    CATransaction.begin()
    CATransaction.setCompletionBlock { done.append(1) }
    CATransaction.setCompletionBlock { done.append(2) }
    #expect(done.isEmpty)
    layer.opacity = 0
    CATransaction.setCompletionBlock { done.append(3) }
    CATransaction.commit()
    CATransaction.flush()
    #expect(done == [1, 3])
    stage.clock.advance(by: 1)
    #expect(done == [1, 3, 2])
  }

  /// A client that slept through it all hears of everything afterwards, once, in its order.
  @Test func completionsRunInOrder() {
    final class Listener: CAAnimationDelegate {
      var lines: [String] = []

      func animationDidStart(_ anim: CAAnimation) {
        lines.append("start \(anim.value(forKey: "tag") ?? "")")
      }

      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        lines.append("stop \(anim.value(forKey: "tag") ?? "") \(flag)")
      }
    }
    let (stage, listener) = (CoreStage(), Listener())
    for (tag, begin, duration) in [(1, 0.5, 3.0), (2, 1.0, 0.5), (3, 0.25, 0.25), (4, 5, 1)] {
      let layer = stage.addLayer()
      CATransaction.begin()
      CATransaction.setCompletionBlock { listener.lines.append("done \(tag)") }
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.beginTime, animation.duration) = (0, begin, duration)
      animation.setValue(tag, forKey: "tag")
      animation.delegate = listener
      layer.add(animation, forKey: nil)
      CATransaction.commit()
    }
    CATransaction.flush()
    stage.clock.advance(by: 4)
    #expect(
      listener.lines == [
        "start 3", "start 1", "stop 3 true", "done 3", "start 2", "stop 2 true", "done 2",
        "stop 1 true", "done 1",
      ]
    )
    stage.clock.advance(by: 4)
    #expect(listener.lines.suffix(3) == ["start 4", "stop 4 true", "done 4"])
    #expect(listener.lines.count == 12)
  }

  @Test func completionMayChangeLayersAgain() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    CATransaction.begin()
    CATransaction.setCompletionBlock { layer.opacity = 1 }
    layer.opacity = 0
    CATransaction.commit()
    stage.clock.advance(by: 0.3)
    let animation = layer.animation(forKey: "opacity") as? CABasicAnimation
    #expect(animation?.fromValue as? Double == 0)
    stage.clock.advance(by: 0.3)
    #expect(layer.animationKeys() == nil)
  }

  @Test func realClockEndsByATimerOfTheRunLoop() {
    CATransaction.flush()
    let context = CAContext(
      configuration: ContextConfiguration(width: 1, height: 1),
      carrier: RecordingCarrier()
    )
    let layer = CALayer()
    context.layer = layer
    CATransaction.flush()
    var isDone = false
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.01)
    CATransaction.setCompletionBlock { isDone = true }
    layer.opacity = 0
    CATransaction.commit()
    let limit = Date(timeIntervalSinceNow: 60)
    while !isDone && Date() < limit {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
    #expect(isDone)
    #expect(layer.animationKeys() == nil)
  }
}
