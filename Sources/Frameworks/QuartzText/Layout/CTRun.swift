// Glyphs of a line with the same attributes, as Core Text names them.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzMath

// Safe because: nothing of it changes, and its memory goes with it.
/// Glyphs that follow one another in a line, of one font, one direction and the same attributes.
///
/// Glyphs are in the order in which they stand, from the left to the right.
public final class CTRun: @unchecked Sendable {
  fileprivate let attributes: [NSAttributedString.Key: Any]
  fileprivate let range: CFRange
  fileprivate let status: CTRunStatus
  /// The line that the glyphs are of.
  fileprivate let layout: TextLayout
  /// The run of the layout that this is, or a part of it.
  fileprivate let run: GlyphRun
  /// Each column has a row for each glyph.
  fileprivate let count: Int
  fileprivate let glyphs: UnsafeMutablePointer<CGGlyph>
  fileprivate let positions: UnsafeMutablePointer<CGPoint>
  fileprivate let advances: UnsafeMutablePointer<CGSize>
  fileprivate let indices: UnsafeMutablePointer<CFIndex>

  fileprivate init(
    _ layout: TextLayout,
    _ run: GlyphRun,
    _ attributes: [NSAttributedString.Key: Any],
    _ units: Range<Int>,
    _ offset: Int
  ) {
    (self.layout, self.run, self.attributes) = (layout, run, attributes)
    let placed = layout.glyphs[run.glyphs]
    let baseline = layout.lines.first?.origin.y ?? 0
    count = placed.count
    glyphs = .allocate(capacity: max(count, 1))
    positions = .allocate(capacity: max(count, 1))
    advances = .allocate(capacity: max(count, 1))
    indices = .allocate(capacity: max(count, 1))
    // Bounds: each column has room for as many rows as there are glyphs.
    for (row, glyph) in placed.enumerated() {
      (glyphs + row).initialize(to: CGGlyph(truncatingIfNeeded: glyph.glyph))
      let point = CGPoint(x: glyph.position.x, y: baseline - glyph.position.y)
      (positions + row).initialize(to: point)
      (advances + row).initialize(
        to: CGSize(width: glyph.advance + glyph.trailingAdvance, height: 0)
      )
      (indices + row).initialize(to: glyph.cluster + offset)
    }
    let clusters = placed.map(\.cluster)
    range = CFRange(location: units.lowerBound, length: units.count)
    var status: CTRunStatus = []
    if run.isRightToLeft { status.insert(.rightToLeft) }
    let isMonotonic = zip(clusters, clusters.dropFirst()).allSatisfy {
      run.isRightToLeft ? $0 >= $1 : $0 <= $1
    }
    if !isMonotonic { status.insert(.nonMonotonic) }
    if run.font.matrix != .identity { status.insert(.hasNonIdentityMatrix) }
    self.status = status
  }

  deinit {
    glyphs.deallocate()
    positions.deallocate()
    advances.deallocate()
    indices.deallocate()
  }

  /// The rows of a range that begins in the run; of length 0 up to the end.
  fileprivate func rows(_ range: CFRange) -> Range<Int> {
    let start = min(max(range.location, 0), count)
    return start..<(range.length > 0 ? start + min(range.length, count - start) : count)
  }

  /// Copies the rows of a range; the caller vouches for room for them.
  fileprivate func copy<Value>(
    _ column: UnsafeMutablePointer<Value>,
    _ range: CFRange,
    to buffer: UnsafeMutablePointer<Value>
  ) {
    let rows = rows(range)
    // Bounds: the rows are within the column.
    buffer.update(from: column + rows.lowerBound, count: rows.count)
  }

  /// The run of the layout that has only the glyphs of a range.
  fileprivate func part(_ range: CFRange) -> GlyphRun {
    let rows = rows(range)
    var part = run
    let first = run.glyphs.lowerBound
    part.glyphs = first + rows.lowerBound..<first + rows.upperBound
    return part
  }
}

extension CTLine {
  /// The glyphs of the line by fonts, directions and attributes, from the left to the right.
  fileprivate var glyphRuns: [CTRun] {
    var parts: [(run: GlyphRun, attributes: [NSAttributedString.Key: Any], first: Int)] = []
    var known: (attributes: [NSAttributedString.Key: Any], range: NSRange) = ([:], NSRange())
    for run in layout.runs {
      var start = run.glyphs.lowerBound
      while start < run.glyphs.upperBound {
        let unit = layout.glyphs[start].cluster + offset
        if !NSLocationInRange(unit, known.range) { known = attributes(at: unit) }
        var (part, end, first) = (run, start, unit)
        while end < run.glyphs.upperBound {
          let next = layout.glyphs[end].cluster + offset
          guard NSLocationInRange(next, known.range) else { break }
          first = min(first, next)
          end += 1
        }
        // A unit that no attributes reach is a part by itself.
        end = max(end, start + 1)
        part.glyphs = start..<end
        parts.append((part, known.attributes, first))
        start = end
      }
    }
    let starts = parts.map(\.first).sorted()
    return parts.map { part in
      // Up to the part that comes next in the string.
      let next = starts.partitioningIndex { $0 > part.first }
      let end = next < starts.count ? starts[next] : range.upperBound
      return CTRun(layout, part.run, part.attributes, part.first..<max(end, part.first), offset)
    }
  }

  /// The attributes of a code unit, and where they are the same; none outside of the string.
  private func attributes(
    at unit: Int
  ) -> (attributes: [NSAttributedString.Key: Any], range: NSRange) {
    guard unit >= 0, unit < string.length else { return ([:], NSRange()) }
    var reach = NSRange()
    let whole = NSRange(location: 0, length: string.length)
    let attributes = string.attributes(at: unit, longestEffectiveRange: &reach, in: whole)
    return (attributes, reach)
  }
}

extension Array {
  /// The first index whose element passes, if all after it do, too; else the count.
  fileprivate func partitioningIndex(where passes: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if passes(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The properties that the glyphs of a run share besides their attributes.
public struct CTRunStatus: OptionSet, Hashable, Sendable {
  /// The bits.
  public var rawValue: UInt32

  /// The status of these bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Text runs to the left.
  public static let rightToLeft = CTRunStatus(rawValue: 1 << 0)
  /// The characters of the glyphs neither ascend nor descend.
  public static let nonMonotonic = CTRunStatus(rawValue: 1 << 1)
  /// The font has a matrix.
  public static let hasNonIdentityMatrix = CTRunStatus(rawValue: 1 << 2)
}

/// The runs of a line, as `CTRun`, from the left to the right.
public func CTLineGetGlyphRuns(_ line: CTLine) -> CFArray { line.glyphRuns }

/// The number of glyphs in a run.
public func CTRunGetGlyphCount(_ run: CTRun) -> CFIndex { run.count }

/// The attributes that all characters of a run have, by their names.
public func CTRunGetAttributes(_ run: CTRun) -> CFDictionary {
  Dictionary(
    uniqueKeysWithValues: run.attributes.map { ($0.key.rawValue, Boxing.boxed($0.value)) }
  )
}

/// Whether text runs to the left, and more.
public func CTRunGetStatus(_ run: CTRun) -> CTRunStatus { run.status }

/// The part of the string that a run shows, in UTF-16 code units.
public func CTRunGetStringRange(_ run: CTRun) -> CFRange { run.range }

/// The glyphs of a run; the memory is the run's.
public func CTRunGetGlyphsPtr(_ run: CTRun) -> UnsafePointer<CGGlyph>? {
  UnsafePointer(run.glyphs)
}

/// Copies glyphs of a run.
///
/// - Parameters:
///   - run: The run.
///   - range: Of glyphs; of length 0 up to the last one.
///   - buffer: Receives a glyph for each of them.
public func CTRunGetGlyphs(
  _ run: CTRun,
  _ range: CFRange,
  _ buffer: UnsafeMutablePointer<CGGlyph>
) {
  run.copy(run.glyphs, range, to: buffer)
}

/// Where the glyphs of a run are, from the beginning of the line's baseline, y up, in points; the
/// memory is the run's.
public func CTRunGetPositionsPtr(_ run: CTRun) -> UnsafePointer<CGPoint>? {
  UnsafePointer(run.positions)
}

/// Copies where glyphs of a run are, from the beginning of the line's baseline, y up, in points.
///
/// - Parameters:
///   - run: The run.
///   - range: Of glyphs; of length 0 up to the last one.
///   - buffer: Receives a point for each of them.
public func CTRunGetPositions(
  _ run: CTRun,
  _ range: CFRange,
  _ buffer: UnsafeMutablePointer<CGPoint>
) {
  run.copy(run.positions, range, to: buffer)
}

/// How far the glyphs of a run move the pen, in points; the memory is the run's.
public func CTRunGetAdvancesPtr(_ run: CTRun) -> UnsafePointer<CGSize>? {
  UnsafePointer(run.advances)
}

/// Copies how far glyphs of a run move the pen, with kern and justification, in points.
///
/// - Parameters:
///   - run: The run.
///   - range: Of glyphs; of length 0 up to the last one.
///   - buffer: Receives a size for each of them, its height 0.
public func CTRunGetAdvances(
  _ run: CTRun,
  _ range: CFRange,
  _ buffer: UnsafeMutablePointer<CGSize>
) {
  run.copy(run.advances, range, to: buffer)
}

/// The first UTF-16 code unit that each glyph of a run stands for; the memory is the run's.
public func CTRunGetStringIndicesPtr(_ run: CTRun) -> UnsafePointer<CFIndex>? {
  UnsafePointer(run.indices)
}

/// Copies the first UTF-16 code unit that each glyph of a run stands for.
///
/// - Parameters:
///   - run: The run.
///   - range: Of glyphs; of length 0 up to the last one.
///   - buffer: Receives a number for each of them.
public func CTRunGetStringIndices(
  _ run: CTRun,
  _ range: CFRange,
  _ buffer: UnsafeMutablePointer<CFIndex>
) {
  run.copy(run.indices, range, to: buffer)
}

/// The width of glyphs of a run, and the measures of its font, all in points.
///
/// - Parameters:
///   - run: The run.
///   - range: Of glyphs; of length 0 up to the last one.
///   - ascent: Receives what is above the baseline.
///   - descent: Receives what is below the baseline; positive.
///   - leading: Receives what is between the line and the next one.
@discardableResult
public func CTRunGetTypographicBounds(
  _ run: CTRun,
  _ range: CFRange,
  _ ascent: UnsafeMutablePointer<CGFloat>?,
  _ descent: UnsafeMutablePointer<CGFloat>?,
  _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  ascent?.pointee = CTFontGetAscent(run.run.font)
  descent?.pointee = CTFontGetDescent(run.run.font)
  leading?.pointee = CTFontGetLeading(run.run.font)
  // Bounds: the rows are within the column.
  return run.rows(range).reduce(0) { $0 + Double(run.advances[$1].width) }
}

/// Returns the rectangle that the glyphs of a run cover in a context; null if they cover nothing.
///
/// - Parameters:
///   - run: The run.
///   - context: Its text matrix and text position count; without one, the line begins at (0, 0).
///   - range: Of glyphs; of length 0 up to the last one.
public func CTRunGetImageBounds(
  _ run: CTRun,
  _ context: CGContext?,
  _ range: CFRange
) -> CGRect {
  let map = run.layout.toBaseline * (context.map { Affine($0.textMatrix) } ?? .identity)
  var box = CGRect.null
  for item in run.layout.drawItems(of: run.part(range)) {
    switch item {
    case .fill(let path, _):
      box = box.union(CGPath(path.transformed(by: map)).boundingBoxOfPath)
    case .rect(let rect, _), .image(_, let rect, _):
      let point = CGRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
      box = box.union(point.applying(CGAffineTransform(map)))
    }
  }
  return box
}

/// The text matrix that a run is drawn with, besides that of the context.
public func CTRunGetTextMatrix(_ run: CTRun) -> CGAffineTransform { run.run.font.matrix }

/// Draws glyphs of a run where they are in their line, which begins at the text position.
///
/// Backgrounds and lines under the text and through it are drawn by `CTLineDraw` alone.
///
/// - Parameters:
///   - run: The run.
///   - context: Maps the glyphs by its text matrix.
///   - range: Of glyphs; of length 0 up to the last one.
public func CTRunDraw(_ run: CTRun, _ context: CGContext, _ range: CFRange) {
  let map = run.layout.toBaseline * Affine(context.textMatrix)
  run.layout.draw(run.part(range), in: context, by: map)
}
