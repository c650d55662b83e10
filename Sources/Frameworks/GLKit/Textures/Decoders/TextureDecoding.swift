// Textures of formats that a driver lacks, as plain texels.
// Licensed under the MIT license; see LICENSE.

extension TextureSource {
  /// The most bytes that one picture may take.
  private static let largestPicture = 512 << 20

  /// The texture as R, G, B, A bytes; one of plain texels as it is.
  package func decoded() throws(GLKTextureLoaderError) -> TextureSource {
    if case .plain = format { return self }
    var plain = self
    plain.format = .plain(.rgba8)
    plain.rowAlignment = 1
    plain.bytes = []
    plain.levels = []
    guard width * height * 4 <= Self.largestPicture else {
      throw GLKTextureLoaderError(
        .dataPreprocessingFailure,
        "\(width) x \(height) texels of \(format), which the driver lacks, take more than "
          + "\(Self.largestPicture) bytes"
      )
    }
    // One for all pictures: it has tables of the block's size, which take longer than a small
    // picture.
    var astc: ASTCDecoder?
    if case .astc(let block) = format { astc = ASTCDecoder(block, isSRGB: isSRGB) }
    for (level, pictures) in levels.enumerated() {
      let size = size(of: level)
      var ranges: [Range<Int>] = []
      for range in pictures {
        let start = plain.bytes.count
        plain.bytes += try picture(bytes[range], astc, width: size.width, height: size.height)
        ranges.append(start..<plain.bytes.count)
      }
      plain.levels.append(ranges)
    }
    return plain
  }

  private func picture(
    _ blocks: ArraySlice<UInt8>,
    _ astc: borrowing ASTCDecoder?,
    width: Int,
    height: Int
  ) throws(GLKTextureLoaderError) -> [UInt8] {
    switch format {
    case .plain: return Array(blocks)
    case .pvrtc(let format):
      return PVRTCDecoder.decode(blocks, format, width: width, height: height)
    case .astc:
      guard let texels = astc?.decode(blocks, width: width, height: height) else {
        throw GLKTextureLoaderError(.dataPreprocessingFailure, "\(format) cannot be decoded")
      }
      return texels
    case .etc(let format):
      guard format != .signedRed11, format != .signedRedGreen11 else {
        throw GLKTextureLoaderError(.compressedTextureUpload, "the driver lacks \(format)")
      }
      return ETCPicture.decode(blocks, format, width: width, height: height)
    }
  }
}

/// Pictures of Ericsson Texture Compression.
enum ETCPicture {
  /// Decodes a picture to R, G, B, A bytes; components of 11 bits are rounded.
  ///
  /// - Parameter blocks: As many bytes as `TexelFormat.byteCount` says.
  static func decode(
    _ blocks: ArraySlice<UInt8>,
    _ format: ETCFormat,
    width: Int,
    height: Int
  ) -> [UInt8] {
    var texels = [UInt8](repeating: 0, count: width * height * 4)
    let columns = (width + 3) / 4
    let words = Array(blocks).words
    let perBlock = format.blockBytes / 8
    for index in 0..<words.count / perBlock {
      let block = words[index * perBlock..<(index + 1) * perBlock]
      let (left, top) = (index % columns * 4, index / columns * 4)
      decode(block, format) { x, y, color in
        // The last blocks may reach beyond the picture.
        guard left + x < width, top + y < height else { return }
        let start = ((top + y) * width + left + x) * 4
        for component in 0..<4 { texels[start + component] = color[component] }
      }
    }
    return texels
  }

  private static func decode(
    _ block: ArraySlice<UInt64>,
    _ format: ETCFormat,
    _ put: (Int, Int, SIMD4<UInt8>) -> Void
  ) {
    guard let one = block.first, let last = block.last else { return }
    switch format {
    case .etc1, .rgb8: ETCDecoder(hasPunchThrough: false).decode(last, put)
    case .rgb8a1: ETCDecoder(hasPunchThrough: true).decode(last, put)
    case .rgba8:
      ETCDecoder(hasPunchThrough: false).decode(last) { x, y, color in
        put(x, y, SIMD4(color.x, color.y, color.z, EACDecoder.byte(one, x, y)))
      }
    case .red11, .redGreen11, .signedRed11, .signedRedGreen11:
      for x in 0..<4 {
        for y in 0..<4 {
          let green = format == .redGreen11 ? EACDecoder.wideByte(last, x, y) : 0
          put(x, y, SIMD4(EACDecoder.wideByte(one, x, y), green, 0, 255))
        }
      }
    }
  }
}

extension [UInt8] {
  /// Words of eight bytes, the most significant one first.
  fileprivate var words: [UInt64] {
    (0..<count / 8).map { word in
      self[word * 8..<word * 8 + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
