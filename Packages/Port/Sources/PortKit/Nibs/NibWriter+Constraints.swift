// Constraints of nibs, and what changes with size classes.
// Licensed under the MIT license; see LICENSE.

extension NibWriter {
  private static let attributes: Set = [
    "left", "right", "top", "bottom", "leading", "trailing", "width", "height", "centerX",
    "centerY", "lastBaseline", "firstBaseline", "leftMargin", "rightMargin", "topMargin",
    "bottomMargin", "leadingMargin", "trailingMargin", "centerXWithinMargins",
    "centerYWithinMargins",
  ]

  /// Adds the constraints of views, and activates those that are installed.
  mutating func addConstraints(_ elements: [NibElement]) {
    var active: [String] = []
    for view in elements {
      let excluded = Self.references(view.value("constraints"), "exclude", isMask: true)
      for constraint in view.list("constraints") where constraint.name == "constraint" {
        guard !constraint.isOn("placeholder"), let name = addConstraint(constraint, in: view) else {
          continue
        }
        if let id = constraint.id, excluded.contains(id) { continue }
        active.append(name)
      }
    }
    if !active.isEmpty {
      add("NSLayoutConstraint.activate([")
      for name in active { add("  \(name),") }
      add("])")
    }
    for view in elements where view.name != "constraint" { vary(view) }
  }

  /// Returns the identifiers that a mask includes or excludes.
  private static func references(
    _ mask: NibElement?,
    _ name: String,
    isMask: Bool
  ) -> Set<String> {
    guard let mask, mask.name == "mask" else { return [] }
    return Set(mask.children.filter { $0.name == name }.compactMap { $0["reference"] })
  }

  private mutating func addConstraint(_ element: NibElement, in view: NibElement) -> String? {
    let firstID = element["firstItem"] ?? view.id ?? ""
    guard let first = item(firstID, element) else { return nil }
    var second = "nil"
    if let id = element["secondItem"] {
      guard let found = item(id, element) else { return nil }
      second = found
    }
    guard let attribute = attribute(element, "firstAttribute", firstID) else { return nil }
    var other = "notAnAttribute"
    if second != "nil" {
      let found = attribute2(element)
      guard let found else { return nil }
      other = found
    }
    let relations = ["lessThanOrEqual", "equal", "greaterThanOrEqual"]
    let relation = element["relation"] ?? "equal"
    guard relations.contains(relation) else {
      report(element, "the relation \(relation) is unknown: the constraint is left out")
      return nil
    }
    guard let multiplier = multiplier(element) else { return nil }
    let constant = number(element, "constant")
    let name = variable(element)
    add("let \(name) = NSLayoutConstraint(")
    add("  item: \(first), attribute: .\(attribute), relatedBy: .\(relation),")
    add(
      "  toItem: \(second), attribute: .\(other), multiplier: \(multiplier), constant: \(constant))"
    )
    if element["priority"] != nil {
      let priority = number(element, "priority")
      guard let value = Double(priority), value > 0, value <= 1000 else {
        report(element, "the priority \(priority) is not between 0 and 1000")
        note(element, name, "NSLayoutConstraint")
        return name
      }
      add("\(name).priority = UILayoutPriority(\(priority))")
    }
    if let identifier = element["identifier"] {
      add("\(name).identifier = \(SwiftText.literal(identifier))")
    }
    note(element, name, "NSLayoutConstraint")
    return name
  }

  /// Returns the view or the guide of a constraint; nil, with a finding, if there is none.
  private mutating func item(_ id: String, _ element: NibElement) -> String? {
    if let name = references[id] { return name }
    report(element, "the constraint names \(id), which is not here: it is left out")
    return nil
  }

  private mutating func attribute2(_ element: NibElement) -> String? {
    attribute(element, "secondAttribute", element["secondItem"] ?? "")
  }

  private mutating func attribute(
    _ element: NibElement,
    _ name: String,
    _ item: String
  ) -> String? {
    let text = element[name] ?? ""
    let attribute = text == "baseline" ? "lastBaseline" : text
    guard Self.attributes.contains(attribute) else {
      report(element, "the attribute \(text) of a constraint is unknown: it is left out")
      return nil
    }
    // The guides of controllers lie outside of the safe area, with their edges at its own.
    guard document.elements[item]?.name == "viewControllerLayoutGuide" else { return attribute }
    return document.elements[item]?["type"] == "top"
      ? (attribute == "bottom" ? "top" : attribute) : (attribute == "top" ? "bottom" : attribute)
  }

  /// Returns a multiplier, which is written as a number or as a ratio.
  private mutating func multiplier(_ element: NibElement) -> String? {
    guard let text = element["multiplier"] else { return "1" }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 1, let number = SwiftText.number(parts[0]) { return number }
    if parts.count == 2, let over = SwiftText.number(parts[0]),
      let under = SwiftText.number(parts[1]),
      under != "0"
    {
      return "\(over) / \(under).0".replacing(".0.0", with: ".0")
    }
    report(element, "the multiplier \(text) is no number: the constraint is left out")
    return nil
  }

  // MARK: Size classes

  /// Returns the condition of a variation; nil if it is unknown.
  private func condition(_ key: String) -> String? {
    var conditions: [String] = []
    for part in key.split(separator: "-") {
      let words = part.split(separator: "=").map(String.init)
      guard words.count == 2, ["compact", "regular"].contains(words[1]) else { return nil }
      switch words[0] {
      case "widthClass": conditions.append("traits.horizontalSizeClass == .\(words[1])")
      case "heightClass": conditions.append("traits.verticalSizeClass == .\(words[1])")
      default: return nil
      }
    }
    return conditions.isEmpty ? nil : conditions.joined(separator: " && ")
  }

  /// Sets what a view, its constraints and its subviews have by size classes.
  private mutating func vary(_ view: NibElement) {
    guard let id = view.id, let name = references[id] else { return }
    var before: [String] = []
    let body = collect { writer in
      writer.varyMasks(view, name)
      writer.varyAttributes(view, name, &before)
      for constraint in view.list("constraints") {
        guard let id = constraint.id, let name = writer.references[id] else { continue }
        writer.varyAttributes(constraint, name, &before)
      }
    }
    guard !body.isEmpty else { return }
    for line in before { add(line) }
    add("nib.vary(\(name)) { traits in")
    lines += body
    add("}")
  }

  private mutating func varyMasks(_ view: NibElement, _ name: String) {
    for (key, list) in [("constraints", "constraints"), ("subviews", "subviews")] {
      let base = view.children.first { $0.name == "mask" && $0["key"] == key }
      var states: [(id: String, text: String)] = Self.references(base, "exclude", isMask: true)
        .sorted().map { ($0, "false") }
      for variation in view.children where variation.name == "variation" {
        guard let mask = variation.children.first(where: { $0.name == "mask" && $0["key"] == key })
        else { continue }
        guard let condition = condition(variation["key"] ?? "") else {
          report(variation, "the variation \(variation["key"] ?? "") is not carried over")
          continue
        }
        for (word, value) in [("include", "true"), ("exclude", "false")] {
          for id in Self.references(mask, word, isMask: true).sorted() {
            let index = states.firstIndex { $0.id == id } ?? states.endIndex
            if index == states.endIndex { states.append((id, "true")) }
            states[index].text = "\(condition) ? \(value) : (\(states[index].text))"
          }
        }
      }
      for (id, text) in states {
        guard let object = references[id] else { continue }
        if list == "constraints" {
          add("\(object).isActive = \(text)")
        } else {
          let index = view.list("subviews").firstIndex { $0.id == id } ?? 0
          add("nib.install(\(object), in: \(name), at: \(index), if: \(text))")
        }
      }
    }
  }

  /// Sets the attributes of variations of a view or a constraint.
  private mutating func varyAttributes(
    _ element: NibElement,
    _ name: String,
    _ before: inout [String]
  ) {
    var values: [String: String] = [:]
    for variation in element.children where variation.name == "variation" {
      guard let condition = condition(variation["key"] ?? "") else {
        report(variation, "the variation \(variation["key"] ?? "") is not carried over")
        continue
      }
      for other in variation.children where other.name != "mask" {
        report(other, "<\(other.name)> of a variation is not carried over")
      }
      for attribute in variation.attributes.keys.sorted() where attribute != "key" {
        let property: String
        let value: String?
        if element.name == "constraint" {
          guard ["constant", "priority"].contains(attribute) else {
            report(variation, "\(attribute) of a variation is not carried over")
            continue
          }
          property = attribute
          let number = number(variation, attribute)
          value = attribute == "priority" ? "UILayoutPriority(\(number))" : number
        } else {
          guard let known = NibClass.property(attribute, of: element.name) else {
            report(variation, "\(attribute) of a variation is not carried over")
            continue
          }
          property = known.property
          value = varied(variation, known, of: element)
        }
        guard let value else { continue }
        let base = "base_" + SwiftText.plain(name + "_" + property)
        if values[property] == nil { before.append("let \(base) = \(name).\(property)") }
        values[property] = "\(condition) ? \(value) : (\(values[property] ?? base))"
      }
    }
    for (property, text) in values.sorted(by: { $0.key < $1.key }) {
      add("\(name).\(property) = \(text)")
    }
  }

  private mutating func varied(
    _ variation: NibElement,
    _ property: NibProperty,
    of element: NibElement
  ) -> String? {
    guard let text = variation[property.attribute] else { return nil }
    switch property.kind {
    case .bool: return text == "YES" ? "true" : "false"
    case .int, .number: return number(variation, property.attribute)
    case .text, .string: return SwiftText.literal(text)
    case .image: return image(variation, property.attribute)
    case .cases(let cases): return cases[text].map { "." + $0 }
    case .elsewhere: return nil
    }
  }
}
