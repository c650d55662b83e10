// Split views in windows of their own, for tests.
// Licensed under the MIT license; see LICENSE.

import QuartzCore

@testable import UIKit

/// A controller with a colour, which writes its appearances down.
@MainActor
final class SplitPage: UIViewController {
  let name: String
  let journal: Journal
  let color: UIColor
  /// Called when the view is about to appear.
  var willAppear: (() -> Void)?

  init(_ name: String, _ journal: Journal, _ color: UIColor = .white) {
    (self.name, self.journal, self.color) = (name, journal, color)
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = color
  }
  override func viewWillAppear(_ animated: Bool) {
    journal.note("\(name) will appear")
    willAppear?()
  }
  override func viewDidAppear(_ animated: Bool) { journal.note("\(name) did appear") }
  override func viewWillDisappear(_ animated: Bool) { journal.note("\(name) will disappear") }
  override func viewDidDisappear(_ animated: Bool) { journal.note("\(name) did disappear") }
}

/// A split view whose class of width a test chooses.
@MainActor
final class ChosenSplit: UISplitViewController {
  var chosenClass = UIUserInterfaceSizeClass.unspecified
  override var traitCollection: UITraitCollection {
    guard chosenClass != .unspecified else { return super.traitCollection }
    return UITraitCollection(traitsFrom: [
      super.traitCollection, UITraitCollection(horizontalSizeClass: chosenClass),
    ])
  }
}

/// A delegate that writes down what it hears, and whose answers a test chooses.
@MainActor
final class SplitListener: UISplitViewControllerDelegate {
  typealias Column = UISplitViewController.Column
  typealias Mode = UISplitViewController.DisplayMode

  let journal: Journal
  var top: Column?
  var expanded: Mode?
  var target = Mode.automatic
  var takesShown = false
  var willChange: ((Mode) -> Void)?

  init(_ journal: Journal) { self.journal = journal }

  func splitViewController(_ svc: UISplitViewController, willChangeTo displayMode: Mode) {
    journal.note("to \(displayMode)")
    willChange?(displayMode)
  }
  func splitViewController(_ svc: UISplitViewController, willShow column: Column) {
    journal.note("show \(column)")
  }
  func splitViewController(_ svc: UISplitViewController, willHide column: Column) {
    journal.note("hide \(column)")
  }
  func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: Column
  ) -> Column {
    journal.note("top \(proposedTopColumn)")
    return top ?? proposedTopColumn
  }
  func splitViewController(
    _ svc: UISplitViewController,
    displayModeForExpandingToProposedDisplayMode proposedDisplayMode: Mode
  ) -> Mode {
    journal.note("expand to \(proposedDisplayMode)")
    return expanded ?? proposedDisplayMode
  }
  func splitViewControllerDidCollapse(_ svc: UISplitViewController) { journal.note("collapsed") }
  func splitViewControllerDidExpand(_ svc: UISplitViewController) { journal.note("expanded") }
  func splitViewControllerInteractivePresentationGestureWillBegin(_ svc: UISplitViewController) {
    journal.note("finger begins")
  }
  func splitViewControllerInteractivePresentationGestureDidEnd(_ svc: UISplitViewController) {
    journal.note("finger ended")
  }
  func targetDisplayModeForAction(in svc: UISplitViewController) -> Mode { target }
  func splitViewController(
    _ splitViewController: UISplitViewController,
    show vc: UIViewController,
    sender: Any?
  ) -> Bool { takesShown }
  func splitViewController(
    _ splitViewController: UISplitViewController,
    showDetail vc: UIViewController,
    sender: Any?
  ) -> Bool { takesShown }
  func splitViewControllerSupportedInterfaceOrientations(
    _ splitViewController: UISplitViewController
  ) -> UIInterfaceOrientationMask { .landscape }
}

/// A split view in columns, in a window of a size, a pixel a point.
@MainActor
struct SplitStage {
  static let across = CGSize(width: 1024, height: 768)
  static let upright = CGSize(width: 768, height: 1024)
  static let phone = CGSize(width: 375, height: 667)

  let journal = Journal()
  let listener: SplitListener
  let split: ChosenSplit
  /// The controllers of the columns: red, green and blue.
  let list: SplitPage
  let notes: SplitPage
  let text: SplitPage
  let window: UIWindow

  init(
    _ style: UISplitViewController.Style = .doubleColumn,
    _ size: CGSize = across,
    prepare: (SplitStage) -> Void = { _ in }
  ) {
    listener = SplitListener(journal)
    split = ChosenSplit(style: style)
    list = SplitPage("list", journal, UIColor(red: 1, green: 0, blue: 0, alpha: 1))
    notes = SplitPage("notes", journal, UIColor(red: 0, green: 1, blue: 0, alpha: 1))
    text = SplitPage("text", journal, UIColor(red: 0, green: 0, blue: 1, alpha: 1))
    UIApplication.shared.resetInput()
    UIScreen.setMain(UIScreen(size: size, scale: 1))
    window = UIWindow(frame: CGRect(origin: .zero, size: size))
    split.delegate = listener
    split.setViewController(list, for: .primary)
    if style == .tripleColumn { split.setViewController(notes, for: .supplementary) }
    split.setViewController(text, for: .secondary)
    prepare(self)
    window.rootViewController = split
    window.makeKeyAndVisible()
    settle()
  }

  var app: UIApplication { UIApplication.shared }
  var mode: UISplitViewController.DisplayMode { split.displayMode }

  func settle() {
    window.layoutIfNeeded()
    CATransaction.flush()
  }

  func resize(_ size: CGSize) {
    window.frame = CGRect(origin: .zero, size: size)
    settle()
  }

  /// The stack of a column.
  func stack(_ column: UISplitViewController.Column) -> UINavigationController? {
    split.entries[column]?.stack
  }

  /// The left and the right side of a column's view in the window; nil if it is not there.
  func sides(_ column: UISplitViewController.Column) -> [CGFloat]? {
    guard let view = split.entries[column]?.shown.viewIfLoaded, view.window === window else {
      return nil
    }
    let frame = view.convert(view.bounds, to: window)
    return [frame.minX, frame.maxX]
  }

  /// The left side of a column where it shows now.
  func shownX(_ column: UISplitViewController.Column) -> CGFloat {
    split.entries[column]?.shown.viewIfLoaded?.layer.presentation()?.convert(.zero, to: nil).x
      ?? .nan
  }

  func advance(_ time: Double) { try? window.context?.advance(to: time) }

  /// Drags a finger at half of the height.
  func drag(_ places: [(x: CGFloat, time: Double)], ends: Bool = true) {
    guard let first = places.first, let last = places.last else { return }
    let y = window.bounds.height / 2
    app.touchBegan(at: CGPoint(x: first.x, y: y), time: first.time)
    for place in places.dropFirst() {
      app.touchMoved(to: CGPoint(x: place.x, y: y), time: place.time)
    }
    if ends { app.touchEnded(time: last.time + 0.5) }
  }

  func tap(_ x: CGFloat, time: Double) {
    app.touchBegan(at: CGPoint(x: x, y: 400), time: time)
    app.touchEnded(time: time + 0.05)
  }
}
