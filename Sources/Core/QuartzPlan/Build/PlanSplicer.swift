// Layers that are drawn again with all below them, in a plan that stays.
// Licensed under the MIT license; see LICENSE.
//
// A change that `PlanPatcher` cannot write over the old draws is often that of one small part of
// the tree: a layer with a filter, a group that fades, a shadow of what is below. Such a part is
// planned again as always, behind all draws and surfaces of the plan. Then its draws and surfaces
// take the places of the old ones, if they are as many.
//
// The old records stay where they are and are shown no more, as do environments and clips. So now
// and then the whole plan is made anew.

import QuartzMath
import QuartzModel

/// The draws of a surface, or of a part of the output, and those that take their places.
struct SplicedPart {
  var oldDraws: Range<Int32>
  var newDraws: Range<Int32>
  /// Indexes into the plan's surfaces; -1 for the output.
  var oldSurface: Int32 = -1
  var newSurface: Int32 = -1

  /// Where a draw goes; nil for one of another part.
  ///
  /// The place behind the last one is one, too: layers that draw nothing may stand there.
  func place(of draw: Int32) -> Int32? {
    guard draw >= newDraws.lowerBound, draw <= newDraws.upperBound else { return nil }
    return oldDraws.lowerBound + draw - newDraws.lowerBound
  }
}

/// Makes parts of a plan again, each in the places that it has.
struct PlanSplicer {
  // The output's part, then those of the surfaces, the users before what they show.
  private var parts: ContiguousArray<SplicedPart> = []
  /// How many nodes and draws were made again since the plan was made anew.
  private var spent = 0
  /// The nodes that were made again in this frame, and what took as long as so many.
  private var spentInFrame = 0

  /// How many surfaces and runs are looked at in the time of one node.
  private static let searchedForNode = 64
  /// How many of them there may be beside a small plan.
  private static let least = 256

  /// Begins a frame.
  mutating func begin() { spentInFrame = 0 }

  /// Whether the frame has parts that were made again.
  var hasParts: Bool { spentInFrame > 0 }

  /// Notes that the plan was made anew.
  mutating func restart() { (spent, spentInFrame) = (0, 0) }

  /// Places and draws a layer again, with all below it and, where these depend on it, layers around
  /// it.
  ///
  /// - Returns: The node behind the last one that was made again; nil if the plan must be rebuilt.
  mutating func splice(
    _ index: NodeIndex,
    _ tree: LayerTree,
    _ placer: inout NodePlacer,
    _ emitter: inout SurfaceEmitter,
    _ finder: inout DamageFinder
  ) -> NodeIndex? {
    guard let node = first(around: index, tree, placer, emitter) else { return nil }
    let end = placer.table.nodes[node].end
    let total = placer.table.nodes.count
    spent += node.distance(to: end)
    // All surfaces and runs are looked through for those of the part.
    let searched = emitter.writer.plan.surfaces.count + emitter.drawnRuns.count
    spentInFrame += node.distance(to: end) + searched / Self.searchedForNode
    guard 2 * spentInFrame <= total, spent <= 2 * total + Self.least,
      placer.table.layerCount < placer.mostInstances / 2
    else { return nil }
    let environment = emitter.nodeDraws[node.position].environment
    let old = emitter.draws(of: node, placer.table)
    placer.filters.pictures.goOn(tree.images)
    defer { placer.filters.pictures.rest() }
    guard placer.placeAgain(node, tree) else { return nil }
    let (draws, surfaces) = (emitter.writer.plan.draws.count, emitter.writer.plan.surfaces.count)
    let runs = emitter.drawnRuns.count
    for index in node..<end { emitter.nodeDraws[index.position] = NodeDraws() }
    emitter.emitAgain(
      node,
      in: environment,
      PlacedTree(layers: tree, nodes: placer.table, styles: placer.styles)
    )
    spent += emitter.writer.plan.draws.count - draws
    defer { emitter.removeLast(from: draws, surfaces: surfaces, runs: runs) }
    guard !emitter.writer.meter.isSpent, !emitter.writer.hasCaptures,
      pair(node..<end, old, emitter.writer, draws: draws, surfaces: surfaces)
    else { return nil }
    let pixels = finder.damage(in: emitter.writer.plan, splicing: parts)
    guard moveRuns(of: &emitter, from: runs) else { return nil }
    for index in 0..<pixels.count { emitter.writer.plan.damage.add(pixels[index]) }
    for part in parts { emitter.writer.move(part, parts, first: surfaces) }
    for index in node..<end { move(&emitter.nodeDraws[index.position]) }
    return end
  }

  /// The smallest part of the tree with a node in it that nothing around depends on; nil if that is
  /// the whole tree.
  private func first(
    around index: NodeIndex,
    _ tree: LayerTree,
    _ placer: borrowing NodePlacer,
    _ emitter: borrowing SurfaceEmitter
  ) -> NodeIndex? {
    var node = index
    while node != .none {
      let environment = emitter.nodeDraws[node.position].environment
      if environment != .none, !emitter.environments[environment].invalidatesGrouping,
        placer.isPlacedAlone(node, tree)
      {
        return node
      }
      node = placer.table.nodes[node].parent
    }
    return nil
  }

  /// Finds the old draws and surfaces for the new ones.
  ///
  /// Surfaces are found from the outside in, and then turned around. So the surfaces of a part are
  /// among those of the plan in the order in which they are found without the others.
  private mutating func pair(
    _ nodes: Range<NodeIndex>,
    _ old: Range<Int32>,
    _ writer: borrowing DrawWriter,
    draws: Int,
    surfaces: Int
  ) -> Bool {
    let plan = writer.plan
    parts.removeAll(keepingCapacity: true)
    let end =
      plan.surfaces.count > surfaces
      ? plan.surfaces[surfaces].draws.lowerBound : Int32(plan.draws.count)
    parts.append(SplicedPart(oldDraws: old, newDraws: Int32(draws)..<end))
    var new = surfaces
    for index in (0..<surfaces).reversed() where nodes.contains(writer.surfaceJobs[index].node) {
      guard new < plan.surfaces.count else { return false }
      let (before, after) = (plan.surfaces[index], plan.surfaces[new])
      guard PlanDifference.SurfaceKey(before) == PlanDifference.SurfaceKey(after) else {
        return false
      }
      parts.append(
        SplicedPart(
          oldDraws: before.draws,
          newDraws: after.draws,
          oldSurface: Int32(index),
          newSurface: Int32(new)
        )
      )
      new += 1
    }
    return new == plan.surfaces.count
      && parts.allSatisfy { $0.oldDraws.count == $0.newDraws.count }
  }

  /// Puts runs that were drawn again in the places of the old ones; false if these are not as many.
  private func moveRuns(of emitter: inout SurfaceEmitter, from first: Int) -> Bool {
    var next = first
    for index in 0..<first {
      let draws = emitter.drawnRuns[index].draws
      guard parts.contains(where: { $0.oldDraws.contains(draws.lowerBound) }) else { continue }
      guard next < emitter.drawnRuns.count else { return false }
      var run = emitter.drawnRuns[next]
      guard place(of: run.draws.lowerBound) == draws.lowerBound else { return false }
      run.draws = draws.lowerBound..<draws.lowerBound + Int32(run.draws.count)
      emitter.drawnRuns[index] = run
      next += 1
    }
    guard next == emitter.drawnRuns.count else { return false }
    return true
  }

  private func place(of draw: Int32) -> Int32? {
    for part in parts { if let place = part.place(of: draw) { return place } }
    return nil
  }

  /// Gives a node the places of its draws; of those that are not on the output nobody asks.
  private func move(_ draws: inout NodeDraws) {
    draws.start = place(of: draws.start) ?? -1
    draws.first = place(of: draws.first) ?? -1
    draws.border = place(of: draws.border) ?? -1
  }
}

extension SurfaceEmitter {
  /// The draws of a node of the output and of all below it.
  fileprivate func draws(of index: NodeIndex, _ table: NodeTable) -> Range<Int32> {
    let (start, parent) = (nodeDraws[index.position].start, table.nodes[index].parent)
    var next = table.nodes[index].end
    while next < table.nodes[parent].end {
      if nodeDraws[next.position].environment != .none {
        return start..<nodeDraws[next.position].start
      }
      next = table.nodes[next].end
    }
    return start..<nodeDraws[parent.position].border
  }

  /// Takes the last draws, surfaces and runs out.
  fileprivate mutating func removeLast(from draws: Int, surfaces: Int, runs: Int) {
    writer.plan.draws.removeLast(writer.plan.draws.count - draws)
    writer.plan.surfaces.removeLast(writer.plan.surfaces.count - surfaces)
    writer.surfaceJobs.removeLast(writer.surfaceJobs.count - surfaces)
    drawnRuns.removeLast(drawnRuns.count - runs)
    writer.filled = .any
  }
}

extension DrawWriter {
  /// Copies new draws, and the surface that they are in, over the old ones.
  ///
  /// - Parameters:
  ///   - parts: All parts, whose surfaces have new places.
  ///   - first: The first new surface.
  fileprivate mutating func move(
    _ part: SplicedPart,
    _ parts: ContiguousArray<SplicedPart>,
    first: Int
  ) {
    func place(_ surface: Int32) -> Int32 { parts[Int(surface) - first + 1].oldSurface }
    for (old, new) in zip(part.oldDraws, part.newDraws) {
      release(plan.draws[Int(old)])
      var draw = plan.draws[Int(new)]
      if draw.showsSurface {
        draw.source = place(draw.source)
        if draw.mask >= 0 { draw.mask = place(draw.mask) }
      }
      plan.draws[Int(old)] = draw
    }
    guard part.newSurface >= 0 else { return }
    var surface = plan.surfaces[Int(part.newSurface)]
    surface.draws = part.oldDraws
    if case .effect(let effect, let source) = surface.content, source >= 0 {
      surface.content = .effect(effect, of: place(source))
    }
    plan.surfaces[Int(part.oldSurface)] = surface
    surfaceJobs[Int(part.oldSurface)] = surfaceJobs[Int(part.newSurface)]
  }
}
