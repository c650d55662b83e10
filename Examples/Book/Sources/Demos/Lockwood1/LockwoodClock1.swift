// Lockwood, chapter 3: a clock whose hands are turned views.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The clock of chapter 3.
@MainActor
enum LockwoodClock1 {
  static let demos: [Demo] = [
    Demo("LW-F-3.4", "The pictures of a clock") { ClockPartsController() }.play { stage in
      try stage.expect(colors: [
        (40, 330, [0, 0, 0]), (106, 360, [0, 0, 0]), (173, 330, [255, 0, 0]),
      ])
      try stage.show("face and hands")
    },
    Demo("LW-F-3.5", "The pictures of a clock, arranged") { ClockLayoutController() }
      .play(with: ClockLayoutController.self) { stage, controller in
        for hand in controller.hands {
          stage.expect(hand.center == CGPoint(x: 125, y: 125), "a hand's centre is the face's")
          stage.expect(hand.transform.isIdentity, "no hand is turned")
        }
        try stage.show("hands in the middle")
      },
    Demo("LW-3.1", "A clock with hands that turn about their middles") { ClockController() }
      .play(with: ClockController.self) { stage, controller in
        controller.set(10, 8, 42)
        expect(controller, [300, 48, 252], stage)
        expect(
          controller,
          [
            (CGPoint(x: 90.4, y: 105), CGPoint(x: 159.6, y: 145)),
            (CGPoint(x: 165.9, y: 88.2), CGPoint(x: 84.1, y: 161.8)),
            (CGPoint(x: 67.9, y: 143.5), CGPoint(x: 182.1, y: 106.5)),
          ],
          stage
        )
        stage.expect(at: CGPoint(x: 160, y: 240), .red, "the second hand is in front")
        try stage.show("10:08:42")
      },
    Demo("LW-3.2", "A clock with hands that turn about their ends") { AnchoredClockController() }
      .play(with: AnchoredClockController.self, anchored),
  ]

  private static func anchored(_ stage: Stage, _ controller: AnchoredClockController) throws {
    controller.set(0, 0, 0)
    for (hand, frame) in zip(
      controller.hands,
      [
        CGRect(x: 117, y: 53, width: 16, height: 80),
        CGRect(x: 119, y: 26, width: 12, height: 110),
        CGRect(x: 122, y: 17, width: 6, height: 120),
      ]
    ) {
      LockwoodChapter3.expect(hand.frame, is: frame, stage)
    }
    try stage.show("00:00:00")
    controller.set(10, 8, 42)
    expect(
      controller,
      [
        (CGPoint(x: 62.6, y: 89), CGPoint(x: 131.9, y: 129)),
        (CGPoint(x: 198.6, y: 58.8), CGPoint(x: 116.8, y: 132.4)),
        (CGPoint(x: 22.3, y: 158.4), CGPoint(x: 136.4, y: 121.3)),
      ],
      stage
    )
    try stage.show("10:08:42")
    controller.set(10, 8, 43)
    expect(controller, [300, 48, 258], stage)
    stage.expect(
      controller.secondHand.layer.animationKeys() == nil,
      "the second hand jumps, without an animation"
    )
    try stage.show("10:08:43")
    controller.set(15, 30, 45)
    expect(controller, [90, 180, 270], stage)
    try stage.show("15:30:45")
  }

  /// States the angles of the hands, in degrees.
  private static func expect(
    _ controller: ClockController,
    _ degrees: [CGFloat],
    _ stage: Stage
  ) {
    for (hand, degrees) in zip(controller.hands, degrees) {
      let angle = atan2(hand.transform.b, hand.transform.a) * 180 / .pi
      let difference = (angle - degrees).remainder(dividingBy: 360)
      stage.expect(abs(difference) < 1e-6, "a hand at \(degrees) degrees is at \(angle)")
    }
  }

  /// States where the tips and tails of the hands are.
  private static func expect(
    _ controller: ClockController,
    _ ends: [(tip: CGPoint, tail: CGPoint)],
    _ stage: Stage
  ) {
    for (hand, ends) in zip(controller.hands, ends) {
      let middle = hand.bounds.midX
      let tip = hand.convert(CGPoint(x: middle, y: 0), to: controller.containerView)
      let tail = hand.convert(
        CGPoint(x: middle, y: hand.bounds.height),
        to: controller.containerView
      )
      stage.expect(hypot(tip.x - ends.tip.x, tip.y - ends.tip.y) < 0.1, "\(ends.tip), not \(tip)")
      stage.expect(
        hypot(tail.x - ends.tail.x, tail.y - ends.tail.y) < 0.1,
        "\(ends.tail), not \(tail)"
      )
    }
  }
}

private final class ClockPartsController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    let face = UIImageView(image: Lockwood1.Asset.clockFace())
    face.frame.origin = CGPoint(x: 35, y: 20)
    view.addSubview(face)
    for (index, hand) in [
      Lockwood1.Asset.hand(16, 80, .black), Lockwood1.Asset.hand(12, 110, .black),
      Lockwood1.Asset.hand(6, 120, .red),
    ].enumerated() {
      let handView = UIImageView(image: hand)
      handView.frame.origin = CGPoint(x: 35 + index * 67, y: 300)
      view.addSubview(handView)
    }
  }
}

/// A face and three hands, all with their centres in the middle of a container.
private class ClockLayoutController: UIViewController {
  let containerView = UIView(frame: CGRect(x: 35, y: 115, width: 250, height: 250))
  let hourHand = UIImageView(image: Lockwood1.Asset.hand(16, 80, .black))
  let minuteHand = UIImageView(image: Lockwood1.Asset.hand(12, 110, .black))
  let secondHand = UIImageView(image: Lockwood1.Asset.hand(6, 120, .red))

  var hands: [UIImageView] { [hourHand, minuteHand, secondHand] }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    view.addSubview(containerView)
    for part in [UIImageView(image: Lockwood1.Asset.clockFace())] + hands {
      part.center = CGPoint(x: 125, y: 125)
      containerView.addSubview(part)
    }
  }
}

private class ClockController: ClockLayoutController {
  private let calendar = Calendar(identifier: .gregorian)
  /// The date that the clock shows.
  var now: () -> Date = { Date() }
  private var timer: Timer?

  override func viewDidLoad() {
    super.viewDidLoad()
    timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
      MainActor.assumeIsolated { self?.tick() }
    }
    tick()
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    timer?.invalidate()
  }

  func tick() {
    let units: Set<Calendar.Component> = [.hour, .minute, .second]
    let components = calendar.dateComponents(units, from: now())
    let hoursAngle = CGFloat(components.hour ?? 0) / 12 * .pi * 2
    let minsAngle = CGFloat(components.minute ?? 0) / 60 * .pi * 2
    let secsAngle = CGFloat(components.second ?? 0) / 60 * .pi * 2
    hourHand.transform = CGAffineTransform(rotationAngle: hoursAngle)
    minuteHand.transform = CGAffineTransform(rotationAngle: minsAngle)
    secondHand.transform = CGAffineTransform(rotationAngle: secsAngle)
  }

  /// Shows a time of the day, as the timer would at that time.
  func set(_ hour: Int, _ minute: Int, _ second: Int) {
    var components = DateComponents(year: 2013, month: 6, day: 10)
    (components.hour, components.minute, components.second) = (hour, minute, second)
    let date = calendar.date(from: components) ?? Date()
    now = { date }
    tick()
  }
}

private final class AnchoredClockController: ClockController {
  override func viewDidLoad() {
    super.viewDidLoad()
    for hand in hands { hand.layer.anchorPoint = CGPoint(x: 0.5, y: 0.9) }
  }
}
