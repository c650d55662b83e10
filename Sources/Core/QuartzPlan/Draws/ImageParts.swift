// The pixels that show a changed part of an image.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// The pixels of one draw that may differ because its image does.
struct PartDamage {
  /// Index into the plan's draws.
  var draw: Int32
  var pixels: PixelRect
  /// Whether nothing else about the draw is different.
  var keepsFormat: Bool
}

extension RenderPlan {
  /// Those of an image together, in their order.
  private static func byImage(
    _ changes: ContiguousArray<ImageChange>
  ) -> ContiguousArray<ImageChange> {
    let isInOrder = (1..<changes.count).allSatisfy {
      changes[$0 - 1].image.rawValue <= changes[$0].image.rawValue
    }
    if isInOrder { return changes }
    return ContiguousArray(
      changes.enumerated()
        .sorted { ($0.element.image.rawValue, $0.offset) < ($1.element.image.rawValue, $1.offset) }
        .map(\.element)
    )
  }

  /// Finds the pixels of all draws that show changed parts of images, in the order of the draws.
  ///
  /// They are in the space of the draw's surface.
  func damage(
    of changes: ContiguousArray<ImageChange>,
    into parts: inout ContiguousArray<PartDamage>
  ) {
    parts.removeAll(keepingCapacity: true)
    if changes.isEmpty { return }
    let sorted = RenderPlan.byImage(changes)
    for (index, draw) in draws.enumerated() {
      guard draw.kind == .image, !draw.flags.contains(.fromSurface) else { continue }
      let image = images[Int(draw.source)]
      var position = sorted.firstPlace { $0.image.rawValue >= image.rawValue }
      while position < sorted.count, sorted[position].image == image {
        let change = sorted[position]
        position += 1
        let pixels = imageRecords[Int(draw.record)].pixels(of: draw, showing: change.part)
        // A draw of nothing may show something of an image of another size.
        guard !pixels.isEmpty || !change.keepsFormat else { continue }
        parts.append(
          PartDamage(draw: Int32(index), pixels: pixels, keepsFormat: change.keepsFormat)
        )
      }
    }
  }
}

extension ContiguousArray {
  /// The index of the first element that passes, if all after it do, too; else the end.
  func firstPlace(where passes: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if passes(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Calls `body` with the pixels of the draws in a range; the elements are in the order of draws.
  func forEachPart(
    of draws: Range<Int32>,
    _ body: (PixelRect) -> Void
  ) where Element == PartDamage {
    var position = firstPlace { $0.draw >= draws.lowerBound }
    while position < count, self[position].draw < draws.upperBound {
      body(self[position].pixels)
      position += 1
    }
  }
}

/// The positions on an axis of shape space that can show some texels.
private struct PositionRange {
  var low: Double
  var high: Double

  static let all = PositionRange(low: -.infinity, high: .infinity)

  /// The indexes of pixels whose centres lie in it, as half open range.
  var pixels: (low: Int32, high: Int32) {
    (
      pixelCeil(Float((low - 0.5 - PositionRange.slack).rounded(.up))),
      pixelFloor(Float((high - 0.5 + PositionRange.slack).rounded(.down))) &+ 1
    )
  }

  /// Positions are Float in the renderers: pixels this near to an edge may fall to either side.
  private static let slack = 1.0 / 64
}

extension ImageRecord {
  /// The pixels of a draw with this record that can show texels of `part`.
  fileprivate func pixels(of draw: Draw, showing part: PixelRect) -> PixelRect {
    // How far the mix for a pixel reaches from its place, in texels.
    let reach =
      draw.flags.contains(.nearest) || draw.flags.contains(.copies)
      ? 0.0 : draw.flags.contains(.mipmapped) ? Double.exp2(level + 2) : 0.5
    let shown = PixelRect(
      Int32(texelRect.x - Float(reach)),
      Int32(texelRect.y - Float(reach)),
      Int32(texelRect.z + Float(reach)),
      Int32(texelRect.w + Float(reach))
    )
    guard part.intersects(shown) else { return .empty }
    guard !draw.flags.contains(.repeats) else { return draw.bounds }
    let isStretched = draw.flags.contains(.stretched)
    let x = positions(0, Double(part.minX), Double(part.maxX), reach, isStretched: isStretched)
    let y = positions(1, Double(part.minY), Double(part.maxY), reach, isStretched: isStretched)
    if draw.shape == .axis {
      let (columns, rows) = (x.pixels, y.pixels)
      return PixelRect(columns.low, rows.low, columns.high, rows.high).intersection(draw.bounds)
    }
    return projected(x, y).intersection(draw.bounds)
  }

  /// The positions along an axis (0 or 1) whose texels are in `low...high`.
  private func positions(
    _ axis: Int,
    _ low: Double,
    _ high: Double,
    _ reach: Double,
    isStretched: Bool
  ) -> PositionRange {
    let scale = Double(texelMap[axis])
    let offset = Double(texelMap[axis + 2])
    // The texels at the edges go on.
    let from = low <= Double(texelRect[axis]) ? -.infinity : low - reach
    let to = high >= Double(texelRect[axis + 2]) ? .infinity : high + reach
    guard scale != 0 else { return .all }
    func positions(_ offset: Double, _ scale: Double) -> PositionRange {
      let ends = ((from - offset) / scale, (to - offset) / scale)
      return PositionRange(low: min(ends.0, ends.1), high: max(ends.0, ends.1))
    }
    let (first, last) = (Double(sliceEdges[axis]), Double(sliceEdges[axis + 2]))
    guard isStretched, first < last else { return positions(offset, scale) }
    let slope = Double(stretch[axis])
    let firstTexel = first * scale + offset
    let lastTexel = firstTexel + (last - first) * slope
    var range = PositionRange(low: .infinity, high: -.infinity)
    func add(_ part: PositionRange, _ low: Double, _ high: Double) {
      let (start, end) = (max(part.low, low), min(part.high, high))
      guard start <= end else { return }
      range = PositionRange(low: min(range.low, start), high: max(range.high, end))
    }
    add(positions(offset, scale), -.infinity, first)
    if slope != 0 { add(positions(firstTexel - first * slope, slope), first, last) }
    add(positions(lastTexel - last * scale, scale), last, .infinity)
    return range
  }

  /// The pixels around positions of a shape with a space of its own.
  private func projected(_ x: PositionRange, _ y: PositionRange) -> PixelRect {
    let map = Homography(
      SIMD3(Double(shape.inverse1.x), Double(shape.inverse1.y), Double(shape.inverse1.z)),
      SIMD3(Double(shape.inverse2.x), Double(shape.inverse2.y), Double(shape.inverse2.z)),
      SIMD3(Double(shape.inverse3.x), Double(shape.inverse3.y), Double(shape.inverse3.z))
    )
    let minX = max(x.low, Double(shape.rect.x) - 1)
    let minY = max(y.low, Double(shape.rect.y) - 1)
    let maxX = min(x.high, Double(shape.rect.z) + 1)
    let maxY = min(y.high, Double(shape.rect.w) + 1)
    guard let world = map.inverse, minX <= maxX, minY <= maxY else { return .empty }
    let area = Rect(minX, minY, max(maxX - minX, 1e-6), max(maxY - minY, 1e-6))
    // A position behind the eye is behind it in both spaces.
    guard let bounds = Shape.projectedBounds(area, world) else { return .empty }
    return PixelRect(bounds.minX - 1, bounds.minY - 1, bounds.maxX + 1, bounds.maxY + 1)
  }
}

extension Double {
  fileprivate static func exp2(_ exponent: Float) -> Double {
    Double(sign: .plus, exponent: Int(exponent.rounded(.up)), significand: 1)
  }
}
