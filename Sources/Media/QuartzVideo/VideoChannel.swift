// One end of the socket between an app and its decoder's process.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzFaults
import Synchronization

/// Closes a descriptor, where a method of the same name is nearer.
func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// The end of a connection.
package enum VideoChannelError: Error, Equatable {
  /// The other process has ended or closed its end.
  case closed
  /// Nothing came in time.
  case timedOut
  /// A message that nobody sends.
  case malformed(String)
  case system(call: String, code: Int32)
}

/// One end of a socket.
///
/// One thread sends and receives; any may shut it down.
package final class VideoChannel: Sendable {
  package let socket: Int32

  /// Takes over an end of a socket.
  package init(owning socket: Int32) {
    self.socket = socket
  }

  deinit {
    close(socket)
  }

  /// Two connected ends; the second is for another process.
  static func makePair() throws(VideoChannelError) -> (VideoChannel, Int32) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard Fault.descriptor({ socketpair(AF_UNIX, kind, 0, &ends) }) == 0 else {
      throw .system(call: "socketpair", code: errno)
    }
    return (VideoChannel(owning: ends[0]), ends[1])
  }

  /// Ends the connection; whoever waits at either end is woken.
  package func shutDown() {
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Sends a message.
  ///
  /// - Parameter descriptor: Goes along; it stays the caller's. -1 for none.
  package func send(
    _ kind: VideoMessageKind,
    _ payload: [UInt8] = [],
    descriptor: Int32 = -1
  ) throws(VideoChannelError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + 8)
    for number in [kind.rawValue, UInt32(payload.count)] {
      for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }
    bytes += payload
    var sent = 0
    while sent < bytes.count {
      var descriptors = [descriptor]
      let count = sent == 0 && descriptor >= 0 ? 1 : 0
      let result = bytes.withUnsafeBytes { all in
        // Bounds: `sent` is below the count.
        let rest = all.baseAddress.map { $0 + sent }
        return uninterrupted {
          quartz_send(socket, rest, all.count - sent, &descriptors, Int32(count))
        }
      }
      if result >= 0 {
        sent += result
      } else if errno == EAGAIN {
        try wait(Int16(POLLOUT), milliseconds: VideoLimits.stallSeconds * 1000)
      } else {
        throw errno == EPIPE || errno == ECONNRESET
          ? .closed : .system(call: "sendmsg", code: errno)
      }
    }
  }

  /// Receives the next message.
  ///
  /// - Parameter milliseconds: How long to wait for each part of it.
  package func receive(milliseconds: Int) throws(VideoChannelError) -> VideoMessage {
    var descriptor: Int32 = -1
    do throws(VideoChannelError) {
      let header = try read(8, &descriptor, milliseconds)
      let numbers = [0, 4].map { place in
        (0..<4).reduce(UInt32(0)) { $0 | UInt32(header[place + $1]) << (8 * UInt32($1)) }
      }
      guard let kind = VideoMessageKind(rawValue: numbers[0]) else {
        throw .malformed("a message of the kind \(numbers[0])")
      }
      guard numbers[1] <= VideoLimits.messageBytes else {
        throw .malformed("a message of \(numbers[1]) bytes")
      }
      let payload = try read(Int(numbers[1]), &descriptor, milliseconds)
      return VideoMessage(kind: kind, payload: payload, descriptor: descriptor)
    } catch {
      if descriptor >= 0 { close(descriptor) }
      throw error
    }
  }

  /// Reads so many bytes, and at most one descriptor with them.
  private func read(
    _ count: Int,
    _ descriptor: inout Int32,
    _ milliseconds: Int
  ) throws(VideoChannelError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var got = 0
    while got < count {
      var descriptors = [Int32](repeating: -1, count: Int(quartz_max_descriptors))
      var found: Int32 = 0
      var isTruncated = false
      let result = bytes.withUnsafeMutableBytes { all in
        // Bounds: `got` is below the count.
        let rest = all.baseAddress.map { $0 + got }
        return uninterrupted {
          quartz_receive(socket, rest, count - got, &descriptors, &found, &isTruncated, nil)
        }
      }
      let code = errno
      for other in descriptors.prefix(Int(max(found, 0))) {
        if descriptor < 0 { descriptor = other } else { close(other) }
      }
      if result > 0 {
        got += result
      } else if result == 0 {
        throw .closed
      } else if code == EAGAIN {
        try wait(Int16(POLLIN), milliseconds: milliseconds)
      } else {
        throw code == ECONNRESET ? .closed : .system(call: "recvmsg", code: code)
      }
    }
    return bytes
  }

  private func wait(_ events: Int16, milliseconds: Int) throws(VideoChannelError) {
    var ready = pollfd(fd: socket, events: events, revents: 0)
    let result = uninterrupted { poll(&ready, 1, Int32(clamping: milliseconds)) }
    if result == 0 { throw .timedOut }
    if result < 0 { throw .system(call: "poll", code: errno) }
  }
}
