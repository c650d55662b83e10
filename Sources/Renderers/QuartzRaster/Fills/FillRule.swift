// The rules that tell the inside of a path from its winding.
// Licensed under the MIT license; see LICENSE.

/// The rule for the points that lie inside of a path.
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
