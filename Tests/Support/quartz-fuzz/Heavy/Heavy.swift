// One client's heaviest scenes, and what another client feels of them.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Foundation
import Glibc
import QuartzModel
import QuartzWire
import Synchronization

/// Starts a server, draws the scenes one after the other, and times a client that has nothing to do
/// with them.
struct Heavy: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Times a good client's frames while another client asks for too much.",
    discussion: """
      The good client asks for a frame 60 times a second, pings the server after each, and greets it \
      again over a new connection after every tenth. Exit code 1: its picture was another one, a \
      question was not answered, or a frame was later than --limit.
      """
  )

  @Argument(help: "Parts of names of scenes; all if none is given.")
  var names: [String] = []

  @Option(help: "Multiplies how much each scene asks for.")
  var scale = 1.0

  @Option(help: "Milliseconds that a frame of the good client may take.")
  var limit = Double.infinity

  @Option(help: "Seconds that the good client is timed with each scene, at least.")
  var seconds = 1.0

  func run() throws {
    let server = try FuzzedServer()
    defer { server.kill() }
    let good = try TimedClient(server)
    var worst = 0.0
    try report("alone", good, "") { usleep(UInt32(seconds * 1e6)) }
    for scene in HeavyScene.all where names.isEmpty || names.contains(where: scene.name.contains) {
      let commits = try scene.commits(max(Int(Double(scene.count) * scale), 1))
      var outcome = ""
      let times = try report(scene.name, good, "") {
        let end = ContinuousClock.now + .seconds(seconds)
        outcome = try show(scene, commits, over: server)
        let rest = (end - ContinuousClock.now) / .seconds(1)
        if rest > 0 { usleep(UInt32(rest * 1e6)) }
      }
      print("    \(outcome)")
      worst = max(worst, times.frames.max() ?? 0)
    }
    try good.finish()
    if worst > limit {
      print(String(format: "a frame took %.1f ms, %.1f are allowed", worst, limit))
      throw ExitCode(1)
    }
  }

  /// Draws a scene's frames.
  ///
  /// - Returns: The outcome of each.
  private func show(
    _ scene: HeavyScene,
    _ commits: [Commit],
    over server: FuzzedServer
  ) throws -> String {
    var options = ServerConnection.Options()
    options.clientName = scene.name
    options.timeout = 300
    let connection = try ServerConnection(path: server.path, options: options)
    defer { connection.close() }
    let size = ContextConfiguration(
      width: scene.width,
      height: scene.height,
      background: .black
    )
    let context = try connection.createContext(size, clock: .stepped)
    var outcomes: [String] = []
    for (index, commit) in commits.enumerated() {
      let begun = ContinuousClock.now
      var outcome = "drawn"
      do {
        try connection.send(commit, to: context)
        _ = try connection.frame(of: context, at: .seconds(Double(index) + 1.5))
      } catch WireError.refused(let failure) {
        outcome = "\(failure.code): \(failure.reason)"
      }
      let time = (ContinuousClock.now - begun) / .milliseconds(1)
      outcomes.append(String(format: "%@, %.0f ms", outcome, time))
    }
    return outcomes.joined(separator: "; ")
  }

  /// Times the good client while `body` runs, and prints it.
  @discardableResult
  private func report(
    _ name: String,
    _ good: TimedClient,
    _ note: String,
    _ body: () throws -> Void
  ) throws -> TimedClient.Times {
    _ = try good.take()
    try body()
    let times = try good.take()
    print(
      "\(name): frames \(times.frames.summary), pings \(times.pings.summary), "
        + "greetings \(times.greetings.summary)"
    )
    return times
  }
}

extension [Double] {
  /// How many there are, their median and the largest, in milliseconds.
  fileprivate var summary: String {
    let sorted = sorted()
    guard let last = sorted.last else { return "none" }
    return String(format: "%d (median %.2f, worst %.1f ms)", count, sorted[count / 2], last)
  }
}

/// Asks for its frame 60 times a second and times the answers, on a thread of its own.
private final class TimedClient: Sendable {
  /// Milliseconds of each answer.
  struct Times {
    var frames: [Double] = []
    var pings: [Double] = []
    var greetings: [Double] = []
  }

  private struct State {
    var times = Times()
    var problem: String?
    var isEnding = false
    var hasEnded = false
  }

  private let path: String
  private let connection: ServerConnection
  private let context: RemoteContext
  private let picture: [UInt8]
  private let state = Mutex(State())

  init(_ server: FuzzedServer) throws {
    path = server.path
    connection = try server.connect()
    let size = ContextConfiguration(width: 64, height: 32, background: .black)
    context = try connection.createContext(size, clock: .stepped)
    try connection.send(GoodClient.scene(), to: context)
    picture = try connection.frame(of: context, at: .seconds(0.25)).pixels.withBytes { Array($0) }
    Thread { [self] in
      work()
      state.withLock { $0.hasEnded = true }
    }.start()
  }

  /// The times since this was asked last; throws if anything was wrong.
  func take() throws -> Times {
    try state.withLock { state in
      if let problem = state.problem { throw WrongResult(problem) }
      defer { state.times = Times() }
      return state.times
    }
  }

  func finish() throws {
    state.withLock { $0.isEnding = true }
    while !state.withLock({ $0.hasEnded }) { sched_yield() }
    _ = try take()
  }

  private func work() {
    var next = ContinuousClock.now
    var number = 0
    while !state.withLock({ $0.isEnding || $0.problem != nil }) {
      do {
        try look(greets: number % 10 == 0)
      } catch {
        state.withLock { $0.problem = "the good client was told: \(error)" }
      }
      number += 1
      // From frame to frame; one that was late does not make the others hurry.
      next = max(next + .seconds(1.0 / 60), ContinuousClock.now)
      let rest = (next - ContinuousClock.now) / .microseconds(1)
      if rest > 0 { usleep(UInt32(rest)) }
    }
  }

  private func look(greets: Bool) throws {
    // There and back: each frame is drawn anew.
    let other = try timed { _ = try connection.frame(of: context, at: .seconds(0.75)) }
    var isSame = false
    let frame = try timed {
      let frame = try connection.frame(of: context, at: .seconds(0.25))
      isSame = frame.pixels.withBytes { picture.elementsEqual($0) }
    }
    let ping = try timed { try connection.ping() }
    let greeting = greets ? try timed { _ = try ServerConnection(path: path) } : nil
    state.withLock { state in
      state.times.frames += [other, frame]
      state.times.pings.append(ping)
      if let greeting { state.times.greetings.append(greeting) }
      if !isSame { state.problem = "the good client's picture is another one" }
    }
  }

  private func timed(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .milliseconds(1)
  }
}
