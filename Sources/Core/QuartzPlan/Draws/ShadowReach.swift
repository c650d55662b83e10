// How far a blurred edge shows in a colour.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// Where blurred shadows end.
///
/// A draw adds less than half a level to a pixel, and so changes no byte, where its coverage times
/// its alpha is less than that. Beyond an edge coverage is at most that of a half plane, blurred.
enum ShadowReach {
  /// The distance from an edge beyond which a shadow shows nowhere.
  ///
  /// - Parameters:
  ///   - alpha: Of the shadow's colour, 0...1 in 255ths.
  ///   - sigma: Standard deviation of the blur, in any unit.
  /// - Returns: In the unit of `sigma`; infinity if every byte of coverage shows.
  static func distance(alpha: Float, sigma: Double) -> Double {
    deviations[min(max(Int((alpha * 255).rounded()), 0), 255)] * sigma
  }

  /// Index i: the distance for an alpha of i 255ths, in standard deviations.
  private static let deviations: [Double] = (0...255).map { alpha in
    guard alpha > 0 else { return 0 }
    // The least byte that shows; the blur is exact to half a level, and bytes are rounded.
    let byte = (127.5 / Double(alpha)).rounded(.up)
    let coverage = (byte - 1) / 255
    guard coverage > 0 else { return .infinity }
    guard coverage < 0.5 else { return 0 }
    var (near, far) = (0.0, 10.0)
    for _ in 0..<50 {
      let middle = (near + far) / 2
      if erfc(middle / 2.0.squareRoot()) / 2 > coverage { near = middle } else { far = middle }
    }
    return far
  }
}
