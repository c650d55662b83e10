// The style of a gradient layer, from its current values.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzRaster

/// The gradient of a layer.
struct GradientStyle {
  /// Straight, sRGB-encoded, of any range.
  private var stops: [Stop] = []
  private var type = GradientType.axial
  /// In the unit space of the bounds.
  private var start = Point.zero
  private var end = Point.zero

  private struct Stop {
    var location: Float
    var color: SIMD4<Double>
    /// As `Color` has it.
    var headroom: Float

    /// The straight colour on an output.
    func shown(_ light: LightLimit) -> SIMD4<Double> {
      guard light.isExtended || headroom > 1 else {
        return color.clamped(lowerBound: .zero, upperBound: .one)
      }
      var mapped = light.mapped(SIMD3(color.x, color.y, color.z), headroom: headroom)
      if !light.isExtended { mapped.clamp(lowerBound: .zero, upperBound: .one) }
      return SIMD4(mapped, min(max(color.w, 0), 1))
    }
  }

  /// Nil if there are fewer than two colours, or not as many as locations, or a number is not
  /// finite, and for a radial one whose start and end lie on one axis (measured on Core Animation).
  init?(_ value: (PropertyID) -> PropertyValue) {
    let list = value(.colors)
    guard let colors = list.colors, colors.count > 1, list.isFinite else { return nil }
    let count = colors.count
    let locations = value(.locations).numbers
    if let locations, locations.count != count || !locations.allSatisfy(\.isFinite) { return nil }
    type = value(.type).name.flatMap { GradientType(rawValue: $0) } ?? .axial
    start = value(.startPoint).point ?? .zero
    end = value(.endPoint).point ?? .zero
    guard (start.x + start.y + end.x + end.y).isFinite else { return nil }
    if type == .radial, start.x == end.x || start.y == end.y { return nil }
    let last = Double(count - 1)
    stops.reserveCapacity(count)
    for index in 0..<count {
      let color = colors[index]
      let straight = SIMD4(color.red, color.green, color.blue, color.alpha)
      let limit = SIMD4<Double>(repeating: Double(ContentLight.largestHeadroom))
      stops.append(
        Stop(
          location: Float(locations?[index] ?? Double(index) / last),
          color: straight.clamped(lowerBound: -limit, upperBound: limit),
          headroom: color.headroom
        )
      )
    }
  }

  /// Bytes of a stop here, of its segment while the ramp is sorted and in the plan, and of its
  /// texels in a renderer.
  private static let bytesOfStop = 192

  /// The memory that the gradient takes in a frame.
  var bytes: Int { stops.count * GradientStyle.bytesOfStop }

  /// The colours as they are drawn with an opacity, each within the layer's limit.
  func ramp(
    _ instance: PlanInstance?,
    opacity: Double,
    _ light: LightLimit
  ) -> GradientRamp {
    let factor = SIMD4<Float>(SIMD4(instance?.tint ?? .one, opacity))
    return GradientRamp(
      stops.map { stop in
        GradientStop(stop.location, SIMD4<Float>(stop.shown(light)) * factor)
      }
    )
  }

  var kind: DrawFlags {
    switch type {
    case .axial: []
    case .radial: .radial
    case .conic: .conic
    }
  }

  /// The map from the layer's space to the gradient's: (0, 0) is at the start; the meaning of x and
  /// y depends on the kind.
  ///
  /// Where the gradient has no extent, every place is beyond its end.
  func map(_ bounds: Rect) -> (x: SIMD3<Double>, y: SIMD3<Double>) {
    let beyond = (x: SIMD3<Double>(0, 0, 2), y: SIMD3<Double>(0, 0, 2))
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    // From points to the unit space, the start at the origin.
    let (sx, sy) = (1 / bounds.width, 1 / bounds.height)
    let unitX = SIMD3(sx, 0, -bounds.x * sx - start.x)
    let unitY = SIMD3(0, sy, -bounds.y * sy - start.y)
    switch type {
    case .axial, .conic:
      let square = dx * dx + dy * dy
      guard square > 0, square.isFinite else { return beyond }
      let along = (unitX * dx + unitY * dy) / square
      return (along, (unitY * dx - unitX * dy) / square)
    case .radial: return (unitX / dx, unitY / dy)
    }
  }
}
