// An image that fills the plane.
// Licensed under the MIT license; see LICENSE.
//
// Positions in texels, and those of mixed neighbours, are taken modulo the size of the image. Tiles
// therefore join without a seam wherever their edges fall.

import QuartzMath
import QuartzRaster

/// An image repeated along its axes, under an affine map.
struct TilePaint {
  private let image: TexelSource
  /// Pixels to places in texels.
  private let map: Affine
  private let isNearest: Bool
  /// The owner of the memory of `image`.
  private let owner: AnyObject
  /// From sRGB to the context's colours; nil where these are the same.
  let conversion: SpanColorConversion?

  /// - Parameters:
  ///   - image: Texels about as large as a pixel, or larger ones.
  ///   - owner: The owner of their memory.
  ///   - pixelToTexel: To places in texels.
  init(
    _ image: TexelSource,
    owner: AnyObject,
    pixelToTexel: Affine,
    isNearest: Bool,
    conversion: SpanColorConversion?
  ) {
    self.image = image
    map = pixelToTexel
    self.isNearest = isNearest
    self.owner = owner
    self.conversion = conversion
  }

  /// Premultiplied words for `count` pixels of row y from x on.
  func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
    let first = map.transform(Point(Double(x) + 0.5, Double(y) + 0.5))
    guard first.x.isFinite, first.y.isFinite else {
      return words.update(repeating: 0, count: count)
    }
    // Bounds: the caller vouches for `count` words; texels are wrapped into the image.
    for index in 0..<count {
      let point = Point(first.x + map.a * Double(index), first.y + map.b * Double(index))
      words[index] = isNearest ? nearest(point) : linear(point)
    }
    withExtendedLifetime(owner) {}
  }

  private func nearest(_ point: Point) -> UInt32 {
    image.texel(Self.wrapped(point.x, image.width).texel, Self.wrapped(point.y, image.height).texel)
  }

  private func linear(_ point: Point) -> UInt32 {
    let (x, y) = (
      Self.wrapped(point.x - 0.5, image.width), Self.wrapped(point.y - 0.5, image.height)
    )
    let right = x.texel + 1 == image.width ? 0 : x.texel + 1
    let below = y.texel + 1 == image.height ? 0 : y.texel + 1
    func row(_ y: Int32) -> SIMD4<Float> {
      let (a, b) = (image.texel(x.texel, y), image.texel(right, y))
      let from = PixelWord.color(a)
      return a == b ? from : from + (PixelWord.color(b) - from) * x.fraction
    }
    let top = row(y.texel)
    return PixelWord.word(top + (row(below) - top) * y.fraction)
  }

  /// A place on a circle of `size` texels: the texel that it is in, and how far.
  @inline(__always)
  private static func wrapped(_ point: Double, _ size: Int32) -> (texel: Int32, fraction: Float) {
    let floor = point.rounded(.down)
    // Within 2^53 the remainder is exact; beyond, any texel will do.
    var texel = Int32(floor.truncatingRemainder(dividingBy: Double(size)))
    if texel < 0 { texel += size }
    return (texel, Float(point - floor))
  }
}
