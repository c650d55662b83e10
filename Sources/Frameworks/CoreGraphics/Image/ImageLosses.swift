// The properties of an image that 8 bits of sRGB cannot hold.
// Licensed under the MIT license; see LICENSE.

/// The properties that an image loses when it is shown: layers show RGBA with 8 bits a component,
/// in sRGB.
package struct ImageLosses: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Integers of more than 8 bits are rounded.
  package static let depth = ImageLosses(rawValue: 1 << 0)
  /// Floating-point numbers are rounded, and cut to 0...1.
  package static let range = ImageLosses(rawValue: 1 << 1)
  /// Colours of another space are converted; those outside of sRGB are cut to it.
  package static let gamut = ImageLosses(rawValue: 1 << 2)
  /// A pixel of grey takes the four bytes of RGBA; no colour is lost.
  package static let compactness = ImageLosses(rawValue: 1 << 3)

  private static let texts: [(ImageLosses, String)] = [
    (.depth, "more than 8 bits a component become 8"),
    (.range, "floating point becomes 8 bits, cut to 0...1"),
    (.gamut, "another colour space becomes sRGB, colours outside of it are cut"),
    (.compactness, "grey takes 4 bytes a pixel"),
  ]

  /// A line for each loss.
  package var lines: [String] { ImageLosses.texts.filter { contains($0.0) }.map(\.1) }
}

extension CGImage {
  /// The losses of the image when a layer shows it, including those of a file's decoder.
  package var losses: ImageLosses {
    var losses = description.fileLosses
    if !isMask, colorSpace?.model == .monochrome { losses.insert(.compactness) }
    guard source != nil, !isMask else { return losses }
    if bitmapInfo.contains(.floatComponents) {
      losses.insert(.range)
    } else if bitsPerComponent > 8 {
      losses.insert(.depth)
    }
    if colorSpace?.isWideGamutRGB ?? false || bitmapInfo.packing == .rgbCIF10 {
      losses.insert(.gamut)
    }
    return losses
  }
}
