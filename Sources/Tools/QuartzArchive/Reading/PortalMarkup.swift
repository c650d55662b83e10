// Portals: `<portal source="NAME">` shows the first layer of the document with that name.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import QuartzModel

/// A portal of a document whose source is still to be found.
struct PortalMarkup {
  /// The element of a portal.
  static let element = "portal"
  /// The attribute with the name of the source, or else its id.
  static let source = "source"

  var portal: CAPortalLayer
  var source: String
  var path: ElementPath?
}

extension DocumentReader {
  /// Gives the portals of a document their sources, which may stand behind them.
  func findSources(below root: CALayer) throws(CAPackageError) {
    if portals.isEmpty { return }
    let names = LayerNames(of: root)
    for markup in portals {
      if let source = names.first[markup.source] ?? layersByID[markup.source] {
        markup.portal.sourceLayer = source
        continue
      }
      try inside(markup.path) { () throws(CAPackageError) in
        warn("no layer is called \(markup.source.shortened); the portal shows nothing")
      }
    }
  }
}

/// The layers of a tree by their names.
struct LayerNames {
  /// The first of each name, superlayers before their sublayers and those before their masks.
  private(set) var first: [String: CALayer] = [:]

  init(of root: CALayer) {
    var rest = [root]
    while let layer = rest.popLast() {
      if let name = layer.name, first[name] == nil { first[name] = layer }
      if let mask = layer.mask { rest.append(mask) }
      rest += (layer.sublayers ?? []).reversed()
    }
  }
}
