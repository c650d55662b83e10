// A scroll view without a view: its offset, its drag, its motion.
// Licensed under the MIT license; see LICENSE.

import InteractionScenes
import QuartzInteraction

/// The content of a scroll view of a scene.
struct ModelScroll {
  var facts = ScrollFacts()
  var drag: ScrollDrag?
  var glide: ScrollGlide?
  var begin = 0.0
  var zoom = 1.0
  var zoomStart: Double?

  var end: Double? { glide.map { begin + $0.duration } }

  mutating func move(to time: Double) {
    if let glide { facts.offset = glide.offset(at: time - begin) }
  }
}

extension ModelNode {
  var mutes: Bool { options["mute"] != nil }

  /// The facts as options and frame say.
  func read() -> ScrollFacts {
    var facts = scroll.facts
    let size = numbers("size") ?? [frame[2], frame[3]]
    facts.viewport = TouchPlace(frame[2], frame[3])
    facts.maximum = TouchPlace(max(size[0] - frame[2], 0), max(size[1] - frame[3], 0))
    facts.bounces = options["nobounce"] == nil
    facts.alwaysBouncesY = options["abv"] != nil
    facts.canCancel = options["nocancelcontent"] == nil
    facts.isLocking = options["lock"] != nil
    facts.isMoving = scroll.glide != nil
    return facts
  }

  func numbers(_ option: String) -> [Double]? {
    options[option]?.split(separator: ",").compactMap { Double($0) }
  }
}

extension ModelRunner {
  func panned(_ node: ModelNode, _ row: GestureRow, _ state: GestureState) {
    guard case .pan(let pan) = row.machine else { return }
    switch state {
    case .began:
      node.scroll.drag = ScrollDrag(node.read(), way: pan.way)
      log("\(node.id):willDrag")
      drag(node, pan.translation)
    case .changed: drag(node, pan.translation)
    case .ended, .cancelled: lift(node, -row.hand.velocity.velocity)
    case .possible, .failed: break
    }
  }

  private func drag(_ node: ModelNode, _ translation: TouchPlace) {
    guard let drag = node.scroll.drag else { return }
    let new = drag.offset(translation, node.read())
    guard new != node.scroll.facts.offset else { return }
    node.scroll.facts.offset = new
    if !node.mutes { log("\(node.id)@\(SceneText.pair(new.x, new.y))") }
  }

  private func lift(_ node: ModelNode, _ finger: TouchPlace) {
    guard let drag = node.scroll.drag else { return }
    let velocity = TouchPlace(drag.axes.x ? finger.x : 0, drag.axes.y ? finger.y : 0)
    let facts = node.read()
    let (rate, isPaging) = (ScrollPhysics.normalRate, node.options["paging"] != nil)
    var glide = ScrollGlide(facts, velocity: velocity, rate: rate, isPaging: isPaging)
    let speed = SceneText.pair(velocity.x / 1000, velocity.y / 1000, 2)
    let aim = SceneText.pair(glide.end.x, glide.end.y)
    log(node.mutes ? "\(node.id):willEnd" : "\(node.id):willEnd(\(speed)>\(aim))")
    if let target = node.numbers("target") {
      let place = TouchPlace(target[0], target[1])
      glide = ScrollGlide(facts, velocity: velocity, to: place, rate: rate, isPaging: isPaging)
    }
    node.scroll.drag = nil
    let movesOn = glide.duration > 0
    log("\(node.id):didEnd\(movesOn ? "+" : "-")")
    guard movesOn else {
      node.scroll.facts.offset = glide.end
      return
    }
    run(node, glide)
  }

  private func run(_ node: ModelNode, _ glide: ScrollGlide) {
    node.scroll.glide = glide
    node.scroll.begin = time
    log("\(node.id):willDecel")
  }

  func pinched(_ node: ModelNode, _ row: GestureRow, _ state: GestureState) {
    guard case .pinch(let pinch) = row.machine else { return }
    switch state {
    case .began, .changed:
      if state == .began {
        node.scroll.zoomStart = node.scroll.zoom
        log("\(node.id):willZoom")
      }
      node.scroll.zoom = (node.scroll.zoomStart ?? 1) * pinch.scale
      log("\(node.id):zoom\(SceneText.scale(node.scroll.zoom))")
    case .ended, .cancelled:
      node.scroll.zoomStart = nil
      log("\(node.id):endZoom")
    case .possible, .failed: break
    }
  }

  func halt(_ node: ModelNode) {
    guard node.scroll.glide != nil else { return }
    node.scroll.move(to: time)
    node.scroll.glide = nil
    log("\(node.id):didDecel")
  }

  /// Lets content that a finger stopped move to where it may rest.
  func settle(_ node: ModelNode) {
    let facts = node.read()
    let glide = ScrollGlide(
      facts,
      velocity: .zero,
      rate: ScrollPhysics.normalRate,
      isPaging: node.options["paging"] != nil
    )
    if glide.duration > 0, glide.end != facts.offset { run(node, glide) }
  }
}
