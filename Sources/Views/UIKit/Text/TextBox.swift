// Text in a box: measured and drawn, for strings and for labels.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzMath
import QuartzText

/// A string with its layout.
struct TextBox {
  /// UTF-16 code units that are laid out at most; text after them is neither measured nor shown.
  ///
  /// A label has no room for more, and longer strings are mistakes or attacks.
  static let longestText = 1 << 16

  let string: NSAttributedString
  let layout: TextLayout
  let attachments: PlacedAttachments
  private let options: TextLayoutOptions

  /// - Parameters:
  ///   - string: With the attributes of views; its first `longestText` units count.
  ///   - options: The box.
  ///   - container: The room in a text view, which attachments get to know; nil elsewhere.
  init(
    _ string: NSAttributedString,
    _ options: TextLayoutOptions,
    container: NSTextContainer? = nil
  ) {
    attachments = PlacedAttachments(string.bounded, width: options.width, container: container)
    self.string = attachments.string
    self.options = options
    layout = TextLayout(self.string, in: options, defaults: .coreText)
  }

  var size: CGSize { CGSize(width: layout.size.width, height: layout.size.height) }

  /// The distance from the top of the first line to its baseline.
  var firstBaseline: CGFloat { CGFloat(layout.lines.first?.origin.y ?? 0) }

  /// The distance from the top of the first line to the last baseline.
  var lastBaseline: CGFloat { CGFloat(layout.lines.last?.origin.y ?? 0) }

  /// The distance from the top of the first line to the bottom of a line.
  func bottom(ofLine index: Int) -> Double {
    let line = layout.lines[index]
    return line.origin.y + line.descent
  }

  /// Draws the text with its top left corner at a point, y down.
  func draw(in context: CGContext, at point: CGPoint) {
    guard point.x.isFinite, point.y.isFinite else { return }
    let map = Affine(1, 0, 0, 1, Double(point.x), Double(point.y))
    let visible = visiblePart(of: context, map)
    defer { attachments.draw(layout, in: context, at: point) }
    let shadows = shadows
    guard !shadows.isEmpty else { return layout.draw(in: context, by: map, visible: visible) }
    // Text with a shadow is drawn by itself, everything else invisible; then text without one.
    for shadow in shadows {
      context.saveGState()
      context.setShadow(
        offset: shadow.shadowOffset,
        blur: shadow.shadowBlurRadius,
        color: shadow.color
      )
      part { $0 == shadow }.draw(in: context, by: map, visible: visible)
      context.restoreGState()
    }
    part { $0 == nil }.draw(in: context, by: map, visible: visible)
  }

  /// The different shadows of the string.
  private var shadows: [NSShadow] {
    var found: [NSShadow] = []
    string.enumerateAttribute(
      .shadow,
      in: NSRange(location: 0, length: string.length),
      options: []
    ) { value, _, _ in
      guard let shadow = value as? NSShadow, shadow.color != nil, !found.contains(shadow) else {
        return
      }
      found.append(shadow)
    }
    return found
  }

  /// The layout with the glyphs and lines of those runs alone whose shadow is the wanted one.
  private func part(_ isWanted: (NSShadow?) -> Bool) -> TextLayout {
    let hidden = string.changingAttributes { attributes in
      let shadow = (attributes[.shadow] as? NSShadow).flatMap { $0.color == nil ? nil : $0 }
      guard !isWanted(shadow) else { return }
      let clear = CGColor(deviceGray: 0, alpha: 0)
      for key in TextBox.colorKeys { attributes[key] = clear }
    }
    return TextLayout(hidden, in: options, defaults: .coreText)
  }

  private static let colorKeys: [NSAttributedString.Key] = [
    .foregroundColor, .backgroundColor, .underlineColor, .strikethroughColor, .strokeColor,
  ]

  /// The part of the text that a context shows, in the layout's space; nil for all of it.
  private func visiblePart(of context: CGContext, _ map: Affine) -> Rect? {
    let clip = context.boundingBoxOfClipPath
    guard !clip.isNull, clip.isFinite, let inverse = map.inverse else { return nil }
    return Rect(clip.applying(CGAffineTransform(inverse))).standardized
  }
}

extension NSAttributedString {
  /// The string, or its beginning if it is too long to be laid out.
  fileprivate var bounded: NSAttributedString {
    guard length > TextBox.longestText else { return self }
    return attributedSubstring(from: NSRange(location: 0, length: TextBox.longestText))
  }
}
