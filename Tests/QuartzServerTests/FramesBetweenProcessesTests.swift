// Animations while a client sleeps, and its frame callbacks, with server and client apart.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import QuartzModel
@testable import QuartzServer
import QuartzWire
import Testing

/// Two seconds of a client that does not do anything.
@Suite struct SleepingClientTests {
  /// The stepped clock: not one frame of two seconds is left out, and nobody is asked for one.
  @Test func noFrameIsMissedWhileNobodyAsks() throws {
    let harness = try LoopHarness(at: 100)
    let client = harness.connect(1)
    _ = harness.createContext(1, of: client, rate: 60)
    harness.commit(Scenes.box(), of: client)
    harness.commit(Scenes.movement(from: 100, duration: 0.25, repeats: true), of: client)
    harness.turn()
    let before = harness.loop.statistics.framesDrawn
    for frame in 1...120 {
      harness.advance(to: 100 + Double(frame) / 60 + 1e-6)
      #expect(harness.loop.statistics.framesDrawn == before + frame)
    }
  }

  /// When all animations are over, and everybody has heard of the frame that they waited for,
  /// nothing wakes the server any more.
  @Test func afterTheLastFrameNothingWakesTheServer() throws {
    let harness = try LoopHarness(at: 100)
    let client = harness.connect(1)
    let token = harness.createContext(1, of: client, rate: 60)
    harness.commit(Scenes.box(), of: client)
    harness.commit(Scenes.movement(from: 100, duration: 0.5), of: client)
    harness.post(.awaitFrame(AwaitFrame(token: token)), from: client)
    harness.turn()
    // A display link asks again at each frame.
    var ticks = 0
    for frame in 1...120 {
      harness.clock.set(100 + Double(frame) / 60 + 1e-6)
      harness.loop.timer.acknowledge()
      for record in harness.turn() {
        guard case .frameBegan = record.message else { continue }
        ticks += 1
        if ticks < 60 { harness.post(.awaitFrame(AwaitFrame(token: token)), from: client) }
      }
      harness.turn()
    }
    #expect(ticks == 60)
    #expect(harness.clock.scheduled == nil)
    #expect(harness.advance(to: 100_000) == 0)
  }
}

// Serialized because: each test has several processes and there may be few cores.
@Suite(.serialized, .timeLimit(.minutes(2))) struct FramesBetweenProcessesTests {
  /// Two seconds of frames, and then what the client hears.
  ///
  /// How many a busy machine draws meanwhile is not asked here; SleepingClientTests counts them by
  /// a stepped clock.
  @Test func aClientThatWasStoppedHearsOfEverythingAfterwards() throws {
    let server = try ServerProcess()
    let client = try RunningProgram("quartz-test-client", [server.path, "listen"])
    let starts = (0..<3).map { _ in client.readLine() }
    #expect(starts == ["start long", "start middle", "start short"])
    let token = try #require(UInt64(client.readLine()))
    client.signal(SIGSTOP)
    let watcher = try ServerConnection(path: server.path)
    try expectFrames(of: token, watcher, for: 2)
    client.signal(SIGCONT)
    var lines: [String] = []
    while lines.count < 20 {
      let line = client.readLine()
      if line.isEmpty { break }
      lines.append(line)
    }
    let ends = ["short", "middle", "long"].flatMap { ["stop \($0) true", "done \($0)"] }
    #expect(lines == ends)
    client.process.waitUntilExit()
    #expect(client.process.terminationStatus == 0)
  }

  /// The server draws on by itself: each frame at a time of its display, and each drawn.
  private func expectFrames(
    of token: UInt64,
    _ watcher: ServerConnection,
    for seconds: Double
  ) throws {
    let first = try watcher.awaitFrame(token)
    let drawn = try watcher.statistics().framesDrawn
    #expect(abs(first.period - 1.0 / 60) < 1e-9)
    var (last, awaited) = (first, 0)
    while last.time < first.time + seconds - first.period / 2 {
      let next = try watcher.awaitFrame(token)
      let periods = (next.time - last.time) / first.period
      #expect(next.time > last.time && abs(periods - periods.rounded()) < 1e-6)
      (last, awaited) = (next, awaited + 1)
    }
    #expect(try watcher.statistics().framesDrawn >= drawn + awaited)
  }

  /// Counts its calls.
  private final class Player {
    var times: [Double] = []
    var lateness: [Double] = []

    func step(_ link: CADisplayLink) {
      times.append(link.timestamp)
      lateness.append(link.targetTimestamp - link.timestamp - link.duration)
    }
  }

  /// A link of a context gets the frames of the server that draws it, and stops asking when it is
  /// over.
  @Test func displayLinksFollowTheServersFrames() throws {
    let server = try ServerProcess()
    let context = try CAContext(server: server.path, size: CGSize(width: 64, height: 16))
    let (root, box) = (CALayer(), CALayer())
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    box.frame = CGRect(x: 0, y: 0, width: 16, height: 16)
    box.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    root.addSublayer(box)
    context.layer = root
    let movement = CABasicAnimation(keyPath: "position.x")
    (movement.fromValue, movement.toValue) = (8.0, 56.0)
    (movement.duration, movement.repeatCount) = (0.25, .infinity)
    box.add(movement, forKey: "movement")
    CATransaction.commit()
    CATransaction.flush()
    let player = Player()
    let link = context.displayLink(target: player, selector: Player.step)
    link.add(to: .current, forMode: .default)
    let limit = Date(timeIntervalSinceNow: 60)
    while player.times.count < 12, Date() < limit { wait(seconds: 0.05) }
    #expect(player.times.count >= 12)
    let period = link.duration
    #expect(abs(period - 1.0 / 60) < 1e-9)
    for (time, next) in zip(player.times, player.times.dropFirst()) {
      // The grid of the server's frames; calls that would be late are left out.
      let frames = (next - time) / period
      #expect(frames > 0.5 && abs(frames - frames.rounded()) < 0.01)
    }
    #expect(player.lateness.allSatisfy { abs($0) < 1e-9 })
    link.invalidate()
    box.removeAllAnimations()
    CATransaction.flush()
    let watcher = try ServerConnection(path: server.path)
    // The last frame, and the one that the link had asked for, if it had.
    wait(seconds: 0.1)
    let rest = try watcher.statistics()
    wait(seconds: 0.3)
    let later = try watcher.statistics()
    // The question itself wakes the server once.
    #expect(later.wakeUps - rest.wakeUps == 1)
    #expect(later.framesDrawn == rest.framesDrawn)
    #expect(player.times.count == Set(player.times).count)
  }

  private func wait(seconds: Double) {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end { _ = RunLoop.current.run(mode: .default, before: end) }
  }
}
