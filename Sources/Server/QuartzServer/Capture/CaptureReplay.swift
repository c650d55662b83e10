// Draws what a capture recorded, at any time of it.
// Licensed under the MIT license; see LICENSE.
//
// The messages go to a render loop of the server, which decodes, checks and applies them as if
// their clients had just sent them. Nothing waits: the loop's clock is stopped, and frames are
// drawn when they are asked for.

import Logging
import QuartzGLES
package import QuartzModel
package import QuartzPlan
package import QuartzWire
import Synchronization

/// The render loop of a capture.
///
/// Belongs to one thread.
package final class CaptureReplay {
  /// A context that a captured connection made.
  package struct Context: Equatable, Sendable {
    package let connection: UInt32
    /// The connection's number for it.
    package let number: UInt32
    package let configuration: ContextConfiguration
    package let clock: ContextClock
    /// Whether it shows in a layer of another context, and nowhere else.
    package fileprivate(set) var isOffered = false
    /// Whether it is there: neither destroyed nor of a connection that ended.
    package fileprivate(set) var isThere = true
    /// The time that a stepped clock was last set to.
    fileprivate var steppedTime = 0.0
  }

  /// The effect of a record of the capture.
  package enum Step: Equatable, Sendable {
    /// The tree or an image of a context changed; its index in `contexts`.
    case change(Int)
    /// The client asked for the picture of a context at a time of its clock.
    case frame(Int, at: Double)
    /// Anything else.
    case other
  }

  /// A message that the server refused.
  package struct Refusal: Sendable {
    /// The number of the record, from 1.
    package let record: Int
    package let failure: Failure
  }

  package let capture: Capture
  /// All contexts so far, in the order in which they were made.
  package private(set) var contexts: [Context] = []
  package private(set) var refusals: [Refusal] = []
  /// The number of records that were replayed.
  package private(set) var position = 0

  private let loop: RenderLoop
  private let sink = ReplaySink()
  private let mailbox: Mailbox<ServerEvent>
  private let limits: ServerLimits
  private var connections: Set<UInt32> = []
  private var lastSerial: UInt64 = 1 << 63

  /// Makes a loop with a renderer of its own.
  ///
  /// - Parameters:
  ///   - limits: Those of a server.
  ///   - makeBackend: Makes the renderer, on this thread.
  /// - Throws: `ReplayError.notDrawn` if there is none.
  package init(
    _ capture: Capture,
    limits: ServerLimits = ServerLimits(),
    makeBackend: @escaping @Sendable () throws(RenderError) -> any RenderBackend
  ) throws(ReplayError) {
    self.capture = capture
    var options = ServerOptions()
    options.limits = limits
    self.limits = limits
    let clock = SteppedClock()
    do {
      mailbox = try Mailbox()
      loop = try RenderLoop(
        options: options,
        clock: clock,
        timer: clock.makeTimer(),
        directory: LoopDirectory(),
        sink: sink,
        logger: Logger(label: "quartz-replay") { _ in SwiftLogNoOpLogHandler() },
        mailbox: mailbox
      ) { (_) throws(RenderError) in try makeBackend() }
    } catch {
      throw .notDrawn("\(error)")
    }
  }

  deinit {
    for connection in connections { mailbox.post(.disconnected(id(connection))) }
    turn()
    try? loop.backend.deleteObjects()
  }

  private func id(_ connection: UInt32) -> ClientID { ClientID(UInt64(connection)) }

  private func turn() {
    while loop.turn() {}
  }

  // MARK: Records

  /// Replays the next record.
  ///
  /// - Returns: Its effect; nil at the end.
  /// - Throws: `ReplayError.capture` if the file cannot be read any more.
  package func next() throws(ReplayError) -> Step? {
    guard position < capture.events.count else { return nil }
    let index = position
    let event = capture.events[index]
    position += 1
    connect(event.connection)
    let unread: UnreadMessage?
    do throws(CaptureError) {
      unread = try capture.message(index)
    } catch {
      throw .capture(error)
    }
    guard let unread else {
      end(event.connection)
      return .other
    }
    let message: ClientMessage
    let serial = unread.header.serial
    do throws(WireError) {
      message = try unread.decode(
        ClientMessage.self,
        limits: limits.wire,
        releases: ReleaseQueue()
      )
    } catch {
      post(ReceivedMessage(error, serial: serial), of: event.connection)
      return .other
    }
    return replay(message, serial, of: event)
  }

  /// Replays the records up to a time of the capture, those of that time included.
  package func run(to time: Double) throws(ReplayError) {
    while position < capture.events.count, capture.events[position].time <= time {
      _ = try next()
    }
  }

  private func connect(_ connection: UInt32) {
    guard connections.insert(connection).inserted else { return }
    let client = NewClient(
      id: id(connection),
      name: "",
      flowControl: FlowControl(limits: limits),
      process: capture.header.process
    )
    mailbox.post(.connected(client))
    turn()
  }

  private func end(_ connection: UInt32) {
    mailbox.post(.disconnected(id(connection)))
    turn()
    markGone { $0.connection == connection }
  }

  private func markGone(_ isGone: (Context) -> Bool) {
    for index in contexts.indices where isGone(contexts[index]) {
      contexts[index].isThere = false
    }
  }

  private func post(_ received: ReceivedMessage, of connection: UInt32) {
    mailbox.post(.received(id(connection), received))
    turn()
    for answer in sink.take() {
      guard case .failure(let failure) = answer.message else { continue }
      refusals.append(Refusal(record: position, failure: failure))
      if answer.isEnd { markGone { id($0.connection) == answer.client } }
    }
  }

  private func index(_ number: UInt32, of connection: UInt32) -> Int? {
    contexts.lastIndex { $0.number == number && $0.connection == connection && $0.isThere }
  }

  private func replay(
    _ message: ClientMessage,
    _ serial: UInt64,
    of event: Capture.Event
  ) -> Step {
    let connection = event.connection
    func pass(_ message: ClientMessage, _ serial: UInt64) {
      post(ReceivedMessage(message, serial: serial), of: connection)
    }
    func change(_ number: UInt32) -> Step {
      let index = index(number, of: connection)
      // Pictures that were due by then have been shown, and count against no limit any more.
      if let index { showDuePresents(of: index, at: event.time) }
      pass(message, serial)
      return index.map { .change($0) } ?? .other
    }
    switch message {
    case .createContext(let request):
      create(request, serial, of: connection)
      return .other
    case .destroyContext(let request):
      pass(message, serial)
      markGone { $0.connection == connection && $0.number == request.context }
      return .other
    case .commit(let commit): return change(commit.context)
    case .presentSlot(let present): return change(present.context)
    case .flushSlot(let flush): return change(flush.context)
    case .requestFrame(let request):
      guard let index = index(request.context, of: connection) else {
        pass(message, serial)
        return .other
      }
      if case .seconds(let seconds) = request.time { contexts[index].steppedTime = seconds }
      return .frame(index, at: clockTime(request.time, of: index, at: event.time))
    case .offerContext(let offer):
      pass(message, serial)
      if let index = index(offer.context, of: connection) { contexts[index].isOffered = true }
      return .other
    // Questions, and names that the captured server gave out, change no picture.
    case .hello, .ping, .releaseFrames, .requestStatistics, .requestHosting, .awaitFrame,
      .captureFrame, .fence, .requestContexts, .requestChange, .endObservation, .overrideValue,
      .captureStatistics, .awaitRatedFrame, .captureNextFrame, .captureNews:
      return .other
    default:
      pass(message, serial)
      return .other
    }
  }

  private func create(_ request: CreateContext, _ serial: UInt64, of connection: UInt32) {
    var stepped = request
    // Nothing is drawn that nobody asks for.
    stepped.clock = .stepped
    let before = refusals.count
    post(ReceivedMessage(.createContext(stepped), serial: serial), of: connection)
    guard refusals.count == before else { return }
    contexts.append(
      Context(
        connection: connection,
        number: request.context,
        configuration: request.configuration,
        clock: request.clock
      )
    )
  }

  private func showDuePresents(of index: Int, at time: Double) {
    let context = contexts[index]
    guard
      let served = loop.clients[id(context.connection)]?.contexts[context.number],
      let due = served.renderer.tree.nextPresentTime
    else { return }
    let now = clockTime(.now, of: index, at: time)
    guard due <= now else { return }
    // A frame that cannot be drawn is reported when it is asked for.
    _ = try? picture(of: index, at: now)
  }

  // MARK: Pictures

  /// The time of a context's clock at a time of the capture.
  package func clockTime(_ index: Int, at time: Double) -> Double {
    clockTime(.now, of: index, at: time)
  }

  private func clockTime(_ time: FrameTime, of index: Int, at moment: Double) -> Double {
    switch (time, contexts[index].clock) {
    case (.seconds(let seconds), _): seconds
    case (.now, .real): capture.header.start + moment
    case (.now, .stepped): contexts[index].steppedTime
    }
  }

  /// The context that a program shows: the largest of those that are there and in no other.
  package var shownContext: Int? {
    let shown = contexts.indices.filter { contexts[$0].isThere && !contexts[$0].isOffered }
    func size(_ index: Int) -> Int {
      contexts[index].configuration.width * contexts[index].configuration.height
    }
    return shown.max { (size($0), $1) < (size($1), $0) }
  }

  /// Draws a context at a time of its clock, as it is after the records so far.
  ///
  /// - Throws: `ReplayError.noContext`, or `.notDrawn` with what the server would have said.
  package func picture(of index: Int, at time: Double) throws(ReplayError) -> PixelBuffer {
    guard contexts.indices.contains(index), contexts[index].isThere else {
      throw .noContext(index + 1, count: contexts.count)
    }
    guard time.isFinite else { throw .notDrawn("the time \(time) s is not finite") }
    let context = contexts[index]
    let client = id(context.connection)
    lastSerial += 1
    let request = RequestFrame(context: context.number, time: .seconds(time))
    mailbox.post(.received(client, ReceivedMessage(.requestFrame(request), serial: lastSerial)))
    turn()
    var reason = "the connection has ended"
    for answer in sink.take() {
      switch answer.message {
      case .frame(let frame) where answer.serial == lastSerial:
        defer { release(frame, of: client) }
        guard let copy = frame.pixels.copy() else { throw .notDrawn("out of memory") }
        return copy
      case .failure(let failure): reason = failure.reason
      default: break
      }
    }
    throw .notDrawn(reason)
  }

  private func release(_ frame: Frame, of client: ClientID) {
    guard let buffer = frame.pixels.owner as? SharedBuffer else { return }
    let message = ClientMessage.releaseFrames(ReleaseFrames(buffers: [buffer.id]))
    mailbox.post(.received(client, ReceivedMessage(message, serial: lastSerial)))
    turn()
  }
}

/// The reason why a capture was not drawn.
///
/// The description is one line.
package enum ReplayError: Error, Equatable, CustomStringConvertible {
  case capture(CaptureError)
  /// There is no such context at that time; numbers count from 1.
  case noContext(Int, count: Int)
  case notDrawn(String)

  package var description: String {
    switch self {
    case .capture(let error): "\(error)"
    case .noContext(let number, let count):
      "there is no context \(number) at that time; \(count) were made until then"
    case .notDrawn(let reason): reason
    }
  }
}

/// Keeps the loop's answers.
private final class ReplaySink: ReplySink {
  struct Answer: Sendable {
    var client: ClientID
    var message: ServerMessage
    var serial: UInt64
    var isEnd: Bool
  }

  private let answers = Mutex<[Answer]>([])

  func send(_ message: ServerMessage, answering serial: UInt64, to client: ClientID) {
    answers.withLock {
      $0.append(Answer(client: client, message: message, serial: serial, isEnd: false))
    }
  }

  func end(_ client: ClientID, because failure: Failure, answering serial: UInt64) {
    answers.withLock {
      $0.append(
        Answer(client: client, message: .failure(failure), serial: serial, isEnd: true)
      )
    }
  }

  func resume(_ client: ClientID) {}

  func take() -> [Answer] {
    answers.withLock { answers in
      defer { answers.removeAll() }
      return answers
    }
  }
}
