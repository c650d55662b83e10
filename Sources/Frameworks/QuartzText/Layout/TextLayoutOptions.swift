// The box of a text, and the treatment of text that does not fit.
// Licensed under the MIT license; see LICENSE.

/// The box of a text, and the treatment of text that does not fit.
package struct TextLayoutOptions: Hashable, Sendable {
  /// The width of the box in points, for breaking, aligning and truncating.
  ///
  /// Infinite or not a number: as wide as the text. Negative: 0.
  package var width = Double.infinity
  /// The height of the box in points.
  ///
  /// Lines that begin below it are left out, and with truncation those that do not end above its
  /// lower edge, too, except the first one. Infinite or not a number: as high as the text.
  /// Negative: 0.
  package var height = Double.infinity
  /// Whether lines break at the width.
  ///
  /// Paragraph styles may forbid it.
  package var isWrapped = true
  /// For paragraphs whose style leaves the alignment natural.
  package var alignment = CTTextAlignment.natural
  package var truncation = TextTruncation.none
  /// The area for lines, whose bounds are then the box; nil if lines fill the box.
  var shape: TextShape?
  /// Whether lines that do not end above the lower edge are left out, the first one too.
  var keepsWholeLines = false

  package init() {}

  package init(
    width: Double,
    height: Double = .infinity,
    isWrapped: Bool = true,
    alignment: CTTextAlignment = .natural,
    truncation: TextTruncation = .none
  ) {
    self.width = width
    self.height = height
    self.isWrapped = isWrapped
    self.alignment = alignment
    self.truncation = truncation
  }
}

/// The position of the ellipsis that replaces text that does not fit.
package enum TextTruncation: Hashable, Sendable {
  /// Nowhere: the text continues beyond the edge.
  case none
  /// At the beginning of the last line that fits; the end of the text shows.
  case start
  /// In the middle of the last line that fits; the end of the text shows.
  case middle
  /// At the end of the last line that fits.
  case end
}
