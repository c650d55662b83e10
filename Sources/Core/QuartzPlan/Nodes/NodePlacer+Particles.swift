// Layers with particles, which may lie among the layer's siblings.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

extension [Double] {
  /// Of ascending numbers, the index of the first that is larger than a number.
  fileprivate func firstIndex(above number: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension NodePlacer {
  /// Puts the particles of layers that keep their depths among the siblings from `start` on.
  ///
  /// Those between two siblings are one sibling more.
  ///
  /// - Returns: Whether there are any.
  mutating func sliceParticles(from start: Int, _ tree: LayerTree) -> Bool {
    let end = siblings.count
    // Where the siblings are, from the back: sorted once for all emitters.
    var borders: [Double]?
    for index in start..<end where !meter.isSpent {
      let sibling = siblings[index]
      let style = styles[sibling.style]
      guard style.pointee.layerClass == .emitter, style.isShown,
        tree.value(.emitterPreservesDepth, of: sibling.slot).bool == true
      else { continue }
      siblings[index].placement.slice = NodePlacement.bodyAlone
      guard let columns = particles(of: sibling.slot, sibling.placement.instance, tree) else {
        continue
      }
      if borders == nil {
        guard meter.spend(end - start, of: .layers, for: sibling.slot) else { break }
      }
      let sorted = borders ?? siblings[start..<end].map(\.depth).sorted()
      borders = sorted
      slice(columns, of: sibling, sorted)
    }
    return siblings.count > end
  }

  private mutating func slice(_ columns: ParticleColumns, of sibling: Sibling, _ borders: [Double])
  {
    let matrix = siblingMatrix(sibling.style, sibling.placement.space)
    let depths = columns.particles.map { particle -> Double in
      let position = matrix.transform(SIMD4(particle.position, 1))
      let depth = position.w == 0 ? position.z : position.z / position.w
      return depth.isNaN ? 0 : depth
    }
    // Those of one depth stay in the order that the layer gives them.
    let order = columns.order.isEmpty ? Array(depths.indices) : columns.order.map { Int($0) }
    let sorted = order.enumerated().sorted {
      (depths[$0.element], $0.offset) < (depths[$1.element], $1.offset)
    }
    let emission = Int32(table.emissions.count)
    table.emissions.append(Emission(columns: columns))
    var first = 0
    while first < sorted.count {
      let depth = depths[sorted[first].element]
      let border = borders.firstIndex(above: depth)
      let limit = border < borders.count ? borders[border] : .infinity
      var last = first
      let start = table.slicedParticles.count
      while last < sorted.count, depths[sorted[last].element] < limit || limit == .infinity {
        table.slicedParticles.append(Int32(sorted[last].element))
        last += 1
      }
      var piece = sibling
      piece.depth = depth
      piece.placement.slice = Int32(table.slices.count)
      table.slices.append(
        ParticleSlice(
          emission: emission,
          particles: start..<table.slicedParticles.count,
          matrix: matrix
        )
      )
      siblings.append(piece)
      first = last
    }
  }

  /// The particles of an emitter in an instance, counted; nil if there are none to show, or the
  /// budget does not suffice for them.
  private func particles(
    of slot: Int32,
    _ instance: InstanceIndex,
    _ tree: LayerTree
  ) -> ParticleColumns? {
    let delay = instance == .none ? 0 : table.instances[instance].delay
    let all = LayerTree.steps(ofParticles: meter.rest(of: .particles))
    var steps = all
    guard let columns = tree.particles(of: slot, delayedBy: delay, steps: &steps) else {
      return nil
    }
    // Instances that are behind work their particles out for themselves.
    let taken = LayerTree.particles(ofSteps: all - steps)
    return meter.spend(columns.particles.count + taken, of: .particles, for: slot) ? columns : nil
  }

  /// Notes that a layer has particles, if it has.
  mutating func addParticles(_ index: NodeIndex, _ tree: LayerTree) {
    let slot = table.nodes[index].slot
    if table.nodes[index].slice == NodePlacement.bodyAlone { return }
    if table.nodes[index].slice >= 0 {
      table.nodes[index].classStyle = table.slices[Int(table.nodes[index].slice)].emission
      table.nodes[index].parts =
        tree.addsParticles(slot) ? .particles : [.particles, .overlaps]
      return
    }
    guard let columns = particles(of: slot, table.nodes[index].instance, tree), !columns.isEmpty
    else { return }
    let matrix = table.nodes[index].sublayerMatrix
    table.emissions.put(
      Emission(columns: columns, matrix: matrix == .none ? nil : table.sublayerMatrices[matrix]),
      at: &table.nodes[index].classStyle
    )
    // If particles add up, the layer's opacity and clips apply to each particle.
    table.nodes[index].parts.formUnion(
      tree.addsParticles(slot) ? .particles : [.particles, .overlaps]
    )
  }
}
