// Fences, which signal when GL has completed a program's commands.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL
import CQuartzGLES
import QuartzSharing

/// A fence that signals when GL has completed all commands of a context before it.
package final class ClientFence: Sendable {
  // Fences of EGL may be waited for, and destroyed, on any thread, without a context.
  private let sharedSync: SharedPointer<EGLSync>
  private var sync: EGLSync { sharedSync.value }
  private let display: ClientDisplay

  /// Makes a fence of the current context, one of the display's, and flushes GL's commands.
  ///
  /// Nil where the driver has no fences.
  package init?(_ display: ClientDisplay) {
    guard display.hasFences,
      let sync = eglCreateSync(display.display, EGLenum(EGL_SYNC_FENCE), nil)
    else { return nil }
    (sharedSync, self.display) = (SharedPointer(sync), display)
    glFlush()
  }

  deinit {
    eglDestroySync(display.display, sync)
  }

  /// Waits until the fence signals.
  ///
  /// - Parameter seconds: The longest wait.
  /// - Returns: Whether it has signalled.
  package func wait(seconds: Double) -> Bool {
    let limit = EGLTime(seconds * 1e9)
    return eglClientWaitSync(display.display, sync, 0, limit) == EGL_CONDITION_SATISFIED
  }
}
