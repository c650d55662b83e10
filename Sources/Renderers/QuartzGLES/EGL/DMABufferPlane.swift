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
  /// Ten bits each of B, G and R, blue in the lowest of a word, and two unused ones.
  static let bgrx10 = number("XR30")
  /// The same, and two bits of alpha.
  static let bgra10 = number("AR30")
  /// Ten bits each of R, G and B, red in the lowest of a word, and two unused ones.
  static let rgbx10 = number("XB30")
  /// The same, and two bits of alpha.
  static let rgba10 = number("AB30")
  /// Half floats R, G, B, A in memory.
  static let rgbaHalf = number("AB4H")
  /// A byte.
  static let red = number("R8  ")
  /// Two bytes, the first red.
  static let redGreen = number("GR88")

  /// The formats of textures that dma-bufs become.
  static let imported = [
    rgba, bgra, red, redGreen, rgbaHalf, rgbx10, rgba10, bgrx10, bgra10,
  ]

  static func number(_ letters: StaticString) -> UInt32 {
    letters.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// The letters of a code, without spaces at the end.
  static func name(_ format: UInt32) -> String {
    let letters = (0..<4 as Range<UInt32>).map { UInt8(truncatingIfNeeded: format >> ($0 * 8)) }
    return String(decoding: letters.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self)
  }
}

/// The layout of pixels in a dma-buf, without tiling.
struct DMABufferPlane: Equatable {
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
  ///
  /// - Parameter modifier: DRM's number of the order of pixels; nil where the driver may know it by
  ///   itself.
  func makeImage(
    _ display: EGLDisplay,
    _ format: UInt32,
    width: Int,
    height: Int,
    modifier: UInt64? = nil
  ) -> EGLImage? {
    var attributes: [EGLAttrib] = [
      EGLAttrib(EGL_WIDTH), width, EGLAttrib(EGL_HEIGHT), height,
      EGLAttrib(EGL_LINUX_DRM_FOURCC_EXT), EGLAttrib(format),
      EGLAttrib(EGL_DMA_BUF_PLANE0_FD_EXT), EGLAttrib(descriptor),
      EGLAttrib(EGL_DMA_BUF_PLANE0_OFFSET_EXT), offset,
      EGLAttrib(EGL_DMA_BUF_PLANE0_PITCH_EXT), rowBytes,
    ]
    if let modifier {
      attributes += [
        EGLAttrib(EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT), EGLAttrib(modifier & 0xFFFF_FFFF),
        EGLAttrib(EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT), EGLAttrib(modifier >> 32),
      ]
    }
    attributes.append(EGLAttrib(EGL_NONE))
    return eglCreateImage(display, nil, EGLenum(EGL_LINUX_DMA_BUF_EXT), nil, attributes)
  }
}
