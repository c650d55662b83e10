// The filters of the table that can be drawn.
// Licensed under the MIT license; see LICENSE.

extension FilterAttributes {
  /// The generators whose pictures Core Image makes without nodes: bar codes and text.
  package static let pictureNames: Set = [
    "CIAttributedTextImageGenerator", "CIAztecCodeGenerator", "CICode128BarcodeGenerator",
    "CIPDF417BarcodeGenerator", "CIQRCodeGenerator", "CITextImageGenerator",
  ]

  /// Whether there is a picture of the filter: by nodes, or made by Core Image.
  package var isDrawn: Bool {
    FilterAttributes.pictureNames.contains(name) || FilterCatalog.knows(name)
  }
}
