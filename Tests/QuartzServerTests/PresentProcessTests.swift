// Thousands of presents between processes that are stopped and killed.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel
import QuartzWire
import Testing

/// A client process that presents numbered pictures.
private final class PresentingProcess {
  let program: RunningProgram
  private(set) var token: UInt64 = 0
  /// The number of the last picture that the slot took.
  private(set) var lastShown = 0
  /// Descriptors and KiB of memory, after 1000 pictures and at the end.
  private(set) var states: [(descriptors: Int, memory: Int)] = []

  /// - Parameter producer: The producer of the pictures: `pixels`, `gl` or `late`.
  init(_ server: ServerProcess, first: Int, count: Int, _ producer: String) throws {
    program = try RunningProgram(
      "quartz-test-client",
      [server.path, "present", "\(first)", "\(count)", producer]
    )
  }

  /// Reads a line.
  ///
  /// - Returns: How many pictures were presented, if it says that; nil at the end.
  func next() -> Int? {
    while true {
      let words = program.readLine().split(separator: " ").map(String.init)
      switch words.first {
      case "token": token = UInt64(words[1]) ?? 0
      case "state": states.append((Int(words[1]) ?? 0, Int(words[2]) ?? 0))
      case "at": return Int(words[1])
      case "done":
        lastShown = Int(words[1]) ?? 0
        return nil
      default: return nil
      }
    }
  }
}

/// Looks at what a context shows.
private struct Observer {
  private(set) var looks = 0
  private(set) var last: UInt32 = 0

  /// The number of the picture that shows; nil without a picture.
  ///
  /// Records an issue for one that is not whole, or older than one before.
  mutating func look(_ server: ServerProcess, _ token: UInt64) -> UInt32? {
    let frame: Frame
    do {
      frame = try ServerConnection(path: server.path).capture(token)
    } catch {
      // A server or a context that is gone is no matter, one that does not answer is.
      if case WireError.timedOut = error { Issue.record("no answer") }
      return nil
    }
    let bytes = frame.bytes
    let pixels = stride(from: 0, to: bytes.count, by: 4).map { at -> UInt32 in
      let (red, green, blue) = (UInt32(bytes[at]), UInt32(bytes[at + 1]), UInt32(bytes[at + 2]))
      return red | (green << 8) | (blue << 16)
    }
    guard let first = pixels.first, bytes[3] == 255 else { return nil }
    #expect(pixels.allSatisfy { $0 == first }, "a torn picture")
    #expect(first >= last, "an older picture")
    last = first
    looks += 1
    return first
  }
}

// Serialized because: each test has several processes and there may be few cores.
@Suite(.serialized, .timeLimit(.minutes(2))) struct PresentProcessTests {
  /// Ten thousand pictures of one client after another, while servers are stopped and killed, and
  /// the first client is killed.
  @Test(arguments: [("pixels", "software"), ("gl", "software"), ("gl", "gles"), ("late", "gles")])
  func thousandsOfPresentsSurviveStallsAndDeaths(producer: String, renderer: String) throws {
    // Without GL there is nothing to be tested but the first.
    guard isGLAvailable || producer == "pixels" else { return }
    let server = try ServerProcess(renderer: renderer)
    var observer = Observer()
    let first = try PresentingProcess(server, first: 1, count: 5000, producer)
    var presented = 0
    while presented < 4000, let number = first.next() {
      presented = number
      switch presented {
      case 1000, 3000: server.program.signal(SIGSTOP)
      case 1250, 3250: server.program.signal(SIGCONT)
      case 2000:
        server.program.end()
        try server.restart()
      default: break
      }
      let isStopped = (1000..<1250).contains(presented) || (3000..<3250).contains(presented)
      if !isStopped { _ = observer.look(server, first.token) }
    }
    first.program.end()
    let watcher = try ServerConnection(path: server.path)
    try settle(server, watcher)
    let baseline = try (server.descriptorCount(watcher), server.mappingCount(watcher))
    let looks = observer.looks
    observer = Observer()
    let second = try PresentingProcess(server, first: 4001, count: 6000, producer)
    while let number = second.next() {
      presented = number
      if presented % 1000 == 500 {
        second.program.signal(SIGSTOP)
        _ = observer.look(server, second.token)
        second.program.signal(SIGCONT)
      }
      _ = observer.look(server, second.token)
    }
    #expect(presented == 10_000 && looks + observer.looks >= 30)
    // The last picture that the client was told was taken shows in the end, by itself.
    let deadline = Self.deadline
    while observer.look(server, second.token) != UInt32(second.lastShown) {
      try #require(Date() < deadline)
    }
    let (early, late) = (try #require(second.states.first), try #require(second.states.last))
    // The thread that sends what waited may be there or not, and its descriptors are the client's.
    #expect(late.descriptors <= early.descriptors + 3)
    #expect(late.memory < early.memory + 2048, "KiB, after 1000 presents and after 6000")
    second.program.end()
    try settle(server, watcher)
    #expect(try server.descriptorCount(watcher) <= baseline.0)
    #expect(try server.mappingCount(watcher) <= baseline.1)
    #expect(server.finish() == 0)
  }

  /// A program that stands still: the server shows its pictures from the queue, each from its time
  /// on. Players put three pictures into it, and so does a program of its own.
  @Test func picturesOfAStoppedProgramShowOnTime() throws {
    let server = try ServerProcess()
    let program = try RunningProgram("quartz-test-client", [server.path, "queue"])
    let token = try #require(
      program.readLine().split(separator: " ").last.flatMap { UInt64($0) }
    )
    let numbers = program.readLine().split(separator: " ").dropFirst().compactMap { Double($0) }
    program.signal(SIGSTOP)
    try #require(numbers.count == 2)
    let (start, period) = (numbers[0], numbers[1])
    let watcher = try ServerConnection(path: server.path)
    var seen: Set<UInt32> = []
    let deadline = Self.deadline
    while !seen.contains(6) {
      let frame = try watcher.capture(token)
      let bytes = frame.bytes
      let shown = UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16
      let due = (0..<5).count { start + Double($0) * period <= frame.time }
      #expect(shown == UInt32(due + 1), "\(frame.time - start) s")
      seen.insert(shown)
      try #require(Date() < deadline)
    }
    // A quarter of a second passed, and the program stood still all the time.
    #expect(program.process.isRunning)
    program.signal(SIGCONT)
    program.end()
  }

  /// Waits until the server has let go of all clients but one.
  private func settle(_ server: ServerProcess, _ watcher: ServerConnection) throws {
    let deadline = Self.deadline
    while try watcher.statistics().clients > 1 { try #require(Date() < deadline) }
    // The loop of a client that left lets go of what it has by itself.
    while try server.loopCount() > 1 { try #require(Date() < deadline) }
    try watcher.ping()
  }

  /// Ten seconds from now.
  private static var deadline: Date { Date(timeIntervalSinceNow: 60) }
}
