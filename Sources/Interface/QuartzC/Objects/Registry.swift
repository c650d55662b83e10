// The threads that use the C interface, and the objects that others have released for them.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface
import Synchronization

enum Registry {
  private struct Threads {
    var last: UInt32 = 0
    /// The objects to release, of each thread that lives.
    var pending: [UInt32: [quartz_object]] = [:]
  }

  /// Numbers of threads have 20 bits.
  static let mostThreads: UInt32 = 0xF_FFFF
  private static let threads = Mutex(Threads())
  private static let pendingCount = Atomic<Int>(0)

  /// Whether some thread has objects to release.
  static var hasPending: Bool { pendingCount.load(ordering: .relaxed) > 0 }

  /// Returns a number for the calling thread; 0 if there is none left.
  static func enter() -> UInt32 {
    threads.withLock { threads in
      guard threads.last < mostThreads else { return 0 }
      threads.last += 1
      threads.pending[threads.last] = []
      return threads.last
    }
  }

  static func leave(_ thread: UInt32) {
    threads.withLock { threads in
      let left = threads.pending.removeValue(forKey: thread)?.count ?? 0
      pendingCount.subtract(left, ordering: .relaxed)
    }
  }

  /// Whether a thread uses the interface.
  static func isKnown(_ thread: UInt32) -> Bool {
    threads.withLock { $0.pending[thread] != nil }
  }

  /// Notes an object that another thread has to release.
  ///
  /// - Returns: Whether there is such a thread.
  static func release(_ object: quartz_object, of thread: UInt32) -> Bool {
    threads.withLock { threads in
      guard threads.pending[thread] != nil else { return false }
      threads.pending[thread]?.append(object)
      pendingCount.add(1, ordering: .relaxed)
      return true
    }
  }

  static func takePending(of thread: UInt32) -> [quartz_object] {
    threads.withLock { threads in
      guard let objects = threads.pending[thread], !objects.isEmpty else { return [] }
      threads.pending[thread] = []
      pendingCount.subtract(objects.count, ordering: .relaxed)
      return objects
    }
  }
}
