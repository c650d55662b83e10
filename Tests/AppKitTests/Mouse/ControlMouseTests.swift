// Controls in views with recognisers.
// Licensed under the MIT license; see LICENSE.

import AppKit
import TestClaims
import Testing

/// Counts the actions of controls.
@MainActor
private final class ActionCounter {
  var count = 0

  func act(_ sender: NSControl) { count += 1 }
}

@MainActor
@Suite("AppKit: controls and recognisers", .serialized)
struct ControlMouseTests {
  private let counter = ActionCounter()
  private let action = Selector("act:", ActionCounter.act)

  private func button(_ stage: MouseStage) -> NSButton {
    let button = NSButton(title: "Go", target: counter, action: action)
    button.frame = NSRect(x: 20, y: 20, width: 100, height: 24)
    stage.root.addSubview(button)
    return button
  }

  @Test(
    "A button follows the pointer without a margin around it",
    .shows("NSButton.isHighlighted", "NSControl.isEnabled", "NSControl.sendAction(_:to:)")
  )
  func margins() {
    let stage = MouseStage()
    let button = button(stage)
    stage.down(30, 30, at: 0)
    #expect(button.isHighlighted)
    stage.drag(30, 45, at: 0.1)
    #expect(!button.isHighlighted)
    stage.drag(30, 43, at: 0.2)
    #expect(button.isHighlighted)
    stage.up(30, 45, at: 0.3)
    #expect(!button.isHighlighted && counter.count == 0)
    stage.click(30, 30, at: 1)
    #expect(counter.count == 1)
    button.isEnabled = false
    stage.click(30, 30, at: 2)
    #expect(counter.count == 1 && stage.taken() == "")
    button.isEnabled = true
    // The right button is none of its business.
    stage.click(30, 30, at: 3, button: 1)
    #expect(counter.count == 1 && !button.isHighlighted && stage.taken() == "v.D1 v.U1")
  }

  @Test("A pan around a button takes it; a click around it leaves it alone")
  func around() {
    let stage = MouseStage()
    let button = button(stage)
    stage.add("p", NSPanGestureRecognizer())
    stage.add("t", NSClickGestureRecognizer())
    stage.add("r", NSClickGestureRecognizer()).buttonMask = 2
    stage.click(30, 30, at: 0)
    #expect(counter.count == 1 && stage.taken() == "")
    stage.down(30, 30, at: 1)
    #expect(button.isHighlighted)
    stage.drag(34, 30, at: 1.1)
    #expect(!button.isHighlighted && stage.taken() == "p=B")
    stage.up(34, 30, at: 1.2)
    #expect(counter.count == 1 && stage.taken() == "p=E")
    stage.click(30, 30, at: 2, button: 1)
    #expect(stage.taken() == "v.D1 r=E")
    button.isEnabled = false
    stage.click(30, 30, at: 3)
    #expect(stage.taken() == "t=E")
    button.isEnabled = true
    // Its own recogniser comes before its action.
    stage.add("own", NSClickGestureRecognizer(), to: button)
    stage.click(30, 30, at: 4)
    #expect(counter.count == 1 && stage.taken() == "own=E" && !button.isHighlighted)
    // A click that is held back presses it once it is none.
    let late = stage.add("d", NSClickGestureRecognizer(), to: button)
    (late.numberOfClicksRequired, late.delaysPrimaryMouseButtonEvents) = (2, true)
    button.gestureRecognizers = [late]
    stage.down(30, 30, at: 5)
    stage.up(30, 30, at: 5.1)
    #expect(counter.count == 1)
    stage.down(300, 300, at: 6)
    #expect(counter.count == 2)
  }

  @Test("A slider keeps drags along it, and gives others away")
  func sliders() {
    let stage = MouseStage()
    stage.add("p", NSPanGestureRecognizer())
    let slider = NSSlider(target: counter, action: action)
    slider.frame = NSRect(x: 0, y: 100, width: 118, height: 24)
    stage.root.addSubview(slider)
    stage.down(59, 110, at: 0)
    #expect(slider.doubleValue == 0.5 && counter.count == 1)
    stage.drag(84, 110, at: 0.1)
    #expect(slider.doubleValue == 0.75)
    stage.drag(84, 200, at: 0.2)
    stage.up(109, 200, at: 0.3)
    #expect(slider.doubleValue == 0.75 && counter.count == 3 && stage.taken() == "")
    slider.isContinuous = false
    stage.down(59, 110, at: 1)
    stage.drag(59, 120, at: 1.1)
    stage.drag(99, 120, at: 1.2)
    stage.up(99, 120, at: 1.3)
    #expect(slider.doubleValue == 0.5 && counter.count == 3 && stage.taken() == "p=B p=C p=E")
    stage.click(9, 110, at: 2)
    #expect(slider.doubleValue == 0 && counter.count == 4)
  }

  @Test("A segmented control keeps clicks, and swallows drags")
  func segments() {
    let stage = MouseStage()
    stage.add("t", NSClickGestureRecognizer())
    let segments = NSSegmentedControl(labels: ["a", "b"], target: counter, action: action)
    stage.root.addSubview(segments)
    stage.down(100, 10, at: 0)
    stage.drag(20, 10, at: 0.1)
    stage.up(20, 10, at: 0.2)
    #expect(segments.selectedSegment == 1 && counter.count == 1 && stage.taken() == "")
    stage.click(20, 10, at: 1)
    #expect(segments.selectedSegment == 0 && counter.count == 2 && stage.taken() == "")
  }
}
