// The import of dma-bufs as textures, without a copy.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL
import CQuartzGLES
import QuartzModel

/// The functions that a driver needs to import dma-bufs as textures.
struct DeviceImporter {
  private typealias SetTexture = @convention(c) (GLenum, EGLImage?) -> Void

  private let display: EGLDisplay
  private let setTexture: SetTexture

  /// Creates an importer; nil if the driver does not support it.
  init?(_ connection: borrowing DisplayConnection, _ extensions: Set<String>) {
    guard connection.extensions.contains(DMABufferPlane.importName),
      extensions.contains(DMABufferPlane.imageName),
      let setTexture = unsafeBitCast(
        eglGetProcAddress("glEGLImageTargetTexture2DOES"),
        to: SetTexture?.self
      )
    else { return nil }
    display = connection.display
    self.setTexture = setTexture
  }

  /// Makes a dma-buf the storage of the bound texture.
  ///
  /// The bytes R, G, B, A appear in the order of the other textures' channels.
  ///
  /// - Returns: False if the driver refuses it; the texture is then unchanged.
  func bind(_ location: DeviceLocation, of pixels: PixelBuffer, _ order: ChannelOrder) -> Bool {
    let plane = DMABufferPlane(
      descriptor: location.descriptor,
      offset: location.offset,
      rowBytes: pixels.rowBytes
    )
    let format = order == .rgba ? DRMFormat.rgba : DRMFormat.bgra
    let (width, height) = (pixels.width, pixels.height)
    guard let image = plane.makeImage(display, format, width: width, height: height) else {
      return false
    }
    // The texture keeps the memory.
    defer { eglDestroyImage(display, image) }
    setTexture(GL.texture2D, image)
    return glGetError() == GL.noError
  }
}

/// Pictures that are no longer shown but that a driver may still be reading.
///
/// Their producer may write to them again once they are released.
struct RetiredPictures: ~Copyable {
  private var waiting: [(fence: GLsync?, pixels: PixelBuffer)] = []

  /// Retains a picture until the driver has completed all commands so far.
  mutating func append(_ pixels: PixelBuffer) {
    waiting.append((glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0), pixels))
  }

  /// Releases the pictures that the driver has finished reading.
  mutating func collect() {
    if waiting.isEmpty { return }
    waiting.removeAll { fence, _ in
      let status = glClientWaitSync(fence, GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT), 0)
      guard status != GLenum(GL_TIMEOUT_EXPIRED) else { return false }
      glDeleteSync(fence)
      return true
    }
  }

  deinit {
    for (fence, _) in waiting { glDeleteSync(fence) }
  }
}
