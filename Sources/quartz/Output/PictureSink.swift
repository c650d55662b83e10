// Where pictures go: one file, numbered files, or an animated PNG.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// Takes pictures in order and writes them as PNG files, each whole or not at all.
struct PictureSink {
  private enum Form {
    case single
    case numbered(FileNamePattern, next: Int)
    case animation(PNGAnimationWriter, Data)
  }

  private let path: String
  private let delay: Double
  private var form: Form

  /// - Throws: `OutputError` if the folder cannot be written to.
  init(path: String, times: FrameTimes) throws(OutputError) {
    self.path = path
    delay = times.delay
    if let pattern = FileNamePattern(path) {
      form = .numbered(pattern, next: 0)
    } else if times.seconds.count > 1 {
      form = .animation(PNGAnimationWriter(frameCount: times.seconds.count), Data())
    } else {
      form = .single
    }
    // Nobody should wait for pictures that cannot be written.
    try OutputFile.check(path)
  }

  mutating func add(_ image: CGImage) throws {
    switch form {
    case .single: try OutputFile.write(encoded(image), to: path)
    case .numbered(let pattern, let next):
      try OutputFile.write(encoded(image), to: pattern.name(next))
      form = .numbered(pattern, next: next + 1)
    case .animation(var writer, var bytes):
      // The enum's own copy would make every append copy all bytes.
      form = .single
      do {
        bytes += try writer.add(image, delay: delay)
      } catch {
        throw RenderFailure.encoding(path: path, reason: "\(error)")
      }
      form = .animation(writer, bytes)
    }
  }

  /// Writes what is written only when all pictures are there.
  func finish() throws {
    guard case .animation(let writer, var bytes) = form else { return }
    do {
      bytes += try writer.finish()
    } catch {
      throw RenderFailure.encoding(path: path, reason: "\(error)")
    }
    try OutputFile.write(bytes, to: path)
  }

  private func encoded(_ image: CGImage) throws(RenderFailure) -> Data {
    do {
      return try image.pngData()
    } catch {
      throw .encoding(path: path, reason: "\(error)")
    }
  }
}
