// The memory of all clients together.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzPlan
@testable import QuartzServer
import QuartzSoftware
import QuartzWire
import Testing

@Suite struct MemoryLimitTests {
  private func makeHarness(_ limit: Int) throws -> LoopHarness {
    try LoopHarness(directory: LoopDirectory(memoryLimit: limit)) { (_) throws(RenderError) in
      SoftwareBackend(threads: 1)
    }
  }

  private func failures(_ records: [RecordingReplySink.Record]) -> [Failure] {
    records.compactMap { if case .failure(let failure) = $0.message { failure } else { nil } }
  }

  private func used(_ harness: LoopHarness) -> Int {
    harness.loop.directory.counts.memory.usedBytes
  }

  private func crowd(_ count: UInt32) -> Commit {
    var commit = Commit()
    commit.created = (1000..<1000 + count).map { Commit.Creation(LayerID($0), .layer) }
    return commit
  }

  private static let outputBytes = Scenes.size.width * Scenes.size.height * 4

  /// The client that asks for too much ends; the others keep what they have, and may go on.
  @Test func layersOfAllClients() throws {
    let harness = try makeHarness(4096 * MemoryLedger.layerBytes)
    let (first, second) = (harness.connect(1), harness.connect(2))
    for client in [first, second] { _ = harness.createContext(1, of: client, clock: .stepped) }
    harness.commit(crowd(2000), of: first)
    harness.turn()
    harness.commit(Scenes.box(), of: second)
    harness.turn()
    harness.commit(crowd(3000), of: second)
    let told = failures(harness.turn())
    #expect(told.map(\.code) == [.limitExceeded] && told.first?.endsConnection == true)
    let limit = harness.loop.directory.counts.memory.limit
    let reason = "bytes of all clients together, at most \(limit) are allowed"
    #expect(told.first?.reason.hasSuffix(reason) == true)
    #expect(harness.loop.clients[second] == nil)
    // Its end makes room.
    #expect(used(harness) == 2000 * MemoryLedger.layerBytes + Self.outputBytes)
    harness.commit(Scenes.box(), of: first)
    #expect(harness.frame(of: first)?.red(8, 8) == 255)
  }

  /// A large value of each kind, for layer 2.
  private static let largeCommits: [Commit] = {
    var path = Path()
    path.move(to: Point(0, 0))
    for index in 0..<20_000 { path.line(to: Point(Double(index), 0)) }
    let numbers = (0..<40_000).map { Double($0) }
    let filter = FilterDescription(
      type: "CIGaussianBlur",
      inputs: (0..<64).map { FilterInput(key: "a\($0)", value: .vector(.init(numbers[..<600]))) }
    )
    let values: [(PropertyID, PropertyValue)] = [
      (.shadowPath, .path(path)), (.name, .string(String(repeating: "a", count: 320_000))),
      (.backgroundFilters, .filters(FilterList([filter]))),
    ]
    var commits = values.map { property, value in
      var bag = PropertyBag()
      bag[property] = value
      var commit = Commit()
      commit.changes = [Commit.Change(LayerID(2), bag)]
      return commit
    }
    var frames = KeyframeAnimation()
    frames.values = numbers[..<1200].map { .number($0) }
    var timing = MediaTiming()
    timing.duration = 1
    let target = AnimationTarget(.opacity)
    let keys = AnimationState(target: target, kind: .keyframe(frames), timing: timing)
    let group = AnimationState(.group(Array(repeating: keys, count: 2)), timing: timing)
    for state in [keys, group] {
      var commit = Commit()
      commit.animations = [.add(LayerID(2), key: "a", state)]
      commits.append(commit)
    }
    return commits
  }()

  /// Values and animations count as what they take: the client that has too many of them ends, and
  /// the others go on.
  @Test(arguments: 0..<5)
  func values(number: Int) throws {
    let harness = try makeHarness(2 << 20)
    let (first, second) = (harness.connect(1), harness.connect(2))
    for client in [first, second] {
      _ = harness.createContext(1, of: client, clock: .stepped)
      harness.commit(Scenes.box(), of: client)
    }
    harness.turn()
    let before = used(harness)
    let commit = MemoryLimitTests.largeCommits[number]
    // A value in the place of the same one takes no more; an animation does until it is there.
    for _ in 0..<5 {
      harness.commit(commit, of: second)
      #expect(failures(harness.turn()).isEmpty)
      #expect(used(harness) > before + (300 << 10))
    }
    var told: [Failure] = []
    for index in 1000..<1010 as Range<UInt32> {
      var further = Commit()
      further.created = [Commit.Creation(LayerID(index), .layer)]
      further.changes = commit.changes.map { Commit.Change(LayerID(index), $0.values) }
      for case .add(_, let key, let state) in commit.animations {
        further.animations.append(.add(LayerID(index), key: key, state))
      }
      if told.isEmpty { harness.commit(further, of: second) }
      told += failures(harness.turn())
    }
    #expect(told.map(\.code) == [.limitExceeded] && told.first?.endsConnection == true)
    #expect(harness.loop.clients[second] == nil)
    #expect(harness.frame(of: first)?.red(8, 8) == 255)
  }

  /// Outputs and frames are refused, and leave the connection open.
  @Test func outputsAndFrames() throws {
    let harness = try makeHarness(Self.outputBytes * 5 / 2)
    let client = harness.connect(1)
    _ = harness.createContext(1, of: client, clock: .stepped)
    for serial in 0..<2 as Range<UInt64> {
      let request = RequestFrame(context: 1, time: .now)
      harness.post(.requestFrame(request), from: client, serial: serial)
      let told = failures(harness.turn())
      #expect(told.map(\.code) == (serial == 0 ? [] : [.limitExceeded]))
      #expect(told.allSatisfy { !$0.endsConnection })
    }
    #expect(harness.createContext(2, of: client) == 0)
    #expect(harness.loop.clients[client] != nil)
    harness.mailbox.post(.disconnected(client))
    harness.turn()
    #expect(used(harness) == 0)
  }

  /// A host for whose hosted trees nothing is left shows fewer of them.
  @Test func hostedTrees() throws {
    let key = LayerServerKey(high: 5, low: 6, process: 0)
    let limit = 10_000 * MemoryLedger.layerBytes
    let harness = try makeHarness(limit)
    let (host, guest) = (harness.connect(1), harness.connect(2))
    _ = harness.createContext(1, of: guest, clock: .stepped)
    harness.commit(crowd(1000), of: guest)
    let offer = OfferContext(context: 1, key: key, client: 7)
    harness.post(.offerContext(offer), from: guest)
    harness.post(.serveLayers(ServeLayers(high: key.high, low: key.low)), from: host)
    for number in 1...20 as ClosedRange<UInt32> {
      _ = harness.createContext(number, of: host, clock: .stepped)
      harness.commit(Scenes.hosting(7), to: number, of: host)
      for _ in 0..<4 { harness.turn() }
      #expect(used(harness) <= limit)
    }
    let counts = harness.loop.directory.counts
    #expect(counts.hosted.value > 0 && counts.hostingRefusals.value > 0)
    #expect(harness.loop.clients[host] != nil && harness.loop.clients[guest] != nil)
  }

  /// Pictures that observers do not read.
  @Test func observers() throws {
    let harness = try makeHarness(32 << 10)
    let client = harness.connect(1)
    let token = harness.createContext(1, of: client, clock: .stepped)
    harness.commit(Scenes.box(), of: client)
    harness.commit(try Scenes.contents(ImageID(1)), of: client)
    harness.turn()
    let observers = (2..<12 as Range<UInt64>).map { harness.connect($0) }
    for observer in observers {
      let request = RequestChange(token: token, fromStart: true)
      harness.post(.requestChange(request), from: observer)
    }
    for _ in 0..<4 { harness.turn() }
    let present = ImagePresent(ImageID(1), try Scenes.pixels(side: 16, byte: 30))
    for _ in 0..<20 {
      harness.post(.presentSlot(PresentSlot(context: 1, present: present)), from: client)
      #expect(failures(harness.turn()).isEmpty)
      #expect(used(harness) <= 32 << 10)
    }
    #expect(harness.loop.clients[client] != nil)
    let ended = observers.count { harness.loop.clients[$0]?.observations[token]?.isEnded == true }
    #expect(ended > 0)
    for observer in observers { harness.mailbox.post(.disconnected(observer)) }
    harness.mailbox.post(.disconnected(client))
    harness.turn()
    #expect(used(harness) == 0)
  }

  /// Messages that wait count, and a client whose messages do not fit is read no further.
  @Test func waitingMessages() throws {
    let memory = MemoryLedger(limit: 1000)
    do {
      let flow = FlowControl(limits: ServerLimits(), memory: memory)
      let message = ReceivedMessage(.ping(Ping()), serial: 1)
      let isOpen = flow.add(message)
      #expect(memory.usedBytes == message.byteCount && isOpen == !memory.isFull)
      _ = flow.add(message)
      _ = flow.remove(message)
      #expect(memory.usedBytes == message.byteCount)
    }
    #expect(memory.usedBytes == 0)
  }
}
