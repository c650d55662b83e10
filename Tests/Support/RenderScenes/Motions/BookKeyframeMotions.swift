// The book's motions of chapters 3, 4 and 5.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let bookKeyframeMotions: [Case] = [
    Case("ZL-D-3.1", .test("NSViewAnimationTests.windowFrame")),
    Case("ZL-D-3.2", .test("NSViewAnimationTests.registeredAnimation")),
    Case("ZL-D-3.3", .test("NSViewAnimationTests.frameOriginAndSize")),
    Case("ZL-D-3.4", .test("NSViewAnimationTests.frameOriginAndSize")),
    Case("ZL-D-3.5", .test("AnimationCaseTests.withActionsOffItJumps")),
    Case("ZL-D-3.6", [implicitBounds]),
    Case("ZL-D-3.7", [explicitBounds]),
    Case("ZL-D-3.F1", [nineAnchors]),
    Case("ZL-D-3.0", [basicScene]),
    Case("ZL-D-3.8", [moves("ZL-D-3.8", .snaps)]),
    Case("ZL-D-3.9", [moves("ZL-D-3.9-key", .modelWithKey), moves("ZL-D-3.9-nil", .modelWithout)]),
    Case("ZL-D-3.10", [moves("ZL-D-3.10", .implicit), moves("ZL-D-3.10b", .implicitLinear)]),
    Case("ZL-D-3.11", [moves("ZL-D-3.11", .sticky)]),
    Case("ZL-D-3.P", [timings]),
    Case("ZL-D-3.12", [threeAtOnce]),
    Case("ZL-D-3.13", [staggered(members: 15), staggered(members: 5)]),
    Case("ZL-D-3.R", .test("CAAnimationTests.aLayerThatLeavesStopsItsAnimations")),
    Case("ZL-D-3.N", .test("CATransactionTests.settingsAreInheritedAndDoNotLeak")),
    Case("ZL-D-4.1", [tandem]),
    Case("ZL-D-4.2", [pacedAndLinear]),
    Case("ZL-D-4.3", [keyTimes]),
    Case("ZL-D-4.4", [starOfLines]),
    Case("ZL-D-4.7", [iconDance]),
    Case("ZL-D-4.9", [closeBox]),
    Case("ZL-D-4.11", .test("CAAnimationTests.keys")),
    Case("ZL-D-4.T", [easedSegments]),
  ]

  // MARK: Chapter 3

  /// The sample layer in a host of 480 x 360, y up: in the middle, with a border, three quarters
  /// opaque.
  private static func sample(
    _ name: String,
    scale: Double = 0.25,
    at times: [Double],
    facts: [Motion.Fact],
    events: [Motion.Event] = [],
    build: @escaping @Sendable (CALayer) -> Void = { _ in }
  ) -> Motion {
    Motion(name, 480, 360, scale: scale, isYUp: true, at: times, facts: facts, events: events) {
      $0.root.backgroundColor = white
      let layer = CALayer()
      layer.name = "it"
      layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
      layer.position = CGPoint(x: 240, y: 180)
      layer.backgroundColor = rgba(0.4, 0.3, 0.2)
      (layer.opacity, layer.borderWidth) = (0.75, 5)
      $0.root.addSublayer(layer)
      build(layer)
    }
  }

  private static let basicScene = sample(
    "ZL-D-3.0",
    scale: 0.4,
    at: [0],
    facts: [
      .shows(0, "bounds", 0, 0, 100, 100), .pixel(0, 240, 180, [140, 121, 102]),
      .pixel(0, 191.5, 180, [64, 64, 64]), .pixel(0, 186, 180, Tone.white),
    ]
  )

  private static let nineAnchors = Motion(
    "ZL-D-3.F1",
    480,
    360,
    scale: 0.25,
    isYUp: true,
    at: [0],
    facts: (0..<9).map { index in
      let (x, y) = (Double(index % 3) / 2, Double(index / 3) / 2)
      return .shows(0, "frame", 240 - 60 * x, 180 - 60 * y, 60, 60, of: "\(index)")
    }
  ) { stage in
    stage.root.backgroundColor = white
    for index in 0..<9 {
      let layer = CALayer()
      layer.name = "\(index)"
      layer.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
      layer.anchorPoint = CGPoint(x: Double(index % 3) / 2, y: Double(index / 3) / 2)
      layer.position = CGPoint(x: 240, y: 180)
      layer.borderWidth = 2
      layer.backgroundColor = veil
      stage.root.addSublayer(layer)
    }
  }

  private static let implicitBounds = sample(
    "ZL-D-3.6",
    at: [1.25, 2.5, 3.75],
    facts: [
      .shows(1.25, "bounds.size", 140.85, 140.85), .shows(2.5, "bounds.size", 180.24, 180.24),
      .shows(5, "bounds.size", 200, 200), .center(2.5, 240, 180),
    ],
    events: [
      .init(0) { stage in
        animate(lasting: 5) { stage["it"].bounds.size = CGSize(width: 200, height: 200) }
      }
    ]
  )

  private static let explicitBounds = sample(
    "ZL-D-3.7",
    at: [0, 2.5, 5],
    facts: [
      .shows(0, "bounds.size", 100, 100), .shows(2.5, "bounds.size", 150, 150),
      .shows(5, "bounds.size", 200, 200), .keys(2.5, ["bounds"]), .keys(5, []),
      .center(2.5, 240, 180),
    ],
    events: [
      .init(0) { stage in
        let layer = stage["it"]
        let large = CGRect(x: 0, y: 0, width: 200, height: 200)
        let grow = CABasicAnimation.of("bounds", from: layer.bounds, to: large, lasting: 5)
        layer.bounds = large
        layer.add(grow, forKey: "bounds")
      }
    ]
  )

  private enum Move {
    case snaps, modelWithKey, modelWithout, implicit, implicitLinear, sticky
  }

  private static let (start, goal) = (CGPoint(x: 60, y: 60), CGPoint(x: 420, y: 300))

  private static func moves(_ name: String, _ move: Move) -> Motion {
    let halfway: [Motion.Fact] = [.center(2.5, 240, 180)]
    let facts: [Motion.Fact] =
      switch move {
      case .snaps:
        halfway + [.center(0, 60, 60), .center(4.99999, 420, 300), .center(5, 240, 180)]
      case .modelWithKey, .modelWithout:
        halfway + [
          .center(1, 132, 108), .center(5, 420, 300),
          .keys(0.1, move == .modelWithKey ? ["position"] : ["position", "anonymous"]),
        ]
      case .implicit:
        [.center(2.5, 240 + 180 * 0.8024, 180 + 120 * 0.8024), .center(5, 420, 300)]
      case .implicitLinear: [.center(2.5, 330, 240), .center(5, 420, 300)]
      case .sticky:
        [
          .center(0, 240, 180), .center(2.5, 330, 240), .center(5, 420, 300),
          .center(50, 420, 300), .keys(50, ["position"]), .pixel(50, 420, 60, [140, 121, 102]),
        ]
      }
    return sample(
      name,
      at: [0.5, 2.5, 5],
      facts: move == .modelWithout ? facts.filter { !$0.namesKeys } : facts,
      events: [.init(0) { begin(move, $0["it"]) }]
    )
  }

  private static func begin(_ move: Move, _ layer: CALayer) {
    let way = CABasicAnimation.of("position", from: start, to: goal, lasting: 5)
    switch move {
    case .snaps: layer.add(way, forKey: "position")
    case .modelWithKey, .modelWithout:
      layer.position = goal
      layer.add(way, forKey: move == .modelWithKey ? "position" : nil)
    case .implicit: animate(lasting: 5) { layer.position = goal }
    case .implicitLinear:
      animate(lasting: 5, CAMediaTimingFunction(name: .linear)) { layer.position = goal }
    case .sticky:
      way.fromValue = nil
      (way.fillMode, way.isRemovedOnCompletion) = (.forwards, false)
      layer.add(way, forKey: "position")
    }
  }

  private static let timings = Motion(
    "ZL-D-3.P",
    140,
    140,
    scale: 0.6,
    at: [1.5, 7, 14],
    facts: ([
      ("once", 3, 70), ("once", 6, 20), ("fast", 1.5, 70), ("fast", 3, 20), ("back", 6, 120),
      ("back", 11.9999, 20), ("twice", 7, 36.6667), ("twice", 14.9999, 70), ("twice", 15, 20),
      ("nine", 8.9999, 70), ("nine", 9, 20), ("endless", 63, 70),
    ] as [(String, Double, Double)]).map {
      .shows($1, "position.x", $2, of: $0, within: 0.01)
    } + [.keys(60, ["move"], of: "endless"), .keys(60, [], of: "once"), .keys(16, [], of: "twice")]
  ) { stage in
    stage.root.backgroundColor = white
    let changes: [(String, (CABasicAnimation) -> Void)] = [
      ("once", { _ in }), ("fast", { $0.speed = 2 }), ("back", { $0.autoreverses = true }),
      ("twice", { $0.repeatCount = 2.5 }), ("nine", { $0.repeatDuration = 9 }),
      ("endless", { $0.repeatCount = 1e38 * 10 }),
    ]
    for (index, (name, change)) in changes.enumerated() {
      let frame = CGRect(x: 10, y: index * 20 + 10, width: 20, height: 16)
      let layer = named(name, frame, sea, in: stage.root)
      let move = CABasicAnimation.of("position.x", to: 120.0, lasting: 6)
      change(move)
      layer.add(move, forKey: "move")
    }
  }

  /// The three animations of the sample layer, each as long as the first member of the tuples.
  private static func three(lasting duration: Double) -> [CABasicAnimation] {
    [
      .of(
        "bounds",
        from: CGRect(x: 0, y: 0, width: 100, height: 100),
        to: CGRect(x: 0, y: 0, width: 300, height: 300),
        lasting: duration
      ),
      .of("position", to: CGPoint.zero, lasting: duration),
      .of("borderWidth", from: 5.0, to: 30.0, lasting: duration),
    ]
  }

  private static let threeAtOnce = sample(
    "ZL-D-3.12",
    at: [0, 2.5, 4.9],
    facts: [
      .center(2.5, 120, 90), .shows(2.5, "bounds.size", 200, 200), .shows(2.5, "borderWidth", 17.5),
      .center(4.99999, 0, 0), .shows(4.99999, "bounds.size", 300, 300), .center(5, 240, 180),
      .shows(4.99999, "borderWidth", 30), .shows(5, "bounds.size", 100, 100),
      .shows(5, "borderWidth", 5), .keys(1, ["bounds", "position", "borderWidth"]),
    ]
  ) { layer in
    for animation in three(lasting: 5) { layer.add(animation, forKey: animation.keyPath) }
  }

  /// One after the other: each cut off by the group's end, or each for its own third.
  private static func staggered(members duration: Double) -> Motion {
    let isCut = duration == 15
    func at(_ t: Double, _ side: Double, _ x: Double, _ y: Double, _ border: Double) -> [Motion
      .Fact]
    {
      [
        .shows(t, "bounds.size", side, side, within: 0.01), .center(t, x, y),
        .shows(t, "borderWidth", border, within: 0.01),
      ]
    }
    let facts =
      isCut
      ? at(5, 166.67, 240, 180, 5) + at(10, 233.33, 160, 120, 5) + at(14.99999, 300, 80, 60, 13.33)
      : at(2.5, 200, 240, 180, 5) + at(4.99999, 300, 240, 180, 5) + at(7.5, 100, 120, 90, 5)
        + at(12.5, 100, 240, 180, 17.5)
    return sample(
      isCut ? "ZL-D-3.13" : "ZL-D-3.13b",
      at: [2.5, 7.5, 12.5],
      facts: facts + at(15, 100, 240, 180, 5)
    ) { layer in
      let members = three(lasting: duration)
      for (index, member) in members.enumerated() { member.beginTime = Double(index) * 5 }
      let group = CAAnimationGroup()
      (group.animations, group.duration) = (members, 15)
      layer.add(group, forKey: nil)
    }
  }

  // MARK: Chapter 4

  /// Four hops from left to right.
  private static func hops() -> CGPath {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 50, y: 120))
    for x in [50.0, 150, 250, 350] {
      path.addCurve(
        to: CGPoint(x: x + 100, y: 120),
        control1: CGPoint(x: x, y: 275),
        control2: CGPoint(x: x + 100, y: 275)
      )
    }
    return path
  }

  private static let corners = [
    (50, 120), (50, 275), (150, 275), (150, 120), (150, 275), (250, 275), (250, 120), (250, 275),
    (350, 275), (350, 120), (350, 275), (450, 275), (450, 120),
  ].map { CGPoint(x: $0.0, y: $0.1) }

  /// Green by a path, red by its corners; also ZL-D-4.2.
  private static let tandem = Motion(
    "ZL-D-4.1",
    500,
    360,
    scale: 0.25,
    isYUp: true,
    at: [0.375, 1.875, 4.5],
    facts: [
      (0.0, 50.0, 120.0), (0.1875, 65.6, 207.2), (0.375, 100, 236.25), (0.5625, 134.4, 207.2),
      (0.75, 150, 120), (1.125, 200, 236.25), (1.5, 250, 120), (2.25, 350, 120), (3, 450, 120),
      (4.5, 250, 120), (5.99999, 50, 120),
    ].map { .center($0, $1, $2, of: "green") }
      + [
        (0.125, 50.0, 197.5), (0.25, 50, 275), (0.375, 100, 275), (0.5, 150, 275), (0.75, 150, 120),
        (1.5, 250, 120), (3, 450, 120), (5.99999, 50, 120), (6, 20, 20),
      ].map { .center($0, $1, $2, of: "red") }
  ) { stage in
    stage.root.backgroundColor = black
    let frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    let (greenLayer, redLayer) = (
      named("green", frame, green, in: stage.root), named("red", frame, red, in: stage.root)
    )
    let byPath = CAKeyframeAnimation.along(hops(), lasting: 3)
    let byValues = CAKeyframeAnimation.of("position", corners, lasting: 3)
    for animation in [byPath, byValues] { animation.autoreverses = true }
    greenLayer.add(byPath, forKey: nil)
    redLayer.add(byValues, forKey: nil)
  }

  /// ZL-D-4.2b.
  private static let pacedAndLinear = Motion(
    "ZL-D-4.2",
    500,
    360,
    scale: 0.25,
    isYUp: true,
    at: [0.2835, 1, 2],
    facts: [
      .center(0.25, 50, 275, of: "linear"),
      .shows(3.0 * 155 / 1640, "position", 50, 275, of: "paced", within: 1e-6),
      .center(0.25, 50, 256.67, of: "paced"),
    ]
  ) { stage in
    stage.root.backgroundColor = black
    for mode in [CAAnimationCalculationMode.linear, .paced] {
      let frame = CGRect(x: 10, y: 10, width: 20, height: 20)
      let layer = named(mode.rawValue, frame, mode == .linear ? red : green, in: stage.root)
      let animation = CAKeyframeAnimation.of("position", corners, lasting: 3)
      animation.calculationMode = mode
      layer.add(animation, forKey: nil)
    }
  }

  private static let keyTimes = Motion(
    "ZL-D-4.3",
    450,
    90,
    scale: 0.25,
    at: [1.25, 6, 9.5],
    facts: [0.7, 1.25, 2.5, 3.3, 6, 7.5, 9.5].flatMap { time -> [Motion.Fact] in
      let x = 25 + time * 40
      return [
        .shows(time, "position.x", x, of: "without"), .shows(time, "position.x", x, of: "even"),
      ]
    }
      + [(1, 125.0), (2, 225), (9, 325), (5.5, 275), (9.5, 375), (9.99999, 425)].map {
        .shows($0, "position.x", $1, of: "uneven")
      }
      + [(0.5, 25.0), (1.99, 25), (2, 125), (3.9, 125), (4.1, 225), (6.1, 325), (8, 425)].map {
        .shows($0, "position.x", $1, of: "discrete")
      }
  ) { stage in
    stage.root.backgroundColor = white
    let times: [(String, [NSNumber]?)] = [
      ("without", nil), ("even", [0, 0.25, 0.5, 0.75, 1]), ("uneven", [0, 0.1, 0.2, 0.9, 1]),
      ("discrete", nil),
    ]
    for (index, (name, keyTimes)) in times.enumerated() {
      let frame = CGRect(x: 0, y: index * 20 + 8, width: 16, height: 16)
      let layer = named(name, frame, sea, in: stage.root)
      let values = [25.0, 125, 225, 325, 425]
      let animation = CAKeyframeAnimation.of("position.x", values, lasting: 10)
      animation.keyTimes = keyTimes
      if name == "discrete" { animation.calculationMode = .discrete }
      layer.add(animation, forKey: nil)
    }
  }

  private static let vertices = [
    (240, 280), (181, 99), (335, 210), (144, 210), (298, 99), (240, 280),
  ]
  .map { CGPoint(x: $0.0, y: $0.1) }

  /// The way of the dot is drawn behind it, line by line, by a layer that is displayed again.
  private static let starOfLines = Motion(
    "ZL-D-4.4",
    480,
    360,
    scale: 0.25,
    isYUp: true,
    at: [3, 7, 10],
    facts: [
      (0.0, 240.0, 280.0), (1, 210.5, 189.5), (2, 181, 99), (3, 258, 154.5), (4, 335, 210),
      (5, 239.5, 210), (6, 144, 210), (7, 221, 154.5), (8, 298, 99), (9, 269, 189.5),
    ].map { .center($0, $1, $2) } + [
      // The middle of the first line, before and after, and of the third.
      .pixel(1.5, 211, 172, Tone.black), .pixel(3, 210.5, 170.5, Tone.white, within: 100),
      .pixel(5, 270, 150, Tone.black), .pixel(7, 270, 150, Tone.white, within: 100),
    ],
    events: [2, 4, 6, 8, 10].map { time in
      .init(time) { stage in
        stage["lines"].setValue(Int(time) / 2, forKey: "lineCount")
        stage["lines"].setNeedsDisplay()
      }
    }
  ) { stage in
    stage.root.backgroundColor = black
    let lines = named("lines", stage.root.bounds, in: stage.root)
    lines.contentsScale = 0.25
    Painter { layer, context in
      let count = layer.value(forKey: "lineCount") as? Int ?? 0
      context.addLines(between: Array(vertices.prefix(count + 1)))
      context.setStrokeColor(white)
      context.setLineWidth(6)
      context.strokePath()
    }.own(lines)
    let layer = named("it", CGRect(x: 0, y: 0, width: 30, height: 30), sun, in: stage.root)
    let path = CGMutablePath()
    path.addLines(between: vertices)
    layer.add(CAKeyframeAnimation.along(path, lasting: 10), forKey: nil)
  }

  /// Icons that tremble out of phase until they are told to stop; the last about x, the others
  /// about z.
  private static let iconDance = Motion(
    "ZL-D-4.7",
    320,
    80,
    at: [0.05, 0.35, 1],
    facts: [
      .turned(0, degrees: -2, of: "0"), .turned(0.125, degrees: 0, of: "0"),
      .turned(0.25, degrees: 2, of: "0"), .turned(0.375, degrees: 0, of: "0"),
      .turned(0.75, degrees: 2, of: "0"), .turned(0.05, degrees: 0, of: "1"),
      .turned(0.1, degrees: -2, of: "1"), .turned(0.35, degrees: 2, of: "1"),
      .shows(0.5, "transform.rotation.x", 2 * .pi / 180, of: "3", within: 1e-4),
      .keys(0.9, ["rotate"], of: "0"), .keys(1, [], of: "0"), .turned(1, degrees: 0, of: "0"),
    ],
    events: [
      .init(1) { stage in
        for index in 0..<4 { stage["\(index)"].removeAnimation(forKey: "rotate") }
      }
    ]
  ) { stage in
    stage.root.backgroundColor = white
    for index in 0..<4 {
      let frame = CGRect(x: index * 80 + 10, y: 10, width: 60, height: 60)
      let layer = named("\(index)", frame, in: stage.root)
      layer.contents = RenderScenes.sample(60, 60)
      let caption = label("Icon \(index)", CGRect(x: 0, y: 44, width: 60, height: 16), in: layer)
      (caption.alignmentMode, caption.contentsScale) = (.center, 0.4)
      let angles = [-2.0, 2, -2].map { $0 * .pi / 180 }
      let isTilt = index == 3
      let dance = CAKeyframeAnimation.of(
        isTilt ? "transform.rotation.x" : "transform.rotation.z",
        angles,
        lasting: isTilt ? 1 : index == 2 ? 0.15 : 0.5
      )
      dance.repeatCount = 10_000
      if index == 1 { dance.beginTime = 0.1 }
      layer.add(dance, forKey: "rotate")
    }
  }

  /// A disc with a ring and a cross at the corner of an icon that trembles.
  private static let closeBox = Motion(
    "ZL-D-4.9",
    100,
    100,
    scale: 1,
    isYUp: true,
    at: [0, 0.25, 0.5],
    facts: [
      .turned(0.25, degrees: 0, of: "icon"), .pixel(0.25, 25, 25, Tone.white),
      .pixel(0.25, 25, 17, Tone.black), .pixel(0.25, 25, 11.5, Tone.white),
    ]
  ) { stage in
    stage.root.backgroundColor = white
    let icon = named("icon", CGRect(x: 10, y: 10, width: 80, height: 80), sea, in: stage.root)
    let box = named("it", CGRect(x: 0, y: 50, width: 30, height: 30), black, in: icon)
    (box.borderWidth, box.borderColor, box.cornerRadius) = (3, white, 15)
    (box.shadowOpacity, box.shadowRadius) = (1, 5)
    Painter { _, context in
      context.setStrokeColor(white)
      context.setLineWidth(3)
      for (from, to) in [((10, 10), (20, 20)), ((10, 20), (20, 10))] {
        context.move(to: CGPoint(x: from.0, y: from.1))
        context.addLine(to: CGPoint(x: to.0, y: to.1))
      }
      context.strokePath()
    }.own(box)
    box.setNeedsDisplay()
    let angles = [-2.0, 2, -2].map { $0 * .pi / 180 }
    let dance = CAKeyframeAnimation.of("transform.rotation.z", angles, lasting: 1)
    dance.repeatCount = 10_000
    icon.add(dance, forKey: "rotate")
  }

  private static let easedSegments = Motion(
    "ZL-D-4.T",
    140,
    40,
    scale: 0.8,
    at: [0.5, 1, 1.5],
    facts: [
      .shows(0.5, "position.x", 31.54), .shows(1, "position.x", 100),
      .shows(1.5, "position.x", 31.54),
    ]
  ) { stage in
    stage.root.backgroundColor = white
    let layer = named("it", CGRect(x: -20, y: 5, width: 40, height: 30), sea, in: stage.root)
    let move = CAKeyframeAnimation.of("position.x", [0.0, 100.0, 0.0], lasting: 2)
    move.timingFunctions = [.easeIn, .easeOut]
    layer.add(move, forKey: nil)
  }

  // MARK: Chapter 5

  /// The grey layer of (120, 90, 240, 180), there and back a hundred times.
  private static func work(
    _ name: String,
    anchor: CGPoint = CGPoint(x: 0.5, y: 0.5),
    facts: [Motion.Fact],
    to transform: CATransform3D
  ) -> Motion {
    Motion(name, 480, 360, scale: 0.25, isYUp: true, at: [0.5, 1, 1.75], facts: facts) { stage in
      stage.root.backgroundColor = black
      let layer = CALayer()
      layer.name = "it"
      layer.anchorPoint = anchor
      layer.frame = CGRect(x: 120, y: 90, width: 240, height: 180)
      layer.backgroundColor = rgba(0.5, 0.5, 0.5)
      (layer.cornerRadius, layer.borderWidth, layer.borderColor) = (5, 2, green)
      stage.root.addSublayer(layer)
      let animation = CABasicAnimation.of(
        "transform",
        from: CATransform3DIdentity,
        to: transform,
        lasting: 1
      )
      (animation.autoreverses, animation.repeatCount) = (true, 100)
      layer.add(animation, forKey: nil)
    }
  }

  static let scaledWork = work(
    "ZL-D-5.2",
    facts: [
      .shows(0.5, "frame", 150, 112.5, 180, 135), .shows(1, "frame", 180, 135, 120, 90),
      .shows(2, "frame", 120, 90, 240, 180), .shows(199, "frame", 180, 135, 120, 90),
      .keys(200, []),
    ],
    to: CATransform3DMakeScale(0.5, 0.5, 1)
  )

  static let turnedWork = work(
    "ZL-D-5.3",
    facts: [
      .shows(0.5, "transform.rotation.z", 0.785),
      .shows(1, "frame.size", 180.2, 240.15, within: 0.3),
      .shows(0.5, "transform.scale", 1), .turned(2, degrees: 0),
      // Counter-clockwise: the right half goes up.
      .pixel(0.5, 330, 110, [128, 128, 128]), .pixel(0.5, 330, 260, Tone.black),
    ],
    to: CATransform3DMakeRotation(1.57, 0, 0, 1)
  )

  static let flippedWork = work(
    "ZL-D-5.4",
    facts: [
      .shows(1, "position", 240, 180), .pixel(0.5, 240 + 105, 180 - 85, [128, 128, 128]),
      .pixel(0.5, 240 + 86, 180 + 45, [128, 128, 128], within: 3), .pixel(1, 130, 180, Tone.black),
      .pixel(1, 350, 180, Tone.black), .pixel(2, 350, 180, [128, 128, 128]),
    ],
    to: CATransform3DMakeRotation(1.57, 1, 1, 0)
  )

  static let scaledAtCorner = work(
    "ZL-D-5.5",
    anchor: .zero,
    facts: [
      .shows(0, "frame", 120, 90, 240, 180), .shows(1, "frame", 120, 90, 120, 90),
      .shows(1.5, "frame", 120, 90, 180, 135),
    ],
    to: CATransform3DMakeScale(0.5, 0.5, 1)
  )

  static let turnedAtCorner = work(
    "ZL-D-5.5b",
    anchor: .zero,
    facts: [
      .pixel(0.5, 122, 262, [128, 128, 128], within: 130), .turned(1, degrees: 89.954),
      .pixel(1, 100, 250, [128, 128, 128]), .pixel(1, 140, 250, Tone.black),
    ],
    to: CATransform3DMakeRotation(1.57, 0, 0, 1)
  )

  /// The small layer in one transaction of 5 s.
  private static func small(
    _ name: String,
    facts: [Motion.Fact],
    change: @escaping @Sendable (CALayer) -> Void
  ) -> Motion {
    Motion(
      name,
      480,
      360,
      scale: 0.25,
      isYUp: true,
      at: [1.25, 2.5, 5],
      facts: facts,
      events: [
        .init(0) { stage in
          animate(lasting: 5, CAMediaTimingFunction(name: .linear)) {
            stage["it"].position = CGPoint(x: 450, y: 330)
            change(stage["it"])
          }
        }
      ]
    ) { stage in
      stage.root.backgroundColor = black
      let layer = named("it", CGRect(x: 5, y: 5, width: 100, height: 100), in: stage.root)
      layer.backgroundColor = rgba(0.5, 0.5, 0.5)
      (layer.cornerRadius, layer.borderWidth, layer.borderColor) = (5, 2, green)
    }
  }

  static let lastTransformWins = small(
    "ZL-D-5.7",
    facts: [
      .center(2.5, 252.5, 192.5), .shows(2.5, "transform.scale.x", 0.55),
      .turned(2.5, degrees: 0), .turned(5, degrees: 0), .shows(5, "frame", 445, 325, 10, 10),
    ]
  ) {
    $0.transform = CATransform3DMakeRotation(1.57, 0, 0, 1)
    $0.transform = CATransform3DMakeScale(0.1, 0.1, 1)
  }

  static let turnedAndScaled = small(
    "ZL-D-5.8",
    facts: [
      .center(2.5, 252.5, 192.5), .shows(2.5, "transform.scale.x", 0.55),
      .shows(2.5, "transform.rotation.z", 0.785), .shows(1.25, "transform.rotation.z", 0.3925),
      .center(5, 450, 330), .shows(5, "transform.scale.x", 0.1), .turned(5, degrees: 89.954),
    ]
  ) {
    $0.transform = CATransform3DConcat(
      CATransform3DMakeRotation(1.57, 0, 0, 1),
      CATransform3DMakeScale(0.1, 0.1, 1)
    )
  }

  static let turnedAndShrunk = small(
    "ZL-D-5.9",
    facts: [
      .shows(2.5, "bounds.size", 55, 55), .shows(5, "bounds.size", 10, 10),
      .shows(2.5, "transform.rotation.z", 0.785), .shows(5, "borderWidth", 2),
    ]
  ) {
    $0.bounds.size = CGSize(width: 10, height: 10)
    $0.transform = CATransform3DMakeRotation(1.57, 0, 0, 1)
  }
}

extension Motion.Fact {
  /// Whether it is about the keys of animations.
  fileprivate var namesKeys: Bool {
    if case .keys = kind { true } else { false }
  }
}
