// A context that a render server draws.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
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
  /// The fence of the next commit.
  var fence: CAFence?

  private var configuration: ContextConfiguration
  private let offer: Offer?

  /// The host that the context is offered to, and the id under which it is.
  package struct Offer {
    package var key: LayerServerKey
    package var client: UInt32

    package init(key: LayerServerKey, client: UInt32) {
      (self.key, self.client) = (key, client)
    }
  }

  private let clock: ContextClock
  private var context: RemoteContext {
    didSet {
      currentToken.value.withLock { $0 = context.token }
      slots = RemoteSlots(connection, context)
    }
  }
  package private(set) var slots: (any SlotTarget)?
  private let currentToken = SharedToken()
  private weak var events: ServerEvents?

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
  ///   - offer: The host that shows the context; nil if there is none.
  /// - Throws: `WireError` if the server is gone or refuses the context.
  package init(
    connection: ServerConnection,
    configuration: ContextConfiguration,
    clock: ContextClock = .stepped,
    offer: Offer? = nil
  ) throws(WireError) {
    self.offer = offer
    self.connection = connection
    self.clock = clock
    try connection.followSettings()
    (context, self.configuration) = try RemoteCarrier.create(configuration, clock, connection)
    slots = RemoteSlots(connection, context)
    currentToken.value.withLock { $0 = context.token }
    if let offer { try connection.offer(context, to: offer.key, as: offer.client) }
  }

  /// Creates a context, of standard range if the server draws no other.
  ///
  /// A server from before extended ranges ends the connection over such a context, and is asked
  /// again on another one.
  private static func create(
    _ configuration: ContextConfiguration,
    _ clock: ContextClock,
    _ connection: ServerConnection
  ) throws(WireError) -> (RemoteContext, ContextConfiguration) {
    do {
      return (try connection.createContext(configuration, clock: clock), configuration)
    } catch {
      guard configuration.range.isExtended, case .refused = error else { throw error }
      Diagnostics.report("the server draws no outputs of extended range: \(error)")
      if !connection.isConnected {
        try connection.reconnect()
        try connection.followSettings()
      }
      var standard = configuration
      standard.range = .standard
      return (try connection.createContext(standard, clock: clock), standard)
    }
  }

  package func accepted(_ configuration: ContextConfiguration) -> ContextConfiguration {
    self.configuration
  }

  /// The token with which other clients capture the context's picture.
  package var token: UInt64 { context.token }

  package var textureSide: Int { Int(connection.welcome.maximumSide) }

  // The overlays of frames, and the report that goes with the next commit.
  private var overlays: Overlays = []
  private var nextReport: CommitReport?

  package var wantsReports: Bool {
    TraceFile.ofEnvironment != nil || overlays.contains(.fps) || connection.settings.wantsReports
  }

  package func report(_ report: CommitReport) { nextReport = report }

  package var slowAnimationFactor: Double { connection.settings.slowAnimationFactor }

  package func setOverlays(_ overlays: Overlays) throws(CarrierError) {
    self.overlays = overlays
    do {
      try connection.setOverlays(overlays, of: context)
    } catch {
      throw carrierError(error)
    }
  }

  package func statistics() throws(CarrierError) -> ContextStatistics {
    do {
      return try connection.statistics(of: context)
    } catch {
      throw carrierError(error)
    }
  }

  package func send(_ commit: Commit) throws(CarrierError) {
    defer { nextReport = nil }
    do {
      if commit.hosts { try LayerHost.shared.serve(connection) }
      let fence = fence
      self.fence = nil
      // Servers that draw no extended ranges may know no headrooms of colours.
      try connection.send(
        configuration.range.isExtended ? commit : commit.inStandardRange,
        to: context,
        behind: fence.map { ($0.token, $0.parties) },
        report: nextReport
      )
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

  /// Changes the headroom, or else replaces the current context by another one, which has another
  /// token.
  package func configure(_ configuration: ContextConfiguration) throws(CarrierError) -> Bool {
    do {
      var other = configuration
      other.range = self.configuration.range
      if other == self.configuration, events?.isAnswered == true {
        let headroom = Double(configuration.range.headroom)
        try connection.setHeadroom(headroom, of: context)
        self.configuration = configuration
        return true
      }
      let old = context
      (context, self.configuration) = try RemoteCarrier.create(configuration, clock, connection)
      try makeOffer()
      try connection.destroyContext(old)
    } catch {
      throw carrierError(error)
    }
    return false
  }

  package func reconnect() throws(CarrierError) {
    do {
      try connection.reconnect()
      try connection.followSettings()
      let old = context
      context = try connection.createContext(configuration, clock: clock)
      try makeOffer()
      // A context of an earlier connection is gone with that connection.
      try? connection.destroyContext(old)
    } catch {
      throw carrierError(error)
    }
  }

  private func makeOffer() throws(WireError) {
    if let offer { try connection.offer(context, to: offer.key, as: offer.client) }
    if !overlays.isEmpty { try connection.setOverlays(overlays, of: context) }
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
    case .refused(let failure)
    where failure.refusedOpcode == CommitMessage.opcode.rawValue || failure.code == .fenceBroken:
      return .commitRefused(failure.reason)
    case .cannotEncode(CommitMessage.opcode, let reason): return .commitRefused(reason)
    default: return .failed("\(error)")
    }
  }
}

extension RemoteCarrier {
  /// Begins to get pictures for a window, over a connection of their own.
  func makeWindowPictures() throws(WireError) -> ServerPictures {
    let token = currentToken
    return try ServerPictures(path: connection.path) { token.value.withLock { $0 } }
  }
}

extension RemoteCarrier {
  /// Begins to read the events of windows and screens, over a connection of their own.
  func makeEvents(_ tell: @escaping @Sendable () -> Void) throws(WireError) -> ServerEvents {
    let token = currentToken
    let made = try ServerEvents(
      path: connection.path,
      token: { token.value.withLock { $0 } },
      tell: tell
    )
    events = made
    return made
  }
}

extension RemoteCarrier: TickingCarrier {
  func makeTickSource() -> (any TickSource)? {
    let token = currentToken
    return try? ServerTicks(path: connection.path) { token.value.withLock { $0 } }
  }
}

extension Commit {
  /// Whether a layer begins to host another tree.
  fileprivate var hosts: Bool {
    changes.contains { $0.values.keys.contains(.remoteClientId) }
  }
}
