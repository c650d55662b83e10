// Where the layers of the last frame are, for tools that look into it.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
package import QuartzModel

/// A layer as the last frame has it.
///
/// An instance of a replicator's sublayers is one of its own.
package struct PlacedLayer: Sendable {
  package let slot: Int32
  /// The layer's space -> the output's pixels.
  package let world: Homography
  /// The pixels that the layer's own parts can touch, unclipped; empty for one that draws nothing.
  package let pixels: PixelRect
  /// The superlayer's index among the placed layers; -1 for the root.
  package let parent: Int
  /// The index of its mask; -1 for none.
  package let mask: Int
  /// The index after the last layer below it.
  package let end: Int
  /// Whether it has a background, contents, or other parts of its own.
  package let draws: Bool
  /// Whether it clips its contents and sublayers to its bounds.
  package let clips: Bool
  /// Whether nothing of it and of its sublayers shows.
  package let isSkipped: Bool
  /// Whether it is the mask of its parent, or below one.
  package let isOfMask: Bool
  /// Whether the y axis of its superspace points up on the output.
  package let isFlipped: Bool
}

extension ContextRenderer {
  /// The layers of the last frame in drawing order, sublayers after their superlayer.
  package var placedLayers: ContiguousArray<PlacedLayer> {
    let table = builder.nodes
    var layers: ContiguousArray<PlacedLayer> = []
    layers.reserveCapacity(table.nodes.count)
    for node in table.nodes {
      let parent = node.parent == .none ? -1 : node.parent.position
      let isOfMask =
        node.flags.contains(.isMask) || (parent >= 0 && layers[parent].isOfMask)
      layers.append(
        PlacedLayer(
          slot: node.slot,
          world: node.world,
          pixels: node.ownBounds,
          parent: parent,
          mask: node.mask == .none ? -1 : node.mask.position,
          end: node.end.position,
          draws: !node.parts.isEmpty,
          clips: node.flags.contains(.clips),
          isSkipped: node.flags.contains(.skipped),
          isOfMask: isOfMask,
          isFlipped: node.flags.contains(.flipped)
        )
      )
    }
    return layers
  }

  /// Draws all of the next frame, as if nothing of the one before were there.
  package func invalidate() { builder.invalidate() }

  /// Lets particles begin at other times than that of their commit, in seconds of their layers.
  package func restartEmission(_ starts: [LayerID: Double]) { tree.restartEmission(starts) }
}
