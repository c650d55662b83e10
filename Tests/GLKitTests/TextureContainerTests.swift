// Textures in KTX and PVR files, compressed and plain, and decoders against GL and known results.
// Licensed under the MIT license; see LICENSE.

import Foundation
import OpenGLES
import TestRandom
import Testing

@testable import GLKit

private let directions: [SIMD3<Float>] = [
  [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1],
]

/// A texture of one compressed picture.
private func source(
  _ format: TexelFormat,
  _ width: Int,
  _ height: Int,
  _ bytes: [UInt8],
  isSRGB: Bool = false
) -> TextureSource {
  TextureSource(
    format: format,
    isSRGB: isSRGB,
    width: width,
    height: height,
    levels: [[0..<bytes.count]],
    bytes: bytes
  )
}

private func load(
  _ source: TextureSource,
  _ capabilities: TextureCapabilities
) throws -> GLKTextureInfo {
  try GLKTextureLoader.load(source, TextureOptions(nil), capabilities)
}

private let blocks = ["4x4", "5x4", "6x5", "8x5", "8x8", "10x6", "12x12"]

@Suite(.serialized) struct TextureContainerTests {
  // MARK: Decoders

  /// Blocks of random bits come in all modes.
  @Test(arguments: ETCFormat.allCases) func etcIsDecodedAsGLDoes(format: ETCFormat) throws {
    guard format != .signedRed11, format != .signedRedGreen11 else { return }
    let stage = try TextureStage()
    var random = SeededGenerator(seed: 7)
    let (width, height) = (253, 126)
    let count = TexelFormat.etc(format).byteCount(width: width, height: height)
    var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    if format == .etc1 {
      // Without what version 2 has in it: bases from which no difference leads out of range.
      for block in 0..<count / 8 where bytes[block * 8 + 3] & 2 != 0 {
        for index in 0..<3 {
          let base = bytes[block * 8 + index] >> 3
          bytes[block * 8 + index] = min(max(base, 4), 28) << 3 | bytes[block * 8 + index] & 7
        }
      }
    }
    let texture = source(.etc(format), width, height, bytes)
    let decoded = try texture.decoded()
    let drawn = stage.texels(try load(texture, TextureCapabilities()))
    let isWide = format == .red11 || format == .redGreen11
    // Because: of 11 bits, rounding to 8 may go by way of 16 bits.
    #expect(difference(decoded.bytes, drawn) <= (isWide ? 1 : 0))
  }

  @Test(arguments: blocks, [false, true])
  func astcIsDecodedAsGLDoes(name: String, isSRGB: Bool) throws {
    let stage = try TextureStage()
    let file = try fixture("picture_\(name).astc")
    let block = try #require(ASTCBlock.all.first { "\($0.width)x\($0.height)" == name })
    let texture = source(.astc(block), 37, 22, Array(file[16...]), isSRGB: isSRGB)
    var plain = TextureCapabilities()
    plain.hasASTC = false
    let direct = stage.texels(try load(texture, TextureCapabilities()))
    let decoded = stage.texels(try load(texture, plain))
    // Because: GL may keep 16 bits of a component, which are rounded to 8 when they are drawn.
    #expect(difference(decoded, direct) <= 1)
    // Opaque at the left, and the disk is blue.
    let disk = (11 * 37 + 18) * 4
    #expect(decoded[3] == 255 && decoded[disk + 2] > 240 && decoded[36 * 4 + 3] > 200)
    #expect(decoded[(21 * 37 + 36) * 4 + 3] < 40)
  }

  /// LW-D-14.8.
  @Test(arguments: [(4, 8, 8), (4, 32, 16), (4, 16, 64), (2, 16, 8), (2, 64, 16), (2, 16, 32)])
  func pvrtcIsDecodedAsByAnother(bits: Int, width: Int, height: Int) throws {
    let name = "pvrtc\(bits)_\(width)x\(height)"
    let format = PVRTCFormat(bits: bits, hasAlpha: true)
    let bytes = try fixture(name + ".blocks")
    #expect(bytes.count == TexelFormat.pvrtc(format).byteCount(width: width, height: height))
    let decoded = PVRTCDecoder.decode(bytes[...], format, width: width, height: height)
    let expected = try fixture(name + ".rgba")
    #expect(decoded == expected)
  }

  /// Levels below the least number of blocks have as many, and show their first texels.
  @Test func smallPVRTCIsPartOfItsBlocks() throws {
    let format = PVRTCFormat(bits: 4, hasAlpha: false)
    let bytes = try fixture("pvrtc4_8x8.blocks")
    let whole = PVRTCDecoder.decode(bytes[...], format, width: 8, height: 8)
    for side in [1, 2, 4] {
      #expect(TexelFormat.pvrtc(format).byteCount(width: side, height: side) == 32)
      let part = PVRTCDecoder.decode(bytes[...], format, width: side, height: side)
      let expected = (0..<side).flatMap { row in whole[row * 32..<row * 32 + side * 4] }
      #expect(part == expected)
      for alpha in stride(from: 3, to: part.count, by: 4) { #expect(part[alpha] == 255) }
    }
  }

  /// A driver without compressed formats shows what one with them shows.
  @Test func formatsTheDriverLacksAreDecoded() throws {
    let stage = try TextureStage()
    var least = TextureCapabilities()
    (least.isVersion3, least.hasETC1, least.hasASTC, least.hasPVRTC) = (false, false, false, false)
    // A punch-through block, a plane and so on: the bits of a fixture.
    let bytes = Array(try fixture("pvrtc4_32x16.blocks"))
    for format in [ETCFormat.rgb8, .rgb8a1, .rgba8] {
      let height = format == .rgba8 ? 8 : 16
      let texture = source(.etc(format), 32, height, bytes)
      let direct = stage.texels(try load(texture, TextureCapabilities()))
      #expect(stage.texels(try load(texture, least)) == direct)
    }
    let signed = source(.etc(.signedRed11), 32, 16, bytes)
    #expect(throws: GLKTextureLoaderError.self) { try load(signed, least) }
    let large = source(.etc(.etc1), 16384, 16384, [])
    #expect(throws: GLKTextureLoaderError.self) { try large.decoded() }
  }

  // MARK: Plain texels

  /// A texel of each format, with its colour.
  private static let plain: [(type: UInt32, components: UInt32, texel: [UInt8], color: [UInt8])] = [
    (0x1401, 0x1908, [1, 2, 3, 4], [1, 2, 3, 4]), (0x1401, 0x80E1, [3, 2, 1, 4], [1, 2, 3, 4]),
    (0x1401, 0x1907, [1, 2, 3], [1, 2, 3, 255]), (0x1401, 0x1909, [9], [9, 9, 9, 255]),
    (0x1401, 0x190A, [9, 8], [9, 9, 9, 8]), (0x1401, 0x1906, [9], [0, 0, 0, 9]),
    (0x1401, 0x1903, [9], [9, 0, 0, 255]), (0x1401, 0x8227, [9, 8], [9, 8, 0, 255]),
    (0x8363, 0x1907, [0x1F, 0x80], [132, 0, 255, 255]),
    (0x8033, 0x1908, [0x21, 0x43], [68, 51, 34, 17]),
    (0x8034, 0x1908, [0x01, 0x80], [132, 0, 0, 255]),
  ]

  @Test(arguments: 0..<11, [false, true]) func plainKTX(index: Int, isBigEndian: Bool) throws {
    let stage = try TextureStage()
    let (type, components, texel, color) = Self.plain[index]
    // Rows of three: they are padded.
    let row = [texel, Array(repeating: 0, count: texel.count), texel].flatMap { $0 }
    let file = SampleTexture(width: 3, height: 2, levels: [[row + row]], isTopDown: true).ktx(
      type: type,
      components: components,
      format: components,
      texelBytes: texel.count,
      isBigEndian: isBigEndian,
      wordBytes: type == 0x1401 ? 1 : 2
    )
    let texture = try GLKTextureLoader.texture(withContentsOf: file)
    let texels = stage.texels(texture)
    for place in [0, 2, 3, 5] { #expect(Array(texels[place * 4..<place * 4 + 4]) == color) }
    #expect(texture.textureOrigin == .topLeft)
    let hasAlpha = components == 0x1908 || components == 0x80E1 || components == 0x190A
    #expect(texture.alphaState == (hasAlpha ? .nonPremultiplied : .none))
  }

  @Test func plainPVR() throws {
    let stage = try TextureStage()
    let samples: [([UInt8], UInt32, UInt32, Int)] = [
      (Array("rgba".utf8) + [8, 8, 8, 8], 0, 0x12, 0),
      (Array("bgra".utf8) + [8, 8, 8, 8], 0, 0x1A, 1),
      (Array("rgb\0".utf8) + [8, 8, 8, 0], 0, 0x15, 2),
      (Array("l\0\0\0".utf8) + [8, 0, 0, 0], 0, 0x16, 3),
      (Array("la\0\0".utf8) + [8, 8, 0, 0], 0, 0x17, 4),
      (Array("a\0\0\0".utf8) + [8, 0, 0, 0], 0, 0x1B, 5),
      (Array("rgb\0".utf8) + [5, 6, 5, 0], 4, 0x13, 8),
      (Array("rgba".utf8) + [4, 4, 4, 4], 4, 0x10, 9),
      (Array("rgba".utf8) + [5, 5, 5, 1], 4, 0x11, 10),
    ]
    for (format, type, legacy, index) in samples {
      let (_, _, texel, color) = Self.plain[index]
      let sample = SampleTexture(width: 1, height: 1, levels: [[texel]], isTopDown: false)
      for file in [sample.pvr(format: format, type: type), sample.legacyPVR(format: legacy)] {
        let texture = try GLKTextureLoader.texture(withContentsOf: file)
        #expect(stage.texels(texture) == color && texture.textureOrigin == .bottomLeft)
      }
    }
    let texel = SampleTexture(width: 1, height: 1, levels: [[[40, 20, 10, 51]]])
    let multiplied = try GLKTextureLoader.texture(
      withContentsOf: texel.pvr(format: samples[0].0, flags: 2)
    )
    #expect(multiplied.alphaState == .premultiplied && multiplied.textureOrigin == .unknown)
    let encoded = try GLKTextureLoader.texture(
      withContentsOf: texel.pvr(format: samples[0].0, isSRGB: true)
    )
    #expect(stage.texels(encoded) == [5, 2, 1, 51])
  }

  @Test func plainKTX2() throws {
    let stage = try TextureStage()
    for (format, index) in [(37, 0), (44, 1), (23, 2), (9, 6), (16, 7), (4, 8), (2, 9), (6, 10)] {
      let (_, _, texel, color) = Self.plain[index]
      let file = SampleTexture(width: 1, height: 1, levels: [[texel]], isTopDown: false)
        .ktx2(format: UInt32(format), flags: 1)
      let texture = try GLKTextureLoader.texture(withContentsOf: file)
      #expect(stage.texels(texture) == color, "\(format)")
      let hasAlpha = [37, 44, 2, 6].contains(format)
      #expect(texture.alphaState == (hasAlpha ? .premultiplied : .none))
      #expect(texture.textureOrigin == .bottomLeft)
    }
  }

  /// Options for plain texels from containers.
  @Test func optionsOfContainers() throws {
    let stage = try TextureStage()
    let texels: [UInt8] = [200, 100, 50, 51, 0, 0, 0, 255]
    let file = SampleTexture(width: 1, height: 2, levels: [[texels]], isTopDown: true)
      .ktx(type: 0x1401, components: 0x1908, format: 0x8058, texelBytes: 4)
    let texture = try GLKTextureLoader.texture(
      withContentsOf: file,
      options: [
        GLKTextureLoaderOriginBottomLeft: true, GLKTextureLoaderApplyPremultiplication: true,
      ]
    )
    #expect(stage.texels(texture) == [0, 0, 0, 255, 40, 20, 10, 51])
    #expect(texture.alphaState == .premultiplied && texture.textureOrigin == .bottomLeft)
    let upward = SampleTexture(width: 1, height: 2, levels: [[texels]], isTopDown: false)
      .ktx(type: 0x1401, components: 0x1908, format: 0x8058, texelBytes: 4)
    let kept = try GLKTextureLoader.texture(
      withContentsOf: upward,
      options: [GLKTextureLoaderOriginBottomLeft: true]
    )
    #expect(stage.texels(kept) == texels)
    let compressed = SampleTexture(
      width: 4,
      height: 4,
      levels: [[[UInt8](repeating: 0, count: 16)]]
    ).ktx2(format: 151)
    for (option, expected) in [
      (GLKTextureLoaderOriginBottomLeft, .reorientationFailure),
      (GLKTextureLoaderApplyPremultiplication, .alphaPremultiplicationFailure),
      (GLKTextureLoaderGenerateMipmaps, .mipmapUnsupported),
    ] as [(String, GLKTextureLoaderError.Code)] {
      let error = #expect(throws: GLKTextureLoaderError.self) {
        try GLKTextureLoader.texture(withContentsOf: compressed, options: [option: true])
      }
      #expect(error?.code == expected)
    }
  }

  // MARK: Levels and faces

  /// A block of ETC1 of one colour of 0...15, without differences that count.
  private func block(_ red: UInt8, _ green: UInt8) -> [UInt8] {
    [red * 17, green * 17, 0, 0, 0, 0, 0, 0]
  }

  /// Returns the pixel of the block: its colour plus two, the least modifier.
  private func color(_ red: UInt8, _ green: UInt8) -> [UInt8] {
    [red * 17 + 2, green * 17 + 2, 2, 255]
  }

  private func files(_ levels: [[[UInt8]]], side: UInt32) -> [Data] {
    let sample = SampleTexture(width: side, height: side, levels: levels)
    return [
      sample.ktx(type: 0, components: 0, format: 0x8D64),
      sample.ktx(type: 0, components: 0, format: 0x9274),
      sample.ktx(type: 0, components: 0, format: 0x9274, isBigEndian: true),
      sample.ktx2(format: 147), sample.pvr(format: little(6, 0)), sample.pvr(format: little(22, 0)),
      sample.legacyPVR(format: 0x36),
    ]
  }

  @Test func levelsOfCompressedFiles() throws {
    let stage = try TextureStage()
    let levels = [
      Array(repeating: block(15, 0), count: 4).flatMap { $0 }, block(8, 1), block(4, 2),
    ]
    for count in 1...3 {
      for (index, file) in files(levels.prefix(count).map { [$0] }, side: 8).enumerated() {
        let texture = try GLKTextureLoader.texture(withContentsOf: file)
        #expect(texture.mimapLevelCount == GLuint(count) && texture.width == 8)
        for (level, red) in [UInt8(15), 8, 4].prefix(count).enumerated() {
          let texels = stage.texels(texture, level: level)
          let expected = red == 15 ? [255, 2, 2, 255] : color(red, UInt8(level))
          #expect(Array(texels.prefix(4)) == expected, "\(index), level \(level)")
          #expect(Array(texels.suffix(4)) == expected, "\(index), level \(level)")
        }
      }
    }
  }

  @Test func facesOfCompressedFiles() throws {
    let stage = try TextureStage()
    let large = (0..<6).map { block(UInt8($0), 3) }
    let small = (0..<6).map { block(UInt8($0), 5) }
    for file in files([large, small], side: 4) {
      let cube = try GLKTextureLoader.texture(withContentsOf: file)
      #expect(cube.target == GLenum(GL_TEXTURE_CUBE_MAP) && cube.mimapLevelCount == 2)
      for (face, direction) in directions.enumerated() {
        #expect(stage.color(cube, toward: direction) == color(UInt8(face), 3))
        #expect(stage.color(cube, toward: direction, level: 1) == color(UInt8(face), 5))
      }
    }
    // A file may have them in another order.
    let turned = SampleTexture(width: 4, height: 4, levels: [large])
      .pvr(format: little(6, 0), order: "zZyYxX")
    let cube = try GLKTextureLoader.texture(withContentsOf: turned)
    for (face, direction) in directions.enumerated() {
      #expect(stage.color(cube, toward: direction) == color(UInt8(5 - face), 3))
    }
  }

  @Test func compressedFormatsHaveTheirNumbers() throws {
    let stage = try TextureStage()
    defer { withExtendedLifetime(stage) {} }
    let astc = Array(try fixture("picture_8x5.astc")[16...])
    let picture = SampleTexture(width: 37, height: 22, levels: [[astc]])
    for file in [
      picture.ktx(type: 0, components: 0, format: 0x93B5),
      picture.ktx(type: 0, components: 0, format: 0x93D5), picture.ktx2(format: 167),
      picture.ktx2(format: 168), picture.pvr(format: little(32, 0)),
      picture.pvr(format: little(32, 0), isSRGB: true),
    ] {
      let source = try TextureSource(file, TextureOptions(nil))
      #expect(
        source.format == ASTCBlock(index: 5).map { .astc($0) } && source.byteCount(of: 0) == 400
      )
    }
    let pvrtc = SampleTexture(width: 32, height: 16, levels: [[try fixture("pvrtc4_32x16.blocks")]])
    for (file, bits, hasAlpha) in [
      (pvrtc.ktx(type: 0, components: 0, format: 0x8C00), 4, false),
      (pvrtc.ktx(type: 0, components: 0, format: 0x8C02), 4, true),
      (pvrtc.ktx2(format: 1_000_054_001), 4, true), (pvrtc.pvr(format: little(2, 0)), 4, false),
      (pvrtc.pvr(format: little(3, 0)), 4, true), (pvrtc.legacyPVR(format: 0x19), 4, false),
      (pvrtc.legacyPVR(format: 0x19, alphaMask: 1), 4, true),
    ] {
      let source = try TextureSource(file, TextureOptions(nil))
      #expect(source.format == .pvrtc(PVRTCFormat(bits: bits, hasAlpha: hasAlpha)))
      #expect((try GLKTextureLoader.texture(withContentsOf: file)).width == 32)
    }
  }
}
