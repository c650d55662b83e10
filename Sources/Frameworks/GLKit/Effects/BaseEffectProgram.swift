// The programs of effects, by context.
// Licensed under the MIT license; see LICENSE.

import OpenGLES
import Synchronization

/// The reason why an effect cannot be prepared.
enum BaseEffectProblem: Error, CustomStringConvertible {
  case notCompiled(String)
  case notLinked(String)

  var description: String {
    switch self {
    case .notCompiled(let log): "a shader does not compile: \(log)"
    case .notLinked(let log): "the program does not link: \(log)"
    }
  }
}

/// A uniform of effects; the case has its name in the shaders.
enum BaseEffectUniform: Int, CaseIterable {
  case modelview, projection, normalMatrix, constantColor
  case sceneAmbient, materialAmbient, materialDiffuse, materialSpecular, materialEmissive, shininess
  case lightAmbient, lightDiffuse, lightSpecular, lightPosition, lightSpot, lightFalloff
  case texture0, texture1
}

/// A linked program with the locations of its uniforms; those it lacks are -1, which GL ignores.
struct BaseEffectProgram: Sendable {
  let name: GLuint
  // In the order of the uniforms.
  private let locations: [GLint]

  init(_ features: BaseEffectFeatures) throws(BaseEffectProblem) {
    let name = glCreateProgram()
    do throws(BaseEffectProblem) {
      try Self.attach(features.vertexShader, GL_VERTEX_SHADER, to: name)
      try Self.attach(features.fragmentShader, GL_FRAGMENT_SHADER, to: name)
      try Self.link(name)
    } catch {
      glDeleteProgram(name)
      throw error
    }
    self.name = name
    locations = BaseEffectUniform.allCases.map { glGetUniformLocation(name, "\($0)") }
    glUseProgram(name)
    glUniform1i(locations[BaseEffectUniform.texture0.rawValue], 0)
    glUniform1i(locations[BaseEffectUniform.texture1.rawValue], 1)
  }

  func set(_ uniform: BaseEffectUniform, _ value: GLfloat) {
    glUniform1f(locations[uniform.rawValue], value)
  }

  func set(_ uniform: BaseEffectUniform, _ values: [GLKVector4]) {
    values.withUnsafeBytes { bytes in
      // Bounds: a vector is four floats without gaps.
      let floats = bytes.bindMemory(to: GLfloat.self).baseAddress
      glUniform4fv(locations[uniform.rawValue], GLsizei(values.count), floats)
    }
  }

  func set(_ uniform: BaseEffectUniform, _ matrix: GLKMatrix4) {
    withUnsafeBytes(of: matrix) { bytes in
      // Bounds: the matrix is 16 floats without gaps.
      let floats = bytes.bindMemory(to: GLfloat.self).baseAddress
      glUniformMatrix4fv(locations[uniform.rawValue], 1, GLboolean(GL_FALSE), floats)
    }
  }

  func set(_ uniform: BaseEffectUniform, _ matrix: GLKMatrix3) {
    withUnsafeBytes(of: matrix) { bytes in
      // Bounds: the matrix is 9 floats without gaps.
      let floats = bytes.bindMemory(to: GLfloat.self).baseAddress
      glUniformMatrix3fv(locations[uniform.rawValue], 1, GLboolean(GL_FALSE), floats)
    }
  }

  private static func attach(
    _ text: String,
    _ kind: GLint,
    to program: GLuint
  ) throws(BaseEffectProblem) {
    let shader = glCreateShader(GLenum(kind))
    // It goes with the program.
    defer { glDeleteShader(shader) }
    text.withCString { text in
      var source: UnsafePointer<CChar>? = text
      glShaderSource(shader, 1, &source, nil)
    }
    glCompileShader(shader)
    var isCompiled: GLint = 0
    glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &isCompiled)
    guard isCompiled == GL_TRUE else {
      throw .notCompiled(log { glGetShaderInfoLog(shader, $0, $1, $2) })
    }
    glAttachShader(program, shader)
  }

  private static func link(_ program: GLuint) throws(BaseEffectProblem) {
    let attributes: [(GLKVertexAttrib, String)] = [
      (.position, "position"), (.normal, "normal"), (.color, "color"),
      (.texCoord0, "texCoord0"), (.texCoord1, "texCoord1"),
    ]
    for (attribute, name) in attributes {
      glBindAttribLocation(program, GLuint(attribute.rawValue), name)
    }
    glLinkProgram(program)
    var isLinked: GLint = 0
    glGetProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
    guard isLinked == GL_TRUE else {
      throw .notLinked(log { glGetProgramInfoLog(program, $0, $1, $2) })
    }
  }

  private static func log(
    _ read: (GLsizei, UnsafeMutablePointer<GLsizei>, UnsafeMutablePointer<GLchar>?) -> Void
  ) -> String {
    var length: GLsizei = 0
    var bytes = [GLchar](repeating: 0, count: 1024)
    bytes.withUnsafeMutableBufferPointer { read(GLsizei($0.count), &length, $0.baseAddress) }
    return String(decoding: bytes.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The programs that were made, by context: the values of uniforms belong to a program, and two
/// contexts of a sharegroup may draw at the same time.
enum BaseEffectPrograms {
  private struct Entry {
    weak var context: EAGLContext?
    var programs: [BaseEffectFeatures: BaseEffectProgram] = [:]
  }

  private static let entries = Mutex<[Entry]>([])

  /// The program of some features in the context that is current.
  ///
  /// The programs of a context that is gone have gone with its sharegroup.
  static func program(
    with features: BaseEffectFeatures,
    in context: EAGLContext
  ) throws(BaseEffectProblem) -> BaseEffectProgram {
    let known = entries.withLock { entries in
      entries.first { $0.context === context }?.programs[features]
    }
    if let known { return known }
    let program = try BaseEffectProgram(features)
    entries.withLock { entries in
      entries.removeAll { $0.context == nil }
      if let index = entries.firstIndex(where: { $0.context === context }) {
        entries[index].programs[features] = program
      } else {
        entries.append(Entry(context: context, programs: [features: program]))
      }
    }
    return program
  }

  /// Returns the number of programs for a context.
  static func count(in context: EAGLContext) -> Int {
    entries.withLock { $0.first { $0.context === context }?.programs.count ?? 0 }
  }
}
