// Where glyphs begin, against the pixels.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

extension CGContext {
  /// Whether glyphs may begin between pixels at all; true at first, and no part of the state that is
  /// saved.
  ///
  /// Without it they begin at whole pixels, whatever `setShouldSubpixelPositionFonts(_:)` says.
  public func setAllowsFontSubpixelPositioning(_ allowsFontSubpixelPositioning: Bool) {
    allowsPositionsInPixels = allowsFontSubpixelPositioning
  }

  /// Whether glyphs begin between pixels, where their text has them; true at first.
  ///
  /// Without it the origin of each moves to the nearest whole pixel. Outlines are filled as they are
  /// either way: there is no hinting that would fit them to pixels.
  public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {
    state.positionsGlyphsInPixels = shouldSubpixelPositionFonts
  }

  /// Whether places of glyphs may be rounded to parts of pixels at all; true at first, and no part of
  /// the state that is saved.
  public func setAllowsFontSubpixelQuantization(_ allowsFontSubpixelQuantization: Bool) {
    allowsGlyphQuantization = allowsFontSubpixelQuantization
  }

  /// Whether glyphs that begin between pixels do so at quarters of them; false at first.
  ///
  /// **Differences**: it is true at first on Apple's platforms, where it saves pictures of glyphs that are
  /// kept ready. None are kept here, so that the exact place costs nothing.
  public func setShouldSubpixelQuantizeFonts(_ shouldSubpixelQuantizeFonts: Bool) {
    state.quantizesGlyphs = shouldSubpixelQuantizeFonts
  }

  /// How many places in a pixel glyphs may begin at, along each axis; nil for all.
  private var placesInPixel: Double? {
    guard allowsPositionsInPixels && state.positionsGlyphsInPixels else { return 1 }
    return allowsGlyphQuantization && state.quantizesGlyphs ? 4 : nil
  }

  /// Where a glyph begins that is to begin at `origin`, which `map` brings to user space; both are in the
  /// space that `map` begins in.
  ///
  /// - Returns: Nil if glyphs stay where they are.
  package func glyphPlacing(by map: Affine) -> ((Point) -> Point)? {
    guard let places = placesInPixel else { return nil }
    let toDevice = map * state.ctm
    guard let back = toDevice.inverse else { return nil }
    return { origin in
      let pixel = toDevice.transform(origin)
      let (x, y) = ((pixel.x * places).rounded() / places, (pixel.y * places).rounded() / places)
      return x.isFinite && y.isFinite ? back.transform(Point(x, y)) : origin
    }
  }
}
