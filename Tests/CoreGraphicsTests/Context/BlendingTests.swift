// Blend modes and alpha of contexts, against the formulas of Core Graphics' documentation.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@Suite struct BlendingTests {
  /// A premultiplied colour: R, G, B, A.
  private typealias Color = SIMD4<Double>

  /// The formulas of CGBlendMode's documentation for the modes of Porter and Duff and the two
  /// additions.
  private let composites: [(CGBlendMode, (Color, Color) -> Color)] = [
    (.normal, { s, d in s + d * (1 - s.w) }),
    (.clear, { _, _ in .zero }),
    (.copy, { s, _ in s }),
    (.sourceIn, { s, d in s * d.w }),
    (.sourceOut, { s, d in s * (1 - d.w) }),
    (.sourceAtop, { s, d in s * d.w + d * (1 - s.w) }),
    (.destinationOver, { s, d in s * (1 - d.w) + d }),
    (.destinationIn, { s, d in d * s.w }),
    (.destinationOut, { s, d in d * (1 - s.w) }),
    (.destinationAtop, { s, d in s * (1 - d.w) + d * s.w }),
    (.xor, { s, d in s * (1 - d.w) + d * (1 - s.w) }),
    (.plusLighter, { s, d in pointwiseMin(s + d, Color(repeating: 1)) }),
  ]

  /// The separable modes on straight components: backdrop, source (PDF 32000-1, table 136).
  private let separable: [(CGBlendMode, (Double, Double) -> Double)] = [
    (.multiply, { b, s in b * s }),
    (.screen, { b, s in b + s - b * s }),
    (.overlay, { b, s in b <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s) }),
    (.darken, { b, s in min(b, s) }),
    (.lighten, { b, s in max(b, s) }),
    (.colorDodge, { b, s in b == 0 ? 0 : (s == 1 ? 1 : min(1, b / (1 - s))) }),
    (.colorBurn, { b, s in b == 1 ? 1 : (s == 0 ? 0 : 1 - min(1, (1 - b) / s)) }),
    (
      .softLight,
      { b, s in
        let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
      }
    ),
    (.hardLight, { b, s in s <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s) }),
    (.difference, { b, s in abs(b - s) }),
    (.exclusion, { b, s in b + s - 2 * b * s }),
    (.plusDarker, { b, s in max(0, b + s - 1) }),
  ]

  /// Bytes of one pixel after a colour was drawn over another, and the colours that bytes really
  /// held.
  private func drawn(
    _ mode: CGBlendMode,
    _ below: [CGFloat],
    _ above: [CGFloat]
  ) throws -> (result: [UInt8], below: Color) {
    let picture = try PaintedPicture(1, 1)
    let context = picture.context
    let pixel = CGRect(x: 0, y: 0, width: 1, height: 1)
    context.setFillColor(red: below[0], green: below[1], blue: below[2], alpha: below[3])
    context.fill(pixel)
    let held = picture.pixel(0, 0).map { Double($0) / 255 }
    context.setBlendMode(mode)
    context.setFillColor(red: above[0], green: above[1], blue: above[2], alpha: above[3])
    context.fill(pixel)
    return (picture.pixel(0, 0), Color(held[0], held[1], held[2], held[3]))
  }

  private func bytes(_ color: Color) -> [UInt8] {
    (0..<4).map { UInt8((min(max(color[$0], 0), 1) * 255).rounded()) }
  }

  @Test(
    .shows(
      "CGBlendMode",
      "CGBlendMode.normal",
      "CGBlendMode.clear",
      "CGBlendMode.copy",
      "CGBlendMode.sourceIn",
      "CGBlendMode.sourceOut",
      "CGBlendMode.sourceAtop",
      "CGBlendMode.destinationOver",
      "CGBlendMode.destinationIn",
      "CGBlendMode.destinationOut",
      "CGBlendMode.destinationAtop",
      "CGBlendMode.xor",
      "CGBlendMode.plusLighter",
      "CGContext.setBlendMode(_:)",
      "CGContext.setFillColor(red:green:blue:alpha:)"
    )
  ) func compositesOfTranslucentColors() throws {
    let colors: [[CGFloat]] = [
      [0.9, 0.2, 0.4, 0.6], [0.1, 0.8, 0.7, 0.3], [1, 1, 1, 1], [0, 0, 0, 0], [0.5, 0.5, 0, 1],
    ]
    for (mode, formula) in composites {
      for below in colors {
        for above in colors {
          let alpha = Double(above[3])
          let source = Color(above.map { Double($0) }) * Color(alpha, alpha, alpha, 1)
          let (result, backdrop) = try drawn(mode, below, above)
          #expect(close(result, bytes(formula(source, backdrop)), 1), "\(mode) \(below) \(above)")
        }
      }
    }
  }

  @Test(
    .shows(
      "CGBlendMode.multiply",
      "CGBlendMode.screen",
      "CGBlendMode.overlay",
      "CGBlendMode.darken",
      "CGBlendMode.lighten",
      "CGBlendMode.colorDodge",
      "CGBlendMode.colorBurn",
      "CGBlendMode.softLight",
      "CGBlendMode.hardLight",
      "CGBlendMode.difference",
      "CGBlendMode.exclusion",
      "CGBlendMode.plusDarker"
    )
  ) func separableModesOfOpaqueColors() throws {
    let levels: [CGFloat] = [0, 0.2, 0.4, 0.6, 0.8, 1]
    for (mode, formula) in separable {
      for below in levels {
        for above in levels {
          let (result, backdrop) = try drawn(mode, [below, below, 1, 1], [above, 0, above, 1])
          let expected = Color(
            formula(backdrop.x, Double(above)),
            formula(backdrop.y, 0),
            formula(1, Double(above)),
            1
          )
          #expect(close(result, bytes(expected), 1), "\(mode) \(below) \(above)")
        }
      }
    }
  }

  @Test(
    .shows(
      "CGBlendMode.hue",
      "CGBlendMode.saturation",
      "CGBlendMode.color",
      "CGBlendMode.luminosity"
    )
  ) func hueModesKeepWhatTheySay() throws {
    func luminosity(_ c: [UInt8]) -> Double {
      0.3 * Double(c[0]) + 0.59 * Double(c[1]) + 0.11 * Double(c[2])
    }
    let (below, above): ([CGFloat], [CGFloat]) = ([0.6, 0.4, 0.3, 1], [0.2, 0.5, 0.7, 1])
    let base: [UInt8] = [153, 102, 77, 255]
    let source: [UInt8] = [51, 128, 179, 255]
    for mode in [CGBlendMode.hue, .saturation, .color] {
      let result = try drawn(mode, below, above).result
      #expect(abs(luminosity(result) - luminosity(base)) < 1.5, "\(mode)")
    }
    let result = try drawn(.luminosity, below, above).result
    #expect(abs(luminosity(result) - luminosity(source)) < 1.5)
    #expect(result[0] > result[1] && result[1] > result[2], "the hue of what was there")
    let spread = { (c: [UInt8]) in Int(c[..<3].max() ?? 0) - Int(c[..<3].min() ?? 0) }
    let saturated = try drawn(.saturation, below, above).result
    #expect(abs(spread(saturated) - spread(source)) <= 2)
    #expect(saturated[0] > saturated[1] && saturated[1] > saturated[2])
  }

  @Test(.shows("CGContext.setBlendMode(_:)", "CGContext.fill(_:)")) func modesActWhereTheShapeIs()
    throws
  {
    for mode in CGBlendMode.allCases {
      let picture = try PaintedPicture(4, 1)
      picture.context.setFillColor(.green)
      picture.context.fill(CGRect(x: 0, y: 0, width: 4, height: 1))
      picture.context.setBlendMode(mode)
      picture.context.setFillColor(.red)
      picture.context.fill(CGRect(x: 1, y: 0, width: 1.5, height: 1))
      #expect(
        picture.pixel(0, 0) == PaintedPicture.green && picture.pixel(3, 0) == PaintedPicture.green
      )
      // A half covered pixel is half of each.
      let (whole, half) = (picture.pixel(1, 0), picture.pixel(2, 0))
      for channel in 0..<4 {
        let mean = (Int(whole[channel]) + Int(PaintedPicture.green[channel])) / 2
        #expect(abs(Int(half[channel]) - mean) <= 1, "\(mode)")
      }
    }
  }

  @Test(.shows("CGContext.setAlpha(_:)")) func alphaMultiplies() throws {
    let picture = try PaintedPicture(2, 1)
    picture.context.setAlpha(0.5)
    picture.context.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.4)
    picture.context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(close(picture.pixel(0, 0), [51, 0, 0, 51], 0))
    picture.context.setAlpha(7)
    picture.context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    #expect(picture.pixel(1, 0) == [102, 0, 0, 102], "clamped to 1")
    picture.context.setAlpha(.nan)
    picture.context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    #expect(picture.pixel(1, 0) == [102, 0, 0, 102], "and to 0")
  }

  @Test(
    .shows(
      "CGContext.setFillColor(gray:alpha:)",
      "CGContext.setFillColor(cyan:magenta:yellow:black:alpha:)",
      "CGContext.setFillColorSpace(_:)",
      "CGContext.setFillColor(_:)",
      "CGContext.setStrokeColorSpace(_:)",
      "CGContext.setStrokeColor(_:)",
      "CGContext.setStrokeColor(cyan:magenta:yellow:black:alpha:)",
      "CGContext.setStrokeColor(red:green:blue:alpha:)",
      "CGColorSpaceCreateDeviceCMYK()"
    )
  ) func colorsOfManyKinds() throws {
    func pixel(_ set: (CGContext) -> Void) throws -> [UInt8] {
      let picture = try PaintedPicture(1, 1)
      set(picture.context)
      picture.context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      return picture.pixel(0, 0)
    }
    #expect(try pixel { _ in } == PaintedPicture.black)
    #expect(try pixel { $0.setFillColor(gray: 0.2, alpha: 1) } == [51, 51, 51, 255])
    #expect(
      try pixel { $0.setFillColor(cyan: 1, magenta: 0, yellow: 0, black: 0.2, alpha: 1) } == [
        0, 204, 204, 255,
      ]
    )
    #expect(
      try pixel {
        $0.setFillColorSpace(CGColorSpaceCreateDeviceRGB())
        $0.setFillColor([0, 1, 0, 1])
      } == PaintedPicture.green
    )
    #expect(
      try pixel {
        $0.setFillColor(.red)
        $0.setFillColorSpace(CGColorSpaceCreateDeviceCMYK())
      } == PaintedPicture.black
    )
    #expect(
      try pixel { $0.setFillColor(red: .nan, green: 9, blue: -9, alpha: 1) } == PaintedPicture.green
    )
    #expect(
      try pixel { $0.setFillColor(red: 1, green: 1, blue: 1, alpha: .nan) } == PaintedPicture.clear
    )
    let stroke = try PaintedPicture(4, 4)
    stroke.context.setStrokeColorSpace(CGColorSpaceCreateDeviceGray())
    stroke.context.setStrokeColor([0.4, 1])
    stroke.context.setLineWidth(4)
    stroke.context.strokeLineSegments(between: [CGPoint(x: 0, y: 2), CGPoint(x: 4, y: 2)])
    #expect(stroke.pixel(1, 1) == [102, 102, 102, 255])
    stroke.context.setStrokeColor(cyan: 0, magenta: 1, yellow: 1, black: 0, alpha: 1)
    stroke.context.strokeLineSegments(between: [CGPoint(x: 0, y: 2), CGPoint(x: 4, y: 2)])
    #expect(stroke.pixel(1, 1) == PaintedPicture.red)
    stroke.context.setStrokeColor(red: 0, green: 0, blue: 1, alpha: 1)
    stroke.context.strokeLineSegments(between: [CGPoint(x: 0, y: 2), CGPoint(x: 4, y: 2)])
    #expect(stroke.pixel(1, 1) == PaintedPicture.blue)
  }
}
