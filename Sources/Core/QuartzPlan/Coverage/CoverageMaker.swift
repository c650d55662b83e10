// Makes the bytes of coverage from their keys.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzRaster

/// The cost of making coverage, or a limit on it.
struct CoverageCost {
  /// As `PathRasterizer.steps`.
  var steps = 0
  var bytes = 0
}

/// Makes bytes of coverage, on one thread at a time.
final class CoverageMaker {
  private var rasterizer = PathRasterizer()
  private var mask = CoverageMask()
  private var missingBytes = 0

  /// Makes the bytes of a key, unless that exceeds the limit.
  ///
  /// - Returns: The cost, or a cost above the limit.
  func make(
    _ key: CoverageKey,
    _ coverage: CoverageBytes,
    within room: CoverageCost
  ) -> CoverageCost {
    var cost = CoverageCost(steps: 0, bytes: key.width * key.height)
    if case .halfPlanes = key.outline {
      // It is counted in the plan.
    } else {
      rasterizer.allowance = room.steps
      rasterize(key)
      cost.steps = rasterizer.steps
    }
    if cost.steps > room.steps { return cost }
    if key.isCopied {
      let strips = CoverageStrips(mask)
      if CoverageMaker.isWorth(strips, key) {
        cost.bytes = strips.area
        if cost.bytes <= room.bytes { keep(strips, coverage) }
        return cost
      }
    }
    if cost.bytes <= room.bytes { fill(key, coverage) }
    return cost
  }

  private func rasterize(_ key: CoverageKey) {
    let frame = PixelRect(width: Int32(key.width), height: Int32(key.height))
    if case .stroke(let path, let style) = key.outline {
      rasterizer.stroke(path, style: style, transform: key.map, in: frame, into: &mask)
    } else {
      let (path, rule) = key.outline.path
      rasterizer.fill(path, rule: rule, transform: key.map, in: frame, into: &mask)
    }
  }

  private func fill(_ key: CoverageKey, _ coverage: CoverageBytes) {
    if case .halfPlanes(let planes) = key.outline {
      makeRoom(coverage, width: key.width, height: key.height)
      return CoverageMaker.fill(coverage, planes)
    }
    let frame = PixelRect(width: Int32(key.width), height: Int32(key.height))
    makeRoom(coverage, width: key.width, height: key.height)
    guard let base = coverage.bytes.baseAddress else { return }
    mask.copy(frame, into: base.assumingMemoryBound(to: UInt8.self), rowBytes: coverage.width)
    if key.sigma > 0 { blur(coverage, base, key.sigma) }
  }

  /// Whether strips are much less than all of the picture.
  private static func isWorth(_ strips: CoverageStrips, _ key: CoverageKey) -> Bool {
    strips.area > 0 && strips.area < key.width * key.height / 4 * 3
  }

  /// Keeps the mask in strips.
  private func keep(_ layout: CoverageStrips, _ coverage: CoverageBytes) {
    makeRoom(
      coverage,
      width: Int(layout.width),
      height: Int(layout.height),
      strips: layout.strips
    )
    guard let base = coverage.bytes.baseAddress else { return }
    layout.copy(mask, into: base.assumingMemoryBound(to: UInt8.self))
  }

  /// The bytes for which there was no memory since the last call; 0 if there always was.
  func takeMissingBytes() -> Int {
    defer { missingBytes = 0 }
    return missingBytes
  }

  private func makeRoom(
    _ coverage: CoverageBytes,
    width: Int,
    height: Int,
    strips: ContiguousArray<CoverageStrip> = []
  ) {
    if coverage.makeRoom(width: width, height: height, strips: strips) { return }
    missingBytes = max(missingBytes, width * height)
  }

  private func blur(
    _ coverage: CoverageBytes,
    _ base: UnsafeMutableRawPointer,
    _ sigma: Double
  ) {
    let picture = BlurPicture(base: base, rowBytes: coverage.width)
    do {
      try GaussianBlur(
        .alpha8,
        width: coverage.width,
        height: coverage.height,
        sigma: sigma,
        edges: .transparent,
        from: picture,
        to: picture
      ).run()
    } catch {
      // The sides are within the blur's limits, and so are the rows.
      if case .outOfMemory(let bytes) = error { missingBytes = max(missingBytes, bytes) }
    }
  }

  /// Sets the texels whose centres are in all half planes.
  ///
  /// A centre closer to a line than a millionth of a texel is on it, and so in the plane that is
  /// not behind: rounding errors must not decide where a cut goes through centres.
  private static func fill(_ coverage: CoverageBytes, _ planes: [HalfPlane]) {
    let planes = planes.map { plane in
      var plane = plane
      let (a, b) = (plane.line.x, plane.line.y)
      plane.line.z += (a * a + b * b).squareRoot() * 1e-6
      return plane
    }
    for y in 0..<coverage.height {
      var columns = 0..<coverage.width
      for plane in planes where !columns.isEmpty {
        columns = plane.columns(within: columns, row: y)
      }
      // Bounds: rows and columns are those of the bytes.
      for x in columns { coverage.bytes[y * coverage.width + x] = 255 }
    }
  }
}

extension HalfPlane {
  /// The texels of a row whose centres are in the half plane.
  ///
  /// Heights rise or fall along a row, rounded too, so that only the border has to be found.
  fileprivate func columns(within columns: Range<Int>, row: Int) -> Range<Int> {
    let y = Double(row) + 0.5
    func isInside(_ column: Int) -> Bool {
      let height = line.x * (Double(column) + 0.5) + line.y * y + line.z
      return isBehind ? height < 0 : height >= 0
    }
    let isFirstInside = isInside(columns.lowerBound)
    var (low, high) = (columns.lowerBound, columns.upperBound)
    // The first texel that is not as the first one of all.
    while low < high {
      let middle = (low + high) / 2
      if isInside(middle) == isFirstInside { low = middle + 1 } else { high = middle }
    }
    return isFirstInside ? columns.lowerBound..<low : low..<columns.upperBound
  }
}

extension CoverageKey.Outline {
  /// The outline as a path, and its fill rule.
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
