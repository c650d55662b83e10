// Initialisers of the plan's parts, for tests and benchmarks that make plans by hand.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
package import QuartzModel

extension Draw {
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

extension ClipRecord {
  /// A clip of class `axis`, or of class `general` if the rows of an inverse are given.
  package init(
    rect: SIMD4<Float>,
    radiiX: SIMD4<Float> = .zero,
    radiiY: SIMD4<Float> = .zero,
    inverse: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)? = nil
  ) {
    self.shape = inverse == nil ? .axis : .general
    self.rect = rect
    self.radiiX = radiiX
    self.radiiY = radiiY
    (inverse1, inverse2, inverse3) = inverse ?? ([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0])
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
    rect: SIMD4<Float>,
    radiiX: SIMD4<Float>,
    radiiY: SIMD4<Float>,
    inverse1: SIMD4<Float>,
    inverse2: SIMD4<Float>,
    inverse3: SIMD4<Float>,
    color: SIMD4<Float>,
    texelMap: SIMD4<Float>,
    texelRect: SIMD4<Float>
  ) {
    self.init(
      rect: rect,
      radiiX: radiiX,
      radiiY: radiiY,
      inverse1: inverse1,
      inverse2: inverse2,
      inverse3: inverse3,
      color: color,
      texelMap: texelMap,
      texelRect: texelRect,
      breaks: .zero,
      stretch: .zero,
      level: 0
    )
  }
}
