// A client's connection to the server.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel
import Synchronization

/// A context of this client on a server.
package struct RemoteContext: Hashable, Sendable {
  /// The number that names it in messages.
  package let id: UInt32
  /// The token with which other connections of the user capture its picture.
  package let token: UInt64
  // The number of the session that made it; the context ends with that session.
  let session: Int
}

/// A connection to a server, with synchronous calls from any thread, one at a time.
///
/// When the server dies, every call throws `WireError.disconnected`; `reconnect` starts a new
/// session without contexts. A refusal with `endsConnection` ends the connection too.
package final class ServerConnection: Sendable {
  /// The options of a connection.
  package struct Options: Sendable {
    /// The name in the server's log.
    package var clientName = ""
    /// Seconds that a call may take; the environment may override it.
    package var timeout = ProcessEnvironment.current.timeout ?? 10
    /// The limits of this end.
    package var limits = WireLimits()
    /// Records what the connection sends; nil for nothing.
    package var recorder = CaptureRecorder.current

    package init() {}
  }

  package let path: String
  package let options: Options
  /// The pool that images are copied to.
  ///
  /// Images made with `BufferPool.pixels` of this pool are not copied.
  package let pool: BufferPool
  let session: Mutex<Session>
  let presents = PresentQueue()
  /// Whether servers take fences, by the number of the conversation.
  let fenceSupport = Mutex<(session: Int, isThere: Bool)?>(nil)

  /// Connects and shakes hands.
  ///
  /// Connections that send the same images can share a pool.
  ///
  /// - Throws: `WireError.noServer`, `.versionMismatch`, `.timedOut`, `.foreignPeer`.
  package init(
    path: String,
    options: Options = Options(),
    pool: BufferPool = BufferPool()
  ) throws(WireError) {
    self.path = path
    self.options = options
    self.pool = pool
    session = Mutex(try Session(number: 1, path: path, options: options, pool: pool))
  }

  deinit {
    // A watch keeps the socket open until it is shut down.
    close()
  }

  /// Calls `onEnd` once, on some thread, when the current conversation has ended: the server died,
  /// or either side closed it.
  ///
  /// An idle connection detects it too. After `reconnect`, watch the new conversation again.
  package func watch(onEnd: @escaping @Sendable () -> Void) throws(WireError) {
    try session.withLock { (session) throws(WireError) in try session.watch(onEnd: onEnd) }
  }

  /// Reconnects if the connection is lost; contexts of the old one are gone.
  package func reconnect() throws(WireError) {
    try session.withLock { (session) throws(WireError) in
      guard !session.isConnected else { return }
      session = try Session(
        number: session.number + 1,
        path: path,
        options: options,
        pool: pool
      )
    }
  }

  /// Ends the conversation; calls throw `WireError.disconnected` from now on.
  package func close() {
    session.withLock { $0.close() }
  }

  package var isConnected: Bool { session.withLock { $0.isConnected } }

  /// The server's answer to Hello.
  package var welcome: Welcome { session.withLock { $0.welcome } }

  // MARK: Calls

  /// Makes a call, and then sends the pictures that were added meanwhile.
  func locked<Result>(
    _ call: (inout sending Session) throws(WireError) -> sending Result
  ) throws(WireError) -> sending Result {
    defer { sendPresents() }
    return try session.withLock(call)
  }

  package func createContext(
    _ configuration: ContextConfiguration,
    clock: ContextClock,
    frameRate: Double = 60
  ) throws(WireError) -> RemoteContext {
    try locked { (session) throws(WireError) in
      session.lastContext += 1
      let id = session.lastContext
      let request = CreateContext(
        context: id,
        configuration: configuration,
        clock: clock,
        frameRate: frameRate
      )
      let answer = try session.call(request)
      guard case .contextCreated(let created) = answer else { throw session.unexpected(answer) }
      return RemoteContext(id: id, token: created.token, session: session.number)
    }
  }

  package func destroyContext(_ context: RemoteContext) throws(WireError) {
    try locked { (session) throws(WireError) in
      try session.check(context)
      presents.remove(of: context.id)
      try session.post(DestroyContext(context: context.id))
    }
  }

  /// Sends a commit.
  ///
  /// It returns when the commit is sent; a later call throws a refusal.
  ///
  /// Images beyond one message are sent first, in commits of their own.
  ///
  /// - Parameters:
  ///   - fence: The fence that the commit is a part of, with the number of its parties.
  ///   - report: How long the commit took to make; nil if nobody wants to know.
  package func send(
    _ commit: Commit,
    to context: RemoteContext,
    behind fence: (token: FenceToken, parties: UInt8)? = nil,
    report: CommitReport? = nil
  ) throws(WireError) {
    try locked { (session) throws(WireError) in
      try session.check(context)
      if let report { try session.post(ReportCommit(context: context.id, report: report)) }
      presents.remove(commit.destroyedImages, of: context.id)
      let parts = commit.split(descriptors: session.welcome.limits.descriptors)
      if let fence {
        guard Fence.commits.contains(parts.count) else {
          throw .cannotEncode(
            opcode: .fence,
            reason: "\(parts.count) commits, at most \(Fence.commits.upperBound) are allowed"
          )
        }
        try session.post(
          Fence(token: fence.token, parties: fence.parties, commits: UInt8(parts.count))
        )
      }
      for part in parts {
        try session.post(CommitMessage(context: context.id, commit: part))
      }
    }
  }

  /// Requests the picture of a context at a time.
  ///
  /// Its memory is returned to the server with the first call after the picture is released.
  ///
  /// - Parameter wantsLayerCosts: Whether the frame's counters include the cost of each layer.
  package func frame(
    of context: RemoteContext,
    at time: FrameTime = .now,
    wantsLayerCosts: Bool = false
  ) throws(WireError) -> Frame {
    try locked { (session) throws(WireError) in
      try session.check(context)
      try session.sendAll(presents)
      return try session.frame(
        RequestFrame(context: context.id, time: time, wantsLayerCosts: wantsLayerCosts)
      )
    }
  }

  /// Requests the picture of the context with a token, which another connection of the user may
  /// own.
  package func capture(_ token: UInt64, at time: FrameTime = .now) throws(WireError) -> Frame {
    try locked { (session) throws(WireError) in
      try session.sendAll(presents)
      return try session.frame(CaptureFrame(token: token, time: time))
    }
  }

  /// Waits for the next frame of the context with a token, which another connection may own.
  ///
  /// Other calls of this connection wait meanwhile. A context on a stepped clock has a frame when
  /// the clock is set.
  ///
  /// - Parameters:
  ///   - token: The token of the context.
  ///   - rates: The frames a second that the caller wants.
  /// - Throws: `WireError.timedOut` if there is none within the timeout of a call.
  package func awaitFrame(
    _ token: UInt64,
    at rates: FrameRateWish = .none
  ) throws(WireError) -> FrameBegan {
    try locked { (session) throws(WireError) in
      // Servers that know nothing of rates still serve those without a wish.
      let answer =
        rates == .none
        ? try session.call(AwaitFrame(token: token))
        : try session.call(AwaitRatedFrame(token: token, rates: rates))
      guard case .frameBegan(let frame) = answer else { throw session.unexpected(answer) }
      return frame
    }
  }

  /// Waits for the picture of the next frame of the context with a token, which another connection
  /// may own; the server draws nothing more for it.
  ///
  /// Other calls of this connection wait meanwhile. A context on a stepped clock has a frame when
  /// the clock is set.
  ///
  /// - Throws: `WireError.timedOut` if there is none within the timeout of a call.
  package func captureNext(_ token: UInt64) throws(WireError) -> Frame {
    try locked { (session) throws(WireError) in
      try session.frame(CaptureNextFrame(token: token))
    }
  }

  /// Waits for what is new in the picture of the context with a token, which another connection may
  /// own: the pixels of the frame's damage, which are all at first.
  ///
  /// Other calls of this connection wait meanwhile, as long as the picture stands still.
  ///
  /// - Parameter isWhole: Whether all pixels are wanted, also those that came before.
  /// - Throws: `WireError.timedOut` if there is nothing new within the timeout of a call.
  package func captureNews(of token: UInt64, isWhole: Bool) throws(WireError) -> Frame {
    try locked { (session) throws(WireError) in
      try session.frame(CaptureNews(token: token, isWhole: isWhole))
    }
  }

  /// The socket of the conversation as it is now; to shut it down ends a call that waits.
  package var socket: Socket { session.withLock { $0.socket } }

  /// Returns the server's statistics once it has handled all messages so far; throws a refusal of
  /// them.
  package func statistics() throws(WireError) -> Statistics {
    try locked { (session) throws(WireError) in
      let answer = try session.call(RequestStatistics())
      guard case .statistics(let statistics) = answer else { throw session.unexpected(answer) }
      return statistics
    }
  }

  /// Chooses what frames of a context show besides layers.
  package func setOverlays(_ overlays: Overlays, of context: RemoteContext) throws(WireError) {
    try locked { (session) throws(WireError) in
      try session.check(context)
      try session.post(SetOverlays(context: context.id, overlays: overlays))
    }
  }

  /// Returns the statistics of a context once the server has handled all messages so far.
  package func statistics(of context: RemoteContext) throws(WireError) -> ContextStatistics {
    try locked { (session) throws(WireError) in
      try session.check(context)
      let answer = try session.call(RequestContextStatistics(context: context.id))
      guard case .contextStatistics(let report) = answer else { throw session.unexpected(answer) }
      return report.statistics
    }
  }

  /// Asks for the choices of the server's user, once for each conversation; they are there with the
  /// next answer.
  package func followSettings() throws(WireError) {
    try locked { (session) throws(WireError) in
      guard !session.followsSettings else { return }
      try session.post(RequestSettings())
      session.followsSettings = true
    }
  }

  /// The choices of the server's user for all programs, as far as they have arrived.
  package var settings: ClientSettings { session.withLock { $0.settings } }

  /// Says that layers of this connection's contexts host what is offered to a key; its process is
  /// this one.
  ///
  /// - Returns: Whether the server was not told yet.
  package func serveLayers(_ key: LayerServerKey) throws(WireError) -> Bool {
    try locked { (session) throws(WireError) in
      guard session.servedKey != key else { return false }
      try session.post(ServeLayers(high: key.high, low: key.low))
      session.servedKey = key
      return true
    }
  }

  /// Offers a context to a host; a later call throws a refusal.
  package func offer(
    _ context: RemoteContext,
    to key: LayerServerKey,
    as client: UInt32
  ) throws(WireError) {
    try locked { (session) throws(WireError) in
      try session.check(context)
      try session.post(OfferContext(context: context.id, key: key, client: client))
    }
  }

  /// Ends what a client offers to the key of `serveLayers`.
  package func revoke(_ client: UInt32) throws(WireError) {
    try locked { (session) throws(WireError) in
      try session.post(RevokeClient(client: client))
    }
  }

  /// Returns counts of what is hosted, in the server and in this connection's contexts.
  package func hostingStatistics() throws(WireError) -> HostingStatistics {
    try locked { (session) throws(WireError) in
      let answer = try session.call(RequestHosting())
      guard case .hosting(let statistics) = answer else { throw session.unexpected(answer) }
      return statistics
    }
  }

  /// Checks that the server responds; it answers at once, even if earlier messages wait.
  package func ping() throws(WireError) {
    try locked { (session) throws(WireError) in
      try session.sendAll(presents)
      let answer = try session.call(Ping())
      guard case .pong = answer else { throw session.unexpected(answer) }
    }
  }

  /// Bytes of the messages that have come, without pixels.
  package var receivedBytes: Int { session.withLock { $0.receivedBytes } }

  /// The number of buffers that the server still reads, for tests.
  package var buffersInUse: Int { session.withLock { $0.buffersInUse } }
}

extension Commit {
  /// Returns the commit, preceded by commits with only images if there are more than fit one
  /// message.
  package func split(descriptors: Int) -> [Commit] {
    let created = createdImages.map(\.pixels)
    let batches = PackedPixels.batches(created + updatedImages.map(\.pixels), limit: descriptors)
    guard batches.count > 1, let last = batches.last else { return [self] }
    var parts = batches.dropLast().map { images(in: $0, of: Commit(time: time)) }
    parts.append(images(in: last, of: self))
    return parts
  }

  /// Returns `commit` with the images of this one in a range of both lists, concatenated.
  private func images(in range: Range<Int>, of commit: Commit) -> Commit {
    let count = createdImages.count
    var commit = commit
    commit.createdImages = Array(createdImages[range.clamped(to: 0..<count)])
    let updates = max(range.lowerBound - count, 0)..<max(range.upperBound - count, 0)
    commit.updatedImages = Array(updatedImages[updates])
    return commit
  }
}
