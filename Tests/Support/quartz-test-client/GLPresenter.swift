// Pictures that OpenGL ES draws.
// Licensed under the MIT license; see LICENSE.

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
    var (framebuffer, renderbuffer): (GLuint, GLuint) = (0, 0)
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glGenRenderbuffers(1, &renderbuffer)
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
    gl.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer)
    glFramebufferRenderbuffer(
      GLenum(GL_FRAMEBUFFER),
      GLenum(GL_COLOR_ATTACHMENT0),
      GLenum(GL_RENDERBUFFER),
      renderbuffer
    )
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
