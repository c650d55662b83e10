// Buttons, segments and items of bars.
// Licensed under the MIT license; see LICENSE.

extension NibWriter {
  /// Sets the title, the image and the colours of a state of a button.
  mutating func setState(_ child: NibElement, of element: NibElement, _ subject: String) {
    let states = [
      "normal": "normal", "highlighted": "highlighted", "disabled": "disabled",
      "selected": "selected", "focused": "focused",
    ]
    guard let key = child["key"], let state = states[key] else {
      report(child, "the state \(child["key"] ?? "") is unknown")
      return
    }
    // Texts of other languages name the state before the property.
    func place(_ property: String) -> String {
      key + property.prefix(1).uppercased() + property.dropFirst()
    }
    if let title = child["title"] ?? child.children.first(where: { $0["key"] == "title" })?.text {
      add("\(subject).setTitle(\(text(title, place("title"), of: element)), for: .\(state))")
    }
    if let image = image(child, "image") { add("\(subject).setImage(\(image), for: .\(state))") }
    if let image = image(child, "backgroundImage") {
      add("\(subject).setBackgroundImage(\(image), for: .\(state))")
    }
    for value in child.children {
      switch (value.name, value["key"]) {
      case ("color", "titleColor"):
        add("\(subject).setTitleColor(\(color(value)), for: .\(state))")
      case ("color", "titleShadowColor"):
        add("\(subject).setTitleShadowColor(\(color(value)), for: .\(state))")
      case ("attributedString", _):
        add("\(subject).setAttributedTitle(\(attributedText(value)), for: .\(state))")
      case ("imageReference", "image"):
        guard let name = value["image"] else { break }
        let image = image(name, isSymbol: value["catalog"] == "system")
        let symbol = symbolConfiguration(value).map { "?.withConfiguration(\($0))" } ?? ""
        add("\(subject).setImage(\(image)\(symbol), for: .\(state))")
      case ("preferredSymbolConfiguration", _):
        if let symbol = symbolConfiguration(value) {
          let image = "\(subject).image(for: .\(state))?.withConfiguration(\(symbol))"
          add("\(subject).setImage(\(image), for: .\(state))")
        }
      case ("string", _), ("mutableString", _), ("nil", _): break
      default: report(value, "<\(value.name)> of a state of a button is not carried over")
      }
    }
  }

  /// Sets the configuration of a button.
  mutating func setConfiguration(_ child: NibElement, _ subject: String) {
    let styles: Set = [
      "plain", "gray", "tinted", "filled", "borderless", "bordered", "borderedTinted",
      "borderedProminent",
    ]
    let style = child["style"] ?? "plain"
    if !styles.contains(style) { report(child, "the configuration \(style) is unknown") }
    add("var look = UIButton.Configuration.\(styles.contains(style) ? style : "plain")()")
    if let title = child["title"] {
      let owner = child.parent ?? child
      add("look.title = \(text(title, "configuration.title", of: owner))")
    }
    for name in ["subtitle", "titleAlignment", "titlePadding", "showsActivityIndicator"]
    where child[name] != nil {
      report(child, "\(name) of a configuration is not carried over")
    }
    if let image = image(child, "image") { add("look.image = \(image)") }
    let sets: [(String, String, [String])] = [
      ("imagePlacement", "imagePlacement", ["leading", "trailing", "top", "bottom"]),
      ("cornerStyle", "cornerStyle", ["fixed", "dynamic", "small", "medium", "large", "capsule"]),
      ("buttonSize", "buttonSize", ["mini", "small", "medium", "large"]),
    ]
    for (attribute, property, cases) in sets {
      guard let name = child[attribute] else { continue }
      if cases.contains(name) {
        add("look.\(property) = .\(name)")
      } else {
        report(child, "\(attribute)=\"\(name)\" is not known here")
      }
    }
    if child["imagePadding"] != nil { add("look.imagePadding = \(number(child, "imagePadding"))") }
    for value in child.children {
      switch (value.name, value["key"]) {
      case ("color", "baseForegroundColor"): add("look.baseForegroundColor = \(color(value))")
      case ("color", "baseBackgroundColor"): add("look.baseBackgroundColor = \(color(value))")
      case ("directionalEdgeInsets", "contentInsets"): add("look.contentInsets = \(insets(value))")
      case ("attributedString", _): add("look.attributedTitle = \(attributedText(value))")
      case ("fontDescription", _):
        report(value, "the font of a configuration is not carried over")
      case ("backgroundConfiguration", _):
        if let color = value.child("color") {
          add("look.background.backgroundColor = \(self.color(color))")
        }
        if value["cornerRadius"] != nil {
          add("look.background.cornerRadius = \(number(value, "cornerRadius"))")
        }
      case ("imageReference", _):
        guard let name = value["image"] else { break }
        add("look.image = \(image(name, isSymbol: value["catalog"] == "system"))")
      case ("preferredSymbolConfiguration", _):
        if let symbol = symbolConfiguration(value) {
          add("look.image = look.image?.withConfiguration(\(symbol))")
        }
      default: report(value, "<\(value.name)> of a configuration is not carried over")
      }
    }
    add("\(subject).configuration = look")
  }

  /// Adds the segments of a control.
  mutating func setSegments(_ child: NibElement, _ subject: String) {
    for (index, segment) in child.children.enumerated() {
      if let image = image(segment, "image") {
        add("\(subject).insertSegment(with: \(image), at: \(index), animated: false)")
      } else {
        let owner = child.parent ?? child
        let title = text(segment["title"] ?? "", "segmentTitles[\(index)]", of: owner)
        add("\(subject).insertSegment(withTitle: \(title), at: \(index), animated: false)")
      }
      if segment["enabled"] == "NO" {
        add("\(subject).setEnabled(false, forSegmentAt: \(index))")
      }
      if segment["width"] != nil, segment["width"] != "0.0" {
        add("\(subject).setWidth(\(number(segment, "width")), forSegmentAt: \(index))")
      }
    }
  }

  private static let systemItems: Set = [
    "done", "cancel", "edit", "save", "add", "flexibleSpace", "fixedSpace", "compose", "reply",
    "action", "organize", "bookmarks", "search", "refresh", "stop", "camera", "trash", "play",
    "pause", "rewind", "fastForward", "undo", "redo", "pageCurl", "close",
  ]

  /// Makes a button of a bar; returns its name.
  mutating func makeBarButton(_ element: NibElement) -> String {
    let custom = element.children.first { NibClass.isView($0.name) }.map { makeView($0) }
    let type = type(element, or: "UIBarButtonItem")
    let name = variable(element)
    if let item = element["systemItem"], Self.systemItems.contains(item) {
      add("let \(name) = \(type)(barButtonSystemItem: .\(item), target: nil, action: nil)")
    } else {
      if let item = element["systemItem"] { report(element, "the item \(item) is unknown") }
      add("let \(name) = \(type)()")
    }
    note(element, name, type)
    setProperties(element, subject: name)
    if let custom { add("\(name).customView = \(custom)") }
    for child in element.children {
      switch child.name {
      case "color": add("\(name).tintColor = \(color(child))")
      case "imageReference": setSymbol(of: child, name)
      case "connections", "userDefinedRuntimeAttributes", "inset", "accessibility": break
      case _ where NibClass.isView(child.name): break
      default: report(child, "<\(child.name)> of a button of a bar is not carried over")
      }
    }
    return name
  }

  private mutating func setSymbol(of child: NibElement, _ name: String) {
    guard let image = child["image"] else { return }
    let symbol = symbolConfiguration(child).map { "?.withConfiguration(\($0))" } ?? ""
    let property = child["key"] == "selectedImage" ? "selectedImage" : "image"
    add(
      "\(name).\(property) = \(self.image(image, isSymbol: child["catalog"] == "system"))\(symbol)"
    )
  }

  /// Makes an item of a navigation bar; returns its name.
  mutating func makeNavigationItem(_ element: NibElement) -> String {
    let name = variable(element)
    let title = element["title"].map { text($0, "title", of: element) } ?? "\"\""
    add("let \(name) = UINavigationItem(title: \(title))")
    note(element, name, "UINavigationItem")
    fill(element, name)
    return name
  }

  /// Sets what an item of a navigation bar says.
  mutating func fill(_ element: NibElement, _ name: String) {
    setProperties(element, subject: name)
    for child in element.children {
      switch (child.name, child["key"]) {
      case ("barButtonItem", let key?)
      where ["leftBarButtonItem", "rightBarButtonItem", "backBarButtonItem"].contains(key):
        let item = makeBarButton(child)
        add("\(name).\(key) = \(item)")
      case ("leftBarButtonItems", _), ("rightBarButtonItems", _):
        let items = child.children.map { makeBarButton($0) }
        add("\(name).\(child.name) = [\(items.joined(separator: ", "))]")
      case ("connections", _), ("nil", _), ("userDefinedRuntimeAttributes", _): break
      case (_, "titleView"):
        let view = makeView(child)
        add("\(name).titleView = \(view)")
      default: report(child, "<\(child.name)> of a navigation item is not carried over")
      }
    }
  }

  private static let systemTabs: Set = [
    "more", "favorites", "featured", "topRated", "recents", "contacts", "history", "bookmarks",
    "search", "downloads", "mostRecent", "mostViewed",
  ]

  /// Makes a tab; returns its name.
  mutating func makeTab(_ element: NibElement) -> String {
    let name = variable(element)
    if let item = element["systemItem"], Self.systemTabs.contains(item) {
      add("let \(name) = UITabBarItem(tabBarSystemItem: .\(item), tag: 0)")
    } else {
      add("let \(name) = UITabBarItem(title: nil, image: nil, tag: 0)")
    }
    note(element, name, "UITabBarItem")
    setProperties(element, subject: name)
    for child in element.children where child.name == "imageReference" {
      setSymbol(of: child, name)
    }
    return name
  }
}
