// Errors of reading and writing image files.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
import Glibc

/// The reason why an image file could not be read or written; the text is one line and names the
/// file.
package enum ImageFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The system refused to read; `code` is `errno`.
  case cannotRead(path: String, code: Int32)
  /// The system refused to write; `code` is `errno`. The path still has its old file, if any.
  case cannotWrite(path: String, code: Int32)
  case tooLarge(path: String, bytes: Int, limit: Int)
  case badImage(path: String, PNGError)
  case cannotEncode(path: String, PNGError)
  /// A library could not write; `reason` is its message.
  case notEncoded(path: String, type: CFString, reason: String)
  /// An animation was given another image or properties after its end or at the wrong time.
  case misuse(path: String, reason: String)

  package var description: String {
    switch self {
    case .cannotRead(let path, let code): "\(path): cannot read: \(Self.text(code))"
    case .cannotWrite(let path, let code): "\(path): cannot write: \(Self.text(code))"
    case .tooLarge(let path, let bytes, let limit):
      "\(path): file of \(bytes) bytes, the limit is \(limit)"
    case .badImage(let path, let error), .cannotEncode(let path, let error): "\(path): \(error)"
    case .notEncoded(let path, let type, let reason):
      "\(path): \(type) cannot be written: \(reason)"
    case .misuse(let path, let reason): "\(path): \(reason)"
    }
  }

  /// The result of `body`, whose error is said to be about the file at `path`.
  static func encoding<Result>(
    _ path: String,
    _ body: () throws(PNGError) -> Result
  ) throws(ImageFileError) -> Result {
    do {
      return try body()
    } catch {
      throw .cannotEncode(path: path, error)
    }
  }

  /// A file that the system did not let be written.
  init(_ error: FileError) {
    self = .cannotWrite(path: error.path, code: error.code)
  }

  private static func text(_ code: Int32) -> String {
    String(cString: strerror(code))
  }
}
