// Names of Apple's that are not here.
// Licensed under the MIT license; see LICENSE.

import PortKit
import Testing

@Suite("Names that are not here")
struct AbsentTests {
  @Test(
    "each is told of, with its line",
    arguments: [
      ("method_exchangeImplementations(a, b)", "runtime"),
      ("let c = NSClassFromString(\"A\")", "names"),
      ("view.perform(#selector(UIView.layoutSubviews), with: nil)", "by its name alone"),
      ("if delegate.responds(to: Selector(\"a\")) {}", "by its name alone"),
      ("class A: NSObject { override func observeValue(forKeyPath p: String?) {} }", "Observer"),
      ("let v: UIDynamicAnimator? = nil", "UIDynamicAnimator"),
      ("UITextChecker().ignoreWord(\"a\")", "UITextChecker"),
      ("let b: @convention(block) () -> Void = {}", "blocks"),
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

  @Test("names that are here, or that the package declares, are not told of")
  func present() {
    let text = """
      import UIKit
      final class WKWebView: UIView { func printer() {} }
      let web = WKWebView()
      web.printer()
      NSLayoutConstraint.activate([])
      let nib = UINib(nibName: "A", bundle: nil)
      view.addObserver(self, forKeyPath: "a", options: [], context: nil)
      class A: UIViewController { override func observeValue(forKeyPath p: String?) {} }
      class B: A { override func observeValue(forKeyPath p: String?) {} }
      class C: NSObject, KeyValueObserver { func observeValue(forKeyPath p: String?) {} }
      let board = UIStoryboard(name: "Main", bundle: nil)
      let image = UIImage(systemName: "star")
      web.translatesAutoresizingMaskIntoConstraints = false
      """
    #expect(Ported(text).findings.isEmpty, "\(Ported(text).findings)")
  }

  @Test("a report counts names, places and files")
  func report() throws {
    let scratch = try Scratch()
    try scratch.write("import UIKit\nlet a: WKWebView\nlet b: WKWebView\n", "in/A.swift")
    try scratch.write("import CoreData\nimport UIKit\nlet c: WKWebView\n", "in/B.swift")
    try scratch.write("import UIKit\nlet d = UIView()\n", "in/C.swift")
    let report = try PackageReport(scratch.path + "/in")
    #expect(report.rows.map(\.name) == ["WKWebView", "import CoreData"])
    #expect(report.rows.map(\.files) == [2, 1])
    #expect(report.rows.first?.places == ["A.swift:2", "A.swift:3", "B.swift:3"])
    #expect(report.wholeFiles == 1 && report.files == 3)
    let lines = "\(report)".split(separator: "\n").map(String.init)
    #expect(lines[2] == "| `WKWebView` | 3 | 2 | never: WebKit | A.swift:2 |")
    #expect(
      lines.last == "1 of 3 files are whole; 2 names in 4 places are not here; 0 nibs and "
        + "storyboards, 0 places in them are not carried over"
    )
  }

  @Test("imports that a port takes out are not counted")
  func reportOfUnusedImports() throws {
    let scratch = try Scratch()
    try scratch.write("import UIKit\nimport GameplayKit\nlet a = 1\n", "in/A.swift")
    try scratch.write("import UIKit\nimport GameplayKit\nlet b: GKState\n", "in/B.swift")
    let report = try PackageReport(scratch.path + "/in")
    #expect(report.rows.map(\.name) == ["import GameplayKit"])
    #expect(report.rows.first?.places == ["B.swift:2"])
    #expect(report.wholeFiles == 1 && report.files == 2)
  }

  @Test("names of QuickTime are told of, with what took their place")
  func quickTime() {
    let text = """
      let movie = QTMovie(file: path)
      let layer = QTMovieLayer(movie: movie)
      let preview = QTCaptureLayer()
      movie.gotoBeginning()
      movie.gotoEnd()
      movie.stepForward()
      movie.stepBackward()
      movie.gotoPosterFrame()
      movie.setCurrentTime(QTMakeTime(3, 600))
      let label = QTStringFromTime(time)
      """
    let findings = Ported(text).findings.filter { $0.contains("never: now ") }
    let expected = [
      "1: QTMovie: never: now `AVPlayer`, and its `AVPlayerItem`",
      "2: QTMovieLayer: never: now `AVPlayerLayer`",
      "3: QTCaptureLayer: never: now `AVCaptureVideoPreviewLayer`",
      "4: QTMovie.gotoBeginning(): never: now `seek(to: .zero)`",
      "5: QTMovie.gotoEnd(): never: now `seek(to: item.duration)`",
      "6: QTMovie.stepForward(): never: now `item.step(byCount: 1)`",
      "7: QTMovie.stepBackward(): never: now `item.step(byCount: -1)`",
      "8: QTMovie.gotoPosterFrame(): never: now `seek(to:)` with the poster's time, which the "
        + "program keeps",
      "9: QTMovie.setCurrentTime(_:): never: now `seek(to: time, toleranceBefore: .zero, "
        + "toleranceAfter: .zero)`",
      "9: QTMakeTime: never: now `CMTime(value:timescale:)`",
      "10: QTStringFromTime: never: now a text `d:hh:mm:ss.ff/scale` that the program makes of "
        + "`seconds`",
    ]
    #expect(findings == expected)
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
