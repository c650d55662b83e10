// Why a file of layers is not shown, beyond the errors of its format.
// Licensed under the MIT license; see LICENSE.

/// An error between a path and its layers.
///
/// The description is one line.
package enum LayerFileError: Error, Equatable, CustomStringConvertible {
  /// A container has fewer items.
  case noSuchItem(path: String, Int, count: Int)
  /// A wallpaper has none of the planes that are asked for.
  case noPlanes(path: String)
  case noMarker(path: String, String, known: [String])
  /// An archive has no state machine, or none with such a state.
  case noState(path: String, String, known: [String])
  /// A film where layers are expected.
  case isFilm(path: String)

  package var description: String {
    switch self {
    case .noSuchItem(let path, let number, let count):
      "\(path): there is no wallpaper \(number); it has \(count) (see quartz list)"
    case .noPlanes(let path): "\(path): the wallpaper has none of these planes"
    case .noMarker(let path, let name, let known):
      "\(path): there is no marker \(name); \(Self.list(known))"
    case .noState(let path, let name, let known):
      "\(path): there is no state \(name); \(Self.list(known))"
    case .isFilm(let path):
      "\(path): a film, which has no layers: quartz info prints what it is, and "
        + "quartz render PACKAGE --over FILM draws layers over it"
    }
  }
  private static func list(_ known: [String]) -> String {
    known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"
  }
}
