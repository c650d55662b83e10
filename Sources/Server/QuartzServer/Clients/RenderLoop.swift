// A loop draws the contexts of one client. It owns the client's trees, plans and renderer, and
// sleeps while nothing moves.
// Licensed under the MIT license; see LICENSE.
//
// One turn of the loop takes the arrived events, handles a bounded number of messages in order,
// draws the due frames and schedules the timer for the next one. Commits are applied atomically
// between frames, so that no frame ever shows half of one. Nothing here waits for a client:
// messages arrive complete, and answers go to a sink that takes them at once. Nothing here waits
// for another loop either; requests to other loops are posted as a `Visit`.
//
// In the server each client has a loop and a thread of its own. Tests have several clients in one
// loop.

import CQuartzLinux
import Logging
import QuartzModel
package import QuartzPlan
import QuartzSoftware
import QuartzWire

/// Makes a renderer.
package typealias BackendMaker =
  @Sendable (_ choice: RendererChoice) throws(RenderError) -> any RenderBackend

/// Trees, plans and renderer of a client, or of several.
///
/// Belongs to its thread.
final class RenderLoop {
  /// The number of lost GL contexts after which the software renderer takes over for good.
  static let mostLosses = 3
  /// The bytes of a message whose memory the heap may keep for the next one.
  private static let mostKeptBytes = 1 << 20

  private(set) var options: ServerOptions
  let clock: any FrameClock
  let timer: any FrameTimer
  let directory: LoopDirectory
  let sink: any ReplySink
  let logger: Logger
  let mailbox: Mailbox<ServerEvent>
  let makeBackend: BackendMaker
  private(set) var backend: any RenderBackend
  var screenState: ScreenState?
  var clients: [ClientID: Client] = [:]
  /// Every context of every client, by its token.
  var tokens: [UInt64: ServedContext] = [:]
  /// Updates of hosted trees that wait for a fence.
  var heldUpdates = HeldUpdates()
  /// Questions for trees that do not change.
  var postponed: [HostingEvent] = []
  private var losses = 0
  private var queries: [@Sendable () -> Void] = []
  /// Visits of clients of other loops, from `nextVisit` on.
  private var visits: [Visit] = []
  private var nextVisit = 0
  private var isStopped = false
  /// Whether there was a client; it may have come and gone within a turn.
  private var hasServed = false
  /// Whether a message was handled in this turn after which memory goes back to the system.
  private var hasLargeMessage = false

  // Long because: the parts of a server that a loop works with, which tests replace one by one.
  init(
    options: ServerOptions,
    clock: any FrameClock,
    timer: any FrameTimer,
    directory: LoopDirectory,
    sink: any ReplySink,
    logger: Logger,
    mailbox: Mailbox<ServerEvent>,
    makeBackend: @escaping BackendMaker
  ) throws(RenderError) {
    self.options = options
    self.clock = clock
    self.timer = timer
    self.directory = directory
    self.sink = sink
    self.logger = logger
    self.mailbox = mailbox
    self.makeBackend = makeBackend
    if let spare = directory.takeSpare() {
      backend = spare
    } else {
      backend = try makeBackend(options.renderer)
    }
  }

  // MARK: Turning

  /// Runs until it is asked to stop, or until its client is gone.
  func run() {
    var poller = Poller()
    while !isStopped {
      poller.removeAll()
      poller.add(mailbox.descriptor)
      poller.add(timer.descriptor)
      let flips = (screenState?.screen.descriptors ?? []).map { poller.add($0) }
      for context in tokens.values {
        for fence in context.fenced.descriptors { poller.add(fence) }
      }
      poller.wait()
      directory.counts.wakeUps.add()
      timer.acknowledge()
      if flips.contains(where: { poller.isReadable($0) }) { takeFlip() }
      while turn() {}
      // The loop does not leave its screen before the screen is black.
      if hasServed && clients.isEmpty && isScreenAtRest { break }
    }
    finish()
  }

  /// Releases everything.
  private func finish() {
    for client in Array(clients.values) { free(client) }
    if let state = screenState { directory.parkScreen(state) }
    screenState = nil
    // Nobody posts any more; the last events are answered.
    for event in mailbox.take() { receive(event) }
    while let visit = takeVisit() { receive(visit) }
    answerQueries()
    logDriverMessages()
    // A software renderer is made in no time, and keeps the scratch memory of its largest frame.
    let isWorthKeeping = !(backend is SoftwareBackend) && losses == 0
    if !isStopped, isWorthKeeping, directory.keep(backend) { return }
    // A lost context has no objects.
    try? backend.deleteObjects()
    logDriverMessages()
  }

  /// Runs one turn.
  ///
  /// - Returns: Whether messages are left for another turn.
  func turn() -> Bool {
    for event in mailbox.take() { receive(event) }
    breakLateFences()
    // Before frames that messages ask for.
    showFencedPresents()
    var isBusy = false
    for id in clients.keys.sorted() {
      if let client = clients[id], handleMessages(of: client) { isBusy = true }
    }
    drawDueFrames()
    // One a turn, so that visitors do not keep the owner waiting for more than a frame.
    if !hasFrozenClients, let visit = takeVisit() {
      receive(visit)
      if nextVisit < visits.count { isBusy = true }
    }
    answerViewers()
    updateScreen()
    logDriverMessages()
    if hasLargeMessage {
      // The memory of the message lies below the layers in the heap, where the allocator keeps it.
      quartz_return_heap()
      hasLargeMessage = false
    }
    if isBusy && !isStopped { return true }
    timer.schedule([nextDueTime, nextFenceTime, nextFenceDeadline].compactMap { $0 }.min())
    // Last, so that the loop is at rest when the answer arrives.
    answerQueries()
    return false
  }

  private func receive(_ event: ServerEvent) {
    switch event {
    case .connected(let new):
      hasServed = true
      clients[new.id] = Client(new, directory.counts.memory)
      directory.add(new.id, mailbox)
    case .received(let id, let received): clients[id]?.receive(received)
    case .disconnected(let id):
      guard let client = clients[id] else { return }
      // Unhandled messages could only change state that is freed now.
      logger.info("\(client.label) left")
      free(client)
    case .visit(let visit): visits.append(visit)
    case .visited(let id, let serial, let result): finishVisit(of: id, serial, result)
    case .visitorLeft(let id):
      for context in tokens.values {
        context.stopWaiting(id)
        context.viewers.remove(id)
        stopEvents(of: context, for: id)
        context.hosts[id] = nil
        forgetObserver(id, of: context)
      }
    case .hosting(let event): receive(event)
    case .observation(let event): receive(event)
    case .fence(let event): receive(event)
    case .events(let feed, let token, let isRouted):
      receive(feed, of: token, isRouted: isRouted)
    case .overlayChanged:
      for context in tokens.values { context.setCommonOverlays(directory.overlays, now: clock.now) }
      for client in clients.values { tellSettings(to: client) }
    case .screen(let state): screenState = state
    // Handled in each turn.
    case .screenIsWanted: break
    // Only the thread of windows follows them.
    case .contextsChanged: break
    case .query(let answer): queries.append(answer)
    case .stop: isStopped = true
    }
  }

  /// Tells a client the choices of the server's user, if it wants to know and they are others than
  /// it knows.
  func tellSettings(to client: Client) {
    let settings = directory.settings
    guard client.followsSettings, settings != client.settings else { return }
    client.settings = settings
    sink.send(.clientSettings(settings), answering: 0, to: client.id)
  }

  private func takeVisit() -> Visit? {
    guard nextVisit < visits.count else { return nil }
    let visit = visits[nextVisit]
    nextVisit += 1
    if nextVisit == visits.count {
      visits.removeAll()
      nextVisit = 0
    }
    return visit
  }

  /// Handles some of a client's messages.
  ///
  /// - Returns: Whether some are left.
  private func handleMessages(of client: Client) -> Bool {
    for _ in 0..<options.limits.messagesPerTurn {
      if isHeld(client) { return false }
      guard let received = client.takeMessage() else { return false }
      let mayResume = client.flowControl.remove(received)
      if received.byteCount > RenderLoop.mostKeptBytes { hasLargeMessage = true }
      do {
        try handle(received, of: client)
      } catch {
        refuse(received, of: client, error.failure)
      }
      // The client may have been ended, also because its picture cannot be drawn.
      guard clients[client.id] != nil else { return false }
      if mayResume { sink.resume(client.id) }
    }
    return client.hasMessages
  }

  private func refuse(_ received: ReceivedMessage, of client: Client, _ failure: Failure) {
    guard clients[client.id] != nil else { return }
    if failure.endsConnection {
      end(client, because: failure, answering: received.serial)
    } else {
      sink.send(.failure(failure), answering: received.serial, to: client.id)
    }
  }

  // MARK: Drawing

  private var nextDueTime: Double? {
    var next: Double?
    for context in tokens.values where !waitsForFlip(context) && !isFrozen(context.owner) {
      if let due = context.dueTime { next = min(next ?? due, due) }
    }
    return next
  }

  private func drawDueFrames() {
    let now = clock.now
    for context in Array(tokens.values) where (context.dueTime ?? .infinity) <= now {
      if waitsForFlip(context) || isFrozen(context.owner) { continue }
      do {
        let frame = try recovering { () throws(RenderError) in try context.drawIfDue(now: now) }
        guard let frame else { continue }
        if let excess = frame.excess { tellOwner(of: context, excess) }
        tellWaiting(for: context, at: frame.time)
      } catch {
        endOwner(of: context, because: error)
      }
    }
  }

  /// Tells a client that its scene exceeds the budget of a frame; its last picture stays.
  private func tellOwner(of context: ServedContext, _ excess: BudgetExcess) {
    let failure = Failure(
      refusedOpcode: 0,
      code: .budgetSpent,
      endsConnection: false,
      reason: context.reason(excess)
    )
    if let client = clients[context.owner] { logger.notice("\(client.label): \(failure.reason)") }
    sink.send(.failure(failure), answering: 0, to: context.owner)
  }

  /// Notifies all clients that waited for a frame of a context that it began, and gives its picture
  /// to those that wait for that.
  func tellWaiting(for context: ServedContext, at time: Double) {
    let frame = FrameBegan(time: time, period: context.period)
    for (client, entry) in context.takeWaiting().sorted(by: { $0.key < $1.key }) {
      switch entry.wish {
      case .begin: sink.send(.frameBegan(frame), answering: entry.serial, to: client)
      case .picture(let pool):
        let result = picture(of: context, at: time, for: client, pool)
        directory.post(.visited(client, serial: entry.serial, result), to: client)
      }
    }
  }

  /// Draws, with a new renderer if the one before lost its context.
  func recovering<Result>(
    _ body: () throws(RenderError) -> Result
  ) throws(RenderError) -> Result {
    while true {
      do {
        return try body()
      } catch {
        guard error == .contextLost else { throw error }
        replaceBackend()
      }
    }
  }

  private func logDriverMessages() {
    for message in backend.takeDriverMessages() {
      directory.counts.driverMessages.add()
      logger.error("GL: \(message)")
    }
  }

  /// Makes another renderer and gives it all outputs and images.
  ///
  /// Ends with the software renderer, which cannot lose a context.
  func replaceBackend() {
    losses += 1
    logDriverMessages()
    do {
      guard losses <= RenderLoop.mostLosses else { throw RenderError.contextLost }
      backend = try makeBackend(options.renderer)
    } catch {
      backend = SoftwareBackend(workers: directory.workers)
    }
    logger.warning("the GL context was lost; \(backend.description.renderer) goes on drawing")
    for context in Array(tokens.values) where context.renderer.backend !== backend {
      // One whose range the renderer before did not draw has one that cannot be lost.
      if context.configuration.range.isExtended, context.renderer.backend is SoftwareBackend {
        continue
      }
      do {
        try context.move(to: backend, now: clock.now)
      } catch {
        guard error != .contextLost else { return replaceBackend() }
        endOwner(of: context, because: error)
      }
    }
  }

  // MARK: Ends

  /// Ends the client whose context cannot be drawn.
  func endOwner(of context: ServedContext, because error: RenderError) {
    guard let client = clients[context.owner] else { return }
    let failure = Failure(
      refusedOpcode: 0,
      code: error.isShortage ? .serverFailed : .renderFailed,
      endsConnection: true,
      reason: "context \(context.number): \(error)"
    )
    end(client, because: failure, answering: 0)
  }

  func end(_ client: Client, because failure: Failure, answering serial: UInt64) {
    logger.notice("\(client.label) is ended: \(LogText.escaped(failure.reason))")
    free(client)
    sink.end(client.id, because: failure, answering: serial)
  }

  /// Frees everything that a client has.
  private func free(_ client: Client) {
    clients[client.id] = nil
    let fence = client.fence
    client.fence = nil
    // When its trees are gone, so that hosts take them away before they show the others.
    defer { if let fence { directory.leaveFence(fence.message.token, client.id) } }
    for context in tokens.values {
      context.stopWaiting(client.id)
      context.viewers.remove(client.id)
      stopEvents(of: context, for: client.id)
      context.hosts[client.id] = nil
      forgetObserver(client.id, of: context)
    }
    for context in client.contexts.values { free(context) }
    client.contexts.removeAll()
    for host in client.hosts { directory.post(.visitorLeft(client.id), to: host) }
    directory.remove(client.id)
  }

  func free(_ context: ServedContext) {
    tokens[context.token] = nil
    directory.remove(token: context.token)
    for (client, entry) in context.takeWaiting() {
      let failure = Refusal(
        entry.wish.opcode,
        .unknownToken,
        "the context is gone",
        endsConnection: false
      ).failure
      switch entry.wish {
      case .begin: sink.send(.failure(failure), answering: entry.serial, to: client)
      case .picture:
        directory.post(.visited(client, serial: entry.serial, .failure(failure)), to: client)
      }
    }
    tellObservers(of: context, .ended)
    refuseViewers(of: context)
    refuseEvents(of: context)
    context.close()
  }

  private func answerQueries() {
    for answer in queries { answer() }
    queries.removeAll()
  }

  /// The totals over all loops.
  var statistics: Statistics { directory.counts.statistics }
}

extension RenderError {
  /// Whether there was too little memory, whatever was to be drawn.
  fileprivate var isShortage: Bool {
    if case .outOfMemory = self { true } else { false }
  }
}
