// Trees drawn into a CGContext: the picture of the output.
// Licensed under the MIT license; see LICENSE.

import QuartzTesting
import TestClaims

@testable import QuartzCore

@Suite struct RenderInContextTests {
  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

  private func makeContext(_ width: Int, _ height: Int) throws -> CGContext {
    try #require(
      CGContext(
        data: nil,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
  }

  private func pixel(_ context: CGContext, _ x: Int, _ y: Int) throws -> [UInt8] {
    let data = try #require(context.data)
    let start = data + y * context.bytesPerRow + x * 4
    return Array(UnsafeRawBufferPointer(start: start, count: 4))
  }

  /// Something of everything that layers have, with edges between pixels.
  private func scene() -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
    root.backgroundColor = CGColor(red: 0.9, green: 0.9, blue: 1, alpha: 1)
    let card = CALayer()
    card.frame = CGRect(x: 5.3, y: 4.7, width: 20, height: 16)
    card.backgroundColor = red
    card.cornerRadius = 5
    card.borderWidth = 1.5
    card.masksToBounds = true
    card.opacity = 0.7
    card.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
    let picture = CALayer()
    picture.frame = CGRect(x: 8, y: 6, width: 20, height: 20)
    picture.contents = Images.checkers
    card.addSublayer(picture)
    root.addSublayer(card)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 60
    let leaf = CALayer()
    leaf.frame = CGRect(x: 22, y: 8, width: 14, height: 14)
    leaf.backgroundColor = CGColor(red: 0, green: 0.5, blue: 0, alpha: 0.8)
    leaf.transform = CATransform3DMakeRotation(0.8, 0, 1, 0)
    root.sublayerTransform = perspective
    root.addSublayer(leaf)
    return root
  }

  /// A context as UIKit's: y down, `scale` pixels to the point.
  private func flippedContext(_ size: CGSize, scale: CGFloat) throws -> CGContext {
    let context = try makeContext(Int(size.width * scale), Int(size.height * scale))
    context.translateBy(x: 0, y: size.height * scale)
    context.scaleBy(x: scale, y: -scale)
    return context
  }

  @Test(.shows("CALayer.render(in:)"), arguments: [1.0, 2.0, 1.5])
  func thePictureOfTheOutput(_ scale: CGFloat) throws {
    let size = CGSize(width: 40, height: 30)
    let context = try flippedContext(size, scale: scale)
    scene().render(in: context)
    let image = try #require(context.makeImage())
    let expected = try renderedImage(of: scene(), size: size, scale: scale)
    expectEqualImages(image, expected, named: "render-in-context")
  }

  @Test func thePictureOfAnOutputWithYUp() throws {
    let size = CGSize(width: 40, height: 30)
    let root = scene()
    var options = CAContext.Options()
    options.isYUp = true
    let output = try CAContext(size: size, options: options)
    output.layer = root
    let expected = try output.image()
    let context = try makeContext(40, 30)
    root.render(in: context)
    expectEqualImages(try #require(context.makeImage()), expected, named: "render-y-up")
  }

  @Test func thePlaceOfTheLayerDoesNotCount() throws {
    let parent = CALayer()
    let layer = CALayer()
    parent.addSublayer(layer)
    layer.bounds = CGRect(x: 2, y: 1, width: 3, height: 2)
    layer.position = CGPoint(x: 100, y: 70)
    layer.transform = CATransform3DMakeRotation(1, 0, 0, 1)
    layer.anchorPoint = CGPoint(x: 0, y: 1)
    layer.backgroundColor = red
    layer.opacity = 0.5
    let context = try flippedContext(CGSize(width: 8, height: 4), scale: 1)
    layer.render(in: context)
    for y in 0..<4 {
      for x in 0..<8 {
        let isInside = (2..<5).contains(x) && (1..<3).contains(y)
        #expect(try pixel(context, x, y) == (isInside ? [128, 0, 0, 128] : [0, 0, 0, 0]))
      }
    }
    #expect(layer.position == CGPoint(x: 100, y: 70))
  }

  @Test(.shows("CALayer.render(in:)")) func theContextsClipAndAlphaCount() throws {
    let layer = CALayer()
    layer.bounds.size = CGSize(width: 8, height: 8)
    layer.backgroundColor = red
    let context = try makeContext(8, 8)
    context.setAlpha(0.5)
    context.clip(to: CGRect(x: 1, y: 1, width: 2.5, height: 3))
    let transform = context.ctm
    layer.render(in: context)
    #expect(context.ctm == transform)
    #expect(try pixel(context, 1, 4) == [128, 0, 0, 128])
    #expect(try pixel(context, 3, 6)[3] == 64)
    #expect(try pixel(context, 4, 6) == [0, 0, 0, 0])
    #expect(try pixel(context, 1, 3) == [0, 0, 0, 0])
  }

  @Test func edgesUnderARotationAreThoseOfTheRenderer() throws {
    let (layer, turned) = (CALayer(), CALayer())
    for layer in [layer, turned] {
      layer.frame = CGRect(x: 0, y: 0, width: 12, height: 7)
      layer.backgroundColor = red
    }
    let context = try flippedContext(CGSize(width: 24, height: 24), scale: 1)
    context.translateBy(x: 9, y: 4)
    context.rotate(by: 0.5)
    layer.render(in: context)
    turned.anchorPoint = .zero
    turned.position = CGPoint(x: 9, y: 4)
    turned.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
    let root = CALayer()
    root.addSublayer(turned)
    let expected = try renderedImage(of: root, size: CGSize(width: 24, height: 24))
    expectEqualImages(try #require(context.makeImage()), expected, named: "render-rotated")
  }

  @Test func layersThatNeedDisplayAreDrawn() throws {
    final class Square: CALayer {
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
        ctx.fill(bounds)
      }
    }
    let (root, square) = (CALayer(), Square())
    root.addSublayer(square)
    square.frame = CGRect(x: 0, y: 0, width: 2, height: 2)
    square.setNeedsDisplay()
    let context = try flippedContext(CGSize(width: 4, height: 4), scale: 1)
    root.render(in: context)
    #expect(try pixel(context, 1, 1) == [255, 0, 0, 255] && !square.needsDisplay())
  }

  @Test func valuesOfNowAndNotOfAnimations() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.backgroundColor = red
    layer.bounds.size = CGSize(width: 2, height: 2)
    layer.opacity = 0
    CATransaction.flush()
    layer.opacity = 1
    #expect(layer.animation(forKey: "opacity") != nil)
    let context = try makeContext(2, 2)
    layer.render(in: context)
    #expect(try pixel(context, 1, 1) == [255, 0, 0, 255])
  }

  @Test func singularAndHostileTransformsDrawNothing() throws {
    let layer = CALayer()
    layer.bounds.size = CGSize(width: 4, height: 4)
    layer.backgroundColor = red
    for factor in [0, CGFloat.nan, .infinity] {
      let context = try makeContext(4, 4)
      context.scaleBy(x: factor, y: 1)
      layer.render(in: context)
      #expect(try pixel(context, 0, 0) == [0, 0, 0, 0])
    }
    let context = try makeContext(4, 4)
    context.clip(to: CGRect.zero)
    layer.render(in: context)
    #expect(try pixel(context, 0, 0) == [0, 0, 0, 0])
  }
}

@Suite struct LayerTextTests {
  @Test func aTreeAsText() {
    let root = CALayer()
    root.name = "root"
    let child = CALayer()
    child.bounds = CGRect(x: 0, y: 0, width: 10, height: 5)
    child.opacity = 0.5
    child.contents = Images.checkers
    root.addSublayer(child)
    root.addSublayer(CALayer())
    #expect(
      root.debugDescription == """
        <CALayer; name = root>
          <CALayer; bounds = (0.0 0.0; 10.0 5.0); contents = image of 2 x 2; opacity = 0.5>
          <CALayer>
        """
    )
    #expect("\(root)".hasPrefix("<CALayer: 0x"))
  }

  @Test(.shows("CALayer.init(layer:)", "CALayer.presentation()", "CALayer.model()"))
  func subclassesAreCopiedForPresentation() throws {
    final class Dial: CALayer {
      var hand = 1.0
      override init(layer: Any) {
        hand = (layer as? Dial)?.hand ?? 0
        super.init(layer: layer)
      }
      required init?(coder: NSCoder) { super.init(coder: coder) }
      override init() { super.init() }
    }
    let stage = CoreStage()
    let dial = Dial()
    dial.hand = 3
    dial.setValue(7, forKey: "ticks")
    _ = stage.addLayer(dial)
    let shown = try #require(dial.presentation())
    #expect(shown.hand == 3 && shown.value(forKey: "ticks") as? Int == 7)
    #expect(shown.model() === dial && "\(shown)".hasPrefix("<QuartzCoreTests."))
  }
}
