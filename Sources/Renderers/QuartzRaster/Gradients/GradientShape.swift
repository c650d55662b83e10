// Where a gradient has which parameter.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// The geometry of a gradient, in its own space.
package enum GradientShape: Equatable, Sendable {
  /// t is 0 on the line through `start`, 1 on the one through `end`, both perpendicular to the
  /// axis.
  case axial(start: Point, end: Point)
  /// Circles from the first (t = 0) to the second one (t = 1), later ones over earlier ones.
  ///
  /// Radii below 0 count as 0.
  case radial(start: Point, startRadius: Double, end: Point, endRadius: Double)
  /// Around a centre: t grows from 0 at `angle` to 1 after a full turn, from the x axis towards y.
  ///
  /// The angle in radians.
  case conic(center: Point, angle: Double)
}

/// Whether a gradient goes on before t = 0 and after t = 1.
package struct GradientExtent: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let beforeStart = GradientExtent(rawValue: 1)
  package static let afterEnd = GradientExtent(rawValue: 2)
  package static let both: GradientExtent = [.beforeStart, .afterEnd]
}
