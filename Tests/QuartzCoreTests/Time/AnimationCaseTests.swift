// The cases of the chapters on animation, with the values that they give, in the client and in the
// server.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzTesting
import TestClaims

@testable import QuartzCore

@Suite struct AnimationCaseTests {
  private let stage = CoreStage()
  private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  private let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
  private let orange = CGColor(red: 1, green: 0.5, blue: 0, alpha: 1)

  /// The cases' curve: from (0, 150) to (300, 150).
  private var curve: CGPath {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 150))
    path.addCurve(
      to: CGPoint(x: 300, y: 150),
      control1: CGPoint(x: 75, y: 0),
      control2: CGPoint(x: 225, y: 300)
    )
    return path
  }

  private func layer(_ color: CGColor? = nil) -> CALayer {
    let layer = stage.addLayer()
    withoutActions {
      layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
      layer.backgroundColor = color
    }
    return layer
  }

  // MARK: Shown values

  private func color(_ layer: CALayer) -> [Double] {
    (layer.presentation()?.backgroundColor?.components ?? []).map { ($0 * 255).rounded() }
  }

  /// Returns the presented number; NaN if there is none.
  private func number(_ layer: CALayer, _ keyPath: String) -> Double {
    layer.presentation()?.value(forKeyPath: keyPath) as? Double ?? .nan
  }

  /// Degrees.
  private func angle(_ layer: CALayer) -> Double {
    number(layer, "transform.rotation.z") * 180 / .pi
  }

  private func expectPosition(
    _ layer: CALayer,
    _ x: Double,
    _ y: Double,
    within tolerance: Double = 0.06
  ) {
    let shown = CGPoint(x: number(layer, "position.x"), y: number(layer, "position.y"))
    #expect(isClose(shown.x, x, tolerance) && isClose(shown.y, y, tolerance), "\(shown)")
    // The server shows the very same numbers.
    let values = try? stage.serverPresentation(layer, at: stage.clock.currentTime)
    #expect(values?.value(.position) == .point(QuartzMath.Point(shown.x, shown.y)))
  }

  private func expectColor(_ layer: CALayer, _ r: Double, _ g: Double, _ b: Double) {
    let shown = color(layer)
    let isRight = zip(shown, [r, g, b, 255]).allSatisfy { abs($0 - $1) <= 1 }
    #expect(isRight && shown.count == 4, "\(shown)")
  }

  /// Goes on to times after the beginning of the case, one after the other.
  private func at(_ times: [Double], _ check: (Int) -> Void) {
    let start = stage.clock.currentTime
    for (index, time) in times.enumerated() {
      stage.clock.advance(by: max(start + time - stage.clock.currentTime, 0))
      check(index)
    }
  }

  // MARK: 7, implicit animations

  /// LW-D-7.1
  @Test(.shows("CALayer.backgroundColor", "CAMediaTimingFunctionName.default"))
  func aColorChangesByItself() {
    let layer = layer(blue)
    layer.backgroundColor = orange
    CATransaction.flush()
    #expect(layer.backgroundColor == orange)
    let colors: [SIMD3<Double>] = [
      [0, 0, 255], [104, 52, 151], [205, 102, 50], [245, 122, 10], [255, 128, 0],
    ]
    at([0, 0.0625, 0.125, 0.1875, 0.25]) { index in
      expectColor(layer, colors[index].x, colors[index].y, colors[index].z)
    }
  }

  /// LW-D-7.3
  @Test(.shows("CATransaction.setAnimationDuration(_:)", "CATransaction.setCompletionBlock(_:)"))
  func afterTheFadeItTurns() {
    let layer = layer(blue)
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setCompletionBlock {
      layer.setAffineTransform(layer.affineTransform().rotated(by: .pi / 2))
    }
    layer.backgroundColor = orange
    CATransaction.commit()
    at([0.9, 1, 1.125, 1.25]) { index in
      #expect(isClose(angle(layer), [0, 0, 72.2, 90][index], 0.05))
    }
    #expect(layer.bounds.size == CGSize(width: 100, height: 100))
  }

  /// LW-D-7.5a
  ///
  /// ZL-D-3.5.
  @Test func withActionsOffItJumps() {
    let layer = layer(blue)
    withoutActions { layer.backgroundColor = orange }
    #expect(layer.animationKeys() == nil)
    expectColor(layer, 255, 128, 0)
  }

  /// LW-D-7.7
  @Test(.shows("CALayer.presentation()", "CALayer.hitTest(_:)"))
  func aMovingLayerIsHitWhereItIsSeen() {
    let layer = layer(red)
    withoutActions { layer.position = CGPoint(x: 160, y: 240) }
    CATransaction.begin()
    CATransaction.setAnimationDuration(4)
    layer.position = CGPoint(x: 60, y: 80)
    CATransaction.commit()
    at([1, 2, 4]) { index in
      let place = [(119.2, 174.6), (79.8, 111.6), (60, 80)][index]
      expectPosition(layer, place.0, place.1)
      let hit = layer.presentation()?.hitTest(CGPoint(x: 119, y: 175))
      #expect((hit != nil) == (index == 0))
      if index == 0 {
        #expect(layer.presentation()?.hitTest(CGPoint(x: 60, y: 80)) == nil)
        #expect(hit?.model() === layer)
        // Elsewhere, from where it is.
        layer.backgroundColor = orange
      }
    }
  }

  // MARK: 8, explicit animations

  /// LW-D-8.1 and 8.1a
  @Test(
    .shows(
      "CABasicAnimation",
      "CABasicAnimation.fromValue",
      "CABasicAnimation.toValue",
      "CALayer.add(_:forKey:)"
    )
  ) func aBasicAnimationSnapsBackUnlessTheModelGoesAlong() {
    let layer = layer(blue)
    let animation = CABasicAnimation(keyPath: "backgroundColor")
    animation.toValue = orange
    layer.add(animation, forKey: nil)
    CATransaction.flush()
    at([0.125]) { _ in expectColor(layer, 128, 64, 128) }
    at([0.125]) { _ in expectColor(layer, 0, 0, 255) }
    animation.fromValue = layer.backgroundColor
    withoutActions {
      layer.backgroundColor = orange
      layer.add(animation, forKey: nil)
    }
    at([0.125]) { _ in expectColor(layer, 128, 64, 128) }
    at([0.125]) { _ in expectColor(layer, 255, 128, 0) }
  }

  /// LW-D-8.3
  @Test(.shows("CAAnimation.delegate", "CAAnimationDelegate.animationDidStop(_:finished:)"))
  func theModelFollowsWhenTheAnimationStops() {
    final class Listener: CAAnimationDelegate {
      var calls: [Bool] = []
      let layer: CALayer

      init(_ layer: CALayer) {
        self.layer = layer
      }

      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        calls.append(flag)
        withoutActions {
          layer.setValue((anim as? CABasicAnimation)?.toValue, forKey: "backgroundColor")
        }
      }
    }
    let layer = layer(blue)
    let listener = Listener(layer)
    let animation = CABasicAnimation(keyPath: "backgroundColor")
    animation.toValue = orange
    animation.delegate = listener
    layer.add(animation, forKey: nil)
    CATransaction.flush()
    at([0.25, 1]) { _ in expectColor(layer, 255, 128, 0) }
    #expect(listener.calls == [true] && layer.animationKeys() == nil)
  }

  /// LW-D-8.5 and 10.3
  @Test(
    .shows(
      "CAKeyframeAnimation",
      "CAKeyframeAnimation.values",
      "CAKeyframeAnimation.timingFunctions"
    ),
    arguments: [false, true]
  )
  func keyframesOfColors(eases: Bool) {
    let layer = layer(blue)
    let animation = CAKeyframeAnimation(keyPath: "backgroundColor")
    animation.values = [blue, red, green, blue]
    animation.duration = 2
    if eases {
      animation.timingFunctions = Array(repeating: CAMediaTimingFunction(name: .easeIn), count: 3)
    }
    layer.add(animation, forKey: nil)
    CATransaction.flush()
    let linear: [SIMD3<Double>] = [
      [128, 0, 128], [255, 0, 0], [128, 128, 0], [0, 255, 0], [0, 128, 128], [0, 0, 255],
    ]
    let eased: [SIMD3<Double>] = [
      [80, 0, 175], [255, 0, 0], [175, 80, 0], [0, 255, 0], [0, 175, 80], [0, 0, 255],
    ]
    at([1.0 / 3, 2.0 / 3, 1, 4.0 / 3, 5.0 / 3, 2]) { index in
      let expected = (eases ? eased : linear)[index]
      expectColor(layer, expected.x, expected.y, expected.z)
    }
  }

  /// LW-D-8.6, 8.7 and 8.10
  @Test(
    .shows(
      "CAKeyframeAnimation.path",
      "CAKeyframeAnimation.rotationMode",
      "CAAnimationRotationMode.rotateAuto",
      "CAAnimationGroup.animations"
    )
  ) func alongACurveTurningAndChangingColor() {
    let layer = layer(green)
    withoutActions { layer.position = CGPoint(x: 0, y: 150) }
    let slide = CAKeyframeAnimation(keyPath: "position")
    slide.path = curve
    slide.rotationMode = .rotateAuto
    let fade = CABasicAnimation(keyPath: "backgroundColor")
    fade.toValue = red
    let group = CAAnimationGroup()
    group.animations = [slide, fade]
    group.duration = 4
    layer.add(group, forKey: "both")
    CATransaction.flush()
    #expect(layer.animationKeys() == ["both"])
    let angles = [-63.4, 10.3, 33.7, 10.3, -63.4]
    let places = [(0, 150), (68.0, 107.8), (150, 150), (232.0, 192.2), (300, 150)]
    at([0, 1, 2, 3, 3.9999]) { index in
      expectPosition(layer, places[index].0, places[index].1)
      #expect(isClose(angle(layer), angles[index], 0.06))
      if index == 2 { expectColor(layer, 128, 128, 0) }
    }
    at([0.001]) { _ in
      expectPosition(layer, 0, 150)
      #expect(angle(layer) == 0)
      expectColor(layer, 0, 255, 0)
    }
  }

  /// LW-D-8.8 and 8.8a
  @Test func aMatrixTurnsWithoutShrinking() {
    let layer = layer(blue)
    let turn = CABasicAnimation(keyPath: "transform")
    turn.toValue = CATransform3DMakeRotation(.pi, 0, 0, 1)
    turn.duration = 2
    layer.add(turn, forKey: nil)
    CATransaction.flush()
    at([1]) { _ in
      #expect(isClose(abs(angle(layer)), 90, 1e-6))
      #expect(isClose(number(layer, "transform.scale.x"), 1))
    }
    layer.removeAllAnimations()
    turn.toValue = CATransform3DMakeRotation(2 * .pi, 0, 0, 1)
    layer.add(turn, forKey: nil)
    CATransaction.flush()
    at([0.3, 1, 1.7]) { _ in #expect(isClose(angle(layer), 0, 1e-6)) }
  }

  /// LW-D-8.9 and 8.9a
  @Test(.shows("CABasicAnimation.byValue")) func membersOfATransformGoTogether() {
    let layer = layer(blue)
    func animation(_ member: String, by value: Any) -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: "transform." + member)
      animation.byValue = value
      animation.duration = 2
      return animation
    }
    layer.add(animation("rotation", by: 2 * Double.pi), forKey: "turn")
    CATransaction.flush()
    at([0.5, 1.5]) { index in
      #expect(isClose(angle(layer), [90, -90][index], 1e-6))
    }
    layer.removeAllAnimations()
    layer.add(animation("rotation", by: Double.pi), forKey: "turn")
    layer.add(animation("scale", by: 1), forKey: "grow")
    layer.add(animation("translation", by: CGSize(width: 50, height: 0)), forKey: "move")
    CATransaction.flush()
    at([1]) { _ in
      #expect(isClose(angle(layer), 90, 1e-6))
      #expect(isClose(number(layer, "transform.scale.x"), 1.5))
      #expect(isClose(number(layer, "transform.translation.x"), 25))
    }
  }

  /// LW-D-8.15
  @Test(
    .shows("CALayer.removeAnimation(forKey:)", "CAAnimationDelegate.animationDidStop(_:finished:)")
  ) func stoppedOrReplacedItHasNotFinished() {
    final class Listener: CAAnimationDelegate {
      var calls: [Bool] = []

      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { calls.append(flag) }
    }
    let (layer, listener) = (layer(blue), Listener())
    let turn = CABasicAnimation(keyPath: "transform.rotation")
    (turn.byValue, turn.duration, turn.delegate) = (2 * Double.pi, 2, listener)
    layer.removeAnimation(forKey: "rotateAnimation")
    layer.add(turn, forKey: "rotateAnimation")
    CATransaction.flush()
    at([0.7]) { _ in #expect(isClose(angle(layer), 126, 1e-6)) }
    layer.add(turn, forKey: "rotateAnimation")
    CATransaction.flush()
    #expect(listener.calls == [false])
    at([0.7]) { _ in layer.removeAnimation(forKey: "rotateAnimation") }
    CATransaction.flush()
    #expect(angle(layer) == 0 && listener.calls == [false, false])
    layer.add(turn, forKey: "rotateAnimation")
    CATransaction.flush()
    stage.clock.advance(by: 2)
    #expect(listener.calls == [false, false, true])
  }

  // MARK: 9, time

  /// LW-D-9.1
  @Test(
    .shows("CAMediaTiming.repeatCount", "CAMediaTiming.duration"),
    arguments: [(2, 3.5, 7.0, 0.5, 90.0), (0, 0, 0.25, 0.125, -180), (1, 0.5, 0.5, 0.25, 90)]
  )
  func turnsAreCounted(
    duration: Double,
    count: Float,
    whole: Double,
    time: Double,
    degrees: Double
  ) {
    let layer = layer(blue)
    let turn = CABasicAnimation(keyPath: "transform.rotation")
    (turn.byValue, turn.duration, turn.repeatCount) = (2 * Double.pi, duration, count)
    layer.add(turn, forKey: nil)
    CATransaction.flush()
    at([time, whole - 1e-9, whole]) { index in
      let shown = abs(angle(layer))
      switch index {
      case 0: #expect(isClose(shown, abs(degrees), 1e-4))
      case 1: #expect(!layer.attachedAnimations.isEmpty)
      default: #expect(shown == 0 && layer.attachedAnimations.isEmpty)
      }
    }
  }

  /// LW-D-9.3a
  @Test(
    .shows(
      "CAMediaTiming.fillMode",
      "CAMediaTimingFillMode.removed",
      "CAMediaTimingFillMode.backwards",
      "CAMediaTimingFillMode.forwards",
      "CAMediaTimingFillMode.both",
      "CAAnimation.isRemovedOnCompletion"
    ),
    arguments: [
      (CAMediaTimingFillMode.removed, 1.0, 1.0), (.backwards, 0.2, 1), (.forwards, 1, 0.6),
      (.both, 0.2, 0.6),
    ]
  )
  func fillModes(mode: CAMediaTimingFillMode, before: Double, after: Double) {
    let layer = layer(blue)
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue, animation.duration) = (0.2, 0.6, 1)
    animation.beginTime = stage.clock.currentTime + 1
    (animation.fillMode, animation.isRemovedOnCompletion) = (mode, false)
    layer.add(animation, forKey: nil)
    CATransaction.flush()
    at([0.5, 2.5]) { index in
      #expect(isClose(number(layer, "opacity"), index == 0 ? before : after, 1e-6))
    }
  }

  /// LW-D-9.3c
  @Test(
    .shows(
      "CALayer.convertTime(_:from:)",
      "CAMediaTiming.speed",
      "CAMediaTiming.beginTime",
      "CAMediaTiming.timeOffset"
    )
  ) func timesOfLayers() {
    let (root, a, b) = (CALayer(), CALayer(), CALayer())
    root.addSublayer(a)
    a.addSublayer(b)
    (a.speed, a.beginTime) = (2, 10)
    (b.speed, b.timeOffset) = (0.5, 3)
    #expect(a.convertTime(20, from: root) == 20 && b.convertTime(20, from: root) == 13)
    #expect(root.convertTime(13, from: b) == 20)
    #expect(isClose(a.convertTime(b.convertTime(17.3, from: a), from: b), 17.3))
  }

  /// LW-D-9.4
  @Test(.shows("CAMediaTiming.speed", "CAMediaTiming.timeOffset")) func aDoorMovedByHand() {
    let layer = layer(blue)
    layer.speed = 0
    let open = CABasicAnimation(keyPath: "transform.rotation.y")
    (open.toValue, open.duration) = (-Double.pi / 2, 1)
    layer.add(open, forKey: nil)
    CATransaction.flush()
    func shown() -> Double { number(layer, "transform.rotation.y") * 180 / .pi }
    stage.clock.advance(by: 10)
    #expect(isClose(shown(), 0))
    for (offset, degrees) in [(0.5, -45), (0.999, -89.91), (0, 0)] {
      withoutActions { layer.timeOffset = offset }
      #expect(isClose(shown(), degrees, 1e-6))
    }
  }

  // MARK: 10, easing

  /// LW-D-10.1
  @Test(
    .shows(
      "CAMediaTimingFunction.init(name:)",
      "CAMediaTimingFunctionName.easeOut",
      "CAMediaTimingFunctionName.linear",
      "CATransaction.setAnimationTimingFunction(_:)"
    ),
    arguments: [
      (CAMediaTimingFunctionName.easeOut, [0.3781, 0.6846, 0.9066]),
      (.linear, [0.25, 0.5, 0.75]),
    ]
  )
  func movesEase(name: CAMediaTimingFunctionName, ways: [Double]) {
    let layer = layer(red)
    withoutActions { layer.position = CGPoint(x: 160, y: 240) }
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: name))
    layer.position = CGPoint(x: 260, y: 340)
    CATransaction.commit()
    at([0.25, 0.5, 0.75]) { index in
      expectPosition(layer, 160 + 100 * ways[index], 240 + 100 * ways[index])
    }
  }

  /// LW-D-10.6
  @Test(
    .shows(
      "CAKeyframeAnimation.keyTimes",
      "CAKeyframeAnimation.timingFunctions",
      "CAMediaTimingFunctionName.easeIn",
      "CAMediaTimingFunctionName.easeOut"
    )
  ) func aBallBounces() {
    let layer = layer(red)
    withoutActions { layer.position = CGPoint(x: 150, y: 268) }
    let bounce = CAKeyframeAnimation(keyPath: "position")
    bounce.values = [32, 268, 140, 268, 220, 268, 250, 268].map { CGPoint(x: 150, y: $0) }
    bounce.keyTimes = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1]
    let (easeIn, easeOut) = (
      CAMediaTimingFunction(name: .easeIn), CAMediaTimingFunction(name: .easeOut)
    )
    // One more than there are steps.
    bounce.timingFunctions = [easeIn, easeOut, easeIn, easeOut, easeIn, easeOut, easeIn, easeIn]
    bounce.duration = 1
    layer.add(bounce, forKey: nil)
    CATransaction.flush()
    let times = [0.15, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.975, 1]
    let heights = [
      106.4, 268, 180.4, 140, 180.4, 268, 235.1, 220, 235.1, 268, 255.7, 250, 255.7, 268,
    ]
    at(times) { expectPosition(layer, 150, heights[$0]) }
  }
}
