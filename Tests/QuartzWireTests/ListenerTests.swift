// The server's socket in the file system.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzWireSamples
import Testing

@testable import QuartzWire

/// A folder that is gone after the test.
final class SocketFolder: Sendable {
  let path: String

  init() throws {
    path = "/tmp/quartz-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    try FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

@Suite struct ListenerTests {
  let folder: SocketFolder
  let path: String

  init() throws {
    folder = try SocketFolder()
    path = folder.path + "/test.sock"
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    lstat(path, &status)
    return status.st_mode & 0o777
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  }

  @Test func modeIsForTheOwnerAlone() throws {
    let listener = try Listener(SocketPath(path))
    #expect(mode(listener.path) == 0o600)
  }

  @Test func clientsConnect() throws {
    let listener = try Listener(SocketPath(path))
    #expect(try listener.accept() == nil)
    let client = try Socket.connect(to: path)
    let server = try #require(try listener.accept())
    let sender = SocketTransport(client, limits: WireLimits())
    try sender.send(WireWriter.encode(Ping(), serial: 4))
    let receiver = MessageReceiver(server, limits: WireLimits(), messageBytes: 100)
    #expect(try receiver.receive() == .message)
    #expect(try receiver.next(ClientMessage.self, releases: ReleaseQueue())?.serial == 4)
  }

  @Test func socketGoesWithTheListener() throws {
    var listener: Listener? = try Listener(SocketPath(path))
    withExtendedLifetime(listener) {}
    listener = nil
    #expect(files == [])
    #expect(throws: WireError.noServer(path: path)) { try Socket.connect(to: path) }
  }

  @Test func secondServerIsRefused() throws {
    let first = try Listener(SocketPath(path))
    #expect(throws: WireError.socketInUse(path: path)) { try Listener(SocketPath(path)) }
    _ = try Socket.connect(to: path)
    withExtendedLifetime(first) {}
  }

  /// A server that does not know of the lock, but answers.
  @Test func serverWithoutALockIsRespected() throws {
    let first = try Listener(SocketPath(path))
    unlink(path + ".lock")
    #expect(throws: WireError.socketInUse(path: path)) { try Listener(SocketPath(path)) }
    withExtendedLifetime(first) {}
  }

  /// A server that is stopped lets clients wait, but not for ever.
  @Test func serverThatTakesNobody() throws {
    let listener = try Listener(SocketPath(path))
    var waiting: [Socket] = []
    #expect(throws: WireError.timedOut(seconds: 0.02)) {
      while waiting.count < 1000 {
        waiting.append(try Socket.connect(to: path, until: Deadline(seconds: 0.02)))
      }
    }
    #expect(waiting.count >= 64)
    withExtendedLifetime(listener) {}
  }

  @Test func socketOfADeadServerIsReplaced() throws {
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let bound = try SocketAddress(path).withPointer { bind(number, $0, $1) }
    #expect(bound == 0)
    close(number)
    #expect(files == ["test.sock"])
    let listener = try Listener(SocketPath(path))
    _ = try Socket.connect(to: path)
    #expect(try listener.accept() != nil)
  }

  @Test func otherFilesAreLeftAlone() throws {
    try "precious".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(throws: WireError.notASocket(path: path)) { try Listener(SocketPath(path)) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }

  @Test func pathTooLong() {
    let long = folder.path + "/" + String(repeating: "x", count: 120)
    #expect(throws: WireError.pathTooLong(path: long, limit: 107)) {
      try Listener(SocketPath(long))
    }
  }

  @Test func folderThatDoesNotExist() {
    let lost = folder.path + "/nowhere/test.sock"
    #expect(throws: WireError.system(call: "open", path: lost + ".lock", code: ENOENT)) {
      try Listener(SocketPath(lost))
    }
  }

  @Test func ownFolderIsMadePrivate() throws {
    let own = folder.path + "/own"
    let listener = try Listener(SocketPath(own + "/q.sock", ownFolder: own))
    #expect(mode(own) == 0o700)
    withExtendedLifetime(listener) {}
  }

  @Test func ownFolderOpenToOthersIsRefused() {
    let own = folder.path + "/own"
    mkdir(own, 0o700)
    chmod(own, 0o750)
    #expect(
      throws: WireError.folderNotPrivate(
        path: own,
        reason: "others can get at it, its mode is 0750"
      )
    ) { try Listener(SocketPath(own + "/q.sock", ownFolder: own)) }
  }

  @Test func ownFolderThatIsALinkIsRefused() {
    let own = folder.path + "/own"
    symlink("/tmp", own)
    #expect(
      throws: WireError.folderNotPrivate(path: own, reason: "exists and is not a folder")
    ) { try Listener(SocketPath(own + "/q.sock", ownFolder: own)) }
  }
}
