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

/// The light that red, green and blue stand for; white is D65 in all of them.
package enum Primaries: Hashable, Sendable {
  case sRGB
  case displayP3
  case adobeRGB
  case rec2020

  /// Chromaticities x and y of red, green and blue.
  ///
  /// sRGB: ITU-R BT.709-6, table 1. Display P3: SMPTE EG 432-1. Adobe RGB (1998), version 2005-05,
  /// section 4.3.1.1. BT.2020: ITU-R BT.2020-2, table 3.
  private var chromaticities: [SIMD2<Double>] {
    switch self {
    case .sRGB: [[0.640, 0.330], [0.300, 0.600], [0.150, 0.060]]
    case .displayP3: [[0.680, 0.320], [0.265, 0.690], [0.150, 0.060]]
    case .adobeRGB: [[0.640, 0.330], [0.210, 0.710], [0.150, 0.060]]
    case .rec2020: [[0.708, 0.292], [0.170, 0.797], [0.131, 0.046]]
    }
  }

  /// The chromaticity of white, D65: ITU-R BT.709-6, table 1.
  private static let white: SIMD2<Double> = [0.3127, 0.3290]

  /// The matrix from linear components to CIE XYZ, with Y of white = 1.
  ///
  /// The columns are the primaries, scaled so that they add up to white (SMPTE RP 177-1993).
  package var toXYZ: ProfileMatrix {
    func xyz(_ point: SIMD2<Double>) -> SIMD3<Double> {
      [point.x / point.y, 1, (1 - point.x - point.y) / point.y]
    }
    let columns = chromaticities.map(xyz)
    let unscaled = ProfileMatrix(columns: columns[0], columns[1], columns[2])
    let scale = unscaled.inverse * xyz(Primaries.white)
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
