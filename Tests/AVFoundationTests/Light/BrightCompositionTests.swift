// Video compositions of films brighter than white, in players and as images.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import FilmSamples
import Foundation
import QuartzCore
import QuartzEncoding
import QuartzMath
import Testing

@testable import AVFoundation

@Suite struct BrightCompositionTests {
  private let nits = [1, 50, 203, 600, 1000, 4000.0]

  private func composition(_ asset: AVAsset, _ transfer: String? = nil) -> AVMutableVideoComposition
  {
    let composition = AVMutableVideoComposition()
    composition.values = AVVideoComposition.values(of: asset.tracks, duration: asset.duration)
    composition.colorTransferFunction = transfer
    return composition
  }

  private func time(_ number: Int) -> CMTime {
    CMTime(value: CMTimeValue(number), timescale: 25)
  }

  /// A context that shows a film, with a composition or without.
  private final class Stage {
    let context: CAContext
    let player: AVPlayer

    init(
      _ url: URL,
      _ composition: AVVideoComposition?,
      headroom: CGFloat?,
      width: CGFloat = 64
    ) throws {
      let item = AVPlayerItem(url: url)
      item.videoComposition = composition
      player = AVPlayer(playerItem: item)
      var options = CAContext.Options()
      if let headroom { options.dynamicRange = .extended(headroom: headroom) }
      context = try CAContext(size: CGSize(width: width, height: 64), options: options)
      let layer = AVPlayerLayer(player: player)
      layer.frame = CGRect(x: 0, y: 0, width: width, height: 64)
      layer.preferredDynamicRange = .high
      context.layer = layer
      player.play()
    }

    func image(_ number: Int) throws -> CGImage { try context.image(at: Double(number) * 0.04) }

    func bytes(_ number: Int) throws -> Data {
      try #require(try image(number).dataProvider?.data)
    }
  }

  private func halves(_ image: CGImage, x: Int) throws -> [Double] {
    #expect(image.bitsPerComponent == 16)
    let bytes = [UInt8](try #require(image.dataProvider?.data))
    let at = 32 * image.bytesPerRow + x * 8
    return bytes.withUnsafeBytes { bytes in
      (0..<4).map {
        Double(bytes.loadUnaligned(fromByteOffset: at + $0 * 2, as: Float16.self))
      }
    }
  }

  // Law A11.3: the light of the film, mapped by the layer alone, as without a composition.
  @Test(arguments: [64, 2, 1.5, nil]) func playersKeepTheLight(headroom: CGFloat?) throws {
    let folder = try Folder()
    let film = BrightFilm(nits: nits)
    let url = try film.make(in: folder)
    let plain = try Stage(url, nil, headroom: headroom)
    let composed = try Stage(url, composition(AVURLAsset(url: url)), headroom: headroom)
    for number in nits.indices {
      let bytes = try composed.bytes(number)
      #expect(try bytes == plain.bytes(number), "\(nits[number]) nits")
    }
    guard headroom == 64 else { return }
    let found = try halves(try composed.image(5), x: 32)
    let expected = extendedSRGB(film.light(5))
    // because: of a half float, the place of its last bit; tables are 1e-4 away at most.
    #expect(abs(found[0] - expected) <= expected * 0x1p-11 + 1e-4 && found[3] == 1)
  }

  // Law A11.7: a player at H = 4.926 shows what an export of the same composition encodes.
  @Test(arguments: FilmTransfer.allCases) func playersShowTheExport(
    transfer: FilmTransfer
  ) throws {
    let folder = try Folder()
    let url = try BrightFilm(nits: nits).make(in: folder)
    let asset = AVURLAsset(url: url)
    let name =
      transfer == .pq
      ? AVVideoTransferFunction_SMPTE_ST_2084_PQ : AVVideoTransferFunction_ITU_R_2100_HLG
    let values = composition(asset, name).values
    let artist = try BrightFrames(
      try ExportFrames(values, asset.tracks, .extended),
      transfer,
      values
    )
    let headroom = CGFloat(ReferenceWhiteCurve.defaultHeadroom)
    let stage = try Stage(url, composition(asset, name), headroom: headroom)
    let shown = BrightFrame(transfer, width: 64, height: 64)
    for number in nits.indices {
      let image = try stage.image(number)
      [UInt8](try #require(image.dataProvider?.data)).withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        shown.update(from: .halves(base, rowBytes: image.bytesPerRow))
      }
      let made = try artist.frame(at: time(number))
      let isEqual = shown.withBytes { one in made.withBytes { one.elementsEqual($0) } }
      #expect(isEqual, "\(nits[number]) nits")
    }
  }

  /// A composition that names a transfer function of standard range shows that on each output.
  @Test(arguments: [AVVideoTransferFunction_ITU_R_709_2, AVVideoTransferFunction_IEC_sRGB])
  func namesOfStandardRange(name: String) throws {
    let folder = try Folder()
    let url = try BrightFilm(nits: [4000]).make(in: folder)
    let asset = AVURLAsset(url: url)
    let stage = try Stage(url, composition(asset, name), headroom: 8)
    #expect(try halves(try stage.image(0), x: 32) == [1, 1, 1, 1])
    let generator = AVAssetImageGenerator(asset: asset)
    generator.dynamicRangePolicy = .matchSource
    generator.videoComposition = composition(asset, name)
    #expect(try generator.copyCGImage(at: .zero, actualTime: nil).bitsPerComponent == 8)
  }

  /// A film in PQ beside one of standard range: each keeps its own.
  @Test func filmsSideBySide() throws {
    let folder = try Folder()
    let bright = BrightFilm(nits: [1000, 1000])
    let dim = folder.file("dim.mkv")
    try ffmpeg([
      "-f", "lavfi", "-i", "color=white:s=64x64:d=0.08:r=25", "-pix_fmt", "yuv420p", "-c:v",
      "ffv1", dim,
    ])
    let all = AVMutableComposition()
    let layers = try [try bright.make(in: folder), URL(fileURLWithPath: dim)].enumerated().map {
      place,
      url in
      let film = AVURLAsset(url: url)
      let track = try #require(all.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
      let whole = CMTimeRange(start: .zero, duration: film.duration)
      try track.insertTimeRange(whole, of: try #require(film.tracks.first), at: .zero)
      let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
      layer.setTransform(CGAffineTransform(translationX: 64 * Double(place), y: 0), at: .zero)
      return layer
    }
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: all.duration)
    instruction.layerInstructions = layers
    let values = AVMutableVideoComposition()
    values.renderSize = CGSize(width: 128, height: 64)
    values.frameDuration = time(1)
    values.instructions = [instruction]
    let generator = AVAssetImageGenerator(asset: all)
    generator.dynamicRangePolicy = .matchSource
    generator.videoComposition = values
    let image = try generator.copyCGImage(at: .zero, actualTime: nil)
    #expect(image.colorSpace?.name == CGColorSpace.itur_2100_PQ && image.width == 128)
    #expect(image.contentHeadroom == kCGDefaultHDRImageContentHeadroom)
    let bytes = [UInt8](try #require(image.dataProvider?.data))
    for (x, nits) in [(32, 1000.0), (96, 203)] {
      let code = bytes.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: 32 * image.bytesPerRow + x * 8, as: UInt16.self)
      }
      // because: half floats and codes of 10 bits are each a quarter of such a code away.
      let expected = PerceptualQuantizer.signal(nits)
      #expect(abs(Double(code) / 65535 - expected) <= 0.75 / 1023, "\(nits) nits: \(code)")
    }
  }

  // Law A11.4, for compositions: images in the light of the films, or in what is named.
  @Test func imagesHaveTheNamedLight() throws {
    let folder = try Folder()
    let film = BrightFilm(codes: [721, 940], .hlg)
    let asset = AVURLAsset(url: try film.make(in: folder))
    let generator = AVAssetImageGenerator(asset: asset)
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    generator.videoComposition = composition(asset)
    #expect(try generator.copyCGImage(at: time(1), actualTime: nil).bitsPerComponent == 8)
    generator.dynamicRangePolicy = .matchSource
    var actual = CMTime.invalid
    let own = try generator.copyCGImage(at: time(1), actualTime: &actual)
    #expect(own.colorSpace?.name == CGColorSpace.itur_2100_HLG && actual == time(1))
    generator.videoComposition = composition(asset, AVVideoTransferFunction_SMPTE_ST_2084_PQ)
    generator.maximumSize = CGSize(width: 32, height: 32)
    let named = try generator.copyCGImage(at: time(1), actualTime: nil)
    #expect(named.colorSpace?.name == CGColorSpace.itur_2100_PQ && named.width == 32)
    #expect(named.contentHeadroom == kCGDefaultHDRImageContentHeadroom)
  }
}
