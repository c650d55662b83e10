// Sines and cosines that are exact where the eye expects it.
// Licensed under the MIT license; see LICENSE.

import Glibc

extension FilterCatalog {
  /// The cosine of an angle in radians; exact for multiples of a quarter turn.
  static func cosine(_ angle: Double) -> Double { snapped(cos(angle)) }

  /// The sine of an angle in radians; exact for multiples of a quarter turn.
  static func sine(_ angle: Double) -> Double { snapped(sin(angle)) }

  private static func snapped(_ value: Double) -> Double {
    guard value.isFinite else { return 0 }
    let whole = value.rounded()
    return abs(value - whole) < 1e-15 ? whole : value
  }
}

extension ColorMatrix {
  /// The matrix of filters.md 2: hues turned, luminance kept.
  static func hueRotation(cosine c: Double, sine s: Double) -> ColorMatrix {
    ColorMatrix(
      SIMD3(
        0.2126 + 0.7873 * c - 0.2126 * s,
        0.7152 - 0.7152 * c - 0.7152 * s,
        0.0722 - 0.0722 * c + 0.9278 * s
      ),
      SIMD3(
        0.2126 - 0.2126 * c + 0.1430 * s,
        0.7152 + 0.2848 * c + 0.1400 * s,
        0.0722 - 0.0722 * c - 0.2830 * s
      ),
      SIMD3(
        0.2126 - 0.2126 * c - 0.7873 * s,
        0.7152 - 0.7152 * c + 0.7152 * s,
        0.0722 + 0.9278 * c + 0.0722 * s
      )
    )
  }

  /// The colour cube turned around its grey diagonal (Rodrigues' formula).
  static func rotation(cosine c: Double, sine s: Double) -> ColorMatrix {
    let same = (1 - c) / 3
    let turn = s / 3.0.squareRoot()
    return ColorMatrix(
      SIMD3(c + same, same - turn, same + turn),
      SIMD3(same + turn, c + same, same - turn),
      SIMD3(same - turn, same + turn, c + same)
    )
  }
}
