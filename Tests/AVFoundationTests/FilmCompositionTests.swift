// Compositions: other speeds, layers as tracks, parts of pictures.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import QuartzCore
import TestClaims
import Testing

@testable import AVFoundation

@Suite struct FilmCompositionTests {
  private func asset(_ folder: Folder, _ count: Int = 50) throws -> AVURLAsset {
    AVURLAsset(url: URL(fileURLWithPath: try FilmKind.all[0].make(count, in: folder)))
  }

  private func time(_ place: Int64) -> CMTime { CMTime(value: place, timescale: 25) }

  private func track(
    _ composition: AVMutableComposition,
    _ asset: AVAsset
  ) throws -> AVMutableCompositionTrack {
    let track = try #require(
      composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0)
    )
    let video = try #require(asset.tracks.first)
    let whole = CMTimeRange(start: .zero, duration: asset.duration)
    try track.insertTimeRange(whole, of: video, at: .zero)
    return track
  }

  private func number(_ generator: AVAssetImageGenerator, _ time: CMTime) throws -> Int {
    let image = try generator.copyCGImage(at: time, actualTime: nil)
    return NumberPicture.number([UInt8](try #require(image.dataProvider?.data)))
  }

  /// Two seconds in one: the picture at 0.5 s is the one of 1 s.
  @Test(
    .shows(
      "AVMutableComposition.scaleTimeRange(_:toDuration:)",
      "AVCompositionTrack.segments",
      "AVCompositionTrackSegment"
    )
  )
  func scaledRangesPlayFasterAndSlower() throws {
    let folder = try Folder()
    let composition = AVMutableComposition()
    let track = try track(composition, try asset(folder))
    composition.scaleTimeRange(CMTimeRange(start: .zero, end: time(50)), toDuration: time(25))
    #expect(composition.duration == time(25))
    let generator = AVAssetImageGenerator(asset: composition)
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    #expect(try number(generator, CMTime(value: 1, timescale: 2)) == 25)
    for place in 0..<25 { #expect(try number(generator, time(Int64(place))) == place * 2) }
    // A hundredth of a second later the next picture of the film shows.
    #expect(try number(generator, CMTime(value: 2, timescale: 100)) == 1)
    // The last fifth, four times slower: 10 pictures of the film in 20 of the track.
    composition.scaleTimeRange(CMTimeRange(start: time(20), end: time(25)), toDuration: time(20))
    #expect(composition.duration == time(40))
    for place in 0..<20 {
      #expect(try number(generator, time(Int64(20 + place))) == 40 + place / 2)
    }
    let mappings = track.segments.map(\.timeMapping)
    #expect(
      mappings == [
        CMTimeMapping(
          source: CMTimeRange(start: .zero, end: time(40)),
          target: CMTimeRange(start: .zero, end: time(20))
        ),
        CMTimeMapping(
          source: CMTimeRange(start: time(40), end: time(50)),
          target: CMTimeRange(start: time(20), end: time(40))
        ),
      ]
    )
    // Parts of parts keep their speed.
    composition.removeTimeRange(CMTimeRange(start: time(10), end: time(30)))
    #expect(try number(generator, time(9)) == 18 && number(generator, time(10)) == 45)
    #expect(track.segments.count == 2 && !track.segments[0].isEmpty)
  }

  @Test func rangesThatCannotBeScaledStay() throws {
    let folder = try Folder()
    let composition = AVMutableComposition()
    let track = try track(composition, try asset(folder))
    let before = track.segments.map(\.timeMapping)
    let whole = CMTimeRange(start: .zero, end: time(50))
    for (range, duration) in [
      (CMTimeRange.invalid, time(3)), (whole, .zero), (whole, .invalid), (whole, .positiveInfinity),
      (whole, time(-3)), (CMTimeRange(start: time(60), end: time(70)), time(3)),
      (CMTimeRange(start: time(-5), end: time(10)), time(3)),
    ] { composition.scaleTimeRange(range, toDuration: duration) }
    #expect(track.segments.map(\.timeMapping) == before)
    // A gap is scaled as well.
    track.insertEmptyTimeRange(CMTimeRange(start: .zero, end: time(10)))
    composition.scaleTimeRange(CMTimeRange(start: .zero, end: time(10)), toDuration: time(5))
    #expect(track.segments[0].isEmpty && composition.duration == time(55))
    #expect(track.segments[0].sourceURL == nil && track.segments[1].sourceTrackID == 1)
  }

  /// Sound keeps up with the pictures at half to twice the speed, and is silent beyond.
  @Test func soundFollowsTheSpeed() throws {
    let folder = try Folder()
    let plain = try FilmKind.all[0].make(50, in: folder)
    let path = folder.file("sound.mp4")
    try ffmpeg([
      "-i", plain, "-f", "lavfi", "-i", "sine=duration=2", "-c:v", "copy", "-c:a", "aac", path,
    ])
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    func filters(_ duration: CMTime) throws -> [String] {
      let composition = AVMutableComposition()
      let whole = CMTimeRange(start: .zero, end: time(50))
      try composition.insertTimeRange(whole, of: asset, at: .zero)
      composition.scaleTimeRange(whole, toDuration: duration)
      var mix = SoundMix()
      let part = CMTimeRange(start: .zero, duration: composition.duration)
      mix.mix(SoundMix.heard(of: composition.tracks, part), firstInput: 1)
      return mix.filters
    }
    #expect(try filters(time(25))[0].contains(",atempo=2.0,apad,atrim=duration=1.0"))
    #expect(try filters(time(100))[0].contains(",atempo=0.5,apad,atrim=duration=4.0"))
    #expect(try filters(time(50))[0].contains("stereo,apad,atrim=duration=2.0"))
    #expect(try filters(time(10))[0].hasPrefix("anullsrc"))
  }

  @Test func exportsPlayScaledRanges() async throws {
    let folder = try Folder()
    let composition = AVMutableComposition()
    _ = try track(composition, try asset(folder))
    composition.scaleTimeRange(CMTimeRange(start: .zero, end: time(50)), toDuration: time(25))
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality)
    )
    let output = URL(fileURLWithPath: folder.file("fast.mp4"))
    try await session.export(to: output, as: .mp4)
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: output))
    generator.requestedTimeToleranceBefore = .zero
    for place in [0, 7, 24] {
      #expect(try number(generator, time(Int64(place))) == place * 2)
    }
  }

  // MARK: Layers as tracks

  private func instruction(
    _ layers: [AVMutableVideoCompositionLayerInstruction],
    _ duration: CMTime
  ) -> AVMutableVideoComposition {
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: duration)
    instruction.layerInstructions = layers
    let values = AVMutableVideoComposition()
    values.renderSize = CGSize(width: 64, height: 64)
    values.frameDuration = CMTime(value: 1, timescale: 25)
    values.instructions = [instruction]
    return values
  }

  private func pixels(_ frames: ExportFrames, _ time: CMTime) throws -> MoviePixels {
    try frames.draw(at: time) { MoviePixels(width: 64, bytes: [UInt8]($0)) }
  }

  /// A layer with its origin at the bottom left, moved and faded by its instruction, by the film's
  /// time.
  @Test(.shows("AVVideoCompositionCoreAnimationTool.init(additionalLayer:asTrackID:)"))
  func layersAreTracks() throws {
    let folder = try Folder()
    let film = try asset(folder)
    let number = CMPersistentTrackID(9)
    let title = CALayer()
    title.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    let bar = CALayer()
    bar.frame = CGRect(x: 0, y: 0, width: 8, height: 4)
    bar.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    title.addSublayer(bar)
    let moving = CABasicAnimation(keyPath: "position.y")
    (moving.fromValue, moving.toValue, moving.duration) = (2.0, 42.0, 1)
    moving.beginTime = AVCoreAnimationBeginTimeAtZero
    moving.isRemovedOnCompletion = false
    bar.add(moving, forKey: nil)
    let over = AVMutableVideoCompositionLayerInstruction()
    over.trackID = number
    over.setTransform(CGAffineTransform(translationX: 16, y: 0), at: time(0))
    over.setOpacity(0.5, at: time(20))
    let video = AVMutableVideoCompositionLayerInstruction(
      assetTrack: try #require(film.tracks.first)
    )
    let values = instruction([over, video], time(50))
    values.animationTool = AVVideoCompositionCoreAnimationTool(
      additionalLayer: title,
      asTrackID: number
    )
    let frames = try ExportFrames(values.values, film.tracks)
    // At first in the lowest four rows, 16 columns to the right.
    let first = try pixels(frames, time(0))
    #expect(first[16, 63] == [255, 0, 0] && first[23, 60] == [255, 0, 0])
    #expect(first[15, 63] != [255, 0, 0] && first[24, 63] != [255, 0, 0])
    #expect(first[16, 59] != [255, 0, 0])
    // 15 pictures later 24 rows further up: of the film's time, 0.6 s.
    let later = try pixels(frames, time(15))
    #expect(later[16, 36] == [255, 0, 0] && later[16, 39] == [255, 0, 0])
    #expect(later[16, 40] != [255, 0, 0] && later[16, 35] != [255, 0, 0])
    let faded = try pixels(frames, time(20))
    // Without an instruction it does not show.
    let alone = instruction([video], time(50))
    alone.animationTool = values.animationTool
    let plain = try ExportFrames(alone.values, film.tracks)
    #expect(try pixels(plain, time(0))[16, 63] != [255, 0, 0])
    // Half of it shows, over the black or white of the film.
    let below = try pixels(plain, time(20))[16, 30]
    // because: half an alpha is no whole byte.
    #expect(abs(faded[16, 30][0] - (255 + below[0]) / 2) <= 1)
    #expect(abs(faded[16, 30][1] - below[1] / 2) <= 1)
  }

  // MARK: Crops

  /// A part of the track's own pictures, which the transform moves.
  @Test(
    .shows(
      "AVMutableVideoCompositionLayerInstruction.setCropRectangle(_:at:)",
      "AVMutableVideoCompositionLayerInstruction.setCropRectangleRamp(fromStartCropRectangle:toEndCropRectangle:timeRange:)"
    )
  )
  func cropsShowAPart() throws {
    let folder = try Folder()
    let film = try asset(folder)
    let track = try #require(film.tracks.first)
    func layer() -> AVMutableVideoCompositionLayerInstruction {
      let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
      layer.setTransform(CGAffineTransform(translationX: 0, y: 8), at: .zero)
      return layer
    }
    let (whole, cropped) = (layer(), layer())
    cropped.setCropRectangle(CGRect(x: 16, y: 0, width: 32, height: 40), at: .zero)
    cropped.setCropRectangle(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), at: .zero)
    cropped.setCropRectangleRamp(
      fromStartCropRectangle: CGRect(x: 16, y: 0, width: 32, height: 40),
      toEndCropRectangle: CGRect(x: 0, y: 0, width: 64, height: 64),
      timeRange: CMTimeRange(start: time(20), end: time(36))
    )
    let plain = try ExportFrames(instruction([whole], time(50)).values, film.tracks)
    let parts = try ExportFrames(instruction([cropped], time(50)).values, film.tracks)
    /// The film where the crop is, black elsewhere.
    func expect(_ place: Int64, _ crop: CGRect) throws {
      let (all, part) = (try pixels(plain, time(place)), try pixels(parts, time(place)))
      for y in 0..<64 {
        for x in 0..<64 {
          let isInside = crop.contains(CGPoint(x: Double(x) + 0.5, y: Double(y - 8) + 0.5))
          let wanted = isInside ? all[x, y] : [0, 0, 0]
          guard part[x, y] != wanted else { continue }
          Issue.record("picture \(place) at \(x), \(y): \(part[x, y]) instead of \(wanted)")
          return
        }
      }
    }
    try expect(0, CGRect(x: 16, y: 0, width: 32, height: 40))
    try expect(13, CGRect(x: 16, y: 0, width: 32, height: 40))
    // Half way: 8, 0, 48, 52.
    try expect(28, CGRect(x: 8, y: 0, width: 48, height: 52))
    try expect(40, CGRect(x: 0, y: 0, width: 64, height: 64))
    cropped.setCropRectangle(CGRect(x: 70, y: 70, width: 5, height: 5), at: time(45))
    let nothing = try ExportFrames(instruction([cropped], time(50)).values, film.tracks)
    #expect(Set(try pixels(nothing, time(46)).bytes) == [0, 255])
  }
}
