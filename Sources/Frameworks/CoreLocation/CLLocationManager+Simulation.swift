// A test in the place of a device and of its person.
// Licensed under the MIT license; see LICENSE.

extension CLLocationManager {
  /// Stands for a device that comes along places, and for its person.
  ///
  /// ```swift
  /// CLLocationManager.simulate([CLLocation(latitude: 52.52, longitude: 13.405)])
  /// let controller = MapController()
  /// ```
  ///
  /// Managers that tell places tell these, in their order and in one call; so does one that starts
  /// later. Each tells a path once, and its last place again when it starts anew. Delegates hear
  /// what the program may know if that changes, and of the regions that they watch.
  ///
  /// **Differences**: an addition. It is for the whole program, until the next call.
  ///
  /// - Parameters:
  ///   - locations: The places, the latest one last; none for a device that is nowhere yet.
  ///   - authorization: The leave to know places. With `notDetermined` it has to ask.
  ///   - answer: The person's answer to that; nil allows what is asked for.
  ///   - accuracy: How exactly the program may know it; places stay as they are.
  public static func simulate(
    _ locations: [CLLocation],
    authorization: CLAuthorizationStatus = .authorizedWhenInUse,
    answer: CLAuthorizationStatus? = nil,
    accuracy: CLAccuracyAuthorization = .fullAccuracy
  ) {
    change { device in
      device.isOn = true
      (device.status, device.answer, device.accuracy) = (authorization, answer, accuracy)
      return device.move(along: locations)
    }
  }

  /// Ends what ``simulate(_:authorization:answer:accuracy:)`` began: location services are switched
  /// off, and no region is watched.
  ///
  /// **Differences**: an addition.
  public static func endSimulation() {
    change { device in
      device.isOn = false
      (device.status, device.answer, device.accuracy) = (.denied, nil, .fullAccuracy)
      device.watched = [:]
      return device.move(along: [])
    }
  }

  /// Changes the device, and tells all managers.
  private static func change(_ body: (inout LocationDevice) -> [Event]) {
    let (managers, events) = LocationDevice.shared.withLock { device in
      let old = (device.status, device.accuracy)
      let crossings = body(&device)
      let changed: [Event] = old == (device.status, device.accuracy) ? [] : [.changed]
      return (device.managers, changed + [.moved(device.path)] + crossings)
    }
    for manager in managers { manager.post(events) }
  }
}
