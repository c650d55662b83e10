// Controls: states, tracking, targets and actions.
// Licensed under the MIT license; see LICENSE.

import Foundation
import TestClaims
import Testing

@testable import UIKit

@MainActor
private final class Listener: NSObject {
  var calls: [String] = []

  func plain() { calls.append("plain") }
  func sender(_ sender: UIControl) { calls.append("sender") }
  func both(_ sender: UIControl, _ event: UIEvent?) { calls.append("both") }
}

@MainActor
@Suite("UIControl")
struct UIControlTests {
  private func control() -> UIControl {
    UIControl(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
  }

  @Test(
    "Events have Apple's bits",
    .shows(
      "UIControl.Event.touchUpInside",
      "UIControl.Event.valueChanged",
      "UIControl.Event.primaryActionTriggered",
      "UIControl.Event.editingDidEndOnExit",
      "UIControl.State.selected"
    )
  )
  func bits() {
    #expect(UIControl.Event.touchUpInside.rawValue == 64)
    #expect(UIControl.Event.valueChanged.rawValue == 4096)
    #expect(UIControl.Event.primaryActionTriggered.rawValue == 8192)
    #expect(UIControl.Event.editingDidEndOnExit.rawValue == 524_288)
    #expect(UIControl.State.selected.rawValue == 4)
  }

  @Test(
    "Touches come as events, in order",
    .shows(
      "UIControl.isTracking",
      "UIControl.Event.touchDragInside",
      "UIControl.Event.touchDragOutside",
      "UIControl.Event.touchDragEnter",
      "UIControl.Event.touchDragExit",
      "UIControl",
      "UIControl.Event",
      "UIControl.Event.touchDown",
      "UIControl.Event.touchUpInside",
      "UIControl.Event.touchUpOutside",
      "UIControl.Event.touchCancel",
      "UIControl.isHighlighted",
      "UIControl.isTouchInside",
      "UIControl.state",
      "UIControl.State.highlighted",
      "UIControl.addAction(_:for:)"
    )
  )
  func touches() {
    let control = control()
    var events: [String] = []
    let names: [(UIControl.Event, String)] = [
      (.touchDown, "down"), (.touchDragInside, "inside"), (.touchDragExit, "exit"),
      (.touchDragOutside, "outside"), (.touchDragEnter, "enter"), (.touchUpInside, "up"),
      (.touchUpOutside, "upOutside"), (.touchCancel, "cancel"),
    ]
    for (event, name) in names {
      control.addAction(UIAction { _ in events.append(name) }, for: event)
    }
    let finger = Finger(control)
    finger.down(5, 5)
    #expect(control.isTracking && control.isHighlighted && control.isTouchInside)
    #expect(control.state == .highlighted)
    finger.move(150, 5)
    finger.move(300, 5)
    #expect(!control.isHighlighted && control.isTracking)
    finger.move(20, 5)
    finger.up()
    #expect(events == ["down", "inside", "exit", "outside", "enter", "inside", "up"])
    #expect(!control.isTracking && !control.isHighlighted)
    events = []
    finger.down(5, 5)
    finger.cancel()
    finger.down(5, 5)
    finger.move(500, 5)
    finger.up()
    #expect(events == ["down", "cancel", "down", "exit", "outside", "upOutside"])
  }

  @Test(
    "A disabled control follows nothing",
    .shows("UIControl.isEnabled", "UIControl.State.disabled")
  )
  func disabled() {
    let control = control()
    control.isEnabled = false
    #expect(control.state == .disabled)
    Finger(control).down(5, 5)
    #expect(!control.isTracking)
  }

  @Test(
    "Targets are called by method, with as much as it takes, and are not retained",
    .shows(
      "UIControl.allTargets",
      "UIControl.allControlEvents",
      "UIControl.actions(forTarget:forControlEvent:)",
      "UIControl.addTarget(_:action:for:)",
      "UIControl.removeTarget(_:action:for:)",
      "UIControl.sendActions(for:)",
      "UIControl.Event.allEvents"
    )
  )
  func targets() {
    let control = control()
    var listener: Listener? = Listener()
    control.addTarget(listener, action: Selector("plain", Listener.plain), for: .touchDown)
    control.addTarget(listener, action: Selector("sender:", Listener.sender), for: .touchDown)
    control.sendActions(for: .touchDown)
    #expect(listener?.calls == ["plain", "sender"])
    #expect(control.allTargets.count == 1)
    #expect(control.allControlEvents == .touchDown)
    #expect(
      control.actions(forTarget: listener, forControlEvent: .touchDown)
        == ["plain", "sender:"]
    )
    control.removeTarget(listener, action: "plain", for: .allEvents)
    control.sendActions(for: .touchDown)
    #expect(listener?.calls == ["plain", "sender", "sender"])
    weak let gone = listener
    listener = nil
    #expect(gone == nil)
    control.sendActions(for: .touchDown)
  }

  @Test(
    "A target twice is called once; a method that nobody has calls nothing",
    .shows("UIControl.addTarget(_:action:for:)", "UIControl.Event.valueChanged")
  )
  func duplicates() {
    let control = control()
    let listener = Listener()
    for _ in 0..<3 {
      control.addTarget(listener, action: Selector("plain", Listener.plain), for: .valueChanged)
    }
    control.addTarget(listener, action: "nothing", for: .touchDown)
    control.sendActions(for: [.valueChanged, .touchDown])
    #expect(listener.calls == ["plain"])
  }

  @Test(
    "An action of the same identifier takes another one's place",
    .shows("UIAction", "UIControl.addAction(_:for:)", "UIControl.removeAction(identifiedBy:for:)")
  )
  func actions() {
    let control = control()
    var calls: [Int] = []
    let name = UIAction.Identifier("x")
    control.addAction(UIAction(identifier: name) { _ in calls.append(1) }, for: .touchDown)
    control.addAction(UIAction(identifier: name) { _ in calls.append(2) }, for: .touchDown)
    control.sendActions(for: .touchDown)
    #expect(calls == [2])
    control.removeAction(identifiedBy: name, for: .touchDown)
    control.sendActions(for: .touchDown)
    #expect(calls == [2])
    var sender: UIControl?
    control.addAction(UIAction { sender = $0.sender as? UIControl }, for: .touchDown)
    control.sendActions(for: .touchDown)
    #expect(sender === control)
  }

  @Test("Handlers may remove one another while they are called")
  func reentrant() {
    let control = control()
    var calls = 0
    let second = UIAction { _ in calls += 10 }
    control.addAction(
      UIAction { [weak control] _ in
        calls += 1
        control?.removeAction(second, for: .allEvents)
      },
      for: .touchDown
    )
    control.addAction(second, for: .touchDown)
    control.sendActions(for: .touchDown)
    #expect(calls == 1)
  }
}
