// A capture as the frames of a film.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzServer

/// The drawing of a capture for a film: one thread, whose renderer uses all cores.
struct ReplayDrawing: FilmDrawing {
  let path: String
  let options: ReplayOptions
  let size: PictureSize
  var background: Color? { nil }
  var workers: Int { 1 }

  func source() throws -> any FilmFrames {
    ReplaySource(try options.replay(path), options, size)
  }
}

/// Draws a capture at times that do not go back.
///
/// While there is no context, frames are black; one of another size lies at the top left.
private final class ReplaySource: FilmFrames {
  private let replay: CaptureReplay
  private let options: ReplayOptions
  private let size: PictureSize

  init(_ replay: CaptureReplay, _ options: ReplayOptions, _ size: PictureSize) {
    (self.replay, self.options, self.size) = (replay, options, size)
  }

  func update(
    at time: Double,
    _ memory: UnsafeMutableRawPointer,
    rowBytes: Int
  ) throws -> Damage {
    try replay.run(to: time)
    let pixels = try options.index(in: replay).map { index in
      try replay.picture(of: index, at: replay.clockTime(index, at: time))
    }
    let (width, height) = (size.width, size.height)
    // Bounds: the memory has `height` rows of at least `width` pixels; rows of the picture are
    // copied as far as both have them.
    for y in 0..<height { memset(memory + y * rowBytes, 0, width * 4) }
    pixels?.withBytes { bytes in
      guard let base = bytes.baseAddress, let pixels else { return }
      for y in 0..<min(height, pixels.height) {
        (memory + y * rowBytes).copyMemory(
          from: base + y * pixels.rowBytes,
          byteCount: min(width, pixels.width) * 4
        )
      }
    }
    return Damage(PixelRect(width: Int32(width), height: Int32(height)))
  }
}
