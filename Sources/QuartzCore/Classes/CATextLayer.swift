// A layer that shows text.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
package import QuartzModel

/// A layer that shows text.
///
///     let label = CATextLayer()
///     label.frame = CGRect(x: 20, y: 20, width: 200, height: 40)
///     label.string = "Hello"
///     label.fontSize = 24
///     label.alignmentMode = .center
///     label.contentsScale = context.scale
///
/// The text begins at the top of the bounds, whichever way y points, and is cut at them. The layer draws
/// itself when it is committed, with `contentsScale` pixels for a point; at 1, the default, text is
/// blurred on outputs of a larger scale. It draws itself again when one of these changes: the string,
/// the font, its size or colour, wrapping, alignment, truncation, the quantization, the bounds, the
/// scale. Text and an image as `contents` exclude each other: the one that was set last shows.
///
/// Size and colour animate: the layer is drawn for every frame then.
///
/// **Differences**: outlines of glyphs are filled where they lie, without hinting, so that text is the
/// same on all machines with the same fonts.
open class CATextLayer: CALayer {
  /// The rows that layers of this class have.
  package override class var layerClass: LayerClass { .text }

  /// The keys without a row.
  enum Key: String {
    case string, font
  }

  private static let drawnKeys: Set<String> = [
    "string", "font", "fontSize", "foregroundColor", "wrapped", "alignmentMode", "truncationMode",
    "allowsFontSubpixelQuantization", "contentsScale",
  ]

  /// The name of the font of a layer that was given none.
  private static let standardFont = "Helvetica"

  /// Whether a change of the property asks for a new drawing: so do all that text depends on.
  open override class func needsDisplay(forKey key: String) -> Bool {
    drawnKeys.contains(key) || super.needsDisplay(forKey: key)
  }

  /// Returns the default value of a key: a change of the bounds asks for a new drawing.
  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "needsDisplayOnBoundsChange": true
    case Key.font.rawValue: standardFont
    default: super.defaultValue(forKey: key)
    }
  }

  /// Creates a layer of size zero without text.
  public override init() {
    super.init()
  }

  /// Creates a copy of a layer's values, for presentation layers.
  public required init(layer: Any) {
    super.init(layer: layer)
  }

  /// Creates a layer from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    if string != nil { setNeedsDisplay() }
  }

  /// Whether `encode(with:)` writes the value of a key; not that the layer drew.
  open override func shouldArchiveValue(forKey key: String) -> Bool {
    if key == "contents", displayState?.backing != nil || drawsAnimations { return false }
    return super.shouldArchiveValue(forKey: key)
  }

  // `Any` because: it is a string with attributes or without.
  /// The text: a string or an NSAttributedString; nil, the default, is none.
  ///
  /// It is copied. In an attributed string the attributes alone count, as Core Text knows them: without
  /// a font of its own text is of Helvetica, 12 points, without a colour it is black.
  open var string: Any? {
    get { customValue(Key.string.rawValue) }
    set { setCustomValue(CATextLayer.copy(ofText: newValue), Key.string.rawValue) }
  }

  // `Any` because: it is a font of one of three kinds.
  /// The font: a CTFont, a CGFont, or a string with the name of one; "Helvetica" by default and for nil.
  ///
  /// Of a CTFont the size does not count. A name that no font has gives one that stands for it, as
  /// `CTFontCreateWithName` does.
  open var font: Any? {
    get { customValue(Key.font.rawValue) }
    set { setCustomValue(newValue, Key.font.rawValue) }
  }

  /// The size of the font in points; 36 by default.
  ///
  /// Text of a size that is not positive, or not finite, does not show.
  open var fontSize: CGFloat {
    get { number(.fontSize) }
    set { set(.fontSize, .number(newValue)) }
  }

  /// The colour of the text; opaque white by default, nil is none.
  open var foregroundColor: CGColor? {
    get { color(.foregroundColor) }
    set { setColor(.foregroundColor, newValue) }
  }

  /// Whether lines break at the width of the bounds; false by default.
  open var isWrapped: Bool {
    get { bool(.wrapped) }
    set { set(.wrapped, .bool(newValue)) }
  }

  /// Where an ellipsis stands for what does not fit: in the last line that does; nowhere by default.
  open var truncationMode: CATextLayerTruncationMode {
    get { CATextLayerTruncationMode(rawValue: name(.truncationMode)) }
    set { setName(.truncationMode, newValue.rawValue) }
  }

  /// Where lines lie between the sides; natural by default.
  ///
  /// Paragraph styles of an attributed string win over it.
  open var alignmentMode: CATextLayerAlignmentMode {
    get { CATextLayerAlignmentMode(rawValue: name(.alignmentMode)) }
    set { setName(.alignmentMode, newValue.rawValue) }
  }

  /// Whether glyphs may be moved to parts of pixels that they are kept ready for; false by default.
  ///
  /// **Differences**: it changes no picture, because glyphs are never moved.
  open var allowsFontSubpixelQuantization: Bool {
    get { bool(.allowsFontSubpixelQuantization) }
    set { set(.allowsFontSubpixelQuantization, .bool(newValue)) }
  }

  /// Draws the text.
  open override func draw(in ctx: CGContext) {
    drawText(in: ctx)
  }

  /// The size of the text, in points, wrapped at the width of the bounds if `isWrapped` is set and they
  /// have one; the layer's transform does not count.
  open override func preferredFrameSize() -> CGSize {
    layoutManager?.preferredSize(of: self) ?? textSize
  }

  /// Sets a property, or any other key; nil goes back to the default.
  open override func setValue(_ value: Any?, forKey key: String) {
    switch Key(rawValue: key) {
    case .string: string = value
    case .font: font = value
    case nil: super.setValue(value, forKey: key)
    }
  }

  // `Any` because: see `string`.
  /// What stays the same whatever happens to the original.
  private static func copy(ofText text: Any?) -> Any? {
    switch text {
    case is NSNull: nil
    case let text as NSAttributedString: text.copy()
    case let text as NSMutableString: String(describing: text)
    default: text
    }
  }
}
