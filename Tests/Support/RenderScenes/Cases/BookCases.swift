// Zarra and Long, chapters 1, 2, 5, 10 and 12.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let bookCases: [Case] = [
    Case("ZL-D-1.1", [dashboard]),
    Case("ZL-D-1.2", [sprite]),
    Case("ZL-D-1.3", [thousandSprites]),
    Case("ZL-D-1.4", [blockedThread]),
    Case("ZL-D-1.5", .pictures, hosts),
    Case("ZL-D-1.6", .pictures, [everyClass("ZL-D-1.6")]),
    Case("ZL-D-1.7", [tiltedShip]),
    Case("ZL-D-1.8", .pictures, [attributedStringWins]),
    Case("ZL-D-1.9", .pictures, [scrolledPicture]),
    Case("ZL-D-2.1", [redToGreen("ZL-D-2.1", isYUp: true)]),
    Case("ZL-D-2.2", [redToGreen("ZL-D-2.2", isYUp: false)]),
    Case("ZL-D-2.3", .pictures, [centered]),
    Case("ZL-D-2.4", .pictures, [partsOfGrid], [shrinkingWindow]),
    Case("ZL-D-2.5", .pictures, [simpleMask(1), simpleMask(0.5)]),
    Case(
      "ZL-D-2.6",
      .picturesBut(.test("CAAnimationTests.endlessAnimationsGoOn")),
      [activityPanel]
    ),
    Case("ZL-D-2.7", [slideshow]),
    Case("ZL-D-2.8", .pictures, [hiddenLayer], [hiddenAndFaded]),
    Case("ZL-D-2.9", [swappedDepths]),
    Case("ZL-D-2.10", .pictures, [roundedContents]),
    Case("ZL-D-2.11", .pictures, [invertedMask]),
    Case("ZL-D-2.12", [sunburst]),
    Case("ZL-D-2.13", [sweep, filterSweep]),
    Case("ZL-D-2.14", .test("KeyValueCodingTests.anyKeyIsKept")),
    Case("ZL-D-2.15", .pictures, stylesTogether, [shadowTurnsRed]),
    Case("ZL-D-5.2", .pictures, poses("ZL-D-5.2", scales), [scaledWork]),
    Case("ZL-D-5.3", .pictures, poses("ZL-D-5.3", turns), [turnedWork]),
    Case("ZL-D-5.4", .pictures, poses("ZL-D-5.4", spaceTurns), [flippedWork]),
    Case("ZL-D-5.5", .pictures, [cornerAnchor], [scaledAtCorner, turnedAtCorner]),
    Case("ZL-D-5.7", .pictures, [lastTransform], [lastTransformWins]),
    Case("ZL-D-5.8", .pictures, [combined, concatenations], [turnedAndScaled]),
    Case("ZL-D-5.9", .pictures, [boundsInPlaceOfScale], [turnedAndShrunk]),
    Case("ZL-D-10.5", .pictures, [reflection]),
    Case("ZL-D-12.1", .test("OverlayTests.blendedLayersAreRed")),
    Case("ZL-D-12.3", .test("TiledLayerTests.levelsOfDetail")),
    Case("ZL-D-12.5", .test("TilePacingTests.tilesComeOneByOne")),
    Case("ZL-D-12.6", .test("InventoryTests.locksKeepCountsRight")),
    Case("ZL-D-12.8", .test("CaseTests.threadsDrawTheirOwnLayers")),
    Case("ZL-D-12.10", .pictures, costs),
    Case("ZL-D-12.11", .test("LayerDrawingTests.aPartKeepsTheRest")),
  ]

  /// 320 x 240: red grows to the right, green downwards.
  private static func photo() -> CGImage? {
    bitmap(320, 240) { x, y in [UInt8(255 * x / 319), UInt8(255 * y / 239), 128, 255] }
  }

  private static let hosts = ["yUp", "flipped", "yDown"].map { host in
    Scene.page(
      "ZL-D-1.5-\(host)",
      120,
      80,
      isYUp: host != "yDown",
      probes: [
        Probe(11, host == "yUp" ? 31 : 11, [25, 140, 179]),
        Probe(49, host == "yUp" ? 69 : 49, [25, 140, 179]),
        Probe(30, host == "yUp" ? 29 : 51, Tone.white), Probe(9, 30, Tone.white),
      ]
    ) { root in
      root.isGeometryFlipped = host == "flipped"
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
      layer.position = CGPoint(x: 30, y: 30)
      layer.backgroundColor = sea
      root.addSublayer(layer)
    }
  }

  private static let centered = Scene.page(
    "ZL-D-2.3",
    101,
    76,
    probes: [
      Probe(30, 37, [25, 140, 179]), Probe(70, 38, [25, 140, 179]), Probe(29, 37, Tone.white),
      Probe(71, 38, Tone.white),
    ]
  ) { root in
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 41, height: 40)
    layer.position = CGPoint(x: root.bounds.width / 2, y: root.bounds.height / 2)
    layer.backgroundColor = sea
    root.addSublayer(layer)
  }

  /// 4 x 4 cells; rows count from below, as the host's y does.
  private static func grid() -> CGImage? {
    bitmap(400, 400) { x, y in
      [UInt8(64 * (x / 100) + 32), UInt8(64 * ((399 - y) / 100) + 32), 128, 255]
    }
  }

  /// Layers of 100 in place of 400.
  private static let partsOfGrid = Scene.page(
    "ZL-D-2.4",
    330,
    110,
    isYUp: true,
    probes: [
      Probe(10, 100, [96, 32, 128]), Probe(100, 10, [96, 224, 128]),
      Probe(130, 100, [96, 32, 128]),
      Probe(200, 100, [160, 32, 128]), Probe(200, 10, [160, 224, 128]),
      Probe(230, 10, [96, 96, 128]),
      Probe(320, 100, [96, 96, 128]),
    ]
  ) { root in
    let parts = [
      CGRect(x: 0.25, y: 0, width: 0.25, height: 1), CGRect(x: 0.25, y: 0, width: 0.5, height: 1),
      CGRect(x: 0.25, y: 0.25, width: 0.25, height: 0.25),
    ]
    for (index, part) in parts.enumerated() {
      let layer = panel(5 + CGFloat(index) * 110, 5, 100, 100, in: root)
      layer.contents = grid()
      layer.contentsRect = part
    }
  }

  /// A third of the window's size.
  private static func simpleMask(_ opacity: Float) -> Scene {
    let inside: SIMD3<Int> = opacity == 1 ? [127, 127, 128] : [191, 191, 191]
    return Scene.page(
      "ZL-D-2.5-\(opacity)",
      200,
      166,
      probes: [
        Probe(100, 83, inside, within: 3), Probe(48, 83, Tone.white), Probe(152, 83, Tone.white),
        Probe(100, 31, Tone.white), Probe(100, 135, Tone.white),
      ]
    ) { root in
      let layer = panel(0, 0, 200, 166, in: root)
      layer.contents = photo()
      layer.mask = stencil(50, 33, 100, 100)
      layer.mask?.opacity = opacity
    }
  }

  private static let activityPanel = Scene.page(
    "ZL-D-2.6",
    120,
    100,
    probes: [
      Probe(11, 11, Tone.white), Probe(60, 11, Tone.black), Probe(60, 50, [249, 192, 51]),
      Probe(20, 50, [25, 140, 179]),
    ]
  ) { root in
    let container = panel(10, 10, 100, 80, sea, in: root)
    container.cornerRadius = 10
    container.borderWidth = 2
    let glyph = panel(35, 25, 30, 30, in: container)
    glyph.contents = disc(30, sun)
    glyph.transform = turn(33)
  }

  private static let hiddenLayer = Scene.page(
    "ZL-D-2.8",
    100,
    50,
    probes: [Probe(25, 25, Tone.white), Probe(75, 25, Tone.white)]
  ) { root in
    panel(10, 10, 30, 30, sea, in: root).isHidden = true
    panel(60, 10, 30, 30, sea, in: root).opacity = 0
  }

  private static let roundedContents = Scene.page(
    "ZL-D-2.10",
    230,
    120,
    probes: [
      Probe(12, 12, [6, 6, 128], within: 6), Probe(122, 12, Tone.white),
      Probe(170, 60, [127, 127, 128], within: 4),
      Probe(218, 108, Tone.white),
    ]
  ) { root in
    for index in 0..<2 {
      let layer = panel(10 + CGFloat(index) * 110, 10, 100, 100, in: root)
      layer.contents = photo()
      layer.cornerRadius = 20
      layer.masksToBounds = index == 1
    }
  }

  /// A third of the size of the text's.
  private static let invertedMask = Scene.page(
    "ZL-D-2.11",
    160,
    120,
    probes: [
      Probe(80, 60, Tone.white), Probe(50, 60, Tone.white),
      Probe(40, 60, [64, 127, 128], within: 4),
      Probe(5, 5, [8, 12, 128], within: 4),
    ]
  ) { root in
    let layer = panel(0, 0, 160, 120, in: root)
    layer.contents = photo()
    let shape = stencil(0, 0, 160, 120, nil)
    Painter { layer, context in
      context.addRect(layer.bounds)
      context.addEllipse(in: CGRect(x: 47, y: 27, width: 66, height: 66))
      context.fillPath(using: .evenOdd)
    }.own(shape)
    layer.mask = shape
    shape.setNeedsDisplay()
  }

  private static let stylesTogether = [false, true].map { isYUp in
    // The shadow is displaced by 3: upwards in a host of y down, downwards in one of y up.
    let (near, far) = isYUp ? (124.0, 15.0) : (15, 124)
    return Scene.page(
      isYUp ? "ZL-D-2.15-yUp" : "ZL-D-2.15",
      140,
      140,
      isYUp: isYUp,
      probes: [
        Probe(70, 70, [128, 128, 128]), Probe(70, 22, Tone.red), Probe(22, 70, Tone.red),
        Probe(21, isYUp ? 118 : 21, [166, 166, 166], within: 60),
        Probe(70, near, [166, 166, 166], within: 30),
        Probe(70, far, [242, 242, 242], within: 16),
      ]
    ) { root in
      let layer = panel(20, 20, 100, 100, rgba(0.5, 0.5, 0.5), in: root)
      layer.cornerRadius = 20
      layer.borderWidth = 5
      layer.borderColor = red
      layer.shadowOpacity = 1
      layer.shadowRadius = 5
    }
  }

  // MARK: Poses of chapter 5

  private struct Pose: Sendable {
    var name: String
    var transform: CATransform3D
    var probes: [Probe]
  }

  private static let outlineGreen: SIMD3<Int> = [0, 255, 0]
  private static let workGray: SIMD3<Int> = [128, 128, 128]

  /// The gray layer of (120, 90, 240, 180) in a black host of 480 x 360, at a time of its
  /// animation.
  private static func poses(_ name: String, _ poses: [Pose]) -> [Scene] {
    poses.map { pose in
      Scene(
        name: "\(name)-\(pose.name)",
        width: 480,
        height: 360,
        isYUp: true,
        probes: pose.probes
      ) { root in
        root.backgroundColor = black
        workLayer(in: root).transform = pose.transform
      }
    }
  }

  private static func workLayer(in root: CALayer) -> CALayer {
    let layer = panel(120, 90, 240, 180, rgba(0.5, 0.5, 0.5), in: root)
    layer.cornerRadius = 5
    layer.borderWidth = 2
    layer.borderColor = green
    return layer
  }

  private static let scales = [
    Pose(
      name: "half",
      transform: CATransform3DMakeScale(0.75, 0.75, 1),
      probes: [
        Probe(240, 180, workGray), Probe(151, 180, outlineGreen, within: 130),
        Probe(148, 180, Tone.black),
        Probe(240, 110, Tone.black), Probe(326, 180, workGray),
      ]
    ),
    Pose(
      name: "end",
      transform: CATransform3DMakeScale(0.5, 0.5, 1),
      probes: [
        Probe(180.5, 180, outlineGreen), Probe(182, 180, workGray), Probe(179, 180, Tone.black),
        Probe(299.5, 180, outlineGreen), Probe(240, 135.5, outlineGreen),
        Probe(240, 134, Tone.black),
      ]
    ),
  ]

  private static let turns = [
    Pose(
      name: "half",
      transform: CATransform3DMakeRotation(1.57 / 2, 0, 0, 1),
      probes: [
        // The corner (120, 90) from the middle goes to (21.3, 148.5), up.
        Probe(240 + 20.8, 180 - 145, workGray, within: 130),
        Probe(240 + 21.5, 180 - 151, Tone.black),
        Probe(240, 180, workGray), Probe(130, 90, Tone.black),
      ]
    ),
    Pose(
      name: "end",
      transform: CATransform3DMakeRotation(1.57, 0, 0, 1),
      probes: [
        Probe(240, 62, workGray, within: 200), Probe(240, 58, Tone.black),
        Probe(152, 180, workGray, within: 200),
        Probe(148, 180, Tone.black), Probe(240, 66, workGray),
      ]
    ),
  ]

  private static let spaceTurns = [
    Pose(
      name: "half",
      transform: CATransform3DMakeRotation(1.57 / 2, 1, 1, 0),
      probes: [
        Probe(240 + 112, 180 - 90, workGray, within: 130), Probe(240 + 118, 180 - 97, Tone.black),
        Probe(240 + 86, 180 + 56, workGray, within: 130), Probe(240 + 92, 180 + 62, Tone.black),
        Probe(240, 180, workGray),
      ]
    ),
    Pose(
      name: "end",
      transform: CATransform3DMakeRotation(1.57, 1, 1, 0),
      probes: [
        Probe(240, 150, Tone.black), Probe(240, 210, Tone.black), Probe(130, 180, Tone.black),
        Probe(250, 180, Tone.black),
      ]
    ),
  ]

  private static let cornerAnchor = Scene(
    name: "ZL-D-5.5",
    width: 480,
    height: 360,
    isYUp: true,
    probes: [
      // The lower left corner stays.
      Probe(125, 265, workGray), Probe(235, 185, workGray), Probe(245, 265, Tone.black),
      Probe(180, 175, Tone.black), Probe(180, 269.5, outlineGreen), Probe(119, 265, Tone.black),
    ]
  ) { root in
    root.backgroundColor = black
    let layer = CALayer()
    layer.anchorPoint = .zero
    layer.frame = CGRect(x: 120, y: 90, width: 240, height: 180)
    layer.backgroundColor = rgba(0.5, 0.5, 0.5)
    layer.cornerRadius = 5
    layer.borderWidth = 2
    layer.borderColor = green
    layer.transform = CATransform3DMakeScale(0.5, 0.5, 1)
    root.addSublayer(layer)
  }

  /// The small gray layer, moved to (450, 330); only the corner around it is drawn.
  private static func small(
    _ name: String,
    probes: [Probe],
    build: @escaping @Sendable (CALayer) -> Void
  ) -> Scene {
    Scene(name: name, width: 60, height: 60, isYUp: true, probes: probes) { root in
      root.bounds.origin = CGPoint(x: 420, y: 300)
      root.backgroundColor = black
      let layer = panel(5, 5, 100, 100, rgba(0.5, 0.5, 0.5), in: root)
      layer.cornerRadius = 5
      layer.borderWidth = 2
      layer.borderColor = green
      layer.position = CGPoint(x: 450, y: 330)
      build(layer)
    }
  }

  /// The second assignment counts, the first is lost.
  private static let lastTransform = small(
    "ZL-D-5.7",
    probes: [
      Probe(30, 30, workGray), Probe(26, 30, workGray), Probe(24, 30, Tone.black),
      Probe(36, 30, Tone.black),
    ]
  ) {
    $0.transform = CATransform3DMakeRotation(1.57, 0, 0, 1)
    $0.transform = CATransform3DMakeScale(0.1, 0.1, 1)
  }

  private static let combined = small(
    "ZL-D-5.8",
    probes: [
      Probe(30, 30, workGray), Probe(26, 30, workGray), Probe(24, 30, Tone.black),
      Probe(30, 36, Tone.black),
    ]
  ) {
    $0.transform = CATransform3DConcat(
      CATransform3DMakeRotation(1.57, 0, 0, 1),
      CATransform3DMakeScale(0.1, 0.1, 1)
    )
  }

  /// 10 wide and 50 high; 50 wide and 10 high.
  private static let concatenations = Scene(
    name: "ZL-D-5.8b",
    width: 130,
    height: 60,
    probes: [
      Probe(30, 10, workGray, within: 130), Probe(22, 30, Tone.black), Probe(90, 22, Tone.black),
      Probe(70, 30, workGray, within: 130), Probe(110, 30, workGray, within: 130),
      Probe(30, 50, workGray, within: 130),
    ]
  ) { root in
    root.backgroundColor = black
    let (rotation, scale) = (
      CATransform3DMakeRotation(1.57, 0, 0, 1), CATransform3DMakeScale(0.1, 0.5, 1)
    )
    for (x, transform) in [
      (30.0, CATransform3DConcat(rotation, scale)), (90, CATransform3DConcat(scale, rotation)),
    ] {
      let layer = panel(x - 50, -20, 100, 100, rgba(0.5, 0.5, 0.5), in: root)
      layer.transform = transform
    }
  }

  private static let boundsInPlaceOfScale = small(
    "ZL-D-5.9",
    probes: [
      Probe(30, 30, workGray), Probe(26, 30, outlineGreen), Probe(30, 26, outlineGreen),
      Probe(25.5, 25.5, Tone.black, within: 8), Probe(24, 30, Tone.black),
    ]
  ) {
    $0.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    $0.transform = CATransform3DMakeRotation(1.57, 0, 0, 1)
  }

  // MARK: Chapter 10, with drawings for shapes and gradients

  private static let reflection = Scene(
    name: "ZL-D-10.5",
    width: 320,
    height: 480,
    probes: [(250.0, 0.949), (300, 0.628), (362, 0.231)].map { y, alpha in
      let green = (482 - y - 0.5) / 240 * 255
      return Probe(
        160,
        y,
        [Int(128.5 * alpha), Int(green * alpha), Int(128 * alpha)],
        within: 3
      )
    } + [
      Probe(160, 120, [127, 128, 128], within: 3), Probe(160, 240.5, Tone.black),
      Probe(160, 241.5, Tone.black),
      Probe(160, 400, Tone.black), Probe(319, 260, Tone.black),
    ]
  ) { root in
    root.backgroundColor = black
    let top = panel(0, 0, 320, 240, in: root)
    top.contents = photo()
    let copy = panel(-2, 242, 320, 240, in: root)
    copy.contents = photo()
    copy.transform = CATransform3DMakeRotation(.pi, 1, 0, 0)
    let fade = CAGradientLayer()
    fade.frame = copy.bounds
    fade.colors = [rgba(0, 0, 0, 0), black]
    fade.startPoint = CGPoint(x: 0.5, y: 0.35)
    fade.endPoint = CGPoint(x: 0.5, y: 1)
    copy.mask = fade
  }

  // MARK: Chapter 12

  private static let costs = ["transforms", "opacities", "shadows"].map { kind in
    Scene.page(
      "ZL-D-12.10-\(kind)",
      160,
      120,
      probes: costProbes[kind] ?? [],
      exceptions: [
        .flatAreas: Reason(
          tolerance: kind == "opacities" ? 1 : 0,
          because: "half a pixel of a tenth of a colour changes many levels not at all"
        )
      ]
    ) { root in
      switch kind {
      case "transforms":
        var parent = root
        for index in 0..<20 {
          let layer = panel(2, 2, 156 - CGFloat(index) * 5, 116 - CGFloat(index) * 5, in: parent)
          layer.backgroundColor = index % 2 == 0 ? sea : sun
          layer.transform = CATransform3DConcat(turn(2), CATransform3DMakeScale(0.98, 0.98, 1))
          parent = layer
        }
      case "opacities":
        for index in 0..<50 {
          let layer = panel(10 + CGFloat(index), 10 + CGFloat(index) / 2, 80, 60, sea, in: root)
          layer.opacity = 0.1
          layer.borderWidth = 2
        }
      default:
        for index in 0..<10 {
          let layer = panel(10 + CGFloat(index) * 9, 10 + CGFloat(index) * 6, 40, 30, in: root)
          layer.backgroundColor = index % 2 == 0 ? sea : sun
          layer.shadowOpacity = 0.6
          layer.shadowRadius = 4
        }
      }
    }
  }

  private static let costProbes: [String: [Probe]] = [
    "transforms": [Probe(80, 60, [249, 192, 51])],
    // 1 - 0.9^50 of the colour, over white.
    "opacities": [Probe(75, 50, [26, 141, 179], within: 12)],
    "shadows": [Probe(110, 80, [249, 192, 51]), Probe(12, 14, [25, 140, 179], within: 8)],
  ]
}
