// Reads renderbuffers as pictures.
// Licensed under the MIT license; see LICENSE.

package import CQuartzGLES
import QuartzGLES

/// Copies the pixels of renderbuffers of the current context to memory.
package enum RenderbufferReader {
  /// GL_PACK_REVERSE_ROW_ORDER_ANGLE: rows go to memory from the last to the first.
  private static let reversesRows = GLenum(0x93A4)

  /// The program's settings that affect reading.
  private struct PackState {
    var framebuffer: GLint = 0
    var buffer: GLint = 0
    var numbers: [GLint] = []
    let hasBuffers: Bool
    let hasReversal: Bool

    private static let names = [GL_PACK_ALIGNMENT]
    private static let names3 = [GL_PACK_ROW_LENGTH, GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_ROWS]
    private static let defaults: [GLint] = [4, 0, 0, 0]

    private var allNames: [GLenum] {
      var names = Self.names + (hasBuffers ? Self.names3 : [])
      if hasReversal { names.append(Int32(RenderbufferReader.reversesRows)) }
      return names.map { GLenum($0) }
    }

    /// Saves the settings, and sets those that reading whole pictures needs.
    init(hasBuffers: Bool, hasReversal: Bool) {
      self.hasBuffers = hasBuffers
      self.hasReversal = hasReversal
      glGetIntegerv(GLenum(GL_FRAMEBUFFER_BINDING), &framebuffer)
      if hasBuffers {
        // In version 3 the read binding is separate.
        glGetIntegerv(GLenum(GL_READ_FRAMEBUFFER_BINDING), &framebuffer)
        glGetIntegerv(GLenum(GL_PIXEL_PACK_BUFFER_BINDING), &buffer)
        glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
      }
      for (name, value) in zip(allNames, Self.defaults) {
        var old: GLint = 0
        glGetIntegerv(name, &old)
        numbers.append(old)
        glPixelStorei(name, value)
      }
      if hasReversal { glPixelStorei(RenderbufferReader.reversesRows, 1) }
    }

    func restore() {
      for (name, value) in zip(allNames, numbers) { glPixelStorei(name, value) }
      if hasBuffers { glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), GLuint(buffer)) }
      glBindFramebuffer(target, GLuint(framebuffer))
    }

    var target: GLenum {
      GLenum(hasBuffers ? GL_READ_FRAMEBUFFER : GL_FRAMEBUFFER)
    }
  }

  /// Reads the renderbuffer with a name: rows from the top, R, G, B, A bytes.
  ///
  /// The program's GL state is restored afterwards.
  ///
  /// - Parameter memory: `height` rows of `4 x width` bytes.
  package static func read(
    _ name: GLuint,
    _ width: Int,
    _ height: Int,
    into memory: UnsafeMutableRawBufferPointer
  ) throws(DrawableProblem) {
    let isFromTop = try read(name, width, height, buffer: 0, memory.baseAddress)
    if !isFromTop { flip(memory, rowBytes: width * 4) }
  }

  /// Reads the renderbuffer with a name into a pixel buffer of OpenGL ES 3, from its beginning,
  /// without waiting for GL.
  ///
  /// - Returns: Whether rows come from the top; if not the lowest one is the first.
  static func read(
    _ name: GLuint,
    _ width: Int,
    _ height: Int,
    intoBuffer buffer: GLuint
  ) throws(DrawableProblem) -> Bool {
    try read(name, width, height, buffer: buffer, nil)
  }

  private static func read(
    _ name: GLuint,
    _ width: Int,
    _ height: Int,
    buffer: GLuint,
    _ address: UnsafeMutableRawPointer?
  ) throws(DrawableProblem) -> Bool {
    let state = PackState(
      hasBuffers: GL.isVersion3,
      hasReversal: GL.string(GL.extensions).contains("GL_ANGLE_pack_reverse_row_order")
    )
    defer { state.restore() }
    if buffer != 0 { glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), buffer) }
    var framebuffer: GLuint = 0
    glGenFramebuffers(1, &framebuffer)
    defer { glDeleteFramebuffers(1, &framebuffer) }
    glBindFramebuffer(state.target, framebuffer)
    glFramebufferRenderbuffer(
      state.target,
      GLenum(GL_COLOR_ATTACHMENT0),
      GLenum(GL_RENDERBUFFER),
      name
    )
    let status = glCheckFramebufferStatus(state.target)
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else { throw .notReadable(code: status) }
    glReadPixels(
      0,
      0,
      GLsizei(width),
      GLsizei(height),
      GLenum(GL_RGBA),
      GLenum(GL_UNSIGNED_BYTE),
      address
    )
    return state.hasReversal
  }

  /// Exchanges the first row with the last one, and so on.
  private static func flip(_ memory: UnsafeMutableRawBufferPointer, rowBytes: Int) {
    guard let base = memory.baseAddress, rowBytes > 0 else { return }
    let rows = memory.count / rowBytes
    // Bounds: both rows lie in the memory, the upper one above the lower one.
    withUnsafeTemporaryAllocation(byteCount: rowBytes, alignment: 16) { row in
      guard let spare = row.baseAddress else { return }
      for index in 0..<rows / 2 {
        let (upper, lower) = (base + index * rowBytes, base + (rows - 1 - index) * rowBytes)
        spare.copyMemory(from: upper, byteCount: rowBytes)
        upper.copyMemory(from: lower, byteCount: rowBytes)
        lower.copyMemory(from: spare, byteCount: rowBytes)
      }
    }
  }

  /// Sets every alpha to 255.
  package static func makeOpaque(_ memory: UnsafeMutableRawBufferPointer) {
    // Bounds: whole pixels of four bytes.
    let opaque = UInt32(littleEndian: 0xFF00_0000)
    memory.withMemoryRebound(to: UInt32.self) { pixels in
      for index in pixels.indices { pixels[index] |= opaque }
    }
  }
}
