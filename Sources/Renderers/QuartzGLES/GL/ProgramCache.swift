// The programs of a context, and the building of programs.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import QuartzPlan

/// A program that the driver was asked to compile and link.
///
/// Nothing waits for the result before `check`, so drivers that compile on threads of their own
/// (GL_KHR_parallel_shader_compile) work on all programs that were begun.
struct ProgramBuild: ~Copyable {
  let key: ProgramKey
  let name: GLuint
  private let vertex: GLuint
  private let fragment: GLuint
  private let label: String

  init(_ key: ProgramKey) {
    self.key = key
    var macros = ShaderVariant.macros.enumerated()
      .filter { key.variant.rawValue & (1 << $0.offset) != 0 }.map(\.element)
    if key.mode != .normal { macros.append("MODE \(key.mode.rawValue)") }
    label = ([String(describing: key.shader)] + macros).joined(separator: " ")
    let version = key.variant.contains(.gathers) ? Shader.laterVersion : Shader.version
    let source = key.shader.source
    vertex = ProgramBuild.compile(GL.vertexShader, version, ["VERTEX"] + macros, source)
    fragment = ProgramBuild.compile(GL.fragmentShader, version, macros, source)
    name = glCreateProgram()
    glAttachShader(name, vertex)
    glAttachShader(name, fragment)
    glLinkProgram(name)
  }

  deinit {
    glDeleteShader(vertex)
    glDeleteShader(fragment)
  }

  /// Waits for the driver; deletes the program if it failed.
  ///
  /// - Throws: `RenderError.shader` with the driver's log.
  func check() throws(RenderError) {
    var status: GLint = 0
    for shader in [vertex, fragment] {
      glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &status)
      if status != 0 { continue }
      glDeleteProgram(name)
      throw .shader(name: label, log: ProgramBuild.log { glGetShaderInfoLog(shader, $0, $1, $2) })
    }
    glGetProgramiv(name, GLenum(GL_LINK_STATUS), &status)
    guard status == 0 else { return }
    let log = ProgramBuild.log { glGetProgramInfoLog(name, $0, $1, $2) }
    glDeleteProgram(name)
    throw .shader(name: label, log: log)
  }

  /// Names the program for tools.
  func label(_ labels: DebugLabels?) {
    labels?.name(.program, name, label)
  }

  private static func compile(
    _ stage: GLenum,
    _ version: String,
    _ macros: [String],
    _ source: String
  ) -> GLuint {
    let name = glCreateShader(stage)
    let head = version + "\n" + macros.map { "#define \($0)\n" }.joined()
    (head + source).withCString { text in
      var pointer: UnsafePointer<CChar>? = text
      glShaderSource(name, 1, &pointer, nil)
    }
    glCompileShader(name)
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

/// The programs of a context.
struct ProgramCache: ~Copyable {
  private var programs: [ProgramKey: ShaderProgram] = [:]
  private let labels: DebugLabels?

  init(labels: DebugLabels?) {
    self.labels = labels
  }

  /// The number of programs that were built.
  var count: Int { programs.count }

  /// Builds programs, some at a time, so that the driver can work on several at once.
  mutating func build(_ keys: [ProgramKey]) throws(RenderError) {
    var start = 0
    while start < keys.count {
      try build(keys[start..<min(start + ProgramCache.atOnce, keys.count)])
      start += ProgramCache.atOnce
    }
  }

  /// Begins programs, then waits for them; those after one that fails are waited for, too.
  private mutating func build(_ keys: ArraySlice<ProgramKey>) throws(RenderError) {
    guard let key = keys.first else { return }
    let begun = ProgramBuild(key)
    try build(keys.dropFirst())
    begun.label(labels)
    programs[key] = try ShaderProgram(begun)
  }

  /// Programs that are begun before the first is waited for.
  private static let atOnce = 16

  /// Returns the program, built now if it was not before.
  mutating func program(_ key: ProgramKey) throws(RenderError) -> ShaderProgram {
    let key = key.compiled
    if let program = programs[key] { return program }
    try build([key])
    guard let program = programs[key] else { throw .contextLost }
    return program
  }
}
