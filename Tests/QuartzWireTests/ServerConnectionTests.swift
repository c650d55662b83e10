// A client's calls against a server that behaves, refuses, is silent or dies.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel
import QuartzWireSamples
import Synchronization
import TestRandom
import Testing

@testable import QuartzWire

@Suite struct ServerConnectionTests {
  private static let configuration = ContextConfiguration(width: 64, height: 48)

  private func connected(
    _ behaviour: ScriptedServer.Behaviour = ScriptedServer.Behaviour(),
    timeout: Double = 10,
    _ body: (ServerConnection, ScriptedServer) throws -> Void
  ) throws {
    let server = try ScriptedServer(behaviour)
    defer { server.end() }
    var options = ServerConnection.Options()
    options.clientName = "test"
    options.timeout = timeout
    try body(try ServerConnection(path: server.path, options: options), server)
  }

  @Test func handshake() throws {
    try connected { connection, _ in
      #expect(connection.welcome.backend.name == "scripted")
      #expect(connection.welcome.maximumSide == 100)
      #expect(connection.isConnected)
    }
  }

  @Test func calls() throws {
    try connected { connection, server in
      let context = try connection.createContext(Self.configuration, clock: .stepped)
      #expect(context.id == 1 && context.token == 77)
      try connection.send(.changing(layers: 10), to: context)
      let frame = try connection.frame(of: context, at: .seconds(3))
      #expect(frame.time == 3 && frame.pixels.width == 64)
      #expect(try connection.capture(77).context == 77)
      #expect(try connection.statistics().clients == 1)
      #expect(server.commits.withLock { $0.count } == 1)
      try connection.ping()
      try connection.destroyContext(context)
    }
  }

  @Test func framesAreReleasedWhenDropped() throws {
    try connected { connection, server in
      let context = try connection.createContext(Self.configuration, clock: .stepped)
      for _ in 0..<3 { _ = try connection.frame(of: context) }
      try connection.ping()
      #expect(server.releasedFrames.withLock { $0.count } == 3)
    }
  }

  @Test func imagesAreReleasedAndTheirMemoryUsedAgain() throws {
    try connected { connection, _ in
      let context = try connection.createContext(Self.configuration, clock: .stepped)
      var generator = SeededGenerator(seed: 1)
      for _ in 0..<5 {
        var commit = Commit()
        commit.createdImages = [
          .init(ImageID(1), .random(width: 200, height: 200, using: &generator))
        ]
        try connection.send(commit, to: context)
        #expect(connection.buffersInUse == 1)
        try connection.ping()
        #expect(connection.buffersInUse == 0)
      }
      #expect(connection.pool.madeCount == 1)
    }
  }

  @Test func largeCommitWaitsForTheServer() throws {
    try connected { connection, server in
      let context = try connection.createContext(Self.configuration, clock: .stepped)
      try connection.send(.creating(layers: 300_000), to: context)
      _ = try connection.frame(of: context)
      #expect(server.commits.withLock { $0.first?.created.count } == 300_000)
    }
  }

  @Test func manyThreads() throws {
    try connected { connection, server in
      let context = try connection.createContext(Self.configuration, clock: .stepped)
      let failures = Mutex(0)
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for step in 0..<50 {
          do {
            try connection.send(.changing(layers: 20, step: step), to: context)
            let time = Double(thread * 1000 + step)
            let frame = try connection.frame(of: context, at: .seconds(time))
            if frame.time != time { failures.withLock { $0 += 1 } }
          } catch {
            failures.withLock { $0 += 1 }
          }
        }
      }
      #expect(failures.withLock { $0 } == 0)
      #expect(server.commits.withLock { $0.count } == 200)
    }
  }

  @Test func noServer() throws {
    let folder = try SocketFolder()
    let path = folder.path + "/none.sock"
    #expect(throws: WireError.noServer(path: path)) { try ServerConnection(path: path) }
  }

  @Test func serverOfAnotherVersion() throws {
    var behaviour = ScriptedServer.Behaviour()
    let failure = Failure(.versionMismatch(ours: 9, theirs: 1))
    behaviour.refuses = (.hello, failure)
    #expect(throws: WireError.refused(failure)) { try connected(behaviour) { _, _ in } }
    #expect(failure.code == .unsupportedVersion && failure.endsConnection)
  }

  @Test func silentServer() throws {
    var behaviour = ScriptedServer.Behaviour()
    behaviour.answers = false
    #expect(throws: WireError.timedOut(seconds: 0.05)) {
      try connected(behaviour, timeout: 0.05) { _, _ in }
    }
  }

  /// An answer that comes after its call gave up does not confuse the next call.
  @Test func lateAnswer() throws {
    try connected(timeout: 0.05) { connection, server in
      server.set { $0.answers = false }
      #expect(throws: WireError.timedOut(seconds: 0.05)) { try connection.ping() }
      server.set { $0.answers = true }
      let statistics = try connection.statistics()
      #expect(statistics.clients == 1)
    }
  }

  @Test func refusedFrameKeepsTheConnection() throws {
    let failure = Failure(
      refusedOpcode: Opcode.captureFrame.rawValue,
      code: .unknownToken,
      endsConnection: false,
      reason: "no such token"
    )
    var behaviour = ScriptedServer.Behaviour()
    behaviour.refuses = (.captureFrame, failure)
    try connected(behaviour) { connection, _ in
      #expect(throws: WireError.refused(failure)) { try connection.capture(1) }
      try connection.ping()
    }
  }

  @Test func refusedCommitIsSaidByALaterCall() throws {
    let failure = Failure(
      refusedOpcode: Opcode.commit.rawValue,
      offset: 40,
      code: .refusedCommit,
      endsConnection: true,
      reason: "no layer #7"
    )
    var behaviour = ScriptedServer.Behaviour()
    behaviour.refuses = (.commit, failure)
    try connected(behaviour) { connection, _ in
      let context = try connection.createContext(Self.configuration, clock: .stepped)
      try connection.send(.changing(layers: 1), to: context)
      #expect(throws: WireError.refused(failure)) { try connection.ping() }
      #expect(throws: WireError.disconnected) { try connection.ping() }
      #expect(!connection.isConnected)
    }
  }

  @Test func deathAndReconnection() throws {
    try connected { connection, server in
      let context = try connection.createContext(Self.configuration, clock: .stepped)
      server.set { $0.diesAt = .requestFrame }
      #expect(throws: WireError.disconnected) { try connection.frame(of: context) }
      #expect(throws: WireError.disconnected) { try connection.send(Commit(), to: context) }
      #expect(!connection.isConnected && connection.buffersInUse == 0)
      server.set { $0.diesAt = nil }
      try connection.reconnect()
      #expect(connection.isConnected)
      // The old context is gone with the old connection; a new one is the caller's to make.
      #expect(throws: WireError.disconnected) { try connection.frame(of: context) }
      let again = try connection.createContext(Self.configuration, clock: .stepped)
      try connection.send(.creating(layers: 3), to: again)
      _ = try connection.frame(of: again)
    }
  }

  @Test func closedConnection() throws {
    try connected { connection, _ in
      connection.close()
      #expect(throws: WireError.disconnected) { try connection.ping() }
      connection.close()
    }
  }
}
