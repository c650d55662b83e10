// The server's listening socket.
// Licensed under the MIT license; see LICENSE.
//
// Two servers must not share a path, and a server that was killed must not block it. A lock on a
// file beside the socket decides, since the kernel releases it whenever its holder dies. With the
// lock held, an existing socket that does not answer belongs to a dead server and is removed.

import CQuartzLinux
import Glibc
import QuartzFaults

/// A socket that clients of the same user can connect to.
///
/// Mode 0600; removed with the listener.
package final class Listener: Sendable {
  package let path: String
  private let owned: Descriptor
  /// Nil for a socket that was passed, which its maker keeps for itself.
  private let lock: FileLock?
  // The identity of the socket's file, so that no other file is removed; nil for a passed socket,
  // whose file is its maker's.
  private let identity: FileIdentity?

  /// Listens at a path.
  ///
  /// - Throws: `WireError.socketInUse` if a server answers there; `.notASocket` if the path is
  ///   something else; `.folderNotPrivate` if others could access the folder that replaces
  ///   XDG_RUNTIME_DIR.
  package init(_ socketPath: SocketPath) throws(WireError) {
    path = socketPath.path
    let address = try SocketAddress(path)
    if let folder = socketPath.ownFolder { try PrivateFolder.prepare(folder) }
    lock = try FileLock(path + ".lock", for: path)
    try Listener.removeStale(path)
    let type =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let number = Fault.descriptor { socket(AF_UNIX, type, 0) }
    guard number >= 0 else { throw .system("socket") }
    owned = Descriptor(owning: number)
    // Linux gives the file the socket's mode at bind, so others can never connect, and the
    // process's umask stays unchanged.
    guard fchmod(number, 0o600) == 0 else { throw .system("fchmod", path: path) }
    guard address.withPointer({ bind(number, $0, $1) }) == 0 else {
      throw .system("bind", path: path)
    }
    guard let identity = FileIdentity(path) else { throw .system("lstat", path: path) }
    self.identity = identity
    guard listen(number, 64) == 0 else { throw .system("listen", path: path) }
  }

  /// Takes over a socket that listens already, as systemd passes it.
  ///
  /// Its file stays when the listener goes, for the next server.
  ///
  /// - Throws: `WireError.notListening` if the descriptor is anything else.
  package init(passed number: Int32) throws(WireError) {
    func option(_ name: Int32) -> Int32? {
      var value: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(number, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }
    guard option(SO_DOMAIN) == AF_UNIX, option(SO_TYPE) == Int32(SOCK_STREAM.rawValue),
      option(SO_ACCEPTCONN) == 1
    else { throw .notListening(descriptor: number) }
    path = Listener.boundPath(number) ?? "descriptor \(number)"
    owned = Descriptor(owning: number)
    lock = nil
    identity = nil
    guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0,
      fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) == 0
    else { throw .system("fcntl", path: path) }
  }

  /// The path that a socket is bound to; nil if it has none.
  private static func boundPath(_ number: Int32) -> String? {
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isKnown = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(number, $0, &size) == 0
      }
    }
    guard isKnown else { return nil }
    // Bounds: `withUnsafeBytes` knows the size of the array of characters.
    let bytes = withUnsafeBytes(of: address.sun_path) { Array($0.prefix { $0 != 0 }) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  deinit {
    if let identity, FileIdentity(path) == identity { unlink(path) }
  }

  /// The socket's number, for `poll`.
  package var descriptor: Int32 { owned.rawValue }

  /// Accepts a waiting client, without waiting for one.
  ///
  /// - Returns: The client; nil if none waits.
  /// - Throws: `WireError.foreignPeer` if it is of another user; its connection is then closed.
  package func accept() throws(WireError) -> Socket? {
    while true {
      let number = uninterrupted { Fault.descriptor { quartz_accept(descriptor) } }
      if number >= 0 {
        let socket = Socket(Descriptor(owning: number))
        try socket.checkPeer()
        return socket
      }
      switch errno {
      case ECONNABORTED: continue
      case EAGAIN: return nil
      // The kernel looks for a descriptor before it looks for a client.
      case EMFILE where !hasClient, ENFILE where !hasClient: return nil
      default: throw .system("accept", path: path)
      }
    }
  }

  /// Whether a client waits; `errno` stays as it is.
  private var hasClient: Bool {
    let code = errno
    defer { errno = code }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) != 0
  }

  /// Removes the socket of a server that is dead.
  private static func removeStale(_ path: String) throws(WireError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw .system("lstat", path: path)
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
    do throws(WireError) {
      _ = try Socket.connect(to: path, until: Deadline(seconds: 0))
    } catch {
      switch error {
      case .noServer:
        guard unlink(path) == 0 || errno == ENOENT else { throw .system("unlink", path: path) }
        return
      // A server exists: another user's, or one with a full queue of clients.
      case .foreignPeer, .timedOut: throw .socketInUse(path: path)
      default: throw error
      }
    }
    throw .socketInUse(path: path)
  }
}

/// The identity of the file that a path names.
struct FileIdentity: Equatable, Sendable {
  private let device: dev_t
  private let node: ino_t

  init(_ status: stat) {
    device = status.st_dev
    node = status.st_ino
  }

  /// Identifies the file at a path; nil if there is none.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// A lock that lasts as long as this object, and at most as long as the process.
private final class FileLock: Sendable {
  private let path: String
  private let owned: Descriptor

  /// - Throws: `WireError.socketInUse` for `socketPath` if another process has the lock.
  init(_ path: String, for socketPath: String) throws(WireError) {
    self.path = path
    owned = try FileLock.lock(path, socketPath)
  }

  private static func lock(_ path: String, _ socketPath: String) throws(WireError) -> Descriptor {
    while true {
      let number = Fault.descriptor {
        open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      }
      guard number >= 0 else { throw .system("open", path: path) }
      let file = Descriptor(owning: number)
      guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
        if errno == EWOULDBLOCK { throw .socketInUse(path: socketPath) }
        throw .system("flock", path: path)
      }
      // The previous holder may have removed the file after it was opened here.
      var status = stat()
      guard fstat(number, &status) == 0 else { throw .system("fstat", path: path) }
      if FileIdentity(status) == FileIdentity(path) { return file }
    }
  }

  deinit {
    unlink(path)
  }
}

/// The folder under /tmp that replaces a missing XDG_RUNTIME_DIR.
private enum PrivateFolder {
  /// Makes the folder, or checks that only this user owns and can access it.
  static func prepare(_ path: String) throws(WireError) {
    if mkdir(path, 0o700) != 0 && errno != EEXIST { throw .system("mkdir", path: path) }
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .system("lstat", path: path) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .folderNotPrivate(path: path, reason: "exists and is not a folder")
    }
    guard status.st_uid == geteuid() else {
      throw .folderNotPrivate(path: path, reason: "belongs to user \(status.st_uid)")
    }
    let mode = status.st_mode & 0o777
    guard mode & 0o077 == 0 else {
      throw .folderNotPrivate(
        path: path,
        reason: "others can get at it, its mode is 0\(String(mode, radix: 8))"
      )
    }
  }
}
