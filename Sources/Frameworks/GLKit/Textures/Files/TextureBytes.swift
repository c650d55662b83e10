// Reading numbers from files of textures, and the checks that all of them need.
// Licensed under the MIT license; see LICENSE.

/// The bytes of a file of textures.
struct TextureBytes {
  let bytes: [UInt8]
  /// Whether the most significant byte of a word comes first.
  var isBigEndian = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A word of four bytes.
  func word(at offset: Int) throws(GLKTextureLoaderError) -> UInt32 {
    let range = try range(at: offset, count: 4)
    let value = bytes[range].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return isBigEndian ? value.byteSwapped : value
  }

  /// A number of four bytes.
  func number(at offset: Int) throws(GLKTextureLoaderError) -> Int {
    Int(try word(at: offset))
  }

  /// A number of eight bytes, the least significant first, if it can be an offset.
  func longNumber(at offset: Int) throws(GLKTextureLoaderError) -> Int {
    let (low, high) = (try number(at: offset), try number(at: offset + 4))
    guard high < 1 << 16 else {
      throw .damaged("the number at byte \(offset) is no offset in a file")
    }
    return high << 32 | low
  }

  /// The range of `count` bytes, if the file has them.
  func range(at offset: Int, count: Int) throws(GLKTextureLoaderError) -> Range<Int> {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
      throw .damaged("\(count) bytes at \(offset) are missing: there are \(bytes.count)")
    }
    return offset..<offset + count
  }

  func begins(with signature: [UInt8]) -> Bool {
    bytes.starts(with: signature)
  }
}

/// The shape of a texture, by the header of its file.
struct TextureShape {
  var width: Int
  var height: Int
  /// The size in the third dimension; 0 and 1 are none.
  var depth = 1
  /// The number of layers; 0 and 1 are no array.
  var layers = 1
  var faces = 1
  /// The number of levels; at least 1.
  var levels = 1

  /// Throws unless textures of this shape can be loaded.
  func check(_ format: TexelFormat) throws(GLKTextureLoaderError) {
    let side = 1...TextureSource.maximumSide
    guard side.contains(width), side.contains(height) else {
      throw GLKTextureLoaderError(
        width == 0 || height == 0
          ? .unsupportedTextureTarget
          : format.isCompressed ? .compressedTextureUpload : .uncompressedTextureUpload,
        "\(width) x \(height) texels: sides must be 1...\(side.upperBound)"
      )
    }
    guard depth <= 1, layers <= 1 else {
      throw GLKTextureLoaderError(
        .unsupportedTextureTarget,
        "\(depth) texels deep, \(layers) layers: there must be one of each"
      )
    }
    guard faces == 1 || faces == 6 else {
      throw GLKTextureLoaderError(.unsupportedTextureTarget, "\(faces) faces: 1 or 6 are possible")
    }
    guard faces == 1 || width == height else {
      throw GLKTextureLoaderError(
        .unsupportedCubeMapDimensions,
        "a cube map of \(width) x \(height) texels: its faces must be squares"
      )
    }
    let most = TextureSource.levelCount(width, height)
    guard (1...most).contains(levels) else {
      throw .damaged("\(levels) levels: \(width) x \(height) texels have 1...\(most)")
    }
    if case .pvrtc = format, width & (width - 1) != 0 || height & (height - 1) != 0 {
      throw GLKTextureLoaderError(
        .unsupportedPVRFormat,
        "PVRTC of \(width) x \(height) texels: sides must be powers of two"
      )
    }
  }
}

extension TextureSource {
  /// A texture of a checked shape whose pictures are not found yet.
  init(_ format: TexelFormat, isSRGB: Bool, _ shape: TextureShape, bytes: [UInt8]) {
    self.init(
      format: format,
      isSRGB: isSRGB,
      width: shape.width,
      height: shape.height,
      faces: shape.faces,
      levels: [],
      bytes: bytes
    )
    alphaState = format.hasAlpha ? .nonPremultiplied : .none
    origin = .unknown
  }

  /// Exchanges red and blue of texels of four bytes.
  mutating func exchangeRedAndBlue() {
    for range in levels.joined() {
      for texel in stride(from: range.lowerBound, to: range.upperBound - 3, by: 4) {
        bytes.swapAt(texel, texel + 2)
      }
    }
  }

  /// Exchanges the bytes of words of 16 bits.
  mutating func exchangeBytes() {
    for range in levels.joined() {
      for word in stride(from: range.lowerBound, to: range.upperBound - 1, by: 2) {
        bytes.swapAt(word, word + 1)
      }
    }
  }
}

extension GLKTextureLoaderError {
  /// The bytes contradict themselves.
  static func damaged(_ reason: String) -> GLKTextureLoaderError {
    GLKTextureLoaderError(.invalidNSData, reason)
  }
}
