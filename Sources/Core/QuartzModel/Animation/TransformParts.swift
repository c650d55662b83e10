// A matrix taken apart, so that its parts can be interpolated and named.
// Licensed under the MIT license; see LICENSE.
//
// After Spencer Thomas, "Decomposing a matrix into simple transformations", Graphics Gems II
// (1991), section VII.1, as CSS Transforms Level 2 uses it: perspective, translation, scale, skew
// and a rotation, kept as a quaternion so that it interpolates along the shorter arc.

import Glibc
package import QuartzMath

/// M = scale · skew · rotation · translation · perspective, with row vectors.
package struct TransformParts: Equatable, Sendable {
  package var translation: SIMD3<Double>
  package var scale: SIMD3<Double>
  /// Skew of xy, xz and yz.
  package var skew: SIMD3<Double>
  /// A unit quaternion (x, y, z, w).
  package var rotation: SIMD4<Double>
  /// The fourth column's part: (m14, m24, m34, m44) after the rest is divided out.
  package var perspective: SIMD4<Double>

  package static var identity: TransformParts {
    TransformParts(
      translation: .zero,
      scale: .one,
      skew: .zero,
      rotation: SIMD4(0, 0, 0, 1),
      perspective: SIMD4(0, 0, 0, 1)
    )
  }

  private init(
    translation: SIMD3<Double>,
    scale: SIMD3<Double>,
    skew: SIMD3<Double>,
    rotation: SIMD4<Double>,
    perspective: SIMD4<Double>
  ) {
    self.translation = translation
    self.scale = scale
    self.skew = skew
    self.rotation = rotation
    self.perspective = perspective
  }

  /// The parts of a matrix, or nil if it is singular or not finite.
  package init?(_ matrix: Matrix4x4) {
    guard matrix.isFinite, matrix.row4.w != 0 else { return nil }
    let m = matrix.row4.w == 1 ? matrix : matrix.dividedByW
    var affine = m
    affine.row1.w = 0
    affine.row2.w = 0
    affine.row3.w = 0
    affine.row4.w = 1
    perspective = SIMD4(0, 0, 0, 1)
    if m.row1.w != 0 || m.row2.w != 0 || m.row3.w != 0 {
      guard let inverse = affine.inverse else { return nil }
      let column = SIMD4(m.row1.w, m.row2.w, m.row3.w, m.row4.w)
      // M = affine · P, where P is the identity but for its fourth column.
      perspective = SIMD4(
        (inverse.row1 * column).sum(),
        (inverse.row2 * column).sum(),
        (inverse.row3 * column).sum(),
        (inverse.row4 * column).sum()
      )
    }
    translation = m.row4.xyz
    var (x, y, z) = (m.row1.xyz, m.row2.xyz, m.row3.xyz)
    scale = .zero
    skew = .zero
    scale.x = length(x)
    guard scale.x > 0 else { return nil }
    x /= scale.x
    skew.x = (x * y).sum()
    y -= x * skew.x
    scale.y = length(y)
    guard scale.y > 0 else { return nil }
    y /= scale.y
    skew.x /= scale.y
    skew.y = (x * z).sum()
    z -= x * skew.y
    skew.z = (y * z).sum()
    z -= y * skew.z
    scale.z = length(z)
    guard scale.z > 0 else { return nil }
    z /= scale.z
    skew.y /= scale.z
    skew.z /= scale.z
    // A mirrored system: take it as a negative scale, along x alone where the picture is flat.
    if (x * cross(y, z)).sum() < 0 {
      if matrix.isAffine2D {
        // Of the two ways to see a flat mirror image, prefer the one that turns less.
        if x.x < 0 {
          scale.x = -scale.x
          x = -x
          skew.x = -skew.x
        } else {
          scale.y = -scale.y
          y = -y
          skew.x = -skew.x
        }
      } else {
        scale = -scale
        x = -x
        y = -y
        z = -z
      }
    }
    rotation = quaternion(x, y, z)
  }

  /// The parts of a matrix, or those nearest to it if it is singular: a side that has no length has
  /// the scale 0, and a direction that fits the other two; nil if the matrix is not finite.
  ///
  /// A row of a singular matrix loses only its part along the directions before it.
  init?(nearest matrix: Matrix4x4) {
    if let parts = TransformParts(matrix) {
      self = parts
      return
    }
    guard matrix.isFinite, matrix.row4.w != 0 else { return nil }
    let m = matrix.row4.w == 1 ? matrix : matrix.dividedByW
    self = .identity
    translation = m.row4.xyz
    var axes = NearestAxes([m.row1.xyz, m.row2.xyz, m.row3.xyz], isFlat: matrix.isFlat)
    axes.complete()
    scale = axes.scale
    skew = axes.skew
    rotation = quaternion(axes.directions[0], axes.directions[1], axes.directions[2])
    perspective = axes.perspective(SIMD3(m.row1.w, m.row2.w, m.row3.w), m.row4.w, translation)
  }

  /// The matrix put together again.
  package var matrix: Matrix4x4 { matrix(rotation: rotation) }

  /// The matrix of these parts but with another rotation.
  @inline(__always)
  func matrix(rotation: SIMD4<Double>) -> Matrix4x4 {
    var rows = TransformParts.rows(rotation)
    let z = (rows.2 + rows.1 * skew.z + rows.0 * skew.y) * scale.z
    let y = (rows.1 + rows.0 * skew.x) * scale.y
    let x = rows.0 * scale.x
    rows = (x, y, z)
    let affine = Matrix4x4(
      SIMD4(rows.0, 0),
      SIMD4(rows.1, 0),
      SIMD4(rows.2, 0),
      SIMD4(translation, 1)
    )
    if perspective == SIMD4(0, 0, 0, 1) { return affine }
    var column = Matrix4x4.identity
    column.row1.w = perspective.x
    column.row2.w = perspective.y
    column.row3.w = perspective.z
    column.row4.w = perspective.w
    return affine * column
  }

  /// The parts at a fraction of the way; the rotation takes the shorter arc at constant speed.
  ///
  /// Between two mirror images all is a mirror image.
  package func interpolated(to end: TransformParts, _ fraction: Double) -> TransformParts {
    if let start = mirrored, let end = end.mirrored {
      return start.between(end, fraction)
    }
    return between(end, fraction)
  }

  /// The parts of the same matrix with all three scales negative; nil for those that mirror
  /// nothing.
  ///
  /// Flat mirror images have one negative scale, which may be that of another axis in another
  /// matrix. On the way between two of those both would go through 0 at once.
  package var mirrored: TransformParts? {
    guard scale.x * scale.y * scale.z < 0 else { return nil }
    if scale.x < 0 && scale.y < 0 { return self }
    // Half a turn about the axis that is negative negates the two others.
    var parts = self
    let turn: SIMD4<Double> = scale.x < 0 ? SIMD4(1, 0, 0, 0) : SIMD4(0, 1, 0, 0)
    parts.rotation = multiply(rotation, turn)
    parts.scale = SIMD3(-abs(scale.x), -abs(scale.y), -abs(scale.z))
    parts.skew.x = -skew.x
    return parts
  }

  private func between(_ end: TransformParts, _ fraction: Double) -> TransformParts {
    TransformParts(
      translation: translation + (end.translation - translation) * fraction,
      scale: scale + (end.scale - scale) * fraction,
      skew: skew + (end.skew - skew) * fraction,
      rotation: slerp(rotation, end.rotation, fraction),
      perspective: perspective + (end.perspective - perspective) * fraction
    )
  }

  /// The parts on a Hermite curve; `from` and `to` are its derivatives at the ends.
  static func hermite(
    _ start: TransformParts,
    _ end: TransformParts,
    from: TransformParts,
    to: TransformParts,
    _ s: Double
  ) -> TransformParts {
    let ends = sum(start, end, (2 * s - 3) * s * s + 1, (3 - 2 * s) * s * s)
    let slopes = sum(from, to, ((s - 2) * s + 1) * s, (s - 1) * s * s)
    var parts = sum(ends, slopes, 1, 1)
    let length = (parts.rotation * parts.rotation).sum().squareRoot()
    parts.rotation = length > 0 ? parts.rotation / length : start.rotation
    return parts
  }

  /// Both with weights, component by component; the rotation is no unit quaternion then.
  static func sum(
    _ a: TransformParts,
    _ b: TransformParts,
    _ aWeight: Double,
    _ bWeight: Double
  ) -> TransformParts {
    TransformParts(
      translation: a.translation * aWeight + b.translation * bWeight,
      scale: a.scale * aWeight + b.scale * bWeight,
      skew: a.skew * aWeight + b.skew * bWeight,
      rotation: a.rotation * aWeight + b.rotation * bWeight,
      perspective: a.perspective * aWeight + b.perspective * bWeight
    )
  }

  @inline(__always)
  private static func rows(
    _ rotation: SIMD4<Double>
  ) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    let (x, y, z, w) = (rotation.x, rotation.y, rotation.z, rotation.w)
    return (
      SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
      SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
      SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y))
    )
  }

  /// Angles in radians about x, y and z of the rotation taken as Rx · Ry · Rz.
  package var eulerAngles: SIMD3<Double> {
    let rows = TransformParts.rows(rotation)
    let y = asin(min(max(-rows.0.z, -1), 1))
    if abs(rows.0.z) > 1 - 1e-12 {
      // Looking along the x axis: x and z turn about the same line, give it all to z.
      return SIMD3(0, y, atan2(-rows.1.x, rows.1.y))
    }
    return SIMD3(atan2(rows.1.z, rows.2.z), y, atan2(rows.0.y, rows.0.x))
  }

  /// The rotation about x, then y, then z by angles in radians.
  package static func rotation(eulerAngles angles: SIMD3<Double>) -> SIMD4<Double> {
    let half = angles / 2
    let z = sineAndCosine(half.z)
    // Turning about z alone is by far the most common.
    if half.x == 0 && half.y == 0 {
      return SIMD4(0, 0, z.sine, z.cosine)
    }
    let (x, y) = (sineAndCosine(half.x), sineAndCosine(half.y))
    let qx = SIMD4(x.sine, 0, 0, x.cosine)
    let qy = SIMD4(0, y.sine, 0, y.cosine)
    let qz = SIMD4(0, 0, z.sine, z.cosine)
    return multiply(qz, multiply(qy, qx))
  }
}

extension TransformParts {
  /// Adds both part by part, and one rotation after the other, as `byValue` of a transform does.
  func adding(_ other: TransformParts) -> TransformParts {
    var parts = TransformParts.sum(self, other, 1, 1)
    parts.rotation = multiply(other.rotation, rotation)
    parts.perspective.w = perspective.w
    return parts
  }

  /// Returns the parts for which `adding(other)` gives these parts.
  func removing(_ other: TransformParts) -> TransformParts {
    var parts = TransformParts.sum(self, other, 1, -1)
    let turn = other.rotation
    parts.rotation = multiply(SIMD4(-turn.x, -turn.y, -turn.z, turn.w), rotation)
    parts.perspective.w = perspective.w
    return parts
  }
}

extension TransformParts: Subtractable {
  static func - (left: TransformParts, right: TransformParts) -> TransformParts {
    sum(left, right, 1, -1)
  }
}

/// The rows of a singular matrix as directions at right angles, with scales and skews.
private struct NearestAxes {
  var directions: [SIMD3<Double>] = []
  var scale = SIMD3<Double>.zero
  var skew = SIMD3<Double>.zero
  private let isFlat: Bool
  private static let units: [SIMD3<Double>] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
  /// A rest that is shorter than this share of its row is a rounding error.
  private static let leastRest = 1e-12

  init(_ rows: [SIMD3<Double>], isFlat: Bool) {
    self.isFlat = isFlat
    for (index, row) in rows.enumerated() {
      var rest = row
      var along = SIMD3<Double>.zero
      for other in 0..<index where scale[other] != 0 {
        along[other] = (directions[other] * rest).sum()
        rest -= directions[other] * along[other]
      }
      let size = length(rest)
      guard size > NearestAxes.leastRest * length(row) else {
        directions.append(.zero)
        continue
      }
      scale[index] = size
      directions.append(rest / size)
      if index == 1 { skew.x = along[0] / size }
      if index == 2 { (skew.y, skew.z) = (along[0] / size, along[1] / size) }
    }
  }

  /// Gives the sides without a length directions, as near to their own axes as the others let them
  /// be, so that all three make a rotation.
  mutating func complete() {
    for index in 0..<3 where scale[index] == 0 {
      let candidates = [index, (index + 1) % 3, (index + 2) % 3].map { rest(NearestAxes.units[$0]) }
      // Of the three axes, one at least is far from a plane or a line.
      guard let best = candidates.first(where: { length($0) > 0.5 }) ?? candidates.first else {
        continue
      }
      directions[index] = best / length(best)
    }
    guard (directions[0] * cross(directions[1], directions[2])).sum() < 0 else { return }
    if isFlat, scale.x != 0, scale.y != 0 {
      // A flat mirror image: as for matrices that are not singular.
      let mirrored = directions[0].x < 0 ? 0 : 1
      directions[mirrored] = -directions[mirrored]
      scale[mirrored] = -scale[mirrored]
      skew.x = -skew.x
    } else if let index = (0..<3).last(where: { scale[$0] == 0 }) {
      directions[index] = -directions[index]
    } else {
      scale = -scale
      for index in 0..<3 { directions[index] = -directions[index] }
    }
  }

  private func rest(_ axis: SIMD3<Double>) -> SIMD3<Double> {
    directions.reduce(axis) { $0 - $1 * ($1 * axis).sum() }
  }

  /// The fourth column with the rest divided out, where the sides have a length.
  func perspective(
    _ column: SIMD3<Double>,
    _ w: Double,
    _ translation: SIMD3<Double>
  ) -> SIMD4<Double> {
    if column == .zero { return SIMD4(0, 0, 0, 1) }
    // Row by row, because each depends on those before it alone.
    var q = SIMD3<Double>.zero
    if scale.x != 0 { q.x = column.x / scale.x }
    if scale.y != 0 { q.y = column.y / scale.y - skew.x * q.x }
    if scale.z != 0 { q.z = column.z / scale.z - skew.y * q.x - skew.z * q.y }
    let p = directions[0] * q.x + directions[1] * q.y + directions[2] * q.z
    return SIMD4(p, w - (translation * p).sum())
  }
}

extension Matrix4x4 {
  /// Whether x and y stay in their plane, for any z.
  fileprivate var isFlat: Bool {
    row1.z == 0 && row2.z == 0 && row3.x == 0 && row3.y == 0
  }

  fileprivate var dividedByW: Matrix4x4 {
    let factor = 1 / row4.w
    return Matrix4x4(row1 * factor, row2 * factor, row3 * factor, row4 * factor)
  }
}

extension SIMD4<Double> {
  fileprivate var xyz: SIMD3<Double> { SIMD3(x, y, z) }
}

private func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
  angle == 0 ? (0, 1) : (sin(angle), cos(angle))
}

private func length(_ v: SIMD3<Double>) -> Double {
  (v * v).sum().squareRoot()
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// The Hamilton product a · b: turns by b first, then by a.
private func multiply(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
  SIMD4(
    a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z
  )
}

/// The quaternion of the rotation whose matrix has the rows x, y and z, by the largest component
/// (Shepperd 1978), so that no small number is divided by.
private func quaternion(
  _ x: SIMD3<Double>,
  _ y: SIMD3<Double>,
  _ z: SIMD3<Double>
) -> SIMD4<Double> {
  let trace = x.x + y.y + z.z
  var q: SIMD4<Double>
  if trace > 0 {
    q = SIMD4(y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace)
  } else if x.x >= y.y && x.x >= z.z {
    q = SIMD4(1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y)
  } else if y.y >= z.z {
    q = SIMD4(x.y + y.x, 1 - x.x + y.y - z.z, y.z + z.y, z.x - x.z)
  } else {
    q = SIMD4(z.x + x.z, y.z + z.y, 1 - x.x - y.y + z.z, x.y - y.x)
  }
  q /= (q * q).sum().squareRoot()
  return q
}

/// Spherical interpolation along the shorter arc.
private func slerp(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ fraction: Double) -> SIMD4<Double> {
  if a == b { return a }
  let dot = (a * b).sum()
  let end = dot < 0 ? -b : b
  let cosine = min(abs(dot), 1)
  if cosine > 1 - 1e-9 {
    let mixed = a + (end - a) * fraction
    return mixed / (mixed * mixed).sum().squareRoot()
  }
  let angle = acos(cosine)
  let scale = 1 / sin(angle)
  return a * (sin((1 - fraction) * angle) * scale) + end * (sin(fraction * angle) * scale)
}
