// Motions that ease, and those that are stepped by timers and display links.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

extension Case {
  static let easingMotions: [Case] = [
    Case("LW-D-10.1", [fiveCurves]),
    Case("LW-D-10.2", .book),
    Case("LW-D-10.4", .pictures, [plottedCurves]),
    Case("LW-D-10.6", [bouncingBall]),
    Case("LW-D-10.7", [generated("LW-D-10.7", bounces: false)]),
    Case("LW-D-10.8", [generated("LW-D-10.8", bounces: true)]),
    Case("LW-D-11.1", [byTimer]),
    Case("LW-D-11.2", [byDisplayLink]),
    Case("LW-D-11.2a", .book),
    Case("LW-D-11.2b", .book),
    Case("LW-D-11.2c", .test("DisplayLinkTests.callsOfTwoSeconds")),
    Case("LW-D-11.3", [fallingCrate]),
    Case("LW-D-11.4", .book),
    Case("LW-D-11.5", .book),
    Case("LW-D-11.5a", .book),
  ]

  /// The curves with their progress at 0.25, 0.5 and 0.75.
  private static let curves: [(CAMediaTimingFunctionName, [Double])] = [
    (.linear, [0.25, 0.5, 0.75]), (.easeIn, [0.0935, 0.3154, 0.6219]),
    (.easeOut, [0.3781, 0.6846, 0.9065]), (.easeInEaseOut, [0.1292, 0.5, 0.8708]),
    (.default, [0.4085, 0.8024, 0.9605]),
  ]

  /// One below the other, 100 points to the right and 20 down.
  private static let fiveCurves = Motion(
    "LW-D-10.1",
    160,
    240,
    scale: 0.5,
    at: [0.25, 0.5, 0.75],
    facts: curves.enumerated().flatMap { index, curve in
      zip([0.25, 0.5, 0.75], curve.1).map { time, way in
        .shows(
          time,
          "position",
          30 + 100 * way,
          40.0 * Double(index) + 20 + 20 * way,
          of: curve.0.rawValue,
          within: 0.011
        )
      }
    },
    events: [
      .init(0) { stage in
        for (index, curve) in curves.enumerated() {
          animate(lasting: 1, CAMediaTimingFunction(name: curve.0)) {
            stage[curve.0.rawValue].position = CGPoint(x: 130, y: index * 40 + 40)
          }
        }
      }
    ]
  ) { stage in
    stage.root.backgroundColor = lightGray
    for (index, curve) in curves.enumerated() {
      let frame = CGRect(x: 20, y: index * 40 + 10, width: 20, height: 20)
      named(curve.0.rawValue, frame, red, in: stage.root)
    }
  }

  // MARK: A ball

  /// A ball of 64 points with its middle at a place.
  private static func ball(
    _ name: String,
    y: CGFloat,
    at times: [Double],
    facts: [Motion.Fact],
    events: [Motion.Event] = [],
    build: @escaping @Sendable (CALayer) -> Void = { _ in }
  ) -> Motion {
    Motion.container(name, at: times, facts: facts, events: events) { root in
      let layer = named("it", CGRect(x: 118, y: y - 32, width: 64, height: 64), in: root)
      layer.contents = disc(64, red)
      build(layer)
    }
  }

  private static func heights(_ heights: [(Double, Double)], within: Double = 0.06) -> [Motion.Fact]
  {
    heights.map { .shows($0, "position", 150, $1, within: within) }
  }

  private static let bouncingBall = ball(
    "LW-D-10.6",
    y: 268,
    at: [0.15, 0.6, 0.95],
    facts: heights([
      (0.15, 106.4), (0.3, 268), (0.4, 180.4), (0.5, 140), (0.6, 180.4), (0.7, 268), (0.75, 235.1),
      (0.8, 220), (0.85, 235.1), (0.9, 268), (0.925, 255.7), (0.95, 250), (0.975, 255.7), (1, 268),
      (2, 268),
    ]) + [.pixel(0.95, 150, 250, Tone.red), .pixel(0.15, 150, 250, gray)]
  ) { layer in
    let bounce = CAKeyframeAnimation.of(
      "position",
      [32, 268, 140, 268, 220, 268, 250, 268].map { CGPoint(x: 150, y: $0) },
      lasting: 1
    )
    bounce.keyTimes = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1]
    // One more than there are steps.
    bounce.timingFunctions = [
      .easeIn, .easeOut, .easeIn, .easeOut, .easeIn, .easeOut, .easeIn, .easeIn,
    ]
    layer.add(bounce, forKey: nil)
  }

  /// Penner's bounce.
  private static func bounced(_ t: Double) -> Double {
    switch t {
    case ..<(4 / 11.0): 121 * t * t / 16
    case ..<(8 / 11.0): 363 / 40.0 * t * t - 99 / 10.0 * t + 17 / 5.0
    case ..<(9 / 10.0): 4356 / 361.0 * t * t - 35442 / 1805.0 * t + 16061 / 1805.0
    default: 54 / 5.0 * t * t - 513 / 25.0 * t + 268 / 25.0
    }
  }

  /// Sixty values on the way, and for colours the nearer of both.
  private static func generated(_ name: String, bounces: Bool) -> Motion {
    let facts =
      bounces
      ? heights(
        [
          (0.1, 49.3), (0.25, 140), (0.3, 187.4), (0.4, 246.9), (0.5, 203.5), (0.6, 201.6),
          (0.7, 241.1), (0.75, 263.4), (0.9, 261.3), (0.99999, 264.5), (1, 32),
        ],
        within: 1
      ) : heights([(0.5, 148), (0.99999, 264.1), (1, 32)])
    return ball(
      name,
      y: 32,
      at: [0.25, 0.5, 0.9],
      facts: facts + [
        .color(0.45, 0, 0, 255, of: "host"), .color(0.55, 0, 255, 0, of: "host"),
      ]
    ) { layer in
      var (places, colors): ([Any], [Any]) = ([], [])
      for frame in 0..<60 {
        let way = bounces ? bounced(Double(frame) / 60) : Double(frame) / 60
        places.append(CGPoint(x: 150, y: 32 + 236 * way))
        colors.append(frame < 30 ? blue : green)
      }
      layer.add(CAKeyframeAnimation.of("position", places, lasting: 1), forKey: nil)
      guard let root = layer.superlayer else { return }
      let host = named("host", CGRect(x: 0, y: 290, width: 300, height: 10), white, in: root)
      let switching = CAKeyframeAnimation.of("backgroundColor", colors, lasting: 1)
      host.add(switching, forKey: nil)
    }
  }

  // MARK: Step by step

  /// Moves the ball with a timer, and starts over when it is touched.
  // Safe because: its timer is fired by hand, on the thread that has the stage.
  private final class Thrower: @unchecked Sendable {
    let stage: Stage
    private(set) var timer: Timer?
    private var offset = 0

    init(_ stage: Stage) {
      self.stage = stage
    }

    func start() {
      timer?.invalidate()
      offset = 0
      timer = Timer(timeInterval: 1.0 / 60, repeats: true) { [weak self] in self?.step($0) }
    }

    private func step(_ timer: Timer) {
      stage.counts["call", default: 0] += 1
      offset = min(offset + 1, 60)
      change { stage["it"].position.y = 32 + 236 * bounced(Double(offset) / 60) }
      if offset == 60 { timer.invalidate() }
    }
  }

  /// Sixty calls of a timer, each of which moves the ball; then it is invalid, and calls no more.
  /// The touch at 2 s starts another one, and ends that after a quarter of its way for a third.
  private static let byTimer = ball(
    "LW-D-11.1",
    y: 32,
    at: [0.25, 0.5, 1],
    facts: heights([
      (15.0 / 60, 32 + 236 * bounced(0.25)), (30.0 / 60, 201.6), (1, 268), (2, 268),
      (2 + 15.0 / 60, 32 + 236 * bounced(0.25)), (2 + 18.0 / 60, 32 + 236 * bounced(0.05)),
    ]) + [
      .count(0.5, of: "call", 30), .count(1, of: "call", 60), .count(1.5, of: "call", 60),
      .count(2 + 18.0 / 60, of: "call", 78),
    ],
    events: rings
  )

  private static let rings: [Motion.Event] = {
    var events = [Motion.Event(0, start)]
    for call in 1...90 { events.append(Motion.Event(Double(call) / 60, ring)) }
    events.append(Motion.Event(2, start))
    for call in 1...15 { events.append(Motion.Event(2 + Double(call) / 60, ring)) }
    events.append(Motion.Event(2 + 15.5 / 60, start))
    for call in 16...18 { events.append(Motion.Event(2 + Double(call) / 60, ring)) }
    return events
  }()

  @Sendable private static func start(_ stage: Stage) {
    let thrower = stage.keeps["thrower"] as? Thrower ?? Thrower(stage)
    stage.keeps["thrower"] = thrower
    thrower.start()
  }

  /// The timer's moment has come; one that is invalid does nothing.
  @Sendable private static func ring(_ stage: Stage) {
    (stage.keeps["thrower"] as? Thrower)?.timer?.fire()
  }

  /// Follows the link's time, whatever frames are left out.
  private final class Follower {
    let layer: CALayer

    init(_ layer: CALayer) {
      self.layer = layer
    }

    func step(_ link: CADisplayLink) {
      let way = min(max(link.targetTimestamp, 0), 1)
      change { layer.position.y = 32 + 236 * bounced(way) }
    }
  }

  private static let byDisplayLink = ball(
    "LW-D-11.2",
    y: 32,
    at: [0.3, 0.5, 1.1],
    // Shown are the values that the picture of the time was made with.
    facts: [
      .pixel(0.3, 150, 187, Tone.red), .pixel(0.3, 150, 150, gray),
      .pixel(0.5, 150, 203, Tone.red), .pixel(0.5, 150, 240, gray),
      .pixel(1.1, 150, 268, Tone.red), .pixel(1.1, 150, 230, gray),
      .shows(0.3, "position.y", 192.63), .shows(1.1, "position.y", 268),
    ],
    events: [
      .init(0) { stage in
        let follower = Follower(stage["it"])
        let link = stage.context.displayLink(target: follower, selector: Follower.step)
        link.add(to: .current, forMode: .common)
      }
    ]
  )

  /// Under gravity, in steps of a sixtieth of a second; y points up.
  private static let fallingCrate = Motion(
    "LW-D-11.3",
    300,
    300,
    isYUp: true,
    at: [0.1, 0.3, 0.5],
    facts: [(0.1, 245.0), (0.2, 230), (0.3, 205), (0.4, 170), (0.5, 125)].map {
      .shows($0, "position", 150, $1, within: 5)
    } + [.turned(0.5, degrees: 0)],
    events: (1...30).map { step in
      .init(Double(step) / 60) { stage in
        let layer = stage["it"]
        let speed = (layer.value(forKey: "speedOfFall") as? Double ?? 0) + 1000 / 60.0
        layer.setValue(speed, forKey: "speedOfFall")
        change { layer.position.y -= speed / 60 }
      }
    }
  ) { stage in
    stage.root.backgroundColor = lightGray
    let layer = named("it", CGRect(x: 100, y: 200, width: 100, height: 100), in: stage.root)
    layer.contents = sample(100, 100)
  }
}
