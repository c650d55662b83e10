// Chapter 9: the time of layers.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The demos of chapter 9.
@MainActor
enum LockwoodChapter9 {
  static let demos: [Demo] =
    [
      swinging("LW-9.2", "A door that swings for ever") { $0.repeatDuration = .infinity },
      swinging("LW-9.2a", "The same by a count") { $0.repeatCount = .infinity },
      fillModes, groupInLayer, conversion, fastWindow, immutable,
    ] + controlled

  // MARK: 9.2

  /// A door on its hinge, seen from 500 points away.
  class DoorScreen: Lockwood2.Container {
    let doorLayer = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      doorLayer.frame = CGRect(x: 0, y: 0, width: 128, height: 256)
      doorLayer.position = CGPoint(x: 86, y: 150)
      doorLayer.anchorPoint = CGPoint(x: 0, y: 0.5)
      doorLayer.contents = Lockwood2.door().cgImage
      containerView.layer.addSublayer(doorLayer)
      var perspective = CATransform3DIdentity
      perspective.m34 = -1 / 500
      containerView.layer.sublayerTransform = perspective
    }

    /// The animation that opens the door.
    func opening(_ duration: CFTimeInterval) -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: "transform.rotation.y")
      animation.toValue = -CGFloat.pi / 2
      animation.duration = duration
      return animation
    }
  }

  /// A door that opens and closes.
  final class SwingingDoor: DoorScreen {
    let repeats: (CABasicAnimation) -> Void

    init(_ repeats: @escaping (CABasicAnimation) -> Void) {
      self.repeats = repeats
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let animation = opening(2)
      animation.autoreverses = true
      repeats(animation)
      doorLayer.add(animation, forKey: nil)
    }
  }

  private static func swinging(
    _ id: String,
    _ title: String,
    _ repeats: @escaping (CABasicAnimation) -> Void
  ) -> Demo {
    // The free edge, and the angle, in degrees.
    let course: [(Double, CGFloat, CGFloat)] = [
      (0, 214, 0), (0.5, 210.2, -22.5), (1, 182.4, -45), (1.5, 130.3, -67.5), (2.5, 130.3, -67.5),
      (3, 182.4, -45), (4, 214, 0), (401, 182.4, -45),
    ]
    return Demo(id, title) { SwingingDoor(repeats) }
      .play(SwingingDoor.self) { stage, controller in
        for (time, edge, degrees) in course {
          stage.move(to: time)
          expectDoor(stage, controller.doorLayer, edge: edge, degrees: degrees)
          if time < 2 { try stage.show("LW-F-9.2, \(time) s") }
          guard time == 1.5 else { continue }
          stage.move(to: 2)
          // Its back, on the left of the hinge, and higher than at rest, for it comes nearer.
          stage.expect(at: CGPoint(x: 10 + 68, y: 90 + 295), brown, "its back")
          stage.expect(at: CGPoint(x: 10 + 68, y: 90 + 2), brown, "it has grown")
          stage.expect(at: CGPoint(x: 10 + 60, y: 240), .white, "beside it")
          try stage.show()
        }
      }
  }

  static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)

  /// States the angle of the door and the place of its free edge.
  static func expectDoor(_ stage: Stage, _ door: CALayer, edge: CGFloat, degrees: CGFloat) {
    let found = stage.shown(door, "transform.rotation.y") * 180 / .pi
    stage.expect(found, is: degrees, within: 0.06, "the angle at \(stage.time) s")
    let middle: CGFloat = 240 - 4
    stage.expect(at: CGPoint(x: 10 + edge - 2, y: middle), brown, within: 3, "the door's edge")
    stage.expect(at: CGPoint(x: 10 + edge + 2, y: middle), .white, "beside the door")
    stage.expect(at: CGPoint(x: 10 + 84, y: middle), .white, "left of the hinge")
  }

  // MARK: 9.3a

  /// Four squares that wait for a second, fade for one, and stay attached.
  final class FillModes: Lockwood2.Screen {
    let modes: [CAMediaTimingFillMode] = [.removed, .backwards, .forwards, .both]
    private(set) var squares: [CALayer] = []

    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      view.backgroundColor = .white
      for (index, mode) in modes.enumerated() {
        let square = CALayer()
        square.frame = CGRect(
          x: index % 2 * 150 + 35,
          y: index / 2 * 150 + 100,
          width: 100,
          height: 100
        )
        square.backgroundColor = UIColor.black.cgColor
        view.layer.addSublayer(square)
        squares.append(square)
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 0.2
        fade.toValue = 0.6
        fade.duration = 1
        fade.beginTime = CACurrentMediaTime() + 1
        fade.fillMode = mode
        fade.isRemovedOnCompletion = false
        square.add(fade, forKey: "fade")
      }
    }
  }

  private static let fillModes = Demo("LW-9.3a", "Before and after an animation") { FillModes() }
    .play(FillModes.self) { stage, controller in
      let shown: [(Double, [CGFloat])] = [
        (0.5, [1, 0.2, 1, 0.2]), (1.5, [0.4, 0.4, 0.4, 0.4]), (2.5, [1, 1, 0.6, 0.6]),
      ]
      for (time, opacities) in shown {
        stage.move(to: time)
        for (square, opacity) in zip(controller.squares, opacities) {
          stage.expect(stage.shown(square, "opacity"), is: opacity, within: 1e-5, "at \(time) s")
          let gray = UIColor(white: 1 - opacity, alpha: 1)
          stage.expect(at: square.position, gray, "the grey at \(time) s")
          stage.expect(square.animationKeys() == ["fade"], "it stays attached")
        }
        try stage.show()
      }
    }

  // MARK: 9.3b

  /// A group of twice the speed in layers of half and full speed.
  final class GroupInLayer: Lockwood2.Screen {
    let (slow, fast) = (CALayer(), CALayer())

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      for (index, square) in [slow, fast].enumerated() {
        let parent = CALayer()
        parent.frame = CGRect(x: 60, y: index * 160 + 90, width: 200, height: 140)
        parent.backgroundColor = UIColor.lightGray.cgColor
        parent.speed = square === slow ? 0.5 : 1
        view.layer.addSublayer(parent)
        square.frame = CGRect(x: 50, y: 20, width: 100, height: 100)
        square.backgroundColor = UIColor.black.cgColor
        parent.addSublayer(square)
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 1
        fade.toValue = 0
        fade.beginTime = 0.5
        fade.duration = 1
        let group = CAAnimationGroup()
        group.animations = [fade]
        group.duration = 2
        group.speed = 2
        square.add(group, forKey: nil)
      }
    }
  }

  private static let groupInLayer = Demo("LW-9.3b", "Speeds multiply") { GroupInLayer() }
    .play(GroupInLayer.self) { stage, controller in
      let course: [(Double, CGFloat, CGFloat)] = [
        (0.2, 1, 1), (0.4, 1, 0.7), (0.5, 1, 0.5), (0.7, 0.8, 0.1), (0.8, 0.7, 1), (1, 0.5, 1),
        (1.4, 0.1, 1), (1.6, 1, 1),
      ]
      for (time, slow, fast) in course {
        stage.move(to: time)
        stage.expect(
          stage.shown(controller.slow, "opacity"),
          is: slow,
          within: 1e-5,
          "slow, \(time)"
        )
        stage.expect(
          stage.shown(controller.fast, "opacity"),
          is: fast,
          within: 1e-5,
          "fast, \(time)"
        )
        if [0.5, 1, 1.6].contains(time) { try stage.show() }
      }
    }

  // MARK: 9.3c

  /// Layers with times of their own.
  final class Conversion: Lockwood2.Screen {
    let (a, b) = (CALayer(), CALayer())

    override func viewDidLoad() {
      super.viewDidLoad()
      a.frame = CGRect(x: 60, y: 140, width: 200, height: 200)
      a.backgroundColor = UIColor.white.cgColor
      a.speed = 2
      a.beginTime = 10
      b.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
      b.backgroundColor = UIColor.blue.cgColor
      b.speed = 0.5
      b.timeOffset = 3
      view.layer.addSublayer(a)
      a.addSublayer(b)
    }
  }

  private static let conversion = Demo("LW-9.3c", "From one time to another") { Conversion() }
    .play(Conversion.self) { stage, controller in
      let (root, a, b): (CALayer, CALayer, CALayer) = (
        controller.view.layer, controller.a, controller.b
      )
      stage.expect(a.convertTime(20, from: root), is: 20, "20 s in A")
      stage.expect(b.convertTime(20, from: root), is: 13, "20 s in B")
      stage.expect(b.convertTime(13, to: root), is: 20, "and back")
      let there = b.convertTime(17.25, from: a)
      stage.expect(a.convertTime(there, from: b), is: 17.25, within: 1e-9, "from A to B to A")
      // Before its time has begun a layer is not shown.
      stage.expect(at: CGPoint(x: 70, y: 150), .lightGray, "nothing before 10 s")
      stage.move(to: 20)
      stage.expect(at: CGPoint(x: 70, y: 150), .white, "the layer at 20 s")
      try stage.show("20 s is 20 s in the white layer and 13 s in the blue one")
    }

  // MARK: 9.3d

  /// A fade in a window that is a hundred times as fast as another.
  final class FastWindow: Lockwood2.BlueSquare {
    override func viewDidLoad() {
      super.viewDidLoad()
      addButton("Change Color") { [unowned self] in
        colorLayer.backgroundColor = Lockwood2.orange.cgColor
      }
    }
  }

  private static let fastWindow = Demo("LW-9.3d", "A window a hundred times as fast") {
    FastWindow()
  }
  .play(FastWindow.self) { stage, controller in
    let (other, window) = (FastWindow(), UIWindow(frame: UIScreen.main.bounds))
    window.rootViewController = other
    window.isHidden = false
    _ = try window.image(at: 0)
    stage.window.layer.speed = 100
    stage.press("Change Color")
    other.colorLayer.backgroundColor = Lockwood2.orange.cgColor
    try stage.show()
    stage.move(to: 0.00125)
    stage.expectColor(controller.colorLayer, 205, 102, 50)
    stage.move(to: 0.0025)
    stage.expectColor(controller.colorLayer, 255, 128, 0)
    try stage.show()
    _ = try window.image(at: 0.125)
    stage.expectColor(other.colorLayer, 205, 102, 50)
    _ = try window.image(at: 0.25)
    stage.expectColor(other.colorLayer, 255, 128, 0)
  }

  // MARK: 9.3e

  /// Changes an animation after it was added.
  final class Immutable: Lockwood2.Container {
    let animation = CABasicAnimation(keyPath: "transform.rotation")
    private(set) var ship = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      ship = addShip(128, x: 150)
      animation.byValue = 2 * CGFloat.pi
      animation.duration = 2
      ship.add(animation, forKey: "turn")
      // The layer has a copy, which this does not change.
      animation.duration = 1
    }
  }

  private static let immutable = Demo("LW-9.3e", "Attached animations stay") { Immutable() }
    .play(Immutable.self) { stage, controller in
      stage.move(to: 0.5)
      stage.expectAngle(controller.ship, 90)
      try stage.show()
      // To set a property of this one would end the program, as an exception does on a device.
      let attached = controller.ship.animation(forKey: "turn")
      stage.expect(attached !== controller.animation, "the layer has a copy of its own")
      stage.expect(attached?.duration == 2, "with the duration it was added with")
      stage.move(to: 1)
      stage.expectAngle(controller.ship, 180)
      try stage.show()
    }
}
