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
  let layout: TextLayout

  /// Ends of lines and paragraphs in the string show nothing.
  init(_ string: NSAttributedString) {
    guard let defaults = TextDefaults.coreText else {
      preconditionFailure("text needs a font: scripts/setup installs fonts-liberation2")
    }
    let flat = NSMutableAttributedString(attributedString: string)
    for (index, unit) in string.string.utf16.enumerated() where unit.endsLine {
      flat.replaceCharacters(in: NSRange(location: index, length: 1), with: "\u{2060}")
    }
    let options = TextLayoutOptions(width: .infinity, isWrapped: false, alignment: .left)
    layout = TextLayout(flat, in: options, defaults: defaults)
  }
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
  CTLine(attrString)
}

/// Draws a line with the beginning of its baseline at the text position, by the text matrix.
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
  guard let baseline = line.layout.lines.first?.origin else { return }
  let toBaseline = Affine(1, 0, 0, -1, 0, baseline.y)
  line.layout.draw(in: context, by: toBaseline * Affine(context.textMatrix))
}

/// The number of glyphs in a line.
public func CTLineGetGlyphCount(_ line: CTLine) -> Int { line.layout.glyphs.count }

/// The width of a line with the white space at its end, and its measures, all in points.
///
/// - Parameters:
///   - line: The line.
///   - ascent: Receives what is above the baseline.
///   - descent: Receives what is below the baseline; positive.
///   - leading: Receives what is between the line and the next one.
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

/// How far to move a line so that it stands in a width.
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
