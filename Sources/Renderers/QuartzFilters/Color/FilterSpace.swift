// The two spaces that filters compute in, and the switch between them.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// The encoding of the numbers that filters compute with; both are of extended sRGB's primaries.
///
/// This is the one switch: a CIContext works in linear light, as Core Image does, and filters of
/// layers work on encoded values, as Core Animation's own do.
package enum FilterSpace: Hashable, Sendable {
  /// Light: a CIContext.
  case linear
  /// sRGB-encoded values: filters of layers.
  case encoded

  /// Whether each filter's result is clamped to 0...1, as the layers' bytes are.
  package var isLimited: Bool { self == .encoded }

  /// The working value of an sRGB-encoded one.
  package func value(encoded: Double) -> Double {
    self == .encoded ? encoded : FilterSpace.light(encoded)
  }

  /// The working value of light.
  package func value(light: Double) -> Double {
    self == .linear ? light : FilterSpace.encoded(light)
  }

  /// The light of an encoded value (IEC 61966-2-1); below 0 the curve is mirrored.
  package static func light(_ encoded: Double) -> Double {
    let x = abs(encoded)
    let y = x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)
    return encoded < 0 ? -y : y
  }

  /// The encoded value of light (IEC 61966-2-1); below 0 the curve is mirrored.
  package static func encoded(_ light: Double) -> Double {
    let x = abs(light)
    let y = x <= 0.0031308 ? x * 12.92 : 1.055 * pow(x, 1 / 2.4) - 0.055
    return light < 0 ? -y : y
  }

  package static func light(_ encoded: Float) -> Float {
    let x = abs(encoded)
    let y = x <= 0.04045 ? x / 12.92 : powf((x + 0.055) / 1.055, 2.4)
    return encoded < 0 ? -y : y
  }

  package static func encoded(_ light: Float) -> Float {
    let x = abs(light)
    let y = x <= 0.003_130_8 ? x * 12.92 : 1.055 * powf(x, 1 / 2.4) - 0.055
    return light < 0 ? -y : y
  }
}

/// A colour of an input: straight alpha, sRGB-encoded, extended range.
package struct FilterColor: Hashable, Sendable {
  package var components: SIMD4<Double>

  /// Components that are no numbers count as 0.
  package init(_ components: SIMD4<Double>) {
    var components = components
    for index in 0..<4 where !components[index].isFinite { components[index] = 0 }
    self.components = components
  }

  package init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    self.init(SIMD4(red, green, blue, alpha))
  }

  package static let clear = FilterColor(0, 0, 0, 0)
  package static let black = FilterColor(0, 0, 0)
  package static let white = FilterColor(1, 1, 1)

  /// The straight components in a space.
  package func straight(in space: FilterSpace) -> SIMD4<Double> {
    SIMD4(
      space.value(encoded: components.x),
      space.value(encoded: components.y),
      space.value(encoded: components.z),
      components.w
    )
  }

  /// The premultiplied components in a space.
  package func premultiplied(in space: FilterSpace) -> SIMD4<Float> {
    var color = straight(in: space)
    let alpha = color.w
    color *= alpha
    color.w = alpha
    return SIMD4<Float>(color)
  }
}
