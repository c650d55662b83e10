// Initialisers of the plan's parts, for tests and benchmarks that make plans by hand.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
package import QuartzModel

extension Draw {
  // Long because: one parameter for each property that such plans set.
  package init(
    kind: DrawKind,
    shape: ShapeClass = .axis,
    flags: DrawFlags = [],
    record: Int32,
    clip: Int32 = -1,
    source: Int32 = -1,
    bounds: PixelRect
  ) {
    self.kind = kind
    self.shape = shape
    self.blend = .normal
    self.flags = flags
    self.record = record
    self.clip = clip
    self.source = source
    self.bounds = bounds
    self.slot = -1
  }
}

extension ShapeRecord {
  /// A shape in the space of pixels.
  ///
  /// - Parameters:
  ///   - rect: minX, minY, maxX, maxY in pixels.
  ///   - radius: The radius of all corners, in pixels.
  @inline(__always)
  package init(rect: SIMD4<Float>, radius: Float = 0) {
    self.init(
      rect: rect,
      radiiX: SIMD4(repeating: radius),
      radiiY: SIMD4(repeating: radius),
      inverse1: SIMD4(1, 0, 0, 0),
      inverse2: SIMD4(0, 1, 0, 0),
      inverse3: SIMD4(0, 0, 1, 0)
    )
  }
}

extension ClipRecord {
  /// A clip of class `axis`, or of class `general` if the rows of an inverse are given.
  package init(
    rect: SIMD4<Float>,
    radiiX: SIMD4<Float> = .zero,
    radiiY: SIMD4<Float> = .zero,
    inverse: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)? = nil
  ) {
    kind = inverse == nil ? .axis : .general
    let rows = inverse ?? ([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0])
    shape = ShapeRecord(
      rect: rect,
      radiiX: radiiX,
      radiiY: radiiY,
      inverse1: rows.0,
      inverse2: rows.1,
      inverse3: rows.2
    )
  }
}

extension Surface {
  package init(
    frame: PixelRect,
    clearColor: SIMD4<Float>,
    reason: SurfaceReason,
    draws: Range<Int32>,
    visible: Range<Int32>
  ) {
    self.frame = frame
    self.clearColor = clearColor
    self.reason = reason
    self.slot = -1
    self.draws = draws
    self.visible = visible
  }
}

extension ImageRecord {
  /// A record of an image whose parts are all alike, without smaller pictures of it.
  package init(
    shape: ShapeRecord,
    color: SIMD4<Float>,
    texelMap: SIMD4<Float>,
    texelRect: SIMD4<Float>
  ) {
    self.init(
      shape: shape,
      color: color,
      texelMap: texelMap,
      texelRect: texelRect,
      sliceEdges: .zero,
      stretch: .zero,
      level: 0
    )
  }
}
