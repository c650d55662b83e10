// Outlines and pictures of glyphs out of FreeType, cached for the next time.
// Licensed under the MIT license; see LICENSE.

import CQuartzPango
package import CoreGraphics
package import QuartzMath

/// The content of a glyph of a colour font.
package enum ColorGlyph: Sendable {
  /// A picture, and the rectangle that it fills, in em, y up.
  case image(CGImage, Rect)
  /// Outlines in em, y up, from the back to the front; nil stands for the colour of the text.
  case layers([(outline: Path, color: Color?)])
}

/// The glyphs of a face that were requested.
///
/// Outlines are read in units of the font, with neither scaling nor hinting, and divided by the
/// units per em: they are exact.
struct GlyphStore: ~Copyable, Sendable {
  // Safe because: the face belongs to the store, and whoever has the store has it alone.
  nonisolated(unsafe) private let face: FT_Face?
  let unitsPerEm: Double
  private var outlines: [GlyphID: Path] = [:]
  private var colorGlyphs: [GlyphID: ColorGlyph?] = [:]
  /// Points of all outlines that are cached.
  private var pointCount = 0
  /// Bytes of all pictures that are cached.
  private var byteCount = 0

  /// All outlines are forgotten beyond so many points (about 4 MB), and all pictures beyond so many
  /// bytes; a page of text needs a tenth of that.
  private static let pointLimit = 250_000
  private static let byteLimit = 16 << 20
  /// Glyphs without a point or picture take memory, too.
  private static let glyphLimit = 16_384

  /// - Parameters:
  ///   - face: The store takes it over; nil for a font without any glyph.
  ///   - unitsPerEm: Of the face.
  init(face: FT_Face?, unitsPerEm: Double) {
    self.face = face
    self.unitsPerEm = unitsPerEm
  }

  deinit {
    if let face { FT_Done_Face(face) }
  }

  /// The number of glyphs.
  var count: Int { face.map { Int($0.pointee.num_glyphs) } ?? 0 }

  /// The glyph of a character by itself; 0 if there is none.
  func glyph(for character: Unicode.Scalar) -> GlyphID {
    face.map { FT_Get_Char_Index($0, FT_ULong(character.value)) } ?? 0
  }

  mutating func outline(_ glyph: GlyphID) -> Path {
    if let known = outlines[glyph] { return known }
    let outline = readOutline(glyph)
    pointCount += outline.points.count
    if pointCount > Self.pointLimit || outlines.count >= Self.glyphLimit {
      outlines.removeAll(keepingCapacity: true)
      pointCount = outline.points.count
    }
    outlines[glyph] = outline
    return outline
  }

  mutating func colorGlyph(_ glyph: GlyphID) -> ColorGlyph? {
    if let known = colorGlyphs[glyph] { return known }
    let result = readLayers(glyph) ?? readImage(glyph)
    if case .image(let image, _) = result { byteCount += image.width * image.height * 4 }
    if byteCount > Self.byteLimit || colorGlyphs.count >= Self.glyphLimit {
      colorGlyphs.removeAll(keepingCapacity: true)
      byteCount = 0
    }
    colorGlyphs[glyph] = .some(result)
    return result
  }

  func advance(_ glyph: GlyphID) -> Double {
    var advance: FT_Fixed = 0
    let flags = FT_Int32(FT_LOAD_NO_SCALE)
    guard let face, FT_Get_Advance(face, glyph, flags, &advance) == 0 else { return 0 }
    return Double(advance) / unitsPerEm
  }

  private func readOutline(_ glyph: GlyphID) -> Path {
    let flags = FT_Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)
    guard let face, FT_Load_Glyph(face, glyph, flags) == 0, let slot = face.pointee.glyph,
      slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return Path() }
    var builder = OutlineBuilder(scale: 1 / unitsPerEm)
    var functions = OutlineBuilder.functions
    // FreeType calls back before it returns, with the address of the builder.
    let error = withUnsafeMutablePointer(to: &builder) {
      FT_Outline_Decompose(&slot.pointee.outline, &functions, $0)
    }
    guard error == 0 else { return Path() }
    builder.path.close()
    return builder.path
  }

  /// The layers of a glyph of a `COLR` table of version 0, with the colours of the first palette.
  private func readLayers(_ glyph: GlyphID) -> ColorGlyph? {
    var iterator = FT_LayerIterator()
    var outline: FT_UInt = 0
    var index: FT_UInt = 0
    var palette: UnsafeMutablePointer<FT_Color>?
    var names = FT_Palette_Data()
    guard let face, FT_Palette_Data_Get(face, &names) == 0,
      FT_Palette_Select(face, 0, &palette) == 0
    else { return nil }
    var layers: [(outline: Path, color: Color?)] = []
    while FT_Get_Color_Glyph_Layer(face, glyph, &outline, &index, &iterator) != 0 {
      var color: Color?
      // Bounds: the palette has `num_palette_entries` colours; 0xFFFF is the colour of the text.
      if index != 0xFFFF, let palette, index < names.num_palette_entries {
        color = Color(palette[Int(index)])
      }
      layers.append((readOutline(outline), color))
    }
    return layers.isEmpty ? nil : .layers(layers)
  }

  /// The picture of a glyph, out of the greatest size that the font has.
  private func readImage(_ glyph: GlyphID) -> ColorGlyph? {
    guard let face else { return nil }
    let record = face.pointee
    // Bounds: the face has `num_fixed_sizes` sizes.
    let heights = (0..<Int(record.num_fixed_sizes)).map { record.available_sizes[$0].y_ppem }
    guard let best = heights.indices.max(by: { heights[$0] < heights[$1] }),
      FT_Select_Size(face, FT_Int(best)) == 0,
      FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_COLOR | FT_LOAD_NO_HINTING)) == 0,
      let slot = face.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_BITMAP,
      let pixels = PixelStorage(slot.pointee.bitmap)
    else { return nil }
    let em = Double(heights[best]) / 64
    let left = Double(slot.pointee.bitmap_left)
    let top = Double(slot.pointee.bitmap_top)
    let height = Double(pixels.height)
    let rect = Rect(left / em, (top - height) / em, Double(pixels.width) / em, height / em)
    return .image(CGImage(pixels), rect)
  }
}

extension PixelStorage {
  /// The pixels of a colour bitmap of FreeType; nil for any other.
  fileprivate convenience init?(_ bitmap: FT_Bitmap) {
    let width = Int(bitmap.width)
    let height = Int(bitmap.rows)
    let side = 1...CGImage.maximumSide
    guard bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue), side.contains(width),
      side.contains(height), let source = bitmap.buffer, Int(bitmap.pitch) >= width * 4
    else { return nil }
    self.init(width: width, height: height) { target in
      // Bounds: the bitmap has `rows` rows of `pitch` bytes, and a row has 4 x width of them; the
      // target has 4 x width x height.
      for y in 0..<height {
        let row = source + y * Int(bitmap.pitch)
        for x in 0..<width {
          let pixel = row + x * 4
          let offset = (y * width + x) * 4
          target[offset] = pixel[2]
          target[offset + 1] = pixel[1]
          target[offset + 2] = pixel[0]
          target[offset + 3] = pixel[3]
        }
      }
      return false
    }
  }
}

extension Color {
  fileprivate init(_ color: FT_Color) {
    self.init(
      Double(color.red) / 255,
      Double(color.green) / 255,
      Double(color.blue) / 255,
      Double(color.alpha) / 255
    )
  }
}

/// A path that FreeType builds by calling back.
private struct OutlineBuilder {
  var path = Path()
  let scale: Double

  init(scale: Double) {
    self.scale = scale
  }

  func point(_ vector: UnsafePointer<FT_Vector>) -> Point {
    Point(Double(vector.pointee.x) * scale, Double(vector.pointee.y) * scale)
  }

  /// Calls `body` with the builder at `context` and returns FreeType's "no error".
  static func build(
    _ context: UnsafeMutableRawPointer?,
    _ body: (inout OutlineBuilder) -> Void
  ) -> CInt {
    guard let context else { return 1 }
    body(&context.assumingMemoryBound(to: OutlineBuilder.self).pointee)
    return 0
  }

  static var functions: FT_Outline_Funcs {
    FT_Outline_Funcs(
      move_to: { to, context in
        guard let to else { return 1 }
        return OutlineBuilder.build(context) { builder in
          // Contours of a glyph are closed, though FreeType does not say so.
          builder.path.close()
          builder.path.move(to: builder.point(to))
        }
      },
      line_to: { to, context in
        guard let to else { return 1 }
        return OutlineBuilder.build(context) { $0.path.line(to: $0.point(to)) }
      },
      conic_to: { control, to, context in
        guard let control, let to else { return 1 }
        return OutlineBuilder.build(context) {
          $0.path.quad(to: $0.point(to), control: $0.point(control))
        }
      },
      cubic_to: { first, second, to, context in
        guard let first, let second, let to else { return 1 }
        return OutlineBuilder.build(context) {
          $0.path.cubic(
            to: $0.point(to),
            control1: $0.point(first),
            control2: $0.point(second)
          )
        }
      },
      shift: 0,
      delta: 0
    )
  }
}
