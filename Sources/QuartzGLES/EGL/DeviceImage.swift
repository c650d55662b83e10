// Pictures in dma-bufs that a program's own contexts draw to.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL
import CQuartzGBM
import CQuartzGLES
import Glibc

/// A picture in memory of the device: R, G, B, A bytes in rows without tiling.
package final class DeviceImage: Sendable {
  private typealias SetStorage = @convention(c) (GLenum, EGLImage?) -> Void

  package let width: Int
  package let height: Int
  /// Bytes from one row to the next.
  package let rowBytes: Int
  /// The dma-buf, which is this object's.
  package let descriptor: Int32
  // Safe because: EGL and GBM lock by themselves.
  private nonisolated(unsafe) let buffer: OpaquePointer
  private nonisolated(unsafe) let image: EGLImage
  private let setStorage: SetStorage
  private let display: ClientDisplay

  /// Nil if the device or its driver has no such pictures.
  fileprivate init?(_ display: ClientDisplay, _ device: OpaquePointer, width: Int, height: Int) {
    guard
      let setStorage = unsafeBitCast(
        eglGetProcAddress("glEGLImageTargetRenderbufferStorageOES"),
        to: SetStorage?.self
      ),
      let buffer = gbm_bo_create(
        device,
        UInt32(width),
        UInt32(height),
        DRMFormat.rgba,
        GBM_BO_USE_RENDERING.rawValue | GBM_BO_USE_LINEAR.rawValue
      )
    else { return nil }
    let descriptor = gbm_bo_get_fd(buffer)
    let rowBytes = Int(gbm_bo_get_stride(buffer))
    let place = DMABufferPlace(descriptor: descriptor, offset: 0, rowBytes: rowBytes)
    guard descriptor >= 0,
      let image = place.makeImage(display.display, DRMFormat.rgba, width: width, height: height)
    else {
      if descriptor >= 0 { close(descriptor) }
      gbm_bo_destroy(buffer)
      return nil
    }
    (self.width, self.height, self.rowBytes) = (width, height, rowBytes)
    (self.descriptor, self.buffer, self.image) = (descriptor, buffer, image)
    (self.setStorage, self.display) = (setStorage, display)
  }

  deinit {
    eglDestroyImage(display.display, image)
    close(descriptor)
    gbm_bo_destroy(buffer)
  }

  /// Makes the picture the storage of the renderbuffer that is bound in the current context.
  package func becomeRenderbufferStorage() {
    setStorage(GLenum(GL_RENDERBUFFER), image)
  }
}

extension ClientDisplay {
  /// Makes a picture that the display's contexts draw to and other processes can use.
  ///
  /// - Returns: Nil if the display has no device, or a device without such pictures.
  package func makeDeviceImage(width: Int, height: Int) -> DeviceImage? {
    guard canImport, let device = bufferDevice else { return nil }
    return DeviceImage(self, device, width: width, height: height)
  }
}

/// The numbers that DRM has for formats: four letters, which read from the highest byte of a word.
enum DRMFormat {
  /// R, G, B, A in memory.
  static let rgba = number("AB24")
  /// B, G, R, A in memory.
  static let bgra = number("AR24")

  private static func number(_ letters: StaticString) -> UInt32 {
    letters.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
  }
}

/// Where pixels lie in a dma-buf, without tiling.
struct DMABufferPlace {
  let descriptor: Int32
  /// Bytes to the first row.
  let offset: Int
  /// Bytes from one row to the next.
  let rowBytes: Int

  /// The pixels as an image of EGL, which the caller destroys; nil if the driver does not take them.
  func makeImage(_ display: EGLDisplay, _ format: UInt32, width: Int, height: Int) -> EGLImage? {
    let attributes: [EGLAttrib] = [
      EGLAttrib(EGL_WIDTH), width, EGLAttrib(EGL_HEIGHT), height,
      EGLAttrib(EGL_LINUX_DRM_FOURCC_EXT), EGLAttrib(format),
      EGLAttrib(EGL_DMA_BUF_PLANE0_FD_EXT), EGLAttrib(descriptor),
      EGLAttrib(EGL_DMA_BUF_PLANE0_OFFSET_EXT), offset,
      EGLAttrib(EGL_DMA_BUF_PLANE0_PITCH_EXT), rowBytes, EGLAttrib(EGL_NONE),
    ]
    return eglCreateImage(display, nil, EGLenum(EGL_LINUX_DMA_BUF_EXT), nil, attributes)
  }
}
