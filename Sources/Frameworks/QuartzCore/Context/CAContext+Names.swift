// The layers of a context by their IDs, for statistics.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
package import QuartzModel

/// The types of a layer's filters, such as `gaussianBlur` and `CISepiaTone`, in their order.
package struct LayerFilterTypes: Equatable, Sendable {
  /// Of the layer itself.
  package var own: [String]
  /// Of what lies behind it.
  package var background: [String]
}

extension CAContext {
  /// The name of each layer of the tree, or its path if it has none (`root/CALayer 2/mask`).
  package var layerNames: [LayerID: String] {
    var names: [LayerID: String] = [:]
    var stack: [(layer: CALayer, path: String)] = []
    if let layer { stack.append((layer, layer.name ?? "root")) }
    while let (layer, path) = stack.popLast() {
      names[layer.link.id] = path
      for (index, child) in layer.children.enumerated() {
        stack.append((child, path + "/" + (child.name ?? "\(type(of: child)) \(index)")))
      }
      if let mask = layer.mask { stack.append((mask, path + "/" + (mask.name ?? "mask"))) }
    }
    return names
  }

  /// The types of the filters that are on and have an effect, for each layer that has any.
  package var filterTypes: [LayerID: LayerFilterTypes] {
    var types: [LayerID: LayerFilterTypes] = [:]
    var stack = layer.map { [$0] } ?? []
    func names(_ filters: [Any]?) -> [String] {
      (filters ?? []).compactMap { ($0 as? any FilterConvertible)?.filterDescription }
        .filter { $0.isEnabled && $0.isDrawn }.map(\.type)
    }
    while let layer = stack.popLast() {
      let found = LayerFilterTypes(
        own: names(layer.filters),
        background: names(layer.backgroundFilters)
      )
      if !found.own.isEmpty || !found.background.isEmpty { types[layer.link.id] = found }
      stack += layer.children
      if let mask = layer.mask { stack.append(mask) }
    }
    return types
  }

  /// The images that lose something when they are shown, each once, with the first layer that shows
  /// it.
  package var contentsLosses: [ContentsLoss] {
    LayerLock.with {
      var told: Set<ImageID> = []
      var losses: [ContentsLoss] = []
      journal.root?.forEachBelow { layer, path in
        for id in layer.shownImages where told.insert(id).inserted {
          guard let image = journal.images.image(id), !image.losses.isEmpty else { continue }
          losses.append(
            ContentsLoss(
              layer: path,
              width: image.width,
              height: image.height,
              lost: image.losses.lines
            )
          )
        }
      }
      return losses
    }
  }

  /// Returns the class and path of each layer below `root`: `CAShapeLayer card/ring`.
  package func layerLabels(below root: CALayer) -> [LayerID: String] {
    var labels: [LayerID: String] = [:]
    root.forEachBelow { layer, path in
      labels[layer.link.id] = "\(type(of: layer)) \(path)"
    }
    return labels
  }

  /// The time at which the next observed animation starts or ends, in seconds of the context's
  /// clock; nil if there is none.
  package var nextAnimationEvent: Double? { journal.nextEventTime }
}

/// Features of an image that a picture cannot show.
package struct ContentsLoss: Equatable, Sendable, Encodable {
  /// The path of the layer that shows the image: names, or classes and indices.
  package let layer: String
  /// In pixels.
  package let width: Int
  package let height: Int
  /// A line for each loss.
  package let lost: [String]
}

extension CALayer {
  /// The images that were sent for the layer: contents, cells of an emitter, values of animations.
  fileprivate final var shownImages: [ImageID] {
    let animated = attachedAnimations.flatMap(\.images)
    return (link.image.map { [$0] } ?? []) + link.cellImages + animated
  }

  /// Calls `body` for the layer and all below it, masks too, superlayers first.
  ///
  /// The path consists of names, or classes and indices among the sublayers.
  package final func forEachBelow(_ body: (_ layer: CALayer, _ path: String) -> Void) {
    var stack = [(layer: self, path: name ?? "root")]
    while let (layer, path) = stack.popLast() {
      body(layer, path)
      if let mask = layer.mask { stack.append((mask, path + "/" + (mask.name ?? "mask"))) }
      for (index, child) in layer.children.enumerated().reversed() {
        stack.append((child, path + "/" + (child.name ?? "\(type(of: child)) \(index)")))
      }
    }
  }
}
