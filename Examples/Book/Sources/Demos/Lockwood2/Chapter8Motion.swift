// Chapter 8: animations along a path, and of transforms.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

extension LockwoodChapter8 {
  static let moving: [Demo] = [
    path("LW-8.6", "Along a path", mode: nil, figure: "LW-F-8.1"),
    path("LW-8.7", "Along a path, turning with it", mode: .rotateAuto, figure: "LW-F-8.2"),
  ]

  static let turning: [Demo] = [
    matrix, wholeTurn, byMatrix, virtual, members, startAndStop,
  ]

  // MARK: 8.6, 8.7

  /// A ship follows a curve.
  final class PathScreen: Lockwood2.Container {
    let mode: CAAnimationRotationMode?
    private(set) var ship = CALayer()

    init(_ mode: CAAnimationRotationMode?) {
      self.mode = mode
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      addCurve()
      ship = addShip(64, x: 0)
      let animation = CAKeyframeAnimation(keyPath: "position")
      animation.duration = 4
      animation.path = Lockwood2.curve.cgPath
      animation.rotationMode = mode
      ship.add(animation, forKey: nil)
    }
  }

  private static func path(
    _ id: String,
    _ title: String,
    mode: CAAnimationRotationMode?,
    figure: String
  ) -> Demo {
    let places: [(Double, CGFloat, CGFloat, CGFloat)] = [
      (0, 0, 150, -63.43), (1, 67.97, 107.81, 10.3), (2, 150, 150, 33.69),
      (3, 232.03, 192.19, 10.3),
      (3.9999, 300, 150, -63.43),
    ]
    return Demo(id, title) { PathScreen(mode) }
      .play(PathScreen.self) { stage, controller in
        for (time, x, y, degrees) in places {
          stage.move(to: time)
          stage.expectPlace(controller.ship, x, y)
          stage.expectAngle(controller.ship, mode == nil ? 0 : degrees)
          if time >= 1, time <= 3 { try stage.show(time == 1 ? figure : nil) }
        }
        stage.move(to: 4)
        stage.expectPlace(controller.ship, 0, 150)
        stage.expectAngle(controller.ship, 0)
        try stage.show()
      }
  }

  // MARK: 8.8, 8.9

  /// A ship in the middle that turns as it is told.
  final class TurnScreen: Lockwood2.Container, @MainActor CAAnimationDelegate {
    let animations: [CABasicAnimation]
    private(set) var ship = CALayer()
    private(set) var stops: [Bool] = []

    init(_ animations: [CABasicAnimation]) {
      self.animations = animations
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      ship = addShip(128, x: 150)
      for animation in animations {
        animation.duration = 2
        animation.delegate = self
        ship.add(animation, forKey: nil)
      }
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { stops.append(flag) }
  }

  private static let matrix = Demo("LW-8.8", "Half a turn by a matrix") {
    let animation = CABasicAnimation(keyPath: "transform")
    animation.toValue = CATransform3DMakeRotation(.pi, 0, 0, 1)
    return TurnScreen([animation])
  }
  .play(TurnScreen.self) { stage, controller in
    for (time, degrees) in [(0.5, 45.0), (1, 90)] {
      stage.move(to: time)
      stage.expectAngle(controller.ship, degrees)
      stage.expect(stage.shown(controller.ship, "transform.scale.x"), is: 1, "its width stays")
      stage.expect(stage.shown(controller.ship, "transform.scale.y"), is: 1, "its height stays")
      try stage.show()
    }
    stage.move(to: 1.9999)
    stage.expectAngle(controller.ship, 180)
    stage.move(to: 2)
    stage.expectAngle(controller.ship, 0)
    try stage.show()
  }

  private static let wholeTurn = Demo("LW-8.8a", "A whole turn by a matrix is none") {
    let animation = CABasicAnimation(keyPath: "transform")
    animation.toValue = CATransform3DMakeRotation(2 * .pi, 0, 0, 1)
    return TurnScreen([animation])
  }
  .play(TurnScreen.self) { stage, controller in
    for time in [0, 0.5, 1, 1.5] {
      stage.move(to: time)
      stage.expectAngle(controller.ship, 0, within: 1e-4)
    }
    try stage.show()
    stage.expect(controller.stops.isEmpty, "it runs nevertheless")
    stage.move(to: 2)
    stage.expect(controller.stops == [true], "and ends after 2 s")
  }

  private static let byMatrix = Demo("LW-8.8b", "By a matrix it grows") {
    let animation = CABasicAnimation(keyPath: "transform")
    animation.byValue = CATransform3DMakeRotation(.pi, 0, 0, 1)
    return TurnScreen([animation])
  }
  .play(TurnScreen.self) { stage, controller in
    for time in [0.5, 1, 1.5] {
      stage.move(to: time)
      let width = stage.shown(controller.ship, "transform.scale.x")
      stage.expect(width > 1 && width.isFinite, "it is larger than before: \(width)")
      try stage.show()
    }
  }

  private static let virtual = Demo("LW-8.9", "A whole turn by the angle") {
    let animation = CABasicAnimation(keyPath: "transform.rotation")
    animation.byValue = 2 * CGFloat.pi
    return TurnScreen([animation])
  }
  .play(TurnScreen.self) { stage, controller in
    for (time, degrees) in [(0.5, 90.0), (1, 180), (1.5, 270), (2, 360)] {
      stage.move(to: time)
      stage.expectAngle(controller.ship, degrees)
      try stage.show()
    }
  }

  private static let members = Demo("LW-8.9a", "Three parts of a transform at once") {
    let turn = CABasicAnimation(keyPath: "transform.rotation")
    turn.byValue = CGFloat.pi
    let grow = CABasicAnimation(keyPath: "transform.scale")
    grow.fromValue = 1
    grow.toValue = 2
    let move = CABasicAnimation(keyPath: "transform.translation")
    move.byValue = CGSize(width: 50, height: 0)
    return TurnScreen([turn, grow, move])
  }
  .play(TurnScreen.self) { stage, controller in
    for time in [0.5, 1, 1.5] {
      stage.move(to: time)
      stage.expectAngle(controller.ship, 90 * time)
      let ship = controller.ship
      stage.expect(stage.shown(ship, "transform.scale.x"), is: 1 + time / 2, "the scale")
      stage.expect(stage.shown(ship, "transform.translation.x"), is: 25 * time, "the way")
      try stage.show()
    }
  }

  // MARK: 8.10

  /// A square follows the curve and changes its colour, by one group.
  final class GroupScreen: Lockwood2.Container, @MainActor CAAnimationDelegate {
    let colorLayer = CALayer()
    private(set) var stops: [Bool] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      addCurve()
      colorLayer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
      colorLayer.position = CGPoint(x: 0, y: 150)
      colorLayer.backgroundColor = UIColor.green.cgColor
      containerView.layer.addSublayer(colorLayer)
      let move = CAKeyframeAnimation(keyPath: "position")
      move.path = Lockwood2.curve.cgPath
      move.rotationMode = .rotateAuto
      let fade = CABasicAnimation(keyPath: "backgroundColor")
      fade.toValue = UIColor.red.cgColor
      let group = CAAnimationGroup()
      group.animations = [move, fade]
      group.duration = 4
      group.delegate = self
      colorLayer.add(group, forKey: "both")
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { stops.append(flag) }
  }

  static let group = Demo("LW-8.10", "A group") { GroupScreen() }
    .play(GroupScreen.self) { stage, controller in
      let layer = controller.colorLayer
      stage.move(to: 1)
      try stage.show()
      stage.move(to: 2)
      stage.expectPlace(layer, 150, 150)
      stage.expectAngle(layer, 33.69)
      stage.expectColor(layer, 128, 128, 0)
      stage.expect(layer.animationKeys() == ["both"], "one key")
      try stage.show("LW-F-8.3")
      stage.move(to: 3.9999)
      stage.expectPlace(layer, 300, 150)
      stage.expectColor(layer, 255, 0, 0)
      try stage.show()
      stage.move(to: 4)
      stage.expectPlace(layer, 0, 150)
      stage.expectColor(layer, 0, 255, 0)
      stage.expect(controller.stops == [true], "one call")
    }

  // MARK: 8.15

  /// A ship with buttons that start and stop its turn.
  final class StartAndStop: Lockwood2.Container, @MainActor CAAnimationDelegate {
    private(set) var ship = CALayer()
    private(set) var log: [Bool] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      ship = addShip(128, x: 150)
      addButton("Start", x: 85, y: 430) { [unowned self] in start() }
      addButton("Stop", x: 235, y: 430) { [unowned self] in stop() }
    }

    private func start() {
      let animation = CABasicAnimation(keyPath: "transform.rotation")
      animation.duration = 2
      animation.byValue = 2 * CGFloat.pi
      animation.delegate = self
      ship.add(animation, forKey: "rotateAnimation")
    }

    private func stop() {
      ship.removeAnimation(forKey: "rotateAnimation")
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { log.append(flag) }
  }

  private static let startAndStop = Demo("LW-8.15", "Starting and stopping") { StartAndStop() }
    .play(StartAndStop.self) { stage, controller in
      let ship = controller.ship
      stage.press("Stop")
      stage.expect(controller.log.isEmpty, "there was nothing to stop")
      stage.press("Start")
      stage.move(to: 0.5)
      try stage.show("LW-F-8.6")
      stage.move(to: 2)
      stage.expect(controller.log == [true], "it has finished once")
      stage.move(to: 3)
      stage.press("Start")
      stage.move(to: 3.6999)
      stage.expectAngle(ship, 126)
      stage.press("Stop")
      stage.move(to: 3.7)
      stage.expectAngle(ship, 0)
      stage.expect(controller.log == [true, false], "the second one has not finished")
      try stage.show()
      stage.press("Start")
      stage.move(to: 4.2)
      stage.press("Start")
      stage.move(to: 4.7)
      stage.expectAngle(ship, 90)
      stage.expect(controller.log == [true, false, false], "the third one was replaced")
      stage.move(to: 6.2)
      stage.expect(controller.log == [true, false, false, true], "the fourth one has finished")
    }
}
