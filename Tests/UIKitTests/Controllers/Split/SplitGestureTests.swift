// Fingers that show and hide columns, and the picture of columns.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing

@testable import UIKit

@Suite("Fingers on columns", .serialized)
@MainActor
struct SplitGestureTests {
  private func over() -> SplitStage {
    SplitStage { $0.split.preferredDisplayMode = .oneOverSecondary }
  }

  @Test("A tap beside columns that lie over the secondary one hides them; one on them does not")
  func tapBeside() {
    let stage = over()
    #expect(stage.sides(.primary) == [0, 320] && stage.sides(.secondary) == [0, 1024])
    #expect(abs(stage.split.dimming.alpha - 0.2) < 0.001)
    stage.tap(100, time: 0)
    #expect(stage.mode == .oneOverSecondary)
    stage.tap(700, time: 1)
    stage.advance(2)
    #expect(stage.mode == .secondaryOnly && stage.sides(.primary) == nil)
    #expect(stage.split.dimming.alpha == 0)
    let three = SplitStage(.tripleColumn) { $0.split.preferredDisplayMode = .twoDisplaceSecondary }
    three.tap(900, time: 0)
    #expect(three.mode == .oneBesideSecondary)
    // Columns beside the secondary one stay.
    three.tap(900, time: 1)
    #expect(three.mode == .oneBesideSecondary)
  }

  @Test(
    "A finger from the edge moves a column in, which stays when it is far enough",
    .shows(
      "UISplitViewController.presentsWithGesture",
      "UISplitViewControllerDelegate.splitViewControllerInteractivePresentationGestureWillBegin(_:)",
      "UISplitViewControllerDelegate.splitViewControllerInteractivePresentationGestureDidEnd(_:)"
    )
  )
  func edgeShows() {
    let stage = SplitStage(.doubleColumn, SplitStage.upright)
    _ = stage.journal.take()
    stage.drag([(3, 0), (13, 0.1), (173, 0.5)], ends: false)
    stage.settle()
    // 170 of the finger less the first ten are half of the width.
    #expect(stage.sides(.primary) == [-160, 160] && stage.sides(.secondary) == [0, 768])
    #expect(abs(stage.split.dimming.alpha - 0.1) < 0.001)
    #expect(
      stage.journal.take() == [
        "finger begins", "to oneOverSecondary", "show primary", "list will appear",
      ]
    )
    stage.app.touchMoved(to: CGPoint(x: 213, y: 512), time: 0.6)
    stage.app.touchEnded(time: 1.2)
    stage.advance(3)
    #expect(stage.mode == .oneOverSecondary && stage.sides(.primary) == [0, 320])
    #expect(stage.journal.take() == ["list did appear", "finger ended"])
  }

  @Test("A finger that is not far enough leaves all as it was, unless it is fast")
  func edgeTurnsBack() {
    let stage = SplitStage(.doubleColumn, SplitStage.upright)
    _ = stage.journal.take()
    stage.drag([(3, 0), (13, 0.1), (113, 0.5)])
    stage.advance(3)
    #expect(stage.mode == .secondaryOnly && stage.sides(.primary) == nil)
    #expect(
      stage.journal.take() == [
        "finger begins", "to oneOverSecondary", "show primary", "list will appear",
        "to secondaryOnly", "hide primary", "list will disappear", "list did disappear",
        "finger ended",
      ]
    )
    #expect(stage.split.chosenMode == nil)
    stage.app.touchBegan(at: CGPoint(x: 3, y: 500), time: 4)
    stage.app.touchMoved(to: CGPoint(x: 23, y: 500), time: 4.02)
    stage.app.touchMoved(to: CGPoint(x: 53, y: 500), time: 4.04)
    stage.app.touchEnded(time: 4.05)
    stage.advance(6)
    #expect(stage.mode == .oneOverSecondary && stage.sides(.primary) == [0, 320])
  }

  @Test("A finger back hides what lies over the secondary column; one up and down does not")
  func backHides() {
    let stage = over()
    stage.app.touchBegan(at: CGPoint(x: 300, y: 300), time: 0)
    stage.app.touchMoved(to: CGPoint(x: 295, y: 400), time: 0.1)
    stage.app.touchMoved(to: CGPoint(x: 100, y: 400), time: 0.2)
    stage.app.touchEnded(time: 1)
    stage.advance(2)
    #expect(stage.mode == .oneOverSecondary)
    stage.drag([(300, 3), (290, 3.1), (50, 3.5)], ends: false)
    stage.settle()
    #expect(stage.sides(.primary) == [-240, 80])
    stage.app.touchEnded(time: 4.2)
    stage.advance(6)
    #expect(stage.mode == .secondaryOnly && stage.sides(.primary) == nil)
  }

  @Test("At the right edge the finger moves to the left")
  func rightEdge() {
    let stage = SplitStage(.doubleColumn, SplitStage.upright) {
      $0.split.primaryEdge = .trailing
    }
    stage.drag([(765, 0), (755, 0.1), (595, 0.5)], ends: false)
    stage.settle()
    #expect(stage.sides(.primary) == [608, 928])
    stage.app.touchCancelled(time: 0.6)
    stage.advance(2)
    #expect(stage.mode == .secondaryOnly)
    stage.drag([(3, 3), (13, 3.1), (300, 3.5)])
    stage.advance(5)
    #expect(stage.mode == .secondaryOnly)
  }

  @Test("Without gestures, and in one column, fingers change nothing")
  func noGesture() {
    let stage = SplitStage(.doubleColumn, SplitStage.upright) {
      $0.split.presentsWithGesture = false
    }
    stage.drag([(3, 0), (13, 0.1), (300, 0.5)])
    stage.advance(2)
    #expect(stage.mode == .secondaryOnly && stage.split.change == nil)
    let phone = SplitStage(.doubleColumn, SplitStage.phone)
    phone.split.show(.primary)
    phone.advance(1)
    phone.drag([(3, 3), (13, 3.1), (300, 3.5)])
    phone.advance(5)
    #expect(phone.split.isCollapsed && phone.stack(.primary)?.viewControllers == [phone.list])
  }

  @Test("The way back of the secondary stack comes before the finger from the edge")
  func stackComesFirst() {
    let stage = SplitStage(.doubleColumn, SplitStage.upright)
    stage.stack(.secondary)?.pushViewController(UIViewController(), animated: false)
    stage.settle()
    stage.drag([(3, 0), (13, 0.1), (600, 0.5)])
    stage.advance(3)
    #expect(stage.stack(.secondary)?.viewControllers == [stage.text])
    #expect(stage.mode == .secondaryOnly)
    stage.drag([(3, 4), (13, 4.1), (600, 4.5)])
    stage.advance(7)
    #expect(stage.mode == .oneOverSecondary)
  }

  @Test("M8: a change during a drag ends it, and the rest of the finger changes nothing")
  func changeDuringDrag() {
    let stage = SplitStage(.doubleColumn, SplitStage.upright)
    stage.drag([(3, 0), (13, 0.1), (173, 0.5)], ends: false)
    stage.split.preferredDisplayMode = .oneBesideSecondary
    stage.settle()
    #expect(stage.sides(.primary) == [0, 320] && stage.sides(.secondary) == [320, 768])
    stage.app.touchMoved(to: CGPoint(x: 60, y: 512), time: 0.6)
    stage.app.touchEnded(time: 1.2)
    stage.advance(3)
    #expect(stage.mode == .oneBesideSecondary && stage.sides(.primary) == [0, 320])
    #expect(stage.journal.take().filter { $0 == "finger ended" }.count == 1)
    // A narrow window in the middle of a drag.
    let other = SplitStage(.doubleColumn, SplitStage.upright)
    other.drag([(3, 0), (13, 0.1), (173, 0.5)], ends: false)
    other.resize(SplitStage.phone)
    other.app.touchEnded(time: 1)
    other.advance(3)
    #expect(other.split.isCollapsed && other.split.change == nil)
    #expect(other.sides(.primary) == [0, 375])
  }

  @Test(
    "The picture: columns beside each other, and one over the dimmed other",
    .shows("UISplitViewController.primaryBackgroundStyle")
  )
  func pictures() throws {
    let stage = SplitStage { stage in
      for column in [UISplitViewController.Column.primary, .secondary] {
        stage.stack(column)?.isNavigationBarHidden = true
      }
    }
    let beside = try stage.window.image(at: 0)
    #expect(pixel(beside, 0, 700) == [255, 0, 0, 255])
    #expect(pixel(beside, 318, 5) == [255, 0, 0, 255])
    #expect(pixel(beside, 320, 5) == [0, 0, 255, 255])
    #expect(pixel(beside, 1023, 700) == [0, 0, 255, 255])
    // The line between them: 0.29 of (60, 60, 67) over red.
    #expect(pixel(beside, 319, 400) == [198, 17, 19, 255])
    stage.split.preferredDisplayMode = .oneOverSecondary
    stage.settle()
    let over = try stage.window.image(at: 1)
    #expect(pixel(over, 318, 5) == [255, 0, 0, 255])
    // A fifth of black over blue.
    #expect(pixel(over, 320, 5) == [0, 0, 204, 255])
    #expect(pixel(over, 1023, 700) == [0, 0, 204, 255])
    // One column has no line at its side.
    stage.resize(SplitStage.phone)
    stage.stack(.primary)?.popViewController(animated: false)
    let one = try stage.window.image(at: 1)
    #expect(pixel(one, 374, 300) == [255, 0, 0, 255])
    stage.resize(SplitStage.across)
    stage.list.view.backgroundColor = nil
    let plain = try stage.window.image(at: 2)
    #expect(pixel(plain, 100, 400) == [255, 255, 255, 255])
    stage.split.primaryBackgroundStyle = .sidebar
    let sidebar = try stage.window.image(at: 3)
    #expect(pixel(sidebar, 100, 400) == [242, 242, 247, 255])
  }
}
