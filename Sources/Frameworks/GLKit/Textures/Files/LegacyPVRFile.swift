// Files of PowerVR's texture format, version 2, which Apple's texturetool wrote.
// Licensed under the MIT license; see LICENSE.

/// Reads files of PowerVR's texture format, version 2, which Apple's texturetool wrote.
///
/// Source: Imagination Technologies, "PVR Texture Format", 2011.
enum LegacyPVRFile {
  private static let headLength = 52

  /// The offsets of the header's words, in bytes from the start.
  private enum Field {
    static let headLength = 0
    static let height = 4
    static let width = 8
    /// Without the first one.
    static let levels = 12
    static let flags = 16
    static let alphaMask = 40
    static let signature = 44
    static let surfaces = 48
  }

  /// Bits of the flags; the lowest byte is the format.
  private enum Flag {
    static let isCubeMap: UInt32 = 0x1000
    static let isVolume: UInt32 = 0x4000
    static let isFlipped: UInt32 = 0x10000
  }

  static func isOne(_ bytes: [UInt8]) -> Bool {
    bytes.count >= Field.surfaces
      && bytes[Field.signature..<Field.surfaces].elementsEqual("PVR!".utf8)
  }

  static func read(_ bytes: [UInt8]) throws(GLKTextureLoaderError) -> TextureSource {
    let file = TextureBytes(bytes)
    let length = try file.number(at: Field.headLength)
    guard length == headLength else {
      throw .damaged("a head of \(length) bytes, not \(headLength)")
    }
    let flags = try file.word(at: Field.flags)
    let hasAlpha = try file.word(at: Field.alphaMask) != 0
    guard let format = format(flags & 0xFF, hasAlpha: hasAlpha) else {
      throw GLKTextureLoaderError(
        .unsupportedPVRFormat,
        "the format 0x\(String(flags & 0xFF, radix: 16)) is not loaded"
      )
    }
    let shape = try shape(of: file, flags)
    try shape.check(format)
    var source = TextureSource(format, isSRGB: false, shape, bytes: bytes)
    source.origin = flags & Flag.isFlipped == 0 ? .topLeft : .bottomLeft
    // Face after face, each with all its levels.
    source.levels = Array(repeating: [], count: shape.levels)
    var offset = headLength
    for _ in 0..<shape.faces {
      for level in 0..<shape.levels {
        let range = try file.range(at: offset, count: source.byteCount(of: level))
        source.levels[level].append(range)
        offset = range.upperBound
      }
    }
    if flags & 0xFF == 0x1A { source.exchangeRedAndBlue() }
    return source
  }

  private static func shape(
    of file: TextureBytes,
    _ flags: UInt32
  ) throws(GLKTextureLoaderError) -> TextureShape {
    let surfaces = try file.number(at: Field.surfaces)
    guard flags & Flag.isVolume == 0 else {
      throw GLKTextureLoaderError(.unsupportedTextureTarget, "a texture of three dimensions")
    }
    let isCube = flags & Flag.isCubeMap != 0
    guard isCube || surfaces <= 1 else {
      throw GLKTextureLoaderError(.pvrAtlasUnsupported, "\(surfaces) surfaces: there must be one")
    }
    return TextureShape(
      width: try file.number(at: Field.width),
      height: try file.number(at: Field.height),
      faces: isCube ? surfaces : 1,
      levels: try file.number(at: Field.levels) + 1
    )
  }

  private static func format(_ number: UInt32, hasAlpha: Bool) -> TexelFormat? {
    switch number {
    case 0x0C, 0x18: .pvrtc(PVRTCFormat(bits: 2, hasAlpha: hasAlpha))
    case 0x0D, 0x19: .pvrtc(PVRTCFormat(bits: 4, hasAlpha: hasAlpha))
    case 0x10: .plain(.rgba4444)
    case 0x11: .plain(.rgba5551)
    case 0x12, 0x1A: .plain(.rgba8)
    case 0x13: .plain(.rgb565)
    case 0x15: .plain(.rgb8)
    case 0x16: .plain(.luminance8)
    case 0x17: .plain(.luminanceAlpha8)
    case 0x1B: .plain(.alpha8)
    case 0x36: .etc(.etc1)
    default: nil
    }
  }
}
