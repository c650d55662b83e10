// Errors of places.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The domain of `CLError`.
public let kCLErrorDomain = "kCLErrorDomain"

/// The reason why places are not told.
///
/// ```swift
/// func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
///   if (error as? CLError)?.code == .denied { manager.stopUpdatingLocation() }
/// }
/// ```
///
/// **Differences**: an `NSError` does not become one by `as?` on Linux; `CLError(_nsError:)` makes
/// one of it.
public struct CLError: _BridgedStoredNSError {
  /// The kind of an error.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error that has these kinds.
    public typealias _ErrorType = CLError

    /// The place is not known now; it may be later.
    case locationUnknown = 0
    /// The program may not know places.
    case denied = 1
    /// The network is not there.
    case network = 2
    /// The direction of the device is not known.
    case headingFailure = 3
    /// The program may not watch regions.
    case regionMonitoringDenied = 4
    /// A region cannot be watched.
    case regionMonitoringFailure = 5
    /// A region will be watched later.
    case regionMonitoringSetupDelayed = 6
    /// Movements over the rim of a region are told later.
    case regionMonitoringResponseDelayed = 7
    /// An address was not found.
    case geocodeFoundNoResult = 8
    /// A part of an address was found.
    case geocodeFoundPartialResult = 9
    /// A search for an address was cancelled.
    case geocodeCanceled = 10
    /// Places cannot be told later.
    case deferredFailed = 11
    /// Places cannot be told later because none are told.
    case deferredNotUpdatingLocation = 12
    /// Places cannot be told later because of their accuracy.
    case deferredAccuracyTooLow = 13
    /// Places cannot be told later because of the distance filter.
    case deferredDistanceFiltered = 14
    /// To tell places later was cancelled.
    case deferredCanceled = 15
    /// Distances of beacons cannot be measured.
    case rangingUnavailable = 16
    /// Measuring distances of beacons failed.
    case rangingFailure = 17
    /// The person did not allow what was asked for.
    case promptDeclined = 18
    /// Earlier places cannot be had.
    case historicalLocationError = 19

    var text: String {
      switch self {
      case .locationUnknown: "The place is not known now."
      case .denied:
        "The program may not know places: location services are switched off, "
          + "or the person said no."
      case .network: "The network is not there."
      case .headingFailure: "The direction of the device is not known."
      case .regionMonitoringDenied: "The program may not watch regions."
      case .regionMonitoringFailure: "The region cannot be watched."
      case .regionMonitoringSetupDelayed: "The region will be watched later."
      case .regionMonitoringResponseDelayed: "Movements over the rim of the region are told later."
      case .geocodeFoundNoResult: "The address was not found."
      case .geocodeFoundPartialResult: "A part of the address was found."
      case .geocodeCanceled: "The search for an address was cancelled."
      case .deferredFailed: "Places cannot be told later."
      case .deferredNotUpdatingLocation: "Places cannot be told later because none are told."
      case .deferredAccuracyTooLow: "Places cannot be told later because of their accuracy."
      case .deferredDistanceFiltered: "Places cannot be told later because of the distance filter."
      case .deferredCanceled: "To tell places later was cancelled."
      case .rangingUnavailable: "Distances of beacons cannot be measured."
      case .rangingFailure: "Measuring distances of beacons failed."
      case .promptDeclined: "The person did not allow what was asked for."
      case .historicalLocationError: "Earlier places cannot be had."
      }
    }
  }

  /// The same as an `NSError`.
  public let _nsError: NSError

  /// Creates an error.
  ///
  /// - Parameter error: One of this domain and of a known kind; the program ends for another one.
  public init(_nsError error: NSError) {
    precondition(
      error.domain == kCLErrorDomain && Code(rawValue: error.code) != nil,
      "CLError: \(error.domain) \(error.code) is no error of \(kCLErrorDomain)"
    )
    _nsError = error
  }

  init(_ code: Code) { self.init(code, userInfo: [NSLocalizedDescriptionKey: code.text]) }

  /// `kCLErrorDomain`.
  public static var _nsErrorDomain: String { kCLErrorDomain }
  /// `kCLErrorDomain`.
  public static var errorDomain: String { kCLErrorDomain }

  /// The place is not known now; it may be later.
  public static var locationUnknown: Code { .locationUnknown }
  /// The program may not know places.
  public static var denied: Code { .denied }
  /// The network is not there.
  public static var network: Code { .network }
  /// The direction of the device is not known.
  public static var headingFailure: Code { .headingFailure }
  /// The program may not watch regions.
  public static var regionMonitoringDenied: Code { .regionMonitoringDenied }
  /// A region cannot be watched.
  public static var regionMonitoringFailure: Code { .regionMonitoringFailure }
  /// A region will be watched later.
  public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }
  /// Movements over the rim of a region are told later.
  public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }
  /// An address was not found.
  public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }
  /// A part of an address was found.
  public static var geocodeFoundPartialResult: Code { .geocodeFoundPartialResult }
  /// A search for an address was cancelled.
  public static var geocodeCanceled: Code { .geocodeCanceled }
  /// Places cannot be told later.
  public static var deferredFailed: Code { .deferredFailed }
  /// Places cannot be told later because none are told.
  public static var deferredNotUpdatingLocation: Code { .deferredNotUpdatingLocation }
  /// Places cannot be told later because of their accuracy.
  public static var deferredAccuracyTooLow: Code { .deferredAccuracyTooLow }
  /// Places cannot be told later because of the distance filter.
  public static var deferredDistanceFiltered: Code { .deferredDistanceFiltered }
  /// To tell places later was cancelled.
  public static var deferredCanceled: Code { .deferredCanceled }
  /// Distances of beacons cannot be measured.
  public static var rangingUnavailable: Code { .rangingUnavailable }
  /// Measuring distances of beacons failed.
  public static var rangingFailure: Code { .rangingFailure }
  /// The person did not allow what was asked for.
  public static var promptDeclined: Code { .promptDeclined }
  /// Earlier places cannot be had.
  public static var historicalLocationError: Code { .historicalLocationError }
}
