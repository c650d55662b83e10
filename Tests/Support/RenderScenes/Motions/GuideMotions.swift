// The programming guide's motions: chapters 1 to 4, and the key paths of the appendix.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let guideMotions: [Case] = [
    Case("AG-D-L3.1", [implicitFade]),
    Case("AG-D-L3.2", [explicitFades]),
    Case("AG-D-F3.1", [bouncePath]),
    Case("AG-D-L3.4", [pacedBorders]),
    Case("AG-D-L3.5", .picturesBut(.book), [], [fadeAndMove]),
    Case("AG-D-3.x1", [kindsOfValues]),
    Case("AG-D-3.x2", [calculationModes]),
    Case("AG-D-3.x3", [removals]),
    Case("AG-D-3.x4", .test("CAAnimationTests.theDelegateIsToldOfStartAndEnd")),
    Case("AG-D-3.x5", [chained]),
    Case("AG-D-3.x6", .test("NSViewAnimationTests.implicitAnimation")),
    Case("AG-D-TB.1", .test("ActionTests.impliedAnimationsOfTheGuidesTable")),
    Case("AG-D-TB.2", .test("ActionTests.durationCurveAndStart")),
  ]

  // MARK: Kinds

  private static let kinds = ["move", "resize", "fade", "turn", "scale", "color"]

  /// AG-D-F1.2: six layers, each of which changes one thing.
  static let sixChanges = Motion(
    "AG-D-F1.2",
    300,
    200,
    at: [0, 0.125, 0.25],
    facts: [
      .shows(0.125, "position", 70.06, 50, of: "move", within: 0.1),
      .shows(0.125, "bounds.size", 76.05, 44, of: "resize", within: 0.1),
      .shows(0.125, "opacity", 0.1976, of: "fade", within: 0.001),
      .shows(0.125, "transform.rotation.z", 0.8024 * .pi / 2, of: "turn", within: 0.001),
      .shows(0.125, "transform.scale.x", 1.4012, of: "scale", within: 0.001),
      .shows(0.125, "cornerRadius", 24.07, of: "color", within: 0.01),
      .color(0.125, 205, 102, 50, of: "color"),
      .shows(0.25, "position", 75, 50, of: "move"), .shows(0.25, "opacity", 0, of: "fade"),
      .shows(0.25, "cornerRadius", 30, of: "color"),
    ],
    events: [
      .init(0) { stage in
        stage["move"].position.x = 75
        stage["resize"].bounds.size = CGSize(width: 80, height: 40)
        stage["fade"].opacity = 0
        stage["turn"].transform = turn(90)
        stage["scale"].transform = CATransform3DMakeScale(1.5, 1.5, 1)
        stage["color"].backgroundColor = orange
        stage["color"].cornerRadius = 30
      }
    ]
  ) { stage in
    stage.root.backgroundColor = white
    for (index, kind) in kinds.enumerated() {
      let frame = CGRect(x: index % 3 * 100 + 20, y: index / 3 * 100 + 20, width: 60, height: 60)
      let layer = named(kind, frame, blue, in: stage.root)
      if kind == "turn" { layer.contents = sample(60, 60) }
    }
  }

  // MARK: Fades

  /// In the cycle of the change the picture is the old one.
  private static let implicitFade = Motion.blueSquare(
    "AG-D-L3.1",
    at: [0, 0.125, 0.25],
    facts: [
      .pixel(0, 100, 100, Tone.blue), .shows(0.125, "opacity", 0.1976, within: 0.001),
      .pixel(0.125, 100, 100, [205, 205, 255]), .pixel(0.25, 100, 100, Tone.white),
      .shows(0.25, "opacity", 0),
    ],
    events: [.init(0) { $0["it"].opacity = 0 }]
  )

  /// With the model at 0, without, and with the model at 0 and no value to start from.
  private static let explicitFades = Motion(
    "AG-D-L3.2",
    300,
    100,
    at: [0.25, 0.5, 1],
    facts: [
      .shows(0.25, "opacity", 0.75, of: "model", within: 1e-6),
      .shows(0.5, "opacity", 0.5, of: "model", within: 1e-6),
      .shows(0.75, "opacity", 0.25, of: "model", within: 1e-6),
      .shows(1, "opacity", 0, of: "model"), .pixel(1, 50, 50, Tone.white),
      .shows(0.5, "opacity", 0.5, of: "back", within: 1e-6),
      .shows(1, "opacity", 1, of: "back"), .pixel(1, 150, 50, Tone.black),
      .shows(0.1, "opacity", 0, of: "none"), .shows(0.5, "opacity", 0, of: "none"),
    ]
  ) { stage in
    stage.root.backgroundColor = white
    for (index, name) in ["model", "back", "none"].enumerated() {
      let frame = CGRect(x: index * 100 + 10, y: 10, width: 80, height: 80)
      let layer = named(name, frame, black, in: stage.root)
      let from: Double? = name == "none" ? nil : 1
      layer.add(CABasicAnimation.of("opacity", from: from, to: 0.0, lasting: 1), forKey: "opacity")
      if name != "back" { layer.opacity = 0 }
    }
  }

  // MARK: Keyframes

  /// Two arches side by side, and back when it is over.
  private static let bouncePath = Motion(
    "AG-D-F3.1",
    640,
    480,
    scale: 0.2,
    isYUp: true,
    at: [1.25, 2.5, 3.75],
    facts: [
      .center(0, 74, 74), .center(1.25, 197, 393.5), .center(2.5, 320, 74),
      .center(3.75, 443, 393.5), .center(4.99999, 566, 74), .center(5, 20, 20),
      .pixel(1.25, 197, 86.5, [25, 140, 179]),
    ]
  ) { stage in
    stage.root.backgroundColor = white
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 74, y: 74))
    for x in [74.0, 320] {
      path.addCurve(
        to: CGPoint(x: x + 246, y: 74),
        control1: CGPoint(x: x, y: 500),
        control2: CGPoint(x: x + 246, y: 500)
      )
    }
    let layer = named("it", CGRect(x: 0, y: 0, width: 40, height: 40), sea, in: stage.root)
    layer.add(CAKeyframeAnimation.along(path, lasting: 5), forKey: "position")
  }

  private static let pacedBorders = Motion(
    "AG-D-L3.4",
    200,
    200,
    at: [1.25, 2.5, 4],
    facts: [
      (0.5, 10.4), (1.25, 20.5), (2.5, 3.0), (3, 22.4), (4, 38.8), (0.232, 10), (0.361, 5),
      (1.005, 30), (1.766, 0.5), (2.139, 15), (2.474, 2), (3.711, 50),
    ].map { .shows($0, "borderWidth", $1, within: 0.05) } + [
      .shows(0, "borderColor", 0, 255, 0, within: 1),
      .shows(1.25, "borderColor", 128, 128, 0, within: 1),
      .shows(2.5, "borderColor", 255, 0, 0, within: 1),
      .shows(4.99999, "borderColor", 0, 0, 255, within: 1), .shows(5, "borderWidth", 0),
      .pixel(1.25, 10, 100, [128, 128, 0]), .pixel(1.25, 30, 100, Tone.white),
    ]
  ) { stage in
    let layer = named("it", CGRect(x: 0, y: 0, width: 200, height: 200), white, in: stage.root)
    let widths = CAKeyframeAnimation(keyPath: "borderWidth")
    widths.values = [1, 10, 5, 30, 0.5, 15, 2, 50, 0] as [Double]
    let colors = CAKeyframeAnimation(keyPath: "borderColor")
    colors.values = [green, red, blue]
    for animation in [widths, colors] { animation.calculationMode = .paced }
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([widths, colors], 5)
    layer.add(group, forKey: "BorderChanges")
  }

  /// Of different durations, begun together.
  private static let fadeAndMove = Motion.container(
    "AG-D-L3.5",
    at: [0, 0.5, 2],
    facts: [
      .shows(0.5, "opacity", 0.5), .center(0.5, 83.33, 50), .shows(1, "opacity", 0),
      .center(2.9999, 250, 50), .center(3, 50, 50), .shows(3, "opacity", 0),
    ],
    events: [
      .init(0) { stage in
        animate(lasting: 1, .easeInEaseOut) { stage["it"].opacity = 0 }
        let move = CABasicAnimation.of("position", by: CGPoint(x: 200, y: 0), lasting: 3)
        stage["it"].add(move, forKey: "AnimateFrame")
      }
    ]
  ) { named("it", CGRect(x: 20, y: 20, width: 60, height: 60), blue, in: $0) }

  private static let kindsOfValues = Motion(
    "AG-D-3.x1",
    300,
    200,
    at: [0.5, 1.5, 2.5],
    facts: [
      .shows(0.75, "bounds", 0, 0, 50, 40, of: "bounds"),
      .shows(2.25, "bounds", 0, 0, 60, 50, of: "bounds"),
      .shows(0.75, "transform.scale.x", 0.75, of: "transform"),
      .turned(2.25, degrees: 45, of: "transform"),
      .shows(0.75, "borderColor", 128, 128, 0, of: "borderColor", within: 1),
      .shows(2.25, "borderWidth", 5, of: "borderWidth"),
      .pixel(0.5, 150, 150, Tone.red), .pixel(0.99, 150, 150, Tone.red),
      .pixel(1, 150, 150, Tone.green), .pixel(1.99, 150, 150, Tone.green),
      .pixel(2, 150, 150, Tone.blue), .pixel(2.9, 150, 150, Tone.blue),
    ]
  ) { stage in
    stage.root.backgroundColor = white
    let values: [(String, [Any])] = [
      (
        "bounds",
        [(40, 40), (60, 40), (60, 60)].map { CGRect(x: 0, y: 0, width: $0.0, height: $0.1) }
      ),
      (
        "transform",
        [
          CATransform3DIdentity, CATransform3DMakeScale(0.5, 0.5, 1),
          CATransform3DScale(turn(90), 0.5, 0.5, 1),
        ]
      ),
      ("borderColor", [red, green, blue]), ("borderWidth", [0.0, 10.0, 0.0]),
      (
        "contents",
        [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]].compactMap { plain(4, 4, $0) }
      ),
    ]
    for (index, (keyPath, values)) in values.enumerated() {
      let frame = CGRect(x: index % 3 * 100 + 20, y: index / 3 * 100 + 20, width: 60, height: 60)
      let layer = named(keyPath, frame, sun, in: stage.root)
      if keyPath == "borderColor" { layer.borderWidth = 10 }
      let animation = CAKeyframeAnimation.of(keyPath, values, lasting: 3)
      if keyPath == "contents" { animation.calculationMode = .discrete }
      layer.add(animation, forKey: nil)
    }
  }

  private static let modes: [(String, CAAnimationCalculationMode)] = [
    ("linear", .linear), ("keyTimes", .linear), ("discrete", .discrete), ("paced", .paced),
    ("cubic", .cubic), ("cubicPaced", .cubicPaced), ("eased", .linear),
  ]

  /// One below the other, through 0, 100 and 400.
  private static let calculationModes = Motion(
    "AG-D-3.x2",
    420,
    140,
    scale: 0.3,
    at: [0.75, 1.5, 2.25],
    facts: ([
      ("linear", 0.75, 50), ("linear", 1.5, 100), ("linear", 2.25, 250), ("keyTimes", 0.75, 100),
      ("keyTimes", 1.875, 250), ("discrete", 0.9, 0), ("discrete", 1, 100), ("discrete", 1.9, 100),
      ("discrete", 2, 400), ("paced", 0.75, 100), ("paced", 1.5, 200), ("paced", 2.25, 300),
      ("cubic", 0, 0), ("cubic", 1.5, 100), ("cubic", 2.99999, 400), ("eased", 0.75, 31.54),
      ("eased", 2.25, 305.4),
    ] as [(String, Double, Double)]).map {
      .shows($1, "position.x", $2, of: $0, within: 0.1)
    }
  ) { stage in
    stage.root.backgroundColor = white
    for (index, (name, mode)) in modes.enumerated() {
      let frame = CGRect(x: -10, y: index * 20, width: 20, height: 18)
      let layer = named(name, frame, sea, in: stage.root)
      let animation = CAKeyframeAnimation.of("position.x", [0.0, 100.0, 400.0], lasting: 3)
      animation.calculationMode = mode
      // Paced modes do not look at them.
      if name == "keyTimes" || name == "paced" { animation.keyTimes = [0, 0.25, 1] }
      if name == "eased" { animation.timingFunctions = [.easeIn, .easeOut] }
      layer.add(animation, forKey: nil)
    }
  }

  // MARK: Ends

  /// At 1 s it jumps to its model, or stays where the model was set to.
  private static let removals = Motion(
    "AG-D-3.x3",
    320,
    80,
    at: [0.9, 1, 2],
    facts: [
      .shows(0.9, "position.x", 90, of: "jumps"), .shows(1, "position.x", 300, of: "jumps"),
      .shows(0.9, "position.x", 90, of: "stays"), .shows(1, "position.x", 100, of: "stays"),
      .keys(0.9, ["move", "fade"], of: "jumps"), .keys(1, [], of: "jumps"),
      .keys(1, [], of: "stays"), .shows(2, "opacity", 1, of: "jumps"),
    ],
    events: [
      .init(1) { stage in
        let layer = stage["stays"]
        let shown = layer.presentation()?.position ?? .zero
        change { layer.position = shown }
        layer.removeAnimation(forKey: "move")
        stage["jumps"].removeAllAnimations()
      }
    ]
  ) { stage in
    stage.root.backgroundColor = white
    for (index, name) in ["jumps", "stays"].enumerated() {
      let frame = CGRect(x: 285, y: index * 40 + 5, width: 30, height: 30)
      let layer = named(name, frame, index == 0 ? red : blue, in: stage.root)
      let move = CABasicAnimation.of("position.x", from: 0.0, to: 300.0, lasting: 3)
      layer.add(move, forKey: "move")
      if index == 0 {
        layer.add(CABasicAnimation.of("opacity", from: 1, to: 0.5, lasting: 3), forKey: "fade")
      }
    }
  }

  /// The second begins where and when the first ends.
  private static let chained = Motion.container(
    "AG-D-3.x5",
    at: [0.5, 1, 1.5],
    facts: [
      .center(0.999, 199.8, 50), .center(1, 200, 50), .center(1.001, 200, 50.2),
      .center(1.5, 200, 150), .center(2, 0, 0),
    ]
  ) { root in
    let layer = named("it", CGRect(x: -20, y: -20, width: 40, height: 40), blue, in: root)
    let corners = [CGPoint(x: 0, y: 50), CGPoint(x: 200, y: 50), CGPoint(x: 200, y: 250)]
    for index in 0..<2 {
      let move = CABasicAnimation.of(
        "position",
        from: corners[index],
        to: corners[index + 1],
        lasting: 1
      )
      // Zero would be the time of the commit, which is the same here.
      move.beginTime = Double(index)
      layer.add(move, forKey: "\(index)")
    }
  }

  // MARK: Members

  /// AG-D-C.x2.
  static let translationMoves = Motion.blueSquare(
    "AG-D-C.x2",
    at: [0, 0.125, 0.25],
    facts: [
      .shows(0.125, "transform.translation.x", 8.024, within: 0.01),
      .shows(0.25, "transform.translation.x", 10), .center(0.25, 100, 100),
    ],
    events: [.init(0) { $0["it"].setValue(10.0, forKeyPath: "transform.translation.x") }]
  )

  /// AG-D-TC.3-5: the other members stay.
  static let membersMove = Motion.blueSquare(
    "AG-D-TC.3-5",
    at: [0.5, 1, 1.5],
    facts: [
      .center(1, 60, 100), .shows(1, "bounds.size", 60, 100), .shows(1, "bounds.origin", 0, 0),
      .shows(1, "shadowOffset", 0, 10), .shows(2, "shadowOffset", 0, -3),
    ]
  ) { layer in
    layer.shadowOpacity = 1
    for (keyPath, from, to) in [
      ("position.x", 20.0, 100.0), ("bounds.size.width", 20, 100), ("shadowOffset.height", 0, 20),
    ] {
      layer.add(CABasicAnimation.of(keyPath, from: from, to: to, lasting: 2), forKey: keyPath)
    }
  }

  /// AG-D-F2.3: by themselves.
  static let borderChanges = Motion.blueSquare(
    "AG-D-F2.3",
    at: [0, 0.125, 0.25],
    facts: [
      .color(0.125, 0, 205, 50), .shows(0.125, "borderWidth", 16.05, within: 0.01),
      .shows(0.125, "borderColor", 205, 0, 0, within: 1), .shows(0.25, "borderWidth", 20),
      .pixel(0.25, 60, 100, Tone.red), .pixel(0.25, 100, 100, Tone.green),
    ],
    events: [
      .init(0) { stage in
        let layer = stage["it"]
        (layer.backgroundColor, layer.borderColor, layer.borderWidth) = (green, red, 20)
      }
    ]
  )
}
