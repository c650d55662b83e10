// Films out of their groups, without encoding anything anew.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
import Foundation

/// Joins groups.
package struct FilmJoin {
  package var format: FilmFormat
  package var rate: Double
  /// The name of the film in messages.
  package var path: String

  package init(format: FilmFormat, rate: Double, path: String) {
    (self.format, self.rate, self.path) = (format, rate, path)
  }

  /// Writes a film of at least two groups.
  package func write(_ groups: [EncodedGroup], to file: borrowing PendingFile) throws {
    let list = Data(EncodedGroup.list(groups, rate: rate).utf8)
    let arguments = format.joining(output: file.openName)
    // The encoder opens the files by their numbers here, so they stay open until it has ended.
    try withExtendedLifetime(groups) {
      try FilmEncoder.run(arguments, file, FilmFile.Form(format), path) { encoder in
        try list.withUnsafeBytes { try encoder.add($0) }
      }
    }
  }
}
