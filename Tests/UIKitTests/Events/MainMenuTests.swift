// The main menu: how it is built, and its key commands.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing

@testable import UIKit

/// A delegate that builds a part of the menu.
private final class MenuMaker: UIResponder, UIApplicationDelegate {
  var change: (any UIMenuBuilder) -> Void = { _ in }
  var builds = 0
  var done: [String] = []

  override func buildMenu(with builder: any UIMenuBuilder) {
    super.buildMenu(with: builder)
    guard builder.system == .main else { return }
    builds += 1
    change(builder)
  }

  override func validate(_ command: UICommand) {
    if command.title == "Never" { command.attributes.insert(.disabled) }
  }

  static let act = Selector("act:")
  override func method(for selector: Selector) -> Method? {
    guard selector == "act:" else { return super.method(for: selector) }
    return { sender, _ in
      // Safe because: views and their menus belong to one thread.
      nonisolated(unsafe) let sender = sender
      MainActor.assumeIsolated { self.act((sender as? UICommand)?.title) }
    }
  }

  private func act(_ title: String?) { done.append(title ?? "?") }
}

@Suite("UIMenuSystem", .serialized)
@MainActor
struct MainMenuTests {
  private let maker = MenuMaker()

  private func menu(
    _ title: String,
    _ name: String,
    _ children: [UIMenuElement] = []
  ) -> UIMenu { UIMenu(title: title, identifier: UIMenu.Identifier(name), children: children) }

  /// Builds the menu with a delegate for a while.
  private func whileBuilding(
    _ change: @escaping (any UIMenuBuilder) -> Void,
    _ body: (UIMenu) throws -> Void
  ) rethrows {
    let old = UIApplication.shared.delegate
    maker.change = change
    UIApplication.shared.delegate = maker
    UIMenuSystem.main.setNeedsRebuild()
    defer {
      UIApplication.shared.delegate = old
      UIMenuSystem.main.setNeedsRebuild()
    }
    try body(UIMenuSystem.main.menu)
  }

  private func names(_ menu: UIMenu?) -> [String] { menu?.children.map(\.title) ?? [] }

  @Test("The delegate inserts, replaces and removes menus by their identifiers")
  func building() {
    var edit: UIMenu?
    whileBuilding { builder in
      builder.insertSibling(menu("Go", "go"), afterMenu: .file)
      builder.insertSibling(menu("Before", "before"), beforeMenu: .application)
      builder.insertChild(menu("First", "first"), atStartOfMenu: .view)
      builder.insertChild(menu("Last", "last"), atEndOfMenu: .view)
      builder.insertChild(menu("Lost", "lost"), atEndOfMenu: UIMenu.Identifier("none"))
      builder.replace(menu: .help, with: menu("Support", "support"))
      builder.remove(menu: .format)
      builder.replaceChildren(ofMenu: .standardEdit) { Array($0.prefix(1)) }
      edit = builder.menu(for: .standardEdit)
    } _: { root in
      #expect(names(root).first == "Before")
      #expect(names(root).dropFirst(2) == ["File", "Go", "Edit", "View", "Window", "Support"])
      let view = root.children.compactMap { $0 as? UIMenu }.first { $0.identifier == .view }
      #expect(names(view) == ["First", "Last"])
      #expect(names(edit) == ["Cut"])
    }
  }

  @Test("A menu whose identifier is there already is left out, and a line says so")
  func twice() {
    whileBuilding { builder in
      let lines = Diagnostics.lines {
        builder.insertChild(menu("Again", "com.apple.menu.edit"), atEndOfMenu: .file)
        builder.insertSibling(menu("Again", "x", [menu("y", "x")]), afterMenu: .view)
      }
      #expect(lines.count == 1)
      // A menu may take its own place.
      builder.replace(menu: .view, with: menu("Look", "com.apple.menu.view"))
    } _: { root in
      #expect(!names(root).contains("View") && names(root).contains("Look"))
    }
  }

  @Test("Commands and actions are found, and the menu is built once until it is asked again")
  func finding() {
    let action = UIAction(title: "Mark", identifier: UIAction.Identifier("mark")) { _ in }
    whileBuilding { builder in
      builder.insertChild(menu("Marks", "marks", [action]), atEndOfMenu: .edit)
      #expect(builder.action(for: UIAction.Identifier("mark")) === action)
      #expect(builder.command(for: Selector("copy:"), propertyList: nil)?.title == "Copy")
      #expect(builder.command(for: Selector("copy:"), propertyList: "x") == nil)
    } _: { root in
      #expect(UIMenuSystem.main.menu === root)
      #expect(maker.builds == 1)
      UIMenuSystem.main.setNeedsRebuild()
      _ = UIMenuSystem.main.menu
      #expect(maker.builds == 2)
    }
  }

  @Test("Keys call commands of the menu, which are validated, behind those of responders")
  func keys() {
    let window = makeWindow()
    let typed = UIKeyCommand(
      title: "Open",
      action: "act:",
      input: "o",
      modifierFlags: .command
    )
    let never = UIKeyCommand(
      title: "Never",
      action: "act:",
      input: "n",
      modifierFlags: .command
    )
    whileBuilding { builder in
      builder.insertChild(menu("Own", "own", [typed, never]), atEndOfMenu: .file)
    } _: { _ in
      let app = UIApplication.shared
      for key in ["o", "n", "x"] {
        app.keyDown(UIKey(characters: key, modifierFlags: .command))
        app.keyUp(UIKey(characters: key, modifierFlags: .command))
      }
      #expect(maker.done == ["Open"])
    }
    window.isHidden = true
  }

  @Test(
    "Keys have the numbers of an American keyboard",
    arguments: [
      ("a", 4), ("Z", 29), ("1", 30), ("0", 39), ("\r", 40), ("\u{1B}", 41), ("\t", 43), (" ", 44),
      ("?", 56), ("UIKeyInputLeftArrow", 80), ("é", 3), ("ab", 3),
    ]
  )
  func keyCodes(characters: String, number: Int) {
    #expect(UIKey(characters: characters).keyCode.rawValue == number)
  }

  @Test("The pad of numbers has keys of its own")
  func pad() {
    #expect(UIKey(characters: "1", modifierFlags: .numericPad).keyCode == .keypad1)
    #expect(UIKey(characters: "0", modifierFlags: .numericPad).keyCode == .keypad0)
  }
}
