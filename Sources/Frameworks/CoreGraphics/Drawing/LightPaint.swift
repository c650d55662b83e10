// Images brighter than white in contexts of half floats.
// Licensed under the MIT license; see LICENSE.
//
// Images are drawn from bytes of sRGB, whatever they are made of. A context that was given a target
// headroom draws those with more than 8 bits from their light instead. A picture that shrinks is
// made smaller by whole factors first; each texel is the mean of those that it stands for. The rest
// is mixed from four texels.

import QuartzFaults
import QuartzMath
import QuartzRaster

/// The texels of an image: premultiplied colours in the space of a context.
final class LightTexels {
  let width: Int
  let height: Int
  private let texels: [SIMD4<Float>]

  /// The picture of an image; nil if there is no memory for it.
  ///
  /// - Parameters:
  ///   - light: The rows of the image.
  ///   - factors: As many texels of the image along each axis become one; at least 1.
  ///   - space: The space of the colours.
  ///   - tone: Makes straight light darker.
  init?(
    _ light: LightRows,
    factors: (x: Int, y: Int),
    in space: CGColorSpace,
    tone: (SIMD4<Float>) -> SIMD4<Float>
  ) {
    let (wide, high) = (
      (light.width + factors.x - 1) / factors.x, (light.height + factors.y - 1) / factors.y
    )
    let bytes = (wide * high + 2 * light.width) * MemoryLayout<SIMD4<Float>>.stride
    guard (try? MemoryProbe.ensure(bytes: bytes)) != nil,
      let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
    else { return nil }
    let conversion = ColorConversion(from: linear, to: space)
    var texels = [SIMD4<Float>](repeating: .zero, count: wide * high)
    var row = [SIMD4<Float>](repeating: .zero, count: light.width)
    row.withUnsafeMutableBufferPointer { row in
      for y in 0..<light.height {
        light.read(row: y, into: row)
        for x in 0..<light.width {
          let color = Self.premultiplied(tone(row[x]), conversion)
          texels[y / factors.y * wide + x / factors.x] += color
        }
      }
    }
    if factors.x * factors.y > 1 {
      for y in 0..<high {
        let rows = min(factors.y, light.height - y * factors.y)
        for x in 0..<wide {
          let columns = min(factors.x, light.width - x * factors.x)
          texels[y * wide + x] /= Float(rows * columns)
        }
      }
    }
    (width, height, self.texels) = (wide, high, texels)
  }

  private static func premultiplied(
    _ light: SIMD4<Float>,
    _ conversion: ColorConversion
  ) -> SIMD4<Float> {
    guard light.w > 0 else { return .zero }
    let alpha = min(light.w, 1)
    let color = conversion(SIMD3(Double(light.x), Double(light.y), Double(light.z)))
    let premultiplied = SIMD4(SIMD3<Float>(color) * alpha, alpha)
    // A sum that is no number belongs to nothing.
    return premultiplied.sum().isFinite ? premultiplied : .zero
  }

  /// A texel; those beyond an edge are the outermost ones.
  @inline(__always)
  fileprivate subscript(x: Int, y: Int) -> SIMD4<Float> {
    texels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
  }
}

/// A picture of light under an affine map.
struct LightPaint {
  let picture: LightTexels
  /// Maps places in pixels to places in texels; centres lie at one half.
  let pixelToTexel: Affine
  let isNearest: Bool

  /// Premultiplied colours for `count` pixels of row y from x on.
  func fill(_ colors: UnsafeMutablePointer<SIMD4<Float>>, x: Int, y: Int, count: Int) {
    let start = pixelToTexel.transform(Point(Double(x) + 0.5, Double(y) + 0.5))
    // Bounds: the caller vouches for `count` colours.
    for index in 0..<count {
      let step = Double(index)
      colors[index] = color(start.x + pixelToTexel.a * step, start.y + pixelToTexel.b * step)
    }
  }

  private func color(_ u: Double, _ v: Double) -> SIMD4<Float> {
    if isNearest { return picture[Self.texel(u), Self.texel(v)] }
    let (left, top) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
    let (across, down) = (Float(u - 0.5 - left), Float(v - 0.5 - top))
    let (x, y) = (Self.texel(left), Self.texel(top))
    let above = picture[x, y] * (1 - across) + picture[x + 1, y] * across
    let below = picture[x, y + 1] * (1 - across) + picture[x + 1, y + 1] * across
    return above * (1 - down) + below * down
  }

  /// The index of a place; far ones are at the edges of what an image can have.
  private static func texel(_ place: Double) -> Int {
    Int(min(max(place.rounded(.down), -0x1p20), 0x1p20))
  }
}
