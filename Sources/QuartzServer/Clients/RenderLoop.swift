// The render thread: it owns all trees, plans and the renderer, and sleeps while nothing moves.
// Licensed under the MIT license; see LICENSE.
//
// One turn of the loop takes what has arrived, handles each client's messages in their order (a
// bounded number of each client's, so that nobody starves the others), draws the frames that are
// due and asks the clock to be woken for the next one. Commits are applied between frames, wholly
// or not at all, so that no frame ever shows half of one. Nothing here waits for a client: messages
// arrive complete, and answers go to an outlet that takes them at once.

import Logging
import QuartzModel
package import QuartzPlan
import QuartzSoftware
import QuartzWire

/// Makes the renderer, on the thread that draws with it.
package typealias BackendMaker =
  @Sendable (_ choice: RendererChoice) throws(RenderError) -> any RenderBackend

/// Trees, plans and renderer of all clients.
///
/// Belongs to the render thread.
final class RenderLoop {
  /// After so many lost GL contexts the software renderer takes over for good.
  static let mostLosses = 3

  private(set) var options: ServerOptions
  let clock: any FrameClock
  let outlet: any Outlet
  let logger: Logger
  let mailbox: Mailbox<ServerEvent>
  let makeBackend: BackendMaker
  private(set) var backend: any RenderBackend
  var screenState: ScreenState?
  var clients: [ClientID: Client] = [:]
  /// Every context of every client, by the number that others look at it with.
  var tokens: [UInt64: ServedContext] = [:]
  private var lastOutput: UInt32 = 0
  private var losses = 0
  /// How often a driver told of an error or of undefined behaviour, as far as it was asked to.
  private(set) var driverMessageCount = 0
  private var wakeUps = 0
  /// Frames of contexts that are gone.
  private var formerFrames = 0
  private var questions: [@Sendable (Statistics) -> Void] = []
  private var isStopped = false

  init(
    options: ServerOptions,
    clock: any FrameClock,
    outlet: any Outlet,
    logger: Logger,
    mailbox: Mailbox<ServerEvent>,
    screen: (any Screen)? = nil,
    makeBackend: @escaping BackendMaker
  ) throws(RenderError) {
    self.options = options
    self.clock = clock
    self.outlet = outlet
    self.logger = logger
    self.mailbox = mailbox
    self.makeBackend = makeBackend
    backend = try makeBackend(options.renderer)
    guard let screen else { return }
    screenState = ScreenState(screen: screen)
    // Nothing is drawn that would not be seen.
    self.options.frameRate = min(options.frameRate, screen.refreshRate)
  }

  // MARK: Turning

  /// Turns until it is told to stop.
  func run() {
    var poller = Poller()
    while !isStopped {
      poller.removeAll()
      poller.add(mailbox.descriptor)
      poller.add(clock.descriptor)
      let flip = screenState.map { poller.add($0.screen.descriptor) }
      poller.wait()
      wakeUps += 1
      clock.acknowledge()
      if let flip, poller.isReadable(flip) { takeFlip() }
      while turn() {}
    }
    for client in clients.values { free(client) }
    // A context that is lost has no objects.
    try? backend.deleteObjects()
    logDriverMessages()
  }

  /// Does what there is to do.
  ///
  /// - Returns: Whether messages are left for another turn.
  func turn() -> Bool {
    for event in mailbox.take() { receive(event) }
    var hasLetters = false
    for id in clients.keys.sorted() {
      if let client = clients[id], handleLetters(of: client) { hasLetters = true }
    }
    drawDueFrames()
    updateScreen()
    logDriverMessages()
    if hasLetters && !isStopped { return true }
    clock.schedule(nextDueTime)
    // Last: whoever has the answer finds the loop at rest.
    answerQuestions()
    return false
  }

  private func receive(_ event: ServerEvent) {
    switch event {
    case .connected(let id, let gauge): clients[id] = Client(id, gauge: gauge)
    case .letter(let id, let letter): clients[id]?.receive(letter)
    case .disconnected(let id):
      guard let client = clients[id] else { return }
      // Letters that were not handled yet could only change what goes now.
      logger.info("\(id) (\(client.name ?? "no name")) left")
      free(client)
    case .question(let answer): questions.append(answer)
    case .stop: isStopped = true
    }
  }

  /// Handles some of a client's letters.
  ///
  /// - Returns: Whether some are left.
  private func handleLetters(of client: Client) -> Bool {
    for _ in 0..<options.limits.messagesPerTurn {
      guard let letter = client.takeLetter() else { return false }
      let mayResume = client.gauge.remove(byteCount: letter.byteCount)
      do {
        try handle(letter, of: client)
      } catch {
        refuse(letter, of: client, error.failure)
        if error.failure.endsConnection { return false }
      }
      if mayResume { outlet.resume(client.id) }
    }
    return client.hasLetters
  }

  private func refuse(_ letter: ClientLetter, of client: Client, _ failure: Failure) {
    if failure.endsConnection {
      end(client, because: failure, answering: letter.serial)
    } else {
      outlet.send(.failure(failure), answering: letter.serial, to: client.id)
    }
  }

  // MARK: Drawing

  private var nextDueTime: Double? {
    var next: Double?
    for context in tokens.values where !waitsForFlip(context) {
      if let due = context.dueTime { next = min(next ?? due, due) }
    }
    return next
  }

  private func drawDueFrames() {
    let now = clock.now
    for context in Array(tokens.values) where (context.dueTime ?? .infinity) <= now {
      if waitsForFlip(context) { continue }
      do {
        let time = try recovering { () throws(RenderError) in try context.drawIfDue(now: now) }
        if let time { tellWaiting(for: context, at: time) }
      } catch {
        endOwner(of: context, because: error)
      }
    }
  }

  /// Tells all who waited for a frame of a context that it began.
  func tellWaiting(for context: ServedContext, at time: Double) {
    let frame = FrameBegan(time: time, period: context.period)
    for (client, serial) in context.takeWaiting().sorted(by: { $0.key < $1.key }) {
      outlet.send(.frameBegan(frame), answering: serial, to: client)
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
      driverMessageCount += 1
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
      backend = SoftwareBackend()
    }
    logger.warning("the GL context was lost; \(backend.description.renderer) goes on drawing")
    for context in Array(tokens.values) where context.renderer.backend !== backend {
      do {
        try context.move(to: backend, now: clock.now)
      } catch {
        guard error != .contextLost else { return replaceBackend() }
        endOwner(of: context, because: error)
      }
    }
  }

  /// A number for outputs and images that no other context has.
  func takeOutputNumber() -> UInt32 {
    lastOutput &+= 1
    return lastOutput
  }

  // MARK: Ends

  /// Ends the client whose context cannot be drawn.
  func endOwner(of context: ServedContext, because error: RenderError) {
    guard let client = clients[context.owner] else { return }
    let failure = Failure(
      refusedOpcode: 0,
      code: .renderFailed,
      endsConnection: true,
      reason: "context \(context.number): \(error)"
    )
    end(client, because: failure, answering: 0)
  }

  func end(_ client: Client, because failure: Failure, answering serial: UInt64) {
    logger.notice("\(client.id) (\(client.name ?? "no name")) is ended: \(failure.reason)")
    free(client)
    outlet.end(client.id, because: failure, answering: serial)
  }

  /// Frees everything that a client has.
  private func free(_ client: Client) {
    clients[client.id] = nil
    for context in tokens.values { context.stopWaiting(client.id) }
    for context in client.contexts.values { free(context) }
    client.contexts.removeAll()
  }

  func free(_ context: ServedContext) {
    tokens[context.token] = nil
    for (client, serial) in context.takeWaiting() where clients[client] != nil {
      let refusal = Refusal(
        .awaitFrame,
        .unknownToken,
        "the context is gone",
        endsConnection: false
      )
      outlet.send(.failure(refusal.failure), answering: serial, to: client)
    }
    formerFrames += context.framesDrawn
    context.renderer.close()
  }

  // MARK: Statistics

  private func answerQuestions() {
    guard !questions.isEmpty else { return }
    let statistics = statistics
    for answer in questions { answer(statistics) }
    questions.removeAll()
  }

  var statistics: Statistics {
    var statistics = Statistics()
    statistics.clients = clients.count
    statistics.contexts = tokens.count
    statistics.framesDrawn = tokens.values.reduce(formerFrames) { $0 + $1.framesDrawn }
    statistics.wakeUps = wakeUps
    statistics.layers = clients.values.reduce(0) { $0 + $1.layerCount }
    statistics.imageBytes = clients.values.reduce(0) { $0 + $1.imageBytes }
    statistics.residentBytes = ProcessMemory.residentBytes
    return statistics
  }
}
