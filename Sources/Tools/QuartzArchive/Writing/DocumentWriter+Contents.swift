// Contents as elements: pictures, and coverage in the colour of a tint.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzModel

extension DocumentWriter {
  /// Returns whether the layer's multiplying colour is written as the tint of its contents.
  ///
  /// A colour fills an image of alpha alone, and documents store the two as one object. With a
  /// style they stay separate, since either may be the style's.
  func isTint(_ layer: CALayer) -> Bool {
    guard let image = layer.contents as? CGImage, layer.contentsMultiplyColor != nil,
      layer.style == nil
    else { return false }
    return assets.isCoverage(image)
  }

  mutating func writeContents(
    _ layer: CALayer,
    to element: inout MarkupElement
  ) throws(CAPackageError) {
    guard let image = layer.contents as? CGImage else {
      return warn(layer, "contents that are no image are left out")
    }
    let isTint = isTint(layer)
    let reference = try assets.reference(to: image, isTinted: isTint)
    guard isTint else {
      element.children.append(
        MarkupElement(PropertyTable[.contents].name, reference.typed)
      )
      return
    }
    let color = layer.values.value(.contentsMultiplyColor).color ?? .white
    var tint = ValueText.colorAttributes(color)
    tint["type"] = "CGColor"
    element.children.append(
      MarkupElement(
        PropertyTable[.contents].name,
        ["type": "CATintedImage"],
        children: [MarkupElement("image", reference.typed), MarkupElement("tint", tint)]
      )
    )
  }
}
