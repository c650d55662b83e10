// The environment variables that the server, its clients and tools read. No other file reads any.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// What the environment says; the options of a command come first.
///
/// - `XDG_RUNTIME_DIR`: the folder of the user's sockets; a private folder under /tmp stands in.
/// - `QUARTZ_SOCKET`: the path of the server's socket; default `$XDG_RUNTIME_DIR/quartzd.sock`.
/// - `QUARTZ_RENDERER`: `auto`, `gles` or `software`; default `auto`.
/// - `QUARTZ_LOG_LEVEL`: `trace` ... `critical`; default `notice`.
package struct Environment: Equatable, Sendable {
  package var runtimeFolder: String?
  package var socket: String?
  package var renderer: String?
  package var logLevel: String?

  package init(variables: [String: String]) {
    func value(_ name: String) -> String? {
      variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    runtimeFolder = value("XDG_RUNTIME_DIR")
    socket = value("QUARTZ_SOCKET")
    renderer = value("QUARTZ_RENDERER")
    logLevel = value("QUARTZ_LOG_LEVEL")
  }

  /// The environment of this process.
  package static var current: Environment {
    var variables: [String: String] = [:]
    for name in ["XDG_RUNTIME_DIR", "QUARTZ_SOCKET", "QUARTZ_RENDERER", "QUARTZ_LOG_LEVEL"] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    return Environment(variables: variables)
  }

  /// Where the server listens, and clients look for it, if they are not told otherwise.
  package var socketPath: SocketPath {
    socket.map { SocketPath($0) }
      ?? SocketPath.standard(runtimeDirectory: runtimeFolder, user: geteuid())
  }
}
