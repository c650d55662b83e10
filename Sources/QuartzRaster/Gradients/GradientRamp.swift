// The colours of a gradient along its parameter.
// Licensed under the MIT license; see LICENSE.
//
// Between two stops the components change linearly, straight and encoded: so CGGradient and
// CAGradientLayer interpolate (a gradient from clear, that is clear black, to white goes through
// greys). Interpolation of premultiplied components is what CGGradient's option
// kCGGradientInterpolatesPremultiplied asks for. A ramp is evaluated exactly, at each pixel: tables would blur hard
// stops, two stops at one location.

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
package struct GradientRamp: Equatable, Sendable {
  package enum Interpolation: Sendable {
    /// Straight components are interpolated, and multiplied by alpha afterwards.
    case straight
    case premultiplied
  }

  /// A stretch with linear components: base + slope · t for t >= start.
  struct Segment: Equatable, Sendable {
    var start: Float
    var base: SIMD4<Float>
    var slope: SIMD4<Float>
  }

  /// In order of their starts; the first starts at minus infinity.
  let segments: [Segment]
  let interpolation: Interpolation

  /// The ramp through `stops`, which are sorted by location (equal ones stay in order).
  ///
  /// Before the first and after the last stop the colour is theirs. Of stops at one location the first
  /// ends what is before, the last begins what is after. Without stops everything is clear.
  package init(_ stops: [GradientStop], interpolation: Interpolation = .straight) {
    self.interpolation = interpolation
    var sorted: [GradientStop] = stops.map { stop in
      let color = interpolation == .straight ? stop.color : GradientRamp.premultiplied(stop.color)
      return GradientStop(SourceOver.unit(stop.location), color)
    }
    // `sort` keeps the order of equal elements: stated since Swift 5 as how it works, tested here.
    sorted.sort { $0.location < $1.location }
    var segments = [
      Segment(start: -.infinity, base: sorted.first?.color ?? .zero, slope: .zero)
    ]
    for (stop, next) in zip(sorted, sorted.dropFirst()) where stop.location < next.location {
      let slope = (next.color - stop.color) / (next.location - stop.location)
      let base = stop.color - slope * stop.location
      segments.append(Segment(start: stop.location, base: base, slope: slope))
    }
    if let last = sorted.last {
      segments.append(Segment(start: last.location, base: last.color, slope: .zero))
    }
    self.segments = segments
  }

  /// A ramp through equally spaced colours, the first at 0, the last at 1: samples of a function.
  package init(samples: [SIMD4<Float>], interpolation: Interpolation = .straight) {
    let last = Float(max(samples.count - 1, 1))
    self.init(
      samples.enumerated().map { GradientStop(Float($0.offset) / last, $0.element) },
      interpolation: interpolation
    )
  }

  /// The premultiplied colour at t; the first one for NaN.
  package func color(at t: Float) -> SIMD4<Float> {
    var index = 0
    return color(at: t, near: &index)
  }

  /// As above; `index` is where the search starts, and where it ended.
  @inline(__always)
  func color(at t: Float, near index: inout Int) -> SIMD4<Float> {
    while index > 0, !(t >= segments[index].start) { index -= 1 }
    while index + 1 < segments.count, t >= segments[index + 1].start { index += 1 }
    let segment = segments[index]
    // The outer segments are flat; 0 · infinity would be no number.
    let isInner = index > 0 && index + 1 < segments.count
    let color = isInner ? segment.base + segment.slope * t : segment.base
    return interpolation == .straight ? GradientRamp.premultiplied(color) : color
  }

  /// Whether each of its colours is opaque.
  package var isOpaque: Bool {
    segments.allSatisfy { $0.base.w == 1 && $0.slope.w == 0 }
  }

  @inline(__always)
  private static func premultiplied(_ color: SIMD4<Float>) -> SIMD4<Float> {
    var result = color * color.w
    result.w = color.w
    return result
  }
}
