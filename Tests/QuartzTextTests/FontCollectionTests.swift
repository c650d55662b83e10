// Collections of fonts: of a folder alone, in memory, and which one counts.
// Licensed under the MIT license; see LICENSE.

import CTestFonts
import CoreGraphics
import CoreText
import Foundation
@testable import QuartzText
import Testing

/// A folder with copies of fonts that the tests know, removed at the end.
final class FontSamples {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "fonts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The bytes of the file of a font that tests see.
  static func bytes(_ name: String) throws -> Data {
    let font = try #require(FontCollection.system.font(shownFor: name))
    return try Data(contentsOf: URL(fileURLWithPath: font.file))
  }

  /// Copies the file of a font into the folder.
  func add(_ name: String, as file: String) throws {
    try write(try Self.bytes(name), as: file)
  }

  func write(_ bytes: Data, as file: String) throws {
    let target = url.appending(path: file)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try bytes.write(to: target)
  }

  /// The font with another revision in its table `head`.
  static func revised(_ font: Data, to revision: UInt8) throws -> Data {
    var font = font
    let tables = Int(font[4]) << 8 | Int(font[5])
    for record in (0..<tables).map({ 12 + 16 * $0 })
    where font[record..<record + 4].elementsEqual("head".utf8) {
      let offset = font[record + 8..<record + 12].reduce(0) { $0 << 8 | Int($1) }
      font.replaceSubrange(offset + 4..<offset + 8, with: [0, revision, 0, 0])
      return font
    }
    Issue.record("the font has no table head")
    return font
  }
}

extension FontsOfTheProcess {
  @Suite struct FontCollectionTests {
    @Test func testsSeeTheirOwnFontsAlone() {
      let file = String(cString: quartz_test_fonts())
      #expect(file.hasSuffix("Tests/Support/fonts.conf"))
      #expect(ProcessInfo.processInfo.environment["FONTCONFIG_FILE"] == file)
      let others = FontCollection.system.familyNames.filter {
        !$0.hasPrefix("Liberation ") && !$0.hasPrefix("Noto ") && $0 != "Quartz Layers"
      }
      #expect(others.isEmpty, "scripts/test-fonts shows the tests 400 other fonts")
      #expect(FontCollection.system.familyNames.contains("Liberation Sans"))
    }

    @Test func folderHasItsFontsAlone() throws {
      let samples = try FontSamples()
      try samples.add("LiberationSerif", as: "a.ttf")
      try samples.add("LiberationSerif-Bold", as: "deeper/b.ttf")
      let fonts = try FontCollection(folder: samples.url)
      #expect(fonts.familyNames == ["Liberation Serif"] && fonts.count == 2)
      #expect(fonts.font(shownFor: "Helvetica-Bold")?.name == "LiberationSerif-Bold")
      #expect(fonts.folder?.path == samples.url.resolvingSymlinksInPath().path)
      #expect(fonts.contains("liberation serif") && !fonts.contains("Liberation Sans"))
      // The same files are the same fonts; another file makes others.
      #expect(try FontCollection(folder: samples.url) == fonts)
      try samples.add("LiberationMono", as: "c.ttf")
      let more = try FontCollection(folder: samples.url)
      #expect(more != fonts)
      #expect(more.familyNames == ["Liberation Mono", "Liberation Serif"])
    }

    @Test func foldersThatGiveNoFontsSaySo() throws {
      func problem(_ path: String) -> FontCollectionError? {
        #expect(throws: FontCollectionError.self) {
          _ = try FontCollection(folder: URL(fileURLWithPath: path))
        }
      }
      let samples = try FontSamples()
      let path = samples.url.path
      #expect(problem("\(path)/none") == .missing(path: "\(path)/none"))
      #expect(problem(path) == .noFonts(path: path))
      try samples.write(Data("no font".utf8), as: "readme.txt")
      #expect(problem(path) == .noFonts(path: path))
      #expect(problem("\(path)/readme.txt") == .notFolder(path: "\(path)/readme.txt"))
      try samples.add("LiberationSans", as: "good.ttf")
      let whole = try FontSamples.bytes("LiberationSans")
      for (number, bytes) in [
        Data(), Data("no font".utf8), whole.prefix(100), Data(count: 100_000),
        whole.prefix(12) + Data(repeating: 0xFF, count: 5000),
      ].enumerated() {
        try samples.write(bytes, as: "deep/broken\(number).ttf")
        let found = problem(path)
        #expect(found == .notFont(path: "\(path)/deep/broken\(number).ttf"))
        #expect(found?.description.hasPrefix("\(path)/deep/broken\(number).ttf: ") == true)
        try FileManager.default.removeItem(
          at: samples.url.appending(path: "deep/broken\(number).ttf")
        )
      }
      #expect(try FontCollection(folder: samples.url).count == 1)
      let strange = try FontSamples()
      try strange.add("LiberationSans", as: "a\u{1}b/good.ttf")
      let odd = strange.url.appending(path: "a\u{1}b").path
      guard case .unreadable(let shown, _) = try #require(problem(odd)) else {
        Issue.record("a path that fontconfig does not read")
        return
      }
      #expect(shown == odd.replacing("\u{1}", with: "\u{FFFD}"))
    }

    @Test(.enabled(if: geteuid() != 0, "root reads everything"))
    func folderThatCannotBeReadSaysSo() throws {
      let samples = try FontSamples()
      try samples.add("LiberationSans", as: "a.ttf")
      let path = samples.url.path
      chmod(path, 0)
      defer { chmod(path, 0o700) }
      #expect(throws: FontCollectionError.unreadable(path: path, reason: "Permission denied")) {
        try FontCollection(folder: samples.url)
      }
    }

    /// A machine with two versions of a family, as with fonts-liberation and fonts-liberation2: the
    /// font of a name is the one that its family shows.
    @Test(arguments: [true, false]) func nameAndFamilyGiveOneVersion(isNewerFirst: Bool) throws {
      let samples = try FontSamples()
      let font = try FontSamples.bytes("LiberationSans")
      let (newer, older) = isNewerFirst ? ("a.ttf", "b.ttf") : ("b.ttf", "a.ttf")
      try samples.write(try FontSamples.revised(font, to: 9), as: newer)
      try samples.write(try FontSamples.revised(font, to: 1), as: older)
      let fonts = try FontCollection(folder: samples.url)
      for name in ["LiberationSans", "Liberation Sans", "Helvetica"] {
        #expect(fonts.font(shownFor: name)?.file.hasSuffix(newer) == true, "\(name)")
      }
    }

    @Test func fontsInMemory() throws {
      let serif = try FontSamples.bytes("LiberationSerif")
      let found = FontCollection.files([
        ("a.ttf", serif), ("b.ttf", Data("no".utf8)), ("c", Data()),
      ])
      let fonts = try #require(found.collection)
      #expect(fonts.familyNames == ["Liberation Serif"] && found.refused == ["b.ttf", "c"])
      #expect(FontCollection.files([("a.ttf", serif)]).collection == fonts)
      #expect(FontCollection.files([]).collection == nil)
      let face = try #require(fonts.engine.face(named: "Times"))
      #expect(face.fileText.hasPrefix("LiberationSerif a.ttf "))
      #expect(face.outline(face.glyph(for: "l")).elements.count > 3)
    }

    @Test func fontsOfAScopeCountInIt() throws {
      let samples = try FontSamples()
      try samples.add("LiberationSerif", as: "a.ttf")
      let fonts = try FontCollection(folder: samples.url)
      let inside = FontCollection.with(fonts) { CTFontCreateWithName("Helvetica", 20, nil) }
      let outside = CTFontCreateWithName("Helvetica", 20, nil)
      #expect(CTFontCopyPostScriptName(inside) == "LiberationSerif")
      #expect(CTFontCopyPostScriptName(outside) == "LiberationSans")
      // Text in a font is shaped with its collection, and a line may have fonts of two.
      let text = NSMutableAttributedString(string: "ab", attributes: [.font: inside])
      text.append(NSAttributedString(string: "cd", attributes: [.font: outside]))
      let layout = TextLayout(text, in: TextLayoutOptions(), defaults: .coreText)
      #expect(
        layout.runs.map { CTFontCopyPostScriptName($0.font) } == [
          "LiberationSerif", "LiberationSans",
        ]
      )
      #expect(layout.runs[0].font == inside && layout.runs[1].font == outside)
    }
  }
}

/// The lines about missing families while `body` runs.
func reports(_ body: () throws -> Void) rethrows -> [String] {
  try Diagnostics.lines(during: body)
}

extension FontsOfTheProcess {
  @Suite struct MissingFamilyTests {
    @Test func familyIsSaidOnce() throws {
      let lines = reports {
        for _ in 0..<3 {
          for name in ["Aardvark Sans", "AardvarkSans-Bold", "aardvark sans"] {
            _ = CTFontCreateWithName(name, 12, nil)
          }
          _ = CTFontCreateWithFontDescriptor(
            CTFontDescriptorCreateWithAttributes([
              kCTFontFamilyNameAttribute: "Aardvark Sans",
              kCTFontTraitsAttribute: [kCTFontWeightTrait: 0.4],
            ]),
            12,
            nil
          )
          _ = CGFont("Aardvark Sans")
        }
      }.filter { $0.contains("ardvark") }
      #expect(
        lines == [
          "there is no font of the family \"Aardvark Sans\" in the fonts of this machine; "
            + "text in it is shown in \"Liberation Sans\""
        ]
      )
    }

    @Test func documentedSubstitutesAndKnownNamesAreNotSaid() {
      let names = [
        "Helvetica", "Helvetica-Bold", "HelveticaNeue-Light", "Arial", "ArialMT", "Times",
        "TimesNewRomanPS-BoldMT", "Courier", "Menlo-Regular", "Apple Color Emoji", "sans-serif",
        "monospace", "", "LiberationSans-Heavy", "liberation serif", "NotoSansHebrew-Black",
      ]
      let lines = reports { for name in names { _ = CTFontCreateWithName(name, 12, nil) } }
      let said = lines.filter { line in names.contains { line.contains("family \"\($0)") } }
      #expect(said.isEmpty)
    }

    @Test func otherFamilyThanTheDocumentedOneIsSaid() throws {
      let samples = try FontSamples()
      try samples.add("LiberationMono", as: "a.ttf")
      let fonts = try FontCollection(folder: samples.url)
      let lines = reports {
        FontCollection.with(fonts) { _ = CTFontCreateWithName("Times-Bold", 12, nil) }
      }
      let expected =
        "there is no font of the family \"Times\" in the fonts of "
        + "\(samples.url.resolvingSymlinksInPath().path) alone; "
        + "text in it is shown in \"Liberation Mono\""
      #expect(lines.contains(expected))
    }

    @Test func hostileNamesStayOneLine() {
      let name = "Bad\nFamily\u{1B}[31m" + String(repeating: "x", count: 10_000)
      let lines = reports { _ = CTFontCreateWithName(name, 12, nil) }
      let line = lines.first { $0.contains("Bad") }
      #expect(line?.contains("\n") == false && line?.contains("\u{1B}") == false)
      #expect((line?.count ?? 1000) < 400)
    }
  }
}
