// The cube that GL draws, lit and with a texture.
// Licensed under the MIT license; see LICENSE.

import Foundation
import GLKit
import OpenGLES
import QuartzCore

/// A layer with a cube that turns about its upright axis, a quarter of a turn each second of the
/// layer's time; around it the layer is transparent.
final class CubeLayer: CAOpenGLLayer {
  private var effect: GLKBaseEffect?
  /// Whether it has drawn.
  private(set) var isDrawn = false
  /// The error that GL reported.
  private(set) var problem: String?

  // Position, direction and place in the texture of each corner of each triangle.
  private static let corners: [GLfloat] = {
    let square: [(x: Float, y: Float)] = [(-1, -1), (1, -1), (-1, 1), (-1, 1), (1, -1), (1, 1)]
    let sides =
      (0..<4).map { GLKMatrix4MakeYRotation(Float($0) * .pi / 2) }
      + [GLKMatrix4MakeXRotation(.pi / 2), GLKMatrix4MakeXRotation(-.pi / 2)]
    return sides.flatMap { side in
      square.flatMap { corner in
        let position = GLKMatrix4MultiplyVector3(side, GLKVector3Make(corner.x, corner.y, 1))
        let normal = GLKMatrix4MultiplyVector3(side, GLKVector3Make(0, 0, 1))
        return [position.x, position.y, position.z, normal.x, normal.y, normal.z]
          + [corner.x / 2 + 0.5, corner.y / 2 + 0.5]
      }
    }
  }()
  private static let valuesPerCorner = 8

  override func draw(
    inCGLContext ctx: CGLContextObj,
    pixelFormat pf: CGLPixelFormatObj,
    forLayerTime t: CFTimeInterval,
    displayTime ts: UnsafePointer<CVTimeStamp>?
  ) {
    let effect = effect ?? makeEffect()
    self.effect = effect
    let size = (width: Float(bounds.width), height: Float(bounds.height))
    effect.transform.projectionMatrix = GLKMatrix4MakePerspective(
      GLKMathDegreesToRadians(30),
      size.width / size.height,
      1,
      20
    )
    let camera = GLKMatrix4MakeLookAt(0, 3, 6.5, 0, 0, 0, 0, 1, 0)
    // An eighth of a turn shows two sides alike.
    let turn = Float((t + 0.5).truncatingRemainder(dividingBy: 4)) * .pi / 2
    effect.transform.modelviewMatrix = GLKMatrix4RotateY(camera, turn)
    glClearColor(0, 0, 0, 0)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT))
    glEnable(GLenum(GL_DEPTH_TEST))
    glEnable(GLenum(GL_CULL_FACE))
    effect.prepareToDraw()
    drawCorners()
    let code = glGetError()
    if code != GLenum(GL_NO_ERROR) { problem = "OpenGL ES: error 0x\(String(code, radix: 16))" }
    isDrawn = true
    super.draw(inCGLContext: ctx, pixelFormat: pf, forLayerTime: t, displayTime: ts)
  }

  private func drawCorners() {
    let stride = GLsizei(CubeLayer.valuesPerCorner * MemoryLayout<GLfloat>.stride)
    let parts: [(GLKVertexAttrib, GLint, Int)] = [
      (.position, 3, 0), (.normal, 3, 3), (.texCoord0, 2, 6),
    ]
    CubeLayer.corners.withUnsafeBufferPointer { corners in
      for (attribute, count, start) in parts {
        let index = GLuint(attribute.rawValue)
        let first = corners.baseAddress.map { $0 + start }
        glEnableVertexAttribArray(index)
        glVertexAttribPointer(index, count, GLenum(GL_FLOAT), GLboolean(GL_FALSE), stride, first)
      }
      glDrawArrays(GLenum(GL_TRIANGLES), 0, GLsizei(corners.count / CubeLayer.valuesPerCorner))
    }
  }

  private func makeEffect() -> GLKBaseEffect {
    let effect = GLKBaseEffect()
    effect.lightingType = .perPixel
    effect.light0.enabled = GLboolean(GL_TRUE)
    // From the viewer's left, above; in the viewer's space.
    effect.light0.position = GLKVector4Make(-2, 4, 5, 0)
    effect.lightModelAmbientColor = GLKVector4Make(0.35, 0.35, 0.4, 1)
    effect.material.ambientColor = GLKVector4Make(1, 1, 1, 1)
    effect.material.diffuseColor = GLKVector4Make(1, 1, 1, 1)
    effect.material.specularColor = GLKVector4Make(0.3, 0.3, 0.3, 1)
    effect.material.shininess = 24
    effect.texture2d0.name = makeTexture()
    return effect
  }

  /// Seven by seven fields of two colours, which look the same from all four sides.
  private func makeTexture() -> GLuint {
    let side = 7
    let colors: [[UInt8]] = [[250, 200, 80, 255], [200, 70, 60, 255]]
    let bytes = (0..<side * side).flatMap { colors[($0 / side + $0 % side) % 2] }
    var name: GLuint = 0
    let target = GLenum(GL_TEXTURE_2D)
    glGenTextures(1, &name)
    glBindTexture(target, name)
    let (size, format) = (GLsizei(side), GLenum(GL_RGBA))
    bytes.withUnsafeBytes { bytes in
      glTexImage2D(
        target,
        0,
        GL_RGBA,
        size,
        size,
        0,
        format,
        GLenum(GL_UNSIGNED_BYTE),
        bytes.baseAddress
      )
    }
    glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), GL_LINEAR)
    glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
    return name
  }
}
