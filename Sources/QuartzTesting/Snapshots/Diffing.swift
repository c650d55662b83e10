// How values become files, and what it means that two differ.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A file that goes with a failure.
public struct DiffAttachment: Sendable {
  /// The name of the file with its extension, as `difference.png`.
  public var name: String
  /// The bytes of the file.
  public var data: Data

  /// A file with a name and bytes.
  public init(name: String, data: Data) {
    self.name = name
    self.data = data
  }
}

/// How values become files and come back, and what it means that two of them differ.
public struct Diffing<Value> {
  /// The bytes of a reference.
  public var toData: (Value) throws -> Data
  /// The value of a reference's bytes.
  public var fromData: (Data) throws -> Value
  /// What is wrong with the second value, compared with the first one, which is the reference; nil if
  /// nothing is.
  public var diff: (Value, Value) -> (String, [DiffAttachment])?
  /// The pictures of a failure, if values can be shown; nil for those that cannot.
  var pictures: ((_ reference: Value, _ actual: Value) -> FailurePictures?)?

  /// A way to compare values.
  ///
  /// - Parameters:
  ///   - toData: Makes the bytes of a reference.
  ///   - fromData: Makes the value of a reference's bytes.
  ///   - diff: Given the reference and a value, says what is wrong with the value, or nil.
  ///
  /// **Differences**: in swift-snapshot-testing the first two cannot throw, and attachments are
  /// XCTAttachments, which there are none of on Linux.
  public init(
    toData: @escaping (_ value: Value) throws -> Data,
    fromData: @escaping (_ data: Data) throws -> Value,
    diff: @escaping (_ lhs: Value, _ rhs: Value) -> (String, [DiffAttachment])?
  ) {
    self.toData = toData
    self.fromData = fromData
    self.diff = diff
  }
}
