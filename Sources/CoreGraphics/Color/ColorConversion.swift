// Colours from one space to another.
// Licensed under the MIT license; see LICENSE.

/// The way from one colour space to another: decode, mix, encode.
///
/// Grey becomes three equal amounts of light; three become grey by their luminance (the Y of CIE
/// XYZ). What a space that is not extended cannot hold is cut off at 0 and 1.
package struct ColorConversion: Sendable {
  private let source: CGColorSpace.Definition
  private let target: CGColorSpace.Definition
  /// From linear light to linear light; nil where that is the identity.
  private let matrix: ColorMatrix?
  /// What linear red, green and blue of the source weigh in luminance.
  private let luminance: SIMD3<Double>

  package init(from source: CGColorSpace, to target: CGColorSpace) {
    self.source = source.definition
    self.target = target.definition
    let toXYZ = self.source.primaries.toXYZ
    matrix =
      self.source.primaries == self.target.primaries
      ? nil : self.target.primaries.toXYZ.inverse * toXYZ
    luminance = [(toXYZ * [1, 0, 0]).y, (toXYZ * [0, 1, 0]).y, (toXYZ * [0, 0, 1]).y]
  }

  /// Whether components stay as they are, but for the range.
  package var keepsComponents: Bool {
    matrix == nil && source.curve == target.curve && source.model == target.model
  }

  /// Converts components without alpha; grey is in `x`, and y and z of a grey result are 0.
  package func callAsFunction(_ components: SIMD3<Double>) -> SIMD3<Double> {
    if keepsComponents { return clamped(components) }
    if source.model == .monochrome { return fromGray(components.x) }
    let light = SIMD3(
      source.curve.decode(components.x),
      source.curve.decode(components.y),
      source.curve.decode(components.z)
    )
    if target.model == .monochrome {
      return clamped([target.curve.encode((light * luminance).sum()), 0, 0])
    }
    let mixed = matrix.map { $0 * light } ?? light
    return clamped([
      target.curve.encode(mixed.x), target.curve.encode(mixed.y), target.curve.encode(mixed.z),
    ])
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
