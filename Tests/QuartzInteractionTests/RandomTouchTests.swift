// Random fingers over scenes: what holds for all of them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import InteractionScenes
import QuartzInteraction
import Testing

/// Looks at the calls of a scene.
@MainActor
private final class Witness {
  let runner: ModelRunner
  private var phases: [Int: [TouchPhase]] = [:]
  private var actions: [Int: [GestureState]] = [:]
  private var recognized: [Int: [Int]] = [:]
  private(set) var complaints: [String] = []
  private(set) var tokens: [String] = []

  init(_ scene: TouchScene) {
    runner = ModelRunner(scene)
    runner.watch = { [unowned self] in see($0, $1) }
  }

  func run() {
    for group in runner.run() where group != "-" {
      tokens += group.split(separator: " ").map(String.init)
    }
    for (touch, phases) in phases where phases.last != .ended && phases.last != .cancelled {
      complain("1: touch \(touch) has no end: \(phases)")
    }
    for (id, states) in actions where states.last?.isOver != true {
      complain("5: recogniser \(id) has no end: \(states)")
    }
    guard let interaction = runner.interaction else { return }
    if !interaction.rows.isEmpty || !interaction.touches.isEmpty { complain("6: rows are left") }
    if interaction.nextDeadline != nil { complain("6: a timer is armed") }
    for node in runner.nodes where node.tracker.touch != nil || node.scroll.drag != nil {
      complain("6: \(node.id) still follows a finger")
    }
    checkTokens()
  }

  private func complain(_ text: String) { complaints.append(text) }

  private func see(_ call: InteractionCall, _ interaction: Interaction) {
    switch call {
    case .touch(let phase, _, let touch):
      let old = phases[touch, default: []]
      let record = interaction.touch(touch)
      if record?.delivery == .refused { complain("2: \(touch) is refused, and its view hears") }
      if record?.delivery == .held { complain("2: \(touch) is held, and its view hears") }
      if (phase == .began) != old.isEmpty { complain("1: touch \(touch): \(phase) after \(old)") }
      if old.last == .ended || old.last == .cancelled { complain("1 3: touch \(touch) goes on") }
      phases[touch] = old + [phase]
    case .action(let id, let state): note(id, state, interaction)
    case .reset(let id):
      recognized[id] = nil
      for touch in interaction.touches where touch.isDown && touch.recognizers.contains(id) {
        complain("7: \(id) is reset under finger \(touch.finger)")
      }
    case .halt, .settle: break
    }
  }

  private func note(_ id: Int, _ state: GestureState, _ interaction: Interaction) {
    let old = actions[id]?.last
    let isActive = old?.isActive == true
    switch state {
    case .began: if isActive { complain("5: \(id) begins twice") }
    case .changed, .cancelled: if !isActive { complain("5: \(id): \(state) after \(old as Any)") }
    default: break
    }
    actions[id, default: []].append(state)
    guard state == .began || state == .ended && !isActive, let row = interaction.row(id) else {
      return
    }
    for (other, touches) in recognized where touches.contains(where: row.attempt.contains) {
      let (one, two) = (runner.recognizers[other].settings, row.settings)
      if GestureRules.scrollsTogether(one, two) || one.kind == .tap && two.kind == .tap { continue }
      if interaction.answersTogether(other, id, runner) { continue }
      complain("4: \(other) and \(id) share a touch")
    }
    recognized[id] = row.attempt
  }

  /// Events of controls and scroll views come in their orders.
  private func checkTokens() {
    // A switch writes down only when it is touched.
    for node in runner.nodes where node.isControl && node.kind != "switch" {
      let own = tokens.filter { $0.hasPrefix("\(node.id).") }.map {
        $0.dropFirst(node.id.count + 1)
      }
      var isDown = false
      var isOut = false
      for (place, token) in own.enumerated() {
        switch token {
        case "prim":
          if place == 0 || own[place - 1] != "upin" { complain("9: \(node.id) prim alone") }
        case "down":
          if isDown { complain("8: \(node.id) is down twice") }
          (isDown, isOut) = (true, false)
        case "exit", "enter":
          if isOut == (token == "exit") { complain("8: \(node.id) \(token)") }
          isOut.toggle()
        case "upin", "upout", "cancel":
          if !isDown { complain("8: \(node.id) \(token) without down") }
          isDown = false
        default: break
        }
      }
    }
    for node in runner.nodes where node.isScroll {
      let own = tokens.filter { $0.hasPrefix("\(node.id):") }.map {
        $0.dropFirst(node.id.count + 1)
      }
      let text = own.filter { !$0.contains("oom") }.map { $0.prefix(while: { $0 != "(" }) }
        .joined(separator: " ")
      for token in own where token.contains("nan") || token.contains("inf") {
        complain("10: \(node.id): \(token)")
      }
      let rest = text.replacing("willDrag willEnd didEnd+ willDecel didDecel", with: "")
        .replacing("willDrag willEnd didEnd-", with: "").replacing("willDecel didDecel", with: "")
      if !rest.allSatisfy({ $0 == " " }) { complain("10: \(node.id): \(text)") }
    }
  }
}

extension Interaction {
  fileprivate func answersTogether(_ one: Int, _ other: Int, _ runner: ModelRunner) -> Bool {
    runner.answer(.together(one, other))
  }
}

@Suite("Random touches")
@MainActor
struct RandomTouchTests {
  /// The seeds of each scene: FIRST-LAST of the environment, for scripts/random-touches.
  private static let seeds: ClosedRange<Int> = {
    let text = ProcessInfo.processInfo.environment["QUARTZ_TOUCH_SEEDS"] ?? ""
    let ends = text.split(separator: "-").compactMap { Int($0) }
    return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : 1...150
  }()

  private func scene(_ views: String, _ steps: [String]) throws -> TouchScene {
    try TouchScene(views: views, steps: steps)
  }

  @Test(
    "Calls of views, recognisers, controls and scroll views are in order",
    arguments: TouchScene.randomViews
  )
  func invariants(_ views: String) throws {
    var calls = 0
    for seed in Self.seeds {
      var random = RandomSteps(seed: UInt64(seed), fingers: 2 + seed % 4)
      let steps = random.steps(5 + seed % 55)
      let witness = Witness(try scene(views, steps))
      witness.run()
      #expect(witness.complaints.isEmpty, "seed \(seed): \(steps.joined(separator: "; "))")
      calls += witness.tokens.count
    }
    print("random touches: \(Self.seeds.count) sequences, \(calls) tokens: \(views.prefix(40))")
  }

  @Test("Calls are in order in random trees, and the same at the second time")
  func trees() throws {
    var calls = 0
    for seed in Self.seeds {
      var tree = RandomViews(seed: UInt64(seed))
      var random = RandomSteps(seed: UInt64(seed), fingers: 1 + seed % 5)
      let (views, steps) = (tree.views(), random.steps(5 + seed % 55))
      let (witness, again) = (Witness(try scene(views, steps)), Witness(try scene(views, steps)))
      witness.run()
      again.run()
      let text = "seed \(seed): \(views) :: \(steps.joined(separator: "; "))"
      #expect(witness.complaints.isEmpty && witness.tokens == again.tokens, "\(text)")
      calls += witness.tokens.count
    }
    print("random touches: \(Self.seeds.count) sequences, \(calls) tokens: random trees")
  }

  @Test("12: the same fingers give the same calls, also later, and however waits are split")
  func repetition() throws {
    for (index, views) in TouchScene.randomViews.enumerated() {
      for seed in 200...230 {
        var logs: [[String]] = []
        for start in [0, 0, 64] {
          var random = RandomSteps(seed: UInt64(seed))
          let witness = Witness(try scene(views, random.steps(30, from: start)))
          witness.run()
          logs.append(witness.tokens)
        }
        var random = RandomSteps(seed: UInt64(seed))
        var split: [String] = []
        for step in random.steps(30) {
          guard let time = step.split(separator: "=").last.flatMap({ Double($0) }) else { continue }
          split += ["wait t=\(max(time - 1 / 256, 0))", step]
        }
        let witness = Witness(try scene(views, split))
        witness.run()
        logs.append(witness.tokens)
        #expect(Set(logs).count == 1, "scene \(index), seed \(seed)")
      }
    }
  }

  @Test("14: a recogniser that can do nothing changes nothing but held ends")
  func idleRecognizers() throws {
    for seed in 300...330 {
      let logs = try ["", "[tap#x f=9 nodelayE]", "[hover#h]"].map { more in
        var random = RandomSteps(seed: UInt64(seed))
        let views = "view#v 0,0,200,200 multi [tap#t] [pan#p] [press#l] \(more)"
        let witness = Witness(try scene(views, random.steps(30)))
        witness.run()
        return witness.tokens
      }
      #expect(Set(logs).count == 1, "seed \(seed)")
    }
  }

  @Test("13: a mirror shows the same calls")
  func mirror() throws {
    // Offsets along x are not mirrored, and a table's switch is where it is.
    for (index, views) in TouchScene.randomViews.enumerated() where ![4, 5].contains(index) {
      for seed in 400...440 {
        var random = RandomSteps(seed: UInt64(seed))
        let scene = try scene(views, random.steps(30, by: 0.5))
        let (one, other) = (Witness(scene), Witness(scene.mirrored(width: 400)))
        one.run()
        other.run()
        #expect(one.tokens == other.tokens, "scene \(index), seed \(seed)")
      }
    }
  }

  /// The calls that views hear without recognisers, by D5, D12 and D13 alone.
  private func phases(_ scene: TouchScene) -> [String] {
    let runner = ModelRunner(scene)
    var views: [Int: ModelNode] = [:]
    var tokens: [String] = []
    for act in scene.steps.flatMap(\.acts) {
      guard case .touch(let act) = act else { continue }
      switch act {
      case .down(let finger, let place, _, _):
        guard let hit = runner.nodes[0].hit(place), hit !== runner.nodes[0] else { continue }
        let isExclusive = hit.options["exclusive"] != nil
        let isRefused = views.values.contains { other in
          other === hit
            ? hit.options["multi"] == nil : isExclusive || other.options["exclusive"] != nil
        }
        guard !isRefused else { continue }
        views[finger] = hit
        tokens.append("\(hit.id).B")
      case .move(let finger, _): if let view = views[finger] { tokens.append("\(view.id).M") }
      case .up(let finger, _):
        if let view = views.removeValue(forKey: finger) { tokens.append("\(view.id).E") }
      case .cancel(let finger):
        if let view = views.removeValue(forKey: finger) { tokens.append("\(view.id).C") }
      default: continue
      }
    }
    return tokens
  }

  @Test("15: without recognisers views hear of the phases of their fingers, and of nothing else")
  func withoutRecognizers() throws {
    let scenes = [
      "view#v 0,0,200,200 [tap#t] [pan#p] { view#c 0,0,100,100 multi view#d 50,50,100,100 }",
      "view#a 0,0,100,200 exclusive [pan#p] view#b 100,0,100,200 multi [tap#t] [press#l]",
    ]
    for views in scenes {
      for seed in 500...560 {
        var random = RandomSteps(seed: UInt64(seed), fingers: 5)
        let steps = ["t", "p", "l"].map { "set \($0).enabled=0 t=0" } + random.steps(40)
        let scene = try scene(views, steps)
        let witness = Witness(scene)
        witness.run()
        #expect(witness.tokens == phases(scene), "seed \(seed)")
      }
    }
  }
}
