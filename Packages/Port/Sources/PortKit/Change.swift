// The changes of a port, and the things that it cannot do.
// Licensed under the MIT license; see LICENSE.

/// Lines that were changed.
public struct Change: Hashable, Sendable, CustomStringConvertible {
  /// The file's path in the package, with `/`.
  public let path: String
  /// The number of the first line in the original; 1 is the first.
  public let line: Int
  /// The lines of the original; none where lines were added.
  public let before: [String]
  /// The lines that take their place; none where lines were removed.
  public let after: [String]
  /// The names of the rules.
  public let rules: [String]

  /// The place, the rules, and the lines as in a unified diff.
  public var description: String {
    let head = "\(path):\(line): \(rules.joined(separator: ", "))"
    return ([head] + before.map { "- \($0)" } + after.map { "+ \($0)" }).joined(separator: "\n")
  }
}

/// A thing that has to be changed by hand.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
  /// The file's path in the package, with `/`.
  public let path: String
  /// The number of the line; 1 is the first.
  public let line: Int
  /// The reason, in one line.
  public let message: String

  /// The place and the reason.
  public var description: String { "\(path):\(line): cannot port: \(message)" }
}

/// An error that ends a port; nothing is written then.
public struct PortError: Error, Hashable, CustomStringConvertible {
  /// One line that names the file and the reason.
  public let description: String

  init(_ description: String) { self.description = description }
}
