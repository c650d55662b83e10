// Draws of the kind `gradient`: colours along a parameter, through a shape.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzPlan
import QuartzRaster

extension TileRenderer {
  func drawGradient(
    _ draw: Draw,
    _ record: GradientRecord,
    _ ramp: GradientRamp,
    _ clip: RasterShape?,
    _ area: PixelRect,
    _ target: PixelTarget
  ) {
    let shape = draw.flags.contains(.covers) ? nil : RasterShape(draw, record)
    let kind: UnitGradient =
      draw.flags.contains(.radial) ? .radial : draw.flags.contains(.conic) ? .conic : .axial
    let filler = GradientFiller(ramp, kind, pixelToGradient: record.pixelToGradient(draw.shape))
    if target.isHalf {
      return drawHalves(draw, filler, Coverage(shape, clip: clip), area, target)
    }
    let one = SIMD4(repeating: SourceOver.one)
    let isOpaque = draw.flags.contains(.opaque)
    paint(Coverage(shape, clip: clip), one, isOpaque: isOpaque, area, target) { y in
      // Bounds: a row of pixels is as long as the widest area.
      filler.fill(
        rows.pixels,
        x: Int(area.minX),
        y: Int(y),
        count: Int(area.maxX - area.minX)
      )
      return .pixels(UnsafePointer(rows.pixels))
    }
  }
}

extension GradientRecord {
  /// The map from pixels to the gradient's space.
  fileprivate func pixelToGradient(_ kind: ShapeClass) -> Homography {
    let toGradient = Homography(
      SIMD3(Double(mapX.x), Double(mapY.x), 0),
      SIMD3(Double(mapX.y), Double(mapY.y), 0),
      SIMD3(Double(mapX.z), Double(mapY.z), 1)
    )
    guard kind == .general else { return toGradient }
    func row(_ v: SIMD4<Float>) -> SIMD3<Double> { SIMD3(Double(v.x), Double(v.y), Double(v.z)) }
    return Homography(row(shape.inverse1), row(shape.inverse2), row(shape.inverse3)) * toGradient
  }
}
