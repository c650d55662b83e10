// What GL was asked for, and may not have done yet.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import QuartzGLES

/// All that the current context was asked for before.
struct PendingWork: Sendable {
  /// How long GL may take for a picture, in seconds.
  static let longestWait = 10.0

  // Nil once it is done.
  private let fence: ClientFence?

  /// Has GL begin.
  ///
  /// - Parameter isLate: Whether to return before GL has done it, if the driver has fences.
  init(_ display: ClientDisplay, isLate: Bool) {
    fence = isLate ? ClientFence(display) : nil
    if fence == nil { glFinish() }
  }

  /// Waits until GL has done it, on any thread.
  func wait() throws(DrawableProblem) {
    if let fence, !fence.wait(seconds: PendingWork.longestWait) { throw .notDone }
  }
}
