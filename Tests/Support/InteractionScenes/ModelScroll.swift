// A scroll view without a view: its offset, its drag, its motion.
// Licensed under the MIT license; see LICENSE.

package import QuartzInteraction

/// The content of a scroll view of a scene.
package struct ModelScroll {
  package var facts = ScrollFacts()
  package var drag: ScrollDrag?
  package var push: ScrollPush?
  package var glide: ScrollGlide?
  package var begin = 0.0
  package var zoom = 1.0
  package var zoomStart: Double?

  package var end: Double? { glide.map { begin + $0.duration } }

  package mutating func move(to time: Double) {
    if let glide { facts.offset = glide.offset(at: time - begin) }
  }
}

extension ModelNode {
  package var mutes: Bool { options["mute"] != nil }

  /// The facts as options and frame say.
  package func read() -> ScrollFacts {
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

  package func numbers(_ option: String) -> [Double]? {
    options[option]?.split(separator: ",").compactMap { Double($0) }
  }
}

extension ModelRunner {
  package func panned(_ node: ModelNode, _ row: GestureRow, _ state: GestureState) {
    guard case .pan(let pan) = row.machine else { return }
    switch state {
    case .began:
      node.scroll.drag = ScrollDrag(node.read(), way: pan.way)
      log("\(node.id):willDrag")
      drag(node, pan.translation)
    case .changed: drag(node, pan.translation)
    case .ended: lift(node, -row.hand.velocity.velocity)
    case .cancelled: lift(node, .zero)
    case .possible, .failed: break
    }
  }

  private func drag(_ node: ModelNode, _ translation: TouchPlace) {
    guard let drag = node.scroll.drag else { return }
    let new = drag.offset(translation, node.read())
    if new != node.scroll.facts.offset {
      node.scroll.facts.offset = new
      if !node.mutes { log("\(node.id)@\(SceneText.pair(new.x, new.y))") }
    }
    push(node, drag.rest(translation, node.read()))
  }

  /// Moves the scroll view around one that does not bounce.
  private func push(_ node: ModelNode, _ rest: TouchPlace) {
    var outer = node.parent
    while let candidate = outer, !candidate.isScroll { outer = candidate.parent }
    guard let outer, rest != .zero || node.scroll.push != nil else { return }
    let push = node.scroll.push ?? ScrollPush(outer.read())
    node.scroll.push = push
    outer.scroll.facts.offset = push.offset(rest, outer.read())
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
    (node.scroll.drag, node.scroll.push) = (nil, nil)
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

  package func pinched(_ node: ModelNode, _ row: GestureRow, _ state: GestureState) {
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

  package func halt(_ node: ModelNode) {
    guard node.scroll.glide != nil else { return }
    node.scroll.move(to: time)
    node.scroll.glide = nil
    log("\(node.id):didDecel")
  }

  /// Lets content that a finger stopped move to where it may rest.
  package func settle(_ node: ModelNode) {
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
