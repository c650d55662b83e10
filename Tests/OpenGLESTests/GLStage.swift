// A program that draws with OpenGL ES into a layer, for tests.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import OpenGLES
import Testing

@testable import QuartzCore

/// Objects of the current context, of every kind.
func objectCount() -> Int {
  let kinds: [(GLuint) -> GLboolean] = [
    { glIsTexture($0) }, { glIsBuffer($0) }, { glIsFramebuffer($0) }, { glIsRenderbuffer($0) },
  ]
  return (1..<GLuint(4096)).reduce(0) { count, name in
    count + kinds.count { $0(name) == GLboolean(GL_TRUE) }
  }
}

/// A context's version, and how it presents.
enum GLWay: CaseIterable, Sendable {
  case version2, version3
  /// Version 3, and presents return before GL has drawn.
  case late

  var api: EAGLRenderingAPI { self == .version2 ? .openGLES2 : .openGLES3 }
}

/// What the texts' listing sets up: a context, a layer of a container, a framebuffer.
final class GLStage {
  let gl: EAGLContext
  let layer = CAEAGLLayer()
  let output: CAContext
  var framebuffer: GLuint = 0
  var renderbuffer: GLuint = 0

  init(
    _ way: GLWay = .version2,
    size: CGSize = CGSize(width: 64, height: 48),
    scale: CGFloat = 1,
    sharegroup: EAGLSharegroup? = nil
  ) throws {
    gl = try #require(
      sharegroup.map { EAGLContext(api: way.api, sharegroup: $0) } ?? EAGLContext(api: way.api)
    )
    gl.isMultiThreaded = way == .late
    output = try CAContext(size: size, scale: scale)
    let root = CALayer()
    root.frame = CGRect(origin: .zero, size: size)
    root.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    layer.frame = root.bounds
    layer.contentsScale = scale
    root.addSublayer(layer)
    output.layer = root
    CATransaction.flush()
    try #require(EAGLContext.setCurrent(gl))
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glGenRenderbuffers(1, &renderbuffer)
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
    // Before there is storage, as the listing has it.
    glFramebufferRenderbuffer(
      GLenum(GL_FRAMEBUFFER),
      GLenum(GL_COLOR_ATTACHMENT0),
      GLenum(GL_RENDERBUFFER),
      renderbuffer
    )
  }

  deinit {
    if EAGLContext.setCurrent(gl) {
      glDeleteFramebuffers(1, &framebuffer)
      glDeleteRenderbuffers(1, &renderbuffer)
    }
    EAGLContext.setCurrent(nil)
  }

  @discardableResult
  func allocate() -> Bool {
    gl.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer)
  }

  @discardableResult
  func present() -> Bool {
    gl.presentRenderbuffer(Int(GL_RENDERBUFFER))
  }

  func clear(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float = 1) {
    glClearColor(red, green, blue, alpha)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
  }

  var parameters: [GLint] {
    [GL_RENDERBUFFER_WIDTH, GL_RENDERBUFFER_HEIGHT].map { name in
      var value: GLint = 0
      glGetRenderbufferParameteriv(GLenum(GL_RENDERBUFFER), GLenum(name), &value)
      return value
    }
  }

  /// The pixel of the output at a place, in pixels from the top left.
  func pixel(_ x: Int, _ y: Int, at time: Double? = nil) throws -> [UInt8] {
    let pixels = try output.frame(at: time ?? output.currentTime).pixels
    return pixels.withBytes { bytes in (0..<4).map { bytes[(y * pixels.width + x) * 4 + $0] } }
  }
}
