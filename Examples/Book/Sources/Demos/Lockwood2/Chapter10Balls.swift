// Chapter 10: a ball that bounces.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

extension LockwoodChapter10 {
  static let balls: [Demo] = [
    keyframedBall, generated("LW-10.7", "Keyframes made from a pace", bounces: false),
    generated("LW-10.8", "Keyframes made from a bounce", bounces: true),
  ]

  // MARK: 10.6

  /// A ball that falls and bounces by keyframes; a touch starts it anew.
  final class KeyframedBall: Lockwood2.Container {
    let ballView = UIImageView(image: Lockwood2.ball())

    override func viewDidLoad() {
      super.viewDidLoad()
      containerView.addSubview(ballView)
      animate()
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { animate() }

    private func animate() {
      ballView.center = CGPoint(x: 150, y: 32)
      let animation = CAKeyframeAnimation(keyPath: "position")
      animation.duration = 1
      animation.values = [32, 268, 140, 268, 220, 268, 250, 268].map { CGPoint(x: 150, y: $0) }
      let (easeIn, easeOut) = (
        CAMediaTimingFunction(name: .easeIn), CAMediaTimingFunction(name: .easeOut)
      )
      // One more than there are steps, which does no harm.
      animation.timingFunctions = [
        easeIn, easeOut, easeIn, easeOut, easeIn, easeOut, easeIn, easeIn,
      ]
      animation.keyTimes = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1]
      ballView.layer.position = CGPoint(x: 150, y: 268)
      ballView.layer.add(animation, forKey: nil)
    }
  }

  private static let keyframedBall = Demo("LW-10.6", "A ball on keyframes") { KeyframedBall() }
    .play(KeyframedBall.self) { stage, controller in
      let course: [(Double, CGFloat)] = [
        (0.15, 106.4), (0.3, 268), (0.4, 180.4), (0.5, 140), (0.6, 180.4), (0.7, 268),
        (0.75, 235.1),
        (0.8, 220), (0.85, 235.1), (0.9, 268), (0.925, 255.7), (0.95, 250), (0.975, 255.7),
        (1, 268),
        (2, 268),
      ]
      for (time, y) in course {
        stage.move(to: time)
        stage.expectPlace(controller.ballView.layer, 150, y)
        if time == 0.15 { try stage.show("LW-F-10.6") }
        if [0.5, 0.8, 1].contains(time) { try stage.show() }
      }
      stage.tap(CGPoint(x: 300, y: 20))
      stage.move(to: 2.15)
      stage.expectPlace(controller.ballView.layer, 150, 106.4)
    }

  // MARK: 10.7, 10.8

  /// A ball whose sixty keyframes are computed.
  final class GeneratedBall: Lockwood2.Container {
    let ballView = UIImageView(image: Lockwood2.ball())
    let lamp = CALayer()
    let pace: (CGFloat) -> CGFloat

    init(_ pace: @escaping (CGFloat) -> CGFloat) {
      self.pace = pace
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      containerView.addSubview(ballView)
      lamp.frame = CGRect(x: 10, y: 10, width: 40, height: 40)
      containerView.layer.addSublayer(lamp)
      animate()
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { animate() }

    /// Returns the value between two at a time in 0...1; what cannot be mixed switches halfway.
    private func interpolate(_ from: Any, _ to: Any, _ time: CGFloat) -> Any {
      if let from = from as? CGPoint, let to = to as? CGPoint {
        return CGPoint(x: from.x + (to.x - from.x) * time, y: from.y + (to.y - from.y) * time)
      }
      return time < 0.5 ? from : to
    }

    private func keyframes(_ keyPath: String, _ from: Any, _ to: Any) -> CAKeyframeAnimation {
      let animation = CAKeyframeAnimation(keyPath: keyPath)
      animation.duration = 1
      animation.values = (0..<60).map { interpolate(from, to, pace(CGFloat($0) / 60)) }
      return animation
    }

    private func animate() {
      ballView.center = CGPoint(x: 150, y: 32)
      ballView.layer.add(
        keyframes("position", CGPoint(x: 150, y: 32), CGPoint(x: 150, y: 268)),
        forKey: nil
      )
      lamp.add(
        keyframes("backgroundColor", UIColor.blue.cgColor, UIColor.green.cgColor),
        forKey: nil
      )
    }
  }

  private static func generated(_ id: String, _ title: String, bounces: Bool) -> Demo {
    let course: [(Double, CGFloat)] =
      bounces
      ? [
        (0.1, 49.3), (0.25, 140), (0.3, 187.4), (0.4, 246.9), (0.5, 203.5), (0.6, 201.6),
        (0.7, 241.1), (0.75, 263.4), (0.9, 261.3), (0.99999, 264.5), (1, 32),
      ] : [(0.5, 148), (0.99999, 264.1), (1, 32)]
    return Demo(id, title) { GeneratedBall(bounces ? Lockwood2.bounce : { $0 }) }
      .play(GeneratedBall.self) { stage, controller in
        for (time, y) in course {
          stage.move(to: time)
          stage.expectPlace(controller.ballView.layer, 150, y, within: bounces ? 1 : 0.06)
          if [0.25, 0.5, 0.75, 0.9].contains(time) { try stage.show() }
          guard time == 0.5, !bounces else { continue }
          // A pair of colours that only switches does so halfway.
          stage.move(to: 0.49)
          stage.move(to: 0.52)
          stage.expectColor(controller.lamp, 0, 255, 0)
        }
      }
  }
}
