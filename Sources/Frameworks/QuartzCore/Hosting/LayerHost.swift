// This process as a host of trees of others.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzModel
import QuartzWire
import Synchronization

/// The name under which this process hosts, and its connections that know it.
///
/// A process has one; tests make others.
final class LayerHost: Sendable {
  static let shared = LayerHost()

  let key: LayerServerKey
  private let state = Mutex(State())

  private struct State {
    var revoked: Set<UInt32> = []
    var connections: [WeakConnection] = []
  }

  private struct WeakConnection {
    weak var connection: ServerConnection?
  }

  init() {
    key = LayerServerKey.random(process: UInt32(clamping: getpid()))
  }

  /// Lets the layers of a connection host what is offered to this process.
  func serve(_ connection: ServerConnection) throws(WireError) {
    guard try connection.serveLayers(key) else { return }
    let revoked = state.withLock { state in
      state.connections.removeAll { $0.connection == nil || $0.connection === connection }
      state.connections.append(WeakConnection(connection: connection))
      return state.revoked
    }
    for client in revoked { try connection.revoke(client) }
  }

  /// Shows nothing of a client any more.
  func revoke(_ client: UInt32) {
    let connections = state.withLock { state in
      state.revoked.insert(client)
      return state.connections.compactMap(\.connection)
    }
    // The loss of a connection is reported with its next session.
    for connection in connections { try? connection.revoke(client) }
  }

  func isRevoked(_ client: UInt32) -> Bool { state.withLock { $0.revoked.contains(client) } }
}
