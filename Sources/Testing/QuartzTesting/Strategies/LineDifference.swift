// The unified difference of two texts.
// Licensed under the MIT license; see LICENSE.

/// The difference of two texts: lines with a sign in front, with three equal lines around.
struct LineDifference: CustomStringConvertible {
  private struct Line {
    var sign: Character
    var text: Substring
    /// Line numbers from 1 in both texts.
    var old: Int
    var new: Int
  }

  private static let contextCount = 3
  private let hunks: [ArraySlice<Line>]

  /// Nil if the texts are equal.
  init?(_ old: String, _ new: String) {
    guard old != new else { return nil }
    let lines = Self.merged(
      old.split(separator: "\n", omittingEmptySubsequences: false),
      new.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let changes = lines.indices.filter { lines[$0].sign != " " }
    var hunks: [Range<Int>] = []
    for index in changes {
      let start = max(0, index - Self.contextCount)
      let end = min(lines.count, index + Self.contextCount + 1)
      if let last = hunks.last, start <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<end
      } else {
        hunks.append(start..<end)
      }
    }
    self.hunks = hunks.map { lines[$0] }
  }

  /// Merges the lines of both texts, equal ones once.
  private static func merged(_ old: [Substring], _ new: [Substring]) -> [Line] {
    let difference = new.difference(from: old)
    let removed = Set(difference.removals.map(\.offset))
    let inserted = Set(difference.insertions.map(\.offset))
    var lines: [Line] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, removed.contains(i) {
        lines.append(Line(sign: "-", text: old[i], old: i + 1, new: j + 1))
        i += 1
      } else if j < new.count, inserted.contains(j) {
        lines.append(Line(sign: "+", text: new[j], old: i + 1, new: j + 1))
        j += 1
      } else {
        lines.append(Line(sign: " ", text: old[i], old: i + 1, new: j + 1))
        (i, j) = (i + 1, j + 1)
      }
    }
    return lines
  }

  var description: String {
    hunks.flatMap { hunk -> [String] in
      let old = hunk.count { $0.sign != "+" }
      let new = hunk.count { $0.sign != "-" }
      let head = hunk.first.map { "@@ -\($0.old),\(old) +\($0.new),\(new) @@" } ?? ""
      return [head] + hunk.map { "\($0.sign)\($0.text)" }
    }
    .joined(separator: "\n")
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
