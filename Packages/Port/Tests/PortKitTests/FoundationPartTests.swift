// Parts of Foundation that are a module of their own on Linux: their import and their product.
// Licensed under the MIT license; see LICENSE.

import PortKit
import Testing

@Suite("Parts of Foundation")
struct FoundationPartTests {
  @Test(
    "names that Foundation for Linux lacks need their module",
    arguments: [
      "final class A: NSObject, NSFilePresenter {}",
      "class A: UndoManager {}",
      "var a = NSHashTable<NSObject>.weakObjects()",
      "let a: NSMapTable<NSString, NSString>? = nil",
      "func a(_ error: NSErrorPointer) {}",
      "let a = DateComponentsFormatter(), b = RelativeDateTimeFormatter()",
      "func a() throws { _ = try NSDataDetector(types: NSTextCheckingResult.CheckingType.link) }",
      "func a() { NSException(name: .rangeException, reason: nil).raise() }",
      "let a = NSPredicate(format: \"age > %d\", 3)",
      "let a = NSPredicate.init(format: \"age > 3\")",
      "let a: NSPredicate = .init(format: \"age > 3\")",
      "let a = [NSSortDescriptor(key: \"name\", ascending: true)]",
      "let a: [NSSortDescriptor] = [.init(key: nil, ascending: true)]",
      "let a = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: \"group\")",
      "let a = Notification.Name.NSUndoManagerDidUndoChange",
      "func a(_ b: NSTextCheckingResult) -> URL? { b.url }",
      "func a(_ b: NSSortDescriptor) -> String? { b.key }",
      "func a(_ b: NSPredicate) -> NSPredicate { b.withSubstitutionVariables([:]) }",
    ]
  )
  func needed(text: String) {
    Pair(
      name: text,
      before: "import Foundation\n\(text)\n",
      after: "import Foundation\nimport QuartzFoundation\n\(text)\n"
    ).check()
  }

  @Test(
    "what Foundation has, a package's own types, code of other systems, other modules",
    arguments: [
      "import Foundation\nlet a = NSPredicate { _, _ in true }",
      "import Foundation\nlet a = NSSortDescriptor(keyPath: \\String.count, ascending: true)",
      "import Foundation\nfunc a(_ b: NSPredicate) -> String { .init(describing: b) }",
      "import Foundation\nlet a = String(format: \"%d\", 1), b = URLResponseBox().url",
      "import Foundation\nclass UndoManager {}\nlet a = UndoManager()",
      "import Foundation\n#if os(macOS)\nlet a = NSHashTable<NSObject>.weakObjects()\n#endif",
      "import UIKit\nlet a = UndoManager()",
      "import QuartzFoundation\nlet a = UndoManager()",
    ]
  )
  func notNeeded(text: String) {
    Pair(name: text, before: text, after: text).check()
  }

  @Test("they come with UIKit where another name needs it")
  func views() {
    Pair(
      name: "selectors",
      before: "import Foundation\nlet a = UndoManager(), b: Selector? = nil\n",
      after: "import Foundation\nimport UIKit\nlet a = UndoManager(), b: Selector? = nil\n"
    ).check()
  }

  @Test("the target depends on their product")
  func manifest() throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(name: "App", targets: [.target(name: "Model"), .target(name: "Plain")])
      """,
      "in/Package.swift"
    )
    try scratch.write("import Foundation\nlet a = UndoManager()\n", "in/Sources/Model/A.swift")
    try scratch.write("import Foundation\nlet a = URL?.none\n", "in/Sources/Plain/A.swift")
    let quartz = QuartzDependency.path("/quartz")
    let port = try PackagePort(scratch.path + "/in", dependency: quartz)
    #expect(port.result.findings.isEmpty)
    try port.write(to: scratch.path + "/out", replaces: false)
    let text = try scratch.text("out/Package.swift")
    let product = #".product(name: "QuartzFoundation", package: "quartz")"#
    #expect(text.contains(".target(name: \"Model\", dependencies: [\(product)])"))
    #expect(text.contains(#".target(name: "Plain")"#))
    #expect(text.contains(#".package(name: "quartz", path: "/quartz")"#))
    let again = try PackagePort(scratch.path + "/out", dependency: quartz)
    #expect(again.result.changes.isEmpty)
  }
}
