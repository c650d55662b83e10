// Filters of single colours that every renderer has code for.
// Licensed under the MIT license; see LICENSE.

/// A filter of each pixel's colour that is neither a matrix of encoded values nor a table.
///
/// Clear pixels stay clear.
package enum ColorStep: Equatable, Sendable {
  /// The light of red, green and blue times a factor.
  case gain(SIMD3<Double>)
  /// A matrix of light, whose alpha stays and which adds nothing.
  case light(ColorMatrix)
  /// The light of brown pictures, as much as the amount says.
  case sepia(Double)
  /// As `ColorFormula.vibrance`.
  case vibrance(Double)
  /// As `ColorCurve.power`.
  case power(Double)
  /// Light to sRGB-encoded values.
  case encode
  /// sRGB-encoded values to light.
  case decode
  /// As `ColorFormula.maximumComponent`.
  case maximumComponent
  /// As `ColorFormula.minimumComponent`.
  case minimumComponent
  /// As `ColorFormula.maskToAlpha`.
  case maskToAlpha

  /// The step as a function of straight colours.
  package func function(in space: FilterSpace) -> ColorFunction {
    switch self {
    case .gain(let factors): space.inLight([.matrix(.scale(factors))])
    case .light(let matrix): space.inLight([.matrix(matrix)])
    case .sepia(let amount): space.inLight([.remember] + SepiaTone.stages + [.mix(amount)])
    case .vibrance(let amount): ColorFunction([.formula(.vibrance(amount))])
    case .power(let power): ColorFunction([.curve(.power(power))])
    case .encode: ColorFunction([.curve(.encode)])
    case .decode: ColorFunction([.curve(.decode)])
    case .maximumComponent: ColorFunction([.formula(.maximumComponent)])
    case .minimumComponent: ColorFunction([.formula(.minimumComponent)])
    case .maskToAlpha: ColorFunction([.formula(.maskToAlpha)])
    }
  }
}

extension FilterSpace {
  /// Stages that work on light.
  func inLight(_ stages: [ColorStage]) -> ColorFunction {
    ColorFunction(self == .linear ? stages : [.curve(.decode)] + stages + [.curve(.encode)])
  }
}
