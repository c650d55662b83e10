// Text into a context.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
package import QuartzMath

extension TextLayout {
  /// Draws the text.
  ///
  /// Colours of nil are the fill colour of the context, which it keeps, as all of its state.
  ///
  /// - Parameters:
  ///   - context: Draws glyphs as its text drawing mode says.
  ///   - map: From the layout's space, y down, to user space.
  ///   - visible: As in `drawItems(in:)`.
  package func draw(in context: CGContext, by map: Affine, visible: Rect? = nil) {
    let text = placed(in: context, by: map)
    text.draw(text.drawItems(in: visible), in: context, by: map)
  }

  /// Draws one run, without its decorations.
  func draw(_ run: GlyphRun, in context: CGContext, by map: Affine) {
    let text = placed(in: context, by: map)
    text.draw(text.drawItems(of: run), in: context, by: map)
  }

  /// The layout with its glyphs where the context lets them begin.
  private func placed(in context: CGContext, by map: Affine) -> TextLayout {
    guard let place = context.glyphPlacing(by: map) else { return self }
    var text = self
    for index in text.glyphs.indices { text.glyphs[index].position = place(glyphs[index].position) }
    return text
  }

  private func draw(_ items: [TextDrawItem], in context: CGContext, by map: Affine) {
    for item in items {
      switch item {
      case .fill(let path, let color):
        context.withFill(color) { context.drawGlyphs(path.transformed(by: map)) }
      case .rect(let rect, let color):
        context.withFill(color) { context.fill(Path(rect).transformed(by: map)) }
      case .image(let image, let rect, let alpha):
        context.draw(image, rect, alpha: alpha, by: map)
      }
    }
  }
}

extension CGContext {
  fileprivate func withFill(_ color: CGColor?, _ body: () -> Void) {
    guard let color else { return body() }
    saveGState()
    setFillColor(color)
    body()
    restoreGState()
  }

  /// Draws a picture whose top is at the top of `rect` in a space with y down.
  fileprivate func draw(_ image: CGImage, _ rect: Rect, alpha: Double, by map: Affine) {
    saveGState()
    defer { restoreGState() }
    let upright = Affine(1, 0, 0, -1, 0, rect.minY + rect.maxY)
    concatenate(CGAffineTransform(upright * map))
    let place = CGRect(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
    guard alpha < 1 else { return draw(image, in: place) }
    // The context has an alpha of its own, which a layer keeps.
    beginTransparencyLayer(auxiliaryInfo: nil)
    setAlpha(alpha)
    draw(image, in: place)
    endTransparencyLayer()
  }
}

extension Path {
  fileprivate init(_ rect: Rect) {
    self.init()
    move(to: Point(rect.minX, rect.minY))
    line(to: Point(rect.maxX, rect.minY))
    line(to: Point(rect.maxX, rect.maxY))
    line(to: Point(rect.minX, rect.maxY))
    close()
  }
}
