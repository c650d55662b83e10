// The light of colours: how bright they are, and what becomes of them where less can be shown.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
package import QuartzMath

/// Light of encoded colours of sRGB's primaries.
package enum LightMath {
  /// The linear light of a straight, encoded colour, relative to SDR white.
  package static func light(_ color: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(FilterSpace.light(color.x), FilterSpace.light(color.y), FilterSpace.light(color.z))
  }

  /// A straight, encoded colour through a curve.
  ///
  /// All components of light have one factor, so that hues stay.
  package static func mapped(
    _ color: SIMD3<Double>,
    _ curve: ReferenceWhiteCurve
  ) -> SIMD3<Double> {
    var light = light(color)
    light *= curve.factor(ReferenceWhiteCurve.largest(light))
    return SIMD3(
      FilterSpace.encoded(light.x),
      FilterSpace.encoded(light.y),
      FilterSpace.encoded(light.z)
    )
  }

  /// Whether a straight, encoded colour has no more light than SDR white, in the primaries of
  /// BT.2020.
  ///
  /// Conversions between primaries round, so a millionth more is none.
  package static func isStandard(_ color: SIMD3<Double>) -> Bool {
    ReferenceWhiteCurve.largest(light(color)) <= 1 + 1e-6
  }
}

extension Color {
  /// The colour as it is shown where there is less light, without a headroom.
  ///
  /// - Parameter limit: The brightest light, relative to SDR white; at least 1.
  package func within(headroom limit: Float) -> Color {
    guard headroom > limit,
      let curve = ReferenceWhiteCurve(from: Double(headroom), to: Double(limit))
    else { return Color(red, green, blue, alpha) }
    let mapped = LightMath.mapped(SIMD3(red, green, blue), curve)
    return Color(mapped.x, mapped.y, mapped.z, alpha)
  }
}

extension PropertyValue {
  /// Whether a colour in it has a headroom.
  var hasHeadroom: Bool {
    switch self {
    case .color(let color): color.headroom != 0
    case .colors: true
    case .cells(let box): box.cells.contains { $0.color.headroom != 0 }
    case .null, .bool, .integer, .number, .point, .size, .rect, .transform, .string, .image, .path,
      .pattern, .name, .numbers, .filters:
      false
    }
  }

  fileprivate var inStandardRange: PropertyValue {
    switch self {
    case .color(let color): return .color(color.within(headroom: 1))
    case .colors(let box): return .colors(box.colors.map { $0.within(headroom: 1) })
    case .cells(let box):
      return .cells(
        CellBox(
          box.cells.map { cell in
            var cell = cell
            cell.color = cell.color.within(headroom: 1)
            return cell
          }
        )
      )
    case .null, .bool, .integer, .number, .point, .size, .rect, .transform, .string, .image, .path,
      .pattern, .name, .numbers, .filters:
      return self
    }
  }
}

extension Commit {
  /// The commit for a server that may know no headrooms of colours: they are mapped to SDR white.
  ///
  /// Layers whose mode is to map nothing have them mapped all the same.
  package var inStandardRange: Commit {
    var result = self
    for index in result.changes.indices {
      let values = result.changes[index].values
      var hasHeadroom = false
      values.forEach { hasHeadroom = hasHeadroom || $1.hasHeadroom }
      if hasHeadroom { result.changes[index].values = values.mapped(\.inStandardRange) }
    }
    for index in result.animations.indices {
      guard case .add(let layer, let key, let state) = result.animations[index] else { continue }
      var hasHeadroom = false
      state.forEachProperty { hasHeadroom = hasHeadroom || $0.hasHeadroom }
      guard hasHeadroom else { continue }
      let mapped = state.mapped(\.hasHeadroom, \.inStandardRange)
      result.animations[index] = .add(layer, key: key, mapped)
    }
    return result
  }
}
