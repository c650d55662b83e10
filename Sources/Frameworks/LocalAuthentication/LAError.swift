// Errors of questions who a person is.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The domain of `LAError`.
public let LAErrorDomain = "com.apple.LocalAuthentication"

/// The reason why a person was not recognised.
///
/// ```swift
/// do {
///   try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason)
/// } catch LAError.passcodeNotSet {
///   unlock()
/// }
/// ```
///
/// **Differences**: an `NSError` does not become one by `as?` on Linux; `LAError(_nsError:)` makes
/// one of it.
public struct LAError: _BridgedStoredNSError {
  /// The kind of an error.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error that has these kinds.
    public typealias _ErrorType = LAError

    /// The person is somebody else.
    case authenticationFailed = -1
    /// The person cancelled.
    case userCancel = -2
    /// The person chose the program's own way.
    case userFallback = -3
    /// The system cancelled.
    case systemCancel = -4
    /// The machine has no passcode.
    case passcodeNotSet = -5
    /// The machine has no sensor.
    case biometryNotAvailable = -6
    /// The sensor knows nobody.
    case biometryNotEnrolled = -7
    /// The sensor is locked after failures.
    case biometryLockout = -8
    /// The program cancelled.
    case appCancel = -9
    /// The context was invalidated before.
    case invalidContext = -10
    /// There is no other device near.
    case companionNotAvailable = -11
    /// A question would have to be shown, which the program does not allow.
    case notInteractive = -1004

    /// The older name of `biometryNotAvailable`.
    @available(*, deprecated, renamed: "biometryNotAvailable")
    public static var touchIDNotAvailable: Code { .biometryNotAvailable }
    /// The older name of `biometryNotEnrolled`.
    @available(*, deprecated, renamed: "biometryNotEnrolled")
    public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
    /// The older name of `biometryLockout`.
    @available(*, deprecated, renamed: "biometryLockout")
    public static var touchIDLockout: Code { .biometryLockout }

    var text: String {
      switch self {
      case .authenticationFailed: "The person was not recognised."
      case .userCancel: "The person cancelled."
      case .userFallback: "The person chose the program's own way."
      case .systemCancel: "The system cancelled."
      case .passcodeNotSet: "This machine has no passcode that a program may ask for."
      case .biometryNotAvailable: "This machine has no sensor that recognises persons."
      case .biometryNotEnrolled: "The sensor of this machine knows nobody."
      case .biometryLockout: "The sensor of this machine is locked."
      case .appCancel: "The program cancelled."
      case .invalidContext: "The context was invalidated."
      case .companionNotAvailable: "No other device is near that recognises persons."
      case .notInteractive: "A question would have to be shown, which the program does not allow."
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
      error.domain == LAErrorDomain && Code(rawValue: error.code) != nil,
      "LAError: \(error.domain) \(error.code) is no error of \(LAErrorDomain)"
    )
    _nsError = error
  }

  init(_ code: Code) { self.init(code, userInfo: [NSLocalizedDescriptionKey: code.text]) }

  /// `LAErrorDomain`.
  public static var _nsErrorDomain: String { LAErrorDomain }
  /// `LAErrorDomain`.
  public static var errorDomain: String { LAErrorDomain }

  /// The person is somebody else.
  public static var authenticationFailed: Code { .authenticationFailed }
  /// The person cancelled.
  public static var userCancel: Code { .userCancel }
  /// The person chose the program's own way.
  public static var userFallback: Code { .userFallback }
  /// The system cancelled.
  public static var systemCancel: Code { .systemCancel }
  /// The machine has no passcode.
  public static var passcodeNotSet: Code { .passcodeNotSet }
  /// The machine has no sensor.
  public static var biometryNotAvailable: Code { .biometryNotAvailable }
  /// The sensor knows nobody.
  public static var biometryNotEnrolled: Code { .biometryNotEnrolled }
  /// The sensor is locked after failures.
  public static var biometryLockout: Code { .biometryLockout }
  /// The program cancelled.
  public static var appCancel: Code { .appCancel }
  /// The context was invalidated before.
  public static var invalidContext: Code { .invalidContext }
  /// There is no other device near.
  public static var companionNotAvailable: Code { .companionNotAvailable }
  /// A question would have to be shown, which the program does not allow.
  public static var notInteractive: Code { .notInteractive }
  /// The older name of `biometryNotAvailable`.
  @available(*, deprecated, renamed: "biometryNotAvailable")
  public static var touchIDNotAvailable: Code { .biometryNotAvailable }
  /// The older name of `biometryNotEnrolled`.
  @available(*, deprecated, renamed: "biometryNotEnrolled")
  public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
  /// The older name of `biometryLockout`.
  @available(*, deprecated, renamed: "biometryLockout")
  public static var touchIDLockout: Code { .biometryLockout }
}
