// Things that follow a film: layers' time, loops, pixel buffers.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import FilmSamples
import Foundation
import Testing

@Suite struct FollowingTests {
  private func url(_ folder: Folder, _ count: Int = 40) throws -> URL {
    URL(fileURLWithPath: try FilmKind.all[0].make(count, in: folder))
  }

  @Test func layersHaveTheTimeOfTheFilm() throws {
    let folder = try Folder()
    let context = try CAContext(size: CGSize(width: 64, height: 64))
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    context.layer = root
    let item = AVPlayerItem(url: try url(folder))
    let player = AVPlayer(playerItem: item)
    let layer = AVSynchronizedLayer(playerItem: item)
    layer.frame = root.bounds
    root.addSublayer(layer)
    let square = CALayer()
    square.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    let animation = CABasicAnimation(keyPath: "position.x")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 100, 1)
    animation.beginTime = AVCoreAnimationBeginTimeAtZero
    (animation.isRemovedOnCompletion, animation.fillMode) = (false, .both)
    square.add(animation, forKey: "move")
    layer.addSublayer(square)
    func position(at time: Double) throws -> Double {
      _ = try context.image(at: time)
      return Double(try #require(square.presentation()).position.x)
    }
    #expect(abs(try position(at: 1)) < 1e-9)
    player.play()
    #expect(abs(try position(at: 1.25) - 25) < 1e-3)
    player.pause()
    #expect(abs(try position(at: 3) - 25) < 1e-3)
    player.seek(to: CMTime(value: 3, timescale: 4))
    #expect(abs(try position(at: 3.1) - 75) < 1e-3)
    player.rate = -1
    #expect(abs(try position(at: 3.6) - 25) < 1e-3)
    // The beginning is an end as well.
    #expect(abs(try position(at: 9)) < 1e-3)
    layer.playerItem = nil
    #expect(layer.speed == 0)
  }

  /// Also before the player plays, and at the beginning again.
  @Test(.shows("AVCoreAnimationBeginTimeAtZero"))
  func animationsHaveBegunAtTheBeginning() throws {
    let folder = try Folder()
    let context = try CAContext(size: CGSize(width: 64, height: 64))
    let root = CALayer()
    context.layer = root
    let item = AVPlayerItem(url: try url(folder))
    let player = AVPlayer(playerItem: item)
    let layer = AVSynchronizedLayer(playerItem: item)
    root.addSublayer(layer)
    let square = CALayer()
    let animation = CABasicAnimation(keyPath: "position.x")
    (animation.fromValue, animation.toValue, animation.duration) = (50, 100, 1)
    animation.beginTime = AVCoreAnimationBeginTimeAtZero
    square.add(animation, forKey: "move")
    layer.addSublayer(square)
    func position(at time: Double) throws -> Double {
      _ = try context.image(at: time)
      return Double(try #require(square.presentation()).position.x)
    }
    #expect(try position(at: 0.5) == 50)
    player.seek(to: CMTime(value: 1, timescale: 2))
    #expect(abs(try position(at: 0.75) - 75) < 1e-3)
    player.seek(to: .zero)
    #expect(try position(at: 1) == 50)
  }

  @Test func loopersBeginAnewWithoutAGap() throws {
    let folder = try Folder()
    let context = try CAContext(size: CGSize(width: 64, height: 64))
    let queue = AVQueuePlayer()
    let layer = AVPlayerLayer(player: queue)
    layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    context.layer = layer
    let range = CMTimeRange(
      start: CMTime(value: 5, timescale: 25),
      duration: CMTime(value: 10, timescale: 25)
    )
    let looper = AVPlayerLooper(
      player: queue,
      templateItem: AVPlayerItem(url: try url(folder)),
      timeRange: range
    )
    queue.play()
    for place in 0..<35 {
      let image = try context.image(at: Double(place) / 25)
      #expect(try number(of: image) == 5 + place % 10)
    }
    #expect(looper.loopCount == 3)
    looper.disableLooping()
    _ = try context.image(at: 9)
    #expect(queue.currentItem == nil)
  }

  @Test func outputsCopyPictures() throws {
    let folder = try Folder()
    let context = try CAContext(size: CGSize(width: 64, height: 64))
    let item = AVPlayerItem(url: try url(folder))
    let player = AVPlayer(playerItem: item)
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    #expect(!output.itemTime(forHostTime: 0).isValid)
    item.add(output)
    #expect(item.outputs.count == 1)
    player.play()
    let time = output.itemTime(forHostTime: context.currentTime + 0.3)
    #expect(output.hasNewPixelBuffer(forItemTime: time))
    var begin = CMTime.invalid
    let buffer = try #require(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &begin))
    #expect(begin == CMTime(value: 7, timescale: 25))
    #expect(!output.hasNewPixelBuffer(forItemTime: time))
    #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA)
    _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
    let rows = (0..<64).flatMap {
      [UInt8](UnsafeRawBufferPointer(start: base + $0 * rowBytes, count: 256))
    }
    #expect(NumberPicture.number(rows) == 7)
    let early = CMTime(value: -1, timescale: 1)
    #expect(output.copyPixelBuffer(forItemTime: early, itemTimeForDisplay: nil) == nil)
    item.remove(output)
    #expect(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil) == nil)
    let planar: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8Planar
    ]
    let other = AVPlayerItemVideoOutput(pixelBufferAttributes: planar)
    item.add(other)
    #expect(other.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil) == nil)
  }

  @Test func imagesOfManyTimesComeByCallback() async throws {
    let folder = try Folder()
    let asset = AVURLAsset(url: try url(folder))
    let generator = AVAssetImageGenerator(asset: asset)
    generator.requestedTimeToleranceBefore = .zero
    let times = [3, 30, 99].map { NSValue(time: CMTime(value: $0, timescale: 25)) }
    let found = AsyncStream<(Int?, AVAssetImageGenerator.Result)> { continuation in
      generator.generateCGImagesAsynchronously(forTimes: times) { _, image, _, result, error in
        #expect((error == nil) == (result == .succeeded))
        continuation.yield((image.flatMap { try? number(of: $0) }, result))
        if result == .failed { continuation.finish() }
      }
    }
    var numbers: [Int?] = []
    for await (number, _) in found { numbers.append(number) }
    #expect(numbers == [3, 30, nil])
  }
}
