// Layout and drawing of text layers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzMath
import QuartzText

extension CATextLayer {
  /// The string with the attributes from the layer's values, and the defaults for text without
  /// attributes.
  private var styledText: (string: NSAttributedString, defaults: TextDefaults)? {
    if let string = string as? NSAttributedString {
      guard string.length > 0 else { return nil }
      return (string, .coreText)
    }
    guard let text = Bridge.string(string) else {
      if let string { reportType(of: string, Key.string.rawValue) }
      return nil
    }
    guard !text.isEmpty, let color = foregroundColor, let font = sizedFont else { return nil }
    return (NSAttributedString(string: text), TextDefaults(font: font, color: color))
  }

  /// Whether a colour of the text is brighter than white, or says that it belongs to a picture that
  /// may be.
  final var hasBrightText: Bool {
    guard let (string, defaults) = styledText else { return false }
    var colors = [defaults.color].compactMap(\.self)
    string.enumerateAttributes(in: NSRange(location: 0, length: string.length)) {
      attributes,
      _,
      _ in
      for key in [
        .foregroundColor, NSAttributedString.Key(rawValue: kCTForegroundColorAttributeName),
      ] {
        if let color = attributes[key].flatMap({ Bridge.graphicsColor($0) }) {
          colors.append(color)
        }
      }
    }
    return colors.contains { $0.contentHeadroom != 1 }
  }

  /// Runs `body` with the fonts of the layer's document, or else with those of its context.
  func withDocumentFonts<Result>(_ body: () -> Result) -> Result {
    guard let documentFonts else { return withFonts(body) }
    return FontCollection.with(documentFonts, body)
  }

  /// The font at the layer's size; nil for an invalid size.
  private var sizedFont: CTFont? {
    let size = number(.fontSize)
    guard size > 0, size.isFinite else { return nil }
    switch font {
    case let font as CTFont: return font.withSize(size)
    case let font as CGFont: return CTFont(font.face, size: size)
    case let font as any TextFontValue:
      let font = font.coreTextFont
      return CTFont(font.face, size: size, matrix: font.matrix)
    case nil: break
    case let font?:
      if let name = Bridge.string(font) { return CTFontCreateWithName(name, CGFloat(size), nil) }
      reportType(of: font, Key.font.rawValue)
    }
    return CTFontCreateWithName("Helvetica", CGFloat(size), nil)
  }

  private func options(width: Double, height: Double) -> TextLayoutOptions {
    TextLayoutOptions(
      width: width,
      height: height,
      isWrapped: isWrapped,
      alignment: CTTextAlignment(alignmentMode),
      truncation: TextTruncation(truncationMode)
    )
  }

  /// Returns a font's PostScript name, which documents have in place of a layer's font; nil for
  /// other values.
  package static func fontName(of value: Any?) -> String? {
    switch value {
    case let font as CGFont: font.postScriptName
    case let font as CTFont: CTFontCopyPostScriptName(font)
    default: nil
    }
  }

  /// The size of the text in points.
  final var textSize: CGSize {
    guard let (string, defaults) = styledText else { return .zero }
    let width = rect(.bounds).standardized.width
    var options = options(
      width: isWrapped && width > 0 ? width : .infinity,
      height: .infinity
    )
    options.truncation = .none
    let size = TextLayout(string, in: options, defaults: defaults).size
    return CGSize(width: size.width, height: size.height)
  }

  /// Draws the text into a context whose user space is the layer's own.
  final func drawText(in context: CGContext) {
    let bounds = rect(.bounds).standardized
    guard let (string, defaults) = styledText, bounds.isFinite, bounds.width > 0 else {
      // A layer that shows nothing needs no bitmap.
      if type(of: self) == CATextLayer.self { displayState?.foundNobodyToDraw = true }
      return
    }
    let options = options(width: bounds.width, height: bounds.height)
    let layout = TextLayout(string, in: options, defaults: defaults)
    let isYUp = isContentYUp
    let map =
      isYUp
      ? Affine(1, 0, 0, -1, bounds.x, bounds.maxY) : Affine(1, 0, 0, 1, bounds.x, bounds.y)
    layout.draw(in: context, by: map, visible: visiblePart(of: context, map))
  }

  /// Returns the part of the text that a context shows, in the layout's space; nil for all of it.
  private func visiblePart(of context: CGContext, _ map: Affine) -> Rect? {
    let clip = context.boundingBoxOfClipPath
    guard !clip.isNull, Rect(clip).isFinite, let inverse = map.inverse else { return nil }
    return Rect(clip.applying(CGAffineTransform(inverse))).standardized
  }
}
