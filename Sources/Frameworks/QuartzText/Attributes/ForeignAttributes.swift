// Attributes of strings that are objects of other libraries, such as the fonts and colours of
// views.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics

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
