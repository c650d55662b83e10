// Bars of commands, and pointers over views.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing
import UIKit

/// A view with commands, and with a menu of its own.
private final class Words: UIView, UIEditMenuInteractionDelegate, UIPointerInteractionDelegate {
  var calls: [String] = []
  var rect = CGRect.null
  var makesMenu = true

  func copyWords() { calls.append("copy") }
  func speakWords() { calls.append("speak") }

  override func method(for selector: Selector) -> Method? {
    switch selector {
    case "copy:": { _, _ in onMain { self.copyWords() } }
    case "speak:": { _, _ in onMain { self.speakWords() } }
    default: super.method(for: selector)
    }
  }

  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction,
    menuFor configuration: UIEditMenuConfiguration,
    suggestedActions: [UIMenuElement]
  ) -> UIMenu? {
    guard makesMenu else { return nil }
    return UIMenu(
      children: suggestedActions
        + [UIAction(title: "Mark") { [weak self] _ in self?.calls.append("mark") }]
    )
  }

  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction,
    targetRectFor configuration: UIEditMenuConfiguration
  ) -> CGRect { rect }

  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction,
    willDismissMenuFor configuration: UIEditMenuConfiguration,
    animator: any UIEditMenuInteractionAnimating
  ) { calls.append("dismiss \(configuration.identifier)") }

  func pointerInteraction(
    _ interaction: UIPointerInteraction,
    regionFor request: UIPointerRegionRequest,
    defaultRegion: UIPointerRegion
  ) -> UIPointerRegion? {
    let isLeft = request.location.x < 50
    return UIPointerRegion(
      rect: CGRect(x: isLeft ? 0 : 50, y: 0, width: 50, height: 40),
      identifier: isLeft ? "left" : "right"
    )
  }

  func pointerInteraction(
    _ interaction: UIPointerInteraction,
    styleFor region: UIPointerRegion
  ) -> UIPointerStyle? { UIPointerStyle(effect: .highlight(UITargetedPreview(view: self))) }

  func pointerInteraction(
    _ interaction: UIPointerInteraction,
    willEnter region: UIPointerRegion,
    animator: any UIPointerInteractionAnimating
  ) {
    calls.append("enter \(region.identifier ?? AnyHashable("none"))")
    animator.addCompletion { _ in self.calls.append("entered") }
  }

  func pointerInteraction(
    _ interaction: UIPointerInteraction,
    willExit region: UIPointerRegion,
    animator: any UIPointerInteractionAnimating
  ) { calls.append("exit \(region.identifier ?? AnyHashable("none"))") }
}

/// Calls a body of the main actor.
private func onMain(_ body: @MainActor () -> Void) { MainActor.assumeIsolated(body) }

@MainActor
@Suite("Bars of commands", .serialized)
struct EditMenuTests {
  private let window = makeWindow(CGSize(width: 320, height: 480))
  private let words = Words(frame: CGRect(x: 100, y: 200, width: 100, height: 40))

  init() {
    window.addSubview(words)
    window.makeKey()
  }

  /// The buttons of the bar that shows, from the left.
  private var buttons: [UIControl] {
    var found: [UIControl] = []
    func search(_ view: UIView) {
      if let control = view as? UIControl, control.accessibilityLabel != nil {
        found.append(control)
      }
      for child in view.subviews { search(child) }
    }
    if let overlay = window.subviews.last, overlay.accessibilityViewIsModal { search(overlay) }
    return found.sorted { $0.frame.minX < $1.frame.minX }
  }

  private func tap(_ title: String) throws {
    let button = try #require(buttons.first { $0.accessibilityLabel == title })
    let middle = CGPoint(x: button.bounds.midX, y: button.bounds.midY)
    UIApplication.shared.tap(at: button.convert(middle, to: nil), in: window)
  }

  @Test("The bar has the commands that have a method, above the rectangle, and calls them")
  func controller() throws {
    let menu = UIMenuController.shared
    menu.menuItems = [
      UIMenuItem(title: "Speak", action: "speak:"), UIMenuItem(title: "Sing", action: "sing:"),
    ]
    defer { menu.menuItems = nil }
    menu.showMenu(from: words, rect: words.bounds)
    #expect(menu.isMenuVisible)
    #expect(buttons.map(\.accessibilityLabel) == ["Copy", "Speak"])
    #expect(menu.menuFrame.maxY == 192 && menu.menuFrame.height == 44)
    #expect(menu.menuFrame.midX == 150)
    try tap("Speak")
    #expect(words.calls == ["speak"])
    #expect(!menu.isMenuVisible && menu.menuFrame == .zero)
    menu.arrowDirection = .up
    defer { menu.arrowDirection = .default }
    menu.showMenu(from: words, rect: words.bounds)
    #expect(menu.menuFrame.minY == 248)
    menu.hideMenu(from: window)
    #expect(menu.isMenuVisible)
    menu.hideMenu(from: words)
    #expect(!menu.isMenuVisible)
    // A view without a method, or without a window, has no bar.
    menu.showMenu(from: UIView(), rect: .zero)
    #expect(!menu.isMenuVisible)
    window.isHidden = true
  }

  @Test("An interaction shows the delegate's menu and tells of its end")
  func interaction() throws {
    let interaction = UIEditMenuInteraction(delegate: words)
    words.addInteraction(interaction)
    let place = UIEditMenuConfiguration(identifier: "m", sourcePoint: CGPoint(x: 50, y: 20))
    interaction.presentEditMenu(with: place)
    #expect(buttons.map(\.accessibilityLabel) == ["Copy", "Mark"])
    #expect(interaction.location(in: words) == CGPoint(x: 50, y: 20))
    try tap("Mark")
    #expect(words.calls == ["dismiss m", "mark"])
    words.makesMenu = false
    words.rect = CGRect(x: 0, y: CGFloat.nan, width: 10, height: 10)
    interaction.presentEditMenu(with: place)
    #expect(buttons.map(\.accessibilityLabel) == ["Copy"])
    words.calls = []
    words.removeInteraction(interaction)
    #expect(words.calls == ["dismiss m"])
    #expect(buttons.isEmpty)
    interaction.presentEditMenu(with: place)
    #expect(buttons.isEmpty)
    window.isHidden = true
  }

  @Test("A pointer enters and leaves regions, and a plate shows behind the view")
  func pointer() throws {
    let interaction = UIPointerInteraction(delegate: words)
    words.addInteraction(interaction)
    let app = UIApplication.shared
    app.mouseMoved(to: CGPoint(x: 110, y: 220), time: 0, in: window)
    app.mouseMoved(to: CGPoint(x: 120, y: 220), time: 0.1, in: window)
    #expect(words.calls == ["enter left"])
    _ = try window.image(at: 1)
    #expect(words.calls == ["enter left", "entered"])
    #expect(window.subviews.count == 2 && window.subviews.last === words)
    words.calls = []
    app.mouseMoved(to: CGPoint(x: 180, y: 220), time: 1.1, in: window)
    #expect(words.calls == ["exit left", "enter right"])
    app.mouseMoved(to: CGPoint(x: 10, y: 10), time: 1.2, in: window)
    #expect(words.calls.last == "exit right")
    _ = try window.image(at: 3)
    #expect(window.subviews.count == 1)
    words.calls = []
    interaction.isEnabled = false
    app.mouseMoved(to: CGPoint(x: 110, y: 220), time: 3.1, in: window)
    #expect(words.calls.isEmpty)
    window.isHidden = true
  }
}
