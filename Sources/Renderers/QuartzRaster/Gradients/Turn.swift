// Sines without a library: whose sine it is must not decide about bytes.
// Licensed under the MIT license; see LICENSE.

/// A direction in the plane.
package struct Turn: Equatable {
  package let cosine: Double
  package let sine: Double

  /// - Parameter angle: In radians, any finite number; the error is below 1e-12 up to 10^3 turns.
  package init(_ angle: Double) {
    // To -45...45 degrees and a number of quarters; then Taylor's series to below 1e-16.
    let quarters = (angle / (.pi / 2)).rounded()
    let x = angle - quarters * (.pi / 2)
    let square = x * x
    var (s, c) = (1.0, 1.0)
    for n in stride(from: 18.0, through: 2, by: -2) { s = 1 - s * square / (n * (n + 1)) }
    for n in stride(from: 17.0, through: 1, by: -2) { c = 1 - c * square / (n * (n + 1)) }
    s *= x
    switch quarters.truncatingRemainder(dividingBy: 4) {
    case 1, -3: (cosine, sine) = (-s, c)
    case 2, -2: (cosine, sine) = (-c, -s)
    case 3, -1: (cosine, sine) = (s, -c)
    default: (cosine, sine) = (c, s)
    }
  }
}
