// Pictures in dma-bufs that a program's own contexts draw to.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL
import CQuartzGBM
import CQuartzGLES
import Glibc
import QuartzSharing

/// A picture in memory of the device: R, G, B, A bytes in rows without tiling.
package final class DeviceImage: Sendable {
  package let width: Int
  package let height: Int
  /// Bytes from one row to the next.
  package let rowBytes: Int
  /// The dma-buf, which this object owns.
  package let descriptor: Int32
  // EGL and GBM lock by themselves.
  private let sharedBuffer: SharedPointer<OpaquePointer>
  private var buffer: OpaquePointer { sharedBuffer.value }
  private let sharedImage: SharedPointer<EGLImage>
  private var image: EGLImage { sharedImage.value }
  private let setStorage: Extension.SetStorage
  private let display: ClientDisplay

  /// Allocates a picture; nil if the device or its driver does not support it.
  fileprivate init?(_ display: ClientDisplay, _ device: OpaquePointer, width: Int, height: Int) {
    guard let setStorage = Extension.setStorage(),
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
    let plane = DMABufferPlane(descriptor: descriptor, offset: 0, rowBytes: rowBytes)
    guard descriptor >= 0,
      let image = plane.makeImage(display.display, DRMFormat.rgba, width: width, height: height)
    else {
      if descriptor >= 0 { close(descriptor) }
      gbm_bo_destroy(buffer)
      return nil
    }
    (self.width, self.height, self.rowBytes) = (width, height, rowBytes)
    (self.descriptor, sharedBuffer) = (descriptor, SharedPointer(buffer))
    sharedImage = SharedPointer(image)
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
