// The damage of one surface as rectangles that do not overlap.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// Rectangles that cover a damage, each pixel once.
///
/// Draws are cut to the pieces before they reach GL, so that one call draws all pieces, nothing
/// needs a scissor, and no pixel is blended twice where rectangles of the damage overlap.
struct DamagePieces {
  private(set) var rects: ContiguousArray<PixelRect> = []
  private var remainders: ContiguousArray<PixelRect> = []
  /// Whether the pieces cover the whole frame.
  private(set) var isWhole = false
  private(set) var bounds = PixelRect.empty

  /// Sets the pieces to the parts of `damage` inside of `frame`.
  mutating func set(_ damage: Damage, frame: PixelRect) {
    rects.removeAll(keepingCapacity: true)
    var area = 0
    bounds = .empty
    for index in 0..<damage.count {
      let rect = damage[index].intersection(frame)
      guard !rect.isEmpty else { continue }
      remainders.removeAll(keepingCapacity: true)
      remainders.append(rect)
      for other in rects { cutRemainders(other) }
      for piece in remainders { area += piece.area }
      rects.append(contentsOf: remainders)
      bounds = bounds.union(rect)
    }
    isWhole = area == frame.area
    if isWhole {
      rects.removeAll(keepingCapacity: true)
      if !frame.isEmpty { rects.append(frame) }
    }
  }

  /// Cuts `hole` out of the remaining rectangles, which leaves at most four of each.
  private mutating func cutRemainders(_ hole: PixelRect) {
    let count = remainders.count
    for index in 0..<count {
      remainders[index].forEachPart(outside: hole) { remainders.append($0) }
    }
    remainders.removeFirst(count)
  }
}
