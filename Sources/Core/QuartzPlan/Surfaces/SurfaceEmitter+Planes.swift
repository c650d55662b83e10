// Siblings that cut through each other: their pieces, from back to front.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// The picture of a layer that is cut.
struct CutSurface {
  /// Index of the surface.
  var source: SurfaceIndex
  var frame: PixelRect
}

/// The surfaces of siblings that are cut, each drawn once for all of its pieces.
final class CutSurfaces {
  var ofNode: [NodeIndex: CutSurface] = [:]
}

extension SurfaceEmitter {
  /// Emits the sublayers of a node that cut through each other.
  mutating func emitPieces(_ layer: DrawnLayer, _ tree: PlacedTree) {
    guard let range = tree.nodes.cuts.ranges[layer.index] else { return }
    // The order, too, rests on where they are.
    var inner = layer.environment
    inner.invalidatesGrouping = true
    let environment = addEnvironment(inner)
    emitSteps.append(
      .pieces(range, parent: layer.index, environment: environment, surfaces: CutSurfaces())
    )
  }

  /// Emits the first of the pieces and leaves the others for later.
  mutating func emitFirst(
    _ pieces: Range<Int>,
    parent: NodeIndex,
    in environment: EnvironmentIndex,
    _ surfaces: CutSurfaces,
    _ tree: PlacedTree
  ) {
    guard let piece = pieces.first, !writer.meter.isSpent else { return }
    let rest = pieces.dropFirst()
    if !rest.isEmpty {
      emitSteps.append(
        .pieces(rest, parent: parent, environment: environment, surfaces: surfaces)
      )
    }
    if tree.nodes.cuts.pieces[piece].cuts.isEmpty {
      emit(tree.nodes.cuts.pieces[piece].node, in: environment, tree)
    } else {
      emitCut(Int32(piece), parent: parent, in: environment, surfaces, tree)
    }
  }

  private mutating func emitCut(
    _ piece: Int32,
    parent: NodeIndex,
    in environment: EnvironmentIndex,
    _ surfaces: CutSurfaces,
    _ tree: PlacedTree
  ) {
    let node = tree.nodes.cuts.pieces[Int(piece)].node
    if tree.nodes[node].flags.contains(.skipped) { return }
    let layer = drawnLayer(node, in: environment, tree)
    let known = surfaces.ofNode[node]
    let frame = known?.frame ?? tree.nodes.touched(node, within: layer.environment.scissor)
    guard !frame.isEmpty else { return }
    let mask = writer.addSurface(
      SurfaceJob(node: node, content: .piece(piece)),
      of: layer.node,
      frame: frame,
      reason: .maskShape,
      part: piece - Int32(tree.nodes.cuts.ranges[parent]?.lowerBound ?? 0) + 1
    )
    let cut =
      known
      ?? CutSurface(
        source: writer.addSurface(
          SurfaceJob(node: node, content: .whole),
          of: layer.node,
          frame: frame,
          reason: .planeCut
        ),
        frame: frame
      )
    surfaces.ofNode[node] = cut
    writer.emitComposite(
      cut.source,
      of: layer,
      in: frame,
      opacity: layer.environment.opacity,
      mask: mask
    )
  }
}
