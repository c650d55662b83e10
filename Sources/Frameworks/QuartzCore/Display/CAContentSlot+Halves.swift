// Pictures in slots that may be brighter than white: half floats.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import QuartzModel
import QuartzRaster

extension CAContentSlot {
  /// Shows another picture, whose half floats `fillHalves` writes where the renderer reads them.
  ///
  /// `fillHalves` gets `height` rows of `8 x width` bytes, from the top, without gaps: R, G, B, A
  /// half floats (IEEE 754 binary16 of this machine's byte order) of extended sRGB, encoded,
  /// premultiplied; 1 is SDR white. It has to write all of them: their initial contents are
  /// undefined. NaN becomes 0, and infinities the largest finite number.
  ///
  ///     try slot.present(width: 1920, height: 1080, headroom: 4) { halves in
  ///       renderer.copyFrame(to: halves)
  ///     }
  ///
  /// Contexts of extended range show the picture within each layer's limit, as its
  /// `preferredDynamicRange` and `toneMapMode` say; others make it darker, or clip it at white.
  ///
  /// - Parameters:
  ///   - width: In pixels, 1...65536; the picture before may have had another size and form.
  ///   - height: In pixels.
  ///   - headroom: The ratio of the brightest linear light to SDR white, at least 1; 0 if it is
  ///     unknown, as other numbers are.
  ///   - isOpaque: Whether every alpha is 1; then nothing is drawn below.
  ///   - time: The earliest time to show it, in seconds of the clock of the contexts; nil is the
  ///     next frame.
  ///   - fillHalves: Writes the picture, on this thread, before the call returns.
  /// - Returns: False if all buffers are in use: nothing was called and the picture before stays.
  /// - Throws: `CAContentSlotError`.
  @discardableResult
  public func present(
    width: Int,
    height: Int,
    headroom: CGFloat,
    isOpaque: Bool = false,
    at time: CFTimeInterval? = nil,
    fillHalves: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(CAContentSlotError) -> Bool {
    let form = TexelForm.halves(ContentLight(.extended, headroom: Float(headroom)))
    let made = try makePicture(width: width, height: height, isOpaque: isOpaque, form: form) {
      bytes in
      fillHalves(bytes)
      if let base = bytes.baseAddress { HalfPixels.makeFinite(base, count: bytes.count / 2) }
    }
    guard let made else { return false }
    try present(made, at: time)
    return true
  }
}
