// Runs scenes of touches through UIKit's public classes, and writes their calls down.
// Licensed under the MIT license; see LICENSE.

import InteractionScenes
import QuartzCore
import QuartzInteraction

@testable import UIKit

/// A scene in a window of 400 x 800 points.
@MainActor
final class SceneStage {
  let scene: TouchScene
  let window: UIWindow
  private(set) var views: [String: UIView] = [:]
  private(set) var recognizers: [String: UIGestureRecognizer] = [:]
  /// Delegates, which nobody else retains.
  private var kept: [AnyObject] = []
  private var delegates: [String: SceneDelegate] = [:]
  private var group: [String] = []

  init(_ scene: TouchScene) {
    self.scene = scene
    window = makeWindow(CGSize(width: 400, height: 800))
    for view in scene.views { add(view, to: window) }
    for relation in scene.relations { relate(relation) }
    window.layoutIfNeeded()
    CATransaction.flush()
  }

  func log(_ token: String) { group.append(token) }

  /// Lines that scroll views said of themselves against S18, during the run and after it.
  var complaints: [String] {
    let delegates = kept.compactMap { $0 as? SceneScrollDelegate }
    let moving = views.values.compactMap { $0 as? UIScrollView }.filter {
      $0.isTracking || $0.isDragging || $0.isDecelerating || $0.isZooming
    }
    return delegates.flatMap(\.complaints) + moving.map { "11: \($0) still moves" }
  }

  // MARK: Views

  private func add(_ view: SceneView, to parent: UIView) {
    let made = make(view)
    views[view.id] = made
    made.frame = CGRect(
      x: view.frame[0],
      y: view.frame[1],
      width: view.frame[2],
      height: view.frame[3]
    )
    made.isHidden = view.options["hidden"] != nil
    if view.options["off"] != nil { made.isUserInteractionEnabled = false }
    if let alpha = view.options["alpha"].flatMap(Double.init) { made.alpha = alpha }
    made.isMultipleTouchEnabled = view.options["multi"] != nil
    made.isExclusiveTouch = view.options["exclusive"] != nil
    (made as? UIControl)?.isEnabled = view.options["disabled"] == nil
    for recognizer in view.recognizers { made.addGestureRecognizer(make(recognizer)) }
    parent.addSubview(made)
    if let table = made as? SceneTable {
      prepare(table, view)
    } else {
      for child in view.children { add(child, to: made) }
      if let scroll = made as? SceneScroll { prepare(scroll, view) }
    }
  }

  private func make(_ view: SceneView) -> UIView {
    let log: (String) -> Void = { [unowned self] in self.log("\(view.id)\($0)") }
    switch view.kind {
    case "scroll": return SceneScroll(view.options)
    case "table": return SceneTable(frame: .zero)
    case "view": return SceneTouched(log)
    case "button": return watched(UIButton(frame: .zero), log)
    case "slider":
      let slider = watched(UISlider(frame: .zero), log)
      slider.value = 0.5
      slider.addAction(UIAction { _ in log(".val") }, for: .valueChanged)
      return slider
    case "switch":
      let toggle = UISwitch(frame: .zero)
      toggle.addAction(UIAction { _ in log(".down") }, for: .touchDown)
      toggle.addAction(UIAction { _ in log(".val") }, for: .valueChanged)
      return toggle
    default: return watched(UIControl(frame: .zero), log)
    }
  }

  private func watched<Control: UIControl>(_ control: Control, _ log: @escaping (String) -> Void)
    -> Control
  {
    let names: [(UIControl.Event, String)] = [
      (.touchDown, ".down"), (.touchDownRepeat, ".rep"), (.touchDragInside, ".in"),
      (.touchDragOutside, ".out"), (.touchDragEnter, ".enter"), (.touchDragExit, ".exit"),
      (.touchUpInside, ".upin"), (.touchUpOutside, ".upout"), (.touchCancel, ".cancel"),
    ]
    for (event, name) in names { control.addAction(UIAction { _ in log(name) }, for: event) }
    if control is UIButton {
      control.addAction(UIAction { _ in log(".prim") }, for: .primaryActionTriggered)
    }
    return control
  }

  private func numbers(_ view: SceneView, _ option: String) -> [CGFloat]? {
    view.options[option]?.split(separator: ",").compactMap { Double($0) }.map { CGFloat($0) }
  }

  private func prepare(_ scroll: SceneScroll, _ view: SceneView) {
    let delegate = SceneScrollDelegate(view.id, view.options) { [unowned self] in log($0) }
    kept.append(delegate)
    scroll.delegate = delegate
    if let size = numbers(view, "size") {
      scroll.contentSize = CGSize(width: size[0], height: size[1])
    }
    if let offset = numbers(view, "offset") {
      scroll.contentOffset = CGPoint(x: offset[0], y: offset[1])
    }
    if view.options["zoom"] != nil {
      scroll.minimumZoomScale = 0.1
      scroll.maximumZoomScale = 10
      recognizers["\(view.id).pinch"] = scroll.pinchGestureRecognizer
    }
    delegate.isReady = true
    recognizers["\(view.id).pan"] = scroll.panGestureRecognizer
  }

  private func prepare(_ table: SceneTable, _ view: SceneView) {
    let rows = SceneRows(view) { [unowned self] in log($0) }
    rows.fill = { [unowned self] cell, row in
      for child in row.children { add(child, to: cell.contentView) }
    }
    kept.append(rows)
    table.dataSource = rows
    table.delegate = rows
    let height = (numbers(view, "size")?[1] ?? 0) - rows.heights.reduce(0, +)
    table.tableFooterView = UIView(
      frame: CGRect(x: 0, y: 0, width: table.bounds.width, height: max(height, 0))
    )
    table.layoutIfNeeded()
    rows.isReady = true
  }

  // MARK: Recognisers

  private func make(_ scene: SceneRecognizer) -> UIGestureRecognizer {
    let recognizer = made(scene)
    let isDiscrete = scene.kind == "tap" || scene.kind == "swipe"
    let letters: [UIGestureRecognizer.State: String] = [
      .began: "B", .changed: "C", .ended: isDiscrete ? "R" : "E", .cancelled: "X",
    ]
    let action = SceneAction { [unowned self, unowned recognizer] in
      log("\(scene.id)=\(letters[recognizer.state] ?? "?")")
    }
    recognizer.addTarget(action, action: "call")
    kept.append(action)
    recognizer.cancelsTouchesInView = scene.options["nocancel"] == nil
    recognizer.delaysTouchesBegan = scene.options["delayB"] != nil
    recognizer.delaysTouchesEnded = scene.options["nodelayE"] == nil
    let delegate = SceneDelegate()
    delegate.begins = scene.options["nobegin"] == nil
    delegate.receives = { [unowned self] touch in
      scene.options["noreceive"].map { touch.view !== views[$0] } ?? true
    }
    delegates[scene.id] = delegate
    recognizer.delegate = delegate
    recognizers[scene.id] = recognizer
    return recognizer
  }

  private func made(_ scene: SceneRecognizer) -> UIGestureRecognizer {
    switch scene.kind {
    case "tap":
      let tap = UITapGestureRecognizer()
      tap.numberOfTapsRequired = scene.number("n", default: 1)
      tap.numberOfTouchesRequired = scene.number("f", default: 1)
      tap.buttonMaskRequired = .button(scene.number("btn", default: 1))
      return tap
    case "press":
      let press = UILongPressGestureRecognizer()
      press.numberOfTapsRequired = scene.number("n", default: 0)
      press.numberOfTouchesRequired = scene.number("f", default: 1)
      press.minimumPressDuration = scene.options["dur"].flatMap(Double.init) ?? 0.5
      return press
    case "pan":
      let pan = UIPanGestureRecognizer()
      pan.minimumNumberOfTouches = scene.number("min", default: 1)
      pan.maximumNumberOfTouches = scene.number("max", default: .max)
      return pan
    case "edge":
      let pan = UIScreenEdgePanGestureRecognizer()
      pan.edges = scene.options["edge"] == "left" ? .left : .right
      return pan
    case "swipe":
      let swipe = UISwipeGestureRecognizer()
      let directions: [Character: UISwipeGestureRecognizer.Direction] = [
        "R": .right, "L": .left, "U": .up, "D": .down,
      ]
      let chosen = scene.options["dir"]?.compactMap { directions[$0] } ?? [.right]
      swipe.direction = chosen.reduce(into: []) { $0.formUnion($1) }
      return swipe
    case "pinch": return UIPinchGestureRecognizer()
    case "rot": return UIRotationGestureRecognizer()
    default: return UIHoverGestureRecognizer()
    }
  }

  private func relate(_ relation: SceneRelation) {
    guard let first = recognizers[relation.first], let second = recognizers[relation.second] else {
      return
    }
    switch relation.sign {
    case ">": first.require(toFail: second)
    case "~": delegates[relation.first]?.requires.append(second)
    default: delegates[relation.first]?.together.append(second)
    }
  }

  // MARK: Steps

  /// Runs all steps, and returns a group of the log for each.
  func run() -> [String] {
    scene.steps.map { step in
      pass(to: step.time)
      var changes: [UIApplication.FingerChange] = []
      for act in step.acts { take(act, &changes) }
      if !changes.isEmpty {
        UIApplication.shared.touchesChanged(changes, time: step.time, in: window)
      }
      defer { group = [] }
      return group.isEmpty ? "-" : group.joined(separator: " ")
    }
  }

  private func pass(to time: Double) {
    guard let context = window.context, time > context.currentTime else { return }
    try? context.advance(to: time)
  }

  private func take(_ act: SceneAct, _ changes: inout [UIApplication.FingerChange]) {
    func point(_ place: TouchPlace) -> CGPoint { CGPoint(x: place.x, y: place.y) }
    switch act {
    case .touch(.down(let finger, let place, _, let number)):
      var change = UIApplication.FingerChange(phase: .began, finger: finger, point: point(place))
      change.buttons = .button(number)
      if UIApplication.shared.input.fingers[finger] != nil {
        changes.append(UIApplication.FingerChange(phase: .cancelled, finger: finger))
      }
      changes.append(change)
    case .touch(.move(let finger, let place)):
      changes.append(.init(phase: .moved, finger: finger, point: point(place)))
    case .touch(.up(let finger, let place)):
      changes.append(.init(phase: .ended, finger: finger, point: place.map(point)))
    case .touch(.cancel(let finger)): changes.append(.init(phase: .cancelled, finger: finger))
    case .touch(.point(let place)): UIApplication.shared.mouseMoved(to: point(place))
    case .touch(.wheel), .touch(.key), .touch(.wait): break
    case .set(let id, let property, let value): set(id, property, value)
    case .see(let id): see(id)
    }
  }

  private func set(_ id: String, _ property: String, _ value: String) {
    if let recognizer = recognizers[id] {
      recognizer.isEnabled = value == "1"
    } else if property == "gone" {
      views[id]?.removeFromSuperview()
    } else if value == "off" {
      views[id]?.isUserInteractionEnabled = false
    } else if value == "abv" {
      (views[id] as? UIScrollView)?.alwaysBounceVertical = true
    }
  }

  private func see(_ id: String) {
    if let recognizer = recognizers[id] {
      log("\(id):\(recognizer.state)")
    } else if let scroll = views[id] as? UIScrollView {
      log("\(id)@\(SceneText.pair(scroll.contentOffset.x, scroll.contentOffset.y))")
    }
  }
}
