// Pictures of more than 8 bits a component on their way into files.
// Licensed under the MIT license; see LICENSE.

package import Foundation

/// Rows of an image as straight numbers of 16 bits in a space that files can name.
///
/// A picture stays in its own space if that has numbers (`CodedColors`). Of an extended space the
/// standard one is taken if the picture is known to be no brighter than white, else PQ, which holds
/// all colours up to 10,000 nits. Greys and inks become sRGB, other spaces the primaries of BT.2020
/// with the curve of sRGB. It belongs to one thread.
package final class WideRows {
  package let width: Int
  package let height: Int
  package let space: CGColorSpace
  /// Whether every pixel is opaque, as the image's layout says.
  package let isOpaque: Bool
  /// The headroom that the image says itself; 0 if it says none, or if the space holds no light
  /// brighter than white.
  package let headroom: Float
  /// Nits; 0 if unknown.
  package let averageNits: Float
  private let image: CGImage
  private let light: LightRows
  private let matrix: ProfileMatrix?
  private let row: UnsafeMutableBufferPointer<SIMD4<Float>>
  /// The layout of numbers that are copied as they are; nil where they are converted.
  private let exact: SampleLayout?

  /// Nil for pictures of up to 8 bits a component, for masks, and for decoded files.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - wanted: A space of R, G, B that files can name; nil for the one that suits the picture.
  package init?(_ image: CGImage, in wanted: CGColorSpace? = nil) {
    guard let source = image.source, !image.isMask, image.bitsPerComponent > 8,
      let own = image.colorSpace, let light = image.ownLight
    else { return nil }
    let space = wanted ?? Self.space(of: image, own)
    (self.image, self.light, self.space) = (image, light, space)
    (width, height) = (image.width, image.height)
    switch image.alphaInfo {
    case .none, .noneSkipFirst, .noneSkipLast: isOpaque = true
    case .first, .last, .premultipliedFirst, .premultipliedLast, .alphaOnly: isOpaque = false
    }
    headroom = space.isHDR ? image.description.ownHeadroom : 0
    averageNits = image.contentAverageLightLevel
    matrix =
      space.definition.primaries == .sRGB
      ? nil : space.definition.primaries.toXYZ.inverse * Primaries.sRGB.toXYZ
    row = .allocate(capacity: image.width)
    row.initialize(repeating: .zero)
    if case .samples(let layout) = source.format, layout.bits == 16, !layout.isFloat,
      own == space, image.description.decode == nil
    {
      exact = layout
    } else {
      exact = nil
    }
  }

  deinit {
    row.deallocate()
  }

  private static func space(of image: CGImage, _ space: CGColorSpace) -> CGColorSpace {
    guard space.model == .rgb else { return .sRGBSpace }
    if space.isExtended || image.bitmapInfo.packing == .rgbCIF10 {
      let standard = CGColorSpaceCreateCopyWithStandardRange(space)
      if image.contentHeadroom == 1, CodedColors(standard) != nil { return standard }
      return CGColorSpace(name: CGColorSpace.itur_2100_PQ) ?? .sRGBSpace
    }
    if CodedColors(space) != nil { return space }
    // Device RGB has no numbers and the colours of sRGB.
    let definition = space.definition
    if definition.primaries == .sRGB, definition.curve == .sRGB { return .sRGBSpace }
    return CGColorSpace(name: CGColorSpace.itur_2020_sRGBGamma) ?? .sRGBSpace
  }

  /// Writes row `y` from the top: R, G, B, and alpha if `components` is 4.
  ///
  /// Bounds: the caller vouches for `components` numbers for each of `width` pixels.
  package func read(row y: Int, components: Int, into target: UnsafeMutablePointer<UInt16>) {
    if let exact, let source = image.source {
      source.data.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        let line = start + source.offset + y * source.rowBytes
        for x in 0..<width { copy(line, x, exact, components, to: target + x * components) }
      }
      return
    }
    light.read(row: y, into: row)
    for x in 0..<width {
      let pixel = SIMD4<Double>(row[x])
      let own = matrix.map { $0 * pixel.lowThree } ?? pixel.lowThree
      let encoded = space.definition.encoded(own)
      let numbers = target + x * components
      for index in 0..<3 { numbers[index] = Self.number(encoded[index]) }
      if components == 4 { numbers[3] = Self.number(pixel.w) }
    }
  }

  private func copy(
    _ line: UnsafeRawPointer,
    _ x: Int,
    _ layout: SampleLayout,
    _ components: Int,
    to target: UnsafeMutablePointer<UInt16>
  ) {
    let alpha = layout.alpha.map { layout.sample(line, x, $0) } ?? 65535
    for index in 0..<3 {
      var number = layout.sample(line, x, layout.firstColor + index)
      if layout.isPremultiplied, alpha < 65535 {
        number = alpha == 0 ? 0 : min((number * 65535 + alpha / 2) / alpha, 65535)
      }
      target[index] = UInt16(truncatingIfNeeded: number)
    }
    if components == 4 { target[3] = UInt16(truncatingIfNeeded: alpha) }
  }

  private static func number(_ value: Double) -> UInt16 {
    value > 0 ? UInt16((min(value, 1) * 65535).rounded()) : 0
  }
}

extension CGImage {
  /// Whether components are floating-point numbers, of the bytes that the image was made with.
  package var hasFloats: Bool { source != nil && bitmapInfo.contains(.floatComponents) }
}
