// The parts of layers with classes of their own.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

extension NodePlacer {
  /// Adds the parts of a layer with a class of its own to its node; a style that it had before is
  /// replaced.
  mutating func addClassParts(_ index: NodeIndex, _ style: LayerStylePointer, _ tree: LayerTree) {
    guard !table.nodes[index].flags.contains(.skipped) else { return }
    let (slot, styleIndex) = (table.nodes[index].slot, table.nodes[index].style)
    switch style.pointee.layerClass {
    case .shape:
      guard let shape = shape(slot, styleIndex, tree) else { return }
      table.nodes[index].parts.formUnion(shape.parts)
      table.shapes.put(shape, at: &table.nodes[index].classStyle)
    case .gradient:
      // Each instance has a ramp of its own.
      guard style.hasArea, let gradient = GradientStyle({ value($0, slot, styleIndex, tree) }),
        meter.spend(gradient.bytes, of: .memory, for: slot)
      else { return }
      table.nodes[index].parts.insert(.gradient)
      table.gradients.put(gradient, at: &table.nodes[index].classStyle)
    case .emitter: addParticles(index, tree)
    case .layer, .transform, .replicator, .text, .scroll, .tiled, .backdrop, .portal: break
    }
  }

  /// The path and style that a shape layer draws.
  func shape(_ slot: Int32, _ styleIndex: Int32, _ tree: LayerTree) -> ShapeStyle? {
    ShapeStyle(measures, for: slot, { value($0, slot, styleIndex, tree) }) {
      meter.spend($0, of: .outlines, for: slot)
    }
  }
}

extension ContiguousArray {
  /// Writes an element over the one at a place, or appends it where that is -1.
  mutating func put(_ element: Element, at place: inout Int32) {
    if place >= 0 {
      self[Int(place)] = element
    } else {
      place = Int32(count)
      append(element)
    }
  }
}
