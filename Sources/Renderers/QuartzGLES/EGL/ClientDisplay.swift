// Contexts for programs that draw with OpenGL ES themselves.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL
import CQuartzGLES
package import QuartzPlan
import QuartzSharing
import Synchronization

/// The display for a program's own contexts, on the first platform that works.
package final class ClientDisplay: Sendable {
  // Safe because: a display is only read once it is initialised, and EGL locks by itself.
  private nonisolated(unsafe) let connection: DisplayConnection
  /// Whether the processor draws.
  package let isSoftware: Bool

  /// Finds a platform that works.
  package init(_ preferences: GLESPreferences) throws(RenderError) {
    var report = EGLReport()
    for candidate in DisplayConnection.candidates(preferences) {
      do throws(DisplayRefusal) {
        if let absence = candidate.absence { throw DisplayRefusal(reason: absence) }
        // The driver of a display is known only when a context is made.
        let driver = try GLContext(candidate.platform, isDebug: false).driver
        connection = try DisplayConnection(candidate.platform)
        isSoftware = driver.isSoftware
        return
      } catch {
        report.attempts.append(.init(candidate.platform, .refused(error.reason)))
      }
    }
    throw .noRenderer(reasons: report.reasons)
  }

  /// Makes a context that is current nowhere.
  ///
  /// - Parameters:
  ///   - version: The least version of OpenGL ES, 2 or 3.
  ///   - other: A context whose textures, buffers and renderbuffers the new one shares.
  package func makeContext(
    version: Int,
    sharing other: ClientContext? = nil
  ) throws(RenderError) -> ClientContext {
    guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGLBoolean(EGL_TRUE) else {
      throw .noRenderer(reasons: ["eglBindAPI: \(eglErrorName())"])
    }
    let kind = version >= 3 ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_ES2_BIT
    let wanted: [EGLint] = [EGL_RENDERABLE_TYPE, kind, EGL_SURFACE_TYPE, 0, EGL_NONE]
    var config: EGLConfig?
    var count: EGLint = 0
    let isFound = eglChooseConfig(connection.display, wanted, &config, 1, &count)
    guard isFound == EGLBoolean(EGL_TRUE), count > 0 else {
      throw .noRenderer(reasons: ["no configuration for OpenGL ES \(version)"])
    }
    let attributes: [EGLint] = [EGL_CONTEXT_MAJOR_VERSION, EGLint(version), EGL_NONE]
    guard
      let context = eglCreateContext(connection.display, config, other?.context, attributes)
    else { throw .noRenderer(reasons: ["eglCreateContext: \(eglErrorName())"]) }
    return ClientContext(context, of: self)
  }

  var display: EGLDisplay { connection.display }

  /// Whether dma-bufs can become images of EGL.
  var canImport: Bool { connection.extensions.contains(DMABufferPlane.importName) }

  /// Whether contexts can have fences that any thread may wait for.
  package var hasFences: Bool { connection.extensions.contains("EGL_KHR_fence_sync") }

  /// The GBM device under the display; nil for a platform without one.
  var bufferDevice: OpaquePointer? { connection.bufferDevice }
}

/// A context of OpenGL ES without a surface.
package final class ClientContext: Sendable {
  // EGL's handles may be used from any thread; EGL sees to it that a context is
  // current on one thread at most.
  private let sharedContext: SharedPointer<EGLContext>
  fileprivate var context: EGLContext { sharedContext.value }
  private let display: ClientDisplay

  fileprivate init(_ context: EGLContext, of display: ClientDisplay) {
    sharedContext = SharedPointer(context)
    self.display = display
  }

  deinit {
    if isCurrent { ClientContext.clearCurrent() }
    eglDestroyContext(display.display, context)
  }

  /// Whether it is current on this thread.
  package var isCurrent: Bool { eglGetCurrentContext() == context }

  /// Makes it current on this thread.
  ///
  /// - Throws: `RenderError.gl` with EGL_BAD_ACCESS if it is current on another one.
  package func makeCurrent() throws(RenderError) {
    if isCurrent { return }
    // The current API is per thread.
    eglBindAPI(EGLenum(EGL_OPENGL_ES_API))
    guard eglMakeCurrent(display.display, nil, nil, context) == EGLBoolean(EGL_TRUE) else {
      let code = eglGetError()
      if code == EGL_CONTEXT_LOST { throw .contextLost }
      throw .gl(function: "eglMakeCurrent", code: UInt32(bitPattern: code))
    }
  }

  /// Makes no context current on this thread.
  package static func clearCurrent() {
    guard eglGetCurrentContext() != nil, let display = eglGetCurrentDisplay() else { return }
    eglMakeCurrent(display, nil, nil, nil)
  }
}
