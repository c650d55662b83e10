// Damaged and hostile files of textures: an error, and nothing worse.
// Licensed under the MIT license; see LICENSE.

import Foundation
import TestRandom
import Testing

@testable import GLKit

@Suite struct HostileTextureTests {
  /// One of each container, with levels, faces and keys.
  private static let files: [Data] = {
    func picture(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) } }
    let cube = SampleTexture(
      width: 4,
      height: 4,
      levels: [(0..<6).map { _ in picture(8) }, (0..<6).map { _ in picture(8) }],
      isTopDown: true
    )
    let plain = SampleTexture(width: 3, height: 2, levels: [[picture(24)], [picture(4)]])
    let small = SampleTexture(width: 8, height: 8, levels: [[picture(32)]], isTopDown: false)
    let astc = SampleTexture(width: 9, height: 9, levels: [[picture(64)]])
    return [
      cube.ktx(type: 0, components: 0, format: 0x9274),
      plain.ktx(type: 0x1401, components: 0x1908, format: 0x1908, texelBytes: 4),
      cube.ktx2(format: 147), plain.ktx2(format: 37), astc.ktx2(format: 171),
      cube.pvr(format: little(6, 0), order: "XxYyZz"), small.pvr(format: little(3, 0)),
      plain.pvr(format: Array("rgba".utf8) + [8, 8, 8, 8]), cube.legacyPVR(format: 0x36),
      small.legacyPVR(format: 0x19),
    ]
  }()

  /// Reads a file, and decodes what is in it; nil if it is sound.
  private func problem(_ data: Data) throws -> GLKTextureLoaderError? {
    do throws(GLKTextureLoaderError) {
      var source = try TextureSource(data, TextureOptions(nil))
      // Textures that a mutation makes large only cost time.
      if source.width * source.height <= 1 << 12 { source = try source.decoded() }
      if !source.format.isCompressed { try source.makeBottomLeft() }
      try? source.premultiply()
      _ = try? source.asCubeMap()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: files) func filesAreSound(file: Data) throws {
    #expect(try problem(file) == nil)
  }

  @Test(arguments: files) func everyBeginningIsRefused(file: Data) throws {
    for count in 0..<file.count {
      let error = try problem(file.prefix(count))
      #expect(
        error?.code == .invalidNSData || error?.code == .unknownFileType,
        "\(count) of \(file.count) bytes: \(String(describing: error))"
      )
    }
  }

  /// A head with words that are too large, or make sizes that no number holds.
  @Test(arguments: files) func everyWordOfTheHeadMayBeWrong(file: Data) throws {
    for offset in stride(from: 0, to: min(file.count - 3, 140), by: 4) {
      for word in [0, 1, 2, 7, 0xFF, 0x4001, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFC, .max]
        as [UInt32]
      {
        var damaged = [UInt8](file)
        damaged.replaceSubrange(offset..<offset + 4, with: little(word))
        _ = try problem(Data(damaged))
      }
    }
  }

  /// The environment may ask for more rounds.
  private static let rounds =
    ProcessInfo.processInfo.environment["QUARTZ_FUZZ_ROUNDS"].flatMap(Int.init) ?? 500

  @Test func randomChangesAreSurvived() throws {
    var random = SeededGenerator(seed: 41)
    for file in Self.files {
      for _ in 0..<Self.rounds {
        var damaged = [UInt8](file)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let value = UInt8.random(in: 0...255, using: &random)
          damaged[random.index(below: min(damaged.count, 160))] = value
        }
        if random.once(in: 4) { damaged.removeLast(random.index(below: damaged.count)) }
        _ = try problem(Data(damaged))
      }
    }
  }

  @Test func errorsNameWhatIsWrong() throws {
    let texels = [[[UInt8](repeating: 0, count: 64)]]
    func ktx(_ width: UInt32, _ height: UInt32) -> Data {
      SampleTexture(width: width, height: height, levels: texels)
        .ktx(type: 0x1401, components: 0x1908, format: 0x1908)
    }
    func pvr(_ format: [UInt8], _ side: UInt32 = 4) -> Data {
      SampleTexture(width: side, height: side, levels: texels).pvr(format: format)
    }
    func changed(_ data: Data, _ offset: Int, _ word: UInt32) -> Data {
      var bytes = [UInt8](data)
      bytes.replaceSubrange(offset..<offset + 4, with: little(word))
      return Data(bytes)
    }
    let cases: [(Data, GLKTextureLoaderError.Code)] = [
      (ktx(16385, 1), .uncompressedTextureUpload), (ktx(4, 0), .unsupportedTextureTarget),
      (ktx(4, 5), .invalidNSData), (changed(ktx(4, 4), 44, 2), .unsupportedTextureTarget),
      (changed(ktx(4, 4), 48, 3), .unsupportedTextureTarget),
      (changed(ktx(4, 4), 52, 5), .unsupportedTextureTarget),
      (changed(ktx(4, 4), 56, 9), .invalidNSData),
      (changed(ktx(4, 4), 16, 0x1406), .unsupportedBitDepth),
      (changed(ktx(4, 4), 16, 0), .compressedTextureUpload),
      (changed(ktx(4, 4), 12, 5), .invalidNSData),
      (pvr(little(6, 0), 16385), .compressedTextureUpload),
      (pvr(little(7, 0)), .unsupportedPVRFormat),
      (pvr(little(4, 0)), .unsupportedPVRFormat), (pvr(little(2, 0), 12), .unsupportedPVRFormat),
      (changed(pvr(little(6, 0)), 36, 2), .pvrAtlasUnsupported),
      (
        changed(SampleTexture(width: 4, height: 4, levels: texels).ktx2(format: 37), 44, 2),
        .unknownFileType
      ),
      (SampleTexture(width: 4, height: 4, levels: texels).ktx2(format: 1), .unknownFileType),
    ]
    for (index, (data, code)) in cases.enumerated() {
      let error = try problem(data)
      #expect(error?.code == code, "case \(index): \(String(describing: error))")
    }
  }
}
