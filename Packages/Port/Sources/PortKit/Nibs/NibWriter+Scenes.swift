// The scenes of storyboards: controllers, segues, cells.
// Licensed under the MIT license; see LICENSE.

extension NibWriter {
  /// The body of a storyboard: a function for each scene, and their list.
  mutating func storyboard() -> String {
    var text = ""
    var entries: [String] = []
    checkCircles()
    for objects in document.scenes {
      guard let element = objects.first(where: { NibClass.isController($0.name) }),
        let id = element.id
      else {
        if let first = objects.first { report(first, "a scene without a controller is left out") }
        continue
      }
      let function = "scene_" + SwiftText.plain(id)
      lines = []
      depth = 2
      references = [:]
      types = [:]
      controller = element
      scene(element, objects)
      text += "  private static func \(function)(_ nib: NibObjects) -> UIViewController {\n"
      text += lines.joined(separator: "\n") + "\n  }\n\n"
      let identifier = element["storyboardIdentifier"].map(SwiftText.literal) ?? "nil"
      entries.append(
        "    UIStoryboard.Scene(\(SwiftText.literal(id)), identifier: \(identifier)) "
          + "{ \(function)($0) },"
      )
    }
    if let initial = document.top["initialViewController"], document.elements[initial] == nil {
      report(document.top, "the controller \(initial), with which it begins, is not here")
    }
    text += "  nonisolated static let scenes: [UIStoryboard.Scene] = [\n"
    return text + entries.joined(separator: "\n") + "\n  ]\n"
  }

  /// Says which relations go in a circle: such controllers would contain themselves.
  private mutating func checkCircles() {
    var next: [String: [String]] = [:]
    for (id, element) in document.elements where NibClass.isController(element.name) {
      next[id] = NibDocument.flat(element).flatMap { $0.list("connections") }.filter {
        $0.name == "segue" && ["relationship", "embed"].contains($0["kind"])
      }.compactMap { $0["destination"] }
    }
    for id in next.keys.sorted() {
      var waiting = next[id] ?? []
      var seen: Set<String> = []
      while let other = waiting.popLast() {
        if other == id, let element = document.elements[id] {
          report(element, "the controller \(id) contains itself")
          circular.insert(id)
          break
        }
        if seen.insert(other).inserted { waiting += next[other] ?? [] }
      }
    }
  }

  private mutating func scene(_ element: NibElement, _ objects: [NibElement]) {
    if element.name == "viewControllerPlaceholder" {
      let name = SwiftText.literal(element["storyboardName"] ?? "")
      let identifier = element["referencedIdentifier"].map(SwiftText.literal) ?? "nil"
      add("return nib.reference(\(name), \(identifier))")
      return
    }
    let known = NibClass.of(element.name)?.name ?? "UIViewController"
    let type = type(element, or: known)
    let body = collect { writer in
      writer.setProperties(element, subject: "it")
      for child in element.children where child.name == "size" {
        writer.setChild(child, of: element, subject: "it")
      }
      for child in element.children
      where ["navigationBar", "toolbar", "tabBar"].contains(child["key"]) {
        writer.setBar(child, "it.\(child["key"] ?? "")")
      }
    }
    let values = controllerValues(element)
    let list = values.isEmpty ? "" : ", [\(values.joined(separator: ", "))]"
    let head = "let owner = nib.controller(\(type).self, as: \(known).self\(list))"
    if body.isEmpty {
      add(head)
    } else {
      add(head + " { it in")
      lines += body
      add("}")
    }
    note(element, "owner", type)
    for objects in element.children where objects.name == "navigationItem" {
      add("let item = owner.navigationItem")
      note(objects, "item", "UINavigationItem")
      fill(objects, "item")
    }
    if let tab = element.child("tabBarItem") {
      let name = makeTab(tab)
      add("owner.tabBarItem = \(name)")
    }
    if let items = element.child("toolbarItems") {
      let names = items.children.compactMap { makeObject($0) }
      add("owner.toolbarItems = [\(names.joined(separator: ", "))]")
    }
    let parts = ["navigationItem", "toolbarItems", "tabBarItem"].compactMap { element.child($0) }
    connect(parts)
    load(element, objects, type)
    segues(element)
    add("return owner")
  }

  private mutating func setBar(_ bar: NibElement, _ subject: String) {
    setProperties(bar, subject: subject)
    for child in bar.children where child.name == "color" {
      setChild(child, of: bar, subject: subject)
    }
  }

  private func controllerValues(_ element: NibElement) -> [String] {
    guard element.name == "splitViewController" else { return [] }
    let styles = ["doubleColumn": 1, "tripleColumn": 2]
    return styles[element["style"] ?? ""].map { ["\"UISplitViewControllerStyle\": \($0)"] } ?? []
  }

  /// Adds the closure by which the controller makes its view, with its connections.
  private mutating func load(_ element: NibElement, _ objects: [NibElement], _ type: String) {
    let others = objects.filter {
      $0 !== element && !["placeholder", "exit"].contains($0.name)
    }
    let view = element.children.first {
      NibClass.isView($0.name) && $0["key"] != "titleView"
        && !["navigationBar", "toolbar", "tabBar"].contains($0["key"])
    }
    let connections = element.list("connections").filter {
      ["outlet", "outletCollection"].contains($0.name)
    }
    guard view != nil || !others.isEmpty || !connections.isEmpty else { return }
    guard let view else {
      let made = makeAll(others)
      connect(others)
      for connection in connections { connect(connection, of: element) }
      if !made.isEmpty { add("nib.keep(\(made.joined(separator: ", ")), for: owner)") }
      return
    }
    add("nib.loads(owner) { owner, nib in")
    depth += 1
    let made = makeAll(others)
    let name = makeView(view)
    for guide in element.list("layoutGuides") {
      if let id = guide.id { references[id] = "\(name).safeAreaLayoutGuide" }
    }
    add("owner.view = \(name)")
    connect(others + [view])
    for connection in connections { connect(connection, of: element) }
    if !made.isEmpty { add("nib.keep(\(made.joined(separator: ", ")), for: owner)") }
    embed(view)
    depth -= 1
    add("}")
  }

  // MARK: Cells

  /// Registers the cells that a list makes when it needs them, and sets those that it always has.
  mutating func makeLater(_ element: NibElement, _ name: String) {
    for cell in element.list("prototypes") { register(cell, in: name, "forCellReuseIdentifier: ") }
    if element.name == "collectionView" {
      for cell in element.list("cells") { register(cell, in: name, "forCellWithReuseIdentifier: ") }
      for (key, kind) in [("sectionHeaderView", "Header"), ("sectionFooterView", "Footer")] {
        guard let view = element.children.first(where: { $0["key"] == key }) else { continue }
        register(
          view,
          in: name,
          "forSupplementaryViewOfKind: UICollectionView.elementKindSection\(kind), "
            + "withReuseIdentifier: "
        )
      }
    }
    if element.name == "tableView", let sections = element.child("sections") {
      setSections(sections, element)
    }
  }

  private mutating func register(_ cell: NibElement, in list: String, _ label: String) {
    guard let identifier = cell["reuseIdentifier"] else {
      return report(cell, "a cell without an identifier can never be made")
    }
    let outer = references
    add("\(list).register(")
    add("  UINib(in: nib) { [unowned owner] nib in")
    depth += 2
    let before = lines.count
    let name = makeView(cell)
    connect([cell])
    add("return [\(name)]")
    let isUsed = lines[before...].contains { $0.contains("owner") }
    if !isUsed || !references.values.contains("owner") {
      lines[before - 1] = lines[before - 1].replacing("[unowned owner] ", with: "")
    }
    depth -= 2
    add("  },")
    add("  \(label)\(SwiftText.literal(identifier)))")
    references = outer
  }

  private mutating func setSections(_ sections: NibElement, _ table: NibElement) {
    guard let controller, controller.name == "tableViewController" else {
      return report(table, "cells that a table always has need a UITableViewController")
    }
    var texts: [String] = []
    for section in sections.children {
      var cells: [String] = []
      for cell in section.list("cells") {
        let name = makeView(cell)
        let hasHeight = cell["rowHeight"] != nil && cell["rowHeight"] != "-1"
        let height = hasHeight ? number(cell, "rowHeight") : "nil"
        cells.append("(\(name), \(height))")
      }
      func title(_ key: String) -> String {
        section[key].map { text($0, key, of: section) } ?? "nil"
      }
      texts.append(
        "NibTableSection(header: \(title("headerTitle")), footer: \(title("footerTitle")), "
          + "cells: [\(cells.joined(separator: ", "))])"
      )
    }
    add("nib.setSections([")
    for text in texts { add("  \(text),") }
    add("], of: owner)")
  }

  // MARK: Segues

  /// Adds the segues of a controller, and the controllers that it contains.
  private mutating func segues(_ element: NibElement) {
    // Objects of the view's closure are not seen here.
    references = references.filter { $0.value == "owner" }
    var tabs: [String] = []
    for segue in element.list("connections") where segue.name == "segue" {
      guard segue["kind"] == "relationship" else {
        if let text = describe(segue) { add("nib.add(\(text), to: owner)") }
        continue
      }
      guard let id = segue["destination"], !circular.contains(element.id ?? "") else { continue }
      guard document.elements[id] != nil else {
        report(segue, "the controller \(id) is not here")
        continue
      }
      let scene = "nib.scene(\(SwiftText.literal(id)))"
      switch (element.name, segue["relationship"]) {
      case ("navigationController", "rootViewController"):
        add("owner.setViewControllers([\(scene)], animated: false)")
      case ("tabBarController", "viewControllers"): tabs.append(scene)
      case ("splitViewController", let relation?): split(element, relation, scene, segue)
      default: report(segue, "the relation \(segue["relationship"] ?? "") is not carried over")
      }
    }
    if !tabs.isEmpty {
      add("owner.setViewControllers([\(tabs.joined(separator: ", "))], animated: false)")
    }
    // Segues with an identifier that a view begins are taken by the program, too.
    for inner in NibDocument.flat(element) where inner !== element {
      for segue in inner.list("connections")
      where segue.name == "segue" && segue["identifier"] != nil && segue["kind"] != "embed" {
        if let text = describe(segue) { add("nib.add(\(text), to: owner)") }
      }
    }
    for cell in laterCells(element) {
      for segue in NibDocument.flat(cell).flatMap({ $0.list("connections") })
      where segue.name == "segue" && segue["identifier"] != nil {
        if let text = describe(segue) { add("nib.add(\(text), to: owner)") }
      }
    }
  }

  private func laterCells(_ element: NibElement) -> [NibElement] {
    NibDocument.flat(element).flatMap { list in
      list.list("prototypes") + (list.name == "collectionView" ? list.list("cells") : [])
    }
  }

  private mutating func split(
    _ element: NibElement,
    _ relation: String,
    _ scene: String,
    _ segue: NibElement
  ) {
    let columns = [
      "masterViewController": "primary", "primaryViewController": "primary",
      "detailViewController": "secondary", "secondaryViewController": "secondary",
      "supplementaryViewController": "supplementary", "compactViewController": "compact",
    ]
    guard let column = columns[relation] else {
      return report(segue, "the relation \(relation) is not carried over")
    }
    if ["doubleColumn", "tripleColumn"].contains(element["style"]) {
      add("owner.setViewController(\(scene), for: .\(column))")
    } else {
      add("owner.viewControllers.append(\(scene))")
    }
  }

  /// Takes the segues that put controllers into views.
  private mutating func embed(_ view: NibElement) {
    for area in NibDocument.flat(view) {
      for segue in area.list("connections") where segue.name == "segue" && segue["kind"] == "embed"
      {
        guard let id = area.id, let name = references[id] else { continue }
        guard !circular.contains(controller?.id ?? "") else { continue }
        if let text = describe(segue, area: name) { add("nib.take(\(text), from: owner)") }
      }
    }
  }

  /// Adds a segue that a control, a button, a recogniser or a cell begins.
  mutating func segue(_ segue: NibElement, of element: NibElement, _ subject: String) {
    guard segue["kind"] != "embed" else { return }
    guard controller != nil else { return report(segue, "a segue outside of a storyboard") }
    guard let text = describe(segue) else { return }
    if ["tableViewCell", "collectionViewCell"].contains(element.name) {
      let isAccessory = segue["trigger"] == "accessoryAction"
      let label = isAccessory ? ", isAccessory: true" : ""
      add("nib.segue(\(text), of: \(subject)\(label), from: owner)")
    } else if element.name == "barButtonItem"
      || NibClass.isKind(element.name, of: "gestureRecognizer")
    {
      add("nib.segue(\(text), of: \(subject), from: owner)")
    } else if NibClass.isKind(element.name, of: "control") {
      let event = element.name == "button" ? "touchUpInside" : "valueChanged"
      add("nib.segue(\(text), of: \(subject), for: .\(event), from: owner)")
    } else {
      report(segue, "a segue of <\(element.name)> is not carried over")
    }
  }

  /// Returns a segue as an expression; nil, with a finding, if it is unknown.
  private mutating func describe(_ segue: NibElement, area: String? = nil) -> String? {
    guard let kind = kind(segue, area) else { return nil }
    let identifier = segue["identifier"].map(SwiftText.literal) ?? "nil"
    var destination = "nil"
    if segue["kind"] != "unwind" {
      guard let id = segue["destination"], document.elements[id] != nil else {
        report(segue, "a segue to \(segue["destination"] ?? "nothing"), which is not here")
        return nil
      }
      destination = SwiftText.literal(id)
    }
    var text = "NibSegue(\(identifier), \(kind), to: \(destination))"
    if segue["animates"] == "NO" { text += ".still" }
    if let selector = segue["destinationCreationSelector"], let id = controller?.id {
      guard let method = facts.method(selector, of: types[id] ?? "", in: module) else {
        report(segue, "no method \(selector) makes the destination")
        return text
      }
      uses.insert(Use(type: method.type, member: method.base))
      let rest = method.labels.dropFirst().map { _ in "nil" }
      let labels = zip(method.labels, ["$0"] + rest).map { $0 == "_" ? $1 : "\($0): \($1)" }
      text += ".made { [unowned owner] in owner.\(method.base)(\(labels.joined(separator: ", "))) }"
    }
    return text
  }

  private mutating func kind(_ segue: NibElement, _ area: String?) -> String? {
    if let name = segue["customClass"] {
      guard let type = facts.type(name, in: module) else {
        report(segue, "there is no class \(name) in the sources")
        return nil
      }
      return ".custom { \(type.path)(identifier: $0, source: $1, destination: $2) }"
    }
    switch segue["kind"] {
    case "show": return ".show"
    case "showDetail", "replace": return ".showDetail"
    case "push": return ".push"
    case "embed": return area.map { ".embed(\($0))" }
    case "presentation", "modal":
      func name(_ attribute: String) -> String {
        guard let text = segue[attribute], text != "automatic" else { return "nil" }
        guard let property = NibClass.property(attribute, of: "viewController"),
          case .cases(let cases) = property.kind, let name = cases[text]
        else {
          report(segue, "\(attribute)=\"\(text)\" is not known here")
          return "nil"
        }
        return "." + name
      }
      return ".present(\(name("modalPresentationStyle")), \(name("modalTransitionStyle")))"
    case "popoverPresentation", "popover":
      let anchor = segue["popoverAnchorView"].flatMap { references[$0] } ?? "nil"
      let view = anchor == "nil" ? "nil" : "NibAnchor(\(anchor))"
      let edges = segue.child("popoverArrowDirection")
      let names = ["up", "down", "left", "right"].filter { edges?.isOn($0) ?? true }
      return ".popover(\(view), [\(names.map { "." + $0 }.joined(separator: ", "))])"
    case "unwind":
      let name = segue["unwindAction"] ?? ""
      let methods = facts.unwindMethods(name, in: module)
      if methods.isEmpty { report(segue, "no class has the method \(name)") }
      for method in methods { uses.insert(Use(type: method.type, member: method.base)) }
      let texts = methods.map {
        "Selector(\(SwiftText.literal(name)), \($0.type).\($0.base)(\($0.labels[0]):))"
      }
      return ".unwind(nib.unwind(\(SwiftText.literal(name))"
        + (texts.isEmpty ? "" : ", ") + texts.joined(separator: ", ") + "))"
    case let other:
      report(segue, "segues of the kind \(other ?? "") are not carried over")
      return nil
    }
  }
}
