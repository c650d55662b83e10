// Values in motion: the values that can be mixed with others of their type, and how.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// A value that an animation gives.
package enum AnimatedValue: Sendable {
  /// Numbers, points, sizes, rectangles and colours: up to four components, the rest zero.
  case vector(SIMD4<Double>, VectorType)
  case transform(Matrix4x4)
  /// `from` with `to` over it, as opaque as `fraction` in 0...1 says; `.none` shows nothing.
  case crossFade(from: ImageID, to: ImageID, fraction: Double)
  /// Two of a list of names, of which the second shows by `fraction` in 0...1.
  ///
  /// As a value it is the nearer one.
  case names(from: UInt8, to: UInt8, fraction: Double)
  /// Everything else; some of it can be mixed all the same.
  case discrete(PropertyValue)

  package enum VectorType: Equatable, Sendable {
    case number, point, size, rect
    /// As `Color` has it; 0 for none.
    case color(headroom: Float)
    /// Three numbers, the argument of a value function.
    case triple

    /// The type of what is made of values of two types: of the headrooms of colours, the greater
    /// one.
    @inline(__always)
    func joined(with other: VectorType) -> VectorType {
      guard case .color(let a) = self, case .color(let b) = other, b > a else { return self }
      return other
    }
  }

  package init(_ value: PropertyValue) {
    switch value {
    case .number(let number): self = .vector(SIMD4(number, 0, 0, 0), .number)
    case .point(let point): self = .vector(SIMD4(point.x, point.y, 0, 0), .point)
    case .size(let size): self = .vector(SIMD4(size.width, size.height, 0, 0), .size)
    case .rect(let rect): self = .vector(SIMD4(rect.x, rect.y, rect.width, rect.height), .rect)
    case .color(let c):
      self = .vector(SIMD4(c.red, c.green, c.blue, c.alpha), .color(headroom: c.headroom))
    case .transform(let box): self = .transform(box.matrix)
    case .null, .bool, .integer, .string, .image, .path, .pattern, .name, .numbers, .colors,
      .cells, .filters:
      self = .discrete(value)
    }
  }

  /// The value as a property has it; of two images, the one that shows more.
  package var propertyValue: PropertyValue {
    switch self {
    case .vector(let v, let type): type.value(v)
    case .transform(let matrix): .transform(matrix)
    case .crossFade(let from, let to, let fraction):
      (fraction < 0.5 ? from : to).rawValue == 0 ? .null : .image(fraction < 0.5 ? from : to)
    case .names(let from, let to, let fraction): .name(fraction < 0.5 ? from : to)
    case .discrete(let value): value
    }
  }

  /// The value at a fraction of the way to another one; the way goes on beyond 0 and 1.
  package func mixed(with end: AnimatedValue, _ fraction: Double) -> AnimatedValue {
    PreparedValue(self).interpolated(to: PreparedValue(end), fraction)
  }

  /// The sum of two values, a product for transforms (this one applies first); nil if there is
  /// none.
  func adding(_ other: AnimatedValue) -> AnimatedValue? {
    switch (self, other) {
    case (.vector(let a, let type), .vector(let b, let other)):
      .vector(a + b, type.joined(with: other))
    case (.transform(let a), .transform(let b)): .transform(a * b)
    default: nil
    }
  }

  /// This value and then `other`, as `byValue` means it; nil if there is no sum.
  ///
  /// The parts of transforms add up: translations, scales and skews, and one rotation goes after
  /// the other. Numbers of lists and points of paths add up where there are as many.
  func moved(by other: AnimatedValue) -> AnimatedValue? {
    combined(other, 1) { $0.adding($1) }
  }

  /// The value that `moved(by: other)` makes this one of; nil if there is none.
  func moved(backBy other: AnimatedValue) -> AnimatedValue? {
    combined(other, -1) { $0.removing($1) }
  }

  private func combined(
    _ other: AnimatedValue,
    _ weight: Double,
    _ transforms: (TransformParts, TransformParts) -> TransformParts
  ) -> AnimatedValue? {
    switch (self, other) {
    case (.vector(let a, let type), .vector(let b, let other)):
      return .vector(a + b * weight, type.joined(with: other))
    case (.transform(let a), .transform(let b)):
      guard let a = TransformParts(nearest: a), let b = TransformParts(nearest: b) else {
        return nil
      }
      return .transform(transforms(a, b).matrix)
    case (.discrete(let a), .discrete(let b)): return a.sum(b, weight).map { .discrete($0) }
    default: return nil
    }
  }

  /// The value after whole cycles that each ended at `last`.
  func cumulated(_ last: AnimatedValue, cycles: Double) -> AnimatedValue {
    guard cycles > 0 else { return self }
    switch (self, last) {
    case (.vector(let a, let type), .vector(let b, let other)):
      return .vector(a + b * cycles, type.joined(with: other))
    case (.transform(let a), .transform(let b)):
      return .transform(a * b.power(cycles))
    default: return self
    }
  }
}

extension AnimatedValue.VectorType {
  /// The components as a property has them.
  @inline(__always)
  func value(_ v: SIMD4<Double>) -> PropertyValue {
    switch self {
    case .number: .number(v.x)
    case .point: .point(Point(v.x, v.y))
    case .size: .size(Size(v.x, v.y))
    case .rect: .rect(Rect(v.x, v.y, v.z, v.w))
    case .color(let headroom): .color(Color(v.x, v.y, v.z, v.w, headroom: headroom))
    case .triple: .numbers([v.x, v.y, v.z])
    }
  }
}

extension AnimatedValue: Equatable {
  package static func == (left: AnimatedValue, right: AnimatedValue) -> Bool {
    switch (left, right) {
    case (.vector(let a, let s), .vector(let b, let t)): a == b && s == t
    case (.transform(let a), .transform(let b)): a == b
    case (.crossFade(let a, let b, let f), .crossFade(let c, let d, let g)):
      a == c && b == d && f == g
    case (.names(let a, let b, let f), .names(let c, let d, let g)):
      a == c && b == d && f == g
    case (.discrete(let a), .discrete(let b)): a == b
    default: false
    }
  }
}

/// A value, prepared for mixing.
struct PreparedValue: Sendable {
  let value: AnimatedValue
  /// The parts of a matrix that can be taken apart.
  let parts: TransformParts?

  init(_ value: AnimatedValue) {
    self.value = value
    if case .transform(let matrix) = value {
      parts = TransformParts(matrix)
    } else {
      parts = nil
    }
  }

  /// The value at a fraction of the way from this one to `end`; the way goes on beyond 0 and 1.
  ///
  /// Images are faded into one another, within 0...1. Values with nothing in between jump half-way.
  func interpolated(to end: PreparedValue, _ fraction: Double) -> AnimatedValue {
    if fraction == 0 { return value }
    if fraction == 1 { return end.value }
    switch (value, end.value) {
    case (.vector(let a, let type), .vector(let b, let other)):
      return .vector(a + (b - a) * fraction, type.joined(with: other))
    case (.transform(let a), .transform(let b)):
      if let parts, let endParts = end.parts {
        return .transform(parts.interpolated(to: endParts, fraction).matrix)
      }
      // A matrix that cannot be taken apart: element by element.
      return .transform(a.mixed(with: b, fraction))
    // No colour is the other colour, transparent.
    case (.discrete(.null), .vector(let b, .color(let headroom))):
      return .vector(SIMD4(b.x, b.y, b.z, b.w * fraction), .color(headroom: headroom))
    case (.vector(let a, .color(let headroom)), .discrete(.null)):
      return .vector(SIMD4(a.x, a.y, a.z, a.w * (1 - fraction)), .color(headroom: headroom))
    case (.discrete(let a), .discrete(let b)):
      return a.mixed(with: b, fraction) ?? (fraction < 0.5 ? value : end.value)
    default: return fraction < 0.5 ? value : end.value
    }
  }

  /// How far it is to another value, in the sense of the paced modes.
  func distance(to end: PreparedValue) -> Double {
    switch (value, end.value) {
    case (.vector(let a, _), .vector(let b, _)):
      return ((b - a) * (b - a)).sum().squareRoot()
    case (.transform(let a), .transform(let b)):
      let rows = (a.row1 - b.row1, a.row2 - b.row2, a.row3 - b.row3, a.row4 - b.row4)
      var squares = rows.0 * rows.0
      squares += rows.1 * rows.1
      squares += rows.2 * rows.2
      squares += rows.3 * rows.3
      return squares.sum().squareRoot()
    default: return value == end.value ? 0 : 1
    }
  }
}

extension PropertyValue {
  /// The value and `weight` times another one of as many numbers; nil if that is nothing.
  fileprivate func sum(_ other: PropertyValue, _ weight: Double) -> PropertyValue? {
    switch (self, other) {
    case (.integer(let a), .integer(let b)):
      let (sum, overflows) =
        weight < 0 ? a.subtractingReportingOverflow(b) : a.addingReportingOverflow(b)
      return overflows ? nil : .integer(sum)
    case (.numbers(let a), .numbers(let b)) where a.count == b.count:
      return .numbers(zip(a, b).map { $0 + $1 * weight })
    case (.colors, .colors), (.colors, .numbers), (.numbers, .colors):
      return joined(other) { $0 + $1 * weight }
    case (.path(let a), .path(let b)):
      return a.path.combined(with: b.path) { Point($0.x + $1.x * weight, $0.y + $1.y * weight) }
        .map { .path($0) }
    default: return nil
    }
  }

  /// The value at a fraction of the way to another; nil if there is nothing in between.
  fileprivate func mixed(with end: PropertyValue, _ fraction: Double) -> AnimatedValue? {
    switch (self, end) {
    case (.image(let a), .image(let b)): .fade(a, b, fraction)
    case (.filters(let a), .filters(let b)): .discrete(.filters(a.mixed(with: b, fraction)))
    // Filters act as soon as they are set.
    case (.null, .filters), (.filters, .null): .discrete(end)
    case (.null, .image(let b)): .fade(.none, b, fraction)
    case (.image(let a), .null): .fade(a, .none, fraction)
    case (.name(let a), .name(let b)) where a != b:
      .names(from: a, to: b, fraction: min(max(fraction, 0), 1))
    case (.path(let a), .path(let b)):
      a.path.mixed(with: b.path, fraction).map { .discrete(.path($0)) }
    case (.numbers(let a), .numbers(let b)) where a.count == b.count:
      .discrete(.numbers(zip(a, b).map { $0 + ($1 - $0) * fraction }))
    case (.colors, .colors), (.colors, .numbers), (.numbers, .colors):
      joined(end) { $0 + ($1 - $0) * fraction }.map { .discrete($0) }
    default: nil
    }
  }

  /// The colours that `body` makes of those of two lists of as many, each with the greater headroom
  /// of both; nil for other values.
  private func joined(
    _ other: PropertyValue,
    _ body: (SIMD4<Double>, SIMD4<Double>) -> SIMD4<Double>
  ) -> PropertyValue? {
    guard let a = colors, let b = other.colors, a.count == b.count else { return nil }
    return .colors(
      zip(a, b).map { first, second in
        let sum = body(
          SIMD4(first.red, first.green, first.blue, first.alpha),
          SIMD4(second.red, second.green, second.blue, second.alpha)
        )
        let headroom = max(first.headroom, second.headroom)
        return Color(sum.x, sum.y, sum.z, sum.w, headroom: headroom)
      }
    )
  }
}

extension AnimatedValue {
  fileprivate static func fade(_ from: ImageID, _ to: ImageID, _ fraction: Double) -> Self {
    if from == to { return .discrete(.image(from)) }
    return .crossFade(from: from, to: to, fraction: min(max(fraction, 0), 1))
  }
}

extension Matrix4x4 {
  fileprivate func mixed(with end: Matrix4x4, _ fraction: Double) -> Matrix4x4 {
    Matrix4x4(
      row1 + (end.row1 - row1) * fraction,
      row2 + (end.row2 - row2) * fraction,
      row3 + (end.row3 - row3) * fraction,
      row4 + (end.row4 - row4) * fraction
    )
  }

  /// The matrix applied a whole number of times, by squaring.
  fileprivate func power(_ exponent: Double) -> Matrix4x4 {
    var rest = UInt64(exactly: min(exponent.rounded(.down), 0x1p53)) ?? 0
    var (square, result) = (self, Matrix4x4.identity)
    while rest > 0 {
      if rest & 1 == 1 { result = result * square }
      square = square * square
      rest >>= 1
    }
    return result
  }
}

extension Path {
  /// The path half-way, and so on, to one of the same elements; nil if the elements differ.
  fileprivate func mixed(with end: Path, _ fraction: Double) -> Path? {
    combined(with: end) {
      Point($0.x + ($1.x - $0.x) * fraction, $0.y + ($1.y - $0.y) * fraction)
    }
  }

  /// The path whose points `body` makes of those of both; nil if the elements differ.
  fileprivate func combined(with end: Path, _ body: (Point, Point) -> Point) -> Path? {
    guard elements == end.elements else { return nil }
    var path = Path()
    path.reserve(elements: elements.count, points: points.count)
    var index = 0
    func next() -> Point {
      let (a, b) = (points[index], end.points[index])
      index += 1
      return body(a, b)
    }
    for element in elements {
      switch element {
      case .move: path.move(to: next())
      case .line: path.line(to: next())
      case .quad:
        let control = next()
        path.quad(to: next(), control: control)
      case .cubic:
        let (first, second) = (next(), next())
        path.cubic(to: next(), control1: first, control2: second)
      case .close: path.close()
      }
    }
    return path
  }
}
