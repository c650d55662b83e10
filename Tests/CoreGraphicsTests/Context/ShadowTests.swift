// Shadows of contexts.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@Suite struct ShadowTests {
  @Test(.shows("CGContext.setShadow(offset:blur:color:)")) func offsetIsInDeviceSpace() throws {
    let picture = try PaintedPicture(20, 20)
    let context = picture.context
    context.setShadow(offset: CGSize(width: 3, height: 5), blur: 0, color: .blue)
    context.translateBy(x: 10, y: 10)
    context.rotate(by: .pi)
    context.scaleBy(x: 2, y: 2)
    context.setFillColor(.red)
    // Pixels 6..<10 in both directions from the bottom left.
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(
      picture.pixel(6, 13) == PaintedPicture.red && picture.pixel(9, 10) == PaintedPicture.red
    )
    #expect(picture.pixel(9, 5) == PaintedPicture.blue, "up by 5, right by 3")
    #expect(
      picture.pixel(12, 8) == PaintedPicture.blue && picture.pixel(13, 8) == PaintedPicture.clear
    )
    #expect(picture.area == 16 + 16 - 0)
  }

  @Test(.shows("CGContext.setShadow(offset:blur:color:)")) func blurIsTwiceTheDeviation() throws {
    let picture = try PaintedPicture(80, 40)
    let context = picture.context
    context.setShadow(offset: CGSize(width: 40, height: 0), blur: 10, color: .black)
    // A half plane whose shadow's edge lies at x = 40.
    context.fill(CGRect(x: -200, y: -200, width: 200, height: 400))
    for x in 20..<60 {
      let distance = (Double(x) + 0.5 - 40) / 5
      let expected = 255 * 0.5 * erfc(distance / 2.0.squareRoot())
      #expect(abs(Double(picture.pixel(x, 20)[3]) - expected) <= 2, "\(x)")
    }
  }

  @Test(.shows("CGContext.setShadow(offset:blur:)")) func standardColorIsAThirdOfBlack() throws {
    let picture = try PaintedPicture(4, 1)
    picture.context.setShadow(offset: CGSize(width: 2, height: 0), blur: 0)
    picture.context.setFillColor(.red)
    picture.context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(
      (0..<4).map { picture.pixel($0, 0) } == [
        PaintedPicture.red, PaintedPicture.clear, [0, 0, 0, 85], PaintedPicture.clear,
      ]
    )
    picture.context.setShadow(offset: CGSize(width: 2, height: 0), blur: 0, color: nil)
    picture.context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    #expect(picture.pixel(3, 0) == PaintedPicture.clear)
  }

  @Test(.shows("CGContext.setShadow(offset:blur:color:)")) func partsOfPixelsMix() throws {
    let picture = try PaintedPicture(6, 6)
    picture.context.setShadow(offset: CGSize(width: 1.25, height: -1.5), blur: 0, color: .blue)
    picture.context.setFillColor(.red)
    picture.context.fill(CGRect(x: 1, y: 3, width: 2, height: 2))
    // The shadow covers x 2.25..<4.25 and y 1.5..<3.5.
    #expect(picture.pixel(3, 3) == PaintedPicture.blue)
    #expect(close(picture.pixel(4, 3), [0, 0, 64, 64], 1))
    #expect(close(picture.pixel(4, 4), [0, 0, 32, 32], 1))
    #expect(close(picture.pixel(2, 4), [0, 0, 96, 96], 1))
  }

  @Test(.shows("CGContext.setShadow(offset:blur:color:)")) func alphaOfTheSourceCounts() throws {
    let picture = try PaintedPicture(4, 1)
    picture.context.setShadow(offset: CGSize(width: 2, height: 0), blur: 0, color: .blue)
    picture.context.setAlpha(0.5)
    picture.context.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.4)
    picture.context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(close(picture.pixel(0, 0), [51, 0, 0, 51], 1))
    #expect(close(picture.pixel(2, 0), [0, 0, 51, 51], 1))
  }

  @Test(.shows("CGContext.setShadow(offset:blur:color:)")) func shadowsOfWhatTheClipHides() throws {
    let picture = try PaintedPicture(10, 10)
    let context = picture.context
    context.clip(to: CGRect(x: 5, y: 0, width: 5, height: 10))
    context.setShadow(offset: CGSize(width: 5, height: 0), blur: 0, color: .blue)
    context.fill(CGRect(x: 1, y: 1, width: 2, height: 2))
    #expect(picture.pixel(6, 8) == PaintedPicture.blue && picture.area == 4)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.fill(CGRect(x: 1, y: 5, width: 2, height: 2))
    context.endTransparencyLayer()
    #expect(picture.pixel(6, 4) == PaintedPicture.blue && picture.area == 8)
  }

  @Test(.shows("CGContext.setShadow(offset:blur:color:)", "CGContext.endTransparencyLayer()"))
  func layersCastOneShadow() throws {
    let picture = try PaintedPicture(12, 12)
    let context = picture.context
    context.setShadow(
      offset: CGSize(width: 6, height: 0),
      blur: 0,
      color: CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.4)
    )
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(.red)
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    context.fill(CGRect(x: 2, y: 2, width: 4, height: 4))
    context.endTransparencyLayer()
    #expect(picture.pixel(3, 8) == PaintedPicture.red)
    for (x, y) in [(7, 10), (9, 8), (11, 7)] {
      #expect(close(picture.pixel(x, y), [0, 0, 102, 102], 0))
    }
  }

  @Test func hugeShadowsEnd() throws {
    let picture = try PaintedPicture(8, 8)
    for blur in [CGFloat.infinity, 1e300, 5000, -1, .nan] {
      picture.context.setShadow(offset: CGSize(width: 1, height: 1e9), blur: blur, color: .blue)
      picture.context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      picture.context.setShadow(offset: .zero, blur: blur, color: .blue)
      picture.context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    picture.context.setShadow(offset: CGSize(width: CGFloat.nan, height: 0), blur: 1, color: .blue)
    picture.context.setFillColor(.red)
    picture.context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(picture.pixel(0, 7) == PaintedPicture.red)
  }
}
