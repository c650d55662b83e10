// Overlays over plans, frame after frame, with the damage that they make.
// Licensed under the MIT license; see LICENSE.
//
// The plan of the layers stays as it is, for the next plan to be compared with. Beside it, the plan
// with overlays is made anew whenever pixels of layers change or a flash ends, and compared with
// the one that was shown before. An overlay that is drawn thus never makes another frame necessary,
// and what nothing changes costs nothing.

import QuartzMath
package import QuartzModel

/// The facts of a frame that overlays tell, besides its plan.
struct OverlayFacts {
  var overlays: Overlays
  /// Seconds of the context's clock.
  var time: Double
  /// Pixels per point.
  var scale: Double
  var nodes: NodeTable
  var styles: LayerStyleColumn
  var cache: SurfaceCache
  /// The images whose pixels the renderer takes over for this frame.
  var copied: Set<ImageID>
  /// The images that producers present.
  var presented: Set<ImageID>
  var history: PhaseHistory
}

/// The facts that a renderer knows of the images and of the frames before.
package struct OverlaySources {
  /// The images whose pixels were taken over since the last frame that changed.
  package var copied: Set<ImageID> = []
  /// The images that producers present.
  package var presented: Set<ImageID> = []
  package var history = PhaseHistory()

  package init() {}
}

/// Paints overlays over plans.
struct OverlayPainter {
  /// The overlays of plans from the next one on.
  var overlays: Overlays = [] {
    didSet { if overlays != oldValue { hasChanged = true } }
  }
  /// Whether the overlays are others than those that show.
  private(set) var hasChanged = false
  /// The plan with overlays that shows, or nil.
  private(set) var shown: RenderPlan?
  private var difference = PlanDifference()
  private var flashes = FlashedRegions()

  /// Whether plans are to be painted, or to be shown again without paint.
  @inline(__always)
  var isActive: Bool { hasChanged || !overlays.isEmpty }

  /// When what shows changes without the layers, in seconds of the context's clock.
  var nextChange: Double? { flashes.nextEnd }

  /// Forgets what shows: the next plan damages all.
  mutating func forget() {
    shown = nil
    flashes.removeAll()
    if !overlays.isEmpty { hasChanged = true }
  }

  /// Notes that plans show nothing but layers.
  mutating func remove() {
    shown = nil
    hasChanged = false
    flashes.removeAll()
  }

  /// Keeps the plan as it is shown, with what renderers get to know of it.
  mutating func keep(_ plan: RenderPlan) { shown = plan }

  /// The plan with overlays; its damage holds what differs from the one that shows.
  mutating func paint(_ scene: RenderPlan, _ facts: OverlayFacts) -> RenderPlan {
    let ends = flashes.end(at: facts.time)
    if !hasChanged, !ends, scene.damage.isEmpty, var shown {
      shown.damage.removeAll()
      return shown
    }
    if overlays.contains(.flash) {
      // A change of the overlays draws all, and no layer is the reason.
      flashes.add(scene.damage, at: facts.time)
    } else {
      flashes.removeAll()
    }
    var plan = DrawTints.tint(scene, facts)
    if overlays.contains(.overdraw) { plan.addOverdraw(of: scene) }
    plan.appendToOutput(from: scene) { plan in
      if overlays.contains(.borders) { LayerOutlines.append(to: &plan, facts) }
      flashes.append(to: &plan)
      if overlays.contains(.fps) { FrameGraph(facts).append(to: &plan) }
    }
    if hasChanged || shown == nil {
      plan.damage = Damage(plan.outputFrame)
    } else if let shown {
      let changes = difference.damage(from: shown, to: plan, parts: [])
      for index in 0..<changes.count { plan.damage.add(changes[index]) }
    }
    hasChanged = false
    return plan
  }
}

extension RenderPlan {
  /// Adds draws to the end of the output.
  ///
  /// - Parameter scene: The plan whose output's draws are where they were.
  fileprivate mutating func appendToOutput(
    from scene: RenderPlan,
    _ body: (inout RenderPlan) -> Void
  ) {
    guard let output = surfaces.indices.last else { return }
    // The draws of the output are the last ones once they are tinted; else they are copied.
    if surfaces[output].draws.upperBound != Int32(draws.count) {
      let range = surfaces[output].draws
      let start = Int32(draws.count)
      for index in range { draws.append(draws[Int(index)]) }
      surfaces[output].draws = start..<Int32(draws.count)
    }
    body(&self)
    surfaces[output].draws = surfaces[output].draws.lowerBound..<Int32(draws.count)
  }

  /// Adds the shade and the heat of draws to the output.
  fileprivate mutating func addOverdraw(of scene: RenderPlan) {
    let drawn = OverdrawCount.drawnRects(of: scene)
    appendToOutput(from: scene) { plan in
      plan.appendTint(of: plan.outputFrame, OverlayColor.shade)
      for draw in drawn {
        plan.appendTint(of: draw.bounds, OverlayColor.heat, slot: draw.slot)
      }
    }
  }
}

/// The pixels that were drawn anew a moment ago.
struct FlashedRegions {
  /// Seconds for which pixels are tinted.
  static let duration = 0.25
  /// The most rectangles that are tinted at once.
  private static let capacity = 64

  private var rects: ContiguousArray<(rect: PixelRect, end: Double)> = []

  mutating func removeAll() { rects.removeAll(keepingCapacity: true) }

  /// When the first of them ends.
  var nextEnd: Double? { rects.map(\.end).min() }

  /// Drops those that are over at a time, and those of a later time.
  ///
  /// - Returns: Whether there were any.
  mutating func end(at time: Double) -> Bool {
    let before = rects.count
    if before == 0 { return false }
    rects.removeAll { $0.end <= time || $0.end > time + FlashedRegions.duration }
    return rects.count != before
  }

  /// Adds the pixels of a frame; they replace those before that they hold.
  mutating func add(_ damage: Damage, at time: Double) {
    let end = time + FlashedRegions.duration
    guard end > time else { return }
    for index in 0..<damage.count {
      let rect = damage[index]
      rects.removeAll { rect.contains($0.rect) }
      rects.append((rect, end))
    }
    if rects.count > FlashedRegions.capacity {
      rects.removeFirst(rects.count - FlashedRegions.capacity)
    }
  }

  /// Tints each pixel once, however many rectangles hold it.
  func append(to plan: inout RenderPlan) {
    var parts: [PixelRect] = []
    for (index, flash) in rects.enumerated() {
      parts.removeAll(keepingCapacity: true)
      parts.append(flash.rect.intersection(plan.outputFrame))
      for later in rects[(index + 1)...] {
        var rest: [PixelRect] = []
        for part in parts { part.forEachPart(outside: later.rect) { rest.append($0) } }
        parts = rest
      }
      for part in parts where !part.isEmpty { plan.appendTint(of: part, OverlayColor.yellow) }
    }
  }
}
