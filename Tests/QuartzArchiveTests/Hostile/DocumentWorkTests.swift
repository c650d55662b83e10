// The work of reading documents and archives grows linearly with their content.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import Testing

@testable import QuartzArchive

@Suite struct DocumentWorkTests {
  /// Reads a document whose root layer has some content.
  private func read(_ content: String) throws(CAPackageError) -> CAPackage {
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 9 9">\(content)\
      </CALayer></caml>
      """
    return try CAPackage(source: DocumentFolder(bytes: Data(document.utf8)))
  }

  /// Layers inside one another, with a name each, around some content.
  private func nested(_ levels: Int, _ content: String) -> String {
    let name = String(repeating: "n", count: 70)
    let start = String(repeating: "<sublayers><CALayer name=\"\(name)\">", count: levels)
    return start + content + String(repeating: "</CALayer></sublayers>", count: levels)
  }

  // MARK: States

  private func states(_ count: Int, basedOn base: (Int) -> Int?) -> String {
    let states = (0..<count).map { index in
      let base = base(index).map { " basedOn=\"s\($0)\"" } ?? ""
      return "<LKState name=\"s\(index)\"\(base)><elements/></LKState>"
    }
    return "<states>\(states.joined())</states>"
  }

  /// All states on top of one long chain: each was followed to its end.
  @Test(arguments: [false, true]) func statesBasedOnAChain(isReversed: Bool) throws {
    func work(_ count: Int) throws -> Int {
      let package = try read(
        states(count) { index in
          let place = isReversed ? count - 1 - index : index
          let base = place == 0 ? nil : min(place, 255) - 1
          return base.map { isReversed ? count - 1 - $0 : $0 }
        }
      )
      #expect(package.stateGroups.first?.states.count == count)
      return package.work.states
    }
    let (few, many) = (try work(500), try work(2000))
    // Each is looked at for itself, and most for the one below.
    #expect(few <= 2 * 500)
    #expect(many <= 2 * 2000)
  }

  @Test func chainsOfStates() throws {
    #expect(try read(states(256) { $0 == 0 ? nil : $0 - 1 }).work.states > 0)
    for isReversed in [false, true] {
      let long = states(257) { index in
        isReversed ? (index == 256 ? nil : index + 1) : (index == 0 ? nil : index - 1)
      }
      #expect(
        throws: CAPackageError.limit(
          file: "a.ca/main.caml",
          line: 1,
          what: "states based on one another",
          limit: 256
        )
      ) { try read(long) }
    }
    for (base, words) in [([1, 2, 0], "s0, s1, s2, s0"), ([nil, 1], "s1, s1"), ([7], "s7")] {
      let error = #expect(throws: CAPackageError.self) {
        try read(states(base.count) { base[$0] })
      }
      #expect("\(error.map { "\($0)" } ?? "")".contains(words))
    }
  }

  /// States of layers deep inside: each kept a list of all that it is in, and entered it level by
  /// level.
  @Test func statesOfDeepLayers() throws {
    func work(_ count: Int) throws -> Int {
      let layer = "<CALayer><states><LKState name=\"a\"><elements/></LKState></states></CALayer>"
      let layers = String(repeating: layer, count: count)
      let package = try read(nested(100, "<sublayers>\(layers)</sublayers>"))
      #expect(package.stateGroups.count == count)
      return package.work.elements
    }
    let (few, many) = (try work(250), try work(1000))
    #expect(few <= 250 * 8 + 500)
    #expect(many <= 4 * few)
  }

  // MARK: Warnings

  /// Each warning names all elements around: of many, the first ones do.
  @Test func warningsOfDeepElements() throws {
    func read(_ count: Int) throws -> CAPackage {
      let strangers = String(repeating: "<x xmlns=\"urn:other\"/>", count: count)
      return try self.read(nested(100, strangers))
    }
    let (few, many) = (try read(2000), try read(8000))
    for (package, count) in [(few, 2000), (many, 8000)] {
      // The first is of the package: it has no index.
      #expect(package.warnings.count == 1002)
      #expect(package.warnings[1].elementPath.hasPrefix("caml/CALayer/sublayers/"))
      #expect(package.warnings.last?.message == "\(count - 1000) more warnings are left out")
    }
    #expect(many.work.names == few.work.names)
    #expect(try read(1000).warnings.count == 1001)
  }

  // MARK: Archives

  /// An archive of one list, whose members are all one text.
  private func archive(_ count: Int, text: Int) -> Data {
    var list = PropertyListBytes()
    let shared = list.add(.text(String(repeating: "x", count: text)))
    let null = list.add(.text("$null"))
    let objects = list.add(.array([null] + Array(repeating: shared, count: count)))
    let top = list.add(.dictionary([:]))
    let version = list.add(.number)
    let archiver = list.add(.text("NSKeyedArchiver"))
    let keys = ["$objects", "$top", "$version", "$archiver"].map { list.add(.text($0)) }
    let values = [objects, top, version, archiver]
    let root = list.add(.dictionary(Dictionary(uniqueKeysWithValues: zip(keys, values))))
    return list.data(top: root)
  }

  @Test func membersThatAreOneText() throws {
    func work(_ count: Int, _ text: Int) throws -> Int {
      try KeyedArchiveCheck(archive(count, text: text)).work
    }
    let (few, many) = (try work(2000, 10_000), try work(8000, 40_000))
    #expect(few <= 2000 + 10_000 + 1000)
    #expect(many <= 4 * few)
    #expect(try KeyedArchiveCheck(archive(300_000, text: 100_000)).work < 500_000)
  }

  @Test func objectsThatReferToOneAnother() throws {
    func work(_ count: Int) throws -> Int {
      let root = CALayer()
      for index in 0..<count {
        let layer = CALayer()
        layer.name = "layer"
        layer.zPosition = CGFloat(index)
        root.addSublayer(layer)
      }
      let size = CGSize(width: 9, height: 9)
      return try KeyedArchiveCheck(CAPackage(rootLayer: root, size: size).archivedData()).work
    }
    let (few, many) = (try work(100), try work(400))
    #expect(few > 100 && many <= 4 * few + 4000)
  }
}

/// A package of nothing but its document.
private struct DocumentFolder: PackageSource {
  let bytes: Data
  let name = "a.ca"

  func location(of file: String) -> FileLocation {
    file == "main.caml" ? .inside(file) : .nowhere
  }

  func otherCase(of file: String) -> String? { nil }

  func read(_ path: String, file: String, limit: Int) throws(CAPackageError) -> Data { bytes }

  func fileNames() throws(CAPackageError) -> [String] { ["main.caml"] }

  func folder(_ folder: String) throws(CAPackageError) -> any PackageSource { self }
}
