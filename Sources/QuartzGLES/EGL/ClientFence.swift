// Fences: when GL has done what a program asked for.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL
import CQuartzGLES

/// Passes when GL has done all that a context was asked for before the fence was made.
package final class ClientFence: Sendable {
  // Safe because: fences of EGL may be waited for, and destroyed, on any thread, without a context.
  private nonisolated(unsafe) let sync: EGLSync
  private let display: ClientDisplay

  /// Makes a fence of the current context, one of the display's, and has GL begin its work.
  ///
  /// Nil where the driver has no fences.
  package init?(_ display: ClientDisplay) {
    guard display.hasFences,
      let sync = eglCreateSync(display.display, EGLenum(EGL_SYNC_FENCE), nil)
    else { return nil }
    (self.sync, self.display) = (sync, display)
    glFlush()
  }

  deinit {
    eglDestroySync(display.display, sync)
  }

  /// Waits until it passes.
  ///
  /// - Parameter seconds: How long at most.
  /// - Returns: Whether it has passed.
  package func wait(seconds: Double) -> Bool {
    let limit = EGLTime(seconds * 1e9)
    return eglClientWaitSync(display.display, sync, 0, limit) == EGL_CONDITION_SATISFIED
  }
}
