// The lock of all layer trees.
// Licensed under the MIT license; see LICENSE.
//
// Layers may be read and set on several threads at the same time. One recursive lock, that of
// `CATransaction.lock()`, is taken by every accessor of a layer's state. It is held while more than
// one part of that state changes: while layers move in the tree, animations are added or removed,
// commits are made and sent, presentations are evaluated, and tiles are placed. It is never held
// while a program draws, lays out or is called back, nor while a thread waits for another one.
//
// Locks are taken in one order: this one, then a carrier's, then those of slots, ticks and tiles.

import CQuartzLinux

/// The lock of all layer trees; a thread that has it may take it again.
enum LayerLock {
  @inline(__always) static func lock() { quartz_layers_lock() }

  @inline(__always) static func unlock() { quartz_layers_unlock() }

  /// Calls `body` with the lock held.
  @inline(__always)
  static func with<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Calls `body`, which waits for other threads, without the lock, however often the thread holds
  /// it.
  static func released<Result>(_ body: () -> Result) -> Result {
    let depth = quartz_layers_release()
    defer { quartz_layers_retake(depth) }
    return body()
  }
}
