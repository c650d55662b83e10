// The limits of readers of image files.
// Licensed under the MIT license; see LICENSE.

/// The limits of a reader of image files; all are checked before memory is allocated.
package struct ImageLimits: Sendable {
  /// The longest side in pixels.
  package var side = CGImage.maximumSide
  /// The most bytes that decoding one picture may take: its pixels and the decoder's memory.
  package var bytes = 512 << 20
  /// The most frames.
  package var frames = 65536
  /// The most scans of a progressive JPEG file: a scan costs as much time as a picture, and hardly
  /// any bytes.
  package var scans = 100

  package init() {}
}
