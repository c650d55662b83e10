// Programs: a shader in one variant, compiled on first use.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import QuartzMath
import QuartzModel
import QuartzPlan

/// A shader and its variant.
struct ProgramKey: Hashable, Sendable {
  var shader: Shader
  var variant: ShaderVariant
  /// The blend mode of a composite; `normal` for all other shaders.
  var mode = CompositingMode.normal
}

/// The texture unit that a sampler of the shaders reads.
enum TextureUnit: GLenum {
  /// The image, the bytes of coverage, the surface that is composited or blurred.
  case main
  /// A composite's mask, or the bytes of coverage beside an image.
  case second
  /// A copy of the target.
  case below

  static let samplers: KeyValuePairs<String, TextureUnit> = [
    "image": .main, "tiles": .main, "mask": .second, "coverages": .second, "ramps": .main,
    "below": .below,
  ]
}

/// A linked program and the uniforms that it was last given.
final class ShaderProgram {
  let attributes: UInt32
  private let name: GLuint
  private let surface: GLint
  private let clip: GLint
  private let belowOrigin: GLint
  private let texelSize: GLint
  private let tiling: GLint
  private var lastSurface = SIMD4<Float>(repeating: .nan)
  private var lastClip: ClipRecord?
  private var lastTiles: TileLayout?

  /// Compiles and links.
  ///
  /// - Throws: `RenderError.shader` with the driver's log.
  init(_ key: ProgramKey) throws(RenderError) {
    var macros = ShaderVariant.macros.enumerated()
      .filter { key.variant.rawValue & (1 << $0.offset) != 0 }.map(\.element)
    let version =
      key.variant.contains(.gathers) ? Shader.laterVersion : Shader.version
    if key.mode != .normal { macros.append("MODE \(key.mode.rawValue)") }
    let label = ([String(describing: key.shader)] + macros).joined(separator: " ")
    let vertex = try ShaderProgram.compile(
      GL.vertexShader,
      version,
      ["VERTEX"] + macros,
      key.shader.source,
      label
    )
    defer { glDeleteShader(vertex) }
    let fragment = try ShaderProgram.compile(
      GL.fragmentShader,
      version,
      macros,
      key.shader.source,
      label
    )
    defer { glDeleteShader(fragment) }
    let name = glCreateProgram()
    glAttachShader(name, vertex)
    glAttachShader(name, fragment)
    glLinkProgram(name)
    var isLinked: GLint = 0
    glGetProgramiv(name, GLenum(GL_LINK_STATUS), &isLinked)
    guard isLinked != 0 else {
      let log = ShaderProgram.log { glGetProgramInfoLog(name, $0, $1, $2) }
      glDeleteProgram(name)
      throw .shader(name: label, log: log)
    }
    self.name = name
    attributes = key.shader.attributes(key.variant)
    surface = glGetUniformLocation(name, "surface")
    clip = glGetUniformLocation(name, "clip")
    belowOrigin = glGetUniformLocation(name, "belowOrigin")
    texelSize = glGetUniformLocation(name, "texelSize")
    tiling = glGetUniformLocation(name, "tiling")
    glUseProgram(name)
    for (sampler, unit) in TextureUnit.samplers {
      glUniform1i(glGetUniformLocation(name, sampler), GLint(unit.rawValue))
    }
  }

  deinit {
    glDeleteProgram(name)
  }

  func use() {
    glUseProgram(name)
  }

  /// Sets the surface to draw to: origin, 2 / size, as the uniform `surface` defines.
  func set(surface value: SIMD4<Float>) {
    guard value != lastSurface else { return }
    lastSurface = value
    glUniform4f(surface, value.x, value.y, value.z, value.w)
  }

  func set(clip value: ClipRecord) {
    guard value != lastClip else { return }
    lastClip = value
    let shape = value.shape
    let rows = [
      shape.rect, shape.radiiX, shape.radiiY, shape.inverse1, shape.inverse2, shape.inverse3,
    ]
    rows.withUnsafeBytes { bytes in
      glUniform4fv(clip, 6, bytes.baseAddress?.assumingMemoryBound(to: GLfloat.self))
    }
  }

  /// Sets the size of the texture that bytes are gathered from.
  func setTexelSize(width: Int, height: Int) {
    guard texelSize >= 0 else { return }
    glUniform2f(texelSize, 1 / Float(width), 1 / Float(height))
  }

  /// Sets the output pixel at the origin of the target's copy.
  func set(belowOrigin rect: PixelRect) {
    glUniform2f(belowOrigin, Float(rect.minX), Float(rect.minY))
  }

  /// Sets the layout of the image in an array of tiles.
  func set(tiles value: TileLayout) {
    guard value != lastTiles else { return }
    lastTiles = value
    glUniform3i(tiling, value.columns, value.width, value.height)
  }

  private static func compile(
    _ stage: GLenum,
    _ version: String,
    _ macros: [String],
    _ source: String,
    _ label: String
  ) throws(RenderError) -> GLuint {
    let name = glCreateShader(stage)
    let head = version + "\n" + macros.map { "#define \($0)\n" }.joined()
    (head + source).withCString { text in
      var pointer: UnsafePointer<CChar>? = text
      glShaderSource(name, 1, &pointer, nil)
    }
    glCompileShader(name)
    var isCompiled: GLint = 0
    glGetShaderiv(name, GLenum(GL_COMPILE_STATUS), &isCompiled)
    guard isCompiled != 0 else {
      let log = log { glGetShaderInfoLog(name, $0, $1, $2) }
      glDeleteShader(name)
      throw .shader(name: label, log: log)
    }
    return name
  }

  /// Returns at most 4 KiB of the driver's log.
  private static func log(
    _ read: (GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?) -> Void
  ) -> String {
    var text = [GLchar](repeating: 0, count: 4096)
    var length: GLsizei = 0
    read(GLsizei(text.count), &length, &text)
    return String(decoding: text.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The programs that were needed so far.
struct ProgramCache: ~Copyable {
  private var programs: [ProgramKey: ShaderProgram] = [:]

  var count: Int { programs.count }

  /// Returns the program, compiled on its first use.
  mutating func program(_ key: ProgramKey) throws(RenderError) -> ShaderProgram {
    if let program = programs[key] { return program }
    let program = try ShaderProgram(key)
    programs[key] = program
    return program
  }
}
