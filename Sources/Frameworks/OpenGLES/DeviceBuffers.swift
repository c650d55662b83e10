// Pictures of renderbuffers in dma-bufs: no processor copies them.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import QuartzCore
import QuartzGLES
import QuartzModel
import QuartzWire
import Synchronization

/// The dma-bufs of one drawable's pictures, which are reused.
final class DeviceBuffers: Sendable {
  private struct Entry: Sendable {
    let image: DeviceImage
    let block: DeviceBlock
  }

  private let display: ClientDisplay
  private let width: Int
  private let height: Int
  private let idle = Mutex<[Entry]>([])

  /// Nil where the driver has no such buffers of this size, or the current context cannot copy to
  /// them.
  init?(_ display: ClientDisplay, width: Int, height: Int) {
    // Version 2 cannot copy from framebuffer to framebuffer.
    guard GL.isVersion3 else { return nil }
    (self.display, self.width, self.height) = (display, width, height)
    guard let first = makeEntry() else { return nil }
    idle.withLock { $0 = [first] }
  }

  private func makeEntry() -> Entry? {
    guard let image = display.makeDeviceImage(width: width, height: height),
      let block = try? DeviceBlock(descriptor: image.descriptor)
    else { return nil }
    return Entry(image: image, block: block)
  }

  /// Copies a renderbuffer of the current context to an idle buffer, with GL.
  ///
  /// - Parameter isLate: Whether to return before GL has copied.
  /// - Returns: A function that gives the picture when GL has copied, on any thread; nil if all
  ///   buffers of the slot are in use.
  func picture(
    of name: GLuint,
    for slot: CAContentSlot,
    isOpaque: Bool,
    isLate: Bool
  ) throws(DrawableProblem) -> PictureMaker? {
    guard let entry = idle.withLock({ $0.popLast() }) ?? makeEntry() else {
      throw .noMemory(width: width, height: height)
    }
    do throws(DrawableProblem) {
      try entry.image.copy(name, isOpaque: isOpaque)
    } catch {
      idle.withLock { $0.append(entry) }
      throw error
    }
    let description = CAContentSlot.DevicePicture(
      width: width,
      height: height,
      bytesPerRow: entry.image.rowBytes,
      isOpaque: isOpaque
    )
    do {
      let work = PendingWork(display, isLate: isLate)
      let picture = try slot.makePicture(in: entry.block, description) { [self] in
        idle.withLock { $0.append(entry) }
      }
      guard let picture else { return nil }
      return {
        try work.wait()
        return picture
      }
    } catch {
      throw .refused("\(error)")
    }
  }
}

extension DeviceImage {
  /// Copies a renderbuffer of the current context with GL, turned over, so that its topmost row
  /// comes first.
  ///
  /// The program's GL state is restored afterwards.
  ///
  /// - Parameter isOpaque: Whether every alpha becomes 255.
  fileprivate func copy(_ name: GLuint, isOpaque: Bool) throws(DrawableProblem) {
    let state = CopyState()
    defer { state.restore() }
    var (framebuffers, target): ([GLuint], GLuint) = ([0, 0], 0)
    glGenFramebuffers(2, &framebuffers)
    glGenRenderbuffers(1, &target)
    defer {
      glDeleteFramebuffers(2, framebuffers)
      glDeleteRenderbuffers(1, &target)
    }
    let (read, draw) = (GLenum(GL_READ_FRAMEBUFFER), GLenum(GL_DRAW_FRAMEBUFFER))
    let (color, kind) = (GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER))
    glBindFramebuffer(read, framebuffers[0])
    glFramebufferRenderbuffer(read, color, kind, name)
    glBindFramebuffer(draw, framebuffers[1])
    glBindRenderbuffer(kind, target)
    becomeRenderbufferStorage()
    glFramebufferRenderbuffer(draw, color, kind, target)
    for framebuffer in [read, draw] {
      let status = glCheckFramebufferStatus(framebuffer)
      guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else { throw .notReadable(code: status) }
    }
    let (width, height) = (GLint(width), GLint(height))
    glDisable(GLenum(GL_SCISSOR_TEST))
    glColorMask(1, 1, 1, 1)
    glBlitFramebuffer(
      0,
      0,
      width,
      height,
      0,
      height,
      width,
      0,
      GLbitfield(GL_COLOR_BUFFER_BIT),
      GLenum(GL_NEAREST)
    )
    if isOpaque {
      glColorMask(0, 0, 0, 1)
      glClearColor(0, 0, 0, 1)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    }
  }
}

/// The state of GL that a copy to a dma-buf changes, as the program has set it.
private struct CopyState {
  private var drawFramebuffer: GLint = 0
  private var readFramebuffer: GLint = 0
  private var renderbuffer: GLint = 0
  private let isClipped: Bool
  private var mask = [GLboolean](repeating: 0, count: 4)
  private var clearColor = [GLfloat](repeating: 0, count: 4)

  /// Takes note of it.
  init() {
    isClipped = glIsEnabled(GLenum(GL_SCISSOR_TEST)) == GLboolean(GL_TRUE)
    glGetIntegerv(GLenum(GL_DRAW_FRAMEBUFFER_BINDING), &drawFramebuffer)
    glGetIntegerv(GLenum(GL_READ_FRAMEBUFFER_BINDING), &readFramebuffer)
    glGetIntegerv(GLenum(GL_RENDERBUFFER_BINDING), &renderbuffer)
    glGetBooleanv(GLenum(GL_COLOR_WRITEMASK), &mask)
    glGetFloatv(GLenum(GL_COLOR_CLEAR_VALUE), &clearColor)
  }

  func restore() {
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), GLuint(drawFramebuffer))
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), GLuint(readFramebuffer))
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), GLuint(renderbuffer))
    glColorMask(mask[0], mask[1], mask[2], mask[3])
    glClearColor(clearColor[0], clearColor[1], clearColor[2], clearColor[3])
    if isClipped { glEnable(GLenum(GL_SCISSOR_TEST)) }
  }
}
