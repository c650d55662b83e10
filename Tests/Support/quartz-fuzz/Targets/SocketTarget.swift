// Messages to a running server, while a good client looks at its picture.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzModel
import QuartzServer
import QuartzWire
import QuartzWireSamples
import TestRandom

/// Clients that err in every way, one after the other, at one server within the process.
final class SocketTarget: FuzzTarget {
  private let server: RenderServer
  private let good: GoodClient
  private let progress: Progress
  private let pool = BufferPool()
  private let folder: ScratchFolder
  private var samples: [SampleMessage] = []

  init(_ progress: Progress) throws {
    self.progress = progress
    var options = ServerOptions()
    options.renderer = .software
    server = try RenderServer(options)
    folder = try ScratchFolder()
    let path = folder.url.appending(path: "s").path
    try server.listen(at: SocketPath(path))
    good = try GoodClient(path: path, progress)
  }

  // MARK: Inputs

  func makeInput(_ generator: inout SeededGenerator) throws -> FuzzInput {
    if generator.once(in: 64) || samples.isEmpty {
      samples = try SampleMessages.client(pool: pool, seed: generator.next())
    }
    var pieces: [FuzzInput.Piece] = []
    // Few are heard who do not greet.
    if !generator.once(in: 50) { pieces.append(try piece(Hello(clientName: "fuzz"))) }
    let side = 1 + generator.index(below: 96)
    let context = CreateContext(
      context: 1,
      configuration: ContextConfiguration(
        width: side,
        height: 1 + generator.index(below: 96),
        scale: generator.once(in: 4) ? 2 : 1,
        isYUp: generator.once(in: 4),
        background: .black
      ),
      clock: generator.once(in: 4) ? .real : .stepped
    )
    pieces.append(try piece(context))
    switch generator.index(below: 3) {
    case 0: try appendSamples(&pieces, &generator)
    case 1: try appendScene(&pieces, &generator)
    default:
      try appendScene(&pieces, &generator)
      // A scene of which one message is not as it was.
      let index = generator.index(below: pieces.count)
      damage(&pieces[index], &generator)
    }
    return FuzzInput(pieces)
  }

  /// Messages of every kind, with changes.
  private func appendSamples(
    _ pieces: inout [FuzzInput.Piece],
    _ generator: inout SeededGenerator
  ) throws {
    for _ in 0...generator.index(below: 12) {
      let sample = samples[generator.index(below: samples.count)]
      var next = generator.once(in: 4) ? sample : sample.mutated(using: &generator)
      // Its context is the one that is there, most of the time.
      if next.bytes.count > 16, !generator.once(in: 4) { next.bytes[16] = 1 }
      var piece = piece(next)
      if generator.once(in: 8) { damageAttachments(&piece, &generator) }
      pieces.append(piece)
    }
  }

  /// Commits that fit one another, of values that nobody expects, and frames of them.
  private func appendScene(
    _ pieces: inout [FuzzInput.Piece],
    _ generator: inout SeededGenerator
  ) throws {
    var client = PlausibleClient()
    for _ in 0...generator.index(below: 6) {
      let commit = client.commit(&generator)
      pieces.append(try piece(CommitMessage(context: 1, commit: commit)))
      switch generator.index(below: 6) {
      case 0, 1:
        let time = HostileNumber.next(&generator, oddOnceIn: 6)
        pieces.append(try piece(RequestFrame(context: 1, time: .seconds(time))))
      case 2: pieces.append(try piece(RequestFrame(context: 1, time: .now)))
      case 3:
        let request = RequestFrame(context: 1, time: .seconds(0.5), wantsLayerCosts: true)
        pieces.append(try piece(request))
      default: break
      }
    }
    pieces.append(try piece(RequestFrame(context: 1, time: .seconds(0.25))))
  }

  private func damage(_ piece: inout FuzzInput.Piece, _ generator: inout SeededGenerator) {
    if generator.once(in: 6), !piece.attachments.isEmpty {
      damageAttachments(&piece, &generator)
      return
    }
    let length = piece.bytes.count
    piece.bytes.damage(&generator, head: 24)
    guard piece.bytes.count >= 16, piece.bytes.count != length || generator.once(in: 2) else {
      return
    }
    for index in 0..<4 {
      piece.bytes[index] = UInt8(truncatingIfNeeded: piece.bytes.count >> (8 * index))
    }
  }

  private func damageAttachments(
    _ piece: inout FuzzInput.Piece,
    _ generator: inout SeededGenerator
  ) {
    let size = [0, 1, 4095, 4096, 65_536][generator.index(below: 5)]
    let other: Attachment =
      switch generator.index(below: 3) {
      case 0: .sealed(size)
      case 1: .unsealed(size)
      default: .device
      }
    switch generator.index(below: 3) {
    case 0: piece.attachments.append(other.word)
    case 1: _ = piece.attachments.popLast()
    default:
      guard !piece.attachments.isEmpty else { return }
      piece.attachments[generator.index(below: piece.attachments.count)] = other.word
    }
  }

  private func piece(_ message: some Message) throws -> FuzzInput.Piece {
    piece(try SampleMessage(message, pool: pool))
  }

  private func piece(_ sample: SampleMessage) -> FuzzInput.Piece {
    let sizes = sample.attachments.map { buffer in
      var status = stat()
      fstat(buffer.descriptor, &status)
      return Attachment.sealed(Int(status.st_size)).word
    }
    return FuzzInput.Piece(bytes: sample.bytes, attachments: sizes)
  }

  // MARK: Rounds

  func run(_ input: FuzzInput) throws {
    let talk = RawTalk(try connect())
    for piece in input.pieces where talk.send(piece) { progress.messageCount += 1 }
    talk.finish()
    // The answer comes when all that was said before has been dealt with, on the thread that draws.
    let statistics = server.statistics()
    guard statistics.clients <= 2 else {
      throw WrongResult("\(statistics.clients) clients are left of two")
    }
    try good.check()
  }

  /// One end of a new connection; nobody but the server has the other one.
  private func connect() throws -> Socket {
    let (mine, theirs) = try Socket.pair()
    server.adopt(theirs)
    return mine
  }

  func finish() throws {
    try good.finish()
    server.stop()
  }
}

/// One end of a socket, whose owner says what it likes and forgets what it hears.
private struct RawTalk {
  private let socket: Socket

  init(_ socket: Socket) {
    self.socket = socket
    let flags = fcntl(socket.descriptor, F_GETFL)
    _ = fcntl(socket.descriptor, F_SETFL, flags | Int32(O_NONBLOCK))
  }

  /// Sends a piece with its descriptors.
  ///
  /// - Returns: Whether the server took it all.
  func send(_ piece: FuzzInput.Piece) -> Bool {
    guard piece.attachments.count <= 250 else { return false }
    let descriptors = piece.attachments.map { Self.open(Attachment($0)) }
    defer { descriptors.forEach { close($0) } }
    var sent = 0
    return piece.bytes.withUnsafeBytes { bytes in
      while sent < bytes.count, let base = bytes.baseAddress {
        let own = sent == 0 ? descriptors : []
        // Bounds: the rest of the piece.
        let count = quartz_send(
          socket.descriptor,
          base + sent,
          bytes.count - sent,
          own,
          Int32(own.count)
        )
        if count > 0 {
          sent += count
        } else {
          guard errno == EAGAIN || errno == EINTR, wait(orSend: true) else { return false }
        }
        guard forget() else { return false }
      }
      return true
    }
  }

  /// Says that nothing more comes, and hears the rest.
  func finish() {
    shutdown(socket.descriptor, Int32(SHUT_WR))
    while forget(), wait(orSend: false) {}
  }

  /// Reads what has come; descriptors are lost on the way.
  ///
  /// - Returns: Whether more may come.
  private func forget() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = recv(socket.descriptor, &bytes, bytes.count, 0)
      if count > 0 || count < 0 && errno == EINTR { continue }
      return count < 0 && errno == EAGAIN
    }
  }

  private func wait(orSend: Bool) -> Bool {
    let events = Int16(orSend ? POLLIN | POLLOUT : POLLIN)
    var entry = pollfd(fd: socket.descriptor, events: events, revents: 0)
    // The driver ends whoever takes too long.
    return poll(&entry, 1, -1) >= 0 || errno == EINTR
  }

  private static func open(_ attachment: Attachment) -> Int32 {
    let (descriptor, size): (Int32, Int)
    switch attachment {
    case .device: return Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
    case .sealed(let count):
      size = min(count, 1 << 24)
      descriptor = quartz_make_sealed_memory("fuzz", size)
    case .unsealed(let count):
      size = min(count, 1 << 24)
      descriptor = Glibc.open("/tmp", 0o20200000 | O_RDWR | O_CLOEXEC, 0o600)
      if descriptor >= 0 { ftruncate(descriptor, size) }
    }
    let pattern = (0..<min(size, 4096)).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    _ = pwrite(descriptor, pattern, pattern.count, 0)
    return descriptor
  }
}
