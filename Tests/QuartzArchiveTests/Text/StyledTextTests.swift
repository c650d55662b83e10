// Strings with attributes in documents: written, read, and what is wrong in them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzArchive
import QuartzText
import Testing

@testable import QuartzCore

@Suite struct StyledTextTests {
  private let text: NSAttributedString = {
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    var centred = CTParagraphStyle.Values()
    (centred.alignment, centred.lineSpacing) = (.center, 3.5)
    let slant = CGAffineTransform(a: 1, b: 0, c: 0.25, d: 1, tx: 0, ty: 0)
    let font = CGFont("Liberation Serif").map { CTFont($0.face, size: 18, matrix: slant) }
    let string = NSMutableAttributedString(string: "Red 🟥, then blue & <plain>")
    let whole = NSRange(location: 0, length: string.length)
    string.addAttribute(.paragraphStyle, value: CTParagraphStyle(centred), range: whole)
    let first = NSRange(location: 0, length: 6)
    string.addAttributes(
      [.foregroundColor: red, .kern: 1.5, .underlineStyle: 1, .underlineColor: blue],
      range: first
    )
    let second = NSRange(location: 13, length: 4)
    string.addAttributes(
      [
        .foregroundColor: blue, .strokeWidth: -2, .strokeColor: red, .baselineOffset: 4,
        .ligature: 0, .strikethroughStyle: 1, .strikethroughColor: red, .backgroundColor: red,
      ],
      range: second
    )
    if let font { string.addAttribute(.font, value: font, range: second) }
    return string
  }()

  private func layer(_ string: Any) -> CATextLayer {
    let layer = CATextLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
    layer.string = string
    return layer
  }

  private func written(_ layer: CALayer) throws -> (CAPackage, String) {
    let package = try CAPackage(rootLayer: layer, size: CGSize(width: 200, height: 40))
    return (package, try package.documentText())
  }

  /// All attributes that text layers draw come back, and the picture with them.
  @Test func attributesComeBack() throws {
    let layer = layer(text)
    let (package, document) = try written(layer)
    #expect(messages(package).isEmpty, "\(messages(package))")
    let read = try read(document)
    #expect(messages(read).isEmpty, "\(messages(read))")
    let copy = try #require(read.rootLayer as? CATextLayer)
    let string = try #require(copy.string as? NSAttributedString)
    #expect(string.string == text.string)
    var runs = 0
    text.enumerateAttributes(in: NSRange(location: 0, length: text.length), options: []) {
      attributes,
      range,
      _ in
      runs += 1
      let found = string.attributes(at: range.location, effectiveRange: nil)
      #expect(Set(found.keys) == Set(attributes.keys), "\(range)")
      #expect(found[.kern] as? NSNumber == (attributes[.kern] as? NSNumber))
      #expect(found[.font] as? CTFont == attributes[.font] as? CTFont)
    }
    #expect(runs == 4)
    for layer in [layer, copy] { layer.display() }
    let (a, b) = (try #require(layer.contents as? CGImage), try #require(copy.contents as? CGImage))
    #expect(a.dataProvider?.data == b.dataProvider?.data)
    // Writing it again gives the same document.
    #expect(try written(copy).1 == document)
  }

  @Test func otherAttributesAreNamed() throws {
    final class Own {}
    let string = NSAttributedString(string: "Own", attributes: [.init("own"): Own(), .kern: 3])
    let size = CGSize(width: 10, height: 10)
    let package = try CAPackage(rootLayer: layer(string), size: size)
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("Test.ca")
    let warnings = try package.write(to: url)
    #expect(warnings.count == 1 && "\(warnings)".contains("own"), "\(warnings)")
    let read = try CAPackage(contentsOf: url)
    let found = try #require((read.rootLayer as? CATextLayer)?.string as? NSAttributedString)
    #expect(found.attributes(at: 0, effectiveRange: nil).keys.map(\.rawValue) == ["NSKern"])
  }

  /// Runs that do not fit are left out, and the text stays.
  @Test(arguments: [
    "<run length=\"-1\"/>", "<run length=\"99\"><NSKern type=\"real\" value=\"1\"/></run>",
    "<run/>", "<walk length=\"2\"/>", "<run length=\"99999999999999999999\"/>",
    "<run length=\"2\"><NSFont type=\"CTFont\"/></run>",
    "<run length=\"2\"><NSParagraphStyle type=\"CTParagraphStyle\" value=\"9 9\"/></run>",
    "<run length=\"2\"><NSKern type=\"real\" value=\"much\"/></run>",
  ])
  func runsThatDoNotFit(run: String) throws {
    let inside = "<string type=\"NSAttributedString\" value=\"Text\">\(run)</string>"
    let whole = document("<sublayers><CATextLayer>\(inside)</CATextLayer></sublayers>")
    let package = try read(whole)
    #expect(messages(package).count == 1, "\(messages(package))")
    let layer = try #require(package.rootLayer.sublayers?.first as? CATextLayer)
    let string = try #require(layer.string as? NSAttributedString)
    #expect(string.string == "Text")
    #expect(string.attributes(at: 0, effectiveRange: nil).isEmpty)
  }
}
