// The facets that have to be compared, and the order that follows from the comparisons.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// The pairs of facets that overlap as seen from the viewer.
///
/// A line sweeps over the facets, along the axis on which fewer of them meet: facets that lie in a
/// row or a column cost as much as their neighbours are many.
struct FacetPairs {
  /// Indexes, the smaller one first; in an order that depends on the facets alone.
  private(set) var values: [(Int, Int)] = []

  /// How many boxes are compared in the time of one pair of facets, about.
  private static let boxesOfPair = 32

  /// - Parameter spend: Counts comparisons; false ends the search.
  init(_ facets: [Facet], spend: (Int) -> Bool) {
    let boxes = facets.map(\.box)
    let isWide =
      FacetPairs.meetings(boxes, \.x) <= FacetPairs.meetings(boxes, \.y)
    let turned = isWide ? boxes : boxes.map(FacetPairs.turned)
    let order = turned.indices.sorted { (turned[$0].low.x, $0) < (turned[$1].low.x, $1) }
    var open: [Int] = []
    for index in order {
      let box = turned[index]
      guard spend(1 + open.count / FacetPairs.boxesOfPair) else { return }
      var kept = 0
      for position in open.indices {
        let other = open[position]
        guard turned[other].high.x > box.low.x else { continue }
        open[kept] = other
        kept += 1
        guard turned[other].low.y < box.high.y, box.low.y < turned[other].high.y else { continue }
        guard spend(1) else { return }
        if facets[other].overlaps(facets[index]) {
          values.append((min(other, index), max(other, index)))
        }
      }
      open.removeLast(open.count - kept)
      open.append(index)
    }
  }

  private static func turned(_ box: FacetBox) -> FacetBox {
    func turned(_ point: SIMD3<Double>) -> SIMD3<Double> { SIMD3(point.y, point.x, point.z) }
    return FacetBox(low: turned(box.low), high: turned(box.high))
  }

  /// How many pairs of boxes meet on an axis.
  private static func meetings(_ boxes: [FacetBox], _ axis: KeyPath<SIMD3<Double>, Double>) -> Int {
    let lows = boxes.map { $0.low[keyPath: axis] }.sorted()
    let highs = boxes.map { $0.high[keyPath: axis] }.sorted()
    var (count, begun) = (0, 0)
    for (ended, high) in highs.enumerated() {
      while begun < lows.count, lows[begun] < high { begun += 1 }
      count += begun - ended
    }
    return count
  }
}

/// The relation of facets that come before others.
struct FacetGraph {
  let count: Int
  private var later: [[Int]]
  private var earlier: [[Int]]
  // How many facets that come before each are not taken yet.
  private var waiting: [Int]
  private var isTaken: [Bool]

  init(count: Int) {
    self.count = count
    later = .init(repeating: [], count: count)
    earlier = later
    waiting = .init(repeating: 0, count: count)
    isTaken = .init(repeating: false, count: count)
  }

  mutating func add(_ first: Int, before second: Int) {
    later[first].append(second)
    earlier[second].append(first)
    waiting[second] += 1
  }

  /// Takes all that circles do not hold up; of those that may come next, the first of the list.
  mutating func takeOrdered() -> [Int] {
    var result: [Int] = []
    var ready = IndexHeap()
    for index in 0..<count where waiting[index] == 0 { ready.insert(index) }
    while let next = ready.takeLeast() {
      result.append(next)
      isTaken[next] = true
      for index in later[next] {
        waiting[index] -= 1
        if waiting[index] == 0 { ready.insert(index) }
      }
    }
    return result
  }

  /// Those that are not taken.
  var left: [Int] { (0..<count).filter { !isTaken[$0] } }

  /// Those of them that are in circles or between two, and do not only come after one.
  var circles: Set<Int> {
    var members = Set(left)
    var after = members.reduce(into: [Int: Int]()) { $0[$1] = later[$1].count }
    var ends = members.filter { after[$0] == 0 }.sorted()
    while let end = ends.popLast() {
      members.remove(end)
      for index in earlier[end] where members.contains(index) {
        after[index, default: 1] -= 1
        if after[index] == 0 { ends.append(index) }
      }
    }
    return members
  }
}

/// Numbers of which the least is taken first.
private struct IndexHeap {
  private var values: [Int] = []

  mutating func insert(_ value: Int) {
    values.append(value)
    var index = values.count - 1
    while index > 0, values[(index - 1) / 2] > values[index] {
      values.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func takeLeast() -> Int? {
    guard let least = values.first, let last = values.popLast() else { return nil }
    if values.isEmpty { return least }
    values[0] = last
    var index = 0
    while true {
      var next = index
      for child in [2 * index + 1, 2 * index + 2] where child < values.count {
        if values[child] < values[next] { next = child }
      }
      if next == index { return least }
      values.swapAt(index, next)
      index = next
    }
  }
}
