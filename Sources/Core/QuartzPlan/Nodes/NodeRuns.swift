// Where the instances of layers are that have nodes in common.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// Where one instance of a run is.
struct RunPlacement {
  /// The last row of its map to pixels.
  var row3: SIMD3<Double>
  var opacity: Double
  /// Index of a map that has its other rows, in `NodeRuns.maps`.
  var map: Int32
  /// As in `PlanNode`.
  var instance: InstanceIndex
  /// The layer's frame in pixels; all 0 where its edges are not parallel to those of pixels, or its
  /// parts are not all within it.
  var frame: SIMD4<Float>
  /// The pixels that it can touch, unclipped.
  var bounds: PixelRect
}

/// Instances of layers that have nodes in common.
struct NodeRuns {
  /// Where each instance is, run upon run.
  private(set) var placements: ContiguousArray<RunPlacement> = []
  /// The maps of those instances that are more than moved.
  private(set) var maps: ContiguousArray<Homography> = []
  /// The placements of each run.
  private(set) var ranges: ContiguousArray<Range<Int>> = []

  /// How many layers more there are than nodes.
  var count: Int { placements.count - ranges.count }

  mutating func removeAll() {
    placements.removeAll(keepingCapacity: true)
    maps.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
  }

  /// Appends a map, for the placements that come after.
  mutating func append(_ map: Homography) { maps.append(map) }

  /// Appends an instance whose map has the rows of the last one, but for the third.
  @inline(__always)
  mutating func append(
    _ row3: SIMD3<Double>,
    opacity: Double,
    instance: InstanceIndex,
    frame: SIMD4<Float> = .zero,
    bounds: PixelRect
  ) {
    placements.append(
      RunPlacement(
        row3: row3,
        opacity: opacity,
        map: Int32(maps.count) - 1,
        instance: instance,
        frame: frame,
        bounds: bounds
      )
    )
  }

  /// The map of an instance to pixels.
  @inline(__always)
  func world(_ placement: RunPlacement) -> Homography {
    let map = maps[Int(placement.map)]
    return Homography(map.row1, map.row2, placement.row3)
  }

  /// Ends a run that begins at a placement.
  mutating func end(from start: Int) -> Int32 {
    ranges.append(start..<placements.count)
    return Int32(ranges.count) - 1
  }
}
