// Flicks as they were measured: fingers, the delegate's numbers, and where the content rests.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import Testing

@testable import UIKit

/// The figures of a drag: content of 40,000 points in a view of 393 x 852.
struct FlickTrace: Sendable, CustomStringConvertible {
  var description: String
  /// The offset before, and the finger's steps: the way of each, the seconds between, their number.
  var start: CGFloat
  var steps: (way: CGFloat, time: Double, count: Int)
  /// From the last step to the lift, in seconds.
  var rest: Double
  /// The way at which the drag begins, and the offset then.
  var begin: (way: CGFloat, offset: CGFloat)
  /// The velocity in points a millisecond, and the offset at the lift with its target.
  var velocity: CGFloat
  var lift: (offset: CGFloat, target: CGFloat)
  /// The seconds from the lift to the end of the motion, and the offset there; nil for no motion.
  var end: (time: Double, offset: CGFloat)?

  static let all = [
    FlickTrace(
      description: "slow, and at rest before the lift",
      start: 5000,
      steps: (-3, 0.016, 60),
      rest: 0.32,
      begin: (12, 5002),
      velocity: 0,
      lift: (5170, 5170)
    ),
    FlickTrace(
      description: "750 points a second",
      start: 5000,
      steps: (-6, 0.008, 14),
      rest: 0.008,
      begin: (12, 5002),
      velocity: 0.75,
      lift: (5074, 5443.67),
      end: (2.16, 5443.33)
    ),
    // The delegate of the trace was given a target of 6819.67, and the content rested at 6818.
    FlickTrace(
      description: "3000 points a second",
      start: 5000,
      steps: (-24, 0.008, 14),
      rest: 0.008,
      begin: (24, 5014),
      velocity: 3,
      lift: (5326, 6818),
      end: (2.85, 6818)
    ),
    FlickTrace(
      description: "over the edge",
      start: 38_798,
      steps: (-25, 0.008, 12),
      rest: 0.008,
      begin: (25, 38_813),
      velocity: 3.125,
      lift: (39_088, 39_148),
      end: (0.807, 39_148)
    ),
    FlickTrace(
      description: "held past the edge",
      start: 0,
      steps: (5, 0.008, 120),
      rest: 0.31,
      begin: (10, 0),
      velocity: 0,
      lift: (-235, 0),
      end: (0.69, 0)
    ),
  ]
}

/// Drags by a trace, and writes the delegate's numbers down.
@MainActor
private final class FlickStage: UIScrollViewDelegate {
  let window = makeWindow(CGSize(width: 393, height: 852))
  let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 393, height: 852))
  var begin: CGFloat?
  var lift: (velocity: CGFloat, target: CGFloat, offset: CGFloat)?
  var movesOn: Bool?
  var end: (time: Double, offset: CGFloat)?
  var peak: CGFloat = -.infinity

  init(_ trace: FlickTrace) {
    scroll.contentSize = CGSize(width: 393, height: 40_000)
    scroll.contentOffset.y = trace.start
    scroll.delegate = self
    window.addSubview(scroll)
    CATransaction.flush()
  }

  private var now: Double { window.context?.currentTime ?? 0 }

  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { begin = 0 }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    peak = max(peak, scrollView.contentOffset.y)
  }

  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) { lift = (velocity.y, targetContentOffset.pointee.y, scrollView.contentOffset.y) }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    movesOn = decelerate
  }

  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    end = (now, scrollView.contentOffset.y)
  }

  func run(_ trace: FlickTrace) throws {
    let app = UIApplication.shared
    let finger = trace.steps.way < 0 ? 800.0 : 100
    app.touchBegan(at: CGPoint(x: 196, y: finger), time: 0)
    var beganAt: CGFloat?
    for step in 1...trace.steps.count {
      let way = trace.steps.way * CGFloat(step)
      let time = trace.steps.time * Double(step)
      app.touchMoved(to: CGPoint(x: 196, y: finger + way), time: time)
      if begin != nil, beganAt == nil {
        beganAt = abs(way)
        #expect(abs(scroll.contentOffset.y - trace.begin.offset) < 0.5)
      }
    }
    #expect(beganAt == trace.begin.way)
    let lifted = trace.steps.time * Double(trace.steps.count) + trace.rest
    app.touchEnded(time: lifted)
    let lift = try #require(self.lift)
    #expect(abs(lift.velocity - trace.velocity) < 1e-9)
    #expect(abs(lift.offset - trace.lift.offset) < 0.5)
    #expect(abs(lift.target - trace.lift.target) < 0.5)
    #expect(movesOn == (trace.end != nil))
    // Motions are seen in frames.
    for frame in 1...60 { _ = try window.image(at: lifted + Double(frame) / 60) }
    try window.context?.advance(to: lifted + 5)
    guard let wanted = trace.end else {
      let isStill = self.end == nil
      #expect(isStill)
      return
    }
    let end = try #require(self.end)
    // The times of the traces are those of frames.
    #expect(abs(end.time - lifted - wanted.time) < 1 / 60.0)
    #expect(abs(end.offset - wanted.offset) < 0.5)
  }
}

@Suite("Flicks as measured", .serialized)
@MainActor
struct FlickTests {
  @Test("S12 to S14: fingers, velocity, target and rest", arguments: FlickTrace.all)
  func traces(_ trace: FlickTrace) throws {
    let stage = FlickStage(trace)
    try stage.run(trace)
    // The content crosses the edge by a hundred points and returns; the peak is between frames.
    if trace.start == 38_798 { #expect(abs(stage.peak - 39_248) < 1) }
  }
}
