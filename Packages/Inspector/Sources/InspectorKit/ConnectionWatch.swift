// Ends connections that take too much: bytes, time, or number.
// Licensed under the MIT license; see LICENSE.
//
// FlyingFox reads lines of any length, waits for a slow reader as long as it takes, and does not
// say which connections there are. So a thread looks at the sockets of this process, whose bytes
// and times the kernel counts. A connection beyond the limits is aborted, and the server finds that
// it has ended.

import Foundation
import Synchronization

/// Knows the connections of a server and ends those beyond the limits.
final class ConnectionWatch: Sendable {
  /// The most bytes of one request, head and body.
  ///
  /// The time that FlyingFox takes for a line grows with the square of its length.
  private static let longestRequest: UInt64 = 48 << 10
  /// The most connections at once; of more, those that were used least recently are ended.
  private static let mostConnections = 64
  /// Milliseconds after which a connection ends over which nothing comes or goes.
  private static let longestRest: UInt32 = 30_000
  /// Microseconds between two looks.
  private static let period: UInt32 = 50_000

  /// Bytes that had come over a connection when its last request was complete, by the port of the
  /// other side.
  private let counted = Mutex<[UInt16: UInt64]>([:])
  private let port = Atomic<Int>(0)

  /// Looks at the connections of the server on a port again and again, as long as there is somebody
  /// to look for.
  func start(port: UInt16) {
    self.port.store(Int(port), ordering: .relaxed)
    let thread = Thread { [weak self] in
      while let watch = self {
        watch.look()
        usleep(Self.period)
      }
    }
    thread.start()
  }

  /// Notes that all of a request came from a port.
  func didRead(from port: UInt16) {
    guard let file = connections().first(where: { $0.port == port })?.file else { return }
    let bytes = Counters(file)?.received ?? 0
    counted.withLock { $0[port] = bytes }
  }

  private func look() {
    var rest: [(file: Int32, milliseconds: UInt32)] = []
    let connections = connections()
    for (file, port) in connections {
      guard let counters = Counters(file) else { continue }
      let bytes = counters.received &- (counted.withLock { $0[port] } ?? 0)
      if bytes > Self.longestRequest || counters.rest > Self.longestRest {
        Self.abort(file)
      } else {
        rest.append((file, counters.rest))
      }
    }
    for (file, _) in rest.sorted(by: { $0.milliseconds < $1.milliseconds })
      .dropFirst(Self.mostConnections)
    {
      Self.abort(file)
    }
    let ports = Set(connections.map(\.port))
    counted.withLock { $0 = $0.filter { ports.contains($0.key) } }
  }

  /// Ends a connection at once, with all that has come and was not read: so an address of no family
  /// does.
  private static func abort(_ file: Int32) {
    var nowhere = sockaddr()
    nowhere.sa_family = sa_family_t(AF_UNSPEC)
    connect(file, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
  }

  /// The connections of the server, with the ports of their other sides.
  private func connections() -> [(file: Int32, port: UInt16)] {
    let own = port.load(ordering: .relaxed)
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var found: [(file: Int32, port: UInt16)] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let file = Int32(name), let local = Self.port(file, getsockname), Int(local) == own,
        let port = Self.port(file, getpeername)
      else { continue }
      found.append((file, port))
    }
    return found
  }

  private static func port(
    _ file: Int32,
    _ call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> UInt16? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(file, $0, &length) }
    }
    guard result == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Parts of Linux's `tcp_info`, whose layout never changes but grows.
  private struct Counters {
    /// Bytes that came.
    let received: UInt64
    /// Milliseconds since something came or went.
    let rest: UInt32

    private static let lastSentOffset = 44
    private static let lastReceivedOffset = 52
    private static let receivedOffset = 128

    init?(_ file: Int32) {
      var info = [UInt8](repeating: 0, count: 256)
      var length = socklen_t(info.count)
      guard getsockopt(file, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0,
        Int(length) >= Self.receivedOffset + 8
      else { return nil }
      func number(_ offset: Int, _ count: Int) -> UInt64 {
        info[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      }
      received = number(Self.receivedOffset, 8)
      rest = UInt32(
        truncatingIfNeeded: min(number(Self.lastSentOffset, 4), number(Self.lastReceivedOffset, 4))
      )
    }
  }
}
