// Pictures of compositions in more pixels, and in fewer ones, than their size has.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import QuartzCore
import TestClaims
import Testing

@testable import AVFoundation

@Suite struct RenderScaleTests {
  private let tenth = CMTime(value: 1, timescale: 10)

  private func asset(_ folder: Folder) throws -> AVURLAsset {
    AVURLAsset(url: URL(fileURLWithPath: try FilmKind.all[0].make(25, in: folder)))
  }

  /// The film of 64 x 64 pixels, shown through a transform in a film of a size.
  private func values(
    _ asset: AVAsset,
    _ size: CGSize,
    _ transform: CGAffineTransform
  ) throws -> AVMutableVideoComposition {
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    layer.setTransform(transform, at: .zero)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: asset.duration)
    instruction.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    instruction.layerInstructions = [layer]
    let values = AVMutableVideoComposition()
    values.renderSize = size
    values.frameDuration = tenth
    values.instructions = [instruction]
    return values
  }

  private func pixels(_ image: CGImage) throws -> [UInt8] {
    [UInt8](try #require(image.dataProvider?.data))
  }

  /// Those of a composition as large as the pixels, with the tracks scaled by hand.
  @Test(
    .shows("AVVideoComposition.renderScale"),
    arguments: [(Float(0.5), 64, 32), (2, 256, 128), (0.3, 38, 19), (0.004, 1, 1)]
  )
  func imagesHaveTheSizeTimesTheScale(_ scale: Float, _ width: Int, _ height: Int) throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let size = CGSize(width: 128, height: 64)
    let place = CGAffineTransform(translationX: 32, y: 0)
    let composition = try values(asset, size, place)
    #expect(composition.renderScale == 1)
    composition.renderScale = scale
    let byHand = place.concatenating(
      CGAffineTransform(scaleX: Double(width) / 128, y: Double(height) / 64)
    )
    let plain = try values(asset, CGSize(width: width, height: height), byHand)
    let frames = try ExportFrames(plain.values, asset.tracks)
    let generator = AVAssetImageGenerator(asset: asset)
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    generator.videoComposition = composition
    for number in [0, 3, 7] {
      let time = CMTimeMultiply(tenth, multiplier: Int32(number))
      let image = try generator.copyCGImage(at: time, actualTime: nil)
      #expect(image.width == width && image.height == height)
      #expect(try pixels(image) == frames.draw(at: time) { [UInt8]($0) }, "\(number)")
    }
  }

  /// The layer is filled by the size, whatever the pixels.
  @Test(.shows("AVPlayerItem.presentationSize", "AVPlayerLayer.videoRect"))
  func playersShowPicturesOfTheScale() throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let size = CGSize(width: 64, height: 64)
    let composition = try values(asset, size, .identity)
    composition.renderScale = 2
    let context = try CAContext(size: CGSize(width: 128, height: 128))
    let item = AVPlayerItem(asset: asset)
    item.videoComposition = composition
    // The item has its own values.
    composition.renderScale = 1
    let player = AVPlayer(playerItem: item)
    let layer = AVPlayerLayer(player: player)
    layer.frame = CGRect(x: 0, y: 0, width: 128, height: 128)
    context.layer = layer
    player.seek(to: CMTimeMultiply(tenth, multiplier: 4))
    let shown = try pixels(context.image(at: 0))
    composition.renderScale = 2
    let frames = try ExportFrames(composition.values, asset.tracks)
    let drawn = try frames.draw(at: CMTimeMultiply(tenth, multiplier: 4)) { [UInt8]($0) }
    // Pixel for pixel, as the layer has as many.
    #expect(shown == drawn)
    #expect(NumberPicture.number(half(drawn, width: 128)) == 10)
    #expect(item.presentationSize == size && layer.videoRect == layer.bounds)
  }

  /// Every second pixel of every second row.
  private func half(_ pixels: [UInt8], width: Int) -> [UInt8] {
    (0..<width * width / 4).flatMap { place -> ArraySlice<UInt8> in
      let (x, y) = (place % (width / 2) * 2, place / (width / 2) * 2)
      return pixels[(y * width + x) * 4..<(y * width + x) * 4 + 4]
    }
  }

  @Test func scalesThatNoFilmCanHaveAreErrors() throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let composition = try values(asset, CGSize(width: 64, height: 64), .identity)
    let generator = AVAssetImageGenerator(asset: asset)
    for scale in [0, -1, .nan, .infinity, 257, .greatestFiniteMagnitude] as [Float] {
      composition.renderScale = scale
      generator.videoComposition = composition
      let error = #expect(throws: AVError.self, "\(scale)") {
        try generator.copyCGImage(at: .zero, actualTime: nil)
      }
      #expect(error?.code == .invalidVideoComposition, "\(scale)")
      #expect(error?.description.contains("scale of \(scale)") == true, "\(scale)")
    }
  }

  @Test func exportsHaveNoScale() async throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let composition = try values(asset, CGSize(width: 64, height: 64), .identity)
    composition.renderScale = 0.5
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality)
    )
    session.videoComposition = composition
    let url = URL(fileURLWithPath: folder.file("out.mp4"))
    let error = await #expect(throws: AVError.self) { try await session.export(to: url, as: .mp4) }
    #expect(error?.code == .invalidVideoComposition && session.status == .failed)
    #expect(error?.description.hasPrefix("a scale of 0.5: exports have 1") == true)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }
}
