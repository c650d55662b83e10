// Animations: values, copies, the way into a commit, and their life on a layer.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzTesting
import TestClaims

@testable import QuartzCore

@Suite struct CAAnimationTests {
  final class Delegate: CAAnimationDelegate {
    var events: [String] = []
    var last: CAAnimation?

    func animationDidStart(_ anim: CAAnimation) {
      events.append("start")
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      events.append(flag ? "finished" : "stopped")
      last = anim
    }
  }

  private func fade(_ duration: Double = 1) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.fromValue = 0
    animation.duration = duration
    return animation
  }

  /// Returns the state of the only animation in a commit.
  private func state(
    _ animation: CAAnimation,
    _ prepare: (CALayer) -> Void = { _ in }
  ) throws -> AnimationState {
    let stage = CoreStage()
    stage.clock.advance(by: 5)
    let layer = stage.addLayer()
    withoutActions { prepare(layer) }
    _ = stage.carrier.takeCommits()
    layer.add(animation, forKey: "key")
    let changes = try stage.commit().animations
    try #require(changes.count == 1)
    guard case .add(_, "key", let state) = changes[0] else {
      throw AnimationProblem("no animation was added")
    }
    return state
  }

  // MARK: Values

  @Test(.shows("CAAnimation.init()")) func defaults() {
    let plain = CAAnimation()
    #expect(plain.duration == 0 && plain.speed == 1 && plain.fillMode == .removed)
    #expect(plain.isRemovedOnCompletion && plain.timingFunction == nil && plain.delegate == nil)
    let animation = CABasicAnimation()
    #expect(animation.beginTime == 0 && animation.duration == 0 && animation.speed == 1)
    #expect(animation.timeOffset == 0 && animation.repeatCount == 0)
    #expect(animation.repeatDuration == 0 && !animation.autoreverses)
    #expect(animation.fillMode == .removed && animation.isRemovedOnCompletion)
    #expect(animation.timingFunction == nil && animation.delegate == nil)
    #expect(animation.keyPath == nil && !animation.isAdditive && !animation.isCumulative)
    #expect(animation.fromValue == nil && animation.toValue == nil && animation.byValue == nil)
    #expect(CAKeyframeAnimation().calculationMode == .linear)
  }

  @Test(
    arguments: [
      ("beginTime", 1.5), ("duration", 2), ("speed", 3), ("timeOffset", 4), ("repeatCount", 5),
      ("repeatDuration", 6), ("autoreverses", 1), ("removedOnCompletion", 0), ("additive", 1),
      ("cumulative", 1), ("fromValue", 7), ("toValue", 8), ("byValue", 9),
    ] as [(String, Double)]
  )
  func numbersByKey(_ key: String, _ number: Double) {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.setValue(number, forKey: key)
    #expect(Bridge.number(animation.value(forKey: key)) == number)
    let copy = animation.copy() as? CABasicAnimation
    #expect(Bridge.number(copy?.value(forKey: key)) == number)
  }

  @Test func otherValuesByKey() {
    let animation = CAKeyframeAnimation()
    animation.setValue("position", forKey: "keyPath")
    animation.setValue("both", forKey: "fillMode")
    animation.setValue("discrete", forKey: "calculationMode")
    animation.setValue([1, 2], forKey: "values")
    animation.setValue([0, 0.5, 1], forKey: "keyTimes")
    let function = CAMediaTimingFunction(name: .easeOut)
    animation.setValue(function, forKey: "timingFunction")
    animation.setValue([function], forKey: "timingFunctions")
    #expect(animation.keyPath == "position" && animation.fillMode == .both)
    #expect(animation.calculationMode == .discrete && animation.values?.count == 2)
    #expect(animation.keyTimes == [0, 0.5, 1] && animation.timingFunctions?.count == 1)
    #expect(animation.timingFunction === function)
    animation.setValue(nil, forKey: "values")
    #expect(animation.values == nil)
    let lines = Lines.during { animation.setValue("soon", forKey: "beginTime") }
    #expect(lines.count == 1 && animation.beginTime == 0)
  }

  @Test func tagsAreKept() throws {
    let animation = fade()
    animation.setValue("mine", forKey: "tag")
    // Not a key of a basic animation, so a tag.
    animation.setValue(3, forKey: "values")
    let layer = CALayer()
    layer.add(animation, forKey: "fade")
    let attached = try #require(layer.animation(forKey: "fade"))
    #expect(attached !== animation)
    #expect(attached.value(forKey: "tag") as? String == "mine")
    #expect(attached.value(forKey: "values") as? Int == 3)
  }

  /// LW-D-9.3e.
  @Test(.shows("CALayer.animation(forKey:)")) func attachedAnimationsAreImmutable() async {
    await #expect(processExitsWith: .failure) {
      let layer = CALayer()
      layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
      layer.animation(forKey: "fade")?.duration = 2
    }
  }

  @Test func theOriginalMayChangeAndBeAddedAgain() {
    let (first, second, animation) = (CALayer(), CALayer(), fade(1))
    first.add(animation, forKey: "fade")
    animation.duration = 2
    second.add(animation, forKey: "fade")
    #expect(first.animation(forKey: "fade")?.duration == 1)
    #expect(second.animation(forKey: "fade")?.duration == 2)
    let copy = first.animation(forKey: "fade")?.copy() as? CAAnimation
    copy?.duration = 7
    #expect(copy?.duration == 7)
  }

  /// ZL-D-4.11.
  @Test(
    .shows(
      "CALayer.add(_:forKey:)",
      "CALayer.animationKeys()",
      "CALayer.animation(forKey:)",
      "CALayer.removeAnimation(forKey:)",
      "CALayer.removeAllAnimations()"
    )
  ) func keys() {
    let layer = CALayer()
    #expect(layer.animationKeys() == nil && layer.animation(forKey: "a") == nil)
    layer.add(fade(), forKey: "a")
    layer.add(fade(), forKey: nil)
    layer.add(fade(), forKey: "b")
    #expect(layer.animationKeys() == ["a", "b"])
    layer.add(fade(), forKey: "a")
    #expect(layer.animationKeys() == ["b", "a"])
    #expect(layer.attachedAnimations.count == 3)
    layer.removeAnimation(forKey: "a")
    layer.removeAnimation(forKey: "no such key")
    #expect(layer.animationKeys() == ["b"])
    layer.removeAllAnimations()
    #expect(layer.attachedAnimations.isEmpty)
  }

  @Test func durationZeroIsThatOfTheTransaction() {
    let layer = CALayer()
    layer.add(fade(0), forKey: "a")
    #expect(layer.animation(forKey: "a")?.duration == 0.25)
    CATransaction.begin()
    CATransaction.setAnimationDuration(3)
    layer.add(fade(0), forKey: "b")
    layer.add(fade(-1), forKey: "c")
    layer.add(fade(2), forKey: "d")
    CATransaction.commit()
    #expect(layer.animation(forKey: "b")?.duration == 3)
    #expect(layer.animation(forKey: "c")?.duration == 3)
    #expect(layer.animation(forKey: "d")?.duration == 2)
  }

  // MARK: Timing functions

  @Test(
    .shows(
      "CAMediaTimingFunction.init(name:)",
      "CAMediaTimingFunction.getControlPoint(at:values:)",
      "CAMediaTimingFunctionName.easeIn",
      "CAMediaTimingFunctionName.easeOut",
      "CAMediaTimingFunctionName.easeInEaseOut",
      "CAMediaTimingFunctionName.default"
    ),
    .recorded("control-points"),
    arguments: [
      (.linear, [0, 0, 1, 1]), (.easeIn, [0.42, 0, 1, 1]), (.easeOut, [0, 0, 0.58, 1]),
      (.easeInEaseOut, [0.42, 0, 0.58, 1]), (.default, [0.25, 0.1, 0.25, 1]),
    ] as [(CAMediaTimingFunctionName, [Float])]
  )
  func namedTimingFunctions(_ name: CAMediaTimingFunctionName, _ expected: [Float]) {
    let function = CAMediaTimingFunction(name: name)
    var points = [Float](repeating: -1, count: 8)
    points.withUnsafeMutableBufferPointer { buffer in
      for index in 0..<4 {
        if let base = buffer.baseAddress {
          function.getControlPoint(at: index, values: base + 2 * index)
        }
      }
    }
    #expect(points == [0, 0] + expected + [1, 1])
    let same = CAMediaTimingFunction(
      controlPoints: expected[0],
      expected[1],
      expected[2],
      expected[3]
    )
    if name == .linear { #expect(same == function) }
  }

  /// The value at half of the time is the y of the curve where its x is a half.
  @Test(
    .shows("CAMediaTimingFunction.init(controlPoints:_:_:_:)"),
    arguments: [
      // x = t³ is 1/2 at t = 2^(-1/3); there y = 1 - (1 - t)³. The second curve is its mirror.
      ([0, 1, 0, 1], 0.9912200),
      ([1, 0, 1, 0], 0.0087800),
      ([0.2, 0.2, 0.7, 0.7], 0.5),
    ] as [([Float], Double)]
  )
  func controlPointsMakeTheCurve(_ points: [Float], _ half: Double) throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let animation = fade()
    animation.fromValue = 0
    animation.toValue = 1
    animation.duration = 2
    animation.timingFunction = CAMediaTimingFunction(
      controlPoints: points[0],
      points[1],
      points[2],
      points[3]
    )
    layer.add(animation, forKey: "fade")
    CATransaction.flush()
    stage.clock.advance(by: 1)
    let shown = try #require(layer.presentation()).opacity
    #expect(abs(Double(shown) - half) < 1e-4, "\(shown)")
  }

  // MARK: Commits

  @Test func beginOfZeroIsTheTimeOfTheCommit() throws {
    #expect(try state(fade()).timing.beginTime == 5)
    let later = fade()
    later.beginTime = 7
    #expect(try state(later).timing.beginTime == 7)
    // In the layer's own time.
    #expect(try state(fade()) { $0.speed = 2 }.timing.beginTime == 10)
  }

  @Test(
    .shows(
      "CAAnimation.timingFunction",
      "CAPropertyAnimation.isAdditive",
      "CAPropertyAnimation.isCumulative"
    )
  ) func allOfTheTiming() throws {
    let animation = fade(2)
    animation.speed = 0.5
    animation.timeOffset = 0.25
    animation.repeatCount = .infinity
    animation.repeatDuration = 9
    animation.autoreverses = true
    animation.fillMode = .backwards
    animation.isRemovedOnCompletion = false
    animation.timingFunction = CAMediaTimingFunction(name: .easeIn)
    animation.isAdditive = true
    animation.isCumulative = true
    let state = try state(animation)
    var timing = MediaTiming()
    timing.beginTime = 5
    timing.duration = 2
    timing.speed = 0.5
    timing.timeOffset = 0.25
    timing.repeatCount = .infinity
    timing.repeatDuration = 9
    timing.autoreverses = true
    timing.fillMode = .backwards
    timing.isRemovedOnCompletion = false
    #expect(state.timing == timing)
    #expect(state.timingFunction == .easeIn)
    #expect(state.propertyAnimation?.isAdditive == true)
    #expect(state.propertyAnimation?.isCumulative == true)
    #expect(state.target == AnimationTarget(.opacity))
  }

  @Test(
    .shows(
      "CAPropertyAnimation.init(keyPath:)",
      "CAPropertyAnimation.keyPath",
      "CABasicAnimation.toValue",
      "CAKeyframeAnimation.values"
    ),
    arguments: [
      ("opacity", 0.5 as Float, PropertyValue.number(0.5)),
      ("cornerRadius", 3 as Int, .number(3)),
      ("position", CGPoint(x: 1, y: 2), .point(Point(1, 2))),
      ("bounds", CGRect(x: 1, y: 2, width: 3, height: 4), .rect(Rect(1, 2, 3, 4))),
      ("bounds.size", CGSize(width: 3, height: 4), .size(Size(3, 4))),
      ("transform", CATransform3DMakeScale(2, 3, 4), .transform(.scale(2, 3, 4))),
      ("transform", CGAffineTransform(scaleX: 2, y: 3), .transform(.scale(2, 3, 1))),
      ("transform.rotation.z", CGFloat.pi, .number(.pi)),
      ("transform.translation", CGSize(width: 1, height: 2), .size(Size(1, 2))),
      (
        "backgroundColor", CGColor(red: 0, green: 0.5, blue: 1, alpha: 0.25),
        .color(Color(0, 0.5, 1, 0.25))
      ),
      ("backgroundColor", NSNull(), .null),
      ("hidden", true, .bool(true)),
    ] as [(String, any Sendable, PropertyValue)]
  )
  func valuesOfEveryType(_ keyPath: String, _ any: any Sendable, _ value: PropertyValue) throws {
    let basic = CABasicAnimation(keyPath: keyPath)
    basic.toValue = any
    #expect(try state(basic).propertyAnimation?.kind == .basic(BasicAnimation(to: value)))
    let frames = CAKeyframeAnimation(keyPath: keyPath)
    frames.values = [any, any]
    frames.timingFunctions = [CAMediaTimingFunction(name: .easeOut)]
    #expect(
      try state(frames).propertyAnimation?.kind
        == .keyframe(KeyframeAnimation(values: [value, value], timingFunctions: [.easeOut]))
    )
  }

  @Test func imagesOfAnimationsAreSentAndFreed() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let animation = CAKeyframeAnimation(keyPath: "contents")
    let other = Images.make([UInt8](repeating: 1, count: 16))
    animation.values = [Images.checkers, other, Images.checkers]
    animation.calculationMode = .discrete
    animation.duration = 1
    layer.add(animation, forKey: "flip")
    #expect(try stage.commit().createdImages.count == 2)
    stage.clock.advance(by: 2)
    #expect(layer.animationKeys() == nil)
    #expect(stage.carrier.tree.images.isEmpty && stage.carrier.tree.animationCount == 0)
  }

  @Test func animationsAddedBeforeTheLayerGoAlongWithIt() throws {
    let stage = CoreStage()
    stage.clock.advance(by: 3)
    let layer = CALayer()
    layer.add(fade(), forKey: "fade")
    stage.root.addSublayer(layer)
    let commit = try stage.commit()
    #expect(commit.animations.count == 1)
    guard case .add(let id, "fade", let state) = commit.animations[0] else {
      Issue.record("no animation was added")
      return
    }
    #expect(id == layer.link.id && state.timing.beginTime == 3)
  }

  @Test func addedAndRemovedWithinATransactionIsNotSent() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.add(fade(), forKey: "fade")
    layer.removeAnimation(forKey: "fade")
    CATransaction.flush()
    #expect(stage.carrier.takeCommits().isEmpty)
    layer.add(fade(), forKey: "fade")
    CATransaction.flush()
    layer.removeAnimation(forKey: "fade")
    layer.add(fade(), forKey: "fade")
    layer.removeAnimation(forKey: "fade")
    CATransaction.flush()
    #expect(stage.carrier.tree.animationCount == 0)
  }

  @Test func replacingSendsOneChange() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.add(fade(), forKey: "fade")
    CATransaction.flush()
    _ = stage.carrier.takeCommits()
    layer.add(fade(), forKey: "fade")
    #expect(try stage.commit().animations.count == 1)
    #expect(stage.carrier.tree.animationCount == 1)
  }

  // MARK: Malformed animations

  @Test func malformedAnimationsGiveOneLineAndTheModelValue() throws {
    var bad: [CAAnimation] = [
      CAAnimation(), CABasicAnimation(),
    ]
    func add(_ keyPath: String, _ from: Any?, _ change: (CABasicAnimation) -> Void = { _ in }) {
      let animation = CABasicAnimation(keyPath: keyPath)
      animation.fromValue = from
      change(animation)
      bad.append(animation)
    }
    add("nothing", 1)
    add("position.z", 1)
    add("opacity", "half")
    add("opacity", Double.nan)
    add("position", CGPoint(x: CGFloat.infinity, y: 0))
    add("contentsGravity", "center")
    add("opacity", 0) { $0.duration = .infinity }
    add("opacity", 0) { $0.duration = .nan }
    add("opacity", 0) { $0.beginTime = .nan }
    add("opacity", 0) { $0.speed = .nan }
    add("opacity", 0) { $0.timingFunction = CAMediaTimingFunction(controlPoints: 2, 0, 0, 1) }
    let frames: [([Any]?, [NSNumber]?)] = [
      (nil, nil), ([], nil), ([1, "two"], nil), ([0, 1], [0, .init(value: Double.nan)]),
    ]
    for (values, times) in frames {
      let animation = CAKeyframeAnimation(keyPath: "opacity")
      animation.values = values
      animation.keyTimes = times
      bad.append(animation)
    }
    let paced = CAKeyframeAnimation(keyPath: "opacity")
    paced.values = [0, 1]
    paced.calculationMode = CAAnimationCalculationMode(rawValue: "unheard of")
    bad.append(paced)
    for animation in bad {
      let stage = CoreStage()
      let layer = stage.addLayer()
      layer.name = "box"
      layer.add(animation, forKey: "bad")
      let lines = Lines.during { stage.clock.advance(by: 0.1) }
      #expect(lines.count == 1, "\(lines)")
      #expect(lines.first?.hasPrefix("animation bad of layer box: ") == true, "\(lines)")
      #expect(layer.presentation()?.opacity == 1)
      #expect(stage.carrier.tree.animationCount == 0)
      stage.clock.advance(by: 10)
      #expect(layer.animationKeys() == nil, "\(lines)")
    }
  }

  // MARK: Life

  /// AG-D-3.x4.
  @Test(
    .shows(
      "CAAnimation.delegate",
      "CAAnimationDelegate.animationDidStart(_:)",
      "CAAnimationDelegate.animationDidStop(_:finished:)"
    )
  ) func theDelegateIsToldOfStartAndEnd() throws {
    let stage = CoreStage()
    let (layer, delegate, animation) = (stage.addLayer(), Delegate(), fade())
    animation.delegate = delegate
    animation.setValue(42, forKey: "tag")
    layer.add(animation, forKey: "fade")
    #expect(delegate.events.isEmpty)
    CATransaction.flush()
    #expect(delegate.events == ["start"])
    stage.clock.advance(by: 1)
    #expect(delegate.events == ["start", "finished"])
    #expect(delegate.last?.value(forKey: "tag") as? Int == 42)
    stage.clock.advance(by: 1)
    #expect(delegate.events.count == 2)
  }

  @Test func theStartOfALaterBegin() {
    let stage = CoreStage()
    let (layer, delegate, animation) = (stage.addLayer(), Delegate(), fade())
    animation.delegate = delegate
    animation.beginTime = 2
    layer.add(animation, forKey: "fade")
    stage.clock.advance(by: 1.9)
    #expect(delegate.events.isEmpty)
    stage.clock.advance(by: 0.2)
    #expect(delegate.events == ["start"])
    stage.clock.advance(by: 1)
    #expect(delegate.events == ["start", "finished"])
  }

  @Test func removalStopsBeforeTheEnd() {
    let stage = CoreStage()
    let (layer, delegate, animation) = (stage.addLayer(), Delegate(), fade())
    animation.delegate = delegate
    layer.add(animation, forKey: "fade")
    CATransaction.flush()
    layer.removeAnimation(forKey: "fade")
    CATransaction.flush()
    #expect(delegate.events == ["start", "stopped"])
    layer.add(animation, forKey: "fade")
    CATransaction.flush()
    layer.add(fade(), forKey: "fade")
    CATransaction.flush()
    #expect(delegate.events == ["start", "stopped", "start", "stopped"])
  }

  @Test(.shows("CAAnimation.isRemovedOnCompletion", "CAMediaTimingFillMode.forwards"))
  func animationsThatAreNotRemovedStay() {
    let stage = CoreStage()
    let (layer, delegate, animation) = (stage.addLayer(), Delegate(), fade())
    animation.delegate = delegate
    animation.toValue = 0.25
    animation.isRemovedOnCompletion = false
    animation.fillMode = .forwards
    layer.add(animation, forKey: "fade")
    stage.clock.advance(by: 5)
    #expect(delegate.events == ["start", "finished"])
    #expect(layer.animationKeys() == ["fade"])
    #expect(layer.presentation()?.opacity == 0.25)
    layer.removeAnimation(forKey: "fade")
    CATransaction.flush()
    #expect(delegate.events.count == 2)
    #expect(layer.presentation()?.opacity == 1)
  }

  /// ZL-D-2.6: what turns in the panel goes on turning.
  @Test(.shows("CAMediaTiming.repeatCount")) func endlessAnimationsGoOn() {
    let stage = CoreStage()
    let (layer, animation) = (stage.addLayer(), fade())
    animation.repeatCount = .infinity
    layer.add(animation, forKey: "fade")
    CATransaction.flush()
    stage.clock.advance(by: 1e6)
    #expect(layer.animationKeys() == ["fade"])
    #expect(stage.context.journal.nextEventTime == nil)
  }

  /// A start is an event only if a delegate hears of it.
  @Test func startsThatNobodyHearsAreNoEvents() {
    let stage = CoreStage()
    let (layer, delegate, animation) = (stage.addLayer(), Delegate(), fade())
    (animation.beginTime, animation.duration) = (2, 1)
    // That of the root's sublayers is over.
    stage.clock.advance(by: 1)
    layer.add(animation, forKey: "fade")
    CATransaction.flush()
    #expect(stage.context.journal.nextEventTime == 3)
    animation.delegate = delegate
    layer.add(animation, forKey: "fade")
    CATransaction.flush()
    #expect(stage.context.journal.nextEventTime == 2)
    stage.clock.advance(by: 1.5)
    #expect(delegate.events == ["start"])
    #expect(stage.context.journal.nextEventTime == 3)
    stage.clock.advance(by: 1)
    #expect(delegate.events == ["start", "finished"] && layer.animationKeys() == nil)
  }

  /// ZL-D-3.R.
  @Test func aLayerThatLeavesStopsItsAnimations() {
    let stage = CoreStage()
    let (layer, delegate, animation) = (stage.addLayer(), Delegate(), fade())
    animation.delegate = delegate
    layer.add(animation, forKey: "fade")
    CATransaction.flush()
    layer.removeFromSuperlayer()
    CATransaction.flush()
    #expect(delegate.events == ["start", "stopped"])
    stage.root.addSublayer(layer)
    CATransaction.flush()
    #expect(layer.animationKeys() == nil && stage.carrier.tree.animationCount == 0)
  }

  @Test func aLayerThatMovesKeepsItsAnimations() {
    let stage = CoreStage()
    let (layer, other) = (stage.addLayer(), stage.addLayer())
    layer.add(fade(), forKey: "fade")
    stage.clock.advance(by: 0.5)
    other.addSublayer(layer)
    stage.clock.advance(by: 0.25)
    #expect(layer.presentation()?.opacity == 0.75)
  }

  @Test func theAnimationIsFreed() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    weak var weakAnimation: CAAnimation?
    final class Listener: CAAnimationDelegate {}
    weak var weakDelegate: Listener?
    do {
      let (animation, delegate) = (fade(), Listener())
      animation.delegate = delegate
      layer.add(animation, forKey: "fade")
      weakAnimation = layer.animation(forKey: "fade")
      weakDelegate = delegate
    }
    #expect(weakAnimation != nil && weakDelegate != nil)
    stage.clock.advance(by: 2)
    // The end is a change of its own, which the next commit carries.
    CATransaction.flush()
    let isAnimationFree = weakAnimation == nil
    let isDelegateFree = weakDelegate == nil
    #expect(isAnimationFree)
    #expect(isDelegateFree)
  }

  @Test("Animations are looked at for events when they change, not with every commit")
  func standingAnimationsAreNotLookedAt() throws {
    let stage = CoreStage()
    let delegate = Delegate()
    for index in 0..<100 {
      let layer = stage.addLayer()
      let animation = fade()
      if index == 0 { animation.delegate = delegate } else { animation.repeatCount = .infinity }
      layer.add(animation, forKey: "fade")
    }
    CATransaction.flush()
    let journal = try #require(stage.root.link.journal)
    let looks = journal.animationLookCount
    #expect(looks >= 100)
    // The root's clock stands still and shows other times: no animation is another one.
    stage.root.speed = 0
    for step in 1...8 {
      stage.root.timeOffset = Double(step) / 16
      CATransaction.flush()
    }
    #expect(journal.animationLookCount == looks)
    #expect(delegate.events == ["start"])
    // One that ends is looked at, and no other.
    stage.root.timeOffset = 0
    stage.root.speed = 1
    CATransaction.flush()
    stage.clock.advance(by: 2)
    #expect(delegate.events == ["start", "finished"])
    #expect(journal.animationLookCount <= looks + 2)
  }
}
