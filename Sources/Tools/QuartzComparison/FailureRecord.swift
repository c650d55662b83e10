// The record of a failed snapshot, for reports.
// Licensed under the MIT license; see LICENSE.

package import Foundation

/// A failed comparison, as it lies beside its pictures: `<test>.<n>.png.failure.json`.
package struct FailureRecord: Codable, Equatable, Sendable {
  /// The end of the names of files that hold one.
  package static let fileNameEnd = ".failure.json"

  /// The name of the compared reference, without its folder.
  package var name: String
  /// The source file of the test and the line of the assertion.
  package var place: String
  /// A description of the difference.
  package var message: String
  /// The path of the reference.
  package var reference: String
  /// Names of pictures in the folder of the record; nil for texts.
  package var pictures: Pictures?

  /// The names of the pictures' files.
  package struct Pictures: Codable, Equatable, Sendable {
    package var reference: String
    package var actual: String
    package var difference: String?

    package init(reference: String, actual: String, difference: String?) {
      self.reference = reference
      self.actual = actual
      self.difference = difference
    }
  }

  package init(
    name: String,
    place: String,
    message: String,
    reference: String,
    pictures: Pictures? = nil
  ) {
    self.name = name
    self.place = place
    self.message = message
    self.reference = reference
    self.pictures = pictures
  }

  /// The bytes of the file; keys are sorted.
  package func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }

  /// Reads the bytes of a file.
  package init(json: Data) throws {
    self = try JSONDecoder().decode(FailureRecord.self, from: json)
  }
}
