// Colours that change with the position: vignettes, screens, edges.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A change of each pixel by its position, or by its neighbours; lengths in pixels.
///
/// Apple has published no formulas for these; those here are ours.
package enum FilterShading: Hashable, Sendable {
  /// Darker by `intensity` t^2, with t = distance from the centre / radius.
  case vignette(center: SIMD2<Double>, radius: Double, intensity: Double)
  /// Darker by `intensity` beyond the radius; the falloff says how soft the step is.
  case vignetteEffect(center: SIMD2<Double>, radius: Double, intensity: Double, falloff: Double)
  /// Black and white: white where the luminance exceeds the height of a relief.
  case screen(FilterScreen, center: SIMD2<Double>, angle: Double, width: Double, sharpness: Double)
  /// The slope of each component (Sobel's operator), times the intensity.
  case edges(intensity: Double)

  var reach: Double { if case .edges = self { 1 } else { 0 } }

  func draw(_ source: FilterBuffer, into target: FilterBuffer) {
    switch self {
    case .vignette(let center, let radius, let intensity):
      target.fill { x, y in
        let t = (SIMD2(Double(x) + 0.5, Double(y) + 0.5) - center).length / max(radius, 1e-6)
        return source[x, y].darkened(1 - intensity * t * t)
      }
    case .vignetteEffect(let center, let radius, let intensity, let falloff):
      let soft = max(radius * min(max(falloff, 0), 1), 1e-6)
      target.fill { x, y in
        let distance = (SIMD2(Double(x) + 0.5, Double(y) + 0.5) - center).length
        let share = FilterPattern.eased((distance - radius + soft) / (2 * soft))
        return source[x, y].darkened(1 - intensity * share)
      }
    case .screen(let screen, let center, let angle, let width, let sharpness):
      let (c, s) = (cos(angle), sin(angle))
      let steepness = 1 / max(1 - min(max(sharpness, 0), 1), 1e-3)
      target.fill { x, y in
        let v = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - center
        let p = SIMD2(c * v.x + s * v.y, c * v.y - s * v.x) / max(width, 1e-6)
        let color = source[x, y]
        guard color.w > 0 else { return .zero }
        let light = Double(FilterMask.luminance.share(color / color.w))
        let gray = min(max((light - screen.height(p)) * steepness + light, 0), 1)
        return SIMD4(SIMD3(repeating: Float(gray) * color.w), color.w)
      }
    case .edges(let intensity):
      let factor = Float(intensity) / 4
      target.fill { x, y in
        func column(_ x: Int) -> SIMD4<Float> {
          source[x, y - 1] + source[x, y] * 2 + source[x, y + 1]
        }
        func row(_ y: Int) -> SIMD4<Float> {
          source[x - 1, y] + source[x, y] * 2 + source[x + 1, y]
        }
        let across = column(x + 1) - column(x - 1)
        let up = row(y + 1) - row(y - 1)
        var result = (across * across + up * up).squareRoot() * factor
        result.w = source[x, y].w
        return result
      }
    }
  }
}

/// The reliefs of screens; their heights are spread over 0...1.
package enum FilterScreen: Hashable, Sendable {
  case dots, lines, hatches, circles

  /// The height at a position, in widths of the screen.
  func height(_ p: SIMD2<Double>) -> Double {
    func wave(_ x: Double) -> Double { 0.5 - 0.5 * cos(2 * .pi * x) }
    switch self {
    case .dots: return (wave(p.x) + wave(p.y)) / 2
    case .lines: return wave(p.y)
    case .hatches: return min(wave(p.x), wave(p.y))
    case .circles: return wave(p.length)
    }
  }
}

extension SIMD4<Float> {
  /// Red, green and blue times a factor of at least 0; alpha stays.
  fileprivate func darkened(_ factor: Double) -> SIMD4<Float> {
    var result = self * Float(Swift.max(factor, 0))
    result.w = w
    return result
  }
}
