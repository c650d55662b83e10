// Locks.
// Licensed under the MIT license; see LICENSE.

import QuartzSharing

/// A lock with a value that it protects.
///
/// ```swift
/// let count = OSAllocatedUnfairLock(initialState: 0)
/// count.withLock { $0 += 1 }
/// ```
public struct OSAllocatedUnfairLock<State>: Sendable {
  private final class Storage: Sendable {
    let guarded: Guarded<State>
    init(_ state: State) { guarded = Guarded(state) }
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
    try storage.guarded.withLock(body)
  }

  /// Calls a closure unless another thread has the lock.
  ///
  /// - Returns: The closure's result; nil if another thread has the lock.
  public func withLockIfAvailable<Result>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result? where Result: Sendable {
    try storage.guarded.withLockIfAvailable(body)
  }
}
