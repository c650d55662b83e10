// A server whose pictures have another size than they were asked for.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import QuartzModel
import Testing

@testable import QuartzWire

/// Serves one client, and answers each request for a frame with a picture of its own size.
private final class WrongSizeServer: Sendable {
  let path: String
  private let folder: URL

  init(width: Int, height: Int) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartz-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("s").path
    let listener = try Listener(SocketPath(path))
    Thread.detachNewThread { Self.serve(listener, width, height) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func waitToRead(_ descriptor: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&entry, 1, 10_000)
  }

  private static func serve(_ listener: Listener, _ width: Int, _ height: Int) {
    waitToRead(listener.descriptor)
    guard let socket = try? listener.accept() else { return }
    let (releases, pool) = (ReleaseQueue(), BufferPool())
    let transport = SocketTransport(socket, limits: WireLimits())
    while true {
      waitToRead(socket.descriptor)
      do {
        if try transport.receiver.receive() == .end { return }
        while let next = try transport.receiver.next(ClientMessage.self, releases: releases) {
          guard let answer = answer(next.message, width, height) else { continue }
          try transport.send(encoded(answer, next.serial, pool))
        }
      } catch {
        return
      }
    }
  }

  private static func encoded(
    _ message: some Message,
    _ serial: UInt64,
    _ pool: BufferPool
  ) throws(WireError) -> EncodedMessage {
    try WireWriter.encode(message, serial: serial, pool: pool)
  }

  private static func answer(
    _ message: ClientMessage,
    _ width: Int,
    _ height: Int
  ) -> (any Message)? {
    switch message {
    case .hello:
      let backend = BackendDescription(name: "wrong", renderer: "none")
      return Welcome(backend: backend, maximumSide: 100, limits: WireLimits())
    case .createContext(let request): return ContextCreated(context: request.context, token: 1)
    case .requestFrame(let request):
      let bytes = [UInt8](repeating: 0, count: width * height * 4)
      let pixels = bytes.withUnsafeBytes { bytes in
        try? PixelBuffer(
          width: width,
          height: height,
          rowBytes: width * 4,
          isOpaque: true,
          copying: bytes
        )
      }
      return pixels.map { pixels in
        Frame(
          context: request.context,
          time: 0,
          pixels: pixels,
          damage: [],
          counters: FrameCounters()
        )
      }
    default: return nil
    }
  }
}

@Suite struct WrongSizeTests {
  /// Neither a picture of that size nor a read beyond its end: the words of both sizes.
  @Test(arguments: [(10, 10), (64, 15), (100, 100)])
  func pictureOfAnotherSize(width: Int, height: Int) throws {
    let server = try WrongSizeServer(width: width, height: height)
    let carrier = try RemoteCarrier(
      connection: ServerConnection(path: server.path),
      configuration: ContextConfiguration(width: 64, height: 16)
    )
    #expect {
      _ = try carrier.frame(at: 0)
    } throws: { error in
      "\(error)".contains("\(width) x \(height)") && "\(error)".contains("64 x 16")
    }
  }
}
