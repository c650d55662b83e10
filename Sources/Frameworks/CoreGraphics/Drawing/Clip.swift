// The part of a context where drawing may change pixels.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzRaster

/// The part of a canvas that drawing reaches.
struct Clip {
  /// The pixels that may change.
  private(set) var rect: PixelRect
  /// The coverage of each pixel within `rect`; nil if all are covered fully.
  private(set) var mask: CoverageMask?
  /// The bounds of the intersection of all clips, in pixels, not rounded.
  private(set) var box: Rect

  /// All of a canvas.
  init(_ bounds: PixelRect) {
    rect = bounds
    box = Rect(bounds)
  }

  /// A clip without pixels, on a page.
  init(box: Rect) {
    rect = .empty
    self.box = box
  }

  /// Cuts the bounds of a clip without pixels.
  mutating func narrow(to shapeBox: Rect) {
    box = box.intersection(shapeBox)
  }

  /// The part of the clip that lies inside of `shape`, whose exact bounds are `shapeBox`.
  mutating func intersect(_ shape: CoverageMask, box shapeBox: Rect) {
    box = box.intersection(shapeBox)
    let both = mask.map { $0.multiplied(by: shape) } ?? shape.clipped(to: rect)
    rect = both.bounds
    mask = both
  }

  /// The part of the clip that lies inside of a rectangle of whole pixels.
  mutating func intersect(_ pixels: PixelRect) {
    box = box.intersection(Rect(pixels))
    rect = rect.intersection(pixels)
    guard let mask else { return }
    self.mask = mask.clipped(to: rect)
    rect = self.mask?.bounds ?? .empty
  }

  /// All of `pixels`, with the bounds that this clip reports.
  func widened(to pixels: PixelRect) -> Clip {
    var clip = Clip(pixels)
    clip.box = box
    return clip
  }

  /// Returns the part of `shape` inside of the clip.
  func applied(to shape: CoverageMask) -> CoverageMask {
    mask.map { shape.multiplied(by: $0) } ?? shape
  }

  /// The clip itself as a shape.
  var coverage: CoverageMask { mask ?? CoverageMask(rect) }
}

extension Rect {
  init(_ pixels: PixelRect) {
    self.init(
      Double(pixels.minX),
      Double(pixels.minY),
      Double(pixels.width),
      Double(pixels.height)
    )
  }

  /// Returns the intersection of both; without width and height if it is empty.
  func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    return Rect(left, top, max(right - left, 0), max(bottom - top, 0))
  }

  /// The rectangle of whole pixels that this one is, to within a millionth of a pixel; nil for
  /// others.
  var wholePixels: PixelRect? {
    let corners = SIMD4(minX, minY, maxX, maxY)
    let rounded = corners.rounded(.toNearestOrEven)
    let distance = (corners - rounded)
    // The comparisons are false for NaN.
    guard (distance * distance).max() < 1e-12, rounded.min() > -1e9, rounded.max() < 1e9 else {
      return nil
    }
    return PixelRect(Int32(rounded.x), Int32(rounded.y), Int32(rounded.z), Int32(rounded.w))
  }

  /// The smallest rectangle of whole pixels that holds this one; coordinates are clamped to ±10⁹.
  var enclosingPixels: PixelRect {
    func index(_ value: Double) -> Int32 { value > -1e9 ? Int32(min(value, 1e9)) : -1_000_000_000 }
    return PixelRect(
      index(minX.rounded(.down)),
      index(minY.rounded(.down)),
      index(maxX.rounded(.up)),
      index(maxY.rounded(.up))
    )
  }
}
