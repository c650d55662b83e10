// The time of contexts that are made for pictures.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import TestClaims
import Testing

@testable import QuartzCore

@Suite struct PictureTimeTests {
  private let context: CAContext
  private let layer = CALayer()

  init() throws {
    context = try CAContext(size: CGSize(width: 20, height: 4))
    layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 20, height: 4)
    root.addSublayer(layer)
    context.layer = root
  }

  /// From x = 0 to 16 in a second, linearly.
  private func slide(duration: Double = 1) -> CABasicAnimation {
    let slide = CABasicAnimation(keyPath: "position.x")
    slide.fromValue = 2
    slide.toValue = 18
    slide.duration = duration
    return slide
  }

  /// The first column that the layer covers.
  private func left(at time: Double?) throws -> Int? {
    let picture = try context.image(at: time)
    return (0..<20).first { alpha(picture, $0, 1) == 255 }
  }

  @Test(.shows("CACurrentMediaTime")) func timeBeginsAt0AndStandsStill() throws {
    #expect(context.currentTime == 0 && CACurrentMediaTime() == 0)
    layer.add(slide(), forKey: nil)
    #expect(try [nil, nil].map { try left(at: $0) } == [0, 0])
    #expect(context.currentTime == 0)
  }

  @Test func picturesShowTheAnimationAtTheirTimes() throws {
    layer.add(slide(), forKey: nil)
    #expect(try [0, 0.25, 0.5, 0.75].map { try left(at: $0) } == [0, 4, 8, 12])
    #expect(context.currentTime == 0.75 && CACurrentMediaTime() == 0.75)
  }

  /// The first picture may be of any time: what was changed before begins at 0.
  @Test func changesBeforeTheFirstFrameBeginAtZero() throws {
    layer.add(slide(), forKey: nil)
    #expect(try left(at: 0.5) == 8)
  }

  /// Also where the animation is over by then and the layer has it no more.
  @Test func picturesOfEarlierTimesStayTheSame() throws {
    layer.add(slide(), forKey: "slide")
    #expect(try left(at: 1) == 0)
    #expect(layer.animationKeys() == nil)
    #expect(try [0.75, 0.25, 0.5, 2].map { try left(at: $0) } == [12, 4, 8, 0])
    // The next commit takes it away for good.
    withoutActions { layer.cornerRadius = 1 }
    #expect(try left(at: 0.5) == 0)
  }

  @Test func changesAfterAFrameBeginAtItsTime() throws {
    #expect(try left(at: 10) == 0)
    layer.add(slide(), forKey: nil)
    #expect(try [10, 10.5].map { try left(at: $0) } == [0, 8])
  }

  @Test(.shows("CACurrentMediaTime", "CAMediaTiming.beginTime"))
  func beginTimesFromTheMediaTimeAgree() throws {
    _ = try left(at: 3)
    let slide = slide()
    slide.beginTime = CACurrentMediaTime() + 1
    slide.fillMode = .backwards
    layer.add(slide, forKey: nil)
    #expect(try [4, 4.25, 4.5].map { try left(at: $0) } == [0, 4, 8])
    #expect(layer.convertTime(CACurrentMediaTime(), from: nil) == 4.5)
  }

  @Test func completionBlocksComeAtTheirTimes() throws {
    var ends: [Double] = []
    CATransaction.begin()
    CATransaction.setCompletionBlock {
      ends.append(CACurrentMediaTime())
      layer.add(slide(duration: 2), forKey: nil)
    }
    layer.add(slide(), forKey: nil)
    CATransaction.commit()
    // The second animation begins where the first one ends, though no picture was asked for there.
    #expect(try left(at: 2) == 8)
    #expect(ends == [1])
    try context.advance(to: 2.5)
    #expect(try left(at: nil) == 12)
    try context.advance(to: 1)
    #expect(context.currentTime == 2.5)
  }

  @Test func implicitAnimationsGoOnWithTheTimesOfPictures() throws {
    _ = try context.image()
    layer.position.x = 18
    let moved = try [0, 0.125, 0.25].map { try left(at: $0) }
    #expect(moved[0] == 0 && moved[2] == 16)
    let middle = try #require(moved[1])
    #expect((1..<16).contains(middle))
  }

  @Test func endlessChainsAreRefused() throws {
    func again() {
      CATransaction.begin()
      CATransaction.setCompletionBlock { again() }
      layer.add(slide(duration: 1e-6), forKey: nil)
      CATransaction.commit()
    }
    again()
    #expect(throws: CAContextError.self) { try context.advance(to: 1e6) }
    CATransaction.setCompletionBlock(nil)
  }

  @Test func timesThatAreNoneAreRefused() throws {
    #expect(throws: CAContextError.self) { try context.advance(to: .infinity) }
    #expect(throws: CAContextError.self) { try context.advance(to: .nan) }
    #expect(context.currentTime == 0)
  }

  @Test func everyContextHasATimeOfItsOwn() throws {
    _ = try context.image(at: 5)
    var other: CAContext? = try CAContext(size: CGSize(width: 1, height: 1))
    #expect(other?.currentTime == 0 && CACurrentMediaTime() == 0)
    _ = try context.image()
    #expect(CACurrentMediaTime() == 5)
    _ = try other?.image(at: 2)
    #expect(CACurrentMediaTime() == 2)
    other = nil
    #expect(CACurrentMediaTime() == 5)
  }

  @Test func clocksOfTheProgramGiveTheMediaTimeToo() throws {
    let clock = ManualClock(at: 7)
    var options = CAContext.Options()
    options.clock = clock
    let other = try CAContext(size: CGSize(width: 1, height: 1), options: options)
    #expect(CACurrentMediaTime() == 7 && other.currentTime == 7)
    clock.advance(by: 1)
    #expect(CACurrentMediaTime() == 8)
    #expect(throws: CAContextError.self) { try other.advance(to: 9) }
  }

  @Test func realTimeIsAnOption() throws {
    var options = CAContext.Options()
    options.isRealTime = true
    let real = try CAContext(size: CGSize(width: 1, height: 1), options: options)
    let before = MonotonicClock.now
    #expect(real.currentTime >= before && CACurrentMediaTime() >= before)
    _ = try context.image()
    #expect(CACurrentMediaTime() == 0)
  }

  /// Frames of a renderer have times that come from the media time, so they do not give it.
  @Test func renderersLeaveTheMediaTimeAlone() throws {
    let bitmap = try #require(
      CGContext(
        data: nil,
        width: 4,
        height: 4,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    try context.advance(to: 2)
    let renderer = CARenderer(cgContext: bitmap)
    renderer.layer = CALayer()
    renderer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    renderer.beginFrame(atTime: 50, timeStamp: nil)
    renderer.endFrame()
    #expect(CACurrentMediaTime() == 2)
  }

  /// A begin time that was taken before there was a context is told about.
  @Test func begunByTheMachinesClock() throws {
    let slide = slide()
    slide.beginTime = MonotonicClock.handOut() + 0.5
    let lines = Lines.during {
      layer.add(slide, forKey: "slide")
      CATransaction.flush()
    }
    #expect(lines.count == 1 && lines[0].contains("slide"))
  }

  @Test func linksOfTheThreadFollowItsContext() throws {
    final class Player {
      var times: [Double] = []
      func step(_ link: CADisplayLink) { times.append(link.targetTimestamp) }
    }
    let player = Player()
    let link = CADisplayLink(target: player, selector: Player.step)
    link.add(to: .current, forMode: .common)
    defer { link.invalidate() }
    for time in [0.5, 1] { _ = try context.image(at: time) }
    #expect(player.times == [0.5, 1])
  }
}
