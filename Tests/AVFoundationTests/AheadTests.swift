// Pictures that are presented ahead of their time: what shows while the program does nothing.
// Licensed under the MIT license; see LICENSE.

@testable import AVFoundation
import Dispatch
import FilmSamples
import Foundation
import QuartzModel
import Testing

@Suite struct AheadTests {
  /// A clock that stands where it is put.
  private final class StillClock: CAContext.Clock {
    var currentTime = 0.0
  }

  /// A feed whose film is to begin in a while, and a context that shows it at any time.
  private struct Stage {
    let feed: PictureFeed
    let clock = StillClock()
    let context: CAContext
    /// The film's zero by the machine's clock, whatever contexts the thread has had.
    let begin = Double(DispatchTime.now().uptimeNanoseconds) * 1e-9 + 1000

    init(_ folder: Folder) throws {
      let url = URL(fileURLWithPath: try FilmKind.all[0].make(40, in: folder))
      let asset = AVURLAsset(url: url)
      feed = PictureFeed { () throws(AVError) in try asset.openPictures() }
      feed.load()
      var options = CAContext.Options()
      options.clock = clock
      context = try CAContext(size: CGSize(width: 64, height: 64), options: options)
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
      layer.contents = feed.slot
      context.layer = layer
      // The renderer has the slot from here on.
      _ = try context.image(at: 0)
    }

    func schedule(from time: CMTime = .zero, rate: Double = 1) -> PictureFeed.Schedule {
      let end = rate > 0 ? CMTime(value: 40, timescale: 25) : .zero
      return PictureFeed.Schedule(
        clock: PlayerClock(time: time, host: begin, rate: rate),
        lead: 0,
        end: end
      )
    }

    /// The number that shows so many seconds after the film's zero.
    func number(_ seconds: Double) throws -> Int {
      clock.currentTime = begin + seconds
      return try AVFoundationTests.number(of: context.image(at: begin + seconds))
    }

    /// Asks for a picture until others wait behind it.
    func tick(_ number: Int, step: Int, _ schedule: PictureFeed.Schedule, until queued: [Int]) {
      // because: the decoder has its own pace.
      let limit = Date(timeIntervalSinceNow: 60)
      repeat {
        feed.tick(number, step: step, schedule)
        sched_yield()
      } while (feed.queued != queued || feed.shown != number) && Date() < limit
      #expect(feed.queued == queued && feed.shown == number)
    }
  }

  @Test func theFilmGoesOnWhileTheProgramStands() throws {
    let folder = try Folder()
    let stage = try Stage(folder)
    stage.tick(0, step: 1, stage.schedule(), until: [1, 2, 3])
    #expect(stage.feed.counters == PictureFeed.Counters(ahead: 3, late: 1))
    // Nobody asks for a picture from here on.
    for frame in 0..<4 { #expect(try stage.number((Double(frame) + 0.5) / 25) == frame) }
    // The last one stays.
    #expect(try stage.number(1) == 3)
  }

  @Test func aJumpDropsWhatWaits() throws {
    let folder = try Folder()
    let stage = try Stage(folder)
    stage.tick(0, step: 1, stage.schedule(), until: [1, 2, 3])
    let other = stage.schedule(from: CMTime(value: 20, timescale: 25))
    stage.tick(20, step: 1, other, until: [21, 22, 23])
    for frame in 0..<4 { #expect(try stage.number((Double(frame) + 0.5) / 25) == 20 + frame) }
    // Standing still drops them too.
    stage.tick(
      20,
      step: 1,
      stage.schedule(from: CMTime(value: 19, timescale: 25)),
      until: [21, 22, 23]
    )
    stage.feed.tick(20, step: 0)
    #expect(stage.feed.queued == [])
    #expect(try stage.number(3) == 20)
  }

  @Test func backwardsAndToTheEnds() throws {
    let folder = try Folder()
    let stage = try Stage(folder)
    // Picture 12 shows backwards from the time where it ends.
    let back = stage.schedule(from: CMTime(value: 13, timescale: 25), rate: -2)
    stage.tick(12, step: -1, back, until: [11, 10, 9])
    for frame in 0..<4 { #expect(try stage.number((Double(frame) + 0.5) / 50) == 12 - frame) }
    let last = stage.schedule(from: CMTime(value: 38, timescale: 25))
    stage.tick(38, step: 1, last, until: [39])
    #expect(try stage.number(5) == 39)
  }
}
