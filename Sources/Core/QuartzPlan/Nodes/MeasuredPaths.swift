// The lengths of paths of which parts are stroked, cached from plan to plan.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzRaster

/// The lengths of the paths of shape layers, each measured once as long as it stays the same.
final class MeasuredPaths {
  /// Bytes that are cached; of further paths every plan works out the lengths anew.
  static let cachedBytes = 8 << 20

  private struct Entry {
    var path: Path
    var measure: PathMeasure
    /// The number of the last plan that needed it.
    var lastUse: UInt64
  }

  private var entries: [Int32: Entry] = [:]
  private var byteCount = 0
  private var plan: UInt64 = 0
  /// How many paths were measured since the start.
  private(set) var count = 0

  /// Begins a plan; if there is little room left, what the one before did not need is forgotten.
  func begin() {
    if byteCount > MeasuredPaths.cachedBytes / 2 {
      for (slot, entry) in entries where entry.lastUse < plan { forget(slot, entry) }
    }
    plan += 1
  }

  /// The lengths of the path that a layer has.
  func measure(of path: Path, for slot: Int32) -> PathMeasure {
    if let entry = entries[slot] {
      // Cheap where it did not change: the columns are the same memory.
      if entry.path == path {
        entries[slot]?.lastUse = plan
        return entry.measure
      }
      forget(slot, entry)
    }
    count += 1
    let measure = PathMeasure(path)
    if byteCount + measure.byteCount <= MeasuredPaths.cachedBytes {
      byteCount += measure.byteCount
      entries[slot] = Entry(path: path, measure: measure, lastUse: plan)
    }
    return measure
  }

  private func forget(_ slot: Int32, _ entry: Entry) {
    byteCount -= entry.measure.byteCount
    entries[slot] = nil
  }
}
