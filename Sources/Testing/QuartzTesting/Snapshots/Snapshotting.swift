// The strategies of snapshots: how values are recorded and compared.
// Licensed under the MIT license; see LICENSE.

/// A strategy to record values of a type and to compare them.
///
/// The static members are the strategies: `.image`, `.frames(at:)`, `.layerTree`, `.lines`, ….
public struct Snapshotting<Value, Format> {
  /// The extension of references, without a dot, or nil.
  public var pathExtension: String?
  /// Converts snapshots to files and compares them.
  public var diffing: Diffing<Format>
  /// Makes the snapshot of a value.
  public var snapshot: (Value) -> Async<Format>

  /// Creates a strategy whose snapshot may arrive later.
  ///
  /// - Parameters:
  ///   - pathExtension: The extension of references, without a dot.
  ///   - diffing: Converts snapshots to files and compares them.
  ///   - asyncSnapshot: Makes the snapshot of a value.
  public init(
    pathExtension: String?,
    diffing: Diffing<Format>,
    asyncSnapshot: @escaping (_ value: Value) -> Async<Format>
  ) {
    self.pathExtension = pathExtension
    self.diffing = diffing
    snapshot = asyncSnapshot
  }

  /// Creates a strategy.
  ///
  /// - Parameters:
  ///   - pathExtension: The extension of references, without a dot.
  ///   - diffing: Converts snapshots to files and compares them.
  ///   - snapshot: Makes the snapshot of a value; an error fails the snapshot with its description.
  public init(
    pathExtension: String?,
    diffing: Diffing<Format>,
    snapshot: @escaping (_ value: Value) throws -> Format
  ) {
    self.init(pathExtension: pathExtension, diffing: diffing) { value in
      Async(catching: { try snapshot(value) })
    }
  }

  /// Returns the strategy for another type whose values can be transformed into this type's.
  public func pullback<NewValue>(
    _ transform: @escaping (_ otherValue: NewValue) -> Value
  ) -> Snapshotting<NewValue, Format> {
    asyncPullback { Async(value: transform($0)) }
  }

  /// Returns the strategy for another type whose values can be transformed into this type's
  /// asynchronously.
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
