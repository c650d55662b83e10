// Patterns and images as paint.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@Suite struct PatternTests {
  private func pattern(
    _ bounds: CGRect,
    step: CGSize,
    matrix: CGAffineTransform = .identity,
    isColored: Bool = true,
    _ draw: @escaping @Sendable (CGContext) -> Void
  ) -> CGPattern? {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { _, context in draw(context) },
      releaseInfo: nil
    )
    return CGPattern(
      info: nil,
      bounds: bounds,
      matrix: matrix,
      xStep: step.width,
      yStep: step.height,
      tiling: .constantSpacing,
      isColored: isColored,
      callbacks: &callbacks
    )
  }

  private func color(_ pattern: CGPattern?, _ components: [CGFloat] = [1]) throws -> CGColor {
    let base = components.count == 1 ? nil : CGColorSpaceCreateDeviceRGB()
    let space = try #require(CGColorSpace(patternBaseSpace: base))
    let pattern = try #require(pattern)
    return try #require(
      CGColor(patternSpace: space, pattern: pattern, components: components)
    )
  }

  private let cell = CGRect(x: 0, y: 0, width: 4, height: 4)
  private let all = CGRect(x: 0, y: 0, width: 12, height: 12)

  /// Red in the lower left quarter of the cell.
  private func quarter(
    step: CGSize = CGSize(width: 4, height: 4),
    matrix: CGAffineTransform = .identity,
    isColored: Bool = true
  ) -> CGPattern? {
    pattern(cell, step: step, matrix: matrix, isColored: isColored) {
      $0.setFillColor(.red)
      $0.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    }
  }

  private func columns(_ picture: PaintedPicture, row: Int) -> String {
    (0..<12).map { picture.pixel($0, row)[3] == 0 ? "." : "#" }.joined()
  }

  @Test(
    .shows(
      "CGPattern",
      "CGPattern.init(info:bounds:matrix:xStep:yStep:tiling:isColored:callbacks:)",
      "CGColor.init(patternSpace:pattern:components:)",
      "CGPatternCallbacks",
      "CGPatternCallbacks.drawPattern",
      "CGPatternCallbacks.init(version:drawPattern:releaseInfo:)",
      "CGPatternDrawPatternCallback"
    )
  ) func cellsRepeat() throws {
    let picture = try PaintedPicture(12, 12)
    picture.context.setFillColor(try color(quarter()))
    picture.context.fill(all)
    for row in 0..<12 {
      let isOn = (11 - row) % 4 < 2
      #expect(columns(picture, row: row) == (isOn ? "##..##..##.." : "............"))
    }
    #expect(picture.pixel(0, 11) == PaintedPicture.red)
  }

  @Test(.shows("CGContext.setPatternPhase(_:)")) func patternsStayWhereTheyAre() throws {
    let picture = try PaintedPicture(12, 12)
    picture.context.translateBy(x: 1, y: 1)
    picture.context.scaleBy(x: 3, y: 3)
    picture.context.setFillColor(try color(quarter()))
    picture.context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(columns(picture, row: 11) == "............")
    #expect(columns(picture, row: 10) == ".#..##......")
    picture.context.setPatternPhase(CGSize(width: 1, height: 0))
    picture.context.clear(CGRect(x: -9, y: -9, width: 99, height: 99))
    picture.context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(columns(picture, row: 10) == ".##..##.....")
  }

  @Test(.shows("CGPattern.init(info:bounds:matrix:xStep:yStep:tiling:isColored:callbacks:)"))
  func stepsAndMatrices() throws {
    func row(_ pattern: CGPattern?, _ row: Int) throws -> String {
      let picture = try PaintedPicture(12, 12)
      picture.context.setFillColor(try color(pattern))
      picture.context.fill(all)
      return columns(picture, row: row)
    }
    #expect(try row(quarter(step: CGSize(width: 6, height: -4)), 11) == "##....##....")
    // Cells that are larger than their step overlap.
    let wide = pattern(cell, step: CGSize(width: 3, height: 4)) {
      $0.fill(CGRect(x: 3, y: 0, width: 1, height: 4))
    }
    #expect(try row(wide, 5) == "#..#..#..#..")
    let double = CGAffineTransform(scaleX: 2, y: 2)
    #expect(try row(quarter(matrix: double), 11) == "####....####")
    let flip = CGAffineTransform(1, 0, 0, -1, 0, 12)
    #expect(try row(quarter(matrix: flip), 0) == "##..##..##..")
    let turn = CGAffineTransform(0, 1, -1, 0, 0, 0)
    #expect(try row(quarter(matrix: turn), 11) == "..##..##..##")
  }

  @Test(
    .shows(
      "CGColor.init(patternSpace:pattern:components:)",
      "CGPattern.init(info:bounds:matrix:xStep:yStep:tiling:isColored:callbacks:)"
    )
  ) func uncoloredPatternsTakeTheColor() throws {
    let picture = try PaintedPicture(12, 12)
    picture.context.setFillColor(try color(quarter(isColored: false), [0, 0, 1, 0.4]))
    picture.context.fill(all)
    #expect(close(picture.pixel(0, 11), [0, 0, 102, 102], 1))
    let colored = try PaintedPicture(12, 12)
    colored.context.setFillColor(try color(quarter(), [0.4]))
    colored.context.fill(all)
    #expect(close(colored.pixel(0, 11), [102, 0, 0, 102], 1))
  }

  @Test(
    .shows(
      "CGContext.setStrokePattern(_:colorComponents:)",
      "CGContext.setFillPattern(_:colorComponents:)",
      "CGContext.setStrokeColorSpace(_:)"
    )
  ) func patternsStroke() throws {
    let picture = try PaintedPicture(12, 12)
    let space = try #require(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB()))
    picture.context.setStrokeColorSpace(space)
    picture.context.setStrokePattern(
      try #require(quarter(isColored: false)),
      colorComponents: [0, 1, 0, 1]
    )
    picture.context.setLineWidth(2)
    picture.context.strokeLineSegments(between: [CGPoint(x: 0, y: 1), CGPoint(x: 12, y: 1)])
    #expect(
      columns(picture, row: 11) == "##..##..##.." && picture.pixel(0, 11) == PaintedPicture.green
    )
    picture.context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: nil)))
    picture.context.setFillPattern(try #require(quarter()), colorComponents: [1])
    picture.context.fill(all)
    #expect(picture.pixel(0, 11) == PaintedPicture.red)
    // In a space without patterns there is no pattern.
    picture.context.setFillColor(.blue)
    picture.context.setFillPattern(try #require(quarter()), colorComponents: [1, 1])
    picture.context.fill(all)
    #expect(picture.pixel(0, 11) == PaintedPicture.blue)
  }

  @Test(.shows("CGPattern.init(info:bounds:matrix:xStep:yStep:tiling:isColored:callbacks:)"))
  func patternsThatAreNone() {
    #expect(pattern(.zero, step: CGSize(width: 1, height: 1)) { _ in } == nil)
    #expect(pattern(.null, step: CGSize(width: 1, height: 1)) { _ in } == nil)
    #expect(pattern(cell, step: CGSize(width: 0, height: 1)) { _ in } == nil)
    #expect(pattern(cell, step: CGSize(width: CGFloat.nan, height: 1)) { _ in } == nil)
    let flat = CGAffineTransform(scaleX: 0, y: 1)
    #expect(pattern(cell, step: CGSize(width: 1, height: 1), matrix: flat) { _ in } == nil)
  }

  @Test func patternsOfPatternsEnd() throws {
    // A pattern that paints with a pattern that paints with ... as deep as it goes.
    let base = try #require(quarter())
    func nested(_ depth: Int) throws -> CGPattern? {
      let inner = try color(depth == 0 ? base : nested(depth - 1))
      return pattern(cell, step: CGSize(width: 4, height: 4)) {
        $0.setFillColor(inner)
        $0.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
      }
    }
    let picture = try PaintedPicture(12, 12)
    picture.context.setFillColor(try color(nested(1)))
    picture.context.fill(all)
    #expect(columns(picture, row: 11) == "##..##..##..")
    let deep = try PaintedPicture(12, 12)
    deep.context.setFillColor(try color(nested(12)))
    deep.context.fill(all)
    #expect(deep.area == 0)
  }
}

@Suite struct ImageDrawingTests {
  /// A picture of 2 x 2: red, green above blue, white.
  private func image(interpolates: Bool = true) throws -> CGImage {
    let bytes =
      PaintedPicture.red + PaintedPicture.green + PaintedPicture.blue + PaintedPicture.white
    return try #require(
      CGDataProvider(data: Data(bytes)).flatMap {
        CGImage(
          width: 2,
          height: 2,
          bitsPerComponent: 8,
          bitsPerPixel: 32,
          bytesPerRow: 8,
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
          provider: $0,
          decode: nil,
          shouldInterpolate: interpolates,
          intent: .defaultIntent
        )
      }
    )
  }

  @Test(.shows("CGContext.draw(_:in:byTiling:)")) func firstRowIsOnTop() throws {
    let picture = try PaintedPicture(4, 4)
    picture.context.draw(try image(), in: CGRect(x: 1, y: 1, width: 2, height: 2))
    #expect(
      picture.pixel(1, 1) == PaintedPicture.red && picture.pixel(2, 1) == PaintedPicture.green
    )
    #expect(
      picture.pixel(1, 2) == PaintedPicture.blue && picture.pixel(2, 2) == PaintedPicture.white
    )
    #expect(picture.area == 4)
    // In flipped space it stands on its head.
    let flipped = try PaintedPicture(2, 2)
    flipped.context.translateBy(x: 0, y: 2)
    flipped.context.scaleBy(x: 1, y: -1)
    flipped.context.draw(try image(), in: CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(
      flipped.pixel(0, 0) == PaintedPicture.blue && flipped.pixel(1, 1) == PaintedPicture.green
    )
  }

  @Test(
    .shows(
      "CGInterpolationQuality",
      "CGInterpolationQuality.none",
      "CGInterpolationQuality.low",
      "CGInterpolationQuality.medium",
      "CGInterpolationQuality.default",
      "CGInterpolationQuality.high",
      "CGContext.interpolationQuality",
      "CGImage.shouldInterpolate"
    )
  ) func qualities() throws {
    func row(_ quality: CGInterpolationQuality, interpolates: Bool = true) throws -> [[UInt8]] {
      let picture = try PaintedPicture(8, 8)
      picture.context.interpolationQuality = quality
      picture.context.draw(
        try image(interpolates: interpolates),
        in: CGRect(x: 0, y: 0, width: 8, height: 8)
      )
      return (0..<8).map { picture.pixel($0, 0) }
    }
    let sharp =
      [[UInt8]](repeating: PaintedPicture.red, count: 4)
      + .init(repeating: PaintedPicture.green, count: 4)
    #expect(try row(.none) == sharp)
    #expect(try row(.default, interpolates: false) == sharp)
    for quality in [CGInterpolationQuality.low, .medium, .default] {
      let smooth = try row(quality)
      #expect(smooth[0] == PaintedPicture.red && smooth[7] == PaintedPicture.green)
      // The centre of pixel 3 is 3/8 of the way from the left texel's to the right one's.
      #expect(close(smooth[3], [159, 96, 0, 255], 1), "\(quality)")
    }
    // By Keys' cubic green has 0.5t + 1.5t² - t³ of the row, t = 3/8, and the row below -0.0732.
    let cubic = try row(.high)
    #expect(cubic[0] == PaintedPicture.red && cubic[7] == PaintedPicture.green)
    #expect(close(cubic[3], [173, 88, 0, 255], 1))
  }

  @Test(.shows("CGContext.draw(_:in:byTiling:)")) func smallCopiesAverage() throws {
    let large = try PaintedPicture(64, 64)
    for y in 0..<64 {
      for x in 0..<64 where (x + y) % 2 == 0 {
        large.context.fill(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
    let image = try #require(large.context.makeImage())
    let picture = try PaintedPicture(8, 8)
    picture.context.draw(image, in: CGRect(x: 0, y: 0, width: 8, height: 8))
    // Texels of the edge count for those that the kernel would take beyond it: two levels.
    for y in 0..<8 {
      let alphas = picture.alphas(row: y)
      #expect(alphas.allSatisfy { abs($0 - 128) <= 2 })
      if (2..<6).contains(y) { #expect(alphas[2..<6].allSatisfy { abs($0 - 128) <= 1 }) }
    }
  }

  @Test(.shows("CGContext.draw(_:in:byTiling:)")) func tiling() throws {
    let picture = try PaintedPicture(6, 6)
    picture.context.clip(to: CGRect(x: 0, y: 0, width: 5, height: 6))
    picture.context.draw(
      try image(),
      in: CGRect(x: 1, y: 1, width: 2, height: 2),
      byTiling: true
    )
    #expect((0..<6).map { picture.pixel($0, 0)[1] } == [255, 0, 255, 0, 255, 0])
    #expect(picture.pixel(1, 1) == PaintedPicture.red && picture.pixel(1, 2) == PaintedPicture.blue)
    #expect(picture.pixel(5, 0) == PaintedPicture.clear)
  }

  @Test(
    .shows(
      "CGImage.init(width:height:bitsPerComponent:bitsPerPixel:bytesPerRow:space:bitmapInfo:provider:decode:shouldInterpolate:intent:)",
      "CGDataProvider.init(data:)"
    )
  ) func stencilsTakeTheFillColor() throws {
    let bytes: [UInt8] = [255, 102]
    let provider = try #require(CGDataProvider(data: Data(bytes)))
    let alpha = try #require(
      CGImage(
        width: 2,
        height: 1,
        bitsPerComponent: 8,
        bitsPerPixel: 8,
        bytesPerRow: 2,
        space: CGColorSpaceCreateDeviceGray(),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.alphaOnly.rawValue),
        provider: provider,
        decode: nil,
        shouldInterpolate: false,
        intent: .defaultIntent
      )
    )
    let picture = try PaintedPicture(4, 1)
    picture.context.setFillColor(.red)
    picture.context.draw(alpha, in: CGRect(x: 1, y: 0, width: 2, height: 1))
    #expect(
      (0..<4).map { picture.pixel($0, 0) } == [
        PaintedPicture.clear, PaintedPicture.red, [102, 0, 0, 102], PaintedPicture.clear,
      ]
    )
  }

  @Test(.shows("CGContext.draw(_:in:byTiling:)")) func imagesInGrayBitmaps() throws {
    let gray = try #require(
      CGContext(
        data: nil,
        width: 2,
        height: 2,
        bitsPerComponent: 8,
        bytesPerRow: 2,
        space: CGColorSpaceCreateDeviceGray(),
        bitmapInfo: CGImageAlphaInfo.none.rawValue
      )
    )
    gray.draw(try image(), in: CGRect(x: 0, y: 0, width: 2, height: 2))
    let data = try #require(gray.data)
    // Weights of light 0.2126, 0.7152, 0.0722, encoded as sRGB.
    #expect((0..<4).map { data.load(fromByteOffset: $0, as: UInt8.self) } == [127, 220, 76, 255])
  }

  @Test(.shows("CGContext.draw(_:in:byTiling:)")) func imagesWithoutArea() throws {
    let picture = try PaintedPicture(4, 4)
    for rect in [
      CGRect.zero, .null, CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1),
      CGRect(x: 0, y: 0, width: 0, height: 1),
    ] {
      picture.context.draw(try image(), in: rect)
      picture.context.draw(try image(), in: rect, byTiling: true)
    }
    picture.context.draw(try image(), in: CGRect(x: 0, y: 0, width: 1e-300, height: 1))
    #expect(picture.area == 0)
  }
}
