// The views and delegates of scenes of touches.
// Licensed under the MIT license; see LICENSE.

import InteractionScenes
import UIKit

/// A view that writes its touches down.
final class SceneTouched: UIView {
  private let log: (String) -> Void

  init(_ log: @escaping (String) -> Void) {
    self.log = log
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { nil }

  private func note(_ name: String, _ touches: Set<UITouch>) {
    for _ in touches { log(name) }
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note(".B", touches) }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note(".M", touches) }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note(".E", touches) }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    note(".C", touches)
  }
}

/// A scroll view with the options of a scene; it keeps its own touches.
final class SceneScroll: UIScrollView {
  private let options: [String: String]

  init(_ options: [String: String]) {
    self.options = options
    super.init(frame: .zero)
    contentInsetAdjustmentBehavior = .never
    delaysContentTouches = options["nodelay"] == nil
    canCancelContentTouches = options["nocancelcontent"] == nil
    alwaysBounceVertical = options["abv"] != nil
    isDirectionalLockEnabled = options["lock"] != nil
    isPagingEnabled = options["paging"] != nil
    bounces = options["nobounce"] == nil
  }

  required init?(coder: NSCoder) { nil }

  override func touchesShouldBegin(
    _ touches: Set<UITouch>,
    with event: UIEvent?,
    in view: UIView
  ) -> Bool { options["nocontent"] == nil }

  override func touchesShouldCancel(in view: UIView) -> Bool {
    options["cancelcontrols"] != nil || super.touchesShouldCancel(in: view)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
}

/// A table of a scene.
final class SceneTable: UITableView {}

/// A target of a recogniser.
final class SceneAction: SelectorTarget {
  private let body: @MainActor () -> Void

  init(_ body: @escaping @MainActor () -> Void) { self.body = body }

  nonisolated func method(for selector: Selector) -> Method? {
    guard selector == "call" else { return nil }
    return { [body] _, _ in onViewThread { body() } }
  }
}

/// A delegate of a recogniser.
@MainActor
final class SceneDelegate: UIGestureRecognizerDelegate {
  var begins = true
  var receives: (UITouch) -> Bool = { _ in true }
  var requires: [UIGestureRecognizer] = []
  var together: [UIGestureRecognizer] = []

  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { begins }

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldReceive touch: UITouch
  ) -> Bool { receives(touch) }

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { requires.contains { $0 === otherGestureRecognizer } }

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { together.contains { $0 === otherGestureRecognizer } }
}

/// A delegate of a scroll view that writes its calls down.
@MainActor
class SceneScrollDelegate: UIScrollViewDelegate {
  let id: String
  let log: (String) -> Void
  /// Whether the scene has begun.
  var isReady = false
  private let options: [String: String]

  init(_ id: String, _ options: [String: String], _ log: @escaping (String) -> Void) {
    self.id = id
    self.options = options
    self.log = { log("\(id)\($0)") }
  }

  private var isMute: Bool { options["mute"] != nil }
  /// Calls that came while the flags of the scroll view said something else.
  private(set) var complaints: [String] = []

  private func check(_ name: String, _ isRight: Bool) {
    if !isRight { complaints.append("11: \(id)\(name)") }
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    guard isReady, scrollView.isDragging, !isMute else { return }
    log("@\(SceneText.pair(scrollView.contentOffset.x, scrollView.contentOffset.y))")
  }

  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    check(":willDrag", scrollView.isTracking && scrollView.isDragging)
    log(":willDrag")
  }

  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    let aim = targetContentOffset.pointee
    let speed = SceneText.pair(velocity.x, velocity.y, 2)
    log(isMute ? ":willEnd" : ":willEnd(\(speed)>\(SceneText.pair(aim.x, aim.y)))")
    let target = options["target"]?.split(separator: ",").compactMap { Double($0) } ?? []
    if target.count == 2 { targetContentOffset.pointee = CGPoint(x: target[0], y: target[1]) }
  }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    check(":didEnd", !scrollView.isDragging)
    log(":didEnd\(decelerate ? "+" : "-")")
  }

  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
    check(":willDecel", scrollView.isDecelerating)
    log(":willDecel")
  }

  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    check(":didDecel", !scrollView.isDecelerating)
    log(":didDecel")
  }

  func viewForZooming(in scrollView: UIScrollView) -> UIView? { scrollView.subviews.first }

  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {
    log(":willZoom")
  }

  func scrollViewDidZoom(_ scrollView: UIScrollView) {
    log(":zoom\(SceneText.scale(scrollView.zoomScale))")
  }

  func scrollViewDidEndZooming(
    _ scrollView: UIScrollView,
    with view: UIView?,
    atScale scale: CGFloat
  ) { log(":endZoom") }
}

/// The rows of a table of a scene.
@MainActor
final class SceneRows: SceneScrollDelegate, UITableViewDataSource, UITableViewDelegate {
  private let rows: [SceneView]
  private let note: (String) -> Void
  var fill: ((UITableViewCell, SceneView) -> Void)?
  var heights: [CGFloat] { rows.map { CGFloat($0.frame[3]) } }

  init(_ table: SceneView, _ log: @escaping (String) -> Void) {
    rows = table.children
    note = log
    super.init(table.id, table.options, log)
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.frame = CGRect(x: 0, y: 0, width: tableView.bounds.width, height: heights[path.row])
    fill?(cell, rows[path.row])
    return cell
  }

  func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
    heights[path.row]
  }

  func tableView(_ tableView: UITableView, didHighlightRowAt path: IndexPath) {
    note("\(rows[path.row].id).hi")
  }

  func tableView(_ tableView: UITableView, didUnhighlightRowAt path: IndexPath) {
    note("\(rows[path.row].id).unhi")
  }

  func tableView(_ tableView: UITableView, willSelectRowAt path: IndexPath) -> IndexPath? {
    note("\(rows[path.row].id).willsel")
    return path
  }

  func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) {
    note("\(rows[path.row].id).sel")
  }

  func tableView(_ tableView: UITableView, didDeselectRowAt path: IndexPath) {
    note("\(rows[path.row].id).desel")
  }
}
