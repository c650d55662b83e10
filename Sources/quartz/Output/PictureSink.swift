// Where pictures go: one file, numbered files, or an animated PNG.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// Takes pictures in order and writes them as PNG files, each whole or not at all.
struct PictureSink: ~Copyable {
  private enum Form {
    case single
    case numbered(FileNamePattern, next: Int)
    case animation(PNGAnimationWriter)
  }

  private let path: String
  private let delay: Double
  private var form: Form
  /// The file of an animation, which is written frame by frame.
  private var file: PendingFile?

  /// - Throws: `FileError` if the folder cannot be written to.
  init(path: String, times: FrameTimes) throws(FileError) {
    // Nobody should wait for pictures that cannot be written.
    try PendingFile.check(path)
    let pattern = FileNamePattern(path)
    let isAnimation = pattern == nil && times.seconds.count > 1
    // All at once at the end: a value that is not copied cannot be left half made.
    let opened = isAnimation ? try PendingFile(path: path) : nil
    self.path = path
    delay = times.delay
    file = opened
    if let pattern {
      form = .numbered(pattern, next: 0)
    } else if isAnimation {
      form = .animation(
        PNGAnimationWriter(frameCount: times.seconds.count, loopCount: times.loops)
      )
    } else {
      form = .single
    }
  }

  /// Whether each picture is a file of its own.
  var takesFiles: Bool {
    if case .animation = form { false } else { true }
  }

  mutating func add(_ picture: borrowing DrawnPicture) throws {
    switch form {
    case .single: try PendingFile.write(try picture.file(path), to: path)
    case .numbered(let pattern, let next):
      // Nobody waits for the disk between the pictures.
      try PendingFile.write(try picture.file(path), to: pattern.name(next), isSynced: false)
      form = .numbered(pattern, next: next + 1)
    case .animation(var writer):
      do {
        let bytes = try writer.add(picture.image, delay: delay)
        form = .animation(writer)
        try file?.write(Data(bytes))
      } catch let error as FileError {
        throw error
      } catch {
        throw RenderFailure.encoding(path: path, reason: "\(error)")
      }
    }
  }

  /// Writes what is written only when all pictures are there.
  mutating func finish() throws {
    guard case .animation(let writer) = form else { return }
    do {
      try file?.write(Data(try writer.finish()))
    } catch let error as FileError {
      throw error
    } catch {
      throw RenderFailure.encoding(path: path, reason: "\(error)")
    }
    try file?.publish()
  }
}

/// A picture, and its file if the thread that drew it has made that, too.
struct DrawnPicture: Sendable {
  let image: CGImage
  private let encoded: Result<Data, RenderFailure>?

  /// - Parameter isEncoded: Whether the file is made at once.
  init(_ image: CGImage, isEncoded: Bool = false) {
    self.image = image
    encoded = isEncoded ? Self.encode(image) : nil
  }

  private static func encode(_ image: CGImage) -> Result<Data, RenderFailure> {
    do {
      return .success(try image.pngData())
    } catch {
      return .failure(.encoding(path: "PNG", reason: "\(error)"))
    }
  }

  /// The bytes of the picture's file.
  func file(_ path: String) throws(RenderFailure) -> Data {
    do {
      return try (encoded ?? Self.encode(image)).get()
    } catch {
      guard case .encoding(_, let reason) = error else { throw error }
      throw .encoding(path: path, reason: reason)
    }
  }
}

/// Draws pictures on a thread of its own.
final class PictureArtist: FrameArtist {
  private let source: FrameSource
  private let isEncoding: Bool

  init(_ source: FrameSource, isEncoding: Bool) {
    self.source = source
    self.isEncoding = isEncoding
  }

  func frame(at time: Double) throws -> DrawnPicture {
    DrawnPicture(try source.image(at: time), isEncoded: isEncoding)
  }
}
