// Lockwood, chapter 6: a triangle of OpenGL in a layer.
// Licensed under the MIT license; see LICENSE.

import BookKit
import GLKit
import OpenGLES
import UIKit

/// The OpenGL layers of chapter 6.
@MainActor
enum LockwoodTriangle1 {
  static let demos: [Demo] = [
    Demo("LW-6.14", "A triangle of OpenGL") { TriangleController() }
      .play(with: TriangleController.self) { stage, controller in
        let size = controller.framebufferSize
        stage.expect(size == CGSize(width: 300, height: 300), "300 x 300 pixels: \(size)")
        try expectTriangle(stage)
        try stage.show("one frame")
        controller.drawFrame()
        stage.wait(1.0 / 60)
        try expectTriangle(stage)
        try stage.show("a second one")
      },
    Demo("LW-6.14a", "OpenGL, frame for frame") { TriangleController() }
      .play(with: TriangleController.self, frames),
  ]

  private static func expectTriangle(_ stage: Stage) throws {
    // A little within the corners, in points of the layer.
    try stage.expect(
      colors: [
        (10 + 81, 90 + 222, [0, 0, 255]), (10 + 150, 90 + 82, [0, 255, 0]),
        (10 + 219, 90 + 222, [255, 0, 0]),
      ],
      within: 20,
      "a corner"
    )
    try stage.expect(colors: [(160, 265, [85, 85, 85])], within: 4, "the middle")
    try stage.expect(colors: [(20, 100, [0, 0, 0]), (300, 380, [0, 0, 0])], "around it")
  }

  private static func frames(_ stage: Stage, _ controller: TriangleController) throws {
    for frame in 1...60 {
      controller.isTurned = frame % 2 == 1
      controller.drawFrame()
      stage.wait(1.0 / 60)
      let pixels = try Lockwood1.Pixels(stage)
      // A point that is only in the upright triangle, and one that is only in the other.
      let (upright, turned) = (pixels[100, 308] != [0, 0, 0], pixels[100, 172] != [0, 0, 0])
      stage.expect(
        upright == !controller.isTurned && turned == controller.isTurned,
        "frame \(frame) is shown within a frame"
      )
      if frame < 3 { try stage.show("frame \(frame)") }
    }
    controller.isTurned = false
    for (size, scale) in [
      (CGSize(width: 200, height: 100), CGFloat(1)), (CGSize(width: 200, height: 100), 2),
    ] {
      controller.tearDownBuffers()
      controller.tearDownBuffers()
      controller.resize(to: size, scale: scale)
      controller.setUpBuffers()
      controller.drawFrame()
      stage.wait(1)
      let found = controller.framebufferSize
      stage.expect(
        found == CGSize(width: size.width * scale, height: size.height * scale),
        "\(size) at \(scale) has \(found) pixels"
      )
      let box = try Lockwood1.Pixels(stage).box { $0 == [0, 0, 0] }
      stage.expect(box == CGRect(x: 10, y: 90, width: 200, height: 100), "it shows there: \(box)")
      try stage.show("200 x 100 at \(scale)")
    }
  }
}

private final class TriangleController: UIViewController {
  let glView = UIView(frame: CGRect(x: 10, y: 90, width: 300, height: 300))
  /// Whether the triangle stands on its corner.
  var isTurned = false
  private var glContext: EAGLContext?
  private let glLayer = CAEAGLLayer()
  private var framebuffer: GLuint = 0
  private var colorRenderbuffer: GLuint = 0
  private var framebufferWidth: GLint = 0
  private var framebufferHeight: GLint = 0
  private var effect: GLKBaseEffect?

  var framebufferSize: CGSize {
    CGSize(width: Int(framebufferWidth), height: Int(framebufferHeight))
  }

  func setUpBuffers() {
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glGenRenderbuffers(1, &colorRenderbuffer)
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), colorRenderbuffer)
    glFramebufferRenderbuffer(
      GLenum(GL_FRAMEBUFFER),
      GLenum(GL_COLOR_ATTACHMENT0),
      GLenum(GL_RENDERBUFFER),
      colorRenderbuffer
    )
    glContext?.renderbufferStorage(Int(GL_RENDERBUFFER), from: glLayer)
    let target = GLenum(GL_RENDERBUFFER)
    glGetRenderbufferParameteriv(target, GLenum(GL_RENDERBUFFER_WIDTH), &framebufferWidth)
    glGetRenderbufferParameteriv(target, GLenum(GL_RENDERBUFFER_HEIGHT), &framebufferHeight)
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    if status != GLenum(GL_FRAMEBUFFER_COMPLETE) {
      print("Failed to make complete framebuffer object: \(status)")
    }
  }

  func tearDownBuffers() {
    if framebuffer != 0 {
      glDeleteFramebuffers(1, &framebuffer)
      framebuffer = 0
    }
    if colorRenderbuffer != 0 {
      glDeleteRenderbuffers(1, &colorRenderbuffer)
      colorRenderbuffer = 0
    }
  }

  func drawFrame() {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glViewport(0, 0, framebufferWidth, framebufferHeight)
    effect?.prepareToDraw()
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    glClearColor(0, 0, 0, 1)

    let top: GLfloat = isTurned ? -0.5 : 0.5
    let vertices: [GLfloat] = [-0.5, -top, -1, 0, top, -1, 0.5, -top, -1]
    let colors: [GLfloat] = [0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1]
    let position = GLuint(GLKVertexAttrib.position.rawValue)
    let color = GLuint(GLKVertexAttrib.color.rawValue)
    glEnableVertexAttribArray(position)
    glEnableVertexAttribArray(color)
    vertices.withUnsafeBytes { vertices in
      colors.withUnsafeBytes { colors in
        let (float, no) = (GLenum(GL_FLOAT), GLboolean(GL_FALSE))
        glVertexAttribPointer(position, 3, float, no, 0, vertices.baseAddress)
        glVertexAttribPointer(color, 4, float, no, 0, colors.baseAddress)
        glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
      }
    }

    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), colorRenderbuffer)
    glContext?.presentRenderbuffer(Int(GL_RENDERBUFFER))
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    glView.backgroundColor = .white
    view.addSubview(glView)
    glContext = EAGLContext(api: .openGLES2)
    EAGLContext.setCurrent(glContext)
    glLayer.frame = glView.bounds
    glView.layer.addSublayer(glLayer)
    glLayer.drawableProperties = [
      kEAGLDrawablePropertyRetainedBacking: false,
      kEAGLDrawablePropertyColorFormat: kEAGLColorFormatRGBA8,
    ]
    effect = GLKBaseEffect()
    setUpBuffers()
    drawFrame()
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    tearDownBuffers()
    EAGLContext.setCurrent(nil)
  }

  /// Gives the layer another size and scale, without an animation.
  func resize(to size: CGSize, scale: CGFloat) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    glView.frame.size = size
    glLayer.frame = glView.bounds
    glLayer.contentsScale = scale
    CATransaction.commit()
  }
}
