// The extents of images: rectangles in pixels, y up, which may be infinite.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// A rectangle by its edges, in pixels, y up; edges may be infinite.
///
/// A rectangle whose sides are not positive, or not numbers, is empty.
package struct FilterRect: Equatable, Hashable, Sendable, CustomStringConvertible {
  package let minX: Double
  package let minY: Double
  package let maxX: Double
  package let maxY: Double

  /// Edges beyond this many pixels count as infinite: the pixels there cannot be told apart.
  package static let farthest = 1e15

  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    guard minX < maxX, minY < maxY else {
      (self.minX, self.minY, self.maxX, self.maxY) = (0, 0, 0, 0)
      return
    }
    self.minX = minX < -FilterRect.farthest ? -.infinity : minX
    self.minY = minY < -FilterRect.farthest ? -.infinity : minY
    self.maxX = maxX > FilterRect.farthest ? .infinity : maxX
    self.maxY = maxY > FilterRect.farthest ? .infinity : maxY
  }

  package init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  package init(_ rect: PixelRect) {
    self.init(
      minX: Double(rect.minX),
      minY: Double(rect.minY),
      maxX: Double(rect.maxX),
      maxY: Double(rect.maxY)
    )
  }

  package static let empty = FilterRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
  package static let infinite = FilterRect(
    minX: -.infinity,
    minY: -.infinity,
    maxX: .infinity,
    maxY: .infinity
  )

  package var width: Double { maxX - minX }
  package var height: Double { maxY - minY }
  package var isEmpty: Bool { !(minX < maxX && minY < maxY) }
  /// Whether all four edges are finite; true for an empty rectangle.
  package var isFinite: Bool {
    minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite
  }
  package var center: SIMD2<Double> {
    isFinite ? SIMD2(minX + maxX, minY + maxY) / 2 : .zero
  }
  package var corners: [SIMD2<Double>] {
    [SIMD2(minX, minY), SIMD2(maxX, minY), SIMD2(maxX, maxY), SIMD2(minX, maxY)]
  }

  package func intersection(_ other: FilterRect) -> FilterRect {
    FilterRect(
      minX: max(minX, other.minX),
      minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY)
    )
  }

  /// The smallest rectangle that holds both; an empty one counts for nothing.
  package func union(_ other: FilterRect) -> FilterRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return FilterRect(
      minX: min(minX, other.minX),
      minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY)
    )
  }

  package func intersects(_ other: FilterRect) -> Bool { !intersection(other).isEmpty }

  package func contains(_ other: FilterRect) -> Bool {
    other.isEmpty
      || (minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY)
  }

  package func contains(_ point: SIMD2<Double>) -> Bool {
    point.x >= minX && point.y >= minY && point.x < maxX && point.y < maxY
  }

  /// The centre of a pixel inside that is nearest to a position.
  package func nearest(_ point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(
      max(min(point.x, maxX - 0.5), minX + 0.5),
      max(min(point.y, maxY - 0.5), minY + 0.5)
    )
  }

  /// The rectangle with its edges moved outwards; an empty one stays empty.
  package func grown(_ x: Double, _ y: Double) -> FilterRect {
    guard !isEmpty, x == x, y == y else { return self }
    return FilterRect(minX: minX - x, minY: minY - y, maxX: maxX + x, maxY: maxY + y)
  }

  package func grown(_ distance: Double) -> FilterRect { grown(distance, distance) }

  package func offset(_ x: Double, _ y: Double) -> FilterRect {
    guard !isEmpty else { return self }
    return FilterRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
  }

  /// The smallest rectangle of whole pixels that holds this one.
  package var roundedOut: FilterRect {
    FilterRect(
      minX: minX.rounded(.down),
      minY: minY.rounded(.down),
      maxX: maxX.rounded(.up),
      maxY: maxY.rounded(.up)
    )
  }

  /// The bounds of the rectangle under a map; infinite where it is infinite and the map turns it.
  package func transformed(_ map: Affine) -> FilterRect {
    guard !isEmpty, map.isFinite else { return .empty }
    func range(_ p: Double, _ q: Double, _ shift: Double) -> (Double, Double) {
      // 0 times infinity is nothing here: an axis that does not take part.
      func product(_ factor: Double, _ edge: Double) -> Double { factor == 0 ? 0 : factor * edge }
      let (a, b) = (product(p, minX), product(p, maxX))
      let (c, d) = (product(q, minY), product(q, maxY))
      return (min(a, b) + min(c, d) + shift, max(a, b) + max(c, d) + shift)
    }
    let x = range(map.a, map.c, map.tx)
    let y = range(map.b, map.d, map.ty)
    return FilterRect(minX: x.0, minY: y.0, maxX: x.1, maxY: y.1)
  }

  /// The pixels that the rectangle touches; nil for what no buffer can hold.
  package var pixels: PixelRect? {
    let rect = roundedOut
    let limit = Double(1 << 30)
    guard rect.minX >= -limit, rect.minY >= -limit, rect.maxX <= limit, rect.maxY <= limit
    else { return nil }
    return PixelRect(Int32(rect.minX), Int32(rect.minY), Int32(rect.maxX), Int32(rect.maxY))
  }

  package var description: String { "(\(minX) \(minY) \(maxX) \(maxY))" }
}
