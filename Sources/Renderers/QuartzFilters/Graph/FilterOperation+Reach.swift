// How far operations reach: what they cover, read and change.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzRaster

extension FilterOperation {
  /// The number of pictures that the operation reads.
  package var inputCount: Int {
    switch self {
    case .source, .picture, .constant, .pattern: 0
    case .crop, .clamp, .transform, .color, .gaussianBlur, .smear, .rank, .convolution,
      .displacement, .cells, .shading, .reduction, .resample:
      1
    case .blend, .sum, .variableBlur, .sharpen, .colorMap, .mapDisplacement: 2
    case .transition(let transition): transition.inputCount
    case .mask: 3
    }
  }

  /// The word for the operation in errors.
  package var name: String {
    switch self {
    case .source: "source"
    case .picture: "picture"
    case .constant: "colour"
    case .crop: "crop"
    case .clamp: "clamp"
    case .transform: "transform"
    case .color: "colour function"
    case .blend: "blend"
    case .sum: "sum"
    case .mask: "mask"
    case .gaussianBlur: "Gaussian blur"
    case .variableBlur: "variable blur"
    case .smear: "blur"
    case .rank: "morphology"
    case .convolution: "convolution"
    case .sharpen: "sharpening"
    case .colorMap: "colour map"
    case .pattern: "generator"
    case .displacement, .mapDisplacement: "distortion"
    case .cells: "cells"
    case .shading: "shading"
    case .reduction: "reduction"
    case .transition: "transition"
    case .resample: "scaling"
    }
  }

  /// The extent of the result for the extents of the inputs.
  package func extent(of inputs: [FilterRect]) -> FilterRect {
    let first = inputs.first ?? .empty
    switch self {
    case .source(_, let extent): return extent
    case .picture(let picture): return picture.extent
    case .constant: return .infinite
    case .crop(let rect): return first.intersection(rect)
    case .clamp: return first.isEmpty ? .empty : .infinite
    case .transform(let map, _): return first.transformed(map)
    case .color: return first
    case .blend(let blend): return blend.extent(first, inputs[1])
    case .sum, .mask: return first.union(inputs[1])
    case .gaussianBlur(let blur):
      guard blur.edges == .transparent else { return first }
      return first.grown(
        BlurExtent.visible(sigma: blur.sigmaX),
        BlurExtent.visible(sigma: blur.sigmaY)
      )
    case .variableBlur(let sigma, _):
      return first.grown(BlurExtent.visible(sigma: FilterBlur(sigma: sigma).sigmaX))
    case .smear(let smear): return smear.extent(first)
    case .rank(let rank): return rank.extent(first)
    case .convolution(let kernel): return first.grown(kernel.reach.x, kernel.reach.y)
    case .sharpen, .colorMap, .cells, .shading, .mapDisplacement: return first
    case .pattern(let pattern): return pattern.extent
    case .displacement(let map): return map.extent(first)
    case .reduction(let reduction): return reduction.extent(first)
    case .transition: return first.union(inputs[1])
    case .resample(let scale, _):
      return first.transformed(.scale(scale.x, scale.y))
    }
  }

  /// The part of an input that the operation reads for a part of its result.
  ///
  /// - Parameters:
  ///   - input: The number of the input.
  ///   - rect: The part of the result.
  ///   - extent: The extent of the input; the part that is returned may exceed it.
  package func needed(
    of input: Int,
    for rect: FilterRect,
    extent: FilterRect
  ) -> FilterRect {
    guard !rect.isEmpty, !extent.isEmpty else { return .empty }
    switch self {
    case .source, .picture, .constant: return .empty
    case .crop(let limit): return rect.intersection(limit)
    case .clamp: return rect.clamped(into: extent)
    case .transform(let map, let sampling):
      guard let inverse = map.inverse else { return .empty }
      return rect.transformed(inverse).grown(sampling.reach(inverse))
    case .color, .blend, .sum, .mask, .sharpen, .pattern: return rect
    case .gaussianBlur(let blur): return blur.grown(rect)
    case .variableBlur(let sigma, _):
      return input == 0 ? FilterBlur(sigma: sigma).grown(rect) : rect
    case .smear(let smear): return smear.needed(rect)
    case .rank(let rank): return rect.grown(rank.reach.x, rank.reach.y)
    case .convolution(let kernel): return rect.grown(kernel.reach.x, kernel.reach.y)
    case .colorMap:
      guard input == 1, extent.isFinite else { return input == 0 ? rect : extent }
      // The colours are those of the line through the middle.
      let whole = extent.roundedOut
      let middle = (whole.minY + whole.maxY) / 2
      return FilterRect(whole.minX, middle - 1, whole.maxX, middle + 1)
    case .displacement(let map): return map.needed(rect, extent)
    case .mapDisplacement(let map): return rect.grown(input == 0 ? map.reach : 1)
    case .cells(let cells): return rect.grown(cells.reach)
    case .shading(let shading): return rect.grown(shading.reach)
    case .reduction(let reduction): return reduction.area
    case .transition(let transition):
      return transition.isLocal && input < 2 ? rect : extent
    case .resample(let scale, let kernel):
      let reach = SIMD2(
        kernel.radius * max(1, 1 / scale.x) + 1,
        kernel.radius * max(1, 1 / scale.y) + 1
      )
      return rect.transformed(.scale(1 / scale.x, 1 / scale.y)).grown(reach.x, reach.y)
    }
  }

  /// The part of the result that a part of an input can change.
  ///
  /// - Parameters:
  ///   - input: The number of the input.
  ///   - rect: The part of the input that changes.
  ///   - extent: The extent of the input.
  package func affected(
    by rect: FilterRect,
    of input: Int,
    extent: FilterRect
  ) -> FilterRect {
    let rect = rect.intersection(extent)
    guard !rect.isEmpty else { return .empty }
    switch self {
    case .source, .picture, .constant: return .empty
    case .crop(let limit): return rect.intersection(limit)
    case .clamp: return rect.extended(beyond: extent)
    case .transform(let map, let sampling):
      guard let inverse = map.inverse else { return .empty }
      return rect.grown(sampling.reach(inverse)).transformed(map)
    case .color, .blend, .sum, .mask, .sharpen, .pattern: return rect
    case .variableBlur(let sigma, _):
      return input == 0 ? FilterBlur(sigma: sigma).grown(rect) : rect
    case .smear(let smear): return smear.needed(rect)
    case .rank(let rank): return rect.grown(rank.reach.x, rank.reach.y)
    case .convolution(let kernel): return rect.grown(kernel.reach.x, kernel.reach.y)
    case .mapDisplacement(let map): return rect.grown(input == 0 ? map.reach : 1)
    case .cells(let cells): return rect.grown(cells.reach)
    case .shading(let shading): return rect.grown(shading.reach)
    case .transition(let transition): return transition.isLocal && input < 2 ? rect : .infinite
    // A map may show a pixel anywhere.
    case .colorMap: return input == 0 ? rect : .infinite
    case .displacement, .reduction, .resample: return .infinite
    case .gaussianBlur(let blur):
      let grown = blur.grown(rect)
      return blur.edges == .transparent ? grown : grown.intersection(extent)
    }
  }
}

extension FilterSampling {
  /// How far around a position pixels are read, for the map from the result to the picture.
  func reach(_ inverse: Affine) -> Double {
    let stretch = max(abs(inverse.a) + abs(inverse.c), abs(inverse.b) + abs(inverse.d))
    return 1 + max(stretch, 1)
  }
}

extension FilterBlur {
  /// The rectangle with the pixels around it that the filters read.
  func grown(_ rect: FilterRect) -> FilterRect {
    func margin(_ sigma: Double) -> Double {
      sigma > 0 ? Double(BlurExtent.filter(sigma: sigma)) : 0
    }
    return rect.grown(margin(sigmaX), margin(sigmaY))
  }
}

extension FilterRect {
  /// The part of `extent` that a rectangle shows where the edge's pixels are repeated.
  func clamped(into extent: FilterRect) -> FilterRect {
    let edge = extent.roundedOut
    let rect = roundedOut
    func range(_ low: Double, _ high: Double, _ from: Double, _ to: Double) -> (Double, Double) {
      (min(max(low, from), to - 1), max(min(high, to), from + 1))
    }
    let x = range(rect.minX, rect.maxX, edge.minX, edge.maxX)
    let y = range(rect.minY, rect.maxY, edge.minY, edge.maxY)
    return FilterRect(minX: x.0, minY: y.0, maxX: x.1, maxY: y.1)
  }

  /// The rectangle, without end on each side where it has pixels of the extent's edge.
  func extended(beyond extent: FilterRect) -> FilterRect {
    FilterRect(
      minX: minX < extent.minX + 1 ? -.infinity : minX,
      minY: minY < extent.minY + 1 ? -.infinity : minY,
      maxX: maxX > extent.maxX - 1 ? .infinity : maxX,
      maxY: maxY > extent.maxY - 1 ? .infinity : maxY
    )
  }
}
