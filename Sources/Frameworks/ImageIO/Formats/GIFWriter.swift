// Pictures to GIF files, by giflib.
// Licensed under the MIT license; see LICENSE.

import CQuartzGIF
import CoreGraphics

/// A GIF file that is written frame by frame.
final class GIFWriter {
  private let writer: OpaquePointer
  private let size: (width: Int, height: Int)

  /// The longest side that the format has, in pixels.
  private static let mostSide = 65535

  /// A file without frames.
  ///
  /// - Parameters:
  ///   - width: Of all frames.
  ///   - height: Of all frames.
  ///   - loopCount: The repetitions of the animation, 0 without end; nil to omit the number and
  ///     play once.
  init(width: Int, height: Int, loopCount: Int?) throws(EncodingFailure) {
    let side = 1...Self.mostSide
    guard side.contains(width), side.contains(height) else {
      throw EncodingFailure(
        reason: "\(width) x \(height) pixels, each side must be 1...\(Self.mostSide)"
      )
    }
    let loops = loopCount.map { Int32(min(max($0, 0), 65535)) } ?? -1
    guard let writer = quartz_gif_writer_create(UInt32(width), UInt32(height), loops) else {
      throw EncodingFailure(reason: "giflib cannot begin a file")
    }
    self.writer = writer
    size = (width, height)
  }

  deinit {
    quartz_gif_writer_free(writer)
  }

  /// Appends a frame, which covers all of the canvas, and returns the bytes to write now.
  ///
  /// - Parameter delay: In seconds, rounded to hundredths.
  func add(_ pixels: PixelStorage, delay: Double) throws(EncodingFailure) -> [UInt8] {
    guard (pixels.width, pixels.height) == size else {
      throw EncodingFailure(
        reason: "a frame of \(pixels.width) x \(pixels.height) pixels, the first one has "
          + "\(size.width) x \(size.height)"
      )
    }
    let table = ColorTable(pixels)
    let colors = table.colors.flatMap { [$0.x, $0.y, $0.z] }
    let hundredths = delay.isFinite ? min(max((delay * 100).rounded(), 0), 65535) : 0
    guard
      quartz_gif_writer_add(
        writer,
        table.indexes,
        colors,
        UInt32(table.colors.count),
        Int32(table.transparent ?? -1),
        UInt16(hundredths)
      )
    else { throw EncodingFailure(reason: "giflib refused the frame") }
    return taken
  }

  /// Ends the file, and returns the last bytes of it.
  func finish() throws(EncodingFailure) -> [UInt8] {
    guard quartz_gif_writer_finish(writer) else {
      throw EncodingFailure(reason: "giflib did not end the file")
    }
    return taken
  }

  private var taken: [UInt8] {
    var count = 0
    let bytes = quartz_gif_writer_take(writer, &count)
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
