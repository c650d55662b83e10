// Properties that change with time: a value, or keyframes of one.
// Licensed under the MIT license; see LICENSE.

/// A value between two others.
protocol Mixable: Equatable, Sendable {
  /// - Parameter share: The share of each component; values without components take the first.
  static func mix(_ start: Self, _ end: Self, _ share: SIMD4<Double>) -> Self

  /// The value on a curve in space, for those that are points.
  static func point(_ curve: SpatialCurve, at share: Double) -> Self?

  /// Whether nothing lies between two values, as paths of different structure.
  static func jumps(_ start: Self, _ end: Self) -> Bool
}

extension Mixable {
  static func point(_ curve: SpatialCurve, at share: Double) -> Self? { nil }
  static func jumps(_ start: Self, _ end: Self) -> Bool { false }
}

extension SIMD4: Mixable where Scalar == Double {
  static func mix(_ start: Self, _ end: Self, _ share: SIMD4<Double>) -> Self {
    start + (end - start) * share
  }

  static func point(_ curve: SpatialCurve, at share: Double) -> Self? { curve.point(at: share) }
}

/// Numbers of any count, such as those of gradients.
struct NumberList: Mixable {
  var numbers: [Double]

  init(numbers: [Double]) {
    self.numbers = numbers
  }

  /// The four components of a vector.
  init(_ vector: SIMD4<Double>) {
    numbers = [vector.x, vector.y, vector.z, vector.w]
  }

  /// The vector of the first four numbers, which must be there.
  var vector: SIMD4<Double> { SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]) }

  static func mix(_ start: Self, _ end: Self, _ share: SIMD4<Double>) -> Self {
    var numbers = start.numbers.count >= end.numbers.count ? start.numbers : end.numbers
    for (index, pair) in zip(start.numbers, end.numbers).enumerated() {
      numbers[index] = pair.0 + (pair.1 - pair.0) * share.x
    }
    return NumberList(numbers: numbers)
  }
}

/// A property's value over the frames of its list.
struct Track<Value: Mixable>: Sendable {
  struct Key: Sendable {
    /// The frame.
    var time: Double
    var value: Value
    /// Whether the value stays until the next key.
    var isHold = false
    /// The timing of the step to the next key: one, or one for each component.
    var easings: [Easing] = [.linear]
    /// The way to the next key, if it is no straight line.
    var curve: SpatialCurve?
  }

  /// The value, if there are no keys.
  var constant: Value
  /// In ascending order of their times.
  var keys: [Key] = []

  init(_ constant: Value) {
    self.constant = constant
  }

  init(keys: [Key], else constant: Value) {
    self.constant = keys.count == 1 ? keys[0].value : constant
    self.keys = keys.count > 1 ? keys : []
  }

  /// Whether the value ever changes.
  var isAnimated: Bool {
    keys.count > 1 && keys.contains { $0.value != keys[0].value || $0.curve != nil }
  }

  /// The value at the beginning of time.
  var first: Value { keys.first?.value ?? constant }

  /// The frames of the first and the last key; nil if the value never changes.
  var span: ClosedRange<Double>? {
    guard isAnimated, let first = keys.first, let last = keys.last else { return nil }
    return first.time...last.time
  }

  /// The value at a frame, which may lie between whole ones.
  func value(at frame: Double) -> Value {
    guard !keys.isEmpty else { return constant }
    guard frame >= keys[0].time else { return keys[0].value }
    var (low, high) = (0, keys.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if keys[middle].time <= frame { low = middle } else { high = middle }
    }
    let key = keys[low]
    guard low + 1 < keys.count, !key.isHold else { return key.value }
    let next = keys[low + 1]
    if Value.jumps(key.value, next.value) { return key.value }
    let share = (frame - key.time) / (next.time - key.time)
    let first = (key.easings.first ?? .linear).value(at: share)
    if let curve = key.curve, let point = Value.point(curve, at: first) { return point }
    var shares = SIMD4<Double>(repeating: first)
    for index in 1..<4 where index < key.easings.count {
      shares[index] = key.easings[index].value(at: share)
    }
    return Value.mix(key.value, next.value, shares)
  }
}

/// Numbers, points, sizes and colours.
typealias NumberTrack = Track<SIMD4<Double>>

extension Track<SIMD4<Double>> {
  init(_ number: Double) {
    self.init(SIMD4(number, 0, 0, 0))
  }

  func number(at frame: Double) -> Double { value(at: frame).x }

  func point(at frame: Double) -> SIMD2<Double> {
    let value = value(at: frame)
    return SIMD2(value.x, value.y)
  }

  /// Whether each step has one timing for all components, and is a straight line.
  var isUniform: Bool {
    keys.allSatisfy { key in
      key.curve == nil && key.easings.dropFirst().allSatisfy { $0 == key.easings[0] }
    }
  }

  /// The track with other values at its keys, which `body` makes by a linear map.
  func mapped(_ body: (SIMD4<Double>) -> SIMD4<Double>) -> NumberTrack {
    var result = NumberTrack(body(constant))
    result.keys = keys.map { key in
      var key = key
      key.value = body(key.value)
      return key
    }
    return result
  }

  /// One component as a track of its own.
  func component(_ index: Int) -> NumberTrack {
    var result = NumberTrack(constant[index])
    result.keys = keys.map { key in
      let easing = index < key.easings.count ? key.easings[index] : key.easings.first ?? .linear
      return Key(
        time: key.time,
        value: SIMD4(key.value[index], 0, 0, 0),
        isHold: key.isHold,
        easings: [easing]
      )
    }
    return result
  }
}
