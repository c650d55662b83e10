// Attachments in a text that is laid out: their rooms, and their pictures.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzText

/// The attachments of a string by the UTF-16 code units that they stand at.
struct PlacedAttachments {
  /// An attachment with its rectangle from the place of its character on the baseline, y up.
  struct Place {
    var attachment: NSTextAttachment
    var bounds: CGRect
    var padding: CGFloat

    var room: TextRoom {
      TextRoom(
        width: Double(bounds.width + 2 * padding),
        ascent: Double(bounds.maxY),
        descent: Double(-bounds.minY)
      )
    }
  }

  private(set) var places: [Int: Place] = [:]
  /// The string, with the rooms as attributes.
  private(set) var string: NSAttributedString

  /// - Parameters:
  ///   - string: The text.
  ///   - width: That of lines, in points; infinite for any.
  ///   - container: The room in a text view; nil elsewhere.
  init(_ string: NSAttributedString, width: Double, container: NSTextContainer?) {
    self.string = string
    var isFound = false
    let whole = NSRange(location: 0, length: string.length)
    string.enumerateAttributes(in: whole, options: .longestEffectiveRangeNotRequired) {
      attributes,
      _,
      stop in
      guard attributes[.attachment] is NSTextAttachment else { return }
      isFound = true
      stop.pointee = true
    }
    guard isFound else { return }
    let units = string.string as NSString
    var runs = AttributeRuns(string.string)
    string.enumerateAttributes(in: whole, options: .longestEffectiveRangeNotRequired) {
      attributes,
      range,
      _ in
      guard let attachment = attributes[.attachment] as? NSTextAttachment else {
        return runs.append(attributes, range)
      }
      var start = range.location
      for unit in range.location..<range.location + range.length
      where Int(units.character(at: unit)) == NSTextAttachment.character {
        runs.append(attributes, NSRange(location: start, length: unit - start))
        let place = Place(attachment, attributes, unit, width: width, container)
        places[unit] = place
        var attributes = attributes
        attributes[.room] = place.room
        runs.append(attributes, NSRange(location: unit, length: 1))
        start = unit + 1
      }
      let end = range.location + range.length
      runs.append(attributes, NSRange(location: start, length: end - start))
    }
    self.string = runs.string
  }

  /// Draws the pictures of a layout whose origin is at a point, y down.
  func draw(_ layout: TextLayout, in context: CGContext, at point: CGPoint) {
    guard !places.isEmpty else { return }
    UIGraphicsPushContext(context)
    defer { UIGraphicsPopContext() }
    for run in layout.runs where run.room != nil {
      for glyph in layout.glyphs[run.glyphs] {
        guard let place = places[glyph.cluster] else { continue }
        let origin = CGPoint(
          x: point.x + CGFloat(glyph.position.x) + place.padding,
          y: point.y + CGFloat(glyph.position.y)
        )
        place.draw(in: context, at: origin, unit: glyph.cluster, color: run.color)
      }
    }
  }
}

extension PlacedAttachments.Place {
  // `Any` because: it is the type of attributes in Foundation.
  fileprivate init(
    _ attachment: NSTextAttachment,
    _ attributes: [NSAttributedString.Key: Any],
    _ unit: Int,
    width: Double,
    _ container: NSTextContainer?
  ) {
    self.attachment = attachment
    let font = coreTextFont(attributes[.font]).map { UIFont($0) } ?? .systemFont(ofSize: 12)
    let line = CGRect(
      x: 0,
      y: 0,
      width: width.isFinite ? CGFloat(width) : .greatestFiniteMagnitude,
      height: font.lineHeight
    )
    var bounds = attachment.attachmentBounds(
      for: container,
      proposedLineFragment: line,
      glyphPosition: .zero,
      characterIndex: unit
    )
    if attachment.bounds == .zero, bounds.origin == .zero,
      attachment.picture?.isSymbolImage == true
    {
      bounds.origin.y = (font.capHeight - bounds.height) / 2
    }
    // Larger ones are mistakes or attacks.
    let sides = [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY]
    self.bounds = sides.allSatisfy { abs($0) < 1e5 } ? bounds.standardized : .zero
    padding = attachment.lineLayoutPadding.isFinite ? max(attachment.lineLayoutPadding, 0) : 0
  }

  /// Draws the picture, with the place of its character at a point of the baseline, y down.
  fileprivate func draw(in context: CGContext, at origin: CGPoint, unit: Int, color: CGColor?) {
    guard bounds.width > 0, bounds.height > 0,
      let image = attachment.image(
        forBounds: bounds,
        textContainer: nil,
        characterIndex: unit
      )
    else { return }
    context.saveGState()
    // Templates without a tint of their own are drawn in the fill colour.
    if let color { context.setFillColor(color) }
    image.draw(
      in: CGRect(
        x: origin.x + bounds.minX,
        y: origin.y - bounds.maxY,
        width: bounds.width,
        height: bounds.height
      )
    )
    context.restoreGState()
  }
}
