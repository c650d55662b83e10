// Distances along the earth.
// Licensed under the MIT license; see LICENSE.
//
// The earth is an ellipsoid, and the shortest way along it is a geodesic. Two places are given, and
// the azimuth in which the geodesic leaves the first one is unknown. Both ways to solve that work
// on the auxiliary sphere of Bessel: there the geodesic is a great circle between the reduced
// latitudes, and the difference of longitudes is a little larger than on the ellipsoid.
//
// Vincenty's formula finds that larger difference by iteration, and the distance by a series. It is
// exact to a millimetre and takes a few rounds. For places that are nearly opposite it does not
// converge: a small turn of the azimuth then moves the end of the way around the whole earth.
//
// Such places are solved the other way round. For an azimuth the difference of longitudes follows
// without iteration, by an integral (Karney, section 2). It grows with the azimuth if the first
// place is the one further from the equator, in the south, and so halving finds the azimuth.
//
// T. Vincenty: Direct and inverse solutions of geodesics on the ellipsoid with application of
// nested equations. Survey Review 23 (176), 1975.
// C. F. F. Karney: Algorithms for geodesics. Journal of Geodesy 87, 2013.

import Foundation

/// Distances along geodesics on the ellipsoid WGS 84.
enum Geodesic {
  /// The radius at the equator in metres; NGA.STND.0036, WGS 84, table 3.1.
  private static let equatorialRadius = 6_378_137.0
  /// The flattening; the same table.
  private static let flattening = 1 / 298.257223563
  /// The radius at the poles in metres.
  private static let polarRadius = equatorialRadius * (1 - flattening)
  /// The square of the second eccentricity.
  private static let secondEccentricity =
    (equatorialRadius / polarRadius) * (equatorialRadius / polarRadius) - 1

  /// Two places as the formulas need them.
  private struct Ends {
    /// The reduced latitudes, in radians.
    let first: Double
    let second: Double
    /// The difference of the longitudes, in radians, 0 to π.
    let longitude: Double
  }

  /// Returns the length of the shortest way between two places, in metres.
  ///
  /// - Returns: NaN if a latitude is not of -90 to 90 degrees, or if a longitude is not finite.
  static func distance(
    _ a: CLLocationCoordinate2D,
    _ b: CLLocationCoordinate2D
  ) -> CLLocationDistance {
    guard abs(a.latitude) <= 90, abs(b.latitude) <= 90, a.longitude.isFinite, b.longitude.isFinite
    else { return .nan }
    let difference = (b.longitude.remainder(dividingBy: 360) - a.longitude)
      .remainder(dividingBy: 360)
    let ends = Ends(
      first: reduced(a.latitude),
      second: reduced(b.latitude),
      longitude: abs(difference) * .pi / 180
    )
    return vincenty(ends) ?? halving(ends)
  }

  /// Returns the latitude on the auxiliary sphere, in radians, for degrees on the ellipsoid.
  private static func reduced(_ latitude: CLLocationDegrees) -> Double {
    let angle = latitude * .pi / 180
    return atan2((1 - flattening) * sin(angle), cos(angle))
  }

  /// Returns the distance by Vincenty's formula; nil where it does not converge.
  private static func vincenty(_ ends: Ends) -> CLLocationDistance? {
    let (sin1, cos1) = (sin(ends.first), cos(ends.first))
    let (sin2, cos2) = (sin(ends.second), cos(ends.second))
    var longitude = ends.longitude
    // Places that are not nearly opposite need at most eight rounds to a step of 1e-13.
    for _ in 0..<20 {
      let (sinL, cosL) = (sin(longitude), cos(longitude))
      let sinSigma = hypot(cos2 * sinL, cos1 * sin2 - sin1 * cos2 * cosL)
      guard sinSigma > 0 else { return cosL > 0 && ends.first == ends.second ? 0 : nil }
      let cosSigma = sin1 * sin2 + cos1 * cos2 * cosL
      let sigma = atan2(sinSigma, cosSigma)
      let sinAzimuth = cos1 * cos2 * sinL / sinSigma
      let cosSquared = 1 - sinAzimuth * sinAzimuth
      // A geodesic along the equator has no middle off it.
      let cosMiddle = cosSquared > 1e-15 ? cosSigma - 2 * sin1 * sin2 / cosSquared : 0
      let c = flattening / 16 * cosSquared * (4 + flattening * (4 - 3 * cosSquared))
      let square = 2 * cosMiddle * cosMiddle - 1
      let turn = sigma + c * sinSigma * (cosMiddle + c * cosSigma * square)
      let next = ends.longitude + (1 - c) * flattening * sinAzimuth * turn
      guard next <= .pi else { return nil }
      defer { longitude = next }
      guard abs(next - longitude) < 1e-13 else { continue }
      let k = cosSquared * secondEccentricity
      let scale = 1 + k / 16384 * (4096 + k * (-768 + k * (320 - 175 * k)))
      let b = k / 1024 * (256 + k * (-128 + k * (74 - 47 * k)))
      let last = b / 6 * cosMiddle * (4 * sinSigma * sinSigma - 3) * (2 * square - 1)
      let correction = b * sinSigma * (cosMiddle + b / 4 * (cosSigma * square - last))
      return polarRadius * scale * (sigma - correction)
    }
    return nil
  }

  /// A geodesic on the auxiliary sphere.
  private struct Arc {
    /// The sine of the azimuth at the equator.
    let sinAzimuth: Double
    /// The angles along the great circle from the equator to both ends, in radians.
    let start: Double
    let end: Double
    /// The square of the cosine of that azimuth times the second eccentricity.
    let k: Double

    /// Creates the geodesic that leaves the first place in an azimuth.
    ///
    /// - Parameters:
    ///   - azimuth: In radians, 0 to π.
    ///   - first: A reduced latitude of -π/2 to 0; a zero is negative.
    ///   - second: One that is not further from the equator.
    init(azimuth: Double, from first: Double, to second: Double) {
      let (sin1, cos1) = (sin(first), cos(first))
      let sin2 = sin(second)
      sinAzimuth = sin(azimuth) * cos1
      let cosAzimuth = hypot(cos(azimuth), sin(azimuth) * sin1)
      k = cosAzimuth * cosAzimuth * secondEccentricity
      start = atan2(sin1, cos(azimuth) * cos1)
      let square = cos(azimuth) * cos1 * cos(azimuth) * cos1 + (sin1 - sin2) * (sin1 + sin2)
      end = atan2(sin2, max(square, 0).squareRoot())
    }

    /// The difference of the longitudes on the ellipsoid, in radians.
    var longitude: Double {
      let sphere =
        atan2(sinAzimuth * sin(end), cos(end)) - atan2(sinAzimuth * sin(start), cos(start))
      let integral = Geodesic.integral(start, end) { sine in
        (2 - flattening) / (1 + (1 - flattening) * (1 + k * sine * sine).squareRoot())
      }
      return sphere - flattening * sinAzimuth * integral
    }

    /// The length in metres.
    var length: Double {
      polarRadius * Geodesic.integral(start, end) { (1 + k * $0 * $0).squareRoot() }
    }
  }

  /// Returns the distance by halving the azimuths.
  private static func halving(_ ends: Ends) -> CLLocationDistance {
    var (first, second) = (ends.first, ends.second)
    if abs(first) < abs(second) { swap(&first, &second) }
    if first > 0 { second = -second }
    first = -abs(first)
    var (low, high) = (0.0, Double.pi)
    // Each round gives a bit; there are 53.
    for _ in 0..<53 {
      let middle = (low + high) / 2
      if Arc(azimuth: middle, from: first, to: second).longitude < ends.longitude {
        low = middle
      } else {
        high = middle
      }
    }
    return Arc(azimuth: (low + high) / 2, from: first, to: second).length
  }

  /// Integrates a function of the sine of an angle by Simpson's rule.
  ///
  /// The functions above deviate from constants by less than 0.4 %; with 256 parts of half a circle
  /// the error is below 1e-10.
  private static func integral(
    _ start: Double,
    _ end: Double,
    _ function: (Double) -> Double
  ) -> Double {
    let parts = 256
    let step = (end - start) / Double(parts)
    var sum = function(sin(start)) + function(sin(end))
    for index in 1..<parts {
      sum += function(sin(start + Double(index) * step)) * (index % 2 == 1 ? 4 : 2)
    }
    return sum * step / 3
  }
}
