// Properties that are loaded before they are read.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Synchronization

/// A property of an asset or a track, of any type.
public class AVPartialAsyncProperty<Root> {
  init() {}
}

/// A property of an asset or a track that `load(_:)` loads.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root> {
  /// How far a property is loaded.
  public enum Status {
    /// Nobody has asked.
    case notYetLoaded
    /// Its value.
    case loaded(Value)
    /// The reason why it has none.
    case failed(NSError)
  }

  let read: @Sendable (Root) throws -> Value

  init(_ read: @escaping @Sendable (Root) throws -> Value) {
    self.read = read
  }
}

/// Something with properties that are loaded before they are read.
public protocol AVAsynchronousKeyValueLoading: AnyObject {}

extension AVAsynchronousKeyValueLoading where Self: Sendable {
  /// Loads a property.
  ///
  /// - Throws: `AVError` if the film cannot be read.
  public func load<A: Sendable>(_ property: AVAsyncProperty<Self, A>) async throws -> A {
    let read = property.read
    return try await Waiting.run { [self] in try read(self) }
  }

  /// Loads two properties.
  ///
  /// - Throws: `AVError` if the film cannot be read.
  public func load<A: Sendable, B: Sendable>(
    _ propertyA: AVAsyncProperty<Self, A>,
    _ propertyB: AVAsyncProperty<Self, B>
  ) async throws -> (A, B) {
    let (a, b) = (propertyA.read, propertyB.read)
    return try await Waiting.run { [self] in try (a(self), b(self)) }
  }

  /// Loads three properties.
  ///
  /// - Throws: `AVError` if the film cannot be read.
  public func load<A: Sendable, B: Sendable, C: Sendable>(
    _ propertyA: AVAsyncProperty<Self, A>,
    _ propertyB: AVAsyncProperty<Self, B>,
    _ propertyC: AVAsyncProperty<Self, C>
  ) async throws -> (A, B, C) {
    let (a, b, c) = (propertyA.read, propertyB.read, propertyC.read)
    return try await Waiting.run { [self] in try (a(self), b(self), c(self)) }
  }
}
