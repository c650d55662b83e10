// The markup of a layer that this version does not support, kept to be written back.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore

/// The markup of one layer beyond its properties and keys.
struct PreservedMarkup {
  /// The layer, retained so that its identity stays unique.
  let layer: CALayer
  /// The name by which the document refers to the layer.
  var id: String?
  /// The class, if it is one that is drawn as a plain layer.
  var className: String?
  /// Unknown elements.
  var elements: [MarkupElement] = []
}

/// The markup of a document beyond its layers, by layer.
struct PreservedMarkups {
  private var entries: [ObjectIdentifier: PreservedMarkup] = [:]

  subscript(layer: CALayer) -> PreservedMarkup {
    get { entries[ObjectIdentifier(layer)] ?? PreservedMarkup(layer: layer) }
    set { entries[ObjectIdentifier(layer)] = newValue }
  }
}

/// A picture of the package.
struct PreservedImage {
  /// The name of the file in the package.
  var name: String
  var bytes: Data
  /// The part of the picture that the image uses.
  var use: ImageRequest.Use
}
