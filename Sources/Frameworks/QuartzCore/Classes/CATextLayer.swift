// A layer that shows text.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
package import QuartzModel
package import QuartzText

/// A layer that shows text.
///
///     let label = CATextLayer()
///     label.frame = CGRect(x: 20, y: 20, width: 200, height: 40)
///     label.string = "Hello"
///     label.fontSize = 24
///     label.alignmentMode = .center
///     label.contentsScale = context.scale
///
/// The text begins at the top of the bounds, whichever way y points, and is clipped to them. The
/// layer draws itself when it is committed, with `contentsScale` pixels per point; at 1, the
/// default, text is blurred on outputs of a larger scale. It draws itself again when one of these
/// changes: the string, the font, its size or colour, wrapping, alignment, truncation, the
/// quantization, the bounds, the scale. Text and an image as `contents` exclude each other: the
/// last one set shows.
///
/// Size and colour animate: the layer is then drawn for every frame.
///
/// **Differences**: outlines of glyphs are filled at their exact positions, without hinting, so
/// that text is the same on all machines with the same fonts.
open class CATextLayer: CALayer {
  /// The rows that layers of this class have.
  package override class var layerClass: LayerClass { .text }

  /// The keys without a row.
  enum Key: String, CaseIterable {
    case string, font
  }

  /// The keys without a row, for interfaces of other languages.
  package static let keysOfText = Key.allCases.map(\.rawValue)

  private static let drawnKeys: Set<String> = [
    "string", "font", "fontSize", "foregroundColor", "wrapped", "alignmentMode", "truncationMode",
    "allowsFontSubpixelQuantization", "contentsScale",
  ]

  /// The default name of a layer's font.
  private static let standardFont = "Helvetica"

  /// Whether a change of the property requests a new drawing; true for all properties that text
  /// depends on.
  open override class func needsDisplay(forKey key: String) -> Bool {
    drawnKeys.contains(key) || super.needsDisplay(forKey: key)
  }

  /// Returns the default value of a key: a change of the bounds requests a new drawing.
  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "needsDisplayOnBoundsChange": true
    case Key.font.rawValue: standardFont
    default: super.defaultValue(forKey: key)
    }
  }

  /// The fonts of the document that the layer comes from; nil for those of the context.
  package final var documentFonts: FontCollection?

  /// Creates a layer of size zero without text.
  public override init() {
    super.init()
  }

  /// Creates a copy of a layer's values, for presentation layers.
  public override init(layer: Any) {
    documentFonts = (layer as? CATextLayer)?.documentFonts
    super.init(layer: layer)
  }

  /// Creates a layer from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    if string != nil { setNeedsDisplay() }
  }

  /// Whether `encode(with:)` writes the value of a key; the layer's own drawing is not written.
  open override func shouldArchiveValue(forKey key: String) -> Bool {
    if key == "contents", displayState?.backing != nil || drawsAnimations { return false }
    return super.shouldArchiveValue(forKey: key)
  }

  // `Any` because: it is a string with attributes or without.
  /// The text: a string or an NSAttributedString; nil, the default, means none.
  ///
  /// It is copied. For an attributed string only its attributes count, as in Core Text: without a
  /// font attribute, text is in Helvetica, 12 points; without a colour, it is black.
  open var string: Any? {
    get { customValue(Key.string.rawValue) }
    set { setCustomValue(CATextLayer.copy(ofText: newValue), Key.string.rawValue) }
  }

  // `Any` because: it is a font of one of three kinds.
  /// The font: a CTFont, a CGFont, or a string with the name of one; "Helvetica" by default, and
  /// where it is nil.
  ///
  /// The size of a CTFont is ignored. An unknown name gives a substitute, as with
  /// `CTFontCreateWithName`.
  open var font: Any? {
    get {
      let font = customValue(Key.font.rawValue)
      return font is NSNull ? nil : font
    }
    // Without an object the layer would have the font of its style or class.
    set { setCustomValue(newValue ?? NSNull(), Key.font.rawValue) }
  }

  /// The size of the font in points; 36 by default.
  ///
  /// Text is not shown if its size is not positive or not finite.
  open var fontSize: CGFloat {
    get { number(.fontSize) }
    set { set(.fontSize, .number(newValue)) }
  }

  /// The colour of the text; opaque white by default, nil means none.
  open var foregroundColor: CGColor? {
    get { color(.foregroundColor) }
    set { setColor(.foregroundColor, newValue) }
  }

  /// Whether lines break at the width of the bounds; false by default.
  open var isWrapped: Bool {
    get { bool(.wrapped) }
    set { set(.wrapped, .bool(newValue)) }
  }

  /// The place of the ellipsis in the last line that fits, if text does not fit; none by default.
  open var truncationMode: CATextLayerTruncationMode {
    get { CATextLayerTruncationMode(rawValue: name(.truncationMode)) }
    set { setName(.truncationMode, newValue.rawValue) }
  }

  /// The alignment of lines; natural by default.
  ///
  /// Paragraph styles of an attributed string override it.
  open var alignmentMode: CATextLayerAlignmentMode {
    get { CATextLayerAlignmentMode(rawValue: name(.alignmentMode)) }
    set { setName(.alignmentMode, newValue.rawValue) }
  }

  /// Whether glyphs may be moved to the subpixel positions at which they are cached; false by
  /// default.
  ///
  /// **Differences**: it changes no picture, because glyphs are never moved.
  open var allowsFontSubpixelQuantization: Bool {
    get { bool(.allowsFontSubpixelQuantization) }
    set { set(.allowsFontSubpixelQuantization, .bool(newValue)) }
  }

  /// Draws the text.
  open override func draw(in ctx: CGContext) {
    withDocumentFonts { drawText(in: ctx) }
  }

  /// Returns the size of the text, in points, wrapped at the width of the bounds if `isWrapped` is
  /// set and the width is not zero; the layer's transform does not count.
  open override func preferredFrameSize() -> CGSize {
    layoutManager?.preferredSize(of: self) ?? withDocumentFonts { textSize }
  }

  /// Returns the value of a property, or of a custom key; nil if there is none.
  open override func value(forKey key: String) -> Any? {
    key == Key.font.rawValue ? font : super.value(forKey: key)
  }

  /// Sets a property or a custom key; nil restores the default.
  open override func setValue(_ value: Any?, forKey key: String) {
    switch Key(rawValue: key) {
    case .string: string = value
    case .font where value == nil: setCustomValue(nil, Key.font.rawValue)
    case .font: font = value
    case nil: super.setValue(value, forKey: key)
    }
  }

  // `Any` because: see `string`.
  /// Returns an immutable copy of text.
  private static func copy(ofText text: Any?) -> Any? {
    switch text {
    case is NSNull: nil
    case let text as NSAttributedString: text.copy()
    case let text as NSMutableString: String(describing: text)
    default: text
    }
  }
}
