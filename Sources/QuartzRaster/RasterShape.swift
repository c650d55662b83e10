// The one shape there is: a rectangle with elliptical corners, and how much of a pixel it covers.
// Licensed under the MIT license; see LICENSE.

/// A rectangle with elliptical corners in its own shape space.
///
/// With `isAxis` the shape space is the space of pixels. Else the inverse maps a pixel's (x, y, 1), as
/// a row vector on the left, to homogeneous shape space. NaN and infinite numbers never trap: what
/// they make undefined is not covered.
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
    isAxis ? axisCoverage(Float(x), Float(y)) : generalCoverage(Float(x) + 0.5, Float(y) + 0.5)
  }

  /// The corner whose box holds the point: the centre of its ellipse and its radii.
  private func corner(_ x: Float, _ y: Float) -> (center: SIMD2<Float>, radii: SIMD2<Float>)? {
    for index in 0..<4 {
      let radii = SIMD2(radiiX[index], radiiY[index])
      guard radii.x > 0, radii.y > 0 else { continue }
      let isRight = index & 1 != 0
      let isLower = index & 2 != 0
      let centerX = isRight ? rect.z - radii.x : rect.x + radii.x
      let centerY = isLower ? rect.w - radii.y : rect.y + radii.y
      if (isRight ? x > centerX : x < centerX) && (isLower ? y > centerY : y < centerY) {
        return (SIMD2(centerX, centerY), radii)
      }
    }
    return nil
  }

  private func axisCoverage(_ x: Float, _ y: Float) -> Float {
    if let corner = corner(x + 0.5, y + 0.5) {
      let qx = (x + 0.5 - corner.center.x) / corner.radii.x
      let qy = (y + 0.5 - corner.center.y) / corner.radii.y
      let gx = 2 * qx / corner.radii.x
      let gy = 2 * qy / corner.radii.y
      return edge(qx * qx + qy * qy - 1, (gx * gx + gy * gy).squareRoot())
    }
    let coverX = SourceOver.unit(lesser(x + 1, rect.z) - greater(x, rect.x))
    let coverY = SourceOver.unit(lesser(y + 1, rect.w) - greater(y, rect.y))
    return coverX * coverY
  }

  private func generalCoverage(_ x: Float, _ y: Float) -> Float {
    let h = inverse1 * x + (inverse2 * y + inverse3)
    guard h.z > 0 else { return 0 }
    let lx = h.x / h.z
    let ly = h.y / h.z
    let lxdx = (inverse1.x - lx * inverse1.z) / h.z
    let lxdy = (inverse2.x - lx * inverse2.z) / h.z
    let lydx = (inverse1.y - ly * inverse1.z) / h.z
    let lydy = (inverse2.y - ly * inverse2.z) / h.z
    if let corner = corner(lx, ly) {
      let qx = (lx - corner.center.x) / corner.radii.x
      let qy = (ly - corner.center.y) / corner.radii.y
      let gx = 2 * qx / corner.radii.x
      let gy = 2 * qy / corner.radii.y
      let dx = gx * lxdx + gy * lydx
      let dy = gx * lxdy + gy * lydy
      return edge(qx * qx + qy * qy - 1, (dx * dx + dy * dy).squareRoot())
    }
    let pixelX = (lxdx * lxdx + lxdy * lxdy).squareRoot()
    let pixelY = (lydx * lydx + lydy * lydy).squareRoot()
    let coverX = SourceOver.unit(
      SourceOver.unit((lx - rect.x) / pixelX + 0.5)
        + SourceOver.unit((rect.z - lx) / pixelX + 0.5) - 1
    )
    let coverY = SourceOver.unit(
      SourceOver.unit((ly - rect.y) / pixelY + 0.5)
        + SourceOver.unit((rect.w - ly) / pixelY + 0.5) - 1
    )
    return coverX * coverY
  }

  /// Coverage at an ellipse's edge: its implicit function and the length of that function's gradient.
  private func edge(_ function: Float, _ gradient: Float) -> Float {
    SourceOver.unit(0.5 - function / greater(gradient, 1e-6))
  }

  /// The lesser number; the second one if either is NaN, as the vector instructions do.
  private func lesser(_ a: Float, _ b: Float) -> Float { a < b ? a : b }
  private func greater(_ a: Float, _ b: Float) -> Float { a > b ? a : b }
}

extension RasterShape {
  /// The coverage of what is inside of `outer` and outside of `inner`.
  @inline(__always)
  package static func ring(_ outer: Float, _ inner: Float) -> Float {
    outer > inner ? outer - inner : 0
  }
}
