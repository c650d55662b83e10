// Frames of films brighter than white: the samples, and what the encoder makes of them.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import FilmSamples
import Foundation
import QuartzMath
import QuartzVideo
import Testing

@testable import QuartzEncoding

@Suite struct BrightEncoderTests {
  /// The samples of a frame: Y', Cb, Cr.
  private func planes(_ frame: BrightFrame) -> [[Int]] {
    let (luma, chroma) = (frame.width * frame.height, frame.width * frame.height / 4)
    let samples = frame.withBytes { bytes in
      (0..<luma + 2 * chroma).map {
        Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: UInt16.self)))
      }
    }
    return [
      Array(samples[..<luma]), Array(samples[luma..<luma + chroma]),
      Array(samples[(luma + chroma)...]),
    ]
  }

  /// A frame of one colour, in half floats of extended sRGB.
  private func frame(_ color: SIMD3<Double>, _ transfer: FilmTransfer) -> BrightFrame {
    let pixel = [color.x, color.y, color.z, 1].map { Float16($0).bitPattern }
    let frame = BrightFrame(transfer, width: 4, height: 2)
    let row = [[UInt16]](repeating: pixel, count: 8).flatMap(\.self)
    row.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      frame.update(from: .halves(base, rowBytes: 32))
    }
    return frame
  }

  private func bytes(_ pixels: [UInt32], width: Int, _ transfer: FilmTransfer) -> BrightFrame {
    let frame = BrightFrame(transfer, width: width, height: pixels.count / width)
    pixels.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      frame.update(from: .bytes(base, rowBytes: width * 4))
    }
    return frame
  }

  /// The curve of sRGB, continued beyond 1.
  private func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  // Laws A4.1, A4.4 and A11.6: white of layers has 203 nits.
  @Test func whiteHasReferenceLight() {
    let white = [UInt32](repeating: 0xFFFF_FFFF, count: 8)
    #expect(planes(bytes(white, width: 4, .pq)).map { Set($0) } == [[573], [512], [512]])
    #expect(planes(bytes(white, width: 4, .hlg)).map { Set($0) } == [[721], [512], [512]])
    let black = [UInt32](repeating: 0xFF00_0000, count: 8)
    for transfer in FilmTransfer.allCases {
      #expect(planes(bytes(black, width: 4, transfer)).map { Set($0) } == [[64], [512], [512]])
    }
  }

  // Law A4.1: the table of nits.
  @Test(arguments: [
    (1.0, 195), (100, 509), (203, 573), (400, 636), (1000, 723), (4000, 855), (10_000, 940),
  ])
  func graysOfPQ(nits: Double, code: Int) {
    let value = encoded(nits / 203)
    let frame = frame(SIMD3(value, value, value), .pq)
    #expect(planes(frame).map { Set($0) } == [[code], [512], [512]], "\(nits)")
    // because: half floats have 11 bits.
    #expect(abs(Double(frame.brightest) / nits - 1) < 0.003)
    #expect(abs(frame.average - frame.brightest) <= frame.brightest * 1e-5)
  }

  // Law A4.4.
  @Test(arguments: [(100.0, 616), (203, 721), (400, 816), (1000, 940), (4000, 940)])
  func graysOfHLG(nits: Double, code: Int) {
    let value = encoded(nits / 203)
    let found = planes(frame(SIMD3(value, value, value), .hlg))
    #expect(found.map { Set($0) } == [[code], [512], [512]], "\(nits)")
  }

  // Law A4.6: red of BT.2020 with 1000 nits in PQ.
  @Test func redOfTheWidestGamut() {
    let found = BrightColors.of(.pq).components(SIMD3(1000, 0, 0))
    let codes = [64 + 876 * found.x, 512 + 896 * found.y, 512 + 896 * found.z]
    #expect(codes.map { Int($0.rounded()) } == [237, 418, 849])
  }

  /// The formulas in Double, of random pixels: no sample is further from them than half a code.
  @Test(arguments: FilmTransfer.allCases) func tablesAreTheFormulas(transfer: FilmTransfer) {
    let width = 64
    var state: UInt64 = 7
    let pixels = (0..<width * 4).map { _ -> UInt32 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt32(state >> 40) | 0xFF00_0000
    }
    func light(_ byte: UInt32) -> Double {
      let value = Double(byte & 255) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let exact = pixels.map { pixel -> SIMD3<Double> in
      let rgb = SIMD3(light(pixel), light(pixel >> 8), light(pixel >> 16))
      let rows = [
        SIMD3(0.6274038959, 0.3292830384, 0.0433130657),
        SIMD3(0.0690972894, 0.9195403951, 0.0113623156),
        SIMD3(0.0163914389, 0.0880133079, 0.8955952532),
      ]
      let weights = SIMD3(0.2627, 0.6780, 0.0593)
      let nits = SIMD3(rows.map { ($0 * rgb).sum() * 203 })
      let signal: SIMD3<Double>
      if transfer == .pq {
        signal = SIMD3((0..<3).map { PerceptualQuantizer.signal(nits[$0]) })
      } else {
        let factor = HybridLogGamma.scenePerNit((nits * weights).sum())
        signal = SIMD3((0..<3).map { HybridLogGamma.signal(nits[$0] * factor) })
      }
      let luma = (signal * weights).sum()
      return SIMD3(luma, (signal.z - luma) / 1.8814, (signal.x - luma) / 1.4746)
    }
    let found = planes(bytes(pixels, width: width, transfer))
    // because: tables and single precision are a thousandth of a code away from the formulas.
    let bound = 0.502
    for place in pixels.indices {
      #expect(abs(Double(found[0][place]) - (64 + 876 * exact[place].x)) <= bound)
    }
    for row in 0..<2 {
      for column in 0..<width / 2 {
        func mean(_ x: Int) -> SIMD3<Double> {
          (exact[row * 2 * width + max(x, 0)] + exact[(row * 2 + 1) * width + max(x, 0)]) / 2
        }
        let x = column * 2
        let wanted = (mean(x - 1) + 2 * mean(x) + mean(x + 1)) / 4
        let place = row * width / 2 + column
        #expect(abs(Double(found[1][place]) - (512 + 896 * wanted.y)) <= bound)
        #expect(abs(Double(found[2][place]) - (512 + 896 * wanted.z)) <= bound)
      }
    }
  }

  /// Values that are no colours are black, or as bright as can be.
  @Test func hostileValuesAreHeld() {
    for transfer in FilmTransfer.allCases {
      let none = planes(frame(SIMD3(.nan, .nan, .nan), transfer))
      #expect(none.map { Set($0) } == [[64], [512], [512]])
      let most = planes(frame(SIMD3(.infinity, .infinity, .infinity), transfer))
      #expect(most.map { Set($0) } == [[940], [512], [512]])
      let least = planes(frame(SIMD3(repeating: -.infinity), transfer))
      #expect(least.map { Set($0) } == [[64], [512], [512]])
    }
  }

  /// Numbers of a display that are none become numbers that a file can have.
  @Test func hostileMasteringIsHeld() throws {
    var light = EncoderLight(.pq)
    light.mastering = FilmLight.Mastering(
      places: [.nan, .infinity, -1, 1e300, 0.131, 0.046, 0.3127, 0.329],
      least: .nan,
      most: .infinity
    )
    let words = light.coding(nil, .mp4).joined(separator: " ")
    #expect(
      words.contains(
        "master-display=G(0,4294967295)B(6550,2300)R(0,4294967295)WP(15635,16450)L(4294967295,0)"
      ),
      "\(words)"
    )
    light.mastering?.places = []
    #expect(light.coding(nil, .mp4).joined().contains("hdr10=1"))
  }

  // Law A11.5: the decoded planes are those that the encoder got, byte for byte.
  @Test(arguments: FilmTransfer.allCases, [FilmFormat.mp4, .mkv])
  func losslessFilmsHaveTheFrames(transfer: FilmTransfer, format: FilmFormat) throws {
    let folder = try Folder()
    let path = folder.file("film.\(format.rawValue)")
    let (width, height, count) = (96, 64, 5)
    let frames = (0..<count).map { number in
      let pixels = (0..<width * height).map { place -> UInt32 in
        let (x, y) = (UInt32(place % width), UInt32(place / width))
        return 0xFF00_0000 | (x * 2 + UInt32(number)) | y * 3 << 8 | (x + y) << 16
      }
      return bytes(pixels, width: width, transfer)
    }
    var pipeline = FilmPipeline(format, .yuv420Wide, width: width, height: height, rate: 25)
    pipeline.light = EncoderLight(
      transfer,
      levels: EncoderLight.Levels(brightest: 203, average: 100)
    )
    pipeline.light?.isLossless = true
    try pipeline.write(
      to: path,
      count: count,
      frames: { range in
        var place = range.lowerBound
        return {
          defer { place += 1 }
          return place < range.upperBound ? frames[place] : nil
        }
      },
      done: { _, _ in }
    )
    let decoder = try VideoDecoder(path: path)
    let read = try #require(decoder.description.format)
    #expect(read.transfer == (transfer == .pq ? .pq : .hlg) && read.primaries == .rec2020)
    #expect(read.matrix == .rec2020 && !read.isFullRange && read.depth == 10)
    #expect(!read.betweenX && read.betweenY)
    #expect(decoder.index.count == count)
    if transfer == .pq {
      let light = decoder.description.light
      #expect(light.brightest == 203 && light.average == 100 && light.mastering?.most == 1000)
    }
    for number in 0..<count {
      let picture = try decoder.picture(number)
      let found = UnsafeRawBufferPointer(start: picture.memory.base, count: read.byteCount)
      let isSame = frames[number].withBytes { $0.elementsEqual(found) }
      #expect(isSame, "frame \(number)")
    }
  }

  /// Law A11.7: an export keeps the light of its film, and what the film says of it.
  @Test(arguments: FilmTransfer.allCases) func exportsKeepTheLight(
    transfer: FilmTransfer
  ) async throws {
    let folder = try Folder()
    let path = folder.file("bright.mov")
    let light = [UInt32](repeating: 0xFF80_C0FF, count: 64 * 64)
    let frame = bytes(light, width: 64, transfer)
    var pipeline = FilmPipeline(.mov, .yuv420Wide, width: 64, height: 64, rate: 25)
    pipeline.light = EncoderLight(
      transfer,
      levels: EncoderLight.Levels(brightest: 4000, average: 300)
    )
    pipeline.light?.mastering = FilmLight.Mastering(
      places: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329],
      least: 0.0001,
      most: 4000
    )
    pipeline.light?.isLossless = true
    try pipeline.write(
      to: path,
      count: 5,
      frames: { range in
        var place = range.lowerBound
        return {
          defer { place += 1 }
          return place < range.upperBound ? frame : nil
        }
      },
      done: { _, _ in }
    )
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    #expect(asset.tracks[0].hasMediaCharacteristic(.containsHDRVideo))
    func export(_ preset: String, _ name: String) async throws -> VideoDecoder {
      let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
      try await session.export(to: URL(fileURLWithPath: folder.file(name)), as: .mp4)
      return try VideoDecoder(path: folder.file(name))
    }
    let bright = try await export(AVAssetExportPresetHEVCHighestQuality, "bright.mp4")
    let format = try #require(bright.description.format)
    #expect(format.transfer == (transfer == .pq ? .pq : .hlg) && format.depth == 10)
    let source = try VideoDecoder(path: path).description
    #expect(format.mostNits == source.format?.mostNits && bright.index.count == 5)
    #expect(bright.description.light.mastering == source.light.mastering)
    #expect(bright.description.light.brightest == source.light.brightest)
    // One colour survives any encoder.
    let picture = try bright.picture(4)
    let found = UnsafeRawBufferPointer(start: picture.memory.base, count: format.byteCount)
    #expect(frame.withBytes { $0.elementsEqual(found) })
    // H.264 has the film as standard outputs show it.
    let plain = try await export(AVAssetExportPresetHighestQuality, "plain.mp4")
    #expect(plain.description.format?.isHDR == false && plain.description.format?.depth == 8)
    let small = try await export(AVAssetExportPresetHEVC1920x1080, "small.mp4")
    #expect(small.description.format?.isHDR == false)
    #expect(small.description.tracks[0].codec == "hevc")
  }
}
