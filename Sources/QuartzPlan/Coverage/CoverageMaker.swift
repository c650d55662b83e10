// From what bytes of coverage show to the bytes.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzRaster

/// Makes bytes of coverage, on one thread at a time.
final class CoverageMaker {
  private var rasterizer = PathRasterizer()
  private var mask = CoverageMask()

  /// Makes the bytes of a key.
  func make(_ key: CoverageKey, _ coverage: CoverageBytes) {
    if case .halfPlanes(let planes) = key.outline {
      coverage.makeRoom(width: key.width, height: key.height)
      return CoverageMaker.fill(coverage, planes)
    }
    let frame = PixelRect(width: Int32(key.width), height: Int32(key.height))
    if case .stroke(let path, let style) = key.outline {
      rasterizer.stroke(path, style: style, transform: key.map, in: frame, into: &mask)
    } else {
      let (path, rule) = key.outline.path
      rasterizer.fill(path, rule: rule, transform: key.map, in: frame, into: &mask)
    }
    if key.isCopied, makeStrips(of: frame, coverage) { return }
    coverage.makeRoom(width: key.width, height: key.height)
    guard let base = coverage.bytes.baseAddress else { return }
    mask.copy(frame, into: base.assumingMemoryBound(to: UInt8.self), rowBytes: coverage.width)
    if key.sigma > 0 { CoverageMaker.blur(coverage, base, key.sigma) }
  }

  /// Keeps the mask in strips; false if these are not much less than all of the picture.
  private func makeStrips(of frame: PixelRect, _ coverage: CoverageBytes) -> Bool {
    let layout = CoverageStrips(mask)
    guard layout.area > 0, layout.area < frame.area / 4 * 3 else { return false }
    coverage.makeRoom(
      width: Int(layout.width),
      height: Int(layout.height),
      strips: layout.strips
    )
    guard let base = coverage.bytes.baseAddress else { return true }
    layout.copy(mask, into: base.assumingMemoryBound(to: UInt8.self))
    return true
  }

  private static func blur(
    _ coverage: CoverageBytes,
    _ base: UnsafeMutableRawPointer,
    _ sigma: Double
  ) {
    let picture = BlurPicture(base: base, rowBytes: coverage.width)
    // The sides are within the blur's limits, and so are the rows.
    let blur = try? GaussianBlur(
      .alpha8,
      width: coverage.width,
      height: coverage.height,
      sigma: sigma,
      edges: .transparent,
      from: picture,
      to: picture
    )
    blur?.run()
  }

  /// Sets the texels whose centres are in all half planes.
  ///
  /// A centre closer to a line than a millionth of a texel is on it, and so in the plane that is not
  /// behind: rounding errors must not decide where a cut goes through centres.
  private static func fill(_ coverage: CoverageBytes, _ planes: [HalfPlane]) {
    let planes = planes.map { plane in
      var plane = plane
      let (a, b) = (plane.line.x, plane.line.y)
      plane.line.z += (a * a + b * b).squareRoot() * 1e-6
      return plane
    }
    // Bounds: rows and columns are those of the bytes.
    for y in 0..<coverage.height {
      for x in 0..<coverage.width {
        let isInside = planes.allSatisfy { plane in
          let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
          let height = plane.line.x * x + plane.line.y * y + plane.line.z
          return plane.isBehind ? height < 0 : height >= 0
        }
        if isInside { coverage.bytes[y * coverage.width + x] = 255 }
      }
    }
  }
}

extension CoverageKey.Outline {
  /// The outline as a path, and what is inside of it.
  fileprivate var path: (Path, FillRule) {
    switch self {
    case .path(let path, let rule): return (path, rule)
    case .halfPlanes, .stroke: return (Path(), .nonZero)
    case .rounded(let width, let height, let radii, let isContinuous):
      var path = Path()
      path.addRoundedRect(Rect(0, 0, width, height), radii: radii, isContinuous: isContinuous)
      return (path, .nonZero)
    case .ring(let width, let height, let radii, let inset):
      var path = Path()
      path.addRoundedRect(Rect(0, 0, width, height), radii: radii, isContinuous: true)
      let (innerWidth, innerHeight) = (width - 2 * inset, height - 2 * inset)
      guard innerWidth > 0, innerHeight > 0 else { return (path, .nonZero) }
      path.addRoundedRect(
        Rect(inset, inset, innerWidth, innerHeight),
        radii: radii - inset,
        isContinuous: true
      )
      return (path, .evenOdd)
    }
  }
}
