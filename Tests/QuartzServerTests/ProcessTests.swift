// Tests with the real server and clients as processes of their own.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzModel
@testable import QuartzServer
import QuartzWire
import Testing

/// A limit of a program's resources, as `ulimit` sets it.
enum ProcessLimit {
  /// Kilobytes of address space (RLIMIT_AS).
  case addressSpace(kilobytes: Int)
  /// Descriptors that it may have until it asks for more (the soft RLIMIT_NOFILE).
  case softDescriptors(Int)
  /// Blocks of 512 bytes of a file, also in memory (RLIMIT_FSIZE).
  case fileBlocks(Int)

  fileprivate var option: String {
    switch self {
    case .addressSpace(let kilobytes): "-v \(kilobytes)"
    case .softDescriptors(let count): "-Sn \(count)"
    case .fileBlocks(let count): "-f \(count)"
    }
  }
}

/// A program of this package, running.
///
/// It is killed when the test is done with it.
final class RunningProgram {
  let process = Process()
  /// The first line that it printed.
  private(set) var firstLine = ""
  private let output = Pipe()
  private let input = Pipe()
  let errors = Pipe()

  /// Starts a program that lies beside the tests.
  ///
  /// - Parameter limit: A limit of its resources; nil for those of the tests.
  init(_ name: String, _ arguments: [String], limit: ProcessLimit? = nil) throws {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(fileURLWithPath: own).deletingLastPathComponent()
      .appendingPathComponent(name)
    if let limit {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      let script = "ulimit \(limit.option); exec \"$0\" \"$@\""
      process.arguments = ["-c", script, program.path] + arguments
    } else {
      process.executableURL = program
      process.arguments = arguments
    }
    process.standardOutput = output
    process.standardInput = input
    process.standardError = errors
    try process.run()
  }

  /// Waits for a line; an end without one gives an empty one.
  func readLine() -> String {
    var bytes: [UInt8] = []
    while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first,
      byte != UInt8(ascii: "\n")
    {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Ends it however it is and waits until it is gone.
  func end() {
    signal(SIGCONT)
    signal(SIGKILL)
    process.waitUntilExit()
  }

  deinit {
    if process.isRunning { end() }
  }
}

/// A server process with a socket in a folder of its own.
final class ServerProcess {
  let folder: URL
  let path: String
  private(set) var program: RunningProgram
  private(set) var readyLine: String
  private let arguments: [String]

  /// - Parameters:
  ///   - renderer: The renderer's name.
  ///   - limit: A limit of the server's resources; nil for those of the tests.
  ///   - options: More of its options.
  init(renderer: String = "software", limit: ProcessLimit? = nil, options: [String] = []) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartzd-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("s").path
    arguments = ["--socket", path, "--renderer", renderer, "--debug-gl"] + options
    program = try RunningProgram("quartzd", arguments, limit: limit)
    readyLine = program.readLine()
  }

  /// Ends the server with SIGTERM and waits for it.
  ///
  /// - Returns: Its exit code: 1 if GL complained, or has something left.
  func finish() -> Int32 {
    program.signal(SIGTERM)
    program.process.waitUntilExit()
    return program.process.terminationStatus
  }

  /// How many descriptors the server has.
  ///
  /// A client is told its end a moment before its socket is closed, by the same thread that answers
  /// `watcher`; so once that is answered it has been closed.
  func descriptorCount(_ watcher: ServerConnection) throws -> Int {
    try watcher.ping()
    let folder = "/proc/\(program.process.processIdentifier)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count
  }

  /// How many clients' loops the server has; their threads are named after the clients' numbers.
  func loopCount() throws -> Int {
    let folder = "/proc/\(program.process.processIdentifier)/task"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { thread in
      let name = try? String(contentsOfFile: "\(folder)/\(thread)/comm", encoding: .utf8)
      return name?.firstMatch(of: /^quartz-[0-9]/) != nil
    }
  }

  /// How many pieces of shared memory the server has mapped.
  func mappingCount(_ watcher: ServerConnection) throws -> Int {
    try watcher.ping()
    // Files under /proc have no size to go by.
    let path = "/proc/\(program.process.processIdentifier)/maps"
    let bytes = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd() ?? Data()
    let maps = String(decoding: bytes, as: UTF8.self)
    return maps.split(separator: "\n").count { $0.contains("memfd:quartz pixels") }
  }

  /// Starts another server at the same path.
  func restart() throws {
    program = try RunningProgram("quartzd", arguments)
    readyLine = program.readLine()
  }

  deinit {
    program.end()
    try? FileManager.default.removeItem(at: folder)
  }
}

// Serialized because: each test has several processes and there may be few cores.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ProcessTests {
  /// Captures frames until the box is somewhere else than in the first one.
  private func showsMovement(_ connection: ServerConnection, _ token: UInt64) throws -> Bool {
    let first = try connection.capture(token).bytes
    let clock = RealClock()
    let deadline = clock.now + 20
    while clock.now < deadline {
      if try connection.capture(token).bytes != first { return true }
    }
    return false
  }

  private func show(_ commit: Commit, over connection: ServerConnection) throws -> RemoteContext {
    let context = try connection.createContext(Scenes.size, clock: .real)
    try connection.send(commit, to: context)
    return context
  }

  /// The exit code and the errors of a server that does not start.
  private func failure(_ arguments: [String]) throws -> (code: Int32, text: String) {
    let socket = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartzd-\(UUID().uuidString.prefix(8))").path
    let program = try RunningProgram("quartzd", ["--socket", socket] + arguments)
    let text = try program.errors.fileHandleForReading.readToEnd() ?? Data()
    program.process.waitUntilExit()
    return (program.process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test func platformThatIsMissingEndsTheServerWithOneLine() throws {
    let missing = try failure(["--platform", "gbm:/dev/dri/card999"])
    #expect(missing.code == 1)
    #expect(
      missing.text
        == "quartzd: no renderer: gbm:/dev/dri/card999: No such file or directory\n"
    )
  }

  @Test func screenThatIsMissingEndsTheServerWithOneLine() throws {
    let missing = try failure(["--output", "kms:/dev/dri/card999", "--renderer", "software"])
    #expect(missing.code == 1)
    #expect(
      missing.text
        == "quartzd: no screen: kms:/dev/dri/card999: No such file or directory\n"
    )
    let wrong = try failure(["--output", "card999"])
    #expect(wrong.code == 2)
  }

  @Test(arguments: [
    ["--platform", "card999"], ["--platform", "gbm", "--renderer", "software"],
  ])
  func platformThatMakesNoSenseIsWrongUsage(arguments: [String]) throws {
    let wrong = try failure(arguments)
    #expect(wrong.code == 2)
    #expect(wrong.text.contains("platform"))
  }

  /// A picture beyond the limit of a file's size fails by itself.
  @Test func aPictureBeyondTheFileLimitIsAlone() throws {
    let server = try ServerProcess(limit: .fileBlocks(1024))
    let good = try ServerConnection(path: server.path)
    let context = try show(Scenes.box(), over: good)
    let large = ContextConfiguration(width: 1024, height: 1024, background: .black)
    let other = try good.createContext(large, clock: .stepped)
    #expect {
      _ = try good.frame(of: other, at: .now)
    } throws: { error in
      guard case WireError.refused(let failure) = error else { return false }
      return failure.code == .serverFailed && !failure.endsConnection
        && failure.reason.contains("File too large")
    }
    #expect(try !good.frame(of: context, at: .now).bytes.isEmpty)
    #expect(server.finish() == 0)
  }

  /// A server whose terminal is gone removes its socket.
  @Test func aTerminalThatIsGoneEndsTheServer() throws {
    let server = try ServerProcess()
    server.program.signal(SIGHUP)
    server.program.process.waitUntilExit()
    #expect(server.program.process.terminationStatus == 0)
    #expect(!FileManager.default.fileExists(atPath: server.path))
  }

  /// A million layers in 600 MB: their client is told that there is no memory, and nobody else
  /// notices.
  @Test func aClientWithoutMemoryIsAlone() throws {
    let expected = try pictureOfBox(ServerProcess())
    let server = try ServerProcess(limit: .addressSpace(kilobytes: 600 * 1024))
    #expect(server.readyLine.hasPrefix("quartzd ready"))
    let good = try ServerConnection(path: server.path)
    let context = try show(Scenes.box(), over: good)
    for count in [UInt32(1_000_000), 200_000, 1_000_000] {
      let failure = try refusal(of: crowd(count), by: server)
      if let failure {
        #expect([.serverFailed, .budgetSpent].contains(failure.code), "\(failure)")
        #expect(failure.reason.contains("memory"), "\(failure)")
      }
      #expect(count < 1_000_000 || failure != nil)
      let picture = try good.frame(of: context, at: .now).bytes
      #expect(picture == expected)
    }
    let again = try pictureOfBox(server)
    #expect(again == expected)
    #expect(server.finish() == 0)
  }

  /// So many layers below the first.
  private func crowd(_ count: UInt32) -> Commit {
    let layers = (1...count).map { LayerID($0) }
    var commit = Commit()
    commit.created = layers.map { Commit.Creation($0, .layer) }
    commit.sublayers = [Commit.Sublayers(LayerID(1), Array(layers.dropFirst()))]
    commit.root = LayerID(1)
    return commit
  }

  /// Why a new client's commit, or its frame, is refused; nil if it is drawn.
  private func refusal(of commit: Commit, by server: ServerProcess) throws -> Failure? {
    let client = try ServerConnection(path: server.path)
    defer { client.close() }
    let context = try client.createContext(Scenes.size, clock: .stepped)
    do {
      try client.send(commit, to: context)
      _ = try client.frame(of: context, at: .seconds(0))
      return nil
    } catch {
      guard case .refused(let failure) = error else { throw error }
      return failure
    }
  }

  private func pictureOfBox(_ server: ServerProcess) throws -> [UInt8] {
    let connection = try ServerConnection(path: server.path)
    let context = try show(Scenes.box(), over: connection)
    return try connection.frame(of: context, at: .now).bytes
  }

  @Test func readyLineNamesSocketAndRenderer() throws {
    let server = try ServerProcess()
    #expect(server.readyLine.hasPrefix("quartzd ready: socket \(server.path), renderer software"))
    #expect(server.readyLine.hasSuffix("EGL platform none"))
    let attributes = try FileManager.default.attributesOfItem(atPath: server.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func terminationRemovesTheSocket() throws {
    for number in [SIGTERM, SIGINT] {
      let server = try ServerProcess()
      let connection = try ServerConnection(path: server.path)
      server.program.signal(number)
      server.program.process.waitUntilExit()
      #expect(server.program.process.terminationStatus == 0)
      #expect(!FileManager.default.fileExists(atPath: server.path))
      #expect(throws: WireError.self) { try connection.ping() }
    }
  }

  @Test func aSocketInUseIsOneLineAndExitCode1() throws {
    let server = try ServerProcess()
    let second = try RunningProgram(
      "quartzd",
      ["--socket", server.path, "--renderer", "software"]
    )
    second.process.waitUntilExit()
    #expect(second.process.terminationStatus == 1)
    let text = String(
      decoding: second.errors.fileHandleForReading.readDataToEndOfFile(),
      as: UTF8.self
    )
    #expect(text == "quartzd: \(server.path): in use by a server that answers\n")
    try ServerConnection(path: server.path).ping()
  }

  // A descriptor that no test has open: children inherit those that others forget to close.
  @Test(arguments: [
    ["--nonsense"], ["--frame-rate", "0"], ["--renderer", "vulkan"], ["--max-layers", "-1"],
    ["--log-level", "loud"], ["--ready-fd", "99999"],
  ])
  func wrongUsageIsOneLineAndExitCode2(_ arguments: [String]) throws {
    let program = try RunningProgram("quartzd", arguments)
    program.process.waitUntilExit()
    #expect(program.process.terminationStatus == 2)
    let text = String(
      decoding: program.errors.fileHandleForReading.readDataToEndOfFile(),
      as: UTF8.self
    )
    #expect(text.hasPrefix("quartzd: "))
    #expect(text.filter { $0 == "\n" }.count == 1, "\(text)")
  }

  @Test func clientsThatErrLeaveNothing() throws {
    let server = try ServerProcess()
    let healthy = try HealthyClient(RawClient(Socket.connect(to: server.path)))
    func err(_ error: ClientError) throws {
      let client = try RawClient(Socket.connect(to: server.path))
      _ = try client.createContext()
      let pixels = try Scenes.contents(ImageID(1), side: 1024).createdImages
      var images = Commit()
      images.createdImages = pixels
      _ = try client.createContext(2)
      try client.commit(images, to: 2)
      try error.commit(by: client)
      #expect(try client.failure()?.code == error.code)
    }
    // The first rounds make what every later client uses again.
    for error in ClientError.allCases { try err(error) }
    let watcher = try ServerConnection(path: server.path)
    let before = try (watcher.statistics(), server.descriptorCount(watcher))
    let mappings = try server.mappingCount(watcher)
    #expect(mappings > 0)
    for _ in 0..<5 {
      for error in ClientError.allCases { try err(error) }
    }
    let after = try (watcher.statistics(), server.descriptorCount(watcher))
    #expect(after.1 == before.1)
    #expect(try server.mappingCount(watcher) == mappings)
    #expect(after.0.clients == before.0.clients)
    #expect(after.0.contexts == before.0.contexts)
    #expect(after.0.layers == before.0.layers)
    #expect(after.0.imageBytes == before.0.imageBytes)
    // 70 clients with 4 MiB each have been there.
    #expect(after.0.residentBytes - before.0.residentBytes < 8 << 20)
    #expect(try healthy.isUnharmed)
  }

  @Test func aStoppedClientKeepsMoving() throws {
    let server = try ServerProcess()
    let client = try RunningProgram("quartz-test-client", [server.path])
    let token = try #require(UInt64(client.readLine()))
    let watcher = try ServerConnection(path: server.path)
    client.signal(SIGSTOP)
    let start = try watcher.statistics().framesDrawn
    // By itself, without being asked for frames.
    let clock = RealClock()
    let deadline = clock.now + 20
    while try watcher.statistics().framesDrawn < start + 3 { try #require(clock.now < deadline) }
    #expect(try showsMovement(watcher, token))
    client.signal(SIGCONT)
    client.end()
  }

  @Test func aKilledClientLeavesNothing() throws {
    let server = try ServerProcess()
    let watcher = try ServerConnection(path: server.path)
    let before = try watcher.statistics()
    let client = try RunningProgram("quartz-test-client", [server.path])
    let token = try #require(UInt64(client.readLine()))
    #expect(try watcher.statistics().contexts == before.contexts + 1)
    client.end()
    let clock = RealClock()
    let deadline = clock.now + 20
    while try watcher.statistics().clients > before.clients { try #require(clock.now < deadline) }
    let after = try watcher.statistics()
    #expect(after.contexts == before.contexts)
    #expect(after.layers == before.layers)
    #expect(after.imageBytes == before.imageBytes)
    #expect(throws: WireError.self) { try watcher.capture(token) }
    try watcher.ping()
  }

  @Test func aKilledServerLeavesItsClientAlive() throws {
    let server = try ServerProcess()
    let connection = try ServerConnection(path: server.path)
    var tree = Scenes.box()
    tree.animations = Scenes.movement(from: 0, duration: 0.25, repeats: true).animations
    let context = try show(tree, over: connection)
    #expect(try showsMovement(connection, context.token))
    server.program.end()
    #expect(throws: WireError.disconnected) {
      while true { _ = try connection.frame(of: context) }
    }
    #expect(!connection.isConnected)
    #expect(throws: WireError.noServer(path: server.path)) { try connection.reconnect() }
    // The killed server's socket is still there; the next one takes its place.
    try server.restart()
    try connection.reconnect()
    #expect(throws: WireError.disconnected) { try connection.frame(of: context) }
    let next = try show(tree, over: connection)
    #expect(try showsMovement(connection, next.token))
  }
}

/// A client that is written in another language, from PROTOCOL.md alone.
@Suite struct ForeignClientTests {
  /// The lines that an example prints.
  private func run(_ name: String, _ arguments: [String]) throws -> [String] {
    let repository = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let python = Process()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let script = repository.appendingPathComponent("Examples/Wire/\(name)").path
    python.arguments = ["python3", "-B", script] + arguments
    let output = Pipe()
    python.standardOutput = output
    try python.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(),
      as: UTF8.self
    )
    python.waitUntilExit()
    #expect(python.terminationStatus == 0)
    return text.split(separator: "\n").map(String.init)
  }

  private func makePicture() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png")
  }

  @Test func pythonGetsItsPicture() throws {
    let server = try ServerProcess()
    let picture = makePicture()
    defer { try? FileManager.default.removeItem(at: picture) }
    let lines = try run("quartz_wire.py", ["--socket", server.path, picture.path])
    #expect(lines.last == "64 x 48, corner (255, 255, 255, 255), middle (255, 0, 0, 255)")
    let bytes = try Data(contentsOf: picture)
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes.count > 100)
    #expect(server.finish() == 0)
  }

  @Test func pythonLooksIntoAProgram() throws {
    let server = try ServerProcess()
    #expect(try run("quartz_look.py", ["--socket", server.path]).isEmpty)
    var options = ServerConnection.Options()
    options.clientName = "looked at"
    let connection = try ServerConnection(path: server.path, options: options)
    let context = try connection.createContext(Scenes.size, clock: .stepped)
    var commit = Scenes.box()
    let image = try Scenes.contents(ImageID(1), side: 4)
    commit.createdImages = image.createdImages
    try connection.send(commit, to: context)
    _ = try connection.frame(of: context, at: .seconds(1))
    let picture = makePicture()
    defer { try? FileManager.default.removeItem(at: picture) }
    let lines = try run("quartz_look.py", ["--socket", server.path, picture.path])
    let process = ProcessInfo.processInfo.processIdentifier
    try #require(lines.count == 5)
    #expect(lines[0] == "process \(process) (looked at), context 1: 64 x 16, stepped clock")
    #expect(lines[1].hasPrefix("1 frames, 1 in the last second, "))
    #expect(lines[2] == "layers: 1 layer, 2 layer")
    #expect(lines[3] == "1 value overridden, 256 pixels with all of green")
    #expect(lines[4] == "as before")
    #expect(try Data(contentsOf: picture).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(server.finish() == 0)
  }
}
