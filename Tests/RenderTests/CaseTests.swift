// The cases of the texts that scenes show, those that they do not show, and why.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzSoftware
import RenderScenes
import Synchronization
import Testing

@Suite struct CaseTests {
  @Test func everyCaseIsThereOnce() {
    let ids = Case.all.map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  /// The list of rows is that of the inventories, where they are.
  @Test(.enabled(if: Inventory.isThere, "there are no inventories in ../shared/spec"))
  func listIsThatOfTheInventories() throws {
    let (listed, written) = (try Inventory.rows(), try Inventory.writtenRows())
    let lost = Set(written).subtracting(listed).map { $0.joined(separator: " ") }.sorted()
    let added = Set(listed).subtracting(written).map { $0.joined(separator: " ") }.sorted()
    #expect(lost.isEmpty, "Rows.txt of the book lacks \(lost)")
    #expect(added.isEmpty, "no inventory has \(added)")
    #expect(listed.count == written.count)
  }

  /// Each row of the inventories that says what is to be seen has a case, and each case has a row.
  @Test func everyRowHasACase() throws {
    let rows = try Inventory.rows()
    // The list has at least this many rows; a reader that finds less is wrong.
    #expect(rows.count >= 500, "\(rows.count) rows")
    let cases = Set(Case.all.map(\.id))
    for row in rows where cases.isDisjoint(with: row) {
      Issue.record("no case, picture or reason for \(row.joined(separator: ", "))")
    }
    let all = Set(rows.joined())
    for id in cases.subtracting(all).sorted() { Issue.record("\(id) is in no inventory") }
  }

  @Test(arguments: Case.all)
  func scenesAreWhatTheScopeSays(_ shown: Case) {
    let isShown = !shown.scenes.isEmpty || !shown.motions.isEmpty
    switch shown.scope {
    case .pictures, .picturesBut: #expect(isShown, "\(shown) has no scene")
    case .nothing: #expect(!isShown, "\(shown) has scenes")
    }
    for motion in shown.motions {
      #expect(motion.name.hasPrefix(shown.id), "\(motion) is no motion of \(shown)")
      #expect(!motion.facts.isEmpty, "\(motion) checks nothing that the text says")
    }
    for scene in shown.scenes {
      #expect(scene.name.hasPrefix(shown.id), "\(scene) is no scene of \(shown)")
      #expect(!scene.probes.isEmpty, "\(scene) checks nothing that the text says")
    }
  }

  /// A case that only values can show has a test whose comment names the case.
  @Test func testsOfValuesExist() throws {
    let functions = try TestFunctions()
    for shown in Case.all {
      guard case .test(let name) = shown.missing else { continue }
      #expect(functions.comment(of: name)?.contains(caseID: shown.id) == true, "\(shown): \(name)")
    }
  }

  /// A case that needs views has a demo of its number in the book, which runs and checks it.
  @Test func demosExist() throws {
    let demos = try Book.demos()
    for shown in Case.all where shown.missing == .book {
      #expect(demos.contains(shown.number), "the book has no demo \(shown.number)")
    }
  }

  /// Each row of the inventories has a demo in the book, is the figure of one, or has a reason for
  /// having none; and each demo is of a row.
  @Test func everyRowHasADemo() throws {
    let demos = try Book.demos()
    let rows = try Inventory.rows()
    let others = try Inventory.placesOfRows()
    for (row, place) in zip(rows, others) {
      let isThere =
        switch place {
        case .own: row.contains { demos.contains(Case.number(of: $0)) }
        case .demo(let number): demos.contains(number)
        case .none: true
        }
      #expect(isThere, "no demo and no reason for \(row.joined(separator: ", "))")
    }
    let numbers = rows.joined().map { Case.number(of: $0) }
    for demo in demos.sorted() {
      let isOfARow = numbers.contains { demo == $0 || demo.isVariant(of: $0) }
      #expect(isOfARow, "the demo \(demo) is of no row")
    }
  }

  /// A figure is of the demo that has the number of the case which shows it.
  @Test func figuresAreOfTheDemosOfTheirCases() throws {
    let cases = Dictionary(uniqueKeysWithValues: Case.all.map { ($0.id, $0) })
    for (row, place) in zip(try Inventory.rows(), try Inventory.placesOfRows()) {
      guard case .demo(let number) = place else { continue }
      let isFigure = row.contains { id in
        guard case .shownBy(let other) = cases[id]?.missing else { return false }
        return Case.number(of: other) == number
      }
      #expect(isFigure, "\(row) is no figure of \(number)")
    }
  }

  /// A reason names the symbol or the test that would make it false, and that is not there.
  @Test func reasonsStillHold() throws {
    let demos = try Book.demos()
    let cases = Dictionary(uniqueKeysWithValues: Case.all.map { ($0.id, $0) })
    let functions = try TestFunctions()
    let symbols = try Symbols()
    for (row, place) in zip(try Inventory.rows(), try Inventory.placesOfRows()) {
      let isExcused = row.contains { cases[$0]?.missing == .reason }
      guard case .none(let reason, let symbol) = place else {
        #expect(!isExcused, "\(row) has a demo, and a case without one")
        continue
      }
      #expect(reason.count > 10 && !symbol.isEmpty, "\(row) has no reason")
      let isShown = row.contains { demos.contains(Case.number(of: $0)) }
      #expect(!isShown, "\(row) is a demo: \(reason)")
      let isThere = symbols.contains(symbol) || functions.comment(of: symbol) != nil
      #expect(!isThere, "there is \(symbol) now, so \(row) may have a demo: \(reason)")
    }
    // The reader finds symbols that are there.
    #expect(symbols.contains("CAReplicatorLayer") && !symbols.contains("CANoSuchLayer"))
  }

  /// Figures are of cases that something shows, or of scenes.
  @Test func figuresAreOfWhatIsShown() {
    let cases = Dictionary(uniqueKeysWithValues: Case.all.map { ($0.id, $0) })
    let scenes = Set(Scene.all.map(\.name))
    for shown in Case.all {
      switch shown.missing {
      case .shownBy(let other):
        if let other = cases[other] {
          if case .shownBy = other.missing { Issue.record("\(shown) is of the figure \(other)") }
        } else {
          #expect(scenes.contains(other), "\(shown) is of \(other), which is nothing")
        }
      case .test, .book, .reason, nil: break
      }
    }
  }

  /// ZL-D-12.8: a layer draws on the thread that asks and commits; a thread that ends before draws
  /// nothing.
  @Test func threadsDrawTheirOwnLayers() throws {
    let drawers = Mutex<[ObjectIdentifier]>([])
    for commits in [true, false] {
      drawers.withLock { $0 = [] }
      let thread = Thread {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
        Painter { _, _ in
          drawers.withLock { $0.append(ObjectIdentifier(Thread.current)) }
        }.own(layer)
        guard let stage = try? Stage(SoftwareBackend(threads: 1), width: 8, height: 8) else {
          return
        }
        stage.edit { stage.root.addSublayer(layer) }
        CATransaction.flush()
        layer.setNeedsDisplay()
        if commits { CATransaction.flush() }
      }
      thread.start()
      while !thread.isFinished { sched_yield() }
      #expect(drawers.withLock { $0 } == (commits ? [ObjectIdentifier(thread)] : []))
    }
  }

  /// The table as text, for those who want to read it.
  @Test func summary() {
    let shown = Case.all.count { !$0.scenes.isEmpty }
    let scenes = Case.all.flatMap(\.scenes).count
    #expect(shown >= 100, "\(shown) of \(Case.all.count) cases in \(scenes) scenes")
  }
}

extension Case {
  /// The number of a row's demo in the book: `LW-8.4` for `LW-D-8.4`.
  fileprivate static func number(of id: String) -> String {
    id.replacing("-D-", with: "-", maxReplacements: 1)
  }

  /// The number of its demo.
  fileprivate var number: String { Case.number(of: id) }

  /// The substitute for scenes, if there is one.
  fileprivate var missing: Missing? {
    switch scope {
    case .pictures: nil
    case .picturesBut(let missing), .nothing(let missing): missing
    }
  }
}

extension String {
  /// Whether a demo is a variant of another: `LW-1.1@2x`, `ZL-4.7c`, `LW-8.12-outgoing`.
  fileprivate func isVariant(of number: String) -> Bool {
    guard hasPrefix(number), let next = dropFirst(number.count).first else { return false }
    return !next.isNumber && next != "."
  }

  /// Whether the id of a case stands in a text, and not that of a longer one.
  fileprivate func contains(caseID id: String) -> Bool {
    ranges(of: id).contains { range in
      guard range.upperBound < endIndex else { return true }
      let next = self[range.upperBound...].prefix(2)
      guard let first = next.first else { return true }
      return !first.isLetter && !first.isNumber
        && !(first == "." && next.dropFirst().first?.isNumber == true)
    }
  }
}

/// The functions of all test suites, with the comments above them.
private struct TestFunctions {
  /// By `Suite.function`.
  private var comments: [String: String] = [:]

  init() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      if file.pathExtension == "swift" { read(try String(contentsOf: file, encoding: .utf8)) }
    }
  }

  private mutating func read(_ source: String) {
    var suite = ""
    var above: [Substring] = []
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      // Expressions are parsed anew for each line, and most lines have neither word.
      if line.first?.isWhitespace == false,
        let match = line.firstMatch(
          of: /^(?:@Suite.*)?(?:final )?(?:struct|class|extension) (\w+)/
        )
      {
        suite = String(match.1)
      }
      if line.contains("func "), let match = line.firstMatch(of: /\bfunc (\w+)\(/) {
        comments["\(suite).\(match.1)", default: ""] += above.joined(separator: "\n")
      }
      let text = line.trimmingPrefix { $0 == " " }
      if text.isEmpty || text == "}" { above = [] } else { above.append(text) }
    }
  }

  /// Returns the comment above a function; nil if no function has that name.
  func comment(of name: String) -> String? { comments[name] }
}

/// The types that the sources of the library declare.
private struct Symbols {
  private var names: Set<Substring> = []

  init() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources").standardizedFileURL
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        // Types of a file stand at its left edge.
        guard let first = line.first, first.isLetter || first == "@" else { continue }
        let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        for (keyword, name) in zip(words, words.dropFirst())
        where ["class", "struct", "enum", "protocol", "actor", "typealias"].contains(keyword) {
          names.insert(name)
        }
      }
    }
  }

  func contains(_ name: String) -> Bool { names.contains(Substring(name)) }
}

/// The demos of `Examples/Book`, whose own tests see to it that each has a line of references.
private enum Book {
  private static let references = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Examples/Book/Tests/BookTests/References.txt").standardizedFileURL

  /// The numbers of all demos.
  static func demos() throws -> Set<String> {
    let lines = try String(contentsOf: references, encoding: .utf8).split(separator: "\n")
    let demos = Set(lines.compactMap { $0.split(separator: " ").first.map(String.init) })
    // The book has at least this many; a reader that finds less is wrong.
    try #require(demos.count >= 400, "\(demos.count) demos")
    return demos
  }
}

/// The rows of the inventories: as Rows.txt of the book lists them, and as the inventories in
/// `../shared/spec` write them, where those are.
private enum Inventory {
  private static let list = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Examples/Book/Sources/BookPages/Rows.txt").standardizedFileURL
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/spec").standardizedFileURL

  static let isThere = FileManager.default.fileExists(atPath: folder.path)

  /// The ids of each row; a row may be a demonstration and its figure at once.
  static func rows() throws -> [[String]] {
    // After the ids a line says what shows the row, or why nothing does.
    try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      return Array(words.prefix { !["=", "@", ":"].contains($0) })
    }
  }

  /// The thing that shows a row, as its line in Rows.txt says.
  enum Place {
    case own
    case demo(String)
    case none(reason: String, until: String)
  }

  /// The things that show the rows, in their order.
  static func placesOfRows() throws -> [Place] {
    try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      let mark = words.firstIndex { ["=", "@", ":"].contains($0) }
      guard let mark else { return .own }
      let rest = words[(mark + 1)...]
      switch words[mark] {
      case "=": return .demo(rest.joined(separator: " "))
      case "@": return .own
      default:
        let end = rest.firstIndex(of: "~") ?? rest.endIndex
        let symbol = rest[end...].dropFirst().joined(separator: " ")
        return .none(reason: rest[..<end].joined(separator: " "), until: symbol)
      }
    }
  }

  /// The ids of each row of the inventories.
  ///
  /// A row begins a line with an id in its first cell, or in bold.
  static func writtenRows() throws -> [[String]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var rows: [[String]] = []
    for name in names.sorted() where name.hasPrefix("seed-") {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let separator: Character
        if line.hasPrefix("| ") {
          separator = "|"
        } else if line.hasPrefix("**") {
          separator = "*"
        } else {
          continue
        }
        guard let head = line.split(separator: separator).first, !head.contains("`") else {
          continue
        }
        let ids = ids(in: String(head))
        if !ids.isEmpty { rows.append(ids) }
      }
    }
    return rows
  }

  /// The ids in a head such as `NB-D-F16.2 / F16.3`, where later ones may lack their beginning.
  private static func ids(in head: String) -> [String] {
    var ids: [String] = []
    var beginning = ""
    let words = head.split { " ,/".contains($0) }
    for word in words {
      if let match = word.wholeMatch(of: /((?:AG|LW|NB|ZL|L6)-[DF]-)[A-Za-z0-9][A-Za-z0-9.\-]*/) {
        beginning = String(match.1)
        ids.append(String(word))
      } else if !beginning.isEmpty, word.wholeMatch(of: /[FL]?\d+\.\d+[a-z]?/) != nil {
        ids.append(beginning + word)
      } else {
        break
      }
    }
    return ids
  }
}
