// A context that a render server draws, with a clock that is set by the times of its frames.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import QuartzModel
import QuartzWire

/// Carries commits to a server and frames back.
final class RemoteCarrier: CommitCarrier {
  let connection: ServerConnection
  private let configuration: ContextConfiguration
  private var context: RemoteContext
  /// What the last frame took.
  private(set) var counters = FrameCounters()

  init(connection: ServerConnection, configuration: ContextConfiguration) throws(WireError) {
    self.connection = connection
    self.configuration = configuration
    context = try connection.createContext(configuration, clock: .stepped)
  }

  func send(_ commit: Commit) throws(CarrierError) {
    try translating { () throws(WireError) in try connection.send(commit, to: context) }
  }

  func frame(at time: Double) throws(CarrierError) -> RenderedFrame {
    let frame = try translating { () throws(WireError) in
      try connection.frame(of: context, at: .seconds(time))
    }
    counters = frame.counters
    return RenderedFrame(time: frame.time, pixels: frame.pixels)
  }

  func reconnect() throws(CarrierError) {
    try translating { () throws(WireError) in
      try connection.reconnect()
      context = try connection.createContext(configuration, clock: .stepped)
    }
  }

  func close() {
    connection.close()
  }

  private func translating<Result>(
    _ call: () throws(WireError) -> Result
  ) throws(CarrierError) -> Result {
    do {
      return try call()
    } catch {
      switch error {
      case .disconnected, .noServer, .timedOut:
        throw .connectionLost("\(connection.path): \(error)")
      default: throw .refused("\(connection.path): \(error)")
      }
    }
  }
}
