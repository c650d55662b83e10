// Errors of reading films.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// The reason why a film has no pictures; the text is one line and names the file.
package enum VideoError: Error, Equatable, CustomStringConvertible {
  /// The file cannot be opened, or is none: a folder, a pipe, a device.
  case cannotOpen(path: String, reason: String)
  /// The file is no film that can be read; the reason is FFmpeg's.
  case notAFilm(path: String, reason: String)
  /// The film has no pictures.
  case noVideo(path: String)
  /// A bound was met.
  case tooLarge(path: String, reason: String)
  /// The pictures of a part of the film cannot be read; the time is in seconds.
  case cannotDecode(path: String, time: Double, reason: String)
  /// There is no picture at a time in seconds: it is before the first one.
  case noPicture(path: String, time: Double)
  /// A program is not installed.
  case missingProgram(name: String, reason: String)
  /// The decoder ended by itself.
  case decoderEnded(path: String, reason: String)
  /// The decoder made no progress and was ended.
  case timedOut(path: String, seconds: Int)
  /// The reader was cancelled.
  case cancelled
  /// The system refused something.
  case system(call: String, code: Int32)

  package var description: String {
    switch self {
    case .cannotOpen(let path, let reason): "\(path): cannot open: \(reason)"
    case .notAFilm(let path, let reason): "\(path): cannot read as a film: \(reason)"
    case .noVideo(let path): "\(path): a film without pictures"
    case .tooLarge(let path, let reason): "\(path): \(reason)"
    case .cannotDecode(let path, let time, let reason):
      "\(path): no picture at \(time) s: \(reason)"
    case .noPicture(let path, let time):
      "\(path): no picture at \(time) s, which is before the first one"
    case .missingProgram(let name, let reason): "\(name): \(reason)"
    case .decoderEnded(let path, let reason): "\(path): the decoder ended: \(reason)"
    case .timedOut(let path, let seconds):
      "\(path): the decoder made no progress for \(seconds) s and was ended"
    case .cancelled: "cancelled"
    case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
    }
  }
}

/// A failure that the decoder's process reports, which knows no paths.
package struct VideoFailure: Error, Equatable, Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case notAFilm, noVideo, tooLarge, cannotDecode, noPicture, missingProgram, timedOut, system
  }

  package var kind: Kind
  /// A description of the reason; of a missing program its name.
  package var reason: String

  package init(_ kind: Kind, _ reason: String = "") {
    self.kind = kind
    self.reason = reason
  }

  /// The error about a file.
  ///
  /// - Parameters:
  ///   - time: Of the picture that was asked for, in seconds.
  ///   - stall: Seconds without progress that the decoder allows.
  func error(path: String, time: Double, stall: Int) -> VideoError {
    switch kind {
    case .notAFilm: .notAFilm(path: path, reason: reason)
    case .noVideo: .noVideo(path: path)
    case .tooLarge: .tooLarge(path: path, reason: reason)
    case .cannotDecode: .cannotDecode(path: path, time: time, reason: reason)
    case .noPicture: .noPicture(path: path, time: time)
    case .missingProgram:
      .missingProgram(name: reason, reason: "not found; install the Debian package ffmpeg")
    case .timedOut: .timedOut(path: path, seconds: stall)
    case .system: .decoderEnded(path: path, reason: reason)
    }
  }
}

/// Bounds of films and of the programs that read them.
package enum VideoLimits {
  /// The longest side of a picture in pixels.
  package static let side = 16384
  /// The most bytes of all planes of a picture.
  package static let pictureBytes = 1 << 30
  /// The maximum number of frames of a film: 24 hours at 92 frames a second.
  package static let pictures = 8_000_000
  /// Bytes of address space of the decoder's process and of each program that it starts.
  package static let memory: UInt64 = 6 << 30
  /// Open files of the same.
  package static let files: UInt64 = 64
  /// Seconds without progress after which a program is ended, unless the app says another number.
  package static let stallSeconds = 20
  /// The most bytes of one message between the processes.
  package static let messageBytes = 1 << 24
}
