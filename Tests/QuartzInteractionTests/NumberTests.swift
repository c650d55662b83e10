// Numbers of gestures, drags and motions; the laws are named.
// Licensed under the MIT license; see LICENSE.

import InteractionScenes
import QuartzInteraction
import Testing

@Suite("Numbers of touches")
@MainActor
struct NumberTests {
  /// Runs a sequence, and returns what `read` sees in a recogniser's actions.
  private func values(
    _ number: Int,
    _ recognizer: String,
    _ read: @escaping (GestureRow) -> Double?
  ) -> [String] {
    guard let scene = Sequences.all.first(where: { $0.number == number }) else { return [] }
    let runner = ModelRunner(scene)
    var values: [String] = []
    runner.watch = { call, interaction in
      guard case .action(let id, _) = call, runner.recognizers[id].scene.id == recognizer,
        let value = interaction.row(id).flatMap(read)
      else { return }
      values.append(SceneText.number(value, 4))
    }
    _ = runner.run()
    return values
  }

  private func translationX(_ row: GestureRow) -> Double? {
    guard case .pan(let pan) = row.machine else { return nil }
    return pan.translation.x
  }

  private func translationY(_ row: GestureRow) -> Double? {
    guard case .pan(let pan) = row.machine else { return nil }
    return pan.translation.y
  }

  private func scale(_ row: GestureRow) -> Double? {
    guard case .pinch(let pinch) = row.machine else { return nil }
    return pinch.scale
  }

  @Test("R15: the first ten points are no translation")
  func hysteresis() {
    #expect(values(33, "p", translationX) == ["0", "0"])
    #expect(values(127, "p", translationY) == ["30", "30", "30"])
  }

  @Test("R16: fingers that come and go are no translation")
  func fingersThatCome() {
    #expect(values(63, "p", translationY) == ["10", "15", "35", "35"])
  }

  @Test("R21 R23: a pinch has the distance of its second finger as 1, and goes on with another")
  func pinches() {
    #expect(values(64, "z", scale) == ["1.08", "2", "2"])
    #expect(values(65, "z", scale) == ["2", "4", "4"])
  }

  @Test("R25: a turn begins with the angle that it has")
  func turns() {
    let turned = values(66, "o") { row in
      guard case .rotation(let rotation) = row.machine else { return nil }
      return rotation.rotation
    }
    #expect(turned == ["0.1096", "0.3805", "0.3805"])
  }

  @Test("R19: velocities are those of the last 0.1 s; a finger that rests has none")
  func velocities() {
    for (pause, expected) in [(0.0, "250"), (0.1, "0")] {
      let moves = (1...5).map { "move 1 50,\(50 + 5 * $0) t=\(0.02 * Double($0))" }
      let steps = moves.joined(separator: "; ")
      let log = Array(repeating: "-", count: 7).joined(separator: " | ")
      let line =
        "1 R19 :: view#v 0,0,200,200 [pan#p] :: down 1 50,50 t=0; \(steps); "
        + "up 1 t=\(0.1 + pause) => \(log)"
      guard let scene = try? TouchScene(line) else {
        Issue.record("no scene: \(line)")
        continue
      }
      let runner = ModelRunner(scene)
      var last = ""
      runner.watch = { call, interaction in
        guard case .action(let id, .ended) = call, let row = interaction.row(id) else { return }
        last = SceneText.number(row.hand.velocity.velocity.y, 1)
      }
      _ = runner.run()
      #expect(last == expected)
    }
  }

  // MARK: Content

  private func facts(offset: Double, maximum: Double, viewport: Double) -> ScrollFacts {
    var facts = ScrollFacts()
    facts.offset.y = offset
    facts.maximum.y = maximum
    facts.viewport = TouchPlace(400, viewport)
    return facts
  }

  @Test("S12: a lift with 3000 points a second, and a fast one")
  func lifts() {
    let normal = ScrollGlide(
      facts(offset: 5326, maximum: 39_148, viewport: 852),
      velocity: TouchPlace(0, 3000),
      rate: ScrollPhysics.normalRate,
      isPaging: false
    )
    #expect(SceneText.number(normal.end.y, 1) == "6818")
    #expect(SceneText.number(normal.duration, 3) == "2.849")
    #expect(SceneText.number(normal.y.velocity(at: normal.duration - 1e-9), 3) == "10")
    let fast = ScrollGlide(
      facts(offset: 0, maximum: 39_148, viewport: 852),
      velocity: TouchPlace(0, 1000),
      rate: ScrollPhysics.fastRate,
      isPaging: false
    )
    #expect(SceneText.number(fast.end.y, 1) == "98")
    #expect(SceneText.number(fast.duration, 3) == "0.458")
  }

  @Test("S12 S13: content that crosses its edge returns")
  func crossing() {
    let glide = ScrollGlide(
      facts(offset: 39_088, maximum: 39_148, viewport: 852),
      velocity: TouchPlace(0, 3125),
      rate: ScrollPhysics.normalRate,
      isPaging: false
    )
    #expect(SceneText.number(glide.y.velocity(at: 0.0196), 0) == "3005")
    let peak = stride(from: 0, to: glide.duration, by: 0.001).map { glide.y.offset(at: $0) }.max()
    #expect(SceneText.number(peak ?? 0, 1) == "39248.5")
    #expect(glide.end.y == 39_148)
  }

  @Test("S13: content that is let go beyond its edge returns by two exponentials")
  func rest() {
    var held = facts(offset: 0, maximum: 39_148, viewport: 852)
    let drag = ScrollDrag(held, way: TouchPlace(0, 20))
    held.offset = drag.offset(TouchPlace(0, 590), held)
    #expect(SceneText.number(held.offset.y, 1) == "-235")
    let again = ScrollDrag(held, way: TouchPlace(0, 20))
    #expect(SceneText.number(again.start.y, 3) == "-590")
    held.offset.y = -235
    let glide = ScrollGlide(
      held,
      velocity: .zero,
      rate: ScrollPhysics.normalRate,
      isPaging: false
    )
    #expect(SceneText.number(glide.offset(at: 0.1).y, 1) == "-118.2")
    #expect(SceneText.number(glide.offset(at: 0.5).y, 1) == "-3.2")
    // One frame around the time of the trace.
    #expect(abs(glide.duration - 0.69) < 0.0167)
    #expect(glide.end.y == 0)
  }

  @Test("S15: pages, by offset and speed", arguments: [(150.0, 0.0, 0.0), (210, 0, 400)])
  func nearestPage(_ offset: Double, _ speed: Double, _ page: Double) {
    #expect(target(offset, speed) == page)
  }

  @Test(
    "S15: a fast lift turns the page",
    arguments: [(150.0, 250.0, 400.0), (250, -250, 0), (390, 150, 400)]
  )
  func turnedPage(_ offset: Double, _ speed: Double, _ page: Double) {
    #expect(target(offset, speed) == page)
  }

  private func target(_ offset: Double, _ speed: Double) -> Double {
    ScrollGlide(
      facts(offset: offset, maximum: 1200, viewport: 400),
      velocity: TouchPlace(0, speed),
      rate: ScrollPhysics.normalRate,
      isPaging: true
    ).end.y
  }
}
