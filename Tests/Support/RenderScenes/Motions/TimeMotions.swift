// Motions about time: repeating, offsets, speeds of layers, scrubbing.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let timeMotions: [Case] = [
    Case("LW-D-9.1", [threeAndAHalfTurns]),
    Case("LW-D-9.2", [door("LW-D-9.2") { $0.repeatDuration = .infinity }]),
    Case("LW-D-9.2a", [door("LW-D-9.2a") { $0.repeatCount = .infinity }]),
    Case("LW-D-9.3", slides),
    Case("LW-D-9.3a", [fillModes]),
    Case("LW-D-9.3b", [childOfAGroup]),
    Case("LW-D-9.3c", .test("AnimationCaseTests.timesOfLayers")),
    Case("LW-D-9.3d", [fastWindow]),
    Case("LW-D-9.3e", .test("CAAnimationTests.attachedAnimationsAreImmutable")),
    Case("LW-D-9.4", [doorByHand]),
  ]

  private static let threeAndAHalfTurns = Motion.ship(
    "LW-D-9.1",
    side: 128,
    x: 150,
    showsCurve: false,
    at: [0.5, 3, 6.9],
    facts: [
      .turned(0.5, degrees: 90), .turned(2.5, degrees: 90), .turned(4.5, degrees: 90),
      .turned(6.5, degrees: 90), .turned(6.9, degrees: 162), .turned(7, degrees: 0),
      .keys(6.9, ["rotateAnimation"]), .keys(7, []),
    ]
  ) { layer in
    let turn = CABasicAnimation.of("transform.rotation", by: 2 * Double.pi, lasting: 2)
    turn.repeatCount = 3.5
    layer.add(turn, forKey: "rotateAnimation")
  }

  // MARK: A door

  private static let wood = rgba(0.6, 0.4, 0.2)

  /// A door with its hinge at x = 86, seen from 500 points away.
  private static func hangDoor(in root: CALayer) -> CALayer {
    root.sublayerTransform = perspective(500)
    let layer = CALayer()
    layer.name = "it"
    layer.bounds = CGRect(x: 0, y: 0, width: 128, height: 256)
    layer.position = CGPoint(x: 86, y: 150)
    layer.anchorPoint = CGPoint(x: 0, y: 0.5)
    layer.backgroundColor = wood
    panel(104, 120, 12, 16, sun, in: layer)
    root.addSublayer(layer)
    return layer
  }

  /// Where the free edge is, in x, of the door at half the height: wood on its left, none on its
  /// right.
  private static func edge(_ time: Double, _ x: Double, degrees: Double) -> [Motion.Fact] {
    [
      .shows(time, "transform.rotation.y", degrees * .pi / 180, within: 1e-3),
      .pixel(time, x - 4, 100, [153, 102, 51]), .pixel(time, x + 4, 100, gray),
      .pixel(time, 82, 100, gray),
    ]
  }

  private static func door(
    _ name: String,
    repeats: @escaping @Sendable (CABasicAnimation) -> Void
  ) -> Motion {
    let there = [
      (0, 214.0, 0.0), (0.5, 210.2, -22.5), (1, 182.4, -45), (1.5, 130.3, -67.5),
    ]
    let facts =
      there.flatMap { edge($0, $1, degrees: $2) }
      + [(2.5, 130.3, -67.5), (3, 182.4, -45), (4, 214, 0), (401, 182.4, -45)].flatMap {
        edge($0, $1, degrees: $2)
      } + [
        // Its back, on the left of the hinge; it is higher than at rest, for it comes nearer.
        .pixel(2, 68, 200, [153, 102, 51]), .pixel(2, 60, 150, gray),
        .pixel(2, 68, 0, [153, 102, 51]),
        .pixel(0, 100, 10, gray),
      ]
    return Motion.container(name, at: [0.5, 1, 2], facts: facts) { root in
      let open = CABasicAnimation.of("transform.rotation.y", to: -Double.pi / 2, lasting: 2)
      open.autoreverses = true
      repeats(open)
      hangDoor(in: root).add(open, forKey: nil)
    }
  }

  /// The offset of the layer's clock is what moves it.
  private static let doorByHand = Motion.container(
    "LW-D-9.4",
    at: [9, 10, 11],
    facts: edge(1, 214, degrees: 0) + edge(9, 214, degrees: 0) + edge(10, 182.4, degrees: -45) + [
      .shows(11, "transform.rotation.y", -0.999 * .pi / 2, within: 1e-3),
      .pixel(11, 68, 200, [153, 102, 51]),
    ] + edge(12, 214, degrees: 0),
    events: [(10, 0.5), (11, 0.999), (12, 0)].map { time, offset in
      .init(time) { stage in change { stage["it"].timeOffset = offset } }
    }
  ) { root in
    let layer = hangDoor(in: root)
    layer.speed = 0
    layer.add(
      CABasicAnimation.of("transform.rotation.y", to: -Double.pi / 2, lasting: 1),
      forKey: nil
    )
  }

  // MARK: Speed and offset

  private static let slides: [Motion] = [
    slide("1-0", 1, 0, [.center(0.25, 67.97, 107.81), .center(0.75, 232.03, 192.19)], end: 1),
    slide("2-0", 2, 0, [.center(0.125, 67.97, 107.81), .center(0.25, 150, 150)], end: 0.5),
    slide("0.5-0", 0.5, 0, [.center(0.5, 67.97, 107.81), .center(1.5, 232.03, 192.19)], end: 2),
    slide(
      "1-0.5",
      1,
      0.5,
      [
        .center(0, 150, 150), .center(0.25, 232.03, 192.19), .center(0.49999, 300, 150),
        .center(0.5, 0, 150), .center(0.75, 67.97, 107.81), .center(0.99999, 150, 150),
      ],
      end: 1
    ),
    slide(
      "2-0.5",
      2,
      0.5,
      [
        .center(0, 150, 150), .center(0.125, 232.03, 192.19), .center(0.249999, 300, 150),
        .center(0.25, 0, 150), .center(0.375, 67.97, 107.81),
      ],
      end: 0.5
    ),
    slide(
      "0-0.25",
      0,
      0.25,
      [.center(0, 67.97, 107.81), .center(0.5, 67.97, 107.81), .center(100, 67.97, 107.81)],
      end: nil
    ),
  ]

  private static func slide(
    _ name: String,
    _ speed: Float,
    _ offset: Double,
    _ facts: [Motion.Fact],
    end: Double?
  ) -> Motion {
    let after: [Motion.Fact] =
      end.map { [.center($0, 0, 150), .turned($0, degrees: 0), .keys($0 + 1, ["slide"])] } ?? []
    let end = end ?? 1
    return Motion.ship(
      "LW-D-9.3-\(name)",
      at: [end * 0.125, end * 0.625, end],
      facts: facts + after
    ) { layer in
      let slide = CAKeyframeAnimation.along(waveCurve(), lasting: 1)
      slide.rotationMode = .rotateAuto
      (slide.speed, slide.timeOffset) = (speed, offset)
      slide.isRemovedOnCompletion = false
      layer.add(slide, forKey: "slide")
    }
  }

  // MARK: Before and after

  /// From the left: removed, backwards, forwards, both.
  private static let fillModes = Motion(
    "LW-D-9.3a",
    400,
    100,
    scale: 0.25,
    at: [0.5, 1.5, 2.5],
    facts: [
      (CAMediaTimingFillMode.removed, 1.0, 1.0), (.backwards, 0.2, 1), (.forwards, 1, 0.6),
      (.both, 0.2, 0.6),
    ].enumerated().flatMap { index, run -> [Motion.Fact] in
      let x = Double(index) * 100 + 50
      func gray(_ opacity: Double) -> SIMD3<Int> {
        SIMD3(repeating: Int((255 - 255 * opacity).rounded()))
      }
      return [
        .shows(0.5, "opacity", run.1, of: run.0.rawValue, within: 1e-6),
        .shows(1.5, "opacity", 0.4, of: run.0.rawValue, within: 1e-6),
        .shows(2.5, "opacity", run.2, of: run.0.rawValue, within: 1e-6),
        .pixel(0.5, x, 50, gray(run.1)), .pixel(1.5, x, 50, gray(0.4)),
        .pixel(2.5, x, 50, gray(run.2)),
      ]
    }
  ) { stage in
    stage.root.backgroundColor = white
    let modes: [CAMediaTimingFillMode] = [.removed, .backwards, .forwards, .both]
    for (index, mode) in modes.enumerated() {
      let frame = CGRect(x: index * 100, y: 0, width: 100, height: 100)
      let layer = named(mode.rawValue, frame, black, in: stage.root)
      let fade = CABasicAnimation.of("opacity", from: 0.2, to: 0.6, lasting: 1)
      (fade.beginTime, fade.fillMode, fade.isRemovedOnCompletion) = (1, mode, false)
      layer.add(fade, forKey: nil)
    }
  }

  /// In a superlayer of half the speed above, of full speed below.
  private static let childOfAGroup = Motion(
    "LW-D-9.3b",
    100,
    100,
    scale: 1,
    at: [0.5, 1, 1.6],
    facts: [
      .shows(0.4, "opacity", 1, of: "slow"), .shows(1, "opacity", 0.5, of: "slow", within: 1e-6),
      .shows(1.4, "opacity", 0.1, of: "slow", within: 1e-6), .shows(1.6, "opacity", 1, of: "slow"),
      .shows(0.2, "opacity", 1, of: "fast"), .shows(0.5, "opacity", 0.5, of: "fast", within: 1e-6),
      .shows(0.7, "opacity", 0.1, of: "fast", within: 1e-6), .shows(0.8, "opacity", 1, of: "fast"),
      .pixel(0.5, 50, 25, Tone.black), .pixel(0.5, 50, 75, [128, 128, 128]),
      .pixel(1, 50, 25, [128, 128, 128]), .pixel(1, 50, 75, Tone.black),
    ]
  ) { stage in
    stage.root.backgroundColor = white
    for (index, name) in ["slow", "fast"].enumerated() {
      let clock = panel(0, CGFloat(index) * 50, 100, 50, in: stage.root)
      clock.speed = index == 0 ? 0.5 : 1
      let layer = named(name, CGRect(x: 10, y: 5, width: 80, height: 40), black, in: clock)
      let fade = CABasicAnimation.of("opacity", from: 1, to: 0, lasting: 1)
      fade.beginTime = 0.5
      let group = CAAnimationGroup()
      (group.animations, group.duration, group.speed) = ([fade], 2, 2)
      layer.add(group, forKey: nil)
    }
  }

  /// Two windows, one of them a hundred times as fast.
  private static let fastWindow = Motion(
    "LW-D-9.3d",
    120,
    60,
    scale: 1,
    at: [0.00125, 0.0025, 0.125],
    facts: [
      .color(0.00125, 205, 102, 50, of: "fast"), .color(0.0025, 255, 128, 0, of: "fast"),
      .color(0.125, 205, 102, 50, of: "usual"), .color(0.25, 255, 128, 0, of: "usual"),
      .pixel(0.0025, 20, 20, [255, 128, 0]),
    ],
    events: [
      .init(0) { stage in
        for name in ["fast", "usual"] { stage[name].backgroundColor = orange }
      }
    ]
  ) { stage in
    for (index, name) in ["fast", "usual"].enumerated() {
      let window = panel(CGFloat(index) * 60, 0, 60, 60, white, in: stage.root)
      window.speed = index == 0 ? 100 : 1
      named(name, CGRect(x: 10, y: 10, width: 40, height: 40), blue, in: window)
    }
  }
}
