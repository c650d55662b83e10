// The transfer functions of pictures of high dynamic range.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// PQ: SMPTE ST 2084, section 5; light is a share of 10,000 nits.
package enum PerceptualQuantizer {
  /// The nits of the signal 1.
  package static let greatestNits = 10_000.0

  private static let m1 = 2610.0 / 16384
  private static let m2 = 2523.0 / 4096 * 128
  private static let c1 = 3424.0 / 4096
  private static let c2 = 2413.0 / 4096 * 32
  private static let c3 = 2392.0 / 4096 * 32

  /// The nits of a signal; below 0 there is no light.
  package static func nits(_ signal: Double) -> Double {
    guard signal > 0 else { return 0 }
    let root = pow(signal, 1 / m2)
    let below = c2 - c3 * root
    // Signals above 1 come near the formula's pole.
    guard below > 0 else { return .greatestFiniteMagnitude }
    return greatestNits * pow(max(root - c1, 0) / below, 1 / m1)
  }

  /// The signal of so many nits; of less than none it is 0.
  package static func signal(_ nits: Double) -> Double {
    guard nits > 0 else { return 0 }
    let power = pow(nits / greatestNits, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }
}

/// HLG: ITU-R BT.2100-2, table 5, shown by a screen of 1000 nits.
package enum HybridLogGamma {
  /// The nits of the signal 1.
  package static let greatestNits = 1000.0
  /// The exponent of the screen, for 1000 nits.
  private static let gamma = 1.2

  private static let a = 0.17883277
  private static let b = 1 - 4 * a
  private static let c = 0.5 - a * log(4 * a)

  /// The light before the camera, 0...1, of a signal.
  package static func scene(_ signal: Double) -> Double {
    guard signal > 0 else { return 0 }
    return signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
  }

  /// The signal of light before the camera.
  package static func signal(_ scene: Double) -> Double {
    guard scene > 0 else { return 0 }
    return scene <= 1.0 / 12 ? (3 * scene).squareRoot() : a * log(12 * scene - b) + c
  }

  /// The factor from light before the camera to nits of the screen.
  ///
  /// - Parameter luminance: Of the light before the camera.
  package static func nitsPerScene(_ luminance: Double) -> Double {
    luminance > 0 ? greatestNits * pow(luminance, gamma - 1) : 0
  }

  /// The factor from nits of the screen to light before the camera.
  ///
  /// - Parameter luminance: Of the screen, in nits.
  package static func scenePerNit(_ luminance: Double) -> Double {
    luminance > 0 ? pow(luminance / greatestNits, 1 / gamma - 1) / greatestNits : 0
  }
}
