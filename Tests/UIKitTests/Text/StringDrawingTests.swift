// Fonts, paragraph styles, and the drawing of strings.
// Licensed under the MIT license; see LICENSE.

import Foundation
import TestClaims
import Testing
import UIKit

@Suite("UIFont")
struct UIFontTests {
  @Test(
    "System fonts have sizes, weights and metrics",
    .shows(
      "UIFont",
      "UIFont.systemFont(ofSize:)",
      "UIFont.pointSize",
      "UIFont.lineHeight",
      "UIFont.ascender",
      "UIFont.descender",
      "UIFont.boldSystemFont(ofSize:)",
      "UIFont.systemFont(ofSize:weight:)",
      "UIFont.Weight.bold",
      "UIFont.withSize(_:)",
      "UIFont.fontDescriptor",
      "UIFontDescriptor.symbolicTraits",
      "UIFontDescriptor.SymbolicTraits.traitBold"
    )
  )
  func system() {
    let font = UIFont.systemFont(ofSize: 17)
    #expect(font.pointSize == 17)
    #expect(font.lineHeight == font.ascender - font.descender)
    #expect(font.descender < 0)
    #expect(UIFont.boldSystemFont(ofSize: 17) != font)
    #expect(UIFont.systemFont(ofSize: 17, weight: .bold) == UIFont.boldSystemFont(ofSize: 17))
    #expect(font.withSize(20) == UIFont.systemFont(ofSize: 20))
    #expect(UIFont.boldSystemFont(ofSize: 17).fontDescriptor.symbolicTraits.contains(.traitBold))
    #expect(UIFont.systemFont(ofSize: .nan).pointSize == 14)
  }

  @Test(
    "Features of descriptors reach the font and its copies",
    .shows(
      "UIFontDescriptor.AttributeName.featureSettings",
      "UIFontDescriptor.FeatureKey",
      "UIFontDescriptor.preferredFontDescriptor(withTextStyle:compatibleWith:)"
    )
  )
  func features() throws {
    let plain = try #require(UIFont(name: "NotoSans-Regular", size: 20))
    let descriptor = plain.fontDescriptor.addingAttributes([
      .featureSettings: [
        [
          UIFontDescriptor.FeatureKey.featureIdentifier: kVerticalPositionType,
          UIFontDescriptor.FeatureKey.typeIdentifier: kSuperiorsSelector,
        ]
      ]
    ])
    let font = UIFont(descriptor: descriptor, size: 0)
    func width(_ font: UIFont) -> CGFloat { "2".size(withAttributes: [.font: font]).width }
    #expect(font.pointSize == 20 && font != plain)
    #expect(width(font) < width(plain))
    #expect(abs(width(font.withSize(40)) - 2 * width(font)) < 1e-9)
    let large = UIFontDescriptor.preferredFontDescriptor(
      withTextStyle: .body,
      compatibleWith: UITraitCollection(preferredContentSizeCategory: .extraExtraLarge)
    )
    #expect(large.pointSize == 21)
  }

  @Test(
    "Names of iOS give a font, other names that are not installed nil",
    .shows("UIFont.init(name:size:)", "UIFont.familyNames")
  )
  func names() {
    #expect(UIFont(name: "HelveticaNeue-Light", size: 12) != nil)
    #expect(UIFont(name: "TimesNewRomanPSMT", size: 12) != nil)
    #expect(UIFont(name: "NoSuchFontAnywhere", size: 12) == nil)
    #expect(UIFont(name: "", size: 12) == nil)
    #expect(UIFont(name: String(repeating: "x", count: 1_000_000), size: 12) == nil)
    #expect(!UIFont.familyNames.isEmpty)
  }

  @Test(
    "Styles of text have Apple's sizes and grow with the size that is asked for",
    .shows(
      "UIFont.preferredFont(forTextStyle:compatibleWith:)",
      "UIFont.TextStyle",
      "UIFont.TextStyle.body",
      "UIFont.TextStyle.largeTitle",
      "UIFont.TextStyle.caption2",
      "UIFontMetrics",
      "UIFontMetrics.init(forTextStyle:)",
      "UIFontMetrics.scaledValue(for:compatibleWith:)",
      "UIFontMetrics.scaledFont(for:maximumPointSize:compatibleWith:)"
    )
  )
  func styles() {
    let large = UITraitCollection(preferredContentSizeCategory: .large)
    let huge = UITraitCollection(
      preferredContentSizeCategory: .accessibilityExtraExtraExtraLarge
    )
    func size(_ style: UIFont.TextStyle, _ traits: UITraitCollection) -> CGFloat {
      UIFont.preferredFont(forTextStyle: style, compatibleWith: traits).pointSize
    }
    #expect(size(.body, large) == 17)
    #expect(size(.body, huge) == 53)
    #expect(size(.largeTitle, large) == 34)
    #expect(size(.caption2, large) == 11)
    let metrics = UIFontMetrics(forTextStyle: .body)
    #expect(metrics.scaledValue(for: 17, compatibleWith: huge) == 53)
    let font = UIFont.systemFont(ofSize: 17)
    #expect(
      metrics.scaledFont(for: font, maximumPointSize: 30, compatibleWith: huge).pointSize == 30
    )
  }
}

@Suite("Drawing of strings")
struct StringDrawingTests {
  private let font = UIFont.systemFont(ofSize: 20)

  @Test(
    "A string is as wide as its text and as high as its lines",
    .shows("NSString.size(withAttributes:)")
  )
  func sizes() {
    let one = "Text".size(withAttributes: [.font: font])
    #expect(abs(one.height - font.lineHeight) < 1e-6)
    let two = NSString(string: "Text\nText").size(withAttributes: [.font: font])
    #expect(two.width == one.width)
    #expect(two.height >= 2 * one.height)
    #expect("".size(withAttributes: [.font: font]).width == 0)
  }

  @Test(
    "Fonts, colours and paragraph styles of views count in attributed strings",
    .shows(
      "NSParagraphStyle.minimumLineHeight",
      "NSAttributedString.Key.font",
      "NSAttributedString.Key.kern",
      "NSAttributedString.Key.paragraphStyle",
      "NSAttributedString.size()"
    )
  )
  func attributes() {
    let style = NSMutableParagraphStyle()
    style.minimumLineHeight = 50
    let text = NSAttributedString(string: "a", attributes: [.font: font, .paragraphStyle: style])
    #expect(text.size().height == 50)
    #expect(
      "aa".size(withAttributes: [.font: font, .kern: 10]).width
        == "aa".size(withAttributes: [.font: font, .kern: 5]).width + 10
    )
  }

  @Test(
    "Text breaks at the width, and is truncated where that is wanted",
    .shows(
      "NSString.boundingRect(with:options:attributes:context:)",
      "NSStringDrawingOptions.usesLineFragmentOrigin",
      "NSStringDrawingOptions.truncatesLastVisibleLine"
    )
  )
  func breaking() {
    let text = "Some words that need lines"
    let attributes: [NSAttributedString.Key: Any] = [.font: font]
    let wide = text.boundingRect(
      with: CGSize(width: 100, height: CGFloat.greatestFiniteMagnitude),
      options: .usesLineFragmentOrigin,
      attributes: attributes,
      context: nil
    )
    #expect(wide.width <= 100)
    #expect(wide.height > 2 * font.lineHeight)
    let short = text.boundingRect(
      with: CGSize(width: 100, height: font.lineHeight * 1.5),
      options: [.usesLineFragmentOrigin, .truncatesLastVisibleLine],
      attributes: attributes,
      context: nil
    )
    #expect(short.height < 1.5 * font.lineHeight)
    let line = text.boundingRect(
      with: CGSize(width: 100, height: 0),
      attributes: attributes,
      context: nil
    )
    #expect(line.width > 200)
    #expect(abs(line.minY + font.ascender) < 1e-6)
  }

  @Test(
    "Text that may shrink does, down to its limit",
    .shows(
      "NSStringDrawingContext",
      "NSStringDrawingContext.minimumScaleFactor",
      "NSStringDrawingContext.actualScaleFactor",
      "NSStringDrawingContext.totalBounds",
      "NSAttributedString.boundingRect(with:options:context:)"
    )
  )
  func shrinking() {
    let context = NSStringDrawingContext()
    context.minimumScaleFactor = 0.5
    let text = NSAttributedString(string: "Wide words", attributes: [.font: font])
    let own = text.size().width
    let bounds = text.boundingRect(
      with: CGSize(width: own * 0.75, height: font.lineHeight * 1.1),
      options: .usesLineFragmentOrigin,
      context: context
    )
    #expect(context.actualScaleFactor < 0.76 && context.actualScaleFactor > 0.7)
    #expect(bounds.width <= own * 0.75)
    #expect(context.totalBounds == bounds)
  }

  @Test(
    "Text is drawn from its upper left corner, in its colour, with its shadow below",
    .shows(
      "NSShadow",
      "NSShadow.shadowOffset",
      "NSShadow.shadowColor",
      "NSAttributedString.draw(at:)",
      "NSAttributedString.Key.shadow",
      "NSAttributedString.Key.foregroundColor"
    )
  )
  func drawing() throws {
    let shadow = NSShadow()
    shadow.shadowOffset = CGSize(width: 0, height: 30)
    shadow.shadowColor = UIColor.blue
    let text = NSMutableAttributedString(
      string: "\u{2588}",
      attributes: [.font: font, .foregroundColor: UIColor.red, .shadow: shadow]
    )
    let image = drawn(60, 80) { _ in text.draw(at: CGPoint(x: 10, y: 10)) }
    let pixels = try #require(Pixels(image))
    func rows(_ color: [Int]) -> [Int] {
      (0..<80).filter { y in (0..<60).contains { pixels[$0, y] == color } }
    }
    let (red, blue) = (rows(Pixels.red), rows(Pixels.blue))
    let (first, last) = (try #require(red.first), try #require(red.last))
    #expect(first >= 8 && last < 50)
    #expect(blue.last == last + 30)
  }

  @Test("A million characters are bounded, and so are numbers that are none")
  func hostile() {
    let text = String(repeating: "word ", count: 200_000)
    let size = text.boundingRect(
      with: CGSize(width: 300, height: 100),
      options: .usesLineFragmentOrigin,
      attributes: [.font: font],
      context: nil
    )
    #expect(size.height < 200)
    let line = String(repeating: "x", count: 1_000_000)
    #expect(line.size(withAttributes: [.font: font]).width < 65_537 * 20)
    _ = "x".boundingRect(
      with: CGSize(width: CGFloat.nan, height: -CGFloat.infinity),
      options: .usesLineFragmentOrigin,
      attributes: [.font: UIFont.systemFont(ofSize: 1e9)],
      context: nil
    )
    _ = drawn(4, 4) { _ in
      "x".draw(at: CGPoint(x: CGFloat.nan, y: 0))
      "x".draw(in: CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1))
      "x".draw(in: CGRect(x: 0, y: 0, width: 4, height: 4), withAttributes: [.font: 5, .kern: "x"])
    }
  }

  @Test(
    "Paragraph styles copy and compare",
    .shows("NSParagraphStyle.alignment", "NSParagraphStyle.lineSpacing")
  )
  func styles() throws {
    let style = NSMutableParagraphStyle()
    style.alignment = .right
    style.lineSpacing = 3
    let copy = try #require(style.copy() as? NSParagraphStyle)
    style.alignment = .left
    #expect(copy.alignment == .right)
    #expect(copy != style)
    let again = try #require(copy.mutableCopy() as? NSMutableParagraphStyle)
    #expect(again == copy)
    let data = try NSKeyedArchiver.archivedData(withRootObject: copy, requiringSecureCoding: true)
    let kept = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSParagraphStyle.self, from: data)
    #expect(kept == copy)
  }
}
