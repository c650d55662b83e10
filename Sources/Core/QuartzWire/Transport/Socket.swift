// A stream socket, and waiting for it.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzFaults

/// A deadline on CLOCK_MONOTONIC.
package struct Deadline: Sendable {
  /// The granted time, for the message of the timeout.
  let seconds: Double
  private let end: Double

  package init(seconds: Double) {
    self.seconds = seconds
    end = Deadline.now + seconds
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The remaining milliseconds, rounded up; 0 after the deadline.
  var milliseconds: Int32 {
    let left = (end - Deadline.now) * 1000
    return left <= 0 ? 0 : Int32(min(left.rounded(.up), 1e9))
  }
}

/// A connected Unix stream socket.
///
/// It blocks only in `wait`.
package final class Socket: Sendable {
  private let owned: Descriptor

  package init(_ descriptor: consuming Descriptor) {
    owned = descriptor
  }

  /// The number, for `poll`; the socket owns it.
  package var descriptor: Int32 { owned.rawValue }

  /// Creates two connected sockets, for tests and for servers within the process.
  package static func pair() throws(WireError) -> (Socket, Socket) {
    var ends: (Int32, Int32) = (-1, -1)
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let result = Fault.descriptor {
      withUnsafeMutableBytes(of: &ends) { bytes in
        socketpair(AF_UNIX, type, 0, bytes.baseAddress?.assumingMemoryBound(to: Int32.self))
      }
    }
    guard result == 0 else { throw .system("socketpair") }
    return (Socket(Descriptor(owning: ends.0)), Socket(Descriptor(owning: ends.1)))
  }

  /// Connects to the server that listens at a path.
  ///
  /// - Throws: `WireError.noServer` if none listens, `.foreignPeer` if it belongs to another user,
  ///   `.timedOut` if it accepts no clients.
  package static func connect(
    to path: String,
    until deadline: Deadline = Deadline(seconds: 10)
  ) throws(WireError) -> Socket {
    let address = try SocketAddress(path)
    let type =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let number = Fault.descriptor { socket(AF_UNIX, type, 0) }
    guard number >= 0 else { throw .system("socket") }
    let connection = Socket(Descriptor(owning: number))
    while uninterrupted({ address.withPointer { Glibc.connect(number, $0, $1) } }) != 0 {
      switch errno {
      case EAGAIN:
        // The server's queue of clients is full, and no event reports when that changes.
        guard deadline.milliseconds > 0 else { throw .timedOut(seconds: deadline.seconds) }
        poll(nil, 0, 1)
      case ENOENT, ECONNREFUSED: throw .noServer(path: path)
      default: throw .system("connect", path: path)
      }
    }
    try connection.checkPeer()
    return connection
  }

  /// Checks that the process at the other end belongs to the user of this one.
  package func checkPeer() throws(WireError) {
    var user: uid_t = 0
    guard quartz_peer_user(descriptor, &user) else { throw .system("getsockopt") }
    guard user == geteuid() else { throw .foreignPeer(user: user) }
  }

  /// The process at the other end when it connected; 0 if that is not known.
  package var peerProcess: UInt32 { UInt32(clamping: quartz_peer_process(descriptor)) }

  /// Ends the conversation in both directions; the descriptor stays open until the socket is gone.
  package func shutDown() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Waits until the socket can be read (or, if `orSend`, written), or the other side is gone.
  ///
  /// - Throws: `WireError.timedOut` when the deadline is over.
  package func wait(orSend: Bool, until deadline: Deadline) throws(WireError) {
    var entry = pollfd(
      fd: descriptor,
      events: Int16(orSend ? POLLIN | POLLOUT : POLLIN),
      revents: 0
    )
    while true {
      var milliseconds: Int32 = 0
      let result = uninterrupted {
        milliseconds = deadline.milliseconds
        return poll(&entry, 1, milliseconds)
      }
      if result > 0 { return }
      guard result == 0 else { throw .system("poll") }
      if milliseconds == 0 { throw .timedOut(seconds: deadline.seconds) }
    }
  }
}

/// The address of a socket in the file system.
struct SocketAddress {
  /// The longest path in bytes.
  static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  private var address = sockaddr_un()

  init(_ path: String) throws(WireError) {
    let bytes = Array(path.utf8)
    guard bytes.count <= SocketAddress.pathLimit, !bytes.isEmpty, !bytes.contains(0) else {
      throw .pathTooLong(path: path, limit: SocketAddress.pathLimit)
    }
    address.sun_family = sa_family_t(AF_UNIX)
    // Bounds: at most one byte less than the field, so a zero byte follows.
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
