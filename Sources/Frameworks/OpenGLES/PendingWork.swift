// GL commands that may not have completed yet.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import QuartzGLES

/// All GL commands of the current context so far.
struct PendingWork: Sendable {
  /// The time that GL may take for a picture, in seconds.
  static let longestWait = 10.0

  // Nil if the work is done.
  private let fence: ClientFence?

  /// Submits the work to GL.
  ///
  /// - Parameter isLate: Whether to return before GL has completed it, if the driver has fences.
  init(_ display: ClientDisplay, isLate: Bool) {
    fence = isLate ? ClientFence(display) : nil
    if fence == nil { glFinish() }
  }

  /// Waits until GL has completed the work, on any thread.
  func wait() throws(DrawableProblem) {
    if let fence, !fence.wait(seconds: PendingWork.longestWait) { throw .notDone }
  }
}
