// Strokes against counted samples of what they are, and closed forms.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzRaster
import Testing

@Suite struct PathStrokeTests {
  static func stroking(
    _ path: Path,
    _ style: StrokeStyle,
    _ transform: Affine = .identity,
    in rect: PixelRect = PixelRect(0, 0, 128, 128)
  ) -> CoverageMask {
    var rasterizer = PathRasterizer()
    var mask = CoverageMask()
    rasterizer.stroke(path, style: style, transform: transform, in: rect, into: &mask)
    return mask
  }

  @Test func lineCaps() {
    var path = Path()
    path.move(to: Point(20.3, 30.6))
    path.line(to: Point(90.5, 101.2))
    let length = Point(70.2, 70.6)
    let distance = (length.x * length.x + length.y * length.y).squareRoot()
    for (cap, extra) in [(LineCap.butt, 0), (.square, 12 * 12), (.round, Double.pi * 36)] {
      let mask = Self.stroking(path, StrokeStyle(width: 12, cap: cap))
      #expect(abs(mask.area - (distance * 12 + extra)) < 0.15, "\(cap)")
    }
  }
}
