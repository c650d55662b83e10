// The texels of a texture in memory, before GL has them.
// Licensed under the MIT license; see LICENSE.

/// The texels of a texture in memory, before GL has them.
package struct TextureSource {
  var format: TexelFormat
  /// Whether colours are decoded from sRGB when a shader reads them.
  var isSRGB = false
  /// In texels, 1...16384.
  package var width: Int
  /// In texels, 1...16384.
  package var height: Int
  /// 1, or 6 in the order +x, -x, +y, -y, +z, -z.
  var faces = 1
  /// The ranges of pictures in `bytes`: a list of levels, each of one picture for each face.
  var levels: [[Range<Int>]]
  /// The alignment of rows of plain texels, in bytes.
  var rowAlignment = 1
  var bytes: [UInt8]
  var alphaState = GLKTextureInfoAlphaState.none
  /// The position of the first row.
  var origin = GLKTextureInfoOrigin.topLeft
  /// Whether the file requests that GL make the smaller levels.
  var wantsMipmaps = false

  /// The longest side of a texture in texels; GL may have a lower limit.
  static let maximumSide = 16384

  /// The number of levels down to a single texel.
  var fullLevelCount: Int { Self.levelCount(width, height) }

  static func levelCount(_ width: Int, _ height: Int) -> Int {
    Int.bitWidth - max(width, height, 1).leadingZeroBitCount
  }

  /// The size of a level.
  func size(of level: Int) -> (width: Int, height: Int) {
    (max(width >> level, 1), max(height >> level, 1))
  }

  /// The bytes of one picture of a level.
  func byteCount(of level: Int) -> Int {
    let size = size(of: level)
    return format.byteCount(width: size.width, height: size.height, alignment: rowAlignment)
  }
}

extension TextureSource {
  /// Multiplies colours with their alpha.
  package mutating func premultiply() throws(GLKTextureLoaderError) {
    guard alphaState == .nonPremultiplied else { return }
    guard case .plain(let plain) = format, plain == .rgba8 || plain == .luminanceAlpha8 else {
      throw GLKTextureLoaderError(
        .alphaPremultiplicationFailure,
        "texels of \(format) cannot be multiplied with their alpha"
      )
    }
    let colors = plain.bytes - 1
    for range in levels.joined() {
      // Rows of these formats touch, or have padding of whole texels.
      for texel in stride(from: range.lowerBound, to: range.upperBound - colors, by: plain.bytes) {
        let alpha = UInt32(bytes[texel + colors])
        for index in texel..<texel + colors {
          bytes[index] = UInt8((UInt32(bytes[index]) * alpha + 127) / 255)
        }
      }
    }
    alphaState = .premultiplied
  }

  /// Exchanges the first row with the last one, and so on, unless the first one is the lowest.
  package mutating func makeBottomLeft() throws(GLKTextureLoaderError) {
    guard origin != .bottomLeft else { return }
    guard !format.isCompressed else {
      throw GLKTextureLoaderError(
        .reorientationFailure,
        "compressed texels, of \(format), cannot be turned over"
      )
    }
    for (level, pictures) in levels.enumerated() {
      let rows = size(of: level).height
      for range in pictures {
        let rowBytes = range.count / rows
        for row in 0..<rows / 2 {
          let (upper, lower) = (
            range.lowerBound + row * rowBytes, range.upperBound - (row + 1) * rowBytes
          )
          for index in 0..<rowBytes { bytes.swapAt(upper + index, lower + index) }
        }
      }
    }
    origin = .bottomLeft
  }

  /// Makes shaders read colours as linear light.
  mutating func makeSRGB() throws(GLKTextureLoaderError) {
    guard format.hasSRGB else {
      throw GLKTextureLoaderError(.incompatibleFormatSRGB, "\(format) has no variant of sRGB")
    }
    isSRGB = true
  }
}
