// Places of characters in a line, and characters at places.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzMath

/// No index.
public let kCFNotFound: CFIndex = -1

/// Returns the place of the caret before a character.
///
/// Characters that share glyphs share their width evenly.
///
/// - Parameters:
///   - line: The line.
///   - charIndex: Of the string; one before the line counts as its beginning, one after it as its
///     end.
///   - secondaryOffset: Receives the same: carets are not split between directions.
/// - Returns: Points from the left end of the baseline.
@discardableResult
public func CTLineGetOffsetForStringIndex(
  _ line: CTLine,
  _ charIndex: CFIndex,
  _ secondaryOffset: UnsafeMutablePointer<CGFloat>?
) -> CGFloat {
  let offset = CGFloat(line.caret(before: charIndex))
  secondaryOffset?.pointee = offset
  return offset
}

/// Returns the index at which a text that is typed at a place would be inserted.
///
/// - Parameters:
///   - line: The line.
///   - position: From the left end of the baseline; only x counts.
/// - Returns: The nearest index of the string; `kCFNotFound` for a line without characters or a
///   place that is no number.
public func CTLineGetStringIndexForPosition(_ line: CTLine, _ position: CGPoint) -> CFIndex {
  guard !line.range.isEmpty, !position.x.isNaN else { return kCFNotFound }
  var best = (index: line.range.lowerBound, distance: Double.infinity)
  for box in line.characterBoxes {
    let count = Double(box.characters.count)
    for (step, index) in (box.characters.lowerBound...box.characters.upperBound).enumerated() {
      let way = Double(step) / count
      let caret = box.x + (box.isRightToLeft ? 1 - way : way) * box.width
      let distance = abs(caret - Double(position.x))
      if distance < best.distance { best = (index, distance) }
    }
  }
  return best.index
}

/// Returns the box around what a line draws, from its beginning at the context's text position.
///
/// - Parameters:
///   - line: The line.
///   - context: The context; nil for a text position of zero.
/// - Returns: Points with y up; null for a line that draws nothing.
public func CTLineGetImageBounds(_ line: CTLine, _ context: CGContext?) -> CGRect {
  var bounds = CGRect.null
  let baseline = line.layout.lines.first?.origin.y ?? 0
  for run in line.layout.runs {
    for placed in line.layout.glyphs[run.glyphs] {
      let outline = run.font.outline(placed.glyph)
      guard !outline.isEmpty else { continue }
      let box = CGPath(outline).boundingBoxOfPath
      bounds = bounds.union(
        box.offsetBy(dx: placed.position.x, dy: baseline - placed.position.y)
      )
    }
  }
  guard let context, !bounds.isNull else { return bounds }
  return bounds.offsetBy(dx: context.textPosition.x, dy: context.textPosition.y)
}

/// The parts of a line that its bounds have.
public struct CTLineBoundsOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Options of bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Without the gap between lines.
  public static let excludeTypographicLeading = CTLineBoundsOptions(rawValue: 1 << 0)
  /// Without the shifts of kerning and positions, which the bounds here never have.
  public static let excludeTypographicShifts = CTLineBoundsOptions(rawValue: 1 << 1)
  /// With hanging punctuation, which lines here do not have.
  public static let useHangingPunctuation = CTLineBoundsOptions(rawValue: 1 << 2)
  /// The box around the outlines of glyphs, as `CTLineGetImageBounds(_:_:)`.
  public static let useGlyphPathBounds = CTLineBoundsOptions(rawValue: 1 << 3)
  /// With optical margins, which fonts here do not have.
  public static let useOpticalBounds = CTLineBoundsOptions(rawValue: 1 << 4)
  /// With room for tall scripts, which is not added here.
  public static let includeLanguageExtents = CTLineBoundsOptions(rawValue: 1 << 5)
}

/// Returns the bounds of a line, from the beginning of its baseline.
///
/// - Parameters:
///   - line: The line.
///   - options: The parts that count; none for the typographic bounds with the gap between lines.
/// - Returns: Points with y up; null for the outlines of a line that draws nothing.
public func CTLineGetBoundsWithOptions(_ line: CTLine, _ options: CTLineBoundsOptions) -> CGRect {
  if options.contains(.useGlyphPathBounds) { return CTLineGetImageBounds(line, nil) }
  var (ascent, descent, leading): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
  let width = CTLineGetTypographicBounds(line, &ascent, &descent, &leading)
  let gap = options.contains(.excludeTypographicLeading) ? 0 : leading
  return CGRect(x: 0, y: -descent - gap, width: width, height: ascent + descent + gap)
}

/// The room of characters that share glyphs.
private struct CharacterBox {
  /// Of the string.
  var characters: Range<Int>
  /// From the left end of the baseline.
  var x: Double
  var width: Double
  var isRightToLeft: Bool
}

extension CTLine {
  /// The characters of the line, from the left to the right.
  fileprivate var characterBoxes: [CharacterBox] {
    var boxes: [CharacterBox] = []
    for run in layout.runs {
      for placed in layout.glyphs[run.glyphs] {
        let start = placed.cluster + offset
        let advance = placed.advance + placed.trailingAdvance
        if let last = boxes.last, last.characters.lowerBound == start {
          boxes[boxes.count - 1].width += advance
        } else {
          boxes.append(
            CharacterBox(
              characters: start..<start + 1,
              x: placed.position.x,
              width: advance,
              isRightToLeft: run.isRightToLeft
            )
          )
        }
      }
    }
    // A cluster reaches up to the next one of the string.
    let starts = boxes.map(\.characters.lowerBound).sorted()
    for index in boxes.indices {
      let start = boxes[index].characters.lowerBound
      let next = starts.first { $0 > start } ?? max(range.upperBound, start + 1)
      boxes[index].characters = start..<next
    }
    return boxes
  }

  fileprivate func caret(before index: Int) -> Double {
    let boxes = characterBoxes
    guard let first = boxes.min(by: { $0.characters.lowerBound < $1.characters.lowerBound }),
      let last = boxes.max(by: { $0.characters.lowerBound < $1.characters.lowerBound })
    else { return 0 }
    let box =
      boxes.first { $0.characters.contains(index) }
      ?? (index < first.characters.lowerBound ? first : last)
    let step = min(max(index - box.characters.lowerBound, 0), box.characters.count)
    let way = Double(step) / Double(box.characters.count)
    return box.x + (box.isRightToLeft ? 1 - way : way) * box.width
  }
}
