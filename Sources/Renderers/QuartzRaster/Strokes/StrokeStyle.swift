// How a path is stroked.
// Licensed under the MIT license; see LICENSE.

/// The shape of the ends of open subpaths and of dashes.
///
/// The raw values are those of CGLineCap.
package enum LineCap: UInt8, Sendable {
  /// The stroke ends where the path ends.
  case butt
  /// A half disc beyond the end.
  case round
  /// Half a square beyond the end.
  case square
}

/// The shape of the outer side of corners.
///
/// The raw values are those of CGLineJoin.
package enum LineJoin: UInt8, Sendable {
  /// The sides go on until they meet; a bevel where that is further than the miter limit.
  case miter
  /// A sector of a disc.
  case round
  /// A straight line between the sides.
  case bevel
}

/// How a path is stroked; lengths are in the space of the path.
package struct StrokeStyle: Equatable, Hashable, Sendable {
  /// Nothing is drawn if it is not positive and finite.
  package var width: Double
  package var cap: LineCap
  package var join: LineJoin
  /// The longest miter, from the inner to the outer corner, in line widths.
  package var miterLimit: Double
  /// Lengths of dashes and gaps in turns, begun anew at the end of the list and at each subpath.
  ///
  /// A list of odd length is used twice. A dash of no length has caps. Empty for none, and also if
  /// one is negative or not finite or all are zero.
  package var dash: [Double]
  /// How far into the dashes a subpath begins; may be negative.
  package var dashPhase: Double

  package init(
    width: Double,
    cap: LineCap = .butt,
    join: LineJoin = .miter,
    miterLimit: Double = 10,
    dash: [Double] = [],
    dashPhase: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashPhase = dashPhase
  }
}
