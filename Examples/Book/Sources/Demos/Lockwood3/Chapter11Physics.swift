// Chapter 11: crates that fall, and steps of a fixed length.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

extension LockwoodChapter11 {
  static let physics: [Demo] = [falling, pile, fixedSteps, slowSteps]

  // MARK: 11.3

  /// A crate that falls.
  final class FallingCrate: Lockwood2.MeasuredCrates {
    override func viewDidLoad() {
      super.viewDidLoad()
      addCrate(CGRect(x: 100, y: 0, width: 100, height: 100))
    }
  }

  private static let falling = Demo("LW-11.3", "A crate falls") { FallingCrate() }
    .play(FallingCrate.self) { stage, controller in
      guard let crate = controller.crates.first else { return stage.expect(false, "a crate") }
      stage.expect(crate.center == CGPoint(x: 150, y: 250), "it begins at the top")
      // The plank goes from the top left to the bottom right, as in the picture.
      stage.expect(at: CGPoint(x: 140, y: 120), Lockwood2.rgb(115, 77, 38), "upright: a plank")
      stage.expect(at: CGPoint(x: 180, y: 120), Lockwood2.rgb(184, 135, 82), "upright: no plank")
      for tenth in 1...5 {
        let time = Double(tenth) / 10
        stage.playFrames(to: time)
        // A frame of velocity is missing: the step moves the body before gravity acts on it.
        stage.expect(crate.center.y, is: 250 - 500 * time * time, within: 5, "at \(time) s")
        if tenth == 3 { try stage.show("LW-F-11.1") }
      }
      stage.playFrames(to: 39 / 60.0)
      stage.expect(crate.center.y < 50, "it has passed the bottom: \(crate.center.y)")
      stage.playFrames(to: 48 / 60.0)
      stage.expect(crate.center.y < -50, "all of it is below: \(crate.center.y)")
      try stage.show()
      let before = crate.center.y
      stage.playFrames(to: 1)
      stage.expect(crate.center.y < before - 100, "it falls on: \(crate.center.y)")
      stage.expect(crate.transform.isIdentity, "it does not turn")
    }

  // MARK: 11.4

  /// Adds the crates of the listing, in a box.
  private static func fill(_ controller: Lockwood2.Crates) {
    controller.addWalls()
    for (x, y, side) in [(0, 0, 32), (32, 0, 32), (64, 0, 64), (128, 0, 32), (0, 32, 64)] {
      controller.addCrate(CGRect(x: x, y: y, width: side, height: side))
    }
  }

  /// A box of crates, which fall to the side that the device is tilted to.
  final class Pile: Lockwood2.MeasuredCrates {
    override func viewDidLoad() {
      super.viewDidLoad()
      LockwoodChapter11.fill(self)
    }
  }

  /// The corners of all crates, in points of the container with y up.
  private static func corners(_ controller: Lockwood2.Crates) -> [CGPoint] {
    controller.crates.flatMap { crate in
      let (right, top) = (crate.bounds.maxX, crate.bounds.maxY)
      return [(0, 0), (right, 0), (0, top), (right, top)].map {
        crate.convert(CGPoint(x: $0, y: $1), to: controller.containerView)
      }
    }
  }

  /// Plays frames, all of which are as long as others: a step of no length upsets the bodies.
  private static func playFrames(_ stage: Stage, _ count: Int) {
    let first = Int((stage.time * 60).rounded())
    for frame in 1...count { stage.move(to: Double(first + frame) / 60) }
  }

  /// Plays to a time; all crates stay in the box meanwhile, and are at rest then.
  private static func rest(_ stage: Stage, _ controller: Lockwood2.Crates, until end: Double) {
    let box = CGRect(x: 0, y: 0, width: 300, height: 300)
    while stage.time < end - 1 / 120 {
      playFrames(stage, 1)
      guard controller.crates.allSatisfy({ box.contains($0.center) }) else {
        return stage.expect(false, "a crate is outside at \(stage.time) s")
      }
    }
    let outside = corners(controller).filter { !box.insetBy(dx: -2, dy: -2).contains($0) }
    stage.expect(outside.isEmpty, "corners outside at \(stage.time) s: \(outside)")
    let centers = controller.crates.map(\.center)
    playFrames(stage, 30)
    for (old, new) in zip(centers, controller.crates.map(\.center)) {
      let way = hypot(old.x - new.x, old.y - new.y)
      stage.expect(way < 1, "at rest at \(end) s: \(way) points in half a second")
    }
  }

  private static let pile = Demo("LW-11.4", "A box of crates, tilted") { Pile() }
    .play(Pile.self) { stage, controller in
      let app = UIApplication.shared
      let crates = controller.crates
      rest(stage, controller, until: 10)
      stage.expect(crates.contains { $0.center.y < 40 }, "some are on the floor")
      try stage.show()
      app.accelerate(x: 0, y: 1, z: 0)
      stage.expect(controller.space.gravity == CGVector(dx: 1000, dy: 0), "to the right")
      playFrames(stage, 30)
      try stage.show("on the way to the right")
      rest(stage, controller, until: 20)
      stage.expect(crates.allSatisfy { $0.center.x > 100 }, "all are at the right")
      stage.expect(crates.contains { $0.center.x > 260 }, "some at the wall")
      try stage.show()
      app.accelerate(x: -1, y: 0, z: 0)
      stage.expect(controller.space.gravity == CGVector(dx: 0, dy: 1000), "up")
      playFrames(stage, 36)
      try stage.show("LW-F-11.2")
      rest(stage, controller, until: 30)
      stage.expect(crates.allSatisfy { $0.center.y > 100 }, "all are at the top")
      stage.expect(crates.contains { $0.center.y > 260 }, "some at the wall")
      try stage.show()
    }

  // MARK: 11.5

  /// A box of crates that is moved in steps of a fixed length.
  final class SteadyPile: Lockwood2.Crates {
    let timeStep: CFTimeInterval
    /// The steps of each frame.
    private(set) var steps: [Int] = []
    /// The steps so far.
    private(set) var count = 0
    private var begin: CFTimeInterval = 0

    init(timeStep: CFTimeInterval = 1 / 120) {
      self.timeStep = timeStep
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      LockwoodChapter11.fill(self)
    }

    override func start(at time: CFTimeInterval) { begin = time }

    override func simulate(to time: CFTimeInterval) {
      // A count, since a sum of many steps is not quite their product.
      let due = Int((time - begin) / timeStep + 1e-6)
      if due > count { steps.append(due - count) }
      while count < due {
        space.step(timeStep)
        count += 1
      }
    }
  }

  private static let fixedSteps = Demo("LW-11.5", "Steps of a fixed length") { SteadyPile() }
    .play(SteadyPile.self) { stage, controller in
      stage.playFrames(to: 1)
      stage.expect(controller.steps == Array(repeating: 2, count: 60), "two steps for each frame")
      // A frame is left out.
      stage.move(to: 62 / 60.0)
      stage.expect(controller.steps.last == 4, "four after it: \(controller.steps.suffix(2))")
      stage.playFrames(to: 2)
      try stage.show("every frame but one")
      let other = SteadyPile()
      stage.window.rootViewController = other
      let begin = stage.time
      // Frames come and stay away as they like.
      for frame in [1, 2, 5, 6, 13, 14, 15, 30, 31, 40, 55, 60, 61, 90, 91, 100, 119, 120] {
        stage.move(to: begin + Double(frame) / 60)
      }
      stage.expect(controller.count == 240 && other.count == 240, "as many steps")
      for (one, two) in zip(controller.crates, other.crates) {
        stage.expect(one.center == two.center, "the same place to the bit")
        stage.expect(one.transform == two.transform, "the same angle to the bit")
      }
      try stage.show("eighteen frames")
      let difference = Lockwood2.difference(stage.figures[0].image, stage.figures[1].image)
      stage.expect(difference == 0, "the same picture: \(difference)")
    }

  // MARK: 11.5a

  /// Plays a second on a device that needs 12 ms for a step.
  ///
  /// - Parameter interval: Frames of the display from one call to the next.
  /// - Returns: The steps of each frame.
  private static func playSlowly(
    _ stage: Stage,
    _ controller: SteadyPile,
    interval: Int
  ) -> [Int] {
    let (begin, first) = (stage.time, controller.steps.count)
    var frame = interval
    while frame <= 60 {
      stage.move(to: begin + Double(frame) / 60)
      let busy = Double(controller.steps.last ?? 0) * 0.012
      // The next call comes with a frame that the thread is free for.
      let frames = Int((busy * 60).rounded(.up))
      frame += max(interval, (frames + interval - 1) / interval * interval)
    }
    return Array(controller.steps[first...])
  }

  private static let slowSteps = Demo("LW-11.5a", "Steps that take too long") { SteadyPile() }
    .play(SteadyPile.self) { stage, controller in
      let slow = playSlowly(stage, controller, interval: 1)
      stage.expect(zip(slow, slow.dropFirst()).allSatisfy { $0 < $1 }, "ever more steps: \(slow)")
      stage.expect(slow.count < 10, "ever fewer frames: \(slow.count)")
      try stage.show("steps of 1/120 s: \(slow.count) frames")
      let other = SteadyPile(timeStep: 1 / 30)
      stage.window.rootViewController = other
      let steady = playSlowly(stage, other, interval: 2)
      stage.expect(steady == Array(repeating: 1, count: 30), "one step a frame: \(steady)")
      try stage.show("steps of 1/30 s: \(steady.count) frames")
    }
}
