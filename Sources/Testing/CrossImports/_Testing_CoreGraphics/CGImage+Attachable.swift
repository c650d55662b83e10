// Images as attachments of tests.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
public import Testing

/// An image is attached as a PNG file.
///
///     Attachment.record(image, named: "actual.png")
extension CGImage: Attachable {
  /// Calls `body` with the bytes of a PNG file.
  ///
  /// - Throws: The error of encoding or of `body`.
  public func withUnsafeBytes<Result>(
    for attachment: borrowing Attachment<CGImage>,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    try pngData().withUnsafeBytes(body)
  }

  /// The suggested name with the extension `png`.
  public func preferredName(
    for attachment: borrowing Attachment<CGImage>,
    basedOn suggestedName: String
  ) -> String {
    suggestedName.hasSuffix(".png") ? suggestedName : suggestedName + ".png"
  }
}
