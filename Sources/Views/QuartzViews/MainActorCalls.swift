// Calls of main-actor code from where the compiler knows of no actor.
// Licensed under the MIT license; see LICENSE.
//
// Layers are nonisolated and call their delegates on the thread that commits. That is the thread
// of the views. Programs without a main run loop, such as tests, have their views on another thread
// than the first, so nothing here may check for the main actor: the check would end the program.

import Foundation
import QuartzCore
import Synchronization

/// Calls `body` on the calling thread, which is the one that has the views.
package func onViewThread<Result>(_ body: @MainActor () throws -> Result) rethrows -> Result {
  try withoutActuallyEscaping(body) { body in
    // Safe because: isolation is a matter of types alone; both are called in the same way.
    try unsafeBitCast(body, to: (() throws -> Result).self)()
  }
}

/// Calls `body` on the calling thread, which is the one that has the views, with a value that need
/// not be sendable.
package func onViewThread<Value, Result>(
  _ value: Value,
  _ body: @MainActor (Value) throws -> Result
) rethrows -> Result {
  try withoutActuallyEscaping(body) { body in
    // Safe because: isolation is a matter of types alone; both are called in the same way.
    try unsafeBitCast(body, to: ((Value) throws -> Result).self)(value)
  }
}

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
