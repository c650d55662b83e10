// Pages of PDF: another program shows what a bitmap has.
// Licensed under the MIT license; see LICENSE.

import Foundation
import PageReading
import TestClaims
import Testing

@testable import CoreGraphics

/// Draws pages of 100 x 80 points, and bitmaps of the same.
private enum PDFSheet {
  static let box = CGRect(x: 0, y: 0, width: 100, height: 80)

  /// Returns a document whose pages the closures draw.
  static func document(
    _ info: CFDictionary? = nil,
    box: CGRect = box,
    _ pages: ((CGContext) -> Void)...
  ) throws -> Data {
    let data = NSMutableData()
    var box = box
    let consumer = try #require(CGDataConsumer(data: data))
    let context = try #require(CGContext(consumer: consumer, mediaBox: &box, info))
    for page in pages {
      context.beginPDFPage(nil)
      page(context)
      context.endPDFPage()
    }
    context.closePDF()
    return Data(data)
  }

  /// Returns the red, green and blue of a bitmap on white, with `scale` pixels of a point.
  static func bitmap(_ scale: Int, _ draw: (CGContext) -> Void) throws -> [UInt8] {
    let (width, height) = (Int(box.width) * scale, Int(box.height) * scale)
    let context = try #require(
      CGContext(
        data: nil,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpace(name: CGColorSpace.sRGB),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    context.setFillColor(.white)
    context.fill(CGRect(x: 0, y: 0, width: width, height: height))
    context.setFillColor(.black)
    context.scaleBy(x: CGFloat(scale), y: CGFloat(scale))
    context.baseTransform = context.ctm
    draw(context)
    let base = try #require(context.data)
    return (0..<width * height).flatMap { pixel in
      let place = pixel / width * context.bytesPerRow + pixel % width * 4
      return (0..<3).map { base.load(fromByteOffset: place + $0, as: UInt8.self) }
    }
  }

  static func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1)
    -> CGColor
  {
    CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  static func picture() throws -> CGImage {
    let context = try #require(
      CGContext(
        data: nil,
        width: 8,
        height: 8,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpace(name: CGColorSpace.sRGB),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    context.setFillColor(color(0.8, 0.1, 0.1))
    context.fill(CGRect(x: 0, y: 4, width: 4, height: 4))
    context.setFillColor(color(0.1, 0.1, 0.8, 0.5))
    context.fill(CGRect(x: 4, y: 0, width: 4, height: 4))
    return try #require(context.makeImage())
  }
}

/// Drawings that a page and a bitmap are to show alike.
private enum Drawing: String, CaseIterable {
  case paths, strokes, images, gradients, endings, shadows, layers, blending, clips, patterns

  // Long because: each case is a list of calls, which a function of its own would not explain.
  func draw(_ context: CGContext) throws {
    let color = PDFSheet.color
    switch self {
    case .paths:
      context.setFillColor(color(0.2, 0.6, 0.3, 1))
      context.fillEllipse(in: CGRect(x: 10, y: 10, width: 50, height: 30))
      context.rotate(by: 0.2)
      context.setFillColor(color(0.9, 0.4, 0, 0.5))
      context.fill(CGRect(x: 40, y: 20, width: 40, height: 30))
      context.addRect(CGRect(x: 20, y: 45, width: 20, height: 20))
      context.addRect(CGRect(x: 25, y: 50, width: 10, height: 10))
      context.fillPath(using: .evenOdd)
    case .strokes:
      context.setStrokeColor(color(0.5, 0, 0.5, 1))
      context.setLineWidth(6)
      context.setLineCap(.round)
      context.setLineJoin(.bevel)
      context.scaleBy(x: 1, y: 0.5)
      context.move(to: CGPoint(x: 10, y: 20))
      context.addLine(to: CGPoint(x: 50, y: 120))
      context.addQuadCurve(to: CGPoint(x: 90, y: 30), control: CGPoint(x: 90, y: 140))
      context.strokePath()
      context.setLineDash(phase: 3, lengths: [12, 8])
      context.stroke(CGRect(x: 20, y: 20, width: 60, height: 30), width: 2)
    case .images:
      let picture = try PDFSheet.picture()
      context.interpolationQuality = .none
      context.draw(picture, in: CGRect(x: 10, y: 10, width: 32, height: 64))
      context.setAlpha(0.5)
      context.draw(picture, in: CGRect(x: 52, y: 8, width: 40, height: 40))
    case .gradients:
      let colors = [color(1, 0, 0, 1), color(1, 1, 0, 1), color(0, 0, 1, 1)]
      let gradient = try #require(
        CGGradient(colorsSpace: nil, colors: colors, locations: [0, 0.25, 1])
      )
      context.saveGState()
      context.clip(to: CGRect(x: 5, y: 5, width: 40, height: 70))
      context.drawLinearGradient(
        gradient,
        start: CGPoint(x: 10, y: 20),
        end: CGPoint(x: 30, y: 60),
        options: .drawsAfterEndLocation
      )
      context.restoreGState()
      context.drawRadialGradient(
        gradient,
        startCenter: CGPoint(x: 70, y: 55),
        startRadius: 4,
        endCenter: CGPoint(x: 70, y: 55),
        endRadius: 20,
        options: .drawsBeforeStartLocation
      )
      context.clip(to: CGRect(x: 50, y: 5, width: 40, height: 25))
      context.drawConicGradient(gradient, center: CGPoint(x: 70, y: 17), angle: 0.5)
    case .endings:
      let colors = [color(1, 0, 0, 1), color(0, 0, 1, 0.5)]
      let gradient = try #require(CGGradient(colorsSpace: nil, colors: colors, locations: nil))
      let all: [CGGradientDrawingOptions] = [
        [], .drawsBeforeStartLocation, [.drawsBeforeStartLocation, .drawsAfterEndLocation],
      ]
      for (index, options) in all.enumerated() {
        context.saveGState()
        context.translateBy(x: CGFloat(index) * 33, y: 0)
        context.saveGState()
        context.clip(to: CGRect(x: 2, y: 42, width: 29, height: 36))
        context.drawLinearGradient(
          gradient,
          start: CGPoint(x: 10, y: 50),
          end: CGPoint(x: 20, y: 65),
          options: options
        )
        context.restoreGState()
        context.clip(to: CGRect(x: 2, y: 2, width: 29, height: 36))
        context.drawRadialGradient(
          gradient,
          startCenter: CGPoint(x: 14, y: 20),
          startRadius: 12,
          endCenter: CGPoint(x: 18, y: 22),
          endRadius: 4,
          options: options
        )
        context.restoreGState()
      }
    case .shadows:
      context.setShadow(offset: CGSize(width: 5, height: -4), blur: 6, color: color(0, 0, 0, 0.6))
      context.setFillColor(color(0.2, 0.4, 0.9, 1))
      context.fill(CGRect(x: 20, y: 30, width: 30, height: 30))
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.fillEllipse(in: CGRect(x: 55, y: 20, width: 20, height: 20))
      context.fillEllipse(in: CGRect(x: 65, y: 30, width: 20, height: 20))
      context.endTransparencyLayer()
    case .layers:
      context.setAlpha(0.5)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(color(1, 0, 0, 1))
      context.fill(CGRect(x: 10, y: 10, width: 50, height: 40))
      context.setFillColor(color(0, 1, 0, 1))
      context.fill(CGRect(x: 30, y: 30, width: 50, height: 40))
      context.endTransparencyLayer()
    case .blending:
      context.setFillColor(color(0.9, 0.5, 0.2, 1))
      context.fill(CGRect(x: 10, y: 10, width: 80, height: 60))
      let modes: [CGBlendMode] = [
        .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight,
        .hardLight, .difference, .exclusion, .hue, .saturation, .color, .luminosity, .normal,
      ]
      context.setFillColor(color(0.3, 0.4, 0.8, 1))
      for (index, mode) in modes.enumerated() {
        context.setBlendMode(mode)
        let (column, row) = (index % 4, index / 4)
        context.fill(CGRect(x: 12 + column * 20, y: 12 + row * 15, width: 16, height: 12))
      }
    case .clips:
      context.addEllipse(in: CGRect(x: 10, y: 10, width: 60, height: 60))
      context.clip()
      context.clip(to: CGRect(x: 30, y: 0, width: 60, height: 80), mask: try PDFSheet.picture())
      context.setFillColor(color(0, 0.5, 0.5, 1))
      context.fill(PDFSheet.box)
    case .patterns:
      var callbacks = CGPatternCallbacks(
        version: 0,
        drawPattern: { _, context in
          context.setFillColor(PDFSheet.color(0.8, 0, 0))
          context.fill(CGRect(x: 0, y: 0, width: 5, height: 10))
        },
        releaseInfo: nil
      )
      let pattern = try #require(
        CGPattern(
          info: nil,
          bounds: CGRect(x: 0, y: 0, width: 10, height: 10),
          matrix: .identity,
          xStep: 10,
          yStep: 10,
          tiling: .constantSpacing,
          isColored: true,
          callbacks: &callbacks
        )
      )
      context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: nil)))
      context.setFillPattern(pattern, colorComponents: [1])
      context.fill(CGRect(x: 15, y: 15, width: 60, height: 50))
    }
  }

  /// The mean distance in levels that is allowed.
  ///
  /// because: edges are covered by another program's rasteriser, which also rounds colours
  /// otherwise, has a formula of its own for saturation and grows tiles to whole pixels; shadows
  /// are resampled from pixels.
  var tolerance: Double { 2.5 }
}

@Suite(.enabled(if: PageReader.isAvailable, "needs the Debian package poppler-utils"))
struct PDFTests {
  @Test(arguments: Drawing.allCases)
  private func aPageShowsWhatABitmapHas(_ drawing: Drawing) throws {
    var failure: (any Error)?
    func draw(_ context: CGContext) {
      do { try drawing.draw(context) } catch { failure = error }
    }
    let page = try PageReader(try PDFSheet.document(nil, draw)).pixels(scale: 3)
    let bitmap = try PDFSheet.bitmap(3, draw)
    if let failure { throw failure }
    let distance = page.distance(to: bitmap)
    #expect(distance < drawing.tolerance, "\(drawing): \(distance)")
    // Something is drawn.
    #expect(bitmap.contains { $0 != 255 })
  }

  @Test(arguments: Drawing.allCases)
  private func equalDrawingsMakeEqualBytes(_ drawing: Drawing) throws {
    func document() throws -> Data {
      try PDFSheet.document(nil) { try? drawing.draw($0) }
    }
    #expect(try document() == document())
  }

  @Test func pathsStayPaths() throws {
    for drawing in [Drawing.paths, .strokes, .layers, .blending] {
      let document = try PDFSheet.document(nil) { try? drawing.draw($0) }
      #expect(try PageReader(document).imageCount() == 0, "\(drawing)")
    }
  }

  @Test(.shows("kCGPDFContextTitle", "kCGPDFContextKeywords", "CGContext.beginPage(mediaBox:)"))
  func pagesHaveBoxesAndTheDocumentAName() throws {
    let info =
      [kCGPDFContextTitle: "Zwölf (12)", kCGPDFContextKeywords: ["a", "b"]] as CFDictionary
    let document = try PDFSheet.document(info) { context in
      context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
      var box = CGRect(x: -20, y: 100, width: 60, height: 30)
      // Begins a page of its own, which has the box's coordinates.
      context.beginPage(mediaBox: &box)
      context.setFillColor(PDFSheet.color(0, 0, 1))
      context.fill(CGRect(x: -20, y: 100, width: 30, height: 30))
    }
    let reader = try PageReader(document)
    let text = try reader.info()
    #expect(text.contains("Pages:           2"))
    #expect(text.contains("Zwölf (12)") && text.contains("a, b"))
    let first = try reader.pixels(page: 1)
    #expect(first.width == 100 && first.height == 80)
    #expect(first.pixel(5, 75) == [0, 0, 0] && first.pixel(5, 65) == [255, 255, 255])
    let second = try reader.pixels(page: 2)
    #expect(second.width == 60 && second.height == 30)
    #expect(second.pixel(20, 15) == [0, 0, 255] && second.pixel(40, 15) == [255, 255, 255])
  }

  @Test func anImageThatIsDrawnOftenIsThereOnce() throws {
    let picture = try PDFSheet.picture()
    let document = try PDFSheet.document(nil) { context in
      for index in 0..<50 {
        context.draw(picture, in: CGRect(x: index, y: index, width: 20, height: 20))
      }
    }
    #expect(try PageReader(document).imageCount() == 1)
  }

  @Test(
    .shows(
      "CGContext.init(consumer:mediaBox:_:)",
      "CGContext.beginPDFPage(_:)",
      "CGContext.closePDF()",
      "CGDataConsumer",
      "CGDataConsumer.init(data:)"
    )
  ) func shadowsHaveAsManyPixelsAsTheyReach() throws {
    var box = CGRect(x: 0, y: 0, width: 2000, height: 2000)
    let data = NSMutableData()
    let consumer = try #require(CGDataConsumer(data: data))
    let context = try #require(CGContext(consumer: consumer, mediaBox: &box, nil))
    context.beginPDFPage(nil)
    context.setShadow(offset: CGSize(width: 3, height: -3), blur: 4)
    context.fill(CGRect(x: 900, y: 900, width: 50, height: 50))
    context.closePDF()
    let sizes = try PageReader(Data(data)).imageSizes()
    // because: the reach of a blur of sigma 2 is at most 12 points.
    #expect(sizes.count == 1 && sizes.allSatisfy { $0 <= (50 + 2 * 13) * 3 })
  }

  @Test func aRadialGradientHasNoHole() throws {
    let colors = [PDFSheet.color(1, 0, 0), PDFSheet.color(0, 0, 1)]
    let gradient = try #require(CGGradient(colorsSpace: nil, colors: colors, locations: nil))
    let document = try PDFSheet.document(nil) { context in
      context.drawRadialGradient(
        gradient,
        startCenter: CGPoint(x: 50, y: 40),
        startRadius: 0,
        endCenter: CGPoint(x: 50, y: 40),
        endRadius: 30,
        options: []
      )
    }
    let page = try PageReader(document).pixels(scale: 10)
    #expect(page.pixel(500, 400)[0] > 240 && page.pixel(500, 400)[1] < 15)
    #expect(page.pixel(100, 400) == [255, 255, 255])
  }

  @Test(
    .shows(
      "CGContext.setURL(_:for:)",
      "CGContext.addDestination(_:at:)",
      "CGContext.setDestination(_:for:)"
    )
  ) func linksLeadToPlaces() throws {
    let url = try #require(URL(string: "https://example.org/it's"))
    let document = try PDFSheet.document(nil) { context in
      // Cairo leaves out the links of a page without a drawing.
      context.fill(CGRect(x: 10, y: 10, width: 60, height: 10))
      context.setURL(url, for: CGRect(x: 10, y: 10, width: 20, height: 10))
      context.addDestination("top", at: CGPoint(x: 0, y: 80))
      context.setDestination("top", for: CGRect(x: 50, y: 10, width: 20, height: 10))
    }
    _ = try PageReader(document).pixels()
    let reader = try PageReader(document)
    #expect(try reader.info(["-url"]).contains("https://example.org/it's"))
    #expect(try reader.info(["-dests"]).contains("top"))
  }

  @Test func numbersThatAreNoneLeaveThePageWhole() throws {
    let document = try PDFSheet.document(nil) { context in
      context.saveGState()
      context.fill(CGRect(x: CGFloat.nan, y: 0, width: 10, height: 10))
      context.fill(CGRect(x: 0, y: 0, width: 1e300, height: 10))
      context.setLineDash(phase: .infinity, lengths: [-1, 0])
      context.setLineWidth(.nan)
      context.stroke(CGRect(x: 5, y: 5, width: 10, height: 10))
      context.scaleBy(x: 0, y: 0)
      context.setLineWidth(2)
      context.stroke(CGRect(x: 5, y: 5, width: 10, height: 10))
      context.restoreGState()
      context.setShadow(offset: CGSize(width: 1e9, height: 0), blur: 1e9)
      context.fill(CGRect(x: 30, y: 30, width: 10, height: 10))
      context.endTransparencyLayer()
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.fill(CGRect(x: 50, y: 30, width: 10, height: 10))
    }
    let page = try PageReader(document).pixels()
    // Shadows of infinite softness are clear; the layer that was left open is drawn.
    #expect(page.pixel(35, 45) == [0, 0, 0] && page.pixel(55, 45) == [0, 0, 0])
  }
}

/// Documents that no other program need show.
@Suite struct PDFDocumentTests {
  @Test func boxesThatPDFLacksMakeNoContext() throws {
    let sides: [CGFloat] = [0, -.infinity, .nan, 1e6]
    for side in sides {
      var box = CGRect(x: 0, y: 0, width: side, height: 10)
      let consumer = try #require(CGDataConsumer(data: NSMutableData()))
      #expect(CGContext(consumer: consumer, mediaBox: &box, nil) == nil, "\(side)")
    }
  }

  @Test func aContextOfADocumentHasNoPixels() throws {
    let consumer = try #require(CGDataConsumer(data: NSMutableData()))
    let context = try #require(CGContext(consumer: consumer, mediaBox: nil, nil))
    #expect(context.data == nil && context.width == 0 && context.bytesPerRow == 0)
    #expect(context.makeImage() == nil)
    context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    context.beginPDFPage(nil)
    #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 612, height: 792))
    context.clip(to: CGRect(x: 10, y: 20, width: 30, height: 40))
    #expect(context.boundingBoxOfClipPath == CGRect(x: 10, y: 20, width: 30, height: 40))
    context.closePDF()
    context.closePDF()
    context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
  }

  @Test(.shows("CGContext.init(_:mediaBox:_:)")) func aFileAppearsWhenItIsWhole() throws {
    let url = URL(fileURLWithPath: NSTemporaryDirectory() + "quartz-\(UUID().uuidString).pdf")
    defer { try? FileManager.default.removeItem(at: url) }
    let context = try #require(CGContext(url, mediaBox: nil, nil))
    context.beginPDFPage(nil)
    #expect(!FileManager.default.fileExists(atPath: url.path))
    context.closePDF()
    #expect(try Data(contentsOf: url).starts(with: Data("%PDF-".utf8)))
  }

  @Test(.shows("CGDataConsumer.init(info:cbks:)")) func aConsumerThatTakesNothingEndsTheDocument()
    throws
  {
    var callbacks = CGDataConsumerCallbacks(putBytes: { _, _, _ in 0 }, releaseConsumer: nil)
    let consumer = try #require(CGDataConsumer(info: nil, cbks: &callbacks))
    let context = try #require(CGContext(consumer: consumer, mediaBox: nil, nil))
    context.beginPDFPage(nil)
    context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(!context.finishPDF())
  }
}
