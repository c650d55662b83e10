// Tests of a whole server within the process: its threads, and clients at socket pairs.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
@testable import QuartzServer
import QuartzSoftware
import QuartzWire
import Testing

/// A server with the software renderer and a clock that stands still.
func makeServer(
  _ options: ServerOptions = ServerOptions(),
  clock: SteppedClock? = nil,
  renderer: RendererChoice = .software
) throws -> RenderServer {
  var options = options
  options.renderer = renderer
  return try RenderServer(options, clock: clock ?? SteppedClock(100))
}

/// A client whose picture must not change, whatever others do.
struct HealthyClient {
  let client: RawClient
  let picture: [UInt8]

  init(_ server: RenderServer) throws {
    try self.init(RawClient(server))
  }

  init(_ client: RawClient) throws {
    self.client = client
    _ = try client.createContext()
    try client.commit(Scenes.box())
    try client.commit(Scenes.contents(ImageID(1)))
    try client.commit(Scenes.movement(from: 0, duration: 1))
    picture = try client.frame(at: .seconds(0.25))
  }

  var isUnharmed: Bool {
    get throws { try client.frame(at: .seconds(0.25)) == picture && Set(picture).count > 1 }
  }
}

@Suite struct ServerTests {
  @Test func severalClientsSeeTheirOwnPictures() throws {
    let server = try makeServer()
    defer { server.stop() }
    let colors = [0.2, 0.4, 0.6, 0.8]
    let clients = try colors.map { red in
      let client = try RawClient(server)
      _ = try client.createContext()
      try client.commit(Scenes.box(color: Color(red, 0, 0)))
      return client
    }
    for (client, red) in zip(clients, colors).shuffled() {
      let picture = try client.frame()
      #expect(picture[(8 * 64 + 8) * 4] == UInt8((red * 255).rounded()))
    }
    let statistics = withExtendedLifetime(clients) { server.statistics() }
    #expect(statistics.clients == 4)
    #expect(statistics.contexts == 4)
    #expect(statistics.layers == 8)
  }

  @Test func anotherConnectionMayLook() throws {
    let server = try makeServer()
    defer { server.stop() }
    let (owner, watcher) = (try RawClient(server), try RawClient(server))
    let token = try owner.createContext()
    try owner.commit(Scenes.box())
    let picture = try owner.frame()
    try watcher.send(CaptureFrame(token: token, time: .now))
    guard case .frame(let frame) = try watcher.receive() else {
      Issue.record("no frame")
      return
    }
    #expect(frame.bytes == picture)
  }

  @Test func buffersComeBackWhenTheyAreNotDrawnAnyMore() throws {
    let server = try makeServer()
    defer { server.stop() }
    let client = try RawClient(server)
    _ = try client.createContext()
    try client.commit(Scenes.box())
    try client.commit(Scenes.contents(ImageID(1)))
    _ = try client.frame()
    #expect(server.statistics().imageBytes == 16 * 16 * 4)
    var removal = Commit()
    var values = PropertyBag()
    values[.contents] = .null
    removal.changes = [Commit.Change(Scenes.box, values)]
    removal.destroyedImages = [ImageID(1)]
    try client.commit(removal)
    try client.send(RequestFrame(context: 1, time: .now))
    var released: [UInt32] = []
    while released.isEmpty {
      if case .buffersReleased(let message) = try client.receive() { released = message.buffers }
    }
    #expect(released.count == 1)
    #expect(server.statistics().imageBytes == 0)
  }

  @Test func goneClientsLeaveNothing() throws {
    let server = try makeServer()
    defer { server.stop() }
    let healthy = try HealthyClient(server)
    let before = server.statistics()
    for _ in 0..<20 {
      let client = try RawClient(server)
      _ = try client.createContext(1)
      _ = try client.createContext(2, clock: .real)
      try client.commit(Scenes.box())
      try client.commit(Scenes.contents(ImageID(1), side: 128))
      _ = try client.frame()
    }
    try waitForClients(1, of: server)
    let after = server.statistics()
    #expect(after.contexts == before.contexts)
    #expect(after.layers == before.layers)
    #expect(after.imageBytes == before.imageBytes)
    #expect(try healthy.isUnharmed)
  }

  /// Asks until the server has noticed that clients are gone.
  private func waitForClients(_ count: Int, of server: RenderServer) throws {
    let clock = RealClock()
    let deadline = clock.now + 20
    while server.statistics().clients != count {
      try #require(clock.now < deadline)
      sched_yield()
    }
  }

  // MARK: Clients that err

  @Test(arguments: ClientError.allCases)
  func errorsEndTheirClientAlone(_ error: ClientError) throws {
    let server = try makeServer()
    defer { server.stop() }
    let healthy = try HealthyClient(server)
    let before = server.statistics()
    do {
      let client = try RawClient(server)
      _ = try client.createContext()
      try error.commit(by: client)
      let failure = try #require(try client.failure())
      #expect(failure.code == error.code, "\(failure.reason)")
      #expect(failure.offset == error.offset, "\(error): \(failure.reason)")
      #expect(failure.endsConnection)
      #expect(failure.refusedOpcode != 0)
      #expect(!failure.reason.isEmpty)
    }
    let after = server.statistics()
    #expect(after.clients == 1)
    #expect(after.contexts == before.contexts)
    #expect(after.layers == before.layers)
    #expect(after.imageBytes == before.imageBytes)
    #expect(try healthy.isUnharmed)
  }

  @Test func strangersAreNotHeardForLong() throws {
    let server = try makeServer()
    defer { server.stop() }
    let stranger = try RawClient(server, greets: false)
    stranger.sendBytes(header(.hello, length: 1 << 20))
    #expect(try stranger.failure()?.code == .limitExceeded)
    let browser = try RawClient(server, greets: false)
    browser.sendBytes(Array("GET / HTTP/1.1\r\nHost: quartz\r\n\r\n".utf8))
    #expect(try browser.failure() != nil)
  }

  @Test func tooManyClientsAreTurnedAway() throws {
    var options = ServerOptions()
    options.limits.clients = 2
    let server = try makeServer(options)
    defer { server.stop() }
    let clients = [try RawClient(server), try RawClient(server)]
    let third = try RawClient(server, greets: false)
    #expect(try third.failure()?.reason == "3 clients, at most 2 are allowed")
    #expect(withExtendedLifetime(clients) { server.statistics().clients } == 2)
  }

  @Test func aClientThatNeverReadsIsEnded() throws {
    var options = ServerOptions()
    options.limits.wire.queueBytes = 64 << 10
    let server = try makeServer(options)
    defer { server.stop() }
    let healthy = try HealthyClient(server)
    let mute = try RawClient(server)
    let request = try bytes(of: RequestStatistics())
    // It goes on until the server closes the connection; the socket takes some hundred KiB.
    let batch = Array(repeatElement(request, count: 64).joined())
    while send(mute.socket.descriptor, batch, batch.count, Int32(MSG_NOSIGNAL)) > 0 {}
    #expect(errno == EPIPE || errno == ECONNRESET)
    #expect(server.statistics().clients == 1)
    #expect(try healthy.isUnharmed)
  }

  @Test func aFloodIsSlowedDownAndAnswered() throws {
    var options = ServerOptions()
    options.limits.messagesWaiting = 8
    let server = try makeServer(options)
    defer { server.stop() }
    let client = try RawClient(server)
    let count = 2000
    for _ in 0..<count { try client.send(Ping()) }
    for _ in 0..<count {
      guard case .pong = try client.receive() else {
        Issue.record("no pong")
        return
      }
    }
  }

  // MARK: Sleep

  @Test func nothingWakesAnIdleServer() throws {
    let clock = SteppedClock(100)
    let server = try makeServer(clock: clock)
    defer { server.stop() }
    let client = try RawClient(server)
    _ = try client.createContext(1, clock: .real)
    try client.commit(Scenes.box())
    _ = try client.frame()
    // The answer comes after all that was said before has been dealt with.
    try client.send(RequestStatistics())
    _ = try client.receive()
    let before = server.statistics()
    let connections = server.connectionWakeUpCount
    for second in 101...400 { clock.set(Double(second)) }
    let after = server.statistics()
    // In 300 seconds: the question itself.
    #expect(after.wakeUps - before.wakeUps == 1)
    #expect(after.framesDrawn == before.framesDrawn)
    #expect(server.connectionWakeUpCount == connections)
    #expect(clock.scheduled == nil)
  }

  @Test func aServerWithTheRealClockDrawsAsOftenAsItWakes() throws {
    var options = ServerOptions()
    options.renderer = .software
    let server = try RenderServer(options)
    defer { server.stop() }
    let clock = RealClock()
    let client = try RawClient(server)
    _ = try client.createContext(1, clock: .real, rate: 500)
    try client.commit(Scenes.box())
    try client.commit(Scenes.movement(from: clock.now, duration: 0.1))
    _ = try client.frame()
    let start = server.statistics()
    // Waits in `poll` on a timer of its own; every question in between would be a wake-up.
    waitUntil(clock.now + 0.15)
    let end = server.statistics()
    let frames = end.framesDrawn - start.framesDrawn
    #expect((1...60).contains(frames))
    // Besides: the frame that was given back, the end of the animation, the question itself.
    #expect(end.wakeUps - start.wakeUps <= frames + 3)
    waitUntil(clock.now + 0.1)
    let idle = server.statistics()
    #expect(idle.wakeUps - end.wakeUps == 1)
    #expect(idle.framesDrawn == end.framesDrawn)
  }

  private func waitUntil(_ time: Double) {
    guard let timer = try? RealClock().makeTimer() else { return }
    timer.schedule(time)
    var poller = Poller()
    poller.add(timer.descriptor)
    poller.wait()
  }

  @Test func timersTakeAnyNumber() throws {
    let timer = try RealClock().makeTimer()
    for time in [Double.nan, -.infinity, .infinity, -1, 1e300] { timer.schedule(time) }
    // A time that has passed wakes at once, whatever was asked for before.
    timer.schedule(0)
    var poller = Poller()
    poller.add(timer.descriptor)
    poller.wait()
  }

  // MARK: Ends

  @Test func clientsLearnThatTheServerEnds() throws {
    let server = try makeServer()
    let client = try RawClient(server)
    server.stop()
    #expect(try client.failure()?.code == .shuttingDown)
  }

  @Test func stoppingLetsGoOfEverything() throws {
    weak var clock: SteppedClock?
    do {
      let stepped = SteppedClock(100)
      clock = stepped
      let server = try makeServer(clock: stepped)
      let healthy = try HealthyClient(server)
      #expect(try healthy.isUnharmed)
      server.stop()
    }
    #expect(clock == nil)
  }
}
