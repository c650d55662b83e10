// Films whose pictures a program filters: what a handler gets, how many at once, errors.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Dispatch
import FilmSamples
import Foundation
import QuartzCore
import QuartzSharing
import QuartzVideo
import Synchronization
import TestClaims
import Testing

@testable import AVFoundation

@Suite struct FilteredFilmTests {
  typealias Request = AVAsynchronousCIImageFilteringRequest

  private func asset(_ folder: Folder, _ count: Int = 25) throws -> AVURLAsset {
    AVURLAsset(url: URL(fileURLWithPath: try FilmKind.all[0].make(count, in: folder)))
  }

  private func time(_ place: Int) -> CMTime { CMTime(value: CMTimeValue(place), timescale: 25) }

  private func pixels(_ image: CGImage) throws -> [UInt8] {
    [UInt8](try #require(image.dataProvider?.data))
  }

  /// The pictures of an export before the encoder, from the first on.
  private func exported(
    _ composition: AVVideoComposition,
    _ asset: AVAsset,
    _ count: Int
  ) throws -> [[UInt8]] {
    let filter = try #require(composition.values.filter)
    let frames = try FilteredFrames(composition.values, asset.tracks, filter)
    var pictures: [[UInt8]] = []
    for place in 0..<count {
      if let memory = try frames.add(time(place)) { pictures.append(VideoPixels(memory).bytes) }
    }
    while let memory = try frames.next() { pictures.append(VideoPixels(memory).bytes) }
    return pictures
  }

  /// The left half of a picture alone.
  @Sendable private static func halve(_ request: Request) {
    let half = CGRect(x: 0, y: 0, width: request.renderSize.width / 2, height: 1e6)
    request.finish(with: request.sourceImage.cropped(to: half), context: nil)
  }

  /// The pixels of the right half are black.
  private func halved(_ pixels: [UInt8], width: Int) -> [UInt8] {
    var result = pixels
    for place in 0..<pixels.count / 4 where place % width >= width / 2 {
      result.replaceSubrange(place * 4..<place * 4 + 4, with: [0, 0, 0, 255])
    }
    return result
  }

  /// Law C5: a handler for each picture. Players, images and exports are equal, byte for byte, and
  /// unfiltered pixels are those of the film.
  @Test(
    .shows(
      "AVVideoComposition.videoComposition(with:applyingCIFiltersWithHandler:)",
      "AVAsynchronousCIImageFilteringRequest",
      "AVAsynchronousCIImageFilteringRequest.finish(with:context:)",
      "AVAsynchronousCIImageFilteringRequest.sourceImage",
      "AVAsynchronousCIImageFilteringRequest.renderSize"
    )
  )
  func playersImagesAndExportsAreEqual() async throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let composition = try await AVVideoComposition.videoComposition(
      with: asset,
      applyingCIFiltersWithHandler: FilteredFilmTests.halve
    )
    #expect(composition.renderSize == CGSize(width: 64, height: 64))
    #expect(composition.frameDuration == time(1) && composition.instructions.count == 1)
    let drawn = try exported(composition, asset, 25)
    #expect(drawn.count == 25)
    let plain = try ExportFrames(AVVideoComposition(propertiesOf: asset).values, asset.tracks)
    for place in 0..<25 {
      let whole = try plain.draw(at: time(place)) { [UInt8]($0) }
      #expect(drawn[place] == halved(whole, width: 64), "\(place)")
    }
    let generator = AVAssetImageGenerator(asset: asset)
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    generator.videoComposition = composition
    try play(asset, composition) { place, shown in
      #expect(shown == drawn[place], "\(place)")
      let image = try generator.copyCGImage(at: time(place), actualTime: nil)
      let found = try pixels(image)
      #expect(found == shown, "\(place)")
    }
  }

  /// Shows pictures forwards, backwards and by jumps.
  private func play(
    _ asset: AVAsset,
    _ composition: AVVideoComposition,
    _ check: (Int, [UInt8]) throws -> Void
  ) throws {
    let context = try CAContext(size: CGSize(width: 64, height: 64))
    let item = AVPlayerItem(asset: asset)
    item.videoComposition = composition
    let player = AVPlayer(playerItem: item)
    let layer = AVPlayerLayer(player: player)
    layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    context.layer = layer
    for place in [0, 1, 2, 3, 4, 5, 6, 12, 11, 10, 9, 8, 24, 3] {
      player.seek(to: time(place))
      try check(place, pixels(context.image(at: 0)))
    }
    #expect(item.error == nil)
  }

  /// Requests at a scale; a second answer changes nothing.
  @Test(
    .shows(
      "AVVideoComposition.init(asset:applyingCIFiltersWithHandler:)",
      "AVAsynchronousCIImageFilteringRequest.compositionTime"
    )
  )
  func requestsHaveTheTimeAndTheSize() throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let times = Mutex<[CMTime]>([])
    let composition = AVMutableVideoComposition(asset: asset) { request in
      times.withLock { $0.append(request.compositionTime) }
      #expect(request.renderSize == CGSize(width: 32, height: 32))
      #expect(request.sourceImage.extent == CGRect(x: 0, y: 0, width: 32, height: 32))
      #expect(request.copy() as? Request === request)
      request.finish(with: .red, context: CIContext(options: nil))
      request.finish(with: AVError(.unknown))
      request.finish(with: .blue, context: nil)
    }
    composition.renderScale = 0.5
    let generator = AVAssetImageGenerator(asset: asset)
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    generator.videoComposition = composition
    let image = try generator.copyCGImage(at: time(7), actualTime: nil)
    let red = [[UInt8]](repeating: [255, 0, 0, 255], count: 32 * 32).flatMap { $0 }
    #expect(try pixels(image) == red)
    #expect(times.withLock { $0 } == [time(7)])
  }

  /// Law C5: four at most at once; they come in their order, in whichever they are finished.
  @Test func fourAtMostAreWithTheHandler() throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let counts = Mutex((now: 0, most: 0))
    let waiting = Mutex<[Request]>([])
    let composition = AVMutableVideoComposition(asset: asset) { request in
      counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      // The last of four is finished first.
      let ready = waiting.withLock { requests -> [Request] in
        requests.append(request)
        let isLast =
          requests.count == 4 || request.compositionTime == CMTime(value: 24, timescale: 25)
        guard isLast else { return [] }
        defer { requests = [] }
        return requests.reversed()
      }
      guard !ready.isEmpty else { return }
      // Later, so that a fifth could come before.
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) {
        for request in ready {
          counts.withLock { $0.now -= 1 }
          request.finish(with: request.sourceImage, context: nil)
        }
      }
    }
    let numbers = try exported(composition, asset, 25).map { NumberPicture.number($0) }
    #expect(numbers == Array(0..<25))
    #expect(counts.withLock { $0.most } == 4)
  }

  @Test(.shows("AVAssetExportSession.videoComposition")) func exportsAreFiltered() async throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality)
    )
    session.videoComposition = AVVideoComposition(asset: asset) { request in
      let inverted = request.sourceImage.applyingFilter("CIColorInvert")
      request.finish(with: inverted, context: nil)
    }
    let url = URL(fileURLWithPath: folder.file("out.mp4"))
    try await session.export(to: url, as: .mp4)
    let film = AVURLAsset(url: url)
    let generator = AVAssetImageGenerator(asset: film)
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    #expect(film.duration == asset.duration)
    for place in [0, 1, 5, 16, 24] {
      let image = try generator.copyCGImage(at: time(place), actualTime: nil)
      #expect(try number(of: image) == 0xFFFF - place, "\(place)")
    }
  }

  // MARK: Errors

  private struct OwnError: Error, Equatable { var place: Int }

  /// A handler with an error at one picture.
  private func refusing(_ asset: AVAsset, at place: Int) -> AVMutableVideoComposition {
    AVMutableVideoComposition(asset: asset) { request in
      guard request.compositionTime != CMTime(value: CMTimeValue(place), timescale: 25) else {
        return request.finish(with: OwnError(place: place))
      }
      request.finish(with: request.sourceImage, context: nil)
    }
  }

  /// An error ends an export with that error.
  @Test(.shows("AVAsynchronousCIImageFilteringRequest.finish(with:)", "AVAssetExportSession.error"))
  func anErrorEndsAnExport() async throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality)
    )
    session.videoComposition = refusing(asset, at: 9)
    let url = URL(fileURLWithPath: folder.file("out.mp4"))
    let error = await #expect(throws: OwnError.self) {
      try await session.export(to: url, as: .mp4)
    }
    #expect(error == OwnError(place: 9) && session.error as? OwnError == error)
    #expect(session.status == .failed)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files == ["a.mp4"])
  }

  /// A player shows the picture before on, with one line.
  @Test func anErrorLeavesThePictureBefore() throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let context = try CAContext(size: CGSize(width: 64, height: 64))
    let item = AVPlayerItem(asset: asset)
    item.videoComposition = refusing(asset, at: 9)
    let player = AVPlayer(playerItem: item)
    let layer = AVPlayerLayer(player: player)
    layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    context.layer = layer
    var numbers: [Int] = []
    let lines = try Diagnostics.lines {
      for place in [8, 9, 9, 10, 9, 11] {
        player.seek(to: time(place))
        numbers.append(NumberPicture.number(try pixels(context.image(at: 0))))
        #expect((item.error == nil) == (place != 9), "\(place)")
      }
    }
    #expect(numbers == [8, 8, 8, 10, 10, 11])
    #expect(
      lines == [
        "a video composition: no picture at 0.36 s: OwnError(place: 9); the one before stays"
      ]
    )
    #expect(item.status == .readyToPlay)
  }

  /// A picture that is never finished is given up after its time; the next ones are not late.
  @Test func picturesThatAreNeverFinishedAreGivenUp() throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let kept = Mutex<[Request]>([])
    let composition = AVMutableVideoComposition(asset: asset) { request in
      guard request.compositionTime != CMTime(value: 3, timescale: 25) else {
        return kept.withLock { $0.append(request) }
      }
      request.finish(with: request.sourceImage, context: nil)
    }
    #expect(composition.values.filter?.longestWait == 5)
    composition.values.filter?.longestWait = 1.5
    let error = #expect(throws: AVError.self) { try exported(composition, asset, 25) }
    #expect(error?.code == .videoCompositorFailed)
    #expect(error?.description == "a handler has not finished a picture in 1.5 s")
    let pictures = try ComposedPictures(composition.values, asset)
    var shown: [Int] = []
    for place in 0..<25 {
      guard let picture = try? pictures.decode(place) else { continue }
      shown.append(NumberPicture.number(VideoPixels(picture.memory).bytes))
    }
    #expect(shown == Array(0..<3) + Array(4..<25))
    // An answer that comes too late changes nothing.
    kept.withLock { for request in $0 { request.finish(with: request.sourceImage, context: nil) } }
    #expect(throws: VideoError.self) { try pictures.decode(3) }
  }

  /// Handlers that never return keep four threads, and nobody else waits for them.
  @Test func handlersThatNeverReturnKeepTheirPlacesAlone() throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let calls = Mutex(0)
    let gate = DispatchSemaphore(value: 0)
    let stuck = AVMutableVideoComposition(asset: asset) { request in
      calls.withLock { $0 += 1 }
      gate.wait()
      request.finish(with: request.sourceImage, context: nil)
    }
    stuck.values.filter?.longestWait = 0.1
    let other = AVMutableVideoComposition(asset: asset) { request in
      request.finish(with: request.sourceImage, context: nil)
    }
    let pictures = try ComposedPictures(stuck.values, asset)
    let clock = ContinuousClock()
    for place in 0..<25 { #expect(throws: VideoError.self) { try pictures.decode(place) } }
    #expect(calls.withLock { $0 } == 4)
    // Once all places are lost, errors come at once.
    let begin = clock.now
    for place in 0..<20 { #expect(throws: VideoError.self) { try pictures.decode(place) } }
    #expect(clock.now - begin < .milliseconds(100 * 20))
    let shown = try exported(other, asset, 25).map { NumberPicture.number($0) }
    #expect(shown == Array(0..<25))
    // Those that return at last give their places back.
    for _ in 0..<100 { gate.signal() }
    var numbers = (0..<25).makeIterator()
    while calls.withLock({ $0 }) == 4, let number = numbers.next() {
      if (try? pictures.decode(number)) == nil { Thread.sleep(forTimeInterval: 0.02) }
    }
    #expect(calls.withLock { $0 } > 4)
  }

  /// A request that nobody holds is over at once.
  @Test func requestsThatAreDroppedAreErrors() throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let composition = AVMutableVideoComposition(asset: asset) { _ in }
    composition.values.filter?.longestWait = 600
    let error = #expect(throws: AVError.self) { try exported(composition, asset, 25) }
    #expect(error?.description == "a handler dropped a picture without finishing it")
    // No picture has so many pixels.
    let huge = AVMutableVideoComposition(asset: asset) { request in
      let image = request.sourceImage.transformed(by: CGAffineTransform(scaleX: .nan, y: 1))
      request.finish(with: image, context: nil)
    }
    let pixels = try exported(huge, asset, 1)[0]
    #expect(pixels == [[UInt8]](repeating: [0, 0, 0, 255], count: 64 * 64).flatMap { $0 })
  }

  @Test func whatCannotBeFilteredIsAnError() async throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let missing = AVURLAsset(url: URL(fileURLWithPath: folder.file("none.mp4")))
    await #expect(throws: AVError.self) {
      try await AVMutableVideoComposition.videoComposition(
        with: missing,
        applyingCIFiltersWithHandler: FilteredFilmTests.halve
      )
    }
    let empty = AVVideoComposition(
      asset: missing,
      applyingCIFiltersWithHandler: FilteredFilmTests.halve
    )
    #expect(empty.renderSize == .zero)
    let bright = try await AVMutableVideoComposition.videoComposition(
      with: asset,
      applyingCIFiltersWithHandler: FilteredFilmTests.halve
    )
    bright.colorTransferFunction = AVVideoTransferFunction_SMPTE_ST_2084_PQ
    let layered = AVMutableVideoComposition(
      asset: asset,
      applyingCIFiltersWithHandler: FilteredFilmTests.halve
    )
    let (all, video) = (CALayer(), CALayer())
    all.addSublayer(video)
    layered.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: video,
      in: all
    )
    for (composition, words) in [
      (empty, "0.0 x 0.0"), (bright, "no PQ, no HLG"), (layered, "no layers over them"),
    ] {
      let session = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHEVCHighestQuality)
      )
      session.videoComposition = composition
      let url = URL(fileURLWithPath: folder.file("out.mp4"))
      let error = await #expect(throws: AVError.self) {
        try await session.export(to: url, as: .mp4)
      }
      #expect(error?.description.contains(words) == true, "\(words)")
    }
  }
}

/// The bytes of memory.
private struct VideoPixels {
  let bytes: [UInt8]

  init(_ memory: VideoMemory) {
    // Bounds: the memory has so many bytes.
    bytes = [UInt8](UnsafeRawBufferPointer(start: memory.base, count: memory.count))
  }
}
