// Encoders whose files are checked once they have ended.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics

extension FilmEncoder {
  /// Runs FFmpeg and checks that it has written all of a file.
  ///
  /// - Parameters:
  ///   - arguments: The encoder's arguments, which name the file as it is open here.
  ///   - name: The name of the file in messages.
  ///   - feed: Writes the encoder's input.
  package static func run(
    _ arguments: [String],
    _ file: borrowing PendingFile,
    _ form: FilmFile.Form,
    _ name: String,
    feed: (FilmEncoder) throws -> Void
  ) throws {
    do {
      let encoder = try FilmEncoder(arguments)
      try feed(encoder)
      let messages = try encoder.finish()
      // The output of a device or pipe cannot be read back, so there the encoder's messages decide.
      let isComplete = file.withBytes { FilmFile.isComplete($0, form) } ?? messages.isEmpty
      guard !isComplete else { return }
      let isEmpty = file.withBytes { $0.isEmpty } ?? false
      let reason = isEmpty ? "it has written nothing" : "it has written only a part"
      throw EncoderError.failed(reason: messages.last ?? reason)
    } catch EncoderError.failed(let reason) {
      // The encoder knows the file by another name.
      throw EncoderError.unwritten(
        path: name,
        reason: "\(EncoderError.failed(reason: reason.replacing(file.openName, with: name)))"
      )
    }
  }
}
