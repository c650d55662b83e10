// Films as assets: their tracks, lengths, and images at times.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import FilmSamples
import Foundation
import TestClaims
import Testing

/// The number that an image of a numbered film shows.
func number(of image: CGImage) throws -> Int {
  let data = try #require(image.dataProvider?.data)
  return NumberPicture.number([UInt8](data), width: image.width)
}

@Suite struct AssetTests {
  private func asset(_ folder: Folder, _ kind: Int = 0, _ count: Int = 40) throws -> AVURLAsset {
    AVURLAsset(url: URL(fileURLWithPath: try FilmKind.all[kind].make(count, in: folder)))
  }

  @Test(
    .shows(
      "AVURLAsset",
      "AVAsynchronousKeyValueLoading.load(_:)",
      "AVAsynchronousKeyValueLoading.load(_:_:_:)",
      "AVPartialAsyncProperty.duration",
      "AVPartialAsyncProperty.isPlayable",
      "AVPartialAsyncProperty.tracks",
      "AVPartialAsyncProperty.naturalSize",
      "AVPartialAsyncProperty.nominalFrameRate",
      "AVPartialAsyncProperty.timeRange",
      "AVPartialAsyncProperty.preferredTransform",
      "AVPartialAsyncProperty.formatDescriptions",
      "AVAsset.duration",
      "AVAsset.loadTracks(withMediaType:)",
      "AVAsset.track(withTrackID:)",
      "AVAssetTrack.minFrameDuration",
      "AVAssetTrack.mediaType"
    )
  ) func propertiesAreThoseOfTheFile() async throws {
    let folder = try Folder()
    let asset = try asset(folder, 1)
    let (duration, isPlayable, tracks) = try await asset.load(.duration, .isPlayable, .tracks)
    #expect(duration == CMTime(value: 40 * 1001, timescale: 30000))
    #expect(isPlayable && tracks.count == 1 && asset.duration == duration)
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let (size, rate, range) = try await track.load(.naturalSize, .nominalFrameRate, .timeRange)
    #expect(size == CGSize(width: 64, height: 64))
    #expect(rate == Float(30000.0 / 1001))
    #expect(range == CMTimeRange(start: .zero, duration: duration))
    #expect(track.minFrameDuration == CMTime(value: 1001, timescale: 30000))
    #expect(try await track.load(.preferredTransform) == .identity)
    let format = try #require(try await track.load(.formatDescriptions).first)
    #expect(format.mediaSubType == .h264 && format.dimensions.width == 64)
    #expect(try await asset.loadTracks(withMediaType: .audio).isEmpty)
    #expect(asset.track(withTrackID: 1)?.mediaType == .video)
  }

  @Test(
    .shows(
      "AVError",
      "AVError.code",
      "AVError.Code.fileFormatNotRecognized",
      "AVAsset.isPlayable",
      "AVAsset.tracks"
    )
  ) func filesThatAreNoFilmsThrow() async throws {
    let folder = try Folder()
    try "text".write(toFile: folder.file("a.mp4"), atomically: true, encoding: .utf8)
    let asset = AVURLAsset(url: URL(fileURLWithPath: folder.file("a.mp4")))
    do {
      _ = try await asset.load(.duration)
      Issue.record("a text was read as a film")
    } catch let error as AVError {
      #expect(error.code == .fileFormatNotRecognized)
      #expect(error.localizedDescription.contains(folder.file("a.mp4")))
      #expect((error as NSError).domain == AVFoundationErrorDomain)
    }
    #expect(!asset.isPlayable && asset.tracks.isEmpty && asset.duration == .zero)
    let remote = AVURLAsset(url: try #require(URL(string: "https://example.com/a.mp4")))
    await #expect(throws: AVError.self) { try await remote.load(.tracks) }
  }

  @Test(
    .shows(
      "AVAssetImageGenerator",
      "AVAssetImageGenerator.init(asset:)",
      "AVAssetImageGenerator.requestedTimeToleranceBefore",
      "AVAssetImageGenerator.requestedTimeToleranceAfter",
      "AVAssetImageGenerator.image(at:)",
      "AVAssetImageGenerator.copyCGImage(at:actualTime:)"
    ),
    arguments: [0, 1, 5, 7, 12]
  )
  func imagesWithoutToleranceAreExact(kind: Int) async throws {
    let folder = try Folder()
    let asset = try asset(folder, kind)
    let generator = AVAssetImageGenerator(asset: asset)
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    let frame = try #require(asset.tracks.first?.minFrameDuration)
    for place in [0, 39, 17, 18, 3] {
      let begin = CMTimeMultiply(frame, multiplier: Int32(place))
      // A hair later and in the middle are the same picture; Matroska's times are milliseconds.
      for time in [
        begin + CMTime(value: 1, timescale: 1000),
        begin + CMTimeMultiplyByRatio(frame, multiplier: 1, divisor: 2),
      ] {
        let (image, actual) = try await generator.image(at: time)
        #expect(try number(of: image) == place)
        #expect(CMTimeAbsoluteValue(actual - begin) <= CMTime(value: 1, timescale: 1000))
      }
    }
    var actual = CMTime.invalid
    let image = try generator.copyCGImage(
      at: CMTime(seconds: 0.5, preferredTimescale: 600),
      actualTime: &actual
    )
    #expect(image.width == 64 && actual.isNumeric && actual.seconds <= 0.5)
  }

  @Test(
    .shows(
      "AVAssetImageGenerator.requestedTimeToleranceBefore",
      "AVAssetImageGenerator.requestedTimeToleranceAfter"
    )
  ) func tolerancesAllowKeyPictures() async throws {
    let folder = try Folder()
    let asset = try asset(folder)
    let generator = AVAssetImageGenerator(asset: asset)
    // Key pictures are 0, 12, 24, 36.
    let time = CMTime(value: 30, timescale: 25)
    #expect(try number(of: try await generator.image(at: time).image) == 24)
    generator.requestedTimeToleranceBefore = CMTime(value: 5, timescale: 25)
    #expect(try number(of: try await generator.image(at: time).image) == 30)
    generator.requestedTimeToleranceBefore = .zero
    // After the end there is none, before the beginning the first one is near enough.
    await #expect(throws: AVError.self) {
      try await generator.image(at: CMTime(value: 9, timescale: 1))
    }
    let early = CMTime(value: -1, timescale: 1)
    #expect(try number(of: try await generator.image(at: early).image) == 0)
    generator.requestedTimeToleranceAfter = .zero
    await #expect(throws: AVError.self) { try await generator.image(at: early) }
    await #expect(throws: AVError.self) { try await generator.image(at: .invalid) }
  }

  @Test(
    .shows(
      "AVAssetImageGenerator.images(for:)",
      "AVAssetImageGenerator.cancelAllCGImageGeneration()"
    )
  ) func manyImagesComeInOrderAndStop() async throws {
    let folder = try Folder()
    let generator = AVAssetImageGenerator(asset: try asset(folder))
    generator.requestedTimeToleranceBefore = .zero
    let times = [30, 2, 2, 99].map { CMTime(value: $0, timescale: 25) }
    var found: [Int] = []
    for await element in generator.images(for: times) {
      switch element {
      case .success(let time, let image, let actual):
        #expect(time == actual)
        found.append(try number(of: image))
      case .failure(let time, _): #expect(time == times[3])
      }
    }
    #expect(found == [30, 2, 2])
    let images = generator.images(for: times)
    generator.cancelAllCGImageGeneration()
    for await element in images { #expect(throws: AVError.self) { try element.image } }
  }

  @Test(
    .shows(
      "AVAssetImageGenerator.appliesPreferredTrackTransform",
      "AVAssetImageGenerator.maximumSize"
    )
  ) func imagesAreTurnedAndScaled() async throws {
    let folder = try Folder()
    let path = folder.file("turned.mp4")
    let whole = try FilmKind.all[0].make(10, in: folder)
    try ffmpeg([
      "-i", whole, "-vf", "scale=64:32", "-c:v", "libx264", "-pix_fmt", "yuv420p",
      folder.file("wide.mp4"),
    ])
    try ffmpeg(["-i", folder.file("wide.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90", path])
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: URL(fileURLWithPath: path)))
    let plain = try await generator.image(at: .zero).image
    #expect(plain.width == 64 && plain.height == 32)
    generator.appliesPreferredTrackTransform = true
    let turned = try await generator.image(at: .zero).image
    #expect(turned.width == 32 && turned.height == 64)
    generator.maximumSize = CGSize(width: 100, height: 16)
    let small = try await generator.image(at: .zero).image
    #expect(small.width == 8 && small.height == 16)
    generator.maximumSize = CGSize(width: 0, height: 640)
    #expect(try await generator.image(at: .zero).image.height == 64)
  }

  @Test(.shows("AVAssetTrack.naturalSize")) func pixelsThatAreNotSquareAreStretched() async throws {
    let folder = try Folder()
    let path = folder.file("wide.mp4")
    let whole = try FilmKind.all[0].make(3, in: folder)
    try ffmpeg([
      "-i", whole, "-vf", "setsar=2", "-c:v", "libx264", "-pix_fmt", "yuv420p", path,
    ])
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    #expect(asset.tracks.first?.naturalSize == CGSize(width: 128, height: 64))
    let image = try await AVAssetImageGenerator(asset: asset).image(at: .zero).image
    #expect(image.width == 128 && image.height == 64)
  }
}
