// Layers of classes of their own, against other ways to the same picture.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzMath
import RenderScenes
import TestClaims
import TestRandom
import Testing

/// Replicators against trees in which every copy is written out.
@Suite struct ReplicatorTests {
  /// Adds the layers to copy: overlapping, clipped, translucent, with a shadow.
  private func fill(_ parent: CALayer, animates: Bool = false) {
    let card = panel(6, 8, 22, 16, rgba(0.8, 0.3, 0.1, 0.75), in: parent)
    card.cornerRadius = 5
    card.borderWidth = 1.5
    panel(10, -4, 16, 12, rgba(0.2, 0.5, 1), in: card)
    let disc = CAShapeLayer()
    disc.path = CGPath(ellipseIn: CGRect(x: 2, y: 20, width: 9, height: 9), transform: nil)
    disc.fillColor = rgba(0.1, 0.6, 0.3)
    parent.addSublayer(disc)
    guard animates else { return }
    let move = CABasicAnimation(keyPath: "position.x")
    move.byValue = 24
    move.beginTime = 0.001
    move.duration = 1
    move.fillMode = .both
    card.add(move, forKey: nil)
  }

  private func picture(
    _ backend: Backend,
    at time: Double = 0,
    _ build: @escaping @Sendable (CALayer) -> Void
  ) throws -> Picture {
    let scene = Scene(name: "copies", width: 140, height: 90) { root in
      root.backgroundColor = white
      build(root)
    }
    return try Stage(scene, backend).picture(at: time)
  }

  /// A step that moves, turns and shrinks.
  private static let step = CATransform3DScale(
    CATransform3DRotate(CATransform3DMakeTranslation(19.5, 3, 0), 0.2, 0, 0, 1),
    0.9,
    0.9,
    1
  )

  /// A plain layer that stands for a copy.
  private func copy(_ index: Int, in parent: CALayer) -> CALayer {
    let layer = CALayer()
    layer.bounds = parent.bounds
    layer.position = CGPoint(x: parent.bounds.midX, y: parent.bounds.midY)
    var transform = CATransform3DIdentity
    for _ in 0..<index { transform = CATransform3DConcat(transform, Self.step) }
    layer.transform = transform
    parent.addSublayer(layer)
    return layer
  }

  @Test(
    .shows(
      "CAReplicatorLayer",
      "CAReplicatorLayer.instanceCount",
      "CAReplicatorLayer.instanceTransform"
    ),
    arguments: Backend.all
  )
  func instancesAreTheTreeWrittenOut(backend: Backend) throws {
    let short = try picture(backend) { root in
      let layer = CAReplicatorLayer()
      layer.frame = CGRect(x: 10, y: 12, width: 40, height: 40)
      layer.instanceCount = 5
      layer.instanceTransform = Self.step
      root.addSublayer(layer)
      self.fill(layer)
    }
    let long = try picture(backend) { root in
      let layer = panel(10, 12, 40, 40, in: root)
      for index in 0..<5 { self.fill(self.copy(index, in: layer)) }
    }
    #expect(short == long)
  }

  @Test(
    .shows("CAReplicatorLayer.instanceColor", "CAReplicatorLayer.instanceBlueOffset"),
    arguments: Backend.all
  )
  func replicatorsInReplicators(backend: Backend) throws {
    @Sendable func nested(_ root: CALayer) {
      let outer = CAReplicatorLayer()
      outer.frame = CGRect(x: 10, y: 2, width: 40, height: 40)
      outer.instanceCount = 2
      outer.instanceTransform = CATransform3DMakeTranslation(0, 44, 0)
      outer.instanceColor = rgba(1, 0.5, 1)
      root.addSublayer(outer)
      let inner = CAReplicatorLayer()
      inner.frame = outer.bounds
      inner.instanceCount = 3
      inner.instanceTransform = CATransform3DMakeTranslation(30, 0, 0)
      inner.instanceBlueOffset = -0.5
      outer.addSublayer(inner)
      panel(5, 5, 24, 20, rgba(1, 1, 1), in: inner)
    }
    let picture = try picture(backend) { nested($0) }
    for (x, level) in [(20, 255), (50, 128), (80, 0)] {
      #expect(picture[x, 15].z == UInt8(level), "blue of the copy at \(x)")
      #expect(picture[x, 60].y == 128, "green of the copy at \(x)")
    }
  }

  /// Each copy has the colour of the one before plus the offsets; alpha multiplies the colour too.
  @Test(
    .shows("CAReplicatorLayer.instanceRedOffset", "CAReplicatorLayer.instanceAlphaOffset"),
    arguments: Backend.all
  )
  func offsetsAddUp(backend: Backend) throws {
    let picture = try picture(backend) { root in
      for (y, change) in [
        (5.0, { (copies: CAReplicatorLayer) in copies.instanceRedOffset = -0.4 }),
        (45, { $0.instanceAlphaOffset = -0.4 }),
      ] {
        let copies = CAReplicatorLayer()
        copies.frame = CGRect(x: 10, y: y, width: 120, height: 30)
        copies.instanceCount = 4
        copies.instanceTransform = CATransform3DMakeTranslation(30, 0, 0)
        change(copies)
        root.addSublayer(copies)
        panel(0, 0, 20, 20, rgba(1, 0, 0), in: copies)
      }
    }
    // 1, 0.6, 0.2 and nothing: of the red, and of the alpha over white.
    for (index, level) in [255, 153, 51, 0].enumerated() {
      #expect(picture[20 + 30 * index, 15] == SIMD4(UInt8(level), 0, 0, 255), "red of \(index)")
      let over = picture[20 + 30 * index, 55]
      #expect(over.x == 255 && abs(Int(over.y) - (255 - level)) <= 1, "alpha of \(index)")
    }
  }

  /// Copies that keep their depths lie before and behind a sibling; others lie in one plane.
  @Test(
    .shows("CAReplicatorLayer.preservesDepth", "CATransformLayer"),
    arguments: Backend.all
  )
  func depthsOfCopies(backend: Backend) throws {
    func colors(_ copies: CALayer, _ build: @escaping (CALayer) -> Void) throws -> [SIMD4<UInt8>] {
      let stage = try Stage(try backend.make(), width: 60, height: 30)
      stage.edit {
        copies.frame = stage.root.bounds
        stage.root.addSublayer(copies)
        build(copies)
        // A wall in the plane z = 0, in front of what lies there.
        panel(0, 10, 60, 10, green, in: stage.root)
      }
      let picture = try stage.picture()
      return [picture[10, 15], picture[40, 15]]
    }
    let (blueBytes, greenBytes) = (SIMD4<UInt8>(0, 0, 255, 255), SIMD4<UInt8>(0, 255, 0, 255))
    func copies(_ keepsDepth: Bool) -> CAReplicatorLayer {
      let copies = CAReplicatorLayer()
      copies.instanceCount = 2
      // The first copy is 5 points behind the wall, the second one 5 before it.
      copies.instanceTransform = CATransform3DMakeTranslation(30, 0, 10)
      copies.preservesDepth = keepsDepth
      return copies
    }
    func panelBehind(_ parent: CALayer) { panel(0, 0, 20, 30, blue, in: parent).zPosition = -5 }
    #expect(try colors(copies(true), panelBehind) == [greenBytes, blueBytes])
    #expect(try colors(copies(false), panelBehind) == [greenBytes, greenBytes])
    // The same by hand: a transform layer has no plane, a plain layer has one.
    func twoPanels(_ parent: CALayer) {
      panelBehind(parent)
      panel(30, 0, 20, 30, blue, in: parent).zPosition = 5
    }
    #expect(try colors(CATransformLayer(), twoPanels) == [greenBytes, blueBytes])
    #expect(try colors(CALayer(), twoPanels) == [greenBytes, greenBytes])
  }

  /// Copies behind in time are layers whose clock is behind; such are never hidden by it.
  @Test(.shows("CAReplicatorLayer.instanceDelay"), arguments: Backend.all)
  func delaysAreClocks(backend: Backend) throws {
    for time in [0, 0.3, 0.8, 1.2, 1.7] {
      let short = try picture(backend, at: time) { root in
        let layer = CAReplicatorLayer()
        layer.frame = CGRect(x: 10, y: 12, width: 40, height: 40)
        layer.instanceCount = 4
        layer.instanceDelay = 0.25
        layer.instanceTransform = Self.step
        root.addSublayer(layer)
        self.fill(layer, animates: true)
      }
      let long = try picture(backend, at: time) { root in
        let layer = panel(10, 12, 40, 40, in: root)
        for index in 0..<4 {
          let copy = self.copy(index, in: layer)
          copy.timeOffset = -0.25 * Double(index)
          self.fill(copy, animates: true)
        }
      }
      #expect(short == long, "at \(time)")
    }
  }

  /// However many copies there are, they are drawn together, as instances.
  @Test(arguments: Backend.all.filter { $0 != .software }) func instancesAreDrawnWithFewCalls(
    backend: Backend
  ) throws {
    let stage = try Stage(try backend.make(), width: 640, height: 640)
    let row = CAReplicatorLayer()
    stage.edit {
      let rows = CAReplicatorLayer()
      for (layer, parent, step) in [
        (rows, stage.root, CATransform3DMakeTranslation(0, 6, 0)),
        (row, rows, CATransform3DMakeTranslation(6, 0, 0)),
      ] {
        layer.frame = stage.root.bounds
        layer.instanceCount = 100
        layer.instanceTransform = step
        layer.instanceRedOffset = -0.005
        parent.addSublayer(layer)
      }
      panel(3.5, 3, 5, 5, rgba(1, 0.5, 0.25), in: row)
    }
    _ = try stage.frame()
    #expect(stage.carrier.renderer.counters.draws == 10_000)
    #expect(stage.carrier.renderer.counters.drawCalls <= 12)
  }

  /// Frames go on until the last copy has come to rest, and what one frame leaves the next one
  /// mends.
  @Test func lateInstancesKeepFramesComing() throws {
    let scene = Scene(name: "late", width: 140, height: 60) { root in
      root.backgroundColor = white
      let layer = CAReplicatorLayer()
      layer.frame = root.bounds
      layer.instanceCount = 2
      layer.instanceDelay = 1
      layer.instanceTransform = CATransform3DMakeTranslation(0, 30, 0)
      root.addSublayer(layer)
      self.fill(layer, animates: true)
    }
    let stage = try Stage(scene, Backend.software)
    for time in stride(from: 0, through: 2.25, by: 0.25) {
      let incremental = try stage.picture(at: time)
      #expect(try Stage(scene, Backend.software).picture(at: time) == incremental, "at \(time)")
    }
  }
}

/// Transform layers whose geometry is flipped, against plain layers that are.
@Suite struct FlippedSpaceTests {
  private static func build(_ kind: CALayer, in root: CALayer) {
    kind.frame = root.bounds
    kind.isGeometryFlipped = true
    root.addSublayer(kind)
    let picture = panel(6, 8, 40, 30, in: kind)
    picture.contents = sample(16, 12)
    picture.name = "picture"
    let corner = panel(52, 8, 20, 30, paper, in: kind)
    corner.contents = sample(8, 8)
    corner.contentsGravity = .topLeft
    let text = CATextLayer()
    text.frame = CGRect(x: 76, y: 8, width: 40, height: 30)
    text.string = "Ag"
    text.fontSize = 24
    text.foregroundColor = ink
    text.mask = stencil(0, 0, 40, 20)
    kind.addSublayer(text)
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 6, y: 44, width: 40, height: 30)
    gradient.colors = [red, yellow, blue]
    gradient.locations = [0, 0.2, 1]
    kind.addSublayer(gradient)
    // In a layer that is flipped as well, all is upright again.
    let inner = panel(52, 44, 64, 30, paper, in: kind)
    inner.isGeometryFlipped = true
    panel(4, 4, 30, 20, in: inner).contents = sample(16, 12)
  }

  private static func scene(isYUp: Bool = false, _ kind: @escaping @Sendable () -> CALayer) -> Scene
  {
    Scene(name: "flipped", width: 120, height: 80, isYUp: isYUp) { root in
      root.backgroundColor = white
      build(kind(), in: root)
    }
  }

  @Test(.shows("CALayer.isGeometryFlipped"), arguments: Backend.all, [false, true])
  func contentsAreUpright(backend: Backend, isYUp: Bool) throws {
    let plain = try Stage(Self.scene(isYUp: isYUp) { CALayer() }, backend).picture()
    let space = try Stage(Self.scene(isYUp: isYUp) { CATransformLayer() }, backend)
    expectEqual(try space.picture(), plain, within: 0, "flippedSpace-\(backend)")
    let copies = Self.scene(isYUp: isYUp) {
      let layer = CAReplicatorLayer()
      layer.preservesDepth = true
      return layer
    }
    expectEqual(try Stage(copies, backend).picture(), plain, within: 0, "flippedCopy-\(backend)")
  }

  /// Two spaces that are flipped, one in the other, are none.
  @Test(arguments: Backend.all)
  func twiceIsNot(backend: Backend) throws {
    func picture(_ isFlipped: Bool) throws -> Picture {
      let scene = Scene(name: "twice", width: 60, height: 50) { root in
        var parent = root
        for _ in 0..<2 {
          let space = CATransformLayer()
          space.frame = root.bounds
          space.isGeometryFlipped = isFlipped
          parent.addSublayer(space)
          parent = space
        }
        panel(6, 8, 40, 30, in: parent).contents = sample(16, 12)
      }
      return try Stage(scene, backend).picture()
    }
    #expect(try picture(true) == picture(false))
  }

  /// Frames that mend the one before show the same as first ones.
  @Test(arguments: Backend.all)
  func changesInTheSpace(backend: Backend) throws {
    let changes: [(Stage) -> Void] = [
      { stage in
        stage["picture"].position.y += 4
        stage["picture"].contents = sample(10, 10)
      },
      { stage in stage.root.sublayers?[0].isGeometryFlipped = false },
    ]
    let mended = try Stage(Self.scene { CATransformLayer() }, backend)
    _ = try mended.picture()
    for count in 1...changes.count {
      mended.edit { changes[count - 1](mended) }
      let fresh = try Stage(Self.scene { CATransformLayer() }, backend)
      fresh.edit { for change in changes.prefix(count) { change(fresh) } }
      // because: GLES may draw what is left of a batch with another program, which rounds
      // otherwise.
      expectEqual(
        try mended.picture(),
        try fresh.picture(),
        within: backend == .software ? 0 : 1,
        "flippedSpace-\(count)-\(backend)"
      )
    }
  }
}

/// Gradients against their definition, pixel by pixel.
@Suite struct GradientRenderTests {
  private struct Gradient {
    var colors: [SIMD4<Double>]
    var locations: [Double]
    var type: CAGradientLayerType
    var start: CGPoint
    var end: CGPoint

    init(_ random: inout SeededGenerator) {
      let count = 2 + random.index(below: 5)
      func unit() -> Double { Double.random(in: 0...1, using: &random) }
      colors = (0..<count).map { _ in SIMD4(unit(), unit(), unit(), unit()) }
      locations = (0..<count).map { _ in unit() }.sorted()
      if count > 2, random.once(in: 3) { locations[1] = locations[2] }
      type = [.axial, .radial, .conic][random.index(below: 3)]
      start = CGPoint(x: unit() * 0.5, y: unit() * 0.5)
      end = CGPoint(x: 0.6 + unit() * 0.5, y: 0.6 + unit() * 0.5)
    }

    /// t at a place of the unit space.
    func parameter(_ x: Double, _ y: Double) -> Double {
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let (px, py) = (x - start.x, y - start.y)
      switch type {
      case .radial: return (px / dx * (px / dx) + py / dy * (py / dy)).squareRoot()
      case .conic:
        let turn = (atan2(py, px) - atan2(dy, dx)) / (2 * .pi)
        return turn - turn.rounded(.down)
      default: return (px * dx + py * dy) / (dx * dx + dy * dy)
      }
    }

    /// Premultiplied levels at t.
    func color(_ t: Double) -> SIMD4<Double> {
      var color = colors[0]
      for index in locations.indices where t >= locations[index] {
        guard index + 1 < locations.count else {
          color = colors[index]
          continue
        }
        let room = locations[index + 1] - locations[index]
        let share = room > 0 ? min((t - locations[index]) / room, 1) : 1
        color = colors[index] + (colors[index + 1] - colors[index]) * share
      }
      return SIMD4(color.x, color.y, color.z, 1) * (color.w * 255)
    }
  }

  @Test(
    .shows(
      "CAGradientLayer",
      "CAGradientLayer.colors",
      "CAGradientLayer.locations",
      "CAGradientLayer.startPoint",
      "CAGradientLayer.endPoint",
      "CAGradientLayer.type",
      "CAGradientLayerType.axial",
      "CAGradientLayerType.radial",
      "CAGradientLayerType.conic"
    ),
    arguments: 0..<60,
    Backend.all
  )
  func everyPixelIsWhatItsPlaceSays(seed: Int, backend: Backend) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let gradient = Gradient(&random)
    let (width, height) = (61, 37)
    let scene = Scene(name: "gradient", width: width, height: height) { root in
      let layer = CAGradientLayer()
      layer.frame = root.bounds
      layer.colors = gradient.colors.map { rgba($0.x, $0.y, $0.z, $0.w) }
      layer.locations = gradient.locations.map { NSNumber(value: $0) }
      layer.type = gradient.type
      layer.startPoint = gradient.start
      layer.endPoint = gradient.end
      root.addSublayer(layer)
    }
    let picture = try Stage(scene, backend).picture()
    for y in 0..<height {
      for x in 0..<width {
        let place = ((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
        let t = gradient.parameter(place.0, place.1)
        // Where colours change at once, or the turn ends, rounding decides on the side.
        let nearby = gradient.locations + (gradient.type == .conic ? [0, 1] : [])
        if nearby.contains(where: { abs($0 - t) < 1e-5 }) { continue }
        let expected = gradient.color(t)
        let actual = SIMD4<Double>(picture[x, y])
        let distance = (expected - actual).replacing(
          with: actual - expected,
          where: actual .> expected
        ).max()
        #expect(distance <= 1, "(\(x), \(y)) is \(actual), not \(expected)")
        if distance > 1 { return }
      }
    }
  }
}

/// Further or different looks of gradient layers (measured on Core Animation).
@Suite struct GradientLayerTests {
  private func picture(_ backend: Backend, _ change: @escaping @Sendable (CAGradientLayer) -> Void)
    throws -> Picture
  {
    let scene = Scene(name: "gradient", width: 20, height: 20) { root in
      root.backgroundColor = white
      let layer = CAGradientLayer()
      layer.frame = root.bounds
      layer.colors = [red, red]
      change(layer)
      root.addSublayer(layer)
    }
    return try Stage(scene, backend).picture()
  }

  private func isAll(_ picture: Picture, _ color: SIMD4<UInt8>) -> Bool {
    (0..<20).allSatisfy { y in (0..<20).allSatisfy { x in picture[x, y] == color } }
  }

  @Test(.shows("CAGradientLayer.colors"), .recorded("gradient-one-color"), arguments: Backend.all)
  func fewerThanTwoColoursDrawNothing(backend: Backend) throws {
    let lists: [[CGColor]?] = [nil, [], [red]]
    for colors in lists {
      #expect(isAll(try picture(backend) { $0.colors = colors }, [255, 255, 255, 255]))
    }
    let located = try picture(backend) { layer in
      layer.colors = [red]
      layer.locations = [0.5]
    }
    #expect(isAll(located, [255, 255, 255, 255]))
    #expect(isAll(try picture(backend) { _ in }, [255, 0, 0, 255]))
    #expect(isAll(try picture(backend) { $0.locations = [0] }, [255, 255, 255, 255]))
  }

  @Test(
    .shows("CAGradientLayerType.radial"),
    .recorded("gradient-radial-on-axis"),
    arguments: Backend.all
  )
  func radialOnesNeedBothAxes(backend: Backend) throws {
    for end in [CGPoint(x: 0.5, y: 1), CGPoint(x: 1, y: 0.5), CGPoint(x: 0.5, y: 0.5)] {
      let flat = try picture(backend) { layer in
        layer.type = .radial
        (layer.startPoint, layer.endPoint) = (CGPoint(x: 0.5, y: 0.5), end)
      }
      #expect(isAll(flat, [255, 255, 255, 255]), "\(end)")
    }
    let round = try picture(backend) { layer in
      layer.type = .radial
      (layer.startPoint, layer.endPoint) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 1))
    }
    #expect(isAll(round, [255, 0, 0, 255]))
  }

  /// Contents lie over the gradient where they are; beside them it shows, and through them.
  @Test(.shows("CAGradientLayer"), .recorded("gradient-contents"), arguments: Backend.all)
  func contentsLieOverTheGradient(backend: Backend) throws {
    for corner in [CGFloat(0), 6] {
      let picture = try picture(backend) { layer in
        layer.contents = disc(8, blue)
        layer.contentsGravity = .center
        layer.cornerRadius = corner
        layer.masksToBounds = corner > 0
      }
      #expect(picture[10, 10] == [0, 0, 255, 255])
      #expect(picture[3, 10] == [255, 0, 0, 255] && picture[10, 17] == [255, 0, 0, 255])
      #expect(picture[0, 0] == (corner > 0 ? [255, 255, 255, 255] : [255, 0, 0, 255]))
    }
    // As a group they are one: what is half seen is the contents alone.
    let veiled = try picture(backend) { layer in
      layer.contents = disc(8, blue)
      layer.contentsGravity = .center
      layer.opacity = 0.5
    }
    #expect(veiled[10, 10].x <= 128 && veiled[10, 10].z == 255)
    let drawn = try picture(backend) { layer in
      layer.contentsScale = 1
      layer.delegate = GradientPainter.shared
      layer.setNeedsDisplay()
    }
    #expect(drawn[2, 2] == [0, 0, 255, 255] && drawn[12, 12] == [255, 0, 0, 255])
  }
}

/// Draws a blue square into one corner.
private final class GradientPainter: CALayerDelegate, Sendable {
  static let shared = GradientPainter()

  func draw(_ layer: CALayer, in context: CGContext) {
    context.setFillColor(blue)
    context.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
  }
}

/// Shape layers against the same paths drawn by a CGContext.
@Suite struct ShapeTests {
  @Test(
    .shows(
      "CAShapeLayer",
      "CAShapeLayer.path",
      "CAShapeLayer.fillRule",
      "CAShapeLayer.fillColor",
      "CAShapeLayer.strokeColor",
      "CAShapeLayer.lineWidth",
      "CAShapeLayer.lineCap",
      "CAShapeLayer.lineJoin",
      "CAShapeLayer.lineDashPattern",
      "CAShapeLayer.lineDashPhase",
      "CAShapeLayerFillRule.nonZero",
      "CAShapeLayerFillRule.evenOdd",
      "CAShapeLayerLineJoin.miter",
      "CAShapeLayerLineJoin.round",
      "CAShapeLayerLineJoin.bevel",
      "CAShapeLayerLineCap.butt",
      "CAShapeLayerLineCap.round",
      "CAShapeLayerLineCap.square"
    ),
    arguments: 0..<200,
    Backend.all
  )
  func shapesAreWhatAContextDraws(seed: Int, backend: Backend) throws {
    var random = SeededGenerator(seed: UInt64(seed) &* 31 &+ 5)
    let path = CGMutablePath()
    func point() -> CGPoint {
      CGPoint(
        x: CGFloat.random(in: -5...75, using: &random),
        y: CGFloat.random(in: -5...65, using: &random)
      )
    }
    for _ in 0...random.index(below: 3) {
      path.move(to: point())
      for _ in 0..<1 + random.index(below: 5) {
        switch random.index(below: 3) {
        case 0: path.addLine(to: point())
        case 1: path.addQuadCurve(to: point(), control: point())
        default: path.addCurve(to: point(), control1: point(), control2: point())
        }
      }
      if random.once(in: 2) { path.closeSubpath() }
    }
    let fixed = path.copy() ?? path
    let caps: [(CAShapeLayerLineCap, CGLineCap)] = [
      (.butt, .butt), (.round, .round), (.square, .square),
    ]
    let joins: [(CAShapeLayerLineJoin, CGLineJoin)] = [
      (.miter, .miter), (.round, .round), (.bevel, .bevel),
    ]
    let (cap, join) = (caps[seed % 3], joins[seed / 3 % 3])
    let width = [0.5, 1, 3, 12][seed / 9 % 4]
    let dash: [CGFloat] = seed % 5 == 0 ? [7, 3, 1] : []
    let (fills, strokes) = (seed % 4 != 1, seed % 4 != 2)
    let isEvenOdd = seed % 2 == 0
    let scene = Scene(name: "shape", width: 70, height: 60, scale: 2) { root in
      root.backgroundColor = white
      let layer = CAShapeLayer()
      layer.path = fixed
      layer.fillRule = isEvenOdd ? .evenOdd : .nonZero
      layer.fillColor = fills ? rgba(0.2, 0.4, 0.8) : nil
      layer.strokeColor = strokes ? rgba(0.9, 0.2, 0.1) : nil
      layer.lineWidth = width
      layer.lineCap = cap.0
      layer.lineJoin = join.0
      layer.lineDashPattern = dash.isEmpty ? nil : dash.map { NSNumber(value: Double($0)) }
      layer.lineDashPhase = 2
      root.addSublayer(layer)
    }
    let drawn = drawn(140, 120) { context in
      context.setFillColor(white)
      context.fill(CGRect(x: 0, y: 0, width: 140, height: 120))
      context.scaleBy(x: 2, y: 2)
      context.setFillColor(rgba(0.2, 0.4, 0.8))
      context.setStrokeColor(rgba(0.9, 0.2, 0.1))
      context.setLineWidth(width)
      context.setLineCap(cap.1)
      context.setLineJoin(join.1)
      context.setLineDash(phase: 2, lengths: dash)
      if fills {
        context.addPath(fixed)
        context.fillPath(using: isEvenOdd ? .evenOdd : .winding)
      }
      if strokes {
        context.addPath(fixed)
        context.strokePath()
      }
    }
    let expected = Picture(try #require(drawn))
    // Coverage is rasterised with y up there, and mixed once for each colour.
    expectEqual(try Stage(scene, backend).picture(), expected, within: 2, "shape\(seed)-\(backend)")
  }

  /// The corner of a right angle is as long as sqrt 2 line widths; a smaller limit cuts it.
  @Test(.shows("CAShapeLayer.miterLimit"), arguments: Backend.all)
  func mitersEndAtTheirLimit(backend: Backend) throws {
    #expect(CAShapeLayer().miterLimit == 10)
    for (limit, corner) in [(10.0, UInt8(0)), (1.42, 0), (1.41, 255)] {
      let scene = Scene(name: "miter", width: 60, height: 60) { root in
        root.backgroundColor = white
        let path = CGMutablePath()
        path.addLines(between: [
          CGPoint(x: 10, y: 10), CGPoint(x: 40, y: 10), CGPoint(x: 40, y: 40),
        ])
        let layer = CAShapeLayer()
        layer.path = path
        layer.fillColor = nil
        layer.strokeColor = black
        layer.lineWidth = 10
        layer.miterLimit = limit
        root.addSublayer(layer)
      }
      let picture = try Stage(scene, backend).picture()
      #expect(picture[43, 6].x == corner, "the corner at a limit of \(limit)")
      #expect(picture[41, 8].x == 0, "the bevel at a limit of \(limit)")
    }
  }

  /// A shape has no pixels of its own: eight times as large it is as sharp.
  @Test(.shows("CAShapeLayer.path"), arguments: Backend.all)
  func edgesAreSharpAtAnyScale(backend: Backend) throws {
    for transform in [CATransform3DMakeScale(8, 8, 1), perspective(500)] {
      let scene = Scene(name: "large", width: 160, height: 120) { root in
        root.backgroundColor = white
        let layer = CAShapeLayer()
        layer.position = CGPoint(x: 80, y: 60)
        layer.path = CGPath(ellipseIn: CGRect(x: -6, y: -5, width: 12, height: 10), transform: nil)
        layer.transform = transform
        // In perspective it is eight times as large where it is near.
        if transform.m34 != 0 {
          layer.transform = CATransform3DTranslate(transform, 0, 0, 437.5)
        }
        root.addSublayer(layer)
      }
      let picture = try Stage(scene, backend).picture()
      let soft = (0..<160).count { x in (1..<255).contains(picture[x, 60].x) }
      #expect(soft <= 2, "\(soft) pixels of row 60 are neither black nor white")
      #expect((0..<160).count { picture[$0, 60].x == 0 } >= 94)
    }
  }
}
