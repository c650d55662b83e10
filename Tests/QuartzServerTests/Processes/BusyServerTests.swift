// Servers that are asked for too much: others are served, SIGTERM is obeyed, observers end first.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzModel
@testable import QuartzServer
import QuartzWire
import Testing

// Serialized because: each test has several processes and there may be few cores.
@Suite(.serialized, .timeLimit(.minutes(2))) struct BusyServerTests {
  // MARK: Scenes

  private static func box(
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double
  ) -> PropertyBag {
    var values = PropertyBag()
    values[.position] = .point(Point(x, y))
    values[.bounds] = .rect(Rect(0, 0, width, height))
    values[.backgroundColor] = .color(Color(0.2, 0.4, 0.6, 0.5))
    return values
  }

  /// Copies of a group with two planes that cut each other; no frame has room for so many.
  private static func cuttingCopies(_ count: Int64) -> Commit {
    let ids = (1...5).map { LayerID($0) }
    var commit = Commit()
    commit.created = ids.map { Commit.Creation($0, $0 == ids[1] ? .replicator : .layer) }
    var copies = box(32, 32, 64, 64)
    copies[.instanceCount] = .integer(count)
    copies[.instanceTransform] = .transform(.translation(0.001, 0, 0))
    commit.changes = [
      Commit.Change(ids[0], box(32, 32, 64, 64)), Commit.Change(ids[1], copies),
      Commit.Change(ids[2], box(32, 32, 64, 64)),
    ]
    for (id, angle) in [(ids[3], 0.7), (ids[4], -0.7)] {
      var plane = box(32, 32, 32, 32)
      plane[.transform] = .transform(.rotation(angle, 0, 1, 0))
      commit.changes.append(Commit.Change(id, plane))
    }
    commit.sublayers = [
      Commit.Sublayers(ids[0], [ids[1]]), Commit.Sublayers(ids[1], [ids[2]]),
      Commit.Sublayers(ids[2], [ids[3], ids[4]]),
    ]
    commit.root = ids[0]
    return commit
  }

  /// Layers over all of an output, each see-through: most of what a frame may ask for.
  private static func overdraw(_ count: UInt32, side: Double) -> Commit {
    let ids = (1...count + 1).map { LayerID($0) }
    var commit = Commit()
    commit.created = ids.map { Commit.Creation($0, .layer) }
    commit.changes = ids.map { Commit.Change($0, box(side / 2, side / 2, side, side)) }
    commit.sublayers = [Commit.Sublayers(ids[0], Array(ids.dropFirst()))]
    commit.root = ids[0]
    return commit
  }

  // MARK: Tests

  /// Planning ends at the budget, and nobody else notices.
  @Test(arguments: [43_000, 43_691, 50_000] as [Int64])
  func copiesOfPlanesAreRefusedAlone(count: Int64) throws {
    let server = try ServerProcess()
    let good = try ServerConnection(path: server.path)
    let context = try good.createContext(Scenes.size, clock: .stepped)
    try good.send(Scenes.box(), to: context)
    let picture = try good.frame(of: context, at: .seconds(0)).bytes
    let bad = try ServerConnection(path: server.path)
    let heavy = try bad.createContext(
      ContextConfiguration(width: 64, height: 64, background: .black),
      clock: .stepped
    )
    try bad.send(BusyServerTests.cuttingCopies(count), to: heavy)
    #expect {
      _ = try bad.frame(of: heavy, at: .seconds(0))
    } throws: { error in
      guard case WireError.refused(let failure) = error else { return false }
      return failure.code == .budgetSpent && !failure.endsConnection
    }
    #expect(try good.frame(of: context, at: .seconds(1)).bytes == picture)
    // The one who asked for too much may ask for less.
    let small = try bad.createContext(Scenes.size, clock: .stepped)
    try bad.send(Scenes.box(), to: small)
    #expect(try bad.frame(of: small, at: .seconds(0)).bytes == picture)
    #expect(server.finish() == 0)
  }

  /// In the middle of long frames, one after the other, of several clients.
  @Test func terminationIsObeyedWhileFramesAreDrawn() async {
    await #expect(processExitsWith: .success) {
      let server = try ServerProcess()
      let side = 2048
      var clients: [ServerConnection] = []
      for _ in 0..<3 {
        let client = try ServerConnection(path: server.path)
        let size = ContextConfiguration(width: side, height: side, background: .black)
        let context = try client.createContext(size, clock: .real)
        try client.send(BusyServerTests.overdraw(400, side: Double(side)), to: context)
        // It moves, so there is always a next frame.
        try client.send(Scenes.movement(from: 0, duration: 1, repeats: true), to: context)
        clients.append(client)
      }
      let watcher = try ServerConnection(path: server.path)
      for _ in 0..<100 { try watcher.ping() }
      try BusyServerTests.expectQuickEnd(server)
    }
  }

  /// A host shows one tree 81 times: 324,000 layers to evaluate, to plan and to free.
  @Test func terminationIsObeyedWhileTreesAreHosted() async {
    await #expect(processExitsWith: .success) {
      let server = try ServerProcess()
      let key = LayerServerKey.random(process: UInt32(getpid()))
      let host = try RawClient(try Socket.connect(to: server.path))
      let guest = try RawClient(try Socket.connect(to: server.path))
      for client in [host, guest] { _ = try client.createContext() }
      try host.send(ServeLayers(high: key.high, low: key.low))
      try host.commit(Scenes.hostingAll(Array(repeating: 7, count: 81)))
      try guest.send(OfferContext(context: 1, key: key, client: 7))
      try guest.commit(BusyServerTests.overdraw(4000, side: 8))
      let watcher = try ServerConnection(path: server.path)
      try host.send(RequestFrame(context: 1, time: .now))
      // Some of the copies are there, and the others are on their way.
      while try watcher.statistics().layers < 40_000 {}
      try BusyServerTests.expectQuickEnd(server)
    }
  }

  /// Ends the server, whose parent is this process, which has no other children.
  ///
  /// The time is that of the processor: other tests run beside this one. Each core may take a
  /// second.
  private static func expectQuickEnd(_ server: ServerProcess) throws {
    let stat = "/proc/\(server.program.process.processIdentifier)/stat"
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: stat))
    let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    // User and system time are the 14th and 15th field; the name may have spaces.
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    let ticks = try #require(Double(fields[12])) + (try #require(Double(fields[13])))
    let before = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    #expect(server.finish() == 0)
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    let after = times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    let cores = Double(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1))
    #expect(after - before < cores, "\(after - before) s")
    #expect(!FileManager.default.fileExists(atPath: server.path))
  }

  /// A program shows picture after picture, and sixty observers of it read none.
  ///
  /// They would have ten times the memory of all; they are ended, and it is refused nothing.
  @Test func observersThatDoNotReadAreEndedFirst() throws {
    let server = try ServerProcess(options: ["--max-memory", "\(192 << 20)"])
    let good = try ServerConnection(path: server.path)
    let context = try good.createContext(Scenes.size, clock: .stepped)
    try good.send(Scenes.box(color: .clear), to: context)
    _ = try good.frame(of: context, at: .seconds(0))
    var observers: [RawClient] = []
    for _ in 0..<60 {
      let observer = try RawClient(try Socket.connect(to: server.path))
      try observer.send(RequestChange(token: context.token, fromStart: true))
      observers.append(observer)
    }
    for number in 1...40 as ClosedRange<UInt32> {
      var commit = try Scenes.contents(ImageID(number), side: 512, byte: UInt8(number))
      if number > 1 { commit.destroyedImages = [ImageID(number - 1)] }
      try good.send(commit, to: context)
      for observer in observers {
        // One that the server has ended takes nothing more.
        _ = try? observer.send(RequestChange(token: context.token, fromStart: false))
      }
      let frame = try good.frame(of: context, at: .seconds(Double(number)))
      #expect(frame.red(8, 8) == UInt8(number))
    }
    #expect(server.finish() == 0)
  }
}
