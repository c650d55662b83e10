// Messages for which there is no memory: an error, and nothing is lost on the way.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
import QuartzModel
import QuartzWireSamples
import Testing

@testable import QuartzWire

@Suite struct MessageMemoryTests {
  /// Layers whose lists are worth asking for.
  private func crowd(_ count: UInt32) -> Commit {
    var commit = Commit()
    let layers = (1...count).map { LayerID($0) }
    commit.created = layers.map { .init($0, .layer) }
    commit.sublayers = [.init(LayerID(1), Array(layers.dropFirst()))]
    commit.root = LayerID(1)
    return commit
  }

  private func received(_ bytes: [UInt8], _ fault: Fault) throws -> ClientMessage? {
    let (one, other) = try Socket.pair()
    let receiver = MessageReceiver(other, limits: WireLimits(), messageBytes: bytes.count)
    // It is less than the kernel keeps for a socket.
    let sent = bytes.withUnsafeBytes { write(one.descriptor, $0.baseAddress, $0.count) }
    try #require(sent == bytes.count)
    return try fault.run {
      while try receiver.receive() == .message {
        guard let unread = try receiver.nextUnread() else { continue }
        return try unread.decode(
          ClientMessage.self,
          limits: WireLimits(),
          releases: ReleaseQueue()
        )
      }
      return nil
    }
  }

  /// The socket's memory, as it grows, the message's, and that of its lists.
  @Test func eachRequestThatFailsIsAnError() throws {
    let commit = crowd(15_000)
    let sample = try SampleMessage(
      CommitMessage(context: 1, commit: commit),
      pool: BufferPool()
    )
    var refused = 0
    while true {
      let fault = Fault(.memory, at: refused + 1)
      do {
        guard case .commit(let message) = try received(sample.bytes, fault) else {
          Issue.record("no commit")
          return
        }
        #expect(message.commit.created.count == 15_000)
        #expect(!fault.hasStruck)
        break
      } catch let error as WireError {
        guard case .outOfMemory(let bytes) = error else { throw error }
        #expect(bytes > 0)
        let failure = Failure(error)
        #expect(failure.code == .serverFailed && failure.endsConnection)
        #expect(failure.reason.contains("out of memory"))
        refused += 1
      }
    }
    // Twice for the socket, once for the message, for the layers and for their list.
    #expect(refused == 4 || refused == 5)
  }
}
