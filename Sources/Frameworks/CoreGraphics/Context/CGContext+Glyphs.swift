// Positions of glyphs relative to pixels.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

extension CGContext {
  /// Whether glyphs may begin between pixels at all; initially true, and not part of the saved
  /// state.
  ///
  /// If false, they begin at whole pixels, whatever `setShouldSubpixelPositionFonts(_:)` says.
  public func setAllowsFontSubpixelPositioning(_ allowsFontSubpixelPositioning: Bool) {
    allowsPositionsInPixels = allowsFontSubpixelPositioning
  }

  /// Whether glyphs begin between pixels, at their exact positions; initially true.
  ///
  /// If false, each origin moves to the nearest whole pixel. Outlines are filled as they are either
  /// way: there is no hinting that would fit them to pixels.
  public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {
    state.positionsGlyphsInPixels = shouldSubpixelPositionFonts
  }

  /// Whether positions of glyphs may be rounded to fractions of pixels at all; initially true, and
  /// not part of the saved state.
  public func setAllowsFontSubpixelQuantization(_ allowsFontSubpixelQuantization: Bool) {
    allowsGlyphQuantization = allowsFontSubpixelQuantization
  }

  /// Whether glyphs that begin between pixels do so at quarters of them; false at first.
  ///
  /// **Differences**: it is true at first on Apple's platforms, where it saves cached pictures of
  /// glyphs. Glyphs are not cached here, so the exact position costs nothing.
  public func setShouldSubpixelQuantizeFonts(_ shouldSubpixelQuantizeFonts: Bool) {
    state.quantizesGlyphs = shouldSubpixelQuantizeFonts
  }

  /// The number of positions in a pixel that glyphs may begin at, along each axis; nil for any.
  private var positionsInPixel: Double? {
    guard allowsPositionsInPixels && state.positionsGlyphsInPixels else { return 1 }
    return allowsGlyphQuantization && state.quantizesGlyphs ? 4 : nil
  }

  /// Returns a function that moves the origin of a glyph to its position on the pixel grid.
  ///
  /// Both positions are in the space that `map` maps to user space.
  ///
  /// - Returns: Nil if glyphs stay where they are.
  package func glyphPlacing(by map: Affine) -> ((Point) -> Point)? {
    guard let positions = positionsInPixel else { return nil }
    let toDevice = map * state.ctm
    guard let back = toDevice.inverse else { return nil }
    return { origin in
      let pixel = toDevice.transform(origin)
      let x = (pixel.x * positions).rounded() / positions
      let y = (pixel.y * positions).rounded() / positions
      return x.isFinite && y.isFinite ? back.transform(Point(x, y)) : origin
    }
  }
}
