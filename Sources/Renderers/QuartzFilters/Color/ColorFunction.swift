// Colours to colours, as a list of stages that a renderer can compile.
// Licensed under the MIT license; see LICENSE.
//
// A colour filter is a few stages: a matrix, a curve, some of the colour as it was. They are values
// with numbers, not code, so that each renderer executes them in its own way: the executor here in
// floats, the renderers of layers in integers, with tables made of the curves. Stages see straight
// (not premultiplied) colours of the working space; the result is premultiplied again.

/// One step of a colour function.
package enum ColorStage: Equatable, Sendable {
  case matrix(ColorMatrix)
  /// A curve for each of red, green and blue; alpha stays.
  case curves(ColorCurve, ColorCurve, ColorCurve)
  case cube(ColorCube)
  case formula(ColorFormula)
  /// Each component, alpha last, kept between two limits.
  case clamp(low: SIMD4<Double>, high: SIMD4<Double>)
  /// Remembers the colour for `mix`; before it, the function's own input is remembered.
  case remember
  /// As much of the colour as the amount says, the rest of the remembered one.
  case mix(Double)

  /// The same curve for red, green and blue.
  package static func curve(_ curve: ColorCurve) -> ColorStage { .curves(curve, curve, curve) }

  /// All components kept in 0...1.
  package static let limit = ColorStage.clamp(low: .zero, high: .one)
}

/// The work of a colour filter on each pixel.
package struct ColorFunction: Equatable, Sendable {
  package var stages: [ColorStage]

  package init(_ stages: [ColorStage]) {
    self.stages = stages
  }

  package init(_ matrix: ColorMatrix) {
    self.init([.matrix(matrix)])
  }

  package var isIdentity: Bool {
    stages.allSatisfy {
      switch $0 {
      case .matrix(let matrix): matrix == .identity
      case .curves(.identity, .identity, .identity), .remember: true
      case .curves, .cube, .formula, .clamp, .mix: false
      }
    }
  }

  /// The function with each run of matrices multiplied: the same result, but for rounding.
  package var fused: ColorFunction {
    var result: [ColorStage] = []
    for stage in stages {
      if case .matrix(let next) = stage, case .matrix(let before)? = result.last {
        result[result.count - 1] = .matrix(before.followed(by: next))
      } else if stage != .matrix(.identity) {
        result.append(stage)
      }
    }
    return ColorFunction(result)
  }

  /// The function of one straight colour.
  package func callAsFunction(_ color: SIMD4<Float>) -> SIMD4<Float> {
    var pixel = color
    var remembered = color
    withUnsafeMutablePointer(to: &pixel) { pixel in
      withUnsafeMutablePointer(to: &remembered) { remembered in
        apply(straight: pixel, remembered, 1)
      }
    }
    return pixel
  }

  /// Applies the function to premultiplied pixels, in their place.
  package func apply(premultiplied pixels: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int) {
    if stages.count == 1, case .matrix(let matrix) = stages[0], matrix.keepsPremultiplication {
      matrix.apply(pixels, count)
      return
    }
    let block = 512
    let needsMemory = stages.contains { if case .mix = $0 { true } else { false } }
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: block) { memory in
      guard let remembered = memory.baseAddress else { return }
      // Bounds: `start + part <= count`, and `part` is at most the block.
      var start = 0
      while start < count {
        let part = min(block, count - start)
        let colors = pixels + start
        ColorFunction.divide(colors, part)
        if needsMemory { remembered.update(from: colors, count: part) }
        apply(straight: colors, remembered, part)
        ColorFunction.multiply(colors, part)
        start += part
      }
    }
  }

  /// Makes premultiplied colours straight, in their place; clear ones are 0.
  static func divide(_ colors: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int) {
    for index in 0..<count {
      var color = colors[index]
      let alpha = color.w
      guard alpha != 1 else { continue }
      color = alpha > 0 ? color / alpha : .zero
      color.w = alpha
      colors[index] = color
    }
  }

  /// Premultiplies straight colours, in their place.
  static func multiply(_ colors: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int) {
    for index in 0..<count {
      var color = colors[index]
      let alpha = color.w
      color *= alpha
      color.w = alpha
      colors[index] = color
    }
  }

  /// Applies the stages to straight colours; `remembered` holds the colours as they came.
  func apply(
    straight colors: UnsafeMutablePointer<SIMD4<Float>>,
    _ remembered: UnsafeMutablePointer<SIMD4<Float>>,
    _ count: Int
  ) {
    for stage in stages {
      switch stage {
      case .matrix(let matrix): matrix.apply(colors, count)
      case .curves(let red, let green, let blue):
        if red == green, green == blue {
          red.apply(colors, count)
          continue
        }
        red.apply(colors, count, 0)
        green.apply(colors, count, 1)
        blue.apply(colors, count, 2)
      case .cube(let cube): cube.apply(colors, count)
      case .formula(let formula):
        for index in 0..<count { colors[index] = formula.color(colors[index]) }
      case .clamp(let low, let high):
        let (low, high) = (SIMD4<Float>(low), SIMD4<Float>(high))
        for index in 0..<count { colors[index] = colors[index].kept(low, high) }
      case .remember: remembered.update(from: colors, count: count)
      case .mix(let amount):
        let share = Float(amount)
        for index in 0..<count {
          colors[index] = remembered[index] + (colors[index] - remembered[index]) * share
        }
      }
    }
  }
}

extension SIMD4<Float> {
  /// Each component in its limits; the lower one for what is no number.
  @inline(__always)
  func kept(_ low: SIMD4<Float>, _ high: SIMD4<Float>) -> SIMD4<Float> {
    var result = self
    result.replace(with: low, where: .!(result .> low))
    result.replace(with: high, where: result .> high)
    return result
  }
}

extension ColorMatrix {
  func apply(_ colors: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int) {
    func column(_ at: Int) -> SIMD4<Float> {
      SIMD4<Float>(SIMD4(red[at], green[at], blue[at], alpha[at]))
    }
    let (r, g, b, a) = (column(0), column(1), column(2), column(3))
    let bias = SIMD4<Float>(self.bias)
    for index in 0..<count {
      let c = colors[index]
      colors[index] = r * c.x + g * c.y + b * c.z + (a * c.w + bias)
    }
  }
}

extension ColorCurve {
  /// Applies the curve to red, green and blue of each colour.
  ///
  /// Those of a grey are worked out once: a power takes longer than all else that is done to a
  /// pixel.
  func apply(_ colors: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int) {
    switch self {
    case .encode, .decode, .power:
      for index in 0..<count {
        let color = colors[index]
        let first = value(at: color.x)
        let isGray = color.x == color.y && color.y == color.z
        colors[index] =
          isGray
          ? SIMD4(first, first, first, color.w)
          : SIMD4(first, value(at: color.y), value(at: color.z), color.w)
      }
    case .identity, .polynomial, .steps, .threshold, .samples, .open:
      for component in 0..<3 { apply(colors, count, component) }
    }
  }

  /// Applies the curve to one component of each colour.
  func apply(_ colors: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int, _ component: Int) {
    switch self {
    case .identity: return
    case .samples(let values):
      values.withUnsafeBufferPointer { values in
        for index in 0..<count {
          colors[index][component] = ColorCurve.sample(values, at: colors[index][component])
        }
      }
    default:
      for index in 0..<count {
        colors[index][component] = value(at: colors[index][component])
      }
    }
  }
}
