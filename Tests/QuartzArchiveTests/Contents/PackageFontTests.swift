// Fonts that a package brings along.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import QuartzTesting
import QuartzText
import Testing

@Suite struct PackageFontTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func bytes(_ name: String) throws -> Data {
    let font = try #require(FontCollection.system.font(shownFor: name))
    return try Data(contentsOf: URL(fileURLWithPath: font.file))
  }

  /// Writes a package with a text in a font.
  private func write(_ font: String, fonts: [String: Data]) throws -> URL {
    try folder.write(
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
        <CALayer bounds="0 0 60 24" position="30 12"><sublayers>
          <CATextLayer bounds="0 0 60 24" position="30 12" fontSize="20" string="aglQ"
            font="\(font)" foregroundColor="1 0 0"/>
        </sublayers></CALayer>
      </caml>
      """,
      "a.ca/main.caml"
    )
    for (name, bytes) in fonts { try folder.write(bytes, "a.ca/fonts/\(name)") }
    return folder.url.appending(path: "a.ca", directoryHint: .isDirectory)
  }

  private func picture(_ package: CAPackage) throws -> Data {
    let context = try CAContext(size: package.size)
    context.layer = package.canvasLayer
    return try #require(try context.image(at: 0).dataProvider?.data)
  }

  @Test func textIsInTheFontsOfThePackage() throws {
    let expected = try picture(CAPackage(contentsOf: write("LiberationSerif", fonts: [:])))
    let plain = try CAPackage(contentsOf: write("Helvetica", fonts: [:]))
    #expect(plain.fonts == nil)
    #expect(try picture(plain) != expected)
    let url = try write("Helvetica", fonts: ["serif.ttf": Self.bytes("LiberationSerif")])
    let package = try CAPackage(contentsOf: url)
    #expect(package.fonts?.familyNames == ["Liberation Serif"])
    #expect(package.warnings.allSatisfy { !$0.message.contains("font") })
    #expect(try picture(package) == expected)
    // The fonts of the document come before those of the context.
    let context = try CAContext(size: package.size)
    context.fonts = .system
    context.layer = try CAPackage(contentsOf: url).canvasLayer
    #expect(try context.image(at: 0).dataProvider?.data == expected)
  }

  @Test func fontsOfArchivesAndCopies() throws {
    let url = try write("Helvetica", fonts: ["deep/serif.ttf": Self.bytes("LiberationSerif")])
    let expected = try picture(CAPackage(contentsOf: url))
    let zip = try folder.write(try ZipSample(folder: url, prefix: "a.ca/").data, "a.zip")
    let packed = try CAContainer(contentsOf: zip).package(at: 0)
    #expect(packed.fonts?.familyNames == ["Liberation Serif"])
    #expect(try picture(packed) == expected)
    let copy = folder.url.appending(path: "copy.ca", directoryHint: .isDirectory)
    try CAPackage(contentsOf: url).write(to: copy)
    #expect(try picture(CAPackage(contentsOf: copy)) == expected)
    let font = copy.appending(path: "fonts/deep/serif.ttf")
    #expect(try Data(contentsOf: font) == Self.bytes("LiberationSerif"))
  }

  @Test func damagedFontsAreWarnings() throws {
    let url = try write(
      "Helvetica",
      fonts: [
        "good.ttf": Self.bytes("LiberationSerif"), "bad.ttf": Data("no font".utf8),
        "cut.otf": Self.bytes("LiberationSerif").prefix(64), "empty.ttc": Data(),
        "licence.txt": Data("OFL".utf8),
      ]
    )
    let package = try CAPackage(contentsOf: url)
    #expect(package.fonts?.familyNames == ["Liberation Serif"])
    let messages = package.warnings.map(\.message).filter { $0.contains("font") }
    #expect(
      messages.sorted()
        == ["bad.ttf", "cut.otf", "empty.ttc"].map {
          "fonts/\($0) is damaged or no font, and is left out"
        }
    )
  }

  @Test func fontsOutsideOfThePackageAreRefused() throws {
    let url = try write("Helvetica", fonts: [:])
    try folder.write(try Self.bytes("LiberationSerif"), "other/serif.ttf")
    let link = url.appending(path: "fonts")
    try FileManager.default.createSymbolicLink(
      at: link,
      withDestinationURL: folder.url.appending(path: "other")
    )
    #expect(
      throws: CAPackageError.unreadable(path: link.path, reason: "it leads out of the package")
    ) {
      try CAPackage(contentsOf: url)
    }
    try FileManager.default.removeItem(at: link)
    for number in 0..<65 { try folder.write(Data(), "a.ca/fonts/\(number).ttf") }
    #expect(
      throws: CAPackageError.limit(
        file: link.path,
        line: nil,
        what: "files of fonts in a package",
        limit: 64
      )
    ) {
      try CAPackage(contentsOf: url)
    }
  }
}
