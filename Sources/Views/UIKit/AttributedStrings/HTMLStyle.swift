// The looks of text in a page of HTML.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// The look of the text in an element; elements take it over from those around them.
struct HTMLStyle: Equatable {
  /// The sizes of headings, in sizes of the text around them.
  private static let headings: [CGFloat] = [2, 1.5, 1.17, 1, 0.83, 0.67]
  /// Sizes in points that are taken; others count as the nearest.
  private static let sizes: ClosedRange<CGFloat> = 1...1000

  var size: CGFloat = 12
  var isBold = false
  var isItalic = false
  var isMonospaced = false
  var isUnderlined = false
  var isStruck = false
  var isPreformatted = false
  var family: String?
  var color: UIColor?
  var background: UIColor?
  var link: URL?
  var alignment = NSTextAlignment.natural
  /// The number of lists around the text, and of quotations.
  var depth = 0
  var isItem = false

  /// Takes the look of an element.
  mutating func take(_ name: String, _ attributes: [String: String]) {
    switch name {
    case "b", "strong", "th": isBold = true
    case "i", "em", "cite", "dfn", "var", "address": isItalic = true
    case "u", "ins": isUnderlined = true
    case "s", "strike", "del": isStruck = true
    case "code", "tt", "kbd", "samp": isMonospaced = true
    case "pre": (isMonospaced, isPreformatted) = (true, true)
    case "small": setSize(size / 1.2)
    case "big": setSize(size * 1.2)
    case "center": alignment = .center
    case "ul", "ol", "blockquote": depth = min(depth + 1, 32)
    case "li": isItem = true
    case "a":
      if let address = attributes["href"], !address.isEmpty, let url = URL(string: address) {
        link = url
      }
    case "font":
      if let color = attributes["color"].flatMap({ UIColor(css: $0) }) { self.color = color }
      if let face = attributes["face"] { setFamily(face) }
    case "h1", "h2", "h3", "h4", "h5", "h6":
      isBold = true
      if let level = name.last?.wholeNumberValue { setSize(size * Self.headings[level - 1]) }
    default: break
    }
    if let align = attributes["align"] { setAlignment(align) }
    guard let style = attributes["style"] else { return }
    for declaration in style.split(separator: ";").prefix(64) {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let (key, value) = (parts[0].trimmed.lowercased(), String(parts[1].trimmed))
      set(key, value.replacingOccurrences(of: "!important", with: "").trimmed)
    }
  }

  private mutating func set(_ key: String, _ value: String) {
    switch key {
    case "color": color = UIColor(css: value) ?? color
    case "background-color", "background": background = UIColor(css: value) ?? background
    case "font-size": setSize(css: value.lowercased())
    case "font-family": setFamily(value)
    case "font-weight":
      isBold = Int(value).map { $0 >= 600 } ?? (value.hasPrefix("bold") ? true : false)
    case "font-style": isItalic = value.hasPrefix("italic") || value.hasPrefix("oblique")
    case "text-decoration", "text-decoration-line":
      isUnderlined = value.contains("underline")
      isStruck = value.contains("line-through")
    case "text-align": setAlignment(value)
    default: break
    }
  }

  private mutating func setSize(_ size: CGFloat) {
    guard size.isFinite else { return }
    self.size = min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound)
  }

  /// Pixels of a page are three quarters of a point.
  private mutating func setSize(css value: String) {
    let number = Double(value.prefix { $0.isNumber || $0 == "." || $0 == "-" }).map { CGFloat($0) }
    guard let number, number > 0 else { return }
    switch value.drop(while: { $0.isNumber || $0 == "." }) {
    case "px": setSize(number * 0.75)
    case "pt", "": setSize(number)
    case "em": setSize(number * size)
    case "rem": setSize(number * HTMLStyle().size)
    case "%": setSize(number / 100 * size)
    default: break
    }
  }

  private mutating func setFamily(_ list: String) {
    let first = list.split(separator: ",").first ?? ""
    let name = first.trimmed.filter { $0 != "\"" && $0 != "'" }
    isMonospaced = name.lowercased() == "monospace"
    let general = ["monospace", "serif", "sans-serif", "system-ui", "-apple-system", ""]
    family = general.contains(name.lowercased()) ? nil : name
  }

  private mutating func setAlignment(_ value: String) {
    switch value.lowercased() {
    case "left": alignment = .left
    case "center": alignment = .center
    case "right": alignment = .right
    case "justify": alignment = .justified
    default: break
    }
  }

  // MARK: Attributes

  private var font: UIFont {
    let plain: UIFont
    if isMonospaced {
      plain = .monospacedSystemFont(ofSize: size, weight: isBold ? .bold : .regular)
    } else if let family, let named = UIFont(name: family, size: size) {
      plain = named
    } else if !isItalic {
      return .systemFont(ofSize: size, weight: isBold ? .bold : .regular)
    } else {
      plain = isBold ? .boldSystemFont(ofSize: size) : .italicSystemFont(ofSize: size)
    }
    var traits: UIFontDescriptor.SymbolicTraits = isMonospaced ? [.traitMonoSpace] : []
    if isBold { traits.insert(.traitBold) }
    if isItalic { traits.insert(.traitItalic) }
    let descriptor = plain.fontDescriptor.withSymbolicTraits(traits)
    return descriptor.map { UIFont(descriptor: $0, size: size) } ?? plain
  }

  /// The attributes of text; those that the page does not say are the defaults.
  func attributes(_ defaults: [NSAttributedString.Key: Any]) -> [NSAttributedString.Key: Any] {
    var result = defaults
    result[.font] = font
    if let color { result[.foregroundColor] = color }
    if let background { result[.backgroundColor] = background }
    if let link { result[.link] = link }
    if isUnderlined || link != nil { result[.underlineStyle] = NSUnderlineStyle.single.rawValue }
    if isStruck { result[.strikethroughStyle] = NSUnderlineStyle.single.rawValue }
    if alignment != .natural || depth > 0 { result[.paragraphStyle] = paragraph }
    return result
  }

  /// The room of a step of lists, and of the sign of an item, in points.
  private static let step: CGFloat = 36
  private static let sign: CGFloat = 11

  private var paragraph: NSParagraphStyle {
    let style = NSMutableParagraphStyle()
    style.alignment = alignment
    let indent = CGFloat(depth) * Self.step
    style.headIndent = indent
    if isItem {
      let place = indent - Self.step + Self.sign
      style.tabStops = [
        NSTextTab(textAlignment: .left, location: place),
        NSTextTab(textAlignment: .natural, location: indent),
      ]
    } else {
      style.firstLineHeadIndent = indent
    }
    return style
  }
}

extension StringProtocol {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension UIColor {
  private static let cssNames: [String: UInt32] = [
    "black": 0x00_0000, "silver": 0xC0_C0C0, "gray": 0x80_8080, "grey": 0x80_8080,
    "white": 0xFF_FFFF, "maroon": 0x80_0000, "red": 0xFF_0000, "purple": 0x80_0080,
    "fuchsia": 0xFF_00FF, "magenta": 0xFF_00FF, "green": 0x00_8000, "lime": 0x00_FF00,
    "olive": 0x80_8000, "yellow": 0xFF_FF00, "navy": 0x00_0080, "blue": 0x00_00FF,
    "teal": 0x00_8080, "aqua": 0x00_FFFF, "cyan": 0x00_FFFF, "orange": 0xFF_A500,
    "pink": 0xFF_C0CB, "brown": 0xA5_2A2A, "gold": 0xFF_D700, "crimson": 0xDC_143C,
    "indigo": 0x4B_0082, "violet": 0xEE_82EE, "darkgray": 0xA9_A9A9, "lightgray": 0xD3_D3D3,
  ]

  fileprivate convenience init(rgb: UInt32, alpha: CGFloat = 1) {
    self.init(
      red: CGFloat(rgb >> 16 & 255) / 255,
      green: CGFloat(rgb >> 8 & 255) / 255,
      blue: CGFloat(rgb & 255) / 255,
      alpha: alpha
    )
  }

  /// The colour of a text of CSS: a name, `#rgb`, `#rrggbb`, `rgb()` or `rgba()`; nil for others.
  convenience init?(css text: String) {
    let text = text.lowercased().trimmed
    if let rgb = Self.cssNames[text] {
      self.init(rgb: rgb)
    } else if text.hasPrefix("#") {
      let digits = text.dropFirst()
      guard let number = UInt32(digits, radix: 16) else { return nil }
      switch digits.count {
      case 3:
        let (red, green, blue) = (number >> 8 & 15, number >> 4 & 15, number & 15)
        self.init(rgb: red * 17 << 16 | green * 17 << 8 | blue * 17)
      case 6: self.init(rgb: number)
      case 8: self.init(rgb: number >> 8, alpha: CGFloat(number & 255) / 255)
      default: return nil
      }
    } else if text.hasPrefix("rgb"), let open = text.firstIndex(of: "("), text.hasSuffix(")") {
      let parts = text[text.index(after: open)...].dropLast()
        .split { $0 == "," || $0 == " " || $0 == "/" }
        .map { Double($0) }
      guard parts.count == 3 || parts.count == 4, let red = parts[0], let green = parts[1],
        let blue = parts[2]
      else { return nil }
      func part(_ value: Double) -> CGFloat { CGFloat(min(max(value, 0), 255) / 255) }
      let alpha = parts.count == 4 ? min(max(parts[3] ?? 1, 0), 1) : 1
      self.init(red: part(red), green: part(green), blue: part(blue), alpha: CGFloat(alpha))
    } else {
      return nil
    }
  }
}
