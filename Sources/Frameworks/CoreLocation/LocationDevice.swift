// The device that all managers of a program see.
// Licensed under the MIT license; see LICENSE.

import QuartzSharing

/// The device that a program sees: one without location services, or what a test gives.
struct LocationDevice {
  /// A region that is watched, and whether the device was in it; nil before it was anywhere.
  struct Watched {
    let region: CLRegion
    var isInside: Bool?
  }

  /// Places of the device that were given together, the latest one last.
  struct Path {
    /// The number of the path; 0 is that of a device that was nowhere.
    var number = 0
    var locations: [CLLocation] = []
  }

  var status = CLAuthorizationStatus.denied
  var accuracy = CLAccuracyAuthorization.fullAccuracy
  /// The person's answer to a request; nil allows what it is for.
  var answer: CLAuthorizationStatus?
  var isOn = false
  var path = Path()
  var watched: [String: Watched] = [:]
  private var listeners: [WeakTransferred<CLLocationManager>] = []

  static let shared = Guarded(LocationDevice())

  /// The managers of the program that are alive.
  var managers: [CLLocationManager] { listeners.compactMap(\.object) }

  /// Where the device is, as far as the program may know.
  var location: CLLocation? { status.isAuthorized ? path.locations.last : nil }

  mutating func add(_ manager: CLLocationManager) {
    listeners.removeAll { $0.object == nil }
    listeners.append(WeakTransferred(manager))
  }

  /// Takes new places.
  ///
  /// - Returns: The movements over the rims of regions that are watched, in their order.
  mutating func move(along locations: [CLLocation]) -> [CLLocationManager.Event] {
    path = Path(number: path.number + 1, locations: locations)
    guard status.isAuthorized else { return [] }
    var events: [CLLocationManager.Event] = []
    for location in locations {
      for (name, old) in watched.sorted(by: { $0.key < $1.key }) {
        let isInside = (old.region as? CLCircularRegion)?.contains(location.coordinate) ?? false
        watched[name]?.isInside = isInside
        guard let wasInside = old.isInside, wasInside != isInside else { continue }
        let isTold = isInside ? old.region.notifyOnEntry : old.region.notifyOnExit
        if isTold { events.append(isInside ? .entered(old.region) : .left(old.region)) }
      }
    }
    return events
  }
}
