// Frames in which layers moved or changed their styles, but nothing about how they are put
// together.
// Licensed under the MIT license; see LICENSE.
//
// Shapes, gradients and shadows of outlines are patched like backgrounds, as long as they have as
// many draws as before. Of particles there may be any number.

import QuartzMath
import QuartzModel

/// The changed nodes of a patch, each with its damage.
struct PlanPatches {
  // Bit i of word w is node 64 w + i: whether it has damage.
  private var words: ContiguousArray<UInt64> = []
  // Index i is node i; meaningful where the bit is set.
  private var damage: ContiguousArray<PropertyDamage> = []

  /// Empties the set, for nodes up to `count`.
  mutating func reset(count: Int) {
    for index in words.indices { words[index] = 0 }
    while words.count * 64 < count { words.append(0) }
    while damage.count < count { damage.append([]) }
  }

  mutating func insert(_ node: NodeIndex, _ damage: PropertyDamage) {
    words[node.position >> 6] |= 1 << UInt64(node.position & 63)
    self.damage[node.position] = damage
  }

  /// The damage of a node itself; empty if it did not change.
  subscript(node: NodeIndex) -> PropertyDamage {
    words[node.position >> 6] & (1 << UInt64(node.position & 63)) == 0
      ? [] : damage[node.position]
  }

  /// The first member from `node` on.
  func next(from node: NodeIndex) -> NodeIndex? {
    var word = node.position >> 6
    guard word < words.count else { return nil }
    var bits = words[word] & (~0 << UInt64(node.position & 63))
    while bits == 0 {
      word += 1
      guard word < words.count else { return nil }
      bits = words[word]
    }
    return NodeIndex(Int32(word * 64 + bits.trailingZeroBitCount))
  }
}

/// Changes a plan in place, for frames in which only a few layers moved or changed their looks.
///
/// It places the changed nodes anew and writes their draws over the old ones; where a change needs
/// more than that, a part of the tree is spliced (`PlanSplicer`). That gives exactly the plan that
/// making it anew would give, or it refuses.
struct PlanPatcher {
  private var patches = PlanPatches()
  private var splicer = PlanSplicer()
  /// How many layers were looked at, since the start.
  private(set) var redrawnLayers = 0

  /// Whether the last patch made surfaces again.
  var madeSurfaces: Bool { splicer.hasParts }

  /// Notes that the plan was made anew.
  mutating func restart() { splicer.restart() }

  /// Makes the draws of changed layers again in place; their old and new pixels become damage.
  ///
  /// - Returns: False if the plan must be rebuilt, because a change may touch groups, clips, the
  ///   order or the number of draws. The damage so far then still holds, and all styles are read.
  mutating func patch(
    _ tree: LayerTree,
    _ changes: TreeChanges,
    _ placer: inout NodePlacer,
    _ emitter: inout SurfaceEmitter,
    _ finder: inout DamageFinder
  ) -> Bool {
    patches.reset(count: placer.table.nodes.count)
    splicer.begin()
    // The surface that was filled last may have begun behind where the draws end now.
    emitter.writer.filled = .any
    for position in changes.slots.indices {
      let (slot, damage) = (changes.slots[position], changes.damage[position])
      placer.styles.read(slot, of: tree)
      guard let node = placer.table.node(of: slot) else { continue }
      if !damage.isDisjoint(with: .picture) { patches.insert(node, damage) }
    }
    // A capture shows draws of another surface, and a portal another layer: they change with them.
    if changes.structureChanged || emitter.writer.hasCaptures || !tree.portals.isEmpty {
      return false
    }
    guard patchImages(changes.images, placer.table, &emitter.writer.plan, &finder) else {
      return false
    }
    // Superlayers first: the layers below a moved layer are made again with it.
    var position = NodeIndex.first
    while let start = patches.next(from: position) {
      position =
        patches[start].contains(.geometry) ? placer.table.nodes[start].end : start.next
      var index = start
      while index < position {
        redrawnLayers += 1
        let old = placer.table.nodes[index]
        if redraw(index, old, patches[index], tree, &placer, &emitter) {
          index = index.next
        } else {
          placer.table.nodes[index] = old
          guard let end = splicer.splice(index, tree, &placer, &emitter, &finder) else {
            return false
          }
          index = end
        }
      }
      position = index
    }
    return true
  }

  /// Damages the pixels that show changed parts of images.
  ///
  /// Where an image looks as before but for its texels, no layer is looked at.
  ///
  /// - Returns: False if surfaces that others show have to be made anew.
  private mutating func patchImages(
    _ changes: ContiguousArray<ImageChange>,
    _ table: NodeTable,
    _ plan: inout RenderPlan,
    _ finder: inout DamageFinder
  ) -> Bool {
    finder.findParts(of: changes, in: plan)
    guard let output = plan.surfaces.last else { return false }
    var isBelow = false
    for part in finder.parts {
      guard output.draws.contains(part.draw) else {
        guard part.keepsFormat else { return false }
        isBelow = true
        continue
      }
      plan.damage.add(part.pixels)
      if part.keepsFormat { continue }
      // The image may be opaque now, or no longer.
      guard let node = table.node(of: plan.draws[Int(part.draw)].slot) else { return false }
      patches.insert(node, patches[node].union(.content))
    }
    guard isBelow else { return true }
    guard let damage = finder.damageOfParts(in: plan) else { return false }
    for index in 0..<damage.count { plan.damage.add(damage[index]) }
    return true
  }

  /// Places a node anew and makes its draws again; false if a change needs more than that.
  ///
  /// - Parameters:
  ///   - old: The node as it was.
  ///   - damage: The changes of the node itself.
  private func redraw(
    _ index: NodeIndex,
    _ old: PlanNode,
    _ damage: PropertyDamage,
    _ tree: LayerTree,
    _ placer: inout NodePlacer,
    _ emitter: inout SurfaceEmitter
  ) -> Bool {
    let style = placer.styles[old.style]
    // Still hidden for a reason that needs no geometry: nothing to see, nothing to do. A layer
    // whose sublayers lie elsewhere hides them, too.
    if old.flags.contains(.skipped) { return style.isUnseen && !old.flags.contains(.shared) }
    let draws = emitter.nodeDraws[index.position]
    guard draws.environment != .none else { return false }
    let environment = emitter.environments[draws.environment]
    guard !environment.invalidatesGrouping else { return false }
    // Before anything else is worked out: an effect reaches beyond the layer's own draws.
    guard old.flags.isDisjoint(with: .rebuilt), style.isPatched else { return false }
    let isEmitter = style.pointee.layerClass == .emitter
    // Particles among siblings are nodes of their own, and sums have surfaces.
    if isEmitter,
      old.slice != -1 || tree.value(.emitterPreservesDepth, of: old.slot).bool == true
        || emitter.hasSum(old.slot, tree)
    {
      return false
    }
    placer.place(index, style)
    if old.flags.contains(.special) { placer.addClassParts(index, style, tree) }
    // Its copy of the node is the only one.
    var layer = DrawnLayer(
      index,
      of: placer.table,
      placer.styles,
      in: environment,
      environmentIndex: draws.environment,
      on: emitter.writer.output
    )
    if damage.contains(.order), layer.node.depth != old.depth { return false }
    guard placer.staysInPlane(index) else { return false }
    let flags = layer.node.flags
    guard layer.node.parts == old.parts, flags.isDisjoint(with: .rebuilt.union(.skipped)),
      isComposedAlike(old, layer.node, at: index)
    else { return false }
    if flags.contains(.effects) {
      // The shadow may depend on where sublayers are.
      guard
        layer.isLeaf || layer.node.world == old.world && !damage.contains(.geometry),
        placer.outlineExtent(index, style, tree).intersects(environment.scissor)
      else { return false }
    } else if layer.node.parts.isEmpty {
      return true
    }
    layer.opacity = style.pointee.opacity
    if flags.isDisjoint(with: [.special, .effects]) {
      return emitter.writer.redrawParts(layer, tree.images, at: draws)
    }
    let placed = PlacedTree(layers: tree, nodes: placer.table, styles: placer.styles)
    guard emitter.writer.redrawShadow(layer, placed, at: draws) else { return false }
    guard emitter.writer.redrawParts(layer, tree.images, placed, at: draws) else { return false }
    if layer.node.parts.contains(.particles) {
      redrawParticles(layer, placed, placer.table, at: draws, &emitter)
    }
    return true
  }

  /// Makes the particles of a layer again, and moves all draws behind them.
  private func redrawParticles(
    _ layer: DrawnLayer,
    _ tree: PlacedTree,
    _ table: borrowing NodeTable,
    at draws: NodeDraws,
    _ emitter: inout SurfaceEmitter
  ) {
    // They come after the border, which has one draw.
    let first = draws.border + (layer.node.parts.contains(.border) ? 1 : 0)
    let old = emitter.writer.draws(of: layer.node.slot, from: first) {
      $0.flags.contains(.particle)
    }
    let distance = emitter.writer.replaceParticles(old) { $0.emitParticles(layer, tree) }
    emitter.moveDraws(behind: layer.index, table, from: old.upperBound, by: distance)
  }

  /// Whether a node is put together with what is around and below it in the same way as before.
  private func isComposedAlike(_ old: PlanNode, _ node: PlanNode, at index: NodeIndex) -> Bool {
    let effects: NodeFlags = [.effects, .outlined]
    guard node.flags.intersection(effects) == old.flags.intersection(effects) else { return false }
    if node.flags.contains(.effects) { return hasShadowAlone(old) && hasShadowAlone(node) }
    // A single part takes its opacity with it; everything else must be drawn as if it stood alone.
    let isFolded = node.isLeaf(at: index) && node.parts.count <= 1
    return isFolded
      ? node.flags.union(old.flags).isDisjoint(with: .clips)
      : node.flags.intersection(old.flags).contains(.plain)
  }

  /// Whether a node with effects has no others than a shadow, and is drawn without a surface.
  private func hasShadowAlone(_ node: PlanNode) -> Bool {
    node.mask == .none && node.opacity == 1 && node.sublayerMatrix == .none
      && !node.flags.contains(.clips)
  }
}

extension LayerStylePointer {
  /// Whether the style is of those whose draws can be made again in place.
  fileprivate var isPatched: Bool {
    switch pointee.layerClass {
    case .transform, .replicator: return false
    case .layer, .shape, .gradient, .emitter, .text, .scroll, .tiled, .backdrop, .portal: break
    }
    return pointee.compositingMode == .normal && !pointee.isInTransition && !pointee.hasFilters
      && !pointee.hasBackgroundFilters
  }
}

extension NodePlacer {
  /// Whether a node lies in its superlayer's plane, or is alone out of it, so that it cuts nothing.
  @inline(__always)
  fileprivate func staysInPlane(_ index: NodeIndex) -> Bool {
    let parent = table.nodes[index].parent
    guard parent != .none, isTilted(table.nodes[index].style, table.nodes[index].space) else {
      return true
    }
    return index == parent.next && table.nodes[index].end == table.nodes[parent].end
  }
}

extension DrawWriter {
  /// Writes the shadow of a layer over that of the last plan, if it has one.
  ///
  /// - Parameter draws: Where the draws of the layer are.
  /// - Returns: False if it cannot take the place of the old one.
  fileprivate mutating func redrawShadow(
    _ layer: DrawnLayer,
    _ tree: PlacedTree,
    at draws: NodeDraws
  ) -> Bool {
    guard layer.node.flags.contains(.effects) else { return true }
    // The shadow of any other picture has surfaces, and the layer is drawn into one of them.
    guard let output = plan.surfaces.last, output.draws.contains(draws.first) else { return false }
    let old = self.draws(of: layer.node.slot, before: draws.first)
    var hasOutline = false
    let isReplaced = replace(old) { hasOutline = $0.emitOutlineShadow(layer, tree) }
    return isReplaced && hasOutline
  }

  /// Writes the parts of a layer over those of the last plan.
  ///
  /// - Parameters:
  ///   - tree: For layers whose classes have parts of their own.
  ///   - draws: Where the old ones are.
  /// - Returns: False if a part cannot take the place of the old one.
  fileprivate mutating func redrawParts(
    _ layer: DrawnLayer,
    _ images: Images,
    _ tree: PlacedTree? = nil,
    at draws: NodeDraws
  ) -> Bool {
    let (parts, slot) = (layer.node.parts, layer.node.slot)
    var next = draws.first
    if parts.contains(.background) {
      guard hasBackground(layer.style, at: next) else { return false }
      emitBackground(layer, images, at: next)
      next += 1
    }
    if parts.contains(.gradient), let tree {
      let old = self.draws(of: slot, from: next) { $0.kind == .gradient }
      guard replace(old, with: { $0.emitGradient(layer, tree) }) else { return false }
      next = old.upperBound
    }
    if parts.contains(.contents) {
      emitContents(layer, images, at: next)
      next += 1
    }
    if !parts.isDisjoint(with: .path), let tree {
      let old = self.draws(of: slot, from: next) { $0.kind == .coverage }
      guard replace(old, with: { $0.emitPath(layer, tree) }) else { return false }
    }
    guard parts.contains(.border) else { return true }
    guard layer.style.pointee.borderPattern == nil, plan.draws[Int(draws.border)].kind == .border
    else { return false }
    emitBorder(layer, at: draws.border)
    return true
  }

  /// Whether the draw at an index can become the layer's background.
  @inline(__always)
  private func hasBackground(_ style: LayerStylePointer, at position: Int32) -> Bool {
    let isPattern = style.pointee.hasPattern && style.pointee.backgroundPattern != nil
    return plan.draws[Int(position)].kind == (isPattern ? .image : .solid)
  }
}
