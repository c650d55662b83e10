// Pictures that OpenGL ES draws.
// Licensed under the MIT license; see LICENSE.

import GLSupport
import Glibc
import OpenGLES
import QuartzCore

/// Draws numbers into a layer: red, green and blue are the bytes of the number.
final class GLPresenter {
  private let gl: EAGLContext

  /// Makes a context, current on this thread, and a renderbuffer of the layer's size.
  init(_ layer: CAEAGLLayer, isLate: Bool) {
    guard let gl = EAGLContext(api: .openGLES3), EAGLContext.setCurrent(gl) else {
      fatalError("there is no OpenGL ES 3")
    }
    self.gl = gl
    if isLate { gl.isMultiThreaded = true }
    // A present that is refused is told there, while nobody reads.
    let nowhere = open("/dev/null", O_WRONLY)
    dup2(nowhere, STDERR_FILENO)
    close(nowhere)
    _ = BoundRenderbuffer()
    gl.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer)
  }

  /// Presents a number.
  ///
  /// - Returns: Whether it will show.
  func present(_ number: Int) -> Bool {
    func byte(_ shift: Int) -> GLfloat { GLfloat(number >> shift & 255) / 255 }
    glClearColor(byte(0), byte(8), byte(16), 1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    return gl.presentRenderbuffer(Int(GL_RENDERBUFFER))
  }
}
