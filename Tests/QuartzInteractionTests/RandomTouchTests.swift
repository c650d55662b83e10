// Random fingers over scenes: what holds for all of them.
// Licensed under the MIT license; see LICENSE.

import InteractionScenes
import QuartzInteraction
import TestRandom
import Testing

/// Random steps of up to three fingers.
private struct RandomSteps {
  private var random: SeededGenerator
  private var places: [Int: SIMD2<Int>] = [:]
  private var time = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns steps in the grammar of scenes; times are in 1/128 s, which sums exactly.
  mutating func steps(_ count: Int, from start: Int = 0) -> [String] {
    var steps: [String] = []
    for _ in 0..<count {
      time += [1, 2, 5, 20, 51][random.index(below: 5)]
      steps.append("\(act()) t=\(Double(start) + Double(time) / 128)")
    }
    for finger in places.keys.sorted() {
      time += 3
      steps.append("up \(finger) t=\(Double(start) + Double(time) / 128)")
    }
    steps.append("wait t=\(Double(start) + Double(time) / 128 + 6)")
    return steps
  }

  private mutating func act() -> String {
    let finger = random.index(below: 3) + 1
    guard var place = places[finger] else {
      let place = SIMD2(random.index(below: 200), random.index(below: 200))
      places[finger] = place
      return "down \(finger) \(place.x),\(place.y)"
    }
    switch random.index(below: 6) {
    case 0:
      places[finger] = nil
      return random.once(in: 8) ? "cancel \(finger)" : "up \(finger)"
    case 1: return "wait"
    default:
      let way = [3, 9, 40][random.index(below: 3)]
      place.x += random.once(in: 2) ? way : -way
      if random.once(in: 2) { place.y += random.once(in: 2) ? way : -way }
      places[finger] = place
      return "move \(finger) \(place.x),\(place.y)"
    }
  }
}

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
      for token in own {
        switch token {
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
  nonisolated static let scenes = [
    "view#v 0,0,200,200 multi [tap#t] [tap#d n=2] [pan#p] [press#l] { button#b 20,20,60,40 }",
    "view#v 0,0,200,200 [tap#t] [tap#d n=2 delayB] [swipe#s] { view#c 0,0,100,100 multi [pinch#z] "
      + "[rot#o] } t>d z&o",
    "view#a 0,0,100,200 exclusive [pan#p min=2] view#b 100,0,100,200 multi [pan#q max=1] [tap#u f=2]",
    "scroll#s 0,0,200,200 size=200,2000 { button#b 0,0,200,60 view#c 0,60,200,140 [tap#t] "
      + "slider#k 0,200,200,40 }",
    "scroll#o 0,0,200,200 size=800,200 paging { scroll#i 0,0,200,200 size=200,900 { view#c "
      + "0,0,200,900 [press#l] } }",
    "scroll#s 0,0,200,200 size=800,800 zoom mute { view#c 0,0,800,800 multi [pan#p nocancel] }",
    "view#v 0,0,200,200 [edge#e edge=left] { table#s 0,0,200,200 size=200,2000 { row#a 0,0,200,80 "
      + "row#b 0,80,200,80 { switch#x 140,10,51,31 } } } s.pan>e",
  ]

  private func scene(_ views: String, _ steps: [String]) throws -> TouchScene {
    let log = Array(repeating: "-", count: steps.count).joined(separator: " | ")
    return try TouchScene("1 G1 :: \(views) :: \(steps.joined(separator: "; ")) => \(log)")
  }

  @Test("Calls of views, recognisers, controls and scroll views are in order", arguments: scenes)
  func invariants(_ views: String) throws {
    for seed in 1...150 {
      var random = RandomSteps(seed: UInt64(seed))
      let steps = random.steps(5 + seed % 55)
      let witness = Witness(try scene(views, steps))
      witness.run()
      #expect(witness.complaints.isEmpty, "seed \(seed): \(steps.joined(separator: "; "))")
    }
  }

  @Test("12: the same fingers give the same calls, also later, and however waits are split")
  func repetition() throws {
    for (index, views) in Self.scenes.enumerated() {
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
}
