// Motions by animations that are added: basic ones, keyframes, groups, transitions.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let explicitMotions: [Case] = [
    Case("LW-D-8.1", [snapsBack]),
    Case("LW-D-8.1a", [modelGoesAlong]),
    Case("LW-D-8.1b", [pressedAgain]),
    Case("LW-D-8.2", [helped]),
    Case("LW-D-8.3", .test("AnimationCaseTests.theModelFollowsWhenTheAnimationStops")),
    Case("LW-D-8.4", [clock("LW-D-8.4", ticks: false)]),
    Case("LW-D-8.5", [colors("LW-D-8.5", eases: false)]),
    Case("LW-D-8.6", [alongTheCurve(turns: false)]),
    Case("LW-D-8.7", [alongTheCurve(turns: true)]),
    Case("LW-D-8.8", [matrixTurns]),
    Case("LW-D-8.8a", [wholeTurn]),
    Case("LW-D-8.8b", [byAMatrix]),
    Case("LW-D-8.9", [turnsAround]),
    Case("LW-D-8.9a", [membersTogether]),
    Case("LW-D-8.10", [grouped]),
    Case("LW-D-8.11", [imagesFade]),
    Case("LW-D-8.11a", transitions),
    Case("LW-D-8.12", [tabs(on: "tabs"), tabs(on: "outgoing")]),
    Case("LW-D-8.13", .book),
    Case("LW-D-8.14", [snapshotFliesOff]),
    Case("LW-D-8.15", [stopped]),
    Case("LW-D-10.5", [clock("LW-D-10.5", ticks: true)]),
    Case("LW-D-10.3", [colors("LW-D-10.3", eases: true)]),
  ]

  // MARK: From one value to another

  private static let snapsBack = Motion.blueSquare(
    "LW-D-8.1",
    at: [0, 0.125, 0.25],
    facts: [
      .color(0.125, 128, 64, 128), .color(0.25, 0, 0, 255), .pixel(0.25, 100, 100, Tone.blue),
    ]
  ) { $0.add(CABasicAnimation.of("backgroundColor", to: orange), forKey: nil) }

  private static let modelGoesAlong = Motion.blueSquare(
    "LW-D-8.1a",
    at: [0, 0.125, 0.25],
    facts: [
      .color(0, 0, 0, 255), .color(0.125, 128, 64, 128), .color(0.25, 255, 128, 0),
      .pixel(0.125, 100, 100, [128, 64, 128]),
    ],
    events: [
      .init(0) { stage in
        let layer = stage["it"]
        let fade = CABasicAnimation.of("backgroundColor", from: layer.backgroundColor, to: orange)
        // The implicit animation that comes along is not seen.
        layer.backgroundColor = orange
        layer.add(fade, forKey: nil)
      }
    ]
  )

  /// From what is shown to a value, which the model has at once.
  private static func apply(_ animation: CABasicAnimation, to layer: CALayer) {
    guard let keyPath = animation.keyPath else { return }
    animation.fromValue = (layer.presentation() ?? layer).value(forKeyPath: keyPath)
    change {
      layer.setValue(animation.toValue, forKeyPath: keyPath)
    }
    layer.add(animation, forKey: nil)
  }

  private static let pressedAgain = Motion.blueSquare(
    "LW-D-8.1b",
    at: [0.125, 0.175, 0.375],
    facts: [
      .color(0.124, 126, 63, 128), .color(0.125, 128, 64, 128),
      // On to green, from the colour that is seen.
      .color(0.126, 127, 64, 127), .color(0.25, 64, 159, 64), .color(0.375, 0, 255, 0),
    ],
    events: [
      .init(0) { apply(.of("backgroundColor", to: orange), to: $0["it"]) },
      .init(0.125) { apply(.of("backgroundColor", to: green), to: $0["it"]) },
    ]
  )

  private static let helped = Motion.blueSquare(
    "LW-D-8.2",
    at: [0, 0.5, 1],
    facts: [
      .center(0.5, 110, 120), .shows(0.5, "cornerRadius", 20), .shows(0.5, "opacity", 0.75),
      .shows(0.5, "bounds.size", 100, 60), .turned(0.5, degrees: 45),
      .shows(1, "bounds.size", 100, 20), .turned(1, degrees: 90), .center(1, 120, 140),
    ],
    events: [
      .init(0) { stage in
        let changes: [(String, Any)] = [
          ("position", CGPoint(x: 120, y: 140)), ("cornerRadius", 40.0), ("opacity", 0.5),
          ("bounds.size.height", 20.0), ("transform.rotation.z", Double.pi / 2),
        ]
        for (keyPath, value) in changes {
          apply(.of(keyPath, to: value, lasting: 1), to: stage["it"])
        }
      }
    ]
  )

  /// LW-D-4.5b: a window that slides over a picture.
  static let slidingMask = Motion(
    "LW-D-4.5b",
    200,
    100,
    scale: 0.5,
    at: [0, 0.5, 0.9],
    facts: [
      .pixel(0, 50, 20, Tone.red), .pixel(0, 90, 20, Tone.white),
      .pixel(0.5, 90, 20, Tone.red), .pixel(0.5, 110, 20, [0, 200, 0]),
      .pixel(0.5, 60, 20, Tone.white), .pixel(0.9, 140, 20, [0, 200, 0]),
      .pixel(0.9, 100, 50, Tone.white), .pixel(1, 50, 20, Tone.red),
    ]
  ) { stage in
    stage.root.backgroundColor = white
    let layer = named("it", stage.root.bounds, in: stage.root)
    layer.contents = sample(200, 100)
    let window = stencil(20, 10, 60, 80)
    layer.mask = window
    let slide = CABasicAnimation.of("position.x", from: 50.0, to: 150.0, lasting: 1)
    window.add(slide, forKey: nil)
  }

  // MARK: Keyframes

  private static func colors(_ name: String, eases: Bool) -> Motion {
    let facts: [Motion.Fact] =
      eases
      ? [
        .color(1.0 / 3, 80, 0, 175), .color(2.0 / 3, 255, 0, 0), .color(1, 175, 80, 0),
        .color(5.0 / 3, 0, 175, 80), .color(2, 0, 0, 255),
      ]
      : [
        .color(1.0 / 3, 128, 0, 128), .color(2.0 / 3, 255, 0, 0), .color(1, 128, 128, 0),
        .color(4.0 / 3, 0, 255, 0), .color(5.0 / 3, 0, 128, 128), .color(2, 0, 0, 255),
      ]
    return Motion.blueSquare(name, at: [1.0 / 3, 1, 5.0 / 3], facts: facts) { layer in
      let animation = CAKeyframeAnimation.of(
        "backgroundColor",
        [blue, red, green, blue],
        lasting: 2
      )
      if eases { animation.timingFunctions = Array(repeating: .easeIn, count: 3) }
      layer.add(animation, forKey: nil)
    }
  }

  private static let wayOnTheCurve: [Motion.Fact] = [
    .center(0, 0, 150), .center(1, 68, 107.8), .center(2, 150, 150), .center(3, 232, 192.2),
    .center(3.9999, 300, 150), .center(4, 0, 150),
  ]

  private static func alongTheCurve(turns: Bool) -> Motion {
    let angles: [Motion.Fact] = [
      .turned(0, degrees: -63.43), .turned(1, degrees: 10.30), .turned(2, degrees: 33.69),
      .turned(3, degrees: 10.30), .turned(4, degrees: 0),
    ]
    let upright: [Motion.Fact] = [.turned(1, degrees: 0), .turned(2, degrees: 0)]
    return Motion.ship(
      turns ? "LW-D-8.7" : "LW-D-8.6",
      at: [1, 2, 3],
      facts: wayOnTheCurve + (turns ? angles : upright)
    ) { layer in
      let slide = CAKeyframeAnimation.along(waveCurve(), lasting: 4)
      slide.rotationMode = turns ? .rotateAuto : nil
      layer.add(slide, forKey: nil)
    }
  }

  private static let grouped = Motion.ship(
    "LW-D-8.10",
    at: [1, 2, 3.9],
    facts: wayOnTheCurve + [
      .turned(2, degrees: 33.69), .color(2, 128, 128, 0), .color(3.9999, 255, 0, 0),
      .color(4, 0, 255, 0), .keys(1, ["both"]), .pixel(2, 150, 150, [128, 128, 0]),
    ]
  ) { layer in
    layer.contents = nil
    layer.backgroundColor = green
    let slide = CAKeyframeAnimation.along(waveCurve(), lasting: 0)
    slide.rotationMode = .rotateAuto
    let group = CAAnimationGroup()
    group.animations = [slide, CABasicAnimation.of("backgroundColor", to: red)]
    group.duration = 4
    layer.add(group, forKey: "both")
  }

  // MARK: Turns

  private static func turning(
    _ name: String,
    at times: [Double],
    facts: [Motion.Fact],
    _ animations: @escaping @Sendable () -> [CABasicAnimation]
  ) -> Motion {
    Motion.ship(name, side: 128, x: 150, showsCurve: false, at: times, facts: facts) { layer in
      for animation in animations() { layer.add(animation, forKey: nil) }
    }
  }

  private static let matrixTurns = turning(
    "LW-D-8.8",
    at: [0.5, 1, 1.5],
    facts: [
      .shows(1, "transform.scale.x", 1), .shows(1, "transform.scale.y", 1),
      .turned(0.5, degrees: 45), .turned(1, degrees: 90), .turned(2, degrees: 0),
    ]
  ) { [.of("transform", to: CATransform3DMakeRotation(.pi, 0, 0, 1), lasting: 2)] }

  private static let wholeTurn = turning(
    "LW-D-8.8a",
    at: [0.5, 1, 1.5],
    facts: [.turned(0.5, degrees: 0), .turned(1, degrees: 0), .turned(1.5, degrees: 0)]
  ) { [.of("transform", to: CATransform3DMakeRotation(2 * .pi, 0, 0, 1), lasting: 2)] }

  private static let byAMatrix = turning(
    "LW-D-8.8b",
    at: [0.5, 1, 1.5],
    // It grows by the scale of the matrix that is added, and turns.
    facts: [
      .shows(1, "transform.scale.x", 1.5), .shows(2, "transform.scale.x", 1),
      .turned(2, degrees: 0),
    ]
  ) { [.of("transform", by: CATransform3DMakeRotation(.pi, 0, 0, 1), lasting: 2)] }

  private static let turnsAround = turning(
    "LW-D-8.9",
    at: [0.5, 1.2, 1.5],
    facts: [
      .turned(0.5, degrees: 90), .turned(1.2, degrees: -144), .turned(1.5, degrees: -90),
      .turned(2, degrees: 0),
    ]
  ) { [.of("transform.rotation", by: 2 * Double.pi, lasting: 2)] }

  private static let membersTogether = turning(
    "LW-D-8.9a",
    at: [0.5, 1, 1.5],
    facts: [
      .turned(1, degrees: 90), .shows(1, "transform.scale.x", 1.5),
      .shows(1, "transform.translation.x", 25),
    ]
  ) {
    [
      .of("transform.rotation", by: Double.pi, lasting: 2),
      .of("transform.scale", by: 1, lasting: 2),
      .of("transform.translation", by: CGSize(width: 50, height: 0), lasting: 2),
    ]
  }

  private static let stopped = Motion.ship(
    "LW-D-8.15",
    side: 128,
    x: 150,
    showsCurve: false,
    at: [0.69, 0.7, 1.2],
    facts: [
      .turned(0.69, degrees: 124.2), .turned(0.7, degrees: 0), .keys(0.7, []),
      // Added twice: the second takes the place of the first.
      .turned(1.2, degrees: 36), .keys(1.2, ["rotateAnimation"]), .turned(3.1, degrees: 0),
    ],
    events: [
      .init(0.7) { $0["it"].removeAnimation(forKey: "rotateAnimation") },
      .init(0.8) { $0["it"].add(turnAround(), forKey: "rotateAnimation") },
      .init(1) { $0["it"].add(turnAround(), forKey: "rotateAnimation") },
    ]
  ) { layer in
    layer.removeAnimation(forKey: "rotateAnimation")
    layer.add(turnAround(), forKey: "rotateAnimation")
  }

  private static func turnAround() -> CABasicAnimation {
    .of("transform.rotation", by: 2 * Double.pi, lasting: 2)
  }

  // MARK: A clock

  private static let hands = ["hour", "minute", "second"]

  /// The angles of the hands in turns.
  private static func turns(_ hour: Int, _ minute: Int, _ second: Int) -> [Double] {
    [Double(hour) / 12, Double(minute) / 60, Double(second) / 60]
  }

  /// At 10:08:42, and from 10:08:59 to 10:09:00.
  ///
  /// - Parameter ticks: Whether hands go by the tick function and the model goes first.
  private static func clock(_ name: String, ticks: Bool) -> Motion {
    let ways: [(Double, Double)] =
      ticks
      ? [(0.125, 0.15), (0.25, 0.75), (0.375, 2.55), (0.45, 5.44), (0.5, 6)]
      : [(0.125, 1.5), (0.25, 3), (0.5, 6), (0.9, 6)]
    let facts = ways.flatMap { time, way -> [Motion.Fact] in
      [
        .turned(time, degrees: -108 + way, of: "second"), .turned(time, degrees: 48, of: "minute"),
        .turned(time, degrees: -60, of: "hour"),
        .turned(1 + time, degrees: -6 + way, of: "second"),
        .turned(1 + time, degrees: 48 + way, of: "minute"),
      ]
    }
    return Motion(
      name,
      200,
      200,
      at: [0, 1.375, 1.5],
      facts: facts,
      events: [
        .init(0) { show(turns(10, 8, 43), $0, ticks: ticks) },
        .init(0.95) { show(turns(10, 8, 59), $0, ticks: nil) },
        .init(1) { show(turns(10, 9, 0), $0, ticks: ticks) },
      ]
    ) { stage in
      stage.root.contents = disc(200)
      for (index, hand) in hands.enumerated() {
        let (width, height) = ([12.0, 8, 4][index], [60.0, 80, 90][index])
        let layer = CALayer()
        layer.name = hand
        layer.anchorPoint = CGPoint(x: 0.5, y: 0.9)
        layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
        layer.position = CGPoint(x: 100, y: 100)
        layer.backgroundColor = index == 2 ? red : ink
        stage.root.addSublayer(layer)
      }
      show(turns(10, 8, 42), stage, ticks: nil)
    }
  }

  /// Knows the hand by the value that is kept in the animation.
  private final class HandMover: CAAnimationDelegate {
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      guard let hand = anim.value(forKey: "handView") as? CALayer else { return }
      change { hand.setValue((anim as? CABasicAnimation)?.toValue, forKey: "transform") }
    }
  }

  /// - Parameter ticks: Nil for no animation.
  private static func show(_ turns: [Double], _ stage: Stage, ticks: Bool?) {
    let mover = HandMover()
    for (hand, turn) in zip(hands, turns) {
      let layer = stage[hand]
      let transform = CATransform3DMakeRotation(turn * 2 * .pi, 0, 0, 1)
      guard let ticks else {
        change { layer.transform = transform }
        continue
      }
      let animation = CABasicAnimation.of("transform", to: transform, lasting: 0.5)
      if ticks {
        animation.fromValue = layer.presentation()?.transform
        animation.timingFunction = .tick
        change { layer.transform = transform }
      } else {
        animation.setValue(layer, forKey: "handView")
        animation.delegate = mover
      }
      layer.add(animation, forKey: nil)
    }
  }

  // MARK: Transitions

  /// A transition of a type; without a duration it takes that of the transaction.
  private static func transition(
    _ type: CATransitionType,
    _ subtype: CATransitionSubtype? = nil,
    lasting duration: Double = 0
  ) -> CATransition {
    let transition = CATransition()
    (transition.type, transition.subtype, transition.duration) = (type, subtype, duration)
    return transition
  }

  /// Halfway every pixel is the mean of both.
  private static let imagesFade = Motion.blueSquare(
    "LW-D-8.11",
    at: [0, 0.125, 0.3],
    facts: [
      .pixel(0, 60, 70, Tone.red), .pixel(0.125, 60, 70, [255, 128, 128], within: 3),
      .pixel(0.125, 140, 60, [0, 100, 128], within: 3), .pixel(0.3, 60, 70, Tone.white),
      .pixel(0.3, 140, 60, Tone.blue), .keys(0.1, ["transition"]), .keys(0.25, []),
    ],
    events: [
      .init(0) { stage in
        // Before the change that it shows.
        stage["it"].add(transition(.fade), forKey: nil)
        change { stage["it"].contents = quarters() }
      }
    ]
  ) { $0.contents = sample(100, 100) }

  /// White, blue / green, red.
  private static func quarters() -> CGImage? {
    bitmap(100, 100) { x, y in
      x < 50
        ? (y < 50 ? [255, 255, 255, 255] : [0, 255, 0, 255])
        : (y < 50 ? [0, 0, 255, 255] : [255, 0, 0, 255])
    }
  }

  /// Red becomes blue; a white bar at the left and the top of the old state, a black one of the
  /// new.
  private static let transitions: [Motion] =
    [oneTransition(.fade, nil)]
    + [CATransitionType.push, .moveIn, .reveal].flatMap { type in
      [CATransitionSubtype.fromLeft, .fromRight, .fromTop, .fromBottom].map {
        oneTransition(type, $0)
      }
    }

  private static func oneTransition(
    _ type: CATransitionType,
    _ subtype: CATransitionSubtype?
  ) -> Motion {
    let name = "LW-D-8.11a-\(type.rawValue)" + (subtype.map { "-\($0.rawValue)" } ?? "")
    var facts: [Motion.Fact] = [
      .pixel(0, 50, 50, Tone.red), .pixel(1, 50, 50, Tone.blue),
    ]
    // Where the new state is after a quarter, and where the old one: from the near side on.
    let places: [CATransitionSubtype: (new: CGPoint, old: CGPoint)] = [
      .fromLeft: (CGPoint(x: 22, y: 50), CGPoint(x: 28, y: 50)),
      .fromRight: (CGPoint(x: 78, y: 50), CGPoint(x: 72, y: 50)),
      // The top is at the maximum y, as for gravities.
      .fromTop: (CGPoint(x: 50, y: 78), CGPoint(x: 50, y: 72)),
      .fromBottom: (CGPoint(x: 50, y: 22), CGPoint(x: 50, y: 28)),
    ]
    if let place = subtype.flatMap({ places[$0] }) {
      facts += [
        .pixel(0.25, place.new.x, place.new.y, Tone.blue),
        .pixel(0.25, place.old.x, place.old.y, Tone.red),
      ]
    } else {
      facts.append(.pixel(0.25, 50, 50, [191, 0, 64]))
    }
    return Motion(
      name,
      100,
      100,
      scale: 1,
      at: [0.25, 0.5, 0.75],
      facts: facts,
      events: [
        .init(0) { stage in
          stage["it"].add(transition(type, subtype, lasting: 1), forKey: nil)
          change { stage["it"].contents = marked([0, 0, 255, 255], [0, 0, 0, 255]) }
        }
      ]
    ) { stage in
      let layer = named("it", stage.root.bounds, in: stage.root)
      layer.contents = marked([255, 0, 0, 255], [255, 255, 255, 255])
    }
  }

  /// One colour, with a mark at its top left.
  private static func marked(_ color: SIMD4<UInt8>, _ mark: SIMD4<UInt8>) -> CGImage? {
    bitmap(100, 100) { x, y in max(x, y) < 16 && min(x, y) < 4 ? mark : color }
  }

  /// Two tabs of a bar; the transition is on the layer of both, or on the one that goes.
  private static func tabs(on name: String) -> Motion {
    let isGone = name == "outgoing"
    return Motion(
      "LW-D-8.12-\(name)",
      100,
      100,
      scale: 1,
      at: [0, 0.125, 0.25],
      facts: [
        .pixel(0.125, 20, 20, isGone ? Tone.blue : [128, 0, 128]),
        .pixel(0.125, 50, 50, isGone ? Tone.yellow : [128, 255, 0]),
        .pixel(0.25, 20, 20, Tone.blue), .pixel(0.25, 50, 50, Tone.yellow),
      ],
      events: [
        .init(0) { stage in
          let (bar, old) = (stage["tabs"], stage["outgoing"])
          change {
            let new = named("incoming", bar.bounds, blue, in: bar)
            named("inner", CGRect(x: 40, y: 40, width: 20, height: 20), yellow, in: new)
            old.removeFromSuperlayer()
            // After the tabs have changed.
            (isGone ? old : bar).add(transition(.fade), forKey: nil)
          }
        }
      ]
    ) { stage in
      let bar = named("tabs", stage.root.bounds, in: stage.root)
      let old = named("outgoing", bar.bounds, red, in: bar)
      named("inner", CGRect(x: 40, y: 40, width: 20, height: 20), green, in: old)
    }
  }

  /// A picture of the screen over the screen, which shrinks, turns and fades.
  private static let snapshotFliesOff = Motion.blueSquare(
    "LW-D-8.14",
    at: [0, 0.5, 1],
    facts: [
      .pixel(0, 20, 20, Tone.white), .pixel(0, 100, 100, Tone.blue),
      .shows(0.5, "transform.scale.x", 0.505, of: "cover", within: 0.001),
      .turned(0.5, degrees: 45, of: "cover"), .shows(0.5, "opacity", 0.5, of: "cover"),
      .pixel(0.5, 20, 20, [255, 128, 0]), .pixel(0.5, 100, 160, [255, 192, 128]),
      .pixel(1, 20, 20, [255, 128, 0]), .pixel(1, 100, 40, [255, 128, 0]),
      .sublayers(0.5, ["it", "cover"]), .count(0.5, of: "completion", 0),
      .sublayers(1, ["it"]), .count(1, of: "completion", 1), .count(1.5, of: "completion", 1),
    ],
    events: [.init(0, flyOff)]
  )

  @Sendable private static func flyOff(_ stage: Stage) {
    let (root, cover) = (stage.root, CALayer())
    change {
      cover.name = "cover"
      cover.frame = root.bounds
      cover.contents = drawn(200, 200) { root.render(in: $0) }
      root.addSublayer(cover)
      root.backgroundColor = orange
      stage["it"].isHidden = true
    }
    CATransaction.flush()
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(.easeInEaseOut)
    CATransaction.setCompletionBlock {
      stage.counts["completion", default: 0] += 1
      cover.removeFromSuperlayer()
    }
    cover.transform = CATransform3DRotate(CATransform3DMakeScale(0.01, 0.01, 1), .pi / 2, 0, 0, 1)
    cover.opacity = 0
    CATransaction.commit()
  }
}
