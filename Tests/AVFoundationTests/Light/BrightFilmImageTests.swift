// Single pictures and properties of films brighter than white.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import CoreGraphics
import FilmSamples
import Foundation
import QuartzCore
import QuartzMath
import QuartzVideo
import Testing

@Suite struct BrightFilmImageTests {
  private let nits = [0, 1, 100, 203, 1000, 4000.0]

  private func generator(_ url: URL, _ policy: AVAssetImageGenerator.DynamicRangePolicy)
    -> AVAssetImageGenerator
  {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    generator.dynamicRangePolicy = policy
    return generator
  }

  private func image(_ generator: AVAssetImageGenerator, _ number: Int) throws -> CGImage {
    let time = CMTime(value: CMTimeValue(number), timescale: 25)
    return try generator.copyCGImage(at: time, actualTime: nil)
  }

  /// The red of the pixel in the middle of an image of 16 bits.
  private func red(_ image: CGImage) throws -> Double {
    let bytes = [UInt8](try #require(image.dataProvider?.data))
    let at = image.height / 2 * image.bytesPerRow + image.width / 2 * 8
    return Double(
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: UInt16.self) }
    )
  }

  // Law A11.4: a film in PQ gives images in PQ with its headroom.
  @Test(arguments: [0, 32]) func imagesMatchTheSource(bound: Int) throws {
    let folder = try Folder()
    let film = BrightFilm(nits: nits)
    let generator = generator(try film.make(in: folder), .matchSource)
    generator.maximumSize = CGSize(width: bound, height: bound)
    for (number, code) in film.codes.enumerated() {
      let image = try image(generator, number)
      #expect(image.bitsPerComponent == 16 && image.width == (bound == 0 ? 64 : bound))
      #expect(image.colorSpace?.name == CGColorSpace.itur_2100_PQ)
      #expect(image.contentHeadroom == kCGDefaultHDRImageContentHeadroom)
      let signal = Double(code - 64) / 876
      // because: half floats, which pictures are made of, are a quarter of a code of 10 bits away.
      #expect(abs(try red(image) / 65535 - signal) <= 0.25 / 1023, "\(nits[number]) nits")
    }
  }

  @Test func imagesOfHLGAreInHLG() throws {
    let folder = try Folder()
    let film = BrightFilm(codes: [721, 940], .hlg)
    let generator = generator(try film.make(in: folder), .matchSource)
    for (number, code) in film.codes.enumerated() {
      let image = try image(generator, number)
      #expect(image.colorSpace?.name == CGColorSpace.itur_2100_HLG)
      #expect(abs(try red(image) / 65535 - Double(code - 64) / 876) <= 0.5 / 1023)
    }
  }

  @Test func standardRangeIsTheDefault() throws {
    let folder = try Folder()
    let film = BrightFilm(nits: nits)
    let url = try film.make(in: folder)
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    #expect(generator.dynamicRangePolicy == .forceSDR)
    let decoder = try VideoDecoder(path: url.path)
    let image = try image(self.generator(url, .forceSDR), 4)
    #expect(image.bitsPerComponent == 8 && image.colorSpace?.name == CGColorSpace.sRGB)
    let bytes = [UInt8](try #require(image.dataProvider?.data))
    #expect(try bytes == decoder.picture(4).rgba)
    // Films of standard range have no other light.
    let plain = URL(fileURLWithPath: try FilmKind.all[0].make(4, in: folder))
    let match = try self.image(self.generator(plain, .matchSource), 2)
    let forced = try self.image(self.generator(plain, .forceSDR), 2)
    #expect(match.bitsPerComponent == 8)
    #expect(match.dataProvider?.data == forced.dataProvider?.data)
    #expect(!AVURLAsset(url: plain).tracks[0].hasMediaCharacteristic(.containsHDRVideo))
    #expect(AVURLAsset(url: url).tracks[0].hasMediaCharacteristic(.containsHDRVideo))
  }

  // Law A11.4: a film shows brighter than white where an output does.
  @Test func anExtendedOutputMakesPlayersEligible() throws {
    var options = CAContext.Options()
    options.dynamicRange = .extended(headroom: 2)
    let context = try CAContext(size: CGSize(width: 4, height: 4), options: options)
    #expect(AVPlayer.eligibleForHDRPlayback)
    #expect(context.headroom == 2)
  }

  /// A film whose words are of no colours is one of standard range, and plays.
  @Test func liesAboutColours() throws {
    let folder = try Folder()
    let path = folder.file("lies.mp4")
    try ffmpeg([
      "-f", "lavfi", "-i", "color=gray:s=64x64:d=0.2", "-pix_fmt", "yuv420p", "-c:v", "libx264",
      "-bsf:v",
      "h264_metadata=colour_primaries=0:transfer_characteristics=255:matrix_coefficients=255",
      path,
    ])
    let decoder = try VideoDecoder(path: path)
    let format = try #require(decoder.description.format)
    #expect(!format.isHDR && format.headroom == 1 && !format.keepsLight)
    #expect(decoder.description.light.transfer == nil)
    #expect(decoder.description.light.primaries == nil)
    let url = URL(fileURLWithPath: path)
    let image = try image(generator(url, .matchSource), 0)
    #expect(image.bitsPerComponent == 8)
  }

  /// A film that changes its size in the middle keeps that of its beginning, and its light.
  @Test func sizesThatChangeInMidFilm() throws {
    let folder = try Folder()
    var data = Data()
    for (number, side) in [64, 32, 64].enumerated() {
      let path = folder.file("part\(number).h265")
      try ffmpeg([
        "-f", "lavfi", "-i", "color=white:s=\(side)x\(side):d=0.2:r=25", "-pix_fmt", "yuv420p10le",
        "-c:v", "libx265", "-x265-params", "log-level=error:repeat-headers=1:bframes=0",
        "-color_range", "tv",
        "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", path,
      ])
      data.append(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    let joined = folder.file("joined.h265")
    try data.write(to: URL(fileURLWithPath: joined))
    let path = folder.file("joined.mp4")
    try ffmpeg(["-r", "25", "-i", joined, "-c", "copy", "-tag:v", "hvc1", path])
    let decoder = try VideoDecoder(path: path)
    #expect(decoder.description.format?.keepsLight == true && decoder.index.count > 10)
    for number in 0..<decoder.index.count {
      let picture = try decoder.picture(number)
      #expect(picture.format == decoder.description.format)
      var halves = [Float16](repeating: 0, count: 64 * 64 * 4)
      let isWritten = halves.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { picture.convertToHalves($0, rowBytes: 64 * 8) } ?? false
      }
      // White of the source has the code 940, 10,000 nits.
      #expect(isWritten && abs(Double(halves[32 * 64 * 4]) - 5.296339) < 0.1, "\(number)")
    }
  }
}
