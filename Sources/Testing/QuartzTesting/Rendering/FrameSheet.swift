// Frames in one picture.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
import QuartzComparison

/// Frames in one picture: from the left, then from above.
package struct FrameSheet {
  package let image: CGImage
  /// The frames in a row.
  let columns: Int

  // The largest width of a sheet without a given number of columns, in pixels.
  private static let width = 4096

  /// Puts frames of one size together.
  ///
  /// - Parameters:
  ///   - frames: At least one.
  ///   - columns: The frames in a row; nil for as many as fit into 4096 pixels.
  /// - Throws: `SnapshotProblem` for no frames, and for more than a picture holds.
  package init(_ frames: [CGImage], columns: Int?) throws {
    guard let first = frames.first else { throw SnapshotProblem.noFrames }
    self.columns = max(1, columns ?? Self.width / first.width)
    guard let sheet = ComparisonPicture.sheet(frames, columns: self.columns) else {
      throw SnapshotProblem.notDrawn(
        "\(frames.count) frames of \(first.width) x \(first.height) pixels do not fit into one "
          + "picture of \(CGImage.maximumSide) pixels a side: take fewer, or a smaller scale:"
      )
    }
    image = sheet
  }
}
