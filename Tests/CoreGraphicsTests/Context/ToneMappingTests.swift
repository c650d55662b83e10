// Images made darker by the methods that a program can choose.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@Suite struct ToneMappingTests {
  /// Greys of 1, 100, 203, 400 and 1000 nits in PQ: A4.1.
  private static let codes: [UInt16] = [9827, 33297, 38055, 42767, 49271]

  private func image(_ codes: [UInt16]) throws -> CGImage {
    let space = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    let samples: [UInt16] = codes.flatMap { [$0, $0, $0, 65535] }
    return CGImage(
      samples: samples.withUnsafeBytes { Data($0) },
      size: (codes.count, 1),
      .integers16,
      space: space,
      alpha: .noneSkipLast
    )
  }

  /// The red of the pixels of a bitmap of bytes into which an image is drawn by a method.
  private func bytes(
    _ image: CGImage,
    _ method: CGToneMapping,
    _ options: CFDictionary? = nil,
    isTaken: Bool = true
  ) throws -> [Int] {
    let context = try #require(
      CGContext(
        data: nil,
        width: image.width,
        height: 1,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpace(name: CGColorSpace.sRGB),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    let rect = CGRect(x: 0, y: 0, width: image.width, height: 1)
    #expect(context.draw(image, in: rect, by: method, options: options) == isTaken)
    let data = try #require(context.makeImage()?.dataProvider?.data)
    return (0..<image.width).map { Int(data[data.startIndex + 4 * $0]) }
  }

  /// A6.3: 0.384, 22.663, 40.595, 64.456 and 100 of 100 nits, encoded.
  @Test(.shows("CGToneMapping", "CGContext.draw(_:in:by:options:)"))
  func broadcasters() throws {
    #expect(try bytes(try image(Self.codes), .ITURecommended) == [12, 131, 171, 210, 255])
  }

  /// A6.2: half of what is no brighter than white.
  @Test func referenceWhite() throws {
    let image = try image(Self.codes)
    let plain = try bytes(image, .default)
    #expect(plain == [8, 136, 188, 223, 255])
    #expect(try bytes(image, .referenceWhiteBased) == plain)
    // Files are read without such metadata.
    #expect(try bytes(image, .imageSpecificLumaScaling, isTaken: false) == plain)
  }

  /// A6.5: 100 nits are 0.4926 of white.
  @Test func none() throws {
    #expect(try bytes(try image(Self.codes), .none) == [15, 186, 255, 255, 255])
  }

  /// 5.76, 32 times the light at which the knee begins, is the viewer's white.
  @Test func viewer() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let greys: [Float] = [0, 0.18, 1, 5.7596, 64, .nan, -1]
    let samples: [Float] = greys.flatMap { [$0, $0, $0, 1] }
    let image = CGImage(
      samples: samples.withUnsafeBytes { Data($0) },
      size: (greys.count, 1),
      .floats,
      space: space,
      alpha: .last
    )
    let shown = try bytes(image, .exrGamma)
    #expect(shown == [0, 85, 164, 255, 255, 0, 0])
    // A stop more, and numbers out of their ranges.
    let brighter = try bytes(
      image,
      .exrGamma,
      [kCGEXRToneMappingGammaExposure: NSNumber(value: 1.0)]
    )
    #expect(brighter[1] > shown[1] && brighter[2] > shown[2])
    let odd = try bytes(
      image,
      .exrGamma,
      [
        kCGEXRToneMappingGammaExposure: NSNumber(value: Double.nan),
        kCGEXRToneMappingGammaKneeLow: NSNumber(value: Double.nan),
      ]
    )
    #expect(odd == shown)
  }

  /// Images that are no brighter than white are drawn as they are.
  @Test func plainImages() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let provider = try #require(CGDataProvider(data: Data([200, 100, 50, 255])))
    let image = try #require(
      CGImage(
        width: 1,
        height: 1,
        bitsPerComponent: 8,
        bitsPerPixel: 32,
        bytesPerRow: 4,
        space: space,
        bitmapInfo: CGBitmapInfo(.noneSkipLast),
        provider: provider,
        decode: nil,
        shouldInterpolate: true,
        intent: .defaultIntent
      )
    )
    for method in [CGToneMapping.default, .ITURecommended, .exrGamma, .none] {
      #expect(try bytes(image, method) == [200])
    }
  }
}
