// Answers of a scene that runs on the module alone, and its controls.
// Licensed under the MIT license; see LICENSE.

package import QuartzInteraction

extension ModelRunner: InteractionHost {
  package func chain(for touch: TouchRecord) -> TouchChain? {
    guard let hit = nodes[0].hit(touch.place) else { return nil }
    var chain = TouchChain(window: 0)
    var node: ModelNode? = hit
    while let next = node {
      var link = TouchChain.Link(view: next.number)
      link.isMultiple = next.options["multi"] != nil
      link.isExclusive = next.options["exclusive"] != nil
      link.delaysContent = next.options["nodelay"] == nil
      if next.isScroll { link.pan = next.recognizers[0] }
      for recognizer in next.recognizers {
        chain.recognizers.append(.init(id: recognizer, link: chain.links.count))
      }
      chain.links.append(link)
      node = next.parent
    }
    return chain
  }

  package func settings(of recognizer: Int) -> GestureSettings? {
    recognizers[recognizer].isEnabled ? recognizers[recognizer].settings : nil
  }

  package func facts(of scroll: Int) -> ScrollFacts { nodes[scroll].read() }

  package func feed(_ recognizer: Int, _ phase: TouchPhase, _ touches: [Int]) {}

  package func answer(_ question: InteractionQuestion) -> Bool {
    switch question {
    case .receives(let id, let touch): receives(recognizers[id], touch)
    case .viewAllows(let view, let id): allows(nodes[view], id)
    case .delegateAllows(let id): recognizers[id].scene.options["nobegin"] == nil
    case .together(let one, let other): relates(one, other, "&") || relates(other, one, "&")
    case .requires(let one, let other): relates(one, other, ">") || relates(one, other, "~")
    case .prevents: true
    case .scrollGives(let scroll, _, _): nodes[scroll].options["nocontent"] == nil
    case .scrollTakes(let scroll, let view):
      nodes[view].tracker.touch == nil || nodes[scroll].options["cancelcontrols"] != nil
    }
  }

  private func relates(_ one: Int, _ other: Int, _ sign: Character) -> Bool {
    scene.relations.contains {
      $0.sign == sign && $0.first == recognizers[one].scene.id
        && $0.second == recognizers[other].scene.id
    }
  }

  private func receives(_ recognizer: ModelRecognizer, _ id: Int) -> Bool {
    guard recognizer.isEnabled, let touch = interaction?.touch(id) else { return false }
    guard recognizer.settings.kind != .hover else { return false }
    if recognizer.scene.options["noreceive"] == nodes[touch.view].id { return false }
    return touch.buttons & recognizer.scene.number("btn", default: 1) != 0
  }

  private func allows(_ node: ModelNode, _ id: Int) -> Bool {
    guard node.isControl, node.isEnabled, let row = interaction?.row(id) else { return true }
    let control: GestureRules.Control =
      switch node.kind {
      case "button": .button
      case "switch": .toggle
      case "slider": .slider
      default: .plain
      }
    let settings = recognizers[id].settings
    var gesture = GestureRules.ControlCase(kind: settings.kind)
    gesture.taps = settings.taps
    gesture.fingers = settings.fingers
    gesture.isOwn = settings.view == node.number
    let touches = row.attempt.compactMap { interaction?.touch($0) }
    if let touch = touches.first(where: { $0.view == node.number }),
      let finger = row.hand.fingers.first(where: { $0.touch == touch.id })
    {
      gesture.isOnKnob = node.isOnKnob(node.local(finger.start))
      gesture.isAlong = ScrollIntake.isHorizontal(finger.place - finger.start)
    }
    return !GestureRules.control(control, refuses: gesture)
  }

  package func tellControl(_ node: ModelNode, _ phase: TouchPhase, _ touch: TouchRecord) {
    let place = node.local(touch.place)
    if phase == .began {
      guard node.isEnabled, node.tracker.touch == nil, touch.buttons & 1 != 0 else { return }
      if node.kind == "slider" {
        guard node.isOnKnob(place) else { return }
        node.grip = place.x - node.thumb
      }
      node.tracker.begin(touch.id)
      return send(node, node.tracker.began(tapCount: touch.tapCount))
    }
    guard node.tracker.touch == touch.id else { return }
    let isInside = ControlTracker.reaches(place, size: node.size)
    switch phase {
    case .began: break
    case .moved:
      if node.kind == "slider", node.slide(to: place.x) { log("\(node.id).val") }
      send(node, node.tracker.move(isInside: isInside))
    case .ended:
      let event = node.tracker.end(isInside: isInside)
      send(node, ControlTracker.Events(first: event))
      if event == .upInside, node.kind == "button" { log("\(node.id).prim") }
      if node.kind == "switch" { log("\(node.id).val") }
      node.tracker.stop()
    case .cancelled:
      send(node, ControlTracker.Events(first: .cancel))
      node.tracker.stop()
    }
  }

  private func send(_ node: ModelNode, _ events: ControlTracker.Events) {
    let names: [ControlTracker.Event: String] = [
      .down: "down", .downRepeat: "rep", .dragInside: "in", .dragOutside: "out",
      .dragEnter: "enter", .dragExit: "exit", .upInside: "upin", .upOutside: "upout",
      .cancel: "cancel",
    ]
    for event in [events.first, events.second].compactMap({ $0 }) {
      guard node.kind != "switch" || event == .down else { continue }
      log("\(node.id).\(names[event] ?? "")")
    }
  }
}

extension ModelNode {
  private static let thumbWidth = 28.0

  /// The middle of a slider's thumb, or of a switch's knob.
  package var thumb: Double {
    kind == "slider" ? 14 + value * (size.x - Self.thumbWidth) : isOn ? size.x - 15 : 15
  }

  package func isOnKnob(_ place: TouchPlace) -> Bool {
    abs(place.x - thumb) <= Self.thumbWidth / 2 + InteractionConstants.thumbReach
  }

  /// Moves the thumb under a finger; whether that changed the value.
  package func slide(to x: Double) -> Bool {
    let new = min(max((x - grip - 14) / (size.x - Self.thumbWidth), 0), 1)
    defer { value = new }
    return new != value
  }
}
