// The setup of programs that draw into layers.
// Licensed under the MIT license; see LICENSE.

package import OpenGLES

/// A renderbuffer, without storage at first, and a framebuffer to draw to it with.
package struct BoundRenderbuffer {
  package private(set) var framebuffer: GLuint = 0
  package private(set) var renderbuffer: GLuint = 0

  /// Makes both in the current context, and leaves them bound.
  package init() {
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glGenRenderbuffers(1, &renderbuffer)
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
    // Before there is storage, as the listing of the texts has it.
    glFramebufferRenderbuffer(
      GLenum(GL_FRAMEBUFFER),
      GLenum(GL_COLOR_ATTACHMENT0),
      GLenum(GL_RENDERBUFFER),
      renderbuffer
    )
  }

  /// Deletes both; their context, or one of its group for the renderbuffer, must be current.
  package mutating func delete() {
    glDeleteFramebuffers(1, &framebuffer)
    glDeleteRenderbuffers(1, &renderbuffer)
    (framebuffer, renderbuffer) = (0, 0)
  }
}
