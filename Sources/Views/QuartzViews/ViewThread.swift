// The thread that has the views.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import QuartzSharing
import Synchronization

/// The thread that has the views, or the main queue, which may go from one thread to another.
package enum ViewThread {
  private static let owner = Atomic<UInt>(0)
  private static let hasReported = Atomic(false)

  /// The loop of the owner, which takes work of other threads; nil for the main queue.
  ///
  /// Other threads only call its `perform`, which takes Core Foundation's lock.
  private static let home = Guarded<RunLoop?>(nil)

  /// Marks what runs on the main queue: the main thread, and the one that has its part later.
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mark) == true }

  /// The number of the main queue, which no thread has.
  private static let mainQueue: UInt = 1

  private static var current: UInt {
    isOnMainQueue ? mainQueue : UInt(bitPattern: pthread_self().hashValue)
  }

  /// Records that the calling thread shows a window; the views are its own from now on.
  package static func claim() {
    let new = current
    guard owner.exchange(new, ordering: .relaxed) != new else { return }
    home.withLock { $0 = new == mainQueue ? nil : .current }
  }

  /// Whether another thread than the calling one shows windows.
  package static var isElsewhere: Bool {
    let owner = owner.load(ordering: .relaxed)
    return owner != 0 && owner != current
  }

  /// Runs work on the thread that has the views, in the next turn of its loop and in the order of
  /// these calls.
  package static func perform(_ work: @escaping @MainActor @Sendable () -> Void) {
    let isTaken = home.withLock { loop in
      loop?.perform { onViewThread(work) }
      return loop != nil
    }
    if !isTaken { DispatchQueue.main.async(execute: work) }
  }

  /// Reports, once in a program, that a view is used from another thread than the one that shows
  /// windows.
  package static func check(_ what: @autoclosure () -> String) {
    guard isElsewhere,
      !hasReported.exchange(true, ordering: .relaxed)
    else { return }
    Diagnostics.report(
      "\(what()) was used off the thread that shows the windows; use views on that thread alone"
    )
  }

  /// Allows another report; for tests.
  package static func forgetReport() { hasReported.store(false, ordering: .relaxed) }
}
