// Tests of scenes that ask for too much, and of a log that nobody reads.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzWire
import Testing

@testable import QuartzServer

@Suite struct BudgetTests {
  private func harness() throws -> (LoopHarness, ClientID) {
    var options = ServerOptions()
    options.limits.budget.limits[.layers] = 4
    let harness = try LoopHarness(options)
    return (harness, harness.connect(1))
  }

  /// Layers beyond what a frame may have.
  private var crowd: Commit {
    var commit = Commit()
    let layers = (10..<20).map { LayerID($0) }
    commit.created = layers.map { Commit.Creation($0, .layer) }
    commit.sublayers = [Commit.Sublayers(Scenes.root, [Scenes.box] + layers)]
    return commit
  }

  private var relief: Commit {
    var commit = Commit()
    commit.sublayers = [Commit.Sublayers(Scenes.root, [Scenes.box])]
    return commit
  }

  private func failures(_ records: [RecordingReplySink.Record]) -> [Failure] {
    records.compactMap { record in
      if case .failure(let failure) = record.message { failure } else { nil }
    }
  }

  @Test func aFrameThatIsTooMuchIsRefusedAndTheClientStays() throws {
    let (harness, client) = try harness()
    let token = harness.createContext(1, of: client, clock: .stepped)
    harness.commit(Scenes.box(), of: client)
    let picture = try #require(harness.frame(of: client, at: .seconds(0))).bytes
    harness.commit(crowd, of: client)
    harness.post(.requestFrame(RequestFrame(context: 1, time: .seconds(1))), from: client)
    let records = harness.turn()
    let failure = try #require(failures(records).first)
    #expect(failure.code == .budgetSpent && !failure.endsConnection)
    #expect(
      failure.reason.contains("layers and instances") && failure.reason.contains("4 are allowed")
    )
    #expect(records.count == 1 && records[0].serial == 7)
    // A capture fails with the same error, and no client is ended.
    let watcher = harness.connect(2)
    harness.post(.captureFrame(CaptureFrame(token: token, time: .now)), from: watcher)
    #expect(failures(harness.turn()).map(\.code) == [.budgetSpent])
    #expect(harness.loop.clients.count == 2)
    harness.commit(relief, of: client)
    #expect(try #require(harness.frame(of: client, at: .seconds(1))).bytes == picture)
  }

  /// By itself the server tries once a second, and says so once.
  @Test func aSceneThatMovesIsLeftAloneForASecond() throws {
    let (harness, client) = try harness()
    let token = harness.createContext(1, of: client, rate: 10)
    harness.commit(Scenes.box(), of: client)
    harness.commit(Scenes.movement(from: 100, duration: 1, repeats: true), of: client)
    harness.turn()
    let drawn = try #require(harness.loop.tokens[token]).framesDrawn
    harness.commit(crowd, of: client)
    harness.clock.set(100.1)
    #expect(failures(harness.turn()).map(\.code) == [.budgetSpent])
    #expect(harness.clock.scheduled.map { abs($0 - 101.1) < 1e-9 } == true)
    #expect(harness.advance(to: 105) <= 6)
    #expect(harness.loop.tokens[token]?.framesDrawn == drawn)
    harness.commit(relief, of: client)
    harness.turn()
    harness.advance(to: 105.5)
    #expect(try #require(harness.loop.tokens[token]).framesDrawn > drawn)
  }

  /// A client that waits for frames gets frame callbacks at the frame rate, also while none is
  /// drawn.
  @Test func ticksGoOn() throws {
    let (harness, client) = try harness()
    let token = harness.createContext(1, of: client, rate: 10)
    harness.commit(Scenes.box(), of: client)
    harness.commit(crowd, of: client)
    var ticks = 0
    for step in 0..<20 {
      harness.post(.awaitFrame(AwaitFrame(token: token)), from: client)
      harness.clock.set(101 + Double(step) * 0.11)
      ticks += harness.turn().count { if case .frameBegan = $0.message { true } else { false } }
    }
    #expect(ticks == 20)
  }
}

@Suite struct ServerLogTests {
  @Test func aLogThatNobodyReadsKeepsNobodyWaiting() throws {
    var ends: (Int32, Int32) = (-1, -1)
    let made = withUnsafeMutableBytes(of: &ends) { bytes in
      pipe(bytes.baseAddress?.assumingMemoryBound(to: Int32.self))
    }
    try #require(made == 0)
    let queue = try LogQueue(descriptor: ends.1, limit: 4096)
    let line = String(repeating: "x", count: 99) + "\n"
    // The pipe takes 64 KiB, the queue 4.
    for _ in 0..<2000 { queue.add(line) }
    queue.finish(milliseconds: 0)
    // The reader comes after all, and learns what is missing.
    var (kept, dropped) = (0, 0)
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while kept + dropped < 2000 {
      let count = read(ends.0, &buffer, buffer.count)
      try #require(count > 0)
      rest += buffer[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let text = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(...end)
        if let number = Int(text.prefix { $0.isNumber }) {
          dropped += number
        } else {
          kept += 1
        }
      }
    }
    #expect(kept + dropped == 2000 && kept >= 40 && dropped > 0)
    close(ends.0)
    close(ends.1)
  }

  @Test func clientTextIsOneHarmlessLine() {
    #expect(LogText.escaped("a\u{1B}[31mb\nc\u{7}") == #"a\u{1b}[31mb\u{a}c\u{7}"#)
    #expect(LogText.escaped("café 日本 \u{202E}x") == #"café 日本 \u{202e}x"#)
    #expect(LogText.escaped(String(repeating: "y", count: 4096)).count == 515)
    #expect(LogText.quoted("a\"b") == #""a\"b""#)
    #expect(LogText.quoted(String(repeating: "z", count: 256)).count == 66)
  }
}
