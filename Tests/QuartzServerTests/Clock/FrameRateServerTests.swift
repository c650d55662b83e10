// The rates at which a server draws, from what its contexts' animations and links want.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
@testable import QuartzServer
import QuartzWire
import Testing

@Suite struct FrameRateServerTests {
  private func wish(_ minimum: Float, _ maximum: Float, _ preferred: Float = 0) -> FrameRateWish {
    FrameRateWish(minimum: minimum, maximum: maximum, preferred: preferred) ?? .none
  }

  /// A context of 120 frames a second at most, with a box.
  private func stage() throws -> (LoopHarness, ClientID, UInt64) {
    var options = ServerOptions()
    options.frameRate = 120
    let harness = try LoopHarness(options, at: 100)
    let client = harness.connect(1)
    let token = harness.createContext(1, of: client, rate: 120)
    harness.commit(Scenes.box(), of: client)
    harness.turn()
    return (harness, client, token)
  }

  /// Moves the box for ever, at a rate, and steps to the first frame of it.
  private func move(_ harness: LoopHarness, _ client: ClientID, at rates: FrameRateWish) {
    let movement = Scenes.movement(from: harness.clock.now, duration: 1, repeats: true, at: rates)
    harness.commit(movement, of: client)
    harness.turn()
    harness.advance(to: harness.clock.now + 1.0 / 120 + 1e-6)
  }

  /// The frames of the next second.
  private func framesPerSecond(_ harness: LoopHarness) -> Int {
    let before = harness.loop.statistics.framesDrawn
    harness.advance(to: harness.clock.now + 1)
    return harness.loop.statistics.framesDrawn - before
  }

  @Test func framesComeAtTheWantedRate() throws {
    let cases: [(FrameRateWish, Int)] = [
      (wish(8, 15), 15), (wish(30, 48), 40), (wish(50, 55), 40), (.none, 120),
      (wish(80, 120, 120), 120), (wish(24, 24, 24), 24),
    ]
    for (rates, expected) in cases {
      let (harness, client, _) = try stage()
      move(harness, client, at: rates)
      #expect(framesPerSecond(harness) == expected, "\(rates)")
      #expect(framesPerSecond(harness) == expected, "\(rates)")
    }
  }

  @Test func aStillSceneHasNoFrames() throws {
    let (harness, _, _) = try stage()
    harness.advance(to: 101)
    let before = harness.loop.statistics.framesDrawn
    #expect(harness.advance(to: 111) == 0)
    #expect(harness.loop.statistics.framesDrawn == before)
  }

  /// A faster animation has its first frame at the next place of the grid, a 120th of a second
  /// later at most.
  @Test func anotherRateBeginsOnTheGrid() throws {
    let (harness, client, _) = try stage()
    move(harness, client, at: wish(8, 15))
    #expect(framesPerSecond(harness) == 15)
    let due = try #require(harness.clock.scheduled)
    let now = due - 4.4 / 120
    harness.advance(to: now)
    let fast = Scenes.movement(from: now, duration: 1, repeats: true, at: wish(80, 120, 120))
    harness.commit(fast, of: client)
    harness.turn()
    let next = try #require(harness.clock.scheduled)
    #expect(next >= now && next <= now + 1.0 / 120)
    #expect(abs((due - next) * 120 - ((due - next) * 120).rounded()) < 1e-6)
    harness.advance(to: next)
    #expect((119...120).contains(framesPerSecond(harness)))
  }

  /// A slow animation does not keep the beginning of another one waiting.
  @Test func whatBeginsBetweenSlowFramesBeginsInTime() throws {
    let (harness, client, _) = try stage()
    var commit = Scenes.movement(from: 100, duration: 1, repeats: true, at: wish(1, 1, 1))
    let later = Scenes.movement(from: 100.5, duration: 0.25)
    guard case .add(let layer, _, let state) = later.animations[0] else { return }
    commit.animations.append(.add(layer, key: "later", state))
    harness.commit(commit, of: client)
    harness.turn()
    harness.advance(to: 100.4)
    #expect(harness.clock.scheduled.map { $0 <= 100.5 + 1e-9 } == true)
    let before = harness.loop.statistics.framesDrawn
    harness.advance(to: 100.76)
    #expect((30...32).contains(harness.loop.statistics.framesDrawn - before))
  }

  /// Answers a link that waits for each frame.
  private func ticks(
    _ harness: LoopHarness,
    _ client: ClientID,
    _ token: UInt64,
    at rates: FrameRateWish
  ) -> (count: Int, period: Double) {
    let message = ClientMessage.awaitRatedFrame(AwaitRatedFrame(token: token, rates: rates))
    harness.post(message, from: client)
    var (count, period) = (0, 0.0)
    /// Asks again for each answer.
    func turn() {
      for record in harness.turn() {
        guard case .frameBegan(let frame) = record.message else { continue }
        (count, period) = (count + 1, frame.period)
        harness.post(message, from: client)
      }
    }
    turn()
    let end = harness.clock.now + 1
    for number in 1...1200 {
      harness.clock.set(end - 1 + Double(number) / 1200)
      harness.loop.timer.acknowledge()
      turn()
      turn()
    }
    return (count, period)
  }

  @Test func linksWakeTheServerAsOftenAsTheyWant() throws {
    let (harness, client, token) = try stage()
    harness.advance(to: 101)
    let slow = ticks(harness, client, token, at: wish(8, 15))
    #expect((14...16).contains(slow.count), "\(slow.count)")
    #expect(abs(slow.period - 1.0 / 15) < 1e-9, "\(slow.period)")
  }

  /// While something moves faster, a link hears of all its frames, and leaves some out itself.
  @Test func linksFollowTheRunningRate() throws {
    let (harness, client, token) = try stage()
    move(harness, client, at: wish(30, 48))
    let slow = ticks(harness, client, token, at: wish(8, 15))
    #expect((39...41).contains(slow.count) && abs(slow.period - 1.0 / 40) < 1e-9)
  }

  /// A link that wants more makes animations faster.
  @Test func aFastLinkMakesAnimationsFaster() throws {
    let (harness, client, token) = try stage()
    move(harness, client, at: wish(8, 15))
    let before = harness.loop.statistics.framesDrawn
    let fast = ticks(harness, client, token, at: .none)
    #expect((119...121).contains(fast.count) && abs(fast.period - 1.0 / 120) < 1e-9)
    #expect((119...121).contains(harness.loop.statistics.framesDrawn - before))
  }
}
