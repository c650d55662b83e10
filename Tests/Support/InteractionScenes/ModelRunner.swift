// Runs scenes on the module alone: views are frames, and events are written down.
// Licensed under the MIT license; see LICENSE.

package import QuartzInteraction

/// A view of a scene, without a view.
@MainActor
package final class ModelNode {
  package let number: Int
  package let kind: String
  package let id: String
  package let frame: [Double]
  package var options: [String: String]
  package weak var parent: ModelNode?
  package var children: [ModelNode] = []
  package var recognizers: [Int] = []
  package var scroll = ModelScroll()
  package var tracker = ControlTracker()
  package var value = 0.5
  package var grip = 0.0
  package var isOn = false
  package var isSelected = false

  package init(_ number: Int, _ view: SceneView, in parent: ModelNode?) {
    self.number = number
    kind = view.kind
    id = view.id
    frame = view.frame
    options = view.options
    self.parent = parent
    if let offset = numbers("offset") { scroll.facts.offset = TouchPlace(offset[0], offset[1]) }
  }

  package var isScroll: Bool { kind == "scroll" || kind == "table" }
  package var isControl: Bool { ["button", "control", "slider", "switch"].contains(kind) }
  package var isEnabled: Bool { options["disabled"] == nil }
  package var size: TouchPlace { TouchPlace(frame[2], frame[3]) }

  /// Returns a point of the window in the view, without the offset of its content.
  package func local(_ point: TouchPlace) -> TouchPlace {
    guard let parent else { return point }
    return parent.local(point) + (parent.isScroll ? parent.scroll.facts.offset : .zero)
      - TouchPlace(frame[0], frame[1])
  }

  package func hit(_ point: TouchPlace) -> ModelNode? {
    let alpha = options["alpha"].flatMap(Double.init) ?? 1
    guard options["hidden"] == nil, options["off"] == nil, alpha >= 0.01 else { return nil }
    let place = local(point)
    guard place.x >= 0, place.y >= 0, place.x < size.x, place.y < size.y else { return nil }
    for child in children.reversed() {
      if let found = child.hit(point) { return found }
    }
    return self
  }

  package func isWithin(_ other: ModelNode) -> Bool {
    self === other || parent?.isWithin(other) == true
  }
}

/// A recogniser of a scene, without one.
package struct ModelRecognizer {
  package var scene: SceneRecognizer
  package var settings: GestureSettings
  package var isEnabled = true
  package var isDiscrete: Bool { settings.kind == .tap || settings.kind == .swipe }
}

/// A scene that runs.
@MainActor
package final class ModelRunner {
  package let scene: TouchScene
  package private(set) var interaction: Interaction?
  package private(set) var nodes: [ModelNode] = []
  package private(set) var recognizers: [ModelRecognizer] = []
  package private(set) var time = 0.0
  private var hover = HoverTracker()
  private var groups: [String] = []
  private var group: [String] = []
  /// Called before each call is made; for tests that look at numbers.
  package var watch: ((InteractionCall, Interaction) -> Void)?

  package init(_ scene: TouchScene) {
    self.scene = scene
    let window = SceneView(kind: "window", id: "window", frame: [0, 0, 400, 800])
    let root = ModelNode(0, window, in: nil)
    nodes.append(root)
    for view in scene.views { add(view, to: root) }
    interaction = Interaction(host: self)
  }

  private func add(_ view: SceneView, to parent: ModelNode) {
    let node = ModelNode(nodes.count, view, in: parent)
    nodes.append(node)
    parent.children.append(node)
    if node.isScroll {
      add(SceneRecognizer(kind: "pan", id: "\(view.id).pan"), to: node, scroll: node.number)
      if view.options["zoom"] != nil {
        add(SceneRecognizer(kind: "pinch", id: "\(view.id).pinch"), to: node, scroll: node.number)
      }
    }
    for recognizer in view.recognizers { add(recognizer, to: node, scroll: -1) }
    for child in view.children { add(child, to: node) }
  }

  private static let kinds: [String: GestureKind] = [
    "tap": .tap, "press": .press, "pan": .pan, "edge": .edge, "pinch": .pinch, "rot": .rotation,
    "swipe": .swipe, "hover": .hover,
  ]

  private func add(_ scene: SceneRecognizer, to node: ModelNode, scroll: Int) {
    var settings = GestureSettings(Self.kinds[scene.kind] ?? .foreign)
    settings.taps = scene.number("n", default: settings.taps)
    settings.fingers = scene.number(scene.kind == "pan" ? "min" : "f", default: 1)
    settings.maximumFingers = scene.number("max", default: .max)
    settings.duration = scene.options["dur"].flatMap(Double.init) ?? settings.duration
    let bits: [Character: Int] = ["R": 1, "L": 2, "U": 4, "D": 8]
    settings.directions = scene.options["dir"]?.reduce(0) { $0 | (bits[$1] ?? 0) } ?? 1
    settings.edges =
      ["top": 1, "left": 2, "bottom": 4, "right": 8][scene.options["edge"] ?? ""] ?? 0
    settings.area = TouchPlace(400, 800)
    settings.cancels = scene.options["nocancel"] == nil
    settings.delaysBegan = scene.options["delayB"] != nil
    settings.delaysEnded = scene.options["nodelayE"] == nil
    settings.asksTogether = true
    settings.asksRequirements = true
    settings.view = node.number
    settings.order = node.recognizers.count
    settings.scroll = scroll
    node.recognizers.append(recognizers.count)
    recognizers.append(ModelRecognizer(scene: scene, settings: settings))
  }

  // MARK: Steps

  /// Runs all steps, and returns a group of the log for each.
  package func run() -> [String] {
    for step in scene.steps { take(step) }
    return groups
  }

  package func take(_ step: SceneStep) {
    pass(to: step.time)
    var samples: [TouchSample] = []
    for act in step.acts { take(act, &samples) }
    if !samples.isEmpty {
      interaction?.handle(TouchEvent(time: time, samples))
      drain()
    }
    groups.append(group.isEmpty ? "-" : group.joined(separator: " "))
    group = []
  }

  private func take(_ act: SceneAct, _ samples: inout [TouchSample]) {
    func place(_ finger: Int) -> TouchPlace {
      interaction?.touches.last { $0.finger == finger && $0.isDown }?.place ?? .zero
    }
    switch act {
    case .touch(.down(let finger, let place, let kind, let buttons)):
      samples.append(TouchSample(.began, finger, at: place, kind: kind, buttons: buttons))
    case .touch(.move(let finger, let place)):
      samples.append(TouchSample(.moved, finger, at: place))
    case .touch(.up(let finger, let end)):
      samples.append(TouchSample(.ended, finger, at: end ?? place(finger)))
    case .touch(.cancel(let finger)):
      samples.append(TouchSample(.cancelled, finger, at: place(finger)))
    case .touch(.point(let place)): point(place)
    case .touch(.wheel), .touch(.key), .touch(.wait): break
    case .set(let id, let property, let value): set(id, property, value)
    case .see(let id): see(id)
    }
  }

  /// Lets time pass, with all timers and all ends of motions.
  private func pass(to end: Double) {
    while true {
      let motions = nodes.compactMap(\.scroll.end)
      let timer = interaction?.nextDeadline ?? .infinity
      let next = min(motions.min() ?? .infinity, timer)
      guard next <= end else { break }
      time = max(time, next)
      for node in nodes where (node.scroll.end ?? .infinity) <= time {
        node.scroll.facts.offset = node.scroll.glide?.end ?? .zero
        node.scroll.glide = nil
        log("\(node.id):didDecel")
      }
      interaction?.advance(to: time)
      drain()
    }
    time = max(time, end)
    for node in nodes { node.scroll.move(to: time) }
  }

  private func drain() {
    guard let interaction else { return }
    while let call = interaction.next() {
      watch?(call, interaction)
      perform(call)
    }
  }

  private func point(_ place: TouchPlace) {
    var over: [Int] = []
    var node = nodes[0].hit(place)
    while let next = node {
      over += next.recognizers.filter { recognizers[$0].settings.kind == .hover }
      node = next.parent
    }
    for step in hover.move(over: over) { act(step.recognizer, step.state) }
  }

  private func set(_ id: String, _ property: String, _ value: String) {
    if let index = recognizers.firstIndex(where: { $0.scene.id == id }) {
      recognizers[index].isEnabled = value == "1"
      if value == "0" { interaction?.drop(index) }
    } else if let node = nodes.first(where: { $0.id == id }) {
      if property == "gone" {
        node.parent?.children.removeAll { $0 === node }
        interaction?.viewsLeft { nodes[$0].isWithin(node) }
        node.parent = nil
      } else {
        node.options[value] = ""
      }
    }
    drain()
  }

  private func see(_ id: String) {
    if let index = recognizers.firstIndex(where: { $0.scene.id == id }) {
      log("\(id):\(interaction?.row(index)?.state ?? .possible)")
    } else if let node = nodes.first(where: { $0.id == id }) {
      let offset = node.scroll.facts.offset
      log("\(id)@\(SceneText.pair(offset.x, offset.y))")
    }
  }

  package func log(_ token: String) { group.append(token) }

  // MARK: Calls

  private func perform(_ call: InteractionCall) {
    switch call {
    case .action(let recognizer, let state): act(recognizer, state)
    case .touch(let phase, let view, let touch): tell(nodes[view], phase, touch)
    case .halt(let scroll): halt(nodes[scroll])
    case .settle(let scroll): settle(nodes[scroll])
    case .reset: break
    }
  }

  private func act(_ id: Int, _ state: GestureState) {
    let recognizer = recognizers[id]
    if recognizer.settings.scroll >= 0, let row = interaction?.row(id) {
      let node = nodes[recognizer.settings.scroll]
      if recognizer.settings.kind == .pan {
        panned(node, row, state)
      } else {
        pinched(node, row, state)
      }
      return
    }
    let letters: [GestureState: String] = [.began: "B", .changed: "C", .cancelled: "X"]
    log("\(recognizer.scene.id)=\(letters[state] ?? (recognizer.isDiscrete ? "R" : "E"))")
  }

  private func tell(_ node: ModelNode, _ phase: TouchPhase, _ touch: Int) {
    guard let touch = interaction?.touch(touch) else { return }
    switch node.kind {
    case "view": log("\(node.id).\(["B", "M", "E", "C"][Int(phase.rawValue)])")
    case "row": tellRow(node, phase, touch)
    default: if node.isControl { tellControl(node, phase, touch) }
    }
  }

  private func tellRow(_ node: ModelNode, _ phase: TouchPhase, _ touch: TouchRecord) {
    switch phase {
    case .began: log("\(node.id).hi")
    case .moved: break
    case .cancelled: log("\(node.id).unhi")
    case .ended:
      log("\(node.id).unhi")
      let place = node.local(touch.place)
      guard place.x >= 0, place.y >= 0, place.x < node.size.x, place.y < node.size.y else { return }
      log("\(node.id).willsel")
      for other in nodes where other.isSelected && other !== node {
        other.isSelected = false
        log("\(other.id).desel")
      }
      node.isSelected = true
      log("\(node.id).sel")
    }
  }
}
