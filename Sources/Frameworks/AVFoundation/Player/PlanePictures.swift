// Decoded pictures as the contents of layers.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzVideo

extension VideoFormat {
  /// The planes of a picture as those of an image; nil for grey ones, with alpha, and R, G, B, and
  /// for light brighter than white, whose curve renderers do not know.
  var planeLayout: PlaneLayout? {
    guard layout == .planar, !hasAlpha, !isHDR else { return nil }
    var result = PlaneLayout(.planar)
    result.depth = depth
    (result.halvesX, result.halvesY) = (halvesX, halvesY)
    (result.betweenX, result.betweenY) = (betweenX, betweenY)
    result.isFullRange = isFullRange
    switch matrix {
    case .rec601: result.matrix = .rec601
    case .rec709: result.matrix = .rec709
    case .rec2020: result.matrix = .rec2020
    case .rgb: return nil
    }
    result.planes = planes.map { PlaneLayout.Plane(offset: $0.offset, rowBytes: $0.rowBytes) }
    return result
  }
}

extension VideoPicture {
  /// The picture's planes as an image, in the decoder's memory; nil for other forms.
  ///
  /// - Throws: `PixelBufferError` for a picture that is larger than images are.
  var pixelBuffer: PixelBuffer? {
    get throws(PixelBufferError) {
      guard let planes = format.planeLayout else { return nil }
      return try PixelBuffer(
        width: format.width,
        height: format.height,
        planes: planes,
        base: UnsafeRawPointer(memory.base),
        byteCount: memory.count,
        owner: memory
      )
    }
  }
}
