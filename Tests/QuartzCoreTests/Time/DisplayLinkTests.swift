// Callbacks at the pace of frames.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import Synchronization
import TestClaims

@testable import QuartzCore

private final class Player {
  var times: [Double] = []
  var body: (CADisplayLink) -> Void = { _ in }

  func step(_ link: CADisplayLink) {
    times.append(link.targetTimestamp)
    body(link)
  }
}

/// Sixty ticks a second of a clock that is stepped by hand.
private final class StepTicks: TickSource {
  private let (asked, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  private let number = Mutex(0)

  func next() -> FrameTick {
    asked.signal()
    go.wait()
    let number = number.withLock { number in
      number += 1
      return number
    }
    // Far ahead of the clock: ticks that have passed would be left out.
    return FrameTick(time: 1e9 + Double(number) / 60, period: 1 / 60.0)
  }

  /// Makes a tick, and comes back when all that listen were told of it.
  func step() {
    asked.wait()
    go.signal()
    asked.wait()
    asked.signal()
  }
}

/// Ticks that come one by one, when the test says so: 1, 2 and so on, or those times further on.
private final class ScriptedTicks: TickSource {
  private struct State {
    var next = 1
    var allowed = 1
  }

  private let period: Double
  private let offset: Double
  private let count: Int
  private let state = Mutex(State())
  private let turn = DispatchSemaphore(value: 1)

  /// - Parameters:
  ///   - late: Of which part of a frame each tick is late, negative for ticks to come.
  ///   - count: How many there are.
  init(period: Double, late: Double, count: Int) {
    self.period = period
    offset = late < 0 ? -late : 0
    self.count = count
  }

  func next() -> FrameTick {
    turn.wait()
    let number = state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
    if number > count { Thread.sleep(until: .distantFuture) }
    return FrameTick(time: Double(number) + offset, period: period)
  }

  var isOver: Bool { state.withLock { $0.next > count } }

  func goOn() { turn.signal() }
}

@Suite struct DisplayLinkTests {
  private func context(_ clock: ManualClock) throws -> CAContext {
    var options = CAContext.Options()
    options.clock = clock
    return try CAContext(size: CGSize(width: 20, height: 20), options: options)
  }

  @Test(
    .shows(
      "CADisplayLink",
      "CADisplayLink.add(to:forMode:)",
      "CADisplayLink.isPaused",
      "CADisplayLink.invalidate()",
      "CADisplayLink.targetTimestamp",
      "CADisplayLink.timestamp",
      "CADisplayLink.duration"
    )
  ) func aContextWithAClockOfItsOwnCallsForEveryPicture() throws {
    let (clock, player, layer) = (ManualClock(), Player(), CALayer())
    let context = try context(clock)
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 20)
    layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.layer = layer
    player.body = { link in
      CATransaction.setDisableActions(true)
      layer.frame.origin.x = link.targetTimestamp
    }
    let link = context.displayLink(target: player, selector: Player.step)
    _ = try context.image(at: 1)
    #expect(player.times.isEmpty)
    link.add(to: .current, forMode: .common)
    let picture = try context.image(at: 5)
    #expect(player.times == [5])
    #expect(
      alpha(picture, 4, 3) == 0 && alpha(picture, 5, 3) == 255 && alpha(picture, 14, 3) == 255
    )
    link.isPaused = true
    _ = try context.image(at: 6)
    link.isPaused = false
    _ = try context.image(at: 7)
    #expect(player.times == [5, 7])
    #expect(isClose(link.targetTimestamp - link.timestamp, link.duration))
    link.invalidate()
    _ = try context.image(at: 8)
    #expect(player.times == [5, 7])
  }

  @Test(.shows("CADisplayLink.invalidate()")) func runLoopsKeepLinksUntilTheyAreInvalid() throws {
    let context = try context(ManualClock())
    weak var link: CADisplayLink?
    do {
      let made = context.displayLink(target: Player(), selector: Player.step)
      made.add(to: .current, forMode: .default)
      link = made
    }
    #expect(link != nil)
    link?.invalidate()
    #expect(link == nil)
  }

  /// A context in real time: links made by this thread follow it, whatever ran here before.
  private func realTimeContext() throws -> CAContext {
    var options = CAContext.Options()
    options.isRealTime = true
    return try CAContext(size: CGSize(width: 20, height: 20), options: options)
  }

  /// Three frames of the machine's own clock.
  @Test(.shows("CADisplayLink.init(target:selector:)", "CADisplayLink.add(to:forMode:)"))
  func callsComeFromTheRunLoop() throws {
    let player = Player()
    let context = try realTimeContext()
    defer { withExtendedLifetime(context) {} }
    let link = CADisplayLink(target: player, selector: Player.step)
    player.body = { if player.times.count == 3 { $0.invalidate() } }
    link.add(to: .current, forMode: .default)
    let end = Date(timeIntervalSinceNow: 60)
    while player.times.count < 3, Date() < end {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
    #expect(player.times.count == 3)
    for (time, next) in zip(player.times, player.times.dropFirst()) { #expect(next > time) }
    let steps = player.times.map { ($0 - player.times[0]) / link.duration }
    #expect(steps.allSatisfy { abs($0 - $0.rounded()) < 1e-6 })
  }

  /// LW-D-11.2c: every frame of two seconds, every second one and every third.
  @Test(
    .shows("CADisplayLink.preferredFramesPerSecond"),
    arguments: [(60, 120), (30, 60), (20, 40)]
  )
  func callsOfTwoSeconds(rate: Int, count: Int) {
    let (ticks, player) = (StepTicks(), Player())
    let link = CADisplayLink(ticks: TickThread(ticks)) { player.step($0) }
    link.preferredFramesPerSecond = rate
    link.add(to: .current, forMode: .default)
    for tick in 1...120 {
      ticks.step()
      // A turn without waiting may come before the call, which then would be for two ticks.
      let (due, limit) = (tick * rate / 60, Date(timeIntervalSinceNow: 60))
      repeat {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
      } while player.times.count < due && Date() < limit
    }
    link.invalidate()
    #expect(player.times.count == count)
    let steps = zip(player.times, player.times.dropFirst()).map { ($1 - $0) * 60 }
    // Times of 10^9 s are 10^-7 s apart.
    #expect(steps.allSatisfy { abs($0 - Double(60 / rate)) < 1e-4 })
  }

  /// A run loop waits for the calls of a link alone, in any mode that the link was added to.
  @Test(arguments: ["mine", "UITrackingRunLoopMode", "kCFRunLoopDefaultMode"])
  func callsComeInEveryMode(name: String) throws {
    let (player, mode) = (Player(), RunLoop.Mode(rawValue: name))
    let context = try realTimeContext()
    defer { withExtendedLifetime(context) {} }
    let link = CADisplayLink(target: player, selector: Player.step)
    // Tracking is common.
    link.add(to: .current, forMode: name == "mine" ? mode : .common)
    defer { link.invalidate() }
    let end = Date(timeIntervalSinceNow: 60)
    while player.times.count < 2, Date() < end {
      #expect(RunLoop.current.run(mode: mode, before: Date(timeIntervalSinceNow: 0.1)))
    }
    #expect(player.times.count >= 2)
  }

  @Test(.shows("CADisplayLink.remove(from:forMode:)")) func callsOfModesThatDoNotRunDoNotCome()
    throws
  {
    let (player, other) = (Player(), Player())
    let context = try realTimeContext()
    defer { withExtendedLifetime(context) {} }
    let link = CADisplayLink(target: player, selector: Player.step)
    link.add(to: .current, forMode: RunLoop.Mode("mine"))
    link.add(to: .current, forMode: RunLoop.Mode("other"))
    link.remove(from: .current, forMode: RunLoop.Mode("mine"))
    let running = CADisplayLink(target: other, selector: Player.step)
    running.add(to: .current, forMode: RunLoop.Mode("mine"))
    defer { for link in [link, running] { link.invalidate() } }
    let end = Date(timeIntervalSinceNow: 60)
    while other.times.count < 2, Date() < end {
      _ = RunLoop.current.run(mode: RunLoop.Mode("mine"), before: end)
    }
    #expect(other.times.count >= 2 && player.times.isEmpty)
  }

  /// LW-11.11: the call of a frame that has passed is left out, but never two after one another.
  @Test func lateCallsAreLeftOut() {
    let player = Player()
    // Each tick is half a frame late, and comes when the one before was looked at.
    let source = ScriptedTicks(period: 1, late: 0.5, count: 4)
    let link = CADisplayLink(ticks: TickThread(source)) { player.step($0) }
    link.add(to: .current, forMode: .default)
    defer { link.invalidate() }
    let end = Date(timeIntervalSinceNow: 60)
    while !source.isOver, Date() < end {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
      source.goOn()
    }
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
    #expect(player.times == [3, 5])
    #expect(FrameTick(time: 2, period: 1).isMissed(at: 2.26))
    #expect(!FrameTick(time: 2, period: 1).isMissed(at: 2.24))
  }

  @Test(.shows("CADisplayLink.frameInterval")) func intervalsCountFrames() {
    let player = Player()
    let source = ScriptedTicks(period: 1, late: -1e9, count: 6)
    let link = CADisplayLink(ticks: TickThread(source)) { player.step($0) }
    #expect(link.frameInterval == 1)
    link.preferredFramesPerSecond = 30
    link.frameInterval = 3
    #expect(link.preferredFramesPerSecond == 0)
    link.add(to: .current, forMode: .default)
    defer { link.invalidate() }
    let end = Date(timeIntervalSinceNow: 60)
    while !source.isOver || player.times.count < 2, Date() < end {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
      source.goOn()
    }
    // The third tick and the sixth, each for the one that comes three later.
    #expect(player.times.map { $0 - 1e9 } == [6, 9])
    link.frameInterval = 0
    #expect(link.frameInterval == 1)
    link.frameInterval = 2
    link.preferredFramesPerSecond = 20
    #expect(link.frameInterval == 1)
  }

  /// LW-D-11.2c.
  @Test(
    .shows(
      "CADisplayLink.preferredFrameRateRange",
      "CAFrameRateRange.init(minimum:maximum:preferred:)",
      "CAFrameRateRange.init()",
      "CAFrameRateRange.default",
      "CAFrameRateRange.preferred"
    ),
    arguments: [
      (CAFrameRateRange.default, 1), (CAFrameRateRange(minimum: 20, maximum: 30, preferred: 30), 2),
      (CAFrameRateRange(minimum: 10, maximum: 24, preferred: 24), 3),
      (CAFrameRateRange(minimum: 40, maximum: 50, preferred: 45), 1),
      (CAFrameRateRange(minimum: 80, maximum: 120, preferred: 120), 1),
    ]
  )
  func callsComeWithWholeFrames(range: CAFrameRateRange, step: Int) {
    #expect(range.step(of: 60) == step)
    let link = CADisplayLink(target: Player(), selector: Player.step)
    link.preferredFramesPerSecond = 30
    #expect(link.preferredFrameRateRange.preferred == 30)
    #expect([60, 59.94, 50].map { link.preferredFrameRateRange.step(of: $0) } == [2, 2, 1])
    link.preferredFramesPerSecond = 0
    #expect(link.preferredFrameRateRange == .default && CAFrameRateRange() == .default)
  }

  /// ZL-D-8.2.
  @Test(
    .shows(
      "CVDisplayLink",
      "CVDisplayLinkCreateWithActiveCGDisplays",
      "CVDisplayLinkStart",
      "CVDisplayLinkStop",
      "CVDisplayLinkIsRunning"
    )
  ) func displayLinksOfCoreVideoCallFromAnotherThread() throws {
    var made: CVDisplayLink?
    CVDisplayLinkCreateWithActiveCGDisplays(&made)
    let link = try #require(made)
    #expect(CVDisplayLinkStart(link) == kCVReturnDisplayLinkCallbacksNotSet)
    let calls = DispatchSemaphore(value: 0)
    let thisThread = ObjectIdentifier(Thread.current)
    let isMain = Mutex(false)
    CVDisplayLinkSetOutputHandler(link) { _, now, output, _, _ in
      if ObjectIdentifier(Thread.current) == thisThread
        || output.pointee.hostTime <= now.pointee.hostTime
      {
        isMain.withLock { $0 = true }
      }
      calls.signal()
      return kCVReturnSuccess
    }
    #expect(CVDisplayLinkStart(link) == kCVReturnSuccess && CVDisplayLinkIsRunning(link))
    #expect(CVDisplayLinkStart(link) == kCVReturnDisplayLinkAlreadyRunning)
    // This thread is busy, and still they come.
    for _ in 0..<3 { #expect(calls.wait(timeout: .now() + 10) == .success) }
    #expect(CVDisplayLinkStop(link) == kCVReturnSuccess && !CVDisplayLinkIsRunning(link))
    #expect(CVDisplayLinkStop(link) == kCVReturnDisplayLinkNotRunning)
    #expect(!isMain.withLock { $0 })
  }
}
