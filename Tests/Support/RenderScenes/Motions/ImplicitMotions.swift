// Motions that come by themselves: changes of properties, transactions, actions.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let implicitMotions: [Case] = [
    Case("LW-D-7.1", [aColorFades]),
    Case("LW-D-7.2", [aSecondLong]),
    Case("LW-D-7.3", [thenItTurns]),
    Case("LW-D-7.4", [aBackingLayer]),
    Case("LW-D-7.5", .book),
    Case("LW-D-7.5a", .test("AnimationCaseTests.withActionsOffItJumps")),
    Case("LW-D-7.6", [pushedIn]),
    Case("LW-D-7.7", [movedAndHit]),
  ]

  private static let aColorFades = Motion.blueSquare(
    "LW-D-7.1",
    at: [0.0625, 0.125, 0.1875],
    facts: [
      .color(0, 0, 0, 255), .pixel(0, 100, 100, Tone.blue),
      .color(0.0625, 104, 52, 151), .pixel(0.0625, 100, 100, [104, 52, 151]),
      .color(0.125, 205, 102, 50), .color(0.1875, 245, 122, 10), .color(0.25, 255, 128, 0),
      .pixel(0.1875, 51, 51, [245, 122, 10]), .pixel(0.1875, 48, 100, Tone.white),
    ],
    events: [.init(0) { $0["it"].backgroundColor = orange }]
  )

  /// Changes after the commit, in the same turn, have their usual time.
  private static let aSecondLong = Motion.blueSquare(
    "LW-D-7.2",
    at: [0.25, 0.5, 0.75],
    facts: [
      .color(0.25, 104, 52, 151), .color(0.5, 205, 102, 50), .color(0.75, 245, 122, 10),
      .color(1, 255, 128, 0), .shows(0.125, "cornerRadius", 16, within: 0.1),
      .shows(0.25, "cornerRadius", 20),
      .keys(0.3, ["backgroundColor"]),
    ],
    events: [
      .init(0) { stage in
        animate(lasting: 1) { stage["it"].backgroundColor = orange }
        stage["it"].cornerRadius = 20
      }
    ]
  )

  private static let thenItTurns = Motion.blueSquare(
    "LW-D-7.3",
    at: [0.5, 1.125, 1.25],
    facts: [
      .color(0.5, 205, 102, 50), .turned(1, degrees: 0), .turned(3, degrees: 90),
      .shows(1.125, "transform.rotation.z", 72.2 * .pi / 180, within: 0.002),
      .turned(1.25, degrees: 90), .shows(1.125, "bounds", 0, 0, 100, 100),
      .pixel(1.125, 100, 100, [255, 128, 0]), .pixel(1.125, 52, 52, Tone.white),
      .shows(3.125, "transform.rotation.z", (90 + 72.2) * .pi / 180, within: 0.002),
    ],
    events: [0, 2].map { time in
      .init(time) { stage in
        CATransaction.begin()
        CATransaction.setAnimationDuration(1)
        let layer = stage["it"]
        CATransaction.setCompletionBlock {
          layer.setAffineTransform(layer.affineTransform().rotated(by: .pi / 2))
        }
        layer.backgroundColor = time == 0 ? orange : blue
        CATransaction.commit()
      }
    }
  )

  /// The delegate of a view's layer refuses all actions.
  private final class ViewLike: CALayerDelegate {
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }
  }

  private static let aBackingLayer = Motion.blueSquare(
    "LW-D-7.4",
    at: [0, 0.5, 1],
    facts: [
      .color(0, 255, 128, 0), .color(0.5, 255, 128, 0), .keys(0, []),
      .pixel(0, 100, 100, [255, 128, 0]),
    ],
    events: [.init(0) { stage in animate(lasting: 1) { stage["it"].backgroundColor = orange } }]
  ) { layer in
    let delegate = ViewLike()
    layer.delegate = delegate
    layer.setValue(delegate, forKey: "owner")
  }

  /// The new colour comes from the left, and no colour is mixed.
  private static let pushedIn = Motion.blueSquare(
    "LW-D-7.6",
    at: [0.0625, 0.125, 0.1875],
    facts: [
      .pixel(0.125, 53, 100, [255, 128, 0]), .pixel(0.125, 97, 60, [255, 128, 0]),
      .pixel(0.125, 103, 60, Tone.blue), .pixel(0.125, 147, 140, Tone.blue),
      .pixel(0.0625, 72, 100, [255, 128, 0]), .pixel(0.0625, 78, 100, Tone.blue),
      .pixel(0.25, 147, 100, [255, 128, 0]), .keys(0.125, ["transition"]),
    ],
    events: [.init(0) { $0["it"].backgroundColor = orange }]
  ) { layer in
    let push = CATransition()
    (push.type, push.subtype) = (.push, .fromLeft)
    layer.actions = ["backgroundColor": push]
  }

  private static let movedAndHit = Motion(
    "LW-D-7.7",
    320,
    480,
    scale: 0.25,
    at: [1, 2, 5],
    facts: [
      .center(1, 119.2, 174.6), .color(1.25, 255, 128, 0), .center(2, 79.8, 111.6),
      // Another touch: it goes on from where it is seen.
      .center(3, 63.95, 86.33), .center(3.001, 63.98, 86.36),
      .center(7, 300, 460), .pixel(1, 119, 175, Tone.red), .pixel(2, 79, 112, [255, 128, 0]),
    ],
    events: [
      .init(0) { touch($0, 60, 80) }, .init(1) { touch($0, 119, 175) },
      .init(3) { touch($0, 300, 460) },
    ]
  ) { stage in
    stage.root.backgroundColor = lightGray
    let frame = CGRect(x: 110, y: 190, width: 100, height: 100)
    named("it", frame, red, in: stage.root)
  }

  /// Colours the layer if it is seen there, and sends it there if not.
  private static func touch(_ stage: Stage, _ x: CGFloat, _ y: CGFloat) {
    let (layer, place) = (stage["it"], CGPoint(x: x, y: y))
    if layer.presentation()?.hitTest(place) != nil {
      layer.backgroundColor = orange
    } else {
      animate(lasting: 4) { layer.position = place }
    }
  }
}
