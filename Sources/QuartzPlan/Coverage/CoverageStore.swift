// Coverage bytes that plans carry, made once for each thing that they show.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzRaster

/// What bytes of coverage show, in texels from their top left.
struct CoverageKey: Hashable {
  /// The outline, in a space of the user's.
  enum Outline: Hashable {
    /// Sides and corner radii in texels; corners in the order of `CornerMask`'s bits.
    case rounded(width: Double, height: Double, radii: SIMD4<Double>, isContinuous: Bool)
    /// As `rounded`, without what is inside of the second outline, which lies `inset` further in.
    case ring(width: Double, height: Double, radii: SIMD4<Double>, inset: Double)
    case path(Path, FillRule = .nonZero)
    /// A line along a path; its style is in the path's space.
    case stroke(Path, StrokeStyle)
    /// Texels whose centres are in all of these.
    case halfPlanes([HalfPlane])
  }

  var outline: Outline
  /// From the outline's space to texels.
  var map = Affine.identity
  /// Standard deviation of the blur in texels; 0 for none.
  var sigma = 0.0
  var width: Int
  var height: Int
}

/// Makes bytes of coverage and keeps those that plans still show, and some more.
struct CoverageStore: ~Copyable {
  /// Bytes that are kept although no plan shows them.
  static let spareBytes = 8 << 20

  private struct Entry {
    var coverage: CoverageBytes
    /// The number of the last plan that shows it.
    var lastUse: UInt64
  }

  private var entries: [CoverageKey: Entry] = [:]
  private var byteCount = 0
  private var plan: UInt64 = 0
  private var rasterizer = PathRasterizer()
  private var mask = CoverageMask()

  /// How many were found, and how many were made, since the store was made.
  private(set) var hits = 0
  private(set) var misses = 0

  /// Begins a plan.
  mutating func begin() { plan += 1 }

  /// Forgets what the last plan does not show, the longest unused first, as far as there is too
  /// much.
  mutating func finish() {
    guard byteCount > CoverageStore.spareBytes else { return }
    let unused = entries.filter { $0.value.lastUse < plan }
      .sorted {
        ($0.value.lastUse, $0.value.coverage.id) < ($1.value.lastUse, $1.value.coverage.id)
      }
    for (key, entry) in unused {
      guard byteCount > CoverageStore.spareBytes else { return }
      byteCount -= entry.coverage.bytes.count
      entries[key] = nil
    }
  }

  /// The bytes for a key; made if they are not there.
  mutating func coverage(_ key: CoverageKey) -> CoverageBytes {
    if let entry = entries[key] {
      hits += 1
      entries[key]?.lastUse = plan
      return entry.coverage
    }
    misses += 1
    let coverage = CoverageBytes(width: key.width, height: key.height)
    fill(coverage, key)
    byteCount += coverage.bytes.count
    entries[key] = Entry(coverage: coverage, lastUse: plan)
    return coverage
  }

  private mutating func fill(_ coverage: CoverageBytes, _ key: CoverageKey) {
    guard let base = coverage.bytes.baseAddress else { return }
    if case .halfPlanes(let planes) = key.outline { return fill(coverage, planes) }
    let frame = PixelRect(width: Int32(coverage.width), height: Int32(coverage.height))
    if case .stroke(let path, let style) = key.outline {
      rasterizer.stroke(path, style: style, transform: key.map, in: frame, into: &mask)
    } else {
      let (path, rule) = key.outline.path
      rasterizer.fill(path, rule: rule, transform: key.map, in: frame, into: &mask)
    }
    let bytes = base.assumingMemoryBound(to: UInt8.self)
    mask.copy(frame, into: bytes, rowBytes: coverage.width)
    guard key.sigma > 0 else { return }
    let picture = BlurPicture(base: base, rowBytes: coverage.width)
    // The sides are within the blur's limits, and so are the rows.
    let blur = try? GaussianBlur(
      .alpha8,
      width: coverage.width,
      height: coverage.height,
      sigma: key.sigma,
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
  private func fill(_ coverage: CoverageBytes, _ planes: [HalfPlane]) {
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
