// GL's objects, each freed with its owning value. The context must be current then.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import QuartzMath
import QuartzModel
import QuartzPlan

/// The channel order of texels in memory, as GL sees it.
///
/// Bytes are always R, G, B, A. In the order `bgra`, GL treats the first byte as blue. Red and blue
/// are then exchanged in every texture, target and colour alike, so that no shader needs to know.
/// Mesa's software renderer fills and blends such targets several times as fast (lp_linear.c asks
/// for BGRA), and reading them back in the same order is a plain copy.
enum ChannelOrder: Sendable {
  case rgba, bgra

  var format: GLenum { self == .rgba ? GL.rgba : GL.bgra }

  /// Returns numbers for red, green, blue and alpha in the order of the textures' channels.
  func swapped(_ numbers: SIMD4<Float>) -> SIMD4<Float> {
    self == .rgba ? numbers : SIMD4(numbers.z, numbers.y, numbers.x, numbers.w)
  }

  /// Returns a premultiplied colour for shaders: 0...1, in the order of the textures' channels.
  func color(_ color: SIMD4<Float>) -> SIMD4<Float> {
    // NaN fails the comparison and becomes 0.
    let clamped = color.replacing(with: 0, where: .!(color .> 0)).clamped(
      lowerBound: .zero,
      upperBound: .one
    )
    return swapped(clamped)
  }

  /// The same for shaders that draw to half floats: alpha in 0...1, all others finite halves.
  func extendedColor(_ color: SIMD4<Float>) -> SIMD4<Float> {
    let limit = SIMD4(largestHalf, largestHalf, largestHalf, 1)
    let numbers = color.replacing(with: 0, where: color .!= color)
    return swapped(numbers.clamped(lowerBound: limit * [-1, -1, -1, 0], upperBound: limit))
  }
}

/// The largest finite half float.
let largestHalf: Float = 65504

/// The format of a texel.
enum TextureFormat: Equatable, Sendable {
  /// Four bytes: a premultiplied colour.
  case color(ChannelOrder)
  /// Four half floats: a premultiplied colour of extended range, with the channels where those of
  /// bytes are.
  case halves(ChannelOrder)
  /// Four floats between steps of a blur of extended colours.
  case floats
  /// One byte, which shaders see as alpha.
  case coverage
  /// Words of 16 bits between steps of a blur: of one channel, or of four.
  case words(SurfaceChannels)
  /// Four numbers in Float.
  case ramps
  /// A sample of a plane, or two: one, two or four bytes.
  case samples(Int)

  var bytes: Int {
    switch self {
    case .color: 4
    case .halves: 8
    case .floats: 16
    case .coverage: 1
    case .words(.alpha): 2
    case .words(.color): 8
    case .ramps: 16
    case .samples(let bytes): bytes
    }
  }

  /// Whether texels are half floats.
  var isHalf: Bool {
    if case .halves = self { true } else { false }
  }

  /// The order of the channels of colours; nil for what has none.
  var order: ChannelOrder? {
    switch self {
    case .color(let order), .halves(let order): order
    case .floats, .coverage, .words, .ramps, .samples: nil
    }
  }

  /// The components of a texel of samples, as GL names them.
  static func components(_ bytes: Int) -> GLenum {
    switch bytes {
    case 1: GL.red
    case 2: GLenum(GL_RG)
    default: GL.rgba
    }
  }
}

/// A texture, of which single texels are fetched.
struct GLTexture: ~Copyable {
  let name: GLuint
  let width: Int
  let height: Int
  let format: TextureFormat
  /// The layers of an array; nil for a plain texture.
  let layers: Int?
  /// The number of levels, each of half the size of the one before.
  let levels: Int

  /// Returns the largest number of levels of a texture of a size.
  static func levelCount(width: Int, height: Int) -> Int {
    Int.bitWidth - max(width, height, 1).leadingZeroBitCount
  }

  /// Makes a texture with undefined texels and leaves it bound.
  init(width: Int, height: Int, levels: Int = 1, format: TextureFormat) throws(RenderError) {
    var name: GLuint = 0
    glGenTextures(1, &name)
    glBindTexture(GL.texture2D, name)
    let (w, h) = (GLsizei(width), GLsizei(height))
    switch format {
    case .color(.rgba):
      glTexStorage2D(GL.texture2D, GLsizei(levels), GLenum(GL_RGBA8), w, h)
    case .coverage:
      glTexStorage2D(GL.texture2D, 1, GLenum(GL_R8), w, h)
      glTexParameteri(GL.texture2D, GLenum(GL_TEXTURE_SWIZZLE_A), GL_RED)
    case .halves:
      glTexStorage2D(GL.texture2D, GLsizei(levels), GLenum(GL_RGBA16F), w, h)
    case .floats:
      glTexStorage2D(GL.texture2D, 1, GLenum(GL_RGBA32F), w, h)
    case .words(let channels):
      let words = channels == .alpha ? GL_R16UI : GL_RGBA16UI
      glTexStorage2D(GL.texture2D, 1, GLenum(words), w, h)
    case .ramps:
      glTexStorage2D(GL.texture2D, 1, GLenum(GL_RGBA32F), w, h)
    case .samples(let bytes):
      let format = bytes == 1 ? GL_R8 : bytes == 2 ? GL_RG8 : GL_RGBA8
      glTexStorage2D(GL.texture2D, 1, GLenum(format), w, h)
    case .color(.bgra):
      for level in 0..<levels {
        glTexImage2D(
          GL.texture2D,
          GLint(level),
          GLint(GL.bgra),
          max(w >> GLsizei(level), 1),
          max(h >> GLsizei(level), 1),
          0,
          GL.bgra,
          GL.unsignedByte,
          nil
        )
      }
    }
    GLTexture.setSampling(GL.texture2D, levels: levels)
    self.name = name
    self.width = width
    self.height = height
    self.format = format
    self.levels = levels
    layers = nil
    if GL.isOutOfMemory { throw .outOfMemory(bytes: bytes) }
  }

  init(width: Int, height: Int, levels: Int = 1, order: ChannelOrder) throws(RenderError) {
    try self.init(width: width, height: height, levels: levels, format: .color(order))
  }

  /// Fetches exchange red and blue from now on, if that is the order of the frame's channels.
  ///
  /// - Parameter kind: The kind of the texture, which is bound; its texels are R, G, B, A.
  static func exchange(_ kind: GLenum, _ order: ChannelOrder) {
    guard order == .bgra else { return }
    glTexParameteri(kind, GLenum(GL_TEXTURE_SWIZZLE_R), GL_BLUE)
    glTexParameteri(kind, GLenum(GL_TEXTURE_SWIZZLE_B), GL_RED)
  }

  /// Makes a texture of a plane in a dma-buf, without a copy, and leaves it bound.
  ///
  /// - Throws: The reason why the driver does not support it.
  init(
    _ plane: DevicePlane,
    _ importer: DeviceImporter,
    format: TextureFormat
  ) throws(ImportRefusal) {
    var name: GLuint = 0
    glGenTextures(1, &name)
    glBindTexture(GL.texture2D, name)
    do {
      try importer.bind(plane)
    } catch {
      glDeleteTextures(1, &name)
      throw error
    }
    GLTexture.setSampling(GL.texture2D, levels: 1)
    self.name = name
    (width, height) = (plane.width, plane.height)
    self.format = format
    levels = 1
    layers = nil
  }

  /// Makes an array of textures with undefined texels and leaves it bound.
  ///
  /// Its texels are always R, G, B, A; in the order `bgra`, fetching exchanges red and blue.
  ///
  /// - Parameter format: Of colours: bytes or half floats.
  init(
    width: Int,
    height: Int,
    layers: Int,
    levels: Int = 1,
    format: TextureFormat
  ) throws(RenderError) {
    var name: GLuint = 0
    glGenTextures(1, &name)
    glBindTexture(GL.texture2DArray, name)
    let (w, h) = (GLsizei(width), GLsizei(height))
    glTexStorage3D(
      GL.texture2DArray,
      GLsizei(levels),
      GLenum(format.isHalf ? GL_RGBA16F : GL_RGBA8),
      w,
      h,
      GLsizei(layers)
    )
    GLTexture.setSampling(GL.texture2DArray, levels: levels)
    if let order = format.order { GLTexture.exchange(GL.texture2DArray, order) }
    self.name = name
    self.width = width
    self.height = height
    self.format = format
    self.levels = levels
    self.layers = layers
    if GL.isOutOfMemory { throw .outOfMemory(bytes: bytes) }
  }

  deinit {
    withUnsafePointer(to: name) { glDeleteTextures(1, $0) }
  }

  /// Sets nearest sampling of the existing levels, so that the texture is complete.
  private static func setSampling(_ kind: GLenum, levels: Int) {
    let minification = levels > 1 ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST
    glTexParameteri(kind, GLenum(GL_TEXTURE_MIN_FILTER), minification)
    glTexParameteri(kind, GLenum(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
    glTexParameteri(kind, GLenum(GL_TEXTURE_MAX_LEVEL), GLint(levels - 1))
  }

  var bytes: Int {
    var count = 0
    for level in 0..<levels { count += max(width >> level, 1) * max(height >> level, 1) }
    return count * (layers ?? 1) * format.bytes
  }
}

/// A texture that is drawn to.
final class RenderTarget {
  let texture: GLTexture
  let framebuffer: GLuint
  /// The frame in which it was last drawn to.
  var lastUse: UInt64 = 0

  init(width: Int, height: Int, format: TextureFormat) throws(RenderError) {
    texture = try GLTexture(width: width, height: height, format: format)
    var name: GLuint = 0
    glGenFramebuffers(1, &name)
    framebuffer = name
    bind()
    glFramebufferTexture2D(
      GL.framebuffer,
      GL.colorAttachment,
      GL.texture2D,
      texture.name,
      0
    )
    let status = glCheckFramebufferStatus(GL.framebuffer)
    guard status == GL.framebufferComplete else {
      throw .gl(function: "glCheckFramebufferStatus", code: status)
    }
  }

  deinit {
    withUnsafePointer(to: framebuffer) { glDeleteFramebuffers(1, $0) }
  }

  func bind() {
    glBindFramebuffer(GL.framebuffer, framebuffer)
  }

  /// Copies a part of another target to the top left of this one, and leaves the other bound.
  func copy(_ part: PixelRect, of other: RenderTarget) {
    other.bind()
    glBindFramebuffer(GL.drawFramebuffer, framebuffer)
    glBlitFramebuffer(
      part.minX,
      part.minY,
      part.maxX,
      part.maxY,
      0,
      0,
      part.width,
      part.height,
      GL.colorBuffer,
      GL.nearest
    )
    other.bind()
  }
}

/// A buffer of instances and the arrays that read it.
struct InstanceBuffer: ~Copyable {
  let buffer: GLuint
  let array: GLuint
  /// Bit i: the array of location i is on.
  private var enabled: UInt32 = 0

  init() {
    var name: GLuint = 0
    glGenBuffers(1, &name)
    buffer = name
    glGenVertexArrays(1, &name)
    array = name
    glBindVertexArray(array)
    glBindBuffer(GL.arrayBuffer, buffer)
    for location in 0..<GLuint(16) { glVertexAttribDivisor(location, 1) }
  }

  deinit {
    withUnsafePointer(to: array) { glDeleteVertexArrays(1, $0) }
    withUnsafePointer(to: buffer) { glDeleteBuffers(1, $0) }
  }

  func bind() {
    glBindVertexArray(array)
    glBindBuffer(GL.arrayBuffer, buffer)
  }

  /// Replaces the content; earlier draws keep theirs.
  func upload(_ instances: borrowing ContiguousArray<SIMD4<Float>>) {
    instances.withUnsafeBytes { bytes in
      glBufferData(GL.arrayBuffer, bytes.count, bytes.baseAddress, GL.streamDraw)
    }
  }

  /// Points the arrays of `attributes` (bit i: location i) at the instance that starts at `first`,
  /// an index of a vec4 in the uploaded instances.
  mutating func point(_ attributes: UInt32, first: Int) {
    let stride = GLsizei(attributes.nonzeroBitCount * 16)
    var offset = first * 16
    var remaining = attributes
    while remaining != 0 {
      let location = GLuint(remaining.trailingZeroBitCount)
      // GL takes an offset into the buffer instead of a pointer; nil is offset 0.
      glVertexAttribPointer(
        location,
        4,
        GL.float,
        GLboolean(GL_FALSE),
        stride,
        UnsafeRawPointer(bitPattern: offset)
      )
      offset += 16
      remaining &= remaining - 1
    }
    var changed = attributes ^ enabled
    while changed != 0 {
      let location = GLuint(changed.trailingZeroBitCount)
      if attributes & (1 << location) != 0 {
        glEnableVertexAttribArray(location)
      } else {
        glDisableVertexAttribArray(location)
      }
      changed &= changed - 1
    }
    enabled = attributes
  }
}
