// Drawing with lights and textures, without writing shaders.
// Licensed under the MIT license; see LICENSE.

public import OpenGLES
import QuartzCore

/// Something that gets a context ready for drawing.
public protocol GLKNamedEffect {
  /// Makes the current context draw with the effect.
  func prepareToDraw()
}

/// The fixed pipeline of OpenGL ES 1 in shaders: transforms, three lights, a material, two
/// textures.
///
///     let effect = GLKBaseEffect()
///     effect.transform.projectionMatrix = GLKMatrix4MakePerspective(1, 1.5, 0.1, 100)
///     effect.light0.enabled = GLboolean(GL_TRUE)
///     effect.prepareToDraw()
///     glEnableVertexAttribArray(GLuint(GLKVertexAttrib.position.rawValue))
///
/// `prepareToDraw` leaves on the context: its program, which is current, textures bound to units 0
/// and 1, and unit 0 active. A change of a property shows after the next `prepareToDraw`. Each
/// combination of features is one program, made once for each context.
///
/// **Differences**: there is no fog, and a light's position is transformed when the effect is
/// prepared.
public final class GLKBaseEffect: GLKNamedEffect {
  /// The way from vertices to the screen.
  public let transform = GLKEffectPropertyTransform()

  /// The first light; it is off by default, as the others.
  public let light0 = GLKEffectPropertyLight()

  /// The second light.
  public let light1 = GLKEffectPropertyLight()

  /// The third light.
  public let light2 = GLKEffectPropertyLight()

  /// The place where lighting is computed; per vertex by default.
  public var lightingType = GLKLightingType.perVertex

  /// The light that is everywhere where a light is on; 0.2 each by default.
  public var lightModelAmbientColor = GLKVector4Make(0.2, 0.2, 0.2, 1)

  /// The material of lit surfaces.
  public let material = GLKEffectPropertyMaterial()

  /// Whether the colour of vertices takes the place of the material's ambient and diffuse ones.
  public var colorMaterialEnabled = GLboolean(GL_FALSE)

  /// Whether `constantColor` is used, and not the attribute `color`; GL_FALSE by default.
  public var useConstantColor = GLboolean(GL_FALSE)

  /// White by default.
  public var constantColor = GLKVector4Make(1, 1, 1, 1)

  /// The first texture, at `texCoord0`.
  public let texture2d0 = GLKEffectPropertyTexture()

  /// The second, at `texCoord1`, which is combined with the result of the first.
  public let texture2d1 = GLKEffectPropertyTexture()

  /// A name for tools.
  public var label: String?

  /// An effect that draws the colours of vertices.
  public init() {}

  /// Makes the current context draw with the effect; without one it does nothing but report it.
  public func prepareToDraw() {
    guard let context = EAGLContext.current() else {
      Diagnostics.report("GLKBaseEffect: prepareToDraw: no context is current on this thread")
      return
    }
    do throws(BaseEffectProblem) {
      let program = try BaseEffectPrograms.program(with: features, in: context)
      glUseProgram(program.name)
      setColors(program)
      setTransforms(program)
      if !litBy.isEmpty { setLights(program) }
      bindTextures()
    } catch {
      Diagnostics.report("GLKBaseEffect: prepareToDraw: \(error)")
    }
  }

  private var litBy: [GLKEffectPropertyLight] {
    [light0, light1, light2].filter { $0.enabled != GLboolean(GL_FALSE) }
  }

  private var features: BaseEffectFeatures {
    let lights = litBy.count
    return BaseEffectFeatures(
      hasConstantColor: useConstantColor != GLboolean(GL_FALSE),
      lights: lights,
      lighting: lights == 0 ? .perVertex : lightingType,
      hasColorMaterial: lights > 0 && colorMaterialEnabled != GLboolean(GL_FALSE),
      texture0: texture2d0.isDrawn ? texture2d0.envMode : nil,
      texture1: texture2d1.isDrawn ? texture2d1.envMode : nil
    )
  }

  private func setTransforms(_ program: BaseEffectProgram) {
    program.set(.modelview, transform.modelviewMatrix)
    program.set(.projection, transform.projectionMatrix)
    program.set(.normalMatrix, transform.normalMatrix)
  }

  private func setColors(_ program: BaseEffectProgram) {
    program.set(.constantColor, [constantColor])
  }

  private func setLights(_ program: BaseEffectProgram) {
    let lights = litBy
    program.set(.sceneAmbient, [lightModelAmbientColor])
    program.set(.materialAmbient, [material.ambientColor])
    program.set(.materialDiffuse, [material.diffuseColor])
    program.set(.materialSpecular, [material.specularColor])
    program.set(.materialEmissive, [material.emissiveColor])
    program.set(.shininess, material.shininess)
    program.set(.lightAmbient, lights.map(\.ambientColor))
    program.set(.lightDiffuse, lights.map(\.diffuseColor))
    program.set(.lightSpecular, lights.map(\.specularColor))
    program.set(.lightPosition, lights.map(\.positionInEye))
    program.set(.lightSpot, lights.map(\.spot))
    program.set(.lightFalloff, lights.map(\.falloff))
  }

  private func bindTextures() {
    if texture2d1.isDrawn {
      glActiveTexture(GLenum(GL_TEXTURE1))
      glBindTexture(texture2d1.target.rawValue, texture2d1.name)
    }
    glActiveTexture(GLenum(GL_TEXTURE0))
    if texture2d0.isDrawn { glBindTexture(texture2d0.target.rawValue, texture2d0.name) }
  }
}

extension GLKEffectPropertyLight {
  fileprivate var positionInEye: GLKVector4 {
    GLKMatrix4MultiplyVector4(transform.modelviewMatrix, position)
  }

  /// The spot's direction in the space of the eye, and the cosine of its edge; -1 is no spot.
  fileprivate var spot: GLKVector4 {
    let direction = GLKMatrix4MultiplyVector3(transform.modelviewMatrix, spotDirection)
    let cosine =
      spotCutoff > 90
      ? -1 : GLKMatrix3MakeZRotation(GLKMathDegreesToRadians(max(spotCutoff, 0))).m00
    return GLKVector4MakeWithVector3(direction, cosine)
  }

  fileprivate var falloff: GLKVector4 {
    GLKVector4Make(constantAttenuation, linearAttenuation, quadraticAttenuation, spotExponent)
  }
}
