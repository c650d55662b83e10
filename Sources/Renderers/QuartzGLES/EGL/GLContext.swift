// A GL context without a surface, and the search for a platform that provides one.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL
import CQuartzGLES
import QuartzPlan

/// A context of OpenGL ES 3 that draws to textures only.
///
/// It is current only between `enter` and `leave`. So each call may come from another thread, one
/// at a time, and several contexts can share a thread, also with the program's own.
struct GLContext: ~Copyable {
  let driver: EGLReport.Driver
  let extensions: Set<String>
  private let connection: DisplayConnection
  private let context: EGLContext
  private let resetStatus: Extension.ResetStatus?
  // The previously current context; not nil while this one is current.
  private var before: CurrentContext?
  private var isDestroyed = false

  /// Makes a context of a platform and leaves it current.
  init(_ platform: EGLPlatform, isDebug: Bool) throws(DisplayRefusal) {
    // Whether the driver draws on the processor is known only at the end.
    DriverLock.shared.lock()
    var isLockNeeded = false
    defer { if !isLockNeeded { DriverLock.shared.unlock() } }
    let connection = try DisplayConnection(platform)
    let before = CurrentContext()
    let context = try GLContext.makeCurrentContext(connection, isDebug: isDebug)
    self.connection = connection
    self.context = context
    self.before = before
    extensions = Set(GL.string(GL.extensions).split(separator: " ").map(String.init))
    driver = GLContext.describe(self.connection, extensions)
    let hasReset = ["GL_KHR_robustness", "GL_EXT_robustness"].contains(where: extensions.contains)
    resetStatus = hasReset ? Extension.resetStatus(extensions) : nil
    isLockNeeded = driver.isSoftware
  }

  deinit {
    // A deinit cannot mutate the value, so it repeats `leave` and `destroy`.
    if let before {
      before.restore(after: connection.display)
      if driver.isSoftware { DriverLock.shared.unlock() }
    }
    if !isDestroyed { GLContext.destroy(context, connection.display) }
  }

  /// Makes the context current on this thread.
  ///
  /// For a software driver, no other context is then current.
  mutating func enter() throws(RenderError) {
    if before != nil { return }
    guard !isDestroyed else { throw .contextLost }
    if driver.isSoftware { DriverLock.shared.lock() }
    let before = CurrentContext()
    guard eglMakeCurrent(connection.display, nil, nil, context) == EGLBoolean(EGL_TRUE) else {
      if driver.isSoftware { DriverLock.shared.unlock() }
      let code = eglGetError()
      if code == EGL_CONTEXT_LOST { throw .contextLost }
      throw .gl(function: "eglMakeCurrent", code: UInt32(bitPattern: code))
    }
    self.before = before
  }

  /// Flushes the commands and restores the thread's previous context.
  mutating func leave() {
    guard let before else { return }
    self.before = nil
    before.restore(after: connection.display)
    if driver.isSoftware { DriverLock.shared.unlock() }
  }

  /// Destroys the context with all its objects, as a driver does when it loses a context.
  mutating func destroy() {
    leave()
    guard !isDestroyed else { return }
    isDestroyed = true
    GLContext.destroy(context, connection.display)
  }

  private static func destroy(_ context: EGLContext, _ display: EGLDisplay) {
    DriverLock.shared.lock()
    eglDestroyContext(display, context)
    DriverLock.shared.unlock()
  }

  /// Runs `body` without a current context, so that GL's calls have no effect.
  func withoutContext(_ body: () -> Void) {
    let before = CurrentContext()
    eglMakeCurrent(connection.display, nil, nil, nil)
    body()
    before.restore(after: connection.display)
  }

  /// Returns an importer of dma-bufs as textures of this context.
  ///
  /// Software drivers do not import buffers: there is nothing to gain, and a buffer of another
  /// device crashes Mesa (22.3, kms_swrast).
  ///
  /// - Throws: The reason why there is none.
  func deviceImporter(
    _ preferences: GLESPreferences
  ) throws(ImportRefusal) -> DeviceImporter {
    guard !driver.isSoftware || preferences.importsWhereProcessorDraws else {
      throw ImportRefusal(reason: "the driver draws on the processor")
    }
    return try DeviceImporter(connection, extensions)
  }

  /// The function that sets the debug callback; nil if the driver has none.
  var setDebugCallback: Extension.SetDebugCallback? {
    extensions.contains("GL_KHR_debug") ? Extension.setDebugCallback() : nil
  }

  /// Throws if the context is lost.
  func checkReset() throws(RenderError) {
    if let resetStatus, resetStatus() != GL.noError { throw .contextLost }
  }

  /// Makes a buffer a target of this context, which is current.
  ///
  /// - Returns: Nil if the driver cannot.
  func makeTarget(_ buffer: DMABuffer, _ order: ChannelOrder) -> ScanTarget? {
    guard connection.extensions.contains(DMABufferPlane.importName),
      extensions.contains(DMABufferPlane.imageName), let setStorage = Extension.setStorage()
    else { return nil }
    let plane = DMABufferPlane(
      descriptor: buffer.descriptor,
      offset: 0,
      rowBytes: buffer.rowBytes
    )
    // Where red and blue are exchanged in GL (`ChannelOrder.bgra`), the buffer's format is
    // exchanged too.
    let format = order == .bgra ? DRMFormat.rgba : DRMFormat.bgra
    let (width, height) = (buffer.width, buffer.height)
    guard let image = plane.makeImage(connection.display, format, width: width, height: height)
    else { return nil }
    defer { eglDestroyImage(connection.display, image) }
    return try? ScanTarget(image, of: buffer, setStorage)
  }

  /// Makes an image of a texture of this context, which is current, for others of its display.
  ///
  /// - Returns: Nil if the driver cannot, or has no fences.
  func share(_ texture: GLuint) -> SharedTexture? {
    let needed = ["EGL_KHR_gl_texture_2D_image", "EGL_KHR_fence_sync", "EGL_KHR_wait_sync"]
    guard needed.allSatisfy(connection.extensions.contains) else { return nil }
    return SharedTexture(texture, of: context, connection.display)
  }

  private static func makeCurrentContext(
    _ connection: borrowing DisplayConnection,
    isDebug: Bool
  ) throws(DisplayRefusal) -> EGLContext {
    let (display, extensions) = (connection.display, connection.extensions)
    guard extensions.contains("EGL_KHR_surfaceless_context") else {
      throw DisplayRefusal(reason: "EGL lacks EGL_KHR_surfaceless_context")
    }
    guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGLBoolean(EGL_TRUE) else {
      throw DisplayRefusal(reason: "eglBindAPI: \(eglErrorName())")
    }
    let attributes: [EGLint] = [
      EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE,
    ]
    var config: EGLConfig?
    var count: EGLint = 0
    guard
      eglChooseConfig(display, attributes, &config, 1, &count) == EGLBoolean(EGL_TRUE),
      count > 0
    else { throw DisplayRefusal(reason: "no configuration for OpenGL ES 3") }
    let context = try makeContext(display, config, extensions, isDebug: isDebug)
    guard eglMakeCurrent(display, nil, nil, context) == EGLBoolean(EGL_TRUE) else {
      let reason = "eglMakeCurrent: \(eglErrorName())"
      eglDestroyContext(display, context)
      throw DisplayRefusal(reason: reason)
    }
    return context
  }

  private static func makeContext(
    _ display: EGLDisplay,
    _ config: EGLConfig?,
    _ extensions: Set<String>,
    isDebug: Bool
  ) throws(DisplayRefusal) -> EGLContext {
    var attributes: [EGLint] = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0]
    if isDebug, extensions.contains("EGL_KHR_create_context") {
      attributes += [EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR]
    }
    let robust =
      extensions.contains("EGL_EXT_create_context_robustness")
      ? [EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT] : []
    // A driver may list the extension and still refuse the strategy; then try without it.
    for extra in [robust, []] {
      let all = attributes + extra + [EGL_NONE]
      if let context = eglCreateContext(display, config, nil, all) { return context }
    }
    throw DisplayRefusal(reason: "eglCreateContext for OpenGL ES 3: \(eglErrorName())")
  }

  /// The extensions that change what this renderer does.
  private static let usedExtensions =
    [
      "EGL_KHR_surfaceless_context", "EGL_EXT_create_context_robustness", "GL_KHR_debug",
      "GL_KHR_robustness", "GL_EXT_robustness", "GL_EXT_texture_format_BGRA8888",
      "GL_EXT_read_format_bgra", "GL_EXT_shader_framebuffer_fetch",
      "GL_NV_shader_noperspective_interpolation", TimerQuery.name,
      DMABufferPlane.importName, DMABufferPlane.imageName, DeviceFormats.queryName,
    ] + DriverTraits.halfTargetNames

  private static func describe(
    _ connection: borrowing DisplayConnection,
    _ extensions: Set<String>
  ) -> EGLReport.Driver {
    var driver = EGLReport.Driver()
    driver.eglVendor = connection.vendor
    driver.eglVersion = connection.version
    driver.vendor = GL.string(GL.vendor)
    driver.renderer = GL.string(GL.renderer)
    driver.version = GL.string(GL.version)
    driver.maximumTextureSize = GL.integer(GL.maximumTextureSize)
    driver.maximumVertexAttributes = GL.integer(GL.maximumVertexAttributes)
    driver.maximumFragmentInputVectors = GL.integer(GL.maximumFragmentInputComponents) / 4
    let all = extensions.union(connection.extensions)
    driver.extensions = usedExtensions.filter(all.contains).sorted()
    return driver
  }
}

extension GLContext {
  /// Tries platforms until one works.
  ///
  /// - Throws: `RenderError.noRenderer` with the report's reasons if none does.
  static func open(
    _ preferences: GLESPreferences,
    _ report: inout EGLReport
  ) throws(RenderError) -> GLContext {
    for candidate in DisplayConnection.candidates(preferences) {
      do {
        return try open(candidate, isDebug: preferences.isDebug, &report)
      } catch {
        report.attempts.append(.init(candidate.platform, .refused(error.reason)))
      }
    }
    throw .noRenderer(reasons: report.reasons)
  }

  fileprivate static func open(
    _ candidate: DisplayConnection.Candidate,
    isDebug: Bool,
    _ report: inout EGLReport
  ) throws(DisplayRefusal) -> GLContext {
    if let absence = candidate.absence { throw DisplayRefusal(reason: absence) }
    let context = try GLContext(candidate.platform, isDebug: isDebug)
    let hasGPU = !BufferDevice.nodes(.render).isEmpty
    if candidate.platform.hasWindows, context.driver.isSoftware, hasGPU {
      throw DisplayRefusal(reason: "the display draws on the processor, and there is a GPU")
    }
    report.attempts.append(.init(candidate.platform, .works(context.driver)))
    return context
  }
}

extension EGLReport {
  /// Tries every platform of this machine, or the requested one, without drawing.
  package static func probe(_ preferences: GLESPreferences = .init()) -> EGLReport {
    var report = EGLReport()
    for candidate in DisplayConnection.candidates(preferences) {
      do {
        _ = try GLContext.open(candidate, isDebug: false, &report)
      } catch {
        report.attempts.append(.init(candidate.platform, .refused(error.reason)))
      }
    }
    return report
  }
}
