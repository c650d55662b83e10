// Coverage bytes that plans carry, made once for each thing that they show.
// Licensed under the MIT license; see LICENSE.

import Dispatch
import Glibc
import QuartzMath
import QuartzRaster
import Synchronization

/// What bytes of coverage show, in texels from their top left.
struct CoverageKey: Hashable {
  /// The outline, in a space of the user's.
  enum Outline: Hashable {
    /// Sides and corner radii in texels; corners in the order of `CornerMask`'s bits.
    case rounded(width: Double, height: Double, radii: SIMD4<Double>, isContinuous: Bool)
    /// As `rounded`, without what is inside of the second outline, which lies `inset` further in.
    case ring(width: Double, height: Double, radii: SIMD4<Double>, inset: Double)
    case path(Path, FillRule = .nonZero)
    /// A line along a path; its style is in the path's space.
    case stroke(Path, StrokeStyle)
    /// Texels whose centres are in all of these.
    case halfPlanes([HalfPlane])
  }

  var outline: Outline
  /// From the outline's space to texels.
  var map = Affine.identity
  /// Standard deviation of the blur in texels; 0 for none.
  var sigma = 0.0
  var width: Int
  var height: Int
  /// Whether it is drawn texel for pixel, and may be kept in strips.
  var isCopied = false
}

/// Keeps the bytes of coverage that plans still show, and some more.
///
/// What a plan shows for the first time is made when the plan is finished, by all cores: rasterising
/// animated paths is most of what such plans cost.
struct CoverageStore: ~Copyable {
  /// Bytes that are kept although no plan shows them.
  static let spareBytes = 8 << 20
  /// Texels from which other threads help.
  static let sharedArea = 1 << 16

  private struct Entry {
    var coverage: CoverageBytes
    /// The number of the last plan that shows it.
    var lastUse: UInt64
  }

  private var entries: [CoverageKey: Entry] = [:]
  private var byteCount = 0
  private var plan: UInt64 = 0
  /// What is to be made, and how.
  private var pending: ContiguousArray<(key: CoverageKey, coverage: CoverageBytes)> = []
  /// One for each thread.
  private var makers: ContiguousArray<CoverageMaker> = []

  /// How many were found, and how many were made, since the store was made.
  private(set) var hits = 0
  private(set) var misses = 0

  /// Begins a plan.
  mutating func begin() { plan += 1 }

  /// Makes what the plan shows, and forgets what it does not show, the longest unused first, as far as
  /// there is too much.
  mutating func finish(_ meter: FrameMeter) {
    make(meter)
    guard byteCount > CoverageStore.spareBytes else { return }
    let unused = entries.filter { $0.value.lastUse < plan }
      .sorted {
        ($0.value.lastUse, $0.value.coverage.id) < ($1.value.lastUse, $1.value.coverage.id)
      }
    for (key, entry) in unused {
      guard byteCount > CoverageStore.spareBytes else { return }
      byteCount -= entry.coverage.bytes.count
      entries[key] = nil
    }
  }

  /// The bytes for a key; if they are not there, they are once the plan is finished.
  mutating func coverage(_ key: CoverageKey) -> CoverageBytes {
    if let entry = entries[key] {
      hits += 1
      entries[key]?.lastUse = plan
      return entry.coverage
    }
    misses += 1
    let coverage = CoverageBytes()
    entries[key] = Entry(coverage: coverage, lastUse: plan)
    pending.append((key, coverage))
    return coverage
  }

  private mutating func make(_ meter: FrameMeter) {
    guard !pending.isEmpty else { return }
    if meter.isSpent { return forgetPending() }
    let area = pending.reduce(0) { $0 + $1.key.width * $1.key.height }
    let cores = area < CoverageStore.sharedArea ? 1 : sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let count = max(min(cores, pending.count, 16), 1)
    while makers.count < count { makers.append(CoverageMaker()) }
    let round = CoverageRound(pending, makers)
    if count == 1 {
      round.work(0)
    } else {
      DispatchQueue.concurrentPerform(iterations: count) { round.work($0) }
    }
    for (_, coverage) in pending { byteCount += coverage.bytes.count }
    self.pending.removeAll(keepingCapacity: true)
  }

  /// Forgets what a plan asked for that is not drawn.
  private mutating func forgetPending() {
    for (key, _) in pending { entries[key] = nil }
    pending.removeAll()
  }
}

/// What several threads make together.
// Safe because: each item and each maker is one thread's, and whoever began waits for all.
private final class CoverageRound: @unchecked Sendable {
  private let items: ContiguousArray<(key: CoverageKey, coverage: CoverageBytes)>
  private let makers: ContiguousArray<CoverageMaker>
  private let next = Atomic(0)

  init(
    _ items: ContiguousArray<(key: CoverageKey, coverage: CoverageBytes)>,
    _ makers: ContiguousArray<CoverageMaker>
  ) {
    self.items = items
    self.makers = makers
  }

  /// Makes items until none is left.
  func work(_ worker: Int) {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < items.count else { return }
      makers[worker].make(items[index].key, items[index].coverage)
    }
  }
}
