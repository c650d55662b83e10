// Things that cannot be ported.
// Licensed under the MIT license; see LICENSE.

import PortKit
import Testing

@Suite("Things that cannot be ported")
struct UnsupportedTests {
  @Test(
    "each is told of, with its line",
    arguments: [
      ("method_exchangeImplementations(a, b)", "runtime"),
      ("let c = NSClassFromString(\"A\")", "names"),
      ("view.perform(#selector(UIView.layoutSubviews), with: nil)", "by its name alone"),
      ("if delegate.responds(to: Selector(\"a\")) {}", "by its name alone"),
      ("view.addObserver(self, forKeyPath: \"a\", options: [], context: nil)", "observer"),
      ("class A { func observeValue(forKeyPath p: String?) {} }", "observer"),
      ("let n = UINib(nibName: \"A\", bundle: nil)", "nibs"),
      ("Bundle.main.loadNibNamed(\"A\", owner: nil)", "nibs"),
      ("view.translatesAutoresizingMaskIntoConstraints = false", "Auto Layout"),
      ("NSLayoutConstraint.activate([])", "Auto Layout"),
      ("UIButton.appearance().tintColor = .red", "appearance"),
      ("let i = UIImage(systemName: \"star\")", "SF Symbols"),
      ("let b: @convention(block) () -> Void = {}", "blocks"),
      ("@UIApplicationMain class A: UIResponder {}", "main function"),
      ("let h: UIHostingController<A>", "SwiftUI"),
    ]
  )
  func findings(text: String, reason: String) {
    let findings = Ported("import UIKit\n" + text).findings
    #expect(findings.count == 1)
    #expect(findings.first?.hasPrefix("2: ") == true)
    #expect(findings.first?.contains(reason) == true)
  }

  @Test("code that is not compiled here is not told of")
  func gates() {
    let text = """
      #if os(macOS)
      import SwiftUI
      let a = NSClassFromString("A")
      #elseif os(iOS) && !targetEnvironment(macCatalyst)
      let b = UIColor.red
      #else
      let c = NSClassFromString("A")
      #endif
      #if canImport(UIKit) || os(macOS)
      #else
      let d = NSClassFromString("A")
      #endif
      """
    // The second #else belongs to a condition that is true, the first one to one that may not be.
    #expect(Ported(text).findings.isEmpty)
  }

  @Test("names alone say nothing")
  func names() {
    let text = """
      let t = view.observe(\\.bounds) { _, _ in }
      pencil.perform(stroke)
      UIView.perform(.delete, on: [])
      store.observe(key)
      appearance(of: self)
      """
    #expect(Ported(text).findings.isEmpty)
  }
}
