// The current context of a thread.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL

/// The context that was current on a thread, of this renderer or of the program.
struct CurrentContext {
  private let display: EGLDisplay?
  private let context: EGLContext?

  /// Reads the context of this thread.
  init() {
    display = eglGetCurrentDisplay()
    context = eglGetCurrentContext()
  }

  /// Makes it current again in place of a context of `other`.
  func restore(after other: EGLDisplay) {
    if let display, let context {
      eglMakeCurrent(display, nil, nil, context)
    } else {
      eglMakeCurrent(other, nil, nil, nil)
    }
  }
}
