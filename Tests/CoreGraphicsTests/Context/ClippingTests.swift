// Clips and transparency layers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@Suite struct ClippingTests {
  private let all = CGRect(x: 0, y: 0, width: 10, height: 10)

  @Test(
    .shows(
      "CGContext.clip(to:)",
      "CGContext.boundingBoxOfClipPath",
      "CGContext.resetClip()",
      "CGContext.clear(_:)"
    )
  ) func clipsMeet() throws {
    let picture = try PaintedPicture(10, 10)
    let context = picture.context
    context.clip(to: CGRect(x: 0, y: 0, width: 6, height: 6))
    context.clip(to: CGRect(x: 4, y: 4, width: 6, height: 6))
    context.fill(all)
    #expect(picture.area == 4 && picture.pixel(4, 5) == PaintedPicture.black)
    #expect(context.boundingBoxOfClipPath == CGRect(x: 4, y: 4, width: 2, height: 2))
    context.clip(to: CGRect(x: 0, y: 0, width: 3, height: 3))
    #expect(context.boundingBoxOfClipPath.isNull)
    context.fill(all)
    context.clear(all)
    #expect(picture.area == 4)
    context.resetClip()
    context.fill(all)
    #expect(picture.area == 100)
  }

  @Test(.shows("CGContext.clip(to:)", "CGContext.boundingBoxOfClipPath"))
  func fractionalClipsCoverByArea() throws {
    let picture = try PaintedPicture(3, 1)
    picture.context.clip(to: CGRect(x: 0.5, y: 0, width: 1.75, height: 1))
    picture.context.fill(all)
    #expect(picture.alphas(row: 0) == [128, 255, 64])
    #expect(picture.context.boundingBoxOfClipPath == CGRect(x: 0.5, y: 0, width: 1.75, height: 1))
    let product = try PaintedPicture(1, 1)
    for _ in 0..<2 { product.context.clip(to: CGRect(x: 0, y: 0, width: 0.5, height: 1)) }
    product.context.fill(all)
    #expect(product.alphas(row: 0) == [64], "soft clips multiply")
  }

  @Test(.shows("CGContext.clip(using:)", "CGContext.clip(to:)", "CGContext.isPathEmpty"))
  func clipToPaths() throws {
    let picture = try PaintedPicture(10, 10)
    let context = picture.context
    context.addRect(all)
    context.addRect(CGRect(x: 2, y: 2, width: 6, height: 6))
    context.clip(using: .evenOdd)
    #expect(context.isPathEmpty)
    context.fill(all)
    #expect(picture.area == 64)
    context.clip()
    context.setFillColor(.red)
    context.fill(all)
    #expect(picture.pixel(0, 0) == PaintedPicture.red, "an empty path does not clip")
    let rects = try PaintedPicture(10, 10)
    rects.context.clip(to: [
      CGRect(x: 0, y: 0, width: 2, height: 2), CGRect(x: 9, y: 9, width: -8, height: -8),
    ])
    rects.context.fill(all)
    #expect(rects.area == 4 + 64 - 1)
    rects.context.clip(to: [])
    #expect(rects.context.boundingBoxOfClipPath.isNull)
  }

  @Test(.shows("CGContext.clip(to:)", "CGContext.boundingBoxOfClipPath", "CGContext.rotate(by:)"))
  func clipsFollowTheTransform() throws {
    let picture = try PaintedPicture(20, 20)
    let context = picture.context
    context.translateBy(x: 10, y: 10)
    context.rotate(by: .pi / 4)
    context.clip(to: CGRect(x: -5, y: -5, width: 10, height: 10))
    let box = context.boundingBoxOfClipPath
    #expect(abs(box.width - 20) < 1e-9, "the box of the box, turned back")
    context.fill(CGRect(x: -50, y: -50, width: 100, height: 100))
    #expect(abs(picture.area - 100) < 0.5)
    #expect(picture.pixel(10, 4)[3] == 255 && picture.pixel(4, 4)[3] == 0)
  }

  /// A grey picture with these bytes, rows from the top.
  private func mask(_ bytes: [UInt8], _ width: Int, _ alpha: CGImageAlphaInfo) -> CGImage? {
    CGDataProvider(data: Data(bytes)).flatMap {
      CGImage(
        width: width,
        height: bytes.count / width,
        bitsPerComponent: 8,
        bitsPerPixel: 8,
        bytesPerRow: width,
        space: CGColorSpaceCreateDeviceGray(),
        bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue),
        provider: $0,
        decode: nil,
        shouldInterpolate: false,
        intent: .defaultIntent
      )
    }
  }

  @Test(.shows("CGContext.clip(to:mask:)", "CGContext.resetClip()")) func clipToMasks() throws {
    for alpha in [CGImageAlphaInfo.none, .alphaOnly] {
      let picture = try PaintedPicture(4, 4)
      // White top left, grey top right, nothing below.
      let image = try #require(mask([255, 102, 0, 0], 2, alpha))
      picture.context.clip(to: CGRect(x: 0, y: 0, width: 4, height: 4), mask: image)
      picture.context.fill(all)
      #expect(picture.alphas(row: 0) == [255, 255, 102, 102])
      #expect(picture.alphas(row: 3) == [0, 0, 0, 0])
      #expect(
        picture.context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 4, height: 4)
      )
    }
    // A mask paints where its numbers are low.
    let provider = try #require(CGDataProvider(data: Data([255, 0])))
    let stencil = try #require(
      CGImage(
        maskWidth: 2,
        height: 1,
        bitsPerComponent: 8,
        bitsPerPixel: 8,
        bytesPerRow: 2,
        provider: provider,
        decode: nil,
        shouldInterpolate: false
      )
    )
    let picture = try PaintedPicture(4, 1)
    picture.context.clip(to: CGRect(x: 0, y: 0, width: 2, height: 1), mask: stencil)
    picture.context.fill(all)
    #expect(picture.alphas(row: 0) == [0, 255, 0, 0])
    picture.context.resetClip()
    picture.context.clip(to: .zero, mask: stencil)
    picture.context.setFillColor(.red)
    picture.context.fill(all)
    #expect(picture.alphas(row: 0) == [0, 255, 0, 0], "a mask without area leaves nothing")
  }

  @Test(
    .shows(
      "CGContext.beginTransparencyLayer(auxiliaryInfo:)",
      "CGContext.endTransparencyLayer()",
      "CGContext.setAlpha(_:)"
    )
  ) func layersAreComposedAsOne() throws {
    let picture = try PaintedPicture(10, 10)
    let context = picture.context
    context.setAlpha(0.5)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(.red)
    context.fill(CGRect(x: 0, y: 0, width: 6, height: 6))
    context.setFillColor(.blue)
    context.fill(CGRect(x: 3, y: 3, width: 6, height: 6))
    #expect(picture.area == 0, "nothing before the end")
    context.endTransparencyLayer()
    #expect(close(picture.pixel(1, 8), [128, 0, 0, 128], 0))
    #expect(close(picture.pixel(4, 5), [0, 0, 128, 128], 0), "red does not shine through")
    context.setBlendMode(.copy)
    context.fill(all)
    #expect(close(picture.pixel(0, 0), [0, 0, 0, 128], 0), "the state is as before the layer")
  }

  @Test(
    .shows("CGContext.beginTransparencyLayer(auxiliaryInfo:)", "CGContext.boundingBoxOfClipPath")
  ) func layersAreClippedOnce() throws {
    let picture = try PaintedPicture(2, 1)
    picture.context.clip(to: CGRect(x: 0, y: 0, width: 1.5, height: 1))
    picture.context.beginTransparencyLayer(auxiliaryInfo: nil)
    #expect(picture.context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 1.5, height: 1))
    picture.context.fill(all)
    picture.context.endTransparencyLayer()
    #expect(picture.alphas(row: 0) == [255, 128])
  }

  @Test(.shows("CGContext.beginTransparencyLayer(in:auxiliaryInfo:)")) func layersInARectangle()
    throws
  {
    let picture = try PaintedPicture(10, 10)
    picture.context.beginTransparencyLayer(
      in: CGRect(x: 2, y: 2, width: 3, height: 3),
      auxiliaryInfo: nil
    )
    picture.context.fill(all)
    picture.context.endTransparencyLayer()
    #expect(picture.area == 9)
    picture.context.fill(all)
    #expect(picture.area == 100)
  }

  @Test(
    .shows("CGContext.beginTransparencyLayer(auxiliaryInfo:)", "CGContext.endTransparencyLayer()")
  ) func layersNest() throws {
    let picture = try PaintedPicture(4, 4)
    let context = picture.context
    context.setAlpha(0.5)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.saveGState()
    context.setAlpha(0.5)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.restoreGState()
    context.setFillColor(.red)
    context.fill(all)
    context.saveGState()
    context.endTransparencyLayer()
    context.endTransparencyLayer()
    #expect(close(picture.pixel(0, 0), [64, 0, 0, 64], 1))
    context.endTransparencyLayer()
    context.setBlendMode(.destinationOut)
    context.fill(all)
    #expect(close(picture.pixel(0, 0), [32, 0, 0, 32], 1), "alpha is one half again")
  }

  @Test(.shows("CGContext.beginTransparencyLayer(auxiliaryInfo:)", "CGContext.setBlendMode(_:)"))
  func blendModesOfLayers() throws {
    let picture = try PaintedPicture(2, 1)
    let context = picture.context
    context.setFillColor(red: 1, green: 0.4, blue: 0, alpha: 1)
    context.fill(all)
    context.setBlendMode(.multiply)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(red: 0.4, green: 1, blue: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    context.endTransparencyLayer()
    #expect(
      picture.pixel(0, 0) == [102, 102, 0, 255] && picture.pixel(1, 0) == [255, 102, 0, 255]
    )
  }

  @Test(
    .shows(
      "CGContext.beginTransparencyLayer(auxiliaryInfo:)",
      "CGBitmapInfo.floatComponents",
      "CGBitmapInfo.byteOrder16Little"
    )
  ) func layersOfOtherFormats() throws {
    let info: CGBitmapInfo = [.floatComponents, .byteOrder16Little]
    let half = try #require(
      CGContext(
        data: nil,
        width: 2,
        height: 2,
        bitsPerComponent: 16,
        bytesPerRow: 0,
        space: CGColorSpace(name: CGColorSpace.extendedSRGB),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue | info.rawValue
      )
    )
    let gray = try #require(
      CGContext(
        data: nil,
        width: 2,
        height: 2,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceGray(),
        bitmapInfo: CGImageAlphaInfo.none.rawValue
      )
    )
    for context in [half, gray] {
      context.setAlpha(0.5)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(gray: 0.8, alpha: 1)
      context.fill(all)
      context.endTransparencyLayer()
    }
    let data = try #require(half.data)
    let pixel = SIMD4<Float>(data.load(as: SIMD4<Float16>.self))
    let error = pixel - SIMD4(0.4, 0.4, 0.4, 0.5)
    // The steps of half precision below 1 are 1/2048.
    #expect((error * error).max() < 1e-6)
    #expect(gray.data?.load(as: UInt8.self) == 102)
  }
}
