// Chapter 14: a compressed texture in a layer of OpenGL.
// Licensed under the MIT license; see LICENSE.

import BookKit
import GLKit
import OpenGLES
import UIKit

extension LockwoodChapter14 {
  static let textures: [Demo] = [
    Demo("LW-14.8", "A PVR picture in a layer of OpenGL") { TexturePage() }
      .play(TexturePage.self) { stage, page in
        expectSnowman(stage)
        try stage.show()
        let texture = page.textureName
        page.drawFrame()
        stage.wait(1 / 60)
        stage.expect(page.loads == 1 && page.textureName == texture, "loaded and decoded once")
        expectSnowman(stage)
        let (framebuffer, renderbuffer) = (page.framebuffer, page.colorRenderbuffer)
        stage.expect(glIsTexture(texture) != 0, "there is a texture")
        page.tearDownBuffers()
        stage.expect(glIsTexture(texture) == 0, "no texture is left")
        stage.expect(glIsFramebuffer(framebuffer) == 0, "no framebuffer is left")
        stage.expect(glIsRenderbuffer(renderbuffer) == 0, "no renderbuffer is left")
        stage.wait(1 / 60)
        // A presented picture stays.
        expectSnowman(stage)
      }
  ]

  private static func expectSnowman(_ stage: Stage) {
    stage.expect(at: CGPoint(x: 160, y: 160), .orange, within: 4, "the hat is above")
    stage.expect(at: CGPoint(x: 160, y: 300), .white, "the body is below")
    stage.expect(at: CGPoint(x: 20, y: 380), .cyan, "the view below shows through")
    stage.expect(at: CGPoint(x: 300, y: 100), .cyan, "on the other side too")
  }

  /// The file of a snowman of 64 texels a side, in blocks of 4 x 4 texels with two bits each.
  ///
  /// A block has two colours: here the first is transparent black, and the second is orange above
  /// and white below. The bits of a texel choose one.
  private static func snowman() -> Data {
    var blocks = [UInt32](repeating: 0, count: 2 * 16 * 16)
    for row in 0..<16 {
      for column in 0..<16 {
        // Interleaved bits of the row and the column.
        let place = (0..<4).reduce(0) {
          $0 | (row >> $1 & 1) << (2 * $1) | (column >> $1 & 1) << (2 * $1 + 1)
        }
        var bits: UInt32 = 0
        for texel in 0..<16 where isSnow(column * 4 + texel % 4, row * 4 + texel / 4) {
          bits |= 3 << (2 * UInt32(texel))
        }
        let color: UInt32 = row < 6 ? 31 << 10 | 16 << 5 : 31 << 10 | 31 << 5 | 31
        blocks[2 * place] = bits
        blocks[2 * place + 1] = 1 << 31 | color << 16
      }
    }
    // The file's head: its length, the sides, the levels after the first, 4 bits with alpha, the
    // length of the texels, their bits, the masks, the signature, and one surface.
    let signature: UInt32 = 0x2152_5650
    let head: [UInt32] = [52, 64, 64, 0, 0x19, 2048, 4, 0, 0, 0, 1, signature, 1]
    return (head + blocks).reduce(into: Data()) { data, word in
      withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) }
    }
  }

  private static func isSnow(_ x: Int, _ y: Int) -> Bool {
    let (across, head, body) = (x - 32, y - 17, y - 43)
    return across * across + head * head < 13 * 13 || across * across + body * body < 19 * 19
  }

  /// A layer of OpenGL with the picture.
  final class TexturePage: UIViewController {
    private(set) var loads = 0
    private(set) var framebuffer: GLuint = 0
    private(set) var colorRenderbuffer: GLuint = 0
    private let glView = UIView(frame: CGRect(x: 10, y: 90, width: 300, height: 300))
    private let glLayer = CAEAGLLayer()
    private var glContext: EAGLContext?
    private var effect: GLKBaseEffect?
    private var (width, height): (GLint, GLint) = (0, 0)

    var textureName: GLuint { effect?.texture2d0.name ?? 0 }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .lightGray
      glView.backgroundColor = .cyan
      view.addSubview(glView)
      glContext = EAGLContext(api: .openGLES2)
      EAGLContext.setCurrent(glContext)
      glLayer.frame = glView.bounds
      glLayer.isOpaque = false
      glLayer.drawableProperties = [
        kEAGLDrawablePropertyRetainedBacking: false,
        kEAGLDrawablePropertyColorFormat: kEAGLColorFormatRGBA8,
      ]
      glView.layer.addSublayer(glLayer)
      effect = GLKBaseEffect()
      loadTexture()
      setUpBuffers()
      drawFrame()
    }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      tearDownBuffers()
      EAGLContext.setCurrent(nil)
    }

    private func loadTexture() {
      let path = Lockwood2.write(LockwoodChapter14.snowman(), to: "snowman.pvr")
      do {
        let texture = try GLKTextureLoader.texture(withContentsOfFile: path)
        effect?.texture2d0.name = texture.name
        // The text has decals, whose transparent parts are those of the vertices' colour.
        effect?.texture2d0.envMode = .replace
        loads += 1
      } catch {
        print("\(path) is no texture: \(error)")
      }
    }

    private func setUpBuffers() {
      let target = GLenum(GL_RENDERBUFFER)
      glGenFramebuffers(1, &framebuffer)
      glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
      glGenRenderbuffers(1, &colorRenderbuffer)
      glBindRenderbuffer(target, colorRenderbuffer)
      let attachment = GLenum(GL_COLOR_ATTACHMENT0)
      glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), attachment, target, colorRenderbuffer)
      glContext?.renderbufferStorage(Int(GL_RENDERBUFFER), from: glLayer)
      glGetRenderbufferParameteriv(target, GLenum(GL_RENDERBUFFER_WIDTH), &width)
      glGetRenderbufferParameteriv(target, GLenum(GL_RENDERBUFFER_HEIGHT), &height)
      let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
      if status != GLenum(GL_FRAMEBUFFER_COMPLETE) { print("no complete framebuffer: \(status)") }
    }

    func tearDownBuffers() {
      // A number of 0 is left out, so this may be called twice.
      glDeleteFramebuffers(1, &framebuffer)
      glDeleteRenderbuffers(1, &colorRenderbuffer)
      var texture = textureName
      glDeleteTextures(1, &texture)
      effect?.texture2d0.name = 0
      (framebuffer, colorRenderbuffer) = (0, 0)
    }

    func drawFrame() {
      glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
      glViewport(0, 0, width, height)
      effect?.prepareToDraw()
      glClearColor(0, 0, 0, 0)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
      // The first row of texels is the upper one.
      let vertices: [GLfloat] = [-1, -1, -1, 1, 1, 1, 1, -1]
      let places: [GLfloat] = [0, 1, 0, 0, 1, 0, 1, 1]
      let position = GLuint(GLKVertexAttrib.position.rawValue)
      let place = GLuint(GLKVertexAttrib.texCoord0.rawValue)
      glEnableVertexAttribArray(position)
      glEnableVertexAttribArray(place)
      vertices.withUnsafeBytes { vertices in
        places.withUnsafeBytes { places in
          let (float, no) = (GLenum(GL_FLOAT), GLboolean(GL_FALSE))
          glVertexAttribPointer(position, 2, float, no, 0, vertices.baseAddress)
          glVertexAttribPointer(place, 2, float, no, 0, places.baseAddress)
          glDrawArrays(GLenum(GL_TRIANGLE_FAN), 0, 4)
        }
      }
      glBindRenderbuffer(GLenum(GL_RENDERBUFFER), colorRenderbuffer)
      glContext?.presentRenderbuffer(Int(GL_RENDERBUFFER))
    }
  }
}
