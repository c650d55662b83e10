// Errors of reading animations.
// Licensed under the MIT license; see LICENSE.

/// The reason that a document cannot be read or built.
public enum LottieError: Error, Equatable, CustomStringConvertible {
  /// The bytes are no JSON; the offset is that of the first byte that does not fit.
  case malformed(offset: Int, reason: String)
  /// A member is missing or has no meaning; the path is such as `layers[3].shapes[0].w`.
  case invalid(path: String, reason: String)
  /// The document has more of something than is read.
  case limit(what: String, limit: Int)
  /// A file or an archive cannot be read.
  case unreadable(path: String, reason: String)

  /// The error in words.
  public var description: String {
    switch self {
    case .malformed(let offset, let reason): "byte \(offset): \(reason)"
    case .invalid(let path, let reason): "\(path.isEmpty ? "the document" : path): \(reason)"
    case .limit(let what, let limit): "the document has more than \(limit) \(what)"
    case .unreadable(let path, let reason): "\(path): \(reason)"
    }
  }
}
