// Springs, groups, transitions, paths and value functions of the public API.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzTesting
import TestClaims
import TestRandom

@testable import QuartzCore

@Suite struct AnimationClassTests {
  /// Returns the state of the only animation in a commit; nil if it has none.
  private func state(_ animation: CAAnimation) throws -> AnimationState? {
    let stage = CoreStage()
    let layer = stage.addLayer()
    _ = stage.carrier.takeCommits()
    layer.add(animation, forKey: "key")
    CATransaction.flush()
    let changes = stage.carrier.takeCommits().flatMap(\.animations)
    // A transition is kept under a key of its own.
    guard case .add(_, _, let state)? = changes.first else { return nil }
    return state
  }

  /// The diagnostics of a layer that gets an animation.
  private func lines(_ animation: CAAnimation) throws -> [String] {
    var state: AnimationState?
    let lines = Lines.during { state = try? self.state(animation) }
    #expect(state == nil)
    return lines
  }

  @Test func keyPathsOfAnimations() {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.setValue("all", forKey: "owner.name")
    #expect(animation.value(forKeyPath: "owner.name") as? String == "all")
    let layer = CALayer()
    animation.setValue(layer, forKey: "layer")
    animation.setValue(3, forKeyPath: "layer.position.x")
    #expect(layer.position.x == 3)
    #expect(animation.value(forKeyPath: "layer.position.x") as? Double == 3)
    animation.setValue(2.0, forKeyPath: "duration")
    #expect(animation.duration == 2)
    #expect(animation.value(forKeyPath: "layer.superlayer.nothing") == nil)
    let lines = Lines.during { animation.setValue(1, forKeyPath: "nobody.name") }
    #expect(lines.count == 1 && lines[0].contains("nobody"))
    // An animation that holds itself ends with the path.
    animation.setValue(animation, forKey: "self")
    #expect(animation.value(forKeyPath: "self.self.self.duration") as? Double == 2)
    animation.setValue(nil, forKey: "self")
  }

  @Test(
    .shows(
      "CASpringAnimation.settlingDuration",
      "CASpringAnimation.init(perceptualDuration:bounce:)"
    ),
    .recorded("settling-durations")
  ) func defaults() {
    let spring = CASpringAnimation(keyPath: "opacity")
    #expect(spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10)
    #expect(spring.initialVelocity == 0 && !spring.allowsOverdamping && spring.duration == 0)
    #expect(abs(spring.settlingDuration - 1.4727003346780927) < 1e-12)
    let bouncy = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.2)
    #expect(abs(bouncy.settlingDuration - 0.7714094006693448) < 1e-12)
    #expect(abs(bouncy.perceptualDuration - 0.5) < 1e-12 && abs(bouncy.bounce - 0.2) < 1e-12)
    #expect(CAAnimationGroup().animations == nil)
    let transition = CATransition()
    #expect(transition.type == .fade && transition.subtype == nil)
    #expect(transition.startProgress == 0 && transition.endProgress == 1)
    let frames = CAKeyframeAnimation()
    #expect(frames.path == nil && frames.rotationMode == nil && frames.tensionValues == nil)
    #expect(frames.valueFunction == nil && frames.preferredFrameRateRange == .default)
    #expect(CAAnimationRotationMode.rotateAuto.rawValue == "auto")
    #expect(CAAnimationCalculationMode.cubicPaced.rawValue == "cubicPaced")
    #expect(CATransitionSubtype.fromBottom.rawValue == "fromBottom")
  }

  @Test(
    .shows(
      "CASpringAnimation.mass",
      "CASpringAnimation.damping",
      "CASpringAnimation.initialVelocity",
      "CASpringAnimation.allowsOverdamping"
    )
  ) func springsAsValues() throws {
    let animation = CASpringAnimation(keyPath: "position.y")
    animation.toValue = 7
    animation.mass = 2
    animation.damping = 3
    animation.initialVelocity = -1
    animation.allowsOverdamping = true
    var spring = Spring(mass: 2, damping: 3, initialVelocity: -1)
    spring.allowsOverdamping = true
    let expected = SpringAnimation(BasicAnimation(to: .number(7)), spring)
    #expect(try state(animation)?.propertyAnimation?.kind == .spring(expected))
    animation.mass = 0
    #expect(try lines(animation).first?.hasSuffix("its mass is 0.0, not above 0") == true)
  }

  @Test(
    .shows(
      "CAKeyframeAnimation.path",
      "CAKeyframeAnimation.rotationMode",
      "CAKeyframeAnimation.calculationMode",
      "CAKeyframeAnimation.tensionValues",
      "CAKeyframeAnimation.continuityValues",
      "CAKeyframeAnimation.biasValues",
      "CAAnimationRotationMode.rotateAutoReverse",
      "CAAnimationCalculationMode.cubicPaced"
    )
  ) func pathsAsValues() throws {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 3, y: 4))
    let animation = CAKeyframeAnimation(keyPath: "position")
    animation.path = path
    animation.values = ["beaten by the path"]
    animation.rotationMode = .rotateAutoReverse
    animation.calculationMode = .cubicPaced
    animation.tensionValues = [0.5]
    animation.continuityValues = [-1, 1]
    animation.biasValues = []
    // Later changes of the path do not count.
    path.addLine(to: .zero)
    var expected = Path()
    expected.move(to: Point(1, 2))
    expected.line(to: Point(3, 4))
    var frames = KeyframeAnimation(
      path: expected,
      calculationMode: .cubicPaced,
      rotationMode: .autoReverse
    )
    (frames.tensions, frames.continuities) = ([0.5], [-1, 1])
    #expect(try state(animation)?.propertyAnimation?.kind == .keyframe(frames))
    animation.rotationMode = CAAnimationRotationMode(rawValue: "wildly")
    #expect(try lines(animation).first?.hasSuffix("no rotation mode is named wildly") == true)
  }

  @Test(
    .shows(
      "CAPropertyAnimation.valueFunction",
      "CAValueFunction.init(name:)",
      "CAValueFunction.name",
      "CAValueFunctionName.rotateZ",
      "CAValueFunctionName.scale"
    )
  ) func functionsAsValues() throws {
    let turn = CABasicAnimation(keyPath: "transform")
    turn.valueFunction = CAValueFunction(name: .rotateZ)
    #expect(turn.valueFunction?.name == .rotateZ)
    #expect(CAValueFunction(name: CAValueFunctionName(rawValue: "rotate")) == nil)
    turn.fromValue = 0
    turn.toValue = 3.5
    let state = try #require(try state(turn)?.propertyAnimation)
    #expect(state.valueFunction == .rotateZ)
    #expect(state.kind == .basic(BasicAnimation(from: .number(0), to: .number(3.5))))
    let scale = CABasicAnimation(keyPath: "transform")
    scale.valueFunction = CAValueFunction(name: .scale)
    scale.toValue = [1, 2.5, 3]
    #expect(
      try self.state(scale)?.propertyAnimation?.kind
        == .basic(BasicAnimation(to: .numbers([1, 2.5, 3])))
    )
    scale.toValue = CATransform3DIdentity
    #expect(
      try lines(scale).first?.hasSuffix("toValue is a CATransform3D, not a list of numbers") == true
    )
  }

  @Test(.shows("CATransition.type", "CATransition.subtype", "CATransition.startProgress"))
  func transitionsAsValues() throws {
    let animation = CATransition()
    animation.type = .push
    animation.subtype = .fromTop
    animation.startProgress = 0.25
    var expected = TransitionAnimation()
    expected.type = .push
    expected.subtype = .fromTop
    expected.startProgress = 0.25
    #expect(try state(animation)?.transition == expected)
    animation.type = CATransitionType(rawValue: "cube")
    #expect(try lines(animation).first?.hasSuffix("no transition is named cube") == true)
    animation.type = .fade
    animation.endProgress = 2
    #expect(try lines(animation).count == 1)
  }

  @Test(.shows("CAAnimationGroup.animations")) func groupsAsValues() throws {
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.toValue = 0
    fade.beginTime = 0.5
    let inner = CAAnimationGroup()
    inner.animations = [fade]
    inner.duration = 1
    let group = CAAnimationGroup()
    group.animations = [inner, fade]
    group.duration = 3
    let state = try #require(try state(group))
    guard case .group(let members) = state.kind, case .group(let inside) = members[0].kind else {
      Issue.record("no group")
      return
    }
    #expect(members.count == 2 && inside == [members[1]])
    #expect(members[1].timing.beginTime == 0.5 && members[1].timing.duration == 0)
    #expect(members[0].timing.beginTime == 0 && state.timing.duration == 3)
  }

  @Test func membersOfAttachedGroupsAreCopies() async throws {
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.toValue = 0
    fade.setValue("mine", forKey: "tag")
    let group = CAAnimationGroup()
    group.animations = [fade]
    let layer = CALayer()
    layer.add(group, forKey: "group")
    let attached = layer.animation(forKey: "group") as? CAAnimationGroup
    let member = try #require(attached?.animations?.first as? CABasicAnimation)
    #expect(member !== fade && member.value(forKey: "tag") as? String == "mine")
    fade.toValue = 1
    #expect(Bridge.number(member.toValue) == 0)
    await #expect(processExitsWith: .failure) {
      let group = CAAnimationGroup()
      group.animations = [CABasicAnimation(keyPath: "opacity")]
      let layer = CALayer()
      layer.add(group, forKey: "group")
      (layer.animation(forKey: "group") as? CAAnimationGroup)?.animations?.first?.duration = 2
    }
  }

  /// Each unusable member gives a line of its own; its siblings run.
  @Test func unusableMembersAreLeftOut() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let good = CABasicAnimation(keyPath: "opacity")
    (good.fromValue, good.toValue) = (0, 1)
    let (nowhere, wrong, empty) = (
      CABasicAnimation(keyPath: "nowhere"), CABasicAnimation(keyPath: "position"),
      CAKeyframeAnimation(keyPath: "zPosition")
    )
    wrong.toValue = "a text"
    let inner = CAAnimationGroup()
    inner.animations = [empty, good]
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([nowhere, inner, wrong], 2)
    let lines = Lines.during {
      layer.add(group, forKey: "group")
      CATransaction.flush()
    }
    #expect(lines.count == 3, "\(lines)")
    for (line, place) in zip(lines.sorted(), ["animation 0: ", "animation 1: animation 0: "]) {
      #expect(line.contains("animation group of layer") && line.contains(place), "\(line)")
    }
    #expect(try stage.serverPresentation(layer, at: 1).value(.opacity) == .number(0.5))
  }

  /// Groups in themselves come to an end, with a diagnostic.
  @Test func cyclicGroups() throws {
    let group = CAAnimationGroup()
    group.animations = [group]
    group.duration = 1
    #expect(try lines(group).count == 1)
    // Each twice in the other: two to the depth of them.
    let other = CAAnimationGroup()
    other.animations = [group, group]
    group.animations = [other, other]
    #expect(try lines(other).count == 1)
    group.animations = nil
    let many = CAAnimationGroup()
    many.animations = Array(repeating: CABasicAnimation(keyPath: "opacity"), count: 20_000)
    #expect(try lines(many).first?.hasSuffix("it has more than 10000 animations in it") == true)
  }

  @Test(
    .shows(
      "CAAnimation.preferredFrameRateRange",
      "CAFrameRateRange.init(minimum:maximum:preferred:)",
      "CAFrameRateRange.minimum",
      "CAFrameRateRange.maximum"
    )
  ) func copiesHaveAllKeys() throws {
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
    let values: [AnimationKey: Any] = [
      .path: path, .rotationMode: "auto", .tensionValues: [1], .continuityValues: [0.5],
      .biasValues: [0, 1], .mass: 2.0, .stiffness: 3.0, .damping: 4.0, .initialVelocity: 5.0,
      .allowsOverdamping: true, .animations: [CABasicAnimation()], .type: "reveal",
      .subtype: "fromTop", .startProgress: 0.5, .endProgress: 0.75,
      .valueFunction: try #require(CAValueFunction(name: .scaleX)),
      .preferredFrameRateRangeMinimum: 30.0, .preferredFrameRateRangeMaximum: 120.0,
      .preferredFrameRateRangePreferred: 60.0,
    ]
    for original in [
      CASpringAnimation(), CAKeyframeAnimation(), CAAnimationGroup(), CATransition(),
    ] {
      var set = 0
      for (key, value) in values where !original.foreignKeys.contains(key) {
        original.setValue(value, forKey: key.rawValue)
        set += 1
      }
      #expect(set > 3)
      let copy = try #require(original.copy() as? CAAnimation)
      for key in AnimationKey.allCases {
        let (a, b) = (original.value(forKey: key.rawValue), copy.value(forKey: key.rawValue))
        #expect((a == nil) == (b == nil), "\(key)")
        if let a, let b { #expect("\(a)" == "\(b)", "\(key)") }
      }
      let rates = copy.preferredFrameRateRange
      #expect(rates == CAFrameRateRange(minimum: 30, maximum: 120, preferred: 60))
      #expect(rates.minimum == 30 && rates.maximum == 120 && rates.preferred == 60)
    }
  }

  /// The client's presentation is the server's, at any time, for groups with everything in them.
  @Test func presentationIsWhatTheServerShows() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let move = CAKeyframeAnimation(keyPath: "position")
    move.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 90, height: 50), transform: nil)
    move.calculationMode = .paced
    move.rotationMode = .rotateAuto
    let grow = CASpringAnimation(keyPath: "transform.scale")
    grow.toValue = 2
    grow.beginTime = 0.25
    grow.duration = 0.6
    let group = CAAnimationGroup()
    group.animations = [move, grow]
    group.duration = 1
    group.repeatCount = .infinity
    group.autoreverses = true
    layer.add(group, forKey: "group")
    CATransaction.flush()
    let slot = try #require(stage.carrier.tree.slot(of: layer.link.id))
    var moved = 0
    for _ in 0..<40 {
      stage.clock.advance(by: 0.09)
      stage.carrier.tree.evaluate(at: stage.context.currentTime)
      let shown = stage.carrier.tree.presentationValues(of: slot)
      let presentation = try #require(layer.presentation())
      let (point, shownPoint) = (presentation.position, shown.value(.position).point)
      #expect(shownPoint == Point(point.x, point.y))
      #expect(shown.value(.transform).transform == Matrix4x4(presentation.transform))
      if !CATransform3DIsIdentity(presentation.transform) { moved += 1 }
    }
    #expect(moved > 30)
  }

  /// Ten thousand animations with something of everything wrong: a diagnostic at most, never a
  /// trap.
  @Test func anythingMayBeWrong() throws {
    var random = SeededGenerator(seed: 42)
    let odd: [Any] = [
      NSNull(), "text", -1, Double.nan, Double.infinity, CGPoint(x: Double.nan, y: 0), true,
      CATransform3DIdentity, [1, 2, 3] as [Any], [CABasicAnimation()], CGSize(width: 1, height: 2),
      CGColor(red: 1, green: 0, blue: 0, alpha: 1), NSObject(), 1e300, [:] as [String: Any],
      CAMediaTimingFunction(controlPoints: 3, 0, 0, .nan), "position", "transform.rotation", 0.5,
      CGPath(rect: CGRect(x: 0, y: 0, width: Double.nan, height: 1), transform: nil), "cubic",
    ]
    func animation(_ depth: Int) -> CAAnimation {
      let kinds: [CAAnimation] = [
        CABasicAnimation(keyPath: "position"), CASpringAnimation(keyPath: "transform.scale"),
        CAKeyframeAnimation(keyPath: "bounds.size"), CATransition(), CAAnimationGroup(),
        CAAnimation(), CAPropertyAnimation(keyPath: "opacity"),
      ]
      let animation = kinds[random.index(below: kinds.count)]
      for key in AnimationKey.allCases where key != .delegate && random.once(in: 6) {
        animation.setValue(odd[random.index(below: odd.count)], forKey: key.rawValue)
      }
      if let group = animation as? CAAnimationGroup, depth < 4 {
        group.animations = (0..<random.index(below: 3)).map { _ in animationIn(depth + 1) }
      }
      return animation
    }
    func animationIn(_ depth: Int) -> CAAnimation { animation(depth) }
    let stage = CoreStage()
    let layer = stage.addLayer()
    _ = Lines.during {
      for step in 0..<10_000 {
        layer.add(animation(1), forKey: "\(step % 5)")
        if step % 20 == 0 { stage.clock.advance(by: 0.1) }
        if step % 200 == 0 { _ = layer.presentation() }
      }
      stage.clock.advance(by: 1)
    }
    layer.removeAllAnimations()
    CATransaction.flush()
    #expect(stage.carrier.isConnected && stage.carrier.tree.animationCount == 0)
  }
}
