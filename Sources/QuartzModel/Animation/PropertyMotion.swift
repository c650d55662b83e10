// An animation of one property, prepared so that evaluating it allocates nothing.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// The values of a basic animation, prepared.
private final class EndsMotion: Sendable {
  let from: PreparedValue?
  let to: PreparedValue?
  let by: AnimatedValue?

  init(from: AnimatedValue?, to: AnimatedValue?, by: AnimatedValue?) {
    let from = from.map { PreparedValue($0) }
    let to = to.map { PreparedValue($0) }
    // The ends that do not depend on the property's value are worked out once.
    switch (from, to, by) {
    case (let start?, nil, let by?):
      (self.from, self.to, self.by) = (start, start.value.adding(by).map { PreparedValue($0) }, nil)
    case (nil, let end?, let by?):
      let start = end.value.subtracting(by)
      (self.from, self.to, self.by) = (start.map { PreparedValue($0) }, end, nil)
    default: (self.from, self.to, self.by) = (from, to, by)
    }
  }

  /// Whether the property's value matters.
  var needsBase: Bool { from == nil || to == nil }

  /// The value at a fraction, and where the animation ends.
  func value(at fraction: Double, base: AnimatedValue) -> (value: AnimatedValue, end: AnimatedValue)
  {
    switch (from, to) {
    case (let from?, let to?): return (from.interpolated(to: to, fraction), to.value)
    case (let from?, nil):
      return (from.interpolated(to: PreparedValue(base), fraction), base)
    case (nil, let to?):
      return (PreparedValue(base).interpolated(to: to, fraction), to.value)
    case (nil, nil):
      guard let by, let end = base.adding(by) else { return (base, base) }
      return (PreparedValue(base).interpolated(to: PreparedValue(end), fraction), end)
    }
  }
}

/// An animation of one property that has no problem, without its timing.
struct PropertyMotion: Sendable {
  private enum Motion: Sendable {
    /// Between two vectors that are known.
    case vector(SIMD4<Double>, SIMD4<Double>, AnimatedValue.VectorType)
    case ends(EndsMotion)
    case curve(CurveMotion)
    case values(ValuesMotion)
  }

  /// The row, if it is one, and the member, after the value function had its say.
  let property: AnimatedProperty
  private let motion: Motion
  private let spring: SpringMotion?
  private let duration: Double
  private let timingFunction: TimingFunction?
  private let valueFunction: ValueFunction?
  private let isAdditive: Bool
  private let isCumulative: Bool
  /// Whether the layer turns along a path.
  let turnsLayer: Bool
  /// Whether `value` looks at the value that the property has without the animation.
  let needsBase: Bool

  /// - Parameter duration: Of one cycle, in seconds of the animation's own time.
  init(_ animation: PropertyAnimation, duration: Double, timingFunction: TimingFunction?) {
    self.duration = duration
    self.timingFunction = timingFunction == .linear ? nil : timingFunction
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
    switch animation.kind {
    case .basic(let basic):
      spring = nil
      motion = PropertyMotion.motion(basic)
    case .spring(let animation):
      spring = SpringMotion(animation.spring)
      motion = PropertyMotion.motion(animation.ends)
    case .keyframe(let frames):
      spring = nil
      motion = PropertyMotion.motion(frames)
    }
    var needsBase = animation.isAdditive
    if case .ends(let ends) = motion, ends.needsBase { needsBase = true }
    self.needsBase = needsBase
  }

  private static func motion(_ basic: BasicAnimation) -> Motion {
    let ends = EndsMotion(
      from: basic.fromValue.map { AnimatedValue(input: $0) },
      to: basic.toValue.map { AnimatedValue(input: $0) },
      by: basic.byValue.map { AnimatedValue(input: $0) }
    )
    if case .vector(let from, let type) = ends.from?.value, case .vector(let to, _) = ends.to?.value
    {
      return .vector(from, to, type)
    }
    return .ends(ends)
  }

  private static func motion(_ frames: KeyframeAnimation) -> Motion {
    if let path = frames.path { return .curve(CurveMotion(frames, path: path)) }
    let values = frames.values.map { AnimatedValue(input: $0) }
    var keys: [SIMD4<Double>] = []
    var type: AnimatedValue.VectorType?
    for case .vector(let key, let keyType) in values {
      keys.append(key)
      type = keyType
    }
    if let type, keys.count == values.count {
      return .curve(CurveMotion(frames, keys: keys, type))
    }
    return .values(ValuesMotion(frames, values.map { PreparedValue($0) }))
  }

  /// The fraction of the way at a fraction of the cycle.
  @inline(__always)
  private func way(_ fraction: Double) -> Double {
    let fraction = timingFunction?.value(at: fraction) ?? fraction
    return spring?.value(at: fraction * duration) ?? fraction
  }

  /// The value at a fraction of a cycle, after some whole cycles.
  ///
  /// - Parameter base: The property's value without the animation; anything if it needs none.
  func value(at fraction: Double, cycle: Double, base: AnimatedValue) -> AnimatedValue {
    guard let valueFunction else {
      let value = rawValue(at: way(fraction), cycle: cycle, base: base)
      return isAdditive ? value.adding(base) ?? value : value
    }
    var input = SIMD4<Double>.zero
    let baseMatrix = base.matrix ?? .identity
    if needsBase { input = valueFunction.input(baseMatrix) }
    let type: AnimatedValue.VectorType = valueFunction.inputCount == 3 ? .triple : .number
    let value = rawValue(at: way(fraction), cycle: cycle, base: .vector(input, type))
    guard case .vector(let result, _) = value else { return base }
    let matrix = valueFunction.matrix(result)
    return .transform(isAdditive ? matrix * baseMatrix : matrix)
  }

  /// The value before it is added to anything.
  @inline(__always)
  private func rawValue(at way: Double, cycle: Double, base: AnimatedValue) -> AnimatedValue {
    let isRepeated = isCumulative && cycle > 0
    switch motion {
    case .vector(let from, let to, let type):
      var value = way == 1 ? to : from + (to - from) * way
      if isRepeated { value += to * cycle }
      return .vector(value, type)
    case .curve(let curve):
      var value = curve.value(at: way)
      if isRepeated { value += curve.last * cycle }
      return .vector(value, curve.type)
    case .ends(let ends):
      let (value, end) = ends.value(at: way, base: base)
      return isRepeated ? value.cumulated(end, cycles: cycle) : value
    case .values(let values):
      let value = values.value(at: way)
      return isRepeated ? value.cumulated(values.last, cycles: cycle) : value
    }
  }

  /// The turn of the layer in radians; nil for motions that do not turn it.
  func angle(at fraction: Double) -> Double? {
    guard turnsLayer, case .curve(let curve) = motion else { return nil }
    return curve.angle(at: way(fraction))
  }
}

extension AnimatedValue {
  /// A value of an animation: as `init(_:)`, but three numbers are the input of a value function.
  fileprivate init(input value: PropertyValue) {
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
