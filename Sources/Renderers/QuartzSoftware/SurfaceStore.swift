// Where the surfaces of a frame have their pixels, and those of frames before.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzPlan
import QuartzRaster

/// The surfaces that outlive their frame, and memory for those that do not.
struct SurfaceStore: ~Copyable {
  private struct Key: Hashable {
    var context: UInt32
    var key: UInt64
  }

  private var cached: [Key: CachedSurface] = [:]
  // Memory of surfaces that are of no use any more, the oldest first: animated ones take it.
  private var spares: ContiguousArray<Spare> = []
  private var frame = 0
  private var memory = SurfaceMemory()
  /// The surfaces of half floats that were placed, since the start.
  private(set) var halfSurfaces = 0
  /// For each surface of the frame: where its pixels are; nil for those that are not stored.
  private(set) var surfaces: ContiguousArray<SurfacePixels?> = []
  // For each surface of the frame: its place in `memory`, or -1.
  private var offsets: ContiguousArray<Int> = []

  private struct Spare {
    var surface: CachedSurface
    /// The frame in which it was given up.
    var frame: Int
  }

  /// Spare memory that no surface took in so many frames is freed: as many pictures wait
  /// as frames were shown in the last tenth of a second, now a few more and now a few less.
  private static let spareFrames = 60

  init() {}

  /// Bytes of surfaces that outlive their frame.
  var cachedBytes: Int { cached.values.reduce(0) { $0 + $1.capacity } }

  /// Gives up the surfaces that a plan says are of no use any more.
  mutating func release(_ keys: ContiguousArray<UInt64>, _ context: UInt32) {
    frame += 1
    for key in keys {
      guard let surface = cached.removeValue(forKey: Key(context: context, key: key)) else {
        continue
      }
      spares.append(Spare(surface: surface, frame: frame))
    }
    var bytes = spares.reduce(0) { $0 + $1.surface.capacity }
    while let spare = spares.first,
      frame - spare.frame > SurfaceStore.spareFrames || bytes > SurfaceMemory.cachedBytes
    {
      bytes -= spare.surface.capacity
      spares.removeFirst()
    }
  }

  /// Frees all surfaces of a context.
  mutating func release(_ context: UInt32) {
    for key in cached.keys where key.context == context { cached[key] = nil }
    spares.removeAll()
  }

  /// Finds the surfaces that there are, and makes room for those to be drawn.
  ///
  /// - Throws: `RenderError.outOfMemory`, and `unknownSurface` for one that was never drawn.
  mutating func place(
    _ plan: RenderPlan,
    _ order: SurfaceOrder,
    _ context: UInt32
  ) throws(RenderError) {
    memory.begin()
    surfaces.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    for index in plan.surfaces.indices {
      surfaces.append(nil)
      offsets.append(-1)
      // The last one is the output, whose pixels are elsewhere.
      guard order.isStored(index), index < plan.surfaces.count - 1 else { continue }
      let frame = order.storedFrame(index, plan)
      guard !frame.isEmpty else { continue }
      let surface = plan.surfaces[index]
      let form = SurfaceForm(surface.channels, plan.range)
      if form == .halves { halfSurfaces += 1 }
      if surface.key != 0 {
        surfaces[index] = try keep(surface, frame, form, context)
      } else {
        offsets[index] = memory.place(
          bytes: SurfacePixels.bytes(frame, form),
          at: Int32(index),
          lastUse: order.lastUses[index]
        )
      }
    }
    try memory.reserve()
    for index in offsets.indices where offsets[index] >= 0 {
      let form = SurfaceForm(plan.surfaces[index].channels, plan.range)
      surfaces[index] = memory.memory(at: offsets[index]).map {
        SurfacePixels(base: $0, frame: order.storedFrame(index, plan), form: form)
      }
    }
  }

  /// The pixels of a surface that outlives the frame; made if it is to be drawn.
  private mutating func keep(
    _ surface: Surface,
    _ frame: PixelRect,
    _ form: SurfaceForm,
    _ context: UInt32
  ) throws(RenderError) -> SurfacePixels {
    let key = Key(context: context, key: surface.key)
    if surface.isReady {
      guard let stored = cached[key], stored.width == frame.width, stored.height == frame.height,
        stored.form == form
      else { throw .unknownSurface(key: surface.key) }
      return SurfacePixels(base: stored.memory, frame: frame, form: form)
    }
    let stored: CachedSurface
    if let spare = takeSpare(frame, form) {
      stored = spare
    } else {
      stored = try CachedSurface(frame, form)
    }
    cached[key] = stored
    return SurfacePixels(base: stored.memory, frame: frame, form: form)
  }

  /// A surface in the largest spare memory that it fits; nil if there is none.
  ///
  /// So surfaces that grow and shrink again and again keep the memory of their largest sizes among
  /// themselves, and memory that they have outgrown is that of nobody and freed.
  private mutating func takeSpare(_ frame: PixelRect, _ form: SurfaceForm) -> CachedSurface? {
    let bytes = SurfacePixels.bytes(frame, form)
    var best: Int?
    for index in spares.indices where spares[index].surface.fits(bytes) {
      if let best, spares[best].surface.capacity >= spares[index].surface.capacity { continue }
      best = index
    }
    guard let best else { return nil }
    let surface = spares.remove(at: best).surface
    surface.become(frame, form)
    return surface
  }

  /// Forgets the frame, and the surfaces that it was to draw if it failed.
  mutating func finish(_ plan: RenderPlan, _ context: UInt32, isDrawn: Bool) {
    surfaces.removeAll(keepingCapacity: true)
    if isDrawn { return }
    for surface in plan.surfaces where surface.key != 0 && !surface.isReady {
      cached[Key(context: context, key: surface.key)] = nil
    }
  }
}
