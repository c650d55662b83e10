// Values of nibs as expressions: texts, numbers, colours, fonts, images.
// Licensed under the MIT license; see LICENSE.

extension NibWriter {
  /// Returns a text, in the program's language if there are texts of others.
  func text(_ text: String, _ key: String, of element: NibElement) -> String {
    let literal = SwiftText.literal(text)
    guard document.file.isLocalized, let id = element.id else { return literal }
    let table = SwiftText.literal(name)
    return "nib.text(\(SwiftText.literal(id + "." + key)), \(literal), table: \(table))"
  }

  /// Returns the number of an attribute; 0, with a finding, if it is none.
  mutating func number(_ element: NibElement, _ name: String) -> String {
    guard let text = element[name] else { return "0" }
    if let number = SwiftText.number(text) { return number }
    report(element, "\(name)=\"\(text)\" is no number")
    return "0"
  }

  mutating func rect(_ element: NibElement) -> String {
    let (x, y) = (number(element, "x"), number(element, "y"))
    let (width, height) = (number(element, "width"), number(element, "height"))
    return "CGRect(x: \(x), y: \(y), width: \(width), height: \(height))"
  }

  mutating func insets(_ element: NibElement) -> String {
    let names =
      element.name == "inset"
      ? ["minY", "minX", "maxY", "maxX"]
      : element.name == "directionalEdgeInsets"
        ? ["top", "leading", "bottom", "trailing"] : ["top", "left", "bottom", "right"]
    let isDirectional = element.name == "directionalEdgeInsets"
    let labels = isDirectional ? names : ["top", "left", "bottom", "right"]
    let type = isDirectional ? "NSDirectionalEdgeInsets" : "UIEdgeInsets"
    let values = zip(labels, names).map { "\($0): \(number(element, $1))" }
    return "\(type)(\(values.joined(separator: ", ")))"
  }

  // MARK: Colours

  /// Returns a colour.
  mutating func color(_ element: NibElement) -> String {
    if let name = element["name"] {
      let resource = document.top.list("resources").first {
        $0.name == "namedColor" && $0["name"] == name
      }
      let other = resource?.child("color").map { plainColor($0) } ?? ".clear"
      return "nib.color(\(SwiftText.literal(name)), or: \(other))"
    }
    let system = element["systemColor"] ?? element["cocoaTouchSystemColor"]
    if let system, let name = Self.systemColor(system) { return ".\(name)" }
    if let system, element["red"] == nil, element["white"] == nil {
      let resource = document.top.list("resources").first {
        $0.name == "systemColor" && $0["name"] == system
      }
      if let color = resource?.child("color") { return plainColor(color) }
      report(element, "the colour \(system) of the system is unknown")
      return ".clear"
    }
    return plainColor(element)
  }

  private mutating func plainColor(_ element: NibElement) -> String {
    let alpha = element["alpha"] == nil ? "1" : number(element, "alpha")
    if element["white"] != nil {
      return "UIColor(white: \(number(element, "white")), alpha: \(alpha))"
    }
    let values = ["red", "green", "blue"].map { "\($0): \(number(element, $0))" }
    let space = element["customColorSpace"] ?? element["colorSpace"] ?? ""
    let first = space == "displayP3" ? "displayP3Red" : "red"
    if !["sRGB", "displayP3", "calibratedRGB", "deviceRGB", "custom", "genericRGB"].contains(space)
    {
      report(element, "the colour space \(space) is taken for sRGB")
    }
    let rest = values.dropFirst().joined(separator: ", ")
    return "UIColor(\(first): \(number(element, "red")), \(rest), alpha: \(alpha))"
  }

  /// Returns the name of a colour of the system in Swift; nil if it is unknown.
  static func systemColor(_ text: String) -> String? {
    let name = text.hasSuffix("Color") ? String(text.dropLast(5)) : text
    let old = [
      "darkText": "darkText", "lightText": "lightText",
      "groupTableViewBackground":
        "groupTableViewBackground", "viewFlipsideBackground": "black",
      "scrollViewTexturedBackground": "gray", "tint": "tintColor",
    ]
    if let other = old[name] { return other }
    return systemColors.contains(name) ? name : nil
  }

  private static let systemColors: Set = [
    "systemRed", "systemGreen", "systemBlue", "systemOrange", "systemYellow", "systemPink",
    "systemPurple", "systemTeal", "systemIndigo", "systemBrown", "systemMint", "systemCyan",
    "systemGray", "systemGray2", "systemGray3", "systemGray4", "systemGray5", "systemGray6",
    "label", "secondaryLabel", "tertiaryLabel", "quaternaryLabel", "placeholderText", "separator",
    "opaqueSeparator", "link", "systemBackground", "secondarySystemBackground",
    "tertiarySystemBackground", "systemGroupedBackground", "secondarySystemGroupedBackground",
    "tertiarySystemGroupedBackground", "systemFill", "secondarySystemFill", "tertiarySystemFill",
    "quaternarySystemFill", "black", "darkGray", "lightGray", "white", "gray", "red",
    "green", "blue", "cyan", "yellow", "magenta", "orange", "purple", "brown", "clear",
  ]

  // MARK: Fonts

  private static let weights: Set = [
    "ultraLight", "thin", "light", "regular", "medium", "semibold", "bold", "heavy", "black",
  ]
  private static let styles = [
    "Body": "body", "Callout": "callout", "Caption1": "caption1", "Caption2": "caption2",
    "Footnote": "footnote", "Headline": "headline", "Subhead": "subheadline",
    "Title0": "largeTitle", "Title1": "title1", "Title2": "title2", "Title3": "title3",
    "LargeTitle": "largeTitle",
  ]

  /// Returns a font.
  mutating func font(_ element: NibElement) -> String {
    if let style = element["style"] {
      let short = style.hasPrefix("UICTFontTextStyle") ? String(style.dropFirst(17)) : style
      if let name = Self.styles[short] { return "UIFont.preferredFont(forTextStyle: .\(name))" }
      report(element, "the style of text \(style) is unknown: that of the body is taken")
      return "UIFont.preferredFont(forTextStyle: .body)"
    }
    let sizeName = element["pointSize"] == nil && element["size"] != nil ? "size" : "pointSize"
    let size = element[sizeName] == nil ? "17" : number(element, sizeName)
    if let name = element["name"] { return "nib.font(\(SwiftText.literal(name)), size: \(size))" }
    switch element["type"] ?? "system" {
    case "boldSystem": return "UIFont.boldSystemFont(ofSize: \(size))"
    case "italicSystem": return "UIFont.italicSystemFont(ofSize: \(size))"
    case "system":
      guard let weight = element["weight"], weight != "regular" else {
        return "UIFont.systemFont(ofSize: \(size))"
      }
      guard Self.weights.contains(weight) else {
        report(element, "the weight \(weight) is unknown")
        return "UIFont.systemFont(ofSize: \(size))"
      }
      return "UIFont.systemFont(ofSize: \(size), weight: .\(weight))"
    case let other:
      report(element, "fonts of the type \(other) are unknown: the system's is taken")
      return "UIFont.systemFont(ofSize: \(size))"
    }
  }

  // MARK: Images

  /// Returns an image of the program, or a symbol.
  func image(_ name: String, isSymbol: Bool) -> String {
    let literal = SwiftText.literal(name)
    return isSymbol ? "UIImage(systemName: \(literal))" : "nib.image(\(literal))"
  }

  /// Returns the image that an attribute names.
  func image(_ element: NibElement, _ attribute: String) -> String? {
    guard let name = element[attribute] else { return nil }
    let catalog = attribute == "image" ? element["catalog"] : element[attribute + "Catalog"]
    // Of older files, the list of resources says where an image is.
    let resource = document.top.list("resources").first {
      $0.name == "image" && $0["name"] == name
    }
    return image(name, isSymbol: (catalog ?? resource?["catalog"]) == "system")
  }

  /// Returns the configuration of a symbol; nil if it says nothing that is known.
  mutating func symbolConfiguration(_ element: NibElement) -> String? {
    let scales = ["small", "medium", "large", "default"]
    let scale = element["scale"].flatMap { scales.contains($0) ? $0 : nil }
    let weight = element["weight"].flatMap { Self.weights.contains($0) ? $0 : nil }
    switch element["configurationType"] {
    case "pointSize":
      let size = number(element, "pointSize")
      return "UIImage.SymbolConfiguration(pointSize: \(size), weight: .\(weight ?? "unspecified"), "
        + "scale: .\(scale ?? "default"))"
    case "font":
      if let font = element.child("fontDescription") {
        return
          "UIImage.SymbolConfiguration(font: \(self.font(font)), scale: .\(scale ?? "default"))"
      }
    default: break
    }
    if let scale { return "UIImage.SymbolConfiguration(scale: .\(scale))" }
    if let weight { return "UIImage.SymbolConfiguration(weight: .\(weight))" }
    return nil
  }

  // MARK: Attributed text

  /// Returns a text with attributes.
  mutating func attributedText(_ element: NibElement) -> String {
    var parts: [String] = []
    for fragment in element.children where fragment.name == "fragment" {
      let content =
        fragment["content"] ?? fragment.children.first { $0["key"] == "content" }?.text ?? ""
      var attributes: [String] = []
      for value in fragment.list("attributes") {
        switch (value.name, value["key"]) {
        case ("color", "NSColor"):
          attributes.append(".foregroundColor: \(typed(color(value)))")
        case ("color", "NSBackgroundColor"):
          attributes.append(".backgroundColor: \(typed(color(value)))")
        case ("font", "NSFont"):
          attributes.append(".font: \(attributedFont(value))")
        case ("paragraphStyle", "NSParagraphStyle"):
          attributes.append(".paragraphStyle: \(paragraph(value))")
        case ("integer", "NSUnderline"): attributes.append(".underlineStyle: \(integer(value))")
        case ("integer", "NSStrikethrough"):
          attributes.append(".strikethroughStyle: \(integer(value))")
        default:
          report(value, "the attribute \(value["key"] ?? value.name) of text is not carried over")
        }
      }
      let list = attributes.isEmpty ? "[:]" : "[\(attributes.joined(separator: ", "))]"
      parts.append("(\(SwiftText.literal(content)), \(list))")
    }
    return "nib.attributed([\(parts.joined(separator: ", "))])"
  }

  private mutating func integer(_ element: NibElement) -> String { number(element, "value") }

  private mutating func attributedFont(_ element: NibElement) -> String {
    if element["metaFont"] != nil {
      let size = element["size"] == nil ? "17" : number(element, "size")
      return element["metaFont"]?.contains("Bold") == true
        ? "UIFont.boldSystemFont(ofSize: \(size))" : "UIFont.systemFont(ofSize: \(size))"
    }
    return font(element)
  }

  /// Returns a colour with the name of its type.
  func typed(_ color: String) -> String { color.hasPrefix(".") ? "UIColor" + color : color }

  private mutating func paragraph(_ element: NibElement) -> String {
    let alignment = element["alignment"] ?? "natural"
    let known = ["left", "right", "center", "justified", "natural"]
    let spacing = element["lineSpacing"] == nil ? "0" : number(element, "lineSpacing")
    return "nib.paragraph(.\(known.contains(alignment) ? alignment : "natural"), \(spacing))"
  }
}
