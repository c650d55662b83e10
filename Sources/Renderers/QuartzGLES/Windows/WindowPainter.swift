// Windows that show pictures which renderers lend.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL
import CQuartzGLES
package import QuartzPlan

/// A context of OpenGL ES that draws to windows; belongs to their thread.
package final class WindowPainter {
  private let connection: DisplayConnection
  /// Nil where a context goes with surfaces of any configuration.
  private let config: EGLConfig?
  private let context: EGLContext
  private let setTexture: Extension.SetStorage
  private let isSoftware: Bool

  /// Connects to the display of windows.
  ///
  /// - Parameter platform: That of X11 or Wayland.
  /// - Throws: `RenderError.noRenderer` with the reason if the driver cannot draw to its windows.
  package init(_ platform: EGLPlatform) throws(RenderError) {
    do throws(DisplayRefusal) {
      isSoftware = try GLContext(platform, isDebug: false).driver.isSoftware
      connection = try DisplayConnection(platform)
      if platform == .x11 {
        config = try WindowPainter.config(connection.display)
      } else {
        // Its windows come with surfaces, and those with configurations.
        guard connection.extensions.contains("EGL_KHR_no_config_context"),
          eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGLBoolean(EGL_TRUE)
        else { throw DisplayRefusal(reason: "EGL lacks EGL_KHR_no_config_context") }
        config = nil
      }
      guard let setTexture = Extension.setTexture() else {
        throw DisplayRefusal(reason: "GL lacks \(DMABufferPlane.imageName)")
      }
      self.setTexture = setTexture
      let attributes: [EGLint] = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE]
      guard let context = eglCreateContext(connection.display, config, nil, attributes) else {
        throw DisplayRefusal(reason: "eglCreateContext: \(eglErrorName())")
      }
      self.context = context
    } catch {
      throw .noRenderer(reasons: ["\(platform): \(error.reason)"])
    }
  }

  deinit {
    DriverLock.shared.lock()
    eglDestroyContext(connection.display, context)
    DriverLock.shared.unlock()
  }

  /// Finds the configuration of windows with eight bits of each colour.
  private static func config(_ display: EGLDisplay) throws(DisplayRefusal) -> EGLConfig {
    guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGLBoolean(EGL_TRUE) else {
      throw DisplayRefusal(reason: "eglBindAPI: \(eglErrorName())")
    }
    let wanted: [EGLint] = [
      EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_RED_SIZE, 8,
      EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 0, EGL_NONE,
    ]
    var configs = [EGLConfig?](repeating: nil, count: 64)
    var count: EGLint = 0
    eglChooseConfig(display, wanted, &configs, EGLint(configs.count), &count)
    // Those with alpha, which windows of SDL do not have, come in front.
    let fitting = configs.prefix(Int(count)).compactMap { $0 }.first { config in
      var alpha: EGLint = 0
      eglGetConfigAttrib(display, config, EGL_ALPHA_SIZE, &alpha)
      return alpha == 0
    }
    guard let fitting else { throw DisplayRefusal(reason: "no configuration for windows") }
    return fitting
  }

  /// Makes a surface of a window.
  ///
  /// - Parameter window: X11's number of a window with the visual of the screen.
  package func open(_ window: UInt) throws(RenderError) -> WindowSurface {
    let native = EGLNativeWindowType(window)
    guard let surface = eglCreateWindowSurface(connection.display, config, native, nil) else {
      throw .gl(function: "eglCreateWindowSurface", code: UInt32(bitPattern: eglGetError()))
    }
    return WindowSurface(surface, isOwned: true, self)
  }

  /// Takes the surface that a window comes with.
  ///
  /// - Parameter find: Returns the surface's address; a context of others is current meanwhile.
  /// - Returns: Nil if the window has none.
  package func open(_ find: () -> UInt?) -> WindowSurface? {
    DriverLock.shared.lock()
    defer { DriverLock.shared.unlock() }
    guard let surface = find().flatMap({ EGLSurface(bitPattern: $0) }) else { return nil }
    return WindowSurface(surface, isOwned: false, self)
  }

  fileprivate func destroy(_ surface: EGLSurface) {
    DriverLock.shared.lock()
    eglDestroySurface(connection.display, surface)
    DriverLock.shared.unlock()
  }

  /// Runs `body` with a surface current.
  ///
  /// - Returns: False, without a call of `body`, if the window or its display is gone.
  fileprivate func draw(to surface: EGLSurface, _ body: (EGLDisplay) -> Bool) -> Bool {
    // Of software drivers only one context is current at a time.
    if isSoftware { DriverLock.shared.lock() }
    defer { if isSoftware { DriverLock.shared.unlock() } }
    let display = connection.display
    guard eglMakeCurrent(display, surface, surface, context) == EGLBoolean(EGL_TRUE) else {
      return false
    }
    defer { eglMakeCurrent(display, nil, nil, nil) }
    return body(display)
  }

  fileprivate func framebuffer(of texture: SharedTexture) -> (texture: GLuint, buffer: GLuint) {
    var names: (texture: GLuint, buffer: GLuint) = (0, 0)
    glGenTextures(1, &names.texture)
    glBindTexture(GL.texture2D, names.texture)
    setTexture(GL.texture2D, texture.image)
    glGenFramebuffers(1, &names.buffer)
    glBindFramebuffer(GL.framebuffer, names.buffer)
    glFramebufferTexture2D(
      GL.framebuffer,
      GL.colorAttachment,
      GL.texture2D,
      names.texture,
      0
    )
    return names
  }
}

/// A window that shows lent pictures; belongs to the thread of windows, as does its window.
package final class WindowSurface {
  private let surface: EGLSurface
  /// Whether the surface goes with this object, and not with its window.
  private let isOwned: Bool
  private let painter: WindowPainter
  /// The textures of a picture's lender, as this context has them.
  private var sources: [(shared: SharedTexture, texture: GLuint, buffer: GLuint)] = []

  fileprivate init(_ surface: EGLSurface, isOwned: Bool, _ painter: WindowPainter) {
    (self.surface, self.isOwned, self.painter) = (surface, isOwned, painter)
  }

  deinit {
    _ = painter.draw(to: surface) { _ in
      forgetSources()
      return true
    }
    if isOwned { painter.destroy(surface) }
  }

  /// Shows a picture in the middle of the window, on black, and waits until GL has drawn it: the
  /// lender may then have it back.
  ///
  /// - Returns: False if the window or its display is gone.
  package func show(_ picture: LentPicture) -> Bool {
    painter.draw(to: surface) { display in
      // Nobody waits for a refresh.
      eglSwapInterval(display, 0)
      var (width, height): (EGLint, EGLint) = (0, 0)
      eglQuerySurface(display, surface, EGL_WIDTH, &width)
      eglQuerySurface(display, surface, EGL_HEIGHT, &height)
      let source = framebuffer(of: picture.texture)
      picture.wait()
      glBindFramebuffer(GL.framebuffer, 0)
      glClearColor(0, 0, 0, 1)
      glClear(GL.colorBuffer)
      let place = ScreenPlacement(picture.width, picture.height, on: Int(width), Int(height))
      glBindFramebuffer(GL.readFramebuffer, source)
      // A window has its first row at the bottom.
      let top = height - GLint(place.y)
      glBlitFramebuffer(
        0,
        0,
        GLint(place.width),
        GLint(place.height),
        GLint(place.x),
        top,
        GLint(place.x + place.width),
        top - GLint(place.height),
        GL.colorBuffer,
        GL.nearest
      )
      let isShown = eglSwapBuffers(display, surface) == EGLBoolean(EGL_TRUE)
      glFinish()
      return isShown
    }
  }

  private func framebuffer(of texture: SharedTexture) -> GLuint {
    if let source = sources.first(where: { $0.shared === texture }) { return source.buffer }
    // A lender has two; those of the output before, which had another size, are done with.
    if sources.count >= 2 { forgetSources() }
    let made = painter.framebuffer(of: texture)
    sources.append((texture, made.texture, made.buffer))
    return made.buffer
  }

  private func forgetSources() {
    for source in sources {
      withUnsafePointer(to: source.buffer) { glDeleteFramebuffers(1, $0) }
      withUnsafePointer(to: source.texture) { glDeleteTextures(1, $0) }
    }
    sources.removeAll()
  }
}
