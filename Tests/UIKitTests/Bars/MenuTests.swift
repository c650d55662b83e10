// Menus, commands and keys.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing
import UIKit

@MainActor
@Suite(.serialized) struct MenuTests {
  private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))

  /// The rows of the menu that shows, by their titles.
  private var rows: [String: UIControl] {
    var found: [String: UIControl] = [:]
    func search(_ view: UIView) {
      if let control = view as? UIControl, let label = control.accessibilityLabel {
        found[label] = control
      }
      for child in view.subviews { search(child) }
    }
    if let overlay = window.subviews.last, overlay.accessibilityViewIsModal { search(overlay) }
    return found
  }

  private func tap(_ title: String) {
    window.layoutIfNeeded()
    guard let row = rows[title] else {
      Issue.record("no row \(title) among \(rows.keys.sorted())")
      return
    }
    UIApplication.shared.tap(
      at: row.convert(CGPoint(x: row.bounds.midX, y: row.bounds.midY), to: nil),
      in: window
    )
  }

  private func button(_ menu: UIMenu) -> UIButton {
    let button = UIButton(type: .system)
    button.setTitle("Menu", for: .normal)
    button.frame = CGRect(x: 20, y: 40, width: 100, height: 44)
    button.menu = menu
    button.showsMenuAsPrimaryAction = true
    window.addSubview(button)
    window.makeKeyAndVisible()
    return button
  }

  private func openMenu() {
    UIApplication.shared.tap(at: CGPoint(x: 70, y: 60), in: window)
    window.layoutIfNeeded()
  }

  @Test func aTapShowsTheMenuAndARowCallsItsAction() {
    var chosen: [String] = []
    func action(_ title: String, _ attributes: UIMenuElement.Attributes = []) -> UIAction {
      UIAction(title: title, attributes: attributes) { chosen.append($0.title) }
    }
    let more = UIMenu(title: "More", children: [action("Deep")])
    let inline = UIMenu(options: .displayInline, children: [action("Inline")])
    let menu = UIMenu(
      title: "Choose",
      children: [
        action("First"), action("Off", .disabled), action("Gone", .hidden), inline, more,
      ]
    )
    _ = button(menu)
    defer { window.isHidden = true }
    openMenu()
    #expect(Set(rows.keys) == ["First", "Off", "Inline", "More"])
    tap("Off")
    #expect(!rows.isEmpty)
    tap("First")
    #expect(rows.isEmpty)
    openMenu()
    tap("Inline")
    openMenu()
    tap("More")
    window.layoutIfNeeded()
    #expect(Set(rows.keys) == ["Deep"])
    tap("Deep")
    #expect(chosen == ["First", "Inline", "Deep"])
    // A touch beside a menu takes it away.
    openMenu()
    #expect(!rows.isEmpty)
    UIApplication.shared.tap(at: CGPoint(x: 310, y: 470), in: window)
    #expect(rows.isEmpty)
  }

  @Test func oneActionOfASelectionIsOn() {
    let actions = ["Name", "Date"].map { UIAction(title: $0) { _ in } }
    let menu = UIMenu(options: .singleSelection, children: actions)
    let button = button(menu)
    defer { window.isHidden = true }
    button.changesSelectionAsPrimaryAction = true
    button.menu = menu
    #expect(button.currentTitle == "Name")
    openMenu()
    tap("Date")
    #expect(button.currentTitle == "Date")
    #expect(actions.map(\.state) == [.off, .on])
    #expect(menu.selectedElements == [actions[1]])
  }

  @Test func deferredElementsComeWhenTheyAreReady() {
    var ready: (([UIMenuElement]) -> Void)?
    var asked = 0
    let deferred = UIDeferredMenuElement { completion in
      asked += 1
      ready = completion
    }
    _ = button(UIMenu(children: [UIAction(title: "Now") { _ in }, deferred]))
    defer { window.isHidden = true }
    openMenu()
    #expect(rows["Now"] != nil)
    #expect(rows.count == 2)
    ready?([UIAction(title: "Later") { _ in }])
    ready?([])
    #expect(Set(rows.keys) == ["Now", "Later"])
    UIApplication.shared.tap(at: CGPoint(x: 310, y: 470), in: window)
    openMenu()
    #expect(Set(rows.keys) == ["Now", "Later"])
    #expect(asked == 1)
    UIApplication.shared.tap(at: CGPoint(x: 310, y: 470), in: window)
  }

  private final class Lifting: NSObject, UIContextMenuInteractionDelegate {
    var log: [String] = []

    func contextMenuInteraction(
      _ interaction: UIContextMenuInteraction,
      configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration? {
      guard location.x < 50 else { return nil }
      return UIContextMenuConfiguration(identifier: "row" as NSString, previewProvider: nil) {
        UIMenu(children: $0 + [UIAction(title: "Copy") { _ in self.log.append("copy") }])
      }
    }

    func contextMenuInteraction(
      _ interaction: UIContextMenuInteraction,
      willDisplayMenuFor configuration: UIContextMenuConfiguration,
      animator: (any UIContextMenuInteractionAnimating)?
    ) {
      log.append("display")
      animator?.addCompletion { self.log.append("displayed") }
    }

    func contextMenuInteraction(
      _ interaction: UIContextMenuInteraction,
      willEndFor configuration: UIContextMenuConfiguration,
      animator: (any UIContextMenuInteractionAnimating)?
    ) { log.append("end") }
  }

  @Test func aLongTouchShowsTheMenuOfAView() {
    let delegate = Lifting()
    let view = UIView(frame: CGRect(x: 20, y: 40, width: 100, height: 44))
    let interaction = UIContextMenuInteraction(delegate: delegate)
    view.addInteraction(interaction)
    #expect(view.interactions.count == 1)
    window.addSubview(view)
    window.makeKeyAndVisible()
    defer { window.isHidden = true }
    let app = UIApplication.shared
    app.touchBegan(at: CGPoint(x: 100, y: 60), time: 1, in: window)
    app.touchEnded(time: 2)
    #expect(rows.isEmpty)
    app.touchBegan(at: CGPoint(x: 40, y: 60), time: 3, in: window)
    app.touchEnded(time: 4)
    #expect(delegate.log == ["display", "displayed"])
    tap("Copy")
    #expect(delegate.log == ["display", "displayed", "end", "copy"])
    view.removeInteraction(interaction)
    #expect(view.gestureRecognizers?.isEmpty ?? true)
    #expect(interaction.view == nil)
  }

  private final class Typing: UIView {
    var log: [String] = []
    override var canBecomeFirstResponder: Bool { true }
    override var keyCommands: [UIKeyCommand]? {
      [
        UIKeyCommand(input: "n", modifierFlags: .command, action: Selector("add", Typing.add)),
        UIKeyCommand(
          input: UIKeyCommand.inputEscape,
          modifierFlags: [],
          action: Selector("leave:", Typing.leave)
        ),
      ]
    }
    func add() { log.append("add") }
    func leave(_ sender: UIKeyCommand) { log.append("leave \(sender.input ?? "")") }
  }

  @Test func keysCallCommandsOfTheFirstResponder() {
    let view = Typing(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    window.addSubview(view)
    window.makeKeyAndVisible()
    defer { window.isHidden = true }
    view.becomeFirstResponder()
    func press(_ text: String, _ flags: UIKeyModifierFlags = []) {
      let key = UIKey(characters: text, modifierFlags: flags)
      UIApplication.shared.keyDown(key)
      UIApplication.shared.keyUp(key)
    }
    press("n")
    press("n", [.command, .shift])
    #expect(view.log.isEmpty)
    press("n", .command)
    press("UIKeyInputEscape")
    #expect(view.log == ["add", "leave UIKeyInputEscape"])
  }
}
