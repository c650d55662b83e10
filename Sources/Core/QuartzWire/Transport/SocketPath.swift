// The path of the server's socket.
// Licensed under the MIT license; see LICENSE.

/// The path of a socket, and the folder to make for it, if any.
package struct SocketPath: Equatable, Sendable {
  package static let name = "quartzd.sock"

  package var path: String
  /// A private folder of this user that the server makes if it is missing.
  package var ownFolder: String?

  package init(_ path: String, ownFolder: String? = nil) {
    self.path = path
    self.ownFolder = ownFolder
  }

  /// Returns the default path of server and clients.
  ///
  /// `runtimeDirectory` is the value of XDG_RUNTIME_DIR and counts only if it is an absolute path;
  /// `user` is the number of the user, for the replacement folder.
  package static func standard(runtimeDirectory: String?, user: UInt32) -> SocketPath {
    if let runtimeDirectory, runtimeDirectory.hasPrefix("/") {
      let slash = runtimeDirectory.hasSuffix("/") ? "" : "/"
      return SocketPath(runtimeDirectory + slash + name)
    }
    let folder = "/tmp/quartz-\(user)"
    return SocketPath("\(folder)/\(name)", ownFolder: folder)
  }
}
