// Pictures in text: their room, their place, their colour.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKit

/// A picture of one colour, a pixel for each point.
@MainActor
private func square(_ width: CGFloat, _ height: CGFloat, _ color: UIColor) -> UIImage {
  let format = UIGraphicsImageRendererFormat()
  format.scale = 1
  return UIGraphicsImageRenderer(size: CGSize(width: width, height: height), format: format)
    .image { context in
      color.setFill()
      context.fill(CGRect(x: 0, y: 0, width: width, height: height))
    }
}

/// A text drawn at the upper left corner of a picture of 100 x 60 pixels.
@MainActor
private func drawn(_ text: NSAttributedString) throws -> CGImage {
  let format = UIGraphicsImageRendererFormat()
  format.scale = 1
  let image = UIGraphicsImageRenderer(size: CGSize(width: 100, height: 60), format: format)
    .image { _ in text.draw(at: .zero) }
  return try #require(image.cgImage)
}

@Suite("Attachments in text")
@MainActor
struct AttachmentTests {
  private let font = UIFont.systemFont(ofSize: 20)

  private func text(_ attachment: NSTextAttachment) -> NSMutableAttributedString {
    let text = NSMutableAttributedString(string: "", attributes: nil)
    text.append(NSAttributedString(attachment: attachment))
    text.addAttribute(.font, value: font, range: NSRange(location: 0, length: 1))
    return text
  }

  @Test("An attachment is one character, U+FFFC")
  func character() {
    let attachment = NSTextAttachment(image: square(4, 4, .red))
    let text = NSAttributedString(attachment: attachment)
    #expect(text.string == "\u{FFFC}" && text.length == 1)
    #expect(NSAttributedString.attachmentCharacter == 0xFFFC)
    let found = text.attribute(.attachment, at: 0, effectiveRange: nil)
    #expect(found as? NSTextAttachment === attachment)
  }

  @Test("The line is as wide as the picture, and as high as picture and text")
  func size() {
    let attachment = NSTextAttachment(image: square(30, 40, .red))
    let size = text(attachment).size()
    #expect(abs(size.width - 30) < 0.01)
    // The picture stands on the baseline, the font goes below it.
    #expect(abs(size.height - (40 - font.descender)) < 0.5)
    attachment.bounds = CGRect(x: 0, y: -20, width: 10, height: 25)
    let low = text(attachment).size()
    #expect(abs(low.width - 10) < 0.01)
    // 5 points above the baseline are less than the font's, 20 below it are more.
    #expect(abs(low.height - (font.ascender + 20)) < 0.5)
  }

  @Test("Values that are no numbers take no room")
  func hostileBounds() {
    let attachment = NSTextAttachment(image: square(30, 40, .red))
    attachment.bounds = CGRect(x: CGFloat.nan, y: .infinity, width: 1e300, height: -1)
    #expect(text(attachment).size().width == 0)
    #expect(NSTextAttachment().image == nil && text(NSTextAttachment()).size().width == 0)
    let broken = NSTextAttachment(data: Data([1, 2, 3]), ofType: "public.png")
    #expect(text(broken).size().width == 0)
  }

  @Test("A picture is drawn on the baseline, and below it as its bounds say")
  func place() throws {
    let attachment = NSTextAttachment(image: square(10, 10, .red))
    let baseline = Int(font.ascender.rounded())
    let onLine = try drawn(text(attachment))
    #expect(pixel(onLine, 5, baseline - 3) == [255, 0, 0, 255])
    #expect(pixel(onLine, 5, baseline + 3)[3] == 0)
    #expect(pixel(onLine, 13, baseline - 3)[3] == 0)
    attachment.bounds = CGRect(x: 0, y: -4, width: 10, height: 10)
    let below = try drawn(text(attachment))
    #expect(pixel(below, 5, baseline + 2) == [255, 0, 0, 255])
    #expect(pixel(below, 5, baseline - 8)[3] == 0)
  }

  @Test("Text after a picture begins behind it")
  func textAfter() throws {
    let text = text(NSTextAttachment(image: square(40, 10, .red)))
    text.append(NSAttributedString(string: "M", attributes: [.kern: 0]))
    let image = try drawn(text)
    let bytes = pixels(image)
    let dark = (0..<6000).filter { bytes[$0 * 4 + 3] > 128 && bytes[$0 * 4] < 128 }
    #expect(!dark.isEmpty)
    #expect(dark.allSatisfy { $0 % 100 >= 40 })
  }

  @Test("A template takes the colour of the text")
  func template() throws {
    let image = square(10, 10, .red).withRenderingMode(.alwaysTemplate)
    let text = text(NSTextAttachment(image: image))
    let whole = NSRange(location: 0, length: 1)
    text.addAttribute(
      .foregroundColor,
      value: UIColor(red: 0, green: 0, blue: 1, alpha: 1),
      range: whole
    )
    let picture = try drawn(text)
    #expect(pixel(picture, 5, Int(font.ascender) - 3) == [0, 0, 255, 255])
  }

  @Test("Labels reserve the room of a picture, and show it")
  func label() {
    let label = UILabel()
    label.font = font
    label.attributedText = NSAttributedString(
      attachment: NSTextAttachment(image: square(50, 60, .red))
    )
    let size = label.sizeThatFits(CGSize(width: 1000, height: 1000))
    #expect(size.width == 50)
    #expect(abs(size.height - (60 - font.descender)) <= 1)
  }

  @Test("A subclass says the bounds, and knows the width of the line")
  func subclass() {
    final class Wide: NSTextAttachment {
      override func attachmentBounds(
        for textContainer: NSTextContainer?,
        proposedLineFragment lineFrag: CGRect,
        glyphPosition position: CGPoint,
        characterIndex charIndex: Int
      ) -> CGRect { CGRect(x: 0, y: 0, width: lineFrag.width / 2, height: 8) }
    }
    let rect = text(Wide(data: nil, ofType: nil)).boundingRect(
      with: CGSize(width: 80, height: 0),
      options: .usesLineFragmentOrigin,
      context: nil
    )
    #expect(abs(rect.width - 40) < 0.01)
  }

  @Test("Pictures break lines like words")
  func breaks() {
    let text = NSMutableAttributedString(string: "", attributes: nil)
    let attachment = NSTextAttachment(image: square(30, 10, .red))
    for _ in 0..<4 { text.append(NSAttributedString(attachment: attachment)) }
    let whole = text.boundingRect(
      with: CGSize(width: 70, height: 0),
      options: .usesLineFragmentOrigin,
      context: nil
    )
    #expect(abs(whole.width - 60) < 0.01)
  }
}
