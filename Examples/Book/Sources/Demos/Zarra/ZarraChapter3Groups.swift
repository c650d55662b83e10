// Zarra and Long, chapter 3: several animations, groups, removing, nested transactions.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum ZarraChapter3Groups {
  static let demos: [Demo] = [list, staggered, sequence, removing, nested]

  /// The sample scene with its three animations.
  final class Groups: ZarraChapter3.Basics {
    func three(lasting duration: CFTimeInterval) -> [CABasicAnimation] {
      let bounds = CABasicAnimation(keyPath: "bounds")
      bounds.fromValue = CGRect(x: 0, y: 0, width: 100, height: 100)
      bounds.toValue = CGRect(x: 0, y: 0, width: 300, height: 300)
      let position = CABasicAnimation(keyPath: "position")
      position.fromValue = layer.position
      position.toValue = CGPoint.zero
      let border = CABasicAnimation(keyPath: "borderWidth")
      (border.fromValue, border.toValue) = (5.0, 30.0)
      let animations = [bounds, position, border]
      for animation in animations { animation.duration = duration }
      return animations
    }

    /// Listing 3-12.
    func addList() {
      for animation in three(lasting: 5) { layer.add(animation, forKey: animation.keyPath) }
    }

    /// Listing 3-13: one begins after the other.
    func addGroup(membersLasting duration: CFTimeInterval) {
      let members = three(lasting: duration)
      for (index, member) in members.enumerated() { member.beginTime = Double(index) * 5 }
      let group = CAAnimationGroup()
      group.animations = members
      group.duration = 15
      layer.add(group, forKey: nil)
    }
  }

  /// The side, the place and the border at a time.
  private typealias Row = (time: Double, side: CGFloat, x: CGFloat, y: CGFloat, border: CGFloat)

  private static func demo(
    _ id: String,
    _ title: String,
    _ rows: [Row],
    keys: Int = 0,
    begin: @escaping @MainActor (Groups) -> Void
  ) -> Demo {
    Demo(id, title) { Groups() }.screen(480, 360, scale: 0.5).play(Groups.self) {
      stage,
      controller in
      let start = stage.time
      begin(controller)
      stage.expect((controller.layer.animationKeys() ?? []).count == keys, "keys: \(keys)")
      for row in rows {
        stage.move(to: start + row.time)
        stage.expectSize(controller.layer, row.side, row.side)
        stage.expectPlace(controller.layer, row.x, row.y)
        stage.expect(
          stage.shown(controller.layer, "borderWidth"),
          is: row.border,
          within: 0.01,
          "the border at \(row.time) s"
        )
        try stage.show()
      }
      stage.expect(controller.layer.animationKeys() == nil, "nothing is left")
    }
  }

  private static let list = demo(
    "ZL-3.12",
    "Three animations at once",
    [
      (0, 100, 240, 180, 5), (2.5, 200, 120, 90, 17.5), (4.99999, 300, 0, 0, 30),
      (5.1, 100, 240, 180, 5),
    ],
    keys: 3
  ) { $0.addList() }

  private static let staggered = demo(
    "ZL-3.13",
    "A group, one after the other",
    [
      (5, 166.667, 240, 180, 5), (10, 233.333, 160, 120, 5), (14.9999, 299.999, 80, 60, 13.333),
      (15.1, 100, 240, 180, 5),
    ]
  ) { $0.addGroup(membersLasting: 15) }

  private static let sequence = demo(
    "ZL-3.13b",
    "A group, each for its third",
    [
      (2.5, 200, 240, 180, 5), (4.99999, 300, 240, 180, 5), (7.5, 100, 120, 90, 5),
      (12.5, 100, 240, 180, 17.5), (15.1, 100, 240, 180, 5),
    ]
  ) { $0.addGroup(membersLasting: 5) }

  // MARK: Removing

  /// A window whose layer goes and comes again.
  final class Removing: Zarra.Window {
    weak var lost: CALayer?
    let kept = CALayer(CGRect(x: 80, y: 10, width: 60, height: 60), .systemBlue)

    override func viewDidLoad() {
      super.viewDidLoad()
      let layer = CALayer(CGRect(x: 10, y: 10, width: 60, height: 60), .systemRed)
      lost = layer
      root.sublayers = [layer, kept]
      kept.cornerRadius = 12
    }
  }

  private static let removing = Demo("ZL-3.R", "Layers that leave") { Removing() }
    .screen(150, 80)
    .play(Removing.self) { stage, controller in
      try stage.show()
      controller.kept.add(Zarra.animation("opacity", from: 0.0, to: 1.0, 5), forKey: "fade")
      stage.expect(controller.lost != nil, "its parent keeps it")
      stage.wait(0.1)
      controller.lost?.removeFromSuperlayer()
      controller.kept.removeFromSuperlayer()
      stage.wait(0.3)
      stage.expect(controller.lost == nil, "nobody else does")
      stage.expect(try Lockwood1.Pixels(stage).count { $0 != [0, 0, 0] } == 0, "none is seen")
      stage.expect(controller.kept.animationKeys() == nil, "animations do not survive that")
      controller.root.addSublayer(controller.kept)
      stage.wait(0.3)
      stage.expect([(110, 40, .systemBlue), (81, 11, .black)], "it is back, round as it was")
      try stage.show()
    }

  // MARK: Nested transactions

  /// One layer for each transaction.
  final class Nested: Zarra.Window {
    private(set) var layers: [CALayer] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      layers = [UIColor.systemRed, .systemGreen, .systemBlue].enumerated().map { index, color in
        CALayer(CGRect(x: 10, y: 10 + 40 * index, width: 30, height: 30), color)
      }
      root.sublayers = layers
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      CATransaction.begin()
      CATransaction.setAnimationDuration(2)
      layers[0].position.x = 225
      CATransaction.begin()
      CATransaction.setAnimationDuration(0.5)
      layers[1].position.x = 225
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layers[2].position.x = 225
      CATransaction.commit()
      CATransaction.commit()
      CATransaction.commit()
    }
  }

  private static let nested = Demo("ZL-3.N", "Transactions in transactions") { Nested() }
    .screen(250, 130)
    .play(Nested.self) { stage, controller in
      try stage.show()
      stage.tap(CGPoint(x: 125, y: 125))
      let start = stage.time
      for (layer, duration) in zip(controller.layers, [2, 0.5]) {
        let animation = layer.animation(forKey: "position")
        stage.expect(animation?.duration == duration, "it takes \(duration) s")
      }
      stage.expect(controller.layers[2].animationKeys() == nil, "without actions it jumps")
      stage.move(to: start + 0.25)
      stage.expectPlace(controller.layers[1], 25 + 200 * 0.8024, 65, within: 0.2)
      stage.expectPlace(controller.layers[2], 225, 105)
      try stage.show()
      stage.move(to: start + 1)
      stage.expectPlace(controller.layers[0], 25 + 200 * 0.8024, 25, within: 0.2)
      stage.expectPlace(controller.layers[1], 225, 65)
      try stage.show()
    }
}
