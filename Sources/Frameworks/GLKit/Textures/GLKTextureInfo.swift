// The description of a loaded texture.
// Licensed under the MIT license; see LICENSE.

public import OpenGLES

/// The meaning of alpha in a texture.
public enum GLKTextureInfoAlphaState: Int32, Sendable {
  /// There is none, or it is 1 everywhere.
  case none = 0
  /// Colours are straight.
  case nonPremultiplied
  /// Colours are multiplied with it.
  case premultiplied
}

/// The position of a texture's first row, which is at t = 0.
public enum GLKTextureInfoOrigin: Int32, Sendable {
  /// The file does not say.
  case unknown = 0
  /// At the picture's upper edge.
  case topLeft
  /// At its lower edge, as GL has it.
  case bottomLeft
}

/// A texture that was loaded.
///
/// The texture belongs to the context, or the sharegroup, and lives until `glDeleteTextures`.
public final class GLKTextureInfo: Sendable {
  /// The texture's name.
  public let name: GLuint
  /// GL_TEXTURE_2D or GL_TEXTURE_CUBE_MAP.
  public let target: GLenum
  /// In texels, of the first level.
  public let width: GLuint
  /// In texels, of the first level.
  public let height: GLuint
  /// In texels: 1, as all textures have two dimensions.
  public let depth: GLuint
  /// The meaning of alpha.
  public let alphaState: GLKTextureInfoAlphaState
  /// The position of the first row.
  public let textureOrigin: GLKTextureInfoOrigin
  /// Whether there is more than the first level.
  public let containsMipmaps: Bool
  /// The number of levels, at least 1. (The name is Apple's.)
  public let mimapLevelCount: GLuint
  /// The number of an array's layers: 1, as there are no arrays.
  public let arrayLength: GLuint

  init(name: GLuint, _ texels: TextureSource, levels: Int) {
    self.name = name
    target = GLenum(texels.faces == 6 ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D)
    width = GLuint(texels.width)
    height = GLuint(texels.height)
    depth = 1
    alphaState = texels.alphaState
    textureOrigin = texels.origin
    containsMipmaps = levels > 1
    mimapLevelCount = GLuint(levels)
    arrayLength = 1
  }
}

extension GLKTextureInfo: CustomStringConvertible {
  /// All of it in one line.
  public var description: String {
    let kind = target == GLenum(GL_TEXTURE_CUBE_MAP) ? "cube map" : "texture"
    return "\(kind) \(name): \(width) x \(height), \(mimapLevelCount) levels, alpha \(alphaState), "
      + "origin \(textureOrigin)"
  }
}
