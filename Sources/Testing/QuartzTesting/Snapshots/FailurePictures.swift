// The pictures of a failure.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzComparison

/// The pictures of a failure.
struct FailurePictures {
  let reference: CGImage
  let actual: CGImage
  /// Nil if the sizes differ.
  let difference: CGImage?

  static let referenceName = "reference.png"
  static let actualName = "actual.png"
  static let differenceName = "difference.png"
  static let togetherName = "failure.png"

  init(reference: CGImage, actual: CGImage) {
    self.reference = reference
    self.actual = actual
    difference = ComparisonPicture.difference(reference, actual)
  }

  /// Returns the pictures, and one with all of them side by side.
  func files() throws -> [DiffAttachment] {
    var files = [
      DiffAttachment(name: Self.referenceName, data: try reference.pngData()),
      DiffAttachment(name: Self.actualName, data: try actual.pngData()),
    ]
    if let difference {
      files.append(DiffAttachment(name: Self.differenceName, data: try difference.pngData()))
    }
    if let image = ComparisonPicture.sideBySide(reference: reference, actual: actual) {
      files.append(DiffAttachment(name: Self.togetherName, data: try image.pngData()))
    }
    return files
  }
}
