// Values of layers by the numbers of the layers, for tools that look into a context.
// Licensed under the MIT license; see LICENSE.

import Foundation
package import QuartzModel

/// The place that a layer's value comes from.
package enum ValueOrigin: String, Sendable {
  /// Set on the layer.
  case own
  /// The layer's style, or a style in it.
  case style
  /// The default of the layer's class.
  case classDefault = "default"
  /// Shown by an inspector in the place of the program's value.
  case override
}

extension CAContext {
  /// The layers of the tree by their numbers, masks too.
  package var layersByID: [LayerID: CALayer] {
    var layers: [LayerID: CALayer] = [:]
    layer?.forEachBelow { layer, _ in layers[layer.link.id] = layer }
    return layers
  }
}

extension CALayer {
  /// Returns where the value of a row comes from.
  package final func origin(of property: PropertyID) -> ValueOrigin {
    if ownRows.contains(property) { return .own }
    let name = PropertyTable[property].name
    // As on Apple's platforms, styles do not size layers.
    return property != .bounds && styleValue(name) != nil ? .style : .classDefault
  }

  /// Sets the value of a row, as key-value coding does.
  ///
  /// - Parameter value: Nil takes the layer's own value away. Images, cells and filters, which are
  ///   objects of the program's, cannot be set.
  package final func override(_ property: PropertyID, _ value: PropertyValue?) {
    let row = PropertyTable[property]
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    if let value {
      setValue(value.bridged(row.type) { _ in nil } ?? NSNull(), forKey: row.name)
    } else {
      resetRow(row)
    }
    CATransaction.commit()
  }
}
