// Files of textures.
// Licensed under the MIT license; see LICENSE.

import Foundation
import GLKit
import TestRandom

/// Containers of every kind, made up and damaged.
final class TextureTarget: FuzzTarget {
  func makeInput(_ generator: inout SeededGenerator) throws -> FuzzInput {
    var bytes = Self.container(&generator)
    bytes.damage(&generator, head: 160)
    return FuzzInput(file: bytes)
  }

  private static func little(_ words: UInt32...) -> [UInt8] {
    words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }

  /// The head of a container with a random format of those that it may have, and enough bytes.
  private static func container(_ generator: inout SeededGenerator) -> [UInt8] {
    let side = UInt32(1 + generator.index(below: 24))
    let square = generator.once(in: 2)
    let height = square ? side : UInt32(1 + generator.index(below: 24))
    let faces: UInt32 = square && generator.once(in: 3) ? 6 : 1
    let levels = UInt32(1 + generator.index(below: 3))
    let body = (0..<8192).map { _ in UInt8.random(in: 0...255, using: &generator) }
    switch generator.index(below: 4) {
    case 0:
      let plain = generator.once(in: 2)
      let formats: [UInt32] = [0x9274, 0x9278, 0x8C00, 0x93B0, 0x93B7, 0x93BD, 0x9270, 0x8D64]
      let format = formats[generator.index(below: formats.count)]
      return [0xAB] + Array("KTX 11".utf8) + [0xBB, 13, 10, 26, 10]
        + little(0x0403_0201, plain ? 0x1401 : 0, 1, plain ? 0x1908 : 0, plain ? 0x1908 : format)
        + little(plain ? 0x1908 : 0x1908, side, height, 0, 0, faces, levels, 0)
        + little(side * height * 4) + body
    case 1:
      let formats: [UInt32] = [37, 43, 23, 9, 16, 147, 151, 157, 171, 184, 1_000_054_000]
      let format = formats[generator.index(below: formats.count)]
      var file = [0xAB] + Array("KTX 20".utf8) + [0xBB, 13, 10, 26, 10]
      file += little(format, 1, side, height, 0, 0, faces, levels, 0)
      let index = 80 + 24 * levels
      file += little(index, 28, index + 28, 0, 0, 0, 0, 0)
      for level in 0..<levels { file += little(index + 28 + level * 512, 0, 512, 0, 512, 0) }
      return file + little(28, 0, 24 << 16 | 2) + [1, 1, 1, 0] + little(0, 0, 0) + body
    case 2:
      let format = UInt32(generator.index(below: 40))
      return Array("PVR".utf8) + [3] + little(0, format, 0, 0, 0, height, side, 1, 1, faces)
        + little(levels, 0) + body
    default:
      let format = UInt32(generator.index(below: 0x40)) | (faces == 6 ? 0x1000 : 0)
      return little(52, height, side, levels - 1, format, 0, 0, 0, 0, 0, 0) + Array("PVR!".utf8)
        + little(faces) + body
    }
  }

  func run(_ input: FuzzInput) throws {
    do throws(GLKTextureLoaderError) {
      var source = try TextureSource(input.file, TextureOptions(nil))
      // Textures that a mutation makes large only cost time.
      if source.width * source.height <= 1 << 14 { source = try source.decoded() }
      try? source.makeBottomLeft()
      try? source.premultiply()
      _ = try? source.asCubeMap()
    } catch {
      return
    }
  }
}
