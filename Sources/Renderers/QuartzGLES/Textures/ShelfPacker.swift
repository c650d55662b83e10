// The packing of small rectangles into a large one, in rows of about equal height.
// Licensed under the MIT license; see LICENSE.

/// A packer of rectangles into shelves.
///
/// Shelves lie below each other; a shelf is as high as its first rectangle, rounded up, and takes
/// others that waste at most half of its height. Freed space joins its free neighbours, and empty
/// shelves at the end are removed. Allocation is linear in the number of shelves and gaps.
struct ShelfPacker {
  private struct Gap {
    var x: Int
    var width: Int
  }

  private struct Shelf {
    let y: Int
    let height: Int
    /// Free parts, by x.
    var gaps: [Gap]
  }

  let width: Int
  let height: Int
  private var shelves: [Shelf] = []

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Whether nothing is allocated.
  var isEmpty: Bool { shelves.isEmpty }

  /// Allocates a rectangle; nil if there is no room.
  mutating func allocate(width: Int, height: Int) -> (x: Int, y: Int)? {
    guard width <= self.width, height <= self.height, width > 0, height > 0 else { return nil }
    var best: (shelf: Int, gap: Int)?
    for (index, shelf) in shelves.enumerated() where shelf.height >= height {
      if let best, shelves[best.shelf].height <= shelf.height { continue }
      if let gap = shelf.gaps.firstIndex(where: { $0.width >= width }) { best = (index, gap) }
    }
    let top = shelves.last.map { $0.y + $0.height } ?? 0
    let room = self.height - top
    if let found = best, shelves[found.shelf].height > height * 2, room >= height { best = nil }
    if best == nil, room >= height {
      let rounded = min((height + 7) & ~7, room)
      shelves.append(Shelf(y: top, height: rounded, gaps: [Gap(x: 0, width: self.width)]))
      best = (shelves.count - 1, 0)
    }
    guard let best else { return nil }
    let x = shelves[best.shelf].gaps[best.gap].x
    shelves[best.shelf].gaps[best.gap].x += width
    shelves[best.shelf].gaps[best.gap].width -= width
    if shelves[best.shelf].gaps[best.gap].width == 0 {
      shelves[best.shelf].gaps.remove(at: best.gap)
    }
    return (x, shelves[best.shelf].y)
  }

  /// Frees a rectangle, with its requested width.
  mutating func free(x: Int, y: Int, width: Int) {
    guard let index = shelves.firstIndex(where: { $0.y == y }) else { return }
    var gaps = shelves[index].gaps
    let next = gaps.firstIndex { $0.x > x } ?? gaps.count
    gaps.insert(Gap(x: x, width: width), at: next)
    if next + 1 < gaps.count, gaps[next].x + gaps[next].width == gaps[next + 1].x {
      gaps[next].width += gaps[next + 1].width
      gaps.remove(at: next + 1)
    }
    if next > 0, gaps[next - 1].x + gaps[next - 1].width == gaps[next].x {
      gaps[next - 1].width += gaps[next].width
      gaps.remove(at: next)
    }
    shelves[index].gaps = gaps
    while let last = shelves.last, last.gaps.first?.width == self.width { shelves.removeLast() }
  }
}
