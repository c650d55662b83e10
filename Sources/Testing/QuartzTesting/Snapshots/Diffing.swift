// The conversion of values to files, and their comparison.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A file attached to a failure.
public struct DiffAttachment: Sendable {
  /// The name of the file with its extension, as `difference.png`.
  public var name: String
  /// The bytes of the file.
  public var data: Data

  /// Creates a file with a name and bytes.
  public init(name: String, data: Data) {
    self.name = name
    self.data = data
  }
}

/// Converts values to files and back, and compares them.
public struct Diffing<Value> {
  /// Returns the bytes of a reference.
  public var toData: (Value) throws -> Data
  /// Returns the value of a reference's bytes.
  public var fromData: (Data) throws -> Value
  /// Compares the second value with the first, which is the reference, and returns the failure; nil
  /// if they match.
  public var diff: (Value, Value) -> (String, [DiffAttachment])?
  /// Returns the pictures of a failure; nil for values that cannot be shown.
  var pictures: ((_ reference: Value, _ actual: Value) -> FailurePictures?)?

  /// Creates a way to compare values.
  ///
  /// - Parameters:
  ///   - toData: Makes the bytes of a reference.
  ///   - fromData: Makes the value of a reference's bytes.
  ///   - diff: Given the reference and a value, returns the failure, or nil if they match.
  ///
  /// **Differences**: in swift-snapshot-testing the first two cannot throw, and attachments are
  /// XCTAttachments, which do not exist on Linux.
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
