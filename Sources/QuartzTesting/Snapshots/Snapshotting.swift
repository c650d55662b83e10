// What is recorded of a value.
// Licensed under the MIT license; see LICENSE.

/// What is recorded of values of a type, and how it is compared.
///
/// The static members are the strategies: `.image`, `.frames(at:)`, `.layerTree`, `.lines`, ….
public struct Snapshotting<Value, Format> {
  /// The extension of references, without a dot; nil for none.
  public var pathExtension: String?
  /// How what is recorded becomes a file and is compared.
  public var diffing: Diffing<Format>
  /// What is recorded of a value.
  public var snapshot: (Value) -> Async<Format>

  /// A strategy whose snapshot may come later.
  ///
  /// - Parameters:
  ///   - pathExtension: The extension of references, without a dot.
  ///   - diffing: How what is recorded becomes a file and is compared.
  ///   - asyncSnapshot: Makes what is recorded of a value.
  public init(
    pathExtension: String?,
    diffing: Diffing<Format>,
    asyncSnapshot: @escaping (_ value: Value) -> Async<Format>
  ) {
    self.pathExtension = pathExtension
    self.diffing = diffing
    snapshot = asyncSnapshot
  }

  /// A strategy.
  ///
  /// - Parameters:
  ///   - pathExtension: The extension of references, without a dot.
  ///   - diffing: How what is recorded becomes a file and is compared.
  ///   - snapshot: Makes what is recorded of a value; an error fails the snapshot with its description.
  public init(
    pathExtension: String?,
    diffing: Diffing<Format>,
    snapshot: @escaping (_ value: Value) throws -> Format
  ) {
    self.init(pathExtension: pathExtension, diffing: diffing) { value in
      Async(catching: { try snapshot(value) })
    }
  }

  /// The strategy for another type whose values can be transformed into this one's.
  public func pullback<NewValue>(
    _ transform: @escaping (_ otherValue: NewValue) -> Value
  ) -> Snapshotting<NewValue, Format> {
    asyncPullback { Async(value: transform($0)) }
  }

  /// The strategy for another type whose values can be transformed into this one's later.
  public func asyncPullback<NewValue>(
    _ transform: @escaping (_ otherValue: NewValue) -> Async<Value>
  ) -> Snapshotting<NewValue, Format> {
    Snapshotting<NewValue, Format>(pathExtension: pathExtension, diffing: diffing) { value in
      transform(value).flatMap(snapshot)
    }
  }
}

/// A strategy that records values as they are.
public typealias SimplySnapshotting<Format> = Snapshotting<Format, Format>

extension Snapshotting where Value == Format {
  /// A strategy that records values as they are.
  public init(pathExtension: String?, diffing: Diffing<Format>) {
    self.init(pathExtension: pathExtension, diffing: diffing, snapshot: { $0 })
  }
}
