// A buffer on the reading side, and the queue of buffers to release.
// Licensed under the MIT license; see LICENSE.

import Synchronization

/// Memory that came with a message, mapped read-only.
///
/// It owns the pixels in it.
///
/// When the last image in it is gone, it is unmapped, and its number is queued in `ReleaseQueue` to
/// be sent back.
package final class ReceivedBuffer: Sendable {
  package let id: UInt32
  let memory: MappedMemory
  private let releases: ReleaseQueue

  init(id: UInt32, memory: MappedMemory, releases: ReleaseQueue) {
    self.id = id
    self.memory = memory
    self.releases = releases
  }

  deinit {
    releases.append(id)
  }
}

/// The buffers in use on this side of a connection, and the buffers to release.
///
/// Thread-safe.
package final class ReleaseQueue: Sendable {
  private struct State {
    var released: [UInt32] = []
    var inUse = 0
  }

  private let state = Mutex(State())
  let limit: Int
  private let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - limit: The number of buffers that may be in use at once.
  ///   - wake: Called, on any thread, when a buffer is released and none was waiting before. It
  ///     must not drop images of this connection.
  package init(
    limit: Int = WireLimits().buffers,
    wake: @escaping @Sendable () -> Void = {}
  ) {
    self.limit = limit
    self.wake = wake
  }

  /// The number of mapped buffers.
  package var inUse: Int { state.withLock { $0.inUse } }

  /// The numbers to send back in `BuffersReleased` or `ReleaseFrames`; each is returned once.
  package func take() -> [UInt32] {
    state.withLock { state in
      defer { state.released.removeAll() }
      return state.released
    }
  }

  /// Counts one more buffer, if the limit allows it.
  func admit() -> Bool {
    state.withLock { state in
      guard state.inUse < limit else { return false }
      state.inUse += 1
      return true
    }
  }

  /// Undoes an `admit` whose buffer could not be mapped.
  func dismiss() {
    state.withLock { $0.inUse -= 1 }
  }

  fileprivate func append(_ id: UInt32) {
    let isFirst = state.withLock { state in
      state.inUse -= 1
      state.released.append(id)
      return state.released.count == 1
    }
    if isFirst { wake() }
  }
}
