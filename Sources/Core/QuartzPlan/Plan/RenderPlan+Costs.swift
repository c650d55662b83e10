// The costs of a frame, layer by layer.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

extension RenderPlan {
  /// Counts the surfaces that were cached, and those that are drawn to be cached.
  package func addCached(to counters: inout FrameCounters) {
    for surface in surfaces where surface.key != 0 {
      if surface.isReady {
        counters.cacheHits += 1
      } else if surface.isWhole {
        counters.cacheMisses += 1
      }
    }
  }

  /// Adds the costs of a frame's layers to its counters; the sums over the layers equal the
  /// counters.
  ///
  /// - Parameters:
  ///   - work: The work that the renderer reports for this plan's draws.
  ///   - layers: The layer of each slot.
  package func addCosts(
    to counters: inout FrameCounters,
    _ work: DrawWork,
    layers: ContiguousArray<LayerID>
  ) {
    var indexes: [LayerID: Int] = [:]
    func layerIndex(_ slot: Int32) -> Int {
      let layer = slot >= 0 ? layers[Int(slot)] : .none
      if let index = indexes[layer] { return index }
      indexes[layer] = counters.layers.count
      counters.layers.append(LayerCost(layer))
      return counters.layers.count - 1
    }
    for index in visible {
      let layer = layerIndex(draws[Int(index)].slot)
      counters.layers[layer].draws += 1
      counters.layers[layer].pixelsTouched += work.pixels[Int(index)]
    }
    for upload in work.uploads {
      counters.layers[layerIndex(draws[Int(upload.draw)].slot)].bytesUploaded += upload.bytes
    }
    // The costs that belong to no layer: instances, passes of blurs, images that no draw shows yet.
    let pixels = counters.layers.reduce(0) { $0 + $1.pixelsTouched }
    let bytes = counters.layers.reduce(0) { $0 + $1.bytesUploaded }
    if pixels < counters.pixelsTouched || bytes < counters.bytesUploaded {
      let rest = layerIndex(-1)
      counters.layers[rest].pixelsTouched += counters.pixelsTouched - pixels
      counters.layers[rest].bytesUploaded += counters.bytesUploaded - bytes
    }
    for surface in surfaces where surface.isReady || !surface.visible.isEmpty || surface.isWhole {
      let layer = surface.slot >= 0 ? layers[Int(surface.slot)] : .none
      counters.passes.append(
        PassCost(
          layer,
          surface.reason,
          pixels: surface.frame.area,
          isCached: surface.isReady
        )
      )
    }
  }
}
