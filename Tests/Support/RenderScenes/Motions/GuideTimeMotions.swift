// The programming guide's motions of chapters 4 to 6: transitions, timing, transactions, actions.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let guideTimeMotions: [Case] = [
    Case("AG-D-L5.1", [pushTransition(from: 0), pushTransition(from: 0.5)]),
    Case("AG-D-L5.3", .test("LayerCoordinateTests.times")),
    Case("AG-D-L5.4", [pausedAndResumed]),
    Case("AG-D-L5.5", [explicitTransaction]),
    Case("AG-D-L5.6", [durationByKey]),
    Case("AG-D-L5.7", [nestedTransactions]),
    Case("AG-D-L5.8", .test("CATransform3DTests.perspectiveShrinksWithDistance")),
    Case("AG-D-5.x1", [delays]),
    Case("AG-D-5.x2", [thereAndBack]),
    Case("AG-D-5.x3", [offsetsInAGroup]),
    Case("AG-D-5.x4", .test("TransitionTests.slidesAQuarterOfTheWay")),
    Case("AG-D-L6.1", [transitionByDelegate]),
    Case("AG-D-L6.2", .test("ActionTests.orderOutIsNotRunWithActionsOff")),
    Case("AG-D-6.x1", .test("ActionTests.classDefaultComesBeforeTheImplicitOne")),
    Case("AG-D-6.x2", .test("ActionTests.comingIntoSightAndGoingOut")),
  ]

  // MARK: Transitions

  /// One view goes as another one comes, both by the same transition.
  private static func pushTransition(from start: Float) -> Motion {
    let half = start == 0.5
    var facts: [Motion.Fact] = [.pixel(1, 20, 100, Tone.blue), .pixel(1, 180, 100, Tone.blue)]
    facts +=
      half
      ? [
        .pixel(0, 96, 100, Tone.red), .pixel(0, 104, 100, Tone.blue),
        .pixel(0.5, 46, 100, Tone.red), .pixel(0.5, 54, 100, Tone.blue),
      ]
      : [
        .pixel(0, 196, 100, Tone.red), .pixel(0.5, 96, 100, Tone.red),
        .pixel(0.5, 104, 100, Tone.blue), .pixel(0.75, 46, 100, Tone.red),
        .pixel(0.75, 54, 100, Tone.blue),
      ]
    return Motion(
      half ? "AG-D-L5.1-half" : "AG-D-L5.1",
      200,
      200,
      at: [0, 0.5, 0.75],
      facts: facts,
      events: [
        .init(0) { stage in
          let push = CATransition()
          (push.type, push.subtype, push.duration) = (.push, .fromRight, 1)
          push.startProgress = start
          for name in ["first", "second"] { stage[name].add(push, forKey: "transition") }
          change {
            stage["first"].isHidden = true
            stage["second"].isHidden = false
          }
        }
      ]
    ) { stage in
      stage.root.backgroundColor = white
      named("first", stage.root.bounds, red, in: stage.root)
      named("second", stage.root.bounds, blue, in: stage.root).isHidden = true
    }
  }

  /// Gives a transition for the contents, and goes on searching for the rest.
  private final class Pusher: CALayerDelegate {
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      guard event == "contents" else { return nil }
      let push = CATransition()
      (push.type, push.subtype, push.duration) = (.push, .fromRight, 1)
      push.timingFunction = .easeIn
      return push
    }
  }

  private static let transitionByDelegate = Motion.blueSquare(
    "AG-D-L6.1",
    at: [0.25, 0.5, 0.75],
    facts: [
      // 31.5 of 100 points of the way; the picture of the old state has its opacity.
      .pixel(0.5, 115, 100, Tone.red), .pixel(0.5, 121, 100, [102, 102, 255]),
      .shows(0.125, "opacity", 1 - 0.4 * 0.8024, within: 0.001), .shows(0.25, "opacity", 0.6),
      .keys(0.1, ["transition", "opacity"]), .pixel(1, 60, 100, [102, 102, 255]),
    ],
    events: [
      .init(0) { stage in
        stage["it"].contents = plain(4, 4, [0, 0, 255, 255])
        stage["it"].opacity = 0.6
      }
    ]
  ) { layer in
    let pusher = Pusher()
    layer.contents = plain(4, 4, [255, 0, 0, 255])
    layer.delegate = pusher
    layer.setValue(pusher, forKey: "owner")
  }

  // MARK: Clocks

  /// A sublayer of a layer that is paused at 2 s and goes on at 5.
  private static let pausedAndResumed = Motion(
    "AG-D-L5.4",
    1000,
    100,
    scale: 0.1,
    at: [2, 4, 7],
    facts: [
      .shows(1.9, "position.x", 190), .shows(2, "position.x", 200), .shows(3.7, "position.x", 200),
      .shows(5, "position.x", 200), .shows(5.1, "position.x", 210), .shows(7, "position.x", 400),
      .shows(12.9, "position.x", 990), .shows(13, "position.x", 0),
    ],
    events: [
      .init(2) { stage in
        let layer = stage["clock"]
        let time = layer.convertTime(stage.time, from: nil)
        change { (layer.speed, layer.timeOffset) = (0, time) }
      },
      .init(5) { stage in
        let layer = stage["clock"]
        change {
          let paused = layer.timeOffset
          (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 0)
          layer.beginTime = layer.convertTime(stage.time, from: nil) - paused
        }
      },
    ]
  ) { stage in
    stage.root.backgroundColor = white
    let clock = named("clock", stage.root.bounds, in: stage.root)
    let layer = named("it", CGRect(x: -40, y: 10, width: 80, height: 80), red, in: clock)
    layer.add(CABasicAnimation.of("position.x", to: 1000.0, lasting: 10), forKey: nil)
  }

  /// AG-D-4.x1: of 4 s at speed 2, in a layer of speed 2.
  static let speedsMultiply = Motion(
    "AG-D-4.x1",
    200,
    100,
    scale: 0.5,
    at: [0.25, 0.5, 1.5],
    facts: [
      .shows(0.5, "position.x", 100, of: "child"), .shows(1, "position.x", 20, of: "child"),
      .shows(0.999, "position.x", 179.84, of: "child"),
      .shows(1, "position.x", 100, of: "parent"), .shows(2, "position.x", 20, of: "parent"),
    ]
  ) { stage in
    stage.root.backgroundColor = white
    let parent = named("parent", CGRect(x: 0, y: 10, width: 40, height: 30), red, in: stage.root)
    let clock = panel(0, 0, 0, 0, in: stage.root)
    let child = named("child", CGRect(x: 0, y: 60, width: 40, height: 30), blue, in: clock)
    for layer in [parent, clock, child] { layer.speed = 2 }
    for layer in [parent, child] {
      layer.add(CABasicAnimation.of("position.x", to: 180.0, lasting: 4), forKey: nil)
    }
  }

  // MARK: Transactions

  private static let explicitTransaction = Motion.blueSquare(
    "AG-D-L5.5",
    at: [0, 0.125, 0.25],
    facts: [
      .shows(0.125, "zPosition", 160.5, within: 0.1),
      .shows(0.125, "opacity", 0.1976, within: 0.001),
      .shows(0.25, "zPosition", 200), .shows(0.25, "opacity", 0),
      .keys(0.1, ["zPosition", "opacity"]),
    ],
    events: [
      .init(0) { stage in
        CATransaction.begin()
        stage["it"].zPosition = 200
        stage["it"].opacity = 0
        CATransaction.commit()
      }
    ]
  )

  private static let durationByKey = Motion.container(
    "AG-D-L5.6",
    at: [0.125, 2.5, 5],
    facts: [
      .shows(5, "position.x", 50 + 200 * 0.8024, of: "long", within: 0.05),
      .shows(2.5, "position.x", 50 + 200 * 0.4085, of: "long", within: 0.05),
      .shows(10, "position.x", 250, of: "long"),
      .shows(0.125, "position.x", 50 + 200 * 0.8024, of: "short", within: 0.05),
      .shows(0.25, "position.x", 250, of: "short"),
    ],
    events: [
      .init(0) { stage in
        CATransaction.begin()
        CATransaction.setValue(10.0, forKey: kCATransactionAnimationDuration)
        stage["long"].position.x = 250
        CATransaction.commit()
        stage["short"].position.x = 250
      }
    ]
  ) { root in
    named("long", CGRect(x: 25, y: 50, width: 50, height: 50), blue, in: root)
    named("short", CGRect(x: 25, y: 200, width: 50, height: 50), red, in: root)
  }

  /// All starts with the outer one, and goes on for its own time.
  private static let nestedTransactions = Motion.container(
    "AG-D-L5.7",
    at: [0, 1, 2.5],
    facts: [
      .center(0, 200, 200), .center(1, 200 - 200 * 0.8024, 200 - 200 * 0.8024), .center(2, 0, 0),
      .shows(2.5, "opacity", 0.1976, within: 0.001), .shows(2.5, "zPosition", 160.5, within: 0.1),
      .shows(5, "opacity", 0), .shows(5, "zPosition", 200),
      .keys(0.1, ["position", "zPosition", "opacity"]), .keys(2, ["zPosition", "opacity"]),
    ],
    events: [
      .init(0) { stage in
        animate(lasting: 2) {
          stage["it"].position = .zero
          animate(lasting: 5) {
            stage["it"].zPosition = 200
            stage["it"].opacity = 0
          }
        }
      }
    ]
  ) { named("it", CGRect(x: 150, y: 150, width: 100, height: 100), blue, in: $0) }

  // MARK: Timing

  /// The two seconds before the beginning show the model above, the first value below.
  private static let delays = Motion(
    "AG-D-5.x1",
    140,
    80,
    scale: 0.5,
    at: [1, 2.5, 3],
    facts: [
      .shows(1, "position.x", 120, of: "removed"), .shows(2, "position.x", 20, of: "removed"),
      .shows(1, "position.x", 20, of: "backwards"), .shows(2.5, "position.x", 70, of: "backwards"),
      .shows(3, "position.x", 120, of: "backwards"),
    ]
  ) { stage in
    stage.root.backgroundColor = white
    for (index, mode) in [CAMediaTimingFillMode.removed, .backwards].enumerated() {
      let frame = CGRect(x: 105, y: index * 40 + 5, width: 30, height: 30)
      let layer = named(mode.rawValue, frame, blue, in: stage.root)
      let move = CABasicAnimation.of("position.x", from: 20.0, to: 120.0, lasting: 1)
      (move.beginTime, move.fillMode) = (2, mode)
      layer.add(move, forKey: nil)
    }
  }

  /// Ends at the start after one time, and at the other end after one and a half.
  private static let thereAndBack = Motion(
    "AG-D-5.x2",
    140,
    80,
    scale: 0.5,
    at: [0.5, 1.5, 2.5],
    facts: [
      .shows(0.5, "position.x", 70, of: "1.0"), .shows(1.5, "position.x", 70, of: "1.0"),
      .shows(1.99999, "position.x", 20, of: "1.0"), .shows(3, "position.x", 20, of: "1.0"),
      .shows(2.5, "position.x", 70, of: "1.5"), .shows(3, "position.x", 120, of: "1.5"),
      .shows(9, "position.x", 120, of: "1.5"),
    ]
  ) { stage in
    stage.root.backgroundColor = white
    for (index, count) in [Float(1), 1.5].enumerated() {
      let frame = CGRect(x: 55, y: index * 40 + 5, width: 30, height: 30)
      let layer = named("\(count)", frame, blue, in: stage.root)
      let move = CABasicAnimation.of("position.x", from: 20.0, to: 120.0, lasting: 1)
      (move.autoreverses, move.repeatCount) = (true, count)
      (move.fillMode, move.isRemovedOnCompletion) = (.forwards, false)
      layer.add(move, forKey: nil)
    }
  }

  private static let offsetsInAGroup = Motion.container(
    "AG-D-5.x3",
    at: [1, 3, 4],
    facts: [
      .center(1, 150, 50), .shows(1, "opacity", 1), .shows(2, "opacity", 1),
      .shows(3, "opacity", 0.5), .shows(3.9, "opacity", 0.05), .center(3, 50, 50),
      .shows(4, "opacity", 1),
    ]
  ) { root in
    let layer = named("it", CGRect(x: 20, y: 20, width: 60, height: 60), blue, in: root)
    let move = CABasicAnimation.of("position.x", to: 250.0, lasting: 2)
    let fade = CABasicAnimation.of("opacity", from: 1, to: 0, lasting: 2)
    fade.beginTime = 2
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([move, fade], 4)
    layer.add(group, forKey: nil)
  }
}
