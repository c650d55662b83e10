// The one shape there is: a rectangle with elliptical corners, and how much of a pixel it covers.
// Licensed under the MIT license; see LICENSE.

package import CQuartzKernels

/// A rectangle with elliptical corners in its own shape space.
///
/// With `isAxis` the shape space is the space of pixels. Else the inverse maps a pixel's (x, y, 1),
/// as a row vector on the left, to homogeneous shape space. The edges that are not anti-aliased are
/// the bits of the whole number `inverse3.w`: minX, maxX, minY, maxY; there a pixel is in if its
/// centre is. NaN and infinite numbers never trap: what they make undefined is not covered.
package struct RasterShape: Equatable, Sendable {
  package var isAxis: Bool
  /// minX, minY, maxX, maxY.
  package var rect: SIMD4<Float>
  /// Corner radii: minX-minY, maxX-minY, minX-maxY, maxX-maxY.
  package var radiiX: SIMD4<Float>
  package var radiiY: SIMD4<Float>
  package var inverse1: SIMD4<Float>
  package var inverse2: SIMD4<Float>
  package var inverse3: SIMD4<Float>

  // Long because: one parameter for each property.
  package init(
    isAxis: Bool,
    rect: SIMD4<Float>,
    radiiX: SIMD4<Float> = .zero,
    radiiY: SIMD4<Float> = .zero,
    inverse1: SIMD4<Float> = [1, 0, 0, 0],
    inverse2: SIMD4<Float> = [0, 1, 0, 0],
    inverse3: SIMD4<Float> = [0, 0, 1, 0]
  ) {
    self.isAxis = isAxis
    self.rect = rect
    self.radiiX = radiiX
    self.radiiY = radiiY
    self.inverse1 = inverse1
    self.inverse2 = inverse2
    self.inverse3 = inverse3
  }

  /// How much of the pixel (x, y) the shape covers, 0...1, by the formula of the render plan.
  package func coverage(x: Int32, y: Int32) -> Float {
    isAxis ? axisRow(y).coverage(x) : generalRow(y).coverage(x)
  }

  /// The coverage of what is inside of `outer` and outside of `inner`.
  @inline(__always)
  package static func ring(_ outer: Float, _ inner: Float) -> Float {
    outer > inner ? outer - inner : 0
  }

  /// Whether the corner `index` is rounded.
  @inline(__always)
  func isRounded(_ index: Int) -> Bool { radiiX[index] > 0 && radiiY[index] > 0 }

  /// The centre of the corner's ellipse.
  @inline(__always)
  func centerX(_ index: Int) -> Float {
    index & 1 != 0 ? rect.z - radiiX[index] : rect.x + radiiX[index]
  }

  @inline(__always)
  func centerY(_ index: Int) -> Float {
    index & 2 != 0 ? rect.w - radiiY[index] : rect.y + radiiY[index]
  }
}

// MARK: - Rows of axis-aligned shapes

extension RasterShape {
  /// Returns the inputs, besides x, of the coverage of an axis-aligned shape in row y.
  package func axisRow(_ y: Int32) -> qk_axis_row {
    let y = Float(y)
    var row = qk_axis_row()
    row.min_x = rect.x
    row.max_x = rect.z
    row.cover_y = axisCoverY(y)
    row.left_x = -.infinity
    row.right_x = .infinity
    let (left, right) = axisCorners(y + 0.5)
    if let left {
      (row.left_q2, row.left_g2) = squares(left, y + 0.5)
      row.left_x = centerX(left)
      row.left_radius = radiiX[left]
    }
    if let right {
      if let left, right == left + 1, radiiY[left] == radiiY[right] {
        (row.right_q2, row.right_g2) = (row.left_q2, row.left_g2)
      } else {
        (row.right_q2, row.right_g2) = squares(right, y + 0.5)
      }
      row.right_x = centerX(right)
      row.right_radius = radiiX[right]
    }
    return row
  }

  /// The overlap of the row of pixels at y with the rectangle.
  @inline(__always)
  func axisCoverY(_ y: Float) -> Float {
    SourceOver.unit(lesser(y + 1, rect.w) - greater(y, rect.y))
  }

  /// The left and the right corner that reach the height y, if any.
  @inline(__always)
  func axisCorners(_ y: Float) -> (left: Int?, right: Int?) {
    (corner(meeting: y, 0, 2), corner(meeting: y, 1, 3))
  }

  /// Returns the corner of a side that reaches the height y, if any.
  @inline(__always)
  private func corner(meeting y: Float, _ upper: Int, _ lower: Int) -> Int? {
    if isRounded(upper), y < centerY(upper) { return upper }
    if isRounded(lower), y > centerY(lower) { return lower }
    return nil
  }

  /// The squares of q.y and of g.y of the coverage formula.
  @inline(__always)
  private func squares(_ corner: Int, _ y: Float) -> (Float, Float) {
    let q = (y - centerY(corner)) / radiiY[corner]
    let g = 2 * q / radiiY[corner]
    return (q * q, g * g)
  }
}

extension qk_axis_row {
  /// The coverage of the pixel x of this row.
  package func coverage(_ x: Int32) -> Float {
    let x = Float(x)
    let center = x + 0.5
    let straight = SourceOver.unit(lesser(x + 1, max_x) - greater(x, min_x)) * cover_y
    let isLeft = center < left_x
    guard isLeft || center > right_x else { return straight }
    let radius = isLeft ? left_radius : right_radius
    let q = (center - (isLeft ? left_x : right_x)) / radius
    let g = 2 * q / radius
    let function = q * q + (isLeft ? left_q2 : right_q2) - 1
    let gradient = (g * g + (isLeft ? left_g2 : right_g2)).squareRoot()
    return lesser(SourceOver.unit(0.5 - function / greater(gradient, 1e-6)), straight)
  }
}

// MARK: - Rows of shapes in any place

extension RasterShape {
  /// Returns the inputs, besides x, of the coverage of any shape in row y.
  package func generalRow(_ y: Int32) -> qk_general_row {
    let base = inverse2 * (Float(y) + 0.5) + inverse3
    var row = qk_general_row()
    row.base = (base.x, base.y, base.z)
    row.row1 = (inverse1.x, inverse1.y, inverse1.z)
    row.row2 = (inverse2.x, inverse2.y, inverse2.z)
    row.rect = (rect.x, rect.y, rect.z, rect.w)
    row.corner = (corner(0), corner(1), corner(2), corner(3))
    row.hard = Int32(clampedIndex(inverse3.w, 0, 15))
    row.rounded = isRounded(0) || isRounded(1) || isRounded(2) || isRounded(3) ? 1 : 0
    return row
  }

  private func corner(_ index: Int) -> (Float, Float, Float, Float) {
    guard isRounded(index) else { return (0, 0, 0, 0) }
    return (centerX(index), centerY(index), radiiX[index], radiiY[index])
  }
}

extension qk_general_row {
  /// The coverage of the pixel x of this row.
  package func coverage(_ x: Int32) -> Float {
    let x = Float(x) + 0.5
    let w = row1.2 * x + base.2
    guard w > 0 else { return 0 }
    let lx = (row1.0 * x + base.0) / w
    let ly = (row1.1 * x + base.1) / w
    let lxdx = (row1.0 - lx * row1.2) / w
    let lxdy = (row2.0 - lx * row2.2) / w
    let lydx = (row1.1 - ly * row1.2) / w
    let lydy = (row2.1 - ly * row2.2) / w
    let pixelX = (lxdx * lxdx + lxdy * lxdy).squareRoot()
    let pixelY = (lydx * lydx + lydy * lydy).squareRoot()
    var left = SourceOver.unit((lx - rect.0) / pixelX + 0.5)
    var right = SourceOver.unit((rect.2 - lx) / pixelX + 0.5)
    var upper = SourceOver.unit((ly - rect.1) / pixelY + 0.5)
    var lower = SourceOver.unit((rect.3 - ly) / pixelY + 0.5)
    // A centre on a hard edge belongs to what comes after the edge.
    if hard & 1 != 0 { left = lx >= rect.0 ? 1 : 0 }
    if hard & 2 != 0 { right = lx < rect.2 ? 1 : 0 }
    if hard & 4 != 0 { upper = ly >= rect.1 ? 1 : 0 }
    if hard & 8 != 0 { lower = ly < rect.3 ? 1 : 0 }
    let straight = SourceOver.unit(left + right - 1) * SourceOver.unit(upper + lower - 1)
    guard let corner = cornerHolding(lx, ly) else { return straight }
    let qx = (lx - corner.0) / corner.2
    let qy = (ly - corner.1) / corner.3
    let gx = 2 * qx / corner.2
    let gy = 2 * qy / corner.3
    let dx = gx * lxdx + gy * lydx
    let dy = gx * lxdy + gy * lydy
    let gradient = (dx * dx + dy * dy).squareRoot()
    return lesser(
      SourceOver.unit(0.5 - (qx * qx + qy * qy - 1) / greater(gradient, 1e-6)),
      straight
    )
  }

  /// The corner whose box holds the point (x, y) of shape space.
  private func cornerHolding(_ x: Float, _ y: Float) -> (Float, Float, Float, Float)? {
    let (c0, c1, c2, c3) = corner
    if c0.2 > 0, x < c0.0, y < c0.1 { return c0 }
    if c1.2 > 0, x > c1.0, y < c1.1 { return c1 }
    if c2.2 > 0, x < c2.0, y > c2.1 { return c2 }
    if c3.2 > 0, x > c3.0, y > c3.1 { return c3 }
    return nil
  }
}

/// The lesser number; the second one if either is NaN, as the vector instructions do.
@inline(__always)
func lesser(_ a: Float, _ b: Float) -> Float { a < b ? a : b }

@inline(__always)
func greater(_ a: Float, _ b: Float) -> Float { a > b ? a : b }
