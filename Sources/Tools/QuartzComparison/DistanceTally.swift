// How many pixels are how far apart.
// Licensed under the MIT license; see LICENSE.

/// How many pixels are how far apart: the largest difference of a channel of each, 0...255.
///
/// Four pixels are taken at a time, and each of the four has counts of its own: neighbours often
/// are as far apart, and a count that was just written is slow to read.
struct DistanceTally: ~Copyable {
  private let counts: UnsafeMutablePointer<UInt32>
  private static let (lanes, distances) = (4, 256)

  init() {
    counts = .allocate(capacity: Self.lanes * Self.distances)
    counts.initialize(repeating: 0, count: Self.lanes * Self.distances)
  }

  deinit {
    counts.deallocate()
  }

  /// Counts the pixels of a part of two rows.
  func add(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ span: Range<Int>) {
    var x = span.lowerBound
    // Bounds: the span lies in both rows, whose pixels have four bytes; a distance is a byte, and
    // each of the lanes has 256 places.
    while x + 4 <= span.upperBound {
      let p = left.loadUnaligned(fromByteOffset: x * 4, as: SIMD16<UInt8>.self)
      let q = right.loadUnaligned(fromByteOffset: x * 4, as: SIMD16<UInt8>.self)
      let steps = pointwiseMax(p, q) &- pointwiseMin(p, q)
      let words = unsafeBitCast(steps, to: SIMD4<UInt32>.self)
      let pairs = pointwiseMax(
        steps,
        unsafeBitCast(words &>> SIMD4(repeating: 16), to: SIMD16<UInt8>.self)
      )
      let halves = unsafeBitCast(pairs, to: SIMD4<UInt32>.self)
      let most = pointwiseMax(
        pairs,
        unsafeBitCast(halves &>> SIMD4(repeating: 8), to: SIMD16<UInt8>.self)
      )
      counts[Int(most[0])] &+= 1
      counts[256 + Int(most[4])] &+= 1
      counts[512 + Int(most[8])] &+= 1
      counts[768 + Int(most[12])] &+= 1
      x += 4
    }
    while x < span.upperBound {
      let p = left.loadUnaligned(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
      let q = right.loadUnaligned(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
      counts[Int((pointwiseMax(p, q) &- pointwiseMin(p, q)).max())] &+= 1
      x += 1
    }
  }

  /// Adds the counts to others, of 256 distances.
  func addUp(into histogram: inout [Int]) {
    for distance in 0..<Self.distances {
      for lane in 0..<Self.lanes {
        histogram[distance] += Int(counts[lane * Self.distances + distance])
      }
    }
  }
}
