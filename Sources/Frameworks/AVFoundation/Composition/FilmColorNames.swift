// The colours of films by Apple's names.
// Licensed under the MIT license; see LICENSE.

import QuartzEncoding

/// Red, green and blue of ITU-R BT.709.
public let AVVideoColorPrimaries_ITU_R_709_2 = "ITU_R_709_2"
/// Red, green and blue of ITU-R BT.2020.
public let AVVideoColorPrimaries_ITU_R_2020 = "ITU_R_2020"
/// Red, green and blue of Display P3, which no export has.
public let AVVideoColorPrimaries_P3_D65 = "P3_D65"
/// The curve of ITU-R BT.709, for exports another name of that of sRGB.
public let AVVideoTransferFunction_ITU_R_709_2 = "ITU_R_709_2"
/// The curve of sRGB.
public let AVVideoTransferFunction_IEC_sRGB = "IEC_sRGB"
/// SMPTE ST 2084: light up to 10,000 nits.
public let AVVideoTransferFunction_SMPTE_ST_2084_PQ = "SMPTE_ST_2084_PQ"
/// ITU-R BT.2100, HLG: light up to 1000 nits.
public let AVVideoTransferFunction_ITU_R_2100_HLG = "ITU_R_2100_HLG"
/// The matrix of ITU-R BT.709.
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"
/// The matrix of ITU-R BT.601, which no export has.
public let AVVideoYCbCrMatrix_ITU_R_601_4 = "ITU_R_601_4"
/// The matrix of ITU-R BT.2020 with luminance that is not constant.
public let AVVideoYCbCrMatrix_ITU_R_2020 = "ITU_R_2020"

/// The names that a video composition has for the colours of its film.
struct FilmColorNames: Equatable {
  var primaries: String?
  var transfer: String?
  var matrix: String?

  /// How light brighter than white is encoded; nil for films of standard range.
  ///
  /// - Throws: `AVError` of the code for colours that no export has.
  func transfer(_ code: AVError.Code) throws(AVError) -> FilmTransfer? {
    let bright: FilmTransfer?
    switch transfer {
    case nil, AVVideoTransferFunction_ITU_R_709_2, AVVideoTransferFunction_IEC_sRGB: bright = nil
    case AVVideoTransferFunction_SMPTE_ST_2084_PQ: bright = .pq
    case AVVideoTransferFunction_ITU_R_2100_HLG: bright = .hlg
    default: throw refusal(code)
    }
    let (red, luma) =
      bright == nil
      ? (AVVideoColorPrimaries_ITU_R_709_2, AVVideoYCbCrMatrix_ITU_R_709_2)
      : (AVVideoColorPrimaries_ITU_R_2020, AVVideoYCbCrMatrix_ITU_R_2020)
    guard primaries ?? red == red, matrix ?? luma == luma else { throw refusal(code) }
    return bright
  }

  private func refusal(_ code: AVError.Code) -> AVError {
    let names = [("primaries", primaries), ("transfer function", transfer), ("matrix", matrix)]
    let words = names.compactMap { name, value in value.map { "\(name) \($0.prefix(64))" } }
    return AVError(
      code,
      "a film of \(words.joined(separator: ", ")): exports have BT.709, or BT.2020 in PQ or HLG"
    )
  }
}
