// Names of the files that pictures and films are written to.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import QuartzEncoding

/// The formats that names of files ask for.
enum OutputName {
  /// Refuses a name whose extension is that of a format that is not written: the file would be
  /// something else than its name says.
  ///
  /// A name without an extension is that of a PNG.
  ///
  /// - Parameters:
  ///   - pictures: The formats of pictures that are written.
  ///   - films: The formats of films that are written.
  static func check(
    _ path: String,
    pictures: [PictureFormat] = PictureFormat.allCases,
    films: [FilmFormat] = FilmFormat.allCases
  ) throws(ValidationError) {
    guard !path.isEmpty else { throw ValidationError("--output must not be empty") }
    let name = path.split(separator: "/").last ?? ""
    guard !path.hasPrefix("/dev/"), let point = name.lastIndex(of: "."), point > name.startIndex
    else { return }
    let known = pictures.map(\.rawValue) + films.map(\.rawValue)
    let found = name[name.index(after: point)...]
    if known.contains(found.lowercased()) { return }
    throw ValidationError(
      "--output \(path): .\(found) is not written; the name must end with \(choice(of: known))"
    )
  }

  /// Returns extensions as words, `.png, .mp4 or .gif`.
  static func choice(of extensions: [String]) -> String {
    let list = extensions.map { ".\($0)" }
    guard let last = list.last, list.count > 1 else { return list.first ?? "" }
    return "\(list.dropLast().joined(separator: ", ")) or \(last)"
  }
}
