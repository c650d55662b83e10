// Fences: when GL has done what a program asked for.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL
import CQuartzGLES

/// Passes when GL has done all that a context was asked for before the fence was made.
package final class ClientFence: Sendable {
  // Safe because: fences of EGL may be waited for, and destroyed, on any thread, without a context.
  private nonisolated(unsafe) let sync: EGLSyncKHR
  private let display: ClientDisplay

  /// Makes a fence of the current context, one of the display's, and has GL begin its work.
  ///
  /// Nil where the driver has no fences.
  package init?(_ display: ClientDisplay) {
    guard display.hasFences, let create = Extension.createSync(),
      let sync = create(display.display, EGLenum(EGL_SYNC_FENCE_KHR), nil)
    else { return nil }
    (self.sync, self.display) = (sync, display)
    glFlush()
  }

  deinit {
    _ = Extension.destroySync()?(display.display, sync)
  }

  /// Waits until it passes.
  ///
  /// - Parameter seconds: How long at most.
  /// - Returns: Whether it has passed.
  package func wait(seconds: Double) -> Bool {
    guard let wait = Extension.clientWaitSync() else { return false }
    let limit = EGLTimeKHR(seconds * 1e9)
    return wait(display.display, sync, 0, limit) == EGL_CONDITION_SATISFIED_KHR
  }
}
