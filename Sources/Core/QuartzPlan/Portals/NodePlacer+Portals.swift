// Portals: second pictures of layers that are elsewhere in the tree.
// Licensed under the MIT license; see LICENSE.
//
// The first node below a portal is that of its source, which stands in the portal's own space, or
// where the source is on the output. It has an instance of its own, as a copy of a replicator's has
// one, but runs at the source's time. Below it come the source's sublayers as anywhere else.
//
// A layer may so have several nodes, of which a change of it says nothing. So a tree with portals
// is planned anew with each change.
//
// A portal shows nothing within its own source, and not more than `NodePlacer.portalDepth` portals
// are in one another. That bounds cycles; the limit of instances bounds portals of many portals.

import QuartzMath
import QuartzModel

/// A portal's source, and the way in which it is shown.
struct Portal {
  let source: Int32
  let matchesOpacity: Bool
  let matchesPosition: Bool
  let matchesTransform: Bool

  /// Nil for a layer that is no portal, and for one without a source.
  init?(_ slot: Int32, _ tree: LayerTree) {
    guard tree.classes[Int(slot)] == .portal, let source = tree.portalSource(of: slot) else {
      return nil
    }
    self.source = source
    func isSet(_ row: PropertyID) -> Bool { tree.value(row, of: slot).bool ?? false }
    matchesOpacity = isSet(.matchesOpacity)
    matchesPosition = isSet(.matchesPosition)
    matchesTransform = isSet(.matchesTransform)
  }
}

extension NodePlacer {
  /// How many portals show in one another.
  static let portalDepth = 8

  /// Finds the layers that portals show in their place.
  mutating func findHiddenSources(_ tree: LayerTree) {
    hiddenSources.removeAll(keepingCapacity: true)
    for slot in tree.portals where tree.value(.hidesSourceLayer, of: slot).bool == true {
      // One that is not in the tree shows nothing, and hides nothing.
      guard tree.isAttached(slot), let source = tree.portalSource(of: slot) else { continue }
      hiddenSources.insert(source)
    }
  }

  /// Whether the layer is not drawn at its own place.
  func isHiddenByPortal(_ slot: Int32) -> Bool {
    !hiddenSources.isEmpty && hiddenSources.contains(slot)
  }

  /// Appends the source of an open portal.
  mutating func appendSource(of open: OpenNode, _ tree: LayerTree) {
    guard let portal = Portal(table.nodes[open.index].slot, tree),
      mayShow(portal.source, in: open.index, tree), allowsMoreInstances,
      table.instances.count < mostInstances
    else { return }
    let outer = NodePlacement(instance: table.nodes[open.index].instance)
    var placement = NodePlacement(instance: table.instances.nextIndex)
    table.instances.append(PlanInstance(tint: outerInstance(outer).tint, delay: 0))
    placement.opacity = portal.matchesOpacity ? opacity(above: portal.source, tree) : 1
    guard placement.opacity > 0, let world = portraitWorld(of: portal, in: open.index, tree)
    else { return }
    let new = NewNode(
      slot: portal.source,
      style: portal.source,
      parent: open.index,
      level: open.level,
      placement: placement,
      portrait: world
    )
    appendNode(new, tree)
  }

  /// Whether a portal shows a layer: not in that layer itself, and not too deep in other portals.
  private func mayShow(_ source: Int32, in portal: NodeIndex, _ tree: LayerTree) -> Bool {
    guard tree.isAttached(source) else { return false }
    // Layers without a plane have no nodes.
    var slot = table.nodes[portal].slot
    while slot >= 0 {
      if slot == source { return false }
      slot = tree.parents[Int(slot)]
    }
    var (index, depth) = (portal, 1)
    while index != .none {
      if table.nodes[index].slot == source { return false }
      if table.nodes[index].flags.contains(.portrait) { depth += 1 }
      index = table.nodes[index].parent
    }
    return depth <= Self.portalDepth
  }

  /// The product of the opacities of a layer and of those around it.
  private func opacity(above slot: Int32, _ tree: LayerTree) -> Double {
    var (opacity, slot) = (1.0, slot)
    while slot >= 0 {
      opacity *= styles[slot].pointee.opacity
      slot = tree.parents[Int(slot)]
    }
    return opacity
  }

  /// The source's space -> the pixels of the surface that the portal lies in; nil where there is no
  /// such map.
  private func portraitWorld(
    of portal: Portal,
    in index: NodeIndex,
    _ tree: LayerTree
  ) -> Homography? {
    let (node, style) = (table.nodes[index], styles[portal.source])
    let (bounds, own) = (style.pointee.bounds, styles[node.style].pointee.bounds)
    var (x, y) = (own.x - bounds.x, own.y - bounds.y)
    guard portal.matchesPosition || portal.matchesTransform else {
      guard style.pointee.isGeometryFlipped else { return node.world.moved(x, y) }
      y += bounds.y + bounds.y + bounds.height
      let flipped = node.world.moved(x, y)
      return Homography(flipped.row1, -flipped.row2, flipped.row3)
    }
    // From pixels of the output to those of the picture that the portal may be drawn into.
    var inSurface = Homography.identity
    if node.raster != .none {
      guard let inverse = table.outerWorld(index).inverse else { return nil }
      inSurface = inverse * node.world
    }
    let shown = outputWorld(of: portal.source, from: output.base, tree)
    if portal.matchesPosition && portal.matchesTransform { return shown * inSurface }
    let anchor = style.anchor
    if portal.matchesPosition {
      // The anchor point is where it is, in the portal's directions.
      let here = node.world.moved(x, y)
      guard let from = here.image(of: anchor), let to = (shown * inSurface).image(of: anchor)
      else { return nil }
      return here * .translation(to.x - from.x, to.y - from.y)
    }
    // The source's directions about its anchor point, in the portal.
    let inRoot = outputWorld(of: portal.source, from: .identity, tree)
    guard let place = inRoot.image(of: anchor) else { return nil }
    x += anchor.x
    y += anchor.y
    return inRoot * .translation(x - place.x, y - place.y) * node.world
  }

  /// A layer's space -> pixels, at its own place.
  ///
  /// - Parameters:
  ///   - slot: The layer.
  ///   - base: The map of the root's superspace.
  ///   - tree: The tree.
  private func outputWorld(
    of slot: Int32,
    from base: Homography,
    _ tree: LayerTree
  ) -> Homography {
    var line: [Int32] = []
    var layer = slot
    while layer >= 0 {
      line.append(layer)
      layer = tree.parents[Int(layer)]
    }
    var world = base
    var space = Matrix4x4.identity
    for slot in line.reversed() {
      let style = styles[slot]
      let matrix = style.matrix(styles.matrices(of: slot)) * space
      let inner =
        style.pointee.hasSublayerTransform
        ? style.sublayerMatrix(styles.matrices(of: slot)) : .identity
      if keepsDepth(slot, slot, tree), slot != line[0] {
        space = inner * matrix
      } else {
        (world, space) = (world.flattening(matrix).0, inner)
      }
    }
    return world
  }
}

extension Homography {
  /// The map of a plane that is moved before this map.
  fileprivate func moved(_ x: Double, _ y: Double) -> Homography {
    Homography(row1, row2, transform(x, y))
  }

  /// The image of a point; nil for one at infinity.
  fileprivate func image(of point: SIMD3<Double>) -> Point? {
    let image = transform(point.x, point.y)
    guard image.z != 0 else { return nil }
    let place = Point(image.x / image.z, image.y / image.z)
    return place.x.isFinite && place.y.isFinite ? place : nil
  }
}
