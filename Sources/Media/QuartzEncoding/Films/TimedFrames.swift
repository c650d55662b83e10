// Frames with times on their way to FFmpeg.
// Licensed under the MIT license; see LICENSE.
//
// Frames of a constant rate go through the pipe as they are. Frames with times of their own go in
// Matroska, whose uncompressed pictures FFmpeg reads: a header, and a cluster for each frame. An
// element is its number, the count of its bytes and the bytes.

package import QuartzVideo

/// The times of frames that have no constant rate.
package struct FrameTiming: Equatable, Sendable {
  /// Seconds of a unit that all times are multiples of.
  package var unit: Ratio
  /// When each frame begins in the film, in seconds from 0.
  package var starts: [Double]

  package init(unit: Ratio, starts: [Double]) {
    (self.unit, self.starts) = (unit, starts)
  }

  /// The frames of a range.
  package func part(_ range: Range<Int>) -> FrameTiming {
    FrameTiming(unit: unit, starts: Array(starts[range]))
  }
}

/// Writes frames as Matroska.
package struct TimedFrames {
  private static let microseconds = 1e6
  private let starts: [Double]

  package init(_ timing: FrameTiming) {
    starts = timing.starts
  }

  /// The seconds by which all of it begins later: times in the pipe begin with 0.
  package static func delay(_ timing: FrameTiming) -> Double { timing.starts.first ?? 0 }

  /// The bytes before the first frame.
  package static func header(
    _ pixels: FilmPixels,
    width: Int,
    height: Int,
    rate: Double
  ) -> [UInt8] {
    let picture =
      number(0xB0, width) + number(0xBA, height)
      + element(0x2EB524, Array((pixels.fourCharacters ?? "").utf8))
    let track =
      number(0xD7, 1) + number(0x73C5, 1) + number(0x83, 1)
      + number(0x23E383, Int((1e9 / rate).rounded()))
      + element(0x86, Array("V_UNCOMPRESSED".utf8)) + element(0xE0, picture)
    let kind = element(0x4282, Array("matroska".utf8)) + number(0x4287, 4) + number(0x4285, 2)
    // A segment of unknown length; times in microseconds.
    return element(0x1A45_DFA3, kind) + [0x18, 0x53, 0x80, 0x67, 0x01]
      + [UInt8](repeating: 0xFF, count: 7) + element(0x1549_A966, number(0x2AD7B1, 1000))
      + element(0x1654_AE6B, element(0xAE, track))
  }

  /// The bytes before a frame.
  ///
  /// - Parameter byteCount: Of the frame.
  package func head(of frame: Int, byteCount: Int) -> [UInt8] {
    Self.head(at: starts[frame] - (starts.first ?? 0), byteCount: byteCount)
  }

  /// The bytes before a frame.
  ///
  /// - Parameters:
  ///   - seconds: When it begins, from the first one on.
  ///   - byteCount: Of the frame.
  package static func head(at seconds: Double, byteCount: Int) -> [UInt8] {
    let time = TimedFrames.number(0xE7, Int((seconds * TimedFrames.microseconds).rounded()))
    // The track, no time beyond that of the cluster, and that every frame stands by itself.
    let block: [UInt8] = [0x81, 0, 0, 0x80]
    let start = TimedFrames.start(0xA3, block.count + byteCount)
    let count = time.count + start.count + block.count + byteCount
    return TimedFrames.start(0x1F43_B675, count) + time + start + block
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    let all = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return Array(all.drop { $0 == 0 })
  }

  private static func start(_ name: Int, _ count: Int) -> [UInt8] {
    // A count of eight bytes, of which the first says that.
    let size = bytes(count)
    return bytes(name) + [0x01] + [UInt8](repeating: 0, count: 7 - size.count) + size
  }

  private static func element(_ name: Int, _ content: [UInt8]) -> [UInt8] {
    start(name, content.count) + content
  }

  private static func number(_ name: Int, _ value: Int) -> [UInt8] {
    let all = bytes(value)
    return element(name, all.isEmpty ? [0] : all)
  }
}
