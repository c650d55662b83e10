// Which hosted tree is at a pixel of the last frame.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
package import QuartzModel

/// A tree of another context, in a layer that shows it.
package struct HostedPlace: Hashable, Sendable {
  /// The token of the hosted context.
  package let source: UInt64
  /// The layer that hosts it.
  package let host: LayerID

  package init(source: UInt64, host: LayerID) {
    (self.source, self.host) = (source, host)
  }
}

extension ContextRenderer {
  /// The hosted tree whose layer is the topmost one that shows at a pixel; nil for one of the
  /// context's own.
  ///
  /// A layer is hit within its bounds, and those of the layers around it that clip, whether or not
  /// it draws something there. Of trees in one another the innermost is taken that `accepts` lets
  /// pass. Masks are not looked at, nor copies that a replicator makes of a layer without instances
  /// of its own.
  ///
  /// - Parameters:
  ///   - pixel: In pixels of the output, from its top left.
  ///   - accepts: Whether a tree, by the token of its context, may be the one.
  package func hostedPlace(
    at pixel: Point,
    where accepts: (UInt64) -> Bool
  ) -> HostedPlace? {
    if grafts.isEmpty { return nil }
    let nodes = builder.nodes.nodes
    for position in nodes.indices.reversed() {
      let index = NodeIndex(Int32(position))
      guard !nodes[index].flags.contains(.skipped), hits(index, pixel), isShown(index, pixel)
      else { continue }
      var layer = tree.ids[Int(nodes[index].slot)]
      while layer.scope != 0, let graft = grafts[layer.scope] {
        if accepts(graft.source) { return HostedPlace(source: graft.source, host: graft.host) }
        layer = graft.host
      }
      return nil
    }
    return nil
  }

  /// The point of the hosting layer's space, in which the root of the tree lies, that shows at a
  /// pixel, also outside of its bounds.
  ///
  /// - Returns: In points; nil if the layer does not show, or is seen from its edge.
  package func point(at pixel: Point, in place: HostedPlace) -> Point? {
    guard grafts.graft(below: place.host)?.source == place.source,
      let slot = tree.slot(of: place.host),
      let index = builder.nodes.node(of: slot)
    else { return nil }
    return point(at: pixel, index)
  }

  private func point(at pixel: Point, _ index: NodeIndex) -> Point? {
    guard let inverse = builder.nodes.outerWorld(index).inverse else { return nil }
    let image = inverse.transform(pixel.x, pixel.y)
    guard image.z > 0 else { return nil }
    return Point(image.x / image.z, image.y / image.z)
  }

  /// Whether a pixel lies in a layer's bounds; the far edges are outside.
  private func hits(_ index: NodeIndex, _ pixel: Point) -> Bool {
    guard let point = point(at: pixel, index),
      let bounds = builder.bounds(of: builder.nodes.nodes[index].slot)
    else { return false }
    return point.x >= bounds.minX && point.x < bounds.maxX && point.y >= bounds.minY
      && point.y < bounds.maxY
  }

  /// Whether no layer around one clips it away at a pixel, and it is of no mask.
  private func isShown(_ index: NodeIndex, _ pixel: Point) -> Bool {
    let nodes = builder.nodes.nodes
    var node = nodes[index]
    while !node.flags.contains(.isMask), node.parent != .none {
      let parent = node.parent
      node = nodes[parent]
      if node.flags.contains(.clips), !hits(parent, pixel) { return false }
    }
    return !node.flags.contains(.isMask)
  }
}
