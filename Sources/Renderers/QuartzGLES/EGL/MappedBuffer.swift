// Buffers of pixels whose memory stays mapped.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL
package import CQuartzGLES

/// A pixel buffer of OpenGL ES 3.
///
/// Any thread may read its memory once a fence signals that GL has written it.
///
/// It stays mapped as long as it exists. It is deleted by its name in a context of its share group.
package struct MappedBuffer: Sendable {
  package let name: GLuint
  // Safe because: it is only handed out; who reads it waits for a fence before.
  package nonisolated(unsafe) let memory: UnsafeRawPointer

  /// Whether the current context supports such buffers.
  package static var areAvailable: Bool {
    GL.currentExtensions.contains("GL_EXT_buffer_storage")
  }

  /// Makes a buffer of the current context and keeps the current binding.
  ///
  /// Nil if there is no memory or no support.
  package init?(byteCount: Int) {
    guard let storage = Extension.bufferStorage() else { return nil }
    let target = GLenum(GL_PIXEL_PACK_BUFFER)
    let before = GL.integer(GLenum(GL_PIXEL_PACK_BUFFER_BINDING))
    defer { glBindBuffer(target, GLuint(before)) }
    var name: GLuint = 0
    glGenBuffers(1, &name)
    glBindBuffer(target, name)
    let access = GLbitfield(
      GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT_EXT | GL_MAP_COHERENT_BIT_EXT
    )
    storage(target, byteCount, nil, access | GLbitfield(GL_CLIENT_STORAGE_BIT_EXT))
    guard let memory = glMapBufferRange(target, 0, byteCount, access) else {
      glDeleteBuffers(1, &name)
      // The result reports the failure.
      GL.dropErrors()
      return nil
    }
    self.name = name
    self.memory = UnsafeRawPointer(memory)
  }
}
