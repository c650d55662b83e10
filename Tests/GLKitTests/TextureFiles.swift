// Files of textures, put together by hand, and textures as shaders see them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import OpenGLES
import Testing

@testable import GLKit

/// A file in `Fixtures`; its README says what is in it.
func fixture(_ name: String) throws -> [UInt8] {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures")
  return try [UInt8](Data(contentsOf: folder.appendingPathComponent(name)))
}

func little(_ words: UInt32...) -> [UInt8] {
  words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
}

private func padded(_ bytes: [UInt8], to multiple: Int) -> [UInt8] {
  bytes + Array(repeating: 0, count: (multiple - bytes.count % multiple) % multiple)
}

/// A texture to put into a file.
struct SampleTexture {
  var width: UInt32
  var height: UInt32
  /// Level by level, face by face; rows of plain texels touch.
  var levels: [[[UInt8]]]
  /// To the upper edge first; nil says nothing.
  var isTopDown: Bool?

  var faces: UInt32 { UInt32(levels[0].count) }

  /// KTX of version 1, with rows of `rowBytes` bytes in the first level, which are padded.
  func ktx(
    type: UInt32,
    components: UInt32,
    format: UInt32,
    texelBytes: Int? = nil,
    isBigEndian: Bool = false,
    wordBytes: Int = 1
  ) -> Data {
    func words(_ values: [UInt32]) -> [UInt8] {
      values.flatMap { isBigEndian ? little($0).reversed() : little($0) }
    }
    var keys: [UInt8] = []
    if let isTopDown {
      let entry = Array("KTXorientation\0S=r,T=\(isTopDown ? "d" : "u")\0".utf8)
      keys = words([UInt32(entry.count)]) + padded(entry, to: 4)
    }
    var file = KTXFile.signature
    file += words([
      0x0403_0201, type, UInt32(wordBytes), components, format, components, width, height, 0, 0,
      faces, UInt32(levels.count), UInt32(keys.count),
    ])
    file += keys
    for (level, pictures) in levels.enumerated() {
      let pictures = pictures.map { bytes in
        var bytes = bytes
        if let texelBytes {
          let rowBytes = max(Int(width) >> level, 1) * texelBytes
          bytes = stride(from: 0, to: bytes.count, by: rowBytes).flatMap { row in
            padded(Array(bytes[row..<row + rowBytes]), to: 4)
          }
        }
        guard isBigEndian else { return bytes }
        return stride(from: 0, to: bytes.count, by: wordBytes).flatMap { word in
          bytes[word..<word + wordBytes].reversed()
        }
      }
      file += words([UInt32(pictures[0].count)])
      for picture in pictures { file += padded(picture, to: 4) }
    }
    return Data(file)
  }

  func ktx2(format: UInt32, flags: UInt8 = 0) -> Data {
    let entry = isTopDown.map { Array("KTXorientation\0\($0 ? "rd" : "ru")\0".utf8) } ?? []
    let keys = entry.isEmpty ? [] : little(UInt32(entry.count)) + padded(entry, to: 4)
    let descriptor = little(28, 0, 24 << 16 | 2) + [1, 1, 1, flags] + little(0, 0, 0)
    let index = 80 + 24 * levels.count
    var file = KTX2File.signature
    file += little(format, 1, width, height, 0, 0, faces, UInt32(levels.count), 0)
    file += little(UInt32(index), 28, UInt32(index + 28), UInt32(keys.count), 0, 0, 0, 0)
    var data: [UInt8] = []
    let start = index + 28 + keys.count
    for pictures in levels {
      let count = UInt32(pictures.joined().count)
      file += little(UInt32(start + data.count), 0, count, 0, count, 0)
      data += pictures.joined()
    }
    return Data(file + descriptor + keys + data)
  }

  func pvr(
    format: [UInt8],
    isSRGB: Bool = false,
    flags: UInt32 = 0,
    type: UInt32 = 0,
    order: String? = nil
  ) -> Data {
    var keys: [UInt8] = []
    if let isTopDown {
      keys += PVRFile.signature + little(3, 3) + [0, isTopDown ? 0 : 1, 0]
    }
    if let order { keys += PVRFile.signature + little(2, 6) + Array(order.utf8) }
    var file = PVRFile.signature + little(flags) + format
    file += little(isSRGB ? 1 : 0, type, height, width, 1, 1, faces, UInt32(levels.count))
    file += little(UInt32(keys.count)) + keys
    return Data(file + levels.joined().joined())
  }

  func legacyPVR(format: UInt32, alphaMask: UInt32 = 0) -> Data {
    var flags = format
    if faces == 6 { flags |= 0x1000 }
    if isTopDown == false { flags |= 0x10000 }
    var file = little(52, height, width, UInt32(levels.count - 1), flags, 0, 0, 0, 0, 0, alphaMask)
    file += Array("PVR!".utf8) + little(faces)
    for face in 0..<Int(faces) {
      for level in levels { file += level[face] }
    }
    return Data(file)
  }
}

/// A context that shows textures, texel by texel.
final class TextureStage {
  let gl: EAGLContext
  private var framebuffer: GLuint = 0
  private var target: GLuint = 0
  private let flat: GLuint
  private let cube: GLuint

  init(api: EAGLRenderingAPI = .openGLES3) throws {
    gl = try #require(EAGLContext(api: api))
    try #require(EAGLContext.setCurrent(gl))
    flat = try Self.program(
      "uniform highp sampler2D texels;",
      "texelFetch(texels, ivec2(gl_FragCoord.xy), int(place.w))"
    )
    cube = try Self.program(
      "uniform highp samplerCube texels;",
      "textureLod(texels, place.xyz, place.w)"
    )
    glGenTextures(1, &target)
    glGenFramebuffers(1, &framebuffer)
  }

  deinit {
    EAGLContext.setCurrent(gl)
    glDeleteFramebuffers(1, &framebuffer)
    glDeleteTextures(1, &target)
    glDeleteProgram(flat)
    glDeleteProgram(cube)
    EAGLContext.setCurrent(nil)
  }

  private static func program(_ sampler: String, _ color: String) throws -> GLuint {
    let program = glCreateProgram()
    let texts = [
      (
        GL_VERTEX_SHADER,
        "#version 300 es\nvoid main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1);"
          + " gl_Position = vec4(p * 4.0 - 1.0, 0.0, 1.0); }"
      ),
      (
        GL_FRAGMENT_SHADER,
        "#version 300 es\n\(sampler) uniform highp vec4 place; out highp vec4 color;"
          + " void main() { color = \(color); }"
      ),
    ]
    for (kind, text) in texts {
      let shader = glCreateShader(GLenum(kind))
      text.withCString { text in
        var source: UnsafePointer<CChar>? = text
        glShaderSource(shader, 1, &source, nil)
      }
      glCompileShader(shader)
      glAttachShader(program, shader)
      glDeleteShader(shader)
    }
    glLinkProgram(program)
    var isLinked: GLint = 0
    glGetProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
    try #require(isLinked == GL_TRUE)
    return program
  }

  /// The texels of a level as a shader reads them, in the order of the rows of the texture.
  func texels(_ texture: GLKTextureInfo, level: Int = 0) -> [UInt8] {
    let (width, height) = (
      max(Int(texture.width) >> level, 1), max(Int(texture.height) >> level, 1)
    )
    return drawn(texture, flat, width, height, (0, 0, 0, GLfloat(level)))
  }

  /// The colour that a cube map has in a direction.
  func color(_ texture: GLKTextureInfo, toward direction: SIMD3<Float>, level: Int = 0) -> [UInt8] {
    drawn(texture, cube, 1, 1, (direction.x, direction.y, direction.z, GLfloat(level)))
  }

  private func drawn(
    _ texture: GLKTextureInfo,
    _ program: GLuint,
    _ width: Int,
    _ height: Int,
    _ place: (GLfloat, GLfloat, GLfloat, GLfloat)
  ) -> [UInt8] {
    let kind = GLenum(GL_TEXTURE_2D)
    glBindTexture(kind, target)
    let (format, type) = (GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE))
    glTexImage2D(kind, 0, GL_RGBA8, GLsizei(width), GLsizei(height), 0, format, type, nil)
    glTexParameteri(kind, GLenum(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
    let frame = GLenum(GL_FRAMEBUFFER)
    glBindFramebuffer(frame, framebuffer)
    glFramebufferTexture2D(frame, GLenum(GL_COLOR_ATTACHMENT0), kind, target, 0)
    glViewport(0, 0, GLsizei(width), GLsizei(height))
    glBindTexture(kind, 0)
    glBindTexture(texture.target, texture.name)
    glUseProgram(program)
    glUniform4f(glGetUniformLocation(program, "place"), place.0, place.1, place.2, place.3)
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
    glBindTexture(texture.target, 0)
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    glReadPixels(0, 0, GLsizei(width), GLsizei(height), format, type, &bytes)
    return bytes
  }
}

/// The greatest difference of two lists of bytes.
func difference(_ a: [UInt8], _ b: [UInt8]) -> Int {
  a.count == b.count ? zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0 : .max
}
