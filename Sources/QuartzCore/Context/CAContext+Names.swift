// The layers of a context by their numbers, for statistics.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

extension CAContext {
  /// What to call each layer of the tree: its name, or where it is (`root/CALayer 2/mask`).
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

  /// The class of each layer below `root`, and where it is in its tree: `CAShapeLayer card/ring`.
  package func layerLabels(below root: CALayer) -> [LayerID: String] {
    var labels: [LayerID: String] = [:]
    root.forEachBelow { layer, path in
      labels[layer.link.id] = "\(type(of: layer)) \(path)"
    }
    return labels
  }

  /// When the next animation starts or ends of those that somebody waits for, in seconds of the
  /// context's clock; nil if there is none.
  package var nextAnimationEvent: Double? { journal.nextEventTime }
}

extension CALayer {
  /// Calls `body` for the layer and all below it, masks too, superlayers first, with the path that leads
  /// there: names, or classes and places among the sublayers.
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
