// What can go wrong between a package and its pictures, beyond what other modules say themselves.
// Licensed under the MIT license; see LICENSE.

/// Why pictures were not drawn.
///
/// The description is one line.
enum RenderFailure: Error, Equatable, CustomStringConvertible {
  case tooManyFrames(Int)
  case pictureTooLarge(String)
  case noServer(String)
  case encoding(path: String, reason: String)

  var description: String {
    switch self {
    case .tooManyFrames(let count):
      "limit: \(count) frames, at most \(FrameTimes.limit) are drawn"
    case .pictureTooLarge(let size):
      "limit: a picture of \(size): sides must be 1...16384 pixels, the scale at most 64"
    case .noServer(let reason): reason
    case .encoding(let path, let reason): "\(path): \(reason)"
    }
  }
}
