// Random animations that make sense.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
package import QuartzModel
import TestRandom

/// Makes trees of animations of every kind, all of which have an effect at some time.
package struct AnimationSource {
  private var random: SeededGenerator

  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  private static let keyPaths = [
    "opacity", "position", "position.x", "bounds", "bounds.size", "bounds.size.width",
    "shadowOffset",
    "backgroundColor", "borderColor", "transform", "transform.rotation", "transform.rotation.y",
    "transform.scale", "transform.scale.xy", "transform.translation", "transform.translation.x",
    "sublayerTransform", "sublayerTransform.rotation.x", "hidden", "contents", "shadowPath",
    "maskedCorners", "cornerRadius", "zPosition",
  ]

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &random)
  }

  private mutating func any<Item>(_ items: [Item]) -> Item {
    items[random.index(below: items.count)]
  }

  package mutating func layerValues() -> PropertyBag {
    var bag = PropertyBag()
    if random.once(in: 2) { bag[.transform] = .transform(matrix()) }
    if random.once(in: 2) { bag[.bounds] = value(.rect) }
    if random.once(in: 2) { bag[.backgroundColor] = value(.color) }
    if random.once(in: 4) {
      bag[.speed] = .number(any([0.5, 2, -1, 1]))
      bag[.timeOffset] = .number(number(-1...1))
    }
    return bag
  }

  package mutating func animation(depth: Int = 1) -> AnimationState {
    let function: TimingFunction? =
      random.once(in: 2)
      ? TimingFunction(number(0...1), number(-0.5...1.5), number(0...1), number(-0.5...1.5)) : nil
    guard depth < 4, random.once(in: 4) else {
      return AnimationState(.property(property()), timing: timing(), timingFunction: function)
    }
    let children = (0...random.index(below: 3)).map { _ in animation(depth: depth + 1) }
    return AnimationState(.group(children), timing: timing(), timingFunction: function)
  }

  private mutating func timing() -> MediaTiming {
    var timing = MediaTiming()
    timing.beginTime = random.once(in: 2) ? 0 : number(-1...2)
    timing.duration = number(0.1...3)
    timing.speed = any([1, 1, 1, 2, 0.3, -1, 0])
    timing.timeOffset = random.once(in: 3) ? number(-4...4) : 0
    timing.repeatCount = any([0, 0, 2, 2.5, .infinity])
    timing.repeatDuration = random.once(in: 5) ? number(0...6) : 0
    timing.autoreverses = random.once(in: 3)
    timing.fillMode = any(FillMode.allCases)
    timing.isRemovedOnCompletion = random.once(in: 2)
    return timing
  }

  private mutating func property() -> PropertyAnimation {
    let keyPath = any(Self.keyPaths)
    let target = AnimationTarget(keyPath: keyPath, of: .layer) ?? AnimationTarget(.opacity)
    let function: ValueFunction? =
      target == AnimationTarget(.transform) && random.once(in: 2)
      ? any(ValueFunction.allCases) : nil
    let type = function?.valueType ?? target.valueType
    let kind: PropertyAnimation.Kind =
      switch random.index(below: 3) {
      case 0: .basic(ends(type))
      case 1: .spring(SpringAnimation(ends(type), spring()))
      default: .keyframe(keyframes(type, target))
      }
    var animation = PropertyAnimation(.row(target), kind)
    animation.valueFunction = function
    animation.isAdditive = random.once(in: 3)
    animation.isCumulative = random.once(in: 3)
    return animation
  }

  private mutating func ends(_ type: ValueType) -> BasicAnimation {
    var ends = BasicAnimation()
    if random.once(in: 2) { ends.fromValue = value(type) }
    if random.once(in: 2) { ends.toValue = value(type) }
    if random.once(in: 3) { ends.byValue = value(type) }
    return ends
  }

  private mutating func spring() -> Spring {
    var spring = Spring(
      mass: number(0.5...2),
      stiffness: number(10...200),
      damping: number(0...40),
      initialVelocity: number(-5...5)
    )
    spring.allowsOverdamping = random.once(in: 2)
    return spring
  }

  private mutating func keyframes(_ type: ValueType, _ target: AnimationTarget) -> KeyframeAnimation
  {
    let count = 1 + random.index(below: 5)
    var frames = KeyframeAnimation(calculationMode: any(CalculationMode.allCases))
    frames.rotationMode = random.once(in: 2) ? any(RotationMode.allCases) : nil
    frames.values = (0..<count).map { _ in value(type) }
    if type == .point, random.once(in: 2) {
      frames.path = path()
    } else if random.once(in: 2) {
      let times = (0...count).map { _ in number(0...1) }.sorted()
      frames.keyTimes = times
    }
    frames.timingFunctions = random.once(in: 2) ? [.easeIn, .default] : []
    frames.tensions = [number(-1...1), number(-1...1)]
    frames.biases = [number(-1...1)]
    return frames
  }

  private mutating func value(_ type: ValueType) -> PropertyValue {
    switch type {
    case .bool: .bool(random.once(in: 2))
    case .integer: .integer(Int64(random.index(below: 16)))
    case .number: .number(number(-10...10))
    case .point: .point(Point(number(-99...99), number(-99...99)))
    case .size: .size(Size(number(0...99), number(0...99)))
    case .rect: .rect(Rect(number(-9...9), number(-9...9), number(0...99), number(0...99)))
    case .color:
      random.once(in: 5)
        ? .null : .color(Color(number(0...1), number(0...1), number(0...1), number(0...1)))
    case .transform: .transform(matrix())
    case .string, .name: .null
    case .image: random.once(in: 4) ? .null : .image(ImageID(UInt32(1 + random.index(below: 4))))
    case .path: random.once(in: 5) ? .null : .path(path())
    case .cells, .filters: .null
    case .numbers: .numbers((0..<3).map { _ in number(-2...2) })
    case .colors: .numbers((0..<8).map { _ in number(0...1) })
    }
  }

  private mutating func matrix() -> Matrix4x4 {
    if random.once(in: 12) { return .scale(0, number(0...1)) }
    let turn = Matrix4x4.rotation(number(-3...3), number(-1...1), number(-1...1), number(-1...1))
    let scale = Matrix4x4.scale(number(-2...2), number(0.2...2), number(0.2...2))
    let matrix = scale * turn * .translation(number(-9...9), number(-9...9), number(-9...9))
    return random.once(in: 3) ? matrix * .perspective(number(200...900)) : matrix
  }

  private mutating func path() -> Path {
    var path = Path()
    path.move(to: Point(number(-9...9), number(-9...9)))
    for _ in 0..<random.index(below: 4) {
      switch random.index(below: 5) {
      case 0: path.move(to: Point(number(-9...9), number(-9...9)))
      case 1: path.line(to: Point(number(-9...9), number(-9...9)))
      case 2: path.quad(to: Point(number(-9...9), 3), control: Point(number(-9...9), 8))
      case 3:
        path.cubic(to: Point(number(-9...9), 1), control1: Point(number(0...9), 4), control2: .zero)
      default: path.close()
      }
    }
    return path
  }
}
