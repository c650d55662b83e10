// Initialisers of the plan's parts, for those who make plans by hand: tests and benches.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

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
    self.blend = .sourceOver
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
