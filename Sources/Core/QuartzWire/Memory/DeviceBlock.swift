// dma-bufs as the memory of pictures.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzFaults
package import QuartzModel
import Synchronization

/// A dma-buf that a producer fills, mapped for readers of this process.
///
/// It can be lent repeatedly as a `SharedBuffer`, and is sent to other processes without a copy.
package final class DeviceBlock: Sendable {
  let memory: SharedMemory

  /// Maps a dma-buf, whose descriptor is duplicated.
  ///
  /// - Throws: `WireError.system` if the descriptor is invalid, or the device does not allow
  ///   mapping.
  package init(descriptor: Int32) throws(WireError) {
    let own = Fault.descriptor { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
    guard own >= 0 else { throw .system("fcntl") }
    memory = try SharedMemory(device: Descriptor(owning: own))
  }

  /// The longest wait for a device that writes, in milliseconds: a part of what one program's
  /// picture may delay another's.
  private static let longestWait: Int32 = 20

  /// Waits until devices have written a dma-buf, and returns whether they have; other memory, of
  /// the descriptor -1, is written.
  static func isWritten(_ descriptor: Int32) -> Bool {
    descriptor < 0 || quartz_await_buffer(descriptor, longestWait)
  }

  /// Lends the memory for one picture.
  ///
  /// - Parameter release: Called, on any thread, when the picture is no longer read.
  package func lend(release: @escaping @Sendable () -> Void) -> SharedBuffer {
    SharedBuffer(memory: memory, release: release)
  }
}

extension SharedBuffer: DeviceMemory {
  package var deviceDescriptor: Int32 { memory.isDevice ? memory.descriptor : -1 }

  package func deviceOffset(of pixels: PixelBuffer) -> Int? { offset(of: pixels) }

  package func awaitDevice() -> Bool { DeviceBlock.isWritten(deviceDescriptor) }
}

extension ReceivedBuffer: DeviceMemory {
  package var deviceDescriptor: Int32 { memory.deviceDescriptor }

  package func deviceOffset(of pixels: PixelBuffer) -> Int? {
    pixels.withStorage { bytes in bytes.baseAddress.map { $0 - memory.base } }
  }

  package func awaitDevice() -> Bool { DeviceBlock.isWritten(deviceDescriptor) }
}
