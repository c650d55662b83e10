// The book's motions of chapters 1, 2, 5, 11 and 13.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let bookMotions: [Case] = [
    Case("ZL-D-11.1", [buttonsAndBar]),
    Case("ZL-D-11.2", .test("ColorChangerTests.hits")),
    Case(
      "ZL-D-11.9",
      .picturesBut(.test("ColorChangerTests.releasesDecide")),
      [],
      [barChangesColor]
    ),
    Case("ZL-D-11.13", .test("ColorChangerTests.pressesAreTracked")),
    Case("ZL-D-11.16", .test("ColorChangerTests.keys")),
    Case("ZL-D-11.L", .test("ColorChangerTests.buttonsAsViews")),
    Case("ZL-D-13.1", .picturesBut(.book), [], [star]),
    Case("ZL-D-13.12", .book),
    Case("ZL-D-13.14", .book),
    Case("ZL-D-13.13", .test("EventTests.multiple")),
    Case("ZL-D-13.16", .picturesBut(.book), [], [bouncing]),
    Case("ZL-D-13.30", .book),
  ]

  // MARK: Chapter 1

  /// ZL-D-1.1: six layers fly out and back with the layer that they are in.
  static let dashboard = Motion(
    "ZL-D-1.1",
    360,
    240,
    scale: 0.3,
    isYUp: true,
    at: [0.25, 0.5, 1.5],
    facts: [
      .shows(0.5, "transform.scale.x", 2), .shows(0.5, "opacity", 0.5),
      .shows(0.25, "transform.scale.y", 1.5), .shows(1, "opacity", 0),
      .pixel(1, 180, 60, Tone.white), .shows(1.5, "transform.scale.x", 2),
      .shows(2, "transform.scale.x", 1), .shows(2, "opacity", 1), .pixel(2, 180, 60, Tone.green),
    ],
    events: [
      .init(0) { stage in
        animate(lasting: 1, CAMediaTimingFunction(name: .linear)) {
          stage["it"].transform = CATransform3DMakeScale(3, 3, 3)
          stage["it"].opacity = 0
        }
      },
      .init(1) { stage in
        animate(lasting: 1, CAMediaTimingFunction(name: .linear)) {
          stage["it"].transform = CATransform3DMakeScale(1, 1, 1)
          stage["it"].opacity = 1
        }
      },
    ]
  ) { stage in
    stage.root.backgroundColor = white
    let main = named("it", stage.root.bounds, in: stage.root)
    for (index, color) in [red, sea, yellow, blue, green, orange].enumerated() {
      panel(CGFloat(index % 3) * 120 + 30, CGFloat(index / 3) * 120 + 30, 60, 60, color, in: main)
    }
  }

  /// ZL-D-1.2: from corner to corner.
  static let sprite = Motion(
    "ZL-D-1.2",
    1440,
    900,
    scale: 0.08,
    isYUp: true,
    at: [0, 0.125, 0.25],
    facts: [
      .center(0, 0, 0), .center(0.25, 1440, 900),
      .shows(0.125, "position", 1155.5, 722.2, within: 0.5),
      .shows(0.0625, "position", 588.2, 367.6, within: 0.5),
      .pixel(0, 15, 885, Tone.red), .pixel(0.25, 1425, 15, Tone.red),
    ],
    events: [.init(0) { $0["it"].position = CGPoint(x: 1440, y: 900) }]
  ) { stage in
    stage.root.backgroundColor = black
    named("it", CGRect(x: -32, y: -32, width: 64, height: 64), red, in: stage.root)
  }

  /// ZL-D-1.3: a thousand sprites, which share four pictures.
  static let thousandSprites = Motion(
    "ZL-D-1.3",
    1280,
    720,
    scale: 0.2,
    at: [0, 0.1, 1.125],
    facts: (0..<1000).flatMap { index -> [Motion.Fact] in
      [1, 2].map { turn in
        let place = spritePlace(index, turn)
        return .center(Double(turn) - 0.01, place.x, place.y, of: "\(index)")
      }
    },
    events: [0, 1].map { turn in
      .init(Double(turn)) { stage in
        for (index, layer) in (stage.root.sublayers ?? []).enumerated() {
          layer.position = spritePlace(index, turn + 1)
        }
      }
    }
  ) { stage in
    stage.root.backgroundColor = black
    let pictures = [red, green, blue, sun].map { disc(16, $0) }
    for index in 0..<1000 {
      let layer = named("\(index)", CGRect(x: 0, y: 0, width: 16, height: 16), in: stage.root)
      layer.position = spritePlace(index, 0)
      layer.contents = pictures[index % 4]
    }
  }

  private static func spritePlace(_ index: Int, _ turn: Int) -> CGPoint {
    CGPoint(x: (index * 37 + turn * 101) % 1280, y: (index * 53 + turn * 67) % 720)
  }

  /// ZL-D-1.4: what is shown while nobody is asked.
  static let blockedThread = Motion(
    "ZL-D-1.4",
    480,
    360,
    scale: 0.25,
    isYUp: true,
    at: [0.5, 1, 1.5],
    facts: [
      .center(0.5, 150, 120), .center(1, 240, 180), .center(1.5, 330, 240),
      .pixel(0.5, 150, 240, Tone.red), .pixel(1.5, 330, 120, Tone.red),
    ]
  ) { stage in
    let layer = named("it", CGRect(x: 10, y: 10, width: 100, height: 100), red, in: stage.root)
    let move = CABasicAnimation.of(
      "position",
      from: CGPoint(x: 60, y: 60),
      to: CGPoint(x: 420, y: 300),
      lasting: 2
    )
    layer.add(move, forKey: nil)
  }

  /// ZL-D-1.7: thirty tilts a second; the ship goes on from where it is seen.
  static let tiltedShip: Motion = {
    let tilts = (0..<15).map { Double($0) / 30 }
    return Motion(
      "ZL-D-1.7",
      320,
      80,
      at: [0.2, 0.4, 0.75],
      facts: [.shows(0, "position.x", 40), .shows(0.75, "position.x", 264)]
        // Never behind what was shown, never beyond what was asked for.
        + tilts.map { .shows($0, "position.x", shipPlace($0), within: 0.5) },
      events: tilts.map { time in
        .init(time) { $0["it"].position.x = 40 + (time * 30 + 1) * 14.93333333333333 }
      }
    ) { stage in
      stage.root.backgroundColor = lightGray
      let layer = named("it", CGRect(x: 8, y: 8, width: 64, height: 64), in: stage.root)
      layer.contents = ship(64)
    }
  }()

  /// Each tilt begins where the ones before have brought the ship.
  private static func shipPlace(_ time: Double) -> Double {
    // A thirtieth of a second is 0.1333 of 0.25 s; the default curve is at share there.
    let share = 0.152424
    var place = 40.0
    for tilt in 0..<Int((time * 30).rounded()) {
      place += (40 + Double(tilt + 1) * 14.93333333333333 - place) * share
    }
    return place
  }

  // MARK: Chapter 2

  /// ZL-D-2.1 and 2.2.
  static func redToGreen(_ name: String, isYUp: Bool) -> Motion {
    Motion(
      name,
      100,
      100,
      isYUp: isYUp,
      at: [1.25, 2.5, 3.75],
      facts: [
        .color(0, 255, 0, 0), .color(1.25, 191, 64, 0), .color(2.5, 128, 128, 0),
        .color(3.75, 64, 191, 0), .color(4.99999, 0, 255, 0), .color(5, 0, 0, 255),
        .pixel(2.5, 50, 50, [128, 128, 0]),
      ]
    ) { stage in
      let layer = named("it", stage.root.bounds, blue, in: stage.root)
      layer.add(
        CABasicAnimation.of("backgroundColor", from: red, to: green, lasting: 5),
        forKey: nil
      )
    }
  }

  /// ZL-D-2.4 d: the window onto the picture shrinks to one cell.
  static let shrinkingWindow = Motion(
    "ZL-D-2.4",
    100,
    100,
    scale: 1,
    isYUp: true,
    at: [0, 1, 1.9],
    facts: [
      .shows(1, "contentsRect", 0.125, 0.125, 0.625, 0.625, within: 1e-9),
      .shows(2, "contentsRect", 0, 0, 1, 1), .pixel(0, 10, 10, [32, 224, 128]),
      // The cell (1, 1) from below is in the middle of the last one.
      .pixel(1.9, 50, 50, [96, 96, 128]),
    ]
  ) { stage in
    let layer = named("it", stage.root.bounds, in: stage.root)
    layer.contents = bitmap(100, 100) { x, y in
      [UInt8(64 * (x / 25) + 32), UInt8(64 * ((99 - y) / 25) + 32), 128, 255]
    }
    let part = CGRect(x: 0.25, y: 0.25, width: 0.25, height: 0.25)
    layer.add(CABasicAnimation.of("contentsRect", to: part, lasting: 2), forKey: nil)
  }

  /// ZL-D-2.7: mixing above, jumping below.
  static let slideshow = Motion(
    "ZL-D-2.7",
    40,
    40,
    scale: 1,
    at: [1, 2, 5],
    facts: [
      .pixel(0, 20, 10, Tone.red), .pixel(1, 20, 10, [128, 128, 0]), .pixel(2, 20, 10, Tone.green),
      .pixel(4, 20, 10, Tone.blue), .pixel(5.99999, 20, 10, Tone.white),
      .pixel(1, 20, 30, Tone.red), .pixel(1.49, 20, 30, Tone.red), .pixel(1.5, 20, 30, Tone.green),
      .pixel(5, 20, 30, Tone.white),
    ]
  ) { stage in
    let pictures: [SIMD4<UInt8>] = [
      [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255],
    ]
    for (index, mode) in [CAAnimationCalculationMode.linear, .discrete].enumerated() {
      let layer = panel(0, CGFloat(index) * 20, 40, 20, in: stage.root)
      let show = CAKeyframeAnimation.of(
        "contents",
        pictures.compactMap { plain(4, 4, $0) },
        lasting: 6
      )
      show.calculationMode = mode
      layer.add(show, forKey: nil)
    }
  }

  /// ZL-D-2.8: gone in one step, with the next frame, and bit by bit.
  static let hiddenAndFaded = Motion(
    "ZL-D-2.8",
    100,
    50,
    scale: 1,
    at: [0, 0.125, 0.25],
    facts: [
      .pixel(0, 25, 25, Tone.white), .pixel(0.125, 25, 25, Tone.white),
      .pixel(0, 75, 25, Tone.blue),
      .shows(0.125, "opacity", 0.1976, of: "faded", within: 0.001),
      .pixel(0.125, 75, 25, [205, 205, 255]), .pixel(0.25, 75, 25, Tone.white),
    ],
    events: [
      .init(0) { stage in
        stage["hidden"].isHidden = true
        stage["faded"].opacity = 0
      }
    ]
  ) { stage in
    stage.root.backgroundColor = white
    named("hidden", CGRect(x: 10, y: 10, width: 30, height: 30), red, in: stage.root)
    named("faded", CGRect(x: 60, y: 10, width: 30, height: 30), blue, in: stage.root)
  }

  /// ZL-D-2.9: one change of the order, at half time.
  static let swappedDepths = Motion(
    "ZL-D-2.9",
    100,
    100,
    scale: 1,
    at: [0.99, 1.01, 1.9],
    facts: [
      .pixel(0, 50, 50, Tone.blue), .pixel(0.99, 50, 50, Tone.blue),
      .pixel(1.01, 50, 50, Tone.red), .pixel(1.9, 50, 50, Tone.red), .pixel(2, 50, 50, Tone.blue),
    ]
  ) { stage in
    let below = panel(10, 10, 60, 60, red, in: stage.root)
    panel(30, 30, 60, 60, blue, in: stage.root).zPosition = 1
    below.add(CABasicAnimation.of("zPosition", from: 0.0, to: 2.0, lasting: 2), forKey: nil)
  }

  /// ZL-D-2.12: no seam where it begins again.
  static let sunburst = Motion(
    "ZL-D-2.12",
    100,
    100,
    scale: 1,
    at: [2.5, 9.99, 13.75],
    facts: [
      .turned(2.5, degrees: 90), .turned(9.99, degrees: -0.36), .turned(10, degrees: 0),
      .turned(10.01, degrees: 0.36), .turned(1_002.5, degrees: 90),
    ]
  ) { stage in
    stage.root.masksToBounds = true
    let layer = named("it", CGRect(x: -25, y: -25, width: 150, height: 150), in: stage.root)
    layer.contents = drawn(150, 150) { context in
      context.setFillColor(sun)
      context.translateBy(x: 75, y: 75)
      for _ in 0..<8 {
        context.rotate(by: .pi / 4)
        context.addLines(between: [.zero, CGPoint(x: 110, y: 17), CGPoint(x: 110, y: -17)])
        context.fillPath()
      }
    }
    let turn = CABasicAnimation.of(
      "transform.rotation.z",
      from: 0.0,
      to: 2 * Double.pi,
      lasting: 10
    )
    turn.repeatCount = .infinity
    layer.add(turn, forKey: nil)
  }

  /// ZL-D-2.13: every property is in the middle after half of the time.
  static let sweep = Motion(
    "ZL-D-2.13",
    120,
    120,
    scale: 1,
    at: [0, 1, 1.9],
    facts: [
      .color(1, 128, 64, 0), .shows(1, "borderColor", 128, 0, 128, within: 1),
      .shows(1, "shadowColor", 0, 128, 128, within: 1), .shows(1, "anchorPoint", 0.25, 0.5),
      .shows(1, "bounds", 0, 0, 60, 45), .shows(1, "position", 55, 65),
      .shows(1, "zPosition", 5), .shows(1, "borderWidth", 6), .shows(1, "cornerRadius", 10),
      .shows(1, "opacity", 0.75), .shows(1, "contentsRect", 0, 0, 0.75, 0.75),
      .shows(1, "transform.rotation.z", 0.25),
    ]
  ) { stage in
    stage.root.backgroundColor = white
    let layer = named("it", CGRect(x: 10, y: 10, width: 40, height: 40), red, in: stage.root)
    layer.contents = sample(40, 40, alpha: 128)
    layer.shadowOpacity = 0.5
    let changes: [(String, Any, Any)] = [
      ("backgroundColor", red, rgba(0, 0.5, 0)), ("borderColor", red, blue),
      ("shadowColor", green, blue),
      ("anchorPoint", CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0, y: 0.5)),
      (
        "bounds", CGRect(x: 0, y: 0, width: 40, height: 40),
        CGRect(x: 0, y: 0, width: 80, height: 50)
      ),
      ("position", CGPoint(x: 30, y: 40), CGPoint(x: 80, y: 90)), ("zPosition", 0.0, 10.0),
      ("borderWidth", 2.0, 10.0), ("cornerRadius", 0.0, 20.0), ("opacity", 1.0, 0.5),
      (
        "contentsRect", CGRect(x: 0, y: 0, width: 1, height: 1),
        CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
      ),
      ("transform", CATransform3DIdentity, CATransform3DMakeRotation(0.5, 0, 0, 1)),
      // Moves nothing.
      (
        "frame", CGRect(x: 0, y: 0, width: 1, height: 1),
        CGRect(x: 100, y: 100, width: 1, height: 1)
      ),
    ]
    for (keyPath, from, to) in changes {
      layer.add(CABasicAnimation.of(keyPath, from: from, to: to, lasting: 2), forKey: keyPath)
    }
  }

  /// ZL-D-2.15: the colour of the shadow.
  static let shadowTurnsRed = Motion(
    "ZL-D-2.15",
    140,
    140,
    at: [0, 1, 2],
    facts: [
      .shows(1, "shadowColor", 128, 0, 0, within: 1),
      .shows(1.5, "shadowColor", 191, 0, 0, within: 1),
      .pixel(1, 70, 70, [128, 128, 128]),
    ]
  ) { stage in
    stage.root.backgroundColor = white
    let layer = named("it", CGRect(x: 20, y: 20, width: 100, height: 100), in: stage.root)
    layer.backgroundColor = rgba(0.5, 0.5, 0.5)
    (layer.cornerRadius, layer.borderWidth, layer.borderColor) = (20, 5, red)
    (layer.shadowOpacity, layer.shadowRadius) = (1, 5)
    let turnRed = CABasicAnimation.of("shadowColor", from: black, to: red, lasting: 2)
    turnRed.fillMode = .forwards
    layer.add(turnRed, forKey: nil)
  }

  // MARK: Chapters 11 and 13

  /// Blue with a fade, then no colour at all.
  private static let barChangesColor = Motion(
    "ZL-D-11.9",
    200,
    60,
    scale: 0.5,
    at: [0.125, 0.25, 1.25],
    facts: [
      .color(0.125, 0, 0, 205), .color(0.25, 0, 0, 255), .pixel(0.25, 100, 30, Tone.blue),
      .pixel(1.25, 100, 30, Tone.black),
    ],
    events: [
      .init(0) { $0["it"].backgroundColor = blue },
      .init(1) { $0["it"].backgroundColor = nil },
    ]
  ) { stage in
    stage.root.backgroundColor = black
    let bar = named("it", CGRect(x: 10, y: 20, width: 180, height: 20), black, in: stage.root)
    (bar.borderWidth, bar.borderColor, bar.cornerRadius) = (1, white, 4)
  }

  /// Three buttons with their titles in the middle, and a bar below.
  private static let buttonsAndBar = Motion(
    "ZL-D-11.1",
    400,
    120,
    at: [0],
    facts: (0..<3).flatMap { index -> [Motion.Fact] in
      [
        .shows(0, "frame", 10 + 140 * Double(index), 10, 100, 24, of: "button \(index)"),
        .shows(0, "position", 50, 12, of: "title \(index)", within: 1),
        .pixel(0, 16 + 140 * Double(index), 22, [25, 140, 179]),
      ]
    } + [.shows(0, "frame", 10, 90, 380, 20, of: "bar"), .pixel(0, 200, 100, Tone.red)]
  ) { stage in
    stage.root.backgroundColor = white
    for index in 0..<3 {
      let frame = CGRect(x: 10 + index * 140, y: 10, width: 100, height: 24)
      let button = named("button \(index)", frame, sea, in: stage.root)
      (button.borderWidth, button.cornerRadius) = (1, 5)
      button.layoutManager = CAConstraintLayoutManager()
      let title = label(["Red", "Green", "Blue"][index], .zero, white, in: button)
      title.name = "title \(index)"
      title.alignmentMode = .center
      title.contentsScale = 0.4
      title.bounds.size = title.preferredFrameSize()
      title.addConstraint(
        CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX)
      )
      title.addConstraint(
        CAConstraint(attribute: .midY, relativeTo: "superlayer", attribute: .midY)
      )
    }
    named("bar", CGRect(x: 10, y: 90, width: 380, height: 20), red, in: stage.root)
  }

  /// A label along the lines of a star.
  private static let star = Motion(
    "ZL-D-13.1",
    320,
    480,
    scale: 0.25,
    at: [1, 3, 7],
    facts: [
      (0.0, 160.0, 100.0), (1, 130, 190), (2, 100, 280), (3, 180, 225), (4, 260, 170),
      (5, 160, 170),
      (6, 60, 170), (7, 140, 225), (8, 220, 280), (9, 190, 190), (10, 160, 100),
    ].map { .center($0, $1, $2) }
  ) { stage in
    stage.root.backgroundColor = black
    let layer = label(
      "Star",
      CGRect(x: 139, y: 89, width: 42, height: 22),
      size: 18,
      white,
      in: stage.root
    )
    layer.name = "it"
    layer.alignmentMode = .center
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 160, y: 100))
    for (x, y) in [(100, 280), (260, 170), (60, 170), (220, 280)] {
      path.addLine(to: CGPoint(x: x, y: y))
    }
    path.closeSubpath()
    layer.add(CAKeyframeAnimation.along(path, lasting: 10), forKey: "position")
  }

  /// Three times there and back, then where the model is.
  private static let bouncing = Motion(
    "ZL-D-13.16",
    100,
    200,
    scale: 0.5,
    at: [0.5, 1.5, 6],
    facts: [
      (0.0, 40.0), (0.5, 90), (1, 140), (2, 40), (3, 140), (4, 40), (5, 140), (5.9999, 40),
      (6, 140),
    ].map { .shows($0, "position", 50, $1, within: 0.2) },
    events: [
      .init(0) { stage in
        let layer = stage["it"]
        let slide = CABasicAnimation.of("position.y", from: 40.0, to: 140.0, lasting: 1)
        (slide.autoreverses, slide.repeatCount, slide.timingFunction) = (true, 3, .easeInEaseOut)
        change { layer.position.y = 140 }
        layer.add(slide, forKey: "Slide Around")
      }
    ]
  ) { stage in
    stage.root.backgroundColor = black
    named("it", CGRect(x: 20, y: 10, width: 60, height: 60), in: stage.root).contents = sample(
      60,
      60
    )
  }
}
