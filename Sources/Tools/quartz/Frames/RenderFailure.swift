// The errors between a package and its pictures, beyond those of other modules.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzEncoding

/// Why pictures were not drawn.
///
/// The description is one line.
enum RenderFailure: Error, Equatable, CustomStringConvertible {
  case tooManyFrames(Int)
  case pictureTooLarge(String)
  /// More than a server lets its clients have.
  case beyondLimits(String)
  /// A frame exceeds its budget; with the name of the layer that does, if it is known.
  case tooMuchWork(layer: String?, String)
  case noServer(String)
  case encoding(path: String, reason: String)
  /// A warning, where none are allowed.
  case warned(String)
  /// A keyed archive has one package.
  case noArchive(String)
  /// The program that encodes films is missing.
  case noEncoder
  case encoder(reason: String)
  case unreadable(path: String, reason: String)
  /// A film that is to be shown cannot be; the reason names it.
  case film(reason: String)
  /// A file is no part of a film, or a damaged one.
  case badPart(path: String, reason: String)
  /// Parts do not make a film.
  case badParts(String)
  /// Some documents of many are not drawn.
  case documents(failed: Int, of: Int)
  /// The system gives no thread to draw on.
  case noThread(code: Int32)

  var description: String {
    switch self {
    case .tooManyFrames(let count):
      "limit: \(count) frames, at most \(FrameTimes.limit) are drawn"
    case .pictureTooLarge(let size):
      "limit: a picture of \(size): sides must be 1...16384 pixels, the scale at most 64"
    case .beyondLimits(let reason): "limit: \(reason)"
    case .tooMuchWork(let layer, let reason):
      "limit: \(layer.map { "\($0): " } ?? "")\(reason); --unlimited draws it"
    case .noServer(let reason): reason
    case .encoding(let path, let reason): "\(path): \(reason)"
    case .warned(let warning): warning
    case .noArchive(let path): "\(path): a wallpaper of several packages makes no keyed archive"
    case .noEncoder:
      "ffmpeg is missing: films are encoded by it; the Debian package ffmpeg has it"
    case .unreadable(let path, let reason), .badPart(let path, let reason): "\(path): \(reason)"
    case .documents(let failed, let count): "\(failed) of \(count) documents failed"
    case .badParts(let reason), .film(let reason), .encoder(let reason): reason
    case .noThread(let code): "no thread to draw on: \(String(cString: strerror(code)))"
    }
  }
}

extension RenderFailure {
  init(_ error: EncoderError) {
    switch error {
    case .missingProgram: self = .noEncoder
    case .failed: self = .encoder(reason: "\(error)")
    case .unwritten(let path, let reason): self = .encoding(path: path, reason: reason)
    }
  }

  /// Runs a function that encodes, with errors of the encoder as those of the command line.
  static func whileEncoding<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as EncoderError {
      throw RenderFailure(error)
    }
  }
}
