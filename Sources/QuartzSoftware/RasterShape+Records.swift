// The shapes of a plan's records.
// Licensed under the MIT license; see LICENSE.

package import QuartzPlan
package import QuartzRaster

extension RasterShape {
  package init(_ clip: ClipRecord) {
    self.init(
      isAxis: clip.shape == .axis,
      rect: clip.rect,
      radiiX: clip.radiiX,
      radiiY: clip.radiiY,
      inverse1: clip.inverse1,
      inverse2: clip.inverse2,
      inverse3: clip.inverse3
    )
  }

  package init(_ draw: Draw, _ record: SolidRecord) {
    self.init(
      isAxis: draw.shape == .axis,
      rect: record.rect,
      radiiX: record.radiiX,
      radiiY: record.radiiY,
      inverse1: record.inverse1,
      inverse2: record.inverse2,
      inverse3: record.inverse3
    )
  }

  package init(_ draw: Draw, _ record: ImageRecord) {
    self.init(
      isAxis: draw.shape == .axis,
      rect: record.rect,
      radiiX: record.radiiX,
      radiiY: record.radiiY,
      inverse1: record.inverse1,
      inverse2: record.inverse2,
      inverse3: record.inverse3
    )
  }

  package init(outer draw: Draw, _ record: BorderRecord) {
    self.init(
      isAxis: draw.shape == .axis,
      rect: record.rect,
      radiiX: record.radiiX,
      radiiY: record.radiiY,
      inverse1: record.inverse1,
      inverse2: record.inverse2,
      inverse3: record.inverse3
    )
  }

  package init(inner draw: Draw, _ record: BorderRecord) {
    self.init(
      isAxis: draw.shape == .axis,
      rect: record.innerRect,
      radiiX: record.innerRadiiX,
      radiiY: record.innerRadiiY,
      inverse1: record.inverse1,
      inverse2: record.inverse2,
      inverse3: record.inverse3
    )
  }
}
