// A client in its loop.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzWire

/// The reason why a message was refused.
struct Refusal: Error {
  var failure: Failure

  init(_ opcode: Opcode, _ code: FailureCode, _ reason: String, endsConnection: Bool = true) {
    failure = Failure(
      refusedOpcode: opcode.rawValue,
      offset: Header.byteCount,
      code: code,
      endsConnection: endsConnection,
      reason: reason
    )
  }

  init(_ failure: Failure) {
    self.failure = failure
  }
}

/// A client's contexts and its queue of messages.
///
/// Belongs to the loop's thread.
final class Client {
  /// Whether the client asked for the choices of the server's user.
  var followsSettings = false
  /// The choices of the server's user that the client got.
  var settings = ClientSettings()
  /// Released frames whose memory is kept for reuse.
  private static let idleFrames = 3

  let id: ClientID
  let flowControl: FlowControl
  /// The client's own name.
  let name: String
  /// The process at the other end of its socket; 0 if that is not known.
  let process: UInt32
  /// The contexts of other programs that its layers show.
  var feeds: [UInt64: HostedFeed] = [:]
  var contexts: [UInt32: ServedContext] = [:]
  /// The contexts of any program that it observes.
  var observations: [UInt64: Observation] = [:] {
    didSet { countMemory() }
  }
  /// The memory of the client besides its contexts.
  private let memory: MemoryShare
  /// The fence that holds the client's messages.
  var fence: HeldFence?
  /// Commits that are still to come of fences that broke.
  var droppedCommits = 0
  /// The memory of the client's frames.
  ///
  /// It is not shared with other clients, since a client that once received a buffer can read and
  /// write it from then on.
  let pool: BufferPool
  // Frames that the client holds, by the number of their buffer, and their sizes.
  private var frames: [UInt32: (buffer: SharedBuffer, byteCount: Int)] = [:]
  private(set) var frameBytes = 0 {
    didSet { countMemory() }
  }
  // Pictures of observed contexts that the client holds, by the number of their buffer.
  private var lent: [UInt32: (buffer: SharedBuffer, byteCount: Int)] = [:]
  private(set) var lentBytes = 0 {
    didSet { countMemory() }
  }
  var lentCount: Int { lent.count }
  private var inbox: [ReceivedMessage] = []
  private var nextMessage = 0
  // Frames that other loops draw for it, by the number of the message: their bytes.
  private var expected: [UInt64: Int] = [:]
  private var expectedBytes = 0 {
    didSet { countMemory() }
  }
  /// The owners of contexts in other loops that the client captured or waited for.
  private(set) var hosts: Set<ClientID> = []

  init(_ new: NewClient, _ ledger: MemoryLedger) {
    id = new.id
    memory = MemoryShare(ledger)
    flowControl = new.flowControl
    name = new.name
    process = new.process
    var bounds = BufferPool.Bounds()
    bounds.idleBuffers = Client.idleFrames
    pool = BufferPool(bounds: bounds)
  }

  var hasMessages: Bool { nextMessage < inbox.count }

  /// The number of commits that wait.
  var waitingCommits: Int {
    inbox[nextMessage...].reduce(0) { $0 + ($1.opcode == .commit ? 1 : 0) }
  }

  /// Whether something waits that ends the client.
  var hasError: Bool { inbox.last.map { $0.opcode == nil } ?? false }

  func receive(_ received: ReceivedMessage) {
    inbox.append(received)
  }

  func takeMessage() -> ReceivedMessage? {
    guard hasMessages else { return nil }
    let received = inbox[nextMessage]
    nextMessage += 1
    if !hasMessages {
      inbox.removeAll()
      nextMessage = 0
    }
    return received
  }

  private func countMemory() {
    let waiting = observations.values.reduce(0) { $0 + $1.bytes }
    memory.set(frameBytesInAll + lentBytes + waiting)
  }

  /// For the log.
  var label: String { "\(id) (\(name.isEmpty ? "no name" : LogText.quoted(name)))" }

  /// The number of frames that the client holds, and of those that other loops draw for it.
  var frameCount: Int { frames.count + expected.count }
  var frameBytesInAll: Int { frameBytes + expectedBytes }

  /// Counts a frame that another loop is to draw.
  func expect(_ serial: UInt64, byteCount: Int) {
    expectedBytes += byteCount - (expected.updateValue(byteCount, forKey: serial) ?? 0)
  }

  func stopExpecting(_ serial: UInt64) {
    expectedBytes -= expected.removeValue(forKey: serial) ?? 0
  }

  /// Records that the client captured or waited for a context of another client.
  func visited(_ host: ClientID) {
    hosts.insert(host)
  }

  /// Removes hosts that are gone.
  func keepHosts(_ isThere: (ClientID) -> Bool) {
    hosts = hosts.filter(isThere)
  }

  /// Retains a frame's memory until the client releases it.
  func hold(_ buffer: SharedBuffer, byteCount: Int) {
    frames[buffer.id] = (buffer, byteCount)
    frameBytes += byteCount
  }

  /// Retains the pictures of a change until the client releases them.
  func lend(_ buffer: SharedBuffer, byteCount: Int) {
    lent[buffer.id] = (buffer, byteCount)
    lentBytes += byteCount
  }

  /// - Returns: Whether the client had a frame or a picture with that number.
  func release(_ number: UInt32) -> Bool {
    if let picture = lent.removeValue(forKey: number) {
      lentBytes -= picture.byteCount
      return true
    }
    guard let frame = frames.removeValue(forKey: number) else { return false }
    frameBytes -= frame.byteCount
    return true
  }

  var layerCount: Int { contexts.values.reduce(0) { $0 + $1.renderer.tree.ownLayerCount } }
  var imageBytes: Int { contexts.values.reduce(0) { $0 + $1.renderer.tree.ownImageBytes } }
  var imageCount: Int { contexts.values.reduce(0) { $0 + $1.renderer.tree.ownImageCount } }
  var animationCount: Int { contexts.values.reduce(0) { $0 + $1.renderer.tree.ownAnimationCount } }
  var valueBytes: Int { contexts.values.reduce(0) { $0 + $1.renderer.tree.ownValueBytes } }
  var surfaceBytes: Int { contexts.values.reduce(0) { $0 + $1.surfaceBytes } }

  /// Checks that a commit leaves the client within its limits, all contexts together.
  ///
  /// - Parameter context: The one that the commit is for.
  func checkLimits(
    _ commit: Commit,
    of context: ServedContext,
    _ limits: ServerLimits
  ) throws(CommitError) {
    // One context's tree checks itself.
    guard contexts.count > 1 else { return }
    let tree = limits.wire.tree
    if !commit.created.isEmpty {
      let layers = layerCount + commit.created.count - commit.destroyed.count
      guard layers <= tree.layers else {
        throw .tooManyLayers(count: layers, limit: tree.layers)
      }
    }
    if !commit.createdImages.isEmpty {
      let bytes = commit.createdImages.reduce(imageBytes) { $0 + $1.pixels.countedBytes }
      guard bytes <= tree.imageBytes else {
        throw .tooManyImageBytes(count: bytes, limit: tree.imageBytes)
      }
    }
    if !commit.animations.isEmpty {
      let animations = animationCount + commit.animations.count
      guard animations <= tree.animations else {
        throw .tooManyAnimations(count: animations, limit: tree.animations)
      }
    }
    let growth = commit.valueGrowth(in: context.renderer.tree)
    guard growth > 0 else { return }
    let bytes = valueBytes + growth
    guard bytes <= tree.valueBytes else {
      throw .tooManyValueBytes(count: bytes, limit: tree.valueBytes)
    }
  }

  /// Checks that a picture leaves the client within its limits, all contexts together.
  func checkLimits(
    _ present: ImagePresent,
    of context: ServedContext,
    _ limits: ServerLimits
  ) throws(CommitError) {
    // One context's tree checks itself.
    guard contexts.count > 1 else { return }
    let old = context.renderer.tree.images[present.image]?.countedBytes ?? 0
    let growth = present.pixels.countedBytes - (present.time == nil ? old : 0)
    let limit = limits.wire.tree.imageBytes
    guard growth > 0, imageBytes + growth > limit else { return }
    throw .tooManyImageBytes(count: imageBytes + growth, limit: limit)
  }
}
