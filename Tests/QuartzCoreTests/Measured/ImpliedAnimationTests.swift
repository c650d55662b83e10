// Changes that animate by themselves.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import TestClaims
import Testing

@testable import QuartzCore

@Suite struct ImpliedAnimationTests {
  /// Decision 42.
  @Test(.shows("kCATransition", "CALayer.animation(forKey:)", "CALayer.animationKeys()"))
  func filtersMasksAndSublayers() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.compositingFilter = "multiplyBlendMode"
    let fade = try #require(layer.animation(forKey: kCATransition) as? CATransition)
    #expect(fade.type == .fade && fade.duration == 0.25)
    #expect(fade.startProgress == 0 && fade.endProgress == 1)
    layer.mask = CALayer()
    let sublayer = CALayer()
    layer.addSublayer(sublayer)
    layer.addSublayer(CALayer())
    sublayer.removeFromSuperlayer()
    layer.sublayers = nil
    let animation = try #require(layer.animation(forKey: "mask") as? CABasicAnimation)
    #expect(animation.keyPath == "mask" && animation.duration == 0.25)
    #expect(animation.fromValue == nil)
    #expect(layer.animationKeys() == [kCATransition, "mask"])
    #expect(layer.action(forKey: "sublayers") == nil)
    layer.isDoubleSided = false
    #expect(layer.animation(forKey: "doubleSided") == nil)
    let lines = Lines.during { CATransaction.flush() }
    #expect(lines.isEmpty)
    // The server has no use for what has nothing in between.
    #expect(stage.carrier.takeCommits().flatMap(\.animations).count == 1)
    stage.clock.advance(by: 1)
    #expect(layer.animationKeys() == nil)
    #expect(stage.carrier.takeCommits().flatMap(\.animations).count == 1)
  }

  @Test func withActionsOffNothingAnimates() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    withoutActions {
      layer.compositingFilter = "screenBlendMode"
      layer.mask = CALayer()
      layer.addSublayer(CALayer())
    }
    #expect(layer.animationKeys() == nil)
  }

  /// Decision 33.
  @Test func hiddenSwitchesWithTheNextFrame() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.isHidden = true
    CATransaction.flush()
    #expect(layer.animation(forKey: "hidden")?.duration == 0.25)
    for time in [0, 0.01, 0.2] {
      let values = try stage.serverPresentation(layer, at: stage.clock.currentTime + time)
      #expect(values.value(.hidden) == .bool(true))
    }
    #expect(layer.presentation()?.isHidden == true)
    layer.isHidden = false
    CATransaction.flush()
    #expect(layer.presentation()?.isHidden == false)
  }
}
