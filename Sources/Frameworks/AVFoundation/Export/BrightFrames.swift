// The frames of a composition that is exported in PQ or HLG.
// Licensed under the MIT license; see LICENSE.

import CoreMedia
import QuartzEncoding

/// Makes frames of the pictures of a composition, drawn in extended range, and of the layers over
/// them.
///
/// It belongs to the thread that makes it. All of a frame is drawn and converted.
final class BrightFrames {
  private let frames: ExportFrames
  private let frame: BrightFrame
  private let rowBytes: Int

  /// - Parameter frames: Of extended range, with even sides.
  init(
    _ frames: ExportFrames,
    _ transfer: FilmTransfer,
    _ values: AVVideoComposition.Values
  ) throws {
    let (width, height) = (Int(values.renderSize.width), Int(values.renderSize.height))
    self.frames = frames
    frame = BrightFrame(transfer, width: width, height: height)
    rowBytes = width * 8
  }

  /// The frame of a time, until the next one is made.
  func frame(at time: CMTime) throws -> BrightFrame {
    try frames.draw(at: time) { halves in
      guard let base = halves.baseAddress, halves.count >= rowBytes * frame.height else {
        throw AVError(.exportFailed, "a picture of \(halves.count) bytes")
      }
      frame.update(from: .halves(base, rowBytes: rowBytes))
    }
    return frame
  }
}
