// Files of the Khronos texture format, version 2.
// Licensed under the MIT license; see LICENSE.

/// Reads files of the Khronos texture format, version 2, without supercompression.
///
/// Source: <https://registry.khronos.org/KTX/specs/2.0/ktxspec.v2.html>
enum KTX2File {
  static let signature: [UInt8] = [0xAB] + Array("KTX 20".utf8) + [0xBB, 13, 10, 26, 10]

  /// The offsets of the header's numbers, in bytes from the start.
  private enum Field {
    static let format = 12
    static let shape = 20
    static let levels = 40
    static let supercompression = 44
    static let descriptorOffset = 48
    static let descriptorLength = 52
    static let keysOffset = 56
    static let keysLength = 60
    static let index = 80
  }

  static func read(_ bytes: [UInt8]) throws(GLKTextureLoaderError) -> TextureSource {
    let file = TextureBytes(bytes)
    let number = try file.word(at: Field.format)
    guard let format = VulkanFormat(number) else {
      throw GLKTextureLoaderError(.unknownFileType, "Vulkan's format \(number) is not loaded")
    }
    let scheme = try file.number(at: Field.supercompression)
    guard scheme == 0 else {
      throw GLKTextureLoaderError(
        .unknownFileType,
        "supercompression of scheme \(scheme): only 0, none, is loaded"
      )
    }
    let levels = try file.number(at: Field.levels)
    let shape = try TextureShape(ktx: file, at: Field.shape)
    try shape.check(format.texels)
    var source = TextureSource(format.texels, isSRGB: format.isSRGB, shape, bytes: bytes)
    source.wantsMipmaps = levels == 0 && !format.texels.isCompressed
    let keys = try file.range(
      at: try file.number(at: Field.keysOffset),
      count: try file.number(at: Field.keysLength)
    )
    source.origin = try KTXKeys(file, keys).origin
    if source.alphaState == .nonPremultiplied, try isPremultiplied(file) {
      source.alphaState = .premultiplied
    }
    for level in 0..<shape.levels {
      source.levels.append(try pictures(of: level, of: source, in: file))
    }
    if format.isBGRA { source.exchangeRedAndBlue() }
    return source
  }

  /// Bit 0 of the flags, the last byte of the third word of the descriptor's first block, which
  /// comes after a word of its length.
  private static func isPremultiplied(_ file: TextureBytes) throws(GLKTextureLoaderError) -> Bool {
    let length = try file.number(at: Field.descriptorLength)
    guard length > 0 else { return false }
    let range = try file.range(at: try file.number(at: Field.descriptorOffset), count: length)
    guard length >= 16 else { throw .damaged("a format descriptor of \(length) bytes") }
    return file.bytes[range.lowerBound + 15] & 1 != 0
  }

  /// The index has the offset and the length of each level, and its decompressed length, of 8 bytes
  /// each.
  private static func pictures(
    of level: Int,
    of source: TextureSource,
    in file: TextureBytes
  ) throws(GLKTextureLoaderError) -> [Range<Int>] {
    let entry = Field.index + level * 24
    let length = try file.longNumber(at: entry + 8)
    let range = try file.range(at: try file.longNumber(at: entry), count: length)
    let picture = source.byteCount(of: level)
    guard length == picture * source.faces else {
      throw .damaged("level \(level) has \(length) bytes, not \(picture * source.faces)")
    }
    return (0..<source.faces).map { face in
      let start = range.lowerBound + face * picture
      return start..<start + picture
    }
  }
}

/// One of Vulkan's formats, by its number.
private struct VulkanFormat {
  let texels: TexelFormat
  let isSRGB: Bool
  var isBGRA = false

  // Source: https://registry.khronos.org/vulkan/specs/latest/man/html/VkFormat.html
  init?(_ number: UInt32) {
    switch number {
    case 2: (texels, isSRGB) = (.plain(.rgba4444), false)
    case 4: (texels, isSRGB) = (.plain(.rgb565), false)
    case 6: (texels, isSRGB) = (.plain(.rgba5551), false)
    case 9: (texels, isSRGB) = (.plain(.red8), false)
    case 16: (texels, isSRGB) = (.plain(.redGreen8), false)
    case 23, 29: (texels, isSRGB) = (.plain(.rgb8), number == 29)
    case 37, 43: (texels, isSRGB) = (.plain(.rgba8), number == 43)
    case 44, 50: (texels, isSRGB, isBGRA) = (.plain(.rgba8), number == 50, true)
    case 147, 148: (texels, isSRGB) = (.etc(.rgb8), number == 148)
    case 149, 150: (texels, isSRGB) = (.etc(.rgb8a1), number == 150)
    case 151, 152: (texels, isSRGB) = (.etc(.rgba8), number == 152)
    case 153: (texels, isSRGB) = (.etc(.red11), false)
    case 154: (texels, isSRGB) = (.etc(.signedRed11), false)
    case 155: (texels, isSRGB) = (.etc(.redGreen11), false)
    case 156: (texels, isSRGB) = (.etc(.signedRedGreen11), false)
    case 157...184:
      guard let block = ASTCBlock(index: Int(number - 157) / 2) else { return nil }
      (texels, isSRGB) = (.astc(block), number % 2 == 0)
    // VK_FORMAT_PVRTC1_2BPP_UNORM_BLOCK_IMG, 4BPP, and both in sRGB.
    case 1_000_054_000, 1_000_054_004:
      (texels, isSRGB) = (.pvrtc(PVRTCFormat(bits: 2, hasAlpha: true)), number % 10 == 4)
    case 1_000_054_001, 1_000_054_005:
      (texels, isSRGB) = (.pvrtc(PVRTCFormat(bits: 4, hasAlpha: true)), number % 10 == 5)
    default: return nil
    }
  }
}
