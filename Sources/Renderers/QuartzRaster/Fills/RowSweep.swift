// From edge chains to coverage, row by row.
// Licensed under the MIT license; see LICENSE.
//
// In each row of pixels the chains are ordered by their first pixel. Chains that share pixels make
// a cluster; there is no edge between clusters, so the winding there is one number and the pixels
// are all inside (a solid span) or all outside (nothing). Only pixels of clusters need arithmetic.
//
//     pixels   | | | | | | | | | | | | | | |
//     chains    [a  ]          [b][c    ]  [d]
//     clusters  [   ]  solid   [        ]  [ ]        one chain, two chains, one chain
//
// A pixel's coverage is the area of its points that are inside. It is the sum, over the lines where
// inside and outside meet, of the area to the right of each line, signed: every line piece of
// height d that crosses a pixel at the mean place m adds d (1 - m) to the pixel and d to all pixels
// right of it. The sums are kept as differences, so that a piece costs the pixels that it crosses.
//
// If a cluster has one chain, either all of its lines are such borders or none is. If it has
// several, `OverlapResolver.swift` finds the borders. So coverage is exact (up to rounding to a
// byte) for both rules also where lines cross, overlap, or lie in the same pixel.

import QuartzMath

/// A chain in the current row.
struct ActiveChain: BitwiseCopyable {
  /// The first pixel that the chain touches in the row and the one after the last, high word first.
  var key: UInt64
  /// Where the chain meets the row's top and bottom, if it is one line there (`isPlain`).
  var topX: Double
  var bottomX: Double
  var index: Int32
  var direction: Int32
  var isPlain: Bool
  /// Whether the chain goes on, or ends exactly at the bottom of the row.
  var reachesBottom: Bool
  /// Whether nothing of the chain is left for the next row.
  var isFinished: Bool

  @inline(__always)
  var firstPixel: Int32 { Int32(truncatingIfNeeded: key >> 32) }
  @inline(__always)
  var endPixel: Int32 { Int32(truncatingIfNeeded: key) }
}

/// A part of a line inside of a row; y from the row's top, 0...1, downwards.
struct EdgePiece: BitwiseCopyable {
  var x0: Double
  var y0: Double
  var x1: Double
  var y1: Double
  /// dx/dy.
  var slope: Double
  var direction: Int32
}

struct RowSweep: ~Copyable {
  var active = ScratchBuffer<ActiveChain>()
  /// Differences of coverage from each pixel to the next, from the first pixel of the cluster on.
  ///
  /// All zero between clusters.
  var differences = ScratchBuffer<Double>()
  var resolver = OverlapResolver()
  /// Counts of pixels, for sorting by them.
  private var columns = ScratchBuffer<Int32>()
  private var sorted = ScratchBuffer<ActiveChain>()
  private var output = RowOutput()
  /// The allowed steps of a run: chains of rows, the pixels that they cross, and steps of the
  /// resolver.
  var allowance = Int.max
  /// The steps of the last run; more than the allowance if it gave up, with an empty mask.
  private(set) var steps = 0

  /// Replaces the mask with the coverage of the chains; `bounds` is their area.
  mutating func run(
    _ chains: inout EdgeChains,
    rule: FillRule,
    bounds: PixelRect,
    into mask: inout CoverageMask
  ) {
    mask.removeAll()
    if chains.isFull { return giveUp() }
    steps = chains.points.count * PathRasterizer.stepsOfPoint
    guard chains.firstRow < chains.endRow, steps <= allowance else { return }
    active.removeAll()
    output.removeAll()
    // A piece may begin at the right border, and writes to the pixel after its last one.
    differences.fill(0, count: Int(bounds.width) + 4)
    for row in chains.firstRow..<chains.endRow {
      activate(&chains, row)
      for index in 0..<active.count {
        RowSweep.advance(&active.base[index], &chains, row)
        steps += 1 + Int(active.base[index].endPixel - active.base[index].firstPixel)
      }
      guard steps <= allowance else { return }
      sort(width: bounds.width)
      sweep(&chains, row, rule, bounds.width)
      steps += resolver.takeSteps()
      retire()
      output.endRow()
    }
    output.store(in: &mask, row: chains.firstRow, bounds)
  }

  /// Takes more than is allowed, without having run.
  mutating func giveUp() { steps = allowance + 1 }

  // MARK: - Chains of a row

  /// Adds the chains that begin in the row.
  private mutating func activate(_ chains: inout EdgeChains, _ row: Int32) {
    var index = chains.rowHeads.base[Int(row)]
    while index >= 0 {
      // Bounds: heads and links are indexes of chains, cursors are indexes of points.
      let chain = chains.chains.base + Int(index)
      let top = Double(row)
      while chain.pointee.cursor != chain.pointee.last,
        chains.points.base[Int(chain.pointee.cursor + chain.pointee.step)].y == top
      {
        chain.pointee.cursor += chain.pointee.step
      }
      let first = chains.points.base[Int(chain.pointee.cursor)]
      chain.pointee.endX = first.x
      chain.pointee.rowY = first.y
      active.append(
        ActiveChain(
          key: 0,
          topX: 0,
          bottomX: 0,
          index: index,
          direction: chain.pointee.direction,
          isPlain: false,
          reachesBottom: false,
          isFinished: false
        )
      )
      index = chain.pointee.next
    }
  }

  /// A place in the grid of 1/2^20, so that a path moved by whole pixels rounds alike.
  @inline(__always)
  static func snapped(_ x: Double) -> Double {
    let rounder = 0x1.8p32
    return (x + rounder) - rounder
  }

  /// Follows a chain through the row: which pixels it touches, and where it leaves.
  @inline(__always)
  private static func advance(
    _ active: inout ActiveChain,
    _ chains: inout EdgeChains,
    _ row: Int32
  ) {
    // Bounds: a chain's cursor goes from its first to its last point.
    let points = chains.points.base
    let chain = chains.chains.base + Int(active.index)
    let (top, bottom) = (Double(row), Double(row) + 1)
    let (step, last) = (chain.pointee.step, chain.pointee.last)
    var cursor = chain.pointee.cursor
    let x = chain.pointee.endX
    let startY = max(chain.pointee.rowY, top)
    chain.pointee.rowX = x
    chain.pointee.rowY = startY
    chain.pointee.rowCursor = cursor
    var (minX, maxX) = (x, x)
    var isPlain = startY == top
    var reachesBottom = false
    while cursor != last {
      let next = points[Int(cursor + step)]
      guard next.y >= bottom else {
        isPlain = false
        cursor += step
        chain.pointee.slope = .nan
        minX = min(minX, next.x)
        maxX = max(maxX, next.x)
        continue
      }
      let from = points[Int(cursor)]
      var endX = next.x
      if next.y == bottom {
        repeat {
          cursor += step
        } while cursor != last && points[Int(cursor + step)].y == bottom
        chain.pointee.slope = .nan
      } else {
        if chain.pointee.slope.isNaN {
          chain.pointee.slope = (next.x - from.x) / (next.y - from.y)
        }
        endX = snapped(from.x + (bottom - from.y) * chain.pointee.slope)
      }
      // Lines along the border of two rows are in neither.
      chain.pointee.endX = next.y == bottom ? points[Int(cursor)].x : endX
      active.bottomX = endX
      reachesBottom = true
      minX = min(minX, endX)
      maxX = max(maxX, endX)
      break
    }
    active.topX = x
    active.isPlain = isPlain && reachesBottom
    active.reachesBottom = reachesBottom
    active.isFinished = cursor == last
    chain.pointee.cursor = cursor
    let first = Int32(minX)
    var end = Int32(maxX)
    // Where a chain begins or ends inside of the row another one does, too: in a pixel of both.
    if startY > top || !reachesBottom || Double(end) < maxX { end += 1 }
    active.key = UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: end))
  }

  /// Orders the chains by their first pixel.
  private mutating func sort(width: Int32) {
    // From row to row the order hardly changes.
    var moves = active.count * 8 + 64
    let base = active.base
    var index = 1
    while index < active.count {
      let chain = base[index]
      var position = index
      while position > 0, base[position - 1].key > chain.key {
        base[position] = base[position - 1]
        position -= 1
      }
      base[position] = chain
      moves -= index - position
      if moves < 0 { return sortByColumns(width) }
      index += 1
    }
  }

  /// Orders the chains in time that grows with their number and the width alone.
  private mutating func sortByColumns(_ width: Int32) {
    // Bounds: a chain's first pixel is 0...width.
    columns.fill(0, count: Int(width) + 2)
    for chain in active.elements { columns.base[Int(chain.firstPixel) + 1] += 1 }
    for column in 0...Int(width) { columns.base[column + 1] += columns.base[column] }
    sorted.removeAll()
    let target = sorted.extend(by: active.count)
    for chain in active.elements {
      let position = columns.base[Int(chain.firstPixel)]
      columns.base[Int(chain.firstPixel)] = position + 1
      target[Int(position)] = chain
    }
    active.base.update(from: target, count: active.count)
  }

  /// Drops the chains that have ended.
  private mutating func retire() {
    var kept = 0
    for index in 0..<active.count where !active.base[index].isFinished {
      if kept != index { active.base[kept] = active.base[index] }
      kept += 1
    }
    active.truncate(to: kept)
  }

  // MARK: - Clusters

  private mutating func sweep(
    _ chains: inout EdgeChains,
    _ row: Int32,
    _ rule: FillRule,
    _ width: Int32
  ) {
    var winding: Int32 = 0
    var index = 0
    while index < active.count {
      let chain = active.base[index]
      let first = chain.firstPixel
      var end = chain.endPixel
      var next = index + 1
      while next < active.count, active.base[next].firstPixel < end {
        end = max(end, active.base[next].endPixel)
        next += 1
      }
      let isInside = rule.contains(winding)
      if next == index + 1 {
        let willBeInside = rule.contains(winding + chain.direction)
        if isInside != willBeInside {
          output.advance(to: first, isInside: isInside)
          single(chain, &chains, row, isInside: isInside, min(end, width))
        }
        winding += chain.direction
      } else {
        output.advance(to: first, isInside: isInside)
        resolve(index..<next, &chains, row, winding, rule, min(end, width))
        for other in index..<next where active.base[other].reachesBottom {
          winding += active.base[other].direction
        }
      }
      index = next
    }
    // Chains on the right side of the area are left out, so the last winding need not be 0.
    output.advance(to: width, isInside: rule.contains(winding))
    output.finishRun()
  }

  /// The pixels of a chain that is alone in them and is a border of the inside.
  @inline(__always)
  private mutating func single(
    _ chain: ActiveChain,
    _ chains: inout EdgeChains,
    _ row: Int32,
    isInside: Bool,
    _ end: Int32
  ) {
    let first = chain.firstPixel
    let sign = isInside ? -1.0 : 1.0
    let base = isInside ? 1.0 : 0.0
    if chain.isPlain {
      if end - first == 1 {
        let mean = (chain.topX + chain.bottomX) * 0.5 - Double(first)
        return output.put(RowSweep.byte(base + sign * (1 - mean)))
      }
      RowSweep.add(differences.base, first, chain.topX, chain.bottomX, sign)
    } else {
      let differences = differences.base
      RowSweep.forEachPiece(chain, &chains, row) { x0, y0, x1, y1 in
        RowSweep.add(differences, first, x0, x1, (y1 - y0) * sign)
      }
    }
    flush(first, end, base)
  }

  /// The pixels of several chains.
  private mutating func resolve(
    _ members: Range<Int>,
    _ chains: inout EdgeChains,
    _ row: Int32,
    _ winding: Int32,
    _ rule: FillRule,
    _ end: Int32
  ) {
    let first = active.base[members.lowerBound].firstPixel
    resolver.begin()
    for index in members {
      let chain = active.base[index]
      if chain.isPlain {
        resolver.append(chain.topX, 0, chain.bottomX, 1, chain.direction)
      } else {
        RowSweep.forEachPiece(chain, &chains, row) { x0, y0, x1, y1 in
          if y0 < y1 { resolver.append(x0, y0, x1, y1, chain.direction) }
        }
      }
    }
    switch resolver.run(winding, rule, first, differences.base) {
    case .allAlike: break
    case .exact: flush(first, end, rule.contains(winding) ? 1 : 0)
    case .windings: flushWindings(first, end, Double(winding), rule)
    }
  }

  /// Calls `body` for each line of a chain in the row, y from the row's top.
  @inline(__always)
  private static func forEachPiece(
    _ active: ActiveChain,
    _ chains: inout EdgeChains,
    _ row: Int32,
    _ body: (_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> Void
  ) {
    // Bounds: as in `advance`.
    let points = chains.points.base
    let chain = chains.chains.base[Int(active.index)]
    let top = Double(row)
    var (x, y) = (chain.rowX, chain.rowY > top ? chain.rowY - top : 0)
    var cursor = chain.rowCursor
    while cursor != chain.last {
      cursor += chain.step
      let next = points[Int(cursor)]
      guard next.y < top + 1 else { return body(x, y, active.bottomX, 1) }
      body(x, y, next.x, next.y - top)
      (x, y) = (next.x, next.y - top)
    }
  }

  // MARK: - Differences

  /// Adds what lies right of a line piece of the (signed) height `cover`; pixels count from
  /// `first`.
  @inline(__always)
  static func add(
    _ differences: UnsafeMutablePointer<Double>,
    _ first: Int32,
    _ x0: Double,
    _ x1: Double,
    _ cover: Double
  ) {
    // Bounds: the piece lies in the pixels of its cluster, which begin at `first`, or on the right
    // side of the last one; there are at least two more differences than pixels.
    let left = min(x0, x1)
    let right = max(x0, x1)
    let pixel = Int(left)
    let base = differences + (pixel - Int(first))
    if right - Double(pixel) <= 1 {
      let mean = (left + right) * 0.5 - Double(pixel)
      base[0] += cover * (1 - mean)
      base[1] += cover * mean
      return
    }
    let perPixel = cover / (right - left)
    let width = Double(pixel + 1) - left
    let head = perPixel * width
    base[0] += head * width * 0.5
    base[1] += head * (1 - width * 0.5)
    let lastPixel = Int(right)
    var index = 1
    let count = lastPixel - pixel
    while index < count {
      base[index] += perPixel * 0.5
      base[index + 1] += perPixel * 0.5
      index += 1
    }
    let rest = right - Double(lastPixel)
    if rest > 0 {
      let tail = perPixel * rest
      base[count] += tail * (1 - rest * 0.5)
      base[count + 1] += tail * rest * 0.5
    }
  }

  /// A coverage 0...1, but for rounding, as a byte.
  @inline(__always)
  static func byte(_ coverage: Double) -> UInt8 {
    UInt8(truncatingIfNeeded: Int32(min(max(coverage, 0), 1) * 255 + 0.5))
  }

  /// Puts out the pixels from `first` to `end` and clears their differences.
  private mutating func flush(_ first: Int32, _ end: Int32, _ base: Double) {
    let count = Int(end - first)
    var sum = base
    if count > 0 {
      let bytes = output.put(count)
      for index in 0..<count {
        sum += differences.base[index]
        bytes[index] = RowSweep.byte(sum)
      }
    }
    differences.base.update(repeating: 0, count: max(count, 0) + 2)
  }

  /// As `flush`, from differences of the winding's mean over each pixel.
  private mutating func flushWindings(
    _ first: Int32,
    _ end: Int32,
    _ winding: Double,
    _ rule: FillRule
  ) {
    let count = Int(end - first)
    var sum = winding
    if count > 0 {
      let bytes = output.put(count)
      for index in 0..<count {
        sum += differences.base[index]
        var coverage = abs(sum)
        if rule == .evenOdd {
          coverage -= 2 * Double(Int(coverage * 0.5))
          if coverage > 1 { coverage = 2 - coverage }
        }
        bytes[index] = RowSweep.byte(coverage)
      }
    }
    differences.base.update(repeating: 0, count: max(count, 0) + 2)
  }
}
