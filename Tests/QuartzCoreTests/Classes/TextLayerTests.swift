// Layers that show text: what they draw, and when.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzMath
import QuartzModel
import QuartzTesting
import QuartzText
import TestClaims

@testable import QuartzCore

/// The pixels of a layer's drawing.
private struct TextDrawingCase {
  let image: CGImage

  init(_ layer: CALayer) throws {
    image = try #require(layer.contents as? CGImage)
  }

  /// Red, green, blue and alpha, premultiplied.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let pixels = image.pixelStorage
    return pixels.withBytes { Array($0[(y * pixels.rowBytes + x * 4)...].prefix(4)) }
  }

  /// The smallest box around all pixels that are not transparent.
  var ink: CGRect {
    var box = CGRect.null
    for y in 0..<image.height {
      for x in 0..<image.width where pixel(x, y)[3] > 0 {
        box = box.union(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return box
  }

  /// The colour of the pixel of greatest alpha.
  var color: [UInt8] {
    var strongest: [UInt8] = [0, 0, 0, 0]
    for y in 0..<image.height {
      for x in 0..<image.width where pixel(x, y)[3] > strongest[3] { strongest = pixel(x, y) }
    }
    return strongest
  }
}

/// A layer that counts its drawings.
private final class CountingText: CATextLayer {
  var drawCount = 0

  override func draw(in ctx: CGContext) {
    drawCount += 1
    super.draw(in: ctx)
  }
}

@Suite struct TextLayerTests {
  static let filler = """
    Lorem ipsum dolor sit amet, consectetur adipiscing elit. Quisque massa arcu, eleifend vel \
    varius in, facilisis pulvinar leo. Nunc quis nunc at mauris pharetra condimentum ut ac neque. \
    Nunc elementum, libero ut porttitor dictum, diam odio congue lacus, vel fringilla sapien diam \
    at purus. Etiam suscipit pretium nunc sit amet lobortis
    """

  private func label(_ string: Any?, _ width: Double = 200, _ height: Double = 60) -> CATextLayer {
    let layer = CATextLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    layer.string = string
    return layer
  }

  @Test func defaults() {
    let layer = CATextLayer()
    #expect(layer.string == nil && layer.font as? String == "Helvetica" && layer.fontSize == 36)
    #expect(layer.foregroundColor?.components == [1, 1, 1, 1])
    #expect(!layer.isWrapped && layer.truncationMode == .none && layer.alignmentMode == .natural)
    #expect(!layer.allowsFontSubpixelQuantization && layer.contentsScale == 1)
    #expect(layer.value(forKey: "wrapped") as? Bool == false)
    #expect(layer.value(forKey: "alignmentMode") as? String == "natural")
    #expect(layer.preferredFrameSize() == .zero)
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    layer.display()
    #expect(layer.contents == nil)
  }

  @Test(
    .shows(
      "CATextLayer",
      "CATextLayer.string",
      "CATextLayer.foregroundColor",
      "CATextLayer.fontSize"
    )
  ) func textIsWhiteAndBeginsAtTheTopLeft() throws {
    let layer = label("H")
    layer.displayIfNeeded()
    let drawing = try TextDrawingCase(layer)
    #expect(drawing.color == [255, 255, 255, 255])
    let font = CTFontCreateWithName("Helvetica", 36, nil)
    // The letter stands on the baseline, one ascent below the top, as high as capitals are.
    let baseline = CTFontGetAscent(font)
    #expect(abs(drawing.ink.maxY - baseline) <= 1)
    #expect(abs(drawing.ink.minY - (baseline - CTFontGetCapHeight(font))) <= 1)
    #expect(drawing.ink.minX < 8)
  }

  @Test(arguments: [false, true])
  func textBeginsAtTheTopWhicheverWayYPoints(isYUp: Bool) throws {
    let context = try CAContext(
      size: CGSize(width: 100, height: 100),
      options: {
        var options = CAContext.Options()
        options.isYUp = isYUp
        options.clock = ManualClock()
        return options
      }()
    )
    let layer = label("HAH", 100, 100)
    layer.position = CGPoint(x: 50, y: 50)
    context.layer = layer
    CATransaction.flush()
    let drawing = try TextDrawingCase(layer)
    #expect(drawing.ink.maxY < 40)
    // Letters stand upright: the bar of the A is in its lower half.
    #expect(drawing.ink.minY > 3)
  }

  @Test(.shows("CALayer.contentsScale")) func scaleMakesPixels() throws {
    let layer = label("Scale", 100, 40)
    layer.displayIfNeeded()
    let coarse = try TextDrawingCase(layer)
    layer.contentsScale = 2
    #expect(layer.needsDisplay())
    layer.displayIfNeeded()
    let fine = try TextDrawingCase(layer)
    #expect(coarse.image.width == 100 && fine.image.width == 200 && fine.image.height == 80)
    #expect(abs(fine.ink.width - 2 * coarse.ink.width) <= 3)
  }

  @Test(.shows("CATextLayer.allowsFontSubpixelQuantization"))
  func quantizationChangesNoPixel() throws {
    let layer = label("Quantised", 150, 40)
    layer.displayIfNeeded()
    let plain = try #require(try TextDrawingCase(layer).image.dataProvider?.data)
    layer.allowsFontSubpixelQuantization = true
    #expect(layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(try TextDrawingCase(layer).image.dataProvider?.data == plain)
  }

  /// The ten keys.
  @Test func propertiesThatNeedDisplay() {
    let layer = label("text")
    let changes: [(String, (CATextLayer) -> Void)] = [
      ("string", { $0.string = "other" }), ("font", { $0.font = "Times" }),
      ("fontSize", { $0.fontSize = 12 }),
      ("foregroundColor", { $0.foregroundColor = CGColor(gray: 0, alpha: 1) }),
      ("wrapped", { $0.isWrapped = true }), ("alignmentMode", { $0.alignmentMode = .center }),
      ("truncationMode", { $0.truncationMode = .end }),
      ("allowsFontSubpixelQuantization", { $0.allowsFontSubpixelQuantization = true }),
      ("bounds", { $0.bounds.size.width = 90 }), ("contentsScale", { $0.contentsScale = 2 }),
    ]
    for (name, change) in changes {
      layer.displayIfNeeded()
      #expect(!layer.needsDisplay())
      change(layer)
      #expect(layer.needsDisplay(), "\(name)")
    }
    layer.displayIfNeeded()
    layer.backgroundColor = CGColor(gray: 0, alpha: 1)
    layer.position = CGPoint(x: 9, y: 9)
    #expect(!layer.needsDisplay())
  }

  // MARK: Strings and fonts

  @Test(.shows("CATextLayer.font")) func fontsOfThreeKindsAreTheSame() throws {
    let times = CTFontCreateWithName("Times New Roman", 90, nil)
    var drawings: [Data] = []
    for font in [times, CTFontCopyGraphicsFont(times, nil), "Times New Roman"] as [Any] {
      let layer = label("Font")
      layer.font = font
      layer.displayIfNeeded()
      let image = try TextDrawingCase(layer).image
      drawings.append(try #require(image.dataProvider?.data))
    }
    #expect(drawings[0] == drawings[1] && drawings[1] == drawings[2])
    let plain = label("Font")
    plain.displayIfNeeded()
    #expect(try TextDrawingCase(plain).image.dataProvider?.data != drawings[0])
  }

  @Test func somethingThatIsNoFontIsHelvetica() throws {
    let layer = label("Font")
    layer.name = "label"
    layer.font = 42
    let lines = Lines.during { layer.displayIfNeeded() }
    #expect(lines.count == 1 && lines[0].contains("label") && lines[0].contains("font"))
    let plain = label("Font")
    plain.displayIfNeeded()
    let (a, b) = (try TextDrawingCase(layer).image, try TextDrawingCase(plain).image)
    #expect(a.dataProvider?.data == b.dataProvider?.data)
  }

  @Test func stringsAreCopied() {
    let text = NSMutableAttributedString(string: "before")
    let layer = label(text)
    text.mutableString.setString("after")
    #expect((layer.string as? NSAttributedString)?.string == "before")
    layer.setValue(text, forKey: "string")
    text.mutableString.setString("later")
    #expect((layer.string as? NSAttributedString)?.string == "after")
    layer.string = NSNull()
    #expect(layer.string == nil)
  }

  /// LW-D-6.3: only "ipsum" is red and underlined.
  @Test func attributesOfAString() throws {
    let text = NSMutableAttributedString(string: Self.filler)
    let font = CTFontCreateWithName("Helvetica", 15, nil)
    let all = NSRange(location: 0, length: text.length)
    text.addAttribute(.font, value: font, range: all)
    text.addAttribute(
      .init(rawValue: kCTForegroundColorAttributeName),
      value: CGColor(gray: 0, alpha: 1),
      range: all
    )
    let word = NSRange(location: 6, length: 5)
    text.addAttribute(
      .init(rawValue: kCTForegroundColorAttributeName),
      value: CGColor(red: 1, green: 0, blue: 0, alpha: 1),
      range: word
    )
    text.addAttribute(.underlineStyle, value: CTUnderlineStyle.single.rawValue, range: word)
    let layer = label(text, 280, 200)
    (layer.isWrapped, layer.alignmentMode) = (true, .justified)
    // The layer's own font size and colour do not count.
    (layer.fontSize, layer.foregroundColor) = (90, CGColor(gray: 1, alpha: 1))
    layer.displayIfNeeded()
    let drawing = try TextDrawingCase(layer)
    var red = CGRect.null
    for y in 0..<drawing.image.height {
      for x in 0..<drawing.image.width where drawing.pixel(x, y)[0] > 100 {
        red = red.union(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
    // The word is the second of the first line, with a line under it.
    #expect(red.minY < 16 && red.maxY < 20 && red.maxY > 14)
    #expect(red.minX > 40 && red.maxX < 110 && red.width > 30)
  }

  // MARK: Lines

  /// LW-D-6.2: both margins are flush, but for the last line.
  @Test(
    .shows(
      "CATextLayer.isWrapped",
      "CATextLayer.alignmentMode",
      "CATextLayerAlignmentMode.justified"
    )
  ) func wrappedAndJustified() throws {
    let layer = label(Self.filler, 280, 200)
    (layer.fontSize, layer.isWrapped, layer.alignmentMode) = (15, true, .justified)
    layer.displayIfNeeded()
    let drawing = try TextDrawingCase(layer)
    let size = layer.preferredFrameSize()
    let font = CTFontCreateWithName("Helvetica", 15, nil)
    let lineHeight = CTFontGetAscent(font) + CTFontGetDescent(font) + CTFontGetLeading(font)
    let lineCount = Int((size.height / lineHeight).rounded())
    #expect(lineCount > 6)
    for line in 0..<lineCount {
      let (low, high) = (Int(Double(line) * lineHeight), Int(Double(line + 1) * lineHeight))
      var (left, right) = (280, 0)
      for y in low..<min(high, drawing.image.height) {
        for x in 0..<280 where drawing.pixel(x, y)[3] > 0 {
          (left, right) = (min(left, x), max(right, x))
        }
      }
      #expect(left <= 2, "line \(line)")
      #expect(line == lineCount - 1 ? right < 270 : right >= 277, "line \(line): \(right)")
    }
  }

  @Test(
    .shows(
      "CATextLayer.alignmentMode",
      "CATextLayerAlignmentMode.natural",
      "CATextLayerAlignmentMode.left",
      "CATextLayerAlignmentMode.right",
      "CATextLayerAlignmentMode.center"
    )
  ) func alignment() throws {
    var places: [CATextLayerAlignmentMode: CGRect] = [:]
    for mode in [CATextLayerAlignmentMode.natural, .left, .right, .center, .justified] {
      let layer = label("mid")
      layer.alignmentMode = mode
      layer.displayIfNeeded()
      places[mode] = try TextDrawingCase(layer).ink
    }
    let (left, right) = (try #require(places[.left]), try #require(places[.right]))
    #expect(left.minX < 6 && right.maxX > 194)
    #expect(abs(try #require(places[.center]).midX - 100) <= 1.5)
    #expect(places[.natural] == left && places[.justified] == left)
    let hebrew = label("שלום")
    hebrew.displayIfNeeded()
    #expect(try TextDrawingCase(hebrew).ink.maxX > 190)
  }

  @Test(
    .shows(
      "CATextLayer.truncationMode",
      "CATextLayerTruncationMode.none",
      "CATextLayerTruncationMode.start",
      "CATextLayerTruncationMode.middle",
      "CATextLayerTruncationMode.end"
    )
  ) func truncation() throws {
    let text = "The quick brown fox jumps over the lazy dog"
    var widths: [Double] = []
    for mode in [CATextLayerTruncationMode.none, .start, .middle, .end] {
      let layer = label(text, 150, 30)
      (layer.fontSize, layer.truncationMode) = (20, mode)
      layer.displayIfNeeded()
      widths.append(try TextDrawingCase(layer).ink.maxX)
    }
    // Without truncation the text runs into the edge.
    #expect(widths[0] > 140)
    for width in widths[1...] { #expect(width < 150 && width > 100) }
    #expect(label(text).preferredFrameSize().width > 300)
  }

  @Test(.shows("CALayer.preferredFrameSize()", "CATextLayer.fontSize")) func preferredSize() {
    let layer = label("Size of a text", 0, 0)
    let one = layer.preferredFrameSize()
    layer.string = "Size of a text\nSize of a text"
    let two = layer.preferredFrameSize()
    #expect(one.width > 100 && one.height > 30 && two.width == one.width)
    #expect(two.height > 1.9 * one.height && two.height < 2.2 * one.height)
    layer.fontSize = 18
    #expect(abs(layer.preferredFrameSize().width - one.width / 2) < 0.01)
    layer.isWrapped = true
    layer.bounds.size.width = 40
    #expect(layer.preferredFrameSize().width <= 40)
    #expect(layer.preferredFrameSize().height > two.height)
  }

  // MARK: Animation

  @Test(.shows("CATextLayer.fontSize", "CATextLayer.foregroundColor")) func sizeAndColorAnimate()
    throws
  {
    let stage = CoreStage()
    let layer = CountingText()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 60)
    layer.string = "H"
    _ = stage.addLayer(layer)
    #expect(layer.drawCount == 1)
    layer.fontSize = 18
    layer.foregroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    #expect(layer.animationKeys()?.sorted() == ["fontSize", "foregroundColor"])
    CATransaction.flush()
    for (time, height, green) in [(0.0, 26.0, 255), (0.1, 20, 140), (0.3, 13, 0)] {
      _ = try stage.context.image(at: time)
      let drawing = try TextDrawingCase(layer)
      #expect(abs(drawing.ink.height - height) < 4, "\(time)")
      #expect(abs(Int(drawing.color[1]) - green) < 90, "\(time)")
    }
    stage.clock.advance(by: 1)
    CATransaction.flush()
    CATransaction.flush()
    let count = layer.drawCount
    let fresh = CountingText(layer: layer)
    fresh.display()
    let (end, model) = (try TextDrawingCase(layer).image, try TextDrawingCase(fresh).image)
    #expect(end.dataProvider?.data == model.dataProvider?.data)
    _ = try stage.context.image(at: 2)
    #expect(layer.drawCount == count)
  }

  // MARK: Commits

  /// Labels are images: each is sent once, and a commit after that says nothing of them.
  @Test func staticLabelsCostNothing() throws {
    let stage = CoreStage()
    let layers = (0..<1000).map { _ in label("99", 24, 16) }
    for layer in layers {
      layer.fontSize = 12
      stage.root.addSublayer(layer)
    }
    let commit = try stage.commit()
    #expect(commit.createdImages.count == 1000 && commit.created.count == 1000)
    stage.root.opacity = 0.5
    let next = try stage.commit()
    #expect(next.createdImages.isEmpty && next.changes.count == 1)
  }

  @Test(.shows("CATextLayer.string")) func contentsAndTextExcludeEachOther() throws {
    let stage = CoreStage()
    let layer = stage.addLayer(label("text"))
    #expect(layer.contents is CGImage)
    layer.contents = Images.checkers
    CATransaction.flush()
    #expect(layer.contents as? CGImage === Images.checkers)
    (layer as? CATextLayer)?.string = "again"
    CATransaction.flush()
    #expect(layer.contents as? CGImage !== Images.checkers)
  }

  // MARK: Archives and copies

  @Test(arguments: ["name", "CTFont", "CGFont"])
  func archives(_ kind: String) throws {
    let text = NSMutableAttributedString(string: "Red and wide")
    let font = CTFontCreateWithName("Times New Roman", 20, nil)
    text.addAttribute(.font, value: font, range: NSRange(location: 0, length: 3))
    text.addAttribute(
      .foregroundColor,
      value: CGColor(red: 1, green: 0, blue: 0, alpha: 1),
      range: NSRange(location: 0, length: 3)
    )
    var style = CTParagraphStyle.Values()
    (style.alignment, style.lineSpacing) = (.right, 3)
    text.addAttribute(
      .paragraphStyle,
      value: CTParagraphStyle(style),
      range: NSRange(location: 0, length: 12)
    )
    text.addAttribute(.kern, value: 2.5, range: NSRange(location: 8, length: 4))
    let layer = label(kind == "name" ? "plain" : text)
    layer.font =
      switch kind {
      case "name": "Courier"
      case "CTFont": font
      default: CTFontCopyGraphicsFont(font, nil)
      }
    (layer.fontSize, layer.isWrapped, layer.truncationMode) = (21, true, .middle)
    (layer.alignmentMode, layer.allowsFontSubpixelQuantization) = (.right, true)
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    let copies = [try #require(read as? CATextLayer), CATextLayer(layer: layer)]
    layer.display()
    for copy in copies {
      #expect(copy.fontSize == 21 && copy.isWrapped && copy.truncationMode == .middle)
      #expect(copy.alignmentMode == .right && copy.allowsFontSubpixelQuantization)
      copy.display()
      let (a, b) = (try TextDrawingCase(copy).image, try TextDrawingCase(layer).image)
      #expect(a.dataProvider?.data == b.dataProvider?.data)
    }
  }

  // MARK: Hostile values

  @Test(arguments: [0, -1, Double.nan, .infinity, 1e300])
  func sizesThatAreNone(_ size: Double) {
    let layer = label("text")
    layer.fontSize = size
    _ = Lines.during { layer.displayIfNeeded() }
    if size < 1e100 || !size.isFinite { #expect(layer.contents == nil) }
    _ = layer.preferredFrameSize()
  }

  @Test func boundsThatAreNone() {
    for side in [0, Double.nan, .infinity, 1e9] {
      let layer = label("text", side, side)
      _ = Lines.during { layer.displayIfNeeded() }
      #expect(layer.contents == nil, "\(side)")
    }
  }

  @Test(arguments: [false, true])
  func aMillionCharacters(isWrapped: Bool) throws {
    let layer = label(String(repeating: "word ", count: 200_000), 200, 50)
    (layer.isWrapped, layer.fontSize) = (isWrapped, 12)
    layer.displayIfNeeded()
    #expect(try TextDrawingCase(layer).ink.width > 150)
  }

  @Test func noColorAndNoString() {
    let layer = label("text")
    layer.foregroundColor = nil
    layer.displayIfNeeded()
    #expect(layer.contents == nil)
    layer.foregroundColor = CGColor(gray: 0, alpha: 1)
    layer.string = 7
    let lines = Lines.during { layer.displayIfNeeded() }
    #expect(layer.contents == nil && lines.count == 1)
  }
}
