// Popovers: where they lie, fingers beside them, windows without much room.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing

@testable import UIKit

@Suite("Places of popovers")
struct PopoverPlacementTests {
  private let area = CGRect(x: 10, y: 10, width: 480, height: 380)
  private let size = CGSize(width: 200, height: 100)

  private func place(_ source: CGRect, _ permitted: UIPopoverArrowDirection = .any)
    -> PopoverPlacement
  { PopoverPlacement(of: size, at: source, in: area, permitted: permitted) }

  @Test("Below, above, at the right, at the left: the first with room for all of it")
  func order() {
    let below = place(CGRect(x: 230, y: 100, width: 40, height: 20))
    #expect(below.direction == .up && below.tip == 100)
    #expect(below.frame == CGRect(x: 150, y: 120, width: 200, height: 113))
    #expect(below.content == CGRect(x: 0, y: 13, width: 200, height: 100))
    let above = place(CGRect(x: 230, y: 300, width: 40, height: 20))
    #expect(above.direction == .down && above.frame.maxY == 300)
    let right = place(CGRect(x: 100, y: 20, width: 40, height: 360))
    #expect(right.direction == .left && right.frame.minX == 140 && right.frame.width == 213)
    let left = place(CGRect(x: 400, y: 20, width: 40, height: 360))
    #expect(left.direction == .right && left.frame.maxX == 400)
    #expect(left.content == CGRect(x: 0, y: 0, width: 200, height: 100))
  }

  @Test("Near an edge the arrow points at the middle of the source, up to the corner")
  func edges() {
    let near = place(CGRect(x: 60, y: 100, width: 20, height: 20))
    #expect(near.frame.minX == 10 && near.tip == 60)
    let corner = place(CGRect(x: 0, y: 100, width: 10, height: 20))
    #expect(corner.frame.minX == 10 && corner.tip == 13 + 18.5)
  }

  @Test("Permitted directions alone; without room it is smaller, or in the middle without an arrow")
  func room() {
    let source = CGRect(x: 230, y: 250, width: 40, height: 20)
    #expect(place(source, .down).direction == .down)
    #expect(place(source, [.left, .right]).direction == .left)
    let tight = PopoverPlacement(
      of: CGSize(width: 900, height: 900),
      at: source,
      in: area,
      permitted: .any
    )
    #expect(tight.direction == .down && tight.frame == CGRect(x: 10, y: 10, width: 480, height: 240))
    let none = place(source, [])
    #expect(none.direction == .unknown)
    #expect(none.frame == CGRect(x: 150, y: 150, width: 200, height: 100))
    for hostile in [CGRect.null, .infinite, CGRect(x: 1e300, y: 0, width: 1, height: 1)] {
      let placed = place(hostile, hostile.isNull ? [] : .any)
      #expect(placed.frame.width.isFinite && placed.frame.height.isFinite)
    }
  }
}

/// A window of 500 x 400 points with a button, and a controller for a popover of 200 x 100.
@MainActor
private final class PopoverStage: UIPopoverPresentationControllerDelegate {
  /// A controller whose traits a test chooses.
  final class Root: UIViewController {
    var sizeClass = UIUserInterfaceSizeClass.regular
    override var traitCollection: UITraitCollection {
      UITraitCollection(horizontalSizeClass: sizeClass)
    }
  }

  final class Navigation: UINavigationController {
    override var traitCollection: UITraitCollection {
      UITraitCollection(horizontalSizeClass: .regular)
    }
  }

  let root = Root()
  let shown = UIViewController()
  let button = UIButton(frame: CGRect(x: 230, y: 100, width: 40, height: 20))
  let window: UIWindow
  var calls: [String] = []
  var dismisses = true
  var style = UIModalPresentationStyle.automatic
  var app: UIApplication { UIApplication.shared }
  var popover: UIPopoverPresentationController? { shown.popoverPresentationController }

  init() {
    window = makeWindow(CGSize(width: 500, height: 400), root)
    root.view.addSubview(button)
    shown.modalPresentationStyle = .popover
    shown.preferredContentSize = CGSize(width: 200, height: 100)
    popover?.delegate = self
    popover?.sourceView = button
    CATransaction.flush()
  }

  func prepareForPopoverPresentation(_ controller: UIPopoverPresentationController) {
    calls.append("prepare")
  }
  func adaptivePresentationStyle(for controller: UIPresentationController)
    -> UIModalPresentationStyle
  { style }
  func presentationControllerShouldDismiss(_ controller: UIPresentationController) -> Bool {
    dismisses
  }
  func presentationControllerWillDismiss(_ controller: UIPresentationController) {
    calls.append("will")
  }
  func presentationControllerDidDismiss(_ controller: UIPresentationController) {
    calls.append("did")
  }
  func presentationControllerDidAttemptToDismiss(_ controller: UIPresentationController) {
    calls.append("attempt")
  }

  func present() {
    root.present(shown, animated: false)
    window.layoutIfNeeded()
    CATransaction.flush()
  }

  var frame: CGRect { shown.view.convert(shown.view.bounds, to: window) }
}

@Suite("Popovers", .serialized)
@MainActor
struct PopoverTests {
  @Test(
    "A popover points at its view, is as large as its controller wants, and follows both",
    .shows(
      "UIPopoverPresentationController",
      "UIPopoverPresentationController.sourceView",
      "UIPopoverPresentationController.sourceRect",
      "UIPopoverPresentationController.permittedArrowDirections"
    )
  )
  func places() {
    let stage = PopoverStage()
    stage.present()
    #expect(stage.calls == ["prepare"] && stage.popover?.arrowDirection == .up)
    #expect(stage.frame == CGRect(x: 150, y: 133, width: 200, height: 100))
    #expect(stage.root.view.window != nil)
    stage.popover?.sourceRect = CGRect(x: 0, y: 0, width: 10, height: 10)
    #expect(stage.frame == CGRect(x: 135, y: 123, width: 200, height: 100))
    stage.popover?.permittedArrowDirections = .right
    #expect(stage.frame == CGRect(x: 17, y: 55, width: 200, height: 100))
    UIView.performWithoutAnimation {
      stage.shown.preferredContentSize = CGSize(width: 100, height: 50)
    }
    #expect(stage.frame == CGRect(x: 117, y: 80, width: 100, height: 50))
    stage.window.frame.size = CGSize(width: 300, height: 300)
    stage.window.layoutIfNeeded()
    #expect(stage.frame.maxX == 217)
    stage.shown.dismiss(animated: false)
    #expect(stage.shown.view.superview == nil && stage.root.presentedViewController == nil)
  }

  @Test("A tap beside it dismisses it, if the delegate lets it; a tap in it does not")
  func fingers() throws {
    let stage = PopoverStage()
    stage.present()
    stage.app.tap(at: CGPoint(x: 250, y: 180), time: 1)
    #expect(stage.root.presentedViewController === stage.shown)
    stage.dismisses = false
    stage.app.tap(at: CGPoint(x: 20, y: 380), time: 3)
    #expect(stage.calls == ["prepare", "attempt"])
    stage.dismisses = true
    stage.app.tap(at: CGPoint(x: 20, y: 380), time: 5)
    #expect(stage.calls == ["prepare", "attempt", "will"])
    try stage.window.context?.advance(to: 7)
    #expect(stage.calls.last == "did" && stage.root.presentedViewController == nil)
  }

  @Test(
    "Views that touches pass through to get them, others do not",
    .shows("UIPopoverPresentationController.passthroughViews")
  )
  func passing() {
    let stage = PopoverStage()
    var taps = 0
    stage.button.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
    stage.present()
    stage.popover?.passthroughViews = [stage.button]
    stage.app.tap(at: CGPoint(x: 250, y: 110), time: 1)
    #expect(taps == 1 && stage.calls == ["prepare"])
    stage.popover?.passthroughViews = nil
    stage.dismisses = false
    stage.app.tap(at: CGPoint(x: 250, y: 110), time: 3)
    #expect(taps == 1 && stage.calls == ["prepare", "attempt"])
  }

  @Test(
    "A popover points at an item of a bar",
    .shows("UIPopoverPresentationController.barButtonItem")
  )
  func items() throws {
    let stage = PopoverStage()
    let item = UIBarButtonItem(title: "More", style: .plain, target: nil, action: nil)
    let page = PopoverStage.Root()
    page.navigationItem.rightBarButtonItem = item
    stage.window.rootViewController = PopoverStage.Navigation(rootViewController: page)
    stage.window.layoutIfNeeded()
    stage.popover?.sourceView = nil
    stage.popover?.barButtonItem = item
    page.present(stage.shown, animated: false)
    stage.window.layoutIfNeeded()
    let view = try #require(item.shownView)
    let place = view.convert(view.bounds, to: stage.window)
    #expect(stage.popover?.arrowDirection == .up && stage.frame.minY == place.maxY + 13)
    #expect(stage.frame.maxX == 490)
  }

  @Test("In a narrow window it is a sheet, or what the delegate wants")
  func narrow() {
    for (style, kind) in [(UIModalPresentationStyle.automatic, "sheet"), (.none, "popover")] {
      let stage = PopoverStage()
      stage.style = style
      stage.root.sizeClass = .compact
      stage.present()
      let presentation = stage.shown.presentationController
      #expect(presentation is UISheetPresentationController == (kind == "sheet"))
      #expect(presentation is UIPopoverPresentationController == (kind == "popover"))
      stage.shown.dismiss(animated: false)
    }
  }

  @Test("A popover that points at nothing is in the middle, and reported")
  func nothing() {
    let stage = PopoverStage()
    stage.popover?.sourceView = nil
    let lines = Diagnostics.lines { stage.present() }
    #expect(lines.count == 1 && stage.popover?.arrowDirection == .unknown)
    #expect(stage.frame == CGRect(x: 150, y: 150, width: 200, height: 100))
  }
}
