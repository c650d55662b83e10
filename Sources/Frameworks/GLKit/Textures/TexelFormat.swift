// The storage format of a texture's texels.
// Licensed under the MIT license; see LICENSE.

import OpenGLES

/// The storage format of a texture's texels.
enum TexelFormat: Hashable, Sendable {
  case plain(PlainFormat)
  case etc(ETCFormat)
  case astc(ASTCBlock)
  case pvrtc(PVRTCFormat)

  /// The size of a block in texels and in bytes; a texel is a block of its own where it is plain.
  var block: (width: Int, height: Int, bytes: Int) {
    switch self {
    case .plain(let format): (1, 1, format.bytes)
    case .etc(let format): (4, 4, format.blockBytes)
    case .astc(let block): (block.width, block.height, 16)
    case .pvrtc(let format): (format.blockWidth, 4, 8)
    }
  }

  var isCompressed: Bool {
    if case .plain = self { return false }
    return true
  }

  var hasAlpha: Bool {
    switch self {
    case .plain(let format): [.rgba8, .rgba4444, .rgba5551, .luminanceAlpha8].contains(format)
    case .etc(let format): format == .rgba8 || format == .rgb8a1
    // Its blocks have it or not, each for itself.
    case .astc: true
    case .pvrtc(let format): format.hasAlpha
    }
  }

  /// Whether GL has a variant that is decoded from sRGB.
  var hasSRGB: Bool {
    switch self {
    case .plain(let format): format == .rgba8 || format == .rgb8
    case .etc(let format): [.etc1, .rgb8, .rgb8a1, .rgba8].contains(format)
    case .astc, .pvrtc: true
    }
  }

  /// The bytes of a picture; sides are 1...16384.
  ///
  /// - Parameter alignment: The multiple that rows of plain texels are rounded up to, in bytes.
  func byteCount(width: Int, height: Int, alignment: Int = 1) -> Int {
    let block = block
    var columns = (width + block.width - 1) / block.width
    var rows = (height + block.height - 1) / block.height
    // PVRTC needs neighbours: Fenney, "Texture Compression using Low-Frequency Signal Modulation",
    // 2003.
    if case .pvrtc = self { (columns, rows) = (max(columns, 2), max(rows, 2)) }
    let rowBytes = columns * block.bytes
    return isCompressed
      ? rowBytes * rows : (rowBytes + alignment - 1) / alignment * alignment * rows
  }
}

/// Texels without compression; components of 8 bits are bytes in the order of the name.
enum PlainFormat: CaseIterable, Sendable {
  case rgba8, rgb8, luminance8, luminanceAlpha8, alpha8, red8, redGreen8
  /// Words of 16 bits, red in the uppermost bits.
  case rgb565, rgba4444, rgba5551

  var bytes: Int {
    switch self {
    case .rgba8: 4
    case .rgb8: 3
    case .luminanceAlpha8, .redGreen8, .rgb565, .rgba4444, .rgba5551: 2
    case .luminance8, .alpha8, .red8: 1
    }
  }

  /// GL's format of the components.
  var components: Int32 {
    switch self {
    case .rgba8, .rgba4444, .rgba5551: GL_RGBA
    case .rgb8, .rgb565: GL_RGB
    case .luminance8: GL_LUMINANCE
    case .luminanceAlpha8: GL_LUMINANCE_ALPHA
    case .alpha8: GL_ALPHA
    case .red8: GL_RED
    case .redGreen8: GL_RG
    }
  }

  /// GL's type of the words.
  var type: Int32 {
    switch self {
    case .rgb565: GL_UNSIGNED_SHORT_5_6_5
    case .rgba4444: GL_UNSIGNED_SHORT_4_4_4_4
    case .rgba5551: GL_UNSIGNED_SHORT_5_5_5_1
    default: GL_UNSIGNED_BYTE
    }
  }

  /// The format of GL's words.
  init?(components: UInt32, type: UInt32) {
    let found = Self.allCases.first {
      UInt32($0.components) == components && UInt32($0.type) == type
    }
    guard let found else { return nil }
    self = found
  }
}

/// The formats of Ericsson Texture Compression; all have blocks of 4 x 4 texels.
enum ETCFormat: CaseIterable, Sendable {
  case etc1, rgb8, rgb8a1, rgba8
  case red11, signedRed11, redGreen11, signedRedGreen11

  var blockBytes: Int {
    switch self {
    case .etc1, .rgb8, .rgb8a1, .red11, .signedRed11: 8
    case .rgba8, .redGreen11, .signedRedGreen11: 16
    }
  }

  /// GL's name, and the one of the variant in sRGB; 0 where there is none.
  var glFormats: (linear: Int32, encoded: Int32) {
    switch self {
    case .etc1: (GL_ETC1_RGB8_OES, 0)
    case .rgb8: (GL_COMPRESSED_RGB8_ETC2, GL_COMPRESSED_SRGB8_ETC2)
    case .rgb8a1:
      (
        GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2,
        GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2
      )
    case .rgba8: (GL_COMPRESSED_RGBA8_ETC2_EAC, GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC)
    case .red11: (GL_COMPRESSED_R11_EAC, 0)
    case .signedRed11: (GL_COMPRESSED_SIGNED_R11_EAC, 0)
    case .redGreen11: (GL_COMPRESSED_RG11_EAC, 0)
    case .signedRedGreen11: (GL_COMPRESSED_SIGNED_RG11_EAC, 0)
    }
  }
}

/// A size of the blocks of Adaptive Scalable Texture Compression.
struct ASTCBlock: Hashable, Sendable {
  /// Its place in the order that GL, Vulkan and PVR files have in common: 0...13.
  let index: Int

  var width: Int { Self.sizes[index].0 }
  var height: Int { Self.sizes[index].1 }

  private static let sizes = [
    (4, 4), (5, 4), (5, 5), (6, 5), (6, 6), (8, 5), (8, 6), (8, 8), (10, 5), (10, 6), (10, 8),
    (10, 10), (12, 10), (12, 12),
  ]

  static let all = sizes.indices.map(ASTCBlock.init)

  private init(_ index: Int) {
    self.index = index
  }

  init?(index: Int) {
    guard Self.sizes.indices.contains(index) else { return nil }
    self.index = index
  }

  /// GL_COMPRESSED_RGBA_ASTC_4x4_KHR and the following ones.
  var glFormats: (linear: Int32, encoded: Int32) {
    (
      GL_COMPRESSED_RGBA_ASTC_4x4_KHR + Int32(index),
      GL_COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR + Int32(index)
    )
  }
}

/// A format of PowerVR Texture Compression, version 1.
struct PVRTCFormat: Hashable, Sendable {
  /// Bits of a texel: 2 or 4.
  var bits: Int
  var hasAlpha: Bool

  var blockWidth: Int { bits == 2 ? 8 : 4 }

  static let all = [2, 4].flatMap { bits in
    [false, true].map { PVRTCFormat(bits: bits, hasAlpha: $0) }
  }

  /// GL_COMPRESSED_RGB_PVRTC_4BPPV1_IMG and its neighbours; sRGB by another extension.
  var glFormats: (linear: Int32, encoded: Int32) {
    switch (bits, hasAlpha) {
    case (2, false):
      (GL_COMPRESSED_RGB_PVRTC_2BPPV1_IMG, GL_COMPRESSED_SRGB_PVRTC_2BPPV1_EXT)
    case (2, true):
      (GL_COMPRESSED_RGBA_PVRTC_2BPPV1_IMG, GL_COMPRESSED_SRGB_ALPHA_PVRTC_2BPPV1_EXT)
    case (_, false):
      (GL_COMPRESSED_RGB_PVRTC_4BPPV1_IMG, GL_COMPRESSED_SRGB_PVRTC_4BPPV1_EXT)
    case (_, true):
      (GL_COMPRESSED_RGBA_PVRTC_4BPPV1_IMG, GL_COMPRESSED_SRGB_ALPHA_PVRTC_4BPPV1_EXT)
    }
  }
}

extension TexelFormat {
  /// GL's names of a compressed format; nil where it is plain.
  var glFormats: (linear: Int32, encoded: Int32)? {
    switch self {
    case .plain: nil
    case .etc(let format): format.glFormats
    case .astc(let block): block.glFormats
    case .pvrtc(let format): format.glFormats
    }
  }

  static let compressed: [TexelFormat] =
    ETCFormat.allCases.map { .etc($0) } + ASTCBlock.all.map { .astc($0) }
    + PVRTCFormat.all.map { .pvrtc($0) }

  /// The format with one of GL's names, and whether the name means sRGB.
  static func compressed(glFormat: UInt32) -> (format: TexelFormat, isSRGB: Bool)? {
    guard glFormat != 0 else { return nil }
    for format in compressed {
      guard let names = format.glFormats else { continue }
      if UInt32(names.linear) == glFormat { return (format, false) }
      if UInt32(names.encoded) == glFormat { return (format, true) }
    }
    return nil
  }
}
