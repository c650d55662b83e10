// Places with heights, movements and times.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Where something was at a time, and how it moved.
///
/// ```swift
/// let berlin = CLLocation(latitude: 52.52, longitude: 13.405)
/// let munich = CLLocation(latitude: 48.1351, longitude: 11.582)
/// let kilometres = berlin.distance(from: munich) / 1000
/// ```
///
/// Locations are equal if all of their values are.
///
/// **Differences**: the class has no subclasses. Floors, the height above the ellipsoid and the
/// source of a location are left out.
public final class CLLocation: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The place.
  public let coordinate: CLLocationCoordinate2D
  /// The height above the level of the sea in metres; it has no meaning without a
  /// ``verticalAccuracy``.
  public let altitude: CLLocationDistance
  /// The radius around the place in metres; negative if the place has no meaning.
  public let horizontalAccuracy: CLLocationAccuracy
  /// The accuracy of the height in metres; 0 or negative if the height has no meaning.
  public let verticalAccuracy: CLLocationAccuracy
  /// The direction of the movement in degrees clockwise from true north; negative if unknown.
  public let course: CLLocationDirection
  /// The accuracy of the direction in degrees; negative if unknown.
  public let courseAccuracy: CLLocationDirectionAccuracy
  /// The speed in metres a second; negative if unknown.
  public let speed: CLLocationSpeed
  /// The accuracy of the speed in metres a second; negative if unknown.
  public let speedAccuracy: CLLocationSpeedAccuracy
  /// The time when it was there.
  public let timestamp: Date

  /// Creates a location of now that does not move.
  ///
  /// The place is exact, and the height is unknown.
  ///
  /// - Parameters:
  ///   - latitude: Degrees from the equator, positive to the north.
  ///   - longitude: Degrees from the prime meridian, positive to the east.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      altitude: 0,
      horizontalAccuracy: 0,
      verticalAccuracy: -1,
      timestamp: Date()
    )
  }

  /// Creates a location with an unknown movement.
  ///
  /// - Parameters:
  ///   - coordinate: The place.
  ///   - altitude: The height above the level of the sea in metres.
  ///   - hAccuracy: The radius around the place in metres; negative if it has no meaning.
  ///   - vAccuracy: The accuracy of the height in metres; negative if it has no meaning.
  ///   - timestamp: The time.
  public convenience init(
    coordinate: CLLocationCoordinate2D,
    altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy,
    timestamp: Date
  ) {
    self.init(
      coordinate: coordinate,
      altitude: altitude,
      horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy,
      course: -1,
      speed: -1,
      timestamp: timestamp
    )
  }

  /// Creates a location that moves.
  ///
  /// - Parameters:
  ///   - coordinate: The place.
  ///   - altitude: The height above the level of the sea in metres.
  ///   - hAccuracy: The radius around the place in metres; negative if it has no meaning.
  ///   - vAccuracy: The accuracy of the height in metres; negative if it has no meaning.
  ///   - course: The direction in degrees clockwise from true north; negative if unknown.
  ///   - speed: The speed in metres a second; negative if unknown.
  ///   - timestamp: The time.
  public convenience init(
    coordinate: CLLocationCoordinate2D,
    altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy,
    course: CLLocationDirection,
    speed: CLLocationSpeed,
    timestamp: Date
  ) {
    self.init(
      coordinate: coordinate,
      altitude: altitude,
      horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy,
      course: course,
      courseAccuracy: -1,
      speed: speed,
      speedAccuracy: -1,
      timestamp: timestamp
    )
  }

  /// Creates a location that moves, with the accuracy of its movement.
  ///
  /// - Parameters:
  ///   - coordinate: The place.
  ///   - altitude: The height above the level of the sea in metres.
  ///   - hAccuracy: The radius around the place in metres; negative if it has no meaning.
  ///   - vAccuracy: The accuracy of the height in metres; negative if it has no meaning.
  ///   - course: The direction in degrees clockwise from true north; negative if unknown.
  ///   - courseAccuracy: The accuracy of the direction in degrees; negative if unknown.
  ///   - speed: The speed in metres a second; negative if unknown.
  ///   - speedAccuracy: The accuracy of the speed in metres a second; negative if unknown.
  ///   - timestamp: The time.
  public init(
    coordinate: CLLocationCoordinate2D,
    altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy,
    course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy,
    speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy,
    timestamp: Date
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    horizontalAccuracy = hAccuracy
    verticalAccuracy = vAccuracy
    self.course = course
    self.courseAccuracy = courseAccuracy
    self.speed = speed
    self.speedAccuracy = speedAccuracy
    self.timestamp = timestamp
    super.init()
  }

  /// Returns the length of the shortest way to another location, in metres.
  ///
  /// The way goes along the ellipsoid WGS 84; heights do not count. The result is exact to a
  /// millimetre for all places.
  ///
  /// **Differences**: NaN if a latitude of the two is not of -90 to 90 degrees, or if a longitude
  /// is not finite.
  public func distance(from location: CLLocation) -> CLLocationDistance {
    Geodesic.distance(coordinate, location.coordinate)
  }

  // MARK: Comparing and showing

  private var values: [Double] {
    [
      coordinate.latitude, coordinate.longitude, altitude, horizontalAccuracy, verticalAccuracy,
      course, courseAccuracy, speed, speedAccuracy, timestamp.timeIntervalSinceReferenceDate,
    ]
  }

  /// Whether another object is a location with the same values.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CLLocation).map { $0 === self || $0.values == values } ?? false
  }

  /// A number that is the same for equal locations.
  public override var hash: Int { values.hashValue }

  /// The place, the movement and the time, in words.
  public override var description: String {
    let place = String(
      format: "<%+.8f,%+.8f> +/- %.2fm (speed %.2f mps / course %.2f)",
      coordinate.latitude,
      coordinate.longitude,
      horizontalAccuracy,
      speed,
      course
    )
    return "\(place) @ \(timestamp)"
  }

  // `Any` because: it is the protocol's type.
  /// Returns the location itself, which does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  private enum Key: String, CaseIterable {
    case latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy, course
    case courseAccuracy, speed, speedAccuracy, timestamp

    var name: String { "location." + rawValue }
  }

  /// True: archives of locations can be read securely.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the values.
  public func encode(with coder: NSCoder) {
    for (key, value) in zip(Key.allCases, values) { coder.encode(value, forKey: key.name) }
  }

  /// Reads a location; nil if a value is missing.
  ///
  /// **Differences**: archives of Apple's platforms have other keys.
  public convenience init?(coder: NSCoder) {
    guard Key.allCases.allSatisfy({ coder.containsValue(forKey: $0.name) }) else { return nil }
    func value(_ key: Key) -> Double { coder.decodeDouble(forKey: key.name) }
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: value(.latitude), longitude: value(.longitude)),
      altitude: value(.altitude),
      horizontalAccuracy: value(.horizontalAccuracy),
      verticalAccuracy: value(.verticalAccuracy),
      course: value(.course),
      courseAccuracy: value(.courseAccuracy),
      speed: value(.speed),
      speedAccuracy: value(.speedAccuracy),
      timestamp: Date(timeIntervalSinceReferenceDate: value(.timestamp))
    )
  }
}
