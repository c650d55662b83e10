// A program of buttons that are layers: what a press, a drag and a key do.
// Licensed under the MIT license; see LICENSE.

import AppKit
import TestClaims
import Testing

/// A button: a layer with a border, and a layer of text in its middle.
private final class ButtonLayer: CALayer {
  let text = CATextLayer()
  private(set) var color: CGColor?
  var isSelected = false {
    didSet {
      let glow = CIFilter(name: "CIBloom")
      glow?.setValue(10, forKey: "inputRadius")
      glow?.name = "glow"
      filters = isSelected ? [glow].compactMap { $0 } : nil
    }
  }

  convenience init(_ title: String, _ color: CGColor, x: CGFloat) {
    self.init()
    self.color = color
    frame = CGRect(x: x, y: 10, width: 100, height: 24)
    (borderColor, borderWidth) = (CGColor.white, 1)
    text.string = title
    (text.fontSize, text.foregroundColor) = (20, CGColor.white)
    text.bounds.size = text.preferredFrameSize()
    text.position = CGPoint(x: 50, y: 12)
    addSublayer(text)
  }
}

/// The view of the program: three buttons and a bar that takes their colours.
private class ChangerView: NSView {
  let (root, bar) = (CALayer(), CALayer())
  let red = ButtonLayer("Red", CGColor(red: 1, green: 0, blue: 0, alpha: 1), x: 10)
  let green = ButtonLayer("Green", CGColor(red: 0, green: 1, blue: 0, alpha: 1), x: 150)
  let blue = ButtonLayer("Blue", CGColor(red: 0, green: 0, blue: 1, alpha: 1), x: 290)

  override var acceptsFirstResponder: Bool { true }

  /// Builds the layers, and shows the view in a window.
  func open() throws -> NSWindow {
    frame = NSRect(x: 0, y: 0, width: 400, height: 120)
    root.backgroundColor = .black
    bar.frame = CGRect(x: 10, y: 90, width: 380, height: 20)
    (bar.borderColor, bar.borderWidth) = (CGColor.white, 1)
    root.sublayers = [red, green, blue, bar]
    layer = root
    wantsLayer = true
    let window = makeWindow(frame.size)
    window.contentView = self
    window.makeFirstResponder(self)
    _ = try window.image(at: 0)
    return window
  }

  /// The button at a place of the window; its text counts as the button.
  func button(at point: NSPoint) -> ButtonLayer? {
    let hit = root.hitTest(convert(point, from: nil))
    return hit as? ButtonLayer ?? hit?.superlayer as? ButtonLayer
  }

  func button(at event: NSEvent) -> ButtonLayer? { button(at: event.locationInWindow) }
}

/// The first version: the release decides alone.
private final class FirstVersion: ChangerView {
  override func mouseDown(with event: NSEvent) { button(at: event)?.isSelected = true }

  override func mouseUp(with event: NSEvent) {
    let button = button(at: event)
    button?.isSelected = false
    bar.backgroundColor = button?.color
  }
}

/// The version with a tracking area: a release counts in the button that was pressed.
private final class TrackedVersion: ChangerView {
  private(set) var pressed: ButtonLayer?
  private(set) var crossings = 0
  private var area: NSTrackingArea?

  override func mouseDown(with event: NSEvent) {
    guard let button = button(at: event) else { return }
    (pressed, button.isSelected) = (button, true)
    let area = NSTrackingArea(
      rect: button.frame,
      options: [.mouseEnteredAndExited, .activeAlways, .enabledDuringMouseDrag, .assumeInside],
      owner: self
    )
    addTrackingArea(area)
    self.area = area
  }

  override func mouseEntered(with event: NSEvent) {
    crossings += 1
    pressed?.isSelected = true
  }

  override func mouseExited(with event: NSEvent) {
    crossings += 1
    pressed?.isSelected = false
  }

  override func mouseUp(with event: NSEvent) {
    if let area { removeTrackingArea(area) }
    if let area { removeTrackingArea(area) }
    guard let button = pressed else { return }
    pressed = nil
    button.isSelected = false
    if self.button(at: event) === button { toggle(button) }
  }

  override func keyUp(with event: NSEvent) {
    switch event.charactersIgnoringModifiers {
    case "r": toggle(red)
    case "g": toggle(green)
    case "b": toggle(blue)
    default: super.keyUp(with: event)
    }
  }

  private func toggle(_ button: ButtonLayer) {
    bar.backgroundColor = bar.backgroundColor == button.color ? .black : button.color
  }
}

@MainActor
@Suite("A program of buttons that are layers", .serialized)
struct ColorChangerTests {
  /// The blue of the bar as it shows.
  private func shownBlue(_ view: ChangerView) -> CGFloat? {
    view.bar.presentation()?.backgroundColor?.components?[2]
  }

  /// ZL-D-11.2.
  @Test func hits() throws {
    let view = FirstVersion()
    _ = try view.open()
    #expect(view.root.hitTest(CGPoint(x: 60, y: 22)) === view.red.text)
    #expect(view.button(at: NSPoint(x: 60, y: 22)) === view.red)
    #expect(view.root.hitTest(CGPoint(x: 12, y: 30)) === view.red)
    #expect(view.root.hitTest(CGPoint(x: 130, y: 22)) === view.root)
    #expect(view.button(at: NSPoint(x: 130, y: 22)) == nil)
    #expect(view.root.hitTest(CGPoint(x: 200, y: 100)) === view.bar)
    #expect(view.button(at: NSPoint(x: 200, y: 100)) == nil)
    #expect(view.root.hitTest(CGPoint(x: -5, y: -5)) == nil)
  }

  /// ZL-D-11.9: the bar fades within 0.25 s; what is released elsewhere stays selected.
  @Test func releasesDecide() throws {
    let view = FirstVersion()
    let window = try view.open()
    window.mouse(.leftMouseDown, 340, 22)
    window.mouse(.leftMouseUp, 340, 22)
    #expect(view.bar.backgroundColor == view.blue.color && !view.blue.isSelected)
    _ = try window.image(at: 0.125)
    let halfway = try #require(shownBlue(view))
    #expect(halfway > 0 && halfway <= 1 && view.bar.animationKeys() == ["backgroundColor"])
    let picture = try window.image(at: 0.3)
    #expect(pixel(picture, 200, 20) == [0, 0, 255] && view.bar.animationKeys() == nil)
    window.mouse(.leftMouseDown, 60, 22)
    window.mouse(.leftMouseUp, 130, 60)
    #expect(view.red.isSelected && view.bar.backgroundColor == nil)
    #expect(pixel(try window.image(at: 1), 200, 20) == [0, 0, 0])
    window.mouse(.leftMouseDown, 60, 22)
    window.mouse(.leftMouseUp, 200, 22)
    #expect(view.bar.backgroundColor == view.green.color && view.red.isSelected)
  }

  /// ZL-D-11.13: the glow follows the mouse; a second click takes the colour back.
  @Test func pressesAreTracked() throws {
    let view = TrackedVersion()
    let window = try view.open()
    window.mouse(.leftMouseDown, 60, 22)
    #expect(view.red.isSelected)
    window.mouse(.leftMouseDragged, 60, 70)
    #expect(!view.red.isSelected)
    window.mouse(.leftMouseDragged, 60, 22)
    #expect(view.red.isSelected)
    window.mouse(.leftMouseUp, 60, 22)
    #expect(!view.red.isSelected && view.bar.backgroundColor == view.red.color)
    #expect(pixel(try window.image(at: 1), 200, 20) == [255, 0, 0])
    window.mouse(.leftMouseDown, 60, 22)
    window.mouse(.leftMouseUp, 60, 22)
    #expect(view.bar.backgroundColor == .black)
    window.mouse(.leftMouseDown, 60, 22)
    window.mouse(.leftMouseDragged, 200, 22)
    window.mouse(.leftMouseUp, 200, 22)
    #expect(view.bar.backgroundColor == .black && view.pressed == nil)
    window.mouse(.leftMouseDown, 130, 60)
    window.mouse(.leftMouseUp, 60, 22)
    #expect(view.bar.backgroundColor == .black)
    let crossings = view.crossings
    for x in [60.0, 130, 60] { window.mouse(.mouseMoved, x, 22) }
    #expect(view.crossings == crossings)
  }

  /// ZL-D-11.16: keys do as buttons do; what the view does not handle reaches the next responder.
  @Test(.shows("NSEvent.charactersIgnoringModifiers")) func keys() throws {
    let view = TrackedVersion()
    let window = try view.open()
    for (key, button) in [("r", view.red), ("g", view.green), ("b", view.blue)] {
      window.key(key)
      #expect(view.bar.backgroundColor == button.color)
    }
    #expect(view.bar.animationKeys() == ["backgroundColor"])
    window.key("b")
    #expect(view.bar.backgroundColor == .black)
    window.key("R", ignoringModifiers: "r")
    #expect(view.bar.backgroundColor == view.red.color)
    window.key("R")
    window.key("x")
    #expect(view.bar.backgroundColor == view.red.color)
  }

  /// ZL-D-11.L: buttons as views get their own events, and places convert to theirs.
  @Test(.shows("NSWindow.convertPoint(toScreen:)", "NSWindow.convertPoint(fromScreen:)"))
  func buttonsAsViews() {
    let window = makeWindow(NSSize(width: 400, height: 120))
    let container = NSView(frame: NSRect(x: 7, y: 5, width: 390, height: 100))
    container.wantsLayer = true
    window.contentView?.addSubview(container)
    let buttons = [10, 150, 290].map { x in
      EventView(frame: NSRect(x: x, y: 10, width: 90, height: 24))
    }
    for button in buttons { container.addSubview(button) }
    for (index, button) in buttons.enumerated() {
      let point = NSPoint(x: 7 + 10 + 140 * CGFloat(index) + 30, y: 5 + 10 + 4)
      window.mouse(.leftMouseDown, point.x, point.y)
      window.mouse(.leftMouseUp, point.x, point.y)
      #expect(button.events == ["down", "up"] && button.last == NSPoint(x: 30, y: 4))
      let onScreen = window.convertPoint(toScreen: point)
      let back = button.convert(window.convertPoint(fromScreen: onScreen), from: nil)
      #expect(back == NSPoint(x: 30, y: 4))
      #expect(button.layer?.superlayer === container.layer)
    }
  }
}
