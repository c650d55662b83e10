// Lines of a string that a program breaks itself, as Core Text names it.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzMath

/// Breaks a string into lines, one after the other.
///
/// ```swift
/// let typesetter = CTTypesetterCreateWithAttributedString(string)
/// var start = 0
/// while start < string.length {
///   let count = CTTypesetterSuggestLineBreak(typesetter, start, 300)
///   let line = CTTypesetterCreateLine(typesetter, CFRangeMake(start, count))
///   start += count
/// }
/// ```
///
/// A paragraph is shaped once, however many lines are made of it.
///
/// **Differences**: a typesetter belongs to one thread.
public final class CTTypesetter {
  let string: NSAttributedString
  private let units: ContiguousArray<UInt16>
  private let runs: [StyledRun]
  private let paragraphs: [(body: Range<Int>, range: Range<Int>)]
  /// The paragraphs shaped so far, by their numbers.
  private var shaped: [Int: ShapedText] = [:]

  init(_ string: NSAttributedString) {
    self.string = NSAttributedString(attributedString: string)
    let units = ContiguousArray(string.string.utf16)
    runs = string.styledRuns(.coreText, count: units.count)
    paragraphs = units.withUnsafeBufferPointer { Array(ParagraphRanges($0)) }
    self.units = units
  }

  /// A part of the string that begins in it; of length 0 up to the end.
  func part(_ range: CFRange) -> NSRange {
    let start = min(max(range.location, 0), string.length)
    let rest = string.length - start
    return NSRange(location: start, length: range.length > 0 ? min(range.length, rest) : rest)
  }

  /// The number of the paragraph that a code unit is in.
  private func paragraph(at unit: Int) -> Int? {
    guard unit >= 0, unit < units.count else { return nil }
    var (low, high) = (0, paragraphs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if paragraphs[middle].range.lowerBound <= unit { low = middle } else { high = middle }
    }
    return low < paragraphs.count ? low : nil
  }

  private func style(at unit: Int) -> (style: CTParagraphStyle.Values, run: Int) {
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].range.lowerBound <= unit { low = middle } else { high = middle }
    }
    return (runs[low].style.paragraph ?? CTParagraphStyle.Values(), low)
  }

  /// A paragraph as shaped, and how it is set.
  private func text(_ number: Int) -> (text: ShapedText, style: CTParagraphStyle.Values) {
    let paragraph = paragraphs[number]
    let (style, run) = style(at: paragraph.range.lowerBound)
    if let text = shaped[number] { return (text, style) }
    let text = units.withUnsafeBufferPointer {
      TextEngine.shape(
        $0,
        body: paragraph.body,
        range: paragraph.range,
        runs: runs,
        firstRun: run,
        direction: style.baseWritingDirection
      )
    }
    shaped[number] = text
    return (text, style)
  }

  /// How many code units from `start` on fit a width; 0 outside of the string.
  fileprivate func count(
    from start: Int,
    width: Double,
    offset: Double,
    _ mode: LineBreaker.Mode
  ) -> Int {
    guard let number = paragraph(at: start) else { return 0 }
    let (text, style) = text(number)
    let first = text.cluster(at: start)
    guard first < text.clusters.count else { return text.range.upperBound - start }
    let end = LineBreaker(mode, style).lineEnd(
      in: text,
      from: first,
      indent: offset.isFinite ? offset : 0,
      width: width.isNaN ? .infinity : width
    )
    return text.unit(of: end) - start
  }

  /// One line that shows a part of the string.
  fileprivate func line(_ range: CFRange, offset: Double) -> CTLine {
    let part = part(range)
    let units = part.location..<part.location + part.length
    guard let number = paragraph(at: units.lowerBound),
      units.upperBound <= paragraphs[number].range.upperBound
    else { return CTLine(string, part) }
    let (text, style) = text(number)
    let clusters = text.cluster(at: units.lowerBound)..<text.cluster(at: units.upperBound)
    // A part that begins or ends within a cluster is shaped by itself.
    let end = paragraphs[number].body.upperBound
    let isWhole = [
      (clusters.lowerBound, units.lowerBound), (clusters.upperBound, units.upperBound),
    ]
    .allSatisfy { text.unit(of: $0) == $1 || $0 == text.clusters.count && $1 >= end }
    guard isWhole else { return CTLine(string, part) }
    let indent = offset.isFinite ? offset : 0
    return CTLine(TextLayout(text, clusters, units, style, indent: indent), of: string, units)
  }
}

extension ShapedText {
  /// The first cluster that begins at a code unit of the string or after it.
  fileprivate func cluster(at unit: Int) -> Int {
    var (low, high) = (0, clusters.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(clusters[middle].unit) < unit { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first code unit of a cluster; that after the paragraph for the end.
  fileprivate func unit(of cluster: Int) -> Int {
    cluster < clusters.count ? Int(clusters[cluster].unit) : range.upperBound
  }
}

/// A typesetter of a string.
public func CTTypesetterCreateWithAttributedString(_ string: CFAttributedString) -> CTTypesetter {
  CTTypesetter(string)
}

/// A typesetter of a string; there is one for every string.
///
/// - Parameters:
///   - string: The string.
///   - options: Not looked at: paragraphs of any length are set.
public func CTTypesetterCreateWithAttributedStringAndOptions(
  _ string: CFAttributedString,
  _ options: CFDictionary?
) -> CTTypesetter? {
  CTTypesetter(string)
}

/// One line that shows a part of the string, however wide it gets.
///
/// - Parameters:
///   - typesetter: The string.
///   - stringRange: In UTF-16 code units; of length 0 up to the end.
public func CTTypesetterCreateLine(_ typesetter: CTTypesetter, _ stringRange: CFRange) -> CTLine {
  typesetter.line(stringRange, offset: 0)
}

/// One line that shows a part of the string and begins at a place.
///
/// - Parameters:
///   - typesetter: The string.
///   - stringRange: In UTF-16 code units; of length 0 up to the end.
///   - offset: Where the line begins, in points: tab stops count from there.
public func CTTypesetterCreateLineWithOffset(
  _ typesetter: CTTypesetter,
  _ stringRange: CFRange,
  _ offset: Double
) -> CTLine {
  typesetter.line(stringRange, offset: offset)
}

/// How much of the string fits a line that breaks between words.
///
/// A word that is wider than the line breaks between characters; white space at the end of the line
/// hangs over its edge and belongs to it, as what ends a paragraph does.
///
/// - Parameters:
///   - typesetter: The string.
///   - startIndex: The first UTF-16 code unit of the line.
///   - width: In points.
/// - Returns: UTF-16 code units, at least one; 0 outside of the string.
public func CTTypesetterSuggestLineBreak(
  _ typesetter: CTTypesetter,
  _ startIndex: CFIndex,
  _ width: Double
) -> CFIndex {
  typesetter.count(from: startIndex, width: width, offset: 0, .words)
}

/// How much of the string fits a line that breaks between words and begins at a place.
///
/// - Parameters:
///   - typesetter: The string.
///   - startIndex: The first UTF-16 code unit of the line.
///   - width: In points.
///   - offset: Where the line begins, in points: tab stops count from there.
/// - Returns: UTF-16 code units, at least one; 0 outside of the string.
public func CTTypesetterSuggestLineBreakWithOffset(
  _ typesetter: CTTypesetter,
  _ startIndex: CFIndex,
  _ width: Double,
  _ offset: Double
) -> CFIndex {
  typesetter.count(from: startIndex, width: width, offset: offset, .words)
}

/// How much of the string fits a line that breaks anywhere between characters.
///
/// - Parameters:
///   - typesetter: The string.
///   - startIndex: The first UTF-16 code unit of the line.
///   - width: In points.
/// - Returns: UTF-16 code units, at least one; 0 outside of the string.
public func CTTypesetterSuggestClusterBreak(
  _ typesetter: CTTypesetter,
  _ startIndex: CFIndex,
  _ width: Double
) -> CFIndex {
  typesetter.count(from: startIndex, width: width, offset: 0, .characters)
}

/// How much of the string fits a line that breaks anywhere and begins at a place.
///
/// - Parameters:
///   - typesetter: The string.
///   - startIndex: The first UTF-16 code unit of the line.
///   - width: In points.
///   - offset: Where the line begins, in points: tab stops count from there.
/// - Returns: UTF-16 code units, at least one; 0 outside of the string.
public func CTTypesetterSuggestClusterBreakWithOffset(
  _ typesetter: CTTypesetter,
  _ startIndex: CFIndex,
  _ width: Double,
  _ offset: Double
) -> CFIndex {
  typesetter.count(from: startIndex, width: width, offset: offset, .characters)
}
