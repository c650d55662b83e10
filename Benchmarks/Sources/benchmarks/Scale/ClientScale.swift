// One server with one to two hundred and fifty-six clients.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzModel
import QuartzWire
import Synchronization

/// Clients that each show twenty layers on 128 x 128 pixels, one of them animated, and commit a
/// change sixty times a second; the server draws each sixty times a second.
///
/// One of them waits for the frame that shows its change, and its time counts.
enum ClientScale {
  static let question = ScaleQuestion(
    name: "clients",
    counts: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    columns: [
      "clients", "median_ms", "p99_ms", "worst_ms", "server_ms_per_client_second",
      "server_cores", "clients_cores", "frames_per_client_second", "commits_per_client_second",
      "wakeups_per_client_second", "frames",
    ],
    rows: { [try row($0)] }
  )

  private static let rate = 60.0
  private static let frames = 300
  private static let roundCount = 3
  private static let side = 128
  private static let layerCount: UInt32 = 20

  private static func row(_ count: Int) throws -> [ScaleCell] {
    let server = try ScaleServer()
    defer { withExtendedLifetime(server) {} }
    let good = try Client(server.connect())
    let crowd = try Crowd((1..<count).map { _ in try Client(server.connect()) })
    crowd.start()
    // All have drawn their first frames.
    usleep(500_000)
    let rounds = try (0..<roundCount).map { _ in try Round(server, good, crowd) }
    try crowd.stop()
    // A machine that others use as well disturbs the best round least.
    guard let best = rounds.min(by: { $0.times[frames * 99 / 100] < $1.times[frames * 99 / 100] })
    else { return [] }
    return best.cells(of: count)
  }

  /// The good client's frames, and the work of both processes meanwhile.
  private struct Round {
    /// Milliseconds, which ascend.
    var times: [Double] = []
    private var duration = 0.0
    private var busy = 0.0
    private var own = 0.0
    private var sent = 0
    private var drawn = 0
    private var wakeUps = 0

    init(_ server: ScaleServer, _ good: Client, _ crowd: Crowd) throws {
      let before = try good.connection.statistics()
      let (begin, busyBefore) = (ScaleTime.seconds(), server.processorSeconds)
      let (ownBefore, sentBefore) = (ScaleTime.processSeconds(), crowd.sentCount)
      for frame in 0..<frames {
        ScaleTime.sleep(until: begin + Double(frame) / rate)
        let start = ScaleTime.seconds()
        try good.send(frame)
        _ = try good.connection.frame(of: good.context)
        times.append((ScaleTime.seconds() - start) * 1e3)
      }
      duration = ScaleTime.seconds() - begin
      busy = server.processorSeconds - busyBefore
      own = ScaleTime.processSeconds() - ownBefore
      sent = crowd.sentCount - sentBefore + frames
      let after = try good.connection.statistics()
      drawn = after.framesDrawn - before.framesDrawn
      wakeUps = after.wakeUps - before.wakeUps
      times.sort()
    }

    func cells(of count: Int) -> [ScaleCell] {
      let clientSeconds = duration * Double(count)
      return [
        .count(count), .number(times[frames / 2]), .number(times[frames * 99 / 100]),
        .number(times[frames - 1]), .number(busy * 1e3 / clientSeconds),
        .number(busy / duration), .number(own / duration),
        .number(Double(drawn) / clientSeconds), .number(Double(sent) / clientSeconds),
        .number(Double(wakeUps) / clientSeconds), .count(frames),
      ]
    }
  }

  /// A connection with its scene.
  private struct Client: Sendable {
    let connection: ServerConnection
    let context: RemoteContext

    init(_ connection: ServerConnection) throws {
      self.connection = connection
      let size = ContextConfiguration(width: side, height: side, background: .white)
      context = try connection.createContext(size, clock: .real, frameRate: rate)
      try connection.send(ClientScale.scene(), to: context)
    }

    /// Moves a layer.
    func send(_ frame: Int) throws {
      var commit = Commit()
      var values = PropertyBag()
      values[.position] = .point(Point(Double(20 + frame % 80), 100))
      commit.changes = [.init(LayerID(layerCount), values)]
      try connection.send(commit, to: context)
    }
  }

  private static func scene() -> Commit {
    var commit = Commit()
    let layers = (1...layerCount).map { LayerID($0) }
    for (index, layer) in layers.enumerated() {
      commit.created.append(.init(layer, .layer))
      var values = PropertyBag()
      values[.bounds] = .rect(Rect(0, 0, 20, 16))
      values[.position] = .point(Point(Double(16 + index % 5 * 24), Double(16 + index / 5 * 24)))
      values[.backgroundColor] = .color(Color(0.2, Double(index) / 20, 0.8))
      values[.cornerRadius] = .number(4)
      if index > 0 { commit.changes.append(.init(layer, values)) }
    }
    commit.sublayers = [.init(layers[0], Array(layers.dropFirst()))]
    commit.root = layers[0]
    var timing = MediaTiming()
    timing.duration = 1
    timing.repeatCount = .infinity
    let movement = AnimationState(
      target: AnimationTarget(.position, .x),
      kind: .basic(BasicAnimation(from: .number(16), to: .number(112))),
      timing: timing
    )
    commit.animations = [.add(layers[1], key: "movement", movement)]
    return commit
  }

  /// The other clients, whose commits come from one thread, at equal distances.
  private final class Crowd: Sendable {
    private struct State {
      var sentCount = 0
      var isEnding = false
      var hasEnded = false
      var problem: (any Error)?
    }

    private let clients: [Client]
    private let state = Mutex(State())

    init(_ clients: [Client]) {
      self.clients = clients
    }

    var sentCount: Int { state.withLock { $0.sentCount } }

    func start() {
      Thread { [self] in
        run()
        state.withLock { $0.hasEnded = true }
      }.start()
    }

    private func run() {
      let begin = ScaleTime.seconds()
      var index = 0
      while !clients.isEmpty, !state.withLock({ $0.isEnding }) {
        ScaleTime.sleep(until: begin + Double(index) / rate / Double(clients.count))
        do {
          try clients[index % clients.count].send(index / clients.count)
        } catch {
          return state.withLock { $0.problem = error }
        }
        index += 1
        state.withLock { $0.sentCount += 1 }
      }
    }

    /// Ends the thread.
    func stop() throws {
      state.withLock { $0.isEnding = true }
      while !state.withLock({ $0.hasEnded }) { usleep(1000) }
      if let problem = state.withLock({ $0.problem }) { throw problem }
    }
  }
}
