// Places on the earth by two angles, and the units of Core Location.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A latitude or longitude in degrees, on the ellipsoid WGS 84.
public typealias CLLocationDegrees = Double
/// A distance in metres.
public typealias CLLocationDistance = Double
/// The radius, in metres, within which a value holds; negative for an invalid value.
public typealias CLLocationAccuracy = Double
/// A speed in metres a second; negative for an unknown one.
public typealias CLLocationSpeed = Double
/// The accuracy of a speed in metres a second; negative for an unknown one.
public typealias CLLocationSpeedAccuracy = Double
/// A direction in degrees clockwise from true north; negative for an unknown one.
public typealias CLLocationDirection = Double
/// The accuracy of a direction in degrees; negative for an unknown one.
public typealias CLLocationDirectionAccuracy = Double

/// All movements are reported.
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// The largest distance that there is.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// The longest time that there is.
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude

/// The accuracy of navigation.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// The best accuracy.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// An accuracy of ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// An accuracy of a hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// An accuracy of a kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// An accuracy of three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// The accuracy of a program that may not know more.
///
/// **Differences**: the number is a mark alone; Apple's documents do not say theirs.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = .greatestFiniteMagnitude

/// A place on the earth.
///
/// Both angles are in degrees on the ellipsoid WGS 84. Nothing is checked when they are set; see
/// ``CLLocationCoordinate2DIsValid(_:)``.
public struct CLLocationCoordinate2D: Sendable {
  /// The angle from the equator, positive to the north, -90 to 90.
  public var latitude: CLLocationDegrees
  /// The angle from the prime meridian, positive to the east, -180 to 180.
  public var longitude: CLLocationDegrees

  /// Creates the place where the prime meridian crosses the equator.
  public init() { (latitude, longitude) = (0, 0) }

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - latitude: Degrees from the equator, positive to the north.
  ///   - longitude: Degrees from the prime meridian, positive to the east.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}

/// A place that is none.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Returns whether the angles are of a place: a latitude of -90 to 90 and a longitude of -180 to
/// 180.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
  abs(coord.latitude) <= 90 && abs(coord.longitude) <= 180
}

/// Creates a place.
///
/// - Parameters:
///   - latitude: Degrees from the equator, positive to the north.
///   - longitude: Degrees from the prime meridian, positive to the east.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees,
  _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
