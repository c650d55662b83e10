// The thread that has the views.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import Synchronization

/// The thread that has the views.
package enum ViewThread {
  private static let owner = Atomic<UInt>(0)
  private static let hasReported = Atomic(false)

  private static var current: UInt { UInt(bitPattern: pthread_self().hashValue) }

  /// Records that the calling thread shows a window; the views are its own from now on.
  package static func claim() { owner.store(current, ordering: .relaxed) }

  /// Reports, once in a program, that a view is used from another thread than the one that shows
  /// windows.
  package static func check(_ what: @autoclosure () -> String) {
    let owner = owner.load(ordering: .relaxed)
    guard owner != 0, owner != current,
      !hasReported.exchange(true, ordering: .relaxed)
    else { return }
    Diagnostics.report(
      "\(what()) was used off the thread that shows the windows; use views on that thread alone"
    )
  }

  /// Allows another report; for tests.
  package static func forgetReport() { hasReported.store(false, ordering: .relaxed) }
}
