// Surfaces whose pixels outlive a frame: which are still there, and which may go.
// Licensed under the MIT license; see LICENSE.
//
// The content of a surface has a name: a hash of its draws and of all that they show, images by
// their numbers, other surfaces by their names. As long as a plan wants a picture of a name that is
// kept, nothing is drawn.

import QuartzMath
import QuartzModel

/// The names of the pictures that the renderer keeps for this context.
struct CachedSurfaces {
  /// Seconds after which a picture that no plan has shown is freed.
  ///
  /// A plan shows all pictures on the output, damaged or not.
  static let evictionDelay = 0.1

  /// When a plan last showed each, in seconds of the context's clock.
  private var lastUses: [UInt64: Double] = [:]
  private var released: ContiguousArray<UInt64> = []
  /// How often a picture was there, and how often it had to be drawn.
  private(set) var hits = 0
  private(set) var misses = 0

  var isEmpty: Bool { lastUses.isEmpty }

  /// Whether the picture is there.
  func has(_ key: UInt64) -> Bool { lastUses[key] != nil }

  /// Notes that a plan makes a draw that shows the picture.
  ///
  /// - Returns: Whether the picture is cached; if not, this plan draws it.
  mutating func use(_ key: UInt64, at time: Double) -> Bool {
    let isThere = lastUses.updateValue(time, forKey: key) != nil
    if isThere { hits += 1 } else { misses += 1 }
    return isThere
  }

  /// Notes that the picture is on the output, if it is there.
  mutating func touch(_ key: UInt64, at time: Double) {
    if lastUses[key] != nil { lastUses[key] = time }
  }

  /// Releases the pictures that have been unused for too long.
  mutating func expire(at time: Double) {
    func isOld(_ lastUse: Double) -> Bool { abs(time - lastUse) > CachedSurfaces.evictionDelay }
    let first = released.count
    for (key, lastUse) in lastUses where isOld(lastUse) { released.append(key) }
    if released.count == first { return }
    for index in first..<released.count { lastUses[released[index]] = nil }
    // In place: the slice of an array is sorted as a copy.
    // Bounds: `first` was the count before.
    released.withUnsafeMutableBufferPointer {
      var new = UnsafeMutableBufferPointer(rebasing: $0[first...])
      new.sort()
    }
  }

  /// Moves the names of released pictures to the plan.
  mutating func takeReleased(into keys: inout ContiguousArray<UInt64>) {
    keys.append(contentsOf: released)
    released.removeAll(keepingCapacity: true)
  }

  /// Whether something waits to be freed.
  var hasReleased: Bool { !released.isEmpty }

  /// Forgets everything: its pixels are lost, or may be.
  mutating func invalidate() {
    released.append(contentsOf: lastUses.keys.sorted())
    lastUses.removeAll(keepingCapacity: true)
  }
}

/// A surface that another one shows.
struct SurfaceUse {
  var user: Int32
  var source: Int32
}

/// Assigns keys to cacheable surfaces, and tracks which keys the renderer still holds.
struct SurfaceCache {
  private var names = CachedSurfaces()
  // The uses of surfaces by surfaces of the plan, if some are to be cached.
  private var uses: ContiguousArray<SurfaceUse> = []
  // The names of the plan's surfaces, and those of them that are to be cached.
  private var contentNames: ContiguousArray<UInt64> = []
  private var keys: Set<UInt64> = []
  // Whether each surface of the plan shows.
  private var shown: ContiguousArray<Bool> = []
  // How often each image changed in place; images that never did are not here.
  private var imageVersions: [ImageID: UInt32] = [:]
  /// With more than these, images that are gone are looked for.
  private static let countedImages = 64

  /// Notes that images have other texels than before.
  mutating func note(_ changes: ContiguousArray<ImageChange>, _ tree: borrowing LayerTree) {
    if changes.isEmpty { return }
    for change in changes { imageVersions[change.image, default: 0] += 1 }
    guard imageVersions.count > SurfaceCache.countedImages else { return }
    // Numbers of the renderer's own pictures are never used again.
    imageVersions = imageVersions.filter { tree.images[$0.key] != nil || $0.key.isOfRenderer }
  }

  /// Forgets all pictures: their pixels are lost, or may be.
  mutating func invalidate() { names.invalidate() }

  /// Whether a picture of a name is cached.
  func has(_ key: UInt64) -> Bool { names.has(key) }

  /// Notes that a plan makes a draw that shows a picture.
  ///
  /// - Returns: Whether the picture is cached; if not, this plan draws it.
  mutating func use(_ key: UInt64, at time: Double) -> Bool { names.use(key, at: time) }

  /// Notes which pictures are on the output, and says in the plan which ones the renderer may free.
  mutating func finish(_ plan: inout RenderPlan, at time: Double) {
    touchShownSurfaces(of: plan, at: time)
    names.expire(at: time)
    plan.released.removeAll(keepingCapacity: true)
    names.takeReleased(into: &plan.released)
  }

  /// Assigns keys to cacheable surfaces.
  ///
  /// Surfaces are in their order: each comes before those that show it.
  ///
  /// - Parameter jobs: Of the plan's surfaces.
  mutating func nameSurfaces(of plan: inout RenderPlan, _ jobs: ContiguousArray<SurfaceJob>) {
    uses.removeAll(keepingCapacity: true)
    guard jobs.contains(where: { $0.isCached }) else { return }
    listUses(in: plan)
    contentNames.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    // Nothing shows the output, which is the last.
    for index in plan.surfaces.indices.dropLast() {
      var name = contentName(of: plan.surfaces[index], in: plan)
      if jobs[index].isCached {
        // Surfaces of one layer that look alike have pictures of their own, too.
        while !keys.insert(name).inserted { name = (name &+ 2) | 1 }
        plan.surfaces[index].key = name
      }
      contentNames.append(name)
    }
  }

  /// Lists which surfaces show which on the output, the users from the last to the first.
  private mutating func listUses(in plan: RenderPlan) {
    for index in plan.surfaces.indices.reversed() {
      let (user, surface) = (Int32(index), plan.surfaces[index])
      if surface.effectSource >= 0 {
        uses.append(SurfaceUse(user: user, source: surface.effectSource))
      }
      for index in surface.draws {
        let draw = plan.draws[Int(index)]
        guard draw.showsSurface, !draw.bounds.isEmpty else { continue }
        uses.append(SurfaceUse(user: user, source: draw.source))
        if draw.mask >= 0 { uses.append(SurfaceUse(user: user, source: draw.mask)) }
      }
    }
  }

  /// Notes which pictures are on the output, damaged or not.
  ///
  /// The sources of a cached picture do not count as used.
  private mutating func touchShownSurfaces(of plan: RenderPlan, at time: Double) {
    if names.isEmpty || uses.isEmpty { return }
    shown.removeAll(keepingCapacity: true)
    shown.append(contentsOf: repeatElement(false, count: plan.surfaces.count))
    shown[plan.surfaces.count - 1] = true
    for use in uses where shown[Int(use.user)] {
      let key = plan.surfaces[Int(use.user)].key
      if key == 0 || !names.has(key) { shown[Int(use.source)] = true }
    }
    for index in plan.surfaces.indices where shown[index] {
      let key = plan.surfaces[index].key
      if key != 0 { names.touch(key, at: time) }
    }
  }

  private func contentName(_ index: Int32) -> UInt64 {
    index >= 0 ? contentNames[Int(index)] : 0
  }

  /// The hash of all that decides a surface's pixels; never 0.
  private func contentName(of surface: Surface, in plan: RenderPlan) -> UInt64 {
    var hash = ContentHash()
    // Layers that look alike have pictures of their own: one would be needed before it was drawn.
    hash.add(surface.slot)
    hash.add(surface.instance)
    hash.add(surface.frame)
    hash.add(surface.clearColor)
    surface.effect?.hash(into: &hash)
    hash.add(contentName(surface.effectSource))
    for index in surface.draws where plan.draws[Int(index)].bounds.intersects(surface.frame) {
      add(plan.draws[Int(index)], of: plan, to: &hash)
    }
    return hash.value | 1
  }

  private func add(_ draw: Draw, of plan: RenderPlan, to hash: inout ContentHash) {
    let parts = (
      UInt64(draw.kind.rawValue), UInt64(draw.shape.rawValue), UInt64(draw.blend.rawValue),
      UInt64(draw.flags.rawValue)
    )
    hash.add(parts.0 | parts.1 << 8 | parts.2 << 16 | parts.3 << 24)
    hash.add(draw.bounds)
    // Sums end at the headroom.
    if draw.blend == .plusLighter, plan.range.isExtended { hash.add(plan.range.headroom) }
    if draw.clip >= 0 { plan.clips[Int(draw.clip)].shape.hash(into: &hash) }
    if draw.showsSurface {
      hash.add(contentName(draw.source))
      hash.add(contentName(draw.mask))
    }
    plan.hashRecord(of: draw, into: &hash)
    switch draw.kind {
    case .solid, .border, .composite: break
    case .image:
      if draw.flags.contains(.fromSurface) { return }
      let id = plan.images[Int(draw.source)]
      hash.add(UInt64(id.rawValue) << 32 | UInt64(imageVersions[id] ?? 0))
    case .gradient:
      for segment in plan.ramps[Int(draw.source)].segments {
        let (base, slope) = (segment.base, segment.slope)
        hash.add(segment.start)
        hash.add(SIMD4(base.0, base.1, base.2, base.3))
        hash.add(SIMD4(slope.0, slope.1, slope.2, slope.3))
      }
    case .coverage:
      if draw.flags.contains(.fromSurface) { return }
      hash.add(plan.coverages[Int(draw.source)].id)
    }
  }
}
