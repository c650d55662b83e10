// Images brighter than white in contexts of half floats.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@Suite struct ContextLightTests {
  private func context(
    width: Int = 8,
    height: Int = 8,
    _ name: CFString = CGColorSpace.extendedSRGB
  ) throws -> CGContext {
    let info = CGImageAlphaInfo.premultipliedLast.rawValue | CGBitmapInfo.floatComponents.rawValue
    return try #require(
      CGContext(
        data: nil,
        width: width,
        height: height,
        bitsPerComponent: 16,
        bytesPerRow: 0,
        space: CGColorSpace(name: name),
        bitmapInfo: info | CGBitmapInfo.byteOrder16Little.rawValue
      )
    )
  }

  /// Greys in PQ, one for each pixel.
  private func image(_ codes: [UInt16], width: Int, height: Int) throws -> CGImage {
    let space = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    let samples: [UInt16] = codes.flatMap { [$0, $0, $0, 65535] }
    return CGImage(
      samples: samples.withUnsafeBytes { Data($0) },
      size: (width, height),
      .integers16,
      space: space,
      alpha: .noneSkipLast
    )
  }

  private func reds(_ context: CGContext) -> [Float] {
    guard let data = context.data else { return [] }
    return (0..<context.height).flatMap { y in
      (0..<context.width).map { x in
        Float(
          data.loadUnaligned(
            fromByteOffset: y * context.bytesPerRow + x * 8,
            as: Float16.self
          )
        )
      }
    }
  }

  private let whole = CGRect(x: 0, y: 0, width: 8, height: 8)

  @Test(.shows("CGContext.setEDRTargetHeadroom(_:)", "CGContext.edrTargetHeadroom"))
  func targetsOfContexts() throws {
    let context = try context()
    #expect(context.edrTargetHeadroom == 0)
    for headroom in [Float.nan, .infinity, 0, 0.5, -1] {
      #expect(!context.setEDRTargetHeadroom(headroom))
    }
    #expect(context.edrTargetHeadroom == 0)
    #expect(context.setEDRTargetHeadroom(4) && context.edrTargetHeadroom == 4)
    #expect(context.setEDRTargetHeadroom(1e9) && context.edrTargetHeadroom == 65504)
    let bytes = CGContext(
      data: nil,
      width: 8,
      height: 8,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpace(name: CGColorSpace.extendedSRGB),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    #expect(bytes?.setEDRTargetHeadroom(4) != true)
    #expect(try !self.context(CGColorSpace.sRGB).setEDRTargetHeadroom(4))
  }

  /// 1000 nits, without a target and to targets: white, A6.2's values, and their own light.
  @Test func imagesAreMappedToTheTarget() throws {
    let bright = try image([UInt16](repeating: 49271, count: 64), width: 8, height: 8)
    let expected: [(Float, Float, Float)] = [
      (0, 1, 0), (1, 1, 1), (2, 1.353256, 2), (4, 1.824796, 4),
      (65504, 1.995198, kCGDefaultHDRImageContentHeadroom),
    ]
    for (target, value, headroom) in expected {
      let context = try context()
      if target > 0 { #expect(context.setEDRTargetHeadroom(target)) }
      context.draw(bright, in: whole)
      // A half float has eleven bits, and the table of factors one part in 10,000.
      #expect(reds(context).allSatisfy { abs($0 - value) < 0x1p-9 }, "\(target)")
      let made = try #require(context.makeImage())
      #expect(made.contentHeadroom == (headroom > 1 ? headroom : 0))
    }
  }

  @Test func colorsOfTheContextsSpace() throws {
    let bright = try image([UInt16](repeating: 49271, count: 64), width: 8, height: 8)
    let context = try context(CGColorSpace.extendedLinearSRGB)
    #expect(context.setEDRTargetHeadroom(65504))
    context.draw(bright, in: whole)
    // The light itself: 1000 / 203.
    #expect(abs(reds(context)[0] - 4.926108) < 0x1p-8)
  }

  /// Rows stand upright, texels are mixed, and a picture that shrinks has means.
  @Test func placesOfTexels() throws {
    // White of SDR, and black.
    let codes: [UInt16] = [38055, 0, 0, 38055]
    let small = try image(codes, width: 2, height: 2)
    let context = try context(width: 2, height: 2)
    #expect(context.setEDRTargetHeadroom(4))
    context.draw(small, in: CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(zip(reds(context), [1, 0, 0, 1]).allSatisfy { abs($0 - $1) < 0x1p-10 })
    let one = try self.context(width: 1, height: 1)
    #expect(one.setEDRTargetHeadroom(4))
    one.draw(small, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(abs(reds(one)[0] - 0.5) < 0x1p-10)
    let wide = try self.context(width: 4, height: 4)
    #expect(wide.setEDRTargetHeadroom(4))
    wide.draw(small, in: CGRect(x: 0, y: 0, width: 4, height: 4))
    // Quarters of the way between two texels, clamped at the edges.
    #expect(zip(reds(wide).prefix(4), [1, 0.75, 0.25, 0]).allSatisfy { abs($0 - $1) < 0x1p-10 })
    wide.clear(CGRect(x: 0, y: 0, width: 4, height: 4))
    wide.interpolationQuality = .none
    wide.draw(small, in: CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(zip(reds(wide).prefix(4), [1, 1, 0, 0]).allSatisfy { abs($0 - $1) < 0x1p-10 })
  }

  @Test func imagesWithNumbersThatAreNone() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let bits: [UInt16] = [0x7E00, 0x7C00, 0xFC00, 0x7BFF]
    let pixels = bits.flatMap { red in bits.flatMap { alpha -> [UInt16] in [red, 0, red, alpha] } }
    let image = CGImage(
      samples: pixels.withUnsafeBytes { Data($0) },
      size: (4, 4),
      .halves,
      space: space,
      alpha: .premultipliedLast
    )
    let context = try context()
    #expect(context.setEDRTargetHeadroom(4))
    context.draw(image, in: whole)
    #expect(reds(context).allSatisfy { $0.isFinite })
  }
}
