// Fences: changes of several programs in the same frame, or not at all.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
@testable import QuartzServer
import QuartzSoftware
import QuartzWire
import TestRandom
import Testing

@Suite struct FenceTests {
  private let key = LayerServerKey(high: 1, low: 2, process: 0)
  private static let widths = ContextConfiguration(width: 64, height: 16, background: .black)

  /// A program with a loop of its own, as in the server.
  private final class Program {
    let harness: LoopHarness
    let id: ClientID
    var serial: UInt64 = 100
    var isAlive = true

    init(_ number: UInt64, _ directory: LoopDirectory) throws {
      harness = try LoopHarness(directory: directory) { (_) throws(RenderError) in
        SoftwareBackend(threads: 1)
      }
      id = harness.connect(number)
      _ = harness.createContext(1, of: id, clock: .stepped)
    }

    func post(_ message: ClientMessage) {
      serial += 1
      harness.post(message, from: id, serial: serial)
    }

    func commit(_ commit: Commit) {
      post(.commit(CommitMessage(context: 1, commit: commit)))
    }

    /// Disconnects, as a program that is killed.
    func kill() {
      harness.mailbox.post(.disconnected(id))
      isAlive = false
    }
  }

  /// A host and two programs whose trees it shows side by side, in four loops of one directory.
  private final class Desk {
    let directory = LoopDirectory()
    let host: Program
    var guests: [Program] = []
    private var lastNumber: UInt64 = 1
    private let pool = BufferPool()

    init(key: LayerServerKey) throws {
      host = try Program(1, directory)
      host.post(.serveLayers(ServeLayers(high: key.high, low: key.low)))
      var commit = Commit()
      let root = LayerID(1)
      commit.created = [.init(root, .layer)]
      for (index, client) in [7, 8].enumerated() {
        let layer = LayerID(UInt32(index + 2))
        commit.created.append(.init(layer, .layer))
        var values = PropertyBag()
        values[.remoteClientId] = .integer(Int64(client))
        values[.position] = .point(Point(Double(20 * (index + 1)), 0))
        commit.changes.append(.init(layer, values))
      }
      let own = LayerID(4)
      commit.created.append(.init(own, .layer))
      commit.changes.append(.init(own, FenceTests.box(0)))
      commit.sublayers = [.init(root, [LayerID(2), LayerID(3), own])]
      commit.root = root
      host.commit(commit)
      for index in 0..<2 { guests.append(try makeGuest(index, key)) }
      settle()
    }

    func makeGuest(_ index: Int, _ key: LayerServerKey) throws -> Program {
      lastNumber += 1
      let guest = try Program(lastNumber, directory)
      guest.post(.offerContext(OfferContext(context: 1, key: key, client: UInt32(7 + index))))
      var commit = Commit()
      commit.created = [.init(LayerID(4), .layer)]
      commit.changes = [.init(LayerID(4), FenceTests.box(0))]
      commit.root = LayerID(4)
      guest.commit(commit)
      return guest
    }

    var programs: [Program] { [host] + guests }

    func settle() {
      for _ in 0..<12 { for program in programs { program.harness.turn() } }
    }

    func set(_ time: Double) {
      for program in programs {
        program.harness.clock.set(time)
        program.harness.loop.timer.acknowledge()
      }
    }

    /// The values that the boxes of host and guests show; nil for one that is not there.
    ///
    /// Draws as the host's own loop would, without a request that could wait.
    func shown() throws -> [Int?]? {
      let loop = host.harness.loop
      guard !loop.isFrozen(host.id), let context = loop.clients[host.id]?.contexts[1] else {
        return nil
      }
      _ = try context.draw(for: .now, measuresLayers: false, now: loop.clock.now)
      let buffer = try pool.buffer(byteCount: context.surfaceBytes)
      try context.read(into: buffer)
      return [8, 28, 48].map { x in
        let value = Int(buffer.bytes[(8 * 64 + x) * 4])
        return value == 0 ? nil : value - 1
      }
    }
  }

  /// A box of 16 x 16 whose red byte is one more than a number.
  private static func box(_ number: Int) -> PropertyBag {
    var values = PropertyBag()
    values[.bounds] = .rect(Rect(0, 0, 16, 16))
    values[.position] = .point(Point(8, 8))
    values[.backgroundColor] = .color(Color(Double(number + 1) / 255, 0, 0))
    return values
  }

  private static func change(_ number: Int) -> Commit {
    var commit = Commit()
    commit.changes = [.init(LayerID(4), box(number))]
    return commit
  }

  private func fence(_ low: UInt64, parties: UInt8 = 3, commits: UInt8 = 1) -> ClientMessage {
    .fence(Fence(token: FenceToken(high: 9, low: low), parties: parties, commits: commits))
  }

  // MARK: One fence

  @Test func nothingShowsBeforeAllAreThere() throws {
    let desk = try Desk(key: key)
    #expect(try desk.shown() == [0, 0, 0])
    for (index, program) in desk.programs.enumerated() {
      program.post(fence(1))
      desk.settle()
      #expect(try desk.shown() == [0, 0, 0])
      program.commit(FenceTests.change(5))
      desk.settle()
      #expect(try desk.shown() == (index == 2 ? [5, 5, 5] : [0, 0, 0]))
    }
    // Commits after the fence are not held any more.
    desk.guests[0].commit(FenceTests.change(6))
    desk.settle()
    #expect(try desk.shown() == [5, 6, 5])
  }

  @Test func aMissingPartyBreaksIt() throws {
    let desk = try Desk(key: key)
    for program in [desk.host, desk.guests[0]] {
      program.post(fence(1, commits: 2))
      program.commit(FenceTests.change(5))
      program.commit(FenceTests.change(6))
    }
    desk.settle()
    desk.set(100 + Fence.timeout - 0.01)
    desk.settle()
    #expect(try desk.shown() == [0, 0, 0])
    #expect(desk.host.harness.clock.scheduled == 100 + Fence.timeout)
    desk.set(100 + Fence.timeout)
    desk.host.harness.mailbox.post(.query {})
    var told: [Failure] = []
    for _ in 0..<6 {
      for program in desk.programs {
        for record in program.harness.turn() {
          if case .failure(let failure) = record.message {
            #expect(!record.isEnd)
            told.append(failure)
          }
        }
      }
    }
    #expect(told.map(\.code) == [.fenceBroken, .fenceBroken])
    #expect(told.first?.reason == "a party was missing after 1.0 s")
    #expect(try desk.shown() == [0, 0, 0])
    // The connection goes on, and so does another fence of the same name.
    for program in desk.programs {
      program.post(fence(1))
      program.commit(FenceTests.change(7))
    }
    desk.settle()
    #expect(try desk.shown() == [7, 7, 7])
  }

  @Test func othersAreNotHeld() throws {
    let desk = try Desk(key: key)
    desk.guests[0].post(fence(1))
    desk.guests[0].commit(FenceTests.change(5))
    desk.guests[1].commit(FenceTests.change(3))
    desk.settle()
    #expect(try desk.shown() == [0, 0, 3])
  }

  @Test func wrongNumbersBreakIt() throws {
    let desk = try Desk(key: key)
    desk.guests[0].post(fence(1, parties: 2))
    desk.guests[0].commit(FenceTests.change(5))
    desk.settle()
    desk.guests[1].post(fence(1, parties: 3))
    desk.guests[1].commit(FenceTests.change(5))
    desk.settle()
    #expect(try desk.shown() == [0, 0, 0])
    #expect(desk.guests.allSatisfy { $0.harness.loop.clients[$0.id]?.fence == nil })
  }

  /// A party whose message cannot be read ends; the others are told at once.
  @Test func aPartyThatErrsBreaksIt() throws {
    let desk = try Desk(key: key)
    for guest in desk.guests {
      guest.post(fence(1, parties: 2))
      if guest === desk.guests[0] { guest.commit(FenceTests.change(5)) }
    }
    let error = ReceivedMessage(WireError.disconnected, serial: 1)
    let bad = desk.guests[1]
    bad.harness.mailbox.post(.received(bad.id, error))
    desk.settle()
    #expect(try desk.shown() == [0, 0, nil])
  }

  /// A party that begins another fence before its part has come ends; nobody waits for it.
  @Test func aSecondFenceBeforeTheFirstIsDone() throws {
    let desk = try Desk(key: key)
    let (first, second) = (desk.guests[0], desk.guests[1])
    first.post(fence(1, parties: 2, commits: 2))
    first.commit(FenceTests.change(5))
    first.post(fence(2, parties: 1, commits: 1))
    first.commit(FenceTests.change(5))
    first.commit(FenceTests.change(6))
    second.post(fence(1, parties: 2))
    second.commit(FenceTests.change(5))
    desk.settle()
    #expect(first.harness.loop.clients[first.id] == nil)
    #expect(second.harness.loop.clients[second.id]?.fence == nil)
    #expect(try desk.shown() == [0, nil, 5])
  }

  /// Commits that are dropped with a fence that broke are not those of the next one.
  @Test func droppedCommitsDoNotCount() throws {
    let desk = try Desk(key: key)
    let (first, second) = (desk.guests[0], desk.guests[1])
    first.post(fence(1, parties: 2, commits: 2))
    first.commit(FenceTests.change(5))
    desk.settle()
    desk.set(100 + Fence.timeout)
    desk.settle()
    // One of the first fence is dropped here, and one is to come.
    for guest in desk.guests {
      guest.post(fence(2, parties: 2))
      guest.commit(FenceTests.change(6))
    }
    desk.settle()
    #expect(try desk.shown() == [0, 0, 0])
    first.commit(FenceTests.change(7))
    desk.settle()
    #expect(try desk.shown() == [0, 7, 6])
    #expect(second.harness.loop.clients[second.id]?.fence == nil)
  }

  /// A party that does not get to its part in a second is not waited for.
  @Test func aLatePartyIsNotWaitedFor() throws {
    let desk = try Desk(key: key)
    let (first, second) = (desk.guests[0], desk.guests[1])
    for guest in desk.guests {
      guest.post(fence(1, parties: 2))
      guest.commit(FenceTests.change(5))
      guest.harness.turn()
    }
    // From here on the loop of the second one is busy.
    for _ in 0..<4 { for program in [desk.host, first] { program.harness.turn() } }
    #expect(first.harness.loop.isFrozen(first.id))
    #expect(first.harness.clock.scheduled == 100 + Fence.timeout)
    desk.set(100 + Fence.timeout)
    var told: [Failure] = []
    for _ in 0..<4 {
      for program in [desk.host, first] {
        for record in program.harness.turn() {
          if case .failure(let failure) = record.message { told.append(failure) }
        }
      }
    }
    #expect(!first.harness.loop.isFrozen(first.id))
    #expect(told.map(\.code) == [.fenceBroken])
    #expect(told.first?.reason == "a party did not apply its part in 1.0 s; it shows later")
    #expect(try desk.shown() == [0, 5, 0])
    desk.settle()
    #expect(second.harness.loop.clients[second.id]?.fence == nil)
    #expect(try desk.shown() == [0, 5, 5])
    // The name may be used again.
    for program in desk.programs {
      program.post(fence(1))
      program.commit(FenceTests.change(7))
    }
    desk.settle()
    #expect(try desk.shown() == [7, 7, 7])
  }

  // MARK: Many fences

  /// 10,000 fenced changes of three programs, with stalls and kills at any point: the host's
  /// picture never shows a part of one.
  @Test func neverAHalfChange() throws {
    var generator = SeededGenerator(seed: 41)
    let desk = try Desk(key: key)
    var (complete, broken, killed) = (0, 0, 0)
    var time = 100.0
    var before = 0
    for round in 1...10_000 {
      let number = round % 200 + 1
      var left = Array(desk.programs.indices)
      let stalls = generator.once(in: 20)
      let kills = generator.once(in: 40) ? 1 + generator.index(below: 2) : nil
      let killPoint = generator.index(below: 12)
      var isKilled = false
      if stalls { left.remove(at: generator.index(below: 3)) }
      let parties = left
      left.shuffle(using: &generator)
      for step in 0..<24 {
        if let kills, step == killPoint, !isKilled {
          desk.programs[kills].kill()
          isKilled = true
        }
        if step % 4 == 0 || generator.once(in: 2), let index = left.popLast(),
          desk.programs[index].isAlive
        {
          desk.programs[index].post(fence(UInt64(round)))
          desk.programs[index].commit(FenceTests.change(number))
        }
        desk.programs[generator.index(below: 3)].harness.turn()
        // A picture at any point: all new, or all old, or without those that are gone.
        if generator.once(in: 3), let shown = try desk.shown() {
          let there = Set(shown.compactMap { $0 })
          #expect(there.isSubset(of: [before, number]) && there.count == 1, "\(round): \(shown)")
          if there.count != 1 { return }
        }
      }
      if stalls || isKilled {
        time += Fence.timeout
        desk.set(time)
      }
      desk.settle()
      let shown = try #require(try desk.shown())
      let there = Set(shown.compactMap { $0 })
      #expect(there.count == 1, "\(round): \(shown)")
      let isComplete = there == [number]
      if isKilled { killed += 1 } else if isComplete { complete += 1 } else { broken += 1 }
      #expect(isKilled || isComplete == (parties.count == 3), "\(round)")
      before = there.first ?? before
      if let kills, isKilled {
        let guest = try desk.makeGuest(kills - 1, key)
        guest.harness.clock.set(time)
        desk.guests[kills - 1] = guest
        guest.commit(FenceTests.change(before))
        desk.settle()
      }
    }
    #expect(complete > 8000 && broken > 300 && killed > 150)
  }
}
