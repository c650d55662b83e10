// How pixels lie in memory.
// Licensed under the MIT license; see LICENSE.

/// A layout of channels and the meaning of the alpha among them.
///
/// Names of layouts tell the order in memory. Colours are sRGB-encoded, or whatever the owner of
/// the pixels says: nothing here depends on it but the conversion of colour to grey.
package struct PixelFormat: Equatable, Hashable, Sendable {
  package enum Layout: CaseIterable, Sendable {
    /// Four bytes.
    case rgba8
    case bgra8
    case argb8
    case abgr8
    /// One byte of grey; there is no alpha, everything is opaque.
    case gray8
    /// One byte of alpha; there is no colour.
    case alpha8
    /// Four half-precision numbers in the machine's byte order; colours may lie outside of 0...1.
    case rgbaHalf
  }

  package enum Alpha: CaseIterable, Sendable {
    /// Colours are multiplied by alpha.
    case premultiplied
    /// Colours are not multiplied by alpha ("last" and "first" without "premultiplied").
    case straight
    /// The place of alpha is there but means nothing ("skip"): opaque; written as 1.
    case ignored
  }

  package var layout: Layout
  /// Means nothing for `gray8` and `alpha8`.
  package var alpha: Alpha

  package init(_ layout: Layout, _ alpha: Alpha = .premultiplied) {
    self.layout = layout
    self.alpha = alpha
  }

  package static let rgba8 = PixelFormat(.rgba8)
  package static let bgra8 = PixelFormat(.bgra8)
  package static let gray8 = PixelFormat(.gray8)
  package static let alpha8 = PixelFormat(.alpha8)
  package static let rgbaHalf = PixelFormat(.rgbaHalf)

  package var bytesPerPixel: Int {
    switch layout {
    case .rgba8, .bgra8, .argb8, .abgr8: 4
    case .gray8, .alpha8: 1
    case .rgbaHalf: 8
    }
  }

  /// Whether pixels cannot be translucent.
  package var isOpaque: Bool {
    switch layout {
    case .gray8: true
    case .alpha8: false
    case .rgba8, .bgra8, .argb8, .abgr8, .rgbaHalf: alpha == .ignored
    }
  }

  /// The bytes that `width` pixels take, or nil if that is no number of bytes (negative, overflow).
  package func rowBytes(width: Int) -> Int? {
    guard width >= 0 else { return nil }
    let (bytes, overflow) = width.multipliedReportingOverflow(by: bytesPerPixel)
    return overflow ? nil : bytes
  }

  /// The bytes of `height` rows that are `rowBytes` apart, or nil if they do not fit the numbers.
  package func byteCount(width: Int, height: Int, rowBytes: Int) -> Int? {
    guard height >= 0, let least = self.rowBytes(width: width), rowBytes >= least else {
      return nil
    }
    let (bytes, overflow) = rowBytes.multipliedReportingOverflow(by: height)
    return overflow ? nil : bytes
  }
}
