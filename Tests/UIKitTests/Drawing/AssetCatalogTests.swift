// Asset catalogues.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing
import UIKit

@MainActor @Suite struct AssetCatalogTests {
  private static let light = UITraitCollection(userInterfaceStyle: .light)
  private static let dark = UITraitCollection(userInterfaceStyle: .dark)

  /// A folder with a catalogue, whose files are given by their paths in it.
  private func withCatalog(_ files: [String: Data], _ body: () throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let catalog = folder.appendingPathComponent("Media.xcassets")
    for (path, data) in files {
      let file = catalog.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try data.write(to: file)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    try withImageFolder(folder, body)
  }

  private func picture(_ side: Int, _ color: UIColor) -> Data {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let size = CGSize(width: side, height: side)
    return UIGraphicsImageRenderer(size: size, format: format).pngData { context in
      color.setFill()
      context.fill(CGRect(origin: .zero, size: size))
    }
  }

  private func json(_ text: String) -> Data { Data(text.utf8) }

  @Test func imagesAreChosenByStyleAndScale() throws {
    let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    let contents = """
      {"images": [
        {"idiom": "universal", "scale": "1x", "filename": "a.png"},
        {"idiom": "universal", "scale": "2x", "filename": "a2.png"},
        {"idiom": "universal", "scale": "2x", "filename": "d2.png",
         "appearances": [{"appearance": "luminosity", "value": "dark"}]},
        {"idiom": "universal", "scale": "3x"}
      ], "properties": {"template-rendering-intent": "template"}}
      """
    try withCatalog([
      "Icons/logo.imageset/Contents.json": json(contents),
      "Icons/logo.imageset/a.png": picture(8, red),
      "Icons/logo.imageset/a2.png": picture(16, red),
      "Icons/logo.imageset/d2.png": picture(16, blue),
    ]) {
      let light = try #require(UIImage(named: "logo", in: nil, compatibleWith: Self.light))
      #expect(light.size == CGSize(width: 8, height: 8))
      #expect(light.renderingMode == .alwaysTemplate)
      #expect(Pixels(light)?[3, 3] == Pixels.red)
      let dark = try #require(UIImage(named: "logo", in: nil, compatibleWith: Self.dark))
      #expect(Pixels(dark)?[3, 3] == Pixels.blue)
      let low = UITraitCollection(traitsFrom: [Self.light, UITraitCollection(displayScale: 1)])
      #expect(UIImage(named: "logo", in: nil, compatibleWith: low)?.scale == 1)
      #expect(UIImage(named: "Icons/logo") == nil)
    }
  }

  @Test func coloursFollowTheStyle() throws {
    let contents = """
      {"colors": [
        {"idiom": "universal", "color": {"color-space": "srgb",
          "components": {"red": "0xFF", "green": "0.500", "blue": "0", "alpha": "1.000"}}},
        {"idiom": "universal", "appearances": [{"appearance": "luminosity", "value": "dark"}],
         "color": {"platform": "ios", "reference": "systemBlueColor"}}
      ]}
      """
    try withCatalog([
      "Theme/Contents.json": json(#"{"properties": {"provides-namespace": true}}"#),
      "Theme/accent.colorset/Contents.json": json(contents),
    ]) {
      let color = try #require(UIColor(named: "Theme/accent"))
      let light = color.resolvedColor(with: Self.light).cgColor.components
      #expect(light == [1, 0.5, 0, 1])
      #expect(
        color.resolvedColor(with: Self.dark).cgColor
          == UIColor.systemBlue.resolvedColor(with: Self.dark).cgColor
      )
      #expect(UIColor(named: "accent") == nil)
      #expect(UIColor(named: "") == nil)
    }
  }

  @Test func dataComesFromItsSet() throws {
    try withCatalog([
      "intro.dataset/Contents.json": json(#"{"data": [{"filename": "film.json"}]}"#),
      "intro.dataset/film.json": json("[1]"),
    ]) {
      let asset = try #require(NSDataAsset(name: "intro"))
      #expect(asset.data == json("[1]"))
      #expect(asset.typeIdentifier == "public.json")
    }
  }

  @Test func damagedSetsGiveNothing() throws {
    var large = json("{")
    large.append(Data(repeating: 32, count: 1 << 20))
    let files: [String: Data] = [
      "none.imageset/a.png": picture(1, .black),
      "text.imageset/Contents.json": json("not JSON"),
      "list.imageset/Contents.json": json("[1, 2]"),
      "large.imageset/Contents.json": large,
      "out.imageset/Contents.json": json(#"{"images": [{"filename": "../../secret.png"}]}"#),
      "scale.imageset/Contents.json": json(
        #"{"images": [{"filename": "a.png", "scale": "1e999x"}, {"filename": 3}]}"#
      ),
      "outline.imageset/Contents.json": json(#"{"images": [{"filename": "a.pdf"}]}"#),
      "bytes.imageset/Contents.json": json(#"{"images": [{"filename": "a.png"}]}"#),
      "bytes.imageset/a.png": json("no picture"),
      "odd.colorset/Contents.json": json(
        #"{"colors": [{"color": {"components": {"red": "nan", "green": "x", "blue": "1"}}}]}"#
      ),
      "empty.colorset/Contents.json": json(#"{"colors": []}"#),
    ]
    try withCatalog(files) {
      for name in ["none", "text", "list", "large", "out", "scale", "outline", "bytes"] {
        #expect(UIImage(named: name) == nil, "\(name)")
      }
      for name in ["odd", "empty"] { #expect(UIColor(named: name) == nil, "\(name)") }
    }
  }
}
