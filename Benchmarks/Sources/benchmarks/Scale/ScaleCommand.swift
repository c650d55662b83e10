// Measures what grows with the number of layers, clients, threads or animations.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A question of scale: a table with a row for each count.
///
/// `scripts/scale` draws the tables.
struct ScaleQuestion: Sendable {
  let name: String
  /// The counts that are measured if the command line names none.
  let counts: [Int]
  /// The heads of the columns, of which the first is the count.
  let columns: [String]
  /// The rows of a count.
  let rows: @Sendable (Int) throws -> [[ScaleCell]]
}

/// A cell of a table.
enum ScaleCell: Sendable {
  case text(String)
  case count(Int)
  case number(Double)
  /// Nothing was measured.
  case none

  /// The cell as text: numbers have four digits that count.
  var text: String {
    switch self {
    case .text(let text): return text
    case .count(let count): return "\(count)"
    case .number(let number):
      guard number != 0, number.isFinite else { return "0" }
      let digits = max(0, 3 - Int(log10(abs(number)).rounded(.down)))
      let power = pow(10, Double(digits))
      return "\((number * power).rounded() / power)"
    case .none: return ""
    }
  }
}

/// `benchmarks --scale`: prints a table of tab-separated values.
enum ScaleCommand {
  static let firstArgument = "--scale"

  /// A command line that makes no sense.
  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  private static let questions = [
    LayerScale.question, ClientScale.question, ThreadScale.question, AnimationScale.question,
  ]

  static func run(_ arguments: ArraySlice<String>) throws {
    guard let question = questions.first(where: { $0.name == arguments.first }) else {
      let names = questions.map(\.name).joined(separator: ", ")
      throw UsageError(description: "\(firstArgument) needs one of \(names)")
    }
    let counts = try arguments.dropFirst().map { argument in
      guard let count = Int(argument), count > 0 else {
        throw UsageError(description: "not a count above 0: \(argument)")
      }
      return count
    }
    print(question.columns.joined(separator: "\t"))
    for count in counts.isEmpty ? question.counts : counts {
      for row in try question.rows(count) {
        print(row.map(\.text).joined(separator: "\t"))
        fflush(nil)
      }
    }
  }
}
