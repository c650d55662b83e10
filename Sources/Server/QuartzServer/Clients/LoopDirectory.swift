// The data that the loops of all clients share.
// Licensed under the MIT license; see LICENSE.
//
// Each client has a loop of its own, a thread that owns all the client's data. This file has the
// data beyond one client: the loop of each token's context, the totals, an idle renderer, and the
// owner of the screen. It is read and changed under locks that are held only for that access.

import QuartzModel
import QuartzPlan
import QuartzSharing
import QuartzSoftware
import QuartzWire
import Synchronization

/// The totals over all loops.
final class ServerCounts: Sendable {
  let clients = SharedCount()
  let contexts = SharedCount()
  let framesDrawn = SharedCount()
  let wakeUps = SharedCount()
  let layers = SharedCount()
  let imageBytes = SharedCount()
  let driverMessages = SharedCount()
  /// Pictures whose fences did not signal in time.
  let lateFences = SharedCount()
  let offers = SharedCount()
  let hosted = SharedCount()
  let hostingCycles = SharedCount()
  let hostingRefusals = SharedCount()
  let hostingOverruns = SharedCount()
  /// How often all hosting layers of a client were gone through.
  let hostingPasses = SharedCount()
  /// How often a layer's id was looked up.
  let hostingResolutions = SharedCount()
  let memory: MemoryLedger

  init(memoryLimit: Int) {
    memory = MemoryLedger(limit: memoryLimit)
  }

  var statistics: Statistics {
    var statistics = Statistics()
    statistics.clients = clients.value
    statistics.contexts = contexts.value
    statistics.framesDrawn = framesDrawn.value
    statistics.wakeUps = wakeUps.value
    statistics.layers = layers.value
    statistics.imageBytes = imageBytes.value
    statistics.residentBytes = ProcessMemory.residentBytes
    return statistics
  }
}

/// The location of a context.
struct ContextLocation: Sendable {
  let owner: ClientID
  /// The number of its output, unique in the server; lower ones were opened before.
  let output: UInt32
  /// Bytes of a frame of the context.
  let surfaceBytes: Int
  /// The owner's own name and its process.
  let program: String
  let process: UInt32
  /// The message that made the context.
  let creation: CreateContext
  /// Whether it shows in layers of others, and nowhere else.
  var isOffered = false
  /// Whether its program reads events.
  var listens = false
}

/// The directory through which loops find one another.
///
/// Any thread may use it.
final class LoopDirectory: Sendable {
  let counts: ServerCounts
  /// The worker threads of software renderers, made on first use.
  private let sharedWorkers = Mutex<WorkerPool?>(nil)
  // It is put away by the loop that used it last, and taken by one other.
  private let spare = Guarded<(any RenderBackend)?>(nil)
  private let state = Mutex(State())
  let layerServers = Mutex(LayerServers())
  let fences = Mutex(Fences())
  private let overlayBits = Atomic<UInt32>(0)
  /// The factor by which all motion is slowed down.
  let slowAnimationFactor: Double
  /// The trace of what happens, or nil.
  let trace: TraceFile?
  /// Whether there was a screen at the start.
  let hasScreen: Bool

  private struct State {
    var loops: [ClientID: Mailbox<ServerEvent>] = [:]
    var contexts: [UInt64: ContextLocation] = [:]
    var lastOutput: UInt32 = 0
    /// The screen, while no loop has it.
    var parkedScreen: ScreenState?
    /// The client whose loop has the screen.
    var screenHolder: ClientID?
    var isScreenWanted = false
    /// Of the thread of windows, if there is one.
    var windows: Mailbox<ServerEvent>?

    var screenOwner: ClientID? {
      contexts.values.filter { !$0.isOffered }.min { $0.output < $1.output }?.owner
    }
  }

  /// - Parameter memoryLimit: The bytes that all clients may have together.
  init(
    hasScreen: Bool = false,
    slowAnimationFactor: Double = 1,
    trace: TraceFile? = nil,
    memoryLimit: Int = ServerLimits().memory
  ) {
    counts = ServerCounts(memoryLimit: memoryLimit)
    self.hasScreen = hasScreen
    self.slowAnimationFactor = slowAnimationFactor
    self.trace = trace
  }

  // MARK: Loops

  /// Registers a client's loop.
  func add(_ client: ClientID, _ mailbox: Mailbox<ServerEvent>) {
    state.withLock { $0.loops[client] = mailbox }
  }

  /// Unregisters a client's loop, so that nothing more is posted to it.
  func remove(_ client: ClientID) {
    state.withLock { state in
      state.loops[client] = nil
      if state.screenHolder == client { state.screenHolder = nil }
    }
    forgetHosting(of: client)
  }

  /// Posts an event to the loop of a client.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  func post(_ event: ServerEvent, to client: ClientID) -> Bool {
    state.withLock { state in
      guard let mailbox = state.loops[client] else { return false }
      mailbox.post(event)
      return true
    }
  }

  /// Posts an event to all loops.
  func postToAll(_ event: ServerEvent) {
    state.withLock { state in
      // Several clients of a loop have one mailbox.
      var told: Set<ObjectIdentifier> = []
      for mailbox in state.loops.values where told.insert(ObjectIdentifier(mailbox)).inserted {
        mailbox.post(event)
      }
    }
  }

  /// Asks all loops to call back when they have handled all earlier events.
  ///
  /// - Returns: The number of loops.
  func ask(_ answer: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      for mailbox in state.loops.values { mailbox.post(.query(answer)) }
      return state.loops.count
    }
  }

  /// The choices of the server's user that clients get.
  var settings: ClientSettings {
    var settings = ClientSettings()
    settings.slowAnimationFactor = slowAnimationFactor
    settings.wantsReports = trace != nil || overlays.contains(.fps)
    return settings
  }

  /// The overlays that all contexts show besides layers.
  var overlays: Overlays {
    get { Overlays(rawValue: overlayBits.load(ordering: .relaxed)) }
    set {
      overlayBits.store(newValue.rawValue, ordering: .relaxed)
      state.withLock { state in
        for mailbox in state.loops.values { mailbox.post(.overlayChanged) }
      }
    }
  }

  // MARK: Contexts

  /// Returns a unique number for a context's outputs and images.
  func takeOutputNumber() -> UInt32 {
    state.withLock { state in
      state.lastOutput &+= 1
      return state.lastOutput
    }
  }

  /// Registers a context.
  ///
  /// - Returns: A unique token that cannot be guessed.
  func add(_ location: ContextLocation) -> UInt64 {
    state.withLock { state in
      var token: UInt64
      repeat {
        token = UInt64.random(in: 1...UInt64.max)
      } while state.contexts[token] != nil
      state.contexts[token] = location
      state.windows?.post(.contextsChanged)
      return token
    }
  }

  func remove(token: UInt64) {
    state.withLock { state in
      state.contexts[token] = nil
      state.windows?.post(.contextsChanged)
    }
    withdraw(token)
  }

  func location(of token: UInt64) -> ContextLocation? {
    state.withLock { $0.contexts[token] }
  }

  /// Notes that a context shows in layers of others: no screen or window shows it by itself.
  func hide(_ token: UInt64) {
    state.withLock { state in
      state.contexts[token]?.isOffered = true
      state.windows?.post(.contextsChanged)
    }
  }

  /// The contexts of all clients, those that were made first in front.
  var contextList: ContextList {
    let contexts = state.withLock { $0.contexts }
    let sorted = contexts.sorted { $0.value.output < $1.value.output }
    var entries = sorted.prefix(ContextList.mostEntries).map { token, location in
      ContextList.Entry(
        token: token,
        connection: location.owner.rawValue,
        process: location.process,
        program: location.program,
        creation: location.creation
      )
    }
    layerServers.withLock { servers in
      for index in entries.indices {
        guard let offer = servers.offers[entries[index].token],
          let host = servers.hosts[offer.key], !host.revoked.contains(offer.client)
        else { continue }
        (entries[index].client, entries[index].host) = (offer.client, offer.key.process)
      }
    }
    return ContextList(count: contexts.count, entries: entries)
  }

  // MARK: Renderers

  /// The worker threads of all software renderers of the server.
  var workers: WorkerPool {
    sharedWorkers.withLock { workers in
      if let workers { return workers }
      let made = WorkerPool()
      workers = made
      return made
    }
  }

  /// Takes the idle renderer, if there is one.
  func takeSpare() -> (any RenderBackend)? {
    spare.withLock { spare in
      defer { spare = nil }
      return spare
    }
  }

  /// Keeps a renderer without outputs and images for the next loop.
  ///
  /// - Returns: False if there is one already.
  func keep(_ backend: any RenderBackend) -> Bool {
    spare.withLock { spare in
      guard spare == nil else { return false }
      spare = backend
      return true
    }
  }

  // MARK: Events

  /// Notes whether the program of a context reads events.
  func listen(_ token: UInt64, isListening: Bool) {
    state.withLock { $0.contexts[token]?.listens = isListening }
  }

  func listens(_ token: UInt64) -> Bool {
    state.withLock { $0.contexts[token]?.listens ?? false }
  }

  // MARK: Windows

  /// Lets the thread of windows know of contexts, from now on and with all that there are.
  ///
  /// - Parameter mailbox: Nil for no windows any more.
  func setWindows(_ mailbox: Mailbox<ServerEvent>?) {
    state.withLock { state in
      state.windows = mailbox
      mailbox?.post(.contextsChanged)
    }
  }

  /// The contexts that run in real time and are not offered to hosts, by their tokens.
  var shownContexts: [UInt64: ContextLocation] {
    state.withLock { state in
      state.contexts.filter { $0.value.creation.clock == .real && !$0.value.isOffered }
    }
  }

  // MARK: The screen

  /// The owner of the context that the screen shows, which is the one opened first; nil if there is
  /// none.
  var screenOwner: ClientID? {
    state.withLock { $0.screenOwner }
  }

  /// Takes the screen for a client whose context it should show, if no loop has it; otherwise asks
  /// the loop that has it.
  func claimScreen(for client: ClientID) -> ScreenState? {
    state.withLock { state in
      if let screen = state.parkedScreen {
        state.parkedScreen = nil
        state.screenHolder = client
        return screen
      }
      guard !state.isScreenWanted, let holder = state.screenHolder, holder != client else {
        return nil
      }
      state.isScreenWanted = true
      state.loops[holder]?.post(.screenIsWanted)
      return nil
    }
  }

  /// Passes the screen to the loop whose context it should show.
  ///
  /// - Returns: Whether there is such a loop.
  func passScreen(_ screen: ScreenState) -> Bool {
    state.withLock { state in
      guard let owner = state.screenOwner, let mailbox = state.loops[owner] else { return false }
      state.screenHolder = owner
      state.isScreenWanted = false
      mailbox.post(.screen(screen))
      return true
    }
  }

  /// Keeps the screen until a loop claims it, if no loop waits for it.
  func parkScreen(_ screen: ScreenState) {
    guard !passScreen(screen) else { return }
    state.withLock { state in
      state.parkedScreen = screen
      state.screenHolder = nil
      state.isScreenWanted = false
    }
  }

  /// Takes the screen out of use.
  func takeParkedScreen() -> ScreenState? {
    state.withLock { state in
      defer { state.parkedScreen = nil }
      return state.parkedScreen
    }
  }
}

/// A counter that one thread writes and others read.
final class SharedCount: Sendable {
  private let count = Atomic<Int>(0)

  func add(_ number: Int = 1) {
    count.add(number, ordering: .relaxed)
  }

  var value: Int { count.load(ordering: .relaxed) }
}
