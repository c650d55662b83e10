// A program's leave to know places, and its use of them.
// Licensed under the MIT license; see LICENSE.

/// Whether a program may know where the device is.
public enum CLAuthorizationStatus: Int32, Sendable {
  /// The person was not asked yet.
  case notDetermined = 0
  /// The person cannot allow it.
  case restricted = 1
  /// The person said no, or location services are switched off.
  case denied = 2
  /// Always.
  case authorizedAlways = 3
  /// While the program is in use.
  case authorizedWhenInUse = 4

  /// The older name of `authorizedAlways`.
  @available(*, deprecated, renamed: "authorizedAlways")
  public static var authorized: CLAuthorizationStatus { .authorizedAlways }

  /// Whether the program may know places.
  var isAuthorized: Bool { self == .authorizedAlways || self == .authorizedWhenInUse }
}

/// How exactly a program may know where the device is.
public enum CLAccuracyAuthorization: Int, Sendable {
  /// As exactly as the device does.
  case fullAccuracy = 0
  /// About.
  case reducedAccuracy = 1
}

/// The use that a program makes of places.
public enum CLActivityType: Int, Sendable {
  /// Something else.
  case other = 1
  /// The navigation of a car.
  case automotiveNavigation = 2
  /// The movement of a person.
  case fitness = 3
  /// The navigation of other vehicles.
  case otherNavigation = 4
  /// A flight.
  case airborne = 5
}
