// Light beyond white in contexts of half floats.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

extension CGContext {
  /// The headroom that images brighter than white are drawn for; 0 if none was set.
  public var edrTargetHeadroom: Float { targetHeadroom }

  /// Sets the headroom that images brighter than white are drawn for.
  ///
  /// Images with more than 8 bits then keep their light. Those with a headroom above the target are
  /// mapped to it by the reference-white curve, and so are colours; images that do not say theirs
  /// end at it. Images of the context say the largest headroom of what was drawn. Before the target
  /// is set, images and colours with a headroom are drawn as for an output of standard range.
  ///
  /// - Parameter headroom: At least 1, and finite.
  /// - Returns: Whether it was set: only bitmaps of floating point in an extended space of red,
  ///   green and blue take one.
  ///
  /// **Differences**: there is no other target than the one that is set. The target is no part of
  /// the graphics state. Patterns of images, and images that are tiled, have a standard range.
  @discardableResult
  public func setEDRTargetHeadroom(_ headroom: Float) -> Bool {
    guard headroom >= 1, headroom.isFinite, document == nil, bitmapInfo.contains(.floatComponents),
      let space, space.isExtended, space.model == .rgb
    else { return false }
    targetHeadroom = min(headroom, Float(ReferenceWhiteCurve.greatestHeadroom))
    return true
  }

  /// A colour with the light that the context shows: a headroom above the target, or above white
  /// where there is none, is mapped to that.
  func shown(_ color: CGColor) -> CGColor {
    let own = color.ownHeadroom
    guard own > 1 else { return color }
    if targetHeadroom >= 1 { drawnHeadroom = max(drawnHeadroom, min(own, targetHeadroom)) }
    let target = Double(max(targetHeadroom, 1))
    guard let curve = ReferenceWhiteCurve(from: Double(own), to: target) else { return color }
    let (encoded, sRGB) = (Color(color), TransferCurve.sRGB)
    var light = SIMD3(encoded.red, encoded.green, encoded.blue)
    for index in 0..<3 { light[index] = sRGB.decode(light[index]) }
    light *= curve.factor(ReferenceWhiteCurve.largest(light))
    return CGColor(
      Color(sRGB.encode(light.x), sRGB.encode(light.y), sRGB.encode(light.z), encoded.alpha)
    )
  }

  /// An image in its own light; nil where bytes say all.
  ///
  /// - Parameter map: Maps pixels to texels of the image.
  func lightPaint(_ image: CGImage, _ map: Affine, isNearest: Bool) -> LightPaint? {
    guard targetHeadroom >= 1, let space, let light = image.ownLight else { return nil }
    let own = image.contentHeadroom
    let table = ReferenceWhiteCurve(from: Double(own), to: Double(targetHeadroom)).map {
      GainTable($0)
    }
    let most = SIMD4(SIMD3(repeating: targetHeadroom), 1)
    func factor(_ x: Double, _ y: Double, _ length: Int) -> Int {
      let texels = (x * x + y * y).squareRoot()
      return texels >= 2 && !isNearest ? Int(min(texels, Double(length))) : 1
    }
    let factors = (x: factor(map.a, map.c, image.width), y: factor(map.b, map.d, image.height))
    let picture = LightTexels(light, factors: factors, in: space) { color in
      let mapped = table.map { $0(color) } ?? color
      return mapped.replacing(with: most, where: mapped .> most)
    }
    guard let picture else { return nil }
    if own > 1 { drawnHeadroom = max(drawnHeadroom, min(own, targetHeadroom)) }
    return LightPaint(
      picture: picture,
      pixelToTexel: map * Affine.scale(1 / Double(factors.x), 1 / Double(factors.y)),
      isNearest: isNearest
    )
  }
}
