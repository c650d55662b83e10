// Films into files: pictures, layers over them, parts, sound.
// Licensed under the MIT license; see LICENSE.

@testable import AVFoundation
import FilmSamples
import Foundation
import TestClaims
import Testing

@Suite struct ExportTests {
  private func asset(_ folder: Folder, _ kind: Int = 0, _ count: Int = 40) throws -> AVURLAsset {
    AVURLAsset(url: URL(fileURLWithPath: try FilmKind.all[kind].make(count, in: folder)))
  }

  /// The numbers of all pictures of a film, by times of a rate.
  private func numbers(_ url: URL, rate: Int32 = 25) throws -> [Int] {
    let asset = AVURLAsset(url: url)
    let generator = AVAssetImageGenerator(asset: asset)
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    let count = Int((asset.duration.seconds * Double(rate)).rounded())
    return try (0..<count).map { place in
      let time = CMTime(value: CMTimeValue(place), timescale: rate)
      return try number(of: generator.copyCGImage(at: time, actualTime: nil))
    }
  }

  private func session(
    _ asset: AVAsset,
    _ preset: String = AVAssetExportPresetHighestQuality
  ) throws -> AVAssetExportSession {
    try #require(AVAssetExportSession(asset: asset, presetName: preset))
  }

  @Test(
    .shows(
      "AVAssetExportSession",
      "AVAssetExportSession.init(asset:presetName:)",
      "AVAssetExportSession.export(to:as:)",
      "AVAssetExportSession.status",
      "AVAssetExportSession.progress",
      "AVAssetExportSession.Status.completed",
      "AVFileType.mp4",
      "AVFileType.mov"
    )
  ) func filmsAreWrittenAsTheyAre() async throws {
    let folder = try Folder()
    for type in [AVFileType.mp4, .mov] {
      let output = URL(fileURLWithPath: folder.file("out." + (type == .mov ? "mov" : "mp4")))
      let session = try session(asset(folder))
      try await session.export(to: output, as: type)
      #expect(session.status == .completed && session.progress == 1 && session.error == nil)
      let shown = try numbers(output)
      #expect(shown == Array(0..<40), "\(type.rawValue)")
      await #expect(throws: AVError.self) { try await session.export(to: output, as: type) }
    }
    // The film, and what it was exported to.
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.sorted() == ["a.mp4", "out.mov", "out.mp4"])
  }

  @Test(
    .shows(
      "AVAssetExportSession.timeRange",
      "AVAssetExportSession.outputURL",
      "AVAssetExportSession.outputFileType",
      "AVAssetExportSession.export()",
      "AVAssetExportPresetPassthrough"
    )
  ) func partsAreCutAndCopied() async throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let cut = try session(asset)
    cut.timeRange = CMTimeRange(
      start: CMTime(value: 7, timescale: 25),
      duration: CMTime(value: 10, timescale: 25)
    )
    cut.outputURL = URL(fileURLWithPath: folder.file("cut.mp4"))
    cut.outputFileType = .mp4
    await cut.export()
    #expect(cut.status == .completed)
    #expect(try numbers(try #require(cut.outputURL)) == Array(7..<17))
    let copied = URL(fileURLWithPath: folder.file("copied.mov"))
    try await session(asset, AVAssetExportPresetPassthrough).export(to: copied, as: .mov)
    #expect(try numbers(copied) == Array(0..<40))
  }

  /// A composition with a red square that moves over the film, from the lower left to the right.
  private func decorated(
    _ asset: AVAsset,
    isFlipped: Bool = false
  ) -> (composition: AVMutableVideoComposition, parent: CALayer, video: CALayer) {
    let (parent, video, square) = (CALayer(), CALayer(), CALayer())
    parent.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    parent.isGeometryFlipped = isFlipped
    video.frame = parent.bounds
    square.frame = CGRect(x: 0, y: 0, width: 16, height: 16)
    square.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    parent.addSublayer(video)
    parent.addSublayer(square)
    let animation = CABasicAnimation(keyPath: "position.x")
    (animation.fromValue, animation.toValue) = (8, 56)
    animation.duration = 1.6
    animation.beginTime = AVCoreAnimationBeginTimeAtZero
    animation.isRemovedOnCompletion = false
    animation.fillMode = .both
    square.add(animation, forKey: "move")
    let composition = AVMutableVideoComposition()
    composition.values = AVVideoComposition(propertiesOf: asset).values
    composition.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: video,
      in: parent
    )
    return (composition, parent, video)
  }

  @Test(
    .shows(
      "AVVideoCompositionCoreAnimationTool",
      "AVVideoCompositionCoreAnimationTool.init(postProcessingAsVideoLayer:in:)",
      "AVVideoComposition.animationTool",
      "AVVideoComposition.init(propertiesOf:)",
      "AVAssetExportSession.videoComposition",
      "AVCoreAnimationBeginTimeAtZero"
    ),
    arguments: [false, true]
  )
  func layersShowOverTheFilmAtItsTimes(isFlipped: Bool) async throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let session = try session(asset)
    let (composition, _, _) = decorated(asset, isFlipped: isFlipped)
    session.videoComposition = composition
    let output = URL(fileURLWithPath: folder.file("out.mp4"))
    try await session.export(to: output, as: .mp4)
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: output))
    generator.requestedTimeToleranceBefore = .zero
    for place in [0, 13, 26, 39] {
      let time = CMTime(value: CMTimeValue(place), timescale: 25)
      let image = try generator.copyCGImage(at: time, actualTime: nil)
      let bytes = [UInt8](try #require(image.dataProvider?.data))
      // In a space whose y goes up the square is in the last row of squares.
      let x = Int(8 + 48 * Double(place) / 40)
      let y = isFlipped ? 8 : 56
      let pixel = (y * 64 + x) * 4
      // because: the encoder loses that much, of colours more.
      #expect(bytes[pixel] > 200 && bytes[pixel + 1] < 60)
      // Numbers below 64 are upright in the first two rows; the square covers one.
      if !isFlipped { #expect(try number(of: image) & 0xfff == place) }
    }
  }

  /// Animations that begin with the film have begun in its first picture.
  @Test(.shows("AVCoreAnimationBeginTimeAtZero"))
  func animationsBeginInTheFirstPicture() throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let (composition, parent, video) = decorated(asset)
    video.opacity = 0
    let light = CALayer()
    light.frame = CGRect(x: 32, y: 32, width: 16, height: 16)
    light.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    light.opacity = 0
    parent.addSublayer(light)
    let shown = CABasicAnimation(keyPath: "opacity")
    (shown.fromValue, shown.toValue, shown.duration) = (1, 1, 0.06)
    shown.beginTime = AVCoreAnimationBeginTimeAtZero
    light.add(shown, forKey: "shown")
    let frames = try ExportFrames(composition.values, asset.tracks)
    func isLit(_ place: CMTimeValue) throws -> Bool {
      let bytes = try frames.draw(at: CMTime(value: place, timescale: 25)) { [UInt8]($0) }
      let pixel = ((64 - 40) * 64 + 40) * 4
      return bytes[pixel + 1] == 255
    }
    #expect(try isLit(0))
    #expect(try isLit(1))
    #expect(try !isLit(2))
  }

  @Test func picturesAreThoseThatAreDrawnOneByOne() throws {
    let folder = try Folder()
    let asset = try asset(folder, 0, 300)
    let (composition, _, _) = decorated(asset)
    let frames = try ExportFrames(composition.values, asset.tracks)
    let generator = AVAssetImageGenerator(asset: asset)
    generator.requestedTimeToleranceBefore = .zero
    // The same layers, with images in the place of the film.
    let (_, parent, video) = decorated(asset)
    var options = CAContext.Options()
    options.isYUp = true
    let context = try CAContext(size: CGSize(width: 64, height: 64), options: options)
    context.layer = parent
    for place in 0..<300 {
      let time = CMTime(value: CMTimeValue(place), timescale: 25)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      video.contents = try generator.copyCGImage(at: time, actualTime: nil)
      CATransaction.commit()
      let image = try context.image(at: time.seconds)
      let expected = [UInt8](try #require(image.dataProvider?.data))
      let drawn = try frames.draw(at: time) { [UInt8]($0) }
      let isSame = drawn == expected
      #expect(isSame, "picture \(place)")
    }
  }

  @Test(
    .shows(
      "AVMutableComposition",
      "AVMutableComposition.addMutableTrack(withMediaType:preferredTrackID:)",
      "AVMutableComposition.removeTimeRange(_:)",
      "AVMutableCompositionTrack.insertTimeRange(_:of:at:)",
      "AVMutableCompositionTrack.insertEmptyTimeRange(_:)",
      "AVPlayerItem.init(asset:)"
    )
  ) func compositionsPlayPartsOneAfterTheOther() async throws {
    let folder = try Folder()
    let (first, second) = (try asset(folder), try asset(folder, 12, 20))
    let composition = AVMutableComposition()
    let track = try #require(
      composition.addMutableTrack(
        withMediaType: .video,
        preferredTrackID: kCMPersistentTrackID_Invalid
      )
    )
    func time(_ place: Int64) -> CMTime { CMTime(value: place, timescale: 25) }
    let video = try #require(first.tracks.first)
    let other = try #require(second.tracks.first)
    try track.insertTimeRange(
      CMTimeRange(start: time(10), end: time(20)),
      of: video,
      at: .zero
    )
    try track.insertTimeRange(
      CMTimeRange(start: time(3), end: time(7)),
      of: other,
      at: time(5)
    )
    try track.insertTimeRange(
      CMTimeRange(start: time(38), end: time(99)),
      of: video,
      at: .invalid
    )
    #expect(composition.duration == time(16) && track.naturalSize == CGSize(width: 64, height: 64))
    composition.removeTimeRange(CMTimeRange(start: time(1), duration: time(2)))
    let output = URL(fileURLWithPath: folder.file("out.mp4"))
    try await session(composition).export(to: output, as: .mp4)
    let expected = [10, 13, 14, 3, 4, 5, 6, 15, 16, 17, 18, 19, 38, 39]
    #expect(try numbers(output) == expected)
    #expect(throws: AVError.self) { try track.insertTimeRange(.invalid, of: video, at: .zero) }
    #expect(throws: AVError.self) {
      try track.insertTimeRange(CMTimeRange(start: time(99), end: time(100)), of: video, at: .zero)
    }
    // A player shows the same.
    let context = try CAContext(size: CGSize(width: 64, height: 64))
    let player = AVPlayer(playerItem: AVPlayerItem(asset: composition))
    let layer = AVPlayerLayer(player: player)
    layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    context.layer = layer
    player.play()
    for (place, expected) in expected.enumerated() {
      #expect(try number(of: context.image(at: Double(place) / 25)) == expected)
    }
    #expect(composition.isPlayable && player.currentItem?.duration == time(14))
    // Images are made of it, too, and of what it becomes.
    let generator = AVAssetImageGenerator(asset: composition)
    for (place, expected) in expected.enumerated().reversed() {
      var actual = CMTime.invalid
      let image = try generator.copyCGImage(at: time(Int64(place)), actualTime: &actual)
      #expect(try number(of: image) == expected && actual == time(Int64(place)))
    }
    #expect(throws: AVError.self) {
      generator.requestedTimeToleranceBefore = .zero
      _ = try generator.copyCGImage(at: time(15), actualTime: nil)
    }
    track.insertEmptyTimeRange(CMTimeRange(start: time(2), duration: time(3)))
    let (later, _) = try await generator.image(at: time(5))
    #expect(try number(of: later) == 14)
    await #expect(throws: AVError.self) { try await generator.image(at: time(3)) }
    player.pause()
    player.replaceCurrentItem(with: AVPlayerItem(asset: composition))
    player.seek(to: time(3))
    let bytes = [UInt8](try #require(try context.image(at: 9).dataProvider?.data))
    #expect(bytes.allSatisfy { $0 == 0 })
  }

  @Test(
    .shows(
      "AVMutableVideoCompositionLayerInstruction",
      "AVMutableVideoCompositionLayerInstruction.init(assetTrack:)",
      "AVMutableVideoCompositionLayerInstruction.setTransform(_:at:)",
      "AVMutableVideoCompositionLayerInstruction.setOpacityRamp(fromStartOpacity:toEndOpacity:timeRange:)",
      "AVVideoCompositionInstruction.timeRange",
      "AVVideoCompositionInstruction.layerInstructions",
      "AVVideoComposition.renderSize",
      "AVVideoComposition.frameDuration",
      "AVVideoComposition.instructions",
      "AVPlayerItem.videoComposition"
    )
  ) func tracksSideBySideAreMixed() async throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let composition = AVMutableComposition()
    let whole = CMTimeRange(start: .zero, duration: asset.duration)
    let video = try #require(asset.tracks.first)
    var layers: [AVMutableVideoCompositionLayerInstruction] = []
    for _ in 0..<2 {
      let track = try #require(
        composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0)
      )
      try track.insertTimeRange(whole, of: video, at: .zero)
      layers.append(AVMutableVideoCompositionLayerInstruction(assetTrack: track))
    }
    layers[1].setTransform(CGAffineTransform(translationX: 64, y: 0), at: .zero)
    layers[1].setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: whole)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = whole
    instruction.layerInstructions = layers
    let values = AVMutableVideoComposition()
    values.renderSize = CGSize(width: 128, height: 64)
    values.frameDuration = CMTime(value: 1, timescale: 25)
    values.instructions = [instruction]
    let frames = try ExportFrames(values.values, composition.tracks)
    // Number 20 has bits 2 and 4: white squares at (40, 8) and (8, 24).
    let bytes = try frames.draw(at: CMTime(value: 20, timescale: 25)) { [UInt8]($0) }
    // because: the encoder loses a little; white is 235 and black 16 in these films.
    let white = Int(bytes[(8 * 128 + 40) * 4])
    #expect(abs(white - 235) <= 2)
    // Half of the time has passed, over black.
    #expect(abs(Int(bytes[(8 * 128 + 104) * 4]) - white / 2) <= 1)
    #expect(abs(Int(bytes[(8 * 128 + 8) * 4]) - 16) <= 2)
    try showTheSame(values, composition)
  }

  /// Players and image generators show what an export draws, forwards and backwards.
  private func showTheSame(
    _ values: AVMutableVideoComposition,
    _ composition: AVComposition
  ) throws {
    let context = try CAContext(size: values.renderSize)
    let item = AVPlayerItem(asset: composition)
    let player = AVPlayer(playerItem: item)
    let layer = AVPlayerLayer(player: player)
    layer.frame = CGRect(origin: .zero, size: values.renderSize)
    context.layer = layer
    _ = try context.image(at: 0)
    #expect(item.presentationSize == CGSize(width: 64, height: 64))
    item.videoComposition = values
    let generator = AVAssetImageGenerator(asset: composition)
    generator.videoComposition = values
    func pixels(_ image: CGImage) throws -> [UInt8] {
      [UInt8](try #require(image.dataProvider?.data))
    }
    for place in [20, 21, 7] as [CMTimeValue] {
      let time = CMTime(value: place, timescale: 25)
      let frames = try ExportFrames(values.values, composition.tracks)
      let drawn = try frames.draw(at: time) { [UInt8]($0) }
      player.seek(to: time)
      #expect(try pixels(context.image(at: 0)) == drawn, "\(place)")
      #expect(try pixels(generator.copyCGImage(at: time, actualTime: nil)) == drawn, "\(place)")
    }
    #expect(item.presentationSize == values.renderSize && item.duration == composition.duration)
    item.videoComposition = nil
    _ = try context.image(at: 0)
    #expect(item.presentationSize == CGSize(width: 64, height: 64))
    let (all, video) = (CALayer(), CALayer())
    all.addSublayer(video)
    values.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: video,
      in: all
    )
    (item.videoComposition, generator.videoComposition) = (values, values)
    _ = try context.image(at: 0)
    #expect(item.status == .failed)
    #expect((item.error as? AVError)?.code == .invalidVideoComposition)
    #expect(throws: AVError.self) { try generator.copyCGImage(at: .zero, actualTime: nil) }
  }

  @Test(.shows("AVMutableComposition.insertTimeRange(_:of:at:)", "AVMediaType.audio"))
  func soundIsCopiedOrMixed() async throws {
    let folder = try Folder()
    let plain = try FilmKind.all[0].make(40, in: folder)
    let path = folder.file("sound.mp4")
    try ffmpeg([
      "-i", plain, "-f", "lavfi", "-i", "sine=duration=1.6", "-c:v", "copy", "-c:a", "aac", path,
    ])
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    let audio = try await asset.loadTracks(withMediaType: .audio)
    #expect(audio.count == 1 && audio[0].descriptions.first?.mediaType == .audio)
    let output = URL(fileURLWithPath: folder.file("out.mp4"))
    let composition = decorated(asset).composition
    let whole = try session(asset)
    whole.videoComposition = composition
    try await whole.export(to: output, as: .mp4)
    let copied = try await AVURLAsset(url: output).loadTracks(withMediaType: .audio)
    #expect(copied.count == 1)
    #expect(abs((copied.first?.timeRange.duration.seconds ?? 0) - 1.6) < 0.1)
    let mix = AVMutableComposition()
    let half = CMTimeRange(start: .zero, duration: CMTime(value: 4, timescale: 5))
    try mix.insertTimeRange(half, of: asset, at: .zero)
    try mix.insertTimeRange(half, of: asset, at: half.end)
    #expect(mix.tracks.count == 2)
    let second = URL(fileURLWithPath: folder.file("mix.mp4"))
    try await session(mix).export(to: second, as: .mp4)
    #expect(try numbers(second) == Array(0..<20) + Array(0..<20))
    let mixed = try await AVURLAsset(url: second).loadTracks(withMediaType: .audio)
    #expect(abs((mixed.first?.timeRange.duration.seconds ?? 0) - 1.6) < 0.1)
  }

  @Test(
    .shows(
      "AVAssetExportSession.cancelExport()",
      "AVAssetExportSession.status",
      "AVAssetExportSession.Status.cancelled"
    )
  ) func failuresLeaveNoFile() async throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let output = URL(fileURLWithPath: folder.file("out.mp4"))
    #expect(AVAssetExportSession(asset: asset, presetName: "large") == nil)
    await #expect(throws: AVError.self) {
      try await session(asset).export(to: output, as: AVFileType(rawValue: "public.text"))
    }
    await #expect(throws: AVError.self) {
      let folder = URL(fileURLWithPath: "/no/such/folder/out.mp4")
      try await session(asset).export(to: folder, as: .mp4)
    }
    try "text".write(toFile: folder.file("bad.mp4"), atomically: true, encoding: .utf8)
    let bad = AVURLAsset(url: URL(fileURLWithPath: folder.file("bad.mp4")))
    await #expect(throws: AVError.self) { try await session(bad).export(to: output, as: .mp4) }
    let cancelled = try session(asset)
    cancelled.cancelExport()
    await #expect(throws: AVError.self) { try await cancelled.export(to: output, as: .mp4) }
    #expect(cancelled.status == .cancelled)
    let empty = try session(asset)
    empty.timeRange = CMTimeRange(
      start: CMTime(value: 9, timescale: 1),
      duration: .positiveInfinity
    )
    await #expect(throws: AVError.self) { try await empty.export(to: output, as: .mp4) }
    let odd = AVMutableVideoComposition()
    let wrong = try session(asset)
    wrong.videoComposition = odd
    await #expect(throws: AVError.self) { try await wrong.export(to: output, as: .mp4) }
    #expect(!FileManager.default.fileExists(atPath: output.path))
    try Data().write(to: output)
    await #expect(throws: AVError.self) { try await session(asset).export(to: output, as: .mp4) }
  }

  @Test(.shows("AVAssetExportPreset640x480", "AVAssetExportPresetLowQuality"))
  func presetsBoundTheSize() async throws {
    let folder = try Folder()
    let path = folder.file("large.mp4")
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc=size=1000x701:rate=5:duration=0.4", "-pix_fmt", "yuv444p",
      "-c:v", "libx264", path,
    ])
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    let output = URL(fileURLWithPath: folder.file("small.mp4"))
    try await session(asset, AVAssetExportPreset640x480).export(to: output, as: .mp4)
    let size = try #require(AVURLAsset(url: output).tracks.first).naturalSize
    #expect(size == CGSize(width: 640, height: 448))
    let odd = URL(fileURLWithPath: folder.file("odd.mp4"))
    try await session(asset, AVAssetExportPresetLowQuality).export(to: odd, as: .mp4)
    #expect(AVURLAsset(url: odd).tracks.first?.naturalSize == CGSize(width: 1000, height: 702))
  }
}
