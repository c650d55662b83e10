// Managers: a machine without a receiver, and devices that are simulated.
// Licensed under the MIT license; see LICENSE.

import CoreLocation
import Dispatch
import Foundation
import TestClaims
import Testing

/// Writes down what a delegate hears.
private final class Listener: NSObject, CLLocationManagerDelegate {
  var heard: [String] = []
  var isOfMain = true
  private static let mark: DispatchSpecificKey<Bool> = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  private func note(_ text: String) {
    isOfMain = isOfMain && DispatchQueue.getSpecific(key: Self.mark) == true
    heard.append(text)
  }

  private func code(_ error: any Error) -> Int { (error as? CLError)?.errorCode ?? -1 }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    note("status \(manager.authorizationStatus.rawValue)")
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    note("at " + locations.map { "\(Int($0.coordinate.latitude * 1000))" }.joined(separator: " "))
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    note("error \(code(error))")
  }

  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    note("watches \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    note("in \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    note("out \(region.identifier)")
  }

  func locationManager(
    _ manager: CLLocationManager,
    didDetermineState state: CLRegionState,
    for region: CLRegion
  ) { note("state \(state.rawValue) \(region.identifier)") }

  func locationManager(
    _ manager: CLLocationManager,
    monitoringDidFailFor region: CLRegion?,
    withError error: any Error
  ) { note("error \(code(error)) \(region?.identifier ?? "")") }

  /// All that was heard since the last call, once the main queue has done what it has to do.
  @MainActor func news() async -> [String] {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    defer { heard = [] }
    return heard
  }
}

/// Hears of the authorization by the older method alone.
private final class OldListener: NSObject, CLLocationManagerDelegate {
  var status: CLAuthorizationStatus?

  func locationManager(
    _ manager: CLLocationManager,
    didChangeAuthorization status: CLAuthorizationStatus
  ) { self.status = status }
}

/// Returns a place on the prime meridian, by thousandths of a degree, which are about 111 m.
private func place(_ thousandth: Int) -> CLLocation {
  CLLocation(latitude: Double(thousandth) / 1000, longitude: 0)
}

@MainActor
@Suite("CLLocationManager", .serialized)
struct LocationManagerTests {
  private let manager: CLLocationManager
  private let listener = Listener()

  init() {
    CLLocationManager.endSimulation()
    manager = CLLocationManager()
    manager.delegate = listener
  }

  @Test("location services are switched off, and everything says so")
  func denied() async {
    #expect(!CLLocationManager.locationServicesEnabled())
    #expect(!CLLocationManager.significantLocationChangeMonitoringAvailable())
    #expect(!CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
    #expect(manager.authorizationStatus == .denied && manager.location == nil)
    #expect(manager.accuracyAuthorization == .reducedAccuracy)
    #expect(manager.maximumRegionMonitoringDistance == -1 && manager.monitoredRegions.isEmpty)
    #expect(listener.heard.isEmpty)
    #expect(await listener.news() == ["status 2"])
    manager.requestWhenInUseAuthorization()
    manager.requestAlwaysAuthorization()
    #expect(await listener.news().isEmpty && manager.authorizationStatus == .denied)
    manager.startUpdatingLocation()
    #expect(listener.heard.isEmpty)
    #expect(await listener.news() == ["error 1"])
    manager.stopUpdatingLocation()
    manager.requestLocation()
    #expect(await listener.news() == ["error 1"])
    manager.startMonitoringSignificantLocationChanges()
    #expect(await listener.news() == ["error 1"])
    manager.stopMonitoringSignificantLocationChanges()
    let park = CLCircularRegion(center: place(0).coordinate, radius: 100, identifier: "park")
    manager.startMonitoring(for: park)
    manager.requestState(for: park)
    #expect(await listener.news() == ["error 4 park", "state 0 park"])
    #expect(manager.monitoredRegions.isEmpty && listener.isOfMain)
  }

  @Test("the delegate hears of the status once, also by the older method")
  func status() async {
    #expect(await listener.news() == ["status 2"])
    manager.delegate = listener
    #expect(await listener.news().isEmpty)
    let old = OldListener()
    manager.delegate = old
    #expect(await listener.news().isEmpty && old.status == .denied)
    manager.delegate = nil
    manager.startUpdatingLocation()
    #expect(await listener.news().isEmpty)
  }

  @Test("settings are kept")
  func settings() {
    #expect(manager.desiredAccuracy == kCLLocationAccuracyBest)
    #expect(manager.distanceFilter == kCLDistanceFilterNone && manager.activityType == .other)
    #expect(manager.pausesLocationUpdatesAutomatically)
    #expect(!manager.allowsBackgroundLocationUpdates && !manager.showsBackgroundLocationIndicator)
    manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
    manager.distanceFilter = 20
    manager.activityType = .fitness
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    #expect(manager.desiredAccuracy == 100 && manager.distanceFilter == 20)
    #expect(manager.activityType == .fitness && !manager.pausesLocationUpdatesAutomatically)
    #expect(manager.allowsBackgroundLocationUpdates)
  }

  @Test("places that are given are told once, and the last one at each start")
  func updates() async {
    CLLocationManager.simulate([place(1), place(2)])
    #expect(CLLocationManager.locationServicesEnabled())
    #expect(manager.authorizationStatus == .authorizedWhenInUse)
    #expect(manager.accuracyAuthorization == .fullAccuracy && manager.location == place2)
    #expect(await listener.news() == ["status 4", "status 4"])
    manager.startUpdatingLocation()
    #expect(await listener.news() == ["at 1 2"])
    CLLocationManager.simulate([place(3)])
    CLLocationManager.simulate([place(4), place(5)])
    #expect(await listener.news() == ["at 3", "at 4 5"])
    manager.stopUpdatingLocation()
    CLLocationManager.simulate([place(6)])
    #expect(await listener.news().isEmpty)
    manager.startUpdatingLocation()
    #expect(await listener.news() == ["at 6"])
    manager.startUpdatingLocation()
    #expect(await listener.news() == ["at 6"])
    manager.requestLocation()
    manager.requestLocation()
    manager.stopUpdatingLocation()
    #expect(await listener.news().isEmpty)
    manager.requestLocation()
    #expect(await listener.news() == ["at 6"])
  }

  private var place2: CLLocation? {
    // The time of a location is that of its making.
    manager.location?.coordinate.latitude == 0.002 ? manager.location : nil
  }

  @Test("small movements are not told under a distance filter")
  func filter() async {
    manager.distanceFilter = 150
    CLLocationManager.simulate([place(0), place(1), place(2), place(3), place(4)])
    manager.startUpdatingLocation()
    #expect(await listener.news() == ["status 4", "status 4", "at 0 2 4"])
    manager.stopUpdatingLocation()
    manager.startMonitoringSignificantLocationChanges()
    CLLocationManager.simulate([place(5), place(8), place(9), place(13)])
    #expect(await listener.news() == ["at 4", "at 9"])
  }

  @Test("a device that is nowhere yet has an unknown place")
  func nowhere() async {
    CLLocationManager.simulate([])
    manager.startUpdatingLocation()
    manager.requestLocation()
    #expect(await listener.news() == ["status 4", "status 4", "error 0", "error 0"])
    CLLocationManager.simulate([place(1)])
    #expect(await listener.news() == ["at 1"])
    CLLocationManager.endSimulation()
    #expect(await listener.news() == ["status 2", "error 1"])
    CLLocationManager.simulate([place(2)])
    #expect(await listener.news() == ["status 4", "at 2"])
  }

  @Test("a person who is asked allows it, and more later")
  func asking() async {
    CLLocationManager.simulate([place(1)], authorization: .notDetermined)
    manager.startUpdatingLocation()
    manager.requestLocation()
    #expect(await listener.news() == ["status 0", "status 0"])
    #expect(manager.location == nil)
    manager.requestWhenInUseAuthorization()
    #expect(await listener.news() == ["status 4", "at 1", "at 1"])
    manager.requestAlwaysAuthorization()
    #expect(await listener.news() == ["status 3"])
    manager.requestWhenInUseAuthorization()
    #expect(await listener.news().isEmpty)
  }

  @Test("a person who is asked says no")
  func refusing() async {
    CLLocationManager.simulate([place(1)], authorization: .notDetermined, answer: .denied)
    manager.startUpdatingLocation()
    manager.requestAlwaysAuthorization()
    #expect(await listener.news() == ["status 2", "status 2", "error 1", "status 2"])
    manager.requestAlwaysAuthorization()
    #expect(await listener.news().isEmpty)
  }

  @Test("exact places are asked for")
  func accuracy() async throws {
    await #expect { try await manager.askForAccuracy() } throws: {
      ($0 as? CLError)?.code == .denied
    }
    CLLocationManager.simulate([place(1)], accuracy: .reducedAccuracy)
    #expect(manager.accuracyAuthorization == .reducedAccuracy)
    await #expect { try await manager.askForAccuracy() } throws: {
      ($0 as? CLError)?.code == .promptDeclined
    }
    CLLocationManager.simulate([place(1)])
    try await manager.askForAccuracy()
    let error = await withCheckedContinuation { done in
      manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "a") {
        done.resume(returning: $0)
      }
    }
    #expect(error == nil)
  }

  @Test("the device comes into regions and goes out of them")
  func regions() async {
    CLLocationManager.simulate([place(0)])
    #expect(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
    #expect(!CLLocationManager.isMonitoringAvailable(for: NSString.self))
    let near = CLCircularRegion(center: place(0).coordinate, radius: 200, identifier: "near")
    let far = CLCircularRegion(center: place(9).coordinate, radius: 200, identifier: "far")
    near.notifyOnEntry = false
    manager.startMonitoring(for: near)
    manager.startMonitoring(for: far)
    manager.requestState(for: near)
    manager.requestState(for: far)
    #expect(manager.monitoredRegions == [near, far])
    #expect(
      await listener.news() == [
        "status 4", "status 4", "watches near", "watches far", "state 1 near", "state 2 far",
      ]
    )
    CLLocationManager.simulate([place(1), place(5), place(9), place(8), place(4), place(1)])
    #expect(await listener.news() == ["out near", "in far", "out far"])
    manager.stopMonitoring(for: far)
    CLLocationManager.simulate([place(9)])
    #expect(await listener.news() == ["out near"])
    for index in 0..<20 {
      manager.startMonitoring(
        for: CLCircularRegion(center: place(0).coordinate, radius: 1, identifier: "\(index)")
      )
    }
    #expect(await listener.news().last == "error 5 19" && manager.monitoredRegions.count == 20)
  }

  @Test("a delegate that asks again within its answer hears again, after it")
  func again() async {
    final class Asking: NSObject, CLLocationManagerDelegate {
      var count = 0
      var isNested = false
      private var isAnswering = false

      func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        isNested = isNested || isAnswering
        isAnswering = true
        count += 1
        if count < 1000 { manager.requestLocation() }
        isAnswering = false
      }
    }
    let asking = Asking()
    manager.delegate = asking
    manager.requestLocation()
    #expect(asking.count == 0)
    for _ in 0..<2000 where asking.count < 1000 { _ = await listener.news() }
    #expect(asking.count == 1000 && !asking.isNested)
  }

  @Test("a manager that is gone tells nothing")
  func gone() async {
    var other: CLLocationManager? = CLLocationManager()
    other?.delegate = listener
    other?.startUpdatingLocation()
    weak let old = other
    other = nil
    #expect(old == nil)
    #expect(await listener.news() == ["status 2"])
  }

  @Test("a manager of another thread tells on its run loop, whoever gives places")
  func thread() async {
    let heard = await withCheckedContinuation { done in
      Thread.detachNewThread {
        let (manager, listener) = (CLLocationManager(), Listener())
        manager.delegate = listener
        manager.startUpdatingLocation()
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) {
          CLLocationManager.simulate([place(7)])
        }
        let end = Date(timeIntervalSinceNow: 60)
        // Keeps the loop running.
        let timer = Timer(fire: end, interval: 0, repeats: false) { _ in }
        RunLoop.current.add(timer, forMode: .default)
        while listener.heard.count < 4, Date() < end {
          _ = RunLoop.current.run(mode: .default, before: Date() + 0.01)
        }
        timer.invalidate()
        withExtendedLifetime(manager) {
          done.resume(returning: listener.heard + (listener.isOfMain ? ["main"] : []))
        }
      }
    }
    #expect(heard == ["status 2", "error 1", "status 4", "at 7"])
  }
}

extension CLLocationManager {
  nonisolated(nonsending)
    fileprivate func askForAccuracy() async throws
  {
    try await requestTemporaryFullAccuracyAuthorization(withPurposeKey: "a")
  }
}
