// Cells of patterns as pixels.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzRaster

/// One period of a pattern: premultiplied sRGB, the greatest y in the first row.
struct PatternCell {
  let pixels: PixelStorage

  /// The most pixels along a step; cells that are larger are drawn coarser.
  private static let limit = 4096.0
  /// The greatest depth of patterns drawn with patterns.
  private static let greatestDepth = 4

  /// Returns the number of pixels for a step of that length.
  static func pixels(_ length: Double) -> Int {
    length >= 1 ? Int(min(length, limit).rounded()) : 1
  }

  /// Draws a cell; nil if there is no memory, or if patterns within patterns go too deep.
  init?(_ pattern: CGPattern, _ width: Int, _ height: Int, _ color: CGColor, depth: Int) {
    guard depth < PatternCell.greatestDepth,
      let context = CGContext(sRGBWidth: width, height: height)
    else { return nil }
    context.patternDepth = depth + 1
    PatternCell.draw(pattern, in: context)
    let tint = pattern.isColored ? nil : Color(color)
    let alpha = Float(tint == nil ? min(max(color.alpha, 0), 1) : 1)
    pixels = PixelStorage(width: width, height: height) { target in
      let words = target.assumingMemoryBound(to: UInt32.self)
      let source = context.bitmap.base.assumingMemoryBound(to: UInt32.self)
      // Bounds: both have width x height words; rows of the context touch.
      for index in 0..<width * height {
        var pixel = PixelWord.color(source[index])
        if let tint { pixel = PatternCell.premultiplied(tint) * pixel.w }
        words[index] = PixelWord.word(pixel * alpha)
      }
      return false
    }
  }

  /// Draws all cells that reach into one period: more than one if a cell is larger than its step.
  private static func draw(_ pattern: CGPattern, in context: CGContext) {
    let (step, bounds) = (pattern.step, pattern.bounds)
    context.scaleBy(x: Double(context.width) / step.width, y: Double(context.height) / step.height)
    context.translateBy(x: -bounds.x, y: -bounds.y)
    // A cell that is a hundred times larger than its step is a mistake.
    let columns = Int(min((bounds.width / step.width - 1e-9).rounded(.up), 100))
    let rows = Int(min((bounds.height / step.height - 1e-9).rounded(.up), 100))
    for row in 0..<max(rows, 1) {
      for column in 0..<max(columns, 1) {
        context.saveGState()
        context.translateBy(x: -Double(column) * step.width, y: -Double(row) * step.height)
        context.clip(to: .init(bounds))
        pattern.drawCell(in: context)
        context.restoreGState()
      }
    }
  }

  private static func premultiplied(_ color: Color) -> SIMD4<Float> {
    let alpha = color.alpha
    return SIMD4<Float>(SIMD4(color.red * alpha, color.green * alpha, color.blue * alpha, alpha))
  }
}

/// The cells that were drawn last.
struct PatternCache {
  private struct Entry {
    var pattern: CGPattern
    var width: Int
    var height: Int
    var color: CGColor
    var cell: PatternCell
  }

  private var entries: [Entry] = []
  private static let capacity = 8

  /// The cell in that size, drawn at the first call.
  mutating func cell(
    _ pattern: CGPattern,
    _ width: Int,
    _ height: Int,
    _ color: CGColor,
    depth: Int
  ) -> PatternCell? {
    let found = entries.first {
      $0.pattern === pattern && $0.width == width && $0.height == height && $0.color == color
    }
    if let found { return found.cell }
    guard let cell = PatternCell(pattern, width, height, color, depth: depth) else { return nil }
    if entries.count == Self.capacity { entries.removeFirst() }
    entries.append(
      Entry(pattern: pattern, width: width, height: height, color: color, cell: cell)
    )
    return cell
  }
}
