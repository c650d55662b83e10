// Touches that no finger makes, and programs that do what they like in callbacks.
// Licensed under the MIT license; see LICENSE.

import QuartzInteraction
import TestRandom
import Testing

/// A host whose answers do things.
@MainActor
private final class Meddler: InteractionHost {
  var kinds: [GestureKind] = [.tap, .pan, .press]
  var requires: (Int, Int) -> Bool = { _, _ in false }
  var onQuestion: (InteractionQuestion) -> Void = { _ in }
  var isFacing = true

  func chain(for touch: TouchRecord) -> TouchChain? {
    guard isFacing else { return nil }
    var link = TouchChain.Link(view: 1)
    link.isMultiple = true
    return TouchChain(
      window: 0,
      links: [link],
      recognizers: kinds.indices.map { .init(id: $0, link: 0) }
    )
  }

  func settings(of recognizer: Int) -> GestureSettings? {
    guard kinds.indices.contains(recognizer) else { return nil }
    var settings = GestureSettings(kinds[recognizer])
    settings.view = 1
    settings.order = recognizer
    settings.asksRequirements = true
    settings.asksTogether = true
    settings.asksPrevention = true
    return settings
  }

  func answer(_ question: InteractionQuestion) -> Bool {
    onQuestion(question)
    switch question {
    case .requires(let one, let other): return requires(one, other)
    case .together: return false
    default: return true
    }
  }

  func facts(of scroll: Int) -> ScrollFacts { ScrollFacts() }
  func feed(_ recognizer: Int, _ phase: TouchPhase, _ touches: [Int]) {}
}

@Suite("Hostile touches")
@MainActor
struct HostileTouchTests {
  private func calls(_ interaction: Interaction) -> [InteractionCall] {
    var calls: [InteractionCall] = []
    while let call = interaction.next() { calls.append(call) }
    return calls
  }

  private func sample(_ phase: TouchPhase, _ finger: Int, _ x: Double = 0) -> TouchSample {
    TouchSample(phase, finger, at: TouchPlace(x, 0))
  }

  @Test("D21: unknown fingers, times that go back, places that are no numbers")
  func nonsense() {
    let host = Meddler()
    let interaction = Interaction(host: host)
    interaction.handle(TouchEvent(time: 1, [sample(.ended, 7), sample(.moved, 8)]))
    #expect(calls(interaction).isEmpty && interaction.rows.isEmpty)
    interaction.handle(TouchEvent(time: 1, [sample(.began, 1, .nan)]))
    #expect(calls(interaction).isEmpty && interaction.touches.isEmpty)
    interaction.handle(TouchEvent(time: 2, [sample(.began, 1)]))
    interaction.handle(TouchEvent(time: 0, [sample(.moved, 1, .infinity)]))
    interaction.handle(TouchEvent(time: .nan, [sample(.ended, 1)]))
    let last = calls(interaction)
    #expect(interaction.now == 2)
    #expect(last.contains(.action(recognizer: 0, state: .ended)))
    #expect(interaction.rows.isEmpty && interaction.touches.isEmpty)
    host.isFacing = false
    interaction.handle(TouchEvent(time: 3, [sample(.began, 1), sample(.ended, 1)]))
    #expect(calls(interaction).isEmpty)
  }

  @Test("1000 fingers come and go")
  func manyFingers() {
    let host = Meddler()
    let interaction = Interaction(host: host)
    for (time, phase) in [(0.0, TouchPhase.began), (0.1, .moved), (0.2, .ended)] {
      interaction.handle(TouchEvent(time: time, (0..<1000).map { sample(phase, $0, Double($0)) }))
      #expect(!calls(interaction).isEmpty)
    }
    interaction.advance(to: 10)
    _ = calls(interaction)
    #expect(interaction.rows.isEmpty && interaction.touches.isEmpty)
    #expect(interaction.nextDeadline == nil)
  }

  @Test("G4: recognisers that wait for each other do so while a finger is down; then one goes on")
  func cycle() {
    let host = Meddler()
    host.kinds = [.tap, .tap]
    host.requires = { $0 != $1 }
    let interaction = Interaction(host: host)
    interaction.handle(TouchEvent(time: 0, [sample(.began, 1)]))
    #expect(
      calls(interaction).allSatisfy { if case .action = $0 { false } else { true } }
    )
    interaction.handle(TouchEvent(time: 0.1, [sample(.ended, 1)]))
    let told = calls(interaction)
    #expect(told.contains(.action(recognizer: 0, state: .ended)))
    #expect(!told.contains(.action(recognizer: 1, state: .ended)))
    #expect(interaction.rows.isEmpty && interaction.touches.isEmpty)
  }

  @Test("D20 G12: questions that turn recognisers off, remove views and send events")
  func meddling() {
    for seed in 1...200 {
      var random = SeededGenerator(seed: UInt64(seed))
      let host = Meddler()
      let interaction = Interaction(host: host)
      host.onQuestion = { [unowned interaction, unowned host] question in
        // The answer to a touch that comes down sends no other one, or there would be no end.
        if case .receives = question { return }
        switch random.index(below: 6) {
        case 0: interaction.drop(random.index(below: 3))
        case 1: interaction.viewsLeft { $0 == 1 }
        case 2: host.kinds.append(.tap)
        case 3: interaction.wish(random.index(below: 3), .ended)
        case 4: interaction.cancelAll()
        default: interaction.handle(TouchEvent(time: 0, [TouchSample(.moved, 1, at: .zero)]))
        }
      }
      for step in 0..<12 {
        let phase = [TouchPhase.began, .moved, .ended][step % 3]
        interaction.handle(
          TouchEvent(time: Double(step) / 8, [sample(phase, 1, Double(step % 3) * 12)])
        )
        _ = calls(interaction)
      }
      host.onQuestion = { _ in }
      interaction.cancelAll()
      interaction.advance(to: 100)
      _ = calls(interaction)
      #expect(interaction.touches.isEmpty && interaction.rows.isEmpty, "seed \(seed)")
    }
  }
}
