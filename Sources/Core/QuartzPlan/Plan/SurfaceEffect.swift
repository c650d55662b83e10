// Effects: surfaces that are made of other surfaces.
// Licensed under the MIT license; see LICENSE.
//
// All that the planner knows of an effect stands here: its channels, how far a changed pixel
// spreads, its name for caches and its text; its cost is in PixelWeights.swift. A renderer has one
// switch over the cases, where it makes the pixels.

package import QuartzFilters
package import QuartzMath
package import QuartzRaster

/// The source of a surface's pixels.
package enum SurfaceContent: Equatable, Sendable {
  /// Draws, over its clear colour.
  case draws
  /// An effect of another surface in the same space, by its index; of nothing, where that is -1.
  case effect(SurfaceEffect, of: Int32)
}

/// The channels of a surface that have a meaning.
package enum SurfaceChannels: Sendable {
  /// Red, green, blue and alpha; premultiplied, sRGB-encoded.
  case color
  /// Alpha alone; only draws of coverage show it.
  case alpha
}

/// A function from the pixels of one surface to those of another.
///
/// Lengths are in pixels.
package enum SurfaceEffect: Equatable, Sendable {
  /// A Gaussian blur of the alpha, or of all channels, with nothing around the source.
  ///
  /// - Parameter sigma: The standard deviations along x and y.
  case blur(sigma: SIMD2<Float>, SurfaceChannels)
  /// A colour matrix for each pixel; the source is clear outside of its frame.
  case colorMatrix(ColorMatrixKernel)
  /// Steps of colour for each pixel; clear ones stay clear, and the source is clear outside of its
  /// frame.
  case color(ColorChain)
  /// A part of the source, continued beyond its edges by its mirror images.
  case mirror(PixelRect)
  /// The source made so many times as large, or smaller; its outermost pixels go on beyond it.
  case scale(Double)
  /// The source turned, scaled and moved, with nothing around it.
  case affine(AffinePicture)
  /// Filters that the processor draws.
  case filter(FilterProgram)

  /// The channels of the result.
  package var channels: SurfaceChannels {
    switch self {
    case .blur(_, let channels): channels
    case .colorMatrix, .color, .mirror, .scale, .affine, .filter: .color
    }
  }

  /// Whether the result may be brighter than the source.
  package var mayBrighten: Bool {
    switch self {
    case .colorMatrix, .color, .filter: true
    case .blur, .mirror, .scale, .affine: false
    }
  }

  /// More pixels than a surface has on a side.
  private static let anywhere: Int32 = 1 << 20

  /// The pixels around a pixel that it is made of, and that it changes, along x and y.
  package var extent: SIMD2<Int32> {
    switch self {
    case .blur(let sigma, _):
      SIMD2(
        BlurExtent.filter(sigma: Double(max(sigma.x, 0))),
        BlurExtent.filter(sigma: Double(max(sigma.y, 0)))
      )
    case .colorMatrix, .color: .zero
    // Any pixel of the source may show.
    case .mirror, .scale, .affine, .filter: SIMD2(repeating: SurfaceEffect.anywhere)
    }
  }

  /// The pixels that those of `rect` change; but for `scale`, the pixels that `rect` is made of.
  package func affected(by rect: PixelRect) -> PixelRect {
    // A larger picture is mixed from neighbours, and places are rounded.
    if case .scale(let scale) = self { return rect.grown(1, 1).scaledAround(scale).grown(1, 1) }
    let extent = extent
    return rect.grown(extent.x, extent.y)
  }

  func hash(into hash: inout ContentHash) {
    switch self {
    case .blur(let sigma, .alpha): hash.add(SIMD4(sigma.x, sigma.y, 1, 0))
    case .blur(let sigma, .color): hash.add(SIMD4(sigma.x, sigma.y, 2, 0))
    case .colorMatrix(let kernel):
      hash.add(kernel.shift)
      for row in [kernel.red, kernel.green, kernel.blue, kernel.alpha, kernel.bias] {
        for index in 0..<4 { hash.add(row[index]) }
      }
    case .color(let chain): chain.hash(into: &hash)
    case .mirror(let part): hash.add(part)
    case .scale(let scale): hash.add(scale.bitPattern)
    case .affine(let picture): picture.hash(into: &hash)
    case .filter(let program): program.hash(into: &hash)
    }
  }
}

extension ColorChain {
  fileprivate func hash(into hash: inout ContentHash) {
    hash.add(UInt64(count))
    for index in 0..<count {
      hash.add(UInt64(kind(index).rawValue))
      hash.add(numbers(index))
    }
  }
}

extension AffinePicture {
  fileprivate func hash(into hash: inout ContentHash) {
    for number in [inverse.a, inverse.b, inverse.c, inverse.d, inverse.tx, inverse.ty] {
      hash.add(number.bitPattern)
    }
    hash.add(PixelRect(space.x, space.y, space.isTurned ? 1 : 0, 0))
  }
}

extension Surface {
  /// The effect that the surface is made by; nil for draws.
  package var effect: SurfaceEffect? {
    guard case .effect(let effect, _) = content else { return nil }
    return effect
  }

  /// The index of the surface that the effect is of, in `RenderPlan.surfaces`; -1 for none.
  package var effectSource: Int32 {
    guard case .effect(_, let source) = content else { return -1 }
    return source
  }

  /// The channels that have a meaning.
  package var channels: SurfaceChannels { effect?.channels ?? .color }
}

extension PixelRect {
  /// The rectangle with so many pixels more to the left and right, and above and below.
  func grown(_ x: Int32, _ y: Int32) -> PixelRect {
    PixelRect(minX &- x, minY &- y, maxX &+ x, maxY &+ y)
  }

  /// The pixels of another resolution that lie in the rectangle as a whole.
  func scaledWithin(_ scale: Double) -> PixelRect {
    scaled(scale, .up, .down)
  }

  /// The pixels of another resolution that the rectangle touches.
  func scaledAround(_ scale: Double) -> PixelRect {
    scaled(scale, .down, .up)
  }

  private func scaled(
    _ scale: Double,
    _ low: FloatingPointRoundingRule,
    _ high: FloatingPointRoundingRule
  ) -> PixelRect {
    func edge(_ value: Int32, _ rule: FloatingPointRoundingRule) -> Int32 {
      // A product that is whole but for rounding is whole.
      let exact = Double(value) * scale
      let nearest = exact.rounded()
      let edge = abs(exact - nearest) < 1e-6 ? nearest : exact.rounded(rule)
      return Int32(min(max(edge, -1e9), 1e9))
    }
    let rect = PixelRect(edge(minX, low), edge(minY, low), edge(maxX, high), edge(maxY, high))
    return rect.isEmpty ? .empty : rect
  }
}
