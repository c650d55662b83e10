// Tests of what loops of different clients have to do with one another: nothing, but for looks at
// contexts of others, and the screen.
// Licensed under the MIT license; see LICENSE.

import Dispatch
import Foundation
import QuartzFaults
import QuartzMath
import QuartzModel
import QuartzPlan
@testable import QuartzServer
import QuartzSoftware
import QuartzWire
import Synchronization
import Testing

/// A software renderer that stops in the middle of frames of one width, until it is let go on.
final class GatedBackend: ForwardingBackend {
  /// Where frames are stopped.
  final class Gate: Sendable {
    /// Frames of outputs of this width are stopped.
    static let width = 63
    let arrivals = DispatchSemaphore(value: 0)
    let departures = DispatchSemaphore(value: 0)
  }

  private let gate: Gate
  private var gated: Set<UInt32> = []

  init(_ gate: Gate) {
    self.gate = gate
  }

  override func createOutput(
    _ context: UInt32,
    width: Int,
    height: Int,
    range: OutputRange
  ) throws(RenderError) {
    if width == Gate.width { gated.insert(context) }
    try super.createOutput(context, width: width, height: height, range: range)
  }

  override func execute(_ plan: RenderPlan, context: UInt32) throws(RenderError) {
    if gated.contains(context) {
      gate.arrivals.signal()
      gate.departures.wait()
    }
    try super.execute(plan, context: context)
  }
}

/// While one client's frame takes for ever.
@Suite struct StuckFrameTests {
  private let gate = GatedBackend.Gate()

  private func makeServer(_ options: ServerOptions = ServerOptions()) throws -> RenderServer {
    let gate = gate
    return try RenderServer(options, clock: SteppedClock(100)) { (_) throws(RenderError) in
      GatedBackend(gate)
    }
  }

  /// A client whose frame has begun and does not end.
  private func makeStuckClient(_ server: RenderServer) throws -> RawClient {
    let client = try RawClient(server)
    let size = ContextConfiguration(width: GatedBackend.Gate.width, height: 16)
    try client.send(CreateContext(context: 1, configuration: size, clock: .stepped))
    guard case .contextCreated = try client.receive() else {
      Issue.record("no context")
      return client
    }
    try client.commit(Scenes.box())
    try client.send(RequestFrame(context: 1, time: .seconds(0)))
    gate.arrivals.wait()
    return client
  }

  /// Returns the statistics that a client gets; asking the server itself would wait for all loops.
  private func statistics(_ client: RawClient) throws -> Statistics {
    try client.send(RequestStatistics())
    while true {
      if case .statistics(let statistics) = try client.receive() { return statistics }
    }
  }

  @Test func otherClientsAreGreetedAndDrawn() throws {
    let server = try makeServer()
    defer { server.stop() }
    let healthy = try HealthyClient(server)
    let stuck = try makeStuckClient(server)
    #expect(try healthy.isUnharmed)
    let newcomer = try HealthyClient(server)
    #expect(try newcomer.isUnharmed && healthy.isUnharmed)
    gate.departures.signal()
    guard case .frame = try stuck.receive() else {
      Issue.record("no frame")
      return
    }
  }

  /// The end of the server waits for no frame; clients are told at once.
  @Test func theServerEnds() throws {
    let server = try makeServer()
    let name = "quartzd-\(UUID().uuidString.prefix(8))"
    let path = SocketPath(FileManager.default.temporaryDirectory.appendingPathComponent(name).path)
    try server.listen(at: path)
    let stuck = try makeStuckClient(server)
    #expect(!server.stop(milliseconds: 1))
    guard case .failure(let failure) = try stuck.receive() else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == .shuttingDown)
    #expect(access(path.path, F_OK) != 0, "the socket is gone before its clients' threads are")
    gate.departures.signal()
  }

  /// The same when there is no thread, and no descriptor, to wait with.
  @Test(arguments: [Fault.Kind.thread, .descriptor])
  func theServerEndsWithoutAThread(kind: Fault.Kind) throws {
    let server = try makeServer()
    let stuck = try makeStuckClient(server)
    let fault = Fault(kind, at: 1)
    let isDone = fault.run { server.stop(milliseconds: 1) }
    #expect(fault.hasStruck && !isDone)
    guard case .failure(let failure) = try stuck.receive() else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == .shuttingDown)
    gate.departures.signal()
  }

  @Test func pingsAndStatisticsAreAnswered() throws {
    let server = try makeServer()
    defer { server.stop() }
    let stuck = try makeStuckClient(server)
    // Also those of the client itself: it learns that the server is there.
    for _ in 0..<3 {
      try stuck.send(Ping())
      guard case .pong = try stuck.receive() else {
        Issue.record("no pong")
        return
      }
    }
    let other = try RawClient(server)
    let counts = try statistics(other)
    #expect(counts.clients == 2 && counts.contexts == 1 && counts.layers == 2)
    gate.departures.signal()
  }

  /// A capture of the stuck context waits for that context, and for nothing else.
  @Test func itsVisitorsGoOn() throws {
    let server = try makeServer()
    defer { server.stop() }
    let stuck = try RawClient(server)
    let size = ContextConfiguration(width: GatedBackend.Gate.width, height: 16)
    try stuck.send(CreateContext(context: 1, configuration: size, clock: .stepped))
    guard case .contextCreated(let created) = try stuck.receive() else {
      Issue.record("no context")
      return
    }
    let healthy = try HealthyClient(server)
    let serial = try healthy.client.send(CaptureFrame(token: created.token, time: .now))
    gate.arrivals.wait()
    #expect(try healthy.isUnharmed && healthy.isUnharmed)
    gate.departures.signal()
    guard case .frame(let frame) = try healthy.client.receive() else {
      Issue.record("no frame for message \(serial)")
      return
    }
    #expect(frame.pixels.width == GatedBackend.Gate.width)
  }

  /// Coming and going makes no more loops than clients are allowed.
  @Test func clientsThatLeaveTheirFramesCount() throws {
    var options = ServerOptions()
    options.limits.clients = 3
    let server = try makeServer(options)
    defer { server.stop() }
    let healthy = try HealthyClient(server)
    for _ in 0..<2 {
      let stuck = try makeStuckClient(server)
      stuck.socket.shutDown()
    }
    while try statistics(healthy.client).clients > 1 {}
    // Greeted and answered, but drawn for only when there is room.
    let newcomer = try RawClient(server)
    try newcomer.send(CreateContext(context: 1, configuration: Scenes.size, clock: .stepped))
    #expect(try healthy.isUnharmed)
    #expect(try statistics(healthy.client).contexts == 3)
    gate.departures.signal()
    gate.departures.signal()
    guard case .contextCreated = try newcomer.receive() else {
      Issue.record("no context")
      return
    }
  }
}

/// Two loops without threads, as two clients have them in a server.
@Suite struct VisitTests {
  private let owners: LoopHarness
  private let visitors: LoopHarness
  private let owner: ClientID
  private let visitor: ClientID
  private let token: UInt64

  init() throws {
    let directory = LoopDirectory()
    func harness() throws -> LoopHarness {
      try LoopHarness(directory: directory) { (_) throws(RenderError) in
        SoftwareBackend(threads: 1)
      }
    }
    (owners, visitors) = (try harness(), try harness())
    (owner, visitor) = (owners.connect(1), visitors.connect(2))
    token = owners.createContext(1, of: owner, clock: .stepped)
    owners.commit(Scenes.box(), of: owner)
    owners.turn()
  }

  private func ask(_ serial: UInt64 = 5) {
    visitors.post(
      .captureFrame(CaptureFrame(token: token, time: .now)),
      from: visitor,
      serial: serial
    )
  }

  private func failure(_ records: [RecordingReplySink.Record]) -> Failure? {
    for case .failure(let failure) in records.map(\.message) { return failure }
    return nil
  }

  @Test func pictureComesFromTheOwnersLoop() throws {
    ask()
    #expect(visitors.turn().isEmpty)
    #expect(owners.turn().isEmpty)
    let records = visitors.turn()
    #expect(records.map(\.client) == [visitor] && records.map(\.serial) == [5])
    guard case .frame(let frame)? = records.first?.message else {
      Issue.record("no frame")
      return
    }
    #expect(frame.red(8, 8) == 255)
    #expect(visitors.loop.clients[visitor]?.frameCount == 1)
    let buffer = try #require(frame.pixels.owner as? SharedBuffer)
    visitors.post(.releaseFrames(ReleaseFrames(buffers: [buffer.id])), from: visitor)
    #expect(visitors.turn().isEmpty)
    #expect(visitors.loop.clients[visitor]?.frameCount == 0)
  }

  @Test func picturesOnTheirWayCountAsFrames() throws {
    let most = WireLimits().framesInFlight
    for serial in 0..<UInt64(most) { ask(serial) }
    #expect(visitors.turn().isEmpty)
    #expect(visitors.loop.clients[visitor]?.frameCount == most)
    ask(99)
    #expect(failure(visitors.turn())?.code == .limitExceeded)
    // The pictures are drawn for nobody, and nobody minds.
    #expect(owners.turn().isEmpty)
    #expect(visitors.turn().isEmpty)
  }

  /// Between two pictures for visitors the owner has its turn.
  @Test func visitsAreOneATurn() throws {
    for serial in 0..<3 { ask(UInt64(serial)) }
    visitors.turn()
    for left in [true, true, false] {
      #expect(owners.loop.turn() == left)
      #expect(visitors.turn().count == 1)
    }
  }

  @Test func theOwnersEndIsTold() throws {
    ask()
    visitors.turn()
    owners.mailbox.post(.disconnected(owner))
    owners.turn()
    #expect(failure(visitors.turn())?.code == .unknownToken)
    ask()
    let gone = failure(visitors.turn())
    #expect(gone?.code == .unknownToken && gone?.endsConnection == false)
    #expect(visitors.loop.clients[visitor]?.frameCount == 0)
  }

  @Test func ticksComeFromTheOwnersLoop() throws {
    visitors.post(.awaitFrame(AwaitFrame(token: token)), from: visitor, serial: 8)
    #expect(visitors.turn().isEmpty && owners.turn().isEmpty)
    _ = owners.frame(of: owner, at: .seconds(2))
    // The harness's sink is where the connections' thread would be.
    visitors.post(.awaitFrame(AwaitFrame(token: token)), from: visitor, serial: 9)
    visitors.turn()
    owners.turn()
    owners.post(.requestFrame(RequestFrame(context: 1, time: .seconds(3))), from: owner)
    let tick = owners.turn().first { $0.client == visitor }
    guard case .frameBegan(let began)? = tick?.message else {
      Issue.record("no tick")
      return
    }
    #expect(began.time == 3 && tick?.serial == 9)
  }

  private func askForNext(_ serial: UInt64) {
    let message = ClientMessage.captureNextFrame(CaptureNextFrame(token: token))
    visitors.post(message, from: visitor, serial: serial)
    visitors.turn()
    owners.turn()
  }

  /// The picture of a frame is sent with its time, and nothing is drawn for it.
  @Test func theNextPictureComesWithTheOwnersFrame() throws {
    _ = owners.frame(of: owner, at: .seconds(2))
    askForNext(9)
    #expect(visitors.turn().isEmpty)
    #expect(visitors.loop.clients[visitor]?.frameCount == 1)
    let drawn = owners.loop.statistics.framesDrawn
    owners.post(.requestFrame(RequestFrame(context: 1, time: .seconds(3))), from: owner)
    #expect(owners.turn().allSatisfy { $0.client == owner })
    let records = visitors.turn()
    #expect(records.map(\.client) == [visitor] && records.map(\.serial) == [9])
    guard case .frame(let frame)? = records.first?.message else {
      Issue.record("no frame")
      return
    }
    #expect(frame.time == 3 && frame.red(8, 8) == 255)
    #expect(owners.loop.statistics.framesDrawn == drawn)
    // Nobody asked for the frame after it.
    owners.post(.requestFrame(RequestFrame(context: 1, time: .seconds(4))), from: owner)
    owners.turn()
    #expect(visitors.turn().isEmpty)
    #expect(visitors.loop.clients[visitor]?.frameCount == 1)
  }

  @Test func oneNextPictureIsWaitedForAtATime() throws {
    askForNext(9)
    askForNext(10)
    let refusal = try #require(failure(visitors.turn()))
    #expect(refusal.code == .limitExceeded && refusal.refusedOpcode == 38)
  }

  @Test func theNextPictureOfAContextThatGoesIsRefused() throws {
    askForNext(9)
    owners.post(.destroyContext(DestroyContext(context: 1)), from: owner)
    owners.turn()
    let refusal = try #require(failure(visitors.turn()))
    #expect(refusal.code == .unknownToken && !refusal.endsConnection)
    #expect(visitors.loop.clients[visitor]?.frameCount == 0)
    let message = ClientMessage.captureNextFrame(CaptureNextFrame(token: token))
    visitors.post(message, from: visitor, serial: 10)
    #expect(failure(visitors.turn())?.code == .unknownToken)
    #expect(visitors.loop.clients[visitor]?.frameCount == 0)
  }

  /// The owner of a context may wait for its own picture.
  @Test func theNextPictureOfAnOwnContextComesToo() throws {
    let message = ClientMessage.captureNextFrame(CaptureNextFrame(token: token))
    owners.post(message, from: owner, serial: 9)
    owners.turn()
    owners.post(.requestFrame(RequestFrame(context: 1, time: .seconds(3))), from: owner)
    let records = owners.turn() + owners.turn()
    #expect(records.contains { $0.serial == 9 && $0.client == owner })
  }

  /// Of a visitor that is gone the owner keeps nothing.
  @Test func visitorsThatLeaveAreForgotten() throws {
    visitors.post(.awaitFrame(AwaitFrame(token: token)), from: visitor)
    visitors.turn()
    owners.turn()
    visitors.mailbox.post(.disconnected(visitor))
    visitors.turn()
    owners.post(.requestFrame(RequestFrame(context: 1, time: .seconds(3))), from: owner)
    #expect(owners.turn().allSatisfy { $0.client == owner })
  }

  /// Another loop's failure to draw ends the owner, not who looks.
  @Test func countsAreOfAllLoops() throws {
    _ = visitors.createContext(4, of: visitor)
    visitors.commit(Scenes.box(), to: 4, of: visitor)
    visitors.commit(try Scenes.contents(ImageID(1)), to: 4, of: visitor)
    visitors.turn()
    let all = owners.loop.statistics
    #expect(all.contexts == 2 && all.layers == 4 && all.imageBytes == 16 * 16 * 4)
    visitors.mailbox.post(.disconnected(visitor))
    visitors.turn()
    let rest = owners.loop.statistics
    #expect(rest.contexts == 1 && rest.layers == 2 && rest.imageBytes == 0)
  }
}

/// A screen that goes from loop to loop.
@Suite struct ScreenHandOverTests {
  private let screen = RecordingScreen()
  private let loops: [LoopHarness]

  init() throws {
    let directory = LoopDirectory(hasScreen: true)
    loops = try (0..<2).map { _ in
      try LoopHarness(directory: directory) { (_) throws(RenderError) in
        SoftwareBackend(threads: 1)
      }
    }
    var state = ScreenState(screen: screen)
    try state.showBlack(by: loops[0].loop.backend)
    directory.parkScreen(state)
  }

  private func turn() {
    for _ in 0..<3 {
      for loop in loops {
        if screen.isFlipping, loop.loop.screenState != nil {
          screen.finishFlip(at: nil)
          loop.loop.takeFlip()
        }
        loop.turn()
      }
    }
  }

  private func open(_ loop: Int) -> ClientID {
    let client = loops[loop].connect(UInt64(loop) + 1)
    _ = loops[loop].createContext(1, of: client)
    loops[loop].commit(Scenes.box(), of: client)
    turn()
    return client
  }

  private func close(_ client: ClientID, _ loop: Int) {
    loops[loop].mailbox.post(.disconnected(client))
    turn()
  }

  @Test func itShowsTheFirstContextOfAnyLoop() throws {
    #expect(screen.pictures == [nil])
    let first = open(0)
    #expect(loops[0].loop.screenState != nil)
    let shown = try #require(screen.pictures.last ?? nil).context
    let second = open(1)
    #expect(loops[1].loop.screenState == nil)
    close(first, 0)
    #expect(loops[0].loop.screenState == nil && loops[1].loop.screenState != nil)
    #expect(try #require(screen.pictures.last ?? nil).context == shown + 1)
    // When the other context comes back, the one that stayed is first.
    let third = open(0)
    #expect(loops[0].loop.screenState == nil)
    close(second, 1)
    #expect(loops[0].loop.screenState != nil)
    close(third, 0)
    #expect(screen.pictures.last == .some(nil) && loops[0].loop.isScreenAtRest)
  }
}
