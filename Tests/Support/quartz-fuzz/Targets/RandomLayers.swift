// Trees of layers of every class, with values that nobody expects.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzModel
import TestRandom

/// Makes trees by the rows of the property table.
struct RandomLayers {
  private var random: SeededGenerator
  private let images: [CGImage]

  init(_ generator: inout SeededGenerator) {
    random = SeededGenerator(seed: generator.next())
    images = [8, 1, 3].compactMap { side in
      let context = CGContext(
        data: nil,
        width: side,
        height: side,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
      context?.setFillColor(CGColor(red: 1, green: 0.5, blue: 0, alpha: 0.5))
      context?.fill(CGRect(x: 0, y: 0, width: side, height: 1))
      return context?.makeImage()
    }
  }

  /// A tree of at most `depth` levels.
  mutating func layer(depth: Int = 3) -> CALayer {
    let (layer, layerClass) = makeLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 30)
    layer.position = CGPoint(x: 32, y: 32)
    for row in PropertyTable.all where layerClass.has(row.id) {
      let isOwn = !LayerClass.layer.has(row.id)
      guard random.once(in: isOwn ? 2 : 8), let value = value(of: row.type) else { continue }
      layer.setValue(value, forKey: row.name)
    }
    for _ in 0..<random.index(below: 3) { layer.add(animation(), forKey: nil) }
    guard depth > 1 else { return layer }
    if random.once(in: 5) { layer.mask = self.layer(depth: depth - 1) }
    for _ in 0..<random.index(below: 4) { layer.addSublayer(self.layer(depth: depth - 1)) }
    return layer
  }

  private mutating func makeLayer() -> (CALayer, LayerClass) {
    switch random.index(below: 12) {
    case 0: return (CATransformLayer(), .transform)
    case 1, 2: return (CAShapeLayer(), .shape)
    case 3: return (CAGradientLayer(), .gradient)
    case 4: return (CAReplicatorLayer(), .replicator)
    case 5: return (CATextLayer(), .text)
    case 6: return (CAScrollLayer(), .scroll)
    case 7:
      let layer = CAEmitterLayer()
      let cell = CAEmitterCell()
      cell.birthRate = Float(abs(number()))
      cell.lifetime = Float(number())
      cell.velocity = number()
      cell.scaleRange = number()
      cell.contents = images.first
      cell.color = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
      layer.emitterCells = [cell]
      return (layer, .emitter)
    default: return (CALayer(), .layer)
    }
  }

  private mutating func number() -> Double { HostileNumber.next(&random, oddOnceIn: 16) }

  private mutating func value(of type: ValueType) -> Any? {
    switch type {
    case .bool: return NSNumber(value: random.once(in: 2))
    case .integer:
      let edges: [Int64] = [0, 1, 2, 3, 5, 17, 100, -1, .max, .min, 1 << 31]
      return NSNumber(value: edges[random.index(below: random.once(in: 4) ? edges.count : 6)])
    case .number: return number()
    case .point: return CGPoint(x: number(), y: number())
    case .size: return CGSize(width: number(), height: number())
    case .rect: return CGRect(x: number(), y: number(), width: number(), height: number())
    case .string: return ["", "text", "Gray8Uint", "ünï 層 🦉"][random.index(below: 4)]
    case .color: return random.once(in: 5) ? nil : color()
    case .transform:
      var transform = CATransform3DMakeRotation(number(), number(), number(), 1)
      if random.once(in: 2) { transform.m34 = number() / 1000 }
      return transform
    case .image: return random.once(in: 3) ? nil : images[random.index(below: images.count)]
    case .name(let names): return names[random.index(below: names.count)]
    case .path: return path()
    case .numbers: return (0..<random.index(below: 4)).map { _ in number() }
    case .colors: return (0..<random.index(below: 4)).map { _ in color() }
    case .cells, .filters: return nil
    }
  }

  private mutating func color() -> CGColor {
    func part() -> Double { Double.random(in: 0...1, using: &random) }
    return CGColor(red: part(), green: part(), blue: part(), alpha: random.once(in: 2) ? 1 : part())
  }

  private mutating func path() -> CGPath {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: number(), y: number()))
    for _ in 0..<random.index(below: 6) {
      switch random.index(below: 4) {
      case 0: path.addLine(to: CGPoint(x: number(), y: number()))
      case 1: path.closeSubpath()
      case 2:
        path.addQuadCurve(
          to: CGPoint(x: number(), y: number()),
          control: CGPoint(x: number(), y: 3)
        )
      default:
        path.addCurve(
          to: CGPoint(x: number(), y: 4),
          control1: CGPoint(x: 5, y: number()),
          control2: CGPoint(x: number(), y: 8)
        )
      }
    }
    return path
  }

  private mutating func animation() -> CAAnimation {
    let rows = PropertyTable.all.filter(\.isAnimatable)
    let row = rows[random.index(below: rows.count)]
    let animation: CAAnimation
    switch random.index(below: 4) {
    case 0:
      let frames = CAKeyframeAnimation(keyPath: row.name)
      frames.values = (0...random.index(below: 3)).compactMap { _ in value(of: row.type) }
      let modes: [CAAnimationCalculationMode] = [.linear, .discrete, .paced, .cubic, .cubicPaced]
      frames.calculationMode = modes[random.index(below: modes.count)]
      animation = frames
    case 1:
      let group = CAAnimationGroup()
      let fade = CABasicAnimation(keyPath: "opacity")
      fade.fromValue = number()
      group.animations = [fade]
      animation = group
    case 2: animation = CATransition()
    default:
      let basic =
        random.once(in: 2)
        ? CASpringAnimation(keyPath: row.name) : CABasicAnimation(keyPath: row.name)
      basic.fromValue = value(of: row.type)
      basic.toValue = value(of: row.type)
      animation = basic
    }
    animation.duration = number()
    animation.speed = random.once(in: 4) ? Float(number()) : 1
    animation.repeatCount = random.once(in: 3) ? Float(number()) : 0
    animation.beginTime = random.once(in: 4) ? number() : 1e-100
    animation.autoreverses = random.once(in: 3)
    animation.fillMode = .both
    return animation
  }
}
