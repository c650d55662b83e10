// Giving texels to GL.
// Licensed under the MIT license; see LICENSE.

import OpenGLES
import QuartzGLES

/// The capabilities of the current context.
struct TextureCapabilities {
  var isVersion3: Bool
  var hasETC1: Bool
  var hasASTC: Bool
  var hasPVRTC: Bool
  /// Textures in sRGB, of version 2; version 3 has them.
  var hasSRGB: Bool
  /// Textures of red, or red and green, of version 2.
  var hasRedGreen: Bool
  /// Whether the smallest level may be another than that of one texel.
  var hasLastLevel: Bool
  /// The longest side of a texture.
  var side: Int
  /// The longest side of a cube map.
  var sideOfCubes: Int

  /// Reads the capabilities of the current context.
  init() {
    let extensions = GL.currentExtensions
    isVersion3 = GL.isVersion3
    hasETC1 = extensions.contains("GL_OES_compressed_ETC1_RGB8_texture")
    hasASTC = extensions.contains("GL_KHR_texture_compression_astc_ldr")
    hasPVRTC = extensions.contains("GL_IMG_texture_compression_pvrtc")
    hasSRGB = isVersion3 || extensions.contains("GL_EXT_sRGB")
    hasRedGreen = isVersion3 || extensions.contains("GL_EXT_texture_rg")
    hasLastLevel = isVersion3 || extensions.contains("GL_APPLE_texture_max_level")
    side = GL.integer(GLenum(GL_MAX_TEXTURE_SIZE))
    sideOfCubes = GL.integer(GLenum(GL_MAX_CUBE_MAP_TEXTURE_SIZE))
  }

  /// GL's name of a compressed format; nil if it must be decoded before.
  func glFormat(of source: TextureSource) -> GLenum? {
    guard let names = source.format.glFormats else { return nil }
    let name = source.isSRGB ? names.encoded : names.linear
    switch source.format {
    case .plain: return nil
    case .etc(.etc1):
      if hasETC1, !source.isSRGB { return GLenum(name) }
      // Version 2 of the compression has version 1 in it.
      guard isVersion3 else { return nil }
      return GLenum(source.isSRGB ? GL_COMPRESSED_SRGB8_ETC2 : GL_COMPRESSED_RGB8_ETC2)
    case .etc: return isVersion3 ? GLenum(name) : nil
    case .astc: return hasASTC ? GLenum(name) : nil
    // In sRGB they are of an extension of their own.
    case .pvrtc: return hasPVRTC && !source.isSRGB ? GLenum(name) : nil
    }
  }

  /// GL's internal and external format of plain texels.
  func glFormats(
    of plain: PlainFormat,
    isSRGB: Bool
  ) throws(GLKTextureLoaderError) -> (internal: GLint, external: GLenum) {
    if isSRGB {
      guard hasSRGB else {
        throw GLKTextureLoaderError(.incompatibleFormatSRGB, "the context lacks textures in sRGB")
      }
      if isVersion3 {
        return (plain == .rgba8 ? GL_SRGB8_ALPHA8 : GL_SRGB8, GLenum(plain.components))
      }
      let format = plain == .rgba8 ? GL_SRGB_ALPHA_EXT : GL_SRGB_EXT
      return (format, GLenum(format))
    }
    guard plain == .red8 || plain == .redGreen8 else {
      return (plain.components, GLenum(plain.components))
    }
    guard hasRedGreen else {
      throw GLKTextureLoaderError(
        .uncompressedTextureUpload,
        "the context lacks textures of red or of red and green"
      )
    }
    let sized = plain == .red8 ? GL_R8 : GL_RG8
    return (isVersion3 ? sized : plain.components, GLenum(plain.components))
  }
}

/// Gives texels to the current context.
struct TextureUpload {
  let capabilities: TextureCapabilities
  let source: TextureSource
  /// GL_TEXTURE_2D or GL_TEXTURE_CUBE_MAP.
  private let target: GLenum

  init(_ source: TextureSource, _ capabilities: TextureCapabilities) throws(GLKTextureLoaderError) {
    self.capabilities = capabilities
    let limit = source.faces == 6 ? capabilities.sideOfCubes : capabilities.side
    guard max(source.width, source.height) <= limit else {
      throw GLKTextureLoaderError(
        source.format.isCompressed ? .compressedTextureUpload : .uncompressedTextureUpload,
        "\(source.width) x \(source.height) texels: the driver takes at most \(limit) a side"
      )
    }
    let isKnown = !source.format.isCompressed || capabilities.glFormat(of: source) != nil
    self.source = isKnown ? source : try source.decoded()
    target = GLenum(source.faces == 6 ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D)
  }

  /// Makes a texture; the state of the context is as before afterwards.
  ///
  /// - Parameter makesMipmaps: Whether GL makes the smaller levels, if there is only one.
  func make(makesMipmaps: Bool) throws(GLKTextureLoaderError) -> GLKTextureInfo {
    let state = UnpackState(hasBuffers: capabilities.isVersion3, target, source.rowAlignment)
    defer { state.restore() }
    GL.dropErrors()
    var name: GLuint = 0
    glGenTextures(1, &name)
    glBindTexture(target, name)
    do throws(GLKTextureLoaderError) {
      for level in source.levels.indices { try upload(level) }
      let makesMipmaps = makesMipmaps && source.levels.count == 1
      if makesMipmaps { try generateMipmaps() }
      setParameters(hasMipmaps: makesMipmaps)
      let levels = makesMipmaps ? source.fullLevelCount : source.levels.count
      return GLKTextureInfo(name: name, source, levels: levels)
    } catch {
      glDeleteTextures(1, &name)
      throw error
    }
  }

  private func upload(_ level: Int) throws(GLKTextureLoaderError) {
    let size = source.size(of: level)
    let (width, height) = (GLsizei(size.width), GLsizei(size.height))
    for (face, range) in source.levels[level].enumerated() {
      let target =
        source.faces == 6 ? GLenum(GL_TEXTURE_CUBE_MAP_POSITIVE_X) + GLenum(face) : target
      if case .plain(let plain) = source.format {
        let formats = try capabilities.glFormats(of: plain, isSRGB: source.isSRGB)
        source.bytes[range].withUnsafeBytes { bytes in
          // Bounds: the range has as many bytes as rows of this alignment need.
          glTexImage2D(
            target,
            GLint(level),
            formats.internal,
            width,
            height,
            0,
            formats.external,
            GLenum(plain.type),
            bytes.baseAddress
          )
        }
      } else if let format = capabilities.glFormat(of: source) {
        source.bytes[range].withUnsafeBytes { bytes in
          let count = GLsizei(bytes.count)
          // Bounds: GL reads as many bytes as its argument says.
          glCompressedTexImage2D(
            target,
            GLint(level),
            format,
            width,
            height,
            0,
            count,
            bytes.baseAddress
          )
        }
      }
    }
    let code = glGetError()
    guard code == GLenum(GL_NO_ERROR) else {
      throw GLKTextureLoaderError(
        source.format.isCompressed ? .compressedTextureUpload : .uncompressedTextureUpload,
        "GL refuses level \(level), \(width) x \(height) texels of \(source.format)",
        glError: code
      )
    }
  }

  private func generateMipmaps() throws(GLKTextureLoaderError) {
    glGenerateMipmap(target)
    let code = glGetError()
    guard code == GLenum(GL_NO_ERROR) else {
      throw GLKTextureLoaderError(
        .mipmapUnsupported,
        "GL makes no mipmaps of \(source.width) x \(source.height) texels of \(source.format)",
        glError: code
      )
    }
  }

  /// Smooth, without repetition; levels that are missing count only where GL lets them.
  private func setParameters(hasMipmaps: Bool) {
    let count = source.levels.count
    let isCut = count > 1 && count < source.fullLevelCount
    if isCut, capabilities.hasLastLevel {
      // GL_TEXTURE_MAX_LEVEL, which APPLE_texture_max_level calls the same.
      glTexParameteri(target, GLenum(GL_TEXTURE_MAX_LEVEL), GLint(count - 1))
    }
    let usesLevels = hasMipmaps || count > 1 && (!isCut || capabilities.hasLastLevel)
    let filter = usesLevels ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR
    glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), filter)
    glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
  }
}

/// The program's settings that affect uploading.
private struct UnpackState {
  private static let names = [
    GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_ROWS,
  ]

  private let hasBuffers: Bool
  private let target: GLenum
  private var texture: GLint = 0
  private var buffer: GLint = 0
  private var numbers: [GLint] = []

  /// Saves the settings, and sets those that uploading whole pictures needs.
  init(hasBuffers: Bool, _ target: GLenum, _ alignment: Int) {
    self.hasBuffers = hasBuffers
    self.target = target
    let isCube = target == GLenum(GL_TEXTURE_CUBE_MAP)
    let binding = GLenum(isCube ? GL_TEXTURE_BINDING_CUBE_MAP : GL_TEXTURE_BINDING_2D)
    glGetIntegerv(binding, &texture)
    if hasBuffers {
      glGetIntegerv(GLenum(GL_PIXEL_UNPACK_BUFFER_BINDING), &buffer)
      glBindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), 0)
    }
    // Version 2 has only the first one.
    for name in hasBuffers ? Self.names : Array(Self.names.prefix(1)) {
      var old: GLint = 0
      glGetIntegerv(GLenum(name), &old)
      numbers.append(old)
      glPixelStorei(GLenum(name), name == GL_UNPACK_ALIGNMENT ? GLint(alignment) : 0)
    }
  }

  func restore() {
    for (name, value) in zip(Self.names, numbers) { glPixelStorei(GLenum(name), value) }
    if hasBuffers { glBindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), GLuint(buffer)) }
    glBindTexture(target, GLuint(texture))
  }
}
