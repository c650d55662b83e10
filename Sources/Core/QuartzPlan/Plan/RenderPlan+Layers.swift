// Finds the layer that shows at a pixel, for comparing pictures.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

extension RenderPlan {
  /// The slots of the layers that were drawn last at some pixels of the output.
  ///
  /// A draw counts where its coverage and its clip's are not 0; the values of an image or a mask
  /// there do not matter. Draws in a surface are found through the composite that shows it.
  ///
  /// - Parameter pixels: Positions in the output.
  /// - Returns: A slot for each pixel; -1 where nothing was drawn.
  package func topSlots(at pixels: [SIMD2<Int32>]) -> [Int32] {
    var slots = [Int32](repeating: -1, count: pixels.count)
    guard let output = surfaces.indices.last else { return slots }
    // Surfaces in surfaces, from the output on, with the pixels of each that are still to be looked
    // at.
    var claims = [claim(Array(pixels.indices), in: output)]
    while var claim = claims.popLast() {
      claim.open.removeAll { slots[$0] >= 0 }
      guard !claim.open.isEmpty, let index = claim.draws.popLast() else { continue }
      let draw = draws[Int(index)]
      let covered = claim.open.filter { covers(draw, pixels[$0]) }
      claims.append(claim)
      if draw.kind == .composite, draw.source >= 0 {
        claims.append(self.claim(covered, in: Int(draw.source)))
      } else {
        for pixel in covered { slots[pixel] = draw.slot }
      }
    }
    return slots
  }

  /// Pixels without a slot, which get that of the last draw of a surface that covers them.
  private struct Claim {
    var open: [Int]
    var draws: Range<Int32>
  }

  private func claim(_ open: [Int], in surface: Int) -> Claim {
    Claim(open: open, draws: surfaces[surface].draws)
  }

  private func covers(_ draw: Draw, _ pixel: SIMD2<Int32>) -> Bool {
    let bounds = draw.bounds
    guard bounds.minX <= pixel.x, pixel.x < bounds.maxX, bounds.minY <= pixel.y,
      pixel.y < bounds.maxY
    else { return false }
    let center = SIMD2<Float>(Float(pixel.x) + 0.5, Float(pixel.y) + 0.5)
    if draw.clip >= 0 {
      let clip = clips[Int(draw.clip)]
      if !clip.shape.touches(center, clip.kind) { return false }
    }
    let record = Int(draw.record)
    switch draw.kind {
    case .solid: return solids[record].shape.touches(center, draw.shape)
    case .border: return borders[record].touchesRing(center, draw.shape)
    case .image: return imageRecords[record].shape.touches(center, draw.shape)
    case .gradient: return gradientRecords[record].shape.touches(center, draw.shape)
    case .composite: return true
    case .coverage:
      if draw.flags.contains(.fromSurface) || draw.flags.contains(.stretched) { return true }
      return coverages[Int(draw.source)].isCovered(coverageRecords[record], center)
    }
  }
}

extension ShapeRecord {
  /// Whether the coverage at a pixel's centre is not 0, but for the last hundredth of an edge.
  fileprivate func touches(_ center: SIMD2<Float>, _ kind: ShapeClass) -> Bool {
    isInside(center, kind, rect, radiiX, radiiY, grownBy: 0.49)
  }

  fileprivate func isInside(
    _ center: SIMD2<Float>,
    _ kind: ShapeClass,
    _ rect: SIMD4<Float>,
    _ radiiX: SIMD4<Float>,
    _ radiiY: SIMD4<Float>,
    grownBy margin: Float
  ) -> Bool {
    var (point, slack) = (center, SIMD2(repeating: margin))
    if kind == .general {
      let top = inverse1 * center.x + inverse2 * center.y + inverse3
      guard top.z > 0 else { return false }
      point = SIMD2(top.x / top.z, top.y / top.z)
      // The lengths of the gradients of both coordinates, in shape space for each pixel.
      let a = (SIMD2(inverse1.x, inverse1.y) - point * inverse1.z) / top.z
      let b = (SIMD2(inverse2.x, inverse2.y) - point * inverse2.z) / top.z
      slack *= (a * a + b * b).squareRoot()
    }
    guard point.x > rect.x - slack.x, point.x < rect.z + slack.x, point.y > rect.y - slack.y,
      point.y < rect.w + slack.y
    else { return false }
    let isRight = point.x > (rect.x + rect.z) / 2
    let corner = (isRight ? 1 : 0) + (point.y > (rect.y + rect.w) / 2 ? 2 : 0)
    let radii = SIMD2(radiiX[corner], radiiY[corner])
    guard radii.x > 0, radii.y > 0 else { return true }
    let x = isRight ? point.x - (rect.z - radii.x) : rect.x + radii.x - point.x
    let y = corner >= 2 ? point.y - (rect.w - radii.y) : rect.y + radii.y - point.y
    guard x > 0, y > 0 else { return true }
    let q = SIMD2(x, y) / (radii + slack)
    return (q * q).sum() < 1
  }
}

extension BorderRecord {
  /// Whether the ring's coverage at a pixel's centre is not 0.
  fileprivate func touchesRing(_ center: SIMD2<Float>, _ kind: ShapeClass) -> Bool {
    guard shape.touches(center, kind) else { return false }
    guard innerRect.x < innerRect.z, innerRect.y < innerRect.w else { return true }
    return !shape.isInside(center, kind, innerRect, innerRadiiX, innerRadiiY, grownBy: -0.49)
  }
}

extension CoverageBytes {
  /// Whether the texel that a pixel's centre falls into is covered.
  fileprivate func isCovered(_ record: CoverageRecord, _ center: SIMD2<Float>) -> Bool {
    let top = record.inverse1 * center.x + record.inverse2 * center.y + record.inverse3
    guard top.z > 0 else { return false }
    let x = top.x / top.z * record.texelMap.x + record.texelMap.z
    let y = top.y / top.z * record.texelMap.y + record.texelMap.w
    guard x.isFinite, y.isFinite, abs(x) < 1e6, abs(y) < 1e6 else { return false }
    let rect = record.texelRect
    var column = Int(min(max(x.rounded(.down), rect.x), max(rect.x, rect.z - 1)))
    var row = Int(min(max(y.rounded(.down), rect.y), max(rect.y, rect.w - 1)))
    if !strips.isEmpty {
      let strip = strips.first {
        Int($0.rect.minX) <= column && column < Int($0.rect.maxX) && Int($0.rect.minY) <= row
          && row < Int($0.rect.maxY)
      }
      guard let strip else { return false }
      column += Int(strip.shiftX)
      row += Int(strip.shiftY)
    }
    // Bounds: both are checked against the block of bytes.
    guard (0..<width).contains(column), (0..<height).contains(row) else { return false }
    return bytes[row * width + column] > 0
  }
}
