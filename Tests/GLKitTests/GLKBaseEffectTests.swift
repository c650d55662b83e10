// Drawing with effects: the texts' triangle, lights, textures.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
@testable import GLKit
import OpenGLES
@testable import QuartzCore
import Testing

/// The texts' listing of a triangle in a layer, line by line.
private final class TriangleController {
  let glContext: EAGLContext
  let glLayer = CAEAGLLayer()
  var framebuffer: GLuint = 0
  var colorRenderbuffer: GLuint = 0
  var framebufferWidth: GLint = 0
  var framebufferHeight: GLint = 0
  let effect: GLKBaseEffect

  init(in container: CALayer) throws {
    glContext = try #require(EAGLContext(api: .openGLES2))
    EAGLContext.setCurrent(glContext)
    glLayer.frame = container.bounds
    container.addSublayer(glLayer)
    glLayer.drawableProperties = [
      kEAGLDrawablePropertyRetainedBacking: false,
      kEAGLDrawablePropertyColorFormat: kEAGLColorFormatRGBA8,
    ]
    effect = GLKBaseEffect()
    CATransaction.flush()
    setUpBuffers()
    drawFrame()
  }

  deinit {
    EAGLContext.setCurrent(glContext)
    tearDownBuffers()
    EAGLContext.setCurrent(nil)
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
    glContext.renderbufferStorage(Int(GL_RENDERBUFFER), from: glLayer)
    let target = GLenum(GL_RENDERBUFFER)
    glGetRenderbufferParameteriv(target, GLenum(GL_RENDERBUFFER_WIDTH), &framebufferWidth)
    glGetRenderbufferParameteriv(target, GLenum(GL_RENDERBUFFER_HEIGHT), &framebufferHeight)
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    #expect(status == GLenum(GL_FRAMEBUFFER_COMPLETE))
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
    effect.prepareToDraw()
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    glClearColor(0, 0, 0, 1)
    let vertices: [GLfloat] = [-0.5, -0.5, -1, 0, 0.5, -1, 0.5, -0.5, -1]
    let colors: [GLfloat] = [0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1]
    draw([(.position, 3, vertices), (.color, 4, colors)])
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), colorRenderbuffer)
    glContext.presentRenderbuffer(Int(GL_RENDERBUFFER))
  }
}

/// Draws triangles of attributes in client memory: as many values a vertex as the second says.
private func draw(_ attributes: [(GLKVertexAttrib, GLint, [GLfloat])]) {
  let arrays = attributes.map { (_, _, values) in
    let array = UnsafeMutableBufferPointer<GLfloat>.allocate(capacity: values.count)
    _ = array.initialize(from: values)
    return array
  }
  for (attribute, array) in zip(attributes, arrays) {
    let index = GLuint(attribute.0.rawValue)
    glEnableVertexAttribArray(index)
    let (float, no) = (GLenum(GL_FLOAT), GLboolean(GL_FALSE))
    glVertexAttribPointer(index, attribute.1, float, no, 0, array.baseAddress)
  }
  let count = attributes.first.map { $0.2.count / Int($0.1) } ?? 0
  glDrawArrays(GLenum(GL_TRIANGLES), 0, GLsizei(count))
  for attribute in attributes { glDisableVertexAttribArray(GLuint(attribute.0.rawValue)) }
  for array in arrays { array.deallocate() }
}

/// A square that fills the view, with a normal to the viewer.
private let square: [GLfloat] = [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0]
private let normals = [[GLfloat]](repeating: [0, 0, 1], count: 6).flatMap { $0 }
private let places: [GLfloat] = [0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1]

/// A context with a framebuffer of 16 x 16 pixels.
private final class Canvas {
  let gl: EAGLContext
  private var framebuffer: GLuint = 0
  private var target: GLuint = 0

  init() throws {
    gl = try #require(EAGLContext(api: .openGLES2))
    try #require(EAGLContext.setCurrent(gl))
    target = Self.texture(16, 16, [UInt8](repeating: 0, count: 1024))
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glFramebufferTexture2D(
      GLenum(GL_FRAMEBUFFER),
      GLenum(GL_COLOR_ATTACHMENT0),
      GLenum(GL_TEXTURE_2D),
      target,
      0
    )
    glBindTexture(GLenum(GL_TEXTURE_2D), 0)
    glViewport(0, 0, 16, 16)
  }

  deinit {
    EAGLContext.setCurrent(nil)
  }

  static func texture(_ width: GLsizei, _ height: GLsizei, _ pixels: [UInt8]) -> GLuint {
    var name: GLuint = 0
    glGenTextures(1, &name)
    let target = GLenum(GL_TEXTURE_2D)
    glBindTexture(target, name)
    glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
    glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
    let (format, type) = (GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE))
    glTexImage2D(target, 0, GL_RGBA, width, height, 0, format, type, pixels)
    return name
  }

  /// The pixel at a place from the bottom left.
  func pixel(_ x: GLint = 8, _ y: GLint = 8) -> [Int] {
    var bytes = [UInt8](repeating: 0, count: 4)
    glReadPixels(x, y, 1, 1, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &bytes)
    return bytes.map(Int.init)
  }
}

private func values(_ vector: GLKVector3) -> [GLfloat] { [vector.x, vector.y, vector.z] }

private func isNear(_ a: [Int], _ b: [Int]) -> Bool {
  // Because: a value of 8 bits is rounded, on either side of a half.
  zip(a, b).allSatisfy { abs($0 - $1) <= 1 }
}

// Serialized because: what is reported goes to one place.
@Suite(.serialized) struct GLKBaseEffectTests {
  @Test func triangleOfTheTextsHasItsCorners() throws {
    let output = try CAContext(size: CGSize(width: 300, height: 300), scale: 1)
    let container = CALayer()
    container.frame = CGRect(x: 0, y: 0, width: 300, height: 300)
    container.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    output.layer = container
    let controller = try TriangleController(in: container)
    #expect(controller.framebufferWidth == 300 && controller.framebufferHeight == 300)
    let pixels = try output.frame(at: output.currentTime).pixels
    func color(_ x: Int, _ y: Int) -> [Int] {
      pixels.withBytes { bytes in (0..<3).map { Int(bytes[(y * pixels.width + x) * 4 + $0]) } }
    }
    let (blue, green, red) = (color(78, 223), color(150, 79), color(221, 223))
    #expect(blue[2] > 240 && blue[0] < 15 && blue[1] < 15)
    #expect(green[1] > 240 && green[0] < 15 && green[2] < 15)
    #expect(red[0] > 240 && red[1] < 15 && red[2] < 15)
    #expect(color(150, 175).allSatisfy { (83...87).contains($0) })
    #expect(color(60, 60) == [0, 0, 0] && color(150, 240) == [0, 0, 0])
    #expect(glGetError() == GLenum(GL_NO_ERROR))
    controller.tearDownBuffers()
    controller.tearDownBuffers()
    #expect(controller.framebuffer == 0 && controller.colorRenderbuffer == 0)
  }

  @Test func constantColorTakesThePlaceOfTheAttribute() throws {
    let canvas = try Canvas()
    let effect = GLKBaseEffect()
    effect.useConstantColor = GLboolean(GL_TRUE)
    effect.constantColor = GLKVector4Make(0.2, 0.4, 0.6, 0.8)
    // The left half.
    effect.transform.modelviewMatrix = GLKMatrix4MakeScale(0.5, 1, 1)
    effect.transform.projectionMatrix = GLKMatrix4MakeTranslation(-0.5, 0, 0)
    effect.prepareToDraw()
    draw([(.position, 3, square)])
    #expect(canvas.pixel(3) == [51, 102, 153, 204] && canvas.pixel(12) == [0, 0, 0, 0])
    #expect(glGetError() == GLenum(GL_NO_ERROR))
  }

  @Test(arguments: [GLKLightingType.perVertex, .perPixel])
  func lightFollowsItsEquation(type: GLKLightingType) throws {
    let canvas = try Canvas()
    let effect = GLKBaseEffect()
    effect.lightingType = type
    effect.light0.enabled = GLboolean(GL_TRUE)
    // 60 degrees off the normal.
    effect.light0.position = GLKVector4Make(0, Float(3).squareRoot(), 1, 0)
    effect.light0.diffuseColor = GLKVector4Make(1, 0.5, 0, 1)
    effect.light0.ambientColor = GLKVector4Make(0, 0, 0.5, 1)
    effect.material.ambientColor = GLKVector4Make(0.5, 0.5, 0.5, 1)
    effect.material.emissiveColor = GLKVector4Make(0, 0.125, 0, 1)
    effect.prepareToDraw()
    let attributes: [(GLKVertexAttrib, GLint, [GLfloat])] = [
      (.position, 3, square), (.normal, 3, normals),
    ]
    draw(attributes)
    // 0.2 * 0.5 + 0.5 * 0.8; with 0.125 and half of it; 0.1 and 0.25.
    #expect(isNear(canvas.pixel(), [128, 108, 89, 255]))
    // Turned away from the light, there is what is ambient.
    effect.transform.modelviewMatrix = GLKMatrix4MakeXRotation(.pi)
    effect.prepareToDraw()
    draw(attributes)
    #expect(isNear(canvas.pixel(), [26, 57, 89, 255]))
    // A highlight of the half-angle, 30 degrees: (3/4) ** 2.
    effect.transform.modelviewMatrix = GLKMatrix4Identity
    effect.material.diffuseColor = GLKVector4Make(0, 0, 0, 1)
    effect.material.ambientColor = GLKVector4Make(0, 0, 0, 1)
    effect.material.emissiveColor = GLKVector4Make(0, 0, 0, 1)
    effect.material.specularColor = GLKVector4Make(1, 0.5, 0, 1)
    effect.material.shininess = 4
    effect.prepareToDraw()
    draw(attributes)
    #expect(isNear(canvas.pixel(), [143, 72, 0, 255]))
    #expect(glGetError() == GLenum(GL_NO_ERROR))
  }

  @Test func spotLightsItsCircleByPixel() throws {
    let canvas = try Canvas()
    let effect = GLKBaseEffect()
    effect.lightingType = .perPixel
    effect.light0.enabled = GLboolean(GL_TRUE)
    effect.light0.position = GLKVector4Make(0, 0, 1, 1)
    effect.light0.spotCutoff = 26.565
    effect.lightModelAmbientColor = GLKVector4Make(0, 0, 0, 1)
    effect.colorMaterialEnabled = GLboolean(GL_TRUE)
    effect.useConstantColor = GLboolean(GL_TRUE)
    effect.constantColor = GLKVector4Make(0, 1, 0, 0.5)
    effect.prepareToDraw()
    draw([(.position, 3, square), (.normal, 3, normals)])
    // One in front of the square, the spot has a radius of a half: 4 pixels.
    #expect(canvas.pixel(8, 8)[1] > 250 && canvas.pixel(8, 8)[3] == 128)
    #expect(canvas.pixel(10, 8)[1] > 200 && canvas.pixel(13, 8) == [0, 0, 0, 128])
  }

  @Test func texturesMeetTheColorByTheirMode() throws {
    let canvas = try Canvas()
    // Left opaque, right half transparent, of straight alpha.
    let texture = Canvas.texture(2, 1, [255, 102, 0, 255, 0, 0, 255, 51])
    let effect = GLKBaseEffect()
    effect.useConstantColor = GLboolean(GL_TRUE)
    effect.constantColor = GLKVector4Make(0.6, 0.5, 0.4, 0.5)
    effect.texture2d0.name = texture
    func drawn(_ mode: GLKTextureEnvMode) -> [[Int]] {
      effect.texture2d0.envMode = mode
      effect.prepareToDraw()
      draw([(.position, 3, square), (.texCoord0, 2, places)])
      return [canvas.pixel(3), canvas.pixel(12)]
    }
    #expect(drawn(.replace) == [[255, 102, 0, 255], [0, 0, 255, 51]])
    let product = drawn(.modulate)
    #expect(isNear(product[0], [153, 51, 0, 128]) && isNear(product[1], [0, 0, 102, 26]))
    let over = drawn(.decal)
    // A fifth of the texel, and four of the colour.
    #expect(isNear(over[0], [255, 102, 0, 128]) && isNear(over[1], [122, 102, 133, 128]))
    effect.texture2d0.enabled = GLboolean(GL_FALSE)
    #expect(isNear(drawn(.replace)[0], [153, 128, 102, 128]))
    #expect(glGetError() == GLenum(GL_NO_ERROR))
  }

  @Test func litTexturedCubeShowsItsFacesAtTheirPlaces() throws {
    let canvas = try Canvas()
    glEnable(GLenum(GL_DEPTH_TEST))
    var depth: GLuint = 0
    glGenRenderbuffers(1, &depth)
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), depth)
    glRenderbufferStorage(GLenum(GL_RENDERBUFFER), GLenum(GL_DEPTH_COMPONENT16), 16, 16)
    let target = GLenum(GL_FRAMEBUFFER)
    glFramebufferRenderbuffer(
      target,
      GLenum(GL_DEPTH_ATTACHMENT),
      GLenum(GL_RENDERBUFFER),
      depth
    )
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT))
    let effect = GLKBaseEffect()
    effect.lightModelAmbientColor = GLKVector4Make(0, 0, 0, 1)
    effect.material.diffuseColor = GLKVector4Make(1, 1, 1, 1)
    effect.light0.enabled = GLboolean(GL_TRUE)
    // Each half of a face has a colour: red at the left, green at the right.
    effect.texture2d0.name = Canvas.texture(2, 1, [255, 0, 0, 255, 0, 255, 0, 255])
    effect.transform.projectionMatrix = GLKMatrix4MakeOrtho(-2, 2, -2, 2, 1, 9)
    let camera = GLKMatrix4MakeLookAt(0, 0, 5, 0, 0, 0, 0, 1, 0)
    // The front turns to the left, 30 degrees; at its right is the side that looked right.
    effect.transform.modelviewMatrix = GLKMatrix4RotateY(camera, -.pi / 6)
    effect.prepareToDraw()
    let turns: [GLKMatrix4] =
      (0..<4).map { GLKMatrix4MakeYRotation(Float($0) * .pi / 2) }
      + [GLKMatrix4MakeXRotation(.pi / 2), GLKMatrix4MakeXRotation(-.pi / 2)]
    var (corners, directions): ([GLfloat], [GLfloat]) = ([], [])
    for turn in turns {
      for i in 0..<6 {
        let corner = GLKVector3Make(square[i * 3], square[i * 3 + 1], 1)
        corners += values(GLKMatrix4MultiplyVector3(turn, corner))
        directions += values(GLKMatrix4MultiplyVector3(turn, GLKVector3Make(0, 0, 1)))
      }
    }
    let textured = [[GLfloat]](repeating: places, count: 6).flatMap { $0 }
    draw([(.position, 3, corners), (.normal, 3, directions), (.texCoord0, 2, textured)])
    // The edge between the faces is at cos 30 - sin 30 = 0.37 of -2...2, the silhouette at 1.37.
    // The front is lit by cos 30 = 0.866; the side by sin 30, a half.
    #expect(
      isNear(canvas.pixel(4), [221, 0, 0, 255]) && isNear(canvas.pixel(8), [0, 221, 0, 255])
    )
    #expect(isNear(canvas.pixel(10), [128, 0, 0, 255]))
    #expect(isNear(canvas.pixel(12), [0, 128, 0, 255]))
    #expect(canvas.pixel(1) == [0, 0, 0, 0] && canvas.pixel(14) == [0, 0, 0, 0])
    #expect(canvas.pixel(8, 2) == [0, 0, 0, 0] && canvas.pixel(8, 13) == [0, 0, 0, 0])
    glDeleteRenderbuffers(1, &depth)
    #expect(glGetError() == GLenum(GL_NO_ERROR))
  }

  @Test func programsAreMadeOnceForEachContext() throws {
    let canvas = try Canvas()
    let (effect, other) = (GLKBaseEffect(), GLKBaseEffect())
    #expect(BaseEffectPrograms.count(in: canvas.gl) == 0)
    for effect in [effect, other, effect] { effect.prepareToDraw() }
    #expect(BaseEffectPrograms.count(in: canvas.gl) == 1)
    var program: GLint = 0
    glGetIntegerv(GLenum(GL_CURRENT_PROGRAM), &program)
    other.light0.enabled = GLboolean(GL_TRUE)
    other.prepareToDraw()
    var lit: GLint = 0
    glGetIntegerv(GLenum(GL_CURRENT_PROGRAM), &lit)
    #expect(BaseEffectPrograms.count(in: canvas.gl) == 2 && lit != program && program > 0)
  }

  @Test func withoutAContextItIsToldInOneLine() {
    EAGLContext.setCurrent(nil)
    let lines = Diagnostics.lines { GLKBaseEffect().prepareToDraw() }
    #expect(lines == ["GLKBaseEffect: prepareToDraw: no context is current on this thread"])
  }
}
