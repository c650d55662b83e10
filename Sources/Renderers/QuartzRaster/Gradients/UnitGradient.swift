// Gradients in a space where they are as simple as can be.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import Glibc
import QuartzMath

/// The value of t in the gradient's own space.
package enum UnitGradient: Sendable {
  /// x.
  case axial
  /// The distance from the origin.
  case radial
  /// The direction from the origin over a full turn, from the x axis towards the y axis.
  case conic

  /// The circles of `radial`: from the origin to the radius 1.
  static let circles = qk_circles(Point(0, 0), 0, Point(0, 0), 1, .both)

  /// t at a place.
  func parameter(_ x: Double, _ y: Double) -> Float {
    switch self {
    case .axial: Float(x)
    case .radial: Float((x * x + y * y).squareRoot())
    case .conic:
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 1) { buffer in
        buffer[0] = 0
        if let base = buffer.baseAddress {
          qk_conic_parameters(base, Float(x), Float(y), 0, 0, 0, 1)
        }
        return buffer[0]
      }
    }
  }
}
