// Programs: a shader in one variant.
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
  private let mode: GLint
  private let brightest: GLint
  private var lastSurface = SIMD4<Float>(repeating: .nan)
  private var lastClip: ClipRecord?
  private var lastTiles: TileLayout?

  /// Waits for a program that was begun.
  ///
  /// - Throws: `RenderError.shader` with the driver's log.
  init(_ build: borrowing ProgramBuild) throws(RenderError) {
    try build.check()
    let key = build.key
    name = build.name
    attributes = key.shader.attributes(key.variant)
    surface = glGetUniformLocation(name, "surface")
    clip = glGetUniformLocation(name, "clip")
    belowOrigin = glGetUniformLocation(name, "belowOrigin")
    texelSize = glGetUniformLocation(name, "texelSize")
    tiling = glGetUniformLocation(name, "tiling")
    mode = glGetUniformLocation(name, "mode")
    brightest = glGetUniformLocation(name, "brightest")
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
    let shape = value.kind == .axis ? value.shape.inPixels : value.shape
    let rows = [
      shape.rect, shape.radiiX, shape.radiiY, shape.inverse1, shape.inverse2, shape.inverse3,
    ]
    rows.withUnsafeBytes { bytes in
      glUniform4fv(clip, 6, bytes.baseAddress?.assumingMemoryBound(to: GLfloat.self))
    }
  }

  func set(mode value: CompositingMode) {
    guard mode >= 0 else { return }
    glUniform1i(mode, GLint(value.rawValue))
  }

  /// Sets the largest component that the output can have.
  func set(brightest value: Float) {
    guard brightest >= 0 else { return }
    glUniform1f(brightest, value)
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
}

extension ClipRecord {
  /// A clip that leaves everything.
  static let none = ClipRecord(rect: SIMD4(-1e9, -1e9, 1e9, 1e9))
}

extension ShapeRecord {
  /// The shape with the map of the space of pixels, which shapes of class `axis` need not have.
  var inPixels: ShapeRecord {
    var shape = self
    shape.inverse1 = SIMD4(1, 0, 0, 0)
    shape.inverse2 = SIMD4(0, 1, 0, 0)
    shape.inverse3 = SIMD4(0, 0, 1, 0)
    return shape
  }
}
