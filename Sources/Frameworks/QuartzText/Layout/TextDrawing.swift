// Drawing of text: shapes and pictures, from the back to the front.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
package import QuartzMath

/// A part of a drawn text, in the space of its layout: points, y down.
package enum TextDrawItem: Sendable {
  /// Fill the path by the non-zero rule. A colour of nil is the fill colour of the context.
  case fill(Path, CGColor?)
  /// Fill the rectangle.
  case rect(Rect, CGColor?)
  /// Draw the picture into the rectangle, its top at the top; `alpha` is that of the text's colour.
  case image(CGImage, Rect, alpha: Double)
}

extension TextLayout {
  /// Returns the drawing items of the text, from the back to the front: for each line its
  /// backgrounds and underlines, then its glyphs as one path per run, then the lines through them.
  ///
  /// - Parameter visible: Lines that lie above or below this rectangle of the layout's space are
  ///   left out, with some allowance for glyphs that reach beyond their line; nil for all.
  package func drawItems(in visible: Rect? = nil) -> [TextDrawItem] {
    var items: [TextDrawItem] = []
    for line in lines where line.mayReach(visible) {
      append(line, isBehindGlyphs: true, to: &items)
      for run in runs[line.runs] { run.append(glyphs[run.glyphs], to: &items) }
      append(line, isBehindGlyphs: false, to: &items)
    }
    return items
  }

  /// Returns the drawing items of a run's glyphs.
  func drawItems(of run: GlyphRun) -> [TextDrawItem] {
    var items: [TextDrawItem] = []
    run.append(glyphs[run.glyphs], to: &items)
    return items
  }

  private func append(_ line: TextLine, isBehindGlyphs: Bool, to items: inout [TextDrawItem]) {
    for decoration in decorations[line.decorations]
    where decoration.isBehindGlyphs == isBehindGlyphs {
      items.append(.rect(decoration.rect, decoration.color))
    }
  }
}

extension TextLine {
  /// Whether glyphs of the line can reach the rectangle: stacked marks may be twice as high as it.
  fileprivate func mayReach(_ rect: Rect?) -> Bool {
    guard let rect else { return true }
    let allowance = 2 * (ascent + descent)
    return origin.y - ascent - allowance < rect.maxY && origin.y + descent + allowance > rect.minY
  }
}

extension GlyphRun {
  fileprivate func append(_ glyphs: ArraySlice<PlacedGlyph>, to items: inout [TextDrawItem]) {
    guard room == nil else { return }
    if !glyphs.isEmpty { FontUse.current?.note(font.face) }
    var path = Path()
    for glyph in glyphs {
      let transform = font.placement(at: glyph.position)
      guard let colored = font.face.colorGlyph(glyph.glyph) else {
        path.append(font.face.outline(glyph.glyph).transformed(by: transform))
        continue
      }
      switch colored {
      case .image(let image, let rect):
        items.append(
          .image(image, transform.transform(rect), alpha: color.map { Double($0.alpha) } ?? 1)
        )
      case .layers(let layers):
        for layer in layers {
          let outline = layer.outline.transformed(by: transform)
          items.append(.fill(outline, layer.color.map { CGColor($0) } ?? color))
        }
      }
    }
    guard !path.isEmpty else { return }
    guard let stroke else { return items.append(.fill(path, color)) }
    if stroke.isFilled { items.append(.fill(path, color)) }
    items.append(.fill(path.outlined(stroke.width * font.size), stroke.color ?? color))
  }
}

extension Path {
  /// Outlines of strokes are 1/64 unit exact; so many times as fine they do for text that is
  /// enlarged.
  private static let strokeDetail = 32.0

  /// The outline of the stroke along the path.
  fileprivate func outlined(_ width: Double) -> Path {
    let detail = Self.strokeDetail
    let large = CGPath(transformed(by: Affine.scale(detail, detail)))
    let outline = large.copy(
      strokingWithWidth: width * detail,
      lineCap: .butt,
      lineJoin: .miter,
      miterLimit: 4
    )
    return outline.path.transformed(by: Affine.scale(1 / detail, 1 / detail))
  }
}

extension CTFont {
  /// From em, y up, to a layout's points, y down, with a glyph's origin at `position`.
  func placement(at position: Point) -> Affine {
    Affine(
      matrix.a * size,
      -matrix.b * size,
      matrix.c * size,
      -matrix.d * size,
      position.x,
      position.y
    )
  }

  /// The outline of a glyph in points, y up.
  package func outline(_ glyph: GlyphID) -> Path {
    let transform = Affine(
      matrix.a * size,
      matrix.b * size,
      matrix.c * size,
      matrix.d * size,
      matrix.tx,
      matrix.ty
    )
    return face.outline(glyph).transformed(by: transform)
  }
}

extension Affine {
  /// The rectangle around a mapped rectangle.
  fileprivate func transform(_ rect: Rect) -> Rect {
    let corners = [
      transform(Point(rect.minX, rect.minY)), transform(Point(rect.maxX, rect.minY)),
      transform(Point(rect.minX, rect.maxY)), transform(Point(rect.maxX, rect.maxY)),
    ]
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    let (minX, minY) = (xs.reduce(.infinity, min), ys.reduce(.infinity, min))
    return Rect(
      minX,
      minY,
      xs.reduce(-.infinity, max) - minX,
      ys.reduce(-.infinity, max) - minY
    )
  }
}
