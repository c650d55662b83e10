// The layout of paragraphs, as views say it.
// Licensed under the MIT license; see LICENSE.

public import Foundation
package import QuartzText

/// The horizontal alignment of lines.
public enum NSTextAlignment: Int, Hashable, Sendable {
  /// At the left edge.
  case left = 0
  /// In the middle.
  case center = 1
  /// At the right edge.
  case right = 2
  /// At both edges, the last line at the natural one.
  case justified = 3
  /// At the edge where the text's script begins lines.
  case natural = 4
}

/// The treatment of text that is wider than its box.
public enum NSLineBreakMode: Int, Hashable, Sendable {
  /// Lines break between words.
  case byWordWrapping = 0
  /// Lines break between any two characters.
  case byCharWrapping = 1
  /// Text continues beyond the edge.
  case byClipping = 2
  /// An ellipsis stands at the beginning.
  case byTruncatingHead = 3
  /// An ellipsis stands at the end.
  case byTruncatingTail = 4
  /// An ellipsis stands in the middle.
  case byTruncatingMiddle = 5
}

/// The direction of a paragraph.
public enum NSWritingDirection: Int, Hashable, Sendable {
  /// That of its first letter.
  case natural = -1
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
}

/// A stop that a tab moves the following text to.
///
/// **Differences**: it cannot be subclassed, so that the compiler proves that threads may share it.
public final class NSTextTab: NSObject, NSCopying, Sendable {
  /// The name of an option of tab stops.
  public struct OptionKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// An option of that name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A `CharacterSet`: text stands before the stop up to the first of them.
    public static let columnTerminators = OptionKey(
      rawValue: kCTTabColumnTerminatorsAttributeName
    )
  }

  /// The alignment of text at the stop.
  public let alignment: NSTextAlignment
  /// In points from where lines begin.
  public let location: CGFloat
  let tab: CTTextTab

  // `Any` because: options are of many types.
  /// A stop.
  public init(
    textAlignment alignment: NSTextAlignment,
    location loc: CGFloat,
    options: [OptionKey: Any] = [:]
  ) {
    self.alignment = alignment
    location = loc.isFinite ? loc : 0
    let pairs = options.map { ($0.key.rawValue, $0.value) }
    tab = CTTextTabCreate(
      CTTextAlignment(alignment),
      Double(location),
      CFDictionary(uniqueKeysWithValues: pairs)
    )
    super.init()
  }

  // `Any` because: it is NSCopying's.
  /// The stop itself, which cannot change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // `Any?` because: it is NSObject's.
  /// Whether both stand at the same place and move text in the same way.
  public override func isEqual(_ object: Any?) -> Bool { (object as? NSTextTab)?.tab == tab }

  /// Equal stops have equal hashes.
  public override var hash: Int { tab.hashValue }
}

/// The layout of a paragraph: alignment, breaking, spacing, indents.
///
/// ```swift
/// let style = NSMutableParagraphStyle()
/// style.alignment = .center
/// style.lineSpacing = 4
/// let text = NSAttributedString(string: "Two\nlines", attributes: [.paragraphStyle: style])
/// ```
// Safe because: nothing changes but in NSMutableParagraphStyle, which one thread owns.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying, NSSecureCoding,
  @unchecked Sendable
{
  /// The rules by which lines break, beside those of the mode.
  ///
  /// **Differences**: ``UILabel`` alone follows them.
  public struct LineBreakStrategy: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int
    /// The rules of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The last line has not a single word, if another one of the line before goes with it without
    /// one more line.
    public static let pushOut = LineBreakStrategy(rawValue: 1 << 0)
    /// Words in Hangul do not break.
    ///
    /// **Differences**: it is stored; they break as the text layout has it.
    public static let hangulWordPriority = LineBreakStrategy(rawValue: 1 << 1)
    /// The rules of the system's own labels.
    public static let standard = LineBreakStrategy(rawValue: 0xFFFF)
  }

  /// The settings.
  struct Values: Hashable {
    var lineBreakStrategy: LineBreakStrategy = []
    var tightens = false
    var alignment = NSTextAlignment.natural
    var lineBreakMode = NSLineBreakMode.byWordWrapping
    var baseWritingDirection = NSWritingDirection.natural
    var firstLineHeadIndent: CGFloat = 0
    var headIndent: CGFloat = 0
    var tailIndent: CGFloat = 0
    var lineHeightMultiple: CGFloat = 0
    var maximumLineHeight: CGFloat = 0
    var minimumLineHeight: CGFloat = 0
    var lineSpacing: CGFloat = 0
    var paragraphSpacing: CGFloat = 0
    var paragraphSpacingBefore: CGFloat = 0
    var defaultTabInterval: CGFloat = 0
    var tabStops: [NSTextTab] = []
  }

  final var values = Values()

  /// The default style.
  public override init() {
    super.init()
  }

  /// The style of an archive, without tab stops; settings that it does not hold have defaults.
  public required init?(coder: NSCoder) {
    super.init()
    values.alignment =
      NSTextAlignment(rawValue: Int(coder.decodeInt64(forKey: "NSAlignment"))) ?? .natural
    values.lineBreakMode =
      NSLineBreakMode(rawValue: Int(coder.decodeInt64(forKey: "NSLineBreakMode")))
      ?? .byWordWrapping
    values.baseWritingDirection =
      NSWritingDirection(rawValue: Int(coder.decodeInt64(forKey: "NSWritingDirection")))
      ?? .natural
    for (key, path) in Self.lengths {
      values[keyPath: path] = CGFloat(coder.decodeDouble(forKey: key))
    }
  }

  private static var lengths: [(String, WritableKeyPath<Values, CGFloat>)] {
    [
      ("NSFirstLineHeadIndent", \.firstLineHeadIndent), ("NSHeadIndent", \.headIndent),
      ("NSTailIndent", \.tailIndent), ("NSLineHeightMultiple", \.lineHeightMultiple),
      ("NSMaxLineHeight", \.maximumLineHeight), ("NSMinLineHeight", \.minimumLineHeight),
      ("NSLineSpacing", \.lineSpacing), ("NSParagraphSpacing", \.paragraphSpacing),
      ("NSParagraphSpacingBefore", \.paragraphSpacingBefore),
      ("NSDefaultTabInterval", \.defaultTabInterval),
    ]
  }

  /// Whether archives may be read safely: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the settings, without tab stops.
  open func encode(with coder: NSCoder) {
    coder.encode(Int64(values.alignment.rawValue), forKey: "NSAlignment")
    coder.encode(Int64(values.lineBreakMode.rawValue), forKey: "NSLineBreakMode")
    coder.encode(Int64(values.baseWritingDirection.rawValue), forKey: "NSWritingDirection")
    for (key, path) in Self.lengths { coder.encode(Double(values[keyPath: path]), forKey: key) }
  }

  /// The default style.
  open class var `default`: NSParagraphStyle { NSParagraphStyle() }

  // `Any` because: it is NSCopying's.
  /// A style with the same settings that cannot change.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSParagraphStyle()
    copy.values = values
    return copy
  }

  // `Any` because: it is NSMutableCopying's.
  /// A style with the same settings that can change.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = NSMutableParagraphStyle()
    copy.values = values
    return copy
  }

  /// The alignment of lines; natural by default.
  open var alignment: NSTextAlignment { values.alignment }
  /// The treatment of text that is too wide; by word wrapping by default.
  open var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
  /// The rules by which lines break; none by default.
  open var lineBreakStrategy: LineBreakStrategy { values.lineBreakStrategy }
  /// Whether characters move together before text is truncated; false by default.
  ///
  /// **Differences**: ``UILabel`` alone does so.
  open var allowsDefaultTighteningForTruncation: Bool { values.tightens }
  /// The direction; natural by default.
  open var baseWritingDirection: NSWritingDirection { values.baseWritingDirection }
  /// Points between the edge and the first line.
  open var firstLineHeadIndent: CGFloat { values.firstLineHeadIndent }
  /// Points between the edge and the other lines.
  open var headIndent: CGFloat { values.headIndent }
  /// Where lines end: points from where they begin, or from the other edge if not positive.
  open var tailIndent: CGFloat { values.tailIndent }
  /// A factor on the height of lines; 0 for 1.
  open var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
  /// The greatest height of a line in points; 0 for any.
  open var maximumLineHeight: CGFloat { values.maximumLineHeight }
  /// The smallest height of a line in points.
  open var minimumLineHeight: CGFloat { values.minimumLineHeight }
  /// Points between lines.
  open var lineSpacing: CGFloat { values.lineSpacing }
  /// Points after the paragraph.
  open var paragraphSpacing: CGFloat { values.paragraphSpacing }
  /// Points before the paragraph.
  open var paragraphSpacingBefore: CGFloat { values.paragraphSpacingBefore }
  /// The distance of tab stops behind the last one of one's own, in points; 0 for 28.
  open var defaultTabInterval: CGFloat { values.defaultTabInterval }
  /// The tab stops; none by default.
  ///
  /// **Differences**: on Apple's platforms there are twelve of 28 points; here the default interval
  /// makes them.
  open var tabStops: [NSTextTab] { values.tabStops }

  // `Any?` because: it is NSObject's.
  /// Whether both say the same.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSParagraphStyle)?.values == values
  }

  /// Equal styles have equal hashes.
  open override var hash: Int { values.hashValue }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// A paragraph style that can change.
// Safe because: one thread owns it.
open class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
  /// The default style.
  public override init() {
    super.init()
  }

  /// The style of an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Takes the settings of another style.
  open func setParagraphStyle(_ obj: NSParagraphStyle) { values = obj.values }

  /// The alignment of lines.
  open override var alignment: NSTextAlignment {
    get { values.alignment }
    set { values.alignment = newValue }
  }
  /// The treatment of text that is too wide.
  open override var lineBreakMode: NSLineBreakMode {
    get { values.lineBreakMode }
    set { values.lineBreakMode = newValue }
  }
  /// The rules by which lines break.
  open override var lineBreakStrategy: LineBreakStrategy {
    get { values.lineBreakStrategy }
    set { values.lineBreakStrategy = newValue }
  }
  /// Whether characters move together before text is truncated.
  open override var allowsDefaultTighteningForTruncation: Bool {
    get { values.tightens }
    set { values.tightens = newValue }
  }
  /// The direction.
  open override var baseWritingDirection: NSWritingDirection {
    get { values.baseWritingDirection }
    set { values.baseWritingDirection = newValue }
  }
  /// Points between the edge and the first line.
  open override var firstLineHeadIndent: CGFloat {
    get { values.firstLineHeadIndent }
    set { values.firstLineHeadIndent = newValue }
  }
  /// Points between the edge and the other lines.
  open override var headIndent: CGFloat {
    get { values.headIndent }
    set { values.headIndent = newValue }
  }
  /// Where lines end: points from where they begin, or from the other edge if not positive.
  open override var tailIndent: CGFloat {
    get { values.tailIndent }
    set { values.tailIndent = newValue }
  }
  /// A factor on the height of lines; 0 for 1.
  open override var lineHeightMultiple: CGFloat {
    get { values.lineHeightMultiple }
    set { values.lineHeightMultiple = newValue }
  }
  /// The greatest height of a line in points; 0 for any.
  open override var maximumLineHeight: CGFloat {
    get { values.maximumLineHeight }
    set { values.maximumLineHeight = newValue }
  }
  /// The smallest height of a line in points.
  open override var minimumLineHeight: CGFloat {
    get { values.minimumLineHeight }
    set { values.minimumLineHeight = newValue }
  }
  /// Points between lines.
  open override var lineSpacing: CGFloat {
    get { values.lineSpacing }
    set { values.lineSpacing = newValue }
  }
  /// Points after the paragraph.
  open override var paragraphSpacing: CGFloat {
    get { values.paragraphSpacing }
    set { values.paragraphSpacing = newValue }
  }
  /// Points before the paragraph.
  open override var paragraphSpacingBefore: CGFloat {
    get { values.paragraphSpacingBefore }
    set { values.paragraphSpacingBefore = newValue }
  }
  /// The distance of tab stops behind the last one of one's own, in points; 0 for 28.
  open override var defaultTabInterval: CGFloat {
    get { values.defaultTabInterval }
    set { values.defaultTabInterval = newValue }
  }
  /// The tab stops.
  open override var tabStops: [NSTextTab] {
    get { values.tabStops }
    set { values.tabStops = newValue }
  }
  /// Adds a tab stop.
  open func addTabStop(_ anObject: NSTextTab) { values.tabStops.append(anObject) }
  /// Removes the tab stops that equal one.
  open func removeTabStop(_ anObject: NSTextTab) { values.tabStops.removeAll { $0 == anObject } }
}

extension NSParagraphStyle: TextParagraphValue {
  /// The settings as Core Text has them; numbers that are not finite are treated as 0.
  package var coreTextValues: CTParagraphStyle.Values {
    func number(_ value: CGFloat) -> Double { value.isFinite ? Double(value) : 0 }
    var style = CTParagraphStyle.Values()
    style.alignment = CTTextAlignment(values.alignment)
    style.lineBreakMode =
      CTLineBreakMode(rawValue: UInt8(values.lineBreakMode.rawValue))
      ?? .byWordWrapping
    style.baseWritingDirection =
      CTWritingDirection(rawValue: Int8(values.baseWritingDirection.rawValue)) ?? .natural
    style.firstLineHeadIndent = number(values.firstLineHeadIndent)
    style.headIndent = number(values.headIndent)
    style.tailIndent = number(values.tailIndent)
    style.lineHeightMultiple = number(values.lineHeightMultiple)
    style.maximumLineHeight = number(values.maximumLineHeight)
    style.minimumLineHeight = number(values.minimumLineHeight)
    style.lineSpacing = number(values.lineSpacing)
    style.paragraphSpacing = number(values.paragraphSpacing)
    style.paragraphSpacingBefore = number(values.paragraphSpacingBefore)
    style.defaultTabInterval = number(values.defaultTabInterval)
    style.tabs = values.tabStops.map(\.tab.tab).sorted { $0.location < $1.location }
    return style
  }
}

extension CTTextAlignment {
  init(_ alignment: NSTextAlignment) {
    switch alignment {
    case .left: self = .left
    case .center: self = .center
    case .right: self = .right
    case .justified: self = .justified
    case .natural: self = .natural
    }
  }
}
