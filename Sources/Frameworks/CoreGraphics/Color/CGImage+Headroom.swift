// How much brighter than white a picture is.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzMath

/// The headroom of pictures in PQ and HLG that do not say their own: 1000 nits over the 203 of
/// reference white, 4.926108.
public let kCGDefaultHDRImageContentHeadroom = Float(ReferenceWhiteCurve.defaultHeadroom)

extension CGImage {
  /// An image of the bytes of `provider` that says how bright it is; nil if one of the parameters
  /// is invalid.
  ///
  /// - Parameters:
  ///   - headroom: The factor from reference white to the brightest light of the picture: 0 if it
  ///     is not known, else 1 or more, and at most 65504. Other numbers are invalid.
  ///   - width: In pixels, 1...16384.
  ///   - height: In pixels, 1...16384.
  ///   - bitsPerComponent: As for images without a headroom.
  ///   - bitsPerPixel: As for images without a headroom.
  ///   - bytesPerRow: The bytes from the start of one row to the next.
  ///   - space: The colour space.
  ///   - bitmapInfo: Alpha, byte order and kind of number.
  ///   - provider: The bytes.
  ///   - decode: Nil, or the ends of each component's range.
  ///   - shouldInterpolate: Stored for drawing.
  ///   - intent: Kept; see `CGColorRenderingIntent`.
  public convenience init?(
    headroom: Float,
    width: Int,
    height: Int,
    bitsPerComponent: Int,
    bitsPerPixel: Int,
    bytesPerRow: Int,
    space: CGColorSpace,
    bitmapInfo: CGBitmapInfo,
    provider: CGDataProvider,
    decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    let plain = CGImage(
      width: width,
      height: height,
      bitsPerComponent: bitsPerComponent,
      bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow,
      space: space,
      bitmapInfo: bitmapInfo,
      provider: provider,
      decode: decode,
      shouldInterpolate: shouldInterpolate,
      intent: intent
    )
    guard let plain, let source = plain.source,
      headroom == 0 || Description.isHeadroom(headroom)
    else { return nil }
    self.init(plain.description.tagged(headroom), source)
  }

  /// The factor from reference white to the brightest light of the picture: the number that it was
  /// made with or that its file says; without one, `kCGDefaultHDRImageContentHeadroom` in PQ and
  /// HLG, 0, not known, for floating-point numbers in an extended space and for
  /// `CGImagePixelFormatInfo.rgbCIF10`, and 1 for others.
  public var contentHeadroom: Float { description.headroom }

  /// The same picture with another headroom; nil for one below 1 that is not 0, and for numbers
  /// that are not finite.
  ///
  /// - Parameter headroom: 1 or more. 0 takes the number away, and leaves a picture in PQ or HLG
  ///   with the default.
  public func copy(contentHeadroom headroom: Float) -> CGImage? {
    guard !isMask, headroom == 0 || Description.isHeadroom(headroom) else { return nil }
    let copy = description.tagged(headroom)
    if let source { return CGImage(copy, source) }
    guard let makeLight, copy.standardCurve != description.standardCurve else {
      return CGImage(copy, deferred, light: makeLight)
    }
    // The pixels are made from the light anew.
    let (old, curve) = (deferred, copy.standardCurve)
    let pixels = DeferredPixels(width: width, height: height) {
      makeLight()?.standardPixels(curve) ?? old.pixels
    }
    return CGImage(copy, pixels, light: makeLight)
  }

  /// Whether the picture is made darker where it is drawn to something less bright.
  public var shouldToneMap: Bool { contentHeadroom > 1 }

  /// Whether the file says itself how it is made darker; files with such metadata are read without
  /// it.
  public var containsImageSpecificToneMappingMetadata: Bool { false }

  /// The largest component of all pixels that are not clear, in BT.2020's primaries relative to
  /// reference white, at least 1; each call looks at all pixels.
  ///
  /// **Differences**: the statistics of Apple's systems are not documented; here no pixels are left
  /// out.
  public var calculatedContentHeadroom: Float { Float(max(brightness.largest, 1)) }

  /// The mean of the largest components of all pixels in nits; 0, not known, before
  /// `copyWithCalculatedHDRStats`.
  public var contentAverageLightLevel: Float { description.averageNits }

  /// The same picture with the headroom and the light level that its pixels have.
  public func copyWithCalculatedHDRStats() -> CGImage? {
    guard !isMask else { return nil }
    let brightness = brightness
    guard let copy = copy(contentHeadroom: Float(max(brightness.largest, 1))) else { return nil }
    var description = copy.description
    description.averageNits = Float(brightness.mean * ReferenceWhiteCurve.whiteNits)
    if let source { return CGImage(description, source) }
    return CGImage(description, copy.deferred, light: makeLight)
  }

  private var brightness: (largest: Double, mean: Double) {
    (ownLight ?? LightRows(pixelStorage)).brightness()
  }
}

extension CGImage.Description {
  static func isHeadroom(_ headroom: Float) -> Bool {
    headroom >= 1 && headroom <= Float(ReferenceWhiteCurve.greatestHeadroom)
  }

  func tagged(_ headroom: Float) -> Self {
    var copy = self
    copy.ownHeadroom = headroom
    return copy
  }

  /// See `CGImage.contentHeadroom`.
  var headroom: Float {
    if ownHeadroom >= 1 { return ownHeadroom }
    guard let space else { return isMask ? 0 : 1 }
    if space.isHDR { return kCGDefaultHDRImageContentHeadroom }
    let hasFloats = space.isExtended && bitmapInfo.contains(.floatComponents)
    return hasFloats || bitmapInfo.packing == .rgbCIF10 ? 0 : 1
  }

  /// The curve to a target no brighter than white; nil for pictures that fit, and for those of
  /// which nothing is known.
  var standardCurve: ReferenceWhiteCurve? {
    ReferenceWhiteCurve(from: Double(headroom), to: 1)
  }
}
