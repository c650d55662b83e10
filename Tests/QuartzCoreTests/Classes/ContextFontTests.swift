// The fonts of a context: which text they are for.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import QuartzTesting
import QuartzText
import Testing

/// Draws nothing and notes the font that it gets for Helvetica.
private final class FontProbe: CALayer {
  var names: [String] = []

  override func draw(in context: CGContext) {
    names.append(CTFontCopyPostScriptName(CTFontCreateWithName("Helvetica", 12, nil)))
  }
}

/// A folder with the regular face of Liberation Serif alone, which goes away with the test.
private final class SerifFolder {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "context-fonts-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let font = try #require(FontCollection.system.font(shownFor: "LiberationSerif"))
    let copy = url.appending(path: "serif.ttf")
    try FileManager.default.copyItem(at: URL(fileURLWithPath: font.file), to: copy)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

@Suite struct ContextFontTests {
  private let folder: SerifFolder
  private let serif: FontCollection

  init() throws {
    folder = try SerifFolder()
    serif = try FontCollection(folder: folder.url)
  }

  private func makeText(_ font: String) -> CATextLayer {
    let text = CATextLayer()
    text.frame = CGRect(x: 0, y: 0, width: 60, height: 24)
    text.string = "aglQ"
    text.font = font as NSString
    text.fontSize = 20
    return text
  }

  private func picture(
    _ layer: CALayer,
    fonts: FontCollection? = nil,
    at time: Double = 0
  ) throws -> Data {
    let context = try CAContext(size: CGSize(width: 60, height: 24))
    context.fonts = fonts
    context.layer = layer
    return try #require(try context.image(at: time).dataProvider?.data)
  }

  @Test func textOfTheContextIsInItsFonts() throws {
    let expected = try picture(makeText("LiberationSerif"))
    #expect(try picture(makeText("Helvetica"), fonts: serif) == expected)
    #expect(try picture(makeText("Helvetica")) != expected)
  }

  /// Animated text is drawn by presentation layers.
  @Test func animatedTextIsInTheFontsOfTheContext() throws {
    func makeGrowing(_ font: String) -> CATextLayer {
      let text = makeText(font)
      let animation = CABasicAnimation(keyPath: "fontSize")
      (animation.fromValue, animation.toValue, animation.duration) = (8.0, 24.0, 1)
      text.add(animation, forKey: nil)
      return text
    }
    let expected = try picture(makeGrowing("LiberationSerif"), at: 0.5)
    #expect(try picture(makeGrowing("Helvetica"), fonts: serif, at: 0.5) == expected)
    #expect(try picture(makeText("LiberationSerif"), at: 0.5) != expected)
  }

  @Test func sizesAndDrawingsOfLayersFollow() throws {
    let context = try CAContext(size: CGSize(width: 60, height: 24))
    context.fonts = serif
    #expect(context.fonts == serif)
    let (text, probe) = (makeText("Helvetica"), FontProbe())
    probe.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    probe.setNeedsDisplay()
    let free = text.preferredFrameSize()
    #expect(free != makeText("LiberationSerif").preferredFrameSize())
    let root = CALayer()
    root.sublayers = [text, probe]
    context.layer = root
    #expect(text.preferredFrameSize() == makeText("LiberationSerif").preferredFrameSize())
    _ = try context.image(at: 0)
    #expect(probe.names == ["LiberationSerif"])
    context.fonts = nil
    #expect(text.preferredFrameSize() == free)
  }
}
