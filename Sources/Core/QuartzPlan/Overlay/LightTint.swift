// The overlay of extended range: pixels that a standard output could not show.
// Licensed under the MIT license; see LICENSE.
//
// It looks at the pixels of the output, and not at draws, for what shows is the sum of them. So it
// is laid over pixels that leave the renderer, whichever that is; damage and plans know nothing of
// it.

import QuartzRaster

/// Tints premultiplied, encoded pixels of an extended output.
enum LightTint {
  /// More than the rounding of a half float adds to white of any alpha.
  private static let white: Float = 1 + 0x1p-9
  private static let half: Float = 128 / 255

  /// Tints pixels of four half floats each.
  static func tint(halves pixels: UnsafeMutableRawPointer, count: Int) {
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: count) { row in
      guard let colors = row.baseAddress else { return }
      HalfPixels.read(pixels, to: colors, count: count)
      if tint(colors, count: count) { HalfPixels.writeFinite(colors, to: pixels, count: count) }
    }
  }

  /// Tints pixels.
  ///
  /// - Returns: Whether there was any to tint.
  @discardableResult
  static func tint(_ colors: UnsafeMutablePointer<SIMD4<Float>>, count: Int) -> Bool {
    var hasTints = false
    for index in 0..<count {
      guard let color = tinted(colors[index]) else { continue }
      colors[index] = color
      hasTints = true
    }
    return hasTints
  }

  /// Half of the colour, cut to 0...1, and half of red, blue, or both; nil for a colour that a
  /// standard output can show.
  private static func tinted(_ color: SIMD4<Float>) -> SIMD4<Float>? {
    let isBright = max(color.x, color.y, color.z) > color.w * white
    let isWide = min(color.x, color.y, color.z) < 0
    guard color.w > 0, isBright || isWide else { return nil }
    let cut = color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: color.w))
    return cut * (1 - half) + SIMD4(isBright ? half : 0, 0, isWide ? half : 0, half)
  }
}
