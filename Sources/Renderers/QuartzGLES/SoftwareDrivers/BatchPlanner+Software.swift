// The batches that only software drivers gain by: interiors of opaque draws, and copies of texels.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzPlan

extension BatchPlanner {
  /// Moves the images of the copied group to their places, in order.
  mutating func moveFirst() {
    guard lastFirst >= 0 else { return }
    var target = firstBatch + firstIndex
    for index in target...lastFirst where batches[index].isFirst {
      batches.insert(batches.remove(at: index), at: target)
      target += 1
    }
  }

  /// Returns whether the copyable images of a surface are worth copying.
  func areImagesCopied(_ plan: RenderPlan, _ surface: Surface) -> Bool {
    guard traits.software.copiesTexels, !isShared, !plan.range.isExtended else { return false }
    var area = 0
    for position in surface.visible {
      let index = Int(plan.visible[Int(position)])
      // Most draws are not copies, and a draw is expensive to load.
      guard plan.draws[index].flags.contains(.copies) else { continue }
      let draw = plan.draws[index]
      if BatchPlanner.isCopy(draw, plan) { area += draw.bounds.intersection(pieces.bounds).area }
    }
    return area >= BatchPlanner.copiedArea
  }

  /// Returns whether a draw is a large part of an image, and each texel replaces a pixel.
  static func isCopy(_ draw: Draw, _ plan: RenderPlan) -> Bool {
    draw.kind == .image && draw.flags.contains(.copies) && !draw.flags.contains(.fromSurface)
      && replaces(draw) && plan.imageRecords[Int(draw.record)].color == .one
  }

  /// Returns the pixels that a draw's colour replaces; empty if they are too few to draw apart.
  func interior(_ draw: Draw, _ plan: RenderPlan) -> PixelRect {
    guard level == .exact, draw.kind == .solid, draw.flags.contains(.opaque), draw.clip < 0 else {
      return .empty
    }
    let inside = plan.interior(of: draw).intersection(pieces.bounds)
    return inside.area >= BatchPlanner.insideArea ? inside : .empty
  }

  /// Decides whether an image is copied, and when.
  mutating func setCopy(_ bounds: PixelRect, _ wanted: inout Batch) {
    if copiesImages {
      if lastFirst < 0 { firstIndex = batches.count - firstBatch }
      let inTarget = bounds.offset(x: surfacePlacement.shiftX, y: surfacePlacement.shiftY)
      wanted.isFirst = lastBatch(in: inTarget) < firstIndex
    }
    wanted.copiesTexels = wanted.isFirst || bounds.area >= BatchPlanner.copiedArea
  }

  /// Returns the batch that a copied image joins: the last of the group, or a new one.
  mutating func joinFirst(_ wanted: Batch) -> Int {
    if lastFirst >= 0, accepts(batches[lastFirst], wanted) { return lastFirst }
    batches.append(wanted)
    lastFirst = batches.count - 1
    return lastFirst
  }
}
