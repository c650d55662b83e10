// A context that a render server draws.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel
package import QuartzWire
import Synchronization

/// Sends a context's commits to a render server and receives its frames.
package final class RemoteCarrier: CommitCarrier {
  package let connection: ServerConnection
  /// The server's costs of the last frame.
  package private(set) var counters = FrameCounters()
  /// Whether the counters of further frames include the cost of each layer.
  package var measuresLayers = false

  private var configuration: ContextConfiguration
  private let clock: ContextClock
  private var context: RemoteContext {
    didSet {
      currentToken.value.withLock { $0 = context.token }
      slots = RemoteSlots(connection, context)
    }
  }
  package private(set) var slots: (any SlotTarget)?
  private let currentToken = SharedToken()

  /// The token, for the thread that waits for frames.
  private final class SharedToken: Sendable {
    let value = Mutex<UInt64>(0)
  }

  /// Creates a context in a server.
  ///
  /// - Parameters:
  ///   - connection: The connection; other contexts may share it.
  ///   - configuration: The output.
  ///   - clock: Whether the server draws by itself, or at the times of requested frames.
  /// - Throws: `WireError` if the server is gone or refuses the context.
  package init(
    connection: ServerConnection,
    configuration: ContextConfiguration,
    clock: ContextClock = .stepped
  ) throws(WireError) {
    self.connection = connection
    self.configuration = configuration
    self.clock = clock
    context = try connection.createContext(configuration, clock: clock)
    slots = RemoteSlots(connection, context)
    currentToken.value.withLock { $0 = context.token }
  }

  /// The token with which other clients capture the context's picture.
  package var token: UInt64 { context.token }

  package var textureSide: Int { Int(connection.welcome.maximumSide) }

  package func send(_ commit: Commit) throws(CarrierError) {
    do {
      try connection.send(commit, to: context)
    } catch {
      throw carrierError(error)
    }
  }

  package func frame(at time: Double) throws(CarrierError) -> RenderedFrame {
    CAContentSlot.waitUntilMade()
    let frame: Frame
    do {
      frame = try connection.frame(
        of: context,
        at: .seconds(time),
        wantsLayerCosts: measuresLayers
      )
    } catch {
      throw carrierError(error)
    }
    let (width, height) = (frame.pixels.width, frame.pixels.height)
    // The server may be another implementation, and the code below relies on the size.
    guard width == configuration.width, height == configuration.height else {
      let wanted = "\(configuration.width) x \(configuration.height)"
      throw .failed("the server's picture has \(width) x \(height) pixels, not \(wanted)")
    }
    counters = frame.counters
    return RenderedFrame(time: frame.time, pixels: frame.pixels)
  }

  /// Replaces the current context by another one; it has another token.
  package func configure(_ configuration: ContextConfiguration) throws(CarrierError) -> Bool {
    do {
      let old = context
      context = try connection.createContext(configuration, clock: clock)
      try connection.destroyContext(old)
    } catch {
      throw carrierError(error)
    }
    self.configuration = configuration
    return false
  }

  package func reconnect() throws(CarrierError) {
    do {
      try connection.reconnect()
      let old = context
      context = try connection.createContext(configuration, clock: clock)
      // A context of an earlier connection is gone with that connection.
      try? connection.destroyContext(old)
    } catch {
      throw carrierError(error)
    }
  }

  package var isConnected: Bool { connection.isConnected }

  package func watch(onLoss: @escaping @Sendable () -> Void) {
    // Without a thread to watch, the loss is noticed by the next commit or frame.
    try? connection.watch(onEnd: onLoss)
  }

  package func close() {
    // A server that is gone has forgotten the context.
    try? connection.destroyContext(context)
  }

  private func carrierError(_ error: WireError) -> CarrierError {
    if !connection.isConnected { return .connectionLost("\(error)") }
    switch error {
    case .refused(let failure) where failure.refusedOpcode == CommitMessage.opcode.rawValue:
      return .commitRefused(failure.reason)
    case .cannotEncode(CommitMessage.opcode, let reason): return .commitRefused(reason)
    default: return .failed("\(error)")
    }
  }
}

extension RemoteCarrier: TickingCarrier {
  func makeTickSource() -> (any TickSource)? {
    let token = currentToken
    return try? ServerTicks(path: connection.path) { token.value.withLock { $0 } }
  }
}
