// Groups, and what several animations of a layer make together.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import TestClaims
import Testing

@Suite struct GroupTests {
  private func group(
    _ duration: Double,
    _ children: [AnimationState],
    _ change: (inout MediaTiming) -> Void = { _ in }
  ) -> AnimationState {
    AnimationState(.group(children), timing: timing(duration, change))
  }

  private func move(
    _ keyPath: String,
    _ from: Double,
    _ to: Double,
    _ timing: MediaTiming
  ) throws -> AnimationState {
    try .basic(keyPath, from: .number(from), to: .number(to), timing)
  }

  private func move(_ timing: MediaTiming) throws -> AnimationState {
    try move("position.x", 0, 100, timing)
  }

  /// Three of fifteen seconds in one of fifteen, beginning at 0, 5 and 10.
  @Test func staggeredMembersAreCutAtTheEnd() throws {
    var layer = try Animated(
      [
        group(
          15,
          [
            .basic(
              "bounds",
              from: .rect(Rect(0, 0, 100, 100)),
              to: .rect(Rect(0, 0, 300, 300)),
              timing(15)
            ),
            .basic(
              "position",
              from: .point(Point(240, 180)),
              to: .point(.zero),
              timing(15) { $0.beginTime = 5 }
            ),
            try move("borderWidth", 5, 30, timing(15) { $0.beginTime = 10 }),
          ]
        )
      ],
      model: [
        .bounds: .rect(Rect(0, 0, 100, 100)), .position: .point(Point(240, 180)),
        .borderWidth: .number(5),
      ]
    )
    func check(_ time: Double, _ side: Double, _ x: Double, _ y: Double, _ width: Double) throws {
      #expect(try near(#require(layer.value(.bounds, at: time).rect).width, side, 0.005))
      #expect(try near(layer.point(.position, at: time), x, y, 0.005))
      #expect(try near(layer.number(.borderWidth, at: time), width, 0.005))
    }
    try check(5, 500 / 3.0, 240, 180, 5)
    try check(10, 700 / 3.0, 160, 120, 5)
    try check(14.9999999, 300, 80, 60, 5 + 25 / 3.0)
    try check(15, 100, 240, 180, 5)
  }

  /// ZL-D-3.13b.
  @Test func shortMembersEndBeforeTheGroup() throws {
    var layer = try Animated(
      [group(4, [try move(timing(1)), try move("opacity", 0, 1, timing(0))])],
      model: [.position: .point(Point(7, 0))]
    )
    #expect(try layer.point(.position, at: 0.5).x == 50)
    // Measured on Core Animation: at exactly its own end a member still shows, though the group
    // goes on.
    #expect(try layer.point(.position, at: 1).x == 100)
    #expect(try layer.point(.position, at: 1.000001).x == 7)
    // Without a duration, as long as the group.
    #expect(try near(layer.number(.opacity, at: 3), 0.75))
  }

  @Test func repeatingGroupsRunTheBeginningsOfLongMembers() throws {
    var layer = try Animated([
      group(1, [try move(timing(2)), try move("opacity", 0, 1, timing(2))]) {
        $0.repeatCount = .infinity
      }
    ])
    for (time, x) in [(0.5, 25), (0.999, 49.95), (1.5, 25), (77.25, 12.5)] as [(Double, Double)] {
      #expect(try near(layer.point(.position, at: time).x, x, 1e-9))
      #expect(try near(layer.number(.opacity, at: time), x / 100, 1e-9))
    }
  }

  @Test func speedsMultiply() throws {
    let child = try move(timing(1) { $0.beginTime = 0.5 })
    let state = group(2, [child]) { $0.speed = 2 }
    for (speed, begin) in [(1.0, 0.25), (0.5, 0.5)] {
      var layer = try Animated(
        [state],
        model: [.speed: .number(speed), .position: .point(Point(-1, 0))]
      )
      let length = 1 / (2 * speed)
      #expect(try layer.point(.position, at: begin - 0.01).x == -1)
      #expect(try near(layer.point(.position, at: begin + length / 2).x, 50))
      #expect(try layer.point(.position, at: begin + length + 0.01).x == -1)
    }
  }

  @Test func groupsInGroups() throws {
    let inner = group(2, [try move(timing(1) { $0.beginTime = 1 })]) {
      $0.beginTime = 3
      $0.autoreverses = true
    }
    let outer = group(10, [inner, try move("opacity", 0, 1, timing(10))]) { $0.beginTime = 100 }
    var layer = try Animated([outer], model: [.position: .point(Point(-1, 0))])
    for (time, x) in [
      (103.5, -1), (104.5, 50), (105.5, 50), (106.5, -1), (107.5, -1), (111, -1),
    ] as [(Double, Double)] {
      #expect(try near(layer.point(.position, at: time).x, x), "\(time)")
    }
    #expect(try near(layer.number(.opacity, at: 105), 0.5))
  }

  /// A group that stays at its end shows what ends with it, whatever its members say of the time
  /// after.
  @Test func lastMomentOfAGroup() throws {
    for (begin, duration) in [(0.0, 0.0), (0.1, 0.2), (0.7, 0.1 * 3 - 0.7 + 0.6)] {
      let total = begin + (duration > 0 ? duration : 0.3)
      let child = try move(timing(duration) { $0.beginTime = begin })
      let state = group(total, [child]) {
        $0.fillMode = .forwards
        $0.isRemovedOnCompletion = false
      }
      var layer = try Animated([state], model: [.position: .point(Point(-1, 0))])
      #expect(try near(layer.point(.position, at: total + 5).x, 100, 1e-6), "\(begin) \(duration)")
    }
    // One that ended before is gone.
    let early = group(2, [try move(timing(1))]) {
      $0.fillMode = .forwards
      $0.isRemovedOnCompletion = false
    }
    var layer = try Animated([early], model: [.position: .point(Point(-1, 0))])
    #expect(try layer.point(.position, at: 9).x == -1)
  }

  /// The moment of the end is a member's own, whatever carries it there.
  @Test(.shows("CAAnimationGroup.animations"), .recorded("group-end"))
  func endsOfMembersAreInclusive() throws {
    let child = timing(0.5) {
      $0.beginTime = 0.25
      $0.speed = 2
      $0.repeatCount = 2
    }
    let inner = group(2, [try move(child)]) { $0.beginTime = 1 }
    var layer = try Animated([group(4, [inner])], model: [.position: .point(Point(-1, 0))])
    #expect(try near(layer.point(.position, at: 1.75).x, 100))
    #expect(try layer.point(.position, at: 1.7501).x == -1)
    // The one that begins at that moment comes later in the list, and wins.
    let next = try move(timing(1) { $0.beginTime = 1 })
    var row = try Animated([group(3, [try move(timing(1)), next])])
    #expect(try near(row.point(.position, at: 1).x, 0))
  }

  /// Unusable members are left out; their siblings run.
  @Test func unusableMembersVoidNobody() throws {
    let bad: [AnimationState] = [
      try .keyframes("opacity", [], timing()),
      try .keyframes("opacity", [.number(0.5)], timing()) { $0.keyTimes = [.nan] },
      try .basic("opacity", from: .point(.zero), timing()),
      try .basic("opacity", from: .number(0), timing(.nan)),
      AnimationState(.transition(TransitionAnimation()), timing: timing()),
      group(.infinity, [try move(timing())]),
    ]
    for state in bad {
      let whole = group(1, [state, try move(timing()), group(1, [state])])
      #expect(whole.problem == nil)
      var layer = try Animated([whole], model: [.opacity: .number(0.25)])
      #expect(try layer.point(.position, at: 0.5).x == 50)
      #expect(try layer.number(.opacity, at: 0.5) == 0.25)
      var reports: [String] = []
      let used = whole.withoutUnusable { reports.append($0) }
      #expect(used == group(1, [try move(timing()), group(1, [])]))
      #expect(reports.count == 2, "\(reports)")
      #expect(reports.first?.hasPrefix("animation 0: ") == true, "\(reports)")
      #expect(reports.last?.hasPrefix("animation 2: animation 0: ") == true, "\(reports)")
    }
  }

  /// Measured on Core Animation: a discrete member of one value does nothing.
  @Test func discreteMembersOfOneValue() throws {
    let single = try AnimationState.keyframes("opacity", [.number(0.5)], timing()) {
      $0.calculationMode = .discrete
      $0.keyTimes = [0, 1]
    }
    var layer = try Animated([group(1, [single, try move(timing())])])
    #expect(try layer.number(.opacity, at: 0.5) == 1)
    #expect(try layer.point(.position, at: 0.5).x == 50)
    // Two values are an animation, and a single one of its own is, too.
    let two = try AnimationState.keyframes("opacity", [.number(0.5), .number(0.25)], timing()) {
      $0.calculationMode = .discrete
    }
    var pair = try Animated([group(1, [two])])
    #expect(try pair.number(.opacity, at: 0.25) == 0.5)
    var alone = try Animated([single])
    #expect(try alone.number(.opacity, at: 0.25) == 0.5)
  }

  /// Members fill within the group, whether they would be removed or not.
  @Test func membersFillWithinTheGroup() throws {
    let child = try move(
      timing(1) {
        $0.beginTime = 1
        $0.fillMode = .both
      }
    )
    var layer = try Animated([group(3, [child])], model: [.position: .point(Point(-1, 0))])
    #expect(try layer.point(.position, at: 0.5).x == 0)
    #expect(try layer.point(.position, at: 2.5).x == 100)
    #expect(try layer.point(.position, at: 3).x == -1)
  }

  @Test func groupsHaveACurve() throws {
    var state = group(1, [try move(timing(0))])
    state.timingFunction = .easeIn
    var layer = try Animated([state])
    #expect(try near(layer.point(.position, at: 0.5).x, 31.5357, 1e-4))
  }

  // MARK: Several animations

  /// Half-way: 90 degrees, scale 1.5, shifted by 25.
  @Test func membersOfATransformDoNotDisturbOneAnother() throws {
    let states: [AnimationState] = [
      try .basic("transform.rotation", by: .number(.pi), timing(2)),
      try .basic("transform.scale", from: .number(1), to: .number(2), timing(2)),
      try .basic("transform.translation", by: .size(Size(50, 0)), timing(2)),
    ]
    let expected =
      Matrix4x4.scale(1.5, 1.5, 1.5) * .rotation(.pi / 2, 0, 0, 1) * .translation(25, 0)
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
      var layer = try Animated(order.map { states[$0] })
      #expect(try near(layer.matrix(at: 1), expected))
      var grouped = try Animated([group(2, order.map { states[$0] })])
      #expect(try grouped.matrix(at: 1) == layer.matrix(at: 1))
    }
  }

  @Test func membersKeepTheRestOfTheModel() throws {
    let own = Matrix4x4.scale(2, 3) * .rotation(0.5, 0, 0, 1) * .translation(7, 8)
    var layer = try Animated(
      [.basic("transform.rotation.z", to: .number(1.5), timing(1))],
      model: [.transform: .transform(own)]
    )
    let expected = Matrix4x4.scale(2, 3) * .rotation(1, 0, 0, 1) * .translation(7, 8)
    #expect(try near(layer.matrix(at: 0.5), expected))
    // Another model is taken apart anew.
    var commit = Commit()
    var values = PropertyBag()
    values[.transform] = .transform(.translation(1, 2))
    commit.changes = [.init(LayerID(1), values)]
    try layer.tree.apply(commit)
    #expect(try near(layer.matrix(at: 0.5), .rotation(0.75, 0, 0, 1) * .translation(1, 2)))
  }

  @Test func wholeTurnAtConstantSpeed() throws {
    var layer = try Animated([.basic("transform.rotation", by: .number(2 * .pi), timing(2))])
    #expect(try near(layer.degrees(at: 0.5), 90) && near(abs(try layer.degrees(at: 1)), 180))
    #expect(try near(layer.degrees(at: 1.5), -90) && near(try layer.degrees(at: 2), 0))
  }

  @Test func matricesTurnByDecomposition() throws {
    let half = PropertyValue.transform(.rotation(.pi, 0, 0, 1))
    var turned = try Animated([.basic("transform", to: half, timing(2))])
    let middle = try turned.matrix(at: 1)
    #expect(near(abs(middle.row1.y), 1) && near(middle.row1.x, 0))
    var whole = try Animated([
      .basic("transform", to: .transform(.rotation(2 * .pi, 0, 0, 1)), timing(2))
    ])
    #expect(try near(whole.matrix(at: 1), .identity, 1e-12))
    var by = try Animated([.basic("transform", by: half, timing(2))])
    #expect(try by.matrix(at: 1).isFinite)
  }

  /// A swinging door: hinge at 86, width 128, seen from 500.
  @Test func doorAjar() throws {
    var door = try Animated([
      .basic(
        "transform.rotation.y",
        to: .number(-.pi / 2),
        timing(2) {
          $0.repeatDuration = .infinity
          $0.autoreverses = true
        }
      )
    ])
    let expected: [(Double, Double, Double)] = [
      (0, 214, 22), (0.5, 210.2, 8.1), (1, 182.4, -6.3), (1.5, 130.3, -17.7), (2, 64.0, -22.0),
      (3, 182.4, -6.3), (4, 214, 22), (41, 182.4, -6.3),
    ]
    for (time, x, top) in expected {
      let place = Matrix4x4.translation(86 - 150, 0) * .perspective(500) * .translation(150, 150)
      let corner = (try door.matrix(at: time) * place).transform(SIMD4(128, -128, 0, 1))
      #expect(
        near(corner.x / corner.w, x, 0.051) && near(corner.y / corner.w, top, 0.051),
        "\(time)"
      )
    }
  }

  @Test(.shows("CAPropertyAnimation.isAdditive")) func additiveAnimationsAddUp() throws {
    func add(_ from: Double, _ to: Double) throws -> AnimationState {
      try .basic("position.x", from: .number(from), to: .number(to), timing(1)) {
        $0.isAdditive = true
      }
    }
    var layer = try Animated(
      [try add(-10, 0), try add(0, 100)],
      model: [.position: .point(Point(500, 3))]
    )
    #expect(try near(layer.point(.position, at: 0.5), 545, 3))
    let turn = try AnimationState.basic(
      "transform",
      from: .transform(.identity),
      to: .transform(.translation(10, 0)),
      timing(1)
    ) { $0.isAdditive = true }
    var moved = try Animated([turn, turn], model: [.transform: .transform(.scale(2, 2))])
    // Each applies before what is there: 5 and 5 points, twice as large.
    #expect(try near(moved.matrix(at: 0.5), .translation(10, 0) * .scale(2, 2)))
  }

  @Test(.shows("CAPropertyAnimation.isCumulative")) func cumulativeAnimationsGoOn() throws {
    let frames = try AnimationState.keyframes(
      "position.x",
      [.number(0), .number(30), .number(10)],
      timing(1) { $0.repeatCount = 5 }
    )
    guard case .property(var animation) = frames.kind else { return }
    animation.isCumulative = true
    var layer = try Animated([
      AnimationState(.property(animation), timing: frames.timing),
      try .basic(
        "transform",
        from: .transform(.identity),
        to: .transform(.translation(10, 0)),
        timing(1) { $0.repeatCount = 5 }
      ) { $0.isCumulative = true },
    ])
    #expect(try near(layer.point(.position, at: 3.5).x, 60))
    #expect(try near(layer.matrix(at: 3.5), .translation(35, 0)))
  }

  // MARK: Value functions

  @Test(
    .shows(
      "CAPropertyAnimation.valueFunction",
      "CAValueFunctionName.rotateX",
      "CAValueFunctionName.rotateY",
      "CAValueFunctionName.rotateZ",
      "CAValueFunctionName.scale",
      "CAValueFunctionName.scaleX",
      "CAValueFunctionName.scaleY",
      "CAValueFunctionName.scaleZ",
      "CAValueFunctionName.translate",
      "CAValueFunctionName.translateX",
      "CAValueFunctionName.translateY",
      "CAValueFunctionName.translateZ"
    ),
    arguments: ValueFunction.allCases
  )
  func valueFunctions(_ function: ValueFunction) throws {
    func input(_ number: Double) -> PropertyValue {
      function.inputCount == 1 ? .number(number) : .numbers([number, number * 2, number * 3])
    }
    var layer = try Animated(
      [
        .basic("transform", from: input(0.5), to: input(1.5), timing(1)) {
          $0.valueFunction = function
        }
      ],
      model: [.transform: .transform(.translation(5, 5))]
    )
    let expected: Matrix4x4 =
      switch function {
      case .rotateX: .rotation(1, 1, 0, 0)
      case .rotateY: .rotation(1, 0, 1, 0)
      case .rotateZ: .rotation(1, 0, 0, 1)
      case .scale: .scale(1, 2, 3)
      case .scaleX: .scale(1, 1, 1)
      case .scaleY: .scale(1, 1, 1)
      case .scaleZ: .scale(1, 1, 1)
      case .translate: .translation(1, 2, 3)
      case .translateX: .translation(1, 0, 0)
      case .translateY: .translation(0, 1, 0)
      case .translateZ: .translation(0, 0, 1)
      }
    #expect(try near(layer.matrix(at: 0.5), expected))
    let quarter = try layer.matrix(at: 0.25)
    let isScale = [.scaleX, .scaleY, .scaleZ].contains(function)
    #expect(!isScale || quarter.row1.x + quarter.row2.y + quarter.row3.z == 2.75)
    // A missing end is the input whose matrix the layer has.
    var open = try Animated(
      [.basic("transform", to: input(3), timing(1)) { $0.valueFunction = function }],
      model: [.transform: .transform(expected)]
    )
    #expect(try near(open.matrix(at: 0), expected, 1e-9))
  }

  @Test func functionsSayWhichMember() throws {
    var layer = try Animated(
      [
        .basic("transform.rotation", to: .number(2), timing(1)) { $0.valueFunction = .rotateX }
      ],
      model: [.transform: .transform(.translation(5, 5))]
    )
    #expect(try near(layer.matrix(at: 0.5), .rotation(1, 1, 0, 0) * .translation(5, 5)))
  }

  // MARK: Declared properties

  @Test func propertiesBeyondTheTable() throws {
    func animation(_ member: ValueMember?, _ basic: BasicAnimation) -> AnimationState {
      AnimationState(
        .property(PropertyAnimation(.declared("center", member), .basic(basic))),
        timing: timing(1)
      )
    }
    let whole = animation(nil, BasicAnimation(to: .point(Point(10, 20))))
    let track = AnimationTrack(key: "a", state: whole)
    #expect(track.problem == nil)
    let base = PropertyValue.point(.zero)
    #expect(track.value(ofDeclared: "center", at: 0.5, base: base) == .point(Point(5, 10)))
    #expect(track.value(ofDeclared: "other", at: 0.5, base: base) == nil)
    #expect(track.value(ofDeclared: "center", at: 1.5, base: base) == nil)
    let part = group(1, [animation(.y, BasicAnimation(by: .number(8))), try move(timing(1))])
    let second = AnimationTrack(key: "b", state: part)
    #expect(second.value(ofDeclared: "center", at: 0.5, base: base) == .point(Point(0, 4)))
    #expect(part.withoutDeclaredProperties == group(1, [try move(timing(1))]))
    #expect(whole.withoutDeclaredProperties == nil)
  }

  @Test func transitionsHaveAWay() {
    var transition = TransitionAnimation()
    transition.startProgress = 0.5
    var state = AnimationState(.transition(transition), timing: timing(2))
    state.timingFunction = .easeIn
    let track = AnimationTrack(key: "transition", state: state)
    #expect(track.transitionProgress(at: 0) == 0.5)
    #expect(near(track.transitionProgress(at: 1) ?? 0, 0.5 + 0.5 * 0.3153568, 1e-6))
    #expect(track.transitionProgress(at: 2) == nil)
  }
}
