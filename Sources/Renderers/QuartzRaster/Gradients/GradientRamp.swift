// The colours of a gradient along its parameter.
// Licensed under the MIT license; see LICENSE.
//
// Between two stops the components change linearly, straight and encoded: so CGGradient and
// CAGradientLayer interpolate (a gradient from clear, that is clear black, to white goes through
// greys). Interpolation of premultiplied components is what CGGradient's option
// kCGGradientInterpolatesPremultiplied asks for. A ramp is evaluated exactly, at each pixel: tables
// would blur hard stops, two stops at one location.

package import CQuartzKernels

/// A colour at a place of a gradient.
package struct GradientStop: Equatable, Sendable {
  /// 0...1; what is outside is clamped, NaN counts as 0.
  package var location: Float
  /// Straight components R, G, B, A, encoded; they may lie outside of 0...1 (extended range).
  package var color: SIMD4<Float>

  package init(_ location: Float, _ color: SIMD4<Float>) {
    self.location = location
    self.color = color
  }
}

/// Colours as a function of t.
package struct GradientRamp: Sendable {
  package enum Interpolation: Sendable {
    /// Straight components are interpolated, and multiplied by alpha afterwards.
    case straight
    case premultiplied
  }

  /// Segments with linear components, base + slope · t, in order of their starts.
  ///
  /// The first one starts at minus infinity; it and the last one are flat.
  package let segments: [qk_segment]
  package let interpolation: Interpolation
  /// Whether one stretch lies between two stops, and there is nothing else.
  package let isSingle: Bool
  /// Whether each of its colours is opaque.
  package let isOpaque: Bool
  /// Whether all components are in 0...1, computed with errors far below half a level of 255.
  package let isWithinUnit: Bool

  /// The ramp through `stops`, which are sorted by location (equal ones stay in order).
  ///
  /// Before the first and after the last stop the colour is theirs. Of stops at one location the
  /// first ends what is before, the last begins what is after. Without stops everything is clear.
  package init(_ stops: [GradientStop], interpolation: Interpolation = .straight) {
    self.interpolation = interpolation
    var sorted: [(order: Int, stop: GradientStop)] = []
    for (order, stop) in stops.enumerated() {
      let color = interpolation == .straight ? stop.color : GradientRamp.premultiplied(stop.color)
      sorted.append((order, GradientStop(SourceOver.unit(stop.location), color)))
    }
    sorted.sort { ($0.stop.location, $0.order) < ($1.stop.location, $1.order) }
    var segments = [qk_segment(start: -.infinity, sorted.first?.stop.color ?? .zero, .zero)]
    for (first, second) in zip(sorted, sorted.dropFirst()) {
      let (stop, next) = (first.stop, second.stop)
      guard stop.location < next.location else { continue }
      let slope = (next.color - stop.color) / (next.location - stop.location)
      let base = stop.color - slope * stop.location
      segments.append(qk_segment(start: stop.location, base, slope))
    }
    if let last = sorted.last?.stop {
      segments.append(qk_segment(start: last.location, last.color, .zero))
    }
    self.segments = segments
    isSingle = sorted.count == 2 && segments.count == 3
    isOpaque = segments.allSatisfy { $0.base.3 == 1 && $0.slope.3 == 0 }
    // The error grows with the slope: base and slope · t are differences of large numbers.
    isWithinUnit =
      sorted.allSatisfy { GradientRamp.isUnit($0.stop.color) }
      && segments.allSatisfy { GradientRamp.isUnit($0.slopeVector / 128 + 0.5) }
  }

  private static func isUnit(_ color: SIMD4<Float>) -> Bool {
    all(color .>= 0) && all(color .<= 1)
  }

  /// A ramp through equally spaced colours, the first at 0, the last at 1: samples of a function.
  package init(samples: [SIMD4<Float>], interpolation: Interpolation = .straight) {
    let last = Float(max(samples.count - 1, 1))
    self.init(
      samples.enumerated().map { GradientStop(Float($0.offset) / last, $0.element) },
      interpolation: interpolation
    )
  }

  /// The premultiplied colour at t, neither clamped nor rounded; the first one for NaN.
  package func color(at t: Float) -> SIMD4<Float> {
    // Far outside nothing changes any more; 0 · infinity would be no number.
    let t = t > -1 ? (t < 2 ? t : 2) : -1
    // The last segment that begins at or before t.
    var (low, high) = (0, segments.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if t >= segments[middle].start { low = middle } else { high = middle }
    }
    let color = segments[low].color(at: t)
    return interpolation == .straight ? GradientRamp.premultiplied(color) : color
  }

  /// Calls a function with the ramp as kernels take it.
  package func withKernelRamp(
    _ extent: GradientExtent,
    _ body: (UnsafePointer<qk_ramp>) -> Void
  ) {
    segments.withUnsafeBufferPointer { segments in
      var ramp = qk_ramp(
        segments: segments.baseAddress,
        count: Int32(segments.count),
        straight: interpolation == .straight && !isOpaque ? 1 : 0,
        before: extent.contains(.beforeStart) ? 1 : 0,
        after: extent.contains(.afterEnd) ? 1 : 0,
        within_unit: isWithinUnit ? 1 : 0
      )
      body(&ramp)
    }
  }

  @inline(__always)
  private static func premultiplied(_ color: SIMD4<Float>) -> SIMD4<Float> {
    var result = color * color.w
    result.w = color.w
    return result
  }
}

extension GradientRamp: Equatable {
  package static func == (left: GradientRamp, right: GradientRamp) -> Bool {
    left.interpolation == right.interpolation && left.segments.count == right.segments.count
      && zip(left.segments, right.segments).allSatisfy {
        $0.start == $1.start && $0.base == $1.base && $0.slope == $1.slope
      }
  }
}

extension qk_segment {
  fileprivate init(start: Float, _ base: SIMD4<Float>, _ slope: SIMD4<Float>) {
    self.init(
      start: start,
      base: (base.x, base.y, base.z, base.w),
      slope: (slope.x, slope.y, slope.z, slope.w)
    )
  }

  fileprivate var slopeVector: SIMD4<Float> { SIMD4(slope.0, slope.1, slope.2, slope.3) }

  @inline(__always)
  fileprivate func color(at t: Float) -> SIMD4<Float> {
    SIMD4(base.0, base.1, base.2, base.3) + slopeVector * t
  }
}
