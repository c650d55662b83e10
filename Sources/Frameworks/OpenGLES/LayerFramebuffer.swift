// The buffers that a layer's own drawing goes to.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import QuartzCore
import QuartzGLES
import QuartzModel

/// A framebuffer with colour, and depth and stencil if they are wanted, of one context.
final class LayerFramebuffer {
  let width: Int
  let height: Int
  let pixelFormat: CGLPixelFormat
  private let context: EAGLContext
  private let pictures: RenderbufferPictures
  private var framebuffer: GLuint = 0
  private var color: GLuint = 0
  private var depthStencil: GLuint = 0

  /// Makes the buffers; the context must be current.
  ///
  /// - Parameters:
  ///   - width: In pixels, at least 1.
  ///   - height: In pixels.
  init(
    _ context: EAGLContext,
    _ pixelFormat: CGLPixelFormat,
    width: Int,
    height: Int
  ) throws(DrawableProblem) {
    (self.width, self.height) = (width, height)
    (self.context, self.pixelFormat) = (context, pixelFormat)
    let format = try DrawableFormat(named: pixelFormat.colorFormat)
    pictures = RenderbufferPictures(format, context.sharegroup, width: width, height: height)
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    color = try makeBuffer(format.internalFormat, format.name, [GL_COLOR_ATTACHMENT0])
    let (depth, stencil) = (pixelFormat.depthSize, pixelFormat.stencilSize)
    switch (depth > 0, stencil > 0) {
    case (false, false): break
    case (_, true):
      // OpenGL ES 3 wants one buffer for both.
      let attachments =
        depth > 0 ? [GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT] : [GL_STENCIL_ATTACHMENT]
      depthStencil = try makeBuffer(
        GLenum(GL_DEPTH24_STENCIL8),
        "24 bits of depth and 8 of stencil",
        attachments
      )
    case (true, false):
      depthStencil = try makeBuffer(
        GLenum(depth > 16 ? GL_DEPTH_COMPONENT24 : GL_DEPTH_COMPONENT16),
        "\(depth > 16 ? 24 : 16) bits of depth",
        [GL_DEPTH_ATTACHMENT]
      )
    }
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else { throw .notReadable(code: status) }
  }

  deinit {
    // Also where the initialiser threw; a name of 0 is nothing.
    context.asCurrent {
      glDeleteFramebuffers(1, &framebuffer)
      glDeleteRenderbuffers(1, &color)
      glDeleteRenderbuffers(1, &depthStencil)
    }
  }

  private func makeBuffer(
    _ format: GLenum,
    _ formatName: String,
    _ attachments: [Int32]
  ) throws(DrawableProblem) -> GLuint {
    let target = GLenum(GL_RENDERBUFFER)
    var name: GLuint = 0
    glGenRenderbuffers(1, &name)
    glBindRenderbuffer(target, name)
    GL.dropErrors()
    glRenderbufferStorage(target, format, GLsizei(width), GLsizei(height))
    switch glGetError() {
    case GLenum(GL_NO_ERROR): break
    case GLenum(GL_OUT_OF_MEMORY):
      glDeleteRenderbuffers(1, &name)
      throw .noMemory(width: width, height: height)
    case let code:
      glDeleteRenderbuffers(1, &name)
      throw .refusedFormat(formatName, code: code)
    }
    for attachment in attachments {
      glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(attachment), target, name)
    }
    return name
  }

  /// Binds the framebuffer, with the viewport over all of it.
  func bind() {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glViewport(0, 0, GLsizei(width), GLsizei(height))
  }

  /// The colours as a picture in one of a slot's buffers.
  func picture(for slot: CAContentSlot, isOpaque: Bool) throws(DrawableProblem) -> PixelBuffer {
    try pictures.picture(of: color, for: slot, isOpaque: isOpaque)
  }

  /// Shows the colours in a slot, with the next frame.
  func present(in slot: CAContentSlot, isOpaque: Bool) throws(DrawableProblem) {
    try pictures.present(color, in: slot, isOpaque: isOpaque, isLate: context.isMultiThreaded)
  }
}

extension EAGLContext {
  /// Runs `body` with the context current on this thread, then restores the thread's own context.
  ///
  /// - Returns: Nil, with a report, if the context is current on another thread.
  @discardableResult
  package func asCurrent<Result>(_ body: () -> Result) -> Result? {
    let before = EAGLContext.current()
    guard EAGLContext.setCurrent(self) else { return nil }
    defer { EAGLContext.setCurrent(before) }
    return body()
  }
}
