// The damage between two plans: where draws appeared, vanished or differ.
// Licensed under the MIT license; see LICENSE.
//
// A pixel is what the draws over it are, in their order. So draws that are equal and in the same
// order in both plans damage nothing, and every other draw damages its bounds. After the common
// beginning and end are set aside, the equal draws are the longest ascending run of matches
// (patience sorting). If one layer comes, goes or moves in front of others, only that layer's draws
// differ.
//
// Every surface has a damage of its own, which its users hand on: a composite at the same place, a
// shadow moved by its offset, a blur grown by its reach, a picture in another space as a whole. The
// damage of the output is the damage of the frame.

import QuartzMath
import QuartzModel
import QuartzRaster

/// Compares plans.
///
/// Keeps its scratch columns so that comparing allocates nothing in the long run.
struct PlanDifference {
  // The old surface's draw of each layer and kind, at (slot + 1) * kinds + kind; -1 for none.
  private var oldDraws: ContiguousArray<Int32> = []
  // The old draw of the same layer and kind that comes after, or -1; index 0 is the first compared.
  private var nextDraws: ContiguousArray<Int32> = []
  // Index of the matching old draw for each new one in the middle, or -1.
  private var matches: ContiguousArray<Int32> = []
  private var piles: ContiguousArray<Int32> = []
  private var links: ContiguousArray<Int32> = []
  private var isMatched: ContiguousArray<Bool> = []
  private var surfaces: [SurfaceKey: Int] = [:]

  private static let kinds = DrawKind.allCases.count
  /// How many draws of a layer and kind are looked at for each new one.
  private static let mostCandidates = 8

  private static func bucket(_ draw: Draw) -> Int {
    Int(draw.slot + 1) * kinds + Int(draw.kind.rawValue)
  }

  struct SurfaceKey: Hashable {
    var slot: Int32
    var reason: SurfaceReason
    var part: Int32
    var instance: Int32

    init(_ surface: Surface) {
      slot = surface.slot
      reason = surface.reason
      part = surface.part
      instance = surface.instance
    }
  }

  // The damage of each new surface from `firstSurface` on.
  private var damages: ContiguousArray<Damage> = []
  private var firstSurface = 0

  /// The pixels of the output in which the new plan may differ from the old one.
  ///
  /// Surfaces reach over the edges of the output, because their shadows and blurs reach back. So
  /// their damage does, too, and is cut where it becomes that of the output.
  ///
  /// - Parameter parts: Pixels of the new plan's draws that differ because images changed, in the
  ///   order of the draws.
  mutating func damage(
    from old: RenderPlan,
    to new: RenderPlan,
    parts: ContiguousArray<PartDamage>
  ) -> Damage {
    guard old.outputFrame == new.outputFrame else { return Damage(new.outputFrame) }
    surfaces.removeAll(keepingCapacity: true)
    for (index, surface) in old.surfaces.enumerated() { surfaces[SurfaceKey(surface)] = index }
    restart()
    for surface in new.surfaces {
      var damage = Damage()
      if let index = surfaces[SurfaceKey(surface)] {
        compare(old, old.surfaces[index], new, surface, &damage)
        parts.forEachPart(of: surface.draws) { damage.add($0) }
      } else {
        damage.add(surface.frame)
      }
      takeOn(new, surface, &damage)
      // A capture has draws that reach far beyond it.
      if surface.reason == .backdrop { damage = damage.intersection(surface.frame) }
      damages.append(damage)
    }
    return (damages.last ?? Damage()).intersection(new.outputFrame)
  }

  /// The pixels of a plan's output that differ because images have other texels.
  ///
  /// - Returns: Nil if that changes cached surfaces, because their names depend on their content.
  mutating func damage(in plan: RenderPlan, parts: ContiguousArray<PartDamage>) -> Damage? {
    restart()
    for surface in plan.surfaces {
      var damage = Damage()
      parts.forEachPart(of: surface.draws) { damage.add($0) }
      takeOn(plan, surface, &damage)
      guard surface.key == 0 || damage.isEmpty else { return nil }
      damages.append(damage)
    }
    return (damages.last ?? Damage()).intersection(plan.outputFrame)
  }

  /// The pixels of the output that differ where parts of a plan take the places of others.
  ///
  /// - Parameter parts: The output's, then those of surfaces, the users before what they show. All
  ///   are in the plan: the new surfaces are its last ones, in this order.
  mutating func damage(in plan: RenderPlan, splicing parts: ContiguousArray<SplicedPart>)
    -> Damage
  {
    guard let output = parts.first else { return Damage() }
    restart(at: plan.surfaces.count - parts.count + 1)
    damages.append(contentsOf: repeatElement(Damage(), count: parts.count - 1))
    for part in parts.dropFirst().reversed() {
      let new = plan.surfaces[Int(part.newSurface)]
      var damage = Damage()
      compare(plan, plan.surfaces[Int(part.oldSurface)], plan, new, &damage)
      takeOn(plan, new, &damage)
      damages[Int(part.newSurface) - firstSurface] = damage
    }
    var damage = Damage()
    compare(plan, output.oldDraws, plan, output.newDraws, &damage)
    for index in output.newDraws where plan.draws[Int(index)].showsSurface {
      handOn(plan, plan.draws[Int(index)], &damage)
    }
    // The output is the last of the surfaces that the plan had.
    return damage.intersection(plan.surfaces[firstSurface - 1].frame)
  }

  /// Forgets the damage of all surfaces; the next is that of the surface at an index.
  private mutating func restart(at surface: Int = 0) {
    damages.removeAll(keepingCapacity: true)
    firstSurface = surface
  }

  /// Adds the damage of a surface's own content to that of the new state of the surface.
  private mutating func compare(
    _ old: RenderPlan,
    _ before: Surface,
    _ new: RenderPlan,
    _ surface: Surface,
    _ damage: inout Damage
  ) {
    let isMoved =
      surface.effect != nil
      && (before.frame != surface.frame
        || old.blurOrigin(of: before) != new.blurOrigin(of: surface))
    if isMoved || before.clearColor != surface.clearColor || before.effect != surface.effect {
      damage.add(surface.frame)
      // The pixels that it leaves, too: nothing else tells of what an effect showed there.
      damage.add(before.frame)
    }
    // Its pixels stay, but the output ends them at another headroom.
    if old.range != new.range, surface.effect?.mayBrighten == true { damage.add(surface.frame) }
    compare(old, before.draws, new, surface.draws, &damage)
  }

  /// Adds the damage of other surfaces to that of a surface that shows them.
  private func takeOn(_ plan: RenderPlan, _ surface: Surface, _ damage: inout Damage) {
    if case .effect(let effect, let source) = surface.content, source >= 0 {
      let source = damages[Int(source) - firstSurface]
      for index in 0..<source.count {
        damage.add(effect.affected(by: source[index]).intersection(surface.frame))
      }
    }
    for index in surface.draws where plan.draws[Int(index)].showsSurface {
      handOn(plan, plan.draws[Int(index)], &damage)
    }
  }

  /// Adds the damage of the surfaces that a draw shows to that of the surface it is drawn into.
  private func handOn(_ plan: RenderPlan, _ draw: Draw, _ damage: inout Damage) {
    let source = damages[Int(draw.source) - firstSurface]
    switch draw.kind {
    case .coverage:
      let map = plan.coverageRecords[Int(draw.record)].texelMap
      let frame = plan.surfaces[Int(draw.source)].frame
      let (x, y) = (-map.z - Float(frame.minX), -map.w - Float(frame.minY))
      for index in 0..<source.count {
        let rect = PixelRect(
          source[index].minX &+ pixelFloor(x) &- 1,
          source[index].minY &+ pixelFloor(y) &- 1,
          source[index].maxX &+ pixelCeil(x) &+ 1,
          source[index].maxY &+ pixelCeil(y) &+ 1
        )
        damage.add(rect.intersection(draw.bounds))
      }
    case .image:
      if !source.isEmpty { damage.add(draw.bounds) }
    case .composite, .solid, .border, .gradient:
      // Not cut to the draw, which may have been larger.
      for index in 0..<source.count { damage.add(source[index]) }
      guard draw.mask >= 0 else { return }
      let mask = damages[Int(draw.mask) - firstSurface]
      for index in 0..<mask.count { damage.add(mask[index].intersection(draw.bounds)) }
    }
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
    let hasMatch = match(old, oldStart..<oldEnd, new, newStart..<newEnd)
    isMatched.removeAll(keepingCapacity: true)
    isMatched.append(contentsOf: repeatElement(false, count: Int(oldEnd - oldStart)))
    if hasMatch { keepLongestRun(oldStart: oldStart) }
    var particles = PixelRect.empty
    var known = PixelRect.empty
    for index in newStart..<newEnd where matches[Int(index - newStart)] < 0 {
      add(new.draws[Int(index)], &particles, &known, &damage)
    }
    for index in oldStart..<oldEnd where !isMatched[Int(index - oldStart)] {
      add(old.draws[Int(index)], &particles, &known, &damage)
    }
    if !particles.isEmpty { damage.add(particles) }
  }

  /// Adds the pixels of a draw that came or went.
  ///
  /// The pixels of particles are joined first.
  ///
  /// - Parameter known: A rectangle of the damage, or an earlier, smaller state of one.
  @inline(__always)
  private func add(
    _ draw: Draw,
    _ particles: inout PixelRect,
    _ known: inout PixelRect,
    _ damage: inout Damage
  ) {
    if draw.flags.contains(.particle) {
      particles = particles.union(draw.bounds)
    } else if !known.contains(draw.bounds) {
      damage.add(draw.bounds)
      for index in 0..<damage.count where damage[index].contains(draw.bounds) {
        known = damage[index]
      }
    }
  }

  /// Finds for each new draw the equal old draw of the same layer and kind.
  ///
  /// - Returns: Whether there is one for any of them.
  private mutating func match(
    _ old: RenderPlan,
    _ oldRange: Range<Int32>,
    _ new: RenderPlan,
    _ newRange: Range<Int32>
  ) -> Bool {
    matches.removeAll(keepingCapacity: true)
    matches.append(contentsOf: repeatElement(-1, count: newRange.count))
    // A layer may have several draws of a kind: the pieces of a shadow. They are linked.
    nextDraws.removeAll(keepingCapacity: true)
    nextDraws.append(contentsOf: repeatElement(-1, count: oldRange.count))
    for index in oldRange.reversed() where !old.draws[Int(index)].flags.contains(.particle) {
      let bucket = PlanDifference.bucket(old.draws[Int(index)])
      while oldDraws.count <= bucket { oldDraws.append(-1) }
      nextDraws[Int(index - oldRange.lowerBound)] = oldDraws[bucket]
      oldDraws[bucket] = index
    }
    var hasMatch = false
    var candidates = Candidates(first: -1)
    // Particles that moved are not looked for: there are too many, and none is like another.
    for index in newRange where !new.draws[Int(index)].flags.contains(.particle) {
      let bucket = PlanDifference.bucket(new.draws[Int(index)])
      let first = bucket < oldDraws.count ? oldDraws[bucket] : -1
      if first < 0 { continue }
      if candidates.first != first {
        candidates = Candidates(first: first)
      } else if !candidates.areRead {
        candidates = self.candidates(first, old, oldRange)
      }
      guard candidates.hold(new.draws[Int(index)].bounds) else { continue }
      var candidate = first
      var left = PlanDifference.mostCandidates
      while candidate >= 0, left > 0, !PlanDifference.isEqual(old, candidate, new, index) {
        candidate = nextDraws[Int(candidate - oldRange.lowerBound)]
        left -= 1
      }
      if left == 0 || candidate < 0 { continue }
      matches[Int(index - newRange.lowerBound)] = candidate
      hasMatch = true
      // The next one is looked for after it: instances of a layer keep their order.
      oldDraws[bucket] = nextDraws[Int(candidate - oldRange.lowerBound)]
    }
    var last = -1
    for index in oldRange {
      let bucket = PlanDifference.bucket(old.draws[Int(index)])
      if bucket == last { continue }
      if bucket < oldDraws.count { oldDraws[bucket] = -1 }
      last = bucket
    }
    return hasMatch
  }

  /// Where the draws are that are looked at from one on, which is in `oldRange`, or -1 for none.
  private func candidates(
    _ first: Int32,
    _ old: RenderPlan,
    _ oldRange: Range<Int32>
  ) -> Candidates {
    var candidates = Candidates(first: first)
    candidates.areRead = true
    var next = first
    for _ in 0..<PlanDifference.mostCandidates where next >= 0 {
      let draw = old.draws[Int(next)]
      // Where a composite is does not tell it from others.
      if draw.kind == .composite { candidates.holdsAll = true }
      candidates.add(draw.bounds)
      next = nextDraws[Int(next - oldRange.lowerBound)]
    }
    return candidates
  }

  /// Drops all matches but a longest run whose old places ascend.
  private mutating func keepLongestRun(oldStart: Int32) {
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
      isMatched[Int(matches[Int(node)] - oldStart)] = true
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
    guard a.kind == b.kind, a.slot == b.slot, a.shape == b.shape, a.flags == b.flags,
      a.blend == b.blend, (a.clip < 0) == (b.clip < 0), (a.mask < 0) == (b.mask < 0)
    else { return false }
    if a.blend == .plusLighter, old.range != new.range { return false }
    // A composite grows and shrinks with its content, which has its own damage.
    let growsAlong = a.kind == .composite && a.mask < 0 && a.blend.keepsBackdrop
    guard growsAlong || a.bounds == b.bounds else { return false }
    if a.clip >= 0, old.clips[Int(a.clip)] != new.clips[Int(b.clip)] { return false }
    return old.hasRecord(of: a, equalTo: b, in: new) && hasEqualSources(old, a, new, b)
  }

  /// Whether two draws of one kind, whose records are equal, show the same things.
  private static func hasEqualSources(
    _ old: RenderPlan,
    _ a: Draw,
    _ new: RenderPlan,
    _ b: Draw
  ) -> Bool {
    switch a.kind {
    case .solid, .border: return true
    case .coverage where a.flags.contains(.fromSurface),
      .image where a.flags.contains(.fromSurface):
      let (from, to) = (old.surfaces[Int(a.source)], new.surfaces[Int(b.source)])
      return SurfaceKey(from) == SurfaceKey(to) && from.frame == to.frame
    case .image: return old.images[Int(a.source)] == new.images[Int(b.source)]
    case .gradient: return old.ramps[Int(a.source)] == new.ramps[Int(b.source)]
    case .coverage: return old.coverages[Int(a.source)] === new.coverages[Int(b.source)]
    case .composite:
      let (from, to) = (old.surfaces[Int(a.source)], new.surfaces[Int(b.source)])
      if a.mask >= 0,
        SurfaceKey(old.surfaces[Int(a.mask)]) != SurfaceKey(new.surfaces[Int(b.mask)])
      {
        return false
      }
      return SurfaceKey(from) == SurfaceKey(to)
    }
  }
}

extension RenderPlan {
  /// The first pixel of the rectangle in which a wide blur is made; nil for anything else.
  ///
  /// Pixels are halved from there on, so where it is another one any pixel of the result may differ
  /// in its last bit.
  fileprivate func blurOrigin(of surface: Surface) -> SIMD2<Int32>? {
    guard case .effect(.blur(let sigma, let channels), let source) = surface.content, source >= 0,
      BlurKernel.shape(sigma: Double(max(sigma.x, sigma.y))).levels > 0
    else { return nil }
    let reached = SurfaceEffect.blur(sigma: sigma, channels).affected(by: surface.frame)
    let frame = surface.frame.union(surfaces[Int(source)].frame.intersection(reached))
    return SIMD2(frame.minX, frame.minY)
  }
}

extension Damage {
  /// The damaged pixels of a rectangle.
  func intersection(_ frame: PixelRect) -> Damage {
    if frame.contains(bounds) { return self }
    var result = Damage()
    for index in 0..<count { result.add(self[index].intersection(frame)) }
    return result
  }
}

/// Where the old draws of a layer and kind are that are looked at for a new one.
///
/// Instances of a layer that have all moved are many draws with the same candidates.
private struct Candidates {
  /// The first of them; -1 for none.
  var first: Int32
  var holdsAll = false
  /// Whether the others are known, as they are when there is a second draw to compare them with.
  var areRead = false
  // The least and largest of where they begin.
  private var minX = Int32.max
  private var minY = Int32.max
  private var maxX = Int32.min
  private var maxY = Int32.min

  init(first: Int32) { self.first = first }

  mutating func add(_ bounds: PixelRect) {
    minX = min(minX, bounds.minX)
    minY = min(minY, bounds.minY)
    maxX = max(maxX, bounds.minX)
    maxY = max(maxY, bounds.minY)
  }

  /// Whether one of them may be at a place.
  @inline(__always)
  func hold(_ bounds: PixelRect) -> Bool {
    let isAmong =
      bounds.minX >= minX && bounds.minX <= maxX && bounds.minY >= minY && bounds.minY <= maxY
    return isAmong || holdsAll || !areRead
  }
}

extension CompositingMode {
  /// Whether a clear source leaves the destination unchanged.
  fileprivate var keepsBackdrop: Bool {
    BlendMode(rawValue: Int32(rawValue))?.ignoresClearSources ?? true
  }
}
