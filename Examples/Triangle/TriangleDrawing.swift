// The triangle that GL draws.
// Licensed under the MIT license; see LICENSE.

import ExampleSupport
import OpenGLES
import QuartzCore

/// A triangle with a framebuffer that a layer shows.
final class TriangleDrawing {
  private let context: EAGLContext
  private let layer: CAEAGLLayer
  private var program: GLuint = 0
  private var framebuffer: GLuint = 0
  private var renderbuffer: GLuint = 0
  private var width: GLint = 0
  private var height: GLint = 0

  private static let vertexShader = """
    attribute vec4 position;
    attribute vec4 color;
    varying lowp vec4 colorOfCorner;
    void main() {
      gl_Position = position;
      colorOfCorner = color;
    }
    """
  private static let fragmentShader = """
    varying lowp vec4 colorOfCorner;
    void main() {
      gl_FragColor = colorOfCorner;
    }
    """

  /// x, y and z of each corner; y points up, and -1...1 is the whole layer.
  private static let corners: [GLfloat] = [-0.5, -0.5, -1, 0, 0.5, -1, 0.5, -0.5, -1]
  /// Blue at the left, green at the top, red at the right.
  private static let colors: [GLfloat] = [0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1]

  /// Makes a context current and a framebuffer of the layer's size.
  init(_ layer: CAEAGLLayer) throws {
    guard let context = EAGLContext(api: .openGLES2), EAGLContext.setCurrent(context) else {
      throw ExampleFailure("there is no OpenGL ES; `quartz info` says why")
    }
    self.context = context
    self.layer = layer
    program = try Self.link()
    try makeBuffers()
  }

  deinit {
    guard EAGLContext.setCurrent(context) else { return }
    glDeleteFramebuffers(1, &framebuffer)
    glDeleteRenderbuffers(1, &renderbuffer)
    glDeleteProgram(program)
    EAGLContext.setCurrent(nil)
  }

  private func makeBuffers() throws {
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glGenRenderbuffers(1, &renderbuffer)
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
    glFramebufferRenderbuffer(
      GLenum(GL_FRAMEBUFFER),
      GLenum(GL_COLOR_ATTACHMENT0),
      GLenum(GL_RENDERBUFFER),
      renderbuffer
    )
    context.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer)
    let target = GLenum(GL_RENDERBUFFER)
    glGetRenderbufferParameteriv(target, GLenum(GL_RENDERBUFFER_WIDTH), &width)
    glGetRenderbufferParameteriv(target, GLenum(GL_RENDERBUFFER_HEIGHT), &height)
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      throw ExampleFailure("the framebuffer is not complete: 0x\(String(status, radix: 16))")
    }
  }

  /// Draws the triangle and shows it.
  func draw() throws {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glViewport(0, 0, width, height)
    glUseProgram(program)
    glClearColor(0, 0, 0, 1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    let position = GLuint(glGetAttribLocation(program, "position"))
    let color = GLuint(glGetAttribLocation(program, "color"))
    glEnableVertexAttribArray(position)
    glEnableVertexAttribArray(color)
    Self.corners.withUnsafeBytes { corners in
      Self.colors.withUnsafeBytes { colors in
        let (float, no) = (GLenum(GL_FLOAT), GLboolean(GL_FALSE))
        glVertexAttribPointer(position, 3, float, no, 0, corners.baseAddress)
        glVertexAttribPointer(color, 4, float, no, 0, colors.baseAddress)
        glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
      }
    }
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
    guard context.presentRenderbuffer(Int(GL_RENDERBUFFER)) else {
      throw ExampleFailure("the triangle was not presented")
    }
  }

  private static func link() throws -> GLuint {
    let program = glCreateProgram()
    for (kind, text) in [(GL_VERTEX_SHADER, vertexShader), (GL_FRAGMENT_SHADER, fragmentShader)] {
      let shader = glCreateShader(GLenum(kind))
      text.withCString { text in
        var source: UnsafePointer<CChar>? = text
        glShaderSource(shader, 1, &source, nil)
      }
      glCompileShader(shader)
      glAttachShader(program, shader)
      // It goes with the program.
      glDeleteShader(shader)
    }
    glLinkProgram(program)
    var isLinked: GLint = 0
    glGetProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
    guard isLinked == GL_TRUE else { throw ExampleFailure("the shaders do not link") }
    return program
  }
}
