// The rows of the texts' inventories: which demo shows each, or why none does.
// Licensed under the MIT license; see LICENSE.

/// A row of an inventory: a demo, a figure, or both at once.
///
/// Rows.txt has a line for each: its ids, and then, where no demo has the row's own number,
///
///     = LW-5.1                        the demo whose figure it is
///     @ book-appkit                   the program of the demo that has its number
///     : a reason ~ Symbol             why nothing shows it, and what would make that false
public struct Row: Sendable, Equatable {
  /// The thing that shows a row.
  public enum Place: Sendable, Equatable {
    /// The demo of a number in a program.
    case demo(String, program: String)
    /// Nothing, and why; the symbol or test whose coming makes the reason false.
    case none(reason: String, until: String)
  }

  /// The ids, as "LW-D-8.4" or "LW-F-8.1".
  public let ids: [String]
  /// The thing that shows it.
  public let place: Place

  /// Whether the row is a demo of the text, and not only a figure.
  public var isDemo: Bool { ids.contains { $0.contains("-D-") } }

  /// The number of a row's demo: "LW-8.4" for "LW-D-8.4".
  public static func number(of id: String) -> String {
    guard let range = id.firstRange(of: "-D-") else { return id }
    return id[..<range.lowerBound] + "-" + id[range.upperBound...]
  }

  /// The program that has demos of views of UIKit, and most others.
  public static let mainProgram = "book"

  /// All rows, in the order of the inventories.
  public static let all: [Row] = {
    let text = String(decoding: PackageResources.Rows_txt, as: UTF8.self)
    return text.split(separator: "\n").compactMap { Row(String($0)) }
  }()

  /// Reads a line; nil for one that is not as above.
  init?(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    let ids = Array(words.prefix { !["=", "@", ":"].contains($0) })
    guard let first = ids.first else { return nil }
    let rest = Array(words.dropFirst(ids.count + 1))
    switch words.dropFirst(ids.count).first {
    case nil: place = .demo(Row.number(of: first), program: Row.mainProgram)
    case "=" where rest.count == 1: place = .demo(rest[0], program: Row.mainProgram)
    case "@" where rest.count == 1: place = .demo(Row.number(of: first), program: rest[0])
    case ":":
      guard let mark = rest.firstIndex(of: "~"), mark == rest.count - 2, mark > 0 else {
        return nil
      }
      let reason = rest[..<mark].joined(separator: " ")
      place = .none(reason: reason, until: rest[mark + 1])
    default: return nil
    }
    self.ids = ids
  }
}
