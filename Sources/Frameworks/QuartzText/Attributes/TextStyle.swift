// The attributes of a string, as values.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
import Foundation

/// The look of the characters of a run.
package struct TextStyle: Hashable, Sendable {
  package var font: CTFont
  /// Nil for the fill colour of the context.
  package var color: CGColor?
  package var background: CGColor?
  /// Points after each character; nil leaves the font's own spacing, and ligatures.
  package var kern: Double?
  package var hasLigatures = true
  package var underline = LineStyle()
  package var strikethrough = LineStyle()
  /// Points above the baseline.
  package var baselineOffset = 0.0
  package var stroke: Stroke?
  package var paragraph: CTParagraphStyle.Values?
  /// Nil for characters that have glyphs.
  package var room: TextRoom?

  package init(font: CTFont, color: CGColor?) {
    self.font = font
    self.color = color
  }

  /// A line around glyphs.
  package struct Stroke: Hashable, Sendable {
    /// In parts of the font's size; more than 0.
    package var width: Double
    /// Nil for the colour of the text.
    package var color: CGColor?
    /// Whether the glyphs are filled, too, below the line.
    package var isFilled: Bool
  }

  /// A line under text or through it.
  package struct LineStyle: Hashable, Sendable {
    /// A `CTUnderlineStyle` and its modifiers; 0 for none.
    package var bits: Int32 = 0
    /// Nil for the colour of the text.
    package var color: CGColor?
  }
}

/// Whether the style of a run comes from the run or from where the text is shown.
package struct TextDefaults: Sendable {
  package var font: CTFont
  package var color: CGColor?

  /// - Parameters:
  ///   - font: For runs without one.
  ///   - color: For runs without one; nil for the fill colour of the context.
  package init(font: CTFont, color: CGColor?) {
    self.font = font
    self.color = color
  }

  /// Core Text's: Helvetica of 12 points, black.
  package static var coreText: TextDefaults {
    let face = TextEngine.current.usableFace(named: "Helvetica")
    return TextDefaults(font: CTFont(face, size: CTFont.defaultSize), color: .black)
  }
}

/// A run of characters with one style.
struct StyledRun {
  /// UTF-16 code units of the string.
  var range: Range<Int>
  var style: TextStyle
}

extension NSAttributedString {
  /// The runs of the string, in order and without gaps, up to `count` code units.
  func styledRuns(_ defaults: TextDefaults, count: Int) -> [StyledRun] {
    var runs: [StyledRun] = []
    let whole = NSRange(location: 0, length: length)
    enumerateAttributes(in: whole, options: []) { attributes, range, _ in
      let style = TextStyle(attributes, defaults)
      let end = range.location + range.length
      if let last = runs.last, last.style == style {
        runs[runs.count - 1].range = last.range.lowerBound..<end
      } else {
        runs.append(StyledRun(range: range.location..<end, style: style))
      }
    }
    // Foundation repairs broken strings; each unit has a style even then.
    if let last = runs.last, last.range.upperBound < count {
      runs[runs.count - 1].range = last.range.lowerBound..<count
    }
    return runs
  }
}

extension TextStyle {
  /// Values of another type than the attribute's, and numbers that are not finite, are left out.
  // `Any` because: it is the type of attributes in Foundation.
  fileprivate init(_ attributes: [NSAttributedString.Key: Any], _ defaults: TextDefaults) {
    self.init(font: defaults.font, color: defaults.color)
    func value(_ name: CFString) -> Any? { attributes[NSAttributedString.Key(rawValue: name)] }
    func number(_ name: CFString) -> Double? { QuartzText.number(value(name)) }
    func lineStyle(_ attribute: Any?) -> Int32 {
      Int32(exactly: (QuartzText.number(attribute) ?? 0).rounded(.towardZero)) ?? 0
    }
    font = coreTextFont(value(kCTFontAttributeName)) ?? font
    if number(kCTForegroundColorFromContextAttributeName) ?? 0 != 0 { color = nil }
    color =
      coreTextColor(value(kCTForegroundColorAttributeName))
      ?? coreTextColor(attributes[.foregroundColor]) ?? color
    background =
      coreTextColor(value(kCTBackgroundColorAttributeName))
      ?? coreTextColor(attributes[.backgroundColor])
    kern = number(kCTKernAttributeName)
    hasLigatures = (number(kCTLigatureAttributeName) ?? 1) != 0 && (kern ?? 0) == 0
    underline.bits = lineStyle(value(kCTUnderlineStyleAttributeName))
    underline.color = coreTextColor(value(kCTUnderlineColorAttributeName))
    strikethrough.bits = lineStyle(attributes[.strikethroughStyle])
    strikethrough.color = coreTextColor(attributes[.strikethroughColor])
    baselineOffset = number(kCTBaselineOffsetAttributeName) ?? 0
    if let width = number(kCTStrokeWidthAttributeName), width != 0 {
      // Percents of the font's size; below 0 for glyphs with both.
      stroke = Stroke(
        width: abs(width) / 100,
        color: coreTextColor(value(kCTStrokeColorAttributeName)),
        isFilled: width < 0
      )
    }
    paragraph = coreTextParagraph(value(kCTParagraphStyleAttributeName))
    room = attributes[.room] as? TextRoom
  }
}

/// The number that an attribute holds, of whichever type it was set with; nil if it holds none.
///
/// Foundation on Linux does not turn numbers of Swift into NSNumber in casts. Numbers are clamped
/// where sums of them would lose points; values that are not finite count as absent.
func number(_ attribute: Any?) -> Double? {
  let value: Double? =
    switch attribute {
    case let number as Double: number
    case let number as Float: Double(number)
    case let number as CGFloat: Double(number)
    case let number as Bool: number ? 1 : 0
    case let number as any BinaryInteger: Double(exactly: Int64(clamping: number))
    case let style as CTUnderlineStyle: Double(style.rawValue)
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  guard let value, value.isFinite else { return nil }
  return min(max(value, -1e9), 1e9)
}
