// Lengths side by side, and where each begins.
// Licensed under the MIT license; see LICENSE.

/// The lengths of the parts of a list along its axis, in points.
///
/// Equal lengths take no memory. For others, a tree of partial sums (Fenwick, "A new data structure
/// for cumulative frequency tables", 1994) gives begins and finds parts in O(log n), also after
/// one length changed.
package struct Extents: Equatable, Sendable {
  private enum Storage: Equatable, Sendable {
    case uniform(length: Double)
    // Sum i, counted from 1, is of the lengths of as many parts before i as its lowest bit says.
    case varied(lengths: [Double], sums: [Double])
  }

  private var storage: Storage
  package private(set) var count: Int

  /// The greatest length of a part; longer ones are clamped to it.
  package static let greatestLength = 1e9

  /// Returns a length that lists can use: NaN and negative lengths are 0.
  package static func usable(_ length: Double) -> Double {
    length > 0 ? min(length, greatestLength) : 0
  }

  /// Parts of one length.
  package init(count: Int, length: Double) {
    self.count = max(count, 0)
    storage = .uniform(length: Extents.usable(length))
  }

  package init(_ lengths: [Double]) {
    count = lengths.count
    storage = .uniform(length: 0)
    store(lengths.map(Extents.usable))
  }

  private mutating func store(_ lengths: [Double]) {
    count = lengths.count
    if let first = lengths.first, lengths.allSatisfy({ $0 == first }) {
      storage = .uniform(length: first)
      return
    }
    var sums = [0] + lengths
    for index in sums.indices.dropFirst() {
      let parent = index + (index & -index)
      if parent < sums.count { sums[parent] += sums[index] }
    }
    storage = .varied(lengths: lengths, sums: sums)
  }

  /// The length of all parts.
  package var total: Double { begin(of: count) }

  /// The lengths of all parts.
  package var lengths: [Double] {
    switch storage {
    case .uniform(let length): Array(repeating: length, count: count)
    case .varied(let lengths, _): lengths
    }
  }

  /// The length of a part; setting one takes O(log n) unless all lengths were the same.
  package subscript(index: Int) -> Double {
    get {
      guard index >= 0, index < count else { return 0 }
      switch storage {
      case .uniform(let length): return length
      case .varied(let lengths, _): return lengths[index]
      }
    }
    set {
      let length = Extents.usable(newValue)
      guard index >= 0, index < count, self[index] != length else { return }
      guard case .varied(var lengths, var sums) = storage else {
        var lengths = self.lengths
        lengths[index] = length
        return store(lengths)
      }
      storage = .uniform(length: 0)
      let change = length - lengths[index]
      lengths[index] = length
      var sum = index + 1
      while sum < sums.count {
        sums[sum] += change
        sum += sum & -sum
      }
      storage = .varied(lengths: lengths, sums: sums)
    }
  }

  /// Returns where a part begins; the end of all parts for their count.
  package func begin(of index: Int) -> Double {
    let index = min(max(index, 0), count)
    switch storage {
    case .uniform(let length): return length * Double(index)
    case .varied(_, let sums):
      var position = 0.0
      var sum = index
      while sum > 0 {
        position += sums[sum]
        sum &= sum - 1
      }
      return position
    }
  }

  /// Returns the part at a position: of those of some length, the last that begins there or before.
  ///
  /// Positions before all parts are in the first, those behind all in the last.
  ///
  /// - Returns: Nil without any parts.
  package func index(at position: Double) -> Int? {
    guard count > 0 else { return nil }
    guard position > 0 else { return 0 }
    switch storage {
    case .uniform(let length):
      let index = length > 0 ? (position / length).rounded(.down) : 0
      return index < Double(count) ? Int(index) : count - 1
    case .varied(_, let sums):
      var before = 0
      var rest = position
      var step = 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount)
      while step > 0 {
        let next = before + step
        if next <= count, sums[next] <= rest {
          before = next
          rest -= sums[next]
        }
        step >>= 1
      }
      return min(before, count - 1)
    }
  }

  /// Returns the parts of which something is between two positions.
  package func indices(from start: Double, to end: Double) -> Range<Int> {
    guard end > start, end > 0, start < total else { return 0..<0 }
    guard let first = index(at: start), let last = index(at: end) else { return 0..<0 }
    return first..<(begin(of: last) >= end && last > first ? last : last + 1)
  }
}
