// The socket that a service manager opens before it starts the server.
// Licensed under the MIT license; see LICENSE.
//
// systemd passes descriptors from 3 on and says so in LISTEN_FDS, for the process LISTEN_PID. The
// variables are removed, so that programs started from here do not take them for their own.

import Glibc

/// A listening socket from outside.
enum PassedSocket {
  /// The first descriptor that is passed; those before are the standard ones.
  private static let first: Int32 = 3

  /// Whether the variables are meant for this process.
  static var isAnnounced: Bool {
    guard let pid = getenv("LISTEN_PID"), getenv("LISTEN_FDS") != nil else { return false }
    return Int32(String(cString: pid)) == getpid()
  }

  /// Takes the socket; nil if none was passed.
  ///
  /// - Throws: `PassedSocketFailure` for several sockets.
  static func take() throws(PassedSocketFailure) -> Int32? {
    defer { for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) } }
    guard isAnnounced, let count = getenv("LISTEN_FDS") else { return nil }
    let text = String(cString: count)
    guard text == "1" else { throw PassedSocketFailure(count: text) }
    return first
  }
}

/// More or fewer sockets than one.
struct PassedSocketFailure: Error, CustomStringConvertible {
  let count: String

  var description: String { "LISTEN_FDS is \(count.prefix(20)); the server listens at one socket" }
}
