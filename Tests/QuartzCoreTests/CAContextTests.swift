// Contexts: frames, servers that die, servers that refuse.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzTesting

@testable import QuartzCore

@Suite struct CAContextTests {
  @Test func theTreeIsSentToANewServer() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    withoutActions {
      layer.opacity = 0.5
      layer.contents = Images.checkers
    }
    let animation = CABasicAnimation(keyPath: "zPosition")
    animation.toValue = 10
    animation.duration = 10
    layer.add(animation, forKey: "rise")
    stage.clock.advance(by: 1)
    stage.carrier.kill()
    let lines = Lines.during {
      layer.cornerRadius = 3
      CATransaction.flush()
    }
    #expect(lines.count == 1)
    #expect(throws: CAContextError.self) { try stage.context.frame(at: 1) }
    #expect(layer.cornerRadius == 3)
    stage.carrier.restart()
    _ = try stage.context.frame(at: 1)
    #expect(stage.carrier.tree.layerCount == 2 && stage.carrier.tree.images.count == 1)
    #expect(try stage.serverValues(layer).value(.opacity) == .number(0.5))
    #expect(try stage.serverValues(layer).value(.cornerRadius) == .number(3))
    // The animation goes on where it would have been.
    #expect(try stage.serverPresentation(layer, at: 6).value(.zPosition) == .number(6))
    _ = stage.carrier.takeCommits()
    withoutActions { layer.zPosition = 1 }
    #expect(stage.carrier.takeCommits().first?.changes.count == 1)
  }

  @Test func imagesThatLoseSomethingAreTold() throws {
    let stage = CoreStage()
    func image(bits: Int, _ space: CGColorSpace, _ info: CGBitmapInfo) throws -> CGImage {
      let count = space.numberOfComponents + (space.model == .rgb ? 1 : 0)
      let bytes = Data(repeating: 0, count: 16 * count)
      let provider = try #require(CGDataProvider(data: bytes as CFData))
      return try #require(
        CGImage(
          width: 2,
          height: 1,
          bitsPerComponent: bits,
          bitsPerPixel: bits * count,
          bytesPerRow: 2 * bits * count / 8,
          space: space,
          bitmapInfo: info,
          provider: provider,
          decode: nil,
          shouldInterpolate: true,
          intent: .defaultIntent
        )
      )
    }
    let rgba = CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue)
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let images = [
      try image(bits: 16, CGColorSpaceCreateDeviceRGB(), [rgba, .floatComponents]),
      try image(bits: 16, CGColorSpaceCreateDeviceRGB(), rgba),
      try image(bits: 8, p3, rgba),
      try image(bits: 8, CGColorSpaceCreateDeviceGray(), []),
      Images.checkers,
    ]
    let expected: [ImageLosses] = [.range, .depth, .gamut, .compactness, []]
    #expect(images.map(\.losses) == expected)
    withoutActions {
      // Two layers with each image: an image is told once.
      for image in images + images {
        let layer = stage.addLayer()
        layer.name = "layer of \(image.bitsPerComponent)"
        layer.contents = image
      }
    }
    _ = try stage.context.frame(at: 0)
    let told = stage.context.contentsLosses
    #expect(told.map(\.lost) == expected.dropLast().map(\.lines))
    #expect(told.first?.layer == "root/layer of 16" && told.first?.width == 2)
  }

  @Test func aCommitFindsTheNewServerToo() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    stage.carrier.kill()
    stage.carrier.restart()
    _ = Lines.during { withoutActions { layer.zPosition = 5 } }
    #expect(stage.carrier.reconnections == 1)
    #expect(stage.carrier.tree.layerCount == 2)
  }

  @Test func aFrameFindsTheNewServerToo() throws {
    let stage = CoreStage()
    stage.carrier.kill()
    stage.carrier.restart()
    let frame = try stage.context.frame(at: 0)
    #expect(frame.pixels.withBytes { $0[0] } == 1)
  }

  @Test func aClientGoesOnWithoutAServer() {
    let stage = CoreStage()
    stage.carrier.kill()
    _ = Lines.during {
      for index in 0..<10 {
        let layer = CALayer()
        stage.root.addSublayer(layer)
        layer.zPosition = CGFloat(index)
        CATransaction.flush()
        if index % 2 == 0 { layer.removeFromSuperlayer() }
        CATransaction.flush()
      }
    }
    #expect(stage.root.sublayers?.count == 5)
    stage.carrier.restart()
    _ = try? stage.context.frame(at: 0)
    #expect(stage.carrier.tree.layerCount == 6)
  }

  @Test func aRefusedCommitIsReportedAndTheTreeComesWhenItCan() throws {
    let stage = CoreStage()
    stage.carrier.limits.layers = 2
    stage.carrier.kill()
    stage.carrier.restart()
    let lines = Lines.during {
      stage.root.sublayers = [CALayer(), CALayer()]
      CATransaction.flush()
    }
    #expect(lines.count == 1)
    #expect(
      throws: CAContextError.refused("a commit was refused: 3 layers, at most 2 are allowed")
    ) {
      try stage.context.frame(at: 0)
    }
    stage.root.sublayers?.last?.removeFromSuperlayer()
    CATransaction.flush()
    _ = try stage.context.frame(at: 0)
    #expect(stage.carrier.tree.layerCount == 2)
  }

  @Test func sizeAndScale() {
    let context = CAContext(
      configuration: ContextConfiguration(width: 300, height: 150, scale: 1.5),
      carrier: RecordingCarrier()
    )
    #expect(context.size == CGSize(width: 200, height: 100))
    #expect(context.scale == 1.5)
  }

  @Test(
    arguments: [
      (CGSize(width: 0, height: 10), 1), (CGSize(width: 1e9, height: 1), 1),
      (CGSize(width: CGFloat.nan, height: 1), 1), (CGSize(width: 10, height: -.infinity), 1),
      (CGSize(width: 10, height: 10), 0), (CGSize(width: 10, height: 10), .nan),
      (CGSize(width: 10, height: 10), 1e300),
    ] as [(CGSize, CGFloat)]
  )
  func impossibleSizesAreRefused(_ size: CGSize, _ scale: CGFloat) {
    #expect(throws: CAContextError.self) { try CAContext(size: size, scale: scale) }
  }
}
