// Where several chains share pixels: which parts of them are borders of the inside.
// Licensed under the MIT license; see LICENSE.
//
// The row is cut into bands at every height where a line of the cluster begins, ends or meets
// another one. Inside of a band the lines do not cross, so they have an order from left to right;
// walking it with the winding shows at which of them one gets inside or outside, and only these
// count:
//
//     y0 ----+----\----/--        band 1: 0 [1] 0        the left and the right line are borders
//             \    \  /
//     y1 ------\----\/----        the lines cross
//               \   /\
//     y2 --------\-/--\---        band 3: 0 [1 | 2] 0    the middle one lies inside
//
// Bands times lines could be many. A cluster has a budget that grows with its lines; if that is
// spent (hundreds of lines in a few pixels of one row) the mean winding of each pixel stands for
// what happens inside of it: coverage is then min(|w|, 1), or the triangle wave of w, which is
// exact wherever no pixel has two sides of a border in it. So time is bounded by the number of
// lines in each row.

struct OverlapResolver: ~Copyable {
  /// The kind of result that the differences hold.
  enum Outcome {
    /// No line is a border; there is nothing in the differences.
    case allAlike
    /// The differences are those of the coverage.
    case exact
    /// The differences are those of the mean winding.
    case windings
  }

  /// A line in the current band; not private, or debug builds lack its metadata in other files.
  struct Crossing: BitwiseCopyable {
    var x0: Double
    var x1: Double
    var direction: Int32
  }

  private var pieces = ScratchBuffer<EdgePiece>()
  private var heights = ScratchBuffer<Double>()
  private var band = ScratchBuffer<Crossing>()
  private var steps = 0

  /// Clusters of more lines are not resolved.
  private static let mostPieces = 512
  /// The budget in lines that are looked at: for each line of the cluster, and besides.
  private static let stepsPerPiece = 256
  private static let freeSteps = 4096

  /// How many lines were looked at since this was last asked.
  mutating func takeSteps() -> Int {
    defer { steps = 0 }
    return steps
  }

  mutating func begin() {
    pieces.truncate(to: 0)
  }

  /// Adds a line, downwards; y from the row's top.
  @inline(__always)
  mutating func append(
    _ x0: Double,
    _ y0: Double,
    _ x1: Double,
    _ y1: Double,
    _ direction: Int32
  ) {
    let slope = (x1 - x0) / (y1 - y0)
    pieces.append(
      EdgePiece(x0: x0, y0: y0, x1: x1, y1: y1, slope: slope, direction: direction)
    )
  }

  /// Adds the borders to the differences of the pixels from `first` on; `winding` is left of them.
  mutating func run(
    _ winding: Int32,
    _ rule: FillRule,
    _ first: Int32,
    _ differences: UnsafeMutablePointer<Double>
  ) -> Outcome {
    guard pieces.count <= OverlapResolver.mostPieces else { return windings(first, differences) }
    let most = pieces.count * OverlapResolver.stepsPerPiece + OverlapResolver.freeSteps
    var left = most
    defer { steps += most - left }
    collectHeights()
    var hasBorder = false
    for index in 1..<max(heights.count, 1) {
      var top = heights.base[index - 1]
      let end = heights.base[index]
      while top < end {
        left -= pieces.count
        guard left >= 0 else {
          clear(first, differences)
          return windings(first, differences)
        }
        let bottom = fillBand(top, end)
        if walk(winding, rule, first, bottom - top, differences) { hasBorder = true }
        top = bottom
      }
    }
    return hasBorder ? .exact : .allAlike
  }

  /// The heights at which lines begin or end, in order, each once.
  private mutating func collectHeights() {
    heights.truncate(to: 0)
    for index in 0..<pieces.count {
      insertHeight(pieces.base[index].y0)
      insertHeight(pieces.base[index].y1)
    }
  }

  @inline(__always)
  private mutating func insertHeight(_ height: Double) {
    var position = heights.count
    while position > 0, heights.base[position - 1] > height { position -= 1 }
    if position > 0, heights.base[position - 1] == height { return }
    heights.append(height)
    var index = heights.count - 1
    while index > position {
      heights.base[index] = heights.base[index - 1]
      index -= 1
    }
    heights.base[position] = height
  }

  /// Finds the lines between two heights, from left to right.
  ///
  /// The result is `bottom`, or the height where the first two of the lines cross.
  private mutating func fillBand(_ top: Double, _ bottom: Double) -> Double {
    band.truncate(to: 0)
    for index in 0..<pieces.count {
      let piece = pieces.base[index]
      guard piece.y0 <= top, piece.y1 >= bottom else { continue }
      let x0 = top == piece.y0 ? piece.x0 : piece.x(at: top)
      let x1 = bottom == piece.y1 ? piece.x1 : piece.x(at: bottom)
      insert(Crossing(x0: x0, x1: x1, direction: piece.direction))
    }
    // Of lines in order at the top, the first two that cross are neighbours.
    var share = 1.0
    for index in 1..<max(band.count, 1) {
      let (left, right) = (band.base[index - 1], band.base[index])
      guard left.x1 > right.x1 else { continue }
      let gap = right.x0 - left.x0
      share = min(share, gap / (gap + (left.x1 - right.x1)))
    }
    guard share < 1 else { return bottom }
    // A crossing at the very top is passed by a step that no coverage can show.
    let height = max(share * (bottom - top), 0x1p-16)
    guard height < bottom - top else { return bottom }
    share = height / (bottom - top)
    for index in 0..<band.count {
      let line = band.base[index]
      band.base[index].x1 = RowSweep.snapped(line.x0 + (line.x1 - line.x0) * share)
    }
    return top + height
  }

  @inline(__always)
  private mutating func insert(_ line: Crossing) {
    band.append(line)
    var position = band.count - 1
    while position > 0 {
      let other = band.base[position - 1]
      guard other.x0 > line.x0 || (other.x0 == line.x0 && other.x1 > line.x1) else { break }
      band.base[position] = other
      position -= 1
    }
    band.base[position] = line
  }

  /// Adds the lines of the band at which one gets inside or outside; whether there are any.
  private func walk(
    _ winding: Int32,
    _ rule: FillRule,
    _ first: Int32,
    _ height: Double,
    _ differences: UnsafeMutablePointer<Double>
  ) -> Bool {
    var winding = winding
    var isInside = rule.contains(winding)
    var hasBorder = false
    for index in 0..<band.count {
      let line = band.base[index]
      winding += line.direction
      let willBeInside = rule.contains(winding)
      guard willBeInside != isInside else { continue }
      isInside = willBeInside
      hasBorder = true
      RowSweep.add(differences, first, line.x0, line.x1, isInside ? height : -height)
    }
    return hasBorder
  }

  /// Adds all lines, as differences of the mean winding.
  private func windings(
    _ first: Int32,
    _ differences: UnsafeMutablePointer<Double>
  ) -> Outcome {
    for index in 0..<pieces.count {
      let piece = pieces.base[index]
      let cover = (piece.y1 - piece.y0) * Double(piece.direction)
      RowSweep.add(differences, first, piece.x0, piece.x1, cover)
    }
    return .windings
  }

  /// Takes back what has been added.
  private func clear(_ first: Int32, _ differences: UnsafeMutablePointer<Double>) {
    var end = Double(first)
    for index in 0..<pieces.count {
      end = max(end, max(pieces.base[index].x0, pieces.base[index].x1))
    }
    differences.update(repeating: 0, count: Int(end) - Int(first) + 2)
  }
}

extension EdgePiece {
  @inline(__always)
  func x(at y: Double) -> Double { RowSweep.snapped(x0 + (y - y0) * slope) }
}
