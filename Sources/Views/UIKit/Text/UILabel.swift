// Labels: text in a view.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A view that draws text, by default one line, with an ellipsis if it does not fit.
///
/// Text stands in the middle of the height. Sizes that fit are rounded up to whole pixels.
///
/// ```swift
/// let label = UILabel()
/// label.text = "Hello"
/// label.sizeToFit()
/// ```
///
/// **Differences**: text after 65,536 UTF-16 units is neither measured nor shown.
@preconcurrency
@MainActor
open class UILabel: UIView, UIContentSizeCategoryAdjusting {
  /// Everything that changes the look of the text, in one place.
  struct Style {
    var font = UIFont.systemFont(ofSize: UIFont.labelFontSize)
    var color = UIColor.label
    var highlightedColor: UIColor?
    var alignment = NSTextAlignment.natural
    var breakMode = NSLineBreakMode.byTruncatingTail
    var strategy: NSParagraphStyle.LineBreakStrategy = []
    var tightens = false
    var lines = 1
    var shadowColor: UIColor?
    var shadowOffset = CGSize(width: 0, height: -1)
    var shrinks = false
    var leastScale: CGFloat = 0
    var baseline = UIBaselineAdjustment.alignBaselines
    var followsSize = false
    var isEnabled = true
    var isHighlighted = false
  }

  final var style = Style()
  final var content: LabelText?
  /// The layout of the last size that was asked for.
  final var lastBox: (room: LabelRoom, box: TextBox)?
  private var preferredWidth: CGFloat = 0

  /// Creates a label without text.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Creates a label from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    text = coder.object(of: NSString.self, forKey: "UIText") as String?
    if let font = coder.object(of: UIFont.self, forKey: "UIFont") { style.font = font }
    if let color = coder.object(of: UIColor.self, forKey: "UITextColor") {
      style.color = color
    }
    if coder.containsValue(forKey: "UINumberOfLines") {
      style.lines = Int(coder.decodeInt64(forKey: "UINumberOfLines"))
      style.alignment =
        NSTextAlignment(rawValue: Int(coder.decodeInt64(forKey: "UITextAlignment"))) ?? .natural
    }
    coder.finish(self, UILabel.self)
  }

  /// Archives text, font, colour, number of lines and alignment.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(text.map { NSString(string: $0) }, forKey: "UIText")
    coder.encode(font, forKey: "UIFont")
    coder.encode(textColor, forKey: "UITextColor")
    coder.encode(Int64(numberOfLines), forKey: "UINumberOfLines")
    coder.encode(Int64(textAlignment.rawValue), forKey: "UITextAlignment")
  }

  private func prepare() {
    isUserInteractionEnabled = false
    isOpaque = false
    contentMode = .redraw
  }

  /// Draws anew, and measures anew.
  final func textDidChange() {
    lastBox = nil
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  // MARK: Text

  /// The text; nil if there is none.
  open var text: String? {
    get { content?.string.string }
    set {
      if case .plain(let old)? = content, old == newValue { return }
      content = newValue.map { .plain($0) }
      textDidChange()
    }
  }

  /// The text with its attributes; nil if there is none.
  ///
  /// Text without a font, a colour or a paragraph style has the label's.
  open var attributedText: NSAttributedString? {
    get { content == nil ? nil : styledText }
    set {
      // Setting the same text again is not a change: controls give it with every layout.
      if case .attributed(let old)? = content, let newValue, old == newValue { return }
      content = newValue.flatMap { $0.copy() as? NSAttributedString }.map { .attributed($0) }
      textDidChange()
    }
  }

  // `!` because: it is Apple's type.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The font; the system font of 17 points by default.
  ///
  /// Setting it gives it to all of the attributed text.
  open var font: UIFont! {
    get { style.font }
    set {
      let font = newValue ?? UIFont.systemFont(ofSize: UIFont.labelFontSize)
      let isSame = font == style.font && content?.isPlain ?? true
      style.font = font
      if isSame { return }
      content?.set(.font, style.font)
      textDidChange()
    }
  }

  // `!` because: it is Apple's type.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The colour; that of labels by default.
  ///
  /// Setting it gives it to all of the attributed text.
  open var textColor: UIColor! {
    get { style.color }
    set {
      style.color = newValue ?? .label
      content?.set(.foregroundColor, style.color)
      textDidChange()
    }
  }

  /// The colour while the label is highlighted; nil if it has none of its own.
  open var highlightedTextColor: UIColor? {
    get { style.highlightedColor }
    set {
      style.highlightedColor = newValue
      textDidChange()
    }
  }

  /// Whether the colour is the highlighted one.
  open var isHighlighted: Bool {
    get { style.isHighlighted }
    set {
      guard style.isHighlighted != newValue else { return }
      style.isHighlighted = newValue
      textDidChange()
    }
  }

  /// Whether the text has its full strength; true by default.
  open var isEnabled: Bool {
    get { style.isEnabled }
    set {
      guard style.isEnabled != newValue else { return }
      style.isEnabled = newValue
      setNeedsDisplay()
    }
  }

  /// The alignment of lines; natural by default.
  open var textAlignment: NSTextAlignment {
    get { style.alignment }
    set {
      style.alignment = newValue
      content?.setParagraphs { $0.alignment = newValue }
      textDidChange()
    }
  }

  /// The treatment of text that does not fit; an ellipsis at the end by default.
  open var lineBreakMode: NSLineBreakMode {
    get { style.breakMode }
    set {
      style.breakMode = newValue
      textDidChange()
    }
  }

  /// The rules by which lines break; those of the text's first paragraph count in addition.
  ///
  /// **Differences**: there are none by default, so that lines are filled; on iOS the standard
  /// rules are.
  open var lineBreakStrategy: NSParagraphStyle.LineBreakStrategy {
    get { style.strategy }
    set {
      style.strategy = newValue
      textDidChange()
    }
  }

  /// Whether characters move together, by at most a twentieth of the font's size each, before a
  /// single line is truncated; false by default.
  ///
  /// **Differences**: the twentieth is a choice; Apple does not say how far they go.
  open var allowsDefaultTighteningForTruncation: Bool {
    get { style.tightens }
    set {
      style.tightens = newValue
      textDidChange()
    }
  }

  /// The most lines; 1 by default, 0 for any number.
  open var numberOfLines: Int {
    get { style.lines }
    set {
      style.lines = max(newValue, 0)
      textDidChange()
    }
  }

  /// The colour of a hard shadow; nil, the default, if there is none.
  open var shadowColor: UIColor? {
    get { style.shadowColor }
    set {
      style.shadowColor = newValue
      textDidChange()
    }
  }

  /// The offset of the shadow in points, y down; one point up by default.
  open var shadowOffset: CGSize {
    get { style.shadowOffset }
    set {
      style.shadowOffset = newValue
      textDidChange()
    }
  }

  /// Whether text that does not fit becomes smaller; false by default.
  open var adjustsFontSizeToFitWidth: Bool {
    get { style.shrinks }
    set {
      style.shrinks = newValue
      textDidChange()
    }
  }

  /// The smallest factor on the size of text that does not fit; 0, the default, for 4 points.
  open var minimumScaleFactor: CGFloat {
    get { style.leastScale }
    set {
      style.leastScale = newValue
      textDidChange()
    }
  }

  /// The place of a single line that became smaller; its baseline stays by default.
  open var baselineAdjustment: UIBaselineAdjustment {
    get { style.baseline }
    set {
      style.baseline = newValue
      setNeedsDisplay()
    }
  }

  /// Whether the font follows the size of text that a person asks for; false by default.
  ///
  /// Fonts of `UIFont.preferredFont(forTextStyle:)` and of `UIFontMetrics` follow, others stay.
  open var adjustsFontForContentSizeCategory: Bool {
    get { style.followsSize }
    set {
      style.followsSize = newValue
      followSize()
    }
  }

  /// Takes the font for the size of text of the traits, if it is to follow.
  private func followSize() {
    guard style.followsSize else { return }
    let adjusted = style.font.adjusted(to: traitCollection)
    if adjusted != style.font { font = adjusted }
  }

  /// The width that lines break at for the intrinsic size; 0, the default, if there is none.
  open var preferredMaxLayoutWidth: CGFloat {
    get { preferredWidth }
    set {
      preferredWidth = newValue
      invalidateIntrinsicContentSize()
    }
  }

  // MARK: Size

  /// The size of the text, at most as wide as `size` if it has several lines, rounded up to pixels.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let room = CGRect(
      x: 0,
      y: 0,
      width: numberOfLines == 1 || size.width <= 0 ? CGFloat.infinity : size.width,
      height: .infinity
    )
    return textRect(forBounds: room, limitedToNumberOfLines: numberOfLines).size
  }

  /// The size of the text.
  open override var intrinsicContentSize: CGSize {
    let width = preferredWidth > 0 ? preferredWidth : 0
    return sizeThatFits(CGSize(width: width, height: 0))
  }

  override var wrapsLines: Bool { numberOfLines != 1 && preferredWidth <= 0 }

  override var ownBaselines: Baselines? {
    let (font, text) = (style.font, extras?.layout?.node?.content ?? intrinsicContentSize)
    return Baselines(first: font.ascender, last: -font.descender, middleHeight: text.height)
  }

  // MARK: Drawing

  /// The rectangle that the text takes at the top left of bounds, rounded up to pixels.
  ///
  /// - Parameters:
  ///   - bounds: The room; an infinite side is as long as the text.
  ///   - numberOfLines: The most lines; 0 for any number.
  open func textRect(
    forBounds bounds: CGRect,
    limitedToNumberOfLines numberOfLines: Int
  ) -> CGRect {
    let room = LabelRoom(width: bounds.width, height: bounds.height, lines: numberOfLines)
    let size = content == nil ? .zero : box(room).size
    return CGRect(
      x: bounds.minX,
      y: bounds.minY,
      width: min(size.width.ceiled(to: pixelsOfPoint), max(bounds.width, 0)),
      height: min(size.height.ceiled(to: pixelsOfPoint), max(bounds.height, 0))
    )
  }

  /// Draws the text into a rectangle of the current context, in the middle of its height.
  open func drawText(in rect: CGRect) { drawContent(in: rect) }

  /// Draws the text.
  open override func draw(_ rect: CGRect) { drawText(in: bounds) }

  /// Draws the text in the colours of the new style.
  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    followSize()
    textDidChange()
  }
}

extension CGFloat {
  /// The number, up to the next pixel of that scale; a rounding error is none.
  func ceiled(to scale: CGFloat) -> CGFloat {
    guard isFinite, scale > 0, scale.isFinite else { return self }
    return ((self * scale - 1e-6).rounded(.up)) / scale
  }
}
