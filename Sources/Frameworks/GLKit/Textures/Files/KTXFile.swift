// Files of the Khronos texture format, version 1.
// Licensed under the MIT license; see LICENSE.

/// Reads files of the Khronos texture format, version 1.
///
/// Source: <https://registry.khronos.org/KTX/specs/1.0/ktxspec.v1.html>
enum KTXFile {
  static let signature: [UInt8] = [0xAB] + Array("KTX 11".utf8) + [0xBB, 13, 10, 26, 10]

  /// The offsets of the header's words, in bytes from the start.
  private enum Field {
    static let order = 12
    static let type = 16
    static let components = 24
    static let internalFormat = 28
    static let shape = 36
    static let levels = 56
    static let keysLength = 60
    static let end = 64
  }

  static func read(_ bytes: [UInt8]) throws(GLKTextureLoaderError) -> TextureSource {
    var file = TextureBytes(bytes)
    let order = try file.word(at: Field.order)
    guard order == 0x0403_0201 || order == 0x0102_0304 else {
      throw .damaged("byte order 0x\(String(order, radix: 16)) of a KTX file")
    }
    file.isBigEndian = order == 0x0102_0304
    let format = try format(of: file)
    let levels = try file.number(at: Field.levels)
    let shape = try TextureShape(ktx: file, at: Field.shape)
    try shape.check(format.texels)
    var source = TextureSource(format.texels, isSRGB: format.isSRGB, shape, bytes: bytes)
    source.rowAlignment = 4
    source.wantsMipmaps = levels == 0 && !format.texels.isCompressed
    let keys = try file.range(at: Field.end, count: try file.number(at: Field.keysLength))
    source.origin = try KTXKeys(file, keys).origin
    try findPictures(of: &source, levels: shape.levels, in: file, at: keys.upperBound)
    if format.isBGRA { source.exchangeRedAndBlue() }
    if file.isBigEndian, case .plain(let plain) = format.texels, plain.isOfWords {
      source.exchangeBytes()
    }
    return source
  }

  private static func format(
    of file: TextureBytes
  ) throws(GLKTextureLoaderError) -> (texels: TexelFormat, isSRGB: Bool, isBGRA: Bool) {
    let (type, components) = (try file.word(at: Field.type), try file.word(at: Field.components))
    let name = try file.word(at: Field.internalFormat)
    guard type != 0 else {
      guard let (format, isSRGB) = TexelFormat.compressed(glFormat: name) else {
        throw GLKTextureLoaderError(
          .compressedTextureUpload,
          "the compressed format 0x\(String(name, radix: 16)) is unknown"
        )
      }
      return (format, isSRGB, false)
    }
    // GL_BGRA_EXT and GL_RGBA.
    let isBGRA = components == 0x80E1
    guard let plain = PlainFormat(components: isBGRA ? 0x1908 : components, type: type) else {
      throw GLKTextureLoaderError(
        .unsupportedBitDepth,
        "texels of GL's format 0x\(String(components, radix: 16)) and type "
          + "0x\(String(type, radix: 16)) are not loaded"
      )
    }
    // GL_SRGB_EXT, GL_SRGB8, GL_SRGB_ALPHA_EXT, GL_SRGB8_ALPHA8.
    let isSRGB = (0x8C40...0x8C43).contains(name) && TexelFormat.plain(plain).hasSRGB
    return (.plain(plain), isSRGB, isBGRA)
  }

  /// Finds the levels, each with its length before it; pictures begin at multiples of four bytes.
  private static func findPictures(
    of source: inout TextureSource,
    levels: Int,
    in file: TextureBytes,
    at start: Int
  ) throws(GLKTextureLoaderError) {
    var offset = start
    for level in 0..<levels {
      let (length, expected) = (try file.number(at: offset), source.byteCount(of: level))
      guard length == expected else {
        throw .damaged("level \(level) has \(length) bytes, not \(expected)")
      }
      offset += 4
      var pictures: [Range<Int>] = []
      for _ in 0..<source.faces {
        pictures.append(try file.range(at: offset, count: length))
        offset += (length + 3) / 4 * 4
      }
      source.levels.append(pictures)
    }
  }
}

extension PlainFormat {
  /// Whether a texel is one word of 16 bits, not of bytes.
  var isOfWords: Bool { self == .rgb565 || self == .rgba4444 || self == .rgba5551 }
}

extension TextureShape {
  /// The shape in the head of a KTX file of either version: six words, of which the last counts
  /// levels; 0 levels are one.
  init(ktx file: TextureBytes, at offset: Int) throws(GLKTextureLoaderError) {
    self.init(
      width: try file.number(at: offset),
      height: try file.number(at: offset + 4),
      depth: try file.number(at: offset + 8),
      layers: try file.number(at: offset + 12),
      faces: try file.number(at: offset + 16),
      levels: max(try file.number(at: offset + 20), 1)
    )
  }
}

/// The keys and values of KTX files of both versions.
struct KTXKeys {
  /// The position of the first row.
  private(set) var origin = GLKTextureInfoOrigin.unknown

  /// - Parameter range: Where they lie: a length, a key that ends with 0, a value, padding to four
  ///   bytes.
  init(_ file: TextureBytes, _ range: Range<Int>) throws(GLKTextureLoaderError) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let length = try file.number(at: offset)
      let entry = try file.range(at: offset + 4, count: length)
      guard entry.upperBound <= range.upperBound else {
        throw .damaged("a key of \(length) bytes does not fit in what keys have")
      }
      let parts = file.bytes[entry].split(separator: 0, maxSplits: 1)
      if parts.count == 2, parts[0].elementsEqual("KTXorientation".utf8) {
        origin = try Self.origin(String(decoding: parts[1].prefix { $0 != 0 }, as: UTF8.self))
      }
      offset = entry.upperBound + (4 - length % 4) % 4
    }
  }

  /// "S=r,T=d" in version 1, "rd" in version 2: to the right, and down or up.
  private static func origin(
    _ text: String
  ) throws(GLKTextureLoaderError) -> GLKTextureInfoOrigin {
    switch text {
    case "S=r,T=d", "rd": return .topLeft
    case "S=r,T=u", "ru": return .bottomLeft
    default:
      throw GLKTextureLoaderError(
        .unsupportedOrientation,
        "the orientation \(text.debugDescription): rows must run to the right"
      )
    }
  }
}
