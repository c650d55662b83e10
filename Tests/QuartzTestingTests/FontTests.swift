// Snapshots and the fonts of the machine.
// Licensed under the MIT license; see LICENSE.

import CoreText
import Foundation
import QuartzTesting
import Testing

@testable import QuartzTesting

@Suite("Fonts of snapshots") struct SnapshotFontTests {
  private func makeText(_ string: String = "Quartz", font: String = "Helvetica") -> CATextLayer {
    let text = CATextLayer()
    text.frame = CGRect(x: 0, y: 0, width: 80, height: 30)
    text.string = string
    text.font = font as NSString
    text.fontSize = 20
    return text
  }

  @Test func filesAreRecorded() throws {
    let folder = try SnapshotFolder()
    let text = makeText()
    _ = folder.verify(text, .image)
    let fonts = String(
      decoding: try folder.bytes("references/filesAreRecorded.a.fonts"),
      as: UTF8.self
    )
    #expect(fonts.hasPrefix("LiberationSans LiberationSans-Regular.ttf "))
    #expect(fonts.split(separator: "\n").count == 1)
    // Drawn before, and not again: the fonts are those of the drawing.
    #expect(folder.verify(text, .image) == nil)
  }

  @Test func noTextNoFile() throws {
    let folder = try SnapshotFolder()
    _ = folder.verify(makeText(), .image)
    _ = folder.verify(makeSquare(), .image, record: .all)
    #expect(folder.files == ["references/noTextNoFile.a.png"])
  }

  @Test func otherFontsAreNamed() throws {
    let folder = try SnapshotFolder()
    _ = folder.verify(makeText(), .image)
    let message = try #require(folder.verify(makeText(font: "Times"), .image))
    #expect(
      message.contains("The fonts differ. Only the reference was drawn with: LiberationSans ")
    )
    #expect(message.contains("Only this picture was: LiberationSerif LiberationSerif-Regular.ttf "))
    #expect(message.contains("Install the same font files, or record on this machine."))
  }

  @Test func textOfClosuresCounts() throws {
    let folder = try SnapshotFolder()
    let draw: (CGContext) -> Void = { context in
      let string = NSAttributedString(string: "a", attributes: [:])
      CTLineDraw(CTLineCreateWithAttributedString(string), context)
    }
    _ = folder.verify(draw, .image(size: CGSize(width: 20, height: 20)))
    #expect(folder.files.contains("references/textOfClosuresCounts.a.fonts"))
  }
}
