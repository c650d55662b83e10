// Locks.
// Licensed under the MIT license; see LICENSE.

import Foundation

// Safe because: the value is only reached with the lock held.
/// A lock with a value that it protects.
///
/// ```swift
/// let count = OSAllocatedUnfairLock(initialState: 0)
/// count.withLock { $0 += 1 }
/// ```
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  // Safe because: the value is only reached with the lock held.
  private final class Storage: @unchecked Sendable {
    let lock = NSLock()
    var state: State
    init(_ state: State) { self.state = state }
  }

  private let storage: Storage

  /// Creates a lock with a value that may be used on one thread at a time.
  public init(uncheckedState initialState: State) { storage = Storage(initialState) }

  /// Creates a lock with a value.
  public init(initialState: State) where State: Sendable { storage = Storage(initialState) }

  /// Creates a lock without a value.
  public init() where State == Void { storage = Storage(()) }

  /// Calls a closure with the value, while no other thread has it.
  public func withLock<Result>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result where Result: Sendable {
    try withLockUnchecked(body)
  }

  /// Calls a closure with the value, while no other thread has it.
  public func withLockUnchecked<Result>(
    _ body: (inout State) throws -> Result
  ) rethrows -> Result {
    storage.lock.lock()
    defer { storage.lock.unlock() }
    return try body(&storage.state)
  }

  /// Calls a closure unless another thread has the lock.
  ///
  /// - Returns: The closure's result; nil if another thread has the lock.
  public func withLockIfAvailable<Result>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result? where Result: Sendable {
    guard storage.lock.try() else { return nil }
    defer { storage.lock.unlock() }
    return try body(&storage.state)
  }
}
