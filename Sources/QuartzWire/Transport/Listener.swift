// The server's end before there is a client.
// Licensed under the MIT license; see LICENSE.
//
// Two servers must not share a path, and a server that was killed must not block it. A lock on a file
// beside the socket decides: the kernel drops it when its holder dies, however it dies. With the lock
// held, a socket that is there and does not answer is a dead one's and is removed.

import CQuartzLinux
import Glibc
import QuartzFaults

/// A socket that clients of the same user can connect to.
///
/// Mode 0600; removed when the listener goes.
package final class Listener: Sendable {
  package let path: String
  private let owned: Descriptor
  private let lock: FileLock
  // The socket's file, to remove no other one.
  private let identity: FileIdentity

  /// Listens at a path.
  ///
  /// - Throws: `WireError.socketInUse` if a server answers there; `.notASocket` if something else is
  ///   there; `.folderNotPrivate` if others could get at the folder that stands in for XDG_RUNTIME_DIR.
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
    // Linux gives the file the mode that the socket has when it is bound, so there is no moment at
    // which others could connect, and the process's umask stays as it is.
    guard fchmod(number, 0o600) == 0 else { throw .system("fchmod", path: path) }
    guard address.withPointer({ bind(number, $0, $1) }) == 0 else {
      throw .system("bind", path: path)
    }
    guard let identity = FileIdentity(path) else { throw .system("lstat", path: path) }
    self.identity = identity
    guard listen(number, 64) == 0 else { throw .system("listen", path: path) }
  }

  deinit {
    if FileIdentity(path) == identity { unlink(path) }
  }

  /// The socket's number, for `poll`.
  package var descriptor: Int32 { owned.rawValue }

  /// Takes a client that waits, without waiting for one.
  ///
  /// - Returns: nil if nobody waits.
  /// - Throws: `WireError.foreignPeer` if it is of another user; it is gone then.
  package func accept() throws(WireError) -> Socket? {
    while true {
      let number = Fault.descriptor { quartz_accept(descriptor) }
      if number >= 0 {
        let socket = Socket(Descriptor(owning: number))
        try socket.checkPeer()
        return socket
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
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
      // Somebody is there: another user's server, or one with so many clients waiting.
      case .foreignPeer, .timedOut: throw .socketInUse(path: path)
      default: throw error
      }
    }
    throw .socketInUse(path: path)
  }
}

/// Which file a path names.
struct FileIdentity: Equatable, Sendable {
  private let device: dev_t
  private let node: ino_t

  init(_ status: stat) {
    device = status.st_dev
    node = status.st_ino
  }

  /// The file at a path, nil if there is none.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// A lock that lasts as long as this value and not longer than the process.
private final class FileLock: Sendable {
  private let path: String
  private let owned: Descriptor

  /// - Throws: `WireError.socketInUse` for `socketPath` if somebody else has the lock.
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
      // Whoever had the lock before may have removed the file after it was opened here.
      var status = stat()
      guard fstat(number, &status) == 0 else { throw .system("fstat", path: path) }
      if FileIdentity(status) == FileIdentity(path) { return file }
    }
  }

  deinit {
    unlink(path)
  }
}

/// The folder under /tmp that stands in where there is no XDG_RUNTIME_DIR.
private enum PrivateFolder {
  /// Makes the folder, or checks that it is this user's and nobody else can get at it.
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
