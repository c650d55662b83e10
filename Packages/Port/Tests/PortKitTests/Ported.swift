// Ports of texts, for the tests.
// Licensed under the MIT license; see LICENSE.

import PortKit

/// A port of one module.
struct Ported {
  let result: PortResult
  private let sources: [String: String]

  init(_ sources: [String: String]) {
    self.sources = sources
    result = Porter.port(
      sources.sorted { $0.key < $1.key }.map {
        SourceText(path: $0.key, module: "M", bytes: Array($0.value.utf8))
      }
    )
  }

  init(_ text: String) { self.init(["A.swift": text]) }

  /// Returns the new text of a file.
  subscript(path: String) -> String {
    result.files[path].map { String(decoding: $0, as: UTF8.self) } ?? sources[path] ?? ""
  }

  /// The new text of the only file.
  var text: String { self["A.swift"] }

  /// The findings, as `line: message`.
  var findings: [String] { result.findings.map { "\($0.line): \($0.message)" } }

  /// The same, ported again.
  var again: Ported {
    Ported(Dictionary(uniqueKeysWithValues: sources.keys.map { ($0, self[$0]) }))
  }
}
