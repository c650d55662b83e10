// The shapes of a plan's records.
// Licensed under the MIT license; see LICENSE.

package import QuartzPlan
package import QuartzRaster

extension RasterShape {
  package init(_ clip: ClipRecord) {
    self.init(clip.shape, clip.kind)
  }

  /// The shape of a draw; of a border, its outer edge.
  package init(_ draw: Draw, _ record: some ShapedRecord) {
    self.init(record.shape, draw.shape)
  }

  package init(inner draw: Draw, _ record: BorderRecord) {
    self.init(record.shape, draw.shape)
    rect = record.innerRect
    radiiX = record.innerRadiiX
    radiiY = record.innerRadiiY
    // Holes are anti-aliased all around.
    inverse3.w = 0
  }

  private init(_ record: ShapeRecord, _ kind: ShapeClass) {
    self.init(
      isAxis: kind == .axis,
      rect: record.rect,
      radiiX: record.radiiX,
      radiiY: record.radiiY,
      inverse1: record.inverse1,
      inverse2: record.inverse2,
      inverse3: record.inverse3
    )
  }
}
