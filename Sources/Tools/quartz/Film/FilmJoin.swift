// Films out of their groups, without encoding anything anew.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzEncoding

extension FilmJoin {
  /// Joins the parts of a film.
  ///
  /// - Parameter paths: The parts in any order.
  /// - Throws: `RenderFailure` or `FileError`; the film is then missing or unchanged.
  static func join(_ paths: [String], to path: String) throws {
    let parts = try inOrder(paths.map { try FilmPart(path: $0) })
    guard let film = parts.first?.header.film, let format = FilmFormat(rawValue: film.format),
      format == FilmFormat(path: path)
    else {
      let format = parts.first?.header.film.format ?? ""
      throw RenderFailure.badParts("\(path): the parts are those of a film .\(format)")
    }
    var file = try PendingFile(path: path)
    let groups = parts.flatMap(\.encodedGroups)
    if groups.count > 1 {
      try RenderFailure.whileEncoding {
        try FilmJoin(format: format, rate: film.rate, path: path).write(groups, to: file)
      }
    } else {
      // A film of one group is that group.
      for part in parts {
        for group in part.encodedGroups {
          try part.read(group) { bytes, _ in try file.write(bytes) }
        }
      }
    }
    try file.publish()
  }

  /// Returns parts in the order of their numbers, if they are all parts of one film.
  private static func inOrder(_ parts: [FilmPart]) throws(RenderFailure) -> [FilmPart] {
    guard let first = parts.first else { throw .badParts("there are no parts") }
    var known: [Int: FilmPart] = [:]
    for part in parts {
      let (header, other) = (part.header, first.header)
      if let difference = header.film.difference(from: other.film) {
        throw .badPart(path: part.path, reason: "\(difference) as in \(first.path)")
      }
      guard header.count == other.count else {
        let counts = "one of \(header.count) parts, not of \(other.count) as \(first.path)"
        throw .badPart(path: part.path, reason: "it is \(counts)")
      }
      if let twin = known.updateValue(part, forKey: header.number) {
        let number = "\(header.number) of \(header.count)"
        throw .badPart(path: part.path, reason: "it is part \(number), as \(twin.path) is")
      }
    }
    let missing = (1...first.header.count).filter { known[$0] == nil }
    guard missing.isEmpty else {
      let numbers = missing.prefix(10).map(String.init).joined(separator: ", ")
      let more = missing.count > 10 ? " and \(missing.count - 10) more" : ""
      throw .badParts("missing of \(first.header.count) parts: \(numbers)\(more)")
    }
    return known.sorted { $0.key < $1.key }.map(\.value)
  }
}
