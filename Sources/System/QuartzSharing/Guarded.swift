// Locks around values of any type.
// Licensed under the MIT license; see LICENSE.

import Glibc
import Synchronization

/// A lock with a value, which need not be sendable.
///
/// `Mutex` wants the compiler to see that nothing in its value is used elsewhere. It cannot see
/// that of objects in a table: each is used by the thread that it belongs to, and only the table
/// is everybody's.
package struct Guarded<Value>: ~Copyable, Sendable {
  private let mutex: Mutex<Transferred<Value>>

  package init(_ value: Value) { mutex = Mutex(Transferred(value)) }

  /// Calls `body` with the value while no other thread has it.
  package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mutex.withLock { (held) throws(Failure) in Transferred(try body(&held.value)) }.value
  }

  /// Calls `body` with the value unless another thread has it.
  ///
  /// - Returns: The result; nil if another thread has the value.
  package borrowing func withLockIfAvailable<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try mutex.withLockIfAvailable { (held) throws(Failure) in
      Transferred(try body(&held.value))
    }?.value
  }
}

/// A value with a lock and a condition: threads change it, and wait until others have.
// Safe because: the value is reached only while the lock is held.
package final class Monitor<Value>: @unchecked Sendable {
  private var value: Value
  // Locks of C must not move, as values of Swift may.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ value: Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(lock)
    condition.deallocate()
    lock.deallocate()
  }

  /// Calls `body` with the value while no other thread has it, and wakes all threads that wait.
  package func change<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(lock)
    }
    return try body(&value)
  }

  /// Calls `body` with the value while no other thread has it.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }

  /// Waits until `isDone`, which changes of the value ask again, and then calls `body`.
  package func wait<Result>(
    until isDone: (Value) -> Bool,
    then body: (inout Value) -> Result
  ) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while !isDone(value) { pthread_cond_wait(condition, lock) }
    return body(&value)
  }
}
