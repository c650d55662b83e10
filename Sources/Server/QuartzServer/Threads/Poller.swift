// Waiting for several descriptors at once.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults

/// A list of descriptors to wait for, made anew for each wait.
struct Poller {
  private var entries: [pollfd] = []

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
  }

  /// Adds a descriptor.
  ///
  /// Its end or failure is reported in any case.
  ///
  /// - Returns: The index of the result.
  @discardableResult
  mutating func add(_ descriptor: Int32, reads: Bool = true, writes: Bool = false) -> Int {
    let events = (reads ? POLLIN : 0) | (writes ? POLLOUT : 0)
    entries.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    return entries.count - 1
  }

  /// Waits until something is ready, or for a number of milliseconds; -1 is for ever.
  mutating func wait(milliseconds: Int32 = -1) {
    _ = uninterrupted { poll(&entries, nfds_t(entries.count), milliseconds) }
  }

  /// Returns whether there is something to read, an end or a failure.
  func isReadable(_ index: Int) -> Bool {
    Int32(entries[index].revents) & (POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0
  }

  func isWritable(_ index: Int) -> Bool {
    Int32(entries[index].revents) & POLLOUT != 0
  }
}
