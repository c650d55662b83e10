// Where particles are drawn: among the other draws, or into a surface that gathers their light.
// Licensed under the MIT license; see LICENSE.
//
// Particles that add up would make pixels of half floats brighter than the output can show. Its
// end is too late to limit them: an opacity around them, or a veil over them, would be applied to
// light that nobody sees. So their light is gathered from black, and added with `plusLighter`,
// which ends at the headroom. As no particle has negative light within sRGB, that is the same as
// ending each addition there.

import QuartzMath
import QuartzModel

extension SurfaceEmitter {
  /// The `part` of the surface: a layer may have one for its blend mode, too.
  private static let sumPart: Int32 = 1

  /// Whether a layer's particles have a surface that gathers their light.
  func hasSum(_ slot: Int32, _ layers: borrowing LayerTree) -> Bool {
    writer.output.range.isExtended && layers.addsParticles(slot)
  }

  /// Emits the particles of a layer.
  mutating func emitParticles(_ layer: DrawnLayer, _ tree: PlacedTree) {
    guard hasSum(layer.node.slot, tree.layers) else { return writer.emitParticles(layer, tree) }
    let frame = layer.node.ownBounds.intersection(layer.environment.scissor)
    guard !frame.isEmpty else { return }
    let source = writer.addSurface(
      SurfaceJob(node: layer.index, content: .sum),
      of: layer.node,
      frame: frame,
      reason: .blendMode,
      part: SurfaceEmitter.sumPart
    )
    let opacity = layer.totalOpacity
    writer.emitComposite(source, of: layer, in: frame, opacity: opacity, blend: .plusLighter)
  }
}
