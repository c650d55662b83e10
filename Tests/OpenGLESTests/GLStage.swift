// A program that draws with OpenGL ES into a layer, for tests.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import GLSupport
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

/// The setup of the texts' listing: a context, a layer of a container, a framebuffer.
final class GLStage {
  let gl: EAGLContext
  let layer = CAEAGLLayer()
  let output: CAContext
  private(set) var buffers: BoundRenderbuffer

  init(
    _ way: GLWay = .version2,
    size: CGSize = CGSize(width: 64, height: 48),
    scale: CGFloat = 1,
    sharegroup: EAGLSharegroup? = nil
  ) throws {
    let gl = try #require(
      sharegroup.map { EAGLContext(api: way.api, sharegroup: $0) } ?? EAGLContext(api: way.api)
    )
    gl.isMultiThreaded = way == .late
    try #require(EAGLContext.setCurrent(gl))
    self.gl = gl
    buffers = BoundRenderbuffer()
    output = try CAContext(size: size, scale: scale)
    let root = CALayer()
    root.frame = CGRect(origin: .zero, size: size)
    root.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    layer.frame = root.bounds
    layer.contentsScale = scale
    root.addSublayer(layer)
    output.layer = root
    CATransaction.flush()
  }

  deinit {
    if EAGLContext.setCurrent(gl) { deleteBuffers() }
    EAGLContext.setCurrent(nil)
  }

  func deleteBuffers() {
    buffers.delete()
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
