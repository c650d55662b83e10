// Rows of pixels as spans.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// Takes the coverage of a row from left to right and makes spans of it.
struct RowOutput: ~Copyable {
  private var spans = ScratchBuffer<CoverageSpan>()
  private var bytes = ScratchBuffer<UInt8>()
  private var rowStarts = ScratchBuffer<Int32>()
  /// The next pixel.
  private var x: Int32 = 0
  /// Where the run of pixels with bytes that is being built began; `x` if there is none.
  private var runX: Int32 = 0
  private var runOffset = 0
  /// The pixels that spans reach.
  private var minX: Int32 = .max
  private var maxX: Int32 = .min

  /// Fewer pixels alike than these between bytes become bytes, too: a span costs more.
  private static let shortestGap: Int32 = 4
  /// In runs longer than `longRun`, as horizontal edges make them, so many bytes alike become a
  /// span.
  private static let shortestRepeat = 32
  private static let longRun = 64

  mutating func removeAll() {
    spans.removeAll()
    bytes.removeAll()
    rowStarts.removeAll()
    rowStarts.append(0)
    minX = .max
    maxX = .min
    x = 0
    runX = 0
  }

  /// The pixels up to `end` are all inside, or all outside.
  @inline(__always)
  mutating func advance(to end: Int32, isInside: Bool) {
    let gap = end - x
    guard gap > 0 else { return }
    if gap < RowOutput.shortestGap, runX < x {
      put(Int(gap)).update(repeating: isInside ? 255 : 0, count: Int(gap))
      return
    }
    finishRun()
    if isInside { append(CoverageSpan(x: x, length: gap, offset: -1, value: 255)) }
    x = end
    runX = end
  }

  /// Room for the bytes of the next pixels, which the caller must write before the next call.
  @inline(__always)
  mutating func put(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    if runX == x { runOffset = bytes.count }
    x += Int32(count)
    return bytes.extend(by: count)
  }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    put(1)[0] = byte
  }

  /// Makes a span of the bytes since the last one.
  @inline(__always)
  mutating func finishRun() {
    guard runX < x else { return }
    let length = Int(x - runX)
    if length > RowOutput.longRun {
      finishLongRun(length)
    } else {
      _ = append(from: 0, to: length, movedTo: runOffset)
    }
    runX = x
  }

  /// A span of a part of the run, less bytes of 0 at its ends; gives where the bytes after it may
  /// go.
  @inline(__always)
  private mutating func append(from start: Int, to end: Int, movedTo target: Int) -> Int {
    // Bounds: bytes have the whole run, which begins at `runOffset`; `target` is not behind
    // `start`.
    let run = bytes.base + runOffset
    var (start, end) = (start, end)
    while start < end, run[start] == 0 { start += 1 }
    while end > start, run[end - 1] == 0 { end -= 1 }
    let count = end - start
    if count > 0 {
      if target != runOffset + start {
        (bytes.base + target).update(from: run + start, count: count)
      }
      append(
        CoverageSpan(
          x: runX + Int32(start),
          length: Int32(count),
          offset: Int32(target),
          value: 0
        )
      )
    }
    return target + count
  }

  /// Splits a long run where bytes repeat.
  private mutating func finishLongRun(_ length: Int) {
    let run = bytes.base + runOffset
    var target = runOffset
    var pending = 0
    var index = 0
    while index < length {
      let value = run[index]
      var next = index + 1
      while next < length, run[next] == value { next += 1 }
      if next - index >= RowOutput.shortestRepeat {
        target = append(from: pending, to: index, movedTo: target)
        if value > 0 {
          let span = CoverageSpan(
            x: runX + Int32(index),
            length: Int32(next - index),
            offset: -1,
            value: value
          )
          append(span)
        }
        pending = next
      }
      index = next
    }
    bytes.truncate(to: append(from: pending, to: length, movedTo: target))
  }

  @inline(__always)
  private mutating func append(_ span: CoverageSpan) {
    minX = min(minX, span.x)
    maxX = max(maxX, span.x + span.length)
    spans.append(span)
  }

  mutating func endRow() {
    rowStarts.append(Int32(spans.count))
    x = 0
    runX = 0
  }

  /// Moves the rows, of which `row` is the first, to an empty mask.
  func store(in mask: inout CoverageMask, row: Int32, _ bounds: PixelRect) {
    let rows = rowStarts.count - 1
    var first = 0
    var end = rows
    while first < end, rowStarts.base[first + 1] == 0 { first += 1 }
    while end > first, rowStarts.base[end - 1] == rowStarts.base[end] { end -= 1 }
    guard first < end else { return }
    mask.originX = bounds.minX
    mask.originY = bounds.minY
    mask.firstRow = row + Int32(first)
    mask.minX = minX
    mask.maxX = maxX
    mask.rowStarts.removeAll(keepingCapacity: true)
    mask.rowStarts.append(
      contentsOf: UnsafeBufferPointer(start: rowStarts.base + first, count: end - first + 1)
    )
    mask.spans.append(contentsOf: spans.elements)
    mask.bytes.append(contentsOf: bytes.elements)
  }
}
