// What a document says of a layer that this version has no place for, to be written back.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore

/// What a document says of one layer beyond its properties and keys.
struct KeptMarkup {
  /// The layer itself, so that its identity stays its own.
  let layer: CALayer
  /// The name by which the document refers to the layer.
  var id: String?
  /// The class, if it is one that is drawn as a plain layer.
  var className: String?
  /// Elements that nothing is known about.
  var elements: [MarkupElement] = []
}

/// What a document says beyond its layers, by the layer that it says it of.
struct KeptMarkups {
  private var entries: [ObjectIdentifier: KeptMarkup] = [:]

  subscript(layer: CALayer) -> KeptMarkup {
    get { entries[ObjectIdentifier(layer)] ?? KeptMarkup(layer: layer) }
    set { entries[ObjectIdentifier(layer)] = newValue }
  }
}

/// A picture as the package has it.
struct KeptImage {
  /// The name of the file in the package.
  var name: String
  var bytes: Data
  /// What of the picture the image is.
  var use: ImageRequest.Use
}
