// The parts of layers with classes of their own.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

extension NodePlacer {
  /// Adds the parts of a layer with a class of its own to its node.
  mutating func addClassParts(_ index: NodeIndex, _ style: LayerStylePointer, _ tree: LayerTree) {
    guard !table.nodes[index].flags.contains(.skipped) else { return }
    let (slot, styleIndex) = (table.nodes[index].slot, table.nodes[index].style)
    switch style.pointee.layerClass {
    case .shape:
      guard let shape = shape(slot, styleIndex, tree) else { return }
      table.nodes[index].classStyle = Int32(table.shapes.count)
      table.nodes[index].parts.formUnion(shape.parts)
      table.shapes.append(shape)
    case .gradient:
      // Each instance has a ramp of its own.
      guard style.hasArea, let gradient = GradientStyle({ value($0, slot, styleIndex, tree) }),
        meter.spend(gradient.bytes, of: .memory, for: slot)
      else { return }
      table.nodes[index].classStyle = Int32(table.gradients.count)
      table.nodes[index].parts.insert(.gradient)
      table.gradients.append(gradient)
    case .emitter: addParticles(index, tree)
    case .layer, .transform, .replicator, .text, .scroll, .tiled, .backdrop: break
    }
  }

  /// The path and style that a shape layer draws.
  func shape(_ slot: Int32, _ styleIndex: Int32, _ tree: LayerTree) -> ShapeStyle? {
    ShapeStyle(measures, for: slot, { value($0, slot, styleIndex, tree) }) {
      meter.spend($0, of: .outlines, for: slot)
    }
  }
}
