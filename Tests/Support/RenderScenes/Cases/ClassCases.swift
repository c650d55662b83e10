// Lockwood, chapter 6, and others: shape, gradient, transform and replicator layers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let classCases: [Case] = [
    Case(
      "LW-D-6.1",
      .pictures,
      [stickFigure("LW-D-6.1", scale: 1), stickFigure("LW-D-6.1-fine", scale: 2)]
    ),
    Case("LW-D-6.1a", .pictures, [cutCorner]),
    Case("LW-D-6.1b", .pictures, [cutCornerMask]),
    Case("LW-D-6.5", .pictures, [twoCubes]),
    Case(
      "LW-D-6.6",
      .pictures,
      [
        diagonal(
          "LW-D-6.6",
          300,
          300,
          probes: [
            Probe(0.5, 0.5, Tone.red), Probe(75.5, 75.5, [191, 0, 64]),
            Probe(150.5, 150.5, [128, 0, 128]), Probe(299.5, 299.5, Tone.blue),
            Probe(299.5, 0.5, [128, 0, 128]), Probe(0.5, 299.5, [128, 0, 128]),
          ]
        ),
        diagonal(
          "LW-D-6.6-wide",
          300,
          150,
          probes: [
            Probe(299.5, 0.5, [128, 0, 128]), Probe(0.5, 149.5, [128, 0, 128]),
          ]
        ),
      ]
    ),
    Case("LW-D-6.7", .pictures, [threeColors]),
    Case("LW-D-6.7a", .pictures, [wrongCount, evenlySpaced]),
    Case("LW-D-6.8", .pictures, [ring]),
    Case("LW-D-6.9", .pictures, [reflection]),
    Case("NB-D-F16.10", .pictures, [compass]),
    Case("ZL-D-10.1", .pictures, [triangle("ZL-D-10.1")]),
    Case("ZL-D-10.2", .pictures, [triangle("ZL-D-10.2", isDashed: true)]),
    Case("ZL-D-10.2b", .pictures, [dashes]),
    Case("ZL-D-10.3", .pictures, [triangle("ZL-D-10.3", isMask: true)]),
    Case("ZL-D-10.4", .pictures, [triangle("ZL-D-10.4", isDashed: true, isMask: true)]),
    Case("ZL-D-10.6", .pictures, [mirroredView]),
    Case("ZL-D-10.6b", .pictures, [accumulation]),
    Case("ZL-D-10.7", .pictures, [pie]),
    Case(
      "ZL-D-10.8",
      .pictures,
      [stops("ZL-D-10.8", [0, 0.25, 1]), stops("ZL-D-10.8-even", nil)]
    ),
    Case(
      "ZL-D-10.9",
      .pictures,
      [
        triangle("ZL-D-10.9", isDashed: true, scale: 2),
        triangle("ZL-D-10.9-mask", isDashed: true, isMask: true, scale: 2),
      ]
    ),
    Case("ZL-D-10.10", .pictures, [movingStroke]),
  ]

  // MARK: Shapes

  private static func stickFigure(_ name: String, scale: Double) -> Scene {
    Scene.screen(
      name,
      300,
      300,
      scale: scale,
      probes: [
        Probe(150, 75, Tone.red), Probe(125, 100, Tone.red), Probe(150, 150, Tone.red),
        Probe(101, 150, Tone.red), Probe(199, 150, Tone.red), Probe(125, 225, Tone.red),
        Probe(175, 225, Tone.red), Probe(150, 100, gray), Probe(110, 110, gray),
        Probe(150, 210, gray),
      ]
    ) { root in
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 175, y: 100))
      path.addArc(
        center: CGPoint(x: 150, y: 100),
        radius: 25,
        startAngle: 0,
        endAngle: 2 * .pi,
        clockwise: false
      )
      path.addLines(
        between: [(150, 125), (150, 175), (125, 225)].map { CGPoint(x: $0.0, y: $0.1) }
      )
      path.addLines(between: [(150, 175), (175, 225)].map { CGPoint(x: $0.0, y: $0.1) })
      path.addLines(between: [(100, 150), (200, 150)].map { CGPoint(x: $0.0, y: $0.1) })
      let layer = CAShapeLayer()
      layer.path = path
      layer.strokeColor = red
      layer.fillColor = rgba(0, 0, 0, 0)
      layer.lineWidth = 5
      layer.lineJoin = .round
      layer.lineCap = .round
      root.addSublayer(layer)
    }
  }

  /// A square of side 100 with round corners of 20 but for the one at the top left.
  private static func cutCornerPath(_ x: CGFloat, _ y: CGFloat) -> CGPath {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: x, y: y))
    func corner(_ x1: CGFloat, _ y1: CGFloat, _ x2: CGFloat, _ y2: CGFloat) {
      path.addArc(
        tangent1End: CGPoint(x: x + x1, y: y + y1),
        tangent2End: CGPoint(x: x + x2, y: y + y2),
        radius: 20
      )
    }
    corner(100, 0, 100, 100)
    corner(100, 100, 0, 100)
    corner(0, 100, 0, 0)
    path.closeSubpath()
    return path
  }

  private static let cutCorner = Scene.screen(
    "LW-D-6.1a",
    200,
    200,
    probes: [
      Probe(52, 52, Tone.black), Probe(58, 142, Tone.black), Probe(142, 142, Tone.black),
      Probe(142, 58, Tone.black), Probe(148, 52, gray), Probe(148, 148, gray), Probe(52, 148, gray),
    ]
  ) { root in
    let layer = CAShapeLayer()
    layer.path = cutCornerPath(50, 50)
    root.addSublayer(layer)
  }

  private static let cutCornerMask = Scene.screen(
    "LW-D-6.1b",
    200,
    200,
    probes: [
      Probe(52, 52, Tone.red), Probe(142, 58, Tone.green), Probe(58, 142, Tone.blue),
      Probe(142, 142, Tone.yellow), Probe(148, 52, gray), Probe(148, 148, gray),
      Probe(52, 148, gray), Probe(40, 100, gray),
    ]
  ) { root in
    let layer = panel(50, 50, 100, 100, in: root)
    layer.contents = quartered(100)
    let mask = CAShapeLayer()
    mask.path = cutCornerPath(0, 0)
    layer.mask = mask
  }

  /// A triangle over a picture, filled or as the picture's mask.
  private static func triangle(
    _ name: String,
    isDashed: Bool = false,
    isMask: Bool = false,
    scale: Double = 1
  ) -> Scene {
    let outside = isMask ? Tone.black : Tone.green
    let inside: SIMD3<Int> = isMask ? Tone.green : [128, 0, 128]
    var probes = [
      Probe(190, 100, inside), Probe(100, 100, inside), Probe(20, 100, inside),
      Probe(10, 10, outside), Probe(10, 190, outside),
    ]
    if isDashed {
      // The gaps of the dashes show what lies under the stroke.
      probes += [
        Probe(201, 87.4, isMask ? Tone.black : Tone.green),
        Probe(203, 60, isMask ? Tone.green : Tone.red),
      ]
    }
    return Scene(name: name, width: 220, height: 200, scale: scale, probes: probes) { root in
      root.backgroundColor = black
      let picture = panel(0, 0, 220, 200, in: root)
      picture.contents = plain(8, 8, [0, 255, 0, 255])
      let shape = CAShapeLayer()
      let path = CGMutablePath()
      path.addLines(
        between: [(0, 100), (200, 0), (200, 200), (0, 100)].map { CGPoint(x: $0.0, y: $0.1) }
      )
      shape.path = path
      shape.fillColor = purple
      if isDashed {
        shape.strokeColor = red
        shape.lineWidth = 10
        shape.lineJoin = .round
        shape.lineDashPattern = [50, 2]
      }
      if isMask { picture.mask = shape } else { picture.addSublayer(shape) }
    }
  }

  private static let dashes = Scene.screen(
    "ZL-D-10.2b",
    120,
    24,
    probes: [
      Probe(12.5, 12, Tone.black), Probe(20, 12, gray), Probe(27.5, 12, Tone.black),
      Probe(38, 12, Tone.black), Probe(45, 12, gray), Probe(58, 12, gray),
      Probe(62.5, 12, Tone.black), Probe(70, 12, gray), Probe(80, 12, Tone.black),
      Probe(95, 12, gray),
    ]
  ) { root in
    let layer = CAShapeLayer()
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 10, y: 12), CGPoint(x: 110, y: 12)])
    layer.path = path
    layer.strokeColor = black
    layer.lineWidth = 8
    layer.lineDashPattern = [5, 10, 15, 20]
    root.addSublayer(layer)
  }

  private static let movingStroke = Scene(
    name: "ZL-D-10.10",
    width: 220,
    height: 200,
    times: [0, 1, 1.9],
    probes: [Probe(130, 100, gray), Probe(5, 5, gray)]
  ) { root in
    root.backgroundColor = lightGray
    let shape = CAShapeLayer()
    let path = CGMutablePath()
    path.addLines(
      between: [(20, 100), (190, 20), (190, 180), (20, 100)].map { CGPoint(x: $0.0, y: $0.1) }
    )
    shape.path = path
    shape.fillColor = nil
    shape.strokeColor = blue
    shape.lineWidth = 20
    shape.lineDashPattern = [5, 10, 15, 20]
    root.addSublayer(shape)
    for (keyPath, from, to) in [
      ("lineWidth", 2 as Any, 20 as Any), ("strokeColor", red as Any, blue as Any),
    ] {
      let animation = CABasicAnimation(keyPath: keyPath)
      animation.fromValue = from
      animation.toValue = to
      animation.duration = 2
      shape.add(animation, forKey: nil)
    }
  }

  // MARK: Gradients

  private static func gradient(
    _ root: CALayer,
    _ frame: CGRect,
    _ colors: [CGColor],
    _ locations: [NSNumber]? = nil,
    from start: CGPoint = CGPoint(x: 0, y: 0),
    to end: CGPoint = CGPoint(x: 1, y: 1)
  ) {
    let layer = CAGradientLayer()
    layer.frame = frame
    layer.colors = colors
    layer.locations = locations
    layer.startPoint = start
    layer.endPoint = end
    root.addSublayer(layer)
  }

  private static func diagonal(_ name: String, _ width: Int, _ height: Int, probes: [Probe])
    -> Scene
  {
    Scene(name: name, width: width, height: height, probes: probes) { root in
      gradient(root, root.bounds, [red, blue])
    }
  }

  private static let threeColors = Scene(
    name: "LW-D-6.7",
    width: 300,
    height: 300,
    probes: [
      Probe(37.5, 37.5, [255, 128, 0]), Probe(75, 75, Tone.yellow, within: 3),
      Probe(112.5, 112.5, [128, 255, 0]), Probe(151, 151, Tone.green), Probe(290, 290, Tone.green),
    ]
  ) { root in
    gradient(root, root.bounds, [red, yellow, green], [0, 0.25, 0.5])
  }

  private static let wrongCount = Scene(
    name: "LW-D-6.7a",
    width: 60,
    height: 60,
    probes: [Probe(30, 30, gray), Probe(2, 2, gray)]
  ) { root in
    root.backgroundColor = lightGray
    gradient(root, root.bounds, [red, yellow, green], [0, 0.25])
  }

  private static let evenlySpaced = Scene(
    name: "LW-D-6.7a-even",
    width: 60,
    height: 60,
    probes: [Probe(30, 30, Tone.yellow, within: 6), Probe(0.5, 0.5, Tone.red, within: 5)]
  ) { root in
    gradient(root, root.bounds, [red, yellow, green])
  }

  private static func stops(_ name: String, _ locations: [NSNumber]?) -> Scene {
    let probes =
      locations == nil
      ? [Probe(150, 50, Tone.green), Probe(0.5, 50, Tone.red)]
      : [
        Probe(0.5, 50, Tone.red, within: 4), Probe(75, 50, Tone.green, within: 4),
        Probe(187.5, 50, [0, 128, 128]), Probe(299.5, 50, Tone.blue),
      ]
    return Scene(name: name, width: 300, height: 100, probes: probes) { root in
      gradient(
        root,
        root.bounds,
        [red, green, blue],
        locations,
        from: CGPoint(x: 0, y: 0.5),
        to: CGPoint(x: 1, y: 0.5)
      )
    }
  }

  // MARK: Space

  private static let faceColors = [red, green, blue, yellow, rgba(0, 1, 1), rgba(1, 0, 1)]

  /// A cube of side 100 about the origin of a transform layer.
  private static func cube(_ transform: CATransform3D, in root: CALayer) {
    let cube = CATransformLayer()
    let half = CGFloat.pi / 2
    func moved(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
      CATransform3DMakeTranslation(x, y, z)
    }
    let faces = [
      moved(0, 0, 50), CATransform3DRotate(moved(50, 0, 0), half, 0, 1, 0),
      CATransform3DRotate(moved(0, -50, 0), half, 1, 0, 0),
      CATransform3DRotate(moved(0, 50, 0), -half, 1, 0, 0),
      CATransform3DRotate(moved(-50, 0, 0), -half, 0, 1, 0),
      CATransform3DRotate(moved(0, 0, -50), .pi, 0, 1, 0),
    ]
    for (face, color) in zip(faces, faceColors) {
      panel(-50, -50, 100, 100, color, in: cube).transform = face
    }
    cube.position = CGPoint(x: root.bounds.midX, y: root.bounds.midY)
    cube.transform = transform
    root.addSublayer(cube)
  }

  private static let twoCubes = Scene.screen(
    "LW-D-6.5",
    480,
    300,
    probes: [
      // The left one: its front, and a sliver of a side.
      Probe(240 - 110, 150, Tone.red), Probe(240 - 160, 100, Tone.red),
      Probe(240 - 50, 150, Tone.green),
      // The right one, on a corner.
      Probe(240 + 68.1, 150 + 26.3, Tone.red), Probe(240 + 142.5, 150 + 26.3, Tone.green),
      Probe(240 + 107.6, 150 - 38.1, Tone.blue), Probe(240, 150, gray),
    ]
  ) { root in
    root.sublayerTransform = perspective(500)
    cube(CATransform3DMakeTranslation(-100, 0, 0), in: root)
    var turned = CATransform3DMakeTranslation(100, 0, 0)
    turned = CATransform3DRotate(turned, -.pi / 4, 1, 0, 0)
    turned = CATransform3DRotate(turned, -.pi / 4, 0, 1, 0)
    cube(turned, in: root)
  }

  /// A transform layer with two sublayers, seen from behind.
  static let spaceFlip = Scene.screen(
    "NB-D-13-space",
    200,
    200,
    probes: [
      Probe(100, 120, Tone.blue), Probe(140, 60, Tone.blue), Probe(40, 160, Tone.green),
      Probe(160, 120, gray),
    ]
  ) { root in
    let page = CATransformLayer()
    page.frame = root.bounds
    panel(50, 50, 100, 100, blue, in: page)
    panel(70, 80, 100, 100, green, in: page).zPosition = 10
    root.addSublayer(page)
    page.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
  }

  /// A compass whose parts float over each other, turned like a page; a peg stands out of it.
  private static let compass = Scene.screen(
    "NB-D-F16.10",
    240,
    240,
    probes: [Probe(4, 120, gray), Probe(140, 100, [230, 242, 237], within: 30)]
  ) { root in
    root.sublayerTransform = perspective(1000)
    let page = CATransformLayer()
    page.bounds = root.bounds
    page.anchorPoint = CGPoint(x: 1, y: 0.5)
    page.position = CGPoint(x: 240, y: 120)
    page.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
    root.addSublayer(page)
    gradient(
      page,
      page.bounds,
      [black, red],
      from: CGPoint(x: 0.5, y: 0),
      to: CGPoint(x: 0.5, y: 1)
    )
    let circle = CAShapeLayer()
    circle.path = CGPath(ellipseIn: page.bounds.insetBy(dx: 3, dy: 3), transform: nil)
    circle.fillColor = rgba(0.9, 0.95, 0.93, 0.9)
    circle.strokeColor = rgba(0.5, 0.5, 0.5)
    circle.lineWidth = 2
    circle.zPosition = 10
    page.addSublayer(circle)
    let arrow = panel(110, 60, 20, 100, ink, in: page)
    arrow.zPosition = 20
    arrow.shadowOpacity = 1
    arrow.shadowRadius = 7
    let peg = CAShapeLayer()
    peg.bounds = CGRect(x: 0, y: 0, width: 5, height: 20)
    peg.path = CGPath(rect: peg.bounds, transform: nil)
    peg.fillColor = white
    peg.position = CGPoint(x: 120, y: 100)
    peg.zPosition = 15
    peg.transform = CATransform3DMakeRotation(.pi / 2, 1, 1, 0)
    page.addSublayer(peg)
  }

  // MARK: Copies

  private static let ring = Scene(
    name: "LW-D-6.8",
    width: 520,
    height: 680,
    probes: (0..<10).map { k in
      let angle = Double(k) * .pi / 5
      let level = 255 - Int((25.5 * Double(k)).rounded())
      return Probe(
        120 + 150 + 200 * sin(angle),
        20 + 350 - 200 * cos(angle),
        [255, level, level]
      )
    }
  ) { root in
    root.backgroundColor = black
    let ring = CAReplicatorLayer()
    ring.frame = CGRect(x: 120, y: 20, width: 300, height: 300)
    ring.instanceCount = 10
    var transform = CATransform3DIdentity
    transform = CATransform3DTranslate(transform, 0, 200, 0)
    transform = CATransform3DRotate(transform, .pi / 5, 0, 0, 1)
    transform = CATransform3DTranslate(transform, 0, -200, 0)
    ring.instanceTransform = transform
    ring.instanceBlueOffset = -0.1
    ring.instanceGreenOffset = -0.1
    root.addSublayer(ring)
    panel(100, 100, 100, 100, white, in: ring)
  }

  private static let reflection = Scene(
    name: "LW-D-6.9",
    width: 200,
    height: 310,
    probes: [
      Probe(20, 20, Tone.red), Probe(180, 140, Tone.yellow), Probe(100, 151, Tone.black),
      Probe(20, 160, [0, 0, 102]), Probe(20, 290, [102, 0, 0]), Probe(180, 290, [0, 102, 0]),
      Probe(100, 305, Tone.black),
    ]
  ) { root in
    root.backgroundColor = black
    let layer = CAReplicatorLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 200, height: 150)
    layer.instanceCount = 2
    // Its depth is 0, so that it has no inverse.
    let moved = CATransform3DMakeTranslation(0, 152, 0)
    layer.instanceTransform = CATransform3DScale(moved, 1, -1, 0)
    layer.instanceAlphaOffset = -0.6
    root.addSublayer(layer)
    panel(0, 0, 200, 150, in: layer).contents = quartered(64)
  }

  private static let mirroredView = Scene(
    name: "ZL-D-10.6",
    width: 320,
    height: 460,
    probes: [
      Probe(160, 120, Tone.white), Probe(160, 340, [70, 70, 70], within: 3),
      Probe(5, 120, Tone.black), Probe(160, 455, Tone.black),
    ]
  ) { root in
    root.backgroundColor = black
    let view = CAReplicatorLayer()
    view.frame = root.bounds
    let mirror = CATransform3DMakeScale(1, -1, 1)
    view.instanceTransform = CATransform3DTranslate(mirror, 0, 460 - 2 * 230, 0)
    view.instanceRedOffset = -0.5
    view.instanceGreenOffset = -0.5
    view.instanceBlueOffset = -0.5
    view.instanceAlphaOffset = -0.45
    view.instanceCount = 2
    root.addSublayer(view)
    let picture = panel(10, 10, 300, 220, in: view)
    picture.contents = plain(4, 3, [255, 255, 255, 255])
    picture.contentsGravity = .resizeAspect
  }

  private static let accumulation = Scene.screen(
    "ZL-D-10.6b",
    300,
    60,
    probes: (0..<5).map { k in
      Probe(30 + 30 * Double(k), 30, [255 - 51 * k, 255, 255])
    } + [Probe(170, 30, gray)]
  ) { root in
    let layer = CAReplicatorLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 300, height: 40)
    layer.instanceTransform = CATransform3DMakeTranslation(30, 0, 0)
    layer.instanceRedOffset = -0.2
    layer.instanceCount = 5
    root.addSublayer(layer)
    panel(20, 20, 20, 20, white, in: layer)
  }

  private static let pie = Scene.screen(
    "ZL-D-10.7",
    200,
    200,
    probes: [
      Probe(150, 130, Tone.red), Probe(50, 70, Tone.red), Probe(10, 10, gray),
      Probe(190, 190, gray),
    ]
  ) { root in
    let layer = CAReplicatorLayer()
    layer.frame = root.bounds
    layer.instanceCount = 8
    layer.instanceTransform = turn(45)
    root.addSublayer(layer)
    let wedge = CAShapeLayer()
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 100, y: 100))
    path.addArc(
      center: CGPoint(x: 100, y: 100),
      radius: 80,
      startAngle: 0,
      endAngle: .pi / 4,
      clockwise: false
    )
    path.closeSubpath()
    wedge.path = path
    wedge.fillColor = red
    layer.addSublayer(wedge)
  }
}
