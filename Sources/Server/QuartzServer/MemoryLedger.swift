// The memory that all clients of a server have together.
// Licensed under the MIT license; see LICENSE.
//
// Each client has limits of its own, and many clients within theirs could still take all memory of
// the machine. So the server counts what they have together, and a client that asks for more than
// is left fails. The counts follow from messages alone: pixels by their bytes, values by what they
// hold (`PropertyValue.countedBytes`), layers and animations by a fixed size besides, so that a
// request fails on every machine or on none.

import Glibc
import QuartzModel
import Synchronization

/// The bytes that all clients have, and the most that they may.
///
/// Any thread may use it. Two clients that ask at once may both get the last bytes, so the limit is
/// exceeded by a message for each client at most.
package final class MemoryLedger: Sendable {
  /// The bytes that a layer is counted as beside its values, a hosted copy too: the columns of the
  /// tree, and of the planner once it is drawn.
  ///
  /// Measured: 600 bytes for an empty layer, 1,000 for one with a colour.
  package static let layerBytes = 1024
  /// The bytes that an animation is counted as beside its values.
  package static let animationBytes = 512

  package let limit: Int
  private let used = Atomic<Int>(0)

  package init(limit: Int = .max) {
    self.limit = limit
  }

  package var usedBytes: Int { used.load(ordering: .relaxed) }

  /// Whether nothing is left.
  package var isFull: Bool { usedBytes >= limit }

  /// Whether clients may have so many bytes more.
  package func has(_ bytes: Int) -> Bool { bytes <= limit - usedBytes }

  /// Whether clients who only watch others may have so many bytes more.
  ///
  /// They leave a quarter to those who draw: a program is not refused what its watchers took.
  func hasForWatching(_ bytes: Int) -> Bool { bytes <= limit - limit / 4 - usedBytes }

  /// The reason for which so many bytes more are refused.
  package func reason(_ bytes: Int) -> String {
    "\(usedBytes + bytes) bytes of all clients together, at most \(limit) are allowed"
  }

  func add(_ bytes: Int) {
    if bytes != 0 { used.add(bytes, ordering: .relaxed) }
  }

  /// Half of the machine's memory, and 4 GiB at most.
  package static let standardLimit: Int = {
    let most = 4 << 30
    let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    guard pages > 0, size > 0 else { return most }
    return min(pages / 2 * size, most)
  }()
}

/// The bytes of one owner in the ledger, which its end takes out.
///
/// Belongs to one thread.
final class MemoryShare {
  let ledger: MemoryLedger
  private(set) var bytes = 0

  init(_ ledger: MemoryLedger) {
    self.ledger = ledger
  }

  deinit {
    ledger.add(-bytes)
  }

  func set(_ bytes: Int) {
    ledger.add(bytes - self.bytes)
    self.bytes = bytes
  }
}

extension Commit {
  /// The bytes that it adds to a tree, as `MemoryLedger` counts them.
  func countedBytes(in tree: LayerTree) -> Int {
    createdImages.reduce(0) { $0 + $1.pixels.countedBytes }
      + created.count * MemoryLedger.layerBytes + animations.count * MemoryLedger.animationBytes
      + valueGrowth(in: tree)
  }
}
