// The kernel's events of screens that are plugged in or out.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// The events of the kernel about its devices (uevents).
///
/// Anybody may receive them; those of udev, which come later, are not needed.
final class PlugEvents {
  /// Readable when there are some.
  let descriptor: Int32

  // <linux/netlink.h>: the protocol of uevents, and the group that the kernel sends to.
  private static let protocolOfEvents: Int32 = 15
  private static let groupOfKernel: UInt32 = 1

  // <linux/netlink.h>: struct sockaddr_nl.
  private struct Address {
    var family = UInt16(AF_NETLINK)
    var padding: UInt16 = 0
    var port: UInt32 = 0
    var groups = groupOfKernel
  }

  /// Begins to listen; nil if that is not allowed.
  init?() {
    let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    descriptor = socket(AF_NETLINK, type | Int32(SOCK_NONBLOCK.rawValue), Self.protocolOfEvents)
    guard descriptor >= 0, bind(descriptor) else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private func bind(_ socket: Int32) -> Bool {
    var address = Address()
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(socket, $0, socklen_t(MemoryLayout<Address>.size)) == 0
      }
    }
  }

  /// Takes the events of the kernel that have come.
  ///
  /// - Returns: Whether one was of a screen or its device.
  func take() -> Bool {
    var isOfScreens = false
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { bytes in
      // Bounds: `recv` writes at most as many bytes as there are.
      while true {
        let count = recv(descriptor, bytes.baseAddress, bytes.count, 0)
        // Some were lost, which may have been of screens.
        if count < 0, errno == ENOBUFS { isOfScreens = true }
        guard count > 0 else { return }
        if PlugEvents.isOfScreens(bytes[..<count]) { isOfScreens = true }
      }
    }
    return isOfScreens
  }

  /// Whether an event is of a screen or its device.
  ///
  /// - Parameter event: `ACTION@PATH`, then fields such as `SUBSYSTEM=drm`, each ended by a zero.
  static func isOfScreens(_ event: some Sequence<UInt8>) -> Bool {
    Array(event).split(separator: 0).contains { $0.elementsEqual("SUBSYSTEM=drm".utf8) }
  }
}
