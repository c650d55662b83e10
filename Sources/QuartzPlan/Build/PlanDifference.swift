// The damage between two plans: where draws appeared, vanished or differ.
// Licensed under the MIT license; see LICENSE.
//
// A pixel is what the draws over it are, in their order. So draws that are equal and in the same
// order in both plans damage nothing, and every other draw damages its bounds. What is equal is
// found as the longest ascending run of matches (patience sorting) between what is left after the
// common beginning and end; for a layer that comes, goes or moves in front of others that is that
// layer alone.
//
// Surfaces cover places of the output's space, so their draws damage the output at the same place.

import QuartzMath
import QuartzModel

/// Compares plans.
///
/// Keeps its scratch columns so that comparing allocates nothing in the long run.
struct PlanDifference {
  // The old surface's draw of each layer and kind, at slot * kinds + kind; -1 for none.
  private var oldDraws: ContiguousArray<Int32> = []
  // Index of the matching old draw for each new one in the middle, or -1.
  private var matches: ContiguousArray<Int32> = []
  private var piles: ContiguousArray<Int32> = []
  private var links: ContiguousArray<Int32> = []
  private var isKept: ContiguousArray<Bool> = []
  private var surfaces: [SurfaceKey: Int] = [:]

  private static let kinds = DrawKind.allCases.count

  private static func place(_ draw: Draw) -> Int {
    Int(draw.slot) * kinds + Int(draw.kind.rawValue)
  }

  private struct SurfaceKey: Hashable {
    var slot: Int32
    var reason: SurfaceReason
  }

  /// The pixels in which the new plan may differ from the old one.
  mutating func damage(from old: RenderPlan, to new: RenderPlan) -> Damage {
    var damage = Damage()
    guard old.outputFrame == new.outputFrame else { return Damage(new.outputFrame) }
    surfaces.removeAll(keepingCapacity: true)
    for (index, surface) in old.surfaces.enumerated() {
      surfaces[SurfaceKey(slot: surface.slot, reason: surface.reason)] = index
    }
    for surface in new.surfaces {
      let key = SurfaceKey(slot: surface.slot, reason: surface.reason)
      guard let index = surfaces.removeValue(forKey: key) else {
        damage.add(surface.frame)
        continue
      }
      let before = old.surfaces[index]
      if before.clearColor != surface.clearColor { damage.add(surface.frame) }
      compare(old, before.draws, new, surface.draws, &damage)
    }
    for index in surfaces.values { damage.add(old.surfaces[index].frame) }
    return damage
  }

  private mutating func compare(
    _ old: RenderPlan,
    _ oldRange: Range<Int32>,
    _ new: RenderPlan,
    _ newRange: Range<Int32>,
    _ damage: inout Damage
  ) {
    var (oldStart, oldEnd) = (oldRange.lowerBound, oldRange.upperBound)
    var (newStart, newEnd) = (newRange.lowerBound, newRange.upperBound)
    while oldStart < oldEnd, newStart < newEnd,
      PlanDifference.isEqual(old, oldStart, new, newStart)
    {
      oldStart += 1
      newStart += 1
    }
    while oldStart < oldEnd, newStart < newEnd,
      PlanDifference.isEqual(old, oldEnd - 1, new, newEnd - 1)
    {
      oldEnd -= 1
      newEnd -= 1
    }
    match(old, oldStart..<oldEnd, new, newStart..<newEnd)
    keepLongestRun(oldCount: Int(oldEnd - oldStart), oldStart: oldStart)
    for index in newStart..<newEnd where matches[Int(index - newStart)] < 0 {
      damage.add(new.draws[Int(index)].bounds)
    }
    for index in oldStart..<oldEnd where !isKept[Int(index - oldStart)] {
      damage.add(old.draws[Int(index)].bounds)
    }
  }

  /// Finds for each new draw the equal old draw of the same layer and kind.
  private mutating func match(
    _ old: RenderPlan,
    _ oldRange: Range<Int32>,
    _ new: RenderPlan,
    _ newRange: Range<Int32>
  ) {
    matches.removeAll(keepingCapacity: true)
    for index in oldRange {
      let place = PlanDifference.place(old.draws[Int(index)])
      while oldDraws.count <= place { oldDraws.append(-1) }
      oldDraws[place] = index
    }
    for index in newRange {
      let place = PlanDifference.place(new.draws[Int(index)])
      let candidate = place < oldDraws.count ? oldDraws[place] : -1
      let isMatch = candidate >= 0 && PlanDifference.isEqual(old, candidate, new, index)
      matches.append(isMatch ? candidate : -1)
    }
    for index in oldRange { oldDraws[PlanDifference.place(old.draws[Int(index)])] = -1 }
  }

  /// Drops all matches but a longest run whose old places ascend.
  private mutating func keepLongestRun(oldCount: Int, oldStart: Int32) {
    isKept.removeAll(keepingCapacity: true)
    isKept.append(contentsOf: repeatElement(false, count: oldCount))
    piles.removeAll(keepingCapacity: true)
    links.removeAll(keepingCapacity: true)
    for index in matches.indices {
      links.append(-1)
      if matches[index] < 0 { continue }
      // The first pile whose top is not below this match.
      var (low, high) = (0, piles.count)
      while low < high {
        let middle = (low + high) / 2
        if matches[Int(piles[middle])] < matches[index] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { links[index] = piles[low - 1] }
      if low == piles.count { piles.append(Int32(index)) } else { piles[low] = Int32(index) }
    }
    var node = piles.last ?? -1
    var next = matches.count
    while node >= 0 {
      for skipped in (Int(node) + 1)..<max(next, Int(node) + 1) { matches[skipped] = -1 }
      isKept[Int(matches[Int(node)] - oldStart)] = true
      next = Int(node)
      node = links[Int(node)]
    }
    for skipped in 0..<(piles.isEmpty ? matches.count : next) { matches[skipped] = -1 }
  }

  /// Whether two draws give the same pixels over the same ground.
  private static func isEqual(
    _ old: RenderPlan,
    _ oldIndex: Int32,
    _ new: RenderPlan,
    _ newIndex: Int32
  ) -> Bool {
    let (a, b) = (old.draws[Int(oldIndex)], new.draws[Int(newIndex)])
    guard a.kind == b.kind, a.slot == b.slot, a.bounds == b.bounds, a.shape == b.shape,
      a.flags == b.flags, a.blend == b.blend, (a.clip < 0) == (b.clip < 0)
    else { return false }
    if a.clip >= 0, old.clips[Int(a.clip)] != new.clips[Int(b.clip)] { return false }
    switch a.kind {
    case .solid: return old.solids[Int(a.record)] == new.solids[Int(b.record)]
    case .border: return old.borders[Int(a.record)] == new.borders[Int(b.record)]
    case .image:
      return old.images[Int(a.source)] == new.images[Int(b.source)]
        && old.imageRecords[Int(a.record)] == new.imageRecords[Int(b.record)]
    case .coverage:
      return old.coverages[Int(a.source)] === new.coverages[Int(b.source)]
        && old.coverageRecords[Int(a.record)] == new.coverageRecords[Int(b.record)]
    case .composite:
      let (from, to) = (old.surfaces[Int(a.source)], new.surfaces[Int(b.source)])
      return from.slot == to.slot && from.reason == to.reason
        && old.composites[Int(a.record)] == new.composites[Int(b.record)]
    }
  }
}
