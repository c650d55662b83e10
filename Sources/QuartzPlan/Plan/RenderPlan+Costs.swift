// What a frame took, layer by layer.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

extension RenderPlan {
  /// Adds to counters of a frame what its layers took.
  ///
  /// - Parameters:
  ///   - work: What the renderer says of this plan's draws.
  ///   - layers: The layer of each slot.
  package func addCosts(
    to counters: inout FrameCounters,
    _ work: DrawWork,
    layers: ContiguousArray<LayerID>
  ) {
    var places: [LayerID: Int] = [:]
    func place(_ slot: Int32) -> Int {
      let layer = slot >= 0 ? layers[Int(slot)] : .none
      if let place = places[layer] { return place }
      places[layer] = counters.layers.count
      counters.layers.append(LayerCost(layer))
      return counters.layers.count - 1
    }
    var firstUser: [ImageID: Int] = [:]
    for index in visible {
      let draw = draws[Int(index)]
      let place = place(draw.slot)
      counters.layers[place].draws += 1
      counters.layers[place].pixelsTouched += work.pixels[Int(index)]
      if draw.kind == .image, !draw.flags.contains(.fromSurface) {
        let image = images[Int(draw.source)]
        if firstUser[image] == nil { firstUser[image] = place }
      }
    }
    for upload in work.uploads {
      guard let place = firstUser[upload.image] else { continue }
      counters.layers[place].bytesUploaded += upload.bytes
    }
    for surface in surfaces where surface.isReady || !surface.visible.isEmpty || surface.isWhole {
      let layer = surface.slot >= 0 ? layers[Int(surface.slot)] : .none
      counters.passes.append(
        PassCost(
          layer,
          surface.reason,
          pixels: surface.frame.area,
          isKept: surface.isReady
        )
      )
    }
  }
}
