// Hostile bytes against a running server, while another client keeps its picture.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
@testable import QuartzServer
import QuartzWire
import QuartzWireSamples
import TestRandom
import Testing

@Suite struct FuzzTests {
  /// Every message of a client's, for the context 3, and two commits of a tree that there is.
  private func samples() throws -> [[UInt8]] {
    var big = Scenes.box(color: Color(0.1, 0.2, 0.3, 0.4))
    big.animations = Scenes.movement(from: 1, duration: 2).animations
    let commits = try [
      encode(CommitMessage(context: 3, commit: Scenes.box())),
      encode(CommitMessage(context: 3, commit: big)),
    ]
    return try SampleMessages.client(pool: BufferPool()).map(\.bytes) + commits
  }

  @Test func everyMessageHasASample() throws {
    let samples = try SampleMessages.client(pool: BufferPool())
    #expect(Set(samples.map(\.opcode)) == Set(Opcode.allCases.filter(\.isForServer)))
    let answers = try SampleMessages.server(pool: BufferPool())
    #expect(Set(answers.map(\.opcode)) == Set(Opcode.allCases.filter { !$0.isForServer }))
  }

  private func encode(_ message: some Message) throws -> [UInt8] {
    try WireWriter.encode(message, serial: 3).withBytes { Array($0) }
  }

  /// A client that has a context, ready to err.
  ///
  /// Its handshake and context go in one stroke.
  private func attack(_ server: RenderServer, _ bytes: [UInt8]) throws {
    let client = try RawClient(server)
    try client.send(CreateContext(context: 3, configuration: Scenes.size, clock: .stepped))
    client.sendBytes(bytes)
    client.finishSending()
    _ = try? client.failure()
  }

  @Test func everyMessageCutAtEveryByte() throws {
    let server = try makeServer()
    defer { server.stop() }
    let healthy = try HealthyClient(server)
    for sample in try samples() {
      // Of long ones not each byte: they are lists of the same.
      for count in stride(from: 0, to: sample.count, by: max(sample.count / 256, 1)) {
        try attack(server, Array(sample[..<count]))
      }
    }
    #expect(try healthy.isUnharmed)
    #expect(server.statistics().contexts == 1)
  }

  @Test func mutatedMessages() throws {
    let server = try makeServer()
    defer { server.stop() }
    let healthy = try HealthyClient(server)
    let samples = try samples()
    var dice = SeededGenerator(seed: 20_260)
    // A client goes on for as long as the server lets it: ten messages, each with a few bad bytes.
    for round in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<10 {
        var message = samples[Int.random(in: 0..<samples.count, using: &dice)]
        for _ in 0..<Int.random(in: 0...3, using: &dice) {
          // Most of the time the length stays, so that the rest is looked at too.
          let first = Int.random(in: 0..<10, using: &dice) == 0 ? 0 : 4
          message[Int.random(in: first..<message.count, using: &dice)] = dice.next().byte
        }
        bytes += message
      }
      try attack(server, bytes)
      if round.isMultiple(of: 200) { #expect(try healthy.isUnharmed) }
    }
    #expect(try healthy.isUnharmed)
    let statistics = server.statistics()
    #expect(statistics.contexts == 1)
    #expect(statistics.layers == 2)
  }

  @Test func mutatedMessagesReachTheTree() throws {
    // Without sockets and with payloads that decode: what the codec lets through must not trap.
    let harness = try LoopHarness()
    let healthy = harness.connect(1)
    _ = harness.createContext(1, of: healthy, clock: .stepped)
    harness.commit(Scenes.box(), of: healthy)
    let picture = try #require(harness.frame(of: healthy)).bytes
    var dice = SeededGenerator(seed: 4711)
    for round in 0..<20_000 {
      let client = ClientID(UInt64(round) + 2)
      let flowControl = FlowControl(limits: ServerLimits())
      harness.mailbox.post(.connected(NewClient(id: client, name: "", flowControl: flowControl)))
      let create = CreateContext(
        context: 1,
        configuration: Scenes.size,
        clock: round % 2 == 0 ? .real : .stepped
      )
      harness.post(.createContext(create), from: client)
      for _ in 0..<3 { harness.commit(randomCommit(&dice), of: client) }
      if round % 16 == 0 {
        harness.post(.requestFrame(RequestFrame(context: 1, time: .now)), from: client)
      }
      harness.turn()
      harness.mailbox.post(.disconnected(client))
      harness.turn()
    }
    #expect(try #require(harness.frame(of: healthy)).bytes == picture)
    #expect(harness.loop.statistics.contexts == 1)
  }

  /// A commit of small numbers, so that most of them name something that exists.
  private func randomCommit(_ dice: inout SeededGenerator) -> Commit {
    func layer() -> LayerID { LayerID(UInt32.random(in: 0...4, using: &dice)) }
    func some(_ body: () -> Void) {
      for _ in 0..<Int.random(in: 0...2, using: &dice) { body() }
    }
    let numbers = [0, 1, -1, 16, 1e-300, 1e300, -1e308, 0.5]
    func number() -> Double { numbers[Int.random(in: 0..<numbers.count, using: &dice)] }
    var commit = Commit()
    some { commit.created.append(Commit.Creation(layer(), .layer)) }
    some { commit.destroyed.append(layer()) }
    some {
      var values = PropertyBag()
      values[.bounds] = .rect(Rect(number(), number(), number(), number()))
      values[.position] = .point(Point(number(), number()))
      values[.cornerRadius] = .number(number())
      values[.borderWidth] = .number(number())
      values[.opacity] = .number(number())
      values[.speed] = .number(number())
      values[.backgroundColor] = .color(Color(number(), number(), number(), number()))
      values[.masksToBounds] = .bool(Bool.random(using: &dice))
      commit.changes.append(Commit.Change(layer(), values))
    }
    some { commit.sublayers.append(Commit.Sublayers(layer(), [layer(), layer()])) }
    some {
      var timing = MediaTiming()
      timing.beginTime = number()
      timing.duration = abs(number())
      timing.repeatCount = abs(number())
      timing.speed = number()
      let kind = BasicAnimation(from: .number(number()), to: .number(number()))
      let state = AnimationState(
        target: AnimationTarget(.opacity),
        kind: .basic(kind),
        timing: timing
      )
      commit.animations.append(.add(layer(), key: "a", state))
    }
    if Bool.random(using: &dice) { commit.root = layer() }
    return commit
  }
}

extension UInt64 {
  fileprivate var byte: UInt8 { UInt8(truncatingIfNeeded: self >> 24) }
}
