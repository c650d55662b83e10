// The main menu: it is built when keys need it, and built again on request.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Changes a menu while it is built.
///
/// ```swift
/// override func buildMenu(with builder: any UIMenuBuilder) {
///   super.buildMenu(with: builder)
///   guard builder.system == .main else { return }
///   let find = UIKeyCommand(title: "Find", action: search, input: "f", modifierFlags: .command)
///   builder.insertChild(UIMenu(options: .displayInline, children: [find]), atEndOfMenu: .edit)
/// }
/// ```
///
/// An identifier that is not in the menu changes nothing. A menu that brings an identifier along
/// which is in another place already is left out with a diagnostic.
@preconcurrency
@MainActor
public protocol UIMenuBuilder: AnyObject {
  /// The system that the menu is of.
  var system: UIMenuSystem { get }
  /// Returns the menu of an identifier; nil if there is none.
  func menu(for identifier: UIMenu.Identifier) -> UIMenu?
  /// Returns the action of an identifier; nil if there is none.
  func action(for identifier: UIAction.Identifier) -> UIAction?
  /// Returns the command of a method and a value; nil if there is none.
  func command(for action: Selector, propertyList: Any?) -> UICommand?
  /// Puts a menu in the place of another one.
  func replace(menu replacedIdentifier: UIMenu.Identifier, with replacementMenu: UIMenu)
  /// Gives a menu other elements.
  ///
  /// - Parameters:
  ///   - parentIdentifier: The menu.
  ///   - childrenBlock: Returns the elements from those that the menu has.
  func replaceChildren(
    ofMenu parentIdentifier: UIMenu.Identifier,
    from childrenBlock: ([UIMenuElement]) -> [UIMenuElement]
  )
  /// Inserts a menu before another one.
  func insertSibling(_ siblingMenu: UIMenu, beforeMenu siblingIdentifier: UIMenu.Identifier)
  /// Inserts a menu behind another one.
  func insertSibling(_ siblingMenu: UIMenu, afterMenu siblingIdentifier: UIMenu.Identifier)
  /// Inserts a menu as the first element of another one.
  func insertChild(_ childMenu: UIMenu, atStartOfMenu parentIdentifier: UIMenu.Identifier)
  /// Inserts a menu as the last element of another one.
  func insertChild(_ childMenu: UIMenu, atEndOfMenu parentIdentifier: UIMenu.Identifier)
  /// Removes a menu.
  func remove(menu removedIdentifier: UIMenu.Identifier)
}

/// The main menu of the program.
///
/// It is built when a key first needs it: from the usual menus, such as File and Edit, and by
/// `buildMenu(with:)` of the application and of its delegate. Its key commands are performed like
/// those of responders, after these: by the first responder or one further on in its chain.
///
/// **Differences**: desktops show no such menu; ``menu`` is for programs that show one. There is no
/// system of other menus.
@preconcurrency
@MainActor
open class UIMenuSystem: NSObject {
  nonisolated private static let instance = onViewThread { UIMenuSystem() }

  /// The system of the main menu.
  open class var main: UIMenuSystem { instance }

  private var built: UIMenu?

  private override init() { super.init() }

  /// Throws the menu away: it is built again when it is needed next.
  open func setNeedsRebuild() { built = nil }

  /// Does nothing, because commands are validated with each key.
  open func setNeedsRevalidate() {}

  /// The menu as it is built.
  ///
  /// **Differences**: an addition.
  public var menu: UIMenu {
    if let built { return built }
    let builder = MenuBuilding(self, MainMenu.usual)
    UIApplication.shared.buildMenu(with: builder)
    built = builder.root
    return builder.root
  }

  /// Performs the command of a key.
  ///
  /// - Returns: Whether there was one, and a responder for it.
  final func perform(_ key: UIKey, from first: UIResponder, isTyping: Bool) -> Bool {
    for case let command as UIKeyCommand in menu.allElements where command.matches(key) {
      if isTyping, !command.wantsPriorityOverSystemBehavior { continue }
      let target = first.target(forAction: command.action, withSender: command)
      (target as? UIResponder)?.validate(command)
      if command.perform(from: first) { return true }
    }
    return false
  }
}

/// The menus that the main menu begins with.
@MainActor
private enum MainMenu {
  private static func menu(
    _ title: String,
    _ identifier: UIMenu.Identifier,
    _ children: [UIMenuElement] = []
  ) -> UIMenu { UIMenu(title: title, identifier: identifier, children: children) }

  private static func group(
    _ identifier: UIMenu.Identifier,
    _ children: [UIMenuElement] = []
  ) -> UIMenu { UIMenu(identifier: identifier, options: .displayInline, children: children) }

  private static func command(_ title: String, _ action: StandardEditAction) -> UICommand {
    UICommand(title: title, action: Selector(action.rawValue))
  }

  /// Groups without elements are places for those of the program.
  static var usual: UIMenu {
    menu(
      "",
      .root,
      [
        menu(ProcessInfo.processInfo.processName, .application, [group(.preferences)]),
        menu("File", .file, [group(.newScene), group(.close), group(.print)]),
        menu(
          "Edit",
          .edit,
          [
            group(.undoRedo),
            group(
              .standardEdit,
              [
                command("Cut", .cut), command("Copy", .copy), command("Paste", .paste),
                command("Delete", .delete), command("Select All", .selectAll),
              ]
            ),
            group(.find),
          ]
        ),
        menu(
          "Format",
          .format,
          [
            command("Bold", .toggleBoldface), command("Italic", .toggleItalics),
            command("Underline", .toggleUnderline),
          ]
        ),
        menu("View", .view), menu("Window", .window), menu("Help", .help),
      ]
    )
  }
}

extension UIMenu {
  /// The elements in it and in the menus in it, without these menus.
  final var allElements: [UIMenuElement] {
    children.flatMap { child in (child as? UIMenu)?.allElements ?? [child] }
  }

  /// The identifiers of the menu and of all menus in it.
  fileprivate final var identifiers: [Identifier] {
    [identifier] + children.flatMap { ($0 as? UIMenu)?.identifiers ?? [] }
  }

  fileprivate final func find(_ wanted: Identifier) -> UIMenu? {
    if identifier == wanted { return self }
    for case let menu as UIMenu in children {
      if let found = menu.find(wanted) { return found }
    }
    return nil
  }

  /// The menu in which a menu of an identifier is something else.
  fileprivate final func changing(
    _ wanted: Identifier,
    _ change: (UIMenu) -> [UIMenuElement]
  ) -> UIMenu {
    guard find(wanted) != nil else { return self }
    return replacingChildren(
      children.flatMap { child -> [UIMenuElement] in
        guard let menu = child as? UIMenu else { return [child] }
        return menu.identifier == wanted ? change(menu) : [menu.changing(wanted, change)]
      }
    )
  }
}

/// A menu while it is built.
@MainActor
private final class MenuBuilding: UIMenuBuilder {
  let system: UIMenuSystem
  private(set) var root: UIMenu

  init(_ system: UIMenuSystem, _ root: UIMenu) {
    self.system = system
    self.root = root
  }

  func menu(for identifier: UIMenu.Identifier) -> UIMenu? { root.find(identifier) }

  func action(for identifier: UIAction.Identifier) -> UIAction? {
    root.allActions.first { $0.identifier == identifier }
  }

  func command(for action: Selector, propertyList: Any?) -> UICommand? {
    for case let command as UICommand in root.allElements where command.action == action {
      let (one, two) = (command.propertyList, propertyList)
      if one == nil, two == nil { return command }
      if let one = one as? NSObject, one.isEqual(two) { return command }
    }
    return nil
  }

  /// Whether a menu brings no identifier along that is in the menu already, but for one.
  private func isNew(_ menu: UIMenu, instead replaced: UIMenu? = nil) -> Bool {
    let gone = Set(replaced?.identifiers ?? [])
    let here = Set(root.identifiers).subtracting(gone)
    guard let twice = menu.identifiers.first(where: here.contains) else { return true }
    Diagnostics.report(
      "UIKit: UIMenuBuilder: the menu \"\(menu.title)\" is left out: \(twice.rawValue) is in the "
        + "main menu already"
    )
    return false
  }

  func replace(menu replacedIdentifier: UIMenu.Identifier, with replacementMenu: UIMenu) {
    guard let old = root.find(replacedIdentifier), isNew(replacementMenu, instead: old) else {
      return
    }
    if old === root {
      root = replacementMenu
    } else {
      root = root.changing(replacedIdentifier) { _ in [replacementMenu] }
    }
  }

  func replaceChildren(
    ofMenu parentIdentifier: UIMenu.Identifier,
    from childrenBlock: ([UIMenuElement]) -> [UIMenuElement]
  ) {
    guard let old = root.find(parentIdentifier) else { return }
    let new = old.replacingChildren(childrenBlock(old.children))
    if old === root {
      root = new
    } else {
      root = root.changing(parentIdentifier) { _ in [new] }
    }
  }

  func insertSibling(_ siblingMenu: UIMenu, beforeMenu siblingIdentifier: UIMenu.Identifier) {
    guard isNew(siblingMenu) else { return }
    root = root.changing(siblingIdentifier) { [siblingMenu, $0] }
  }

  func insertSibling(_ siblingMenu: UIMenu, afterMenu siblingIdentifier: UIMenu.Identifier) {
    guard isNew(siblingMenu) else { return }
    root = root.changing(siblingIdentifier) { [$0, siblingMenu] }
  }

  func insertChild(_ childMenu: UIMenu, atStartOfMenu parentIdentifier: UIMenu.Identifier) {
    guard isNew(childMenu) else { return }
    replaceChildren(ofMenu: parentIdentifier) { [childMenu] + $0 }
  }

  func insertChild(_ childMenu: UIMenu, atEndOfMenu parentIdentifier: UIMenu.Identifier) {
    guard isNew(childMenu) else { return }
    replaceChildren(ofMenu: parentIdentifier) { $0 + [childMenu] }
  }

  func remove(menu removedIdentifier: UIMenu.Identifier) {
    root = root.changing(removedIdentifier) { _ in [] }
  }
}
