// Gradients and shadings in contexts.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@Suite struct GradientTests {
  private let space = CGColorSpaceCreateDeviceRGB()

  private func gradient(_ colors: [CGColor], _ locations: [CGFloat]? = nil) throws -> CGGradient {
    try #require(
      CGGradient(colorsSpace: space, colors: colors as CFArray, locations: locations)
    )
  }

  @Test(
    .shows(
      "CGContext.drawLinearGradient(_:start:end:options:)",
      "CGGradient",
      "CGGradient.init(colorsSpace:colors:locations:)"
    )
  ) func linearGradient() throws {
    let picture = try PaintedPicture(10, 1)
    try picture.context.drawLinearGradient(
      gradient([.red, .blue]),
      start: CGPoint(x: 2, y: 0),
      end: CGPoint(x: 8, y: 0),
      options: []
    )
    for x in 0..<10 {
      let t = (Double(x) + 0.5 - 2) / 6
      let expected: [UInt8] =
        t < 0 || t > 1
        ? PaintedPicture.clear
        : [UInt8((255 * (1 - t)).rounded()), 0, UInt8((255 * t).rounded()), 255]
      #expect(close(picture.pixel(x, 0), expected, 1), "\(x)")
    }
  }

  @Test(
    .shows(
      "CGGradientDrawingOptions",
      "CGGradientDrawingOptions.drawsBeforeStartLocation",
      "CGGradientDrawingOptions.drawsAfterEndLocation"
    )
  ) func ends() throws {
    for (options, left, right) in [
      (CGGradientDrawingOptions.drawsBeforeStartLocation, PaintedPicture.red, PaintedPicture.clear),
      (.drawsAfterEndLocation, PaintedPicture.clear, PaintedPicture.blue),
    ] {
      let picture = try PaintedPicture(10, 1)
      try picture.context.drawLinearGradient(
        gradient([.red, .blue]),
        start: CGPoint(x: 4, y: 0),
        end: CGPoint(x: 6, y: 0),
        options: options
      )
      #expect(picture.pixel(0, 0) == left && picture.pixel(9, 0) == right)
    }
  }

  @Test(.shows("CGGradient.init(colorsSpace:colors:locations:)")) func jumpsAreSharp() throws {
    let picture = try PaintedPicture(4, 1)
    try picture.context.drawLinearGradient(
      gradient([.red, .red, .blue, .blue], [0, 0.5, 0.5, 1]),
      start: .zero,
      end: CGPoint(x: 4, y: 0),
      options: []
    )
    #expect(
      (0..<4).map { picture.pixel($0, 0) } == [
        PaintedPicture.red, PaintedPicture.red, PaintedPicture.blue, PaintedPicture.blue,
      ]
    )
  }

  @Test(.shows("CGContext.drawLinearGradient(_:start:end:options:)")) func interpolatesStraight()
    throws
  {
    let picture = try PaintedPicture(1, 1)
    let clear = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0)
    try picture.context.drawLinearGradient(
      gradient([clear, CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)]),
      start: .zero,
      end: CGPoint(x: 1, y: 0),
      options: []
    )
    // Half of the grey 0.5, not half of white.
    #expect(close(picture.pixel(0, 0), [64, 64, 64, 128], 1))
  }

  @Test(.shows("CGContext.drawLinearGradient(_:start:end:options:)"))
  func gradientsFollowTransformClipAndAlpha() throws {
    let picture = try PaintedPicture(10, 10)
    let context = picture.context
    context.clip(to: CGRect(x: 2, y: 2, width: 6, height: 6))
    context.translateBy(x: 0, y: 10)
    context.scaleBy(x: 1, y: -1)
    context.setAlpha(0.5)
    try context.drawLinearGradient(
      gradient([.red, .blue]),
      start: .zero,
      end: CGPoint(x: 0, y: 10),
      options: []
    )
    #expect(picture.pixel(1, 5) == PaintedPicture.clear)
    #expect(close(picture.pixel(5, 2), [96, 0, 32, 128], 1), "red is on top: y points down")
    #expect(close(picture.pixel(5, 7), [32, 0, 96, 128], 1))
  }

  @Test(
    .shows("CGContext.drawRadialGradient(_:startCenter:startRadius:endCenter:endRadius:options:)")
  ) func radialGradient() throws {
    let picture = try PaintedPicture(40, 40)
    try picture.context.drawRadialGradient(
      gradient([.red, .blue]),
      startCenter: CGPoint(x: 20, y: 20),
      startRadius: 4,
      endCenter: CGPoint(x: 20, y: 20),
      endRadius: 16,
      options: []
    )
    for x in 0..<40 {
      let radius = ((Double(x) - 19.5) * (Double(x) - 19.5) + 0.25).squareRoot()
      let t = (radius - 4) / 12
      let expected: [UInt8] =
        t < 0 || t > 1
        ? PaintedPicture.clear
        : [UInt8((255 * (1 - t)).rounded()), 0, UInt8((255 * t).rounded()), 255]
      #expect(close(picture.pixel(x, 20), expected, 1), "\(x)")
    }
  }

  @Test(.shows("CGContext.drawConicGradient(_:center:angle:)")) func conicGradient() throws {
    let picture = try PaintedPicture(41, 41)
    try picture.context.drawConicGradient(
      gradient([.red, .blue]),
      center: CGPoint(x: 20.5, y: 20.5),
      angle: .pi / 2
    )
    // From the top anticlockwise: a quarter of the way at the left.
    #expect(close(picture.pixel(0, 20), [191, 0, 64, 255], 2))
    #expect(close(picture.pixel(20, 40), [128, 0, 128, 255], 2))
    #expect(close(picture.pixel(40, 20), [64, 0, 191, 255], 2))
  }

  @Test(.shows("CGGradient.init(colorSpace:colorComponents:locations:count:)"))
  func gradientsInOtherSpaces() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let gradient = try #require(
      CGGradient(
        colorSpace: linear,
        colorComponents: [0, 0, 0, 1, 1, 1, 1, 1],
        locations: nil,
        count: 2
      )
    )
    let picture = try PaintedPicture(64, 1)
    picture.context.drawLinearGradient(
      gradient,
      start: .zero,
      end: CGPoint(x: 64, y: 0),
      options: []
    )
    for x in 4..<64 {
      let light = (Double(x) + 0.5) / 64
      let encoded = 1.055 * pow(light, 1 / 2.4) - 0.055
      #expect(abs(Double(picture.pixel(x, 0)[0]) - 255 * encoded) <= 1, "\(x)")
    }
  }

  @Test(.shows("CGGradient.init(colorsSpace:colors:locations:)"))
  func withoutASpaceColorsKeepTheirHue() throws {
    // The first colour is grey; the others are not made grey for it.
    let gradient = try #require(
      CGGradient(
        colorsSpace: nil,
        colors: [CGColor(gray: 1, alpha: 1), CGColor.red] as CFArray,
        locations: nil
      )
    )
    let picture = try PaintedPicture(64, 1)
    picture.context.drawLinearGradient(
      gradient,
      start: .zero,
      end: CGPoint(x: 64, y: 0),
      options: []
    )
    #expect(close(picture.pixel(0, 0), [255, 253, 253, 255], 1))
    #expect(close(picture.pixel(63, 0), [255, 2, 2, 255], 1))
  }

  @Test(
    .shows(
      "CGGradient.init(colorsSpace:colors:locations:)",
      "CGGradient.init(colorSpace:colorComponents:locations:count:)"
    )
  ) func gradientsThatAreNone() {
    #expect(CGGradient(colorsSpace: space, colors: [], locations: nil) == nil)
    #expect(CGGradient(colorsSpace: space, colors: [1, 2] as CFArray, locations: nil) == nil)
    #expect(
      CGGradient(colorsSpace: space, colors: [CGColor.red] as CFArray, locations: [.nan]) == nil
    )
    #expect(
      CGGradient(colorSpace: space, colorComponents: [0], locations: nil, count: 0) == nil
    )
    #expect(
      CGGradient(colorSpace: space, colorComponents: [0], locations: nil, count: -1) == nil
    )
    #expect(CGGradient(colorsSpace: nil, colors: [CGColor.red] as CFArray, locations: [7]) != nil)
  }

  private func shading(
    _ from: CGFloat,
    _ to: CGFloat,
    range: [CGFloat]? = nil,
    outputs: Int = 4,
    _ function: @escaping (CGFloat) -> [CGFloat]
  ) -> CGShading? {
    var callbacks = CGFunctionCallbacks(
      version: 0,
      evaluate: { _, input, output in
        for (index, value) in function(input[0]).enumerated() { output[index] = value }
      },
      releaseInfo: nil
    )
    let made = CGFunction(
      info: nil,
      domainDimension: 1,
      domain: [from, to],
      rangeDimension: outputs,
      range: range,
      callbacks: &callbacks
    )
    return made.flatMap {
      CGShading(
        axialSpace: space,
        start: .zero,
        end: CGPoint(x: 10, y: 0),
        function: $0,
        extendStart: true,
        extendEnd: false
      )
    }
  }

  @Test(
    .shows(
      "CGContext.drawShading(_:)",
      "CGShading",
      "CGShading.init(axialSpace:start:end:function:extendStart:extendEnd:)",
      "CGFunction",
      "CGFunction.init(info:domainDimension:domain:rangeDimension:range:callbacks:)",
      "CGFunctionCallbacks",
      "CGFunctionCallbacks.init(version:evaluate:releaseInfo:)",
      "CGFunctionCallbacks.evaluate",
      "CGFunctionEvaluateCallback"
    )
  ) func shadingByFunction() throws {
    let picture = try PaintedPicture(12, 1)
    picture.context.translateBy(x: 1, y: 0)
    let shading = try #require(shading(0, 2) { [$0 / 2, 1 - $0 / 2, 0, 1] })
    picture.context.drawShading(shading)
    #expect(
      picture.pixel(0, 0) == PaintedPicture.green && picture.pixel(11, 0) == PaintedPicture.clear
    )
    for x in 1..<11 {
      let t = (Double(x) - 0.5) / 10
      let expected: [UInt8] = [
        UInt8((255 * t).rounded()), UInt8((255 * (1 - t)).rounded()), 0, 255,
      ]
      #expect(close(picture.pixel(x, 0), expected, 1))
    }
  }

  @Test(.shows("CGFunction.init(info:domainDimension:domain:rangeDimension:range:callbacks:)"))
  func shadingsKeepToTheirLimits() throws {
    let picture = try PaintedPicture(10, 1)
    let limited = shading(0, 1, range: [0, 0.4, 0, 1, 0, 1], outputs: 3) { _ in [9, .nan, -1] }
    picture.context.drawShading(try #require(limited))
    #expect(picture.pixel(5, 0) == [102, 0, 0, 255])
    #expect(shading(1, 0) { _ in [] } == nil, "limits in the wrong order")
    #expect(shading(0, 1, outputs: 2) { _ in [] } == nil, "a number too few")
    #expect(shading(0, 1, outputs: 5) { _ in [] } == nil)
  }

  @Test(
    .shows(
      "CGShading.init(radialSpace:start:startRadius:end:endRadius:function:extendStart:extendEnd:)",
      "CGFunctionCallbacks.releaseInfo",
      "CGFunctionReleaseInfoCallback"
    )
  ) func radialShading() throws {
    var released = 0
    try withUnsafeMutablePointer(to: &released) { released in
      var callbacks = CGFunctionCallbacks(
        version: 0,
        evaluate: { _, _, output in
          for index in 0..<4 { output[index] = index == 0 || index == 3 ? 1 : 0 }
        },
        releaseInfo: { $0?.assumingMemoryBound(to: Int.self).pointee += 1 }
      )
      let function = try #require(
        CGFunction(
          info: released,
          domainDimension: 1,
          domain: nil,
          rangeDimension: 4,
          range: nil,
          callbacks: &callbacks
        )
      )
      let shading = try #require(
        CGShading(
          radialSpace: space,
          start: CGPoint(x: 5, y: 5),
          startRadius: -3,
          end: CGPoint(x: 5, y: 5),
          endRadius: 4,
          function: function,
          extendStart: false,
          extendEnd: false
        )
      )
      let picture = try PaintedPicture(10, 10)
      picture.context.drawShading(shading)
      #expect(
        picture.pixel(5, 5) == PaintedPicture.red && picture.pixel(0, 0) == PaintedPicture.clear
      )
    }
    #expect(released == 1)
  }
}
