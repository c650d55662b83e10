// OpenGL's constants with the type of its functions' parameters, and small driver queries.
// Licensed under the MIT license; see LICENSE.

package import CQuartzGLES
import QuartzFaults

/// The constants of GLES that are used here; C macros are imported in Swift as `Int32`.
package enum GL {
  static let noError = GLenum(GL_NO_ERROR)
  static let vendor = GLenum(GL_VENDOR)
  static let renderer = GLenum(GL_RENDERER)
  static let version = GLenum(GL_VERSION)
  package static let extensions = GLenum(GL_EXTENSIONS)
  static let maximumTextureSize = GLenum(GL_MAX_TEXTURE_SIZE)
  static let maximumLayers = GLenum(GL_MAX_ARRAY_TEXTURE_LAYERS)
  static let maximumVertexAttributes = GLenum(GL_MAX_VERTEX_ATTRIBS)
  static let maximumFragmentInputComponents = GLenum(GL_MAX_FRAGMENT_INPUT_COMPONENTS)

  static let texture2D = GLenum(GL_TEXTURE_2D)
  static let texture2DArray = GLenum(GL_TEXTURE_2D_ARRAY)
  static let rgba = GLenum(GL_RGBA)
  static let bgra = GLenum(GL_BGRA_EXT)
  static let red = GLenum(GL_RED)
  static let nearest = GLenum(GL_NEAREST)
  static let firstTextureUnit = GLenum(GL_TEXTURE0)
  static let unsignedByte = GLenum(GL_UNSIGNED_BYTE)
  static let float = GLenum(GL_FLOAT)
  static let framebuffer = GLenum(GL_FRAMEBUFFER)
  static let renderbuffer = GLenum(GL_RENDERBUFFER)
  static let drawFramebuffer = GLenum(GL_DRAW_FRAMEBUFFER)
  static let readFramebuffer = GLenum(GL_READ_FRAMEBUFFER)
  static let colorAttachment = GLenum(GL_COLOR_ATTACHMENT0)
  static let framebufferComplete = GLenum(GL_FRAMEBUFFER_COMPLETE)
  static let arrayBuffer = GLenum(GL_ARRAY_BUFFER)
  static let streamDraw = GLenum(GL_STREAM_DRAW)
  static let triangles = GLenum(GL_TRIANGLES)
  static let triangleStrip = GLenum(GL_TRIANGLE_STRIP)
  static let blend = GLenum(GL_BLEND)
  static let one = GLenum(GL_ONE)
  static let oneMinusSourceAlpha = GLenum(GL_ONE_MINUS_SRC_ALPHA)
  static let timeElapsed = GLenum(GL_TIME_ELAPSED_EXT)
  static let dither = GLenum(GL_DITHER)
  static let colorBuffer = GLbitfield(GL_COLOR_BUFFER_BIT)
  static let vertexShader = GLenum(GL_VERTEX_SHADER)
  static let fragmentShader = GLenum(GL_FRAGMENT_SHADER)
  static let unpackRowLength = GLenum(GL_UNPACK_ROW_LENGTH)
  static let unpackAlignment = GLenum(GL_UNPACK_ALIGNMENT)
  static let packRowLength = GLenum(GL_PACK_ROW_LENGTH)

  /// Returns a string of the current context's driver; empty without a context.
  package static func string(_ name: GLenum) -> String {
    guard let text = glGetString(name) else { return "" }
    return String(cString: text)
  }

  /// The extensions of the current context.
  package static var currentExtensions: Set<Substring> {
    Set(string(extensions).split(separator: " "))
  }

  /// Whether the current context has OpenGL ES 3: buffers of pixels, and copies between
  /// framebuffers.
  package static var isVersion3: Bool {
    let version = string(version)
    return !version.isEmpty && !version.hasPrefix("OpenGL ES 2")
  }

  /// Whether GL ran out of memory since the last check, among any other errors.
  static var isOutOfMemory: Bool {
    glGetError() == GLenum(GL_OUT_OF_MEMORY) || Fault.strikes(.memory)
  }

  /// Clears errors of earlier calls, so that later errors are of later calls.
  package static func dropErrors() {
    // A lost context reports an error for ever.
    for _ in 0..<16 where glGetError() != noError {}
  }

  /// Returns the number of objects of the current context, if its driver counts names from 1.
  static func objectCount() -> Int {
    let kinds: [(GLuint) -> GLboolean] = [
      { glIsTexture($0) }, { glIsBuffer($0) }, { glIsFramebuffer($0) }, { glIsRenderbuffer($0) },
      { glIsVertexArray($0) }, { glIsProgram($0) }, { glIsShader($0) },
      { glIsQuery($0) },
    ]
    return (1..<GLuint(1 << 12)).reduce(0) { count, name in
      count + kinds.count { $0(name) == GLboolean(GL_TRUE) }
    }
  }

  package static func integer(_ name: GLenum) -> Int {
    var value: GLint = 0
    glGetIntegerv(name, &value)
    return Int(value)
  }
}
