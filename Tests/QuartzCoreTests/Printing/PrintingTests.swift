// Layers on pages of PDF: paths and texts, and the picture of a bitmap.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import PageReading
import QuartzTesting
import TestClaims
import Testing

@testable import QuartzCore

/// Trees of 100 x 80 points.
private enum Tree: String, CaseIterable {
  case card, gradients, shapes, text, drawn, contents, flipped, groups, mask, replicator, tilted

  /// Whether the tree has parts that pages have no words for.
  var pixels: Int {
    switch self {
    case .card, .gradients, .shapes, .text, .drawn, .flipped, .groups: 0
    case .contents, .mask, .replicator, .tilted: 1
    }
  }

  func make() throws -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
    root.backgroundColor = CGColor(srgbRed: 0.9, green: 0.95, blue: 1, alpha: 1)
    for layer in try layers() { root.addSublayer(layer) }
    return root
  }

  private func layers() throws -> [CALayer] {
    switch self {
    case .card: [card(CALayer())]
    case .gradients: [.axial, .radial].enumerated().map(gradient)
    case .shapes: [shape()]
    case .text: [text()]
    case .drawn: [drawn()]
    case .contents: try contents()
    case .flipped: [flipped()]
    case .groups: [group()]
    case .mask: [masked()]
    case .replicator: [replicator()]
    case .tilted: [tilted()]
    }
  }

  private static let red = CGColor(srgbRed: 0.9, green: 0.2, blue: 0.1, alpha: 1)
  private static let blue = CGColor(srgbRed: 0.1, green: 0.2, blue: 0.9, alpha: 1)

  private func card(_ card: CALayer) -> CALayer {
    card.frame = CGRect(x: 15, y: 12, width: 60, height: 45)
    card.backgroundColor = CGColor(gray: 1, alpha: 1)
    card.cornerRadius = 12
    card.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
    card.borderWidth = 3
    card.borderColor = Tree.blue
    card.masksToBounds = true
    card.transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
    for (index, z) in [2.0, 1.0].enumerated() {
      let part = CALayer()
      part.frame = CGRect(x: 30 + 15 * index, y: 20 + 8 * index, width: 30, height: 30)
      part.backgroundColor = index == 0 ? Tree.red : Tree.blue
      part.zPosition = z
      card.addSublayer(part)
    }
    return card
  }

  private func gradient(_ index: Int, _ type: CAGradientLayerType) -> CALayer {
    let layer = CAGradientLayer()
    layer.frame = CGRect(x: 5 + 48 * index, y: 10, width: 44, height: 60)
    layer.type = type
    layer.colors = [Tree.red, Tree.blue.copy(alpha: 0.5) ?? Tree.blue, Tree.blue]
    layer.locations = [0.1, 0.5, 0.9]
    layer.startPoint = CGPoint(x: 0.4, y: 0.5)
    layer.endPoint = CGPoint(x: 0.9, y: 0.8)
    layer.cornerRadius = 10
    return layer
  }

  private func shape() -> CALayer {
    let layer = CAShapeLayer()
    layer.frame = CGRect(x: 10, y: 10, width: 80, height: 60)
    layer.path = CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 70, height: 50), transform: nil)
    layer.fillColor = Tree.blue.copy(alpha: 0.3)
    layer.strokeColor = Tree.red
    layer.lineWidth = 5
    layer.lineCap = .round
    layer.strokeStart = 0.1
    layer.strokeEnd = 0.7
    return layer
  }

  private func text() -> CALayer {
    let layer = CATextLayer()
    layer.frame = CGRect(x: 5, y: 10, width: 90, height: 60)
    layer.string = "Paths of letters"
    layer.isWrapped = true
    layer.fontSize = 20
    layer.contentsScale = 3
    layer.foregroundColor = Tree.blue
    return layer
  }

  private func drawn() -> CALayer {
    let layer = Ring()
    layer.frame = CGRect(x: 20, y: 10, width: 60, height: 60)
    layer.contentsScale = 3
    layer.opacity = 0.6
    layer.setNeedsDisplay()
    return layer
  }

  private func contents() throws -> [CALayer] {
    [CALayerContentsGravity.resizeAspect, .bottomLeft].enumerated().map { index, gravity in
      let layer = CALayer()
      layer.frame = CGRect(x: 5 + 48 * index, y: 10, width: 42, height: 60)
      layer.backgroundColor = CGColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
      layer.contents = Images.checkers
      layer.contentsScale = 0.25
      layer.contentsGravity = gravity
      layer.magnificationFilter = .nearest
      return layer
    }
  }

  private func flipped() -> CALayer {
    let outer = text()
    outer.isGeometryFlipped = true
    let inner = shape()
    inner.bounds.origin = CGPoint(x: 10, y: -20)
    outer.addSublayer(inner)
    return outer
  }

  private func group() -> CALayer {
    let group = card(CALayer())
    group.opacity = 0.5
    group.masksToBounds = false
    let single = card(CALayer())
    single.allowsGroupOpacity = false
    single.opacity = 0.5
    single.masksToBounds = false
    single.position.y += 30
    group.addSublayer(single)
    return group
  }

  private func masked() -> CALayer {
    let layer = card(CALayer())
    let mask = CAShapeLayer()
    mask.path = CGPath(ellipseIn: CGRect(x: 10, y: 5, width: 40, height: 30), transform: nil)
    layer.mask = mask
    return layer
  }

  private func replicator() -> CALayer {
    let layer = CAReplicatorLayer()
    layer.frame = CGRect(x: 10, y: 10, width: 80, height: 60)
    layer.instanceCount = 4
    layer.instanceTransform = CATransform3DMakeTranslation(18, 6, 0)
    let dot = CALayer()
    dot.frame = CGRect(x: 5, y: 5, width: 14, height: 14)
    dot.backgroundColor = Tree.red
    dot.cornerRadius = 7
    layer.addSublayer(dot)
    return layer
  }

  private func tilted() -> CALayer {
    let layer = card(CALayer())
    var transform = CATransform3DIdentity
    transform.m34 = -1 / 100
    layer.transform = CATransform3DRotate(transform, 0.7, 0, 1, 0)
    return layer
  }
}

/// A layer that draws a ring.
private final class Ring: CALayer {
  private(set) var drawings = 0

  override func draw(in context: CGContext) {
    drawings += 1
    context.setStrokeColor(CGColor(srgbRed: 0, green: 0.5, blue: 0.2, alpha: 1))
    context.setLineWidth(8)
    context.strokeEllipse(in: bounds.insetBy(dx: 6, dy: 12))
  }
}

@Suite(.enabled(if: PageReader.isAvailable, "needs the Debian package poppler-utils"))
struct PrintingTests {
  private func document(_ layer: CALayer, isYDown: Bool = true) throws -> Data {
    let data = NSMutableData()
    var box = CGRect(x: 0, y: 0, width: 100, height: 80)
    let consumer = try #require(CGDataConsumer(data: data))
    let context = try #require(CGContext(consumer: consumer, mediaBox: &box, nil))
    context.beginPDFPage(nil)
    place(context, isYDown: isYDown)
    layer.render(in: context)
    context.closePDF()
    return Data(data)
  }

  private func bitmap(_ layer: CALayer, _ scale: Int, isYDown: Bool = true) throws -> [UInt8] {
    let (width, height) = (100 * scale, 80 * scale)
    let context = try #require(
      CGContext(
        data: nil,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpace(name: CGColorSpace.sRGB),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    context.setFillColor(.white)
    context.fill(CGRect(x: 0, y: 0, width: width, height: height))
    context.scaleBy(x: CGFloat(scale), y: CGFloat(scale))
    place(context, isYDown: isYDown)
    layer.render(in: context)
    let base = try #require(context.data)
    return (0..<width * height).flatMap { pixel in
      let place = pixel / width * context.bytesPerRow + pixel % width * 4
      return (0..<3).map { base.load(fromByteOffset: place + $0, as: UInt8.self) }
    }
  }

  private func place(_ context: CGContext, isYDown: Bool) {
    guard isYDown else { return }
    context.translateBy(x: 0, y: 80)
    context.scaleBy(x: 1, y: -1)
  }

  @Test(.shows("CALayer.render(in:)"), arguments: Tree.allCases)
  private func aPageShowsTheTree(_ tree: Tree) throws {
    let reader = try PageReader(try document(try tree.make()))
    let distance = try reader.pixels(scale: 3).distance(to: bitmap(try tree.make(), 3))
    // because: edges and colours are rounded by another program, letters have no hints there.
    #expect(distance < 1.2, "\(tree): \(distance)")
    #expect(try reader.imageCount() == tree.pixels, "\(tree)")
  }

  /// AG-D-2.x3: a page asks a layer that shows a bitmap to draw anew, and has lines and no pixels.
  @Test(.shows("CALayer.render(in:)", "CALayer.draw(in:)")) func aPageDrawsAnew() throws {
    let layer = Ring()
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.drawings == 1 && layer.contents != nil)
    let page = String(decoding: try document(layer), as: UTF8.self)
    #expect(layer.drawings == 2)
    #expect(!page.contains("/Image"))
    // A layer that has a bitmap and does not draw puts it on the page.
    let image = CALayer()
    image.frame = layer.frame
    image.contents = layer.contents
    #expect(String(decoding: try document(image), as: UTF8.self).contains("/Image"))
  }

  @Test func shadowsAreTheOnlyPixels() throws {
    func tree(_ path: CGPath?) -> CALayer {
      let root = CALayer()
      root.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
      let card = CALayer()
      card.frame = CGRect(x: 20, y: 15, width: 60, height: 40)
      card.cornerRadius = 8
      card.backgroundColor = CGColor(gray: 1, alpha: 1)
      card.shadowColor = CGColor(gray: 0, alpha: 1)
      card.shadowOpacity = 0.5
      card.shadowRadius = 4
      card.shadowOffset = CGSize(width: 2, height: 5)
      card.shadowPath = path
      card.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
      root.addSublayer(card)
      return root
    }
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 60, height: 40), transform: nil)
    for path in [nil, path] {
      let reader = try PageReader(try document(tree(path)))
      let distance = try reader.pixels(scale: 3).distance(to: bitmap(tree(path), 3))
      // because: the shadow's pixels are resampled.
      #expect(distance < 1.2, "\(distance)")
      #expect(try reader.imageCount() == 1)
    }
  }

  @Test func aTreeOfAnyDepthIsPrinted() throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
    var last = root
    for _ in 0..<400 {
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
      last.addSublayer(layer)
      last = layer
    }
    last.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let page = try PageReader(try document(root)).pixels()
    // because: Poppler rounds the alpha of pixels once more.
    #expect(page.pixel(50, 40)[0] >= 254 && page.pixel(50, 40)[1...] == [0, 0])
  }
}
