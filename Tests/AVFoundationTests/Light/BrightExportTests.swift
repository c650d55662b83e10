// Exports in PQ and HLG: the colours that a composition names, and a preview.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import FilmSamples
import Foundation
import QuartzCore
import QuartzEncoding
import QuartzMath
import QuartzVideo
import Testing

@testable import AVFoundation

@Suite struct BrightExportTests {
  private let nits = [1, 50, 203, 600, 1000.0]

  /// A composition of a film as it is, in PQ or HLG.
  private func composition(_ asset: AVAsset, _ transfer: FilmTransfer) -> AVMutableVideoComposition
  {
    let composition = AVMutableVideoComposition()
    composition.values = AVVideoComposition.values(of: asset.tracks, duration: asset.duration)
    composition.colorPrimaries = AVVideoColorPrimaries_ITU_R_2020
    composition.colorYCbCrMatrix = AVVideoYCbCrMatrix_ITU_R_2020
    composition.colorTransferFunction =
      transfer == .pq
      ? AVVideoTransferFunction_SMPTE_ST_2084_PQ : AVVideoTransferFunction_ITU_R_2100_HLG
    return composition
  }

  /// A white layer over the lower half.
  private func title() -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 64, height: 32)
    layer.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    return layer
  }

  private func samples(_ frame: BrightFrame) -> [UInt16] {
    frame.withBytes { bytes in
      (0..<bytes.count / 2).map {
        UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: UInt16.self))
      }
    }
  }

  // Law A11.7: a preview at H = 4.926 and the frames of the export are equal before encoding.
  @Test(arguments: FilmTransfer.allCases) func previewsAreTheExport(
    transfer: FilmTransfer
  ) throws {
    let folder = try Folder()
    let url = try BrightFilm(nits: nits).make(in: folder)
    let asset = AVURLAsset(url: url)
    let composition = composition(asset, transfer)
    let (parent, video) = (CALayer(), CALayer())
    for layer in [parent, video] { layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64) }
    parent.addSublayer(video)
    parent.addSublayer(title())
    composition.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: video,
      in: parent
    )
    let values = composition.values
    let artist = try BrightFrames(
      try ExportFrames(values, asset.tracks, .extended),
      transfer,
      values
    )
    var options = CAContext.Options()
    options.isYUp = true
    options.dynamicRange = .extended(headroom: CGFloat(ReferenceWhiteCurve.defaultHeadroom))
    let preview = try CAContext(size: CGSize(width: 64, height: 64), options: options)
    let root = CALayer()
    root.frame = parent.frame
    let player = AVPlayer(url: url)
    let layer = AVPlayerLayer(player: player)
    layer.frame = root.frame
    layer.preferredDynamicRange = .high
    root.addSublayer(layer)
    root.addSublayer(title())
    preview.layer = root
    player.play()
    let shown = BrightFrame(transfer, width: 64, height: 64)
    for number in nits.indices {
      let made = samples(try artist.frame(at: CMTime(value: CMTimeValue(number), timescale: 25)))
      let image = try preview.image(at: Double(number) * 0.04)
      let rows = [UInt8](try #require(image.dataProvider?.data))
      rows.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        shown.update(from: .halves(base, rowBytes: image.bytesPerRow))
      }
      #expect(samples(shown) == made, "\(nits[number]) nits")
      // Law A11.6: white of layers has 203 nits; the film keeps its light.
      #expect(made[48 * 64 + 32] == (transfer == .pq ? 573 : 721))
      let signal =
        transfer == .pq
        ? PerceptualQuantizer.signal(nits[number])
        : HybridLogGamma.signal(nits[number] * HybridLogGamma.scenePerNit(nits[number]))
      // because: the film's codes of 10 bits are as far from the light of the law.
      #expect(abs(Double(made[16 * 64 + 32]) - (64 + 876 * signal)) <= 1.5, "\(nits[number]) nits")
    }
  }

  /// The file has the colours that the composition names.
  @Test(arguments: FilmTransfer.allCases) func filesHaveTheColours(
    transfer: FilmTransfer
  ) async throws {
    let folder = try Folder()
    let asset = AVURLAsset(url: try BrightFilm(nits: [203, 203, 203]).make(in: folder))
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHEVC1920x1080)
    )
    session.videoComposition = composition(asset, transfer)
    let path = folder.file("out.mp4")
    try await session.export(to: URL(fileURLWithPath: path), as: .mp4)
    let decoder = try VideoDecoder(path: path)
    let format = try #require(decoder.description.format)
    #expect(format.transfer == (transfer == .pq ? .pq : .hlg) && format.primaries == .rec2020)
    #expect(format.matrix == .rec2020 && format.depth == 10 && decoder.index.count == 3)
    let luma = try decoder.picture(1).memory.base.loadUnaligned(as: UInt16.self)
    // because: the film's 573 has 203.7 nits, for HLG 721 or 722; encoders keep a grey.
    #expect(abs(Int(luma) - (transfer == .pq ? 573 : 721)) <= (transfer == .pq ? 0 : 1))
  }

  /// Colours of standard range are those of every export; others are refused with their names.
  @Test func coloursAreChosen() throws {
    let code = AVError.Code.exportFailed
    var colors = FilmColorNames()
    #expect(try colors.transfer(code) == nil)
    colors.primaries = AVVideoColorPrimaries_ITU_R_709_2
    colors.transfer = AVVideoTransferFunction_IEC_sRGB
    colors.matrix = AVVideoYCbCrMatrix_ITU_R_709_2
    #expect(try colors.transfer(code) == nil)
    colors.transfer = AVVideoTransferFunction_SMPTE_ST_2084_PQ
    #expect(throws: AVError.self) { try colors.transfer(code) }
    (colors.primaries, colors.matrix) = (nil, nil)
    #expect(try colors.transfer(code) == .pq)
    colors.transfer = AVVideoTransferFunction_ITU_R_2100_HLG
    #expect(try colors.transfer(code) == .hlg)
    for name in ["", "ITU_R_2100_ICtCp", String(repeating: "x", count: 10_000)] {
      colors.transfer = name
      let error = #expect(throws: AVError.self) { try colors.transfer(code) }
      #expect((error?.localizedDescription.count ?? 0) < 400)
    }
    colors = FilmColorNames(primaries: AVVideoColorPrimaries_P3_D65)
    #expect(throws: AVError.self) { try colors.transfer(code) }
    colors = FilmColorNames(matrix: AVVideoYCbCrMatrix_ITU_R_601_4)
    #expect(throws: AVError.self) { try colors.transfer(code) }
  }

  @Test func presetsOfH264AreOfStandardRange() async throws {
    let folder = try Folder()
    let asset = AVURLAsset(url: try BrightFilm(nits: [203]).make(in: folder))
    let path = folder.file("out.mp4")
    for (preset, width) in [
      (AVAssetExportPresetHighestQuality, 64.0), (AVAssetExportPresetHEVCHighestQuality, 63),
    ] {
      let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
      let composition = composition(asset, .pq)
      composition.renderSize.width = width
      session.videoComposition = composition
      await #expect(throws: AVError.self) {
        try await session.export(to: URL(fileURLWithPath: path), as: .mp4)
      }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }
}
