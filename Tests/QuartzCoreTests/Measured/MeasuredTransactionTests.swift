// Transactions as Apple's framework was measured to run them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import TestClaims
import Testing

@testable import QuartzCore

@Suite struct MeasuredTransactionTests {
  @Test(.shows("CATransaction.commit()"), .recorded("commit-without-begin"))
  func commitWithoutBeginIsHarmless() {
    CATransaction.flush()
    CATransaction.commit()
    let stage = CoreStage()
    stage.root.zPosition = 1
    // Ends the implicit one.
    CATransaction.commit()
    CATransaction.commit()
    #expect(stage.carrier.commits.count == 1)
    CATransaction.begin()
    CATransaction.commit()
    CATransaction.commit()
  }

  @Test func commitWithoutBeginInLayoutAndDrawing() throws {
    final class Eager: CALayer {
      override func layoutSublayers() { CATransaction.commit() }
      override func draw(in ctx: CGContext) { CATransaction.commit() }
    }
    let stage = CoreStage()
    let layer = Eager()
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
    stage.root.addSublayer(layer)
    layer.setNeedsDisplay()
    layer.setNeedsLayout()
    #expect(try stage.commit().created.count == 1)
    CATransaction.begin()
    layer.setNeedsDisplay()
    layer.setNeedsLayout()
    CATransaction.commit()
    #expect(!layer.needsLayout())
  }

  @Test(
    .shows("CATransaction.completionBlock()", "kCATransactionCompletionBlock"),
    .recorded("inner-completion-block")
  )
  func innerTransactionsReadTheOuterBlock() {
    var calls = 0
    CATransaction.begin()
    CATransaction.setCompletionBlock { calls += 1 }
    CATransaction.begin()
    CATransaction.completionBlock()?()
    #expect(calls == 1)
    #expect(CATransaction.value(forKey: kCATransactionCompletionBlock) != nil)
    CATransaction.commit()
    CATransaction.commit()
    #expect(CATransaction.completionBlock() == nil)
    CATransaction.flush()
    #expect(calls == 2)
  }

  @Test(.shows("CATransaction.setCompletionBlock(_:)"), .recorded("completion-later"))
  func completionComesInALaterTurn() {
    CATransaction.flush()
    var order: [String] = []
    CATransaction.begin()
    CATransaction.setCompletionBlock { order.append("outer") }
    CATransaction.begin()
    CATransaction.setCompletionBlock { order.append("inner") }
    CATransaction.commit()
    CATransaction.commit()
    order.append("committed")
    for _ in 0..<3 { _ = RunLoop.current.run(mode: .default, before: Date()) }
    #expect(order == ["committed", "inner", "outer"])
  }

  @Test func completionOfTheImplicitTransaction() {
    CATransaction.flush()
    var count = 0
    CATransaction.setCompletionBlock { count += 1 }
    CATransaction.flush()
    #expect(count == 0)
    CATransaction.flush()
    #expect(count == 1)
    CATransaction.flush()
    #expect(count == 1)
  }

  @Test(.shows("CALayer.frame", "CALayer.animationKeys()"), .recorded("frame-animations"))
  func frameAnimatesPositionThenBounds() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    #expect(layer.animationKeys() == ["position", "bounds"])
  }

  @Test(.shows("CALayer.animation(forKey:)", "CAMediaTiming.beginTime"), .recorded("begin-times"))
  func commitsSettleBegins() throws {
    let stage = CoreStage()
    stage.clock.advance(by: 7)
    let layer = stage.addLayer()
    layer.opacity = 0
    let fade = CABasicAnimation(keyPath: "zPosition")
    fade.fromValue = 1
    layer.add(fade, forKey: "explicit")
    let late = CABasicAnimation(keyPath: "zPosition")
    late.beginTime = 9
    layer.add(late, forKey: "late")
    #expect(layer.animation(forKey: "opacity")?.beginTime == 0)
    CATransaction.flush()
    #expect(layer.animation(forKey: "opacity")?.beginTime == 7)
    #expect(layer.animation(forKey: "explicit")?.beginTime == 7)
    #expect(layer.animation(forKey: "late")?.beginTime == 9)
    #expect(fade.beginTime == 0)
    // Elsewhere it begins anew.
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    #expect(copy?.animation(forKey: "explicit")?.beginTime == 0)
    #expect(copy?.animation(forKey: "late")?.beginTime == 9)
  }
}
