// Files of PowerVR's texture format, version 3.
// Licensed under the MIT license; see LICENSE.

/// Reads files of PowerVR's texture format, version 3.
///
/// Source: Imagination Technologies, "PVR File Format", 2019.
enum PVRFile {
  static let signature = Array("PVR".utf8) + [3]

  /// The offsets of the header's words, in bytes from the start.
  private enum Field {
    static let flags = 4
    static let format = 8
    static let bits = 12
    static let colorSpace = 16
    static let channelType = 20
    static let height = 24
    static let width = 28
    static let depth = 32
    static let surfaces = 36
    static let faces = 40
    static let levels = 44
    static let keysLength = 48
    static let end = 52
  }

  static func read(_ bytes: [UInt8]) throws(GLKTextureLoaderError) -> TextureSource {
    let file = TextureBytes(bytes)
    let format = try format(of: file)
    let surfaces = try file.number(at: Field.surfaces)
    guard surfaces <= 1 else {
      throw GLKTextureLoaderError(.pvrAtlasUnsupported, "\(surfaces) surfaces: there must be one")
    }
    let shape = TextureShape(
      width: try file.number(at: Field.width),
      height: try file.number(at: Field.height),
      depth: try file.number(at: Field.depth),
      faces: try file.number(at: Field.faces),
      levels: max(try file.number(at: Field.levels), 1)
    )
    try shape.check(format.texels)
    let space = try file.word(at: Field.colorSpace)
    var source = TextureSource(
      format.texels,
      isSRGB: space == 1 && format.texels.hasSRGB,
      shape,
      bytes: bytes
    )
    // Bit 1 of the flags.
    if source.alphaState == .nonPremultiplied, try file.word(at: Field.flags) & 2 != 0 {
      source.alphaState = .premultiplied
    }
    let keys = try file.range(at: Field.end, count: try file.number(at: Field.keysLength))
    let values = try PVRKeys(file, keys)
    source.origin = values.origin
    var offset = keys.upperBound
    for level in 0..<shape.levels {
      let picture = source.byteCount(of: level)
      var pictures: [Range<Int>] = []
      for _ in 0..<shape.faces {
        pictures.append(try file.range(at: offset, count: picture))
        offset += picture
      }
      if shape.faces == 6 { pictures = values.faceOrder.map { pictures[$0] } }
      source.levels.append(pictures)
    }
    if format.isBGRA { source.exchangeRedAndBlue() }
    return source
  }

  private static func format(
    of file: TextureBytes
  ) throws(GLKTextureLoaderError) -> (texels: TexelFormat, isBGRA: Bool) {
    let (name, bits) = (try file.word(at: Field.format), try file.word(at: Field.bits))
    if bits == 0, let format = compressed(Int(name)) { return (format, false) }
    let channels = String(decoding: file.bytes[Field.format..<Field.bits], as: UTF8.self)
      .prefix { $0 != "\0" }
    let sizes = file.bytes[Field.bits..<Field.colorSpace].prefix(channels.count).map(Int.init)
    // 0 is a byte and 4 a word of 16 bits, both of numbers 0...1.
    let type = try file.word(at: Field.channelType)
    let plain: PlainFormat? =
      switch (channels, sizes) {
      case ("rgba", [8, 8, 8, 8]), ("bgra", [8, 8, 8, 8]): .rgba8
      case ("rgb", [8, 8, 8]): .rgb8
      case ("l", [8]): .luminance8
      case ("la", [8, 8]): .luminanceAlpha8
      case ("a", [8]): .alpha8
      case ("r", [8]): .red8
      case ("rg", [8, 8]): .redGreen8
      case ("rgb", [5, 6, 5]): .rgb565
      case ("rgba", [4, 4, 4, 4]): .rgba4444
      case ("rgba", [5, 5, 5, 1]): .rgba5551
      default: nil
      }
    guard bits != 0, let plain, type == 0 || type == 4 && plain.isOfWords else {
      throw GLKTextureLoaderError(
        .unsupportedPVRFormat,
        "the format 0x\(String(name, radix: 16)), 0x\(String(bits, radix: 16)) of type \(type)"
          + " is not loaded"
      )
    }
    return (.plain(plain), channels == "bgra")
  }

  private static func compressed(_ number: Int) -> TexelFormat? {
    switch number {
    case 0...3: .pvrtc(PVRTCFormat(bits: number < 2 ? 2 : 4, hasAlpha: number % 2 == 1))
    case 6: .etc(.etc1)
    case 22: .etc(.rgb8)
    case 23: .etc(.rgba8)
    case 24: .etc(.rgb8a1)
    case 25: .etc(.red11)
    case 26: .etc(.redGreen11)
    case 27...40: ASTCBlock(index: number - 27).map { .astc($0) }
    default: nil
    }
  }
}

/// The keys of PVR files.
private struct PVRKeys {
  private(set) var origin = GLKTextureInfoOrigin.unknown
  /// The places in the file of the faces +x, -x, +y, -y, +z, -z.
  private(set) var faceOrder = Array(0..<6)

  /// - Parameter range: Where they lie: the file's signature, a key, a length, a value.
  init(_ file: TextureBytes, _ range: Range<Int>) throws(GLKTextureLoaderError) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let isOwn = try file.bytes[file.range(at: offset, count: 4)].elementsEqual(PVRFile.signature)
      let (key, length) = (try file.word(at: offset + 4), try file.number(at: offset + 8))
      let value = try file.range(at: offset + 12, count: length)
      guard value.upperBound <= range.upperBound else {
        throw .damaged("a value of \(length) bytes does not fit in what keys have")
      }
      if isOwn { try take(key, Array(file.bytes[value])) }
      offset = value.upperBound
    }
  }

  private mutating func take(_ key: UInt32, _ value: [UInt8]) throws(GLKTextureLoaderError) {
    switch key {
    case 2:
      let order = "XxYyZz".utf8.map { face in value.firstIndex(of: face) }.compactMap { $0 }
      guard value.count == 6, order.count == 6 else {
        throw GLKTextureLoaderError(.unsupportedOrientation, "the order of faces \(value)")
      }
      faceOrder = order
    case 3:
      // Not to the right, and not down.
      guard value.count == 3, value[0] == 0, value[1] <= 1 else {
        throw GLKTextureLoaderError(.unsupportedOrientation, "the orientation \(value)")
      }
      origin = value[1] == 0 ? .topLeft : .bottomLeft
    default: break
    }
  }
}
