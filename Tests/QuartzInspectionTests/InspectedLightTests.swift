// Light beyond white in the inspector: limits of layers, and pixels in nits.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzInspection
import QuartzModel
import Testing

@Suite struct InspectedLightTests {
  /// A picture of 1000 nits in PQ, and a white box, on an output of headroom 2.
  private func sample() throws -> (scene: InspectedScene, bright: CALayer, plain: CALayer) {
    let space = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    let samples = [UInt16](repeating: 49271, count: 64 * 4)
    let image = CGImage(
      samples: samples.withUnsafeBytes { Data($0) },
      size: (8, 8),
      .integers16,
      space: space,
      alpha: .noneSkipLast
    )
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
    let bright = CALayer()
    bright.frame = CGRect(x: 0, y: 0, width: 16, height: 16)
    (bright.contents, bright.preferredDynamicRange) = (image, .high)
    let plain = box(32, 0, 16, 16, CGColor(red: 1, green: 1, blue: 1, alpha: 1))
    root.sublayers = [bright, plain]
    return (try InspectedScene(root, range: .extended(headroom: 2)), bright, plain)
  }

  @Test func lightOfLayers() throws {
    let (scene, bright, plain) = try sample()
    let light = try #require(try scene.inspection.details(try scene.id(bright)).light)
    #expect(abs((light.headroom ?? 0) - 4.926108) < 1e-6)
    #expect(light.limit == 2 && light.mode == "automatic" && light.isMapped)
    let other = try #require(try scene.inspection.details(try scene.id(plain)).light)
    #expect(other.headroom == nil && other.limit == 1 && !other.isMapped)
    let standard = try InspectedScene(box(0, 0, 64, 48, red))
    let root = try #require(standard.context.layer)
    #expect(try standard.inspection.details(try standard.id(root)).light == nil)
  }

  @Test func pixelsInNits() throws {
    let (scene, _, _) = try sample()
    // 1000 nits on headroom 2 are twice the 203 of white.
    let bright = try #require(scene.inspection.hit(x: 4, y: 4).nits)
    #expect(bright.allSatisfy { abs($0 - 406) < 0.5 })
    #expect(scene.inspection.hit(x: 40, y: 4).nits == [203, 203, 203])
    #expect(scene.inspection.hit(x: 60, y: 40).nits == nil)
    for (x, y) in [(-1.0, 0.0), (64, 0), (0, 48), (.nan, 0), (.infinity, 1e300)] {
      #expect(scene.inspection.hit(x: x, y: y).nits == nil)
    }
  }

  @Test func pictureOfBytes() throws {
    let (scene, _, _) = try sample()
    let frame = try scene.inspection.frame()
    #expect(frame.bitsPerComponent == 8 && frame.width == 64 && frame.height == 48)
    let pixels = frame.pixelStorage
    #expect(pixels.base.load(fromByteOffset: 4 * 4, as: UInt8.self) == 255)
    let costs = scene.inspection.frameDetails()
    #expect(costs.outputBytes == 64 * 48 * 8)
  }
}
