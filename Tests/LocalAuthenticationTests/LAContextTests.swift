// Questions who a person is: their errors, their replies, what is kept.
// Licensed under the MIT license; see LICENSE.

import Dispatch
import Foundation
import LocalAuthentication
import TestClaims
import Testing

@Suite("LAContext")
struct LAContextTests {
  private static let lacks: [(LAPolicy, LAError.Code)] = [
    (.deviceOwnerAuthentication, .passcodeNotSet),
    (.deviceOwnerAuthenticationWithBiometrics, .biometryNotAvailable),
    (.deviceOwnerAuthenticationWithCompanion, .companionNotAvailable),
    (.deviceOwnerAuthenticationWithBiometricsOrCompanion, .biometryNotAvailable),
  ]

  @Test("no policy can be evaluated, and the error says why", arguments: lacks)
  func policies(policy: LAPolicy, code: LAError.Code) async {
    let context = LAContext()
    var error: NSError?
    #expect(!context.canEvaluatePolicy(policy, error: &error))
    #expect(error?.domain == LAErrorDomain && error?.code == code.rawValue)
    #expect(error.map { LAError(_nsError: $0).code } == code)
    #expect(error?.localizedDescription.hasSuffix(".") == true)
    #expect(!context.canEvaluatePolicy(policy, error: nil))
    #expect(context.biometryType == .none && context.evaluatedPolicyDomainState == nil)
    await #expect {
      try await context.evaluatePolicy(policy, localizedReason: "a")
    } throws: {
      ($0 as? LAError)?.code == code && ($0 as NSError).code == code.rawValue
    }
  }

  @Test("a reply comes with the error while the thread that asks waits")
  func reply() {
    let isThere = DispatchSemaphore(value: 0)
    LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "a") { isKnown, error in
      #expect(!isKnown && (error as? LAError)?.code == .passcodeNotSet)
      isThere.signal()
    }
    #expect(isThere.wait(timeout: .now() + 60) == .success)
  }

  @Test("errors are caught and chosen by their kinds")
  func patterns() async {
    do {
      try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "a")
      Issue.record("nobody is known")
    } catch LAError.userCancel {
      Issue.record("nobody cancelled")
    } catch LAError.passcodeNotSet {
    } catch {
      Issue.record(error)
    }
    switch LAError(.userFallback) as any Error {
    case LAError.userCancel, LAError.biometryLockout: Issue.record("another kind")
    case LAError.userFallback: break
    default: Issue.record("another kind")
    }
    #expect(LAError(.userCancel).errorCode == -2 && LAError(.userCancel) == LAError(.userCancel))
    #expect(LAError.Code(rawValue: -1004) == .notInteractive)
  }

  @Test("an invalid context says that it is")
  func invalid() async {
    let context = LAContext()
    context.invalidate()
    var error: NSError?
    #expect(!context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
    #expect(error?.code == LAError.invalidContext.rawValue)
    await #expect {
      try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "a")
    } throws: {
      ($0 as? LAError)?.code == .invalidContext
    }
  }

  @Test("settings are kept")
  func settings() {
    let context = LAContext()
    #expect(context.localizedReason.isEmpty && !context.interactionNotAllowed)
    #expect(context.localizedCancelTitle == nil && context.localizedFallbackTitle == nil)
    #expect(context.touchIDAuthenticationAllowableReuseDuration == 0)
    context.localizedReason = "why"
    context.localizedCancelTitle = "No"
    context.localizedFallbackTitle = ""
    context.touchIDAuthenticationAllowableReuseDuration =
      LATouchIDAuthenticationMaximumAllowableReuseDuration
    context.interactionNotAllowed = true
    #expect(context.localizedReason == "why" && context.interactionNotAllowed)
    #expect(context.localizedCancelTitle == "No" && context.localizedFallbackTitle == "")
    #expect(context.touchIDAuthenticationAllowableReuseDuration == 300)
  }

  @Test("a class below that knows a person answers both ways")
  func subclass() async throws {
    final class Known: LAContext {
      override func evaluatePolicy(
        _ policy: LAPolicy,
        localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
      ) { reply(true, nil) }
    }
    #expect(
      try await Known().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "a")
    )
  }

  @Test("an empty reason ends the program")
  func emptyReason() async {
    await #expect(processExitsWith: .failure) {
      LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "") { _, _ in }
    }
  }

  @Test("an error of another domain or kind ends the program")
  func otherErrors() async {
    await #expect(processExitsWith: .failure) {
      _ = LAError(_nsError: NSError(domain: LAErrorDomain, code: 7))
    }
    await #expect(processExitsWith: .failure) {
      _ = LAError(_nsError: NSError(domain: "a", code: -1))
    }
  }
}
