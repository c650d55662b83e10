// Trees of one program in layers of another one: what shows, what does not, and what it costs.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import QuartzPlan
@testable import QuartzServer
import QuartzWire
import Testing

extension Scenes {
  static let host = LayerID(90)

  /// A root that hosts a client, with nothing else.
  static func hosting(_ client: UInt32, x: Double = 0) -> Commit {
    var commit = Commit()
    commit.created = [Commit.Creation(host, .layer)]
    commit.changes = [hosts(client, x: x)]
    commit.root = host
    return commit
  }

  static func hosts(_ client: UInt32, _ layer: LayerID = host, x: Double = 0) -> Commit.Change {
    var values = PropertyBag()
    values[.remoteClientId] = .integer(Int64(client))
    values[.position] = .point(Point(x, 0))
    return Commit.Change(layer, values)
  }

  /// Many layers below the root, each of which hosts a client.
  static func hostingAll(_ clients: some Sequence<UInt32>) -> Commit {
    var commit = Commit()
    commit.created = [Commit.Creation(root, .layer)]
    var layers: [LayerID] = []
    for (index, client) in clients.enumerated() {
      let layer = LayerID(UInt32(index) + 1000)
      layers.append(layer)
      commit.created.append(Commit.Creation(layer, .layer))
      commit.changes.append(hosts(client, layer))
    }
    commit.sublayers = [Commit.Sublayers(root, layers)]
    commit.root = root
    return commit
  }
}

/// Several programs in one loop.
@Suite struct HostingTests {
  private let key = LayerServerKey(high: 5, low: 6, process: 0)

  private func settle(_ harness: LoopHarness) -> [RecordingReplySink.Record] {
    (0..<10).flatMap { _ in harness.turn() }
  }

  private func serve(_ host: ClientID, _ harness: LoopHarness) {
    harness.post(.serveLayers(ServeLayers(high: key.high, low: key.low)), from: host)
  }

  private func offer(
    _ id: UInt32,
    of client: ClientID,
    _ harness: LoopHarness,
    context: UInt32 = 1,
    key: LayerServerKey? = nil
  ) {
    let offer = OfferContext(context: context, key: key ?? self.key, client: id)
    harness.post(.offerContext(offer), from: client)
  }

  private func statistics(_ client: ClientID, _ harness: LoopHarness) -> HostingStatistics {
    harness.post(.requestHosting(RequestHosting()), from: client)
    for record in settle(harness) {
      if case .hosting(let statistics) = record.message { return statistics }
    }
    return HostingStatistics()
  }

  /// A host of the client 7, which shows a box, and that client.
  private func makePair(
    _ harness: LoopHarness,
    clock: ContextClock = .stepped
  ) -> (host: ClientID, client: ClientID) {
    let (host, client) = (harness.connect(1), harness.connect(2))
    _ = harness.createContext(1, of: host, clock: clock)
    _ = harness.createContext(1, of: client, clock: clock)
    serve(host, harness)
    harness.commit(Scenes.hosting(7), of: host)
    offer(7, of: client, harness)
    harness.commit(Scenes.box(), of: client)
    _ = settle(harness)
    return (host, client)
  }

  private func red(_ harness: LoopHarness, _ host: ClientID, _ x: Int = 8) -> UInt8? {
    harness.frame(of: host)?.red(x, 8)
  }

  // MARK: Pictures

  /// LW-P-03: the hosted tree shows, in whatever order the programs come.
  @Test func theTreeShows() throws {
    let harness = try LoopHarness()
    let (host, _) = makePair(harness)
    #expect(red(harness, host) == 255)
    #expect(red(harness, host, 20) == 0)
    #expect(statistics(host, harness).clients.map(\.client) == [7])
    #expect(statistics(host, harness).clients.map(\.layers) == [2])
  }

  @Test func aLateHostShowsTheTree() throws {
    let harness = try LoopHarness()
    let (host, client) = (harness.connect(1), harness.connect(2))
    _ = harness.createContext(1, of: client)
    offer(7, of: client, harness)
    harness.commit(Scenes.box(color: .black), of: client)
    harness.commit(try Scenes.contents(ImageID(3)), of: client)
    _ = settle(harness)
    _ = harness.createContext(1, of: host, clock: .stepped)
    harness.commit(Scenes.hosting(7), of: host)
    serve(host, harness)
    _ = settle(harness)
    #expect(red(harness, host) == 200)
  }

  /// LW-12.03: it is animated by the server alone, and follows later commits.
  @Test func itMovesWhileItsProgramDoesNothing() throws {
    let harness = try LoopHarness()
    let (host, client) = makePair(harness)
    harness.commit(Scenes.movement(from: 0, duration: 1), of: client)
    _ = settle(harness)
    let frame = harness.frame(of: host, at: .seconds(0.75))
    #expect(frame?.red(8, 8) == 0 && frame?.red(44, 8) == 255)
  }

  @Test func itsImagesAndSlotsShow() throws {
    let harness = try LoopHarness()
    let (host, client) = makePair(harness)
    harness.commit(Scenes.box(color: .black).onlyChanges, of: client)
    harness.commit(try Scenes.contents(ImageID(1), byte: 100), of: client)
    // The host has an image of the same number, and another one that was not shown before.
    var own = try Scenes.contents(ImageID(1), byte: 50)
    own.changes = []
    harness.commit(own, of: host)
    _ = settle(harness)
    #expect(red(harness, host) == 100)
    let present = ImagePresent(ImageID(1), try Scenes.pixels(side: 16, byte: 30))
    harness.post(.presentSlot(PresentSlot(context: 1, present: present)), from: client)
    _ = settle(harness)
    #expect(red(harness, host) == 30)
  }

  @Test func severalLayersShowOneTree() throws {
    let harness = try LoopHarness()
    let (host, client) = makePair(harness)
    var commit = Scenes.hostingAll([7, 7])
    commit.changes[1] = Scenes.hosts(7, LayerID(1001), x: 32)
    harness.commit(commit, of: host)
    _ = settle(harness)
    #expect(red(harness, host) == 255 && red(harness, host, 40) == 255)
    harness.commit(Scenes.box(color: Color(0.2, 0, 0)).onlyChanges, of: client)
    _ = settle(harness)
    #expect(red(harness, host) == 51 && red(harness, host, 40) == 51)
    #expect(red(harness, host, 20) == 0)
  }

  /// The pixels of the hosted box are damaged, and no others.
  @Test func aChangeDamagesWhatItShows() throws {
    let harness = try LoopHarness()
    let (host, client) = makePair(harness)
    _ = harness.frame(of: host)
    harness.commit(Scenes.box(color: Color(1, 0, 0)).onlyChanges, of: client)
    _ = settle(harness)
    #expect(harness.frame(of: host)?.damage == [PixelRect(0, 0, 16, 16)])
    #expect(harness.frame(of: host)?.damage == [])
  }

  // MARK: Frames

  /// A host on the real clock draws when a hosted program commits, and sleeps otherwise.
  @Test func aHostWakesForHostedCommits() throws {
    let harness = try LoopHarness()
    let (_, client) = makePair(harness, clock: .real)
    _ = harness.advance(to: 110)
    let before = harness.loop.statistics.framesDrawn
    #expect(harness.advance(to: 120) == 0)
    harness.commit(Scenes.box(color: Color(1, 0, 0)).onlyChanges, of: client)
    _ = settle(harness)
    harness.advance(to: 121)
    // One frame of the host; the hosted context draws none for itself.
    #expect(harness.loop.statistics.framesDrawn == before + 1)
    harness.commit(Scenes.movement(from: 121, duration: 1), of: client)
    _ = settle(harness)
    let wakeUps = harness.advance(to: 130)
    #expect(wakeUps >= 9 && wakeUps <= 13, "\(wakeUps) at 10 frames a second")
  }

  // MARK: Ends

  @Test func aProgramThatEndsTakesItsTreeAway() throws {
    let harness = try LoopHarness()
    let (host, client) = makePair(harness)
    harness.mailbox.post(.disconnected(client))
    _ = settle(harness)
    #expect(red(harness, host) == 0)
    let counts = statistics(host, harness)
    #expect(counts.offers == 0 && counts.hosted == 0 && counts.clients.isEmpty)
    #expect(harness.loop.statistics.layers == 1)
    // One that takes its place shows at once.
    let next = harness.connect(3)
    _ = harness.createContext(1, of: next)
    offer(7, of: next, harness)
    harness.commit(Scenes.box(color: Color(0.2, 0, 0)), of: next)
    _ = settle(harness)
    #expect(red(harness, host) == 51)
  }

  @Test func aHostThatEndsLeavesTheClientAlone() throws {
    let harness = try LoopHarness()
    let (host, client) = makePair(harness)
    harness.mailbox.post(.disconnected(host))
    _ = settle(harness)
    #expect(harness.frame(of: client)?.red(8, 8) == 255)
    #expect(harness.loop.statistics.layers == 2 && harness.loop.statistics.clients == 0)
  }

  @Test func aLayerThatGoesEndsHosting() throws {
    let harness = try LoopHarness()
    let (host, client) = makePair(harness)
    var commit = Commit()
    commit.destroyed = [Scenes.host]
    harness.commit(commit, of: host)
    _ = settle(harness)
    #expect(statistics(host, harness).hosted == 0)
    #expect(harness.loop.statistics.layers == 2)
    // Anything that the client says from now on concerns nobody.
    harness.commit(Scenes.movement(from: 0, duration: 1), of: client)
    _ = settle(harness)
    #expect(red(harness, host) == 0)
  }

  @Test func anIdThatIsRevokedShowsNothing() throws {
    let harness = try LoopHarness()
    let (host, client) = makePair(harness)
    harness.post(.revokeClient(RevokeClient(client: 7)), from: host)
    _ = settle(harness)
    #expect(red(harness, host) == 0)
    offer(7, of: client, harness)
    _ = settle(harness)
    #expect(red(harness, host) == 0)
    offer(8, of: client, harness)
    var commit = Commit()
    commit.changes = [Scenes.hosts(8)]
    harness.commit(commit, of: host)
    _ = settle(harness)
    #expect(red(harness, host) == 255)
  }

  // MARK: Ids of others

  @Test func onlyWhatIsOfferedToTheHostShows() throws {
    let harness = try LoopHarness()
    let (host, client) = makePair(harness)
    // A program that does not serve the number, though the id is right.
    let stranger = harness.connect(3)
    _ = harness.createContext(1, of: stranger, clock: .stepped)
    harness.commit(Scenes.hosting(7), of: stranger)
    // One that serves another number.
    let other = harness.connect(4)
    _ = harness.createContext(1, of: other, clock: .stepped)
    harness.post(.serveLayers(ServeLayers(high: 5, low: 7)), from: other)
    harness.commit(Scenes.hosting(7), of: other)
    _ = settle(harness)
    #expect(red(harness, stranger) == 0 && red(harness, other) == 0)
    #expect(red(harness, host) == 255)
    // An offer to another process is not this one's, though the number is right.
    let strange = LayerServerKey(high: key.high, low: key.low, process: 4711)
    offer(7, of: client, harness, key: strange)
    _ = settle(harness)
    #expect(red(harness, host) == 0)
  }

  @Test func anIdBelongsToOne() throws {
    let harness = try LoopHarness()
    let (host, _) = makePair(harness)
    let thief = harness.connect(3)
    _ = harness.createContext(1, of: thief)
    harness.commit(Scenes.box(color: Color(0.2, 0, 0)), of: thief)
    _ = harness.turn()
    offer(7, of: thief, harness)
    let failures = harness.turn().compactMap { record -> Failure? in
      if case .failure(let failure) = record.message { failure } else { nil }
    }
    #expect(failures.map(\.code) == [.unknownToken] && failures.first?.endsConnection == false)
    #expect(red(harness, host) == 255)
  }

  /// Images and layers of a hosted tree have numbers that no client can name.
  @Test func theHostCannotNameHostedThings() throws {
    let harness = try LoopHarness()
    let (host, client) = makePair(harness)
    harness.commit(Scenes.box(color: .black).onlyChanges, of: client)
    harness.commit(try Scenes.contents(ImageID(1)), of: client)
    _ = settle(harness)
    let images = harness.loop.clients[host]?.contexts[1]?.renderer.tree.images.keys.map(\.self)
    let hosted = try #require(images?.first)
    var values = PropertyBag()
    values[.contents] = .image(hosted)
    var commit = Commit()
    commit.changes = [Commit.Change(Scenes.host, values)]
    #expect(throws: CommitError.unknownImage(hosted)) {
      try harness.loop.clients[host]?.contexts[1]?.renderer.apply(commit)
    }
    let present = ImagePresent(hosted, try Scenes.pixels(side: 16, byte: 30))
    #expect(throws: CommitError.unknownImage(hosted)) {
      try harness.loop.clients[host]?.contexts[1]?.renderer.present(present)
    }
    commit = Commit()
    commit.destroyedImages = [hosted]
    #expect(throws: CommitError.unknownImage(hosted)) {
      try harness.loop.clients[host]?.contexts[1]?.renderer.apply(commit)
    }
    #expect(red(harness, host) == 200)
  }

  // MARK: Too much

  @Test func cyclesShowNothing() throws {
    let harness = try LoopHarness()
    let (host, client) = makePair(harness)
    // The client hosts its host, and itself.
    serve(client, harness)
    offer(9, of: host, harness)
    var commit = Commit()
    commit.created = [Commit.Creation(LayerID(50), .layer), Commit.Creation(LayerID(51), .layer)]
    commit.changes = [Scenes.hosts(9, LayerID(50)), Scenes.hosts(7, LayerID(51))]
    commit.sublayers = [Commit.Sublayers(Scenes.root, [Scenes.box, LayerID(50), LayerID(51)])]
    harness.commit(commit, of: client)
    _ = settle(harness)
    let counts = statistics(host, harness)
    #expect(counts.cycles >= 2 && counts.hosted <= 4, "\(counts)")
    #expect(red(harness, host) == 255)
    #expect(harness.frame(of: client)?.red(8, 8) == 255)
  }

  @Test func treesInTreesEnd() throws {
    let harness = try LoopHarness()
    let host = harness.connect(1)
    serve(host, harness)
    // Each context hosts the one before it twice: 2^30 trees, if nothing ended it.
    for number in 1...30 as ClosedRange<UInt32> {
      _ = harness.createContext(number, of: host, clock: .stepped)
      harness.commit(Scenes.hostingAll([number - 1, number - 1]), to: number, of: host)
      offer(number, of: host, harness, context: number)
    }
    for _ in 0..<4 { _ = settle(harness) }
    let counts = statistics(host, harness)
    #expect(counts.refusals > 0)
    #expect(counts.hosted <= 30 * ContextRenderer.mostGrafts)
    #expect(harness.frame(30, of: host) != nil)
  }

  /// 10,000 layers that host: most of what is unknown, the rest one tree.
  @Test func thousandsOfIds() throws {
    let harness = try LoopHarness()
    let (host, _) = makePair(harness)
    let ids = (1...10_000 as ClosedRange<UInt32>).map { $0 % 5 == 0 ? 7 : $0 + 100 }
    harness.commit(Scenes.hostingAll(ids), of: host)
    _ = settle(harness)
    let counts = statistics(host, harness)
    #expect(counts.hosted == 2001 && counts.clients.count == 2001)
    #expect(red(harness, host) == 255)
  }

  /// A tree beyond the limits is not shown; the host's own layers are not counted with it.
  @Test func aTreeThatIsTooLargeIsLeftOut() throws {
    var options = ServerOptions()
    options.limits.wire.tree.layers = 10
    let harness = try LoopHarness(options)
    let (host, client) = makePair(harness)
    var commit = Commit()
    commit.created = (100..<108).map { Commit.Creation(LayerID($0), .layer) }
    harness.commit(commit, of: client)
    harness.commit(commit, of: host)
    _ = settle(harness)
    #expect(red(harness, host) == 255)
    harness.commit(Scenes.hostingAll([7]).moved, of: host)
    _ = settle(harness)
    let counts = statistics(host, harness)
    #expect(counts.hosted == 1 && counts.refusals == 1, "\(counts)")
    #expect(harness.loop.clients[host] != nil && harness.loop.clients[client] != nil)
  }

  /// A tree that asks for more than a frame may cost goes, and the host's frame is drawn.
  @Test func aTreeThatCostsTooMuchGoes() throws {
    var options = ServerOptions()
    options.limits.budget.limits[.layers] = 50
    let harness = try LoopHarness(options)
    let (host, client) = makePair(harness)
    var commit = Commit()
    let layers = (100..<200).map { LayerID($0) }
    commit.created = layers.map { Commit.Creation($0, .layer) }
    commit.sublayers = [Commit.Sublayers(Scenes.root, [Scenes.box] + layers)]
    harness.commit(commit, of: client)
    _ = settle(harness)
    #expect(red(harness, host) == 0)
    #expect(statistics(host, harness).refusals == 1)
    #expect(statistics(host, harness).hosted == 0)
  }

  /// The queue of a host that does nothing is bounded; it then has the last state.
  @Test func aFloodIsTakenOverAsAWhole() throws {
    let feed = HostedFeed()
    let update = HostedUpdate.commit(Scenes.box())
    var sent = 0
    while feed.add(update), sent < 1_000_000 { sent += 1 }
    #expect(sent > 1000 && sent <= HostedFeed.mostWaiting)
    for _ in 0..<sent - 1 { #expect(!feed.remove(update)) }
    #expect(!feed.add(update))
    #expect(feed.remove(update), "the host asks for the tree when nothing waits any more")
    #expect(feed.ask() && !feed.ask())
    #expect(feed.add(.tree(HostedTree(Commit()))) && feed.add(update))
  }
}

extension Commit {
  /// The changes of values alone.
  fileprivate var onlyChanges: Commit {
    var commit = Commit()
    commit.changes = changes
    return commit
  }

  /// The same layers with other numbers.
  fileprivate var moved: Commit {
    var commit = Commit()
    commit.created = [Commit.Creation(LayerID(60), .layer)]
    commit.changes = [Scenes.hosts(7, LayerID(60))]
    commit.sublayers = [Commit.Sublayers(Scenes.host, [LayerID(60)])]
    return commit
  }
}

/// Programs with loops of their own.
@Suite struct HostingServerTests {
  /// Waits until the clients' messages are handled, and nothing is on its way between loops.
  private func settle(_ server: RenderServer, _ clients: RawClient...) throws {
    for client in clients {
      try client.send(RequestStatistics())
      while true { if case .statistics = try client.receive() { break } }
    }
    for _ in 0..<8 { _ = server.statistics() }
  }

  private func connect(
    _ server: RenderServer,
    _ key: LayerServerKey
  ) throws -> (host: RawClient, client: RawClient) {
    let (host, client) = (try RawClient(server), try RawClient(server))
    _ = try host.createContext()
    _ = try client.createContext()
    try host.send(ServeLayers(high: key.high, low: key.low))
    try host.commit(Scenes.hosting(7))
    try client.send(OfferContext(context: 1, key: key, client: 7))
    try client.commit(Scenes.box())
    try settle(server, host, client)
    return (host, client)
  }

  /// The kernel says which process a host is.
  @Test func theProcessCounts() throws {
    let server = try makeServer()
    defer { server.stop() }
    let key = LayerServerKey.random(process: UInt32(getpid()))
    let (host, client) = try connect(server, key)
    #expect(try host.frame()[(8 * 64 + 8) * 4] == 255)
    var foreign = key
    foreign.process += 1
    try client.send(OfferContext(context: 1, key: foreign, client: 7))
    try settle(server, host, client)
    #expect(try host.frame()[(8 * 64 + 8) * 4] == 0)
  }

  /// A program that is ended in the middle of its frame does not hold its host up.
  @Test func manyProgramsComeAndGo() throws {
    let server = try makeServer()
    defer { server.stop() }
    let key = LayerServerKey.random(process: UInt32(getpid()))
    let (host, client) = try connect(server, key)
    for _ in 0..<20 {
      let other = try RawClient(server)
      _ = try other.createContext()
      let id = UInt32.random(in: 100...UInt32.max)
      try other.send(OfferContext(context: 1, key: key, client: id))
      var commit = Commit()
      commit.changes = [Scenes.hosts(id)]
      try host.commit(commit)
      try other.commit(Scenes.box(color: Color(0.2, 0, 0)))
      try settle(server, host, other)
      #expect(try host.frame()[(8 * 64 + 8) * 4] == 51)
      other.socket.shutDown()
    }
    var commit = Commit()
    commit.changes = [Scenes.hosts(7)]
    try host.commit(commit)
    try settle(server, host, client)
    #expect(try host.frame()[(8 * 64 + 8) * 4] == 255)
    client.socket.shutDown()
  }
}
