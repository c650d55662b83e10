// Memory that grows and is kept.
// Licensed under the MIT license; see LICENSE.

/// A growing column of plain values without checks, for the loops of the rasterizer.
///
/// An index must be less than `count`; who uses a buffer says why it is.
struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  /// The most elements that are kept for the next use.
  private static var retainedCount: Int { 1 << 18 }

  init(capacity: Int = 64) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deallocate()
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    (base + count).initialize(to: element)
    count += 1
  }

  @inline(__always)
  mutating func removeLast() {
    count -= 1
  }

  /// Forgets all elements past the first `count`.
  @inline(__always)
  mutating func truncate(to count: Int) {
    self.count = count
  }

  /// Forgets all elements, and gives back memory that is more than most uses need.
  mutating func removeAll() {
    count = 0
    guard capacity > Self.retainedCount else { return }
    base.deallocate()
    capacity = Self.retainedCount
    base = .allocate(capacity: capacity)
  }

  /// Makes all elements from 0 to `count` be `value`.
  mutating func fill(_ value: Element, count: Int) {
    if capacity < count { grow(to: count) }
    base.initialize(repeating: value, count: count)
    self.count = count
  }

  /// Appends `length` elements that the caller must write at once, and gives the first one's place.
  @inline(__always)
  mutating func extend(by length: Int) -> UnsafeMutablePointer<Element> {
    if count + length > capacity { grow(to: count + length) }
    let start = base + count
    count += length
    return start
  }

  @inline(never)
  private mutating func grow(to count: Int) {
    let larger = max(count, capacity * 2)
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    moved.update(from: base, count: self.count)
    base.deallocate()
    base = moved
    capacity = larger
  }

  var elements: UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(start: base, count: count)
  }
}
