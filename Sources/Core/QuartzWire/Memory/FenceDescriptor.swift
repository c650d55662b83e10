// Fences of pictures: descriptors that become readable.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
package import QuartzModel

/// A fence as the kernel knows it: a sync_file, or any other file that becomes readable once.
package final class FenceDescriptor: PictureFence {
  private let owned: Descriptor

  package var descriptor: Int32 { owned.rawValue }

  init(_ descriptor: consuming Descriptor) { owned = descriptor }

  /// Duplicates a descriptor, which stays the caller's.
  ///
  /// - Throws: `WireError.system` if it is none.
  package convenience init(duplicating descriptor: Int32) throws(WireError) {
    let own = Fault.descriptor { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
    guard own >= 0 else { throw .system("fcntl") }
    self.init(Descriptor(owning: own))
  }

  /// A file that is hung up, or has an error, fails.
  package var state: PictureFenceState {
    var entry = pollfd(fd: owned.rawValue, events: Int16(POLLIN), revents: 0)
    let count = uninterrupted { poll(&entry, 1, 0) }
    guard count == 1 else { return .waits }
    return Int32(entry.revents) & POLLIN != 0 ? .signalled : .failed
  }
}
