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
    let light = Self.light
    let (r, g, b) = (light[Int(red)], light[Int(green)], light[Int(blue)])
    // IEC 61966-2-1, divided by the white point, so that white has a = b = 0.
    let x = Self.compressed(0.433_953 * r + 0.376_219 * g + 0.189_828 * b)
    let y = Self.compressed(0.212_671 * r + 0.715_160 * g + 0.072_169 * b)
    let z = Self.compressed(0.017_758 * r + 0.109_477 * g + 0.872_765 * b)
    self.init(lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
  }

  /// Linear light of each sRGB-encoded byte.
  private static let light: [Double] = (0...255).map {
    let value = Double($0) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The f of CIE 15: a cube root with a line near black.
  private static func compressed(_ value: Double) -> Double {
    value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116
  }

  /// CIEDE2000 between two colours; 0 for equal ones, about 1 for what can just be told apart, 100 between
  /// black and white.
  package func deltaE(_ other: LabColor) -> Double {
    let chroma = (hypot(a, b), hypot(other.a, other.b))
    let mean7 = Self.power7((chroma.0 + chroma.1) / 2)
    let stretch = 1.5 - 0.5 * sqrt(mean7 / (mean7 + Self.power25of7))
    let (a1, a2) = (a * stretch, other.a * stretch)
    let (c1, c2) = (hypot(a1, b), hypot(a2, other.b))
    let (h1, h2) = (Self.hue(a1, b), Self.hue(a2, other.b))
    let isGray = c1 * c2 == 0

    var turn = isGray ? 0 : h2 - h1
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    let deltaL = other.lightness - lightness
    let deltaC = c2 - c1
    let deltaH = 2 * sqrt(c1 * c2) * sin(Self.radians(turn / 2))

    let meanL = (lightness + other.lightness) / 2 - 50
    let meanC = (c1 + c2) / 2
    var meanH = h1 + h2
    if !isGray {
      if abs(h1 - h2) > 180 { meanH += meanH < 360 ? 360 : -360 }
      meanH /= 2
    }
    let t =
      1 - 0.17 * cos(Self.radians(meanH - 30)) + 0.24 * cos(Self.radians(2 * meanH))
      + 0.32 * cos(Self.radians(3 * meanH + 6)) - 0.20 * cos(Self.radians(4 * meanH - 63))
    let lightnessWeight = 1 + 0.015 * meanL * meanL / sqrt(20 + meanL * meanL)
    let c7 = Self.power7(meanC)
    let angle = (meanH - 275) / 25
    let rotation =
      -2 * sqrt(c7 / (c7 + Self.power25of7)) * sin(Self.radians(60 * exp(-angle * angle)))
    let l = deltaL / lightnessWeight
    let c = deltaC / (1 + 0.045 * meanC)
    let h = deltaH / (1 + 0.015 * meanC * t)
    return sqrt(max(0, l * l + c * c + h * h + rotation * c * h))
  }

  private static let power25of7 = 6_103_515_625.0

  private static func power7(_ value: Double) -> Double {
    let square = value * value
    return square * square * square * value
  }

  /// In degrees, 0..<360; 0 for grey.
  private static func hue(_ a: Double, _ b: Double) -> Double {
    guard a != 0 || b != 0 else { return 0 }
    let degrees = atan2(b, a) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}

/// Distances of pairs of pixels as they are seen; one for each thread.
///
/// Pairs of colours come again and again in drawn pictures, so the last ones are kept by a hash.
struct PerceptualDistances {
  /// The largest Delta E of pixels that match.
  private let largest: Double
  private(set) var largestFound = 0.0
  private var known = [(one: UInt32, other: UInt32, distance: Double)](
    repeating: (0, 0, 0),
    count: 1 << Self.indexBits
  )
  private static let indexBits: UInt32 = 13

  init(largest: Double) {
    self.largest = largest
  }

  /// Whether two pixels, bytes R, G, B, A in memory, look the same but for the largest Delta E.
  mutating func matches(_ one: UInt32, _ other: UInt32) -> Bool {
    let distance = distance(one, other)
    largestFound = max(largestFound, distance)
    return distance <= largest
  }

  private mutating func distance(_ one: UInt32, _ other: UInt32) -> Double {
    let hash = (one &* 0x9E37_79B1) ^ (other &* 0x85EB_CA77)
    let index = Int(((hash ^ (hash >> 15)) &* 0x2C1B_3C6D) >> (32 - Self.indexBits))
    let entry = known[index]
    if entry.one == one, entry.other == other { return entry.distance }
    let distance = Self.distance(
      unsafeBitCast(one, to: SIMD4<UInt8>.self),
      unsafeBitCast(other, to: SIMD4<UInt8>.self)
    )
    known[index] = (one, other, distance)
    return distance
  }

  private static func distance(_ one: SIMD4<UInt8>, _ other: SIMD4<UInt8>) -> Double {
    let overBlack = LabColor(one, over: 0).deltaE(LabColor(other, over: 0))
    guard one.w < 255 || other.w < 255 else { return rounded(overBlack) }
    return rounded(max(overBlack, LabColor(one, over: 255).deltaE(LabColor(other, over: 255))))
  }

  private static func rounded(_ distance: Double) -> Double { (distance * 1e6).rounded() / 1e6 }
}

extension LabColor {
  /// A premultiplied pixel over a grey.
  fileprivate init(_ pixel: SIMD4<UInt8>, over gray: Int) {
    let rest = UInt8((gray * (255 - Int(pixel.w)) + 127) / 255)
    func over(_ value: UInt8) -> UInt8 {
      value.addingReportingOverflow(rest).overflow ? 255 : value + rest
    }
    self.init(red: over(pixel.x), green: over(pixel.y), blue: over(pixel.z))
  }
}
