// Between encoded and linear light.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath

/// The encoding of light in a component, odd about zero so that extended ranges have values too.
package enum TransferCurve: Hashable, Sendable {
  case linear
  /// IEC 61966-2-1, section 5.2: linear up to 0.0031308, then 1.055 x^(1/2.4) - 0.055, computed as
  /// (211 x^(1/2.4) - 11) / 200, of which 0 and 1 are exact.
  case sRGB
  /// encoded = linear^(1/exponent).
  case power(Double)
  /// The camera's curve of ITU-R BT.709-6 and BT.2020-2, with the constants that join smoothly.
  case camera
  /// SMPTE ST 2084; 1 of linear light is reference white, 203 nits.
  case perceptualQuantizer
  /// ITU-R BT.2100-2, HLG; linear light is that before the camera, and three components become
  /// that of the screen together (`Definition.light`).
  case hybridLogGamma

  /// Linear light of an encoded value.
  package func decode(_ encoded: Double) -> Double {
    let value = abs(encoded)
    let light =
      switch self {
      case .linear: value
      case .sRGB: value <= 0.04045 ? value / 12.92 : pow((200 * value + 11) / 211, 2.4)
      case .power(let exponent): pow(value, exponent)
      case .camera:
        value < 4.5 * Self.cameraStart
          ? value / 4.5 : pow((value + Self.cameraScale - 1) / Self.cameraScale, 1 / 0.45)
      case .perceptualQuantizer:
        PerceptualQuantizer.nits(value) / ReferenceWhiteCurve.whiteNits
      case .hybridLogGamma: HybridLogGamma.scene(value)
      }
    return encoded < 0 ? -light : light
  }

  /// The encoded value of linear light.
  package func encode(_ light: Double) -> Double {
    let value = abs(light)
    let encoded =
      switch self {
      case .linear: value
      case .sRGB: value <= 0.0031308 ? value * 12.92 : (211 * pow(value, 1 / 2.4) - 11) / 200
      case .power(let exponent): pow(value, 1 / exponent)
      case .camera:
        value < Self.cameraStart
          ? 4.5 * value : Self.cameraScale * pow(value, 0.45) - (Self.cameraScale - 1)
      case .perceptualQuantizer:
        PerceptualQuantizer.signal(value * ReferenceWhiteCurve.whiteNits)
      case .hybridLogGamma: HybridLogGamma.signal(value)
      }
    return light < 0 ? -encoded : encoded
  }

  /// ITU-R BT.2020-2, table 4: alpha and beta.
  private static let cameraScale = 1.09929682680944
  private static let cameraStart = 0.018053968510807
}

/// The light that red, green and blue stand for.
///
/// Light of another white than D65 is adapted to it by Bradford's matrix, so that white is the same
/// in all spaces.
package enum Primaries: Hashable, Sendable {
  case sRGB
  case displayP3
  case adobeRGB
  case rec2020
  /// Of cinemas, with their white.
  case theatre
  /// AP1 of ACES.
  case acescg
  case romm
  /// CIE XYZ itself, relative to D50.
  case xyz

  /// Chromaticities x and y of red, green and blue.
  ///
  /// sRGB: ITU-R BT.709-6, table 1. Display P3: SMPTE EG 432-1. Adobe RGB (1998), version 2005-05,
  /// section 4.3.1.1. BT.2020: ITU-R BT.2020-2, table 3. Cinemas: SMPTE RP 431-2. AP1: Academy
  /// S-2014-004. ROMM RGB: ISO 22028-2.
  private var chromaticities: [SIMD2<Double>] {
    switch self {
    case .sRGB: [[0.640, 0.330], [0.300, 0.600], [0.150, 0.060]]
    case .displayP3: [[0.680, 0.320], [0.265, 0.690], [0.150, 0.060]]
    case .adobeRGB: [[0.640, 0.330], [0.210, 0.710], [0.150, 0.060]]
    case .rec2020: [[0.708, 0.292], [0.170, 0.797], [0.131, 0.046]]
    case .theatre: [[0.680, 0.320], [0.265, 0.690], [0.150, 0.060]]
    case .acescg: [[0.713, 0.293], [0.165, 0.830], [0.128, 0.044]]
    case .romm: [[0.7347, 0.2653], [0.1596, 0.8404], [0.0366, 0.0001]]
    case .xyz: [[1, 0], [0, 1], [0, 0]]
    }
  }

  /// The chromaticity of white.
  private var white: SIMD2<Double> {
    switch self {
    case .sRGB, .displayP3, .adobeRGB, .rec2020: Primaries.daylight
    case .theatre: [0.314, 0.351]
    case .acescg: [0.32168, 0.33767]
    case .romm, .xyz: [0.3457, 0.3585]
    }
  }

  /// The chromaticity of D65: ITU-R BT.709-6, table 1.
  private static let daylight: SIMD2<Double> = [0.3127, 0.3290]

  /// Bradford's matrix from CIE XYZ to the responses of the eye's cones (ICC.1:2022, annex E).
  private static let cones = ProfileMatrix(
    columns: [0.8951, -0.7502, 0.0389],
    [0.2664, 1.7135, -0.0685],
    [-0.1614, 0.0367, 1.0296]
  )

  private static func tristimulus(_ point: SIMD2<Double>) -> SIMD3<Double> {
    [point.x / point.y, 1, (1 - point.x - point.y) / point.y]
  }

  /// The matrix by which light of one white becomes that of another.
  private static func adaptation(from: SIMD2<Double>, to: SIMD2<Double>) -> ProfileMatrix {
    let factors = (cones * tristimulus(to)) / (cones * tristimulus(from))
    let scale = ProfileMatrix(
      columns: [factors.x, 0, 0],
      [0, factors.y, 0],
      [0, 0, factors.z]
    )
    return cones.inverse * (scale * cones)
  }

  /// The weights of linear red, green and blue in luminance, the Y of CIE XYZ.
  package var luminance: SIMD3<Double> {
    let matrix = toXYZ
    return [(matrix * [1, 0, 0]).y, (matrix * [0, 1, 0]).y, (matrix * [0, 0, 1]).y]
  }

  /// The matrix from linear components to CIE XYZ, with Y of white = 1.
  ///
  /// The columns are the primaries, scaled so that they add up to white (SMPTE RP 177-1993).
  package var toXYZ: ProfileMatrix {
    let own = toOwnXYZ
    if white == Primaries.daylight { return own }
    return Primaries.adaptation(from: white, to: Primaries.daylight) * own
  }

  /// The same, relative to the own white.
  private var toOwnXYZ: ProfileMatrix {
    if self == .xyz { return ProfileMatrix(columns: [1, 0, 0], [0, 1, 0], [0, 0, 1]) }
    let columns = chromaticities.map(Primaries.tristimulus)
    let unscaled = ProfileMatrix(columns: columns[0], columns[1], columns[2])
    let scale = unscaled.inverse * Primaries.tristimulus(white)
    return ProfileMatrix(
      columns: columns[0] * scale.x,
      columns[1] * scale.y,
      columns[2] * scale.z
    )
  }
}

/// A 3 x 3 matrix in columns; colours are column vectors on the right.
package struct ProfileMatrix: Hashable, Sendable {
  private let red: SIMD3<Double>
  private let green: SIMD3<Double>
  private let blue: SIMD3<Double>

  package init(columns red: SIMD3<Double>, _ green: SIMD3<Double>, _ blue: SIMD3<Double>) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  package static func * (matrix: ProfileMatrix, color: SIMD3<Double>) -> SIMD3<Double> {
    matrix.red * color.x + matrix.green * color.y + matrix.blue * color.z
  }

  /// The matrix that applies `right` first.
  package static func * (left: ProfileMatrix, right: ProfileMatrix) -> ProfileMatrix {
    ProfileMatrix(columns: left * right.red, left * right.green, left * right.blue)
  }

  /// The inverse, which the matrices of `Primaries` have; of a singular one it is not finite.
  package var inverse: ProfileMatrix {
    func cross(_ u: SIMD3<Double>, _ v: SIMD3<Double>) -> SIMD3<Double> {
      [u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x]
    }
    let rows = (cross(green, blue), cross(blue, red), cross(red, green))
    let determinant = (red * rows.0).sum()
    return ProfileMatrix(
      columns: SIMD3(rows.0.x, rows.1.x, rows.2.x) / determinant,
      SIMD3(rows.0.y, rows.1.y, rows.2.y) / determinant,
      SIMD3(rows.0.z, rows.1.z, rows.2.z) / determinant
    )
  }
}
