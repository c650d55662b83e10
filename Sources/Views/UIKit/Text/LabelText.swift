// The text of labels: attributes, lines, sizes that fit.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzText

/// The text of a label, with attributes or without.
enum LabelText {
  case plain(String)
  case attributed(NSAttributedString)

  var isPlain: Bool {
    if case .plain = self { return true }
    return false
  }

  var string: NSAttributedString {
    switch self {
    case .plain(let text): NSAttributedString(string: text)
    case .attributed(let string): string
    }
  }

  // `Any` because: it is the type of attributes in Foundation.
  /// Gives all of the text an attribute; plain text has the label's anyway.
  mutating func set(_ key: NSAttributedString.Key, _ value: Any) {
    guard case .attributed(let string) = self else { return }
    self = .attributed(string.changingAttributes { $0[key] = value })
  }

  /// Changes all paragraph styles; plain text has the label's anyway.
  mutating func setParagraphs(_ change: (NSMutableParagraphStyle) -> Void) {
    guard case .attributed(let string) = self else { return }
    self = .attributed(string.withParagraphs(change))
  }
}

extension NSAttributedString {
  /// The string with changed paragraph styles; text without one gets one.
  func withParagraphs(_ change: (NSMutableParagraphStyle) -> Void) -> NSAttributedString {
    changingAttributes { attributes in
      let style = NSMutableParagraphStyle()
      if let old = attributes[.paragraphStyle] as? NSParagraphStyle {
        style.setParagraphStyle(old)
      }
      change(style)
      attributes[.paragraphStyle] = style
    }
  }

  // `Any` because: it is the type of attributes in Foundation.
  /// The string with values for an attribute where it has none.
  func filled(_ key: NSAttributedString.Key, _ other: Any) -> NSAttributedString {
    changingAttributes { if $0[key] == nil { $0[key] = other } }
  }
}

/// The room for a label's text.
struct LabelRoom: Hashable {
  var width: CGFloat
  var height: CGFloat
  /// 0 for any number.
  var lines: Int
}

extension UILabel {
  /// Pixels of a point where the label is, or will be.
  final var pixelsOfPoint: CGFloat {
    let scale = traitCollection.displayScale
    return scale > 0 ? scale : 1
  }

  /// The smallest size that text shrinks to where no factor is said, in points.
  private static let leastSize: CGFloat = 4
  /// The narrowest mean width of characters that is reckoned with, in parts of the font's size.
  private static let narrowest: CGFloat = 0.05

  /// The text with the label's attributes where it has none of its own.
  final var styledText: NSAttributedString {
    let paragraph = NSMutableParagraphStyle()
    paragraph.alignment = style.alignment
    paragraph.lineBreakMode = style.breakMode
    switch content {
    case nil: return NSAttributedString(string: "")
    case .plain(let text)?:
      return NSAttributedString(
        string: text,
        attributes: [.font: style.font, .foregroundColor: style.color, .paragraphStyle: paragraph]
      )
    case .attributed(let string)?:
      return string.filled(.font, style.font).filled(.foregroundColor, style.color)
        .filled(.paragraphStyle, paragraph)
    }
  }

  /// The treatment of lines at the edge is a matter of the label, not of paragraphs.
  private final var paragraphBreak: NSLineBreakMode {
    style.breakMode == .byCharWrapping ? .byCharWrapping : .byWordWrapping
  }

  private final var drawnColor: UIColor {
    style.isHighlighted ? style.highlightedColor ?? style.color : style.color
  }

  private final var shadow: NSShadow? {
    guard let color = style.shadowColor else { return nil }
    let shadow = NSShadow()
    shadow.shadowOffset = style.shadowOffset
    shadow.shadowColor = color
    return shadow
  }

  /// The text as it is drawn in a room.
  private final func drawnText(_ room: LabelRoom) -> NSAttributedString {
    let most = mostUnits(room)
    switch content {
    case nil: return NSAttributedString(string: "")
    case .plain(let text)?:
      let paragraph = NSMutableParagraphStyle()
      paragraph.alignment = style.alignment
      paragraph.lineBreakMode = paragraphBreak
      var attributes: [NSAttributedString.Key: Any] = [
        .font: style.font, .foregroundColor: drawnColor, .paragraphStyle: paragraph,
      ]
      if let shadow { attributes[.shadow] = shadow }
      return NSAttributedString(string: text.beginning(most), attributes: attributes)
    case .attributed?: return drawnAttributedText(most)
    }
  }

  private final func drawnAttributedText(_ most: Int) -> NSAttributedString {
    var string = styledText
    if string.length > most {
      string = string.attributedSubstring(from: NSRange(location: 0, length: most))
    }
    if style.isHighlighted, let color = style.highlightedColor {
      string = string.changingAttributes { $0[.foregroundColor] = color }
    }
    if let shadow { string = string.filled(.shadow, shadow) }
    let mode = paragraphBreak
    return string.withParagraphs { $0.lineBreakMode = mode }
  }

  /// The most code units that can show in a room, generously, and never more than a box takes.
  private final func mostUnits(_ room: LabelRoom) -> Int {
    let all = TextBox.longestText
    // The end shows, too, or the room is as large as the text.
    guard style.breakMode != .byTruncatingHead, style.breakMode != .byTruncatingMiddle,
      room.width.isFinite
    else { return all }
    let size = max(style.font.pointSize, 1) * (style.shrinks ? leastFactor : 1)
    let high = room.height.isFinite ? max(room.height, 0) / size + 1 : .infinity
    let lines = room.lines > 0 ? min(CGFloat(room.lines), high) : high
    guard lines.isFinite else { return all }
    let units = (max(room.width, 0) / (size * Self.narrowest) + 64) * lines
    return units < CGFloat(all) ? Int(units) : all
  }

  /// The layout of the text in a room; that of the last room is kept.
  final func box(_ room: LabelRoom) -> TextBox {
    if let lastBox, lastBox.room == room { return lastBox.box }
    var string = drawnText(room)
    if style.shrinks, room.width.isFinite {
      let least = leastFactor
      let factor = TextFitting.factor(of: string, least: least) { fits($0, room) }
      if factor < 1 { string = string.scaled(by: factor) }
    }
    if tightens(string), room.lines == 1, room.width.isFinite, !fits(string, room) {
      string = tightened(string, room)
    }
    let box = pushedOut(layOut(string, room), room)
    lastBox = (room, box)
    return box
  }

  // MARK: Lines that are too long, or too short

  /// The farthest that characters move together, in parts of the font's size.
  private static let tightest: CGFloat = 1 / 20

  private final func firstParagraph(_ string: NSAttributedString) -> NSParagraphStyle? {
    guard string.length > 0 else { return nil }
    return string.attributes(at: 0, effectiveRange: nil)[.paragraphStyle] as? NSParagraphStyle
  }

  private final func tightens(_ string: NSAttributedString) -> Bool {
    style.tightens || firstParagraph(string)?.allowsDefaultTighteningForTruncation ?? false
  }

  /// Returns the text with characters as close as they fit; as it is, if they do not.
  private final func tightened(
    _ string: NSAttributedString,
    _ room: LabelRoom
  ) -> NSAttributedString {
    func closer(by part: CGFloat) -> NSAttributedString {
      string.changingAttributes { attributes in
        let size = (attributes[.font] as? UIFont ?? style.font).pointSize
        let kern = (attributes[.kern] as? NSNumber)?.doubleValue ?? 0
        attributes[.kern] = NSNumber(value: kern - Double(part * size))
      }
    }
    let steps = 4
    for step in 1...steps {
      let candidate = closer(by: Self.tightest * CGFloat(step) / CGFloat(steps))
      if fits(candidate, room) { return candidate }
    }
    return string
  }

  /// Returns the box with a second word in the last line, if that takes no more lines.
  private final func pushedOut(_ box: TextBox, _ room: LabelRoom) -> TextBox {
    let strategy = style.strategy.union(firstParagraph(box.string)?.lineBreakStrategy ?? [])
    guard strategy.contains(.pushOut), room.lines != 1, room.width.isFinite,
      box.layout.lines.count > 1, let last = box.layout.lines.last,
      last.range.upperBound == box.string.length
    else { return box }
    let text = box.string.string as NSString
    let start = last.range.lowerBound
    let word = text.substring(from: start).trimmingCharacters(in: .whitespaces)
    guard start > 0, text.character(at: start - 1) == 0x20, !word.isEmpty,
      !word.contains(where: \.isWhitespace)
    else { return box }
    let joined = NSMutableAttributedString(attributedString: box.string)
    let space = NSRange(location: start - 1, length: 1)
    let attributes = joined.attributes(at: start - 1, effectiveRange: nil)
    joined.replaceCharacters(
      in: space,
      with: NSAttributedString(string: "\u{A0}", attributes: attributes)
    )
    let pushed = layOut(joined, room)
    let fits =
      pushed.layout.lines.count == box.layout.lines.count
      && pushed.size.width <= room.width + 1e-6
    return fits ? pushed : box
  }

  private final var leastFactor: CGFloat {
    let least =
      style.leastScale > 0 ? style.leastScale : Self.leastSize / max(style.font.pointSize, 1)
    return min(least, 1)
  }

  private final func fits(_ string: NSAttributedString, _ room: LabelRoom) -> Bool {
    let box = TextBox(
      string,
      TextLayoutOptions(
        width: Double(room.width),
        isWrapped: room.lines != 1,
        alignment: CTTextAlignment(style.alignment)
      )
    )
    if room.lines > 0, box.layout.lines.count > room.lines { return false }
    // A box without room below is for measuring: only the width counts.
    return box.size.width <= room.width + 1e-6
      && (room.lines == 1 || box.size.height <= room.height)
  }

  private final func layOut(_ string: NSAttributedString, _ room: LabelRoom) -> TextBox {
    let truncation: TextTruncation =
      switch style.breakMode {
      case .byTruncatingHead: .start
      case .byTruncatingMiddle: .middle
      case .byTruncatingTail: .end
      case .byWordWrapping, .byCharWrapping, .byClipping: .none
      }
    let wraps = style.breakMode == .byWordWrapping || style.breakMode == .byCharWrapping
    var options = TextLayoutOptions(
      width: Double(room.width),
      height: Double(room.height),
      isWrapped: room.lines != 1 || wraps,
      alignment: CTTextAlignment(style.alignment),
      truncation: truncation
    )
    // A single line shows even where there is too little height for it.
    if room.lines == 1 { options.height = .infinity }
    var free = options
    free.truncation = .none
    let whole = TextBox(string, free)
    let isTooLong = room.lines > 0 && whole.layout.lines.count > room.lines
    let isTooLarge =
      whole.size.width > room.width || whole.layout.size.height > options.height
    if !isTooLong && (truncation == .none || !isTooLarge && !leftOut(whole)) { return whole }
    if isTooLong {
      // A height that the last line fits and the next one does not.
      let bottom = whole.bottom(ofLine: room.lines - 1)
      options.height =
        truncation == .none ? bottom - 0.01 : min(bottom + 0.01, options.height)
    }
    return TextBox(string, options)
  }

  /// Whether lines below the room were left out.
  private final func leftOut(_ box: TextBox) -> Bool {
    (box.layout.lines.last?.range.upperBound ?? 0) < box.string.length
  }

  /// The top of the text in a room: in the middle, or where a smaller line belongs.
  private final func top(of box: TextBox, in room: LabelRoom) -> CGFloat {
    let middle = (room.height - box.size.height) / 2
    guard style.shrinks, style.lines == 1, style.baseline != .alignCenters else { return middle }
    // The whole text in its full size, however wide.
    let free = LabelRoom(width: .infinity, height: room.height, lines: 1)
    let full = layOut(drawnText(free), free)
    guard full.size.width > room.width + 1e-6 else { return middle }
    let top = (room.height - full.size.height) / 2
    return style.baseline == .none ? top : top + full.firstBaseline - box.firstBaseline
  }

  /// Draws the text into a rectangle, in the middle of its height.
  final func drawContent(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext(), content != nil, rect.isFinite,
      rect.width > 0, rect.height > 0
    else { return }
    let room = LabelRoom(width: rect.width, height: rect.height, lines: style.lines)
    let box = box(room)
    let scale = pixelsOfPoint
    let top = ((top(of: box, in: room)) * scale).rounded() / scale
    let point = CGPoint(x: rect.minX, y: rect.minY + top)
    guard style.isEnabled else {
      context.saveGState()
      context.setAlpha(0.5)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      box.draw(in: context, at: point)
      context.endTransparencyLayer()
      context.restoreGState()
      return
    }
    box.draw(in: context, at: point)
  }
}

extension String {
  /// The beginning of at most that many UTF-16 code units.
  fileprivate func beginning(_ count: Int) -> String {
    guard let end = utf16.index(utf16.startIndex, offsetBy: count, limitedBy: utf16.endIndex),
      end < utf16.endIndex
    else { return self }
    return String(self[..<end])
  }
}
