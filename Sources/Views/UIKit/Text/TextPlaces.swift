// The places of the caret in text that is laid out in lines.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzText

/// Where the caret of a text in lines can be, in the space of its box: offsets are UTF-16 code
/// units, between characters.
///
/// At the end of a line that is broken within a paragraph, the caret is at the start of the next.
struct TextPlaces {
  /// The breadth of the caret, in points.
  static let caretBreadth: CGFloat = 2

  private let layout: TextLayout
  private let text: String
  private let empty: CGRect

  /// - Parameters:
  ///   - box: The text.
  ///   - empty: The caret of a text without characters.
  init(_ box: TextBox, empty: CGRect) {
    layout = box.layout
    text = box.string.string
    self.empty = empty
  }

  // MARK: Lines

  /// Whether the text ends with the end of a paragraph, after which a line without characters is.
  private var hasLastLine: Bool {
    guard let last = layout.lines.last, text.last?.isNewline == true else { return false }
    return !last.range.isEmpty
  }

  /// The number of lines.
  var count: Int { layout.lines.count + (hasLastLine ? 1 : 0) }

  /// Returns the line of an offset.
  func line(of offset: Int) -> Int {
    if hasLastLine, offset >= text.utf16.count { return layout.lines.count }
    var (low, high) = (0, layout.lines.count)
    while low < high {
      let middle = (low + high) / 2
      if layout.lines[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  /// Returns the top and the height of a line.
  private func extent(of index: Int) -> (top: CGFloat, height: CGFloat) {
    guard let last = layout.lines.last else { return (empty.minY, empty.height) }
    let line = layout.lines.indices.contains(index) ? layout.lines[index] : last
    var top = line.origin.y - line.ascent
    let height = line.ascent + line.descent
    if index >= layout.lines.count { top += height + line.leading }
    return (CGFloat(top), CGFloat(height))
  }

  /// Returns the offsets at which a line begins and at which its last place is.
  func ends(ofLine index: Int) -> (start: Int, end: Int) {
    guard layout.lines.indices.contains(index) else {
      return (text.utf16.count, text.utf16.count)
    }
    let places = carets(ofLine: index)
    return (places.first?.offset ?? 0, places.last?.offset ?? 0)
  }

  private struct Box {
    var start: Int
    var x: Double
    var width: Double
    var isRightToLeft: Bool

    /// How far an x is from it; 0 within.
    func distance(to x: Double) -> Double { max(self.x - x, x - self.x - width, 0) }
  }

  /// The room of the characters that share glyphs, in the order of the string.
  private func boxes(of line: TextLine) -> [Box] {
    var boxes: [Box] = []
    for run in layout.runs[line.runs] {
      for placed in layout.glyphs[run.glyphs] {
        let advance = placed.advance + placed.trailingAdvance
        if let last = boxes.last, last.start == placed.cluster {
          boxes[boxes.count - 1].width += advance
        } else {
          boxes.append(
            Box(
              start: placed.cluster,
              x: placed.position.x,
              width: advance,
              isRightToLeft: run.isRightToLeft
            )
          )
        }
      }
    }
    return boxes.sorted { $0.start < $1.start }
  }

  /// Returns the places of a line with their x, in the order of the string.
  private func carets(ofLine index: Int) -> [(offset: Int, x: Double)] {
    guard layout.lines.indices.contains(index) else {
      return [(offset: text.utf16.count, x: lineStart(of: layout.lines.last))]
    }
    let line = layout.lines[index]
    let edges = edges(ofLine: index)
    let boxes = boxes(of: line)
    let end = contentEnd(ofLine: index)
    guard let first = boxes.first else { return edges.map { (offset: $0, x: line.origin.x) } }
    var places: [(offset: Int, x: Double)] = []
    places.reserveCapacity(edges.count)
    var place = 0
    for edge in edges {
      while place + 1 < boxes.count, boxes[place + 1].start <= edge { place += 1 }
      let box = edge < first.start ? first : boxes[place]
      // Characters that share glyphs share their room; the end of a paragraph has none.
      let next = place + 1 < boxes.count ? boxes[place + 1].start : end
      let count = Double(max(next - box.start, 1))
      let way = min(max(Double(edge - box.start), 0), count) / count
      places.append((offset: edge, x: box.x + (box.isRightToLeft ? 1 - way : way) * box.width))
    }
    return places
  }

  private func lineStart(of line: TextLine?) -> Double {
    guard let line else { return Double(empty.minX) }
    return line.isRightToLeft ? line.origin.x + line.width : min(line.origin.x, Double(empty.minX))
  }

  /// The end of a line without the end of its paragraph.
  private func contentEnd(ofLine index: Int) -> Int {
    let range = layout.lines[index].range
    var end = range.upperBound
    let units = text as NSString
    while end > range.lowerBound, end <= units.length,
      let scalar = Unicode.Scalar(units.character(at: end - 1)),
      CharacterSet.newlines.contains(scalar)
    {
      end -= 1
    }
    return end
  }

  /// The edges of the characters of a line: without the end of its paragraph, and without its own
  /// end where the next line goes on.
  private func edges(ofLine index: Int) -> [Int] {
    let range = layout.lines[index].range
    let end = contentEnd(ofLine: index)
    let goesOn = end == range.upperBound && index + 1 < layout.lines.count
    let part = (text as NSString).substring(
      with: NSRange(location: range.lowerBound, length: end - range.lowerBound)
    )
    var edges = [range.lowerBound]
    for character in part { edges.append(edges[edges.count - 1] + character.utf16.count) }
    if goesOn, edges.count > 1 { edges.removeLast() }
    return edges
  }

  // MARK: Places

  /// Returns the rectangle of the caret at an offset.
  func caret(at offset: Int) -> CGRect {
    let index = line(of: offset)
    let (top, height) = extent(of: index)
    let places = carets(ofLine: index)
    let place = places.last { $0.offset <= offset } ?? places.first
    let x = place.map { CGFloat($0.x) } ?? empty.minX
    return CGRect(x: x, y: top, width: TextPlaces.caretBreadth, height: height)
  }

  /// Returns the offset that is nearest to a point.
  func offset(at point: CGPoint) -> Int {
    guard count > 0, !point.x.isNaN, !point.y.isNaN else { return 0 }
    return offset(inLine: line(at: point), x: point.x)
  }

  private func offset(inLine index: Int, x: CGFloat) -> Int {
    let places = carets(ofLine: index)
    let nearest = places.min { abs($0.x - Double(x)) < abs($1.x - Double(x)) }
    return nearest?.offset ?? text.utf16.count
  }

  /// Returns the line of a point; the first or the last one beyond them.
  private func line(at point: CGPoint) -> Int {
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      let (top, height) = extent(of: middle)
      if point.y < top + height { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the character that is nearest to a point, and the part of it that is before the point;
  /// nil where there is none.
  func character(nearest point: CGPoint) -> (unit: Int, fraction: CGFloat)? {
    guard !point.x.isNaN, !point.y.isNaN, !layout.lines.isEmpty else { return nil }
    let index = min(line(at: point), layout.lines.count - 1)
    let x = Double(point.x)
    let near = boxes(of: layout.lines[index]).min { one, other in
      one.distance(to: x) < other.distance(to: x)
    }
    guard let near else { return (layout.lines[index].range.lowerBound, 0) }
    let way = near.width > 0 ? min(max((x - near.x) / near.width, 0), 1) : 0
    return (near.start, CGFloat(near.isRightToLeft ? 1 - way : way))
  }

  /// Returns the character whose room holds a point; nil beside the text.
  func character(at point: CGPoint) -> Int? {
    guard !point.x.isNaN, !point.y.isNaN, !layout.lines.isEmpty else { return nil }
    let index = line(at: point)
    guard layout.lines.indices.contains(index) else { return nil }
    let (top, height) = extent(of: index)
    guard point.y >= top, point.y < top + height else { return nil }
    return boxes(of: layout.lines[index]).first { $0.distance(to: Double(point.x)) <= 0 }?.start
  }

  /// Returns the offset a line above or below, nearest to an x; the ends of the text beyond it.
  func offset(from offset: Int, lines: Int, x: CGFloat) -> Int {
    let index = line(of: offset) + lines
    if index < 0 { return 0 }
    return index < count ? self.offset(inLine: index, x: x) : text.utf16.count
  }

  /// Returns the rectangles of a part of the text, one for each line.
  ///
  /// - Parameters:
  ///   - range: The part.
  ///   - width: The room: lines that the part goes beyond are covered up to their end.
  func rects(of range: NSRange, width: CGFloat) -> [CGRect] {
    guard range.length > 0, count > 0 else { return [] }
    let end = range.location + range.length
    var rects: [CGRect] = []
    for index in line(of: range.location)...line(of: end) {
      let (top, height) = extent(of: index)
      let places = carets(ofLine: index)
      let inside = places.filter { $0.offset >= range.location && $0.offset <= end }.map(\.x)
      guard let left = inside.min(), let right = inside.max() else { continue }
      let isLast = index == line(of: end)
      let edge = isLast ? right : max(right, Double(width))
      guard edge > left else { continue }
      rects.append(
        CGRect(x: CGFloat(left), y: top, width: CGFloat(edge - left), height: height)
      )
    }
    return rects
  }
}
