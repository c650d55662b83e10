// Textures of images, and of files with whatever is in them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
package import Foundation
import ImageIO

extension TextureSource {
  /// Reads a file: a container of textures, or an image.
  ///
  /// - Parameter isColor: Whether grey images become colours all the same.
  package init(
    _ data: Data,
    _ options: TextureOptions,
    isColor: Bool = false
  ) throws(GLKTextureLoaderError) {
    let head = [UInt8](data.prefix(52))
    if head.starts(with: KTXFile.signature) {
      self = try KTXFile.read([UInt8](data))
    } else if head.starts(with: KTX2File.signature) {
      self = try KTX2File.read([UInt8](data))
    } else if head.starts(with: PVRFile.signature) {
      self = try PVRFile.read([UInt8](data))
    } else if LegacyPVRFile.isOne(head) {
      self = try LegacyPVRFile.read([UInt8](data))
    } else {
      let image = try Self.image(data)
      self.init(image, options, isColor: isColor)
      // Images from files have their colours multiplied; files have them straight.
      if alphaState == .premultiplied, !options.isPremultiplied { divide() }
    }
  }

  private static func image(_ data: Data) throws(GLKTextureLoaderError) -> CGImage {
    do {
      return try CGImageSource(data).image(at: 0)
    } catch {
      if case .unknownType = error { throw GLKTextureLoaderError(.unknownFileType, "\(error)") }
      throw .damaged("\(error)")
    }
  }

  /// The pixels of an image, rows from the top.
  ///
  /// - Parameter isColor: Whether grey images become colours all the same.
  init(_ image: CGImage, _ options: TextureOptions, isColor: Bool = false) {
    let (width, height) = (image.width, image.height)
    let space = image.colorSpace?.model
    let hasAlpha = ![.none, .noneSkipFirst, .noneSkipLast].contains(image.alphaInfo)
    let (format, bytes): (PlainFormat, [UInt8])
    if space == nil, !isColor {
      // A mask, or alpha alone.
      (format, bytes) = (.alpha8, image.pixelStorage.plane(image.isMask ? 0 : 3))
    } else if space == .monochrome, !hasAlpha, !isColor {
      format = options.isGrayAlpha ? .alpha8 : .luminance8
      bytes = image.pixelStorage.plane(0)
    } else {
      format = .rgba8
      bytes = (options.isPremultiplied ? nil : image.straightBytes) ?? image.pixelStorage.touching
    }
    self.init(
      format: .plain(format),
      width: width,
      height: height,
      levels: [[0..<bytes.count]],
      bytes: bytes
    )
    guard format == .rgba8, hasAlpha else { return }
    alphaState = .premultiplied
    guard [.first, .last].contains(image.alphaInfo), !options.isPremultiplied else { return }
    alphaState = .nonPremultiplied
    if image.straightBytes == nil { divide() }
  }

  /// Divides colours by their alpha.
  private mutating func divide() {
    for texel in stride(from: 0, to: bytes.count - 3, by: 4) {
      let alpha = bytes[texel + 3]
      guard alpha < 255 else { continue }
      for index in texel..<texel + 3 { bytes[index] = CoreGraphics.divide(bytes[index], alpha) }
    }
    alphaState = .nonPremultiplied
  }
}

extension CGImage {
  /// The bytes of an image that has R, G, B, A, straight, in sRGB already; nil for others.
  fileprivate var straightBytes: [UInt8]? {
    let order = byteOrderInfo
    guard alphaInfo == .last, bitsPerComponent == 8, bitsPerPixel == 32,
      order == .orderDefault || order == .order32Big, colorSpace?.model == .rgb,
      colorSpace?.name == nil || colorSpace?.name == CGColorSpace.sRGB, decode == nil,
      let data = dataProvider?.data
    else { return nil }
    let rowBytes = bytesPerRow
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for row in 0..<height {
      let start = data.startIndex + row * rowBytes
      bytes += data[start..<start + width * 4]
    }
    return bytes
  }
}

extension PixelStorage {
  /// The bytes of rows that touch.
  fileprivate var touching: [UInt8] {
    withBytes { bytes in
      guard rowBytes != width * 4 else { return [UInt8](bytes) }
      return (0..<height).flatMap { row in bytes[row * rowBytes..<row * rowBytes + width * 4] }
    }
  }
}

// MARK: - Cube maps

extension TextureSource {
  /// A cube map of six faces that were loaded: +x, -x, +y, -y, +z, -z.
  init(faces: [TextureSource]) throws(GLKTextureLoaderError) {
    guard faces.count == 6, let first = faces.first else {
      throw GLKTextureLoaderError(.cubeMapInvalidNumFiles, "\(faces.count) files: there must be 6")
    }
    self = first
    self.faces = 6
    bytes = []
    levels = Array(repeating: [], count: first.levels.count)
    for face in faces {
      let isAlike =
        face.format == first.format && face.isSRGB == first.isSRGB && face.faces == 1
        && face.width == face.height && face.width == first.width
        && face.rowAlignment == first.rowAlignment && face.levels.count == first.levels.count
      guard isAlike else {
        throw GLKTextureLoaderError(
          .unsupportedCubeMapDimensions,
          "faces of \(first.width) x \(first.height) texels of \(first.format) and of "
            + "\(face.width) x \(face.height) of \(face.format): they must be equal squares"
        )
      }
      for (level, pictures) in face.levels.enumerated() {
        let start = bytes.count
        for range in pictures { bytes += face.bytes[range] }
        levels[level].append(start..<bytes.count)
      }
      // One face with alpha makes it one of all.
      if alphaState == .none { alphaState = face.alphaState }
    }
  }

  /// The texture as a cube map: if it is a strip of six squares, from the top or from the left.
  package func asCubeMap() throws(GLKTextureLoaderError) -> TextureSource {
    if faces == 6 { return self }
    let side = min(width, height)
    guard max(width, height) == side * 6, levels.count == 1, let strip = levels.first?.first,
      case .plain(let plain) = format
    else {
      throw GLKTextureLoaderError(
        .unsupportedCubeMapDimensions,
        "\(width) x \(height) texels of \(format): a cube map is a strip of six squares"
      )
    }
    let stripBytes = strip.count / height
    let rowBytes = side * plain.bytes
    let isColumn = height > width
    var cube = self
    (cube.width, cube.height, cube.faces, cube.rowAlignment) = (side, side, 6, 1)
    cube.bytes = []
    cube.bytes.reserveCapacity(rowBytes * side * 6)
    for face in 0..<6 {
      for row in 0..<side {
        let start =
          strip.lowerBound
          + (isColumn ? (face * side + row) * stripBytes : row * stripBytes + face * rowBytes)
        cube.bytes += bytes[start..<start + rowBytes]
      }
    }
    let picture = rowBytes * side
    cube.levels = [(0..<6).map { $0 * picture..<($0 + 1) * picture }]
    return cube
  }
}
