// Events: hits, tracking areas, keys and controls.
// Licensed under the MIT license; see LICENSE.

import AppKit
import TestClaims
import Testing

/// A target of controls.
@MainActor
private final class Target {
  var calls = 0

  func act(_ sender: NSControl) { calls += 1 }
}

@MainActor
@Suite("AppKit events", .serialized)
struct NSEventTests {
  @Test(
    "A press belongs to the view where it began; places convert from screen to view",
    .shows(
      "NSEvent.mouseLocation",
      "NSEvent.mouseEvent(with:location:modifierFlags:timestamp:windowNumber:context:eventNumber:clickCount:pressure:)",
      "NSWindow.sendEvent(_:)",
      "NSResponder.mouseDown(with:)",
      "NSResponder.mouseDragged(with:)",
      "NSResponder.mouseUp(with:)",
      "NSEvent.EventType.leftMouseDown",
      "NSEvent.EventType.leftMouseDragged",
      "NSEvent.EventType.leftMouseUp",
      "NSEvent.locationInWindow",
      "NSWindow.firstResponder"
    )
  )
  func mouse() throws {
    let window = makeWindow()
    let container = NSView(frame: NSRect(x: 20, y: 10, width: 150, height: 80))
    let view = EventView(frame: NSRect(x: 30, y: 20, width: 40, height: 30))
    container.addSubview(view)
    window.contentView?.addSubview(container)
    window.mouse(.leftMouseDown, 60, 40)
    window.mouse(.leftMouseDragged, 190, 95)
    window.mouse(.leftMouseUp, 190, 95)
    #expect(view.events == ["down", "dragged", "up"])
    #expect(window.firstResponder === view)
    window.mouse(.leftMouseDown, 60, 40)
    #expect(view.last == NSPoint(x: 10, y: 10))
    let screen = NSEvent.mouseLocation
    #expect(screen == NSPoint(x: 160, y: 140))
    #expect(view.convert(window.convertPoint(fromScreen: screen), from: nil) == view.last)
    let odd = NSEvent.mouseEvent(
      with: .keyDown,
      location: .zero,
      modifierFlags: [],
      timestamp: 0,
      windowNumber: 0,
      context: nil,
      eventNumber: 0,
      clickCount: 0,
      pressure: 0
    )
    #expect(odd == nil)
  }

  @Test(
    "A tracking area tells of entering and leaving, in drags too if it is to",
    .shows(
      "NSTrackingArea",
      "NSTrackingArea.init(rect:options:owner:userInfo:)",
      "NSTrackingArea.Options.mouseEnteredAndExited",
      "NSTrackingArea.Options.enabledDuringMouseDrag",
      "NSTrackingArea.Options.assumeInside",
      "NSView.addTrackingArea(_:)",
      "NSView.removeTrackingArea(_:)",
      "NSResponder.mouseEntered(with:)",
      "NSResponder.mouseExited(with:)"
    )
  )
  func trackingAreas() {
    let window = makeWindow()
    let view = EventView(frame: NSRect(x: 0, y: 0, width: 200, height: 100))
    window.contentView?.addSubview(view)
    let area = NSTrackingArea(
      rect: NSRect(x: 10, y: 10, width: 50, height: 50),
      options: [
        .mouseEnteredAndExited, .activeInActiveApp, .enabledDuringMouseDrag, .assumeInside,
      ],
      owner: view
    )
    window.mouse(.leftMouseDown, 20, 20)
    view.addTrackingArea(area)
    view.addTrackingArea(area)
    window.mouse(.leftMouseDragged, 100, 20)
    window.mouse(.leftMouseDragged, 110, 20)
    window.mouse(.leftMouseDragged, 30, 30)
    window.mouse(.leftMouseUp, 30, 30)
    view.removeTrackingArea(area)
    view.removeTrackingArea(area)
    window.mouse(.mouseMoved, 150, 50)
    #expect(
      view.events == ["down", "exited", "dragged", "dragged", "entered", "dragged", "up"]
    )
  }

  @Test(
    "Keys go to the first responder, and on if it does not handle them",
    .shows(
      "NSWindow.makeFirstResponder(_:)",
      "NSWindow.firstResponder",
      "NSResponder.keyDown(with:)",
      "NSResponder.keyUp(with:)",
      "NSEvent.EventType.keyDown",
      "NSEvent.EventType.keyUp",
      "NSEvent.characters",
      "NSResponder.acceptsFirstResponder",
      "NSResponder.nextResponder"
    )
  )
  func keys() {
    final class Catcher: NSView {
      var keys: [String] = []
      override func keyUp(with event: NSEvent) { keys.append(event.characters ?? "") }
    }
    let window = makeWindow()
    let outer = Catcher(frame: NSRect(x: 0, y: 0, width: 200, height: 100))
    let view = EventView(frame: NSRect(x: 0, y: 0, width: 20, height: 20))
    outer.addSubview(view)
    window.contentView = outer
    #expect(window.makeFirstResponder(view))
    #expect(!window.makeFirstResponder(outer))
    #expect(window.firstResponder === window)
    #expect(window.makeFirstResponder(view))
    window.key("r")
    window.key("R")
    window.key("x")
    #expect(view.events == ["key r"])
    #expect(outer.keys == ["R", "x"])
    view.removeFromSuperview()
    #expect(window.firstResponder === window)
  }

  @Test(
    "Controls call their method: a button on a press, a slider on a drag, a segment",
    .shows(
      "NSButton",
      "NSButton.init(title:target:action:)",
      "NSButton.setButtonType(_:)",
      "NSButton.ButtonType.toggle",
      "NSButton.isHighlighted",
      "NSButton.state",
      "NSButton.StateValue.on",
      "NSControl.target",
      "NSControl.action",
      "NSSlider",
      "NSSlider.init(target:action:)",
      "NSSlider.maxValue",
      "NSControl.doubleValue",
      "NSSegmentedControl",
      "NSSegmentedControl.init(labels:target:action:)",
      "NSSegmentedControl.selectedSegment"
    )
  )
  func controls() throws {
    let window = makeWindow()
    let target = Target()
    let action = Selector("act:", Target.act)
    let button = NSButton(title: "Go", target: target, action: action)
    button.setButtonType(.toggle)
    window.contentView?.addSubview(button)
    window.mouse(.leftMouseDown, 50, 12)
    #expect(button.isHighlighted)
    window.mouse(.leftMouseUp, 50, 12)
    #expect(target.calls == 1)
    #expect(button.state == .on)
    window.mouse(.leftMouseDown, 50, 12)
    window.mouse(.leftMouseUp, 50, 80)
    #expect(target.calls == 1)
    let slider = NSSlider(target: target, action: action)
    slider.frame.origin.y = 40
    slider.maxValue = 10
    window.contentView?.addSubview(slider)
    window.mouse(.leftMouseDown, 50, 52)
    #expect(slider.doubleValue == 5)
    window.mouse(.leftMouseDragged, 400, 52)
    #expect(slider.doubleValue == 10)
    window.mouse(.leftMouseUp, 400, 52)
    #expect(target.calls == 3)
    slider.doubleValue = .nan
    #expect(slider.doubleValue == 10)
    let segments = NSSegmentedControl(labels: ["a", "b"], target: target, action: action)
    segments.frame.origin.y = 70
    window.contentView?.addSubview(segments)
    window.mouse(.leftMouseDown, 100, 80)
    #expect(segments.selectedSegment == 1)
    segments.selectedSegment = 7
    #expect(segments.selectedSegment == -1)
    #expect(target.calls == 4)
    let picture = try window.image()
    // The button is on: blue.
    #expect(pixel(picture, 6, 80) == [0, 122, 255])
  }
}
