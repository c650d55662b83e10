// Views of nibs.
// Licensed under the MIT license; see LICENSE.

extension NibWriter {
  /// Makes a view with those in it; returns its name.
  mutating func makeView(_ element: NibElement) -> String {
    if !NibClass.isView(element.name) { report(element, "<\(element.name)> is made as a UIView") }
    let known = NibClass.of(element.name)?.name ?? "UIView"
    let type = type(element, or: known)
    let inner = makeInner(element)
    let name = variable(element)
    let body = collect { writer in
      writer.setProperties(element, subject: "it")
      for child in element.children { writer.setChild(child, of: element, subject: "it") }
      writer.addInner(inner, to: element)
      if element["selectedSegmentIndex"] != nil {
        writer.add("it.selectedSegmentIndex = \(writer.number(element, "selectedSegmentIndex"))")
      }
    }
    let values = initialValues(element)
    let list = values.isEmpty ? "" : ", [\(values.joined(separator: ", "))]"
    let head = "let \(name) = nib.view(\(type).self, as: \(known).self\(list))"
    if body.isEmpty {
      add(head)
    } else {
      add(head + " { it in")
      lines += body
      add("}")
    }
    note(element, name, type)
    noteParts(element, name)
    makeLater(element, name)
    return name
  }

  /// The views in a view, by where they go.
  struct Inner {
    var subviews: [String] = []
    /// The names by the properties that have them.
    var keyed: [(property: String, name: String)] = []
    /// The items of a bar; nil if it has none.
    var items: [String]?
  }

  private static let keyedViews: Set = [
    "tableHeaderView", "tableFooterView", "backgroundView", "selectedBackgroundView",
    "accessoryView", "editingAccessoryView", "refreshControl",
  ]

  private mutating func makeInner(_ element: NibElement) -> Inner {
    var inner = Inner()
    let content = element.value("contentView")
    let lists = (content?.list("subviews") ?? []) + element.list("subviews")
    let own = Set(Self.ownParts.compactMap { element.name == "tableViewCell" ? element[$0] : nil })
    for child in lists where !own.contains(child.id ?? "") {
      inner.subviews.append(makeView(child))
    }
    for child in element.children where NibClass.isView(child.name) {
      guard let key = child["key"], key != "contentView" else { continue }
      if Self.keyedViews.contains(key) {
        inner.keyed.append((key, makeView(child)))
      } else {
        report(child, "a view with the key \(key) is not carried over")
      }
    }
    if let layout = element.children.first(where: { $0["key"] == "collectionViewLayout" }) {
      if let name = makeObject(layout) { inner.keyed.append(("collectionViewLayout", name)) }
    }
    if let items = element.child("items") {
      inner.items = items.children.compactMap { makeObject($0) }
    }
    return inner
  }

  /// The views that a cell of a style has already.
  private static let ownParts = ["textLabel", "detailTextLabel", "imageView"]

  private mutating func setParts(of element: NibElement, _ content: NibElement) {
    for part in Self.ownParts {
      guard let id = element[part],
        let view = content.list("subviews").first(where: { $0.id == id })
      else { continue }
      setProperties(view, subject: "it.\(part)?")
      for child in view.children where !["rect", "autoresizingMask"].contains(child.name) {
        setChild(child, of: view, subject: "it.\(part)?")
      }
    }
  }

  private mutating func addInner(_ inner: Inner, to element: NibElement) {
    let hasContent = element.value("contentView") != nil
    for name in inner.subviews {
      if element.name == "stackView" {
        add("it.addArrangedSubview(\(name))")
      } else {
        add("it\(hasContent ? ".contentView" : "").addSubview(\(name))")
      }
    }
    for (property, name) in inner.keyed { add("it.\(property) = \(name)") }
    if let items = inner.items { add("it.items = [\(items.joined(separator: ", "))]") }
    guard let content = element.value("contentView") else { return }
    if element.name == "tableViewCell" { setParts(of: element, content) }
    setProperties(content, subject: "it.contentView")
    for child in content.children where !["rect", "autoresizingMask"].contains(child.name) {
      setChild(child, of: content, subject: "it.contentView")
    }
  }

  /// The values that the initialiser of UIKit's class reads.
  private mutating func initialValues(_ element: NibElement) -> [String] {
    var values: [String] = []
    func identifier() {
      guard let name = element["reuseIdentifier"] else { return }
      values.append("\"UIReuseIdentifier\": \(SwiftText.literal(name))")
    }
    switch element.name {
    case "button":
      let types = [
        "custom": 0, "system": 1, "roundedRect": 1, "detailDisclosure": 2, "infoLight": 3,
        "infoDark": 4, "contactAdd": 5, "close": 7,
      ]
      let name = element["buttonType"] ?? "custom"
      if types[name] == nil { report(element, "buttons of the type \(name) are unknown") }
      values.append("\"UIButtonType\": \(types[name] ?? 0)")
    case "tableView":
      let styles = ["plain": 0, "grouped": 1, "insetGrouped": 2]
      values.append("\"UITableViewStyle\": \(styles[element["style"] ?? "plain"] ?? 0)")
    case "tableViewCell":
      identifier()
      // The identifiers of Interface Builder for the styles with labels.
      let styles = [
        "IBUITableViewCellStyleDefault": 0, "IBUITableViewCellStyleValue1": 1,
        "IBUITableViewCellStyleValue2": 2, "IBUITableViewCellStyleSubtitle": 3,
      ]
      if let style = element["style"].flatMap({ styles[$0] }) {
        values.append("\"UITableViewCellStyle\": \(style)")
      }
    case "tableViewHeaderFooterView": identifier()
    case "activityIndicatorView":
      let isLarge = ["large", "whiteLarge"].contains(element["style"])
      values.append("\"UIActivityStyle\": \(isLarge ? 101 : 100)")
    default: break
    }
    return values
  }

  /// Remembers what belongs to a view: its guides and the view for contents.
  private mutating func noteParts(_ element: NibElement, _ name: String) {
    if let content = element.value("contentView") {
      if let id = content.id {
        references[id] = name + ".contentView"
        types[id] = "UIView"
      }
      noteGuides(content, name + ".contentView")
    }
    noteGuides(element, name)
    for part in Self.ownParts {
      guard element.name == "tableViewCell", let id = element[part] else { continue }
      references[id] = "\(name).\(part)"
    }
  }

  private mutating func noteGuides(_ element: NibElement, _ name: String) {
    let guides = [
      "safeArea": "safeAreaLayoutGuide", "keyboard": "keyboardLayoutGuide",
      "frameLayoutGuide": "frameLayoutGuide", "contentLayoutGuide": "contentLayoutGuide",
    ]
    for guide in element.children where guide.name == "viewLayoutGuide" {
      guard let id = guide.id, let property = guide["key"].flatMap({ guides[$0] }) else { continue }
      references[id] = name + "." + property
    }
    for guide in element.list("layoutGuides") {
      guard let id = guide.id else { continue }
      let own = variable(guide)
      add("let \(own) = UILayoutGuide()")
      if let identifier = guide["identifier"] {
        add("\(own).identifier = \(SwiftText.literal(identifier))")
      }
      add("\(name).addLayoutGuide(\(own))")
      references[id] = own
    }
  }

  // MARK: Properties

  /// Attributes that no view needs here, or that are read elsewhere.
  private static let read: Set = [
    "id", "key", "customClass", "customModule", "customModuleProvider", "userLabel", "misplaced",
    "verifyAmbiguity", "fixedFrame", "ambiguous", "sceneMemberID", "catalog", "colorLabel",
    "horizontalHuggingPriority", "verticalHuggingPriority",
    "horizontalCompressionResistancePriority",
    "verticalCompressionResistancePriority", "placeholderIntrinsicWidth", "highlightedImageCatalog",
    "placeholderIntrinsicHeight", "selectedImageCatalog", "usesAttributedText",
    "propertyAccessControl",
    "propertyAccessControlLevel", "landscapeImage", "largeContentSizeImage", "animating",
    "viewLayoutGuide", "symbolAnimation", "simulatedAppContext", "symbolName", "initialItem",
    "tableViewCell", "collectionViewCell", "adjustsFontSizeToFit",
  ]

  /// Sets the properties of the attributes of an element.
  ///
  /// - Parameter lacking: Attributes whose property the subject has not.
  mutating func setProperties(
    _ element: NibElement,
    subject: String,
    without lacking: Set<String> = []
  ) {
    var known: Set<String> = []
    for (attribute, property) in Self.ordered(element) where !lacking.contains(attribute) {
      known.insert(attribute)
      guard let text = element[attribute] else { continue }
      if let value = value(text, property, of: element) {
        add("\(subject).\(property.property) = \(value)")
      }
    }
    for (axis, letter) in [("horizontal", "horizontal"), ("vertical", "vertical")] {
      if element["\(axis)HuggingPriority"] != nil {
        let value = number(element, "\(axis)HuggingPriority")
        add("\(subject).setContentHuggingPriority(UILayoutPriority(\(value)), for: .\(letter))")
      }
      guard element["\(axis)CompressionResistancePriority"] != nil else { continue }
      let value = number(element, "\(axis)CompressionResistancePriority")
      add(
        "\(subject).setContentCompressionResistancePriority("
          + "UILayoutPriority(\(value)), for: .\(letter))"
      )
    }
    for attribute in element.attributes.keys.sorted()
    where !known.contains(attribute) && !Self.read.contains(attribute) {
      report(element, "the attribute \(attribute) of <\(element.name)> is not carried over")
    }
    if element.isOn("animating") { add("\(subject).startAnimating()") }
  }

  /// The properties of an element, those of the element that it is a kind of first.
  private static func ordered(_ element: NibElement) -> [(String, NibProperty)] {
    var chain: [NibClass] = []
    var next: String? = NibClass.of(element.name) == nil ? "view" : element.name
    while let name = next, let type = NibClass.of(name) {
      chain.insert(type, at: 0)
      next = type.base
    }
    return chain.flatMap { type in type.properties.map { ($0.attribute, $0) } }
  }

  private mutating func value(
    _ text: String,
    _ property: NibProperty,
    of element: NibElement
  ) -> String? {
    switch property.kind {
    case .bool:
      if ["YES", "NO"].contains(text) { return text == "YES" ? "true" : "false" }
      report(element, "\(property.attribute)=\"\(text)\" is neither YES nor NO")
      return nil
    case .int:
      if let number = SwiftText.integer(text) { return number }
      report(element, "\(property.attribute)=\"\(text)\" is no whole number")
      return nil
    case .number:
      // A table takes -1 for its own height, a cell for that of its contents.
      if element.name == "tableView", text == "-1" { return "UITableView.automaticDimension" }
      if let number = SwiftText.number(text) { return number }
      report(element, "\(property.attribute)=\"\(text)\" is no number")
      return nil
    case .text: return self.text(text, property.property, of: element)
    case .string: return SwiftText.literal(text)
    case .image: return image(element, property.attribute)
    case .cases(let cases):
      if let name = cases[text] { return "." + name }
      report(element, "\(property.attribute)=\"\(text)\" is not known here")
      return nil
    case .elsewhere: return nil
    }
  }

  // MARK: Elements in a view

  /// Elements that are read elsewhere, or that only Interface Builder reads.
  private static let others: Set = [
    "subviews", "constraints", "connections", "items", "userDefinedRuntimeAttributes",
    "viewLayoutGuide",
    "variation", "mask", "prototypes", "sections", "cells", "nil", "layoutGuides", "point",
    "gestureRecognizers", "simulatedMetrics", "freeformSimulatedSizeMetrics",
    "modalFormSheetSimulatedSizeMetrics",
    "extendedEdge", "userGuides", "tabBarItem", "navigationItem", "toolbarItems", "value",
    "integer",
  ]

  /// Traits of text that views of text here have not.
  private static let lackingTraits: [String: Set<String>] = [
    "textView": [
      "spellCheckingType", "keyboardAppearance", "enablesReturnKeyAutomatically",
      "secureTextEntry",
    ],
    "searchBar": ["secureTextEntry"],
  ]

  /// Sets what an element in a view says.
  mutating func setChild(_ child: NibElement, of element: NibElement, subject: String) {
    let key = child["key"]
    switch child.name {
    case "rect": setRect(child, key, subject)
    case "autoresizingMask": add("\(subject).autoresizingMask = \(mask(child))")
    case "color": setColor(child, key, of: element, subject)
    case "fontDescription":
      let property = element.name == "button" ? "titleLabel?.font" : "font"
      add("\(subject).\(property) = \(font(child))")
    case "string", "mutableString":
      guard let key, let property = NibClass.property(key, of: element.name) else { return }
      let text = text(child.text, property.property, of: element)
      add("\(subject).\(property.property) = \(text)")
    case "attributedString":
      if key == "attributedText" { add("\(subject).attributedText = \(attributedText(child))") }
    case "size": setSize(child, key, subject)
    case "edgeInsets", "directionalEdgeInsets", "inset": setInsets(child, key, subject)
    case "textInputTraits":
      setProperties(child, subject: subject, without: Self.lackingTraits[element.name] ?? [])
    case "state": setState(child, of: element, subject)
    case "segments": setSegments(child, subject)
    case "accessibility": setAccessibility(child, of: element, subject)
    case "buttonConfiguration": setConfiguration(child, subject)
    case "preferredSymbolConfiguration":
      if let value = symbolConfiguration(child) {
        add("\(subject).image = \(subject).image?.withConfiguration(\(value))")
      }
    case "imageReference": setSymbol(child, key, subject)
    case "blurEffect":
      let style = child["style"] ?? "regular"
      let isKnown = SwiftText.isPath(style) && Self.blurs.contains(style)
      if !isKnown { report(child, "the blur \(style) is unknown") }
      add("\(subject).effect = UIBlurEffect(style: .\(isKnown ? style : "regular"))")
    case "vibrancyEffect":
      add("\(subject).effect = UIVibrancyEffect(blurEffect: UIBlurEffect(style: .regular))")
    case "date":
      let seconds = number(child, "timeIntervalSinceReferenceDate")
      add("\(subject).date = Date(timeIntervalSinceReferenceDate: \(seconds))")
    case "scopeButtonTitles":
      let titles = child.children.map { SwiftText.literal($0.text) }
      add("\(subject).scopeButtonTitles = [\(titles.joined(separator: ", "))]")
    case _ where NibClass.isView(child.name) || Self.others.contains(child.name): break
    case _ where NibClass.isKind(child.name, of: "collectionViewLayout"): break
    default: report(child, "<\(child.name)> in <\(element.name)> is not carried over")
    }
  }

  private static let blurs: Set = [
    "extraLight", "light", "dark", "regular", "prominent", "systemUltraThinMaterial",
    "systemThinMaterial", "systemMaterial", "systemThickMaterial", "systemChromeMaterial",
    "systemUltraThinMaterialLight", "systemThinMaterialLight", "systemMaterialLight",
    "systemThickMaterialLight", "systemChromeMaterialLight", "systemUltraThinMaterialDark",
    "systemThinMaterialDark", "systemMaterialDark", "systemThickMaterialDark",
    "systemChromeMaterialDark",
  ]

  private mutating func setRect(_ child: NibElement, _ key: String?, _ subject: String) {
    if key == "frame" { add("\(subject).frame = \(rect(child))") }
    if key == "bounds" { add("\(subject).bounds = \(rect(child))") }
  }

  private func mask(_ element: NibElement) -> String {
    let names = [
      ("flexibleMinX", "flexibleLeftMargin"), ("widthSizable", "flexibleWidth"),
      ("flexibleMaxX", "flexibleRightMargin"), ("flexibleMinY", "flexibleTopMargin"),
      ("heightSizable", "flexibleHeight"), ("flexibleMaxY", "flexibleBottomMargin"),
    ]
    return "[" + names.filter { element.isOn($0.0) }.map { "." + $0.1 }.joined(separator: ", ")
      + "]"
  }

  private static let colors: [String: String] = [
    "highlightedColor": "highlightedTextColor", "onTintColor": "onTintColor",
    "backgroundColor": "backgroundColor", "tintColor": "tintColor", "textColor": "textColor",
    "shadowColor": "shadowColor", "thumbTintColor": "thumbTintColor", "color": "color",
    "minimumTrackTintColor": "minimumTrackTintColor",
    "maximumTrackTintColor": "maximumTrackTintColor", "progressTintColor": "progressTintColor",
    "trackTintColor": "trackTintColor", "pageIndicatorTintColor": "pageIndicatorTintColor",
    "currentPageIndicatorTintColor": "currentPageIndicatorTintColor",
    "separatorColor": "separatorColor", "barTintColor": "barTintColor",
    "selectedSegmentTintColor": "selectedSegmentTintColor",
    "unselectedItemTintColor": "unselectedItemTintColor",
  ]

  private mutating func setColor(
    _ child: NibElement,
    _ key: String?,
    of element: NibElement,
    _ subject: String
  ) {
    guard let key, let property = Self.colors[key] else {
      report(child, "the colour \(key ?? "") of <\(element.name)> is not carried over")
      return
    }
    add("\(subject).\(property) = \(color(child))")
  }

  private mutating func setSize(_ child: NibElement, _ key: String?, _ subject: String) {
    let known: Set = [
      "shadowOffset", "itemSize", "headerReferenceSize", "footerReferenceSize", "estimatedItemSize",
      "contentSize", "preferredContentSize",
    ]
    guard let key, known.contains(key) else { return }
    let (width, height) = (number(child, "width"), number(child, "height"))
    add("\(subject).\(key) = CGSize(width: \(width), height: \(height))")
  }

  private mutating func setInsets(_ child: NibElement, _ key: String?, _ subject: String) {
    let known: Set = [
      "layoutMargins", "directionalLayoutMargins", "contentEdgeInsets", "titleEdgeInsets",
      "imageEdgeInsets", "separatorInset", "contentInset", "scrollIndicatorInsets", "sectionInset",
      "imageInsets", "textContainerInset",
    ]
    guard let key, known.contains(key) else {
      report(child, "the insets \(key ?? "") are not carried over")
      return
    }
    add("\(subject).\(key) = \(insets(child))")
  }

  private mutating func setSymbol(_ child: NibElement, _ key: String?, _ subject: String) {
    guard key == "image" || key == "highlightedImage", let key,
      let name = child["image"]
    else { return }
    let image = image(name, isSymbol: child["catalog"] == "system")
    guard let value = symbolConfiguration(child) else {
      add("\(subject).\(key) = \(image)")
      return
    }
    add("\(subject).\(key) = \(image)?.withConfiguration(\(value))")
  }

  private mutating func setAccessibility(
    _ child: NibElement,
    of element: NibElement,
    _ subject: String
  ) {
    if let label = child["label"] {
      add(
        "\(subject).accessibilityLabel = \(text(label, "ibExternalAccessibilityLabel", of: element))"
      )
    }
    if let hint = child["hint"] {
      add(
        "\(subject).accessibilityHint = \(text(hint, "ibExternalAccessibilityHint", of: element))"
      )
    }
    if let identifier = child["identifier"] {
      add("\(subject).accessibilityIdentifier = \(SwiftText.literal(identifier))")
    }
    for value in child.children {
      switch (value.name, value["key"]) {
      case ("bool", "isElement"):
        add("\(subject).isAccessibilityElement = \(value.isOn("value"))")
      case ("accessibilityTraits", _):
        let names = [
          "button", "link", "header", "image", "selected", "staticText", "notEnabled",
          "adjustable", "searchField", "keyboardKey", "summaryElement", "updatesFrequently",
        ]
        let traits = names.filter { value.isOn($0) }.map { "." + $0 }
        add("\(subject).accessibilityTraits = [\(traits.joined(separator: ", "))]")
      default: report(value, "<\(value.name)> of accessibility is not carried over")
      }
    }
  }
}
