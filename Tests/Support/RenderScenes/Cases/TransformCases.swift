// Lockwood, chapter 5: transforms.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let transformCases: [Case] = [
    Case("LW-D-5.1", .pictures, [quarterTurn]),
    Case("LW-D-5.2", .pictures, chained),
    Case("LW-D-5.3", .pictures, [sheared]),
    Case("LW-D-5.4", .pictures, [squashed]),
    Case("LW-D-5.4a", .pictures, [mirrored]),
    Case("LW-D-5.4b", .pictures, singleSided),
    Case("LW-D-5.5", .pictures, [trapezoid]),
    Case("LW-D-5.5a", .pictures, distances),
    Case("LW-D-5.5b", .pictures, movedTrapezoids),
    Case("LW-D-5.6", .pictures, [sharedPerspective, ownPerspectives]),
    Case("LW-D-5.7", .pictures, [counterTurned]),
    Case("LW-D-5.8", .pictures, [counterTilted]),
    Case("LW-D-5.9", .pictures, [cube("LW-D-5.9", camera: false, probes: front)]),
    Case(
      "LW-D-5.9a",
      .pictures,
      [
        cube("LW-D-5.9a", camera: true, probes: three),
        cube("LW-D-5.9a-singleSided", camera: true, isDoubleSided: false, probes: three),
      ]
    ),
    Case(
      "LW-D-5.10",
      .pictures,
      [lit("LW-D-5.10", light: (0, 1, -0.5), ambient: 0.5, [255, 242, 128])]
    ),
    Case(
      "LW-D-5.10a",
      .pictures,
      [
        lit("LW-D-5.10a-dark", light: (0, 1, -0.5), ambient: 0, [228, 114, 0]),
        lit("LW-D-5.10a-bright", light: (0, 1, -0.5), ambient: 1, [255, 255, 255]),
        lit("LW-D-5.10a-front", light: (0, 0, -1), ambient: 0.5, [128, 255, 128]),
      ]
    ),
    Case("LW-D-5.10b", .book),
    Case("LW-D-5.10c", .book),
  ]

  /// White, its left half cyan, a red block in the top left corner.
  private static func mark(_ layer: CALayer) {
    layer.contents = bitmap(200, 200) { x, y in
      x < 40 && y < 40 ? [255, 0, 0, 255] : x < 100 ? [0, 255, 255, 255] : [255, 255, 255, 255]
    }
  }

  /// The marked view; what is drawn is said in places of the screen.
  private static func marked(
    _ name: String,
    _ frame: CGRect,
    probes: [Probe],
    build: @escaping @Sendable (CALayer) -> Void
  ) -> Scene {
    Scene.view(
      name,
      corner: frame.origin,
      width: Int(frame.width),
      height: Int(frame.height),
      probes: probes
    ) {
      mark($0)
      build($0)
    }
  }

  private static let around = CGRect(x: 10, y: 90, width: 300, height: 300)
  private static let right = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)

  private static let quarterTurn = marked(
    "LW-D-5.1",
    around,
    probes: [
      Probe(160, 105, Tone.red), Probe(160, 130, Tone.red), Probe(260, 240, Tone.white),
      Probe(60, 240, Tone.cyan), Probe(160, 340, Tone.white), Probe(80, 160, gray),
      Probe(160, 97, gray), Probe(22, 240, Tone.cyan), Probe(296, 240, Tone.white),
    ]
  ) { $0.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 4)) }

  private static let chained = [false, true].map { isReversed in
    marked(
      isReversed ? "LW-D-5.2-reversed" : "LW-D-5.2",
      CGRect(x: 100, y: 160, width: 360, height: 220),
      probes: isReversed
        ? [Probe(360, 240, Tone.white), Probe(340, 260, Tone.cyan), Probe(246.6, 290, gray)]
        : [
          Probe(252, 293, Tone.white), Probe(160, 240, gray), Probe(231, 232, Tone.red),
          Probe(181, 306, Tone.cyan), Probe(311, 272, Tone.white), Probe(264, 354, Tone.white),
          Probe(220, 215, gray),
        ]
    ) {
      let identity = CGAffineTransform.identity
      $0.setAffineTransform(
        isReversed
          ? identity.translatedBy(x: 200, y: 0).rotated(by: .pi / 6).scaledBy(x: 0.5, y: 0.5)
          : identity.scaledBy(x: 0.5, y: 0.5).rotated(by: .pi / 6).translatedBy(x: 200, y: 0)
      )
    }
  }

  private static let sheared = marked(
    "LW-D-5.3",
    CGRect(x: -50, y: 130, width: 420, height: 220),
    probes: [
      Probe(165, 142, Tone.red), Probe(355, 142, Tone.white), Probe(155, 142, gray),
      Probe(-35, 337, Tone.cyan), Probe(165, 337, gray), Probe(155, 337, Tone.white),
    ]
  ) { $0.setAffineTransform(CGAffineTransform(a: 1, b: 0, c: -1, d: 1, tx: 0, ty: 0)) }

  private static let squashed = marked(
    "LW-D-5.4",
    CGRect(x: 40, y: 120, width: 240, height: 240),
    probes: [
      Probe(91, 240, Tone.cyan), Probe(87, 240, gray), Probe(228, 240, Tone.white),
      Probe(232, 240, gray), Probe(92, 142, Tone.red), Probe(228, 141, Tone.white),
      Probe(158, 300, Tone.cyan), Probe(162, 300, Tone.white),
    ]
  ) { $0.transform = right }

  private static let mirrored = marked(
    "LW-D-5.4a",
    CGRect(x: 40, y: 120, width: 240, height: 240),
    probes: [
      Probe(258, 142, Tone.red), Probe(222, 142, Tone.red), Probe(218, 142, Tone.cyan),
      Probe(100, 142, Tone.white), Probe(61, 339, Tone.white), Probe(259, 339, Tone.cyan),
    ]
  ) { $0.transform = CATransform3DMakeRotation(.pi, 0, 1, 0) }

  private static let singleSided = [
    singleSided("LW-D-5.4b", .pi, Probe(157, 240, gray), Probe(162, 240, gray)),
    singleSided(
      "LW-D-5.4b-before",
      .pi / 2 - 0.05,
      Probe(157, 240, Tone.cyan),
      Probe(162, 240, Tone.white)
    ),
    singleSided("LW-D-5.4b-after", .pi / 2 + 0.05, Probe(157, 240, gray), Probe(162, 240, gray)),
  ]

  private static func singleSided(_ name: String, _ angle: Double, _ probes: Probe...) -> Scene {
    marked(name, CGRect(x: 140, y: 130, width: 40, height: 220), probes: probes) {
      $0.transform = CATransform3DMakeRotation(angle, 0, 1, 0)
      $0.isDoubleSided = false
    }
  }

  private static func tilted(_ distance: CGFloat) -> CATransform3D {
    CATransform3DRotate(perspective(distance), .pi / 4, 0, 1, 0)
  }

  private static let trapezoid = marked(
    "LW-D-5.5",
    around,
    probes: [
      Probe(158, 240, Tone.cyan), Probe(162, 240, Tone.white), Probe(79, 240, Tone.cyan),
      Probe(76, 240, gray), Probe(80, 130, Tone.red), Probe(220, 240, Tone.white),
      Probe(223, 240, gray), Probe(220, 156, Tone.white), Probe(220, 149, gray),
      Probe(79, 350, Tone.cyan), Probe(79, 358, gray),
    ]
  ) { $0.transform = tilted(500) }

  private static let distances = [
    trapezoid(100, -241.4, 41.4), trapezoid(200, -109.4, 52.2), trapezoid(1000, -76.1, 66.0),
    trapezoid(100_000, -70.7, 70.7),
  ]

  /// Where the left and right edge are, from the middle.
  private static func trapezoid(_ distance: Double, _ left: Double, _ right: Double) -> Scene {
    marked(
      "LW-D-5.5a-\(Int(distance))",
      CGRect(x: -90, y: 140, width: 340, height: 200),
      probes: [
        Probe(160 + left + 2, 240, Tone.cyan), Probe(160 + left - 2, 240, gray),
        Probe(160 + right - 2, 240, Tone.white), Probe(160 + right + 2, 240, gray),
        Probe(158, 240, Tone.cyan), Probe(162, 240, Tone.white),
      ]
    ) { $0.transform = tilted(distance) }
  }

  private static let movedTrapezoids = [
    movedTrapezoid("", -12.5, 114.5), movedTrapezoid("-position", -22.36, 121.95),
  ]

  private static func movedTrapezoid(_ name: String, _ left: Double, _ right: Double) -> Scene {
    marked(
      "LW-D-5.5b\(name)",
      CGRect(x: 120, y: 100, width: 190, height: 280),
      probes: [
        Probe(160 + left + 2, 240, Tone.cyan), Probe(160 + left - 2, 240, gray),
        Probe(160 + right - 2, 240, Tone.white), Probe(160 + right + 2, 240, gray),
      ]
    ) {
      if name.isEmpty {
        let moved = CATransform3DTranslate(perspective(500), 60, 0, 0)
        $0.transform = CATransform3DRotate(moved, .pi / 4, 0, 1, 0)
      } else {
        $0.transform = tilted(500)
        $0.position.x += 60
      }
    }
  }

  /// Two views that turn towards each other.
  private static func pair(_ name: String, isShared: Bool, left: Double, right: Double) -> Scene {
    Scene.screen(
      name,
      300,
      300,
      probes: [
        Probe(150 + left + 2, 150, Tone.white), Probe(150 + left - 2, 150, [242, 242, 242]),
        Probe(150 + right - 2, 150, Tone.white), Probe(150 + right + 2, 150, [242, 242, 242]),
        Probe(150 - left - 3, 150, Tone.white), Probe(150 - left + 2, 150, [242, 242, 242]),
        Probe(150 - right + 2, 150, Tone.white), Probe(150 - right - 3, 150, [242, 242, 242]),
        Probe(1, 1, [242, 242, 242]), Probe(299, 299, [242, 242, 242]),
      ]
    ) { root in
      let container = panel(0, 0, 300, 300, paper, in: root)
      if isShared { container.sublayerTransform = perspective(500) }
      for (x, angle) in [(25.0, Double.pi / 4), (175, -.pi / 4)] {
        let start = isShared ? CATransform3DIdentity : perspective(500)
        panel(x, 100, 100, 100, white, in: container).transform = CATransform3DRotate(
          start,
          angle,
          0,
          1,
          0
        )
      }
    }
  }

  private static let sharedPerspective = pair(
    "LW-D-5.6",
    isShared: true,
    left: -118.75,
    right: -37.03
  )
  private static let ownPerspectives = pair(
    "LW-D-5.6-own",
    isShared: false,
    left: -113.05,
    right: -41.98
  )

  private static let counterTurned = Scene.view(
    "LW-D-5.7",
    corner: around.origin,
    width: 300,
    height: 300,
    probes: [
      Probe(112, 192, Tone.red), Probe(127, 207, Tone.red), Probe(131, 211, Tone.cyan),
      Probe(158, 289, Tone.cyan), Probe(208, 240, Tone.yellow), Probe(211, 240, Tone.white),
      Probe(109, 240, Tone.white), Probe(160, 105, Tone.white), Probe(70, 150, gray),
    ]
  ) { view in
    view.transform = turn(45)
    inner(in: view).transform = turn(-45)
  }

  private static let counterTilted = Scene.view(
    "LW-D-5.8",
    corner: around.origin,
    width: 300,
    height: 300,
    probes: [
      Probe(137, 240, Tone.cyan), Probe(134, 240, Tone.white), Probe(137, 194, Tone.red),
      Probe(184, 240, Tone.yellow), Probe(187, 240, Tone.white), Probe(184, 192, Tone.yellow),
      Probe(184, 187, Tone.white), Probe(137, 290, Tone.white), Probe(79, 240, Tone.white),
    ]
  ) { view in
    view.transform = tilted(500)
    inner(in: view).transform = CATransform3DRotate(perspective(500), -.pi / 4, 0, 1, 0)
  }

  /// Half as large as its superlayer, cyan and yellow, with a red block.
  private static func inner(in view: CALayer) -> CALayer {
    let layer = panel(50, 50, 100, 100, in: view)
    layer.contents = bitmap(100, 100) { x, y in
      x < 20 && y < 20 ? [255, 0, 0, 255] : x < 50 ? [0, 255, 255, 255] : [255, 255, 0, 255]
    }
    return layer
  }

  // MARK: The cube

  private static let halfTurns: [(CGFloat, CGFloat, CGFloat, Double, CGFloat, CGFloat)] = [
    (0, 0, 100, 0, 0, 1), (100, 0, 0, .pi / 2, 0, 1), (0, -100, 0, .pi / 2, 1, 0),
    (0, 100, 0, -.pi / 2, 1, 0), (-100, 0, 0, -.pi / 2, 0, 1), (0, 0, -100, .pi, 0, 1),
  ]

  /// The six faces, in a picture of 360 x 360 whose middle is that of the container.
  private static func addFaces(_ root: CALayer, camera: Bool) -> [CALayer] {
    root.bounds.origin.y = 60
    let container = panel(30, 90, 300, 300, in: root)
    var transform = perspective(500)
    if camera {
      transform = CATransform3DRotate(transform, -.pi / 4, 1, 0, 0)
      transform = CATransform3DRotate(transform, -.pi / 4, 0, 1, 0)
    }
    container.sublayerTransform = transform
    return halfTurns.map { x, y, z, angle, axisX, axisY in
      let face = panel(50, 50, 200, 200, in: container)
      let place = CATransform3DMakeTranslation(x, y, z)
      face.transform = angle == 0 ? place : CATransform3DRotate(place, angle, axisX, axisY, 0)
      return face
    }
  }

  private static func cube(
    _ name: String,
    camera: Bool,
    isDoubleSided: Bool = true,
    probes: [Probe]
  ) -> Scene {
    Scene.screen(name, 360, 400, probes: probes) { root in
      let colors = [red, green, blue, yellow, rgba(1, 0, 1), rgba(0, 1, 1)]
      for (face, color) in zip(addFaces(root, camera: camera), colors) {
        face.backgroundColor = color
        face.isDoubleSided = isDoubleSided
      }
    }
  }

  /// A probe from the middle of the container.
  private static func center(_ x: Double, _ y: Double, _ tone: SIMD3<Int>) -> Probe {
    Probe(180 + x, 180 + y, tone)
  }

  private static let front = [
    center(0, 0, Tone.red), center(-124, -124, Tone.red), center(124, 124, Tone.red),
    center(-126, 0, gray), center(126, 0, gray), center(0, -126, gray), center(0, 127, gray),
  ]
  private static let three = [
    center(-78.6, 55.6, Tone.red), center(78.6, 55.6, Tone.green), center(0, -82.4, Tone.blue),
    center(0, -158, Tone.blue), center(0, -165, gray), center(-160, -82, Tone.blue),
    center(-161, -75, Tone.red), center(161, -75, Tone.green), center(-2, 176, Tone.red),
    center(2, 176, Tone.green), center(0, 185, gray), center(-2, 48, Tone.red),
    center(2, 48, Tone.green), center(0, 41, Tone.blue), center(-150, 0, gray),
  ]

  /// White faces under black whose alpha is 1 + n·l - ambient; what the top, left and right one
  /// show.
  private static func lit(
    _ name: String,
    light: (x: Double, y: Double, z: Double),
    ambient: Double,
    _ shades: [Int]
  ) -> Scene {
    func tone(_ index: Int) -> SIMD3<Int> { SIMD3(repeating: shades[index]) }
    return Scene.screen(
      name,
      360,
      400,
      probes: [
        center(0, -82.4, tone(0)), center(-78.6, 55.6, tone(1)), center(78.6, 55.6, tone(2)),
      ]
    ) { root in
      let length = (light.x * light.x + light.y * light.y + light.z * light.z).squareRoot()
      for face in addFaces(root, camera: true) {
        face.backgroundColor = white
        let matrix = face.transform
        let cosine = (matrix.m31 * light.x + matrix.m32 * light.y + matrix.m33 * light.z) / length
        panel(0, 0, 200, 200, rgba(0, 0, 0, min(max(1 + cosine - ambient, 0), 1)), in: face)
      }
    }
  }
}
