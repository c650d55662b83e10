// Where the server's socket is.
// Licensed under the MIT license; see LICENSE.

/// The path of a socket, and the folder that has to be made for it, if any.
package struct SocketPath: Equatable, Sendable {
  package static let name = "quartzd.sock"

  package var path: String
  /// A folder of this user alone that the server makes if it is not there.
  package var ownFolder: String?

  package init(_ path: String, ownFolder: String? = nil) {
    self.path = path
    self.ownFolder = ownFolder
  }

  /// The path that server and clients take if they are not told another.
  ///
  /// `runtimeDirectory` is the value of XDG_RUNTIME_DIR and counts only if it is an absolute path;
  /// `user` is the number of the user, for the folder that stands in.
  package static func standard(runtimeDirectory: String?, user: UInt32) -> SocketPath {
    if let runtimeDirectory, runtimeDirectory.hasPrefix("/") {
      let slash = runtimeDirectory.hasSuffix("/") ? "" : "/"
      return SocketPath(runtimeDirectory + slash + name)
    }
    let folder = "/tmp/quartz-\(user)"
    return SocketPath("\(folder)/\(name)", ownFolder: folder)
  }
}
