// Where glyphs begin, against the pixels, and the text matrix.
// Licensed under the MIT license; see LICENSE.

import CoreText
import QuartzText
import Testing

@Suite struct GlyphPlacingTests {
  private let font = CTFontCreateWithName("LiberationSans", 20, nil)
  /// "l".
  private let glyph: CGGlyph = 79

  private func picture(_ draw: (CGContext) -> Void) throws -> [UInt8] {
    let context = try #require(
      CGContext(
        data: nil,
        width: 60,
        height: 60,
        bitsPerComponent: 8,
        bytesPerRow: 240,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    draw(context)
    let bytes = try #require(context.data).assumingMemoryBound(to: UInt8.self)
    return (0..<60 * 60 * 4).map { bytes[$0] }
  }

  /// The picture of a glyph at a place, with the settings of `prepare`.
  private func glyph(
    at x: CGFloat,
    _ y: CGFloat = 20,
    _ prepare: (CGContext) -> Void = { _ in }
  ) throws -> [UInt8] {
    try picture { context in
      prepare(context)
      CTFontDrawGlyphs(font, [glyph], [CGPoint(x: x, y: y)], 1, context)
    }
  }

  @Test func betweenPixelsAtFirst() throws {
    let (whole, between) = (try glyph(at: 10), try glyph(at: 10.3))
    #expect(whole != between && whole.contains { $0 > 0 })
    #expect(try glyph(at: 10, 20.3) != whole)
    #expect(try glyph(at: 11) == glyph(at: 11) { $0.setShouldSubpixelPositionFonts(false) })
  }

  @Test func wholePixelsIfTheContextSaysSo() throws {
    func whole(_ context: CGContext) { context.setShouldSubpixelPositionFonts(false) }
    #expect(try glyph(at: 10.3, 20.4, whole) == glyph(at: 10, 20))
    #expect(try glyph(at: 10.6, 19.7, whole) == glyph(at: 11, 20))
    // The nearest of the pixels, not of the points.
    #expect(
      try glyph(at: 10.3, 10.4) {
        $0.scaleBy(x: 2, y: 2)
        whole($0)
      } == glyph(at: 10.5, 10.5) { $0.scaleBy(x: 2, y: 2) }
    )
    func turn(_ context: CGContext) {
      context.translateBy(x: 50, y: 10)
      context.rotate(by: .pi / 2)
    }
    #expect(
      try glyph(at: 10.3, 4.4) {
        turn($0)
        whole($0)
      } == glyph(at: 10, 4, turn)
    )
    // Nothing to draw, and nothing to fail at.
    _ = try glyph(at: 1) {
      whole($0)
      $0.scaleBy(x: 0, y: 1)
    }
    _ = try glyph(at: .nan, .infinity, whole)
  }

  /// A placement that is not allowed is not done, whatever the text wants.
  @Test func allowedAndWanted() throws {
    let (exact, whole, quarter) = (
      try glyph(at: 10.3), try glyph(at: 10), try glyph(at: 10.25)
    )
    #expect(
      try glyph(at: 10.3) { $0.setAllowsFontSubpixelPositioning(false) } == whole
    )
    #expect(
      try glyph(at: 10.3) {
        $0.setAllowsFontSubpixelPositioning(false)
        $0.setShouldSubpixelPositionFonts(true)
      } == whole
    )
    #expect(try glyph(at: 10.3) { $0.setShouldSubpixelQuantizeFonts(true) } == quarter)
    #expect(
      try glyph(at: 10.3) {
        $0.setShouldSubpixelQuantizeFonts(true)
        $0.setAllowsFontSubpixelQuantization(false)
      } == exact
    )
    // Whole pixels are coarser than quarters.
    #expect(
      try glyph(at: 10.3) {
        $0.setShouldSubpixelQuantizeFonts(true)
        $0.setShouldSubpixelPositionFonts(false)
      } == whole
    )
  }

  /// Wanted placements are saved and restored; allowed ones are not.
  @Test func partsOfTheState() throws {
    let (exact, whole) = (try glyph(at: 10.3), try glyph(at: 10))
    #expect(
      try glyph(at: 10.3) {
        $0.saveGState()
        $0.setShouldSubpixelPositionFonts(false)
        $0.setShouldSubpixelQuantizeFonts(true)
        $0.restoreGState()
      } == exact
    )
    #expect(
      try glyph(at: 10.3) {
        $0.saveGState()
        $0.setAllowsFontSubpixelPositioning(false)
        $0.restoreGState()
      } == whole
    )
  }

  /// Each glyph of a line moves by itself.
  @Test func glyphsOfLines() throws {
    let line = CTLineCreateWithAttributedString(
      NSAttributedString(string: "lll", attributes: [.font: font])
    )
    let run = try #require(CTLineGetGlyphRuns(line).first as? CTRun)
    let positions = try #require(CTRunGetPositionsPtr(run))
    let places = (0..<3).map { CGPoint(x: (10.2 + positions[$0].x).rounded(), y: 20) }
    let drawn = try picture { context in
      context.setShouldSubpixelPositionFonts(false)
      context.textPosition = CGPoint(x: 10.2, y: 20.1)
      CTLineDraw(line, context)
    }
    #expect(drawn == (try picture { CTFontDrawGlyphs(font, [79, 79, 79], places, 3, $0) }))
  }

  @Test func textMatrix() throws {
    let matrix = CGAffineTransform(a: 1, b: 0.2, c: -0.5, d: 1.5, tx: 12, ty: 9)
    let drawn = try glyph(at: 4, 2) { $0.textMatrix = matrix }
    let byHand = try picture { context in
      context.textMatrix = matrix
      #expect(context.textPosition == CGPoint(x: 12, y: 9))
      context.textPosition = CGPoint(x: 4, y: 2).applying(matrix)
      #expect(context.textMatrix.tx == context.textPosition.x && context.textMatrix.d == 1.5)
      CTFontDrawGlyphs(font, [glyph], [.zero], 1, context)
    }
    #expect(drawn == byHand)
    #expect(drawn != (try glyph(at: 4, 2)))
    // It is no part of the state that is saved.
    #expect(
      try drawn
        == glyph(at: 4, 2) {
          $0.saveGState()
          $0.textMatrix = matrix
          $0.restoreGState()
        }
    )
  }
}
