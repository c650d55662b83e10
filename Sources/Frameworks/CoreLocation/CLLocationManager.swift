// Where the device is.
// Licensed under the MIT license; see LICENSE.
//
// A manager has a list of what its delegate is to hear of. Each thread that adds to it wakes
// the main queue, or the run loop of the thread that made the manager; that tells the delegate all
// that there is then. So a delegate hears of all in the order in which it happened, and never
// within a call of its own.

import Dispatch
public import Foundation
import QuartzSharing

/// Tells where the device is.
///
/// ```swift
/// let manager = CLLocationManager()
/// manager.delegate = self
/// manager.requestWhenInUseAuthorization()
/// manager.startUpdatingLocation()
/// ```
///
/// The delegate hears of all on the main queue if the manager was made on the main thread, and
/// otherwise on the run loop of the thread that made it, while that loop runs.
///
/// **Differences**: a machine with Linux has no receiver and nobody to ask, so it is a device whose
/// location services are switched off: the program is denied, requests change nothing, and what is
/// started fails with `denied`. A test, or a program with places of its own, gives what a device
/// would by ``simulate(_:authorization:answer:accuracy:)``. Headings, visits, beacons, deferred
/// updates, `CLGeocoder` with its placemarks, `CLLocationUpdate` and `CLMonitor` are left out.
open class CLLocationManager: NSObject {
  /// Something that a delegate hears of.
  enum Event {
    /// A delegate is there.
    case began
    /// The leave to know places has changed.
    case changed
    /// The manager started while the device had come along a path.
    case started(LocationDevice.Path)
    /// The device came along a path.
    case moved(LocationDevice.Path)
    case requested
    case watching(CLRegion)
    case entered(CLRegion)
    case left(CLRegion)
    case determined(CLRegionState, CLRegion)
    case failed(CLRegion, CLError.Code)
  }

  private struct State {
    var isUpdating = false { didSet { if !isRunning { known = nil } } }
    var watchesSignificantChanges = false { didSet { if !isRunning { known = nil } } }
    var isRequested = false
    var filter = kCLDistanceFilterNone
    /// The leave at the start; nil until the start is told.
    var known: CLAuthorizationStatus?
    /// The path that was told last.
    var told = 0
    /// The place that was told last since the start.
    var last: CLLocation?
    var events: [Event] = []

    var isRunning: Bool { isUpdating || watchesSignificantChanges }
    /// The metres that a place is away from the last one to be told.
    var distance: CLLocationDistance {
      isUpdating ? filter : CLLocationManager.significantDistance
    }
  }

  /// The metres of a significant change; Apple's documents give them.
  private static let significantDistance: CLLocationDistance = 500

  private let state = Guarded(State())
  /// The loop that tells the delegate; nil for the main queue.
  // Safe because: Core Foundation locks loops while timers are added, which is all that is done.
  private let loop: Transferred<RunLoop>?

  /// Marks the main queue.
  ///
  /// Where a program hands the main thread over to Dispatch, other threads serve it.
  private static let mark: DispatchSpecificKey<Bool> = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  /// Whether the caller is on the main thread or on the main queue.
  private static var isOnMain: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: mark) ?? false
  }

  /// The object that hears of places.
  open weak var delegate: (any CLLocationManagerDelegate)? {
    didSet {
      if let delegate, delegate !== oldValue { post([.began]) }
    }
  }

  /// How exact places should be, in metres or as one of the constants; the best by default.
  ///
  /// **Differences**: kept, and nothing changes; places are as exact as those that are given.
  open var desiredAccuracy = kCLLocationAccuracyBest
  /// The use that the program makes of places.
  ///
  /// **Differences**: kept, and nothing changes.
  open var activityType = CLActivityType.other
  /// Whether updates go on while the program is in the background; false by default.
  ///
  /// **Differences**: kept, and nothing changes; `Info.plist` is not asked.
  open var allowsBackgroundLocationUpdates = false
  /// Whether updates may pause while the device does not move; true by default.
  ///
  /// **Differences**: kept, and nothing changes; they never pause.
  open var pausesLocationUpdatesAutomatically = true
  /// Whether the system shows that a program in the background knows places; false by default.
  ///
  /// **Differences**: kept, and nothing changes.
  open var showsBackgroundLocationIndicator = false

  /// The metres that the device has to move before it is told again; `kCLDistanceFilterNone`, the
  /// default, for all movements.
  open var distanceFilter: CLLocationDistance {
    get { state.withLock { $0.filter } }
    set { state.withLock { $0.filter = newValue } }
  }

  /// Creates a manager that tells nothing yet.
  public override init() {
    loop = Self.isOnMain ? nil : Transferred(RunLoop.current)
    super.init()
    LocationDevice.shared.withLock { $0.add(self) }
  }

  // MARK: Leave to know places

  /// Whether location services are switched on; false unless a device is simulated.
  open class func locationServicesEnabled() -> Bool { LocationDevice.shared.withLock { $0.isOn } }

  /// Whether the program may know places; denied unless a device is simulated.
  open var authorizationStatus: CLAuthorizationStatus {
    LocationDevice.shared.withLock { $0.status }
  }

  /// Whether the program may know places.
  @available(*, deprecated, message: "Ask a manager for authorizationStatus.")
  open class func authorizationStatus() -> CLAuthorizationStatus {
    LocationDevice.shared.withLock { $0.status }
  }

  /// How exactly the program may know places; about, unless it may know them.
  open var accuracyAuthorization: CLAccuracyAuthorization {
    LocationDevice.shared.withLock { $0.status.isAuthorized ? $0.accuracy : .reducedAccuracy }
  }

  /// Asks whether the program may know places while it is in use.
  ///
  /// Nothing changes unless a device is simulated whose person was not asked yet.
  open func requestWhenInUseAuthorization() { ask(for: .authorizedWhenInUse) }

  /// Asks whether the program may always know places.
  ///
  /// Nothing changes unless a device is simulated whose person was not asked yet, or who allowed it
  /// for the time of use.
  open func requestAlwaysAuthorization() { ask(for: .authorizedAlways) }

  private func ask(for status: CLAuthorizationStatus) {
    let managers: [CLLocationManager] = LocationDevice.shared.withLock { device in
      let old = device.status
      let isMore = old == .authorizedWhenInUse && status == .authorizedAlways
      let answer = device.answer ?? status
      guard old == .notDetermined && answer != old || isMore && answer == status else { return [] }
      device.status = answer
      return device.managers
    }
    for manager in managers { manager.post([.changed]) }
  }

  /// Asks to know exact places for a time.
  ///
  /// - Parameters:
  ///   - purposeKey: The name of the reason in `Info.plist`, which is not read.
  ///   - completion: Called on the main queue: with nil if the program may know them already, and
  ///     otherwise with ``CLError``: `denied`, or `promptDeclined` where places are known about.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String,
    completion: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    let error = accuracyError
    guard let completion else { return }
    DispatchQueue.main.async { completion(error) }
  }

  /// Asks to know exact places for a time.
  ///
  /// - Parameter purposeKey: The name of the reason in `Info.plist`, which is not read.
  /// - Throws: ``CLError``, as the form with a completion says.
  open nonisolated(nonsending) func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String
  ) async throws {
    if let error = accuracyError { throw error }
  }

  private var accuracyError: CLError? {
    guard authorizationStatus.isAuthorized else { return CLError(.denied) }
    return accuracyAuthorization == .fullAccuracy ? nil : CLError(.promptDeclined)
  }

  // MARK: Places

  /// Where the device was last; nil if that is not known.
  open var location: CLLocation? { LocationDevice.shared.withLock { $0.location } }

  /// Begins to tell places.
  ///
  /// The delegate hears of an error with the code `denied` if the program may not know them, and
  /// with the code `locationUnknown` if the device is nowhere yet. While a person was not asked
  /// nothing is told.
  open func startUpdatingLocation() { start { $0.isUpdating = true } }

  /// Ends what `startUpdatingLocation()` and `requestLocation()` began.
  open func stopUpdatingLocation() {
    state.withLock {
      $0.isUpdating = false
      $0.isRequested = false
    }
  }

  /// Tells the place once, or an error, as `startUpdatingLocation()` does.
  open func requestLocation() {
    state.withLock { $0.isRequested = true }
    post([.requested])
  }

  /// Whether significant changes of the place can be told; false unless a device is simulated.
  open class func significantLocationChangeMonitoringAvailable() -> Bool {
    LocationDevice.shared.withLock { $0.isOn }
  }

  /// Begins to tell places that are 500 m away from the last one.
  ///
  /// Errors are those of `startUpdatingLocation()`, which tells more if it was called, too.
  open func startMonitoringSignificantLocationChanges() {
    start { $0.watchesSignificantChanges = true }
  }

  /// Ends what `startMonitoringSignificantLocationChanges()` began.
  open func stopMonitoringSignificantLocationChanges() {
    state.withLock { $0.watchesSignificantChanges = false }
  }

  private func start(_ change: (inout State) -> Void) {
    state.withLock(change)
    post([.started(LocationDevice.shared.withLock { $0.path })])
  }

  // MARK: Regions

  /// The most regions that a program watches, as on iOS.
  private static let maximumRegionCount = 20

  /// Whether regions of a class can be watched; true for circles while a device is simulated.
  open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    LocationDevice.shared.withLock { $0.isOn } && regionClass is CLCircularRegion.Type
  }

  /// The longest radius of a region in metres; -1 if none can be watched.
  open var maximumRegionMonitoringDistance: CLLocationDistance {
    LocationDevice.shared.withLock { $0.isOn } ? CLLocationDistanceMax : -1
  }

  /// The regions that the program watches; all managers share them.
  open var monitoredRegions: Set<CLRegion> {
    LocationDevice.shared.withLock { Set($0.watched.values.map(\.region)) }
  }

  /// Begins to watch a region, in the place of another one of its name.
  ///
  /// The delegates of all managers hear when the device comes in and goes out. That of this one
  /// hears of an error with the code `regionMonitoringDenied` if the program may not know places,
  /// and `regionMonitoringFailure` for more than 20 regions.
  open func startMonitoring(for region: CLRegion) {
    let copy = region.copy() as? CLRegion ?? region
    let event: Event = LocationDevice.shared.withLock { device in
      guard device.status.isAuthorized else { return .failed(copy, .regionMonitoringDenied) }
      let isOther = device.watched[copy.identifier] == nil
      guard let circle = copy as? CLCircularRegion,
        !isOther || device.watched.count < Self.maximumRegionCount
      else { return .failed(copy, .regionMonitoringFailure) }
      let isInside = device.location.map { circle.contains($0.coordinate) }
      device.watched[copy.identifier] = LocationDevice.Watched(region: circle, isInside: isInside)
      return .watching(copy)
    }
    post([event])
  }

  /// Ends watching the region with the name of another one.
  open func stopMonitoring(for region: CLRegion) {
    LocationDevice.shared.withLock { _ = $0.watched.removeValue(forKey: region.identifier) }
  }

  /// Asks where the device is, seen from a region; the delegate gets the answer.
  open func requestState(for region: CLRegion) {
    let location = LocationDevice.shared.withLock { $0.location }
    let state: CLRegionState =
      if let location, let circle = region as? CLCircularRegion {
        circle.contains(location.coordinate) ? .inside : .outside
      } else {
        .unknown
      }
    post([.determined(state, region)])
  }
}

// MARK: - Telling the delegate

extension CLLocationManager {
  /// Adds to what the delegate is to hear of.
  func post(_ events: [Event]) {
    let isFirst = state.withLock { state in
      defer { state.events += events }
      return state.events.isEmpty
    }
    guard isFirst else { return }
    let manager = WeakTransferred(self)
    if let loop {
      let timer = Timer(fire: Date(), interval: 0, repeats: false) { _ in manager.object?.tell() }
      loop.value.add(timer, forMode: .common)
    } else {
      DispatchQueue.main.async { manager.object?.tell() }
    }
  }

  private func tell() {
    let events = state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
    for event in events { tell(event) }
  }

  private func tell(_ event: Event) {
    switch event {
    case .began: delegate?.locationManagerDidChangeAuthorization(self)
    case .changed: tellChange()
    case .started(let path): tell(path, isStart: true)
    case .moved(let path): tell(path, isStart: false)
    case .requested: tellRequested()
    case .watching(let region): delegate?.locationManager(self, didStartMonitoringFor: region)
    case .entered(let region): delegate?.locationManager(self, didEnterRegion: region)
    case .left(let region): delegate?.locationManager(self, didExitRegion: region)
    case .determined(let state, let region):
      delegate?.locationManager(self, didDetermineState: state, for: region)
    case .failed(let region, let code):
      delegate?.locationManager(self, monitoringDidFailFor: region, withError: CLError(code))
    }
  }

  private func tell(_ error: CLError.Code) {
    delegate?.locationManager(self, didFailWithError: CLError(error))
  }

  private func tellChange() {
    delegate?.locationManagerDidChangeAuthorization(self)
    let (status, path) = LocationDevice.shared.withLock { ($0.status, $0.path) }
    // Updates that started before go on, or end; a later start has an event of its own.
    if let known = state.withLock({ $0.known }),
      known == .notDetermined || known.isAuthorized != status.isAuthorized
    {
      tell(path, isStart: true)
    }
    tellRequested()
  }

  /// Tells the places of a path that are new, and at the start at least the last one.
  private func tell(_ path: LocationDevice.Path, isStart: Bool) {
    let (status, isLast) = LocationDevice.shared.withLock {
      ($0.status, $0.path.number == path.number)
    }
    let hasStarted = state.withLock { state in
      if isStart, state.isRunning { state.known = status }
      return state.known != nil
    }
    guard hasStarted, status != .notDetermined else { return }
    guard status.isAuthorized else {
      if isStart { tell(.denied) }
      return
    }
    let (isNew, locations) = state.withLock { state in
      if isStart { state.last = nil }
      let isNew = path.number > state.told
      state.told = max(state.told, path.number)
      let candidates = isNew ? path.locations[...] : isStart ? path.locations.suffix(1) : []
      let locations = candidates.filter { location in
        // Where a distance is not known a place is told.
        if let last = state.last,
          Geodesic.distance(last.coordinate, location.coordinate) < state.distance
        {
          return false
        }
        state.last = location
        return true
      }
      return (isNew, locations)
    }
    if path.locations.isEmpty, isLast, isNew || isStart { tell(.locationUnknown) }
    guard !locations.isEmpty else { return }
    delegate?.locationManager(self, didUpdateLocations: locations)
  }

  private func tellRequested() {
    let (status, location) = LocationDevice.shared.withLock { ($0.status, $0.location) }
    guard status != .notDetermined else { return }
    let isRequested = state.withLock { state in
      defer { state.isRequested = false }
      return state.isRequested
    }
    guard isRequested else { return }
    if let location {
      delegate?.locationManager(self, didUpdateLocations: [location])
    } else {
      tell(status.isAuthorized ? .locationUnknown : .denied)
    }
  }
}
