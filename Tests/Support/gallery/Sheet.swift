// The sheet of the gallery: rows of cells with labels.
// Licensed under the MIT license; see LICENSE.

import CoreText

/// A picture in a row, and what it shows.
struct Cell: Sendable {
  let label: String
  /// Draws into a box whose origin is its lower left corner; clipped to the box.
  let draw: @Sendable (CGContext) -> Void

  init(_ label: String, _ draw: @escaping @Sendable (CGContext) -> Void) {
    self.label = label
    self.draw = draw
  }

  /// In points.
  static let size = CGSize(width: 90, height: 72)
  /// The middle of the box.
  static let center = CGPoint(x: 45, y: 36)
}

/// Why there is no gallery.
struct GalleryFailure: Error {
  let reason: String
}

/// White paper that is filled from the top.
final class Sheet {
  let context: CGContext
  /// Where the next row begins, y up.
  private var top: CGFloat
  private let columns = 10
  private let margin: CGFloat = 12

  init(width: Int, height: Int) {
    let context = CGContext(
      data: nil,
      width: width,
      height: height,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue
    )
    guard let context else { preconditionFailure("no memory for \(width) x \(height) pixels") }
    self.context = context
    top = CGFloat(height) - 8
    context.setFillColor(gray: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: width, height: height))
    context.setFillColor(gray: 0, alpha: 1)
  }

  /// A title, and cells below it.
  func row(_ title: String, _ cells: [Cell]) {
    context.drawText(title, at: CGPoint(x: margin, y: top - 14), size: 13)
    top -= 22
    for (index, cell) in cells.enumerated() {
      let column = index % columns
      if index > 0, column == 0 { top -= 94 }
      draw(cell, at: CGPoint(x: margin + CGFloat(column) * 98, y: top - Cell.size.height))
    }
    top -= 98
  }

  private func draw(_ cell: Cell, at corner: CGPoint) {
    context.saveGState()
    context.translateBy(x: corner.x, y: corner.y)
    let box = CGRect(origin: .zero, size: Cell.size)
    context.setFillColor(gray: 0.955, alpha: 1)
    context.fill(box)
    context.saveGState()
    context.clip(to: box)
    context.setFillColor(gray: 0, alpha: 1)
    cell.draw(context)
    context.restoreGState()
    context.setFillColor(gray: 0.35, alpha: 1)
    context.drawText(cell.label, at: CGPoint(x: 0, y: -11), size: 9.5)
    context.restoreGState()
  }

  func write(to path: String) throws {
    guard let image = context.makeImage() else { throw GalleryFailure(reason: "no image") }
    var options = PNGOptions()
    options.compressionLevel = 9
    try image.pngData(options).write(to: URL(fileURLWithPath: path))
  }
}

extension CGContext {
  /// A line of text whose baseline begins at `point`.
  func drawText(_ text: String, at point: CGPoint, size: CGFloat, font: String = "Helvetica") {
    let font = CTFontCreateWithName(font, size, nil)
    let characters = Array(text.utf16)
    var glyphs = [CGGlyph](repeating: 0, count: characters.count)
    _ = CTFontGetGlyphsForCharacters(font, characters, &glyphs, characters.count)
    var advances = [CGSize](repeating: .zero, count: characters.count)
    _ = CTFontGetAdvancesForGlyphs(font, .default, glyphs, &advances, glyphs.count)
    var pen = point
    let positions = advances.map { advance in
      defer { pen.x += advance.width }
      return pen
    }
    CTFontDrawGlyphs(font, glyphs, positions, glyphs.count, self)
  }
}

/// A colour from 0xRRGGBB.
func color(_ hex: Int, _ alpha: CGFloat = 1) -> CGColor {
  func part(_ shift: Int) -> CGFloat { CGFloat(hex >> shift & 0xFF) / 255 }
  return CGColor(srgbRed: part(16), green: part(8), blue: part(0), alpha: alpha)
}

func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

func box(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}
