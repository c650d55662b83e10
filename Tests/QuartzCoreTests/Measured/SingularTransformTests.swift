// Members of transforms that flatten a layer to a line or a point.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import Testing

@testable import QuartzCore

@Suite struct SingularTransformTests {
  private func number(_ layer: CALayer, _ member: String) -> Double {
    layer.value(forKeyPath: "transform.\(member)") as? Double ?? .nan
  }

  @Test func scaleZeroIsReadAndLeft() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeTranslation(10, 20, 30)
    layer.setValue(0, forKeyPath: "transform.scale")
    #expect(number(layer, "scale") == 0 && number(layer, "scale.x") == 0)
    #expect(number(layer, "translation.x") == 10 && number(layer, "translation.z") == 30)
    layer.setValue(5, forKeyPath: "transform.translation.x")
    layer.setValue(2, forKeyPath: "transform.scale")
    let expected = CATransform3DScale(CATransform3DMakeTranslation(5, 20, 30), 2, 2, 2)
    #expect(CATransform3DEqualToTransform(layer.transform, expected))
  }

  @Test func oneSideWithoutLength() {
    let layer = CALayer()
    layer.transform = CATransform3DTranslate(CATransform3DMakeScale(2, 3, 0), 5, 7, 0)
    #expect(number(layer, "scale.x") == 2 && number(layer, "scale.y") == 3)
    #expect(number(layer, "scale.z") == 0 && number(layer, "translation.y") == 21)
    layer.setValue(4, forKeyPath: "transform.scale.x")
    #expect(layer.transform.m11 == 4 && layer.transform.m22 == 3 && layer.transform.m33 == 0)
    #expect(layer.transform.m41 == 10 && layer.transform.m42 == 21)
    // A flat mirror image stays one.
    layer.transform = CATransform3DMakeScale(-2, 3, 0)
    #expect(number(layer, "scale.x") == -2 && number(layer, "rotation") == 0)
  }

  @Test(arguments: [0.5, -2.5, 3])
  func turnedAndFlattened(_ angle: Double) {
    let turn = CATransform3DMakeRotation(angle, 0, 0, 1)
    for scale in [(0.0, 3.0, 1.0), (2, 0, 1), (2, 3, 0), (0, 0, 1)] {
      let layer = CALayer()
      layer.transform = CATransform3DScale(turn, scale.0, scale.1, scale.2)
      #expect(isClose(number(layer, "scale.x"), scale.0))
      #expect(isClose(number(layer, "scale.y"), scale.1))
      #expect(isClose(number(layer, "scale.z"), scale.2))
      if scale.0 != 0 || scale.1 != 0 { #expect(isClose(number(layer, "rotation.z"), angle)) }
      let before = layer.transform
      layer.setValue(1, forKeyPath: "transform.translation.z")
      #expect(isClose(layer.transform.m22, before.m22) && isClose(layer.transform.m11, before.m11))
      #expect(layer.transform.m43 == 1)
    }
  }

  @Test func perspectiveStays() {
    let layer = CALayer()
    var transform = CATransform3DMakeScale(0, 1, 1)
    transform.m34 = -0.01
    layer.transform = transform
    layer.setValue(2, forKeyPath: "transform.scale.x")
    #expect(layer.transform.m34 == -0.01 && layer.transform.m11 == 2)
  }

  @Test func animationsOfMembersAgreeWithTheServer() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.transform = CATransform3DScale(CATransform3DMakeTranslation(10, 0, 0), 2, 3, 0)
    layer.removeAllAnimations()
    let move = CABasicAnimation(keyPath: "transform.translation.y")
    (move.fromValue, move.toValue, move.duration) = (0, 8, 2)
    layer.add(move, forKey: nil)
    CATransaction.flush()
    stage.clock.advance(by: 1)
    let shown = try #require(layer.presentation()?.transform)
    #expect(isClose(shown.m42, 4) && isClose(shown.m41, 10) && isClose(shown.m11, 2))
    let served = try stage.serverPresentation(layer, at: stage.clock.currentTime)
    #expect(served.value(.transform).transform == Matrix4x4(shown))
  }
}
