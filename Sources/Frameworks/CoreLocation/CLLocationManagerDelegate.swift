// The object that hears of places.
// Licensed under the MIT license; see LICENSE.

/// Hears of places and regions, on the main queue or on the run loop of its manager.
///
/// A delegate has those of the methods that it needs; the others do nothing.
///
/// **Differences**: methods for headings, visits, beacons, and for updates that are deferred or
/// paused are left out.
@preconcurrency
public protocol CLLocationManagerDelegate: AnyObject {
  /// The manager begins, or what the program may know has changed.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)

  /// The manager begins, or what the program may know has changed: the older form, called where a
  /// delegate lacks the newer one.
  func locationManager(
    _ manager: CLLocationManager,
    didChangeAuthorization status: CLAuthorizationStatus
  )

  /// The device is at new places.
  ///
  /// - Parameters:
  ///   - manager: The manager.
  ///   - locations: At least one, the latest one last.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])

  /// Places cannot be told.
  ///
  /// - Parameters:
  ///   - manager: The manager.
  ///   - error: A ``CLError``. After `locationUnknown` places may come later; after `denied` none
  ///     come.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)

  /// A region is watched from now on.
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)

  /// The device came into a region.
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)

  /// The device went out of a region.
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)

  /// The answer to `requestState(for:)`.
  ///
  /// - Parameters:
  ///   - manager: The manager.
  ///   - state: Where the device is.
  ///   - region: The region that was asked for.
  func locationManager(
    _ manager: CLLocationManager,
    didDetermineState state: CLRegionState,
    for region: CLRegion
  )

  /// A region cannot be watched.
  ///
  /// - Parameters:
  ///   - manager: The manager.
  ///   - region: The region.
  ///   - error: A ``CLError``: `regionMonitoringDenied`, or `regionMonitoringFailure`.
  func locationManager(
    _ manager: CLLocationManager,
    monitoringDidFailFor region: CLRegion?,
    withError error: any Error
  )
}

extension CLLocationManagerDelegate {
  /// Calls the older form.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    locationManager(manager, didChangeAuthorization: manager.authorizationStatus)
  }

  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager,
    didChangeAuthorization status: CLAuthorizationStatus
  ) {}

  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager,
    didUpdateLocations locations: [CLLocation]
  ) {}

  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager,
    didFailWithError error: any Error
  ) {}

  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager,
    didStartMonitoringFor region: CLRegion
  ) {}

  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {}

  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {}

  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager,
    didDetermineState state: CLRegionState,
    for region: CLRegion
  ) {}

  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager,
    monitoringDidFailFor region: CLRegion?,
    withError error: any Error
  ) {}
}
