// Captures: what is recorded, what hostile files do, what is drawn of them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzModel
import QuartzPlan
@testable import QuartzServer
import QuartzSoftware
@testable import QuartzWire
import Testing

/// A folder that goes away with its owner.
final class CaptureFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "quartz-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String = "c") -> String { url.appending(path: name).path }

  func bytes(_ name: String = "c") throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appending(path: name)))
  }

  func write(_ bytes: [UInt8], _ name: String = "d") throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }
}

private func makeReplay(_ path: String) throws -> CaptureReplay {
  try CaptureReplay(try Capture(path: path)) { () throws(RenderError) in
    SoftwareBackend(threads: 1)
  }
}

private func red(_ pixels: PixelBuffer, _ x: Int) -> UInt8 {
  pixels.withBytes { $0[8 * pixels.rowBytes + x * 4] }
}

/// A context with a box and a picture in it.
private func writeSmall(_ path: String, redacted: Bool = false) throws {
  var header = CaptureHeader(start: 1000, process: 1)
  header.isRedacted = redacted
  let writer = try CaptureWriter(path: path, header)
  try writer.add(Hello(clientName: "secret program"), at: 0)
  try writer.add(
    CreateContext(context: 1, configuration: Scenes.size, clock: .real),
    at: 0
  )
  try writer.add(CommitMessage(context: 1, commit: Scenes.box(color: Color(0.2, 0, 0))), at: 1)
  try writer.add(
    CommitMessage(context: 1, commit: try Scenes.contents(ImageID(1), side: 4)),
    at: 2
  )
  try writer.add(
    CommitMessage(context: 1, commit: Scenes.movement(from: 1003, duration: 1)),
    at: 3
  )
  try writer.close(1, at: 5)
  try writer.finish()
}

@Suite struct CaptureTests {
  let folder = try? CaptureFolder()

  private func folderOrFail() throws -> CaptureFolder { try #require(folder) }

  // MARK: Recording

  /// The counters show that the thread that commits copies nothing for the capture: the pool makes
  /// as many buffers with a capture as without, and each content is in the file once.
  @Test func recordingCopiesNothingTwice() throws {
    let folder = try folderOrFail()
    let local = try LocalServer()
    func send(_ recorder: CaptureRecorder?) throws -> Int {
      var options = ServerConnection.Options()
      options.recorder = recorder
      let connection = try ServerConnection(path: local.path, options: options)
      let context = try connection.createContext(Scenes.size, clock: .stepped)
      try connection.send(Scenes.box(), to: context)
      let pixels = try Scenes.pixels(side: 256, byte: 9)
      for number in 1...4 {
        var commit = Commit()
        commit.createdImages = [Commit.ImageCreation(ImageID(UInt32(number)), pixels)]
        try connection.send(commit, to: context)
      }
      _ = try connection.statistics()
      return connection.pool.madeCount
    }
    let without = try send(nil)
    let recorder = try CaptureRecorder(CaptureRecorder.Options(path: folder.path()))
    let with = try send(recorder)
    recorder.finish()
    #expect(with == without)
    let counts = recorder.counts
    #expect(counts.pixelBytes == 4 * 256 * 256 * 4)
    #expect(counts.storedPixelBytes == 256 * 256 * 4)
    let capture = try Capture(path: folder.path())
    #expect(capture.end == .complete && !capture.isCut)
    #expect(capture.events.filter { $0.opcode == .commit }.count == 5)
    #expect(counts.fileBytes == (try folder.bytes().count))
  }

  @Test func limitsEndTheCaptureAlone() throws {
    let folder = try folderOrFail()
    let local = try LocalServer()
    var options = CaptureRecorder.Options(path: folder.path())
    options.mostBytes = 4096
    let recorder = try CaptureRecorder(options)
    var connectionOptions = ServerConnection.Options()
    connectionOptions.recorder = recorder
    let connection = try ServerConnection(path: local.path, options: connectionOptions)
    let context = try connection.createContext(Scenes.size, clock: .stepped)
    try connection.send(Scenes.box(), to: context)
    try connection.send(try Scenes.contents(ImageID(1), side: 64), to: context)
    #expect(try connection.frame(of: context).red(8, 8) == 255)
    recorder.finish()
    let capture = try Capture(path: folder.path())
    #expect(capture.end == .fileLimit)
    #expect(capture.endReason == "at most 4096 bytes are written")
    #expect(capture.events.last?.opcode == .commit)
  }

  @Test func redactionLeavesSizesAlone() throws {
    let folder = try folderOrFail()
    let local = try LocalServer()
    var options = CaptureRecorder.Options(path: folder.path())
    options.redacts = true
    let recorder = try CaptureRecorder(options)
    var connectionOptions = ServerConnection.Options()
    connectionOptions.recorder = recorder
    connectionOptions.clientName = "secret program"
    let connection = try ServerConnection(path: local.path, options: connectionOptions)
    let context = try connection.createContext(Scenes.size, clock: .stepped)
    var commit = Scenes.box()
    commit.changes[0].values[.name] = .string("hidden name")
    try connection.send(commit, to: context)
    try connection.send(try Scenes.contents(ImageID(1), side: 16), to: context)
    try connection.send(Scenes.movement(from: 0, duration: 1), to: context)
    _ = try connection.frame(of: context, at: .seconds(0))
    recorder.finish()
    let text = String(decoding: try folder.bytes(), as: UTF8.self)
    #expect(!text.contains("secret") && !text.contains("hidden") && !text.contains("movement"))
    let capture = try Capture(path: folder.path())
    #expect(capture.header.isRedacted)
    guard case .hello(let hello)? = try capture.decode(0)?.message else {
      Issue.record("no hello")
      return
    }
    #expect(hello.clientName.utf8.count == "secret program".utf8.count)
    let replay = try makeReplay(folder.path())
    try replay.run(to: .infinity)
    #expect(replay.refusals.isEmpty)
  }

  // MARK: Replay

  @Test func momentsShowWhatWasThere() throws {
    let folder = try folderOrFail()
    try writeSmall(folder.path())
    func pixels(at time: Double) throws -> PixelBuffer {
      let replay = try makeReplay(folder.path())
      try replay.run(to: time)
      let index = try #require(replay.shownContext)
      return try replay.picture(of: index, at: replay.clockTime(index, at: time))
    }
    #expect(red(try pixels(at: 0.5), 8) == 0)
    // 0.2 of 255, and below the picture that covers 200 of 255.
    #expect(red(try pixels(at: 1), 8) == 51)
    #expect(red(try pixels(at: 2), 8) == 200 + 11)
    // Three quarters of the way from 8 to 56.
    #expect(red(try pixels(at: 3.75), 8) == 0)
    #expect(red(try pixels(at: 3.75), 44) == 211)
    let replay = try makeReplay(folder.path())
    try replay.run(to: .infinity)
    #expect(replay.shownContext == nil)
    #expect(throws: ReplayError.noContext(1, count: 1)) { try replay.picture(of: 0, at: 0) }
  }

  @Test func refusalsAreToldAndEndTheConnection() throws {
    let folder = try folderOrFail()
    let writer = try CaptureWriter(path: folder.path(), CaptureHeader(start: 0, process: 1))
    let size = Scenes.size
    try writer.add(CreateContext(context: 1, configuration: size, clock: .stepped), at: 0)
    try writer.add(CommitMessage(context: 7, commit: Scenes.box()), at: 0)
    try writer.add(CommitMessage(context: 1, commit: Scenes.box()), at: 1)
    try writer.finish()
    let replay = try makeReplay(folder.path())
    try replay.run(to: .infinity)
    #expect(replay.refusals.map(\.record) == [2])
    #expect(replay.refusals.first?.failure.code == .unknownContext)
    #expect(replay.shownContext == nil)
  }

  @Test func presentsShowWhenTheyAreDue() throws {
    let folder = try folderOrFail()
    let writer = try CaptureWriter(path: folder.path(), CaptureHeader(start: 50, process: 1))
    let size = Scenes.size
    try writer.add(CreateContext(context: 1, configuration: size, clock: .real), at: 0)
    try writer.add(CommitMessage(context: 1, commit: Scenes.box(color: .black)), at: 0)
    let contents = try Scenes.contents(ImageID(1), byte: 100)
    try writer.add(CommitMessage(context: 1, commit: contents), at: 0)
    for (byte, time) in [(120 as UInt8, 51.0), (140, 52.0)] {
      let present = ImagePresent(ImageID(1), try Scenes.pixels(side: 16, byte: byte), at: time)
      try writer.add(PresentSlot(context: 1, present: present), at: 0.5)
    }
    try writer.finish()
    for (time, byte) in [(0.75, 100 as UInt8), (1.5, 120), (2, 140)] {
      let replay = try makeReplay(folder.path())
      try replay.run(to: time)
      #expect(red(try replay.picture(of: 0, at: replay.clockTime(0, at: time)), 8) == byte)
    }
  }

  // MARK: Hostile files

  @Test func cutFilesReadUpToTheLastWholeRecord() throws {
    let folder = try folderOrFail()
    try writeSmall(folder.path())
    let bytes = try folder.bytes()
    let whole = try Capture(path: folder.path()).events.count
    var last = 0
    for count in 0..<bytes.count {
      let path = try folder.write(Array(bytes[..<count]))
      guard count >= 40 else {
        #expect(throws: CaptureError.notACapture(path: path)) { try Capture(path: path) }
        continue
      }
      let capture = try Capture(path: path)
      #expect(capture.isCut && capture.events.count >= last)
      last = capture.events.count
      let replay = try makeReplay(path)
      try replay.run(to: .infinity)
      #expect(replay.refusals.isEmpty)
    }
    #expect(last == whole)
  }

  @Test func everyChangedByteIsFound() throws {
    let folder = try folderOrFail()
    try writeSmall(folder.path())
    let bytes = try folder.bytes()
    let whole = try Capture(path: folder.path()).events.count
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x10
      let path = try folder.write(damaged)
      do throws(CaptureError) {
        // A longer record looks like one that was cut off.
        let capture = try Capture(path: path)
        #expect(capture.isCut && capture.events.count <= whole, "byte \(index)")
      } catch {
        #expect("\(error)".hasPrefix(path))
      }
    }
  }

  /// Lies with a right checksum, with the words that tell of them.
  @Test func liesAreNamed() throws {
    let folder = try folderOrFail()
    func record(_ kind: UInt8, _ payload: [UInt8], length: Int? = nil) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(little: UInt32(length ?? payload.count))
      bytes += [kind, 0, 0, 0]
      let sum = (bytes + payload).withUnsafeBytes { CRC32.of($0) }
      bytes.append(little: sum)
      return bytes + payload
    }
    func message(time: Double, buffers: [UInt32], _ bytes: [UInt8]) -> [UInt8] {
      var payload: [UInt8] = []
      payload.append(little: time.bitPattern)
      payload.append(little: UInt32(1))
      payload += [UInt8(buffers.count), 0, 0, 0]
      for buffer in buffers { payload.append(little: buffer) }
      return record(2, payload + bytes)
    }
    let ping = try WireWriter.encode(Ping(), serial: 1).withBytes { Array($0) }
    var longer = ping
    longer[0] = 17
    var otherOpcode = ping
    otherOpcode[4] = 99
    let lies: [([UInt8], String)] = [
      (record(9, [1]), "expected a kind of record in 1...4"),
      (record(1, []), "expected a length in 1..."),
      (record(1, [1], length: 1 << 31), "expected a length in 1..."),
      (record(2, [1, 2]), "expected a length in 32..."),
      (record(3, [1]), "expected a length in 12...12"),
      (record(4, [7]), "expected a reason in 0...3"),
      (record(4, [0]) + [1], "expected the end of the file, found 1 more bytes"),
      (message(time: .nan, buffers: [], ping), "expected a time from 0.0 s on"),
      (message(time: -1, buffers: [], ping), "expected a time from 0.0 s on"),
      (
        message(time: 2, buffers: [], ping) + message(time: 1, buffers: [], ping),
        "expected a time from 2.0 s on"
      ),
      (message(time: 0, buffers: [0], ping), "expected one of 0 buffers, found 0"),
      (message(time: 0, buffers: [], longer), "expected 16 bytes with 0 descriptors"),
      (message(time: 0, buffers: [], otherOpcode), "expected a message, found"),
    ]
    let head = CaptureHeader(start: 0, process: 1).bytes
    for (bytes, words) in lies {
      let path = try folder.write(head + bytes)
      let error = #expect(throws: CaptureError.self) { try Capture(path: path) }
      #expect(error.map { "\($0)" }?.contains(words) == true, "\(String(describing: error))")
    }
    // A length beyond the end is a cut; a server's message is refused as it is on the wire.
    #expect(try Capture(path: folder.write(head + record(1, [1], length: 99))).isCut)
    let pong = try WireWriter.encode(Pong(), serial: 1).withBytes { Array($0) }
    let replay = try makeReplay(folder.write(head + message(time: 0, buffers: [], pong)))
    try replay.run(to: .infinity)
    #expect(replay.refusals.count == 1)
  }

  @Test func versionsAndKindsOfFilesAreTold() throws {
    let folder = try folderOrFail()
    let head = CaptureHeader(start: 0, process: 1).bytes
    var newer = head
    newer[8] = 2
    let path = try folder.write(newer)
    #expect(
      throws: CaptureError.unknownVersion(path: path, what: "format", found: 2, known: 1)
    ) { try Capture(path: path) }
    #expect(throws: CaptureError.self) { try Capture(path: folder.path("missing")) }
    #expect(
      throws: CaptureError.file(path: folder.url.path, reason: "not a regular file")
    ) { try Capture(path: folder.url.path) }
  }

  /// The check value of the CRC-32 of ITU-T V.42, for the nine digits.
  @Test func checksumIsTheUsualOne() {
    let digits = Array("123456789".utf8)
    #expect(digits.withUnsafeBytes { CRC32.of($0) } == 0xCBF4_3926)
    let (one, two) = (Array(digits[..<4]), Array(digits[4...]))
    let first = one.withUnsafeBytes { CRC32.of($0) }
    #expect(two.withUnsafeBytes { CRC32.of($0, after: first) } == 0xCBF4_3926)
  }
}
