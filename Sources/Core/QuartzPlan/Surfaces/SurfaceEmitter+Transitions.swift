// Transitions with filters, from a picture of the old state and the new one to one picture.
// Licensed under the MIT license; see LICENSE.
//
//     old state, new state  ->  both side by side, cached  ->  the filter  ->  shown
//
// The states are as large as all that either of them touches, so that nothing of them is cut off.

import QuartzFilters
import QuartzMath
import QuartzModel

extension SurfaceEmitter {
  /// Emits a layer that is in a transition.
  mutating func emitTransition(_ layer: DrawnLayer, _ extent: PixelRect, _ tree: PlacedTree) {
    guard let transition = layer.style.pointee.transition, let filter = transition.filter,
      let (program, pair) = program(filter, transition, layer, extent, tree)
    else { return writer.emitTransition(layer, extent) }
    let result = writer.addSurface(
      SurfaceJob(node: layer.index, content: .effect, isCached: true),
      of: layer.node,
      frame: extent,
      reason: .filter,
      part: SurfaceEmitter.transitionPart
    )
    let source = writer.addSurface(
      SurfaceJob(node: layer.index, content: .pair(pair), isCached: true),
      of: layer.node,
      frame: pair.target.union(pair.other),
      reason: .transition
    )
    writer.plan.surfaces[result].content = .effect(.filter(program), of: source.rawValue)
    let opacity = layer.environment.opacity
    writer.emitComposite(result, of: layer, in: extent, opacity: opacity)
  }

  /// The filter of a transition as a program; nil for one that has no effect, and for states that
  /// are too large.
  private func program(
    _ filter: FilterDescription,
    _ transition: ResolvedTransition,
    _ layer: DrawnLayer,
    _ extent: PixelRect,
    _ tree: PlacedTree
  ) -> (FilterProgram, ProgramPair)? {
    // A filter begins with the old state, as it is.
    guard transition.progress > 0 else { return nil }
    let limit = writer.output.largestSurface(around: extent)
    let pair = ProgramPair(tree.nodes.extents[layer.index.position].intersection(limit))
    let whole = pair.target.union(pair.other)
    guard filter.isEnabled, writer.output.largestSurface(around: whole).contains(whole) else {
      return nil
    }
    let world = transition.restingWorld(layer.style, layer.node.world)
    let scale = world.pixelScale(in: layer.style.pointee.bounds)
    let bounds = transition.filteredArea(bounds: layer.style.pointee.bounds)
    let shown = Shape(shown: bounds, radii: .zero, world: world).bounds
    let isTurned = layer.node.flags.isTurned(in: world)
    let target = LoweringTarget(scale: scale, bounds: shown, limit: limit, isTurned: isTurned)
    let space = target.space
    // The layer's own space, where it is turned or mirrored in that of the surface.
    let map = layer.node.flags.map(of: bounds, scale, world, to: space)
    let area =
      map == nil
      ? FilterRect(space.inside(shown))
      : FilterRect(0, 0, bounds.width * scale, bounds.height * scale)
    let frame = FilterRect(space.inside(pair.target))
    var images: [String: FilterNode] = [:]
    let name = filters.pictures.name(filter, in: target, &images)
    for (slot, key) in ["inputImage", "inputTargetImage"].enumerated() {
      let source = FilterNode(.source(slot: slot, extent: frame))
      let inverse = map.flatMap(\.inverse)
      images[key] = inverse.map { FilterNode(.transform($0, .linear), source) } ?? source
    }
    var timed = filter
    timed["inputTime"] = .number(transition.progress)
    let context = FilterContext.layer(scale: scale, bounds: area)
    guard var node = try? FilterCatalog.node(for: timed, images: images, in: context) else {
      return nil
    }
    if let map { node = FilterNode(.transform(map, .linear), node) }
    var hash = ContentHash()
    hash.add(name)
    hash.add(transition.progress.bitPattern)
    if let map { hash.add(map) }
    let program = FilterProgram(
      node: node.cropped(to: frame),
      space: space,
      pair: pair,
      name: hash.value
    )
    return (program, pair)
  }

  /// The `part` of a transition's filter: a layer may have filters of other kinds.
  private static let transitionPart: Int32 = 2000
}

extension NodeFlags {
  /// The map from the space of a layer's filters to that in which a surface's filters are.
  ///
  /// - Returns: Nil where they are the same but for less than a pixel, and in perspective.
  fileprivate func map(
    of bounds: Rect,
    _ scale: Double,
    _ world: Homography,
    to space: ProgramSpace
  ) -> Affine? {
    guard world.isAffine else { return nil }
    let isUp = contains(.flipped)
    // Filters' space -> the layer's own: y up from the lower edge.
    let corner = Affine.translation(bounds.x, isUp ? bounds.y : bounds.maxY)
    let own = Affine.scale(1 / scale, (isUp ? 1 : -1) / scale) * corner
    let pixels = Affine(
      world.row1.x,
      world.row1.y,
      world.row2.x,
      world.row2.y,
      world.row3.x,
      world.row3.y
    )
    let back = Affine(
      1,
      0,
      0,
      space.isTurned ? 1 : -1,
      -Double(space.x),
      Double(space.y) * (space.isTurned ? -1 : 1)
    )
    let map = own * pixels * back
    let turn = [map.a - 1, map.b, map.c, map.d - 1].map(abs).max() ?? 0
    return turn < 1e-6 ? nil : map
  }
}

extension ContentHash {
  fileprivate mutating func add(_ map: Affine) {
    for number in [map.a, map.b, map.c, map.d, map.tx, map.ty] { add(number.bitPattern) }
  }
}
