// Players and their layers: the picture of each time, ends, observers, seeks.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import FilmSamples
import Foundation
import QuartzModel
import QuartzVideo
import Synchronization
import TestClaims
import Testing

/// Numbers that blocks of any thread write down.
private final class Notes<Value: Sendable>: Sendable {
  private let list = Mutex<[Value]>([])

  var all: [Value] { list.withLock { $0 } }
  func add(_ value: Value) { list.withLock { $0.append(value) } }
}

@Suite struct PlayerTests {
  /// A player in a layer of 64 x 64 points of a context whose time is moved.
  private struct Scene {
    let context: CAContext
    let root = CALayer()
    let player: AVPlayer
    let layer: AVPlayerLayer

    init(_ player: AVPlayer) throws {
      context = try CAContext(size: CGSize(width: 64, height: 64))
      root.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
      context.layer = root
      self.player = player
      layer = AVPlayerLayer(player: player)
      layer.frame = root.bounds
      root.addSublayer(layer)
    }

    /// The number that the picture at a time shows.
    func number(at time: Double) throws -> Int {
      try AVFoundationTests.number(of: context.image(at: time))
    }
  }

  private func url(_ folder: Folder, _ kind: Int = 0, _ count: Int = 40) throws -> URL {
    URL(fileURLWithPath: try FilmKind.all[kind].make(count, in: folder))
  }

  @Test(
    .shows(
      "AVPlayer",
      "AVPlayerLayer",
      "AVPlayer.init(url:)",
      "AVPlayer.play()",
      "AVPlayer.rate",
      "AVPlayer.timeControlStatus",
      "AVPlayerLayer.init(player:)",
      "AVPlayerLayer.isReadyForDisplay",
      "AVPlayer.TimeControlStatus.playing"
    ),
    arguments: [0, 1]
  )
  func picturesOfFramesAreThoseOfTheirTimes(kind: Int) throws {
    let folder = try Folder()
    let scene = try Scene(AVPlayer(url: try url(folder, kind)))
    let period = kind == 0 ? 0.04 : 1001.0 / 30000
    scene.player.play()
    #expect(scene.player.rate == 1 && scene.player.timeControlStatus == .playing)
    for place in 0..<40 {
      #expect(try scene.number(at: Double(place) * period) == place)
      #expect(try scene.number(at: (Double(place) + 0.99) * period) == place)
    }
    #expect(scene.layer.isReadyForDisplay && scene.player.error == nil)
    // Earlier times again, in any order.
    for place in [31, 2, 17, 0] { #expect(try scene.number(at: Double(place) * period) == place) }
  }

  /// A film's planes go into the slot as the decoder wrote them.
  @Test func picturesOfFilmsStayPlanes() throws {
    let folder = try Folder()
    let scene = try Scene(AVPlayer(url: try url(folder)))
    #expect(try scene.number(at: 0) == 0)
    let carrier = try #require(scene.context.carrier as? InProcessCarrier)
    let pictures = carrier.renderer.tree.images.values.filter { $0.planes != nil }
    #expect(pictures.count == 1)
    #expect(pictures.allSatisfy { $0.owner is VideoMemory })
  }

  @Test(.shows("AVPlayer.rate", "AVPlayer.pause()", "AVPlayer.currentTime()"))
  func ratesAndPausesMoveTheFilm() throws {
    let folder = try Folder()
    let scene = try Scene(AVPlayer(url: try url(folder)))
    #expect(try scene.number(at: 0.5) == 0)
    scene.player.rate = 2
    #expect(try scene.number(at: 0.9) == 20)
    scene.player.pause()
    #expect(try scene.number(at: 2) == 20)
    #expect(scene.player.currentTime() == CMTime(value: 4, timescale: 5))
    scene.player.rate = -0.5
    #expect(try scene.number(at: 2.8) == 10)
    #expect(try scene.number(at: 9) == 0)
    #expect(scene.player.rate == 0)
  }

  @Test(
    .shows(
      "AVPlayer.seek(to:)",
      "AVPlayer.seek(to:toleranceBefore:toleranceAfter:completionHandler:)",
      "AVPlayer.currentTime()",
      "AVPlayerItem.step(byCount:)",
      "AVPlayerItem.duration"
    )
  ) func seeksAreExact() throws {
    let folder = try Folder()
    let scene = try Scene(AVPlayer(url: try url(folder)))
    let done = Notes<Bool>()
    for place in [39, 1, 26, 25, 0, 13] {
      let time = CMTime(value: CMTimeValue(place), timescale: 25)
      scene.player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { done.add($0) }
      #expect(scene.player.currentTime() == time)
      #expect(try scene.number(at: 0) == place)
      // A hair before shows the one before.
      scene.player.seek(to: time - CMTime(value: 1, timescale: 1_000_000))
      #expect(try scene.number(at: 0) == max(place - 1, 0))
    }
    #expect(done.all == Array(repeating: true, count: 6))
    scene.player.seek(to: CMTime(value: 99, timescale: 1))
    #expect(scene.player.currentTime() == scene.player.currentItem?.duration)
    #expect(try scene.number(at: 0) == 39)
    scene.player.seek(to: .invalid)
    #expect(try scene.number(at: 0) == 39)
    scene.player.currentItem?.step(byCount: -3)
    #expect(try scene.number(at: 0) == 36)
    scene.player.currentItem?.step(byCount: .min)
    #expect(try scene.number(at: 0) == 0)
  }

  @Test(
    .shows(
      "AVPlayerItem.forwardPlaybackEndTime",
      "AVPlayer.actionAtItemEnd",
      "AVPlayer.ActionAtItemEnd.none"
    )
  ) func endsArePostedAtTheirTime() throws {
    let folder = try Folder()
    let scene = try Scene(AVPlayer(url: try url(folder)))
    let item = try #require(scene.player.currentItem)
    let ends = Notes<Double>()
    // Safe because: the notification is posted on this thread.
    nonisolated(unsafe) let (player, context) = (scene.player, scene.context)
    let token = NotificationCenter.default.addObserver(
      forName: .AVPlayerItemDidPlayToEndTime,
      object: item,
      queue: nil
    ) { _ in
      ends.add(context.currentTime)
      // A loop, as programs write it.
      player.seek(to: .zero)
      player.play()
    }
    defer { NotificationCenter.default.removeObserver(token) }
    scene.player.play()
    // 40 pictures take 1.6 s.
    #expect(try scene.number(at: 1.59) == 39)
    #expect(try scene.number(at: 1.7) == 2)
    #expect(try scene.number(at: 3.29) == 2)
    #expect(ends.all.count == 2)
    #expect(zip(ends.all, [1.6, 3.2]).allSatisfy { abs($0 - $1) < 1e-6 })
    item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 2)
    scene.player.actionAtItemEnd = .none
    NotificationCenter.default.removeObserver(token)
    scene.player.seek(to: .zero)
    #expect(try scene.number(at: 9) == 12)
    #expect(scene.player.rate == 1)
  }

  @Test(
    .shows(
      "AVPlayer.addPeriodicTimeObserver(forInterval:queue:using:)",
      "AVPlayer.addBoundaryTimeObserver(forTimes:queue:using:)",
      "AVPlayer.removeTimeObserver(_:)"
    )
  ) func observersAreCalledAtTheirTimes() throws {
    let folder = try Folder()
    let scene = try Scene(AVPlayer(url: try url(folder)))
    let (periodic, boundary) = (Notes<CMTime>(), Notes<Int>())
    let interval = CMTime(value: 1, timescale: 3)
    let token = scene.player.addPeriodicTimeObserver(forInterval: interval, queue: nil) {
      periodic.add($0)
    }
    let times = [NSValue(time: CMTime(value: 1, timescale: 2)), NSValue(time: .invalid)]
    #expect(times[0].timeValue == CMTime(value: 1, timescale: 2) && !times[1].timeValue.isValid)
    let other = scene.player.addBoundaryTimeObserver(forTimes: times, queue: nil) {
      boundary.add(1)
    }
    scene.player.play()
    _ = try scene.number(at: 0.4)
    #expect(boundary.all.isEmpty)
    _ = try scene.number(at: 1.1)
    #expect(
      periodic.all == [
        .zero, interval, CMTimeMultiply(interval, multiplier: 2),
        CMTimeMultiply(interval, multiplier: 3),
      ]
    )
    #expect(boundary.all == [1])
    scene.player.removeTimeObserver(token)
    scene.player.removeTimeObserver(other)
    scene.player.removeTimeObserver("nothing")
    scene.player.seek(to: .zero)
    _ = try scene.number(at: 2)
    #expect(periodic.all.count == 4 && boundary.all.count == 1)
  }

  @Test(
    .shows(
      "AVQueuePlayer",
      "AVQueuePlayer.init(items:)",
      "AVQueuePlayer.items()",
      "AVQueuePlayer.insert(_:after:)",
      "AVQueuePlayer.canInsert(_:after:)",
      "AVPlayer.currentItem"
    )
  ) func queuesGoOnAtTheEnd() throws {
    let folder = try Folder()
    let (first, second) = (try url(folder, 0, 10), try url(folder, 1, 30))
    let items = [AVPlayerItem(url: first), AVPlayerItem(url: second)]
    let queue = AVQueuePlayer(items: items)
    let scene = try Scene(queue)
    queue.play()
    #expect(try scene.number(at: 0.38) == 9)
    // The second film begins at 0.4 s.
    #expect(try scene.number(at: 0.4 + 20.5 * 1001 / 30000) == 20)
    #expect(queue.currentItem === items[1] && queue.items().count == 1)
    _ = try scene.context.image(at: 9)
    #expect(queue.items().isEmpty && queue.currentItem == nil)
    let third = AVPlayerItem(url: first)
    queue.insert(third, after: nil)
    #expect(queue.currentItem === third && !queue.canInsert(third, after: nil))
    #expect(try scene.number(at: 9.2) == 5)
  }

  @Test(
    .shows(
      "AVPlayerLayer.videoRect",
      "AVPlayerLayer.videoGravity",
      "AVPlayerLayer.isReadyForDisplay",
      "AVLayerVideoGravity",
      "AVLayerVideoGravity.resize",
      "AVLayerVideoGravity.resizeAspect",
      "AVLayerVideoGravity.resizeAspectFill",
      "AVMakeRect(aspectRatio:insideRect:)"
    )
  ) func layersFillByGravity() throws {
    let folder = try Folder()
    let scene = try Scene(AVPlayer(url: try url(folder)))
    #expect(scene.layer.videoRect == .zero && !scene.layer.isReadyForDisplay)
    scene.layer.frame = CGRect(x: 0, y: 16, width: 64, height: 32)
    _ = try scene.context.image(at: 0)
    #expect(scene.layer.videoRect == CGRect(x: 16, y: 0, width: 32, height: 32))
    CATransaction.setDisableActions(true)
    scene.layer.videoGravity = .resizeAspectFill
    #expect(scene.layer.videoRect == CGRect(x: 0, y: -16, width: 64, height: 64))
    // The middle half of number 0xF5 is the rows of 1s and of 0s between, and nothing above.
    scene.player.seek(to: CMTime(value: 15, timescale: 25))
    let image = try scene.context.image(at: 0)
    let bytes = [UInt8](try #require(image.dataProvider?.data))
    #expect(bytes[(8 * 64 + 8) * 4 + 3] == 0)
    #expect(bytes[(24 * 64 + 8) * 4 + 3] == 255)
    scene.layer.videoGravity = .resize
    #expect(scene.layer.videoRect == scene.layer.bounds)
    let rect = AVMakeRect(
      aspectRatio: CGSize(width: 16, height: 9),
      insideRect: CGRect(x: 10, y: 10, width: 160, height: 160)
    )
    #expect(rect == CGRect(x: 10, y: 45, width: 160, height: 90))
  }

  @Test func severalLayersShareOneDecoder() throws {
    let folder = try Folder()
    let scene = try Scene(AVPlayer(url: try url(folder)))
    let second = AVPlayerLayer(player: scene.player)
    second.frame = CGRect(x: 32, y: 32, width: 32, height: 32)
    scene.layer.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
    scene.root.addSublayer(second)
    scene.player.play()
    let bytes = [UInt8](try #require(try scene.context.image(at: 0.62).dataProvider?.data))
    for y in 0..<32 {
      for x in 0..<32 {
        let (one, other) = ((y * 64 + x) * 4, ((y + 32) * 64 + x + 32) * 4)
        #expect(bytes[one] == bytes[other])
      }
    }
    #expect((scene.layer.contents as? CAContentSlot) === (second.contents as? CAContentSlot))
  }

  @Test(
    .shows(
      "AVPlayer.status",
      "AVPlayer.error",
      "AVPlayer.replaceCurrentItem(with:)",
      "AVPlayer.Status.failed",
      "AVPlayer.Status.unknown",
      "AVPlayerItem.status",
      "AVPlayerItem.Status.failed"
    )
  ) func filmsThatCannotBeReadFail() throws {
    let folder = try Folder()
    try "text".write(toFile: folder.file("a.mp4"), atomically: true, encoding: .utf8)
    let scene = try Scene(AVPlayer(url: URL(fileURLWithPath: folder.file("a.mp4"))))
    scene.player.play()
    _ = try scene.context.image(at: 1)
    #expect(scene.player.status == .failed && scene.player.currentItem?.status == .failed)
    #expect((scene.player.error as? AVError)?.code == .fileFormatNotRecognized)
    #expect(scene.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    #expect(scene.layer.contents == nil)
    scene.player.replaceCurrentItem(with: nil)
    #expect(scene.player.currentTime() == .zero && scene.player.status == .unknown)
  }

  @Test func realTimeShowsTheFilm() throws {
    let folder = try Folder()
    var options = CAContext.Options()
    options.isRealTime = true
    let context = try CAContext(size: CGSize(width: 64, height: 64), options: options)
    let player = AVPlayer(url: try url(folder))
    let layer = AVPlayerLayer(player: player)
    layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    context.layer = layer
    player.play()
    // because: a busy machine takes its time to open a film.
    let limit = Date(timeIntervalSinceNow: 60)
    while player.currentTime() < CMTime(value: 1, timescale: 2), Date() < limit {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
    }
    player.pause()
    let now = player.currentTime()
    #expect(now >= CMTime(value: 1, timescale: 2))
    // A film that has ended, on a busy machine, shows its last picture.
    let expected = min(Int((now.seconds * 25).rounded(.down)), 39)
    while layer.isReadyForDisplay == false, Date() < limit {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
    }
    var shown = -1
    while shown != expected, Date() < limit {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
      shown = try number(of: context.image())
    }
    #expect(shown == expected)
  }
}
