// The columns that the draws of a surface reach, row by row.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// For each row of parts of surfaces, the columns that draws reach.
///
/// It is a stack, as surfaces are nested.
///
/// Groups are often much larger than what is in them. The pixels of a transparent surface that no
/// draw reaches are not cleared and not blended.
struct ReachedRows {
  /// The first column and the one behind the last; the first is greater where there is none.
  private typealias Span = SIMD2<Int32>

  private static let none = Span(.max, .min)

  private var spans: ContiguousArray<Span> = []

  /// Begins a part of a surface: nothing reaches its rows.
  ///
  /// - Returns: Its rows, from its top.
  mutating func begin(_ part: PixelRect) -> Range<Int> {
    let first = spans.count
    spans.append(contentsOf: repeatElement(ReachedRows.none, count: Int(part.height)))
    return first..<spans.count
  }

  /// Forgets the rows of the part that was begun last.
  mutating func end(_ rows: Range<Int>) { spans.removeLast(rows.count) }

  mutating func removeAll() { spans.removeAll(keepingCapacity: true) }

  /// Adds a draw to the rows of a part.
  ///
  /// - Parameters:
  ///   - rect: Inside of the part.
  ///   - rows: Those of the part.
  ///   - part: The part.
  mutating func add(_ rect: PixelRect, to rows: Range<Int>, of part: PixelRect) {
    guard !rect.isEmpty else { return }
    let first = rows.lowerBound + Int(rect.minY - part.minY)
    for row in first..<first + Int(rect.height) {
      let span = spans[row]
      spans[row] = Span(min(span.x, rect.minX), max(span.y, rect.maxX))
    }
  }

  /// Calls `body` for rectangles that hold all that is reached, from the top; rows with the same
  /// columns are in one.
  func forEachRect(_ rows: Range<Int>, of part: PixelRect, _ body: (PixelRect) -> Void) {
    var row = rows.lowerBound
    while row < rows.upperBound {
      let span = spans[row]
      var end = row + 1
      while end < rows.upperBound, spans[end] == span { end += 1 }
      if span.x < span.y {
        let top = part.minY + Int32(row - rows.lowerBound)
        body(PixelRect(span.x, top, span.y, top + Int32(end - row)))
      }
      row = end
    }
  }
}
