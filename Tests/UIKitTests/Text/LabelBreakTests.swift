// Labels whose lines break by rules, and whose characters move together.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@testable import UIKit

@MainActor
@Suite("Lines of labels", .serialized)
struct LabelBreakTests {
  private func lines(_ label: UILabel, width: CGFloat) -> [String] {
    let box = label.box(LabelRoom(width: width, height: .infinity, lines: label.numberOfLines))
    let text = box.string.string as NSString
    return box.layout.lines.map {
      text.substring(with: NSRange(location: $0.range.lowerBound, length: $0.range.count))
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  @Test(
    "A last line of one word gets another one, if it takes no more lines",
    .shows("UILabel.lineBreakStrategy")
  )
  func pushOut() {
    let label = UILabel()
    label.numberOfLines = 0
    label.text = "aaa bbb ccc ddd"
    let width =
      NSAttributedString(
        string: "aaa bbb ccc",
        attributes: [.font: label.font ?? UIFont()]
      ).size().width + 1
    #expect(lines(label, width: width) == ["aaa bbb ccc", "ddd"])
    label.lineBreakStrategy = .pushOut
    #expect(lines(label, width: width) == ["aaa bbb", "ccc\u{A0}ddd"])
    // Two words do not fit the last line.
    label.text = "aaa cccccccc ddddddddd"
    let narrow =
      NSAttributedString(
        string: "aaa cccccccc",
        attributes: [.font: label.font ?? UIFont()]
      ).size().width + 1
    #expect(lines(label, width: narrow) == ["aaa cccccccc", "ddddddddd"])
    let style = NSMutableParagraphStyle()
    style.lineBreakStrategy = .standard
    #expect(style.lineBreakStrategy.contains([.pushOut, .hangulWordPriority]))
  }

  @Test(
    "A single line that is a little too long is tightened, one that is much too long is truncated",
    .shows("UILabel.allowsDefaultTighteningForTruncation")
  )
  func tightening() {
    let label = UILabel()
    label.text = "A title of some words"
    let width = label.intrinsicContentSize.width
    func shown(_ width: CGFloat) -> (String, CGFloat) {
      let box = label.box(LabelRoom(width: width, height: .infinity, lines: 1))
      let kern = box.string.attributes(at: 0, effectiveRange: nil)[.kern] as? NSNumber
      return (box.string.string, CGFloat(kern?.doubleValue ?? 0))
    }
    #expect(shown(width - 4).1 == 0)
    label.allowsDefaultTighteningForTruncation = true
    // 21 characters, a quarter of a twentieth of 17 points each: 4.46.
    let closer: CGFloat = 1 / 20 * 1 / 4 * 17
    #expect(shown(width - 4).1 == -closer)
    #expect(shown(width).1 == 0)
    #expect(shown(width / 2).1 == 0)
  }
}
