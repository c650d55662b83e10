// How bright an output may be: bytes up to SDR white, or half floats beyond it.
// Licensed under the MIT license; see LICENSE.

/// The range of values that an output has.
///
/// It is chosen when a context is made. An output of standard range is R, G, B, A bytes. An output
/// of extended range is R, G, B, A half floats (IEEE 754 binary16, 8 bytes a pixel): extended sRGB,
/// encoded, premultiplied. 1 is SDR white; values above 1 are brighter, values below 0 are colours
/// outside of sRGB. Every surface of a frame has the class of its output.
package enum OutputRange: Equatable, Sendable {
  /// Bytes: nothing is brighter than SDR white, and nothing is outside of sRGB.
  case standard
  /// Half floats.
  ///
  /// `headroom` is the ratio of the brightest linear light to that of SDR white.
  case extended(headroom: Float)

  /// The largest headroom of an output.
  package static let largestHeadroom: Float = 64

  /// Whether the output's pixels are half floats.
  package var isExtended: Bool { self != .standard }

  /// The ratio of the brightest linear light to SDR white: 1 of a standard output.
  package var headroom: Float {
    switch self {
    case .standard: 1
    case .extended(let headroom): headroom
    }
  }

  /// Whether the headroom is within 1...64.
  package var isValid: Bool { (1...OutputRange.largestHeadroom).contains(headroom) }

  /// Bytes of a pixel of the output.
  package var pixelBytes: Int { isExtended ? 8 : 4 }
}
