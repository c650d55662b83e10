// Chapter 11: animation by timers and display links.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The demos of chapter 11.
@MainActor
enum LockwoodChapter11 {
  static let demos: [Demo] =
    [byTimer, byLink, linkModes, timerModes, frameIntervals] + physics

  // MARK: 11.1

  /// A ball that a timer moves; a touch starts it anew.
  final class TimedBall: Lockwood2.Container {
    let ballView = UIImageView(image: Lockwood2.ball())
    private(set) var timer: Timer?
    private(set) var calls = 0
    private var offset: CFTimeInterval = 0

    override func viewDidLoad() {
      super.viewDidLoad()
      containerView.addSubview(ballView)
      animate()
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { animate() }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      timer?.invalidate()
    }

    private func animate() {
      ballView.center = CGPoint(x: 150, y: 32)
      offset = 0
      timer?.invalidate()
      timer = Timer.scheduledTimer(withTimeInterval: 1 / 60, repeats: true) { [weak self] _ in
        MainActor.assumeIsolated { self?.step() }
      }
    }

    private func step() {
      calls += 1
      offset = min(offset + 1 / 60, 1)
      ballView.center = CGPoint(x: 150, y: 32 + 236 * Lockwood2.bounce(offset))
      // Sixty sixtieths are not quite one.
      guard offset > 0.9999 else { return }
      ballView.center = CGPoint(x: 150, y: 268)
      timer?.invalidate()
    }
  }

  private static let byTimer = Demo("LW-11.1", "A ball moved by a timer") { TimedBall() }
    .play(TimedBall.self) { stage, controller in
      // Timers of the run loop wait for the wall clock, so the script rings them at their times.
      for call in 1...90 {
        stage.move(to: Double(call) / 60)
        controller.timer?.fire()
        if call == 15 || call == 30 || call == 60 { try stage.show() }
        guard call <= 60 else { continue }
        let y = 32 + 236 * Lockwood2.bounce(Double(call) / 60)
        stage.expect(controller.ballView.center.y, is: y, within: 1e-3, "after \(call) calls")
        if call == 30 {
          stage.expect(controller.ballView.center.y, is: 201.6, within: 0.1, "after half a second")
        }
      }
      stage.expect(controller.calls == 60, "sixty calls")
      stage.expect(controller.ballView.center == CGPoint(x: 150, y: 268), "it rests on the floor")
      stage.expect(controller.timer?.isValid == false, "the timer is over")
      stage.expect(controller.ballView.layer.animationKeys() == nil, "no animation is added")
      let old = controller.timer
      stage.tap(CGPoint(x: 300, y: 20))
      stage.expect(controller.timer !== old && controller.timer?.isValid == true, "a new timer")
      stage.expect(controller.ballView.center == CGPoint(x: 150, y: 32), "it starts anew")
    }

  // MARK: 11.2

  /// A ball that a display link moves, by the time that has passed.
  final class LinkedBall: Lockwood2.Container {
    let ballView = UIImageView(image: Lockwood2.ball())
    private(set) var link: CADisplayLink?
    private(set) var calls = 0
    private var offset: CFTimeInterval = 0
    private var lastStep: CFTimeInterval = 0

    override func viewDidLoad() {
      super.viewDidLoad()
      containerView.addSubview(ballView)
    }

    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      animate()
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { animate() }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      link?.invalidate()
    }

    private func animate() {
      ballView.center = CGPoint(x: 150, y: 32)
      offset = 0
      link?.invalidate()
      lastStep = CACurrentMediaTime()
      link = CADisplayLink(target: self, selector: LinkedBall.step)
      link?.add(to: .main, forMode: .default)
    }

    private func step(_ link: CADisplayLink) {
      calls += 1
      let thisStep = CACurrentMediaTime()
      offset = min(offset + thisStep - lastStep, 1)
      lastStep = thisStep
      ballView.center = CGPoint(x: 150, y: 32 + 236 * Lockwood2.bounce(offset))
      guard offset >= 1 else { return }
      link.invalidate()
      self.link = nil
    }
  }

  private static let byLink = Demo("LW-11.2", "A ball moved by a display link") { LinkedBall() }
    .play(LinkedBall.self) { stage, controller in
      let ball = controller.ballView
      stage.playFrames(to: 0.25)
      stage.expect(ball.center.y, is: 32 + 236 * Lockwood2.bounce(0.25), within: 0.1, "at 0.25 s")
      try stage.show()
      // The main thread has no time for 0.2 s: twelve frames are left out, and it is in time.
      stage.move(to: 0.45)
      stage.expect(ball.center.y, is: 32 + 236 * Lockwood2.bounce(0.45), within: 0.1, "at 0.45 s")
      stage.playFrames(to: 0.5)
      stage.expect(ball.center.y, is: 201.6, within: 0.1, "at 0.5 s")
      try stage.show()
      stage.playFrames(to: 62 / 60.0)
      stage.expect(ball.center.y, is: 268, "it rests on the floor")
      try stage.show()
      let calls = controller.calls
      stage.playFrames(to: 1.2)
      stage.expect(controller.calls == calls && controller.link == nil, "the link is over")
    }

  // MARK: 11.2a, 11.2b

  /// Counts the calls of two links, or two timers, one of them in the modes of tracking too.
  final class Modes: Lockwood2.Screen {
    private(set) var counts = [0, 0]
    private var links: [CADisplayLink] = []
    private var timers: [Timer] = []
    private let label = UILabel(frame: CGRect(x: 20, y: 200, width: 280, height: 60))

    override func viewDidLoad() {
      super.viewDidLoad()
      label.numberOfLines = 2
      view.addSubview(label)
    }

    func startLinks() {
      links = [
        CADisplayLink(target: self, selector: Modes.first),
        CADisplayLink(target: self, selector: Modes.second),
      ]
      for link in links { link.add(to: .current, forMode: .default) }
      links[1].add(to: .current, forMode: .tracking)
    }

    func startTimers() {
      timers = [0, 1].map { index in
        Timer(timeInterval: 0.005, repeats: true) { [weak self] _ in
          MainActor.assumeIsolated { self?.counts[index] += 1 }
        }
      }
      RunLoop.current.add(timers[0], forMode: .default)
      RunLoop.current.add(timers[1], forMode: .common)
    }

    func stop() {
      for link in links { link.invalidate() }
      for timer in timers { timer.invalidate() }
      links = []
      timers = []
    }

    private func first(_ link: CADisplayLink) { counts[0] += 1 }

    private func second(_ link: CADisplayLink) { counts[1] += 1 }

    func showCounts() {
      label.text =
        "default mode: \(counts[0] == 0 ? "no call" : "calls")\n"
        + "modes of tracking: \(counts[1] == 0 ? "no call" : "calls")"
    }
  }

  /// Runs the loop as a scroll view does while a finger drags it, for a while by the wall clock.
  private static func track(until isDone: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 5)
    while !isDone(), Date() < end {
      // A mode without sources ends at once.
      if !RunLoop.current.run(mode: .tracking, before: Date(timeIntervalSinceNow: 0.02)) { break }
    }
  }

  private static let linkModes = Demo("LW-11.2a", "Display links while tracking") { Modes() }
    .play(Modes.self) { stage, controller in
      // A window in real time, for the links of one for pictures come with each picture.
      let window = UIWindow(frame: UIScreen.main.bounds, output: .realTime)
      window.isHidden = false
      controller.startLinks()
      track { controller.counts[1] >= 5 }
      controller.stop()
      window.isHidden = true
      controller.showCounts()
      stage.expect(controller.counts[0] == 0, "no call in the default mode")
      stage.expect(controller.counts[1] >= 5, "calls in the mode of tracking")
      try stage.show()
    }

  private static let timerModes = Demo("LW-11.2b", "Timers while tracking") { Modes() }
    .play(Modes.self) { stage, controller in
      controller.startTimers()
      track { controller.counts[1] >= 5 }
      controller.stop()
      controller.showCounts()
      stage.expect(controller.counts[0] == 0, "no call in the default mode")
      stage.expect(controller.counts[1] >= 5, "calls in the common modes")
      try stage.show()
    }

  // MARK: 11.2c

  /// Three links: of every frame, every second one, every third one.
  final class FrameIntervals: Lockwood2.Screen {
    private(set) var counts = [0, 0, 0]
    private var links: [CADisplayLink] = []
    private let label = UILabel(frame: CGRect(x: 20, y: 200, width: 280, height: 80))

    override func viewDidLoad() {
      super.viewDidLoad()
      label.numberOfLines = 3
      view.addSubview(label)
    }

    func start() {
      links = [
        CADisplayLink(target: self, selector: FrameIntervals.every),
        CADisplayLink(target: self, selector: FrameIntervals.everySecond),
        CADisplayLink(target: self, selector: FrameIntervals.everyThird),
      ]
      for (index, link) in links.enumerated() {
        link.preferredFramesPerSecond = 60 / (index + 1)
        link.add(to: .current, forMode: .tracking)
      }
    }

    func stop() {
      for link in links { link.invalidate() }
      links = []
      let isRight = counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 0
      label.text = isRight ? "every frame\n> every second frame\n> every third frame" : "\(counts)"
    }

    private func every(_ link: CADisplayLink) { counts[0] += 1 }

    private func everySecond(_ link: CADisplayLink) { counts[1] += 1 }

    private func everyThird(_ link: CADisplayLink) { counts[2] += 1 }
  }

  private static let frameIntervals = Demo("LW-11.2c", "Every frame, and fewer") {
    FrameIntervals()
  }
  .play(FrameIntervals.self) { stage, controller in
    // In real time, where a late thread leaves frames out; so the counts are only compared.
    let window = UIWindow(frame: UIScreen.main.bounds, output: .realTime)
    window.isHidden = false
    controller.start()
    track { controller.counts[0] >= 60 }
    controller.stop()
    window.isHidden = true
    stage.expect(controller.counts[0] >= 60, "sixty frames: \(controller.counts)")
    stage.expect(
      controller.counts[0] > controller.counts[1] && controller.counts[1] > controller.counts[2]
        && controller.counts[2] > 0,
      "fewer calls for longer intervals: \(controller.counts)"
    )
    try stage.show()
  }
}
