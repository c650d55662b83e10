// Rectangles of whole pixels, and the small regions that describe damage.
// Licensed under the MIT license; see LICENSE.

/// A rectangle of whole pixels, half open: `minX <= x < maxX`.
///
/// Empty if either side is not positive.
public struct PixelRect: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// The first column.
  public var minX: Int32
  /// The first row.
  public var minY: Int32
  /// The column after the last one.
  public var maxX: Int32
  /// The row after the last one.
  public var maxY: Int32

  /// A rectangle of its edges.
  @inlinable
  public init(_ minX: Int32, _ minY: Int32, _ maxX: Int32, _ maxY: Int32) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The rectangle at the origin that is `width` by `height` pixels.
  public init(width: Int32, height: Int32) {
    self.init(0, 0, width, height)
  }

  /// The rectangle without pixels at the origin.
  public static var empty: PixelRect { PixelRect(0, 0, 0, 0) }

  /// The number of columns; not positive if empty.
  @inlinable
  public var width: Int32 { maxX &- minX }
  /// The number of rows; not positive if empty.
  @inlinable
  public var height: Int32 { maxY &- minY }
  /// Whether it has no pixel.
  @inlinable
  public var isEmpty: Bool { minX >= maxX || minY >= maxY }

  /// The number of pixels; zero for an empty rectangle.
  @inlinable
  public var area: Int { isEmpty ? 0 : Int(width) * Int(height) }

  /// The pixels of both; perhaps empty.
  @inlinable
  public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      Swift.max(minX, other.minX),
      Swift.max(minY, other.minY),
      Swift.min(maxX, other.maxX),
      Swift.min(maxY, other.maxY)
    )
  }

  /// Whether the two share a pixel.
  @inlinable
  public func intersects(_ other: PixelRect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// The smallest rectangle that holds both; an empty one counts for nothing.
  @inlinable
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      Swift.min(minX, other.minX),
      Swift.min(minY, other.minY),
      Swift.max(maxX, other.maxX),
      Swift.max(maxY, other.maxY)
    )
  }

  /// Whether each pixel of the other one is in this one.
  @inlinable
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty
      || (minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY)
  }

  /// The rectangle moved by whole pixels.
  @inlinable
  public func offset(x: Int32, y: Int32) -> PixelRect {
    PixelRect(minX &+ x, minY &+ y, maxX &+ x, maxY &+ y)
  }

  /// Calls `body` with at most four rectangles that together are this one without the pixels of
  /// `hole`.
  @inlinable
  public func forEachPart(outside hole: PixelRect, _ body: (PixelRect) -> Void) {
    let common = intersection(hole)
    if common.isEmpty {
      if !isEmpty { body(self) }
      return
    }
    if minY < common.minY { body(PixelRect(minX, minY, maxX, common.minY)) }
    if minX < common.minX { body(PixelRect(minX, common.minY, common.minX, common.maxY)) }
    if common.maxX < maxX { body(PixelRect(common.maxX, common.minY, maxX, common.maxY)) }
    if common.maxY < maxY { body(PixelRect(minX, common.maxY, maxX, maxY)) }
  }

  /// Its edges: `(minX minY maxX maxY)`.
  public var description: String { "(\(minX) \(minY) \(maxX) \(maxY))" }
}

/// A set of pixels that must be drawn again: at most eight rectangles that do not overlap much.
///
/// Two rectangles are joined only when their union wastes less than half of its area, or when there
/// is no room for another one; then the pair that wastes least is joined.
public struct Damage: Equatable, Sendable, CustomStringConvertible {
  /// The most rectangles a damage has.
  public static let capacity = 8

  // Fixed storage: a damage is made every frame and must not allocate.
  private var storage: InlineArray<8, PixelRect> = .init(repeating: .empty)
  /// The number of rectangles, at most `capacity`.
  public private(set) var count = 0

  /// A damage without pixels.
  public init() {}

  /// The damage of a rectangle.
  public init(_ rect: PixelRect) {
    add(rect)
  }

  /// Whether it has no rectangle.
  public var isEmpty: Bool { count == 0 }

  /// The rectangle of an index, 0..<`count`.
  public subscript(index: Int) -> PixelRect { storage[index] }

  /// The number of pixels in the rectangles; those in an overlap count twice.
  public var area: Int {
    var sum = 0
    for index in 0..<count { sum += storage[index].area }
    return sum
  }

  /// The smallest rectangle that holds all; empty without any.
  public var bounds: PixelRect {
    var union = PixelRect.empty
    for index in 0..<count { union = union.union(storage[index]) }
    return union
  }

  /// Whether one of the rectangles shares a pixel with `rect`.
  public func intersects(_ rect: PixelRect) -> Bool {
    for index in 0..<count where storage[index].intersects(rect) { return true }
    return false
  }

  /// Whether one of the rectangles holds all of `rect`.
  @inline(__always)
  public func contains(_ rect: PixelRect) -> Bool {
    for index in 0..<count where storage[index].contains(rect) { return true }
    return rect.isEmpty
  }

  /// Removes all rectangles.
  public mutating func removeAll() {
    count = 0
  }

  /// Adds a rectangle, joining where that wastes little or no room is left.
  public mutating func add(_ rect: PixelRect) {
    if rect.isEmpty || contains(rect) { return }
    var rect = rect
    var index = 0
    while index < count {
      let other = storage[index]
      let union = rect.union(other)
      let covered = rect.area + other.area - rect.intersection(other).area
      if (union.area - covered) * 2 < union.area {
        remove(at: index)
        rect = union
        index = 0
      } else {
        index += 1
      }
    }
    if count == Damage.capacity { joinWith(&rect) }
    storage[count] = rect
    count += 1
  }

  /// Joins the two of the nine rectangles whose union wastes least, to make room for `rect`.
  private mutating func joinWith(_ rect: inout PixelRect) {
    var best = (waste: Int.max, first: 0, second: -1)
    for first in 0..<count {
      let waste = rect.union(storage[first]).area - rect.area - storage[first].area
      if waste < best.waste { best = (waste, first, -1) }
      for second in (first + 1)..<Swift.max(count, first + 1) {
        let union = storage[first].union(storage[second])
        let waste = union.area - storage[first].area - storage[second].area
        if waste < best.waste { best = (waste, first, second) }
      }
    }
    if best.second < 0 {
      rect = rect.union(storage[best.first])
      remove(at: best.first)
    } else {
      storage[best.first] = storage[best.first].union(storage[best.second])
      remove(at: best.second)
    }
  }

  private mutating func remove(at index: Int) {
    count -= 1
    storage[index] = storage[count]
  }

  /// Whether both have the same rectangles in the same order.
  public static func == (left: Damage, right: Damage) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count where left.storage[index] != right.storage[index] { return false }
    return true
  }

  /// Its rectangles, as `PixelRect` describes them.
  public var description: String {
    (0..<count).map { storage[$0].description }.joined(separator: " ")
  }
}
