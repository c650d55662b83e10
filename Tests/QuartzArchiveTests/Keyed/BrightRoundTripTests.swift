// Layers brighter than white to text and back, to keyed archives and back: the same half floats.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore
import QuartzTesting
import Testing

@Suite struct BrightRoundTripTests {
  private func image(_ name: CFString, _ samples: [UInt16], headroom: Float = 0) throws -> CGImage {
    let space = try #require(CGColorSpace(name: name))
    let isHalf = CGColorSpaceUsesExtendedRange(space)
    return CGImage(
      samples: samples.withUnsafeBytes { Data($0) },
      size: (2, 2),
      isHalf ? .halves : .integers16,
      space: space,
      alpha: isHalf ? .premultipliedLast : .noneSkipLast,
      tags: (nil, headroom)
    )
  }

  /// Each property of extended range, with pictures in PQ and of half floats.
  ///
  /// - Parameter hasHalves: Whether a picture of half floats is among them.
  private func tree(hasHalves: Bool) throws -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 16)
    // 1000, 400, 203 and 100 nits.
    let codes: [UInt16] = [49271, 42767, 38055, 33297]
    let pq = try image(CGColorSpace.itur_2100_PQ, codes.flatMap { [$0, $0, $0, 65535] })
    // White of twice and four times the light.
    let bits: [UInt16] = [0x3D6A, 0x3F4D, 0x3D6A, 0x3F4D]
    let halves = try image(
      CGColorSpace.extendedSRGB,
      bits.flatMap { [$0, $0, $0, 0x3C00] },
      headroom: 4
    )
    let ranges: [CALayer.DynamicRange] = [.standard, .constrainedHigh, .high, .automatic]
    let modes: [CAToneMapMode] = [.automatic, .never, .ifSupported, .automatic]
    for index in 0..<4 {
      let layer = CALayer()
      layer.frame = CGRect(x: 16 * index, y: 0, width: 14, height: 16)
      layer.contents = hasHalves && index % 2 == 1 ? halves : pq
      layer.preferredDynamicRange = ranges[index]
      layer.toneMapMode = modes[index]
      layer.contentsHeadroom = index == 3 ? 2 : 0
      layer.wantsExtendedDynamicRangeContent = index == 0
      layer.contentsFormat = index == 2 ? .RGBA16Float : .RGBA8Uint
      layer.backgroundColor = CGColor(srgbRed: 0.5, green: 0, blue: 0, alpha: 1)
      root.addSublayer(layer)
    }
    return root
  }

  private func pixels(_ layer: CALayer) throws -> Data {
    var options = CAContext.Options()
    options.dynamicRange = .extended(headroom: 4)
    let context = try CAContext(size: CGSize(width: 64, height: 16), options: options)
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 16)
    layer.position = CGPoint(x: 32, y: 8)
    root.addSublayer(layer)
    context.layer = root
    let image = try context.image()
    #expect(image.bitsPerComponent == 16)
    return try #require(image.dataProvider?.data)
  }

  /// A9.14.
  @Test func archivesKeepTheLight() throws {
    let layer = try tree(hasHalves: true)
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    )
    #expect(try pixels(copy) == (try pixels(layer)))
    let packed = try CAPackage(rootLayer: try tree(hasHalves: true)).archivedData()
    #expect(try pixels(try CAPackage(archive: packed).rootLayer) == (try pixels(layer)))
  }

  /// Documents have PNG files of 16 bits, which hold pictures in PQ exactly.
  @Test func documentsKeepTheLight() throws {
    let layer = try tree(hasHalves: false)
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("Light.ca")
    #expect(try CAPackage(rootLayer: layer).write(to: url) == [])
    let copy = try CAPackage(contentsOf: url)
    #expect(copy.warnings.isEmpty)
    #expect(try pixels(copy.rootLayer) == (try pixels(layer)))
    withExtendedLifetime(folder) {}
  }

  @Test func headroomsOfArchivedImages() throws {
    let halves = try image(
      CGColorSpace.extendedSRGB,
      [UInt16](repeating: 0x3C00, count: 16),
      headroom: 3
    )
    for image in [halves, try #require(halves.copy(contentHeadroom: 0))] {
      let layer = CALayer()
      layer.contents = image
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: layer,
        requiringSecureCoding: true
      )
      let copy = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
      )
      let found = try #require(copy.contents as? CGImage)
      #expect(found.contentHeadroom == image.contentHeadroom)
      #expect(found.bitsPerComponent == 16 && found.colorSpace?.name == image.colorSpace?.name)
    }
  }
}
