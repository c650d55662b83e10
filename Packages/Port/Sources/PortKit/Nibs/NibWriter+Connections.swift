// Outlets, actions and runtime attributes.
// Licensed under the MIT license; see LICENSE.

extension NibWriter {
  /// Connects objects with those in them: constraints, outlets, actions, runtime attributes.
  mutating func connect(_ objects: [NibElement]) {
    let elements = objects.flatMap { NibDocument.flat($0) }
    addConstraints(elements)
    for element in elements {
      for connection in element.list("connections") { connect(connection, of: element) }
    }
    for element in elements {
      for attribute in element.list("userDefinedRuntimeAttributes") {
        set(attribute, of: element)
      }
    }
  }

  /// Adds one connection of an object.
  mutating func connect(_ connection: NibElement, of element: NibElement) {
    guard let id = element.id, let subject = references[id] else {
      if element["placeholderIdentifier"] == nil, element.name != "exit" {
        report(connection, "<\(element.name)> is not made: its connections are left out")
      }
      return
    }
    switch connection.name {
    case "outlet": outlet(connection, of: element, subject)
    case "outletCollection": collection(connection, of: element, subject)
    case "action": action(connection, of: element, subject)
    case "segue":
      if NibClass.isController(element.name) { return }
      segue(connection, of: element, subject)
    default: report(connection, "<\(connection.name)> is not carried over")
    }
  }

  // MARK: Outlets

  /// Outlets of UIKit's own classes.
  private static let ownOutlets: Set = [
    "delegate", "dataSource", "view", "prefetchDataSource", "dragDelegate", "dropDelegate",
    "inputView", "inputAccessoryView", "refreshControl", "tableView", "collectionView",
    "backgroundView", "selectedBackgroundView", "accessoryView", "transitioningDelegate",
    "titleView", "customView", "tableHeaderView", "tableFooterView", "editingAccessoryView",
  ]

  private mutating func outlet(
    _ connection: NibElement,
    of element: NibElement,
    _ subject: String
  ) {
    guard let property = connection["property"], SwiftText.isPath(property),
      !property.contains(".")
    else { return report(connection, "an outlet without a name") }
    guard let id = connection["destination"], let object = references[id] else {
      let isResponder =
        document.elements[connection["destination"] ?? ""]?["placeholderIdentifier"]
        == "IBFirstResponder"
      return report(
        connection,
        isResponder
          ? "the outlet \(property) of the first responder is left out"
          : "the outlet \(property) names \(connection["destination"] ?? "nothing"), which is not here"
      )
    }
    let type = element.id.flatMap { types[$0] } ?? ""
    let access = isOptional(element) ? subject + "?" : subject
    if let found = facts.property(property, of: type, in: module) {
      uses.insert(Use(type: found.owner, member: property))
      let own = found.type?.trimmingOptional ?? ""
      let value = own == types[id] ? object : "nib.cast(\(object))"
      return add("\(access).\(SwiftText.name(property)) = \(value)")
    }
    if Self.ownOutlets.contains(property) {
      if property == "view", object == subject { return }
      return add("\(access).\(property) = nib.cast(\(object))")
    }
    guard !facts.isKnown(type, in: module) else {
      return report(connection, "the class \(type) has no outlet \(property)")
    }
    add("\(access).\(SwiftText.name(property)) = nib.cast(\(object))")
  }

  private func isOptional(_ element: NibElement) -> Bool {
    element.name == "placeholder" && element["placeholderIdentifier"] != "IBFilesOwner"
  }

  /// Adds an object to a collection of outlets; the collection is written at its first object.
  private mutating func collection(
    _ connection: NibElement,
    of element: NibElement,
    _ subject: String
  ) {
    guard let property = connection["property"], SwiftText.isPath(property) else {
      return report(connection, "a collection of outlets without a name")
    }
    let all = element.list("connections").filter {
      $0.name == "outletCollection" && $0["property"] == property
    }
    guard all.first === connection else { return }
    var objects: [String] = []
    for one in all {
      guard let object = one["destination"].flatMap({ references[$0] }) else {
        report(
          one,
          "the outlets \(property) name \(one["destination"] ?? "nothing"), which is not here"
        )
        continue
      }
      objects.append(object)
    }
    if property == "gestureRecognizers" {
      for object in objects { add("\(subject).addGestureRecognizer(\(object))") }
      return
    }
    let type = element.id.flatMap { types[$0] } ?? ""
    let found = facts.property(property, of: type, in: module)
    if let found { uses.insert(Use(type: found.owner, member: property)) }
    guard found != nil || !facts.isKnown(type, in: module) else {
      return report(connection, "the class \(type) has no outlets \(property)")
    }
    add("\(subject).\(SwiftText.name(property)) = nib.all(\(objects.joined(separator: ", ")))")
  }

  // MARK: Actions

  private static let events: Set = [
    "touchDown", "touchDownRepeat", "touchDragInside", "touchDragOutside", "touchDragEnter",
    "touchDragExit", "touchUpInside", "touchUpOutside", "touchCancel", "valueChanged",
    "primaryActionTriggered", "editingDidBegin", "editingChanged", "editingDidEnd",
    "editingDidEndOnExit", "allTouchEvents", "allEditingEvents", "allEvents",
  ]

  /// Returns a selector with its method; the name alone, with a finding, if none has it.
  private mutating func selector(
    _ name: String,
    of type: String,
    _ connection: NibElement
  ) -> String {
    let literal = SwiftText.literal(name)
    guard let method = facts.method(name, of: type, in: module), !method.isStatic else {
      if facts.isKnown(type, in: module) {
        report(connection, "the class \(type) has no method for \(name)")
      }
      return "Selector(\(literal))"
    }
    uses.insert(Use(type: method.type, member: method.base))
    let labels = method.labels.isEmpty ? "" : "(\(method.labels.map { $0 + ":" }.joined()))"
    return "Selector(\(literal), \(method.type).\(SwiftText.name(method.base))\(labels))"
  }

  private mutating func action(
    _ connection: NibElement,
    of element: NibElement,
    _ subject: String
  ) {
    guard let name = connection["selector"] else {
      return report(connection, "an action without a selector")
    }
    let id = connection["destination"] ?? ""
    let isResponder = document.elements[id]?["placeholderIdentifier"] == "IBFirstResponder"
    let target: String
    let selector: String
    if isResponder || document.elements[id]?.name == "exit" {
      (target, selector) = ("nil", "Selector(\(SwiftText.literal(name)))")
    } else if let object = references[id] {
      target = object
      selector = self.selector(name, of: types[id] ?? "", connection)
    } else {
      return report(connection, "the action \(name) goes to \(id), which is not here")
    }
    if element.name == "barButtonItem" {
      add("\(subject).target = \(target)")
      return add("\(subject).action = \(selector)")
    }
    if NibClass.isKind(element.name, of: "gestureRecognizer") {
      guard target != "nil" else {
        return report(connection, "the action \(name) of a recogniser has no target")
      }
      return add("\(subject).addTarget(\(target), action: \(selector))")
    }
    let event = connection["eventType"] ?? "valueChanged"
    guard Self.events.contains(event) else {
      return report(connection, "the event \(event) is unknown: the action is left out")
    }
    add("\(subject).addTarget(\(target), action: \(selector), for: .\(event))")
  }

  // MARK: Runtime attributes

  /// Sets one runtime attribute.
  private mutating func set(_ attribute: NibElement, of element: NibElement) {
    guard let id = element.id, let subject = references[id] else { return }
    guard let path = attribute["keyPath"], SwiftText.isPath(path) else {
      return report(attribute, "a runtime attribute without a key path")
    }
    let parts = path.split(separator: ".").map(String.init)
    var type = types[id] ?? "UIView"
    for part in parts.dropLast() {
      type =
        facts.property(part, of: type, in: module)?.type?.trimmingOptional
        ?? (part == "layer" ? "CALayer" : "UIView")
    }
    let last = parts[parts.count - 1]
    let found = facts.property(last, of: type, in: module) ?? inherited(last, type)
    guard found != nil || SymbolTable.isMember(last, of: type) else {
      return report(attribute, "the runtime attribute \(path) is no property that is known here")
    }
    if let found { uses.insert(Use(type: found.owner, member: last)) }
    let own = found?.type
    guard let value = runtimeValue(attribute, own?.trimmingOptional, isOfLayer: type == "CALayer")
    else { return }
    let written = parts.map { SwiftText.name($0) }.joined(separator: ".")
    add("\(subject).\(written) = \(value)")
  }

  /// Returns a property that the package adds to a class of UIKit's that is above a class.
  private func inherited(_ name: String, _ type: String) -> NibFacts.Property? {
    for owner in facts.facts.propertyTypes[name] ?? [] where owner != type {
      let short = owner.split(separator: ".").last.map(String.init) ?? owner
      if NibClass.isName(short) || short == "CALayer" {
        return facts.property(name, of: owner, in: module)
      }
    }
    return nil
  }

  private mutating func runtimeValue(
    _ attribute: NibElement,
    _ type: String?,
    isOfLayer: Bool
  ) -> String? {
    let value = attribute.value("value")
    switch attribute["type"] {
    case "boolean": return attribute.isOn("value") ? "true" : "false"
    case "number":
      guard let value else { return nil }
      let number = number(value, "value")
      switch type {
      case "Bool": return Double(number) == 0 ? "false" : "true"
      case let type? where type.hasPrefix("Int") || type.hasPrefix("UInt"):
        guard number.contains(".") else { return number }
        report(attribute, "\(number) is no \(type)")
        return nil
      case "String":
        report(attribute, "\(number) is no text")
        return nil
      default: return number
      }
    case "string": return SwiftText.literal(attribute["value"] ?? value?.text ?? "")
    case "localizedString":
      return SwiftText.literal(attribute["value"] ?? value?.text ?? "")
    case "color":
      guard let value else { return nil }
      let color = typed(color(value))
      if type == "CGColor" || isOfLayer && type == nil {
        report(attribute, "a colour of a layer is not set: iOS does not set it either")
        return nil
      }
      return color
    case "image":
      return attribute["value"].map { image($0, isSymbol: attribute["catalog"] == "system") }
    case "point":
      return value.map { "CGPoint(x: \(number($0, "x")), y: \(number($0, "y")))" }
    case "size":
      return value.map { "CGSize(width: \(number($0, "width")), height: \(number($0, "height")))" }
    case "rect": return value.map { rect($0) }
    case "range":
      return value.map {
        "NSRange(location: \(number($0, "location")), length: \(number($0, "length")))"
      }
    case "nil": return "nil"
    case let other:
      report(attribute, "runtime attributes of the type \(other ?? "") are not carried over")
      return nil
    }
  }
}

extension String {
  /// A type without the signs of optionals.
  var trimmingOptional: String {
    var text = self
    while text.hasSuffix("?") || text.hasSuffix("!") { text.removeLast() }
    return text.hasPrefix("any") && text.dropFirst(3).first?.isUppercase == true
      ? String(text.dropFirst(3)) : text
  }
}
