// The segments of a frame's gradients with more than two stops, in one texture.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import QuartzPlan
import QuartzRaster

/// A texture of ramps, uploaded when a frame's gradients differ from the previous frame's.
///
/// Each stretch is three texels: its colour at t = 0, the change per unit of t, and the t of its
/// start. They lie in rows, as gradient.glsl reads them.
struct RampTexture: ~Copyable {
  private var texture: GLTexture?
  private var texels: ContiguousArray<SIMD4<Float>> = []
  /// The texels in the texture.
  private var uploaded: ContiguousArray<SIMD4<Float>> = []

  private let labels: DebugLabels?

  init(labels: DebugLabels? = nil) {
    self.labels = labels
  }

  /// 0 if there is none.
  private(set) var name: GLuint = 0
  private var height = 0

  mutating func removeAll() {
    texels.removeAll(keepingCapacity: true)
  }

  /// Adds a ramp; returns the index of its first texel.
  mutating func add(_ ramp: GradientRamp, _ order: ChannelOrder) -> Int {
    let first = texels.count
    for segment in ramp.segments {
      let (base, slope) = (segment.base, segment.slope)
      texels.append(order.swapped(SIMD4(base.0, base.1, base.2, base.3)))
      texels.append(order.swapped(SIMD4(slope.0, slope.1, slope.2, slope.3)))
      // The first stretch begins at minus infinity, which not every driver stores.
      texels.append(SIMD4(max(segment.start, -1), 0, 0, 0))
    }
    return first
  }

  /// Uploads the added ramps.
  ///
  /// - Returns: The number of uploaded bytes.
  mutating func upload() throws(RenderError) -> Int {
    guard !texels.isEmpty, texels != uploaded else { return 0 }
    let rows = (texels.count + ShaderConstant.rampsWidth - 1) / ShaderConstant.rampsWidth
    if rows > height {
      let larger = try GLTexture(width: ShaderConstant.rampsWidth, height: rows, format: .ramps)
      labels?.name(.texture, larger.name, "ramps")
      (name, height) = (larger.name, rows)
      texture = consume larger
    }
    swap(&texels, &uploaded)
    texels.removeAll(keepingCapacity: true)
    let padding = rows * ShaderConstant.rampsWidth - uploaded.count
    glBindTexture(GL.texture2D, name)
    // Bounds: whole rows are read, so the last one is padded for the call.
    uploaded.append(contentsOf: repeatElement(.zero, count: padding))
    uploaded.withUnsafeBytes { bytes in
      glTexSubImage2D(
        GL.texture2D,
        0,
        0,
        0,
        GLsizei(ShaderConstant.rampsWidth),
        GLsizei(rows),
        GL.rgba,
        GLenum(GL_FLOAT),
        bytes.baseAddress
      )
    }
    let bytes = uploaded.count * MemoryLayout<SIMD4<Float>>.stride
    uploaded.removeLast(padding)
    return bytes
  }
}
