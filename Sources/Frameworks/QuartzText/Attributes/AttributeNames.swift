// The names of attributes of strings, Core Text's and Foundation's.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// The font: a `CTFont`.
///
/// Without it, Helvetica of 12 points.
public let kCTFontAttributeName: CFString = "NSFont"
/// The colour of glyphs: a `CGColor`.
///
/// Without it, black.
public let kCTForegroundColorAttributeName: CFString = "CTForegroundColor"
/// Whether glyphs take the fill colour of the context that they are drawn into: a Boolean.
public let kCTForegroundColorFromContextAttributeName: CFString = "CTForegroundColorFromContext"
/// Points that are added after each character; ligatures are off where it is not 0.
public let kCTKernAttributeName: CFString = "NSKern"
/// 0 for no ligatures but those that the script needs; 1 for the usual ones, which is the default.
public let kCTLigatureAttributeName: CFString = "NSLigature"
/// The `CTParagraphStyle` of the paragraph; that of its first character counts.
public let kCTParagraphStyleAttributeName: CFString = "NSParagraphStyle"
/// A number: a `CTUnderlineStyle`, with `CTUnderlineStyleModifiers` if there are any.
public let kCTUnderlineStyleAttributeName: CFString = "NSUnderline"
/// The colour of the underline: a `CGColor`.
///
/// Without it, that of the glyphs.
public let kCTUnderlineColorAttributeName: CFString = "NSUnderlineColor"
/// The colour behind the glyphs: a `CGColor`.
///
/// Without it, none.
public let kCTBackgroundColorAttributeName: CFString = "CTBackgroundColor"
/// Points by which glyphs stand above the baseline: a number.
public let kCTBaselineOffsetAttributeName: CFString = "NSBaselineOffset"
/// The width of a line around glyphs, in percents of the font's size: a number.
///
/// Above 0 glyphs are outlines alone; below 0 they are filled, too. Without it, or at 0, there is
/// none.
public let kCTStrokeWidthAttributeName: CFString = "NSStrokeWidth"
/// The colour of the line around glyphs: a `CGColor`.
///
/// Without it, that of the glyphs.
public let kCTStrokeColorAttributeName: CFString = "NSStrokeColor"

/// The names that AppKit and UIKit give to attributes of strings.
///
/// Values are those of Core Text: a `CTFont`, a `CGColor`, a `CTParagraphStyle`, numbers.
extension NSAttributedString.Key {
  /// The font: a `CTFont`.
  public static let font = NSAttributedString.Key(rawValue: kCTFontAttributeName)
  /// The colour of glyphs: a `CGColor`.
  ///
  /// `kCTForegroundColorAttributeName` wins over it.
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
  /// The colour behind the glyphs: a `CGColor`.
  ///
  /// `kCTBackgroundColorAttributeName` wins over it.
  public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
  /// Points that are added after each character.
  public static let kern = NSAttributedString.Key(rawValue: kCTKernAttributeName)
  /// 0 for no ligatures but those that the script needs.
  public static let ligature = NSAttributedString.Key(rawValue: kCTLigatureAttributeName)
  /// The `CTParagraphStyle` of the paragraph.
  public static let paragraphStyle = NSAttributedString.Key(
    rawValue: kCTParagraphStyleAttributeName
  )
  /// A number: a `CTUnderlineStyle`.
  public static let underlineStyle = NSAttributedString.Key(
    rawValue: kCTUnderlineStyleAttributeName
  )
  /// The colour of the underline: a `CGColor`.
  public static let underlineColor = NSAttributedString.Key(
    rawValue: kCTUnderlineColorAttributeName
  )
  /// A number: a `CTUnderlineStyle`, of a line through the glyphs.
  public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
  /// The colour of the line through the glyphs: a `CGColor`.
  public static let strikethroughColor = NSAttributedString.Key(rawValue: "NSStrikethroughColor")
  /// The width of a line around glyphs, in percents of the font's size; below 0 they are filled,
  /// too.
  public static let strokeWidth = NSAttributedString.Key(rawValue: kCTStrokeWidthAttributeName)
  /// The colour of the line around glyphs: a `CGColor`.
  public static let strokeColor = NSAttributedString.Key(rawValue: kCTStrokeColorAttributeName)
  /// Points by which glyphs stand above the baseline: a number.
  public static let baselineOffset = NSAttributedString.Key(
    rawValue: kCTBaselineOffsetAttributeName
  )
}

/// Lines under text and through it.
public struct CTUnderlineStyle: OptionSet, Hashable, Sendable {
  /// The bits.
  public var rawValue: Int32

  /// The style of these bits.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// One line.
  public static let single = CTUnderlineStyle(rawValue: 0x01)
  /// One line of twice the thickness.
  public static let thick = CTUnderlineStyle(rawValue: 0x02)
  /// Two lines.
  public static let double = CTUnderlineStyle(rawValue: 0x09)
}

/// The patterns of lines; added to the number of a `CTUnderlineStyle`.
public struct CTUnderlineStyleModifiers: OptionSet, Hashable, Sendable {
  /// The bits.
  public var rawValue: Int32

  /// The modifiers of these bits.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Without gaps.
  public static let patternSolid: CTUnderlineStyleModifiers = []
  /// Dots.
  public static let patternDot = CTUnderlineStyleModifiers(rawValue: 0x0100)
  /// Dashes.
  public static let patternDash = CTUnderlineStyleModifiers(rawValue: 0x0200)
  /// Dashes and dots in turn.
  public static let patternDashDot = CTUnderlineStyleModifiers(rawValue: 0x0300)
  /// A dash and two dots in turn.
  public static let patternDashDotDot = CTUnderlineStyleModifiers(rawValue: 0x0400)
}
