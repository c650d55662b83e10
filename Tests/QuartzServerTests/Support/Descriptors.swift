// Descriptors over sockets, by hand.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzModel
@testable import QuartzWire

/// The descriptor of the shared memory that an image is in.
func descriptorOf(_ pixels: PixelBuffer) -> Int32 {
  (pixels.owner as? SharedBuffer)?.memory.descriptor ?? -1
}

/// Sends bytes, and a descriptor with the first of them.
func sendDescriptor(_ descriptor: Int32, with bytes: [UInt8], over socket: Int32) {
  var descriptor = descriptor
  _ = bytes.withUnsafeBytes { quartz_send(socket, $0.baseAddress, $0.count, &descriptor, 1) }
}
