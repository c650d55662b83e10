// The inputs of a filter as numbers in pixels, with defaults and limits.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// Reads the inputs of a description.
///
/// Each has the default of the table (`FilterDescription.defaultValue(of:)`) where it was not set,
/// and where its value is of another kind. Numbers that are none count as the default, too.
struct FilterInputs {
  let description: FilterDescription
  let context: FilterContext
  let images: [String: FilterNode]

  init(_ description: FilterDescription, _ context: FilterContext, _ images: [String: FilterNode]) {
    self.description = description
    self.context = context
    self.images = images
  }

  var space: FilterSpace { context.space }

  /// Whether an input was set, or has a default.
  func isSet(_ key: String) -> Bool { description[key] != nil }

  /// The result of `read` for an input's value, or else for its default.
  private func first<Result>(
    _ key: String,
    _ read: (FilterInputValue) -> Result?
  ) -> Result? {
    description[key].flatMap(read) ?? description.defaultValue(of: key).flatMap(read)
  }

  /// A number, in its own unit; `otherwise` where the table has no default.
  func number(_ key: String, _ otherwise: Double = 0) -> Double {
    first(key) { (value) -> Double? in
      switch value {
      case .number(let number) where number.isFinite: number
      // The first number of a vector, as key-value coding of old packages wrote them.
      case .vector(let numbers) where numbers.count == 1 && numbers[0].isFinite: numbers[0]
      default: nil
      }
    } ?? otherwise
  }

  /// A number kept in limits, also one that is infinite.
  func number(_ key: String, in limits: ClosedRange<Double>, _ otherwise: Double = 0) -> Double {
    if case .number(let number)? = description[key], number.isInfinite {
      return number < 0 ? limits.lowerBound : limits.upperBound
    }
    return min(max(number(key, otherwise), limits.lowerBound), limits.upperBound)
  }

  /// A length in pixels, at least 0; `largest` for an infinite one.
  func length(_ key: String, _ otherwise: Double = 0) -> Double {
    let largest = 1e9
    if case .number(let number)? = description[key], number.isInfinite {
      return number < 0 ? 0 : largest
    }
    return min(max(number(key, otherwise) * context.scale, 0), largest)
  }

  /// A switch.
  func flag(_ key: String) -> Bool {
    number(key, 0) != 0
  }

  /// The numbers of a vector, of which there are at least `count`.
  func vector(_ key: String, _ count: Int) -> [Double]? {
    first(key) { (value) -> [Double]? in
      guard case .vector(let numbers) = value, numbers.count >= count,
        numbers.allSatisfy(\.isFinite)
      else { return nil }
      return numbers
    }
  }

  /// A vector of four, missing ones being 0.
  func vector4(_ key: String, _ otherwise: SIMD4<Double>) -> SIMD4<Double> {
    guard let numbers = vector(key, 1) else { return otherwise }
    var result = SIMD4<Double>.zero
    for index in 0..<min(numbers.count, 4) { result[index] = numbers[index] }
    return result
  }

  /// A position or an offset in pixels.
  func point(_ key: String, _ otherwise: SIMD2<Double> = .zero) -> SIMD2<Double> {
    guard let numbers = vector(key, 2) else { return otherwise }
    // Farther positions cannot be told apart in steps of pixels.
    let farthest = SIMD2(repeating: 1e9)
    return (SIMD2(numbers[0], numbers[1]) * context.scale)
      .clamped(lowerBound: -farthest, upperBound: farthest)
  }

  /// The centre: on a layer that of its bounds where none was set.
  func center(_ key: String = "inputCenter") -> SIMD2<Double> {
    if !isSet(key), let bounds = context.bounds { return bounds.center }
    return point(key)
  }

  /// A rectangle in pixels, given as x, y, width, height: on a layer its bounds where none was set.
  func rect(_ key: String) -> FilterRect {
    if !isSet(key), let bounds = context.bounds { return bounds }
    guard let numbers = vector(key, 4) else { return .infinite }
    let scale = context.scale
    return FilterRect(
      numbers[0] * scale,
      numbers[1] * scale,
      numbers[2] * scale,
      numbers[3] * scale
    )
  }

  /// An affine map of pixels.
  func affine(_ key: String) -> Affine {
    guard let n = vector(key, 6) else { return .identity }
    let scale = context.scale
    return Affine(n[0], n[1], n[2], n[3], n[4] * scale, n[5] * scale)
  }

  func color(_ key: String, _ otherwise: FilterColor = .clear) -> FilterColor {
    first(key) { (value) -> FilterColor? in
      switch value {
      case .color(let color): FilterColor(color)
      case .vector(let n) where n.count == 3: FilterColor(n[0], n[1], n[2])
      case .vector(let n) where n.count >= 4: FilterColor(n[0], n[1], n[2], n[3])
      default: nil
      }
    } ?? otherwise
  }

  func data(_ key: String) -> [UInt8]? {
    if case .data(let bytes)? = description[key] { bytes } else { nil }
  }

  /// The picture of an input.
  func image(_ key: String) throws(FilterError) -> FilterNode {
    guard let image = images[key] else {
      throw .missingImage(filter: description.type, key: key)
    }
    return image
  }

  /// The picture that the filter acts on.
  func image() throws(FilterError) -> FilterNode { try image("inputImage") }

  /// The picture below, or the empty one.
  func background() -> FilterNode { images["inputBackgroundImage"] ?? .empty }
}
