// Sources that try to mislead the tool.
// Licensed under the MIT license; see LICENSE.

import PortKit
import Testing

@Suite("Adversarial sources")
struct AdversarialTests {
  @Test(
    "in thousands of lines: the lines that have to change, and no other",
    arguments: [(1, 10_000), (2, 2_000), (3, 2_000)]
  )
  func lines(seed: UInt64, count: Int) {
    let source = AdversarialSource(seed: seed, lines: count)
    let ported = Ported(source.text)
    #expect(Self.firstDifference(ported.text, source.expected) == nil)
    var lines: Set<Int> = []
    for change in ported.result.changes {
      lines.formUnion(change.line..<(change.line + change.before.count))
    }
    #expect(lines == source.changed)
    #expect(ported.findings.isEmpty)
    #expect(ported.again.result.changes.isEmpty)
  }

  @Test("CR LF, a byte order mark and no newline at the end stay")
  func newlines() {
    let source = AdversarialSource(seed: 4, lines: 500, newline: "\r\n")
    let ported = Ported("\u{FEFF}" + source.text)
    #expect(Self.firstDifference(ported.text, "\u{FEFF}" + source.expected) == nil)
    let protocols = Ported("@objc protocol A {\r\n\t@objc optional func b()\r\n}")
    #expect(
      protocols.text
        == "protocol A: AnyObject {\r\n\tfunc b()\r\n}\r\n\r\nextension A {\r\n\tfunc b() {}\r\n}"
    )
  }

  @Test("extensions across files move each to its class, in the order of files")
  func extensions() {
    var files: [String: String] = [:]
    var classes = "import UIKit\n"
    for index in 0..<50 { classes += "class C\(index): UIView {\n}\n" }
    files["A.swift"] = classes
    for file in 0..<20 {
      var text = "import UIKit\n"
      for index in 0..<50 where (index + file) % 7 == 0 {
        text += "extension C\(index) {\n  // \(file)\n  override func m\(file)() {}\n}\n"
      }
      files["B\(file).swift"] = text
    }
    let ported = Ported(files)
    let lines = ported["A.swift"].split(separator: "\n")
    let moved = lines.filter { $0.contains("override func") }
    #expect(
      moved.count == files.values.reduce(0) { $0 + $1.split(separator: "override").count - 1 }
    )
    #expect(!(0..<20).contains { ported["B\($0).swift"].contains("override") })
    #expect(ported.again.result.changes.isEmpty)
  }

  /// Returns the first line in which two texts differ; nil if they are the same.
  static func firstDifference(_ text: String, _ other: String) -> String? {
    if Array(text.utf8) == Array(other.utf8) { return nil }
    let (lines, others) = (text.split(separator: "\n"), other.split(separator: "\n"))
    for (line, other) in zip(lines, others) where line != other { return "\(line)\n\(other)" }
    return "\(lines.count) and \(others.count) lines"
  }
}
