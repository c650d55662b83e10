// Coverage bytes that plans carry, made once for each thing that they show.
// Licensed under the MIT license; see LICENSE.

import Dispatch
import Glibc
import QuartzMath
import QuartzRaster
import QuartzSharing
import Synchronization

/// The content of bytes of coverage, in texels from their top left.
struct CoverageKey: Hashable {
  /// The outline, in a space of the user's.
  enum Outline: Hashable {
    /// Sides and corner radii in texels; corners in the order of `CornerMask`'s bits.
    case rounded(width: Double, height: Double, radii: SIMD4<Double>, isContinuous: Bool)
    /// As `rounded`, without the inside of a second outline, which lies `inset` further in.
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
/// New coverage is made by all cores when the plan is finished, because rasterising animated paths
/// is most of the cost of such plans.
struct CoverageStore: ~Copyable {
  /// Bytes that are cached although no plan shows them.
  static let spareBytes = 8 << 20
  /// Texels from which other threads help.
  static let sharedArea = 1 << 16

  private struct Entry {
    var key: CoverageKey
    var coverage: CoverageBytes
    /// The number of the last plan that shows it.
    var lastUse: UInt64
  }

  private var places: [CoverageKey: Int] = [:]
  private var placesOfBytes: [UInt64: Int] = [:]
  /// By place; nil where an entry was forgotten.
  private var entries: ContiguousArray<Entry?> = []
  private var freePlaces: ContiguousArray<Int> = []
  private var recency = RecencyList()
  private var byteCount = 0
  private var plan: UInt64 = 0
  /// The coverage to make.
  private var pending: ContiguousArray<PendingCoverage> = []
  /// One for each thread.
  private var makers: ContiguousArray<CoverageMaker> = []

  /// How many were found, and how many were made, since the store was made.
  private(set) var hits = 0
  private(set) var misses = 0

  /// Begins a plan.
  mutating func begin() { plan += 1 }

  /// Makes the coverage that the plan shows.
  ///
  /// While there is too much, forgets coverage that it does not show, the longest unused first.
  mutating func finish(_ meter: FrameMeter) {
    make(meter)
    while byteCount > CoverageStore.spareBytes, recency.oldest >= 0,
      let entry = entries[recency.oldest], entry.lastUse < plan
    {
      byteCount -= entry.coverage.bytes.count
      forget(recency.oldest)
    }
  }

  /// The bytes for a key; if they are not there, they are once the plan is finished.
  ///
  /// - Parameter slot: The layer that it is for.
  mutating func coverage(
    _ key: CoverageKey,
    _ meter: FrameMeter,
    for slot: Int32
  ) -> CoverageBytes {
    if let place = places[key], let entry = entries[place] {
      hits += 1
      if entry.lastUse < plan {
        meter.spend(entry.coverage.bytes.count, of: .memory, for: slot)
        entries[place]?.lastUse = plan
        recency.use(place)
      }
      return entry.coverage
    }
    misses += 1
    let coverage = CoverageBytes()
    let place = keep(Entry(key: key, coverage: coverage, lastUse: plan))
    pending.append(PendingCoverage(key: key, coverage: coverage, slot: slot, place: place))
    return coverage
  }

  /// Notes that the plan, which is being patched, does not show some bytes any more.
  ///
  /// They are cached as long as there is room; plans that are patched make room by themselves.
  mutating func release(_ coverage: CoverageBytes) {
    guard let place = placesOfBytes[coverage.id], let entry = entries[place] else { return }
    if byteCount > CoverageStore.spareBytes {
      byteCount -= entry.coverage.bytes.count
      forget(place)
    } else {
      entries[place]?.lastUse = plan &- 1
    }
  }

  private mutating func keep(_ entry: Entry) -> Int {
    let place = freePlaces.popLast() ?? entries.count
    if place == entries.count { entries.append(entry) } else { entries[place] = entry }
    places[entry.key] = place
    placesOfBytes[entry.coverage.id] = place
    recency.append(place)
    return place
  }

  private mutating func forget(_ place: Int) {
    guard let entry = entries[place] else { return }
    places[entry.key] = nil
    placesOfBytes[entry.coverage.id] = nil
    entries[place] = nil
    recency.remove(place)
    freePlaces.append(place)
  }

  private mutating func make(_ meter: FrameMeter) {
    guard !pending.isEmpty else { return }
    if meter.isSpent { return forgetPending() }
    let area = pending.reduce(0) { $0 + $1.key.width * $1.key.height }
    let cores = area < CoverageStore.sharedArea ? 1 : sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let count = max(min(cores, pending.count, 16), 1)
    while makers.count < count { makers.append(CoverageMaker()) }
    let limit = CoverageCost(steps: meter.rest(of: .outlines), bytes: meter.rest(of: .memory))
    let round = CoverageRound(pending, makers, limit)
    if count == 1 {
      round.work(0)
    } else {
      DispatchQueue.concurrentPerform(iterations: count) { round.work($0) }
    }
    let missing = makers.reduce(0) { max($0, $1.takeMissingBytes()) }
    if missing > 0 { meter.runOut(ofBytes: missing) }
    let (cost, slot) = round.result
    meter.spend(cost.steps, of: .outlines, for: slot)
    meter.spend(cost.bytes, of: .memory, for: slot)
    if meter.isSpent { return forgetPending() }
    for item in pending { byteCount += item.coverage.bytes.count }
    self.pending.removeAll(keepingCapacity: true)
  }

  /// Forgets the coverage that a plan that is not drawn asked for.
  private mutating func forgetPending() {
    for item in pending { forget(item.place) }
    pending.removeAll()
  }
}

/// Coverage that is to be made.
private struct PendingCoverage {
  var key: CoverageKey
  var coverage: CoverageBytes
  /// The layer that asked for it first.
  var slot: Int32
  /// Its place in the store.
  var place: Int
}

/// Coverage that several threads make together, within a limit.
///
/// Whether all of it is made depends on the total cost, not on the order.
private final class CoverageRound: Sendable {
  private let items: ContiguousArray<PendingCoverage>
  // Each is one thread's, and whoever began waits for all.
  private let makers: Transferred<ContiguousArray<CoverageMaker>>
  private let limit: CoverageCost
  private let next = Atomic(0)
  private let steps = Atomic(0)
  private let bytes = Atomic(0)
  // The item that was too much, or -1.
  private let excess = Atomic(-1)

  init(
    _ items: ContiguousArray<PendingCoverage>,
    _ makers: ContiguousArray<CoverageMaker>,
    _ limit: CoverageCost
  ) {
    self.items = items
    self.makers = Transferred(makers)
    self.limit = limit
  }

  /// The total cost, and the layer of the item that exceeded the limit.
  var result: (CoverageCost, slot: Int32) {
    let index = excess.load(ordering: .relaxed)
    let cost = CoverageCost(
      steps: steps.load(ordering: .relaxed),
      bytes: bytes.load(ordering: .relaxed)
    )
    return (cost, index < 0 ? -1 : items[index].slot)
  }

  /// Makes items until none is left, or too much was made.
  func work(_ worker: Int) {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < items.count, excess.load(ordering: .relaxed) < 0 else { return }
      let room = CoverageCost(
        steps: max(limit.steps - steps.load(ordering: .relaxed), 0),
        bytes: max(limit.bytes - bytes.load(ordering: .relaxed), 0)
      )
      let cost = makers.value[worker].make(items[index].key, items[index].coverage, within: room)
      let allSteps = steps.wrappingAdd(cost.steps, ordering: .relaxed).newValue
      let allBytes = bytes.wrappingAdd(cost.bytes, ordering: .relaxed).newValue
      if allSteps > limit.steps || allBytes > limit.bytes {
        excess.store(index, ordering: .relaxed)
      }
    }
  }
}
