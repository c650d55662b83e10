// Delta debugging: makes a capture smaller as long as a command still succeeds with it.
// Licensed under the MIT license; see LICENSE.

import QuartzWire

/// The search for the smallest capture.
///
/// It removes records, then layers, then values, images, lists and animations, in ever smaller
/// groups, and begins again until nothing more can go. The rest is smallest in the sense that
/// no single part can be removed.
struct Minimiser {
  /// The command that the search asks.
  let predicate: CapturePredicate
  /// The most runs of it.
  let mostRuns: Int
  private(set) var document: CaptureDocument
  private(set) var runs = 0

  init(_ document: CaptureDocument, _ predicate: CapturePredicate, mostRuns: Int) {
    self.document = document
    self.predicate = predicate
    self.mostRuns = mostRuns
  }

  /// The records, layers and parts that are left.
  private var size: [Int] {
    [document.records.count, document.layers.count, document.partCount]
  }

  /// Searches.
  ///
  /// - Throws: `MinimiseFailure.notShown` if the command fails with the whole capture.
  mutating func run() throws {
    guard try succeeds(document) else { throw MinimiseFailure.notShown(predicate.lastLines) }
    var before: [Int] = []
    while size != before, runs < mostRuns {
      before = size
      try remove(document.records.count) { $0.keeping(records: $1) }
      let layers = document.layers
      try remove(layers.count) { document, kept in
        let rest = Set(kept.map { layers[$0] })
        return document.removing(Set(layers).subtracting(rest))
      }
      try remove(document.partCount) { $0.keeping(parts: $1) }
    }
  }

  private mutating func succeeds(_ candidate: CaptureDocument) throws -> Bool {
    runs += 1
    return try predicate.succeeds(with: candidate)
  }

  /// Removes as many of some things as can go.
  ///
  /// - Parameter keep: Returns a document with some of the things that `base` has.
  private mutating func remove(
    _ count: Int,
    _ keep: (_ base: CaptureDocument, _ kept: [Int]) -> CaptureDocument
  ) throws {
    let base = document
    var kept = Array(0..<count)
    var length = count
    while length > 0, !kept.isEmpty {
      var start = 0
      while start < kept.count, runs < mostRuns {
        let rest = Array(kept[..<start] + kept[min(start + length, kept.count)...])
        let candidate = keep(base, rest)
        if try succeeds(candidate) {
          kept = rest
          document = candidate
        } else {
          start += length
        }
      }
      length /= 2
    }
  }
}

/// Why a capture was not made smaller.
enum MinimiseFailure: Error, CustomStringConvertible {
  /// With the last lines that the command printed.
  case notShown([Substring])
  case spawn(code: Int32)

  var description: String {
    switch self {
    case .notShown(let lines):
      "the predicate fails with the whole capture, so there is nothing to look for"
        + (lines.isEmpty ? "" : "; it prints:\n" + lines.joined(separator: "\n"))
    case .spawn(let code): "the predicate cannot be run: error \(code)"
    }
  }
}
