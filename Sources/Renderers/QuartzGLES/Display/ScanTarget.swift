// GL's side of a buffer that a screen shows.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL
import CQuartzGLES
import QuartzPlan

/// A buffer that GL draws to.
///
/// The context must be current when the target is made, used and freed.
final class ScanTarget {
  private let framebuffer: GLuint
  private let renderbuffer: GLuint
  private let width: GLint
  private let height: GLint

  /// - Parameter image: EGL's image of the buffer; not needed afterwards.
  init(
    _ image: EGLImage,
    of buffer: DMABuffer,
    _ setStorage: Extension.SetStorage
  ) throws(RenderError) {
    var name: GLuint = 0
    glGenRenderbuffers(1, &name)
    renderbuffer = name
    glBindRenderbuffer(GL.renderbuffer, renderbuffer)
    setStorage(GL.renderbuffer, image)
    glGenFramebuffers(1, &name)
    framebuffer = name
    width = GLint(buffer.width)
    height = GLint(buffer.height)
    glBindFramebuffer(GL.framebuffer, framebuffer)
    glFramebufferRenderbuffer(
      GL.framebuffer,
      GL.colorAttachment,
      GL.renderbuffer,
      renderbuffer
    )
    let status = glCheckFramebufferStatus(GL.framebuffer)
    guard status == GL.framebufferComplete else {
      throw .gl(function: "glCheckFramebufferStatus", code: status)
    }
  }

  deinit {
    withUnsafePointer(to: framebuffer) { glDeleteFramebuffers(1, $0) }
    withUnsafePointer(to: renderbuffer) { glDeleteRenderbuffers(1, $0) }
  }

  /// Draws a picture in the middle, on black, and waits until GL has finished.
  func draw(_ picture: RenderTarget?) {
    glBindFramebuffer(GL.framebuffer, framebuffer)
    glClearColor(0, 0, 0, 1)
    glClear(GL.colorBuffer)
    if let picture {
      let (columns, rows) = (picture.texture.width, picture.texture.height)
      let placement = ScreenPlacement(columns, rows, on: Int(width), Int(height))
      picture.bind()
      glBindFramebuffer(GL.drawFramebuffer, framebuffer)
      glBlitFramebuffer(
        0,
        0,
        GLint(placement.width),
        GLint(placement.height),
        GLint(placement.x),
        GLint(placement.y),
        GLint(placement.x + placement.width),
        GLint(placement.y + placement.height),
        GL.colorBuffer,
        GL.nearest
      )
    }
    glFinish()
  }
}

/// The position of a picture on a screen, in pixels: in the middle, or at the top left if it is
/// larger.
package struct ScreenPlacement: Equatable {
  package let x: Int
  package let y: Int
  let width: Int
  let height: Int

  package init(_ width: Int, _ height: Int, on screenWidth: Int, _ screenHeight: Int) {
    x = max(0, (screenWidth - width) / 2)
    y = max(0, (screenHeight - height) / 2)
    self.width = min(width, screenWidth)
    self.height = min(height, screenHeight)
  }
}
