// Frames drawn into a bitmap, one by one.
// Licensed under the MIT license; see LICENSE.

import QuartzTesting
import TestClaims

@testable import QuartzCore

@Suite struct CARendererTests {
  private let bitmap = CGContext(
    data: nil,
    width: 20,
    height: 10,
    bitsPerComponent: 8,
    bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
  )

  private func tree() -> (root: CALayer, box: CALayer) {
    let (root, box) = (CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 20, height: 10)
    box.frame = CGRect(x: 2, y: 1, width: 4, height: 4)
    box.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    root.addSublayer(box)
    return (root, box)
  }

  @Test(
    .shows(
      "CARenderer",
      "CARenderer.layer",
      "CARenderer.bounds",
      "CARenderer.beginFrame(atTime:timeStamp:)",
      "CARenderer.updateBounds()",
      "CARenderer.render()",
      "CARenderer.endFrame()"
    )
  ) func framesAndTheirUpdates() throws {
    let bitmap = try #require(bitmap)
    let (root, box) = tree()
    let renderer = CARenderer(cgContext: bitmap)
    renderer.layer = root
    renderer.bounds = root.bounds
    renderer.beginFrame(atTime: 1, timeStamp: nil)
    #expect(renderer.updateBounds() == root.bounds)
    #expect(renderer.nextFrameTime() == .infinity)
    renderer.render()
    renderer.endFrame()
    var picture = try #require(bitmap.makeImage())
    #expect(alpha(picture, 2, 1) == 255 && alpha(picture, 5, 4) == 255)
    #expect(alpha(picture, 1, 1) == 0 && alpha(picture, 2, 5) == 0)

    renderer.beginFrame(atTime: 2, timeStamp: nil)
    #expect(renderer.updateBounds().isNull)
    renderer.endFrame()

    withoutActions { box.position.x += 4 }
    renderer.beginFrame(atTime: 3, timeStamp: nil)
    #expect(renderer.updateBounds() == CGRect(x: 2, y: 1, width: 8, height: 4))
    renderer.render()
    renderer.endFrame()
    picture = try #require(bitmap.makeImage())
    #expect(alpha(picture, 5, 4) == 0 && alpha(picture, 6, 1) == 255 && alpha(picture, 9, 4) == 255)
  }

  @Test(.shows("CARenderer.addUpdate(_:)")) func updateRestoresOverpaintedPixels() throws {
    let bitmap = try #require(bitmap)
    let (root, _) = tree()
    let renderer = CARenderer(cgContext: bitmap)
    (renderer.layer, renderer.bounds) = (root, root.bounds)
    renderer.beginFrame(atTime: 0, timeStamp: nil)
    renderer.render()
    renderer.endFrame()
    bitmap.clear(CGRect(x: 0, y: 0, width: 20, height: 10))
    renderer.beginFrame(atTime: 0, timeStamp: nil)
    renderer.addUpdate(CGRect(x: 0, y: 0, width: 4, height: 3))
    renderer.render()
    renderer.endFrame()
    let picture = try #require(bitmap.makeImage())
    #expect(alpha(picture, 3, 2) == 255 && alpha(picture, 4, 2) == 0 && alpha(picture, 3, 3) == 0)
  }

  @Test(.shows("CARenderer.nextFrameTime()", "CARenderer.beginFrame(atTime:timeStamp:)"))
  func animationsRunByTheTimesOfFrames() throws {
    let bitmap = try #require(bitmap)
    let (root, box) = tree()
    let renderer = CARenderer(cgContext: bitmap)
    (renderer.layer, renderer.bounds) = (root, root.bounds)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.byValue, move.beginTime, move.duration) = (10, 12, 2)
    box.add(move, forKey: nil)
    renderer.beginFrame(atTime: 10, timeStamp: nil)
    #expect(renderer.nextFrameTime() == 12)
    renderer.render()
    renderer.endFrame()
    renderer.beginFrame(atTime: 13, timeStamp: nil)
    #expect(renderer.nextFrameTime() == 13)
    renderer.render()
    renderer.endFrame()
    let picture = try #require(bitmap.makeImage())
    #expect(
      alpha(picture, 6, 2) == 0 && alpha(picture, 7, 2) == 255 && alpha(picture, 10, 2) == 255
    )
    renderer.beginFrame(atTime: 15, timeStamp: nil)
    #expect(renderer.nextFrameTime() == .infinity)
    renderer.endFrame()
  }
}
