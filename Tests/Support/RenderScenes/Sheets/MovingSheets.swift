// Gradients and shapes on their way: each animates another property of its class.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Scene {
  package static let movingSheets: [Scene] = [
    Scene(
      name: "gradientsMoving",
      width: 176,
      height: 96,
      times: [0, 0.3, 0.75, 1.5],
      shows: [
        "CAGradientLayer.colors", "CAGradientLayer.locations", "CAGradientLayer.startPoint",
        "CAGradientLayer.endPoint",
      ]
    ) { gradientsMoving($0) },
    Scene(
      name: "shapesMoving",
      width: 176,
      height: 96,
      times: [0, 0.3, 0.75, 1.5],
      shows: [
        "CAShapeLayer.strokeStart", "CAShapeLayer.strokeEnd", "CAShapeLayer.lineWidth",
        "CAShapeLayer.lineDashPhase", "CAShapeLayer.fillColor", "CAShapeLayer.strokeColor",
        "CAShapeLayer.path",
      ]
    ) {
      shapesMoving($0)
    },
    Scene(name: "easedMoving", width: 160, height: 84, times: [0, 0.2, 0.5, 0.9]) {
      easedMoving($0)
    },
  ]
}

/// An animation of one second between two values.
private func move(_ layer: CALayer, _ keyPath: String, _ from: Any, _ to: Any) {
  let animation = CABasicAnimation(keyPath: keyPath)
  (animation.fromValue, animation.toValue, animation.duration) = (from, to, 1)
  layer.add(animation, forKey: keyPath)
}

private func gradientsMoving(_ root: CALayer) {
  root.backgroundColor = white
  func gradient(_ column: Int, _ row: Int) -> CAGradientLayer {
    let layer = CAGradientLayer()
    layer.frame = CGRect(x: 4 + column * 43, y: 4 + row * 46, width: 39, height: 42)
    layer.colors = [red, yellow, blue]
    root.addSublayer(layer)
    return layer
  }
  move(gradient(0, 0), "colors", [red, yellow, blue], [blue, rgba(0, 1, 0, 0), black])
  move(gradient(1, 0), "locations", [0, 0.1, 0.4], [0.5, 0.9, 1])
  let ends = gradient(2, 0)
  move(ends, "startPoint", CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0))
  move(ends, "endPoint", CGPoint(x: 1, y: 1), CGPoint(x: 0.2, y: 0.8))
  let radial = gradient(3, 0)
  radial.type = .radial
  radial.startPoint = CGPoint(x: 0.5, y: 0.5)
  move(radial, "endPoint", CGPoint(x: 0.7, y: 0.6), CGPoint(x: 1, y: 1.2))
  let conic = gradient(0, 1)
  (conic.type, conic.startPoint) = (.conic, CGPoint(x: 0.5, y: 0.5))
  // Between pixels, where no rounding decides on the side of the end.
  conic.endPoint = CGPoint(x: 0.83, y: 0.9)
  move(conic, "endPoint", CGPoint(x: 1, y: 0.47), CGPoint(x: 0.53, y: 1))
  // Round, turned, and through three lists of colours.
  let keys = gradient(1, 1)
  (keys.cornerRadius, keys.transform) = (12, turn(15))
  let colors = CAKeyframeAnimation(keyPath: "colors")
  colors.values = [[red, yellow], [green, blue], [black, white]]
  (colors.keyTimes, colors.duration) = ([0, 0.6, 1], 1)
  (keys.colors, keys.locations) = ([red, yellow], nil)
  keys.add(colors, forKey: nil)
  // A hard stop that runs through, and contents above it.
  let stop = gradient(2, 1)
  stop.colors = [sea, sea, sun, sun]
  move(stop, "locations", [0, 0.1, 0.1, 1], [0, 0.9, 0.9, 1])
  (stop.contents, stop.contentsGravity) = (disc(16), .center)
  // In a group, with another number of colours at its end: that cannot be mixed, and jumps.
  let jump = gradient(3, 1)
  jump.opacity = 0.7
  jump.locations = nil
  let group = CAAnimationGroup()
  let switched = CABasicAnimation(keyPath: "colors")
  (switched.fromValue, switched.toValue) = ([red, blue], [green, sun, ink])
  let pushed = CABasicAnimation(keyPath: "startPoint")
  (pushed.fromValue, pushed.toValue) = (CGPoint(x: 0, y: 0), CGPoint(x: 0, y: 0.8))
  (group.animations, group.duration) = ([switched, pushed], 1)
  jump.add(group, forKey: nil)
}

private func shapesMoving(_ root: CALayer) {
  root.backgroundColor = white
  func shape(_ column: Int, _ row: Int, _ path: CGPath) -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.frame = CGRect(x: 4 + column * 43, y: 4 + row * 46, width: 39, height: 42)
    (layer.path, layer.fillColor, layer.strokeColor, layer.lineWidth) = (path, sun, ink, 2)
    root.addSublayer(layer)
    return layer
  }
  func blade(_ tip: CGPoint, _ bulge: CGFloat) -> CGPath {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 4, y: 38))
    path.addLine(to: tip)
    path.addQuadCurve(to: CGPoint(x: 34, y: 30), control: CGPoint(x: 34, y: bulge))
    path.addCurve(
      to: CGPoint(x: 4, y: 38),
      control1: CGPoint(x: 30, y: 38 + bulge / 4),
      control2: CGPoint(x: 14, y: 30)
    )
    path.closeSubpath()
    return path
  }
  let (first, last) = (blade(CGPoint(x: 10, y: 4), 4), blade(CGPoint(x: 30, y: 10), 36))
  move(shape(0, 0, first), "path", first, last)
  let ring = CGPath(ellipseIn: CGRect(x: 5, y: 6, width: 30, height: 30), transform: nil)
  move(shape(1, 0, ring), "strokeEnd", 0, 1)
  let start = shape(2, 0, ring)
  (start.lineCap, start.fillColor) = (.round, nil)
  move(start, "strokeStart", 0, 0.9)
  move(start, "lineWidth", 1, 8)
  let dashes = shape(3, 0, ring)
  (dashes.lineDashPattern, dashes.fillColor) = ([8, 4], nil)
  move(dashes, "lineDashPhase", 0, 24)
  let colors = shape(0, 1, ring)
  move(colors, "fillColor", sun, sea)
  move(colors, "strokeColor", ink, veil)
  // Both ends of a line in a group that begins late.
  let worm = shape(1, 1, ring)
  worm.fillColor = nil
  let group = CAAnimationGroup()
  let (tail, head) = (
    CABasicAnimation(keyPath: "strokeStart"), CABasicAnimation(keyPath: "strokeEnd")
  )
  (tail.fromValue, tail.toValue, tail.beginTime, tail.duration) = (0, 1, 0.25, 0.75)
  (head.fromValue, head.toValue, head.duration) = (0, 1, 0.75)
  (tail.fillMode, head.fillMode) = (.both, .both)
  (group.animations, group.duration) = ([tail, head], 1)
  worm.add(group, forKey: nil)
  // Through three paths, turned and in a mask.
  let keys = shape(2, 1, first)
  keys.transform = turn(-20)
  let morph = CAKeyframeAnimation(keyPath: "path")
  (morph.values, morph.keyTimes, morph.duration) = ([first, last, first], [0, 0.3, 1], 1)
  keys.add(morph, forKey: nil)
  let masked = panel(133, 50, 39, 42, sea, in: root)
  let stencil = CAShapeLayer()
  (stencil.frame, stencil.path) = (masked.bounds, last)
  move(stencil, "path", first, last)
  masked.mask = stencil
}

/// Boxes on their way by Penner's equations, of one end and of both.
private func easedMoving(_ root: CALayer) {
  root.backgroundColor = white
  for (row, family) in CAEasing.Family.allCases.enumerated() {
    for (column, direction) in CAEasing.Direction.allCases.enumerated() {
      let box = panel(4, 3 + CGFloat(row) * 8, 6, 6, [sea, sun, ink][column], in: root)
      let x = 14 + CGFloat(column) * 50
      let way = CAKeyframeAnimation(
        keyPath: "position.x",
        from: x,
        to: x + 30,
        easing: CAEasing(family, direction)
      )
      (way.duration, way.fillMode, way.isRemovedOnCompletion) = (1, .both, false)
      box.add(way, forKey: nil)
    }
  }
}
