// Pictures of extended contexts: half floats and their headroom, drawn to contexts of both kinds.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// A8.11.
@Suite struct LightPictureTests {
  /// A context of 32 x 16 pixels, whose root has a picture of 1000 nits, and a white box beside it.
  private func context(_ headroom: CGFloat, _ range: CALayer.DynamicRange) throws -> CAContext {
    var options = CAContext.Options()
    options.dynamicRange = .extended(headroom: headroom)
    let context = try CAContext(size: CGSize(width: 32, height: 16), options: options)
    let (root, bright, plain) = (CALayer(), CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 32, height: 16)
    bright.frame = CGRect(x: 0, y: 0, width: 16, height: 16)
    bright.contents = try #require(CGImage.pq(code: 49271, width: 16, height: 16))
    bright.preferredDynamicRange = range
    plain.frame = CGRect(x: 16, y: 0, width: 16, height: 16)
    plain.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    root.sublayers = [bright, plain]
    context.layer = root
    return context
  }

  private func halfContext() throws -> CGContext {
    let info = CGImageAlphaInfo.premultipliedLast.rawValue | CGBitmapInfo.floatComponents.rawValue
    return try #require(
      CGContext(
        data: nil,
        width: 32,
        height: 16,
        bitsPerComponent: 16,
        bytesPerRow: 0,
        space: CGColorSpace(name: CGColorSpace.extendedSRGB),
        bitmapInfo: info | CGBitmapInfo.byteOrder16Little.rawValue
      )
    )
  }

  private func byteContext() throws -> CGContext {
    try #require(
      CGContext(
        data: nil,
        width: 32,
        height: 16,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpace(name: CGColorSpace.sRGB),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
  }

  /// The red of a pixel of half floats.
  private func half(_ data: Data, x: Int, rowBytes: Int) -> Float {
    data.withUnsafeBytes {
      Float($0.loadUnaligned(fromByteOffset: 8 * rowBytes + x * 8, as: Float16.self))
    }
  }

  /// The headroom is the largest limit of a layer.
  @Test func headroomOfPictures() throws {
    let expected: [(CALayer.DynamicRange, Float, Float)] = [
      (.standard, 1, 1), (.constrainedHigh, 2, 1.353256), (.high, 4, 1.824796),
    ]
    for (range, headroom, light) in expected {
      let image = try context(4, range).image()
      #expect(image.contentHeadroom == headroom && image.bitsPerComponent == 16)
      #expect(image.colorSpace?.name == CGColorSpace.extendedSRGB)
      let data = try #require(image.dataProvider?.data)
      #expect(abs(half(data, x: 4, rowBytes: image.bytesPerRow) - light) < 0x1p-9)
      #expect(half(data, x: 24, rowBytes: image.bytesPerRow) == 1)
    }
  }

  /// A picture without light beyond white is drawn to bytes as it is.
  @Test func plainPicturesAreNotMadeDarker() throws {
    let bytes = try byteContext()
    bytes.draw(
      try context(4, .standard).image(),
      in: CGRect(x: 0, y: 0, width: 32, height: 16)
    )
    let data = try #require(bytes.data)
    #expect(data.load(fromByteOffset: 8 * bytes.bytesPerRow + 24 * 4, as: UInt8.self) == 255)
  }

  /// Into bytes layers are drawn as on an output of standard range: 203 nits beside 1000 are 188.
  @Test(arguments: [CALayer.DynamicRange.standard, .high])
  func layersInBytes(range: CALayer.DynamicRange) throws {
    let context = try context(4, range)
    let root = try #require(context.layer)
    root.sublayers?.first?.contents = try #require(CGImage.pq(code: 38055, width: 16, height: 16))
    let bytes = try byteContext()
    root.render(in: bytes)
    let data = try #require(bytes.data)
    #expect(data.load(fromByteOffset: 8 * bytes.bytesPerRow + 4 * 4, as: UInt8.self) == 188)
    #expect(data.load(fromByteOffset: 8 * bytes.bytesPerRow + 24 * 4, as: UInt8.self) == 255)
  }

  /// Into half floats they keep their light, up to the target and to the headroom of their context.
  @Test func layersInHalfFloats() throws {
    let expected: [(CGFloat, Float, Float)] = [
      (4, 0, 1), (4, 1, 1), (4, 2, 1.353256), (4, 8, 1.824796), (2, 8, 1.353256),
    ]
    for (own, target, light) in expected {
      let context = try context(own, .high)
      let halves = try halfContext()
      if target > 0 { #expect(halves.setEDRTargetHeadroom(target)) }
      try #require(context.layer).render(in: halves)
      let data = Data(bytes: try #require(halves.data), count: halves.bytesPerRow * 16)
      let found = half(data, x: 4, rowBytes: halves.bytesPerRow)
      #expect(abs(found - light) < 0x1p-9, "\(own) to \(target): \(found)")
      #expect(half(data, x: 24, rowBytes: halves.bytesPerRow) == 1)
      let limit = min(Float(own), target)
      #expect(halves.makeImage()?.contentHeadroom == (limit > 1 ? limit : 0))
    }
  }

  /// A layer without a context, or in one of standard range, has no light beyond white.
  @Test func layersOutOfExtendedContexts() throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 32, height: 16)
    layer.contents = try #require(CGImage.pq(code: 49271, width: 16, height: 16))
    layer.preferredDynamicRange = .high
    let halves = try halfContext()
    #expect(halves.setEDRTargetHeadroom(4))
    layer.render(in: halves)
    let data = Data(bytes: try #require(halves.data), count: halves.bytesPerRow * 16)
    #expect(half(data, x: 4, rowBytes: halves.bytesPerRow) == 1)
  }
}
