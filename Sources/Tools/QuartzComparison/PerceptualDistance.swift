// How different two colours look: CIE 2000.
// Licensed under the MIT license; see LICENSE.
//
// Sharma, Wu, Dalal: "The CIEDE2000 Color-Difference Formula: Implementation Notes, Supplementary
// Test Data, and Mathematical Observations" (2005), with kL = kC = kH = 1. Lab is relative to D65,
// the white of sRGB. A translucent pixel is seen over something: the larger of its distances over
// black and over white counts. Angles and roots may differ in the last bits between machines, so a
// distance is rounded to a millionth before it is compared.
//
// `LabColor` says what is computed; the kernels in CQuartzKernels compute it for eight pairs at a
// time, and a test holds both equal.

import CoreGraphics
import Glibc

/// A colour in CIE L*a*b*, relative to D65.
package struct LabColor: Equatable, Sendable {
  package var lightness: Double
  package var a: Double
  package var b: Double

  package init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// The colour of sRGB-encoded bytes.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    func light(_ byte: UInt8) -> Double { TransferCurve.sRGB.decode(Double(byte) / 255) }
    self.init(light: SIMD3(light(red), light(green), light(blue)))
  }

  /// The colour of linear light of sRGB's primaries; components outside 0...1 are colours outside
  /// sRGB.
  package init(light: SIMD3<Double>) {
    // IEC 61966-2-1, divided by the white point, so that white has a = b = 0.
    let x = Self.compressed((SIMD3(0.433_953, 0.376_219, 0.189_828) * light).sum())
    let y = Self.compressed((SIMD3(0.212_671, 0.715_160, 0.072_169) * light).sum())
    let z = Self.compressed((SIMD3(0.017_758, 0.109_477, 0.872_765) * light).sum())
    self.init(lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
  }

  /// The f of CIE 15: a cube root with a line near black.
  private static func compressed(_ value: Double) -> Double {
    value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116
  }

  /// CIEDE2000 between two colours; 0 for equal ones, about 1 for what can just be told apart, 100
  /// between black and white.
  ///
  /// Hues are unit vectors (cos h, sin h) here: the mean hue is their bisector, and cosines of its
  /// multiples follow from powers of one complex number; only near blue the angle itself is needed.
  package func deltaE(_ other: LabColor) -> Double {
    let mean7 = Self.power7((Self.length(a, b) + Self.length(other.a, other.b)) / 2)
    let stretch = 1.5 - 0.5 * (mean7 / (mean7 + Self.power25of7)).squareRoot()
    let (a1, a2) = (a * stretch, other.a * stretch)
    let (c1, c2) = (Self.length(a1, b), Self.length(a2, other.b))
    let isGray = c1 * c2 == 0

    let deltaC = c2 - c1
    // 2 sqrt(c1 c2) sin(turn / 2), with the sign of the turn.
    let square = max(0, 2 * (c1 * c2 - (a1 * a2 + b * other.b)))
    let isBackwards = a1 * other.b < a2 * b
    let deltaH = isGray ? 0 : isBackwards ? -square.squareRoot() : square.squareRoot()

    let meanL = (lightness + other.lightness) / 2 - 50
    let meanC = (c1 + c2) / 2
    let hue = Self.meanHue(a1, b, c1, a2, other.b, c2)
    let t = Self.hueWeight(hue)
    let lightnessWeight = 1 + 0.015 * meanL * meanL / (20 + meanL * meanL).squareRoot()
    let c7 = Self.power7(meanC)
    let rotation =
      -2 * (c7 / (c7 + Self.power25of7)).squareRoot() * Self.blueRotation(hue)
    let l = (other.lightness - lightness) / lightnessWeight
    let c = deltaC / (1 + 0.045 * meanC)
    let h = deltaH / (1 + 0.015 * meanC * t)
    return max(0, l * l + c * c + h * h + rotation * c * h).squareRoot()
  }

  /// The unit vector in the middle of the shorter way between two hues; of a grey and a colour, the
  /// colour's.
  private static func meanHue(
    _ a1: Double,
    _ b1: Double,
    _ c1: Double,
    _ a2: Double,
    _ b2: Double,
    _ c2: Double
  ) -> SIMD2<Double> {
    let one: SIMD2<Double> = c1 > 0 ? [a1 / c1, b1 / c1] : .zero
    let other: SIMD2<Double> = c2 > 0 ? [a2 / c2, b2 / c2] : .zero
    let sum = one + other
    let size = length(sum.x, sum.y)
    if size > 1e-6 { return sum / size }
    // Opposite hues: the formula takes the mean of the angles; both grey: 0 degrees.
    guard c1 > 0, c2 > 0 else { return [1, 0] }
    let mean = (angle(one) + angle(other)) / 2
    return [cos(radians(mean)), sin(radians(mean))]
  }

  /// The T of CIEDE2000.
  private static func hueWeight(_ hue: SIMD2<Double>) -> Double {
    let two = SIMD2(hue.x * hue.x - hue.y * hue.y, 2 * hue.x * hue.y)
    let three = SIMD2(two.x * hue.x - two.y * hue.y, two.x * hue.y + two.y * hue.x)
    let four = SIMD2(two.x * two.x - two.y * two.y, 2 * two.x * two.y)
    return 1 - 0.17 * (hue * degrees30).sum() + 0.24 * two.x + 0.32 * (three * degreesMinus6).sum()
      - 0.20 * (four * degrees63).sum()
  }

  // cos(x - d) = cos x cos d + sin x sin d.
  private static let degrees30 = SIMD2(cos(radians(30)), sin(radians(30)))
  private static let degreesMinus6 = SIMD2(cos(radians(6)), -sin(radians(6)))
  private static let degrees63 = SIMD2(cos(radians(63)), sin(radians(63)))
  private static let degrees275 = SIMD2(cos(radians(275)), sin(radians(275)))

  /// sin(60 exp(-((h - 275) / 25)^2)), in degrees.
  private static func blueRotation(_ hue: SIMD2<Double>) -> Double {
    blueRotation(1 - (hue * degrees275).sum())
  }

  /// The same of 1 - cos(h - 275 degrees), 0...2.
  static func blueRotation(_ factor: Double) -> Double {
    let distance = acos(min(max(1 - factor, -1), 1)) * 180 / .pi / 25
    return sin(radians(60 * exp(-distance * distance)))
  }

  private static let power25of7 = 6_103_515_625.0

  private static func power7(_ value: Double) -> Double {
    let square = value * value
    return square * square * square * value
  }

  private static func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

  /// In degrees, 0..<360.
  private static func angle(_ hue: SIMD2<Double>) -> Double {
    let degrees = atan2(hue.y, hue.x) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
