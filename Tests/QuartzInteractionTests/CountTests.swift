// How much work touches are: feeds, passes, questions, allocations.
// Licensed under the MIT license; see LICENSE.

import CQuartzAllocations
import QuartzInteraction
import Testing

/// Views in views, each with recognisers that are all alike.
@MainActor
private final class Nest: InteractionHost {
  let views: Int
  let each: Int
  let kind: GestureKind
  var asks: [InteractionQuestion] = []

  init(views: Int, each: Int, kind: GestureKind) {
    self.views = views
    self.each = each
    self.kind = kind
  }

  func chain(for touch: TouchRecord) -> TouchChain? {
    var chain = TouchChain(window: 0)
    for view in 0..<views {
      chain.links.append(TouchChain.Link(view: views - view))
      for order in 0..<each {
        chain.recognizers.append(.init(id: (views - view) * each + order, link: view))
      }
    }
    return chain
  }

  func settings(of recognizer: Int) -> GestureSettings? {
    var settings = GestureSettings(kind)
    settings.view = recognizer / each
    settings.order = recognizer % each
    return settings
  }

  func answer(_ question: InteractionQuestion) -> Bool {
    if case .receives = question { return true }
    asks.append(question)
    return true
  }

  func facts(of scroll: Int) -> ScrollFacts { ScrollFacts() }
  func feed(_ recognizer: Int, _ phase: TouchPhase, _ touches: [Int]) {}
}

extension Interaction {
  /// Handles an event to its end, and returns how many calls it made.
  @discardableResult
  fileprivate func all(_ event: TouchEvent) -> Int {
    handle(event)
    var count = 0
    while next() != nil { count += 1 }
    return count
  }
}

@Suite("Work of touches")
@MainActor
struct CountTests {
  private func move(_ x: Double, _ time: Double) -> TouchEvent {
    TouchEvent(time: time, [TouchSample(.moved, 1, at: TouchPlace(x, 0))])
  }

  @Test("A move is one feed for each recogniser, and no question")
  func moves() {
    let nest = Nest(views: 10, each: 10, kind: .tap)
    let interaction = Interaction(host: nest)
    interaction.all(TouchEvent(time: 0, [TouchSample(.began, 1, at: .zero)]))
    var before = interaction.counters
    #expect(before.receives == 100 && before.feeds == 100)
    interaction.all(move(3, 0.1))
    var after = interaction.counters
    #expect(after.feeds - before.feeds == 100 && after.passes == before.passes)
    #expect(after.questions == before.questions)
    // All of them want to recognise; the deepest does, and the others fail.
    before = after
    interaction.all(TouchEvent(time: 0.2, [TouchSample(.ended, 1, at: .zero)]))
    after = interaction.counters
    #expect(after.passes - before.passes <= 2 && after.actions - before.actions == 1)
    #expect(after.reads - before.reads == 99)
    // Its own view, which is the touched one, and its delegate.
    #expect(nest.asks.count == 2)
    #expect(interaction.rows.isEmpty && interaction.nextDeadline == nil)
  }

  @Test("A move that nobody takes asks for no memory")
  func allocations() throws {
    let nest = Nest(views: 10, each: 2, kind: .press)
    let interaction = Interaction(host: nest)
    interaction.all(TouchEvent(time: 0, [TouchSample(.began, 1, at: .zero)]))
    let events = (1...64).map { move(Double($0 % 5), Double($0) / 256) }
    for event in events.prefix(32) { interaction.all(event) }
    let later = Array(events.suffix(32))
    try #require(quartz_allocation_count() >= 0, "a sanitizer counts nothing")
    var calls = 0
    let before = quartz_allocation_count()
    for event in later {
      interaction.handle(event)
      while interaction.next() != nil { calls += 1 }
    }
    let after = quartz_allocation_count()
    #expect(after == before)
    #expect(calls == 32)
  }

  @Test("An event passes 1000 recognisers of 100 views")
  func many() {
    let nest = Nest(views: 100, each: 10, kind: .tap)
    let interaction = Interaction(host: nest)
    let clock = ContinuousClock()
    let down = clock.measure {
      _ = interaction.all(TouchEvent(time: 0, [TouchSample(.began, 1, at: .zero)]))
    }
    let moves = clock.measure {
      for step in 1...100 { interaction.all(move(Double(step % 5), Double(step) / 256)) }
    }
    let up = clock.measure {
      _ = interaction.all(TouchEvent(time: 0.5, [TouchSample(.ended, 1, at: .zero)]))
    }
    #expect(interaction.counters.feeds == 102_000 && interaction.counters.actions == 1)
    print("1000 recognisers: down \(down), move \(moves / 100), up \(up)")
  }
}
