// Pixels that a driver can use where they are.
// Licensed under the MIT license; see LICENSE.

/// Memory that devices and processes share: a dma-buf, if it is one.
package protocol DeviceMemory: AnyObject, Sendable {
  /// The dma-buf's descriptor, which stays this object's; -1 for other memory.
  var deviceDescriptor: Int32 { get }
  /// Bytes from the beginning of the memory to an image in it; nil for an image that is not in it.
  func deviceOffset(of pixels: PixelBuffer) -> Int?
  /// Waits a little until devices have written the memory, before the processor reads it.
  ///
  /// - Returns: Whether they have.
  func awaitDevice() -> Bool
}

/// Where an image lies in a dma-buf: rows from the top, without tiling.
package struct DeviceLocation: Equatable, Sendable {
  /// Valid for as long as the image is.
  package let descriptor: Int32
  /// Bytes from the beginning of the dma-buf.
  package let offset: Int

  package init(descriptor: Int32, offset: Int) {
    (self.descriptor, self.offset) = (descriptor, offset)
  }
}

extension PixelBuffer {
  /// Where the image lies in a dma-buf, its planes from there on; nil if it lies in other memory.
  package var deviceLocation: DeviceLocation? {
    guard let memory = owner as? any DeviceMemory, memory.deviceDescriptor >= 0,
      let offset = memory.deviceOffset(of: self)
    else { return nil }
    return DeviceLocation(descriptor: memory.deviceDescriptor, offset: offset)
  }

  /// Waits a little until devices have written the image, if it lies in a dma-buf.
  ///
  /// Readers of the mapping call it once for each picture. A device that
  /// does not end makes the picture of its own producer wrong, and nobody wait for long.
  ///
  /// - Returns: False if they have not.
  @discardableResult
  package func awaitDevice() -> Bool {
    (owner as? any DeviceMemory)?.awaitDevice() ?? true
  }
}
