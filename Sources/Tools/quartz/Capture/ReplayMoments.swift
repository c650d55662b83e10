// The pictures of a capture that two builds are compared by.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel
import QuartzServer

/// A picture of a capture.
struct ReplayMoment {
  /// The context's number, from 1.
  let context: Int
  /// In seconds of the capture.
  let time: Double
  /// In seconds of the context's clock.
  let clock: Double
  let pixels: PixelBuffer

  /// A line that is the same for the same bytes of the same moment.
  var line: String {
    let (width, height) = (pixels.width, pixels.height)
    var sum = Checksum()
    pixels.withBytes { bytes in
      for row in 0..<height {
        let start = row * pixels.rowBytes
        sum.add(UnsafeRawBufferPointer(rebasing: bytes[start..<start + width * 4]))
      }
    }
    let digits = String(sum.value, radix: 16)
    let padding = String(repeating: "0", count: 8 - digits.count)
    return "context \(context) clock \(clock) \(width)x\(height) \(padding)\(digits)"
  }
}

/// Goes through a capture picture by picture: those that its clients asked for or, if they asked
/// for none, one after each change.
struct ReplayMoments {
  private let replay: CaptureReplay
  private let options: ReplayOptions
  private let hasFrames: Bool

  init(_ replay: CaptureReplay, _ options: ReplayOptions) {
    (self.replay, self.options) = (replay, options)
    hasFrames = replay.capture.events.contains { $0.opcode == .requestFrame }
  }

  /// Draws the next picture; nil after the last one.
  func next() throws -> ReplayMoment? {
    while let step = try replay.next() {
      let time = replay.capture.events[replay.position - 1].time
      let (index, clock): (Int, Double)
      switch step {
      case .frame(let context, let at): (index, clock) = (context, at)
      case .change(let context) where !hasFrames && !replay.contexts[context].isOffered:
        (index, clock) = (context, replay.clockTime(context, at: time))
      case .change, .other: continue
      }
      guard options.context.map({ $0 == index + 1 }) ?? true, replay.contexts[index].isThere else {
        continue
      }
      let pixels = try replay.picture(of: index, at: clock)
      return ReplayMoment(context: index + 1, time: time, clock: clock, pixels: pixels)
    }
    return nil
  }
}
