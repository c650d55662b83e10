// A buffer of pixels that GL can draw to, a screen can show and a process can map.
// Licensed under the MIT license; see LICENSE.

import CQuartzDRM
import CQuartzGBM
import CQuartzLinux
import Glibc
import Synchronization

/// The reason why there is no screen, or no buffer for one, in one line.
package struct ScreenError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// A buffer as other drivers and processes use it; valid as long as the buffer.
package struct DMABuffer: Equatable, Sendable {
  /// The buffer's number, unique in the process and never reused.
  let number: UInt64
  /// A dma-buf.
  package let descriptor: Int32
  package let width: Int
  package let height: Int
  /// From one row to the next.
  package let rowBytes: Int
}

/// Pixels that a device allocated (`gbm_bo`), in rows from the top, of four bytes: B, G, R and an
/// unused one, unless another format is asked for.
package struct GBMBuffer: ~Copyable {
  private static let lastNumber = Atomic<UInt64>(0)

  package let shared: DMABuffer
  let bo: OpaquePointer
  private let device: BufferDevice

  /// Allocates a buffer of a primary node, for a program's own use.
  package init(node: String, width: Int, height: Int) throws(ScreenError) {
    do throws(DisplayRefusal) {
      try self.init(BufferDevice(node: node), width: width, height: height)
    } catch {
      throw ScreenError("\(node): \(error.reason)")
    }
  }

  /// Allocates a buffer that can be scanned out.
  ///
  /// - Parameter format: A code of DRM, of four bytes a pixel.
  init(
    _ device: BufferDevice,
    width: Int,
    height: Int,
    format: UInt32 = DRMFormat.bgrx
  ) throws(DisplayRefusal) {
    let uses = GBM_BO_USE_SCANOUT.rawValue | GBM_BO_USE_RENDERING.rawValue
    guard
      let bo = gbm_bo_create(
        device.device,
        UInt32(width),
        UInt32(height),
        format,
        uses | GBM_BO_USE_LINEAR.rawValue
      )
    else {
      let reason = String(cString: strerror(errno))
      throw DisplayRefusal(reason: "gbm_bo_create, \(width) x \(height): \(reason)")
    }
    // `gbm_bo_get_fd` gives a dma-buf that may not be mapped for writing (Mesa 22.3, kms_swrast).
    var descriptor: Int32 = -1
    let flags = UInt32(O_CLOEXEC | O_RDWR)
    let handle = gbm_bo_get_handle(bo).u32
    guard drmPrimeHandleToFD(device.file, handle, flags, &descriptor) == 0 else {
      let reason = String(cString: strerror(errno))
      gbm_bo_destroy(bo)
      throw DisplayRefusal(reason: "drmPrimeHandleToFD: \(reason)")
    }
    self.device = device
    self.bo = bo
    shared = DMABuffer(
      number: GBMBuffer.lastNumber.add(1, ordering: .relaxed).newValue,
      descriptor: descriptor,
      width: width,
      height: height,
      rowBytes: Int(gbm_bo_get_stride(bo))
    )
  }

  deinit {
    close(shared.descriptor)
    gbm_bo_destroy(bo)
  }

  /// Maps the pixels while `body` reads or writes them.
  ///
  /// - Returns: False, without a call of `body`, if the buffer cannot be mapped.
  package borrowing func withPixels<Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let count = shared.rowBytes * shared.height
    let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, shared.descriptor, 0)
    guard let memory, memory != MAP_FAILED else { return false }
    quartz_sync_buffer(shared.descriptor, true)
    defer {
      quartz_sync_buffer(shared.descriptor, false)
      munmap(memory, count)
    }
    try body(UnsafeMutableRawBufferPointer(start: memory, count: count))
    return true
  }
}
