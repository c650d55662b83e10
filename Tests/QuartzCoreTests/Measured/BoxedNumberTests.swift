// Numbers that go into `Any` and come out as another type of number.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import TestClaims
import Testing

@Suite struct BoxedNumberTests {
  /// Numbers of many types that mean 2.
  static var twos: [Any] { [2, 2.0, CGFloat(2), Float(2), UInt8(2), Int8(2), Int64(2), UInt(2)] }

  private func expectTwo(_ any: Any?, _ place: Comment) {
    #expect(any is NSNumber, place)
    #expect(any as? Double == 2 && any as? Int == 2 && any as? CGFloat == 2, place)
    #expect(any as? Float == 2 && any as? UInt8 == 2 && any as? NSNumber == 2, place)
  }

  @Test(
    .shows("CABasicAnimation.fromValue", "CABasicAnimation.toValue", "CABasicAnimation.byValue")
  )
  func endsOfAnimations() {
    for two in Self.twos {
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.toValue, animation.byValue) = (two, two, two)
      expectTwo(animation.fromValue, "fromValue")
      expectTwo(animation.toValue, "toValue")
      expectTwo(animation.value(forKey: "byValue"), "byValue")
      animation.setValue(two, forKey: "toValue")
      expectTwo(animation.toValue, "toValue by key")
      let copy = animation.copy() as? CABasicAnimation
      expectTwo(copy?.fromValue, "copy")
      animation.setValue(two, forKey: "tag")
      expectTwo(animation.value(forKey: "tag"), "tag")
      let frames = CAKeyframeAnimation(keyPath: "opacity")
      frames.values = [two, 0]
      expectTwo(frames.values?.first, "values")
      #expect(frames.values as? [CGFloat] == [2, 0] && frames.values as? [Int] == [2, 0])
    }
    let flag = CABasicAnimation(keyPath: "hidden")
    flag.fromValue = true
    #expect(flag.fromValue as? Bool == true && flag.fromValue as? Double == 1)
    flag.fromValue = [1, 2]
    #expect(flag.fromValue as? [Double] == [1, 2])
    flag.fromValue = CGPoint(x: 1, y: 2)
    #expect((flag.fromValue as? NSValue)?.cgPointValue == CGPoint(x: 1, y: 2))
    flag.fromValue = NSValue(caTransform3D: CATransform3DMakeScale(2, 3, 4))
    #expect((flag.fromValue as? CATransform3D)?.m22 == 3)
    flag.fromValue = CATransform3DMakeScale(2, 3, 4)
    #expect((flag.fromValue as? NSValue)?.caTransform3DValue.m33 == 4)
  }

  @Test func keysOfAProgram() {
    for two in Self.twos {
      let layer = CALayer()
      layer.setValue(two, forKey: "mine")
      expectTwo(layer.value(forKey: "mine"), "layer")
      layer.setValue(["a": two, "b": [two, "text"]], forKey: "mine")
      expectTwo(layer.value(forKeyPath: "mine.a"), "dictionary")
      let list = (layer.value(forKey: "mine") as? [String: Any])?["b"] as? [Any]
      expectTwo(list?[0], "list in a dictionary")
      #expect(list?[1] as? String == "text")
      layer.style = ["opacity": two, "other": two]
      expectTwo(layer.style?["other"], "style")
      expectTwo(layer.value(forKey: "other"), "value of the style")
      let cell = CAEmitterCell()
      cell.setValue(two, forKey: "mine")
      expectTwo(cell.value(forKey: "mine"), "cell")
      CATransaction.begin()
      CATransaction.setValue(two, forKey: "mine")
      expectTwo(CATransaction.value(forKey: "mine"), "transaction")
      CATransaction.commit()
    }
  }

  @Test func defaultsOfAClass() {
    final class Gauge: CALayer {
      override class func defaultValue(forKey key: String) -> Any? {
        key == "level" ? 2 : super.defaultValue(forKey: key)
      }
    }
    expectTwo(Gauge().value(forKey: "level"), "default")
  }

  @Test(.shows("CAGradientLayer.locations", "CAKeyframeAnimation.keyTimes"))
  func listsOfNumbers() {
    let gradient = CAGradientLayer()
    gradient.locations = [0, 0.5, 1]
    #expect(gradient.locations as! [CGFloat] == [0, 0.5, 1])
    #expect(gradient.value(forKey: "locations") as? [Double] == [0, 0.5, 1])
    let frames = CAKeyframeAnimation(keyPath: "opacity")
    frames.keyTimes = [0, 1]
    #expect(frames.keyTimes as? [CGFloat] == [0, 1])
    let other: Any = gradient.presentation()?.locations ?? gradient.locations ?? []
    #expect(other as? [CGFloat] == [0, 0.5, 1])
  }

  @Test func archivesKeepThem() throws {
    let layer = CALayer()
    for (index, two) in Self.twos.enumerated() { layer.setValue(two, forKey: "n\(index)") }
    layer.setValue(Int8(-7), forKey: "small")
    layer.setValue(true, forKey: "flag")
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.toValue = 2
    layer.add(animation, forKey: "a")
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    )
    for index in Self.twos.indices { expectTwo(copy.value(forKey: "n\(index)"), "n\(index)") }
    #expect(copy.value(forKey: "small") as? Int8 == -7)
    #expect(copy.value(forKey: "flag") as? Bool == true)
    expectTwo((copy.animation(forKey: "a") as? CABasicAnimation)?.toValue, "animation")
  }
}
