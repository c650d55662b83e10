// Numbers that mean nothing, in every property of the table, and programs that misbehave.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzTesting

@testable import QuartzCore

@Suite struct BadLayerInputTests {
  // MARK: Numbers

  /// Values of a row all of whose numbers, or some, are `bad`.
  private static func samples(_ type: ValueType, _ bad: Double) -> [Any] {
    switch type {
    case .number: return [bad]
    case .point: return [CGPoint(x: bad, y: 1), CGPoint(x: bad, y: bad)]
    case .size: return [CGSize(width: bad, height: 1), CGSize(width: bad, height: bad)]
    case .rect:
      return [
        CGRect(x: bad, y: 0, width: 8, height: 24), CGRect(x: 0, y: 0, width: bad, height: 24),
        CGRect(x: bad, y: bad, width: bad, height: bad),
      ]
    case .transform:
      var (tilted, shrunk) = (CATransform3DIdentity, CATransform3DIdentity)
      (tilted.m34, tilted.m14) = (bad, bad)
      shrunk.m44 = bad
      return [
        CATransform3DMakeScale(bad, 1, 1), CATransform3DMakeTranslation(0, bad, 0), tilted, shrunk,
      ]
    case .path:
      return [CGPath(ellipseIn: CGRect(x: 0, y: 0, width: bad, height: 8), transform: nil)]
    case .color:
      return [
        CGColor(red: bad, green: 0, blue: 0, alpha: 1),
        CGColor(red: 0, green: 0, blue: 0, alpha: bad),
      ]
    case .numbers: return [[bad, 1]]
    case .colors: return [[CGColor(red: bad, green: 0, blue: 0, alpha: 1)]]
    case .bool, .integer, .string, .image, .name, .cells, .filters: return []
    }
  }

  /// A layer with something of everything, between two red ones that lie in front of it.
  private struct Scene {
    let context: CAContext
    let layer: CALayer

    init(_ layerClass: LayerClass = .layer) throws {
      layer = layerClass.makeLayer()
      CATransaction.flush()
      context = try CAContext(size: CGSize(width: 24, height: 24))
      let (root, space, inner) = (CALayer(), CALayer(), CALayer())
      for node in [root, space] { node.frame = CGRect(x: 0, y: 0, width: 24, height: 24) }
      layer.frame = CGRect(x: 8, y: 0, width: 8, height: 24)
      layer.name = "bad"
      layer.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
      layer.contents = Images.checkers
      layer.minificationFilter = .trilinear
      layer.cornerRadius = 2
      layer.borderWidth = 1
      layer.shadowOpacity = 1
      inner.frame = CGRect(x: 2, y: 2, width: 4, height: 4)
      inner.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
      layer.addSublayer(inner)
      space.addSublayer(layer)
      root.addSublayer(space)
      for x in [0, 16] {
        let side = CALayer()
        side.frame = CGRect(x: x, y: 0, width: 8, height: 24)
        side.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        root.addSublayer(side)
      }
      context.layer = root
    }

    /// Whether the two red layers show, all of them.
    func showsSides(_ image: CGImage) -> Bool {
      let pixels = image.pixelStorage
      return pixels.withBytes { bytes in
        (0..<24).allSatisfy { y in
          ((0..<8).map { $0 } + (16..<24)).allSatisfy { x in
            let start = y * pixels.rowBytes + x * 4
            return bytes[start..<start + 4].elementsEqual([255, 0, 0, 255])
          }
        }
      }
    }

    /// The colour of a pixel.
    func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
      let pixels = image.pixelStorage
      return pixels.withBytes { Array($0[(y * pixels.rowBytes + x * 4)...].prefix(4)) }
    }
  }

  private static let rows = PropertyTable.all.filter { !samples($0.type, 1).isEmpty }.map(\.id)

  /// The picture of a value, and the lines that it gives, set at first, then again, in another
  /// frame.
  private func picture(_ scene: Scene, _ value: Any, _ name: String) throws -> (CGImage, [String]) {
    var image: CGImage?
    let lines = Lines.during {
      withoutActions { scene.layer.setValue(value, forKey: name) }
      _ = try? scene.context.image()
      scene.layer.name = "bad "
      scene.layer.name = "bad"
      withoutActions { scene.layer.setValue(value, forKey: name) }
      image = try? scene.context.image()
    }
    return (try #require(image), lines)
  }

  @Test(arguments: rows)
  func numbersThatAreNone(_ id: PropertyID) throws {
    let row = PropertyTable[id]
    for bad in [Double.nan, .infinity, -.infinity] {
      // A layer may last for ever.
      if bad == .infinity, row.canBeInfinite { continue }
      for sample in Self.samples(row.type, bad) {
        let scene = try Scene(row.layerClass)
        let (image, lines) = try picture(scene, sample, row.name)
        #expect(scene.showsSides(image), "\(row.name) \(sample)")
        #expect(lines.count == 1, "\(sample) \(lines)")
        if let line = lines.first { #expect(line.contains("bad") && line.contains(row.name)) }
        // Nothing of it stays.
        let good = row.defaultValue.bridged(row.type) { _ in nil }
        let (fresh, repaired) = (try Scene(row.layerClass), scene)
        let (a, noLines) = try picture(repaired, good ?? NSNull(), row.name)
        let (b, _) = try picture(fresh, good ?? NSNull(), row.name)
        #expect(
          noLines.isEmpty
            && a.pixelStorage.withBytes { Array($0) }
              == b.pixelStorage.withBytes { Array($0) }
        )
      }
    }
  }

  @Test(arguments: rows)
  func numbersThatAreTooSmallOrTooLarge(_ id: PropertyID) throws {
    let row = PropertyTable[id]
    for bad in [
      Double.leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e10, -1e10, 1e18, 1e38, -1e38, 1e300,
      -1e308,
    ] {
      for sample in Self.samples(row.type, bad) {
        let scene = try Scene(row.layerClass)
        let (image, lines) = try picture(scene, sample, row.name)
        #expect(scene.showsSides(image), "\(row.name) \(sample)")
        #expect(lines.count <= 1, "\(sample) \(lines)")
        if let line = lines.first { #expect(line.contains("bad") && line.contains(row.name)) }
        // A headroom below 1 is none.
        if abs(bad) < 1, id != .contentsHeadroom { #expect(lines.isEmpty) }
      }
    }
  }

  @Test func coordinatesThatAreTooFarAreReported() throws {
    // A depth puts layers in order, and may be as large as it likes.
    for name in ["bounds", "position", "transform", "anchorPoint", "shadowPath"] {
      let id = try #require(PropertyTable.id(named: name, of: .layer))
      for sample in Self.samples(PropertyTable[id].type, 1e300) {
        let (_, lines) = try picture(Scene(), sample, name)
        #expect(lines.count == 1, "\(name) \(sample)")
      }
    }
  }

  @Test func aShadowThatCannotBeDrawnLeavesItsLayer() throws {
    for (name, value) in [
      ("shadowOffset", CGSize(width: 1e10, height: 0) as Any), ("shadowRadius", Double.nan),
      ("shadowColor", CGColor(red: .nan, green: 0, blue: 0, alpha: 1)),
      (
        "shadowPath",
        CGPath(rect: CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1), transform: nil)
      ),
    ] {
      let scene = try Scene()
      let (image, _) = try picture(scene, value, name)
      #expect(scene.pixel(image, 11, 4) == [0, 0, 255, 255], "\(name)")
    }
  }

  @Test func coloursThatAreNoneAreNotDrawn() throws {
    let scene = try Scene()
    scene.layer.contents = nil
    let color = CGColor(red: .nan, green: 1, blue: 0, alpha: 1)
    let (image, lines) = try picture(scene, color, "backgroundColor")
    #expect(lines.count == 1 && scene.layer.backgroundColor === color)
    // Its shadow shows nowhere but under what it still draws: the border and the sublayer.
    #expect(scene.pixel(image, 11, 4) == [0, 0, 255, 255])
    #expect(scene.pixel(image, 11, 16)[1] == 0)
  }

  @Test func aLineForEachLayerAndProperty() throws {
    let scene = try Scene()
    let lines = Lines.during {
      for _ in 0..<3 {
        // With implicit animations.
        scene.layer.position = CGPoint(x: Double.nan, y: 0)
        scene.layer.zPosition = .infinity
        CATransaction.flush()
      }
      scene.layer.position = .zero
      CATransaction.flush()
      scene.layer.position = CGPoint(x: Double.nan, y: 0)
      CATransaction.flush()
    }
    #expect(lines.filter { $0.contains("position") }.count == 2)
    #expect(lines.filter { $0.contains("zPosition") }.count == 1 && lines.count == 3)
  }

  @Test func renderInContextReportsToo() throws {
    let scene = try Scene()
    let context = try #require(
      CGContext(
        data: nil,
        width: 8,
        height: 8,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    withoutActions { scene.layer.sublayers?[0].cornerRadius = .nan }
    scene.layer.sublayers?[0].name = "inner"
    let lines = Lines.during { scene.layer.render(in: context) }
    #expect(lines.count == 1 && lines[0].contains("inner") && lines[0].contains("cornerRadius"))
  }

  // MARK: Images

  @Test func imagesThatAreTooLargeOrEmpty() throws {
    #expect(Self.image(width: 0, height: 0) == nil)
    let scene = try Scene()
    // More than an image can have; nothing is there to be shown.
    #expect(Self.image(width: 65536, height: 65536) == nil)
    let (picture, lines) = try picture(scene, NSNull(), "contents")
    #expect(lines.isEmpty && scene.showsSides(picture))
    #expect(scene.pixel(picture, 11, 16) == [0, 255, 0, 255])
  }

  /// An image of one bit for a pixel, whose memory is never written.
  private static func image(width: Int, height: Int) -> CGImage? {
    let rowBytes = width / 8
    guard let provider = CGDataProvider(data: Data(count: rowBytes * height)) else { return nil }
    return CGImage(
      width: width,
      height: height,
      bitsPerComponent: 1,
      bitsPerPixel: 1,
      bytesPerRow: rowBytes,
      space: CGColorSpaceCreateDeviceGray(),
      bitmapInfo: [],
      provider: provider,
      decode: nil,
      shouldInterpolate: false,
      intent: .defaultIntent
    )
  }

  // MARK: Programs

  private final class Vandal: CALayer {
    var act: (CGContext) -> Void = { _ in }
    override func draw(in ctx: CGContext) { act(ctx) }
  }

  /// Returns the pixels of a drawing whose context was misused.
  private func drawing(_ act: @escaping (CGContext) -> Void) throws -> [UInt8] {
    let layer = Vandal()
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
    layer.setNeedsDisplay()
    layer.act = act
    layer.displayIfNeeded()
    let pixels = try #require(layer.contents as? CGImage).pixelStorage
    return pixels.withBytes { Array($0[..<4]) }
  }

  private static func fill(_ context: CGContext) {
    context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
  }

  @Test func contextsThatAreMisused() throws {
    let (red, clear): ([UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 0, 0, 0])
    // Thrown away, or kept for later.
    #expect(try drawing { _ in } == clear)
    var kept: CGContext?
    #expect(try drawing { kept = $0 } == clear)
    if let kept { Self.fill(kept) }
    // More saved than restored, clipped to nothing, scaled to nothing.
    #expect(
      try drawing { context in
        Self.fill(context)
        context.saveGState()
        context.clip(to: .zero)
        context.scaleBy(x: 0, y: .nan)
        Self.fill(context)
      } == red
    )
    // A layer that was begun never shows.
    #expect(
      try drawing { context in
        Self.fill(context)
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.clear(CGRect(x: 0, y: 0, width: 2, height: 2))
      } == red
    )
  }

  @Test func drawingThatTearsTheTreeDown() throws {
    let stage = CoreStage()
    let (parent, layer, other) = (CALayer(), Vandal(), Vandal())
    for node in [layer, other] {
      node.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
      node.setNeedsDisplay()
    }
    layer.act = { context in
      Self.fill(context)
      CATransaction.flush()
      layer.removeFromSuperlayer()
      parent.mask = layer
      parent.removeFromSuperlayer()
      other.contents = Images.checkers
      layer.bounds = CGRect(x: 0, y: 0, width: 3, height: 3)
      layer.setNeedsDisplay()
      stage.context.layer = other
    }
    other.act = { _ in
      layer.render(in: CGContext.onePixel)
      other.setNeedsDisplay()
      other.displayIfNeeded()
    }
    parent.addSublayer(layer)
    parent.addSublayer(other)
    stage.root.addSublayer(parent)
    _ = Lines.during {
      CATransaction.flush()
      CATransaction.flush()
    }
    #expect(stage.context.layer === other && parent.mask === layer)
    #expect(stage.carrier.tree.layerCount == 1 && stage.carrier.reconnections == 0)
    layer.act = { _ in }
  }
}

extension CGContext {
  /// A bitmap that nobody looks at.
  fileprivate static var onePixel: CGContext {
    let context = CGContext(
      data: nil,
      width: 1,
      height: 1,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    guard let context else { preconditionFailure("no memory for a pixel") }
    return context
  }
}
