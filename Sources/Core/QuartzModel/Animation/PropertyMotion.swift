// An animation of one property, prepared so that evaluating it allocates nothing.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// How far an animation has come at a fraction of its cycle.
struct Pace: Sendable {
  private let function: TimingFunction?
  private let spring: SpringMotion?
  /// Of one cycle, in seconds of the animation's own time.
  private let duration: Double

  init(_ function: TimingFunction?, spring: Spring?, duration: Double) {
    self.function = function == .linear ? nil : function
    self.spring = spring.map { SpringMotion($0) }
    self.duration = duration
  }

  /// The fraction of the change; it may leave 0...1.
  @inline(__always)
  func way(at fraction: Double) -> Double {
    let fraction = function?.value(at: fraction) ?? fraction
    return spring?.value(at: fraction * duration) ?? fraction
  }
}

/// An animation whose values are up to four numbers that do not depend on the property's own.
///
/// Ten thousand of these run in a frame, so it holds no counted reference.
struct VectorMotion: Sendable {
  let type: AnimatedValue.VectorType
  let pace: Pace
  private let from: SIMD4<Double>
  private let to: SIMD4<Double>
  /// Keyframes, in the place of `from`; the owner of the motion keeps them alive.
  private let curve: Unmanaged<CurveMotion>?
  let isAdditive: Bool
  private let isCumulative: Bool

  init(
    from: SIMD4<Double>,
    to: SIMD4<Double>,
    _ type: AnimatedValue.VectorType,
    _ pace: Pace,
    _ animation: PropertyAnimation
  ) {
    self.type = type
    self.pace = pace
    self.from = from
    self.to = to
    curve = nil
    isAdditive = animation.isAdditive
    isCumulative = animation.isCumulative
  }

  init(_ curve: CurveMotion, _ pace: Pace, _ animation: PropertyAnimation) {
    type = curve.type
    self.pace = pace
    from = .zero
    to = curve.last
    self.curve = Unmanaged.passUnretained(curve)
    isAdditive = animation.isAdditive
    isCumulative = animation.isCumulative
  }

  /// The motion of a basic animation of which both ends are given; nil for others.
  init?(between animation: PropertyAnimation, _ state: AnimationState) {
    guard animation.valueFunction == nil, case .basic(let basic) = animation.kind,
      case .vector(let from, let type)? = basic.fromValue.map({ AnimatedValue(input: $0) }),
      case .vector(let to, let other)? = basic.toValue.map({ AnimatedValue(input: $0) })
    else { return nil }
    let pace = Pace(state.timingFunction, spring: nil, duration: state.timing.duration)
    self.init(from: from, to: to, type.joined(with: other), pace, animation)
  }

  /// A motion that goes nowhere.
  static let none = VectorMotion(
    from: .zero,
    to: .zero,
    .number,
    Pace(nil, spring: nil, duration: 0),
    PropertyAnimation(.row(AnimationTarget(.opacity)), .basic(BasicAnimation()))
  )

  /// The value at a fraction of a cycle, after some whole cycles, before it is added to anything.
  @inline(__always)
  func value(at fraction: Double, cycle: Double) -> SIMD4<Double> {
    let way = pace.way(at: fraction)
    var value: SIMD4<Double>
    if let curve {
      value = curve._withUnsafeGuaranteedRef { $0.value(at: way) }
    } else {
      value = way == 1 ? to : from + (to - from) * way
    }
    if isCumulative && cycle > 0 { value += to * cycle }
    return value
  }

  /// The value as above, and the turn along a path in radians; nil for motions that do not turn.
  func valueAndAngle(
    at fraction: Double,
    cycle: Double
  ) -> (value: SIMD4<Double>, angle: Double?) {
    guard let curve else { return (value(at: fraction, cycle: cycle), nil) }
    let way = pace.way(at: fraction)
    var (value, angle) = curve._withUnsafeGuaranteedRef { $0.pointAndAngle(at: way) }
    if isCumulative && cycle > 0 { value += to * cycle }
    return (value, angle)
  }
}

/// An animation between two matrices that are known.
final class MatrixMotion: Sendable {
  private let from: PreparedValue
  private let to: PreparedValue
  let pace: Pace
  private let isCumulative: Bool

  init(from: PreparedValue, to: PreparedValue, _ pace: Pace, isCumulative: Bool) {
    self.from = from
    self.to = to
    self.pace = pace
    self.isCumulative = isCumulative
  }

  /// The value at a fraction of a cycle, after some whole cycles, before it is added to anything.
  func value(at fraction: Double, cycle: Double) -> AnimatedValue {
    let value = from.interpolated(to: to, pace.way(at: fraction))
    return isCumulative ? value.cumulated(to.value, cycles: cycle) : value
  }
}

/// A basic animation of which not both ends are vectors that are known.
private final class EndsMotion: Sendable {
  let from: PreparedValue?
  let to: PreparedValue?
  let by: AnimatedValue?

  init(from: PreparedValue?, to: PreparedValue?, by: AnimatedValue?) {
    self.from = from
    self.to = to
    self.by = by
  }

  /// Whether the property's value matters.
  var needsBase: Bool { from == nil || to == nil }

  /// The value at a fraction of the way, and where the animation ends.
  func value(at way: Double, base: AnimatedValue) -> (value: AnimatedValue, end: AnimatedValue) {
    switch (from, to) {
    case (let from?, let to?): return (from.interpolated(to: to, way), to.value)
    case (let from?, nil): return (from.interpolated(to: PreparedValue(base), way), base)
    case (nil, let to?): return (PreparedValue(base).interpolated(to: to, way), to.value)
    case (nil, nil):
      guard let by, let end = base.moved(by: by) else { return (base, base) }
      return (PreparedValue(base).interpolated(to: PreparedValue(end), way), end)
    }
  }
}

/// An animation of one property that has no problem, without its timing.
struct PropertyMotion: Sendable {
  private enum Motion: Sendable {
    case vector(VectorMotion)
    case matrix(MatrixMotion)
    case ends(EndsMotion, Pace)
    case values(ValuesMotion, Pace)
  }

  /// The animated property, after the value function is applied.
  let property: AnimatedProperty
  private let motion: Motion
  // Kept for the vector motion.
  private let curve: CurveMotion?
  private let valueFunction: ValueFunction?
  private let isAdditive: Bool
  private let isCumulative: Bool
  /// Whether the layer turns along a path.
  let turnsLayer: Bool
  /// Whether `value` looks at the value that the property has without the animation.
  let needsBase: Bool

  /// - Parameter duration: Of one cycle, in seconds of the animation's own time.
  init(_ animation: PropertyAnimation, duration: Double, timingFunction: TimingFunction?) {
    var property = animation.property
    var function = animation.valueFunction
    // On a member, a function only says which member.
    if case .row(let target) = property, target.member != nil, let member = function?.member {
      property = .row(AnimationTarget(target.property, member))
      function = nil
    }
    self.property = property
    valueFunction = function
    isAdditive = animation.isAdditive
    isCumulative = animation.isCumulative
    turnsLayer = animation.turnsLayer
    func pace(_ spring: Spring? = nil) -> Pace {
      Pace(timingFunction, spring: spring, duration: duration)
    }
    switch animation.kind {
    case .basic(let basic):
      curve = nil
      motion = PropertyMotion.motion(basic, pace(), animation)
    case .spring(let spring):
      curve = nil
      motion = PropertyMotion.motion(spring.ends, pace(spring.spring), animation)
    case .keyframe(let frames):
      (motion, curve) = PropertyMotion.motion(frames, pace(), animation)
    }
    var needsBase = animation.isAdditive
    if case .ends(let ends, _) = motion, ends.needsBase { needsBase = true }
    self.needsBase = needsBase
  }

  private static func motion(
    _ basic: BasicAnimation,
    _ pace: Pace,
    _ animation: PropertyAnimation
  ) -> Motion {
    var from = basic.fromValue.map { AnimatedValue(input: $0) }
    var to = basic.toValue.map { AnimatedValue(input: $0) }
    let by = basic.byValue.map { AnimatedValue(input: $0) }
    // The ends that do not depend on the property's value are worked out once.
    if to == nil, let from, let by { to = from.moved(by: by) ?? from }
    if from == nil, let to, let by { from = to.moved(backBy: by) ?? to }
    // Hiding has nothing in between: it shows its end with the next frame.
    if animation.property == .row(AnimationTarget(.hidden)) { from = to }
    if case .vector(let from, let type)? = from, case .vector(let to, let other)? = to {
      let common = type.joined(with: other)
      return .vector(VectorMotion(from: from, to: to, common, pace, animation))
    }
    if case .transform? = from, case .transform? = to, let from, let to {
      let (start, end) = (PreparedValue(from), PreparedValue(to))
      let isCumulative = animation.isCumulative
      return .matrix(MatrixMotion(from: start, to: end, pace, isCumulative: isCumulative))
    }
    let ends = EndsMotion(
      from: from.map { PreparedValue($0) },
      to: to.map { PreparedValue($0) },
      by: by
    )
    return .ends(ends, pace)
  }

  private static func motion(
    _ frames: KeyframeAnimation,
    _ pace: Pace,
    _ animation: PropertyAnimation
  ) -> (Motion, CurveMotion?) {
    func moving(on curve: CurveMotion) -> (Motion, CurveMotion?) {
      (.vector(VectorMotion(curve, pace, animation)), curve)
    }
    if let path = frames.path {
      let isSize = animation.property.valueType == .size
      return moving(on: CurveMotion(frames, path: path, isSize ? .size : .point))
    }
    let values = frames.values.map { AnimatedValue(input: $0) }
    var keys: [SIMD4<Double>] = []
    var type: AnimatedValue.VectorType?
    var isMixed = false
    for case .vector(let key, let keyType) in values {
      keys.append(key)
      if case .color? = type, type != keyType { isMixed = true }
      type = keyType
    }
    // Colours of unlike headrooms have that of their own step.
    if let type, keys.count == values.count, !isMixed || frames.calculationMode.isCubic {
      let type = values.reduce(type) { type, value in
        if case .vector(_, let other) = value { type.joined(with: other) } else { type }
      }
      return moving(on: CurveMotion(frames, keys: keys, type))
    }
    return (.values(ValuesMotion(frames, values.map { PreparedValue($0) }), pace), nil)
  }

  /// The motion, if it gives up to four numbers that no function makes something else of.
  var vector: VectorMotion? {
    guard valueFunction == nil, case .vector(let motion) = motion else { return nil }
    return motion
  }

  /// The motion, if it goes between two known matrices and replaces the present value.
  var matrix: MatrixMotion? {
    guard valueFunction == nil, !isAdditive, case .matrix(let motion) = motion else { return nil }
    return motion
  }

  /// The numbers on the way between two lists of as many that are known; nil for other motions.
  func numbers(at fraction: Double, cycle: Double) -> MixedNumbers? {
    guard valueFunction == nil, !isAdditive, !isCumulative else { return nil }
    switch motion {
    case .vector, .matrix: return nil
    case .ends(let ends, let pace):
      guard let from = ends.from, let to = ends.to else { return nil }
      return MixedNumbers(from, to, pace.way(at: fraction))
    case .values(let values, let pace):
      guard let (from, to, part) = values.step(at: pace.way(at: fraction)) else { return nil }
      return MixedNumbers(from, to, part)
    }
  }

  /// The value at a fraction of a cycle, after some whole cycles.
  ///
  /// - Parameter base: The property's value without the animation; anything if it needs none.
  func value(at fraction: Double, cycle: Double, base: AnimatedValue) -> AnimatedValue {
    guard let valueFunction else {
      let value = rawValue(at: fraction, cycle: cycle, base: base)
      guard isAdditive else { return value }
      if case .filter = property { return value.moved(by: base) ?? value }
      return value.adding(base) ?? value
    }
    var input = SIMD4<Double>.zero
    let baseMatrix = base.matrix ?? .identity
    if needsBase { input = valueFunction.input(baseMatrix) }
    let type: AnimatedValue.VectorType = valueFunction.inputCount == 3 ? .triple : .number
    let value = rawValue(at: fraction, cycle: cycle, base: .vector(input, type))
    guard case .vector(let result, _) = value else { return base }
    let matrix = valueFunction.matrix(result)
    return .transform(isAdditive ? matrix * baseMatrix : matrix)
  }

  /// The turn of the layer in radians; nil for motions that do not turn it.
  func angle(at fraction: Double) -> Double? {
    vector?.valueAndAngle(at: fraction, cycle: 0).angle
  }

  /// The value before it is added to anything.
  private func rawValue(at fraction: Double, cycle: Double, base: AnimatedValue) -> AnimatedValue {
    let isRepeated = isCumulative && cycle > 0
    switch motion {
    case .vector(let motion):
      return .vector(motion.value(at: fraction, cycle: cycle), motion.type)
    case .matrix(let motion): return motion.value(at: fraction, cycle: cycle)
    case .ends(let ends, let pace):
      let (value, end) = ends.value(at: pace.way(at: fraction), base: base)
      return isRepeated ? value.cumulated(end, cycles: cycle) : value
    case .values(let values, let pace):
      let value = values.value(at: pace.way(at: fraction))
      return isRepeated ? value.cumulated(values.last, cycles: cycle) : value
    }
  }
}

extension AnimatedValue {
  /// A value of an animation: as `init(_:)`, but three numbers are the input of a value function.
  init(input value: PropertyValue) {
    if case .numbers(let numbers) = value, numbers.count == 3 {
      self = .vector(SIMD4(numbers[0], numbers[1], numbers[2], 0), .triple)
    } else {
      self.init(value)
    }
  }

  fileprivate var matrix: Matrix4x4? {
    if case .transform(let matrix) = self { matrix } else { nil }
  }
}

/// Numbers on the way from one list to another, without a list of their own.
struct MixedNumbers {
  private let from: [Double]
  private let to: [Double]
  private let fraction: Double

  /// Nil for values that are no lists of as many numbers.
  init?(_ from: PreparedValue, _ to: PreparedValue, _ fraction: Double) {
    guard case .discrete(.numbers(let from)) = from.value,
      case .discrete(.numbers(let to)) = to.value, from.count == to.count
    else { return nil }
    (self.from, self.to, self.fraction) = (from, to, fraction)
  }

  var count: Int { from.count }

  func number(_ index: Int) -> Double {
    // The ends are exact.
    if fraction == 0 { return from[index] }
    if fraction == 1 { return to[index] }
    return from[index] + (to[index] - from[index]) * fraction
  }
}
