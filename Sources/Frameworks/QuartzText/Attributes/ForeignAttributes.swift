// Attributes of strings that are objects of other libraries, such as the fonts and colours of
// views.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
package import Foundation

/// A font of another library.
package protocol TextFontValue {
  /// The font as Core Text has it.
  var coreTextFont: CTFont { get }
}

/// A colour of another library.
package protocol TextColorValue {
  /// The colour as Core Graphics has it; of one that depends on where it is shown, that for here
  /// and now.
  var coreTextColor: CGColor { get }
}

/// A paragraph style of another library.
package protocol TextParagraphValue {
  /// The settings as values.
  var coreTextValues: CTParagraphStyle.Values { get }
}

// `Any` because: it is the type of attributes in Foundation.
/// The font that an attribute holds; nil if it holds none.
package func coreTextFont(_ attribute: Any?) -> CTFont? {
  attribute as? CTFont ?? (attribute as? any TextFontValue)?.coreTextFont
}

// `Any` because: it is the type of attributes in Foundation.
/// The colour that an attribute holds; nil if it holds none.
package func coreTextColor(_ attribute: Any?) -> CGColor? {
  attribute as? CGColor ?? (attribute as? any TextColorValue)?.coreTextColor
}

// `Any` because: it is the type of attributes in Foundation.
/// The paragraph style that an attribute holds; nil if it holds none.
func coreTextParagraph(_ attribute: Any?) -> CTParagraphStyle.Values? {
  (attribute as? CTParagraphStyle)?.values ?? (attribute as? any TextParagraphValue)?.coreTextValues
}

/// The room of a thing that stands in the place of a character, such as a picture, in points.
package struct TextRoom: Hashable, Sendable {
  /// How far it moves the pen; not below 0.
  package var width: Double
  /// Above the baseline; below 0 for what lies below it.
  package var ascent: Double
  /// Below the baseline; below 0 for what lies above it.
  package var descent: Double

  /// Values that are no numbers, or that are out of all bounds, count as 0.
  package init(width: Double, ascent: Double, descent: Double) {
    func usable(_ value: Double) -> Double { abs(value) < 1e6 ? value : 0 }
    self.width = max(usable(width), 0)
    self.ascent = usable(ascent)
    self.descent = usable(descent)
  }
}

extension NSAttributedString.Key {
  /// The room that each character of the run takes in place of its glyph, which is not drawn: a
  /// `TextRoom`.
  package static let room = NSAttributedString.Key(rawValue: "QuartzRoom")
}
