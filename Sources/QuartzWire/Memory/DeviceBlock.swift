// dma-bufs as the memory of pictures.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
package import QuartzModel
import Synchronization

/// A dma-buf that a producer fills, mapped for readers of this process.
///
/// It is lent as a `SharedBuffer` again and again, and goes to other processes as it is.
package final class DeviceBlock: Sendable {
  let memory: SharedMemory

  /// Takes a dma-buf, whose descriptor is duplicated.
  ///
  /// - Throws: `WireError.system` if the descriptor is none, or the device lets nobody map it.
  package init(descriptor: Int32) throws(WireError) {
    let own = Fault.descriptor { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
    guard own >= 0 else { throw .system("fcntl") }
    memory = try SharedMemory(device: Descriptor(owning: own))
  }

  /// Lends the memory for one picture.
  ///
  /// - Parameter release: Called, on any thread, when nobody reads the picture any more.
  package func lend(release: @escaping @Sendable () -> Void) -> SharedBuffer {
    SharedBuffer(memory: memory, release: release)
  }
}

extension SharedBuffer: DeviceMemory {
  package var deviceDescriptor: Int32 { memory.isDevice ? memory.descriptor : -1 }

  package func deviceOffset(of pixels: PixelBuffer) -> Int? { offset(of: pixels) }
}

extension ReceivedBuffer: DeviceMemory {
  package var deviceDescriptor: Int32 { memory.deviceDescriptor }

  package func deviceOffset(of pixels: PixelBuffer) -> Int? {
    pixels.withBytes { bytes in bytes.baseAddress.map { $0 - memory.base } }
  }
}
