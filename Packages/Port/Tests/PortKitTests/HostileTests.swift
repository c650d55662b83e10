// Sources that are not Swift, or too much of it.
// Licensed under the MIT license; see LICENSE.

import PortKit
import Testing

@Suite("Hostile sources")
struct HostileTests {
  @Test(
    "code that does not parse is told of and kept",
    arguments: [
      "class {", "#if os(iOS)\nclass A {", "@objc @objc(", "#selector(", "\u{0}\u{1}", "}",
    ]
  )
  func notSwift(text: String) {
    let ported = Ported(text)
    #expect(ported.findings.contains { $0.contains("does not parse") } || text == "\u{0}\u{1}")
  }

  @Test("any cut of a source ends")
  func cuts() {
    let source = AdversarialSource(seed: 5, lines: 120)
    let text = Array(source.text.utf8)
    for end in stride(from: 0, to: text.count, by: 97) {
      let cut = String(decoding: text[..<end], as: UTF8.self)
      _ = Ported(cut).text
    }
  }

  @Test("deep code is no danger to the stack")
  func depth() {
    let chain = "let a = b" + String(repeating: ".c", count: 20_000) + "\n@objc class D {}\n"
    #expect(Ported(chain).text.hasSuffix("\nclass D {}\n"))
    let nested = String(repeating: "(", count: 20_000) + String(repeating: ")", count: 20_000)
    #expect(Ported("let a = \(nested)\n").findings.count == 1)
    let classes = String(repeating: "class A { ", count: 5_000)
    #expect(!Ported(classes).findings.isEmpty)
    let gates = String(repeating: "#if os(iOS)\n", count: 1_000)
    #expect(!Ported(gates).findings.isEmpty)
    let sum = "let a = 1" + String(repeating: " + 1", count: 20_000) + "\n"
    #expect(Ported(sum).result.changes.isEmpty)
  }

  @Test(
    "types and strings in one another are read to a limit",
    arguments: [
      ("[", "]", 16, 0), ("[", "]", 17, 1), ("[", "]", 40, 1), ("[(Int, ", ")]", 17, 1),
      ("\"\\(", ")\"", 8, 0), ("\"\\(", ")\"", 33, 1), ("\"\\(", ")\"", 50_000, 1),
      ("#\"\\#(", ")\"#", 33, 1), ("\"\"\"\n\\(", ")\n\"\"\"", 33, 1),
    ]
  )
  func nesting(open: String, close: String, count: Int, findings: Int) {
    let isType = open.hasPrefix("[")
    let inner = isType ? "Int" : "1"
    let text = String(repeating: open, count: count) + inner + String(repeating: close, count: count)
    let ported = Ported("let a\(isType ? ": " : " = ")\(text)\n@objc class D {}\n")
    #expect(ported.findings.count == findings, "\(ported.findings)")
    #expect(ported.findings.allSatisfy { $0.hasSuffix("are nested here; the file is copied") })
    #expect(ported.text.hasSuffix(findings == 0 ? "\nclass D {}\n" : "\n@objc class D {}\n"))
  }

  @Test("brackets in strings and comments are not nested")
  func bracketsThatAreText() {
    let brackets = String(repeating: "[", count: 100)
    let ported = Ported(
      """
      // \(brackets)
      /* /* \(brackets) */ \(brackets) */
      let a = "\(brackets) \\" \(brackets)", b = #"\(brackets)\" \(brackets)"#
      let c = \"\"\"
        \(brackets) "
        \"\"\"
      @objc class D {}

      """
    )
    #expect(ported.findings.isEmpty, "\(ported.findings)")
    #expect(ported.text.hasSuffix("\nclass D {}\n"))
  }

  @Test("superclasses in a circle end")
  func circles() {
    let ported = Ported(
      """
      class A: B { @NSManaged var x: Int }
      class B: C {}
      class C: A { @objc func f() { _ = #selector(g) } }
      @objc protocol P: Q { @objc optional func p() }
      @objc protocol Q: P {}
      """
    )
    #expect(ported.text.contains("Selector(\"g\", C.g)"))
  }

  @Test("long lines and many edits in one")
  func longLine() {
    let line =
      "class A { @objc func f() {}; func g() { _ = ["
      + String(repeating: "#selector(f), ", count: 2_000) + "] } }"
    let ported = Ported("import UIKit\n" + line)
    #expect(ported.result.changes.count == 1)
    #expect(!ported.text.contains("#selector"))
  }
}
