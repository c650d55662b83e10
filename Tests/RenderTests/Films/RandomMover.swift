// Animations for some layers of any tree, from a seed.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import RenderScenes
import TestRandom

/// Lets layers of a tree move, change and be exchanged.
struct RandomMover {
  private var random: SeededGenerator

  init(seed: Int) { random = SeededGenerator(seed: UInt64(seed) &* 104_729 &+ 3) }

  /// Adds animations to some layers of a stage; now and then a transition, too.
  mutating func move(_ stage: Stage) {
    var layers: [CALayer] = []
    var pending = [stage.root]
    while let layer = pending.popLast() {
      layers.append(layer)
      pending += layer.sublayers ?? []
      if let mask = layer.mask { pending.append(mask) }
    }
    guard layers.count > 1 else { return }
    stage.edit {
      for _ in 0..<1 + random.index(below: 4) {
        animate(layers[1 + random.index(below: layers.count - 1)])
      }
    }
    guard random.once(in: 4) else { return }
    stage.edit { exchange(layers[1 + random.index(below: layers.count - 1)]) }
  }

  // MARK: Transitions

  /// Changes a layer, in a transition from what it was.
  private mutating func exchange(_ layer: CALayer) {
    let transition = CATransition()
    transition.type = [.fade, .push, .moveIn, .reveal][random.index(below: 4)]
    transition.subtype = [.fromLeft, .fromRight, .fromTop, .fromBottom][random.index(below: 4)]
    transition.duration = Double(number(0.2, 1))
    layer.backgroundColor = color()
    if random.once(in: 2) { layer.sublayers?.first?.removeFromSuperlayer() }
    layer.add(transition, forKey: "transition")
  }

  // MARK: Animations

  private mutating func animate(_ layer: CALayer) {
    guard let animation = animation(of: layer) else { return }
    animation.duration = Double(number(0.15, 1))
    if random.once(in: 3) {
      animation.beginTime = Double(number(0, 0.5))
      animation.fillMode = random.once(in: 2) ? .both : .removed
    }
    animation.autoreverses = random.once(in: 4)
    if random.once(in: 4) { animation.repeatCount = .infinity }
    layer.add(animation, forKey: nil)
  }

  /// An animation of a property that the layer's class has.
  private mutating func animation(of layer: CALayer) -> CAAnimation? {
    if let filter = (layer.filters?.first ?? layer.backgroundFilters?.first) as? CAFilter,
      filter.type == "gaussianBlur", random.once(in: 2)
    {
      let list = layer.filters?.first == nil ? "backgroundFilters" : "filters"
      return basic("\(list).0.inputRadius", number(0, 3), number(3, 12))
    }
    if layer is CAShapeLayer, random.once(in: 2) {
      return random.once(in: 2)
        ? basic("strokeEnd", number(0, 0.5), 1) : basic("lineWidth", 1, number(4, 16))
    }
    if layer is CAReplicatorLayer, random.once(in: 2) {
      return basic(
        "instanceTransform",
        CATransform3DIdentity,
        CATransform3DMakeTranslation(number(-30, 30), number(-30, 30), 0)
      )
    }
    if layer is CATextLayer, random.once(in: 2) {
      return random.once(in: 2)
        ? basic("fontSize", number(6, 20), number(10, 40))
        : basic("foregroundColor", color(), color())
    }
    if layer is CAScrollLayer, random.once(in: 2) {
      return basic("bounds.origin.x", number(-30, 0), number(0, 30))
    }
    switch random.index(below: 14) {
    case 0, 1: return basic("position.x", number(-80, 40), number(60, 200))
    case 2, 3: return basic("position.y", number(-80, 40), number(40, 160))
    case 4: return basic("transform.rotation.z", 0, number(-4, 4))
    case 5: return basic("transform.rotation.y", number(-1, 0), number(0, 1.5))
    case 6: return basic("transform.scale", number(0, 1), number(1, 3))
    case 7: return basic("opacity", number(0, 0.5), number(0.5, 1))
    case 8: return basic("bounds.size.width", number(0, 20), number(20, 160))
    case 9: return basic("cornerRadius", 0, number(4, 40))
    case 10: return basic("shadowOpacity", 0, 1)
    case 11: return basic("shadowRadius", 0, number(2, 20))
    case 12: return basic("backgroundColor", color(), color())
    default: return keyed()
    }
  }

  private func basic(_ keyPath: String, _ from: Any, _ to: Any) -> CAAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue) = (from, to)
    return animation
  }

  /// From place to place, or there and gone.
  private mutating func keyed() -> CAAnimation {
    if random.once(in: 2) {
      let animation = CAKeyframeAnimation(keyPath: "position")
      animation.values = [place(), place(), place()]
      animation.calculationMode = random.once(in: 2) ? .cubic : .discrete
      return animation
    }
    let animation = CAKeyframeAnimation(keyPath: "hidden")
    animation.values = [true, false, true]
    animation.calculationMode = .discrete
    return animation
  }

  // MARK: Values

  private mutating func place() -> CGPoint { CGPoint(x: number(-40, 160), y: number(-40, 120)) }

  private mutating func number(_ low: CGFloat, _ high: CGFloat) -> CGFloat {
    (CGFloat.random(in: low...high, using: &random) * 8).rounded() / 8
  }

  private mutating func color() -> CGColor {
    rgba(number(0, 1), number(0, 1), number(0, 1), random.once(in: 2) ? 1 : number(0, 1))
  }
}
