// Images of 10 bits of a wider range as the contents of layers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// A3.5.
@Suite struct PackedContentsTests {
  /// 8 x 8 pixels of red 1023, green 0 and blue 639: 1.2529, -0.7529 and 0.5.
  private func contents(_ space: CFString) throws -> CGImage {
    let word = (UInt32(1023) << 20 | UInt32(639)).littleEndian
    let pixels = [UInt32](repeating: word, count: 64)
    let provider = try #require(CGDataProvider(data: pixels.withUnsafeBytes { Data($0) }))
    let colors = try #require(CGColorSpace(name: space))
    let info =
      CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
      | CGImagePixelFormatInfo.rgbCIF10.rawValue
    return try #require(
      CGImage(
        width: 8,
        height: 8,
        bitsPerComponent: 10,
        bitsPerPixel: 32,
        bytesPerRow: 32,
        space: colors,
        bitmapInfo: CGBitmapInfo(rawValue: info),
        provider: provider,
        decode: nil,
        shouldInterpolate: false,
        intent: .defaultIntent
      )
    )
  }

  private func image(
    _ contents: CGImage,
    _ options: CAContext.Options,
    _ wish: CALayer.DynamicRange
  ) throws -> Data {
    let context = try CAContext(size: CGSize(width: 8, height: 8), options: options)
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    layer.contents = contents
    layer.preferredDynamicRange = wish
    context.layer = layer
    return try #require(try context.image().dataProvider?.data)
  }

  @Test(arguments: [CGColorSpace.sRGB, CGColorSpace.extendedSRGB])
  func extendedOutputsKeepTheRange(space: CFString) throws {
    var options = CAContext.Options()
    options.dynamicRange = .extended(headroom: 4)
    // Without a headroom of its own the light ends at the layer's limit.
    for (wish, red) in [(CALayer.DynamicRange.high, Float(639) / 510), (.standard, 1)] {
      let data = try image(try contents(space), options, wish)
      let pixel = data.withUnsafeBytes { SIMD4<Float>($0.loadUnaligned(as: SIMD4<Float16>.self)) }
      // because: the steps of half precision from 1 to 2 are 1/1024.
      #expect(abs(pixel.x - red) < 1e-3, "\(pixel)")
      #expect(abs(pixel.y + 384 / 510) < 1e-3 && abs(pixel.z - 0.5) < 1e-3 && pixel.w == 1)
    }
  }

  @Test func standardOutputsEndAtWhite() throws {
    let data = try image(try contents(CGColorSpace.extendedSRGB), CAContext.Options(), .high)
    #expect(Array(data.prefix(4)) == [255, 0, 128, 255])
  }
}
