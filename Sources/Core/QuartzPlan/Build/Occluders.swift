// Opaque rectangles that hide what is behind them.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// The largest opaque rectangles in front, at most sixteen.
struct Occluders {
  private static let capacity = 16

  // An array, not inline storage: that is copied as a whole wherever an element is read.
  private var rects: ContiguousArray<PixelRect> = []
  private var smallestArea = 0
  // Holds all of them.
  private var union = PixelRect.empty

  mutating func reserve() { rects.reserveCapacity(Occluders.capacity) }

  mutating func removeAll() {
    rects.removeAll(keepingCapacity: true)
    smallestArea = 0
    union = .empty
  }

  /// The largest part of `rect` that one of them, or `other`, hides.
  func hiddenPart(of rect: PixelRect, or other: PixelRect) -> PixelRect {
    var largest = rect.intersection(other)
    for index in rects.indices {
      let part = rects[index].intersection(rect)
      if part.area > largest.area { largest = part }
    }
    return largest
  }

  @inline(__always)
  func hide(_ rect: PixelRect) -> Bool {
    guard union.contains(rect) else { return false }
    for index in rects.indices where rects[index].contains(rect) { return true }
    return false
  }

  /// Whether one of them may hide a part of `rect`.
  func touch(_ rect: PixelRect) -> Bool {
    guard union.intersects(rect) else { return false }
    for index in rects.indices where rects[index].intersects(rect) { return true }
    return false
  }

  /// Whether no rectangle of this area is clearly larger than the smallest.
  func areLarge(beside area: Int) -> Bool {
    rects.count == Occluders.capacity && area <= smallestArea + smallestArea / 2
  }

  /// Whether a rectangle of this area would be kept.
  @inline(__always)
  func takes(_ area: Int) -> Bool {
    area > 0 && (rects.count < Occluders.capacity || area > smallestArea)
  }

  mutating func add(_ rect: PixelRect) {
    guard takes(rect.area) else { return }
    union = union.union(rect)
    if rects.count < Occluders.capacity {
      rects.append(rect)
    } else if let smallest = rects.firstIndex(where: { $0.area == smallestArea }) {
      rects[smallest] = rect
    }
    smallestArea = rects[0].area
    for index in rects.indices { smallestArea = min(smallestArea, rects[index].area) }
  }
}
