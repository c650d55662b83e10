// Plans, commits and memory of ten to a million layers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzModel
import QuartzWire

/// Trees in which every layer has eight sublayers and a background, as in `PlanBench`.
enum LayerScale {
  static let question = ScaleQuestion(
    name: "layers",
    counts: [10, 100, 1_000, 10_000, 100_000, 1_000_000],
    columns: [
      "layers", "plan_new_ms", "plan_patched_ms", "first_commit_ms", "commit_ms",
      "first_commit_server_ms", "client_mib", "server_mib", "server_drawn_mib",
      "client_bytes_per_layer", "server_bytes_per_layer", "server_drawn_bytes_per_layer",
    ],
    rows: { [try row($0)] }
  )

  /// Every hundredth layer changes.
  private static let step = 100

  private static func row(_ count: Int) throws -> [ScaleCell] {
    // First, as long as this process has no memory of its own to give again.
    let commits = try measureCommits(count)
    let scene = try PlanScene(count: count)
    let new = try ScaleTime.least(
      prepare: { _ in scene.reorder() },
      { _ in scene.plan() }
    )
    let moves = (0..<2).map { scene.moves(step: step, by: Double($0)) }
    let patched = try ScaleTime.least(
      prepare: { try scene.tree.apply(moves[$0 % 2]) },
      { _ in scene.plan() }
    )
    let memory = [commits.client, commits.server, commits.drawn]
    return [
      .count(count), .number(new), .number(patched), .number(commits.first),
      .number(commits.changed), .number(commits.firstOfServer),
    ] + memory.map { .number(Double($0.total) / 1_048_576) }
      + memory.map { .number(Double($0.grown) / Double(count)) }
  }

  /// Bytes in RAM, and those that came with the layers.
  private struct Memory {
    var total: Int
    var grown: Int

    init(_ total: Int, since before: Int) {
      (self.total, grown) = (total, max(total - before, 0))
    }
  }

  /// Milliseconds of the processor, in both processes and in the server's.
  private struct Commits {
    var first = Double.infinity
    var firstOfServer = Double.infinity
    var changed = Double.infinity
    var client = Memory(0, since: 0)
    var server = Memory(0, since: 0)
    var drawn = Memory(0, since: 0)
  }

  /// Makes layers and changes some, each time until a server of its own process has them.
  private static func measureCommits(_ count: Int) throws -> Commits {
    let server = try ScaleServer()
    defer { withExtendedLifetime(server) {} }
    return try measureCommits(count, server)
  }

  private static func measureCommits(_ count: Int, _ server: ScaleServer) throws -> Commits {
    let connection = try server.connect()
    let configuration = ContextConfiguration(width: 1024, height: 1024)
    let carrier = try RemoteCarrier(connection: connection, configuration: configuration)
    let context = CAContext(
      configuration: configuration,
      carrier: carrier,
      clock: AnimationCommitBench.StillClock()
    )
    func show(_ layer: CALayer) throws -> Statistics {
      context.layer = layer
      CATransaction.flush()
      return try connection.statistics()
    }
    _ = try show(CALayer())
    // The output's pixels are there before.
    _ = try carrier.frame(at: 0)
    let serverBytes = try connection.statistics().residentBytes
    let clientBytes = ScaleTime.residentBytes

    var commits = Commits()
    let layers = makeLayers(count)
    func commitAll() throws -> Statistics {
      let (start, startOfServer) = (server.bothSeconds, server.processorSeconds)
      let statistics = try show(layers[0])
      commits.first = min(commits.first, (server.bothSeconds - start) * 1e3)
      let ofServer = (server.processorSeconds - startOfServer) * 1e3
      commits.firstOfServer = min(commits.firstOfServer, ofServer)
      return statistics
    }
    let statistics = try commitAll()
    guard statistics.layers >= count else { throw WireError.disconnected }
    commits.client = Memory(ScaleTime.residentBytes, since: clientBytes)
    commits.server = Memory(statistics.residentBytes, since: serverBytes)
    _ = try carrier.frame(at: 0)
    commits.drawn = Memory(try connection.statistics().residentBytes, since: serverBytes)

    commits.changed = try ScaleTime.least(by: { server.bothSeconds }) { run in
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      for index in stride(from: 0, to: count, by: step) {
        let position = position(index)
        layers[index].position = CGPoint(x: position.x + CGFloat(run % 2), y: position.y)
      }
      CATransaction.commit()
      CATransaction.flush()
      _ = try connection.statistics()
    }
    for _ in 0..<(count > 100_000 ? 1 : 4) {
      _ = try show(CALayer())
      _ = try commitAll()
    }
    withExtendedLifetime(context) {}
    return commits
  }

  private static func position(_ index: Int) -> CGPoint {
    CGPoint(x: index % 101, y: index % 37)
  }

  private static func makeLayers(_ count: Int) -> [CALayer] {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    let colors = (0..<7).map { CGColor(red: 1, green: CGFloat($0) / 7, blue: 0, alpha: 1) }
    let layers = (0..<count).map { index in
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 64, height: 48)
      layer.position = position(index)
      layer.backgroundColor = colors[index % 7]
      return layer
    }
    for index in 0..<count {
      let first = index * 8 + 1
      guard first < count else { break }
      layers[index].sublayers = Array(layers[first..<min(first + 8, count)])
    }
    return layers
  }
}
