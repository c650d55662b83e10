// The stages, pictures and animations that several motions share.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension CABasicAnimation {
  /// An animation of `keyPath` that takes a number of seconds; 0 leaves that to the transaction.
  static func of(
    _ keyPath: String,
    from: Any? = nil,
    to: Any? = nil,
    by: Any? = nil,
    lasting duration: Double = 0
  ) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.byValue) = (from, to, by)
    animation.duration = duration
    return animation
  }
}

extension CAKeyframeAnimation {
  /// An animation of `keyPath` through values, that takes a number of seconds.
  static func of(
    _ keyPath: String,
    _ values: [Any],
    lasting duration: Double
  ) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: keyPath)
    (animation.values, animation.duration) = (values, duration)
    return animation
  }

  /// An animation of the position along a path, that takes a number of seconds.
  static func along(_ path: CGPath, lasting duration: Double) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: "position")
    (animation.path, animation.duration) = (path, duration)
    return animation
  }
}

extension CAMediaTimingFunction {
  static var easeIn: CAMediaTimingFunction { CAMediaTimingFunction(name: .easeIn) }
  static var easeOut: CAMediaTimingFunction { CAMediaTimingFunction(name: .easeOut) }
  static var easeInEaseOut: CAMediaTimingFunction { CAMediaTimingFunction(name: .easeInEaseOut) }
  /// Slow, then suddenly there, as the hand of a clock.
  static var tick: CAMediaTimingFunction { CAMediaTimingFunction(controlPoints: 1, 0, 0.75, 1) }
}

/// Makes changes in a transaction of a number of seconds, with actions.
func animate(
  lasting duration: Double,
  _ function: CAMediaTimingFunction? = nil,
  _ body: () -> Void
) {
  CATransaction.begin()
  CATransaction.setAnimationDuration(duration)
  CATransaction.setAnimationTimingFunction(function)
  body()
  CATransaction.commit()
}

/// Makes changes without actions.
func change(_ body: () -> Void) {
  CATransaction.begin()
  CATransaction.setDisableActions(true)
  body()
  CATransaction.commit()
}

/// A layer of a name with a frame and a background.
@discardableResult
func named(
  _ name: String,
  _ frame: CGRect,
  _ color: CGColor? = nil,
  in parent: CALayer
) -> CALayer {
  let layer = CALayer()
  layer.name = name
  layer.frame = frame
  layer.backgroundColor = color
  parent.addSublayer(layer)
  return layer
}

/// An arrow that points to the right, red above and blue below.
func ship(_ side: Int) -> CGImage? {
  drawn(side, side) { context in
    let side = CGFloat(side)
    for (color, y) in [(red, side / 8), (blue, side * 7 / 8)] {
      context.setFillColor(color)
      context.move(to: CGPoint(x: side, y: side / 2))
      context.addLine(to: CGPoint(x: 0, y: y))
      context.addLine(to: CGPoint(x: 0, y: side / 2))
      context.fillPath()
    }
  }
}

/// The cases' curve: from (0, 150) to (300, 150), first up, then down.
func waveCurve() -> CGPath {
  let path = CGMutablePath()
  path.move(to: CGPoint(x: 0, y: 150))
  path.addCurve(
    to: CGPoint(x: 300, y: 150),
    control1: CGPoint(x: 75, y: 0),
    control2: CGPoint(x: 225, y: 300)
  )
  return path
}

extension Motion {
  /// A white view of 200 x 200 with a blue layer of 100 x 100 in its middle: "it".
  static func blueSquare(
    _ name: String,
    at times: [Double],
    facts: [Fact],
    events: [Event] = [],
    build: @escaping @Sendable (CALayer) -> Void = { _ in }
  ) -> Motion {
    Motion(name, 200, 200, at: times, facts: facts, events: events) { stage in
      stage.root.backgroundColor = white
      build(named("it", CGRect(x: 50, y: 50, width: 100, height: 100), blue, in: stage.root))
    }
  }

  /// A light grey container of 300 x 300.
  static func container(
    _ name: String,
    at times: [Double],
    facts: [Fact],
    events: [Event] = [],
    build: @escaping @Sendable (CALayer) -> Void
  ) -> Motion {
    Motion(name, 300, 300, at: times, facts: facts, events: events) { stage in
      stage.root.backgroundColor = lightGray
      build(stage.root)
    }
  }

  /// A ship with its middle at a place, "it", in the container, with the curve drawn if it is told
  /// so.
  static func ship(
    _ name: String,
    side: Int = 64,
    x: CGFloat = 0,
    showsCurve: Bool = true,
    at times: [Double],
    facts: [Fact],
    events: [Event] = [],
    build: @escaping @Sendable (CALayer) -> Void
  ) -> Motion {
    container(name, at: times, facts: facts, events: events) { root in
      if showsCurve {
        let curve = CAShapeLayer()
        curve.path = waveCurve()
        (curve.strokeColor, curve.fillColor, curve.lineWidth) = (red, nil, 3)
        root.addSublayer(curve)
      }
      let frame = CGRect(x: 0, y: 0, width: side, height: side)
      let layer = named("it", frame, in: root)
      layer.position = CGPoint(x: x, y: 150)
      layer.contents = RenderScenes.ship(side)
      build(layer)
    }
  }
}
