// Names of the files that pictures and films are written to.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser

/// The formats that names of files ask for.
enum OutputName {
  /// Refuses a name whose extension is that of a format that is not written: the file would be
  /// something else than its name says.
  ///
  /// A name without an extension is that of a PNG.
  ///
  /// - Parameter hasFilms: Whether films are written as well.
  static func check(_ path: String, hasFilms: Bool = true) throws(ValidationError) {
    guard !path.isEmpty else { throw ValidationError("--output must not be empty") }
    let name = path.split(separator: "/").last ?? ""
    guard !path.hasPrefix("/dev/"), let point = name.lastIndex(of: "."), point > name.startIndex
    else { return }
    let known = ["png"] + (hasFilms ? FilmFormat.allCases.map(\.rawValue) : [])
    let found = name[name.index(after: point)...]
    if known.contains(found.lowercased()) { return }
    let list = known.map { ".\($0)" }
    let words =
      list.count == 1
      ? list[0] : "\(list.dropLast().joined(separator: ", ")) or \(list[list.count - 1])"
    throw ValidationError(
      "--output \(path): .\(found) is not written; the name must end with \(words)"
    )
  }
}
