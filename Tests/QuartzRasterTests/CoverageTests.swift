// The coverage formula against 16 x 16 samples in each pixel.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzRaster
import Testing

@Suite struct CoverageTests {
  /// How far formula and samples are apart: at most, and on the average over pixels on the edge.
  struct Difference {
    var largest: Float = 0
    var mean: Float = 0
  }

  /// Compares coverages with the shares of 16 x 16 samples that lie inside.
  private func difference(
    _ size: Int32,
    _ coverage: (Int32, Int32) -> Float,
    _ isInside: (Float, Float) -> Bool
  ) -> Difference {
    var result = Difference()
    var edgePixels: Float = 0
    for y in 0..<size {
      for x in 0..<size {
        var count = 0
        for sample in 0..<256 {
          let dx = (Float(sample % 16) + 0.5) / 16
          let dy = (Float(sample / 16) + 0.5) / 16
          if isInside(Float(x) + dx, Float(y) + dy) { count += 1 }
        }
        let difference = abs(coverage(x, y) - Float(count) / 256)
        result.largest = max(result.largest, difference)
        guard count > 0, count < 256 else { continue }
        result.mean += difference
        edgePixels += 1
      }
    }
    result.mean /= max(edgePixels, 1)
    return result
  }

  /// Whether a point of shape space lies in the shape.
  private func contains(_ shape: RasterShape, _ x: Float, _ y: Float) -> Bool {
    let rect = shape.rect
    guard x >= rect.x, x < rect.z, y >= rect.y, y < rect.w else { return false }
    for corner in 0..<4 where shape.radiiX[corner] > 0 && shape.radiiY[corner] > 0 {
      let (rx, ry) = (shape.radiiX[corner], shape.radiiY[corner])
      let fromX = corner & 1 == 0 ? x - rect.x : rect.z - x
      let fromY = corner & 2 == 0 ? y - rect.y : rect.w - y
      guard fromX < rx, fromY < ry else { continue }
      let (qx, qy) = ((rx - fromX) / rx, (ry - fromY) / ry)
      if qx * qx + qy * qy > 1 { return false }
    }
    return true
  }

  private func difference(_ shape: RasterShape, _ size: Int32 = 64) -> Difference {
    difference(size, shape.coverage) { x, y in
      guard !shape.isAxis else { return contains(shape, x, y) }
      let h = shape.inverse1 * x + shape.inverse2 * y + shape.inverse3
      return h.z > 0 && contains(shape, h.x / h.z, h.y / h.z)
    }
  }

  /// A shape turned by `angle` about (32, 32); `w` makes perspective.
  private func turned(
    _ shape: RasterShape,
    _ angle: Float,
    scale: Float = 1,
    w: SIMD2<Float> = .zero
  ) -> RasterShape {
    let (c, s) = (cosf(angle) / scale, sinf(angle) / scale)
    var shape = shape
    shape.isAxis = false
    shape.inverse1 = [c, -s, w.x, 0]
    shape.inverse2 = [s, c, w.y, 0]
    shape.inverse3 = [32 - c * 32 - s * 32, 32 + s * 32 - c * 32, 1 - w.x * 32 - w.y * 32, 0]
    return shape
  }

  @Test(
    arguments: [
      [10, 12, 50, 40], [10.25, 12.75, 50.5, 40.1], [10.4, 5, 10.9, 60], [3, 20.2, 60, 20.9],
      [20.9, 20.9, 21.2, 21.3], [-5, -5, 80, 80],
    ] as [SIMD4<Float>]
  )
  func axisRectIsExact(rect: SIMD4<Float>) {
    // because: samples are a sixteenth of a pixel apart in each direction
    #expect(difference(RasterShape(isAxis: true, rect: rect)).largest <= 0.0625)
  }

  @Test func wholePixelsAreAllOrNothing() {
    let shape = RasterShape(isAxis: true, rect: [3, 4, 20, 31])
    for y in 0..<40 as Range<Int32> {
      for x in 0..<40 as Range<Int32> {
        let isInside = x >= 3 && x < 20 && y >= 4 && y < 31
        #expect(shape.coverage(x: x, y: y) == (isInside ? 1 : 0))
      }
    }
  }

  @Test(arguments: [3, 5.5, 8, 12, 20] as [Float])
  func circularCorners(radius: Float) {
    let radii = SIMD4(repeating: radius)
    for rect in [[5, 6, 59, 50], [5.3, 6.8, 58.6, 50.45]] as [SIMD4<Float>] {
      let result = difference(
        RasterShape(isAxis: true, rect: rect, radiiX: radii, radiiY: radii)
      )
      // because: a straight edge at a distance stands for the arc and for the square
      #expect(result.largest <= 0.16)
      #expect(result.mean <= 0.04)
    }
  }

  @Test func ellipticalCorners() {
    let result = difference(
      RasterShape(
        isAxis: true,
        rect: [5.3, 6.8, 58.6, 50.45],
        radiiX: [8, 20, 12, 5],
        radiiY: [12, 9, 20, 15]
      )
    )
    #expect(result.largest <= 0.18)
    #expect(result.mean <= 0.045)
  }

  @Test(arguments: [0.1, 0.4, 0.785, 1.2, 3] as [Float])
  func turnedRect(angle: Float) {
    let result = difference(turned(RasterShape(isAxis: true, rect: [15, 18, 49, 46]), angle))
    // because: at a turned edge the distance stands for the area
    #expect(result.largest <= 0.25)
    #expect(result.mean <= 0.06)
  }

  @Test func turnedRoundedRect() {
    let radii = SIMD4<Float>(repeating: 9)
    let shape = RasterShape(isAxis: true, rect: [15, 18, 49, 46], radiiX: radii, radiiY: radii)
    for angle in [0.2, 0.785, 2] as [Float] {
      let result = difference(turned(shape, angle, scale: 1.3))
      #expect(result.largest <= 0.2)
      #expect(result.mean <= 0.05)
    }
  }

  @Test func perspective() {
    let radii = SIMD4<Float>(repeating: 6)
    for rounding in [.zero, radii] {
      let shape = turned(
        RasterShape(isAxis: true, rect: [16, 16, 48, 48], radiiX: rounding, radiiY: rounding),
        0.3,
        w: [0.006, -0.004]
      )
      let result = difference(shape)
      #expect(result.largest <= 0.25)
      #expect(result.mean <= 0.06)
    }
  }

  @Test func hardEdgesPutPixelsInOrOut() {
    // Turned by a quarter of a right angle, so that edges lie across pixels.
    let (c, s) = (Float(0.923_879_5), Float(0.382_683_43))
    for edges in 0..<16 as Range<Int32> {
      let shape = RasterShape(
        isAxis: false,
        rect: [8, 6, 40, 30],
        inverse1: [c, -s, 0, 0],
        inverse2: [s, c, 0, 0],
        inverse3: [-6, 12, 1, Float(edges)]
      )
      for y in 0..<64 as Range<Int32> {
        for x in 0..<64 as Range<Int32> {
          let (px, py) = (Float(x) + 0.5, Float(y) + 0.5)
          let l = SIMD2(c * px + s * py - 6, c * py - s * px + 12)
          let ends: [Float] = [l.x - 8, 40 - l.x, l.y - 6, 30 - l.y]
          // From half a pixel before a hard edge on, all pixels are in or out.
          let isHard = ends.indices.contains { edges & 1 << Int32($0) != 0 && abs(ends[$0]) < 0.4 }
          let isNearSoft = ends.indices.contains {
            edges & 1 << Int32($0) == 0 && abs(ends[$0]) < 0.6
          }
          guard isHard, !isNearSoft else { continue }
          let isIn = ends.allSatisfy { $0 >= 0 }
          #expect(shape.coverage(x: x, y: y) == (isIn ? 1 : 0), "(\(x), \(y)), edges \(edges)")
        }
      }
    }
    // Where two shapes meet in a hard edge, every pixel is in one of them.
    for edge in [7.5, 8, 8.25] as [Float] {
      let first = RasterShape(isAxis: false, rect: [0, 0, edge, 9], inverse3: [0, 0, 1, 2])
      let second = RasterShape(isAxis: false, rect: [edge, 0, 16, 9], inverse3: [0, 0, 1, 1])
      for x in 0..<16 as Range<Int32> {
        #expect(first.coverage(x: x, y: 4) + second.coverage(x: x, y: 4) == 1)
      }
    }
  }

  @Test func behindTheEyeNothingIsCovered() {
    var shape = RasterShape(isAxis: false, rect: [-1e6, -1e6, 1e6, 1e6])
    shape.inverse3 = [0, 0, -1, 0]
    for x in 0..<40 as Range<Int32> { #expect(shape.coverage(x: x, y: 3) == 0) }
  }

  @Test func ringIsOuterLessInner() {
    let radii = SIMD4<Float>(repeating: 10)
    let inner = SIMD4<Float>(repeating: 6.5)
    let outerShape = RasterShape(
      isAxis: true,
      rect: [5.3, 6.8, 58.6, 50.45],
      radiiX: radii,
      radiiY: radii
    )
    let innerShape = RasterShape(
      isAxis: true,
      rect: [8.8, 10.3, 55.1, 46.95],
      radiiX: inner,
      radiiY: inner
    )
    let result = difference(
      64,
      { RasterShape.ring(outerShape.coverage(x: $0, y: $1), innerShape.coverage(x: $0, y: $1)) }
    ) { contains(outerShape, $0, $1) && !contains(innerShape, $0, $1) }
    #expect(result.largest <= 0.16)
    #expect(result.mean <= 0.04)
  }
}
