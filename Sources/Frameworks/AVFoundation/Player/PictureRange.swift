// Pictures of films as outputs of standard and of extended range show them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzModel
import QuartzVideo

/// The outputs that a film's pictures are made for.
enum PictureRange: Hashable, Sendable {
  /// Bytes, with light brighter than white made darker.
  case standard
  /// Half floats of extended sRGB of films brighter than white, which layers map.
  case extended
}

/// The pixels of one picture, for each range that shows it.
typealias RangedPixels = [PictureRange: PixelBuffer]

extension VideoFormat {
  /// The texels of pictures for outputs of extended range: half floats of films brighter than
  /// white, with the film's headroom; bytes of others.
  var brightForm: TexelForm {
    keepsLight ? .halves(ContentLight(.absolute, headroom: Float(headroom))) : .bytes
  }

  /// The primaries and the transfer function by their codes.
  var codedColors: CodedColors {
    CodedColors(primaries: primaries.rawValue, transfer: transfer.rawValue)
  }
}

extension VideoPicture {
  /// Writes the picture as rows of texels that touch: bytes, or half floats of one that keeps
  /// light.
  ///
  /// - Parameters:
  ///   - form: The form of the texels.
  ///   - base: Room for a texel for each pixel.
  func write(_ form: TexelForm, to base: UnsafeMutableRawPointer) {
    let rowBytes = format.width * form.texelBytes
    if form.isHalf, convertToHalves(base, rowBytes: rowBytes) { return }
    if !form.isHalf { convert(to: base, rowBytes: rowBytes) }
  }
}
