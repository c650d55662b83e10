// Players of films that a video composition makes: when its pictures show, and which ones.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import QuartzCore
import TestClaims
import Testing

@testable import AVFoundation

@Suite struct ComposedPlayerTests {
  /// The film of 25 pictures a second at the left of 128 x 64 pixels, ten times a second.
  private func values(_ asset: AVAsset) throws -> AVMutableVideoComposition {
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: asset.duration)
    let track = try #require(asset.tracks(withMediaType: .video).first)
    instruction.layerInstructions = [AVMutableVideoCompositionLayerInstruction(assetTrack: track)]
    let values = AVMutableVideoComposition()
    values.renderSize = CGSize(width: 128, height: 64)
    values.frameDuration = CMTime(value: 1, timescale: 10)
    values.instructions = [instruction]
    return values
  }

  /// The pictures of an export at tenths of seconds.
  private func exported(
    _ values: AVVideoComposition,
    _ asset: AVAsset,
    _ tenths: [Int]
  ) throws -> [Int: [UInt8]] {
    let frames = try ExportFrames(values.values, asset.tracks)
    var drawn: [Int: [UInt8]] = [:]
    for place in tenths {
      drawn[place] = try frames.draw(at: CMTime(value: CMTimeValue(place), timescale: 10)) {
        [UInt8]($0)
      }
    }
    return drawn
  }

  /// Law C5: it shows with the next picture while the film plays, at multiples of its time; the
  /// layer is filled by its size.
  @Test(
    .shows(
      "AVPlayerItem.videoComposition",
      "AVPlayerItem.presentationSize",
      "AVPlayerLayer.videoRect"
    )
  )
  func aCompositionShowsWithTheNextPicture() throws {
    let folder = try Folder()
    let path = try FilmKind.all[0].make(50, in: folder)
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    let values = try values(asset)
    let drawn = try exported(values, asset, [5, 6, 7, 9])
    let context = try CAContext(size: CGSize(width: 128, height: 64))
    let item = AVPlayerItem(asset: asset)
    let player = AVPlayer(playerItem: item)
    let layer = AVPlayerLayer(player: player)
    layer.frame = CGRect(x: 0, y: 0, width: 128, height: 64)
    context.layer = layer
    func pixels(_ time: Double) throws -> [UInt8] {
      [UInt8](try #require(try context.image(at: time).dataProvider?.data))
    }
    /// The number that shows from a column on.
    func number(_ pixels: [UInt8], from column: Int) -> Int {
      NumberPicture.number([UInt8](pixels.dropFirst(column * 4)), width: 128)
    }
    player.play()
    #expect(number(try pixels(0.5), from: 32) == 12)
    #expect(layer.videoRect == CGRect(x: 32, y: 0, width: 64, height: 64))
    item.videoComposition = values
    // Of the film alone: 13, 14, 15, 17, 18, 24.
    for (time, begin) in [(0.53, 5), (0.59, 5), (0.61, 6), (0.69, 6), (0.73, 7), (0.99, 9)] {
      let shown = try pixels(time)
      #expect(number(shown, from: 0) == begin * 25 / 10, "\(time)")
      #expect(shown == drawn[begin], "\(time)")
    }
    #expect(player.rate == 1 && abs(player.currentTime().seconds - 0.99) < 1e-6)
    #expect(layer.videoRect == layer.bounds && item.presentationSize == values.renderSize)
    // It is gone with the next picture as well.
    item.videoComposition = nil
    let plain = number(try pixels(1.17), from: 32)
    #expect(plain == 29 && item.error == nil)
    #expect(layer.videoRect == CGRect(x: 32, y: 0, width: 64, height: 64))
  }

  /// Contexts of the same thread that draw something else have times of their own: a player follows
  /// that of its layer, whichever was used last.
  @Test func contextsOfOthersDoNotMoveAPlayer() throws {
    let folder = try Folder()
    let path = try FilmKind.all[0].make(50, in: folder)
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    let values = try values(asset)
    let frames = try ExportFrames(values.values, asset.tracks)
    let context = try CAContext(size: CGSize(width: 64, height: 64))
    let item = AVPlayerItem(asset: asset)
    let player = AVPlayer(playerItem: item)
    let layer = AVPlayerLayer(player: player)
    layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    context.layer = layer
    func number(_ time: Double) throws -> Int {
      let pixels = [UInt8](try #require(try context.image(at: time).dataProvider?.data))
      return NumberPicture.number(pixels)
    }
    /// Its context is at 1, 2, 3 ... s then.
    func drawAnother() throws { _ = try frames.draw(at: .zero) { $0.count } }
    #expect(try number(0.5) == 0)
    for _ in 0..<4 { try drawAnother() }
    player.play()
    #expect(try number(0.7) == 5)
    try drawAnother()
    item.videoComposition = AVVideoComposition(propertiesOf: asset)
    #expect(try number(0.9) == 10)
    try drawAnother()
    item.videoComposition = nil
    #expect(try number(1.1) == 15)
    try drawAnother()
    player.rate = 2
    #expect(try number(1.3) == 25)
    try drawAnother()
    player.pause()
    #expect(try number(1.5) == 25)
    try drawAnother()
    player.seek(to: CMTime(value: 40, timescale: 25))
    #expect(try number(1.7) == 40 && player.currentTime().seconds == 1.6)
  }
}
