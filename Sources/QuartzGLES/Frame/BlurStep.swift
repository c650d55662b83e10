// The steps of a Gaussian blur, each along one axis.
// Licensed under the MIT license; see LICENSE.
//
// Pyramid and kernel are those of QuartzRaster's GaussianBlur, whose file head derives them. Here
// the filters along x and y are steps of their own, done in the order that keeps pictures small:
//
//     halve x, halve y, halve x, ...  blur x, blur y,  ... double y, double x
//
// so that the axes may have different standard deviations. Each step draws only pixels that later
// steps read and that may not be clear.

import QuartzMath
import QuartzRaster

/// A step, which makes a picture of numbers from another one.
struct BlurStep {
  var variant: ShaderVariant
  var record: BlurRecord
  /// The result's size in pixels.
  var size: SIMD2<Int32>
  /// Index of the frame's target that is read.
  var source: Int32 = -1

  private enum Filter {
    case halve, spread, double
  }

  /// Indexes of pixels along an axis, at some level of its pyramid.
  private typealias Span = Range<Int32>

  /// One axis of a blur and its progress.
  private struct Axis {
    let kernel: BlurKernel
    /// The current span of the picture.
    var span: Span
    /// The span that each remaining filter draws, the next filter last.
    private(set) var steps: [(filter: Filter, result: Span)] = []

    /// - Parameters:
    ///   - source: The span of the source, in pixels of the result.
    ///   - length: The length of the result.
    init(sigma: Float, source: Span, length: Int32) {
      kernel = BlurKernel(sigma: min(Double(sigma), GaussianBlur.largestSigma))
      span = source
      let radius = Int32(kernel.radius)
      // The span of each level and the span it needs, from the picture itself to the smallest
      // level.
      var has = [source]
      var needs = [0..<length]
      for level in 0..<kernel.levels {
        let (above, asked) = (has[level], needs[level])
        has.append(((above.lowerBound - 1) >> 1)..<((above.upperBound + 1) >> 1) + 1)
        needs.append(((asked.lowerBound >> 1) - 1)..<((asked.upperBound - 1) >> 1) + 2)
      }
      let blurred = Axis.common(
        has[kernel.levels].lowerBound - radius..<has[kernel.levels].upperBound + radius,
        needs[kernel.levels]
      )
      var seen = Axis.common(
        blurred.lowerBound - radius..<blurred.upperBound + radius,
        has[kernel.levels]
      )
      var results = [(filter: Filter.spread, result: blurred)]
      for level in (0..<kernel.levels).reversed() {
        results.append((.halve, seen))
        seen = Axis.common(seen.lowerBound * 2 - 2..<seen.upperBound * 2 + 1, has[level])
      }
      span = seen
      var drawn = blurred
      var last: [(filter: Filter, result: Span)] = []
      for level in (0..<kernel.levels).reversed() {
        drawn = Axis.common(drawn.lowerBound * 2 - 2..<drawn.upperBound * 2 + 1, needs[level])
        last.insert((.double, drawn), at: 0)
      }
      steps = last + results
      // The last step draws all of the result, clear or not.
      steps[0].result = 0..<length
    }

    private static func common(_ a: Span, _ b: Span) -> Span {
      let first = max(a.lowerBound, b.lowerBound)
      return first..<max(min(a.upperBound, b.upperBound), first)
    }

    /// The next filter; nil after the last one.
    var next: Filter? { steps.last?.filter }
    var isClear: Bool { span.isEmpty || steps.contains { $0.result.isEmpty } }

    mutating func advance() {
      span = steps.removeLast().result
    }
  }

  /// Appends the steps that blur the alpha of a picture.
  ///
  /// - Parameters:
  ///   - source: The frame of the picture.
  ///   - result: The frame of the result, in the same space.
  ///   - sigma: Standard deviations along x and y in pixels.
  ///   - placement: The position of the picture's pixels.
  static func append(
    from source: PixelRect,
    to result: PixelRect,
    sigma: SIMD2<Float>,
    at placement: SurfacePlacement,
    into steps: inout ContiguousArray<BlurStep>
  ) {
    var x = Axis(
      sigma: sigma.x,
      source: source.minX - result.minX..<source.maxX - result.minX,
      length: result.width
    )
    var y = Axis(
      sigma: sigma.y,
      source: source.minY - result.minY..<source.maxY - result.minY,
      length: result.height
    )
    let first = steps.count
    if x.isClear || y.isClear {
      steps.append(clear(result))
      return
    }
    // Index of the pixel at the origin of the source.
    var origin = SIMD2(-(result.minX + placement.shiftX), -(result.minY + placement.shiftY))
    while let filter = nextFilter(x, y) {
      let isAlongX = takesX(filter, x, y)
      let read = isAlongX ? x.span : y.span
      let kernel = isAlongX ? x.kernel : y.kernel
      if isAlongX { x.advance() } else { y.advance() }
      let drawn = SIMD2(x.span.lowerBound, y.span.lowerBound)
      steps.append(
        BlurStep(
          variant: variant(filter),
          record: BlurRecord(
            origins: SIMD4(Float(drawn.x), Float(drawn.y), Float(origin.x), Float(origin.y)),
            span: SIMD4(
              isAlongX ? 1 : 0,
              isAlongX ? 0 : 1,
              Float(read.lowerBound),
              Float(read.upperBound)
            ),
            kernel: weights(kernel)
          ),
          size: SIMD2(Int32(x.span.count), Int32(y.span.count))
        )
      )
      origin = drawn
    }
    steps[first].variant.insert(.first)
    steps[steps.count - 1].variant.insert(.last)
  }

  /// Returns the step of an empty blur.
  private static func clear(_ result: PixelRect) -> BlurStep {
    BlurStep(
      variant: [.first, .last],
      record: BlurRecord(origins: .zero, span: SIMD4(1, 0, 0, 1), kernel: .zero),
      size: SIMD2(result.width, result.height)
    )
  }

  /// Returns the next filter: pictures are halved as long as an axis can be, and doubled at the
  /// end.
  private static func nextFilter(_ x: Axis, _ y: Axis) -> Filter? {
    for filter in [Filter.halve, .spread, .double] where x.next == filter || y.next == filter {
      return filter
    }
    return nil
  }

  /// Returns whether a filter runs along x: the longer axis is halved first and doubled last.
  private static func takesX(_ filter: Filter, _ x: Axis, _ y: Axis) -> Bool {
    guard x.next == filter else { return false }
    guard y.next == filter else { return true }
    return filter == .double ? x.steps.count > y.steps.count : x.steps.count >= y.steps.count
  }

  private static func variant(_ filter: Filter) -> ShaderVariant {
    switch filter {
    case .halve: .halved
    case .spread: []
    case .double: .doubled
    }
  }

  private static func weights(_ kernel: BlurKernel) -> SIMD4<Float> {
    let centre = kernel.weights[0]
    let q = kernel.radius > 0 ? kernel.weights[1] / centre : 0
    return SIMD4(centre, q, q * q, Float(kernel.radius))
  }
}
