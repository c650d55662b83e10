// Steps of colours one after the other, in a value that takes no memory.
// Licensed under the MIT license; see LICENSE.
//
// A chain is what a renderer executes for each pixel of a surface. Bytes become straight, encoded
// floats once; each step's result is kept in 0...1, as that of each filter of a layer is; then the
// bytes are rounded once. So filters that follow each other cost one pass.
//
// Places are four numbers each. A step has one, a matrix has three; the kinds of the places that
// belong to the step before are `none`.

import QuartzRaster

/// At most `capacity` places of steps.
package struct ColorChain: Equatable, Sendable {
  /// The kinds of steps; renderers know them by their raw values.
  package enum Kind: UInt8, Sendable {
    case none
    /// The light times x, y, z.
    case gain
    /// The light through three rows of a matrix, one in each place.
    case light
    /// x: the amount of brown.
    case sepia
    /// x: the amount.
    case vibrance
    /// x: the exponent.
    case power
    case encode
    case decode
    case maximumComponent
    case minimumComponent
    case maskToAlpha
  }

  /// The number of places.
  package static let capacity = 8
  /// Larger numbers count as this: products with 0 stay 0.
  private static let largest = SIMD4<Float>(repeating: 1e30)
  /// The pixels that are converted at a time: small enough for the stack.
  private static let block = 32

  /// The places that are in use.
  package private(set) var count = 0
  private var kinds = SIMD8<UInt8>.zero
  private var places = InlineArray<8, SIMD4<Float>>(repeating: .zero)

  /// A chain of one step.
  package init(_ step: ColorStep) {
    switch step {
    case .gain(let factors): append(.gain, SIMD4<Float>(SIMD4(factors, 1)))
    case .light(let matrix):
      append(.light, SIMD4<Float>(matrix.red))
      append(.none, SIMD4<Float>(matrix.green))
      append(.none, SIMD4<Float>(matrix.blue))
    case .sepia(let amount): append(.sepia, amount)
    case .vibrance(let amount): append(.vibrance, amount)
    case .power(let power): append(.power, power)
    case .encode: append(.encode)
    case .decode: append(.decode)
    case .maximumComponent: append(.maximumComponent)
    case .minimumComponent: append(.minimumComponent)
    case .maskToAlpha: append(.maskToAlpha)
    }
  }

  private mutating func append(_ kind: Kind, _ number: Double = 0) {
    append(kind, SIMD4(Float(number), 0, 0, 0))
  }

  private mutating func append(_ kind: Kind, _ numbers: SIMD4<Float>) {
    kinds[count] = kind.rawValue
    places[count] = numbers.kept(-ColorChain.largest, ColorChain.largest)
    count += 1
  }

  /// The chain and another one behind it; nil if there is no room for both.
  package func followed(by next: ColorChain) -> ColorChain? {
    guard count + next.count <= ColorChain.capacity else { return nil }
    var result = self
    for index in 0..<next.count { result.append(next.kind(index), next.places[index]) }
    return result
  }

  /// The kind of the step that begins at a place; `none` where none does.
  package func kind(_ index: Int) -> Kind { Kind(rawValue: kinds[index]) ?? .none }

  /// The numbers of a place; 0 for places that are not in use.
  package func numbers(_ index: Int) -> SIMD4<Float> { places[index] }

  package static func == (left: ColorChain, right: ColorChain) -> Bool {
    guard left.kinds == right.kinds else { return false }
    for index in 0..<capacity where left.places[index] != right.places[index] { return false }
    return true
  }

  /// Replaces pixels of bytes R, G, B, A, premultiplied and sRGB-encoded, by their results;
  /// `source` and `target` may be the same.
  package func run(
    from source: UnsafeRawPointer,
    to target: UnsafeMutableRawPointer,
    count: Int
  ) {
    let block = ColorChain.block
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: block * 2) { memory in
      guard let colors = memory.baseAddress else { return }
      // Bounds: `start + part <= count`, and `part` is at most the block; the colours as they were
      // lie behind them.
      var start = 0
      while start < count {
        let part = min(block, count - start)
        FilterBytes.decode(source + start * 4, to: colors, part)
        ColorFunction.divide(colors, part)
        for index in 0..<self.count where kinds[index] != 0 {
          apply(index, colors, colors + block, part)
          for index in 0..<part { colors[index] = colors[index].kept(.zero, .one) }
        }
        ColorFunction.multiply(colors, part)
        FilterBytes.encode(colors, to: target + start * 4, part)
        start += part
      }
    }
  }

  /// Replaces premultiplied colours of extended range by their results, in place.
  ///
  /// Nothing is limited to 1 but alpha; see `ExtendedColor.kept`. Sepia, a formula of 0...1, takes
  /// its colours from there.
  package func run(extended colors: UnsafeMutablePointer<SIMD4<Float>>, count: Int) {
    let block = ColorChain.block
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: block * 2) { memory in
      guard let before = memory.baseAddress else { return }
      // Bounds: `start + part <= count`, and `part` is at most the block; the room for `apply` lies
      // behind the colours as they were.
      var start = 0
      while start < count {
        let part = min(block, count - start)
        let line = colors + start
        for index in 0..<part { line[index] = ExtendedColor.straight(line[index]) }
        for index in 0..<self.count where kinds[index] != 0 {
          before.update(from: line, count: part)
          if kind(index) == .sepia {
            for index in 0..<part { line[index] = line[index].kept(.zero, .one) }
          }
          apply(index, line, before + block, part)
          for index in 0..<part {
            line[index] = ExtendedColor.kept(line[index], from: before[index])
          }
        }
        for index in 0..<part { line[index] = ExtendedColor.premultiplied(line[index]) }
        start += part
      }
    }
  }

  /// Applies the step of a place to straight colours.
  private func apply(
    _ index: Int,
    _ colors: UnsafeMutablePointer<SIMD4<Float>>,
    _ remembered: UnsafeMutablePointer<SIMD4<Float>>,
    _ count: Int
  ) {
    let numbers = places[index]
    switch kind(index) {
    case .none: return
    case .gain:
      ColorChain.apply(.decode, colors, count)
      for index in 0..<count { colors[index] *= numbers }
      ColorChain.apply(.encode, colors, count)
    case .light:
      ColorChain.apply(.decode, colors, count)
      let (green, blue) = (places[index + 1], places[index + 2])
      for index in 0..<count {
        let c = colors[index]
        func row(_ row: SIMD4<Float>) -> Float { row.x * c.x + row.y * c.y + row.z * c.z }
        colors[index] = SIMD4(row(numbers), row(green), row(blue), c.w)
      }
      ColorChain.apply(.encode, colors, count)
    case .sepia:
      ColorChain.apply(.decode, colors, count)
      remembered.update(from: colors, count: count)
      SepiaTone.function.apply(straight: colors, remembered, count)
      for index in 0..<count {
        colors[index] = remembered[index] + (colors[index] - remembered[index]) * numbers.x
      }
      ColorChain.apply(.encode, colors, count)
    case .vibrance: ColorChain.apply(.vibrance(Double(numbers.x)), colors, count)
    case .power: ColorChain.apply(.power(Double(numbers.x)), colors, count)
    case .encode: ColorChain.apply(.encode, colors, count)
    case .decode: ColorChain.apply(.decode, colors, count)
    case .maximumComponent: ColorChain.apply(.maximumComponent, colors, count)
    case .minimumComponent: ColorChain.apply(.minimumComponent, colors, count)
    case .maskToAlpha: ColorChain.apply(.maskToAlpha, colors, count)
    }
  }

  private static func apply(
    _ curve: ColorCurve,
    _ colors: UnsafeMutablePointer<SIMD4<Float>>,
    _ count: Int
  ) {
    curve.apply(colors, count)
  }

  private static func apply(
    _ formula: ColorFormula,
    _ colors: UnsafeMutablePointer<SIMD4<Float>>,
    _ count: Int
  ) {
    for index in 0..<count { colors[index] = formula.color(colors[index]) }
  }
}
