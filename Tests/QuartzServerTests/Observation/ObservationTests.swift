// Observing the contexts of other programs over the wire.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import QuartzPlan
@testable import QuartzServer
import QuartzSoftware
@testable import QuartzWire
import Testing

/// A copy of a context, made of what a server tells.
private final class Mirror {
  let connection: ServerConnection
  let token: UInt64
  var renderer: ContextRenderer
  /// The kinds of changes so far.
  private(set) var kinds: [String] = []
  private(set) var isEnded = false
  private(set) var time: Double?

  init(_ path: String, _ token: UInt64, size: ContextConfiguration = Scenes.size) throws {
    connection = try ServerConnection(path: path)
    self.token = token
    renderer = try Mirror.renderer(size)
  }

  private static func renderer(_ size: ContextConfiguration) throws -> ContextRenderer {
    try ContextRenderer(context: 1, configuration: size, backend: SoftwareBackend(threads: 1))
  }

  /// Takes over all that waits.
  func follow(fromStart: Bool = false) throws {
    var isFirst = fromStart
    while true {
      let change = try connection.change(of: token, fromStart: isFirst)
      isFirst = false
      switch change.update {
      case .nothing: return
      case .part(let part):
        kinds.append("part")
        if part.isFirst { renderer = try Mirror.renderer(renderer.configuration) }
        try renderer.apply(part.commit)
        if part.isLast { renderer.restartEmission(part.emission) }
      case .commit(let commit):
        kinds.append("commit")
        try renderer.apply(commit)
      case .present(let present):
        kinds.append("present")
        try renderer.present(present)
      case .flush(let image):
        kinds.append("flush")
        try renderer.flushPresents(of: image)
      case .time(let time):
        kinds.append("time")
        self.time = time
      case .ended: isEnded = true
      }
      guard change.hasMore else { return }
    }
  }

  func bytes(at time: Double) throws -> [UInt8] {
    let size = renderer.configuration
    try renderer.render(at: time)
    var bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
    try bytes.withUnsafeMutableBytes { try renderer.read(into: $0, rowBytes: size.width * 4) }
    return bytes
  }
}

@Suite(.timeLimit(.minutes(2))) struct ObservationTests {
  private let white = Color.white
  private let blue = Color(0, 0, 1)

  private func connect(_ local: LocalServer) throws -> (ServerConnection, RemoteContext) {
    let connection = try ServerConnection(path: local.path)
    return (connection, try connection.createContext(Scenes.size, clock: .stepped))
  }

  private func change(_ property: PropertyID, _ value: PropertyValue) -> Commit {
    var values = PropertyBag()
    values[property] = value
    var commit = Commit()
    commit.changes = [Commit.Change(Scenes.box, values)]
    return commit
  }

  /// Waits until what was sent is handled, by all loops.
  private func settle(_ local: LocalServer) { local.server.settle(local.path) }

  // MARK: Trees

  @Test func aCopyFollowsTheTree() throws {
    let local = try LocalServer()
    let (connection, context) = try connect(local)
    try connection.send(Scenes.box(), to: context)
    try connection.send(try Scenes.contents(ImageID(1), side: 300, byte: 90), to: context)
    let mirror = try Mirror(local.path, context.token)
    func check(_ time: Double) throws {
      settle(local)
      try mirror.follow()
      let frame = try connection.frame(of: context, at: .seconds(time)).bytes
      #expect(try mirror.bytes(at: time) == frame)
      try mirror.follow()
      #expect(mirror.time == time)
    }
    try check(0)
    #expect(mirror.kinds.first == "part" && !mirror.kinds.contains("commit"))
    try connection.send(Scenes.movement(from: 0, duration: 1), to: context)
    try check(0.5)
    var part = Commit()
    part.updatedImages = [
      Commit.ImageUpdate(ImageID(1), x: 10, y: 20, try Scenes.pixels(side: 100, byte: 255))
    ]
    for _ in 0..<2 { try connection.send(part, to: context) }
    try check(0.6)
    connection.present(
      ImagePresent(ImageID(1), try Scenes.pixels(side: 8, byte: 30)),
      in: context
    )
    _ = try connection.frame(of: context, at: .seconds(0.7))
    try check(0.7)
    #expect(mirror.kinds.contains("present"))
    var end = Commit()
    end.destroyed = [Scenes.box]
    end.sublayers = [Commit.Sublayers(Scenes.root, [])]
    end.destroyedImages = [ImageID(1)]
    try connection.send(end, to: context)
    try check(0.8)
    // All of it anew is the same.
    try mirror.follow(fromStart: true)
    try check(0.9)
    try connection.destroyContext(context)
    settle(local)
    try mirror.follow()
    #expect(mirror.isEnded)
    // A context that is gone has ended, as has one that never was.
    #expect(try Mirror(local.path, context.token).connection.change(of: context.token).isEnd)
    #expect(try mirror.connection.change(of: 12345).isEnd)
  }

  /// An image whose parts changed stays as it is in what others have of it.
  @Test func sharedImagesStay() throws {
    let renderer = try ContextRenderer(
      context: 1,
      configuration: Scenes.size,
      backend: SoftwareBackend(threads: 1)
    )
    try renderer.apply(Scenes.box())
    try renderer.apply(try Scenes.contents(ImageID(1), side: 16, byte: 10))
    func update(_ byte: UInt8) throws {
      var part = Commit()
      part.updatedImages = [
        Commit.ImageUpdate(ImageID(1), x: 0, y: 0, try Scenes.pixels(side: 8, byte: byte))
      ]
      try renderer.apply(part)
    }
    try update(20)
    let shared = renderer.sharedTree(at: 0)
    let pixels = try #require(shared.commit.createdImages.first?.pixels)
    let before = pixels.withBytes { Array($0) }
    try update(30)
    try update(40)
    #expect(pixels.withBytes { Array($0) } == before && before[0] == 20)
    #expect(renderer.tree.images[ImageID(1)]?.withBytes { $0[0] } == 40)
  }

  @Test func contextsAreListed() throws {
    let local = try LocalServer()
    var options = ServerConnection.Options()
    options.clientName = "first"
    let first = try ServerConnection(path: local.path, options: options)
    let one = try first.createContext(Scenes.size, clock: .stepped)
    let two = try first.createContext(Scenes.size, clock: .real, frameRate: 30)
    let second = try ServerConnection(path: local.path)
    let key = LayerServerKey.random(process: UInt32(getpid()))
    _ = try second.serveLayers(key)
    try first.offer(two, to: key, as: 7)
    _ = try first.statistics()
    var list = try second.contexts()
    #expect(list.count == 2)
    #expect(list.entries.map(\.token) == [one.token, two.token])
    #expect(list.entries.map(\.program) == ["first", "first"])
    #expect(list.entries.map(\.process) == [UInt32(getpid()), UInt32(getpid())])
    #expect(list.entries.map(\.creation.context) == [one.id, two.id])
    #expect(list.entries.map(\.creation.clock) == [.stepped, .real])
    #expect(list.entries[1].creation.frameRate == 30)
    #expect(list.entries.map(\.creation.configuration) == [Scenes.size, Scenes.size])
    #expect(list.entries.map(\.client) == [0, 7])
    #expect(list.entries.map(\.host) == [0, UInt32(getpid())])
    try second.revoke(7)
    list = try second.contexts()
    #expect(list.entries.map(\.client) == [0, 0])
    try first.destroyContext(one)
    _ = try first.statistics()
    #expect(try second.contexts().entries.map(\.token) == [two.token])
  }

  @Test func statisticsOfOthers() throws {
    let local = try LocalServer()
    let (connection, context) = try connect(local)
    try connection.send(Scenes.box(), to: context)
    for time in 0..<3 { _ = try connection.frame(of: context, at: .seconds(Double(time))) }
    let own = try connection.statistics(of: context)
    let other = try ServerConnection(path: local.path)
    #expect(try other.statistics(ofToken: context.token) == own)
    #expect(throws: WireError.self) { try other.statistics(ofToken: 3) }
  }

  // MARK: Bounds

  /// Messages are bounded by the changes, however large the tree is.
  @Test func changesCostWhatTheyAre() throws {
    let local = try LocalServer()
    let (connection, context) = try connect(local)
    try connection.send(Scenes.box(), to: context)
    var many = Commit()
    let layers = (0..<10_000).map { LayerID(UInt32(10 + $0)) }
    many.created = layers.map { Commit.Creation($0, .layer) }
    many.sublayers = [Commit.Sublayers(Scenes.root, [Scenes.box] + layers)]
    many.changes = layers.map { layer in
      var values = PropertyBag()
      values[.position] = .point(Point(Double(layer.rawValue), 4))
      values[.bounds] = .rect(Rect(0, 0, 1, 1))
      return Commit.Change(layer, values)
    }
    try connection.send(many, to: context)
    settle(local)
    let mirror = try Mirror(local.path, context.token)
    try mirror.follow()
    let whole = mirror.connection.receivedBytes
    #expect(mirror.renderer.tree.layerCount == 10_002)
    #expect(whole > 10_000 * 40)
    for round in 0..<10 {
      try connection.send(change(.opacity, .number(Double(round) / 10)), to: context)
      settle(local)
      let before = mirror.connection.receivedBytes
      try mirror.follow()
      // 34 bytes of the change's head and 56 of a commit with one change.
      #expect(mirror.connection.receivedBytes - before < 150)
    }
    #expect(mirror.kinds.filter { $0 == "commit" }.count == 10)
    // Nothing new is one head.
    let before = mirror.connection.receivedBytes
    for _ in 0..<10 { try mirror.follow() }
    #expect(mirror.connection.receivedBytes - before == 10 * 34)
  }

  /// An observer that does not ask keeps nothing of the program's, and gets the tree when it does.
  @Test func anObserverThatDoesNotAskMissesChanges() throws {
    let local = try LocalServer()
    let (connection, context) = try connect(local)
    try connection.send(Scenes.box(), to: context)
    settle(local)
    let mirror = try Mirror(local.path, context.token)
    try mirror.follow()
    // 80 MiB of pixels.
    for number in 1...20 {
      try connection.send(
        try Scenes.contents(ImageID(UInt32(number)), side: 1024, byte: UInt8(number)),
        to: context
      )
      var old = Commit()
      if number > 1 { old.destroyedImages = [ImageID(UInt32(number - 1))] }
      try connection.send(old, to: context)
      _ = try connection.frame(of: context, at: .seconds(Double(number)))
    }
    settle(local)
    _ = try connection.statistics()
    // All but the one that shows have come back.
    #expect(connection.buffersInUse == 1)
    try mirror.follow()
    try mirror.follow()
    #expect(mirror.kinds.filter { $0 == "part" }.count > 2)
    #expect(mirror.kinds.filter { $0 == "commit" }.count < 40)
    let frame = try connection.frame(of: context, at: .seconds(30)).bytes
    #expect(try mirror.bytes(at: 30) == frame)
  }

  /// A tree of values that fill messages comes in several.
  @Test func largeTreesComeInParts() throws {
    var commit = Commit()
    let long = String(repeating: "é", count: 5000)
    for number in 1...3000 {
      commit.created.append(Commit.Creation(LayerID(UInt32(number)), .layer))
      var values = PropertyBag()
      values[.name] = .string(long)
      values[.opacity] = .number(0.5)
      commit.changes.append(Commit.Change(LayerID(UInt32(number)), values))
    }
    commit.root = LayerID(1)
    let parts = commit.parts { part in
      part.changes.reduce(0) { $0 + 10_000 * $1.values.count } <= 1_000_000
    }
    #expect(parts.count > 30 && parts.last?.root == LayerID(1))
    var tree = LayerTree()
    for part in parts { try tree.apply(part) }
    #expect(tree.layerCount == 3000)
    #expect(tree.wholeTree(at: 0).commit.changes == commit.changes)
    // One layer that does not fit comes value by value.
    let single = commit.parts { $0.changes.allSatisfy { $0.values.count < 2 } }
    #expect(single.reduce(0) { $0 + $1.changes.count } == 6000)
  }

  /// One that asks and never reads is ended; the program's frames go on.
  @Test func anObserverThatNeverReadsIsEnded() throws {
    var options = ServerOptions()
    options.limits.wire.queueBytes = 100_000
    let local = try LocalServer(options)
    let (connection, context) = try connect(local)
    var commit = Scenes.box()
    commit.changes[0].values[.name] = .string(String(repeating: "x", count: 60_000))
    try connection.send(commit, to: context)
    let stranger = try RawClient(local.server)
    // Answers to other questions fill the socket as well.
    for _ in 0..<2000 { _ = try? stranger.send(RequestContexts()) }
    for _ in 0..<200 { _ = try? stranger.send(CaptureStatistics(token: context.token)) }
    for _ in 0..<3000 { _ = try? stranger.send(RequestContexts()) }
    var isEnded = false
    do {
      while true { _ = try stranger.receive() }
    } catch {
      isEnded = true
    }
    #expect(isEnded)
    #expect(try connection.frame(of: context, at: .seconds(1)).red(8, 8) == 255)
  }

  // MARK: Hostile messages

  @Test func hostileMessages() throws {
    let local = try LocalServer()
    let (connection, context) = try connect(local)
    try connection.send(Scenes.box(), to: context)
    settle(local)
    // A property that is none, at its byte.
    let message = OverrideValue(
      token: context.token,
      layer: Scenes.box,
      property: .opacity,
      value: .number(1)
    )
    let first = try RawClient(local.server)
    var wrong = try bytes(of: message)
    wrong[28] = 255
    first.sendBytes(wrong)
    let failure = try #require(try first.failure())
    #expect(failure.code == .malformed && failure.offset == 28)
    // A value of another type.
    let second = try RawClient(local.server)
    wrong = try bytes(of: message)
    wrong[30] = ValueKind.rect.rawValue
    second.sendBytes(wrong)
    #expect(try second.failure()?.offset == 30)
    // A boolean that is none.
    let third = try RawClient(local.server)
    wrong = try bytes(of: RequestChange(token: context.token, fromStart: true))
    wrong[24] = 2
    third.sendBytes(wrong)
    #expect(try third.failure()?.code == .malformed)
    // Too many observations, and a message that only servers send.
    let fourth = try RawClient(local.server)
    fourth.sendBytes(header(.change, length: 34) + [UInt8](repeating: 0, count: 18))
    #expect(try fourth.failure()?.code == .malformed)
    // Well-formed requests are refused without an end of the connection.
    let refusals: [(OverrideValue, FailureCode)] = [
      (OverrideValue(token: 9, layer: Scenes.box, property: .opacity, value: nil), .unknownToken),
      (
        OverrideValue(
          token: context.token,
          layer: LayerID(99),
          property: .opacity,
          value: .number(1)
        ), .refusedCommit
      ),
      (
        OverrideValue(
          token: context.token,
          layer: Scenes.box,
          property: .path,
          value: .null
        ), .refusedCommit
      ),
      (
        OverrideValue(
          token: context.token,
          layer: Scenes.box,
          property: .contents,
          value: .null
        ), .refusedCommit
      ),
    ]
    let fifth = try RawClient(local.server)
    for (message, code) in refusals {
      try fifth.send(message)
      guard case .failure(let failure) = try fifth.receive() else {
        Issue.record("no failure")
        continue
      }
      #expect(failure.code == code && !failure.endsConnection, "\(failure.reason)")
    }
    #expect(try connection.frame(of: context, at: .seconds(1)).red(8, 8) == 255)
  }

  @Test func observationsAreLimited() throws {
    var options = ServerOptions()
    options.limits.wire.contexts = 2
    let local = try LocalServer(options)
    let observer = try ServerConnection(path: local.path)
    var contexts: [RemoteContext] = []
    let owners = try (0..<3).map { _ in try ServerConnection(path: local.path) }
    for owner in owners { contexts.append(try owner.createContext(Scenes.size, clock: .stepped)) }
    for context in contexts.prefix(2) { _ = try observer.change(of: context.token) }
    #expect(throws: WireError.self) { try observer.change(of: contexts[2].token) }
    try observer.endObservation(of: contexts[0].token)
    let change = try observer.change(of: contexts[2].token)
    guard case .part(let part) = change.update else {
      Issue.record("\(change)")
      return
    }
    #expect(part.isFirst)
    // A context ends with its connection.
    withExtendedLifetime(owners) {}
  }

  // MARK: Overrides

  @Test func overriddenValuesShowAndEnd() throws {
    let local = try LocalServer()
    let (connection, context) = try connect(local)
    try connection.send(Scenes.box(), to: context)
    func color(_ time: Double) throws -> [UInt8] {
      let frame = try connection.frame(of: context, at: .seconds(time))
      return frame.pixels.withBytes { Array($0[(8 * 64 + 8) * 4..<(8 * 64 + 8) * 4 + 4]) }
    }
    #expect(try color(0) == [255, 255, 255, 255])
    let token = context.token
    let observer = try ServerConnection(path: local.path)
    #expect(try observer.override(.backgroundColor, of: Scenes.box, in: token, .color(blue)) == 1)
    #expect(try color(1) == [0, 0, 255, 255])
    // Values that the program sets are kept, and shown when the override ends.
    try connection.send(change(.backgroundColor, .color(Color(1, 0, 0))), to: context)
    try connection.send(change(.cornerRadius, .number(0)), to: context)
    #expect(try color(2) == [0, 0, 255, 255])
    let other = try ServerConnection(path: local.path)
    #expect(try other.override(.opacity, of: Scenes.box, in: token, .number(0)) == 2)
    #expect(try color(3) == [0, 0, 0, 255])
    #expect(try other.override(.opacity, of: Scenes.box, in: token, nil) == 1)
    #expect(try color(4) == [0, 0, 255, 255])
    #expect(try observer.override(.backgroundColor, of: Scenes.box, in: token, nil) == 0)
    #expect(try color(5) == [255, 0, 0, 255])
    // A value that was never set has the default again.
    let values: [PropertyValue] = [.number(0.5), .number(0)]
    for value in values {
      #expect(try other.override(.opacity, of: Scenes.box, in: token, value) == 1)
    }
    #expect(try color(6) == [0, 0, 0, 255])
    // The end of the connection is the end of what it shows.
    other.close()
    settle(local)
    #expect(try color(7) == [255, 0, 0, 255])
    #expect(try observer.override(.hidden, of: Scenes.box, in: token, .bool(true)) == 1)
    try observer.endObservation(of: token)
    settle(local)
    #expect(try color(8) == [255, 0, 0, 255])
    // Overrides of a layer go with it.
    #expect(try observer.override(.hidden, of: Scenes.box, in: token, .bool(true)) == 1)
    var end = Commit()
    end.destroyed = [Scenes.box]
    end.sublayers = [Commit.Sublayers(Scenes.root, [])]
    try connection.send(end, to: context)
    _ = try connection.statistics()
    #expect(try observer.override(.hidden, of: Scenes.root, in: token, .bool(true)) == 1)
  }

  @Test func observersSeeOverrides() throws {
    let local = try LocalServer()
    let (connection, context) = try connect(local)
    try connection.send(Scenes.box(), to: context)
    settle(local)
    let mirror = try Mirror(local.path, context.token)
    try mirror.follow()
    try mirror.connection.override(
      .backgroundColor,
      of: Scenes.box,
      in: context.token,
      .color(blue)
    )
    try connection.send(change(.backgroundColor, .color(white)), to: context)
    settle(local)
    try mirror.follow()
    let frame = try connection.frame(of: context, at: .seconds(1)).bytes
    #expect(try mirror.bytes(at: 1) == frame)
    #expect(frame[(8 * 64 + 8) * 4] == 0)
  }
}

extension ObservedChange {
  fileprivate var isEnd: Bool { if case .ended = update { true } else { false } }
}
