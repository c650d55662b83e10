// Images that are drawn smaller than they are.
// Licensed under the MIT license; see LICENSE.
//
// Core Graphics filters such an image with a kernel that is stretched along each axis as far as the
// image is shrunk there. An image that lies upright, or turned by right angles, is made anew, pixel
// by pixel, for the pixels that it covers. Any other is made about as large as it shows, and
// sampled then.

import QuartzMath
import QuartzRaster

/// How an image is made smaller, and where its texels lie then.
struct ShrunkImage {
  private let pixels: PixelStorage
  private var columns: ScaledAxis
  private var rows: ScaledAxis
  private var edges = ScaledImage.Edges.clamped
  /// How the smaller image is sampled.
  private(set) var quality: SamplingQuality
  /// Pixels to places in texels of the smaller image.
  private(set) var pixelToTexel: Affine

  /// - Parameters:
  ///   - map: To places in texels of `pixels`.
  ///   - visible: The pixels that are sampled.
  ///   - quality: That of images that do not shrink.
  /// - Returns: Nil if the image lies in none of these pixels.
  init?(
    _ pixels: PixelStorage,
    pixelToTexel map: Affine,
    in visible: PixelRect,
    _ quality: SamplingQuality
  ) {
    let texels = pixels.texels
    guard let texelToPixel = map.inverse, texelToPixel.isFinite else { return nil }
    let area = ShrunkImage.pixels(of: texels, texelToPixel).intersection(visible)
    guard !area.isEmpty, area.area <= CGImage.maximumSide * CGImage.maximumSide else { return nil }
    let (x, y) = (Double(area.minX) + 0.5, Double(area.minY) + 0.5)
    let (width, height) = (Double(area.width), Double(area.height))
    let first = map.transform(Point(x, y))
    // A thousandth of a texel at the far end of a row is not seen.
    let least = 1e-3
    func axis(_ count: Int32, _ start: Double, _ step: Double) -> ScaledAxis {
      // Images of one size at places that differ by whole pixels are the same, but for rounding.
      let start = (start * 0x1p20).rounded() * 0x1p-20
      return ScaledAxis(count: Int(count), start: start, step: step, isCubic: quality == .cubic)
    }
    self.pixels = pixels
    if abs(map.b) * width < least, abs(map.c) * height < least {
      columns = axis(area.width, first.x, map.a)
      rows = axis(area.height, first.y, map.d)
      self.quality = .nearest
      pixelToTexel = .translation(-Double(area.minX), -Double(area.minY))
    } else if abs(map.a) * width < least, abs(map.d) * height < least {
      columns = axis(area.height, first.x, map.c)
      rows = axis(area.width, first.y, map.b)
      self.quality = .nearest
      pixelToTexel = Affine(0, 1, 1, 0, -Double(area.minY), -Double(area.minX))
    } else {
      guard let size = ScaledImage.reducedSize(texels, texelToPixel: texelToPixel) else {
        return nil
      }
      (columns, rows, pixelToTexel) = ShrunkImage.whole(texels, size, map)
      self.quality = quality
    }
  }

  /// One tile of a plane of them; nil if it does not shrink.
  init?(tile pixels: PixelStorage, pixelToTexel map: Affine) {
    let texels = pixels.texels
    guard let texelToPixel = map.inverse,
      let size = ScaledImage.reducedSize(texels, texelToPixel: texelToPixel)
    else { return nil }
    self.pixels = pixels
    (columns, rows, pixelToTexel) = ShrunkImage.whole(texels, size, map)
    edges = .wrapped
    quality = .linear
  }

  /// The pixels that an image reaches into.
  private static func pixels(of texels: TexelSource, _ texelToPixel: Affine) -> PixelRect {
    let (width, height) = (Double(texels.width), Double(texels.height))
    let corners = [(0, 0), (width, 0), (0, height), (width, height)].map {
      texelToPixel.transform(Point($0.0, $0.1))
    }
    let (x, y) = (corners.map(\.x), corners.map(\.y))
    func pixel(_ place: Double?) -> Int32 { Int32(min(max(place ?? 0, -0x1p30), 0x1p30)) }
    return PixelRect(
      pixel(x.min()?.rounded(.down)),
      pixel(y.min()?.rounded(.down)),
      pixel(x.max()?.rounded(.up)),
      pixel(y.max()?.rounded(.up))
    )
  }

  private static func whole(
    _ texels: TexelSource,
    _ size: (width: Int, height: Int),
    _ map: Affine
  ) -> (ScaledAxis, ScaledAxis, Affine) {
    let columns = ScaledAxis(from: Int(texels.width), to: size.width)
    let rows = ScaledAxis(from: Int(texels.height), to: size.height)
    return (columns, rows, map * .scale(1 / columns.step, 1 / rows.step))
  }

  /// Whether both make the same image.
  fileprivate func isMade(as other: ShrunkImage) -> Bool {
    pixels === other.pixels && columns == other.columns && rows == other.rows
      && edges == other.edges
  }

  /// The smaller image; nil if it has too many texels.
  fileprivate func made() -> ScaledImage? {
    try? ScaledImage(pixels.texels, columns: columns, rows: rows, edges: edges)
  }
}

/// The smaller images that were drawn last: making them costs more than drawing them.
struct ShrunkImageCache {
  private var entries: [(key: ShrunkImage, image: ScaledImage)] = []
  private static let capacity = 8

  /// The image, made at the first call; nil if it has too many texels.
  mutating func image(_ key: ShrunkImage) -> ScaledImage? {
    if let index = entries.firstIndex(where: { $0.key.isMade(as: key) }) {
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry.image
    }
    guard let image = key.made() else { return nil }
    if entries.count == Self.capacity { entries.removeFirst() }
    entries.append((key, image))
    return image
  }
}

extension Affine {
  /// Whether a step of one pixel goes further than one texel.
  var shrinks: Bool { max(a * a + b * b, c * c + d * d) > 1 + 1e-6 }
}
