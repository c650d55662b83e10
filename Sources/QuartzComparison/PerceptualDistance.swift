// How different two colours look: CIE 2000.
// Licensed under the MIT license; see LICENSE.
//
// Sharma, Wu, Dalal: "The CIEDE2000 Color-Difference Formula: Implementation Notes, Supplementary Test
// Data, and Mathematical Observations" (2005), with kL = kC = kH = 1. Lab is relative to D65, the white
// of sRGB. A translucent pixel is seen over something: the larger of its distances over black and over
// white counts. The angles and roots come from the C library, whose results may differ in the last bit
// between machines, so a distance is rounded to a millionth before it is compared.

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
    self.init(red: red, green: green, blue: blue, .shared)
  }

  /// Bounds: the table of light has a place for each byte.
  @inline(__always)
  fileprivate init(red: UInt8, green: UInt8, blue: UInt8, _ tables: LabTables) {
    let light = tables.light
    let (r, g, b) = (light[Int(red)], light[Int(green)], light[Int(blue)])
    // IEC 61966-2-1, divided by the white point, so that white has a = b = 0.
    let x = tables.compressed(0.433_953 * r + 0.376_219 * g + 0.189_828 * b)
    let y = tables.compressed(0.212_671 * r + 0.715_160 * g + 0.072_169 * b)
    let z = tables.compressed(0.017_758 * r + 0.109_477 * g + 0.872_765 * b)
    self.init(lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
  }

  /// CIEDE2000 between two colours; 0 for equal ones, about 1 for what can just be told apart, 100 between
  /// black and white.
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

  /// sin(60 exp(-((h - 275) / 25)^2)), in degrees; 0 where it is below 1e-13.
  private static func blueRotation(_ hue: SIMD2<Double>) -> Double {
    // Farther away than 143 degrees.
    guard (hue * degrees275).sum() > -0.8 else { return 0 }
    let distance = (angle(hue) - 275) / 25
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

  /// Something that the distance does not exceed, at the cost of a few multiplications.
  ///
  /// All weights are at least 1, a' is at most 1.5 a, and the rotation adds at most sin 60 times the squares
  /// of chroma and hue, which together are those of a' and b.
  func largestDeltaE(_ other: LabColor) -> Double {
    let (l, a, b) = (lightness - other.lightness, (self.a - other.a) * 1.5, self.b - other.b)
    return (l * l + 1.8661 * (a * a + b * b)).squareRoot()
  }
}

/// The tables between bytes and Lab; they are there as long as the process.
///
/// Safe because: what the pointers point to is written once, before anyone has them.
private struct LabTables: @unchecked Sendable {
  static let shared = LabTables()

  /// Linear light of each sRGB-encoded byte.
  let light: UnsafePointer<Double>
  /// Roots of the middles of 4096ths, up to 2.
  private let roots: UnsafePointer<Double>

  private init() {
    light = Self.table(256) { byte in
      let value = Double(byte) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    roots = Self.table(8192) { cbrt((Double($0) + 0.5) / 4096) }
  }

  private static func table(_ count: Int, _ value: (Int) -> Double) -> UnsafePointer<Double> {
    let table = UnsafeMutablePointer<Double>.allocate(capacity: count)
    for index in 0..<count { (table + index).initialize(to: value(index)) }
    return UnsafePointer(table)
  }

  /// The f of CIE 15: a cube root with a line near black.
  @inline(__always)
  func compressed(_ value: Double) -> Double {
    value > 216.0 / 24389 ? cubeRoot(value) : (24389.0 / 27 * value + 16) / 116
  }

  /// The cube root of a number in 0.008...1.1: a root from a table, and one step of Halley's.
  ///
  /// The table is at most 0.5 % off, and the step cubes that: less than 1e-7 is left, 1e-12 of all but the
  /// darkest colours.
  @inline(__always)
  private func cubeRoot(_ value: Double) -> Double {
    // Bounds: the table has a place for each 4096th up to 2.
    let root = roots[min(Int(value * 4096), 8191)]
    let cube = root * root * root
    return root * (cube + 2 * value) / (2 * cube + value)
  }
}

/// Distances of pairs of pixels as they are seen; one for each thread.
///
/// Pairs of colours come again and again in drawn pictures, so the last ones are kept by a hash.
final class PerceptualDistances {
  private typealias Entry = (one: UInt32, other: UInt32, distance: Double)

  /// The largest Delta E of pixels that match.
  let largest: Double
  private let known: UnsafeMutablePointer<Entry>
  private let tables = LabTables.shared
  // As many as the first cache of a core holds half of.
  private static let indexBits: UInt32 = 11

  init(largest: Double) {
    self.largest = largest
    known = .allocate(capacity: 1 << Self.indexBits)
    known.initialize(repeating: (0, 0, 0), count: 1 << Self.indexBits)
  }

  deinit {
    known.deallocate()
  }

  /// The Delta E of two pixels, bytes R, G, B, A in memory; of pixels that surely match, something
  /// between it and the largest allowed one.
  func distance(_ one: UInt32, _ other: UInt32) -> Double {
    let hash = (one &* 0x9E37_79B1) ^ (other &* 0x85EB_CA77)
    // Bounds: the index has as many bits as the capacity.
    let place =
      known + Int(((hash ^ (hash >> 15)) &* 0x2C1B_3C6D) >> (32 - Self.indexBits))
    if place.pointee.one == one, place.pointee.other == other { return place.pointee.distance }
    let distance = newDistance(one, other)
    place.pointee = (one, other, distance)
    return distance
  }

  private func newDistance(_ one: UInt32, _ other: UInt32) -> Double {
    let (p, q) = (
      unsafeBitCast(one, to: SIMD4<UInt8>.self), unsafeBitCast(other, to: SIMD4<UInt8>.self)
    )
    let overBlack = distance(LabColor(p, over: 0, tables), LabColor(q, over: 0, tables))
    guard p.w < 255 || q.w < 255 else { return overBlack }
    return max(
      overBlack,
      distance(LabColor(p, over: 255, tables), LabColor(q, over: 255, tables))
    )
  }

  private func distance(_ one: LabColor, _ other: LabColor) -> Double {
    let bound = one.largestDeltaE(other)
    if bound <= largest { return bound }
    return (one.deltaE(other) * 1e6).rounded() / 1e6
  }
}

extension LabColor {
  /// A premultiplied pixel over a grey.
  @inline(__always)
  fileprivate init(_ pixel: SIMD4<UInt8>, over gray: Int, _ tables: LabTables) {
    let rest = UInt8((gray * (255 - Int(pixel.w)) + 127) / 255)
    func over(_ value: UInt8) -> UInt8 {
      value.addingReportingOverflow(rest).overflow ? 255 : value + rest
    }
    self.init(red: over(pixel.x), green: over(pixel.y), blue: over(pixel.z), tables)
  }
}
