// The output of pictures: one file, numbered files, or an animated PNG.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A sink that takes pictures in order and writes each as a file, atomically.
struct PictureSink: ~Copyable {
  private enum Form {
    case single
    case numbered(FileNamePattern, next: Int)
    case animation(PNGAnimationWriter)
  }

  private let path: String
  private let delay: Double
  /// Whether a single picture is on the disk before the next thing is done.
  private let isSynced: Bool
  private var form: Form
  /// The file of an animation, which is written frame by frame.
  private var file: PendingFile?

  /// - Parameters:
  ///   - first: The number of the first picture.
  ///   - isSynced: Whether a single picture is on the disk before the next thing is done.
  /// - Throws: `FileError` if the folder cannot be written to.
  init(
    path: String,
    times: FrameTimes,
    first: Int = 0,
    isSynced: Bool = true
  ) throws(FileError) {
    // Checked before drawing, so that nobody waits for pictures that cannot be written.
    try PendingFile.check(path)
    let pattern = FileNamePattern(path)
    let isAnimation = pattern == nil && times.seconds.count > 1
    // All properties are set at the end, since a noncopyable value cannot be left partly
    // initialized.
    let opened = isAnimation ? try PendingFile(path: path) : nil
    self.path = path
    self.isSynced = isSynced
    delay = times.delay
    file = opened
    if let pattern {
      form = .numbered(pattern, next: first)
    } else if isAnimation {
      form = .animation(
        PNGAnimationWriter(frameCount: times.seconds.count, loopCount: times.loops)
      )
    } else {
      form = .single
    }
  }

  /// The format of the file of each picture; nil for one file of all.
  var fileFormat: PictureFormat? {
    if case .animation = form { nil } else { PictureFormat(path: path) }
  }

  mutating func add(_ picture: borrowing DrawnPicture) throws {
    switch form {
    case .single: try PendingFile.write(try picture.file(path), to: path, isSynced: isSynced)
    case .numbered(let pattern, let next):
      // Pictures do not wait for the disk.
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

  /// Writes the files that need all pictures.
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

/// A picture, and its file if the thread that drew it also encoded it.
struct DrawnPicture: Sendable {
  let image: CGImage
  private let encoded: Result<Data, RenderFailure>?

  /// - Parameter format: The format of the file that is encoded at once; nil if it is not.
  init(_ image: CGImage, encoded format: PictureFormat? = nil) {
    self.image = image
    encoded = format.map { Self.encode(image, $0) }
  }

  private static func encode(
    _ image: CGImage,
    _ format: PictureFormat
  ) -> Result<Data, RenderFailure> {
    Result { () throws(RenderFailure) in try format.file(image) }
  }

  /// Returns the bytes of the picture's file.
  func file(_ path: String) throws(RenderFailure) -> Data {
    do {
      return try (encoded ?? Self.encode(image, PictureFormat(path: path))).get()
    } catch {
      guard case .encoding(_, let reason) = error else { throw error }
      throw .encoding(path: path, reason: reason)
    }
  }
}

/// Draws pictures on a thread of its own.
final class PictureArtist: FrameArtist {
  private let source: FrameSource
  private let format: PictureFormat?

  init(_ source: FrameSource, format: PictureFormat?) {
    self.source = source
    self.format = format
  }

  func frame(at time: Double) throws -> DrawnPicture {
    DrawnPicture(try source.image(at: time), encoded: format)
  }
}
