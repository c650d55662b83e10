// The buffers that a view draws into.
// Licensed under the MIT license; see LICENSE.

import OpenGLES
import QuartzCore
import QuartzGLES

/// The reason why a view cannot draw.
enum ViewProblem: Error, CustomStringConvertible {
  case noContext
  case otherLayer
  case notCurrent
  case noStorage
  case incomplete(status: UInt32)
  case noSamples(limit: Int)
  case notReadable(String)

  var description: String {
    switch self {
    case .noContext: "there is no context to draw with"
    case .otherLayer: "the layer of the view is no CAEAGLLayer"
    case .notCurrent: "the context cannot be current on this thread"
    case .noStorage: "the layer gives no storage"
    case .incomplete(let status):
      "the driver does not draw into these formats: 0x\(String(status, radix: 16))"
    case .noSamples(let limit):
      "4 samples a pixel: the driver has at most \(limit)"
    case .notReadable(let reason): "the picture cannot be read: \(reason)"
    }
  }
}

/// The formats of a view's buffers.
struct ViewFormats: Equatable {
  var color = GLKViewDrawableColorFormat.RGBA8888
  var depth = GLKViewDrawableDepthFormat.formatNone
  var stencil = GLKViewDrawableStencilFormat.formatNone
  var samples = GLKViewDrawableMultisample.multisampleNone

  fileprivate var drawableColor: DrawableFormat {
    switch color {
    case .RGBA8888: .rgba8
    case .RGB565: .rgb565
    case .SRGBA8888: .srgba8
    }
  }

  /// One buffer for depth and stencil: its format, and its attachments to a framebuffer.
  fileprivate var glDepth: (format: GLenum, attachments: [Int32])? {
    switch (depth, stencil) {
    case (.formatNone, .formatNone): nil
    case (.format16, .formatNone): (GLenum(GL_DEPTH_COMPONENT16), [GL_DEPTH_ATTACHMENT])
    case (.format24, .formatNone): (GLenum(GL_DEPTH_COMPONENT24), [GL_DEPTH_ATTACHMENT])
    case (.formatNone, .format8): (GLenum(GL_STENCIL_INDEX8), [GL_STENCIL_ATTACHMENT])
    case (.format16, .format8), (.format24, .format8):
      (GLenum(GL_DEPTH24_STENCIL8), [GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT])
    }
  }
}

/// The buffers that a view draws into: a framebuffer that a layer shows, and with several samples a
/// pixel another one before it.
///
/// Its context is current when it is made, and wherever it is used.
final class ViewDrawable {
  let context: EAGLContext
  let formats: ViewFormats
  let width: Int
  let height: Int
  private var framebuffers: [GLuint] = []
  private var renderbuffers: [GLuint] = []

  private static let target = GLenum(GL_RENDERBUFFER)

  /// The renderbuffer that the layer shows.
  private var color: GLuint { renderbuffers[0] }
  /// The framebuffer that it belongs to.
  private var shown: GLuint { framebuffers[0] }
  /// The framebuffer to draw into.
  private var drawn: GLuint { framebuffers[framebuffers.count - 1] }

  init(
    _ layer: CAEAGLLayer,
    _ formats: ViewFormats,
    in context: EAGLContext
  ) throws(ViewProblem) {
    self.context = context
    self.formats = formats
    (width, height) = Self.size(of: layer)
    let before = Self.binding(GL_RENDERBUFFER_BINDING)
    defer { glBindRenderbuffer(Self.target, before) }
    addRenderbuffer()
    layer.drawableProperties = [kEAGLDrawablePropertyColorFormat: formats.drawableColor.name]
    guard context.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer) else { throw .noStorage }
    addFramebuffer()
    attach(color, to: [GL_COLOR_ATTACHMENT0])
    let samples = try sampleCount()
    if samples > 0 {
      addFramebuffer()
      attach(
        addStorage(formats.drawableColor.internalFormat, samples: samples),
        to: [GL_COLOR_ATTACHMENT0]
      )
    }
    if let (format, attachments) = formats.glDepth {
      attach(addStorage(format, samples: samples), to: attachments)
    }
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else { throw .incomplete(status: status) }
  }

  deinit {
    context.asCurrent {
      glDeleteFramebuffers(GLsizei(framebuffers.count), framebuffers)
      glDeleteRenderbuffers(GLsizei(renderbuffers.count), renderbuffers)
    }
  }

  /// The size of a layer's content, in pixels; 0 where it has none.
  static func size(of layer: CAEAGLLayer) -> (width: Int, height: Int) {
    func pixels(_ length: CGFloat) -> Int { Int(exactly: length).map { max($0, 0) } ?? 0 }
    let (width, height) = DrawableSize.wanted(by: layer)
    return (pixels(width), pixels(height))
  }

  func isFor(_ layer: CAEAGLLayer, _ formats: ViewFormats) -> Bool {
    self.formats == formats && (width, height) == Self.size(of: layer)
  }

  // MARK: Making

  private func sampleCount() throws(ViewProblem) -> GLsizei {
    guard formats.samples == .multisample4X else { return 0 }
    // Version 2 knows neither the number nor the function.
    let limit = GL.isVersion3 ? GL.integer(GLenum(GL_MAX_SAMPLES)) : 0
    guard limit >= 4 else { throw .noSamples(limit: limit) }
    return 4
  }

  private func addFramebuffer() {
    var name: GLuint = 0
    glGenFramebuffers(1, &name)
    framebuffers.append(name)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
  }

  private func addRenderbuffer() {
    var name: GLuint = 0
    glGenRenderbuffers(1, &name)
    renderbuffers.append(name)
    glBindRenderbuffer(Self.target, name)
  }

  private func addStorage(_ format: GLenum, samples: GLsizei) -> GLuint {
    addRenderbuffer()
    let (width, height) = (GLsizei(width), GLsizei(height))
    if samples > 0 {
      glRenderbufferStorageMultisample(Self.target, samples, format, width, height)
    } else {
      glRenderbufferStorage(Self.target, format, width, height)
    }
    return renderbuffers[renderbuffers.count - 1]
  }

  private func attach(_ renderbuffer: GLuint, to attachments: [Int32]) {
    for attachment in attachments {
      let target = GLenum(GL_FRAMEBUFFER)
      glFramebufferRenderbuffer(target, GLenum(attachment), Self.target, renderbuffer)
    }
  }

  private static func binding(_ name: Int32) -> GLuint {
    GLuint(GL.integer(GLenum(name)))
  }

  // MARK: Using

  /// Makes GL draw into it, all over.
  func bind() {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), drawn)
    glViewport(0, 0, GLsizei(width), GLsizei(height))
  }

  /// Resolves the samples into the buffer that the layer shows.
  private func resolve() {
    guard shown != drawn else { return }
    let read = Self.binding(GL_READ_FRAMEBUFFER_BINDING)
    let draw = Self.binding(GL_DRAW_FRAMEBUFFER_BINDING)
    // No other state affects the blit.
    let isCut = glIsEnabled(GLenum(GL_SCISSOR_TEST)) != GLboolean(GL_FALSE)
    glDisable(GLenum(GL_SCISSOR_TEST))
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), drawn)
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), shown)
    let (width, height) = (GLint(width), GLint(height))
    let (color, nearest) = (GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, color, nearest)
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), read)
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), draw)
    if isCut { glEnable(GLenum(GL_SCISSOR_TEST)) }
  }

  /// Shows the drawing.
  func present() -> Bool {
    resolve()
    let before = Self.binding(GL_RENDERBUFFER_BINDING)
    defer { glBindRenderbuffer(Self.target, before) }
    glBindRenderbuffer(Self.target, color)
    return context.presentRenderbuffer(Int(GL_RENDERBUFFER))
  }

  /// Returns the drawing as an image, with premultiplied colours.
  func image(isOpaque: Bool) throws(ViewProblem) -> CGImage {
    resolve()
    do throws(DrawableProblem) {
      let name = color
      let pixels = try PixelStorage(width: width, height: height) {
        (memory) throws(DrawableProblem) in
        try RenderbufferReader.read(name, width, height, into: memory)
        if isOpaque { RenderbufferReader.makeOpaque(memory) }
        return isOpaque
      }
      return CGImage(pixels)
    } catch {
      throw .notReadable("\(error)")
    }
  }
}
