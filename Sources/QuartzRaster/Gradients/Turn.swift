// Angles without a library: whose sine it is must not decide about bytes.
// Licensed under the MIT license; see LICENSE.

/// A direction in the plane.
struct Turn: Equatable {
  let cosine: Double
  let sine: Double

  /// - Parameter angle: In radians, any finite number; the error is below 1e-12 up to 10^4 turns.
  init(_ angle: Double) {
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

  /// The angle of (x, y) from the x axis towards the y axis, in turns, 0..<1; 0 at the origin.
  ///
  /// The error is below 1e-6 turns: a minimax polynomial for the first eighth (Abramowitz and Stegun
  /// 4.4.49: below 2e-8 radians, plus rounding), the others by symmetry.
  @inline(__always)
  static func share(_ x: Float, _ y: Float) -> Float {
    let (ax, ay) = (abs(x), abs(y))
    let (low, high) = ax < ay ? (ax, ay) : (ay, ax)
    let q = high > 0 ? low / high : 0
    let z = q * q
    var p: Float = 0.002_866_225_7
    p = p * z - 0.016_165_736_7
    p = p * z + 0.042_909_613_8
    p = p * z - 0.075_289_640_0
    p = p * z + 0.106_562_639_3
    p = p * z - 0.142_088_994_4
    p = p * z + 0.199_935_508_5
    p = p * z - 0.333_331_452_8
    p = p * z + 1
    var turn = q * p * (1 / (2 * .pi))
    if ax < ay { turn = 0.25 - turn }
    if x < 0 { turn = 0.5 - turn }
    if y < 0 { turn = 1 - turn }
    return turn < 1 ? turn : 0
  }
}
