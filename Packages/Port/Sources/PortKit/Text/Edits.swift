// Replacements of bytes in files.
// Licensed under the MIT license; see LICENSE.

/// A part of a replacement.
enum Piece {
  case text(String)
  /// Bytes of a file, with the edits inside of them.
  case moved(file: Int, range: Range<Int>)
}

/// A replacement of bytes.
struct Edit {
  var range: Range<Int>
  var pieces: [Piece]
  /// The name of the rule.
  var rule: String
  /// Whether the bytes go somewhere else, with the edits inside of them.
  var isMove = false
}

/// The replacements of all files.
///
/// Rules add them in any order; those that overlap an earlier one are left out, unless they lie
/// within bytes that move.
struct Edits {
  private let files: [SourceFile]
  private var edits: [[Edit]]

  init(_ files: [SourceFile]) {
    self.files = files
    edits = Array(repeating: [], count: files.count)
  }

  mutating func add(_ edit: Edit, to file: Int) { edits[file].append(edit) }

  /// Sorts the edits and leaves out those that overlap earlier ones.
  mutating func settle() {
    for file in edits.indices {
      let order = edits[file].enumerated().sorted { first, second in
        let (a, b) = (first.element.range, second.element.range)
        if a.lowerBound != b.lowerBound { return a.lowerBound < b.lowerBound }
        // A move comes before what it holds, an insertion before what it precedes.
        if a.isEmpty != b.isEmpty { return a.isEmpty }
        if first.element.isMove != second.element.isMove { return first.element.isMove }
        return first.offset < second.offset
      }
      var kept: [Edit] = []
      var end = 0
      for (_, edit) in order where edit.range.lowerBound >= end {
        kept.append(edit)
        if !edit.isMove { end = edit.range.upperBound }
      }
      edits[file] = kept
    }
  }

  /// Whether a file has edits.
  func changes(_ file: Int) -> Bool { !edits[file].isEmpty }

  /// Returns the new bytes of a file.
  func result(_ file: Int) -> [UInt8] {
    render(file, 0..<files[file].bytes.count, edits[file][...])
  }

  private func render(_ file: Int, _ range: Range<Int>, _ edits: ArraySlice<Edit>) -> [UInt8] {
    let bytes = files[file].bytes
    var result: [UInt8] = []
    var offset = range.lowerBound
    for edit in edits where edit.range.lowerBound >= offset {
      result += bytes[offset..<edit.range.lowerBound]
      for piece in edit.pieces {
        switch piece {
        case .text(let text): result += text.utf8
        case .moved(let file, let range): result += render(file, range, inside(file, range))
        }
      }
      offset = edit.range.upperBound
    }
    return result + bytes[min(offset, range.upperBound)..<range.upperBound]
  }

  /// Returns the edits within a range that moves, without those that move it.
  private func inside(_ file: Int, _ range: Range<Int>) -> ArraySlice<Edit> {
    edits[file].filter {
      !$0.isMove && $0.range.lowerBound >= range.lowerBound
        && $0.range.upperBound <= range.upperBound
    }[...]
  }

  /// Returns the changes of a file: the lines that edits touch, before and after.
  func changes(of file: Int) -> [Change] {
    let source = files[file]
    var groups: [(range: Range<Int>, edits: ArraySlice<Edit>)] = []
    let own = edits[file]
    for index in own.indices {
      let lines = wholeLines(own[index].range, source.lines)
      if let last = groups.last, lines.lowerBound < last.range.upperBound {
        let end = max(last.range.upperBound, lines.upperBound)
        groups[groups.count - 1] = (
          last.range.lowerBound..<end, own[last.edits.startIndex...index]
        )
      } else {
        groups.append((lines, own[index...index]))
      }
    }
    return groups.compactMap { range, edits in
      let after = render(file, range, edits)
      guard after != Array(source.bytes[range]) else { return nil }
      var rules: [String] = []
      for edit in edits where !rules.contains(edit.rule) { rules.append(edit.rule) }
      return Change(
        path: source.path,
        line: source.lines.number(of: range.lowerBound),
        before: TextLines.split(source.bytes[range]),
        after: TextLines.split(after[...]),
        rules: rules
      )
    }
  }

  private func wholeLines(_ range: Range<Int>, _ lines: LineTable) -> Range<Int> {
    if lines.isStart(range.lowerBound), lines.isStart(range.upperBound) { return range }
    let last = max(range.lowerBound, range.upperBound - 1)
    return lines.start(of: range.lowerBound)..<lines.end(of: last)
  }
}

enum TextLines {
  /// Returns the lines of a text without their ends.
  static func split(_ bytes: ArraySlice<UInt8>) -> [String] {
    var lines = bytes.split(separator: Byte.feed, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      String(decoding: line.last == Byte.carriage ? line.dropLast() : line, as: UTF8.self)
    }
  }
}
