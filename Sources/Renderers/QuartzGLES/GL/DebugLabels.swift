// Names of GL's objects and groups of its commands, for tools that show frames.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL
import CQuartzGLES

/// The functions of KHR_debug that name things, as RenderDoc and apitrace show them.
///
/// Contexts have them only with `GLESPreferences.isDebug`: the names are strings made for each
/// pass.
struct DebugLabels: Sendable {
  enum Kind: Sendable {
    case texture, framebuffer, renderbuffer, buffer, vertexArray, program

    var identifier: GLenum {
      switch self {
      case .texture: GLenum(GL_TEXTURE)
      case .framebuffer: GLenum(GL_FRAMEBUFFER)
      case .renderbuffer: GLenum(GL_RENDERBUFFER)
      case .buffer: GLenum(GL_BUFFER_KHR)
      case .vertexArray: GLenum(GL_VERTEX_ARRAY_KHR)
      case .program: GLenum(GL_PROGRAM_KHR)
      }
    }
  }

  private let label: Extension.ObjectLabel
  private let push: Extension.PushDebugGroup
  private let pop: Extension.PopDebugGroup

  /// - Returns: Nil if the driver lacks KHR_debug.
  init?(_ extensions: Set<String>) {
    guard extensions.contains("GL_KHR_debug"), let label = Extension.objectLabel(),
      let push = Extension.pushDebugGroup(), let pop = Extension.popDebugGroup()
    else { return nil }
    (self.label, self.push, self.pop) = (label, push, pop)
  }

  /// Names an object, which must have been bound or linked once.
  func name(_ kind: Kind, _ object: GLuint, _ text: String) {
    label(kind.identifier, object, DebugLabels.length(text), text)
  }

  /// Names a texture that is drawn to, and its framebuffer.
  func name(_ target: RenderTarget, _ text: String) {
    name(.texture, target.texture.name, text)
    name(.framebuffer, target.framebuffer, text)
  }

  /// Returns the names of the current context's objects, if its driver counts names from 1.
  func all() -> [String] {
    guard let read = Extension.getObjectLabel() else { return [] }
    let kinds: [(Kind, (GLuint) -> GLboolean)] = [
      (.texture, { glIsTexture($0) }), (.framebuffer, { glIsFramebuffer($0) }),
      (.buffer, { glIsBuffer($0) }), (.vertexArray, { glIsVertexArray($0) }),
      (.program, { glIsProgram($0) }),
    ]
    var names: [String] = []
    var text = [GLchar](repeating: 0, count: 256)
    for (kind, exists) in kinds {
      for object in 1..<GLuint(1 << 12) where exists(object) != 0 {
        var length: GLsizei = 0
        read(kind.identifier, object, GLsizei(text.count), &length, &text)
        let bytes = text.prefix(Int(length)).map { UInt8(bitPattern: $0) }
        names.append("\(kind) " + String(decoding: bytes, as: UTF8.self))
      }
    }
    return names
  }

  /// Begins a group of commands.
  func begin(_ text: String) {
    push(GLenum(GL_DEBUG_SOURCE_APPLICATION_KHR), 0, DebugLabels.length(text), text)
  }

  /// Returns the bytes of a name that count: every driver takes 255.
  private static func length(_ text: String) -> GLsizei {
    GLsizei(min(text.utf8.count, 255))
  }

  /// Ends the last group.
  func end() {
    pop()
  }
}
