// The mouse of AppKit against the interaction alone: random buttons give the same log.
// Licensed under the MIT license; see LICENSE.

import AppKit
import QuartzInteraction
import TestRandom
import Testing

/// Something that the mouse does at a time.
private struct MouseStep {
  enum Kind { case down, drag, up }

  var kind: Kind
  var button: Int
  /// In the window, y up.
  var place: SIMD2<Double>
  var time: Double

  /// Random steps of two buttons, all of them up in the end.
  static func steps(_ seed: UInt64, count: Int) -> [MouseStep] {
    var random = SeededGenerator(seed: seed)
    var (steps, held, place): ([MouseStep], Set<Int>, SIMD2<Double>) = ([], [], [60, 60])
    // In 1/128 s, which sums exactly.
    var ticks = 1
    func add(_ kind: Kind, _ button: Int) {
      steps.append(MouseStep(kind: kind, button: button, place: place, time: Double(ticks) / 128))
    }
    for _ in 0..<count {
      ticks += [1, 5, 20, 51, 70][random.index(below: 5)]
      let button = random.once(in: 3) ? 1 : 0
      if held.isEmpty || random.once(in: 3) {
        add(held.contains(button) ? .up : .down, button)
        if held.remove(button) == nil { held.insert(button) }
      } else {
        let way = [1.0, 2, 4, 30][random.index(below: 4)]
        place += SIMD2(random.once(in: 2) ? way : -way, random.once(in: 2) ? way : -way)
        // Buttons go down in the window.
        place.clamp(lowerBound: [5, 5], upperBound: [395, 395])
        add(.drag, held.min() ?? 0)
      }
    }
    for button in held.sorted() {
      ticks += 3
      add(.up, button)
    }
    return steps
  }
}

/// The scene of the log without views: a view with a view in it, and their recognisers.
@MainActor
private final class BareMouse: InteractionHost {
  private lazy var interaction = Interaction(host: self)
  private var log: [String] = []
  private var source = 0
  private var places: [Int: TouchPlace] = [:]
  private static let names = ["t", "d", "l", "p", "q", "u"]
  static let inner = NSRect(x: 50, y: 50, width: 100, height: 100)

  /// The settings of those recognisers, in this order.
  private static let settings: [GestureSettings] = {
    func make(_ kind: GestureKind, _ view: Int, _ order: Int) -> GestureSettings {
      var settings = GestureSettings(kind)
      settings.view = view
      settings.order = order
      settings.delaysEnded = false
      settings.asksRequirements = true
      settings.pause = InteractionConstants.clickPause
      settings.hysteresis = InteractionConstants.mousePanHysteresis
      return settings
    }
    var all = [
      make(.tap, 1, 0), make(.tap, 1, 1), make(.press, 1, 2), make(.pan, 1, 3), make(.pan, 2, 0),
      make(.tap, 2, 1),
    ]
    all[1].taps = 2
    all[5].delaysBegan = true
    all[5].delayedButtons = 1
    return all
  }()
  private static let masks = [1, 1, 3, 1, 2, 1]

  func run(_ steps: [MouseStep]) -> String {
    for step in steps {
      source = step.button
      let place = TouchPlace(step.place.x, 0 - step.place.y)
      let phase: TouchPhase = [.down: .began, .drag: .moved][step.kind] ?? .ended
      var samples = [
        TouchSample(phase, step.button, at: place, kind: 3, buttons: 1 << step.button)
      ]
      for touch in interaction.touches
      where touch.isDown && touch.finger != step.button && touch.place != place {
        samples.append(TouchSample(.moved, touch.finger, at: place))
      }
      interaction.handle(TouchEvent(time: step.time, samples))
      drain()
    }
    interaction.advance(to: (steps.last?.time ?? 0) + 6)
    drain()
    return log.joined(separator: " ")
  }

  private func drain() {
    while let call = interaction.next() {
      switch call {
      case .action(let id, let state):
        let letter = [.began: "B", .changed: "C", .ended: "E", .cancelled: "X"][state] ?? "?"
        log.append("\(Self.names[id])=\(letter)")
      case .touch(let phase, let view, let touch):
        guard let finger = interaction.touch(touch)?.finger else { continue }
        // Views have no method for buttons that are taken away, and drags are of one button.
        if phase == .cancelled || phase == .moved && finger != source { continue }
        let letter = phase == .began ? "D" : phase == .moved ? "M" : "U"
        log.append("\(view == 1 ? "v" : "c").\(letter)\(finger == 0 ? "" : "\(finger)")")
      case .halt, .settle, .reset: break
      }
    }
  }

  func chain(for touch: TouchRecord) -> TouchChain? {
    var chain = TouchChain(window: 0)
    let isInside = Self.inner.contains(NSPoint(x: touch.place.x, y: 0 - touch.place.y))
    for view in isInside ? [2, 1] : [1] {
      var link = TouchChain.Link(view: view)
      link.isMultiple = true
      let own = Self.settings.indices.filter { Self.settings[$0].view == view }
      for id in own { chain.recognizers.append(.init(id: id, link: chain.links.count)) }
      chain.links.append(link)
    }
    return chain
  }

  func settings(of recognizer: Int) -> GestureSettings? {
    var settings = Self.settings[recognizer]
    settings.fingers = Self.masks[recognizer].nonzeroBitCount
    return settings
  }

  func answer(_ question: InteractionQuestion) -> Bool {
    switch question {
    case .receives(let id, let touch):
      (interaction.touch(touch)?.buttons ?? 0) & Self.masks[id] != 0
    case .requires(let one, let other): (one, other) == (0, 1)
    case .together: false
    default: true
    }
  }

  func facts(of scroll: Int) -> ScrollFacts { ScrollFacts() }
  func feed(_ recognizer: Int, _ phase: TouchPhase, _ touches: [Int]) {}
}

@MainActor
@Suite("AppKit: logs of the mouse", .serialized)
struct MouseLogTests {
  /// The log of the same scene with views.
  private func log(_ steps: [MouseStep]) throws -> String {
    let stage = MouseStage()
    let inner = stage.add("c", BareMouse.inner)
    let single = stage.add("t", NSClickGestureRecognizer())
    let twice = stage.add("d", NSClickGestureRecognizer())
    twice.numberOfClicksRequired = 2
    let judge = MouseJudge()
    judge.requires = { $0 === single && $1 === twice }
    single.delegate = judge
    stage.add("l", NSPressGestureRecognizer()).buttonMask = 3
    stage.add("p", NSPanGestureRecognizer())
    stage.add("q", NSPanGestureRecognizer(), to: inner).buttonMask = 2
    stage.add("u", NSClickGestureRecognizer(), to: inner).delaysPrimaryMouseButtonEvents = true
    for step in steps {
      let (x, y, time, button) = (step.place.x, step.place.y, step.time, step.button)
      switch step.kind {
      case .down: stage.down(x, y, at: time, button: button)
      case .drag: stage.drag(x, y, at: time, button: button)
      case .up: stage.up(x, y, at: time, button: button)
      }
    }
    try stage.wait(until: (steps.last?.time ?? 0) + 6)
    return stage.taken()
  }

  nonisolated private static let seeds: ClosedRange<UInt64> = 1...40

  @Test("Random buttons give the log that the interaction alone gives", arguments: seeds)
  func random(seed: UInt64) throws {
    let steps = MouseStep.steps(seed, count: 60)
    let expected = BareMouse().run(steps)
    let found = try log(steps)
    #expect(found == expected)
    #expect(expected.split(separator: " ").count > 20)
  }

  @Test("All recognisers of the scene recognise in one of the logs")
  func coverage() {
    var words: Set<Substring> = []
    for seed in Self.seeds {
      words.formUnion(BareMouse().run(MouseStep.steps(seed, count: 60)).split(separator: " "))
    }
    let expected: Set<Substring> = [
      "t=E", "d=E", "l=B", "l=E", "p=B", "p=C", "p=E", "q=B", "q=E", "u=E", "c.D", "c.U",
    ]
    #expect(expected.isSubset(of: words), "\(expected.subtracting(words))")
  }
}
