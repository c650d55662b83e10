// The steps of a Gaussian blur, each along one axis.
// Licensed under the MIT license; see LICENSE.
//
// Pyramid, kernel and roundings are those of QuartzRaster's GaussianBlur, whose file head derives
// them; the bytes are the same. Here the filters along x and y are steps of their own, in its
// order:
//
//     halve y, halve x, halve y, ...  blur y, blur x,  ... double y, double x
//
// The axes may have different standard deviations. Each step draws only pixels that later steps
// read and that may not be clear.

import QuartzMath
import QuartzPlan
import QuartzRaster

/// The steps of Gaussian blurs.
enum BlurSteps {
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
    /// The number of filters that ran.
    private(set) var done = 0

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
      done += 1
    }
  }

  /// Appends the steps that blur a picture.
  ///
  /// - Parameters:
  ///   - channels: The channels of the result.
  ///   - source: The frame of the picture.
  ///   - result: The frame of the result, in the same space.
  ///   - sigma: Standard deviations along x and y in pixels.
  ///   - placement: The position of the picture's pixels.
  ///   - isExtended: Whether colours are floats, between steps as well.
  // Long because: the steps of both axes take turns.
  static func append(
    _ channels: SurfaceChannels,
    from source: PixelRect,
    to result: PixelRect,
    sigma: SIMD2<Float>,
    at placement: SurfacePlacement,
    isExtended: Bool,
    into steps: inout ContiguousArray<EffectStep>
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
    let hasFloats = isExtended && channels == .color
    let variant: ShaderVariant = channels == .color ? .colors : []
    if x.isClear || y.isClear {
      steps.append(clear(result, variant))
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
        EffectStep(
          shader: .blur,
          variant: variant.union(self.variant(filter)).union(hasFloats ? [] : .words),
          record: .blur(
            BlurRecord(
              origins: SIMD4(Float(drawn.x), Float(drawn.y), Float(origin.x), Float(origin.y)),
              span: SIMD4(
                isAlongX ? 1 : 0,
                isAlongX ? 0 : 1,
                Float(read.lowerBound),
                Float(read.upperBound)
              ),
              kernel: kernel
            )
          ),
          size: SIMD2(Int32(x.span.count), Int32(y.span.count))
        )
      )
      origin = drawn
    }
    // Floats are the same in the first step and the last.
    if hasFloats { return }
    steps[first].variant.insert(.first)
    steps[steps.count - 1].variant.remove(.words)
  }

  /// Returns the step of an empty blur.
  ///
  /// It weighs the source's pixels by nothing.
  private static func clear(_ result: PixelRect, _ variant: ShaderVariant) -> EffectStep {
    EffectStep(
      shader: .blur,
      variant: variant.union(.first),
      record: .blur(BlurRecord(origins: .zero, span: SIMD4(1, 0, 0, 1), kernel: nil)),
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

  /// Returns whether a filter runs along x: y is first on every level.
  private static func takesX(_ filter: Filter, _ x: Axis, _ y: Axis) -> Bool {
    guard x.next == filter else { return false }
    guard y.next == filter else { return true }
    switch filter {
    case .halve: return x.done < y.done
    case .spread: return false
    case .double: return x.steps.count > y.steps.count
    }
  }

  private static func variant(_ filter: Filter) -> ShaderVariant {
    switch filter {
    case .halve: .halved
    case .spread: []
    case .double: .doubled
    }
  }
}

extension BlurRecord {
  /// - Parameter kernel: The weights of the step; nil blurs to nothing.
  fileprivate init(origins: SIMD4<Float>, span: SIMD4<Float>, kernel: BlurKernel?) {
    let weights = SIMD32<Float>(kernel?.weights ?? .zero)
    // Bounds: the largest radius is 16, so all weights are among the first 20.
    func four(_ index: Int) -> SIMD4<Float> {
      SIMD4(weights[index], weights[index + 1], weights[index + 2], weights[index + 3])
    }
    self.init(
      origins: origins,
      span: span,
      radius: Float(kernel?.radius ?? 0),
      weights0: four(0),
      weights1: four(4),
      weights2: four(8),
      weights3: four(12),
      weights4: four(16)
    )
  }
}
