// Colours from one space to another.
// Licensed under the MIT license; see LICENSE.

/// A conversion from one colour space to another: decode, mix, encode.
///
/// Grey becomes three equal amounts of light; three become grey by their luminance (the Y of CIE
/// XYZ). Inks take light away from sRGB: red is (1 - cyan)(1 - black); the way back uses as much
/// black as it can. A space that is not extended clamps components to 0...1.
package struct ColorConversion: Sendable {
  /// The spaces; sRGB in place of inks.
  private let source: CGColorSpace.Definition
  private let target: CGColorSpace.Definition
  private let isFromInks: Bool
  private let isToInks: Bool
  /// From linear light to linear light; nil where that is the identity.
  private let matrix: ProfileMatrix?
  /// The weights of the source's linear red, green and blue in luminance.
  private let luminance: SIMD3<Double>

  package init(from source: CGColorSpace, to target: CGColorSpace) {
    isFromInks = source.model == .cmyk
    isToInks = target.model == .cmyk
    self.source = isFromInks ? CGColorSpace.sRGBSpace.definition : source.definition
    self.target = isToInks ? CGColorSpace.sRGBSpace.definition : target.definition
    let toXYZ = self.source.primaries.toXYZ
    matrix =
      self.source.primaries == self.target.primaries
      ? nil : self.target.primaries.toXYZ.inverse * toXYZ
    luminance = self.source.primaries.luminance
  }

  /// Whether components stay as they are, but for the range.
  package var keepsComponents: Bool {
    keepsLight && isFromInks == isToInks
  }

  private var keepsLight: Bool {
    matrix == nil && source.curve == target.curve && source.model == target.model
  }

  /// Converts components without alpha; those that a space does not have are 0 in the result.
  package func callAsFunction(_ components: SIMD4<Double>) -> SIMD4<Double> {
    if isFromInks, isToInks {
      return components.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
    }
    let result = self(isFromInks ? Self.light(of: components) : components.lowThree)
    return isToInks ? Self.inks(for: result) : SIMD4(result, 0)
  }

  /// Red, green and blue of cyan, magenta, yellow and black.
  private static func light(of inks: SIMD4<Double>) -> SIMD3<Double> {
    let rest = 1 - inks.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
    return rest.lowThree * rest.w
  }

  private static func inks(for light: SIMD3<Double>) -> SIMD4<Double> {
    let most = light.max()
    if most <= 0 { return SIMD4(0, 0, 0, 1) }
    return SIMD4((SIMD3(repeating: most) - light) / most, 1 - most)
  }

  /// Converts components without alpha between spaces without inks; grey is in `x`, and y and z of
  /// a grey result are 0.
  package func callAsFunction(_ components: SIMD3<Double>) -> SIMD3<Double> {
    if keepsLight { return clamped(components) }
    if source.model == .monochrome { return fromGray(components.x) }
    let light = source.light(components)
    if target.model == .monochrome {
      return clamped([target.curve.encode((light * luminance).sum()), 0, 0])
    }
    let mixed = matrix.map { $0 * light } ?? light
    return clamped(target.encoded(mixed))
  }

  private func fromGray(_ gray: Double) -> SIMD3<Double> {
    // The spaces share their white: grey is grey in all of them, and no rounding may tint it.
    let value =
      source.curve == target.curve ? gray : target.curve.encode(source.curve.decode(gray))
    return clamped(target.model == .monochrome ? [value, 0, 0] : SIMD3(repeating: value))
  }

  private func clamped(_ components: SIMD3<Double>) -> SIMD3<Double> {
    target.isExtended
      ? components : components.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1))
  }
}

extension SIMD4<Double> {
  var lowThree: SIMD3<Double> { SIMD3(x, y, z) }
}
