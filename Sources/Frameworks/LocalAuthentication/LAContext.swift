// Questions who the person is that uses a machine.
// Licensed under the MIT license; see LICENSE.

import Dispatch
public import Foundation

/// The longest time, in seconds, for which a program may take an earlier answer of a sensor.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300

/// A way to find out who a person is.
public enum LAPolicy: Int, Sendable {
  /// By a sensor alone.
  case deviceOwnerAuthenticationWithBiometrics = 1
  /// By a sensor or by the passcode.
  case deviceOwnerAuthentication = 2
  /// By another device that is near.
  case deviceOwnerAuthenticationWithCompanion = 3
  /// By a sensor or by another device that is near.
  case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

  /// The lack of a machine without passcode, sensors and devices near.
  fileprivate var lack: LAError.Code {
    switch self {
    case .deviceOwnerAuthentication: .passcodeNotSet
    case .deviceOwnerAuthenticationWithCompanion: .companionNotAvailable
    case .deviceOwnerAuthenticationWithBiometrics,
      .deviceOwnerAuthenticationWithBiometricsOrCompanion:
      .biometryNotAvailable
    }
  }
}

/// A kind of sensor that recognises persons.
public enum LABiometryType: Int, Sendable {
  /// None.
  case none = 0
  /// A sensor of fingers.
  case touchID = 1
  /// A sensor of faces.
  case faceID = 2
  /// A sensor of eyes.
  case opticID = 4

  /// The older name of `none`.
  @available(*, deprecated, renamed: "none")
  public static var LABiometryNone: LABiometryType { .none }
}

/// Asks who the person is that uses the machine.
///
/// ```swift
/// let context = LAContext()
/// if context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) {
///   try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Unlock notes")
/// }
/// ```
///
/// **Differences**: a machine with Linux has neither a sensor nor a passcode that a program may ask
/// for. So no policy can be evaluated, as on a device without them: `.deviceOwnerAuthentication`
/// fails with `passcodeNotSet`, those with biometrics fail with `biometryNotAvailable`. Titles and
/// reasons are kept, and nothing shows them. Keychains and their access controls are absent, and so
/// are credentials, which are for these.
open class LAContext: NSObject {
  /// The queue of the replies.
  private static let replies = DispatchQueue(label: "LocalAuthentication.replies")

  private var isInvalid = false

  /// Creates a context that has asked nothing.
  public override init() { super.init() }

  // MARK: Questions

  /// Whether a question would be asked; false here.
  ///
  /// - Parameters:
  ///   - policy: The way to find out.
  ///   - error: Set to the reason, of the domain `LAErrorDomain`.
  open func canEvaluatePolicy(
    _ policy: LAPolicy,
    error: UnsafeMutablePointer<NSError?>?
  ) -> Bool {
    error?.pointee = failure(of: policy)._nsError
    return false
  }

  /// Asks who the person is.
  ///
  /// - Parameters:
  ///   - policy: The way to find out.
  ///   - localizedReason: The reason that the person reads. The program ends if it is empty, as on
  ///     iOS.
  ///   - reply: Called once, on a queue of the library's own, with whether the person is known, and
  ///     with an `LAError` if not.
  @preconcurrency
  open func evaluatePolicy(
    _ policy: LAPolicy,
    localizedReason: String,
    reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    precondition(!localizedReason.isEmpty, "LAContext: a non-empty localizedReason is needed")
    let failure = failure(of: policy)
    Self.replies.async { reply(false, failure) }
  }

  /// Asks who the person is.
  ///
  /// It asks by the method with a reply, so a class below overrides that one alone.
  ///
  /// - Parameters:
  ///   - policy: The way to find out.
  ///   - localizedReason: The reason that the person reads. The program ends if it is empty, as on
  ///     iOS.
  /// - Returns: Whether the person is known, which is true.
  /// - Throws: The `LAError` if not.
  @discardableResult
  nonisolated(nonsending) open func evaluatePolicy(
    _ policy: LAPolicy,
    localizedReason: String
  ) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      evaluatePolicy(policy, localizedReason: localizedReason) { isKnown, error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(isKnown))
      }
    }
  }

  /// Ends the context: all later questions fail with `invalidContext`.
  open func invalidate() { isInvalid = true }

  private func failure(of policy: LAPolicy) -> LAError {
    LAError(isInvalid ? .invalidContext : policy.lack)
  }

  // MARK: Facts and settings

  /// The kind of the machine's sensor; none here.
  open var biometryType: LABiometryType { .none }

  /// The mark of the persons who are known, which changes with them; nil, since there are none.
  open var evaluatedPolicyDomainState: Data? { nil }

  /// The reason of questions that have none of their own; empty by default.
  open var localizedReason = ""
  /// The words of the button for the program's own way; nil, the default, for those of the system.
  open var localizedFallbackTitle: String?
  /// The words of the button that cancels; nil, the default, for those of the system.
  open var localizedCancelTitle: String?
  /// The time in seconds for which an earlier answer of a sensor counts; 0 by default.
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0
  /// Whether questions that would have to be shown fail; false by default.
  open var interactionNotAllowed = false
}
