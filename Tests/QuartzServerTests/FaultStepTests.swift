// Descriptors, memory and threads that are refused at each step of a commit, of the client's and of
// the server's.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzFaults
import QuartzModel
@testable import QuartzServer
import QuartzSoftware
import QuartzWire
import Testing

/// The open descriptors of this process.
private func openDescriptors() -> [String] {
  let folder = "/proc/self/fd"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return names.compactMap { name in
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
    return target.map { "\(name) \($0)" }
  }
}

/// Takes all descriptors that the process may have; they come back with `end`.
private final class FullTable {
  private var taken: [Int32] = []

  /// - Parameter left: How many are left.
  init(left: Int = 0) {
    while true {
      let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { break }
      taken.append(number)
    }
    for _ in 0..<left { if let number = taken.popLast() { close(number) } }
  }

  func end() {
    for number in taken { close(number) }
    taken = []
  }
}

/// Waits until something that other threads bring about is so.
private func waitUntil(_ isSo: () -> Bool, _ location: SourceLocation = #_sourceLocation) {
  let clock = RealClock()
  let deadline = clock.now + 20
  while !isSo() {
    guard clock.now < deadline else {
      Issue.record("it did not come about", sourceLocation: location)
      return
    }
    sched_yield()
  }
}

/// Each in a process of its own, in which nothing else counts steps or opens files.
@Suite(.serialized) struct FaultStepTests {
  /// A server at a path, with a client that does no wrong.
  private final class Place {
    let path: String
    let log = RecordedLog.Lines()
    let server: RenderServer
    let good: HealthyClient
    private let folder: URL
    /// Drawn before anything fails.
    private let images = (0..<3).map { FaultStepTests.image(48 + $0) }

    init() throws {
      signal(SIGPIPE, SIG_IGN)
      folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("quartz-steps-\(getpid())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      path = folder.appendingPathComponent("s").path
      var options = ServerOptions()
      options.renderer = .software
      server = try RenderServer(options, clock: SteppedClock(100), logger: log.logger)
      try server.listen(at: SocketPath(path))
      good = try HealthyClient(RawClient(try Socket.connect(to: path)))
    }

    deinit {
      server.stop()
      try? FileManager.default.removeItem(at: folder)
    }

    /// A picture of a scene with images, drawn by the server for a client of its own.
    func picture() throws -> [UInt8] {
      let context = try CAContext(server: path, size: CGSize(width: 96, height: 64))
      let root = CALayer()
      root.frame = CGRect(x: 0, y: 0, width: 96, height: 64)
      for index in 0..<3 {
        let layer = CALayer()
        layer.frame = CGRect(x: 30 * index, y: 4, width: 28, height: 40)
        layer.contents = images[index]
        layer.shadowOpacity = 0.5
        layer.opacity = 0.9
        root.addSublayer(layer)
      }
      let shape = CAShapeLayer()
      shape.path = CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 70, height: 40), transform: nil)
      shape.fillColor = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
      root.mask = shape
      context.layer = root
      defer {
        context.layer = nil
        CATransaction.flush()
      }
      let image = try context.image(at: 0)
      return Array(try #require(image.dataProvider?.data as Data?))
    }

    /// Waits until all is gone that only a client had who is gone.
    func settle(_ before: Int) {
      waitUntil { self.server.statistics().clients == 1 }
      waitUntil { openDescriptors().count <= before }
    }
  }

  private static func image(_ side: Int) -> CGImage? {
    let context = CGContext(
      data: nil,
      width: side,
      height: side,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    context?.setFillColor(CGColor(red: 0, green: 0.5, blue: 1, alpha: 1))
    context?.fill(CGRect(x: 4, y: 4, width: side / 2, height: side / 2))
    return context?.makeImage()
  }

  /// Fails one request after the other, until a commit ends without meeting the failure.
  ///
  /// - Returns: How many steps failed.
  private static func everyStep(_ kind: Fault.Kind) throws -> Int {
    let place = try Place()
    var expected: [UInt8] = []
    // Objects that a process makes once are there afterwards.
    for _ in 0..<3 { expected = try place.picture() }
    waitUntil { place.server.statistics().clients == 1 }
    let before = openDescriptors().count
    for step in 1...400 {
      let fault = Fault(kind, at: step)
      Fault.strikeProcess(fault)
      let result = Result { try place.picture() }
      Fault.strikeProcess(nil)
      switch result {
      case .success(let bytes): #expect(bytes == expected, "step \(step)")
      case .failure(let error):
        #expect(fault.hasStruck, "step \(step): \(error)")
        #expect(error is CAContextError || error is WireError, "step \(step): \(error)")
        #expect("\(error)".count > 10, "step \(step): \(error)")
      }
      place.settle(before)
      #expect(openDescriptors().count <= before, "step \(step): \(openDescriptors())")
      #expect(try place.good.isUnharmed, "step \(step)")
      #expect(try place.picture() == expected, "after step \(step)")
      waitUntil { place.server.statistics().clients == 1 }
      if !fault.hasStruck { return step - 1 }
    }
    Issue.record("400 steps, and no end")
    return 0
  }

  @Test(.timeLimit(.minutes(5))) func descriptors() async {
    await #expect(processExitsWith: .success) {
      let count = try FaultStepTests.everyStep(.descriptor)
      #expect(count >= 5)
    }
  }

  @Test(.timeLimit(.minutes(5))) func memory() async {
    await #expect(processExitsWith: .success) {
      let count = try FaultStepTests.everyStep(.memory)
      #expect(count >= 5)
    }
  }

  @Test(.timeLimit(.minutes(5))) func threads() async {
    await #expect(processExitsWith: .success) {
      let count = try FaultStepTests.everyStep(.thread)
      #expect(count >= 2)
    }
  }

  /// A server that cannot start says which call failed, and leaves nothing.
  @Test func starting() async {
    await #expect(processExitsWith: .success) {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("quartz-start-\(getpid())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appendingPathComponent("s").path
      // Dispatch opens descriptors of its own, some time after it is first used.
      var before = -1
      for _ in 0..<100 where openDescriptors().count != before {
        before = openDescriptors().count
        try makeServer().stop()
      }
      for kind in [Fault.Kind.descriptor, .thread] {
        var struck = 0
        for step in 1...100 {
          let fault = Fault(kind, at: step)
          let problem: (any Error)? = fault.run {
            do {
              let server = try makeServer()
              defer { server.stop() }
              try server.listen(at: SocketPath(path))
              return nil
            } catch {
              return error
            }
          }
          #expect(openDescriptors().count == before, "\(kind) \(step)")
          let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
          #expect(names == [], "\(kind) \(step)")
          if !fault.hasStruck { break }
          struck += 1
          // Helpers that cannot be had are done without.
          if let problem { #expect("\(problem)".contains(": "), "\(kind) \(step)") }
        }
        #expect(struck >= (kind == .descriptor ? 3 : 1), "\(kind)")
      }
    }
  }

  // MARK: Full tables

  private static func limitDescriptors(to count: Int) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = rlim_t(count)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// A client refused for want of descriptors is accepted when there are some again.
  @Test func listenersHearAgain() async {
    await #expect(processExitsWith: .success) {
      FaultStepTests.limitDescriptors(to: 128)
      let place = try Place()
      // Kept, so that none gives descriptors back while a table is to be full.
      var clients: [RawClient] = []
      for round in 1...3 {
        // The client takes the last one.
        let table = FullTable(left: 1)
        let socket = try Socket.connect(to: place.path)
        waitUntil { place.log.lines.count { $0.contains("was not accepted") } >= round }
        #expect(try place.good.isUnharmedWithoutDescriptors)
        table.end()
        let client = try RawClient(socket)
        _ = try client.createContext()
        try client.commit(Scenes.box())
        #expect(try client.frame().contains(255))
        clients.append(client)
        waitUntil { place.server.statistics().clients == 1 + round }
      }
      #expect(try place.good.isUnharmed)
    }
  }

  /// A commit whose descriptors have no room waits for it; nothing is lost, and nobody is to blame.
  @Test func commitsWaitForDescriptors() async {
    await #expect(processExitsWith: .success) {
      FaultStepTests.limitDescriptors(to: 128)
      let place = try Place()
      let client = try RawClient(try Socket.connect(to: place.path))
      _ = try client.createContext()
      try client.commit(Scenes.box())
      _ = try client.frame(at: .seconds(0))
      let table = FullTable(left: 1)
      let wakeUps = place.server.connectionWakeUpCount
      // The image's memory takes the last one.
      try client.commit(Scenes.contents(ImageID(1)))
      waitUntil { place.server.connectionWakeUpCount > wakeUps + 3 }
      let (clients, lines) = (place.server.statistics().clients, place.log.lines)
      if clients != 2 || lines != [] { Issue.record("\(clients) clients, log: \(lines)") }
      table.end()
      try client.commit(Scenes.movement(from: 0, duration: 1))
      let frame = try client.frame(at: .seconds(0.25))
      if frame != place.good.picture { Issue.record("another picture: \(frame.prefix(200))") }
      #expect(try place.good.isUnharmed)
    }
  }
}

extension HealthyClient {
  /// Whether the server answers; a picture would need a descriptor.
  fileprivate var isUnharmedWithoutDescriptors: Bool {
    get throws {
      try client.send(Ping())
      while true {
        switch try client.receive() {
        case .pong: return true
        case .failure(let failure): throw WireError.refused(failure)
        default: continue
        }
      }
    }
  }
}

@Suite struct DescriptorPromiseTests {
  /// 64 clients with 15 frames each are more descriptors than programs may have by default.
  @Test func manyClientsWithManyFrames() throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    guard limit.rlim_max >= 4096 else { return }
    let server = try ServerProcess(limit: .softDescriptors(1024))
    var clients: [RawClient] = []
    var frames: [[Frame]] = []
    for _ in 0..<64 {
      let client = try RawClient(try Socket.connect(to: server.path))
      _ = try client.createContext()
      try client.commit(Scenes.box())
      try client.commit(Scenes.contents(ImageID(1)))
      clients.append(client)
    }
    for client in clients {
      for _ in 0..<15 { try client.send(RequestFrame(context: 1, time: .now)) }
      var own: [Frame] = []
      while own.count < 15 {
        switch try client.receive() {
        case .frame(let frame): own.append(frame)
        case .failure(let failure): throw WireError.refused(failure)
        default: continue
        }
      }
      frames.append(own)
    }
    let picture = try #require(frames.first?.first?.bytes)
    #expect(frames.joined().allSatisfy { $0.bytes == picture })
    #expect(Set(picture).count > 1)
    // They are what the limit of 1024 would not have held.
    let folder = "/proc/\(server.program.process.processIdentifier)/fd"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count > 128)
    #expect(server.finish() == 0)
  }
}
