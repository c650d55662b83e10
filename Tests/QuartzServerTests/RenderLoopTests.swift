// Tests of the render thread's work without threads and sockets: messages in, answers out.
// Licensed under the MIT license; see LICENSE.

import Logging
import QuartzMath
import QuartzModel
import QuartzPlan
@testable import QuartzServer
import QuartzSoftware
import QuartzWire
import Synchronization
import Testing

/// Keeps what clients are told.
final class RecordingReplySink: ReplySink {
  struct Record: Sendable {
    var client: ClientID
    var message: ServerMessage
    var serial: UInt64
    var isEnd: Bool
  }

  private let records = Mutex<[Record]>([])

  func send(_ message: ServerMessage, answering serial: UInt64, to client: ClientID) {
    append(Record(client: client, message: message, serial: serial, isEnd: false))
  }

  func end(_ client: ClientID, because failure: Failure, answering serial: UInt64) {
    append(Record(client: client, message: .failure(failure), serial: serial, isEnd: true))
  }

  func resume(_ client: ClientID) {}

  private func append(_ record: Record) {
    records.withLock { $0.append(record) }
  }

  /// The records since the last call.
  func take() -> [Record] {
    records.withLock { records in
      defer { records.removeAll() }
      return records
    }
  }
}

/// A software renderer that fails when it is told to.
final class FailingBackend: ForwardingBackend {
  private let failures: FailurePlan

  final class FailurePlan: Sendable {
    let nextExecution = Mutex<RenderError?>(nil)
    let nextImage = Mutex<RenderError?>(nil)
    let driverMessages = Mutex<[String]>([])
    let makes = Mutex(0)
  }

  init(_ failures: FailurePlan) {
    self.failures = failures
    failures.makes.withLock { $0 += 1 }
  }

  private func check(_ failure: borrowing Mutex<RenderError?>) throws(RenderError) {
    let error = failure.withLock { failure in
      defer { failure = nil }
      return failure
    }
    if let error { throw error }
  }

  override var description: BackendDescription {
    BackendDescription(name: "failing", renderer: "test")
  }

  override var maximumSide: Int { 2048 }

  override func createImage(_ key: ImageKey, _ pixels: PixelBuffer) throws(RenderError) {
    try check(failures.nextImage)
    try super.createImage(key, pixels)
  }

  override func updateImage(
    _ key: ImageKey,
    _ pixels: PixelBuffer,
    parts: Damage
  ) throws(RenderError) {
    try check(failures.nextImage)
    try super.updateImage(key, pixels, parts: parts)
  }

  override func execute(_ plan: RenderPlan, context: UInt32) throws(RenderError) {
    try check(failures.nextExecution)
    try super.execute(plan, context: context)
  }

  override func takeDriverMessages() -> [String] {
    failures.driverMessages.withLock { messages in
      defer { messages.removeAll() }
      return messages
    }
  }

  override func deleteObjects() {
    failures.driverMessages.withLock { $0.append("an object is left") }
  }
}

/// A render loop that turns when it is told to, with clients that are only numbers.
struct LoopHarness {
  let loop: RenderLoop
  let clock: SteppedClock
  let sink = RecordingReplySink()
  let failures: FailingBackend.FailurePlan
  let mailbox: Mailbox<ServerEvent>
  let options: ServerOptions

  init(
    _ options: ServerOptions = ServerOptions(),
    at time: Double = 100,
    screen: (any Screen)? = nil
  ) throws {
    let failures = FailingBackend.FailurePlan()
    try self.init(options, at: time, screen: screen, failures: failures) {
      (_) throws(RenderError) in
      FailingBackend(failures)
    }
  }

  init(
    _ options: ServerOptions = ServerOptions(),
    at time: Double = 100,
    screen: (any Screen)? = nil,
    logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
    failures: FailingBackend.FailurePlan = FailingBackend.FailurePlan(),
    directory: LoopDirectory? = nil,
    makeBackend: @escaping BackendMaker
  ) throws {
    self.options = options
    self.failures = failures
    clock = SteppedClock(time)
    mailbox = try Mailbox()
    var options = options
    if let screen { options.frameRate = min(options.frameRate, screen.refreshRate) }
    let directory = directory ?? LoopDirectory(hasScreen: screen != nil)
    loop = try RenderLoop(
      options: options,
      clock: clock,
      timer: clock.makeTimer(),
      directory: directory,
      sink: sink,
      logger: logger,
      mailbox: mailbox,
      makeBackend: makeBackend
    )
    // As when a server starts.
    if let screen {
      var state = ScreenState(screen: screen)
      try state.showBlack(by: loop.backend)
      directory.parkScreen(state)
    }
  }

  /// Turns until nothing is left to do, and says what clients were told.
  @discardableResult
  func turn() -> [RecordingReplySink.Record] {
    while loop.turn() {}
    return sink.take()
  }

  /// Steps the clock in small steps and does what is due, as the render thread would.
  ///
  /// - Returns: How often the render thread would have been woken.
  @discardableResult
  func advance(to time: Double) -> Int {
    var wakeUps = 0
    while let scheduled = clock.scheduled, scheduled <= time {
      wakeUps += 1
      clock.set(max(scheduled, clock.now))
      loop.timer.acknowledge()
      turn()
    }
    clock.set(time)
    return wakeUps
  }

  func post(_ message: ClientMessage, from client: ClientID, serial: UInt64 = 7) {
    mailbox.post(.received(client, ReceivedMessage(message, serial: serial)))
  }

  /// Connects a client.
  func connect(_ number: UInt64) -> ClientID {
    let id = ClientID(number)
    let flowControl = FlowControl(limits: options.limits)
    mailbox.post(.connected(NewClient(id: id, name: "test \(number)", flowControl: flowControl)))
    turn()
    return id
  }

  /// Makes a context and gives its token.
  func createContext(
    _ number: UInt32,
    of client: ClientID,
    clock: ContextClock = .real,
    rate: Double = 10,
    configuration: ContextConfiguration = Scenes.size
  ) -> UInt64 {
    post(
      .createContext(
        CreateContext(
          context: number,
          configuration: configuration,
          clock: clock,
          frameRate: rate
        )
      ),
      from: client
    )
    for record in turn() {
      if case .contextCreated(let created) = record.message { return created.token }
    }
    return 0
  }

  func commit(_ commit: Commit, to context: UInt32 = 1, of client: ClientID) {
    post(.commit(CommitMessage(context: context, commit: commit)), from: client)
  }

  /// The frame of a context, released again.
  func frame(
    _ context: UInt32 = 1,
    of client: ClientID,
    at time: FrameTime = .now
  ) -> Frame? {
    post(.requestFrame(RequestFrame(context: context, time: time)), from: client)
    return answer(client)
  }

  func capture(_ token: UInt64, by client: ClientID, at time: FrameTime = .now) -> Frame? {
    post(.captureFrame(CaptureFrame(token: token, time: time)), from: client)
    return answer(client)
  }

  private func answer(_ client: ClientID) -> Frame? {
    for record in turn() where record.client == client {
      if case .failure(let failure) = record.message { Issue.record("\(failure.reason)") }
      guard case .frame(let frame) = record.message else { continue }
      if let buffer = frame.pixels.owner as? SharedBuffer {
        post(.releaseFrames(ReleaseFrames(buffers: [buffer.id])), from: client)
        turn()
      }
      return frame
    }
    return nil
  }
}

@Suite struct RenderLoopTests {
  private func failure(_ records: [RecordingReplySink.Record]) -> Failure? {
    for record in records {
      if case .failure(let failure) = record.message { return failure }
    }
    return nil
  }

  // MARK: Conversation

  @Test func helloComesOnce() throws {
    let harness = try LoopHarness()
    let client = harness.connect(2)
    harness.post(.hello(Hello(clientName: "again")), from: client, serial: 3)
    let records = harness.turn()
    #expect(failure(records)?.code == .malformed)
    #expect(records.first?.isEnd == true)
    #expect(records.first?.serial == 3)
    #expect(harness.loop.clients.isEmpty)
  }

  @Test func answersHaveTheNumberOfTheRequest() throws {
    let harness = try LoopHarness()
    let client = harness.connect(1)
    harness.post(.ping(Ping()), from: client, serial: 41)
    harness.post(.requestStatistics(RequestStatistics()), from: client, serial: 42)
    #expect(harness.turn().map(\.serial) == [41, 42])
  }

  @Test func contextsAreTheClientsOwn() throws {
    let harness = try LoopHarness()
    let (first, second) = (harness.connect(1), harness.connect(2))
    #expect(harness.createContext(1, of: first) != 0)
    harness.commit(Scenes.box(), of: second)
    let records = harness.turn()
    #expect(records.map(\.client) == [second])
    #expect(failure(records)?.code == .unknownContext)
    #expect(failure(records)?.refusedOpcode == Opcode.commit.rawValue)
    #expect(harness.loop.clients.keys.sorted() == [first])
  }

  @Test func aForeignTokenIsRefusedWithoutAnEnd() throws {
    let harness = try LoopHarness()
    let client = harness.connect(1)
    harness.post(.captureFrame(CaptureFrame(token: 5, time: .now)), from: client)
    let records = harness.turn()
    #expect(failure(records)?.code == .unknownToken)
    #expect(failure(records)?.endsConnection == false)
    #expect(harness.loop.clients.count == 1)
  }

  // MARK: Pictures

  @Test func aCommitShowsAtTheNextFrame() throws {
    let harness = try LoopHarness()
    let client = harness.connect(1)
    _ = harness.createContext(1, of: client)
    harness.commit(Scenes.box(), of: client)
    let frame = try #require(harness.frame(of: client))
    #expect(frame.red(8, 8) == 255)
    #expect(frame.red(20, 8) == 0)
    #expect(frame.time == 100)
    #expect(frame.pixels.isOpaque)
  }

  @Test func aRefusedCommitEndsTheClientAndNobodyElse() throws {
    let harness = try LoopHarness()
    let (healthy, erring) = (harness.connect(1), harness.connect(2))
    _ = harness.createContext(1, of: healthy)
    _ = harness.createContext(1, of: erring)
    harness.commit(Scenes.box(), of: healthy)
    let before = try #require(harness.frame(of: healthy)).bytes
    var commit = Scenes.box(color: .black)
    commit.sublayers.append(Commit.Sublayers(Scenes.box, [Scenes.root]))
    harness.commit(commit, of: erring)
    let records = harness.turn()
    #expect(records.map(\.client) == [erring])
    #expect(failure(records)?.code == .refusedCommit)
    #expect(failure(records)?.offset == 16)
    #expect(try #require(harness.frame(of: healthy)).bytes == before)
    #expect(harness.loop.statistics.layers == 2)
    #expect(harness.loop.statistics.contexts == 1)
  }

  @Test func steppedClocksStandWhereTheyWereSet() throws {
    let harness = try LoopHarness()
    let (client, watcher) = (harness.connect(1), harness.connect(2))
    let token = harness.createContext(1, of: client, clock: .stepped)
    harness.commit(Scenes.box(), of: client)
    harness.commit(Scenes.movement(from: 0, duration: 1), of: client)
    let half = try #require(harness.frame(of: client, at: .seconds(0.5)))
    #expect(half.red(32, 8) == 255 && half.red(8, 8) == 0)
    // Another one's look at another time does not move the clock.
    let start = try #require(harness.capture(token, by: watcher, at: .seconds(0)))
    #expect(start.red(8, 8) == 255 && start.red(32, 8) == 0)
    let now = try #require(harness.frame(of: client))
    #expect(now.time == 0.5)
    #expect(now.bytes == half.bytes)
    #expect(harness.clock.scheduled == nil)
  }

  @Test func pictureIsAFunctionOfTime() throws {
    let harness = try LoopHarness()
    let client = harness.connect(1)
    _ = harness.createContext(1, of: client, clock: .stepped)
    harness.commit(Scenes.box(), of: client)
    harness.commit(Scenes.movement(from: 0, duration: 1), of: client)
    let times = (0..<20).map { Double($0) / 20 }
    let inOrder = times.map { harness.frame(of: client, at: .seconds($0))?.bytes }
    let shuffled = times.indices.shuffled().map { index in
      (index, harness.frame(of: client, at: .seconds(times[index]))?.bytes)
    }
    #expect(Set(inOrder.map { $0 ?? [] }).count > 10)
    for (index, bytes) in shuffled { #expect(bytes == inOrder[index]) }
  }

  // MARK: Frames

  @Test func theServerDrawsByItselfWhileSomethingMoves() throws {
    let harness = try LoopHarness(at: 100)
    let client = harness.connect(1)
    _ = harness.createContext(1, of: client, rate: 10)
    harness.turn()
    harness.advance(to: 101)
    #expect(harness.clock.scheduled == nil)
    let idle = harness.loop.statistics.framesDrawn
    harness.commit(Scenes.box(), of: client)
    harness.commit(Scenes.movement(from: 103, duration: 1), of: client)
    harness.turn()
    #expect(harness.loop.statistics.framesDrawn == idle + 1)
    // Nothing moves before the animation begins: no frame and no wake-up until then.
    #expect(harness.clock.scheduled == 103)
    // The first frame of the animation shows what was there before, so nothing is drawn for it.
    harness.advance(to: 103.55)
    #expect(harness.loop.statistics.framesDrawn == idle + 6)
    harness.advance(to: 110)
    #expect((idle + 11...idle + 12).contains(harness.loop.statistics.framesDrawn))
    #expect(harness.clock.scheduled == nil)
    let frame = try #require(harness.frame(of: client))
    #expect(frame.red(8, 8) == 255)
  }

  @Test func aContextThatNobodyChangesIsDrawnOnce() throws {
    let harness = try LoopHarness()
    let client = harness.connect(1)
    _ = harness.createContext(1, of: client)
    harness.commit(Scenes.box(), of: client)
    harness.turn()
    harness.advance(to: 200)
    let drawn = harness.loop.statistics.framesDrawn
    #expect(try #require(harness.frame(of: client)).counters == FrameCounters())
    #expect(harness.loop.statistics.framesDrawn == drawn)
  }

  @Test func damageSinceTheOwnersLastFrame() throws {
    let harness = try LoopHarness()
    let client = harness.connect(1)
    let token = harness.createContext(1, of: client, clock: .stepped)
    harness.commit(Scenes.box(), of: client)
    harness.commit(Scenes.movement(from: 0, duration: 1), of: client)
    let whole = PixelRect(width: 64, height: 16)
    #expect(harness.frame(of: client, at: .seconds(0))?.damage == [whole])
    #expect(harness.frame(of: client, at: .seconds(0))?.damage == [])
    // Frames in between count, whoever asked for them.
    _ = harness.capture(token, by: client, at: .seconds(0.99))
    let damage = try #require(harness.frame(of: client, at: .seconds(0))?.damage)
    #expect(damage.reduce(PixelRect.empty) { $0.union($1) }.maxX > 60)
  }

  @Test func flooderDoesNotKeepOthersWaiting() throws {
    var options = ServerOptions()
    options.limits.messagesPerTurn = 4
    let harness = try LoopHarness(options)
    let (flooder, other) = (harness.connect(1), harness.connect(2))
    for serial in 1...100 { harness.post(.ping(Ping()), from: flooder, serial: UInt64(serial)) }
    harness.post(.ping(Ping()), from: other)
    #expect(harness.loop.turn())
    let records = harness.sink.take()
    #expect(records.filter { $0.client == flooder }.map(\.serial) == [1, 2, 3, 4])
    #expect(records.filter { $0.client == other }.count == 1)
    #expect(harness.turn().count == 96)
  }

  // MARK: Limits

  /// A8.10: an output of half floats has 8 bytes a pixel.
  @Test func extendedOutputsCountDouble() throws {
    var options = ServerOptions()
    options.limits.surfaceBytes = 64 * 16 * 8
    let harness = try LoopHarness(options)
    let client = harness.connect(1)
    var configuration = Scenes.size
    configuration.range = .extended(headroom: 4)
    #expect(harness.createContext(1, of: client, configuration: configuration) != 0)
    let message = CreateContext(context: 2, configuration: Scenes.size, clock: .real)
    harness.post(.createContext(message), from: client)
    #expect(
      failure(harness.turn())?.reason
        == "\(64 * 16 * 12) bytes of outputs, at most \(64 * 16 * 8) are allowed"
    )
  }

  @Test func limitsEndTheClient() throws {
    var options = ServerOptions()
    options.limits.wire.contexts = 2
    options.limits.wire.framesInFlight = 2
    options.limits.wire.tree.layers = 3
    options.limits.images = 1
    options.limits.surfaceBytes = 64 * 16 * 4 * 2
    let harness = try LoopHarness(options)
    func refusal(_ body: (ClientID) -> Void) -> Failure? {
      let client = harness.connect(UInt64.random(in: 1...UInt64.max))
      _ = harness.createContext(1, of: client)
      _ = harness.createContext(2, of: client)
      body(client)
      return failure(harness.turn())
    }
    let layers = refusal {
      harness.commit(Scenes.box(), of: $0)
      harness.commit(Scenes.box(), to: 2, of: $0)
    }
    #expect(layers?.code == .limitExceeded)
    #expect(layers?.reason == "context 2: 4 layers, at most 3 are allowed")
    let frames = refusal { client in
      for _ in 0..<3 {
        harness.post(.requestFrame(RequestFrame(context: 1, time: .now)), from: client)
      }
    }
    #expect(frames?.reason == "3 frames in flight, at most 2 are allowed")
    let contexts = refusal { client in
      let message = CreateContext(context: 3, configuration: Scenes.size, clock: .real)
      harness.post(.createContext(message), from: client)
    }
    #expect(contexts?.reason == "3 contexts, at most 2 are allowed")
    let pictures = try [1, 2].map { try Scenes.contents(ImageID($0)) }
    let images = refusal { client in
      harness.commit(Scenes.box(), of: client)
      for picture in pictures { harness.commit(picture, of: client) }
    }
    #expect(images?.reason == "2 images, at most 1 are allowed")
    #expect(harness.loop.clients.isEmpty)
    #expect(harness.loop.tokens.isEmpty)
  }

  @Test func anOutputBeyondTheRendererIsRefusedWithoutAnEnd() throws {
    let harness = try LoopHarness()
    let client = harness.connect(1)
    let configuration = ContextConfiguration(width: 4096, height: 1)
    harness.post(
      .createContext(CreateContext(context: 1, configuration: configuration, clock: .real)),
      from: client
    )
    let refused = failure(harness.turn())
    #expect(refused?.code == .renderFailed)
    #expect(refused?.endsConnection == false)
    #expect(refused?.reason.contains("4096 x 1 pixels: at most 2048") == true)
    #expect(harness.createContext(1, of: client) != 0)
  }

  @Test func framesOfOthersCannotBeReleased() throws {
    let harness = try LoopHarness()
    let client = harness.connect(1)
    harness.post(.releaseFrames(ReleaseFrames(buffers: [9])), from: client)
    #expect(failure(harness.turn())?.reason == "frame 9 is not the client's")
  }

  // MARK: The renderer fails

  @Test func failureToDrawEndsTheOwnerAlone() throws {
    let harness = try LoopHarness()
    let (owner, watcher) = (harness.connect(1), harness.connect(2))
    let token = harness.createContext(1, of: owner, clock: .stepped)
    harness.commit(Scenes.box(), of: owner)
    harness.commit(try Scenes.contents(ImageID(1)), of: owner)
    harness.turn()
    harness.failures.nextImage.withLock { $0 = .outOfMemory(bytes: 1024) }
    harness.post(.captureFrame(CaptureFrame(token: token, time: .now)), from: watcher)
    let records = harness.turn()
    #expect(records.filter { $0.isEnd }.map(\.client) == [owner])
    #expect(records.filter { !$0.isEnd }.map(\.client) == [watcher])
    #expect(harness.loop.clients.keys.sorted() == [watcher])
    #expect(harness.loop.statistics.imageBytes == 0)
  }

  @Test func lostContextChangesNoPicture() throws {
    let (lossy, calm) = (try LoopHarness(), try LoopHarness())
    let client = ClientID(1)
    for harness in [lossy, calm] {
      _ = harness.connect(client.rawValue)
      _ = harness.createContext(1, of: client)
      harness.commit(Scenes.box(), of: client)
      harness.commit(try Scenes.contents(ImageID(1)), of: client)
      _ = harness.frame(of: client)
    }
    for loss in 1...5 {
      lossy.failures.nextExecution.withLock { $0 = .contextLost }
      // Shows through the image, so that each commit needs a frame.
      var values = PropertyBag()
      values[.backgroundColor] = .color(Color(Double(loss) / 10, 0, 0))
      var change = Commit()
      change.changes = [Commit.Change(Scenes.box, values)]
      for harness in [lossy, calm] { harness.commit(change, of: client) }
      let picture = try #require(lossy.frame(of: client)).bytes
      #expect(try #require(calm.frame(of: client)).bytes == picture)
      // Each loss makes a new renderer, until the software renderer takes over for good.
      #expect(lossy.failures.makes.withLock { $0 } == 1 + min(loss, RenderLoop.mostLosses))
    }
  }

  // MARK: Images

  @Test func imagesThatComeAndGoBetweenFramesAreNotKept() throws {
    let harness = try LoopHarness()
    let client = harness.connect(1)
    _ = harness.createContext(1, of: client, clock: .stepped)
    harness.commit(Scenes.box(), of: client)
    weak var kept: PixelBuffer?
    do {
      let pixels = try Scenes.pixels(side: 8, byte: 9)
      kept = pixels
      var commit = Commit()
      commit.createdImages = [Commit.ImageCreation(ImageID(5), pixels)]
      harness.commit(commit, of: client)
      commit = Commit()
      commit.destroyedImages = [ImageID(5)]
      harness.commit(commit, of: client)
    }
    harness.turn()
    #expect(kept == nil)
  }

  @Test func imagesThatAreReplacedAreFreed() throws {
    let harness = try LoopHarness()
    let client = harness.connect(1)
    _ = harness.createContext(1, of: client, clock: .stepped)
    harness.commit(Scenes.box(color: .clear), of: client)
    harness.commit(try Scenes.contents(ImageID(1), byte: 200), of: client)
    #expect(harness.frame(of: client)?.red(8, 8) == 200)
    var next = try Scenes.contents(ImageID(2), byte: 100)
    next.destroyedImages = [ImageID(1)]
    harness.commit(next, of: client)
    #expect(harness.frame(of: client)?.red(8, 8) == 100)
    #expect(harness.loop.statistics.imageBytes == 16 * 16 * 4)
  }
}
