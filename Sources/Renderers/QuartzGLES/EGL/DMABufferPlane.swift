// dma-bufs as images of EGL.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL

/// DRM's format codes: four letters, the first in the lowest byte of a word.
enum DRMFormat {
  /// R, G, B, A in memory.
  static let rgba = number("AB24")
  /// B, G, R, A in memory.
  static let bgra = number("AR24")
  /// B, G, R and an unused byte in memory.
  static let bgrx = number("XR24")

  static func number(_ letters: StaticString) -> UInt32 {
    letters.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
  }
}

/// The layout of pixels in a dma-buf, without tiling.
struct DMABufferPlane {
  /// EGL's extension that makes an image of a dma-buf.
  static let importName = "EGL_EXT_image_dma_buf_import"
  /// GL's extension that makes an image of EGL a texture or a target.
  static let imageName = "GL_OES_EGL_image"

  let descriptor: Int32
  /// Bytes to the first row.
  let offset: Int
  /// Bytes from one row to the next.
  let rowBytes: Int

  /// Makes an EGL image of the pixels, which the caller destroys; nil if the driver does not
  /// support it.
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
