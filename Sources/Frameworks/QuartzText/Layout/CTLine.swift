// A line of text, as Core Text names it.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzMath

/// A string with attributes; Foundation's.
public typealias CFAttributedString = NSAttributedString

/// A line of text that never breaks.
///
/// ```swift
/// let line = CTLineCreateWithAttributedString(string)
/// context.textPosition = CGPoint(x: 20, y: 40)
/// CTLineDraw(line, context)
/// ```
public final class CTLine: Sendable {
  /// One line, or none for an empty string.
  let layout: TextLayout
  /// The code units of the string that the line shows.
  let range: Range<Int>
  /// The string that the line is of.
  // Safe because: it is a copy that nobody changes.
  nonisolated(unsafe) let string: NSAttributedString
  /// Of the layout's string in that one.
  let offset: Int

  /// A part of a string that nobody changes; ends of lines and paragraphs in it show nothing.
  init(_ string: NSAttributedString, _ part: NSRange) {
    (self.string, offset) = (string, part.location)
    let flat = NSMutableAttributedString(attributedString: string.attributedSubstring(from: part))
    for (index, unit) in flat.string.utf16.enumerated() where unit.endsLine {
      flat.replaceCharacters(in: NSRange(location: index, length: 1), with: "\u{2060}")
    }
    let options = TextLayoutOptions(width: .infinity, isWrapped: false, alignment: .left)
    layout = TextLayout(flat, in: options, defaults: .coreText)
    range = part.location..<part.location + part.length
  }

  /// A line of clusters of the whole string, which nobody changes.
  init(_ layout: TextLayout, of string: NSAttributedString, _ range: Range<Int>) {
    (self.layout, self.string, self.range) = (layout, string, range)
    offset = 0
  }

  /// The line of a layout at `index`, which exists.
  ///
  /// - Parameters:
  ///   - layout: Lines of a part of the string.
  ///   - index: The line.
  ///   - string: The string, which nobody changes.
  ///   - offset: Of the part in the string.
  init(_ layout: TextLayout, at index: Int, of string: NSAttributedString, offset: Int) {
    self.layout = layout.part(index)
    (self.string, self.offset) = (string, offset)
    let range = layout.lines[index].range
    self.range = range.lowerBound + offset..<range.upperBound + offset
  }
}

extension TextLayout {
  /// One line by itself, its baseline beginning at x = 0.
  fileprivate func part(_ index: Int) -> TextLayout {
    var result = TextLayout()
    var line = lines[index]
    let left = line.origin.x
    for run in runs[line.runs] {
      var copy = run
      copy.glyphs = result.glyphs.count..<result.glyphs.count + run.glyphs.count
      result.glyphs += glyphs[run.glyphs].map { glyph in
        var moved = glyph
        moved.position.x -= left
        return moved
      }
      result.runs.append(copy)
    }
    result.decorations = decorations[line.decorations].map { decoration in
      var moved = decoration
      moved.rect.x -= left
      return moved
    }
    line.runs = 0..<result.runs.count
    line.decorations = 0..<result.decorations.count
    line.origin.x = 0
    result.lines = [line]
    result.size = Size(line.width, line.origin.y + line.descent)
    result.isTruncated = line.isTruncated
    return result
  }
}

extension TextLayout {
  /// From the space of a layout of one line to that of its baseline: y up, 0 on it.
  var toBaseline: Affine { Affine(1, 0, 0, -1, 0, lines.first?.origin.y ?? 0) }
}

extension UInt16 {
  fileprivate var endsLine: Bool {
    switch self {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}

/// A line that shows a string from its beginning to its end.
public func CTLineCreateWithAttributedString(_ attrString: CFAttributedString) -> CTLine {
  let string = NSAttributedString(attributedString: attrString)
  return CTLine(string, NSRange(location: 0, length: string.length))
}

/// Draws a line with the beginning of its baseline at the text position, by the text matrix.
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
  line.layout.draw(in: context, by: line.layout.toBaseline * Affine(context.textMatrix))
}

/// The part of the string that a line shows.
public func CTLineGetStringRange(_ line: CTLine) -> CFRange {
  CFRange(location: line.range.lowerBound, length: line.range.count)
}

/// The number of glyphs in a line.
public func CTLineGetGlyphCount(_ line: CTLine) -> Int { line.layout.glyphs.count }

/// The width of a line with the white space at its end, and its measures, all in points.
///
/// - Parameters:
///   - line: The line.
///   - ascent: Receives the extent above the baseline.
///   - descent: Receives the extent below the baseline; positive.
///   - leading: Receives the gap between the line and the next one.
@discardableResult
public func CTLineGetTypographicBounds(
  _ line: CTLine,
  _ ascent: UnsafeMutablePointer<CGFloat>?,
  _ descent: UnsafeMutablePointer<CGFloat>?,
  _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  let first = line.layout.lines.first
  ascent?.pointee = CGFloat(first?.ascent ?? 0)
  descent?.pointee = CGFloat(first?.descent ?? 0)
  leading?.pointee = CGFloat(first?.leading ?? 0)
  return first.map { $0.width + $0.trailingWhitespaceWidth } ?? 0
}

/// The width of the white space at the end of a line, in points.
public func CTLineGetTrailingWhitespaceWidth(_ line: CTLine) -> Double {
  line.layout.lines.first?.trailingWhitespaceWidth ?? 0
}

/// Returns the offset that aligns a line in a width.
///
/// - Parameters:
///   - line: The line.
///   - flushFactor: 0 for the left edge, 0.5 for the middle, 1 for the right edge.
///   - flushWidth: In points.
/// - Returns: Points; 0 for a line that is wider.
public func CTLineGetPenOffsetForFlush(
  _ line: CTLine,
  _ flushFactor: CGFloat,
  _ flushWidth: Double
) -> Double {
  let width = line.layout.lines.first?.width ?? 0
  return max(0, (flushWidth - width) * Double(min(max(flushFactor, 0), 1)))
}
