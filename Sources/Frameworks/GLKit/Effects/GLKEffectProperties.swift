// The properties of effects: transform, lights, material, textures.
// Licensed under the MIT license; see LICENSE.

public import OpenGLES

/// The vertex attributes that effects read; the raw value is the index for `glVertexAttribPointer`.
public enum GLKVertexAttrib: Int32, Sendable {
  /// The position, in the space of the vertices.
  case position = 0
  /// The normal, in the space of the vertices.
  case normal
  /// The colour.
  case color
  /// The point of the first texture.
  case texCoord0
  /// The point of the second texture.
  case texCoord1
}

/// The place where the light on a surface is computed.
public enum GLKLightingType: Int32, Sendable {
  /// At the vertices; between them it is interpolated.
  case perVertex = 0
  /// At each pixel, with the normal interpolated.
  case perPixel
}

/// The target that a texture is bound to.
public enum GLKTextureTarget: UInt32, Sendable {
  /// `GL_TEXTURE_2D`.
  case target2D = 0x0DE1
}

/// The mode that combines a texture with the colour so far.
public enum GLKTextureEnvMode: Int32, Sendable {
  /// The texture alone.
  case replace = 0
  /// The product of both.
  case modulate
  /// The texture over the colour, by the texture's alpha, which is straight; the colour's alpha
  /// stays.
  case decal
}

/// A part of an effect.
public class GLKEffectProperty {
  init() {}
}

/// The way from vertices to the screen.
public final class GLKEffectPropertyTransform: GLKEffectProperty {
  /// From the space of the vertices to that of the eye; the identity by default.
  public var modelviewMatrix = GLKMatrix4Identity

  /// From the space of the eye to clip space; the identity by default.
  public var projectionMatrix = GLKMatrix4Identity

  /// The matrix for normals: the transposed inverse of the modelview matrix.
  public var normalMatrix: GLKMatrix3 {
    GLKMatrix3InvertAndTranspose(GLKMatrix4GetMatrix3(modelviewMatrix), nil)
  }

  /// A transform of the identity.
  public override init() {}
}

/// A light, whose colours are multiplied with those of the material.
public final class GLKEffectPropertyLight: GLKEffectProperty {
  /// Whether it shines; GL_FALSE by default.
  public var enabled = GLboolean(GL_FALSE)

  /// Its place, if w is 1, or the direction towards it, if w is 0: (0, 0, 1, 0) by default.
  ///
  /// In the space of `transform`'s vertices, which is that of the eye by default.
  public var position = GLKVector4Make(0, 0, 1, 0)

  /// Black by default.
  public var ambientColor = GLKVector4Make(0, 0, 0, 1)

  /// White by default.
  public var diffuseColor = GLKVector4Make(1, 1, 1, 1)

  /// White by default.
  public var specularColor = GLKVector4Make(1, 1, 1, 1)

  /// The direction of a spot, in the same space as `position`; (0, 0, -1) by default.
  public var spotDirection = GLKVector3Make(0, 0, -1)

  /// The falloff of a spot from its middle: the power of the cosine; 0 by default.
  public var spotExponent: GLfloat = 0

  /// The angle between a spot's middle and its edge, in degrees: 0...90, or 180, which is no spot.
  public var spotCutoff: GLfloat = 180

  /// The light of a place is divided by constant + linear * distance + quadratic * distance²; 1.
  public var constantAttenuation: GLfloat = 1

  /// 0 by default.
  public var linearAttenuation: GLfloat = 0

  /// 0 by default.
  public var quadraticAttenuation: GLfloat = 0

  /// From the space of `position` and `spotDirection` to that of the eye, by its modelview matrix.
  public var transform = GLKEffectPropertyTransform()

  /// A white light that is off.
  public override init() {}
}

/// The reflection of light by a surface.
public final class GLKEffectPropertyMaterial: GLKEffectProperty {
  /// 0.2 each by default.
  public var ambientColor = GLKVector4Make(0.2, 0.2, 0.2, 1)

  /// 0.8 each by default; its alpha is that of the lit surface.
  public var diffuseColor = GLKVector4Make(0.8, 0.8, 0.8, 1)

  /// Black by default.
  public var specularColor = GLKVector4Make(0, 0, 0, 1)

  /// Black by default.
  public var emissiveColor = GLKVector4Make(0, 0, 0, 1)

  /// The power of the highlight's cosine, 0...128; 0 by default.
  public var shininess: GLfloat = 0

  /// A grey material.
  public override init() {}
}

/// A texture of an effect; it is used if it is enabled and has a name.
public final class GLKEffectPropertyTexture: GLKEffectProperty {
  /// GL_TRUE by default.
  public var enabled = GLboolean(GL_TRUE)

  /// The texture's name; 0, the default, is none.
  public var name: GLuint = 0

  /// The target that the texture is bound to.
  public var target = GLKTextureTarget.target2D

  /// `modulate` by default.
  public var envMode = GLKTextureEnvMode.modulate

  /// A texture without a name.
  public override init() {}

  var isDrawn: Bool { enabled != GLboolean(GL_FALSE) && name != 0 }
}
