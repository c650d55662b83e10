// `isGeometryFlipped` flips everything that has coordinates in the layer, in one way.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import RenderScenes
import TestClaims
import Testing

/// Fills a rectangle of each layer's own space.
private final class FlippedPainter: CALayerDelegate, Sendable {
  static let shared = FlippedPainter()

  func draw(_ layer: CALayer, in context: CGContext) {
    context.setFillColor(red)
    context.fill(GeometryFlippedTests.part)
  }
}

@Suite struct GeometryFlippedTests {
  /// The part of the layer that is red, in its own coordinates.
  static let part = CGRect(x: 2, y: 3, width: 9, height: 5)

  /// The ways to paint a part of a layer.
  enum Kind: CaseIterable {
    case sublayer, spaceOfSublayers, path, line, drawing, tiles, mask, maskPath, gradient, shadow
    case copies, particles, particlesInDepth, gravity, transition
  }

  /// Where the layer is, as a root, in others that are flipped, or turned.
  struct Place: CustomTestStringConvertible {
    var isFlipped: Bool
    var isParentFlipped: Bool
    var isYUp: Bool
    var isTurned: Bool
    /// Whether the layer around has no plane of its own.
    var isInSpace: Bool

    var testDescription: String {
      "flipped \(isFlipped), \(isParentFlipped), up \(isYUp), turned \(isTurned), \(isInSpace)"
    }

    static let all: [Place] = (0..<32).map { bits in
      Place(
        isFlipped: bits & 1 > 0,
        isParentFlipped: bits & 2 > 0,
        isYUp: bits & 4 > 0,
        isTurned: bits & 8 > 0,
        isInSpace: bits & 16 > 0
      )
    }
  }

  /// Returns the red area, in the layer's own coordinates.
  private static func expected(_ kind: Kind) -> CGRect {
    switch kind {
    case .copies: CGRect(x: 2, y: 0, width: 9, height: 10)
    case .gradient: CGRect(x: 0, y: 4, width: 30, height: 8)
    case .gravity: CGRect(x: 0, y: 0, width: 9, height: 5)
    // From the top, which is at the maximum y.
    case .transition: CGRect(x: 0, y: 15, width: 30, height: 5)
    default: part
    }
  }

  /// The layer, without its place.
  private static func layer(_ kind: Kind) -> CALayer {
    let layer: CALayer
    switch kind {
    case .path, .line:
      let shape = CAShapeLayer()
      shape.fillColor = kind == .path ? red : nil
      shape.path = CGPath(rect: part, transform: nil)
      if kind == .line {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: part.minX, y: part.midY))
        path.addLine(to: CGPoint(x: part.maxX, y: part.midY))
        (shape.path, shape.strokeColor, shape.lineWidth) = (path, red, part.height)
      }
      layer = shape
    case .gradient:
      let gradient = CAGradientLayer()
      let clear = rgba(1, 0, 0, 0)
      gradient.colors = [clear, clear, red, red, clear, clear]
      gradient.locations = [0, 0.2, 0.2, 0.6, 0.6, 1]
      (gradient.startPoint, gradient.endPoint) = (.zero, CGPoint(x: 0, y: 1))
      layer = gradient
    case .copies:
      let copies = CAReplicatorLayer()
      (copies.instanceCount, copies.instanceTransform) = (2, CATransform3DMakeTranslation(0, 5, 0))
      layer = copies
    case .particles, .particlesInDepth:
      let emitter = CAEmitterLayer()
      let cell = CAEmitterCell()
      cell.contents = bitmap(9, 5) { _, _ in [255, 0, 0, 255] }
      (cell.birthRate, cell.lifetime, cell.beginTime) = (10, 100, -1)
      emitter.emitterCells = [cell]
      emitter.emitterPosition = CGPoint(x: part.midX, y: part.midY)
      emitter.preservesDepth = kind == .particlesInDepth
      layer = emitter
    case .tiles: layer = CATiledLayer()
    default: layer = CALayer()
    }
    fill(layer, kind)
    return layer
  }

  private static func fill(_ layer: CALayer, _ kind: Kind) {
    switch kind {
    case .sublayer: panel(part.minX, part.minY, part.width, part.height, red, in: layer)
    case .spaceOfSublayers:
      layer.sublayerTransform = CATransform3DMakeTranslation(1, 2, 0)
      panel(part.minX - 1, part.minY - 2, part.width, part.height, red, in: layer)
    case .copies: panel(2, 0, 9, 5, red, in: layer)
    case .drawing, .tiles:
      layer.delegate = FlippedPainter.shared
      layer.setNeedsDisplay()
    case .mask, .maskPath:
      layer.backgroundColor = red
      layer.mask = stencil(part.minX, part.minY, part.width, part.height)
      if kind == .maskPath {
        let mask = CAShapeLayer()
        mask.path = CGPath(rect: part, transform: nil)
        layer.mask = mask
      }
    case .shadow:
      (layer.shadowColor, layer.shadowOpacity, layer.shadowRadius) = (red, 1, 0)
      layer.shadowOffset = CGSize(width: 1, height: 2)
      layer.shadowPath = CGPath(rect: part.offsetBy(dx: -1, dy: -2), transform: nil)
    case .gravity:
      layer.contents = bitmap(9, 5) { _, _ in [255, 0, 0, 255] }
      layer.contentsGravity = .bottomLeft
    case .transition: layer.backgroundColor = white
    default: break
    }
  }

  private static func stage(_ kind: Kind, _ place: Place, _ backend: Backend) throws -> Stage {
    let scene = Scene(name: "flips", width: 60, height: 52, isYUp: place.isYUp) { root in
      root.backgroundColor = white
      let parent = place.isInSpace ? CATransformLayer() : CALayer()
      parent.frame = root.bounds
      parent.isGeometryFlipped = place.isParentFlipped
      root.addSublayer(parent)
      let layer = layer(kind)
      layer.name = "layer"
      layer.bounds = CGRect(x: 0, y: 0, width: 30, height: 20)
      layer.anchorPoint = CGPoint(x: 0.5, y: 0.25)
      layer.position = CGPoint(x: 27, y: 18)
      if place.isTurned { layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1) }
      layer.isGeometryFlipped = place.isFlipped
      parent.addSublayer(layer)
    }
    let stage = try Stage(scene, backend)
    guard kind == .transition else { return stage }
    _ = try stage.picture(at: 0)
    stage.edit {
      let transition = CATransition()
      (transition.type, transition.subtype, transition.duration) = (.moveIn, .fromTop, 4)
      stage["layer"].backgroundColor = red
      stage["layer"].add(transition, forKey: nil)
    }
    return stage
  }

  /// Every pixel shows what `convert` says, and is hit where `hitTest` says.
  @Test(
    .shows("CALayer.isGeometryFlipped", "CALayer.convert(_:from:)"),
    arguments: Kind.allCases,
    Backend.all
  )
  func drawingIsWhereConversionSays(kind: Kind, backend: Backend) throws {
    for place in Place.all {
      let stage = try Self.stage(kind, place, backend)
      let picture = try stage.picture(at: 1)
      let layer = stage["layer"]
      let expected = Self.expected(kind)
      var wrong = 0
      for y in 0..<52 {
        for x in 0..<60 {
          let point = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
          let outer = place.isYUp ? CGPoint(x: point.x, y: 52 - point.y) : point
          let inner = layer.convert(outer, from: nil)
          let isRed = picture[x, y] == [255, 0, 0, 255]
          if isRed != expected.contains(inner) { wrong += 1 }
          if kind == .sublayer, (stage.root.hitTest(outer) === layer.sublayers?.first) != isRed {
            wrong += 1
          }
        }
      }
      #expect(wrong == 0, "\(kind) \(place.testDescription): \(wrong) pixels")
    }
  }

  /// A picture stands upright however many layers are flipped; `contentsAreFlipped` counts them
  /// all.
  @Test(
    .shows("CALayer.contentsAreFlipped()", "CALayer.isGeometryFlipped"),
    arguments: Place.all.filter { !$0.isTurned },
    Backend.all
  )
  func picturesStandUpright(place: Place, backend: Backend) throws {
    let stage = try Self.stage(.sublayer, place, backend)
    let layer = stage["layer"]
    stage.edit {
      layer.sublayers = nil
      layer.contents = bitmap(30, 20) { _, y in y < 10 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
    }
    let picture = try stage.picture()
    let middle = layer.convert(CGPoint(x: 15, y: 10), to: nil)
    let y = Int(stage.root.contentsAreFlipped() ? middle.y : 52 - middle.y)
    #expect(picture[Int(middle.x), y - 5] == [255, 0, 0, 255])
    #expect(picture[Int(middle.x), y + 5] == [0, 0, 255, 255])
    let top = layer.convert(CGPoint(x: 15, y: 20), to: nil).y
    let bottom = layer.convert(CGPoint(x: 15, y: 0), to: nil).y
    let pointsDown = (top > bottom) == stage.root.contentsAreFlipped()
    #expect(layer.contentsAreFlipped() == pointsDown)
  }

  /// `render(in:)` draws the layer's own space into user space, whether that is flipped or not.
  @Test(arguments: [Kind.sublayer, .path, .drawing, .tiles, .mask, .gradient, .shadow, .copies])
  func renderedInTheLayersOwnSpace(kind: Kind) throws {
    for isFlipped in [false, true] {
      let layer = Self.layer(kind)
      layer.bounds = CGRect(x: 0, y: 0, width: 30, height: 20)
      layer.isGeometryFlipped = isFlipped
      let context = try #require(
        CGContext(
          data: nil,
          width: 30,
          height: 20,
          bitsPerComponent: 8,
          bytesPerRow: 0,
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
      )
      layer.render(in: context)
      let image = Picture(try #require(context.makeImage()))
      let expected = Self.expected(kind)
      for y in 0..<20 {
        for x in 0..<30 {
          let isRed = image[x, y] == [255, 0, 0, 255]
          let place = CGPoint(x: Double(x) + 0.5, y: 19.5 - Double(y))
          #expect(isRed == expected.contains(place), "\(kind), flipped \(isFlipped): \(x), \(y)")
        }
      }
    }
  }

  /// Drawings for the other direction of y are drawn again, on the layer or anywhere below.
  @Test(arguments: Backend.all)
  func drawnAgainOnceItTurnsOver(backend: Backend) throws {
    let changes: [(CALayer, CALayer) -> Void] = [
      { parent, _ in parent.isGeometryFlipped = true }, { $1.isGeometryFlipped = true },
      { parent, _ in parent.superlayer?.isGeometryFlipped = true },
      // It goes to another superlayer of the same context.
      { parent, layer in
        let other = CALayer()
        other.frame = parent.frame
        other.isGeometryFlipped = true
        parent.superlayer?.addSublayer(other)
        other.addSublayer(layer)
      },
    ]
    for (index, change) in changes.enumerated() {
      let place = Place(
        isFlipped: false,
        isParentFlipped: false,
        isYUp: false,
        isTurned: false,
        isInSpace: false
      )
      let stage = try Self.stage(.drawing, place, backend)
      let layer = stage["layer"]
      _ = try stage.picture()
      let parent = try #require(layer.superlayer)
      stage.edit { change(parent, layer) }
      let picture = try stage.picture()
      let middle = layer.convert(CGPoint(x: Self.part.midX, y: Self.part.midY), to: nil)
      let beyond = layer.convert(CGPoint(x: Self.part.midX, y: 20 - Self.part.midY), to: nil)
      #expect(picture[Int(middle.x), Int(middle.y)] == [255, 0, 0, 255], "\(index)")
      #expect(picture[Int(beyond.x), Int(beyond.y)] == [255, 255, 255, 255], "\(index)")
    }
  }
}
