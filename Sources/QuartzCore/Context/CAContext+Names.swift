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
}
