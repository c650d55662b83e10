// An attached animation, prepared so that evaluating it allocates nothing.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// A value that can be mixed with another of its type.
package enum AnimatedValue: Sendable {
  /// Numbers, points, sizes, rectangles and colours: up to four components, the rest zero.
  case vector(SIMD4<Double>, VectorType)
  case transform(Matrix4x4, TransformParts?)
  /// Everything that has nothing in between.
  case discrete(PropertyValue)

  package enum VectorType: Sendable {
    case number, point, size, rect, color
  }

  package init(_ value: PropertyValue) {
    switch value {
    case .number(let number): self = .vector(SIMD4(number, 0, 0, 0), .number)
    case .point(let point): self = .vector(SIMD4(point.x, point.y, 0, 0), .point)
    case .size(let size): self = .vector(SIMD4(size.width, size.height, 0, 0), .size)
    case .rect(let rect): self = .vector(SIMD4(rect.x, rect.y, rect.width, rect.height), .rect)
    case .color(let c): self = .vector(SIMD4(c.red, c.green, c.blue, c.alpha), .color)
    case .transform(let box): self = .transform(box.matrix, TransformParts(box.matrix))
    default: self = .discrete(value)
    }
  }

  /// As `init(_:)`, but a matrix is taken apart only when it is mixed.
  init(unprepared value: PropertyValue) {
    if case .transform(let box) = value {
      self = .transform(box.matrix, nil)
    } else {
      self.init(value)
    }
  }

  /// The value at a fraction of the way from this one to `end`.
  func interpolated(to end: AnimatedValue, _ fraction: Double) -> AnimatedValue {
    if fraction == 0 { return self }
    if fraction == 1 { return end }
    switch (self, end) {
    case (.vector(let a, let type), .vector(let b, _)):
      return .vector(a + (b - a) * fraction, type)
    case (.transform(let a, let aParts), .transform(let b, let bParts)):
      if let aParts = aParts ?? TransformParts(a), let bParts = bParts ?? TransformParts(b) {
        let parts = aParts.interpolated(to: bParts, fraction)
        return .transform(parts.matrix, parts)
      }
      // A matrix that cannot be taken apart: element by element.
      return .transform(
        Matrix4x4(
          a.row1 + (b.row1 - a.row1) * fraction,
          a.row2 + (b.row2 - a.row2) * fraction,
          a.row3 + (b.row3 - a.row3) * fraction,
          a.row4 + (b.row4 - a.row4) * fraction
        ),
        nil
      )
    // No colour is the other colour, transparent.
    case (.discrete(.null), .vector(let b, .color)):
      return .vector(SIMD4(b.x, b.y, b.z, b.w * fraction), .color)
    case (.vector(let a, .color), .discrete(.null)):
      return .vector(SIMD4(a.x, a.y, a.z, a.w * (1 - fraction)), .color)
    default: return fraction < 0.5 ? self : end
    }
  }

  /// The sum of two values, a product for transforms (this one applies first); nil if there is none.
  func adding(_ other: AnimatedValue) -> AnimatedValue? {
    switch (self, other) {
    case (.vector(let a, let type), .vector(let b, _)): .vector(a + b, type)
    case (.transform(let a, _), .transform(let b, _)): .transform(a * b, TransformParts(a * b))
    default: nil
    }
  }

  /// The difference of two vectors; nil for everything else.
  private func subtracting(_ other: AnimatedValue) -> AnimatedValue? {
    switch (self, other) {
    case (.vector(let a, let type), .vector(let b, _)): .vector(a - b, type)
    case (.transform(let a, _), .transform(let b, _)):
      b.inverse.map { .transform(a * $0, TransformParts(a * $0)) }
    default: nil
    }
  }

  /// The value `cycles` times over, for cumulative animations.
  private func repeated(_ cycles: Double) -> AnimatedValue? {
    switch self {
    case .vector(let a, let type): .vector(a * cycles, type)
    default: nil
    }
  }

  package var propertyValue: PropertyValue {
    switch self {
    case .vector(let v, .number): .number(v.x)
    case .vector(let v, .point): .point(Point(v.x, v.y))
    case .vector(let v, .size): .size(Size(v.x, v.y))
    case .vector(let v, .rect): .rect(Rect(v.x, v.y, v.z, v.w))
    case .vector(let v, .color): .color(Color(v.x, v.y, v.z, v.w))
    case .transform(let matrix, _): .transform(matrix)
    case .discrete(let value): value
    }
  }

  /// What a basic animation runs between, given the property's value without it.
  static func ends(
    of basic: BasicEnds,
    base: AnimatedValue
  ) -> (from: AnimatedValue, to: AnimatedValue)? {
    switch (basic.from, basic.to, basic.by) {
    case (let from?, let to?, _): (from, to)
    case (let from?, nil, let by?): from.adding(by).map { (from, $0) }
    case (nil, let to?, let by?): to.subtracting(by).map { ($0, to) }
    case (let from?, nil, nil): (from, base)
    case (nil, let to?, nil): (base, to)
    case (nil, nil, let by?): base.adding(by).map { (base, $0) }
    case (nil, nil, nil): nil
    }
  }

  func cumulated(_ last: AnimatedValue, cycles: Double) -> AnimatedValue {
    guard cycles > 0, let sum = last.repeated(cycles), let value = adding(sum) else { return self }
    return value
  }
}

/// The values of a basic animation, prepared.
struct BasicEnds: Sendable {
  var from: AnimatedValue?
  var to: AnimatedValue?
  var by: AnimatedValue?
}

/// An animation attached to a layer, prepared for evaluation.
package struct AnimationTrack: Sendable {
  package let key: String
  package let state: AnimationState
  private let shape: Shape

  private enum Shape: Sendable {
    case basic(BasicEnds)
    case keyframes(ContiguousArray<AnimatedValue>, times: ContiguousArray<Double>)
    /// A malformed animation: the layer shows its model value.
    case none
  }

  /// Why the animation has no effect, if it has none.
  package let problem: String?

  package init(key: String, state: AnimationState) {
    self.key = key
    self.state = state
    let problem = AnimationTrack.problem(state)
    self.problem = problem
    if problem != nil {
      shape = .none
      return
    }
    switch state.kind {
    case .basic(let basic):
      shape = .basic(
        BasicEnds(
          from: basic.fromValue.map { AnimatedValue($0) },
          to: basic.toValue.map { AnimatedValue($0) },
          by: basic.byValue.map { AnimatedValue($0) }
        )
      )
    case .keyframe(let frames):
      shape = .keyframes(
        ContiguousArray(frames.values.map { AnimatedValue($0) }),
        times: AnimationTrack.times(frames)
      )
    }
  }

  private static func problem(_ state: AnimationState) -> String? {
    guard PropertyTable[state.target.property].isAnimatable else {
      return "the property does not animate"
    }
    guard state.timing.isValid else { return "its timing is not finite or negative" }
    if let function = state.timingFunction, !function.isValid {
      return "its timing function leaves 0...1"
    }
    let type = state.target.valueType
    switch state.kind {
    case .basic(let basic):
      let values = [basic.fromValue, basic.toValue, basic.byValue].compactMap { $0 }
      return values.lazy.compactMap { problem($0, type) }.first
    case .keyframe(let frames):
      guard !frames.values.isEmpty else { return "it has no keyframes" }
      if let problem = frames.values.lazy.compactMap({ problem($0, type) }).first { return problem }
      if frames.timingFunctions.contains(where: { !$0.isValid }) {
        return "a timing function leaves 0...1"
      }
      guard let times = frames.keyTimes else { return nil }
      let count = frames.values.count + (frames.calculationMode == .discrete ? 1 : 0)
      guard times.count >= count else { return "\(times.count) key times, \(count) needed" }
      guard zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }),
        times.allSatisfy({ (0...1).contains($0) })
      else { return "its key times do not ascend within 0...1" }
      return nil
    }
  }

  private static func problem(_ value: PropertyValue, _ type: ValueType) -> String? {
    guard value.fits(type) else { return "a value has the wrong type" }
    return value.isFinite ? nil : "a value is not finite"
  }

  private static func times(_ frames: KeyframeAnimation) -> ContiguousArray<Double> {
    if let times = frames.keyTimes { return ContiguousArray(times) }
    let count = frames.values.count
    let steps = Double(frames.calculationMode == .discrete ? count : max(count - 1, 1))
    return ContiguousArray((0...count).map { Double($0) / steps })
  }

  /// The animation's value at a time of the layer's clock, or nil where it has no effect.
  ///
  /// `base` is the value of the target without this animation.
  package func value(at layerTime: Double, base: AnimatedValue) -> AnimatedValue? {
    guard let (rawFraction, cycle) = state.timing.progress(at: layerTime) else { return nil }
    let fraction = state.timingFunction?.value(at: rawFraction) ?? rawFraction
    var value: AnimatedValue
    var last: AnimatedValue
    switch shape {
    case .none: return nil
    case .basic(let basic):
      guard let (from, to) = AnimatedValue.ends(of: basic, base: base) else { return nil }
      value = from.interpolated(to: to, fraction)
      last = to
    case .keyframes(let values, let times):
      value = frame(values, times, fraction)
      last = values[values.count - 1]
    }
    if state.isCumulative { value = value.cumulated(last, cycles: cycle) }
    if state.isAdditive { value = value.adding(base) ?? value }
    return value
  }

  private func frame(
    _ values: ContiguousArray<AnimatedValue>,
    _ times: ContiguousArray<Double>,
    _ fraction: Double
  ) -> AnimatedValue {
    guard case .keyframe(let frames) = state.kind, values.count > 1 else { return values[0] }
    var index = 0
    if frames.calculationMode == .discrete {
      while index + 1 < values.count && times[index + 1] <= fraction { index += 1 }
      return values[index]
    }
    // A timing function may leave 0...1; the first and last step go on beyond their ends.
    while index + 2 < values.count && times[index + 1] <= fraction { index += 1 }
    let (start, end) = (times[index], times[index + 1])
    guard end > start else { return fraction < end ? values[index] : values[index + 1] }
    var part = (fraction - start) / (end - start)
    if index < frames.timingFunctions.count && (0...1).contains(part) {
      part = frames.timingFunctions[index].value(at: part)
    }
    if frames.keyTimes != nil { part = min(max(part, 0), 1) }
    return values[index].interpolated(to: values[index + 1], part)
  }
}

extension PropertyValue {
  /// Whether all numbers in it are finite.
  package var isFinite: Bool {
    switch self {
    case .number(let number): number.isFinite
    case .point(let point): point.x.isFinite && point.y.isFinite
    case .size(let size): size.width.isFinite && size.height.isFinite
    case .rect(let rect): rect.isFinite
    case .color(let c): (c.red + c.green + c.blue + c.alpha).isFinite
    case .transform(let box): box.matrix.isFinite
    case .path(let box): box.path.points.allSatisfy { $0.x.isFinite && $0.y.isFinite }
    case .pattern(let box): box.cell.isFinite
    case .null, .bool, .integer, .string, .image, .name: true
    }
  }
}
