// Frames, tab stops, outlined glyphs, font descriptors and fonts of a program's own.
// Licensed under the MIT license; see LICENSE.

import CoreText
import QuartzMath
import QuartzText
import TestClaims
import Testing

private func text(_ string: String, _ more: [NSAttributedString.Key: Any] = [:])
  -> NSAttributedString
{
  let font = CTFontCreateWithName("Helvetica", 20, nil)
  return NSAttributedString(
    string: string,
    attributes: [.font: font].merging(more) { $1 }
  )
}

private let words = (0..<60).map { "word\($0)" }.joined(separator: " ")

private func lines(_ frame: CTFrame) -> [CTLine] {
  CTFrameGetLines(frame).compactMap { $0 as? CTLine }
}

private func origins(_ frame: CTFrame) -> [CGPoint] {
  var points = [CGPoint](repeating: .zero, count: CTFrameGetLines(frame).count)
  CTFrameGetLineOrigins(frame, CFRangeMake(0, 0), &points)
  return points
}

@Suite struct FramesetterTests {
  private func frame(_ path: CGPath, _ attributes: CFDictionary? = nil) -> CTFrame {
    let framesetter = CTFramesetterCreateWithAttributedString(text(words))
    return CTFramesetterCreateFrame(framesetter, CFRangeMake(0, 0), path, attributes)
  }

  @Test(
    .shows(
      "CTFramesetterCreateWithAttributedString(_:)",
      "CTFramesetterCreateFrame(_:_:_:_:)",
      "CTFrameGetLines(_:)",
      "CTFrameGetLineOrigins(_:_:_:)",
      "CTFrameGetVisibleStringRange(_:)",
      "CTFrameGetStringRange(_:)",
      "CTLineGetStringRange(_:)"
    )
  ) func linesOfARectangle() throws {
    let frame = frame(CGPath(rect: CGRect(x: 30, y: 40, width: 200, height: 100), transform: nil))
    let (lines, origins) = (lines(frame), origins(frame))
    // Helvetica of 20 points takes 23 points a line.
    #expect(lines.count == 4)
    var end = 0
    for line in lines {
      let range = CTLineGetStringRange(line)
      #expect(range.location == end && range.length > 0)
      end = range.location + range.length
      let width =
        CTLineGetTypographicBounds(line, nil, nil, nil) - CTLineGetTrailingWhitespaceWidth(line)
      #expect(width > 100 && width <= 200)
    }
    #expect(CTFrameGetVisibleStringRange(frame) == CFRangeMake(0, end))
    #expect(CTFrameGetStringRange(frame) == CFRangeMake(0, words.utf16.count))
    // From the lower left corner of the path, y up.
    #expect(abs(origins[0].y - (100 - 0.905 * 20)) < 0.1 && origins[0].x == 0)
    #expect(origins.map(\.y) == origins.map(\.y).sorted(by: >))
  }

  /// A part of the string counts from the beginning of all of it.
  @Test(.shows("CTFrameGetStringRange(_:)")) func partOfTheString() {
    let framesetter = CTFramesetterCreateWithAttributedString(text(words))
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 100, height: 30), transform: nil)
    let frame = CTFramesetterCreateFrame(framesetter, CFRangeMake(12, 6), path, nil)
    #expect(CTFrameGetStringRange(frame) == CFRangeMake(12, 6))
    #expect(lines(frame).map { CTLineGetStringRange($0) } == [CFRangeMake(12, 6)])
    for range in [CFRangeMake(-5, 3), CFRangeMake(10_000, 3), CFRangeMake(0, -1)] {
      _ = CTFramesetterCreateFrame(framesetter, range, path, nil)
    }
  }

  @Test(.shows("CTFramesetterSuggestFrameSizeWithConstraints(_:_:_:_:_:)")) func suggestedSize() {
    let framesetter = CTFramesetterCreateWithAttributedString(text(words))
    var fit = CFRange()
    func size(_ width: CGFloat, _ height: CGFloat) -> CGSize {
      CTFramesetterSuggestFrameSizeWithConstraints(
        framesetter,
        CFRangeMake(0, 0),
        nil,
        CGSize(width: width, height: height),
        &fit
      )
    }
    let all = size(200, .greatestFiniteMagnitude)
    #expect(fit.length == words.utf16.count)
    #expect(all.width <= 200 && all.height > 200)
    // The suggested size is enough.
    let path = CGPath(rect: CGRect(origin: .zero, size: all), transform: nil)
    let frame = CTFramesetterCreateFrame(framesetter, CFRangeMake(0, 0), path, nil)
    #expect(CTFrameGetVisibleStringRange(frame).length == words.utf16.count)
    let part = size(200, 50)
    #expect(part.height <= 50 && fit.length < 60)
    let line = size(0, 0)
    #expect(line.width > 3000 && line.height < 30)
  }

  /// Each line is within the circle at its whole height.
  @Test func circle() {
    let frame = frame(
      CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 300, height: 300), transform: nil)
    )
    let (lines, origins) = (lines(frame), origins(frame))
    #expect(lines.count > 8)
    for (line, origin) in zip(lines, origins) {
      var (ascent, descent) = (CGFloat(0), CGFloat(0))
      let whole = CTLineGetTypographicBounds(line, &ascent, &descent, nil)
      let width = whole - CTLineGetTrailingWhitespaceWidth(line)
      for x in [origin.x, origin.x + width] {
        for y in [origin.y + ascent, origin.y - descent] {
          let radius = ((x - 150) * (x - 150) + (y - 150) * (y - 150)).squareRoot()
          #expect(radius < 150.5)
        }
      }
    }
  }

  /// A hole by the even-odd rule has a line at each of its sides.
  @Test(
    .shows(
      "CTFramePathFillRule",
      "CTFramePathFillRule.evenOdd",
      "kCTFramePathFillRuleAttributeName"
    )
  ) func hole() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 400, height: 100))
    path.addRect(CGRect(x: 150, y: 0, width: 100, height: 100))
    let rule: CFDictionary = [
      kCTFramePathFillRuleAttributeName: CTFramePathFillRule.evenOdd.rawValue
    ]
    let origins = origins(frame(path, rule))
    #expect(origins.count == 8)
    #expect(Set(origins.map { ($0.x).rounded() }) == [0, 250])
    #expect(Set(origins.map { ($0.y).rounded() }).count == 4)
  }

  @Test func hostilePaths() {
    let numbers: [CGFloat] = [0, -10, .nan, .infinity, 1e300]
    for width in numbers {
      for height in numbers {
        let rect = CGRect(x: 0, y: 0, width: width, height: height)
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addLine(to: CGPoint(x: width, y: height))
        path.addLine(to: CGPoint(x: 50, y: width))
        let figures: [CGPath] = [path, CGPath(ellipseIn: rect, transform: nil)]
        for figure in figures where figure.boundingBoxOfPath.height < 1e6 { _ = frame(figure) }
      }
    }
    #expect(CTFrameGetLines(frame(CGMutablePath())).isEmpty)
  }

  @Test(.shows("CTFrameDraw(_:_:)")) func drawing() throws {
    let canvas = try #require(TextCanvas(300, 200))
    let frame = frame(CGPath(rect: CGRect(x: 50, y: 50, width: 200, height: 100), transform: nil))
    canvas.context.setFillColor(red: 0, green: 0, blue: 0, alpha: 1)
    CTFrameDraw(frame, canvas.context)
    #expect(canvas.ink > 500)
    // Nothing stands outside of the path.
    canvas.context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
    canvas.context.fill(CGRect(x: 49, y: 50, width: 202, height: 100))
    #expect(canvas.ink == 0)
  }
}

@Suite struct TabStopTests {
  private func style(_ tabs: [CTTextTab], interval: CGFloat = 0) -> CTParagraphStyle {
    var (stops, interval) = (tabs as CFArray, interval)
    return withUnsafePointer(to: &stops) { stops in
      withUnsafePointer(to: &interval) { interval in
        CTParagraphStyleCreate(
          [
            CTParagraphStyleSetting(
              spec: .tabStops,
              valueSize: MemoryLayout<CFArray>.size,
              value: stops
            ),
            CTParagraphStyleSetting(
              spec: .defaultTabInterval,
              valueSize: MemoryLayout<CGFloat>.size,
              value: interval
            ),
          ],
          2
        )
      }
    }
  }

  /// Where the glyph of a code unit begins and ends.
  private func place(_ unit: Int, _ string: String, _ style: CTParagraphStyle) -> (Double, Double) {
    let string = text(string, [.paragraphStyle: style])
    let layout = TextLayout(string, in: TextLayoutOptions(width: 1000), defaults: .coreText)
    let glyph = layout.glyphs.first { $0.cluster == unit }
    return (glyph?.position.x ?? -1, (glyph?.position.x ?? -1) + (glyph?.advance ?? 0))
  }

  @Test(
    .shows(
      "CTTextTab",
      "CTTextTabCreate(_:_:_:)",
      "CTTextAlignment.left",
      "CTTextAlignment.right",
      "CTTextAlignment.center"
    )
  ) func alignments() {
    let stops = style([
      CTTextTabCreate(.left, 100, nil), CTTextTabCreate(.right, 200, nil),
      CTTextTabCreate(.center, 300, nil),
    ])
    let string = "a\tbc\tde\tfg"
    #expect(abs(place(2, string, stops).0 - 100) < 0.01)
    #expect(abs(place(6, string, stops).1 - 200) < 0.01)
    let (left, right) = (place(8, string, stops).0, place(9, string, stops).1)
    #expect(abs((left + right) / 2 - 300) < 0.01)
  }

  /// Points of numbers stand below one another.
  @Test(.shows("kCTTabColumnTerminatorsAttributeName", "CTTextTabGetOptions(_:)"))
  func columnTerminators() {
    let options: CFDictionary = [
      kCTTabColumnTerminatorsAttributeName: CharacterSet(charactersIn: ".")
    ]
    let stops = style([CTTextTabCreate(.right, 200, options)])
    #expect(abs(place(4, "\t123.4", stops).0 - 200) < 0.01)
    #expect(abs(place(2, "\t1.2345", stops).0 - 200) < 0.01)
    #expect(CTTextTabGetOptions(CTTextTabCreate(.right, 200, options)) != nil)
  }

  /// Behind the last stop of its own a paragraph has those at the interval.
  @Test(.shows("CTParagraphStyleSpecifier.defaultTabInterval")) func intervalFollows() {
    let stops = style([CTTextTabCreate(.left, 30, nil)], interval: 50)
    #expect(abs(place(1, "\ta", stops).0 - 30) < 0.01)
    #expect(abs(place(2, "\t\ta", stops).0 - 50) < 0.01)
    #expect(abs(place(3, "\t\t\ta", stops).0 - 100) < 0.01)
  }

  /// Order does not matter, and the stops are read back.
  @Test(
    .shows(
      "CTParagraphStyleGetValueForSpecifier(_:_:_:_:)",
      "CTParagraphStyleSpecifier.tabStops",
      "CTTextTabGetLocation(_:)",
      "CTTextTabGetAlignment(_:)"
    )
  ) func stopsAreReadBack() {
    let stops = style([
      CTTextTabCreate(.left, 90, nil), CTTextTabCreate(.right, .nan, nil),
      CTTextTabCreate(.center, 40, nil),
    ])
    var back: CFArray = []
    let isRead = withUnsafeMutablePointer(to: &back) {
      CTParagraphStyleGetValueForSpecifier(stops, .tabStops, MemoryLayout<CFArray>.size, $0)
    }
    #expect(isRead)
    let found = back.compactMap { $0 as? CTTextTab }
    #expect(found.map { CTTextTabGetLocation($0) } == [0, 40, 90])
    #expect(found.map { CTTextTabGetAlignment($0) } == [.right, .center, .left])
  }

  /// A stop to the right of a text wider than its room does not move it back.
  @Test func wideTextAtARightStop() {
    let stops = style([CTTextTabCreate(.right, 50, nil)])
    #expect(place(1, "\twwwwwwwwwww", stops).0 >= 0)
  }
}

@Suite struct OutlinedTextTests {
  private func ink(_ width: Double?) throws -> Double {
    let canvas = try #require(TextCanvas(200, 80))
    let font = CTFontCreateWithName("Helvetica", 60, nil)
    var attributes: [NSAttributedString.Key: Any] = [.font: font]
    if let width { attributes[.strokeWidth] = width }
    let string = NSAttributedString(string: "IIII", attributes: attributes)
    let line = CTLineCreateWithAttributedString(string)
    canvas.context.textPosition = CGPoint(x: 10, y: 15)
    CTLineDraw(line, canvas.context)
    return canvas.ink
  }

  /// Above 0 the outline alone, below 0 both, at 0 the glyphs.
  @Test(.shows("kCTStrokeWidthAttributeName")) func widths() throws {
    let plain = try ink(nil)
    #expect(try ink(0) == plain)
    let outline = try ink(2)
    #expect(outline < plain * 0.75 && outline > plain * 0.2)
    // Half of the line lies outside of the glyphs.
    let both = try ink(-2)
    #expect(both > plain * 1.1 && both < plain + outline)
  }

  @Test(.shows("kCTStrokeColorAttributeName", "kCTForegroundColorAttributeName")) func colors()
    throws
  {
    let context = try #require(TextCanvas(200, 80)).context
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    let string = NSAttributedString(
      string: "I",
      attributes: [
        .font: CTFontCreateWithName("LiberationSans", 64, nil), .strokeWidth: -4,
        .strokeColor: red, .foregroundColor: blue,
      ]
    )
    context.textPosition = CGPoint(x: 10, y: 15)
    CTLineDraw(CTLineCreateWithAttributedString(string), context)
    let bytes = try #require(context.data).assumingMemoryBound(to: UInt8.self)
    var colors: Set<[UInt8]> = []
    for x in 0..<40 {
      let pixel = bytes + 40 * context.bytesPerRow + x * 4
      colors.insert((0..<3).map { pixel[$0] })
    }
    #expect(colors.contains([255, 0, 0]) && colors.contains([0, 0, 255]))
  }

  @Test(arguments: [Double.nan, .infinity, 1e300, -1e300])
  func hostileWidths(width: Double) throws {
    _ = try ink(width)
  }
}

@Suite struct FontDescriptorTests {
  @Test(
    .shows(
      "CTFontDescriptorCreateWithAttributes(_:)",
      "CTFontCreateWithFontDescriptor(_:_:_:)",
      "kCTFontFamilyNameAttribute",
      "kCTFontSizeAttribute",
      "kCTFontTraitsAttribute",
      "kCTFontSymbolicTrait",
      "CTFontGetSymbolicTraits(_:)",
      "CTFontCopyFontDescriptor(_:)",
      "CTFontSymbolicTraits",
      "CTFontSymbolicTraits.traitBold",
      "CTFontSymbolicTraits.traitItalic"
    )
  ) func familyAndTraits() {
    for (traits, name) in [
      ([], "LiberationSans"), ([.traitBold], "LiberationSans-Bold"),
      ([.traitItalic], "LiberationSans-Italic"),
      ([.traitBold, .traitItalic], "LiberationSans-BoldItalic"),
    ] as [(CTFontSymbolicTraits, String)] {
      let descriptor = CTFontDescriptorCreateWithAttributes([
        kCTFontFamilyNameAttribute: "Liberation Sans", kCTFontSizeAttribute: 30.0,
        kCTFontTraitsAttribute: [kCTFontSymbolicTrait: traits.rawValue],
      ])
      let font = CTFontCreateWithFontDescriptor(descriptor, 0, nil)
      #expect(CTFontCopyPostScriptName(font) == name)
      #expect(CTFontGetSize(font) == 30)
      #expect(CTFontGetSymbolicTraits(font) == traits)
      // There and back.
      let again = CTFontCreateWithFontDescriptor(CTFontCopyFontDescriptor(font), 0, nil)
      #expect(again == font)
    }
  }

  @Test(
    .shows(
      "CTFontDescriptorCreateWithNameAndSize(_:_:)",
      "CTFontDescriptorCreateCopyWithAttributes(_:_:)",
      "CTFontDescriptorCopyAttribute(_:_:)",
      "CTFontGetSize(_:)"
    )
  ) func nameAndSize() {
    let descriptor = CTFontDescriptorCreateWithNameAndSize("LiberationSerif-Bold", 17)
    let font = CTFontCreateWithFontDescriptor(descriptor, 0, nil)
    #expect(CTFontCopyPostScriptName(font) == "LiberationSerif-Bold" && CTFontGetSize(font) == 17)
    #expect(CTFontGetSize(CTFontCreateWithFontDescriptor(descriptor, 5, nil)) == 5)
    let italic = CTFontDescriptorCreateCopyWithAttributes(
      CTFontCopyFontDescriptor(font),
      [kCTFontTraitsAttribute: [kCTFontSymbolicTrait: CTFontSymbolicTraits.traitItalic.rawValue]]
    )
    let name = CTFontCopyPostScriptName(CTFontCreateWithFontDescriptor(italic, 0, nil))
    #expect(name == "LiberationSerif-Italic")
    #expect(
      CTFontDescriptorCopyAttribute(descriptor, kCTFontFamilyNameAttribute) as? String
        == "Liberation Serif"
    )
  }

  @Test(
    .shows("kCTFontStyleNameAttribute", "kCTFontWeightTrait", "CTFontSymbolicTraits.traitMonoSpace")
  ) func styleNameAndWeight() {
    let style = CTFontDescriptorCreateWithAttributes([
      kCTFontFamilyNameAttribute: "Liberation Mono", kCTFontStyleNameAttribute: "Bold Italic",
    ])
    let font = CTFontCreateWithFontDescriptor(style, 12, nil)
    #expect(CTFontCopyPostScriptName(font) == "LiberationMono-BoldItalic")
    #expect(CTFontGetSymbolicTraits(font).contains(.traitMonoSpace))
    let heavy = CTFontDescriptorCreateWithAttributes([
      kCTFontFamilyNameAttribute: "Liberation Sans",
      kCTFontTraitsAttribute: [kCTFontWeightTrait: 0.4],
    ])
    let name = CTFontCopyPostScriptName(CTFontCreateWithFontDescriptor(heavy, 12, nil))
    #expect(name == "LiberationSans-Bold")
  }

  @Test(.shows("CTFontCreateCopyWithSymbolicTraits(_:_:_:_:_:)")) func otherTraits() throws {
    let font = CTFontCreateWithName("LiberationSans", 20, nil)
    let bold = CTFontCreateCopyWithSymbolicTraits(font, 0, nil, .traitBold, .traitBold)
    #expect(CTFontCopyPostScriptName(try #require(bold)) == "LiberationSans-Bold")
    let back = CTFontCreateCopyWithSymbolicTraits(try #require(bold), 0, nil, [], .traitBold)
    #expect(back == font)
    // The family has no condensed face.
    #expect(
      CTFontCreateCopyWithSymbolicTraits(font, 0, nil, .traitExpanded, .traitExpanded) == nil
    )
  }

  @Test func nonsense() {
    for attributes in [
      [:], [kCTFontNameAttribute: 5], [kCTFontSizeAttribute: Double.nan],
      [kCTFontFamilyNameAttribute: "", kCTFontStyleNameAttribute: "--"],
      [kCTFontTraitsAttribute: "bold"], [kCTFontTraitsAttribute: [kCTFontSymbolicTrait: -1.0]],
      [kCTFontTraitsAttribute: [kCTFontWeightTrait: Double.infinity]],
    ] as [CFDictionary] {
      let font = CTFontCreateWithFontDescriptor(
        CTFontDescriptorCreateWithAttributes(attributes),
        0,
        nil
      )
      #expect(CTFontGetSize(font) > 0)
    }
  }
}
