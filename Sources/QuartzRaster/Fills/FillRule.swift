// Which points a path's winding makes inside.
// Licensed under the MIT license; see LICENSE.

/// Which points lie inside of a path.
package enum FillRule: UInt8, Sendable {
  /// Those that the path winds around, whichever way.
  case nonZero
  /// Those that the path winds around an odd number of times.
  case evenOdd

  /// Whether points that the path winds around `winding` times lie inside.
  @inline(__always)
  package func contains(_ winding: Int32) -> Bool {
    switch self {
    case .nonZero: winding != 0
    case .evenOdd: winding & 1 != 0
    }
  }
}
