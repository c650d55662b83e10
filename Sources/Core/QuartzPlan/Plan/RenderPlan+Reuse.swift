// Plans are made again and again in the same columns.
// Licensed under the MIT license; see LICENSE.

extension RenderPlan {
  /// Empties all columns; they keep their capacity.
  mutating func removeAll() {
    surfaces.removeAll(keepingCapacity: true)
    draws.removeAll(keepingCapacity: true)
    solids.removeAll(keepingCapacity: true)
    borders.removeAll(keepingCapacity: true)
    imageRecords.removeAll(keepingCapacity: true)
    composites.removeAll(keepingCapacity: true)
    coverageRecords.removeAll(keepingCapacity: true)
    gradientRecords.removeAll(keepingCapacity: true)
    ramps.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    images.removeAll(keepingCapacity: true)
    coverages.removeAll(keepingCapacity: true)
    released.removeAll(keepingCapacity: true)
    visible.removeAll(keepingCapacity: true)
    hidden.removeAll(keepingCapacity: true)
    damage.removeAll()
  }
}
