// The object that hears of notifications.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzSharing

/// Hears of notifications, on the main queue.
///
/// Both forms of a method are here, with a completion and `async`; a delegate has one of them, or
/// none.
@preconcurrency
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  /// A notification is due while the program is in front.
  ///
  /// - Parameters:
  ///   - center: The center.
  ///   - notification: The notification.
  ///   - completionHandler: Takes how it is shown; one with `list`, `banner` or `alert` is among
  ///     those that were delivered.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping (UNNotificationPresentationOptions) -> Void
  )
  /// A notification is due while the program is in front; returns how it is shown.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions
  /// A person did something with a notification.
  ///
  /// - Parameters:
  ///   - center: The center.
  ///   - response: The notification, and the action that was chosen.
  ///   - completionHandler: To be called when the program is done with it.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  )
  /// A person did something with a notification.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse
  ) async
  /// A person asks for the program's own settings: never called by itself.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    openSettingsFor notification: UNNotification?
  )
}

extension UNUserNotificationCenterDelegate {
  /// Asks the `async` form.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    let (delegate, done) = (Transferred(self), Transferred(completionHandler))
    Task { @MainActor in
      let options = await delegate.value.userNotificationCenter(center, willPresent: notification)
      done.value(options)
    }
  }

  /// Nothing: it is not shown.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [] }

  /// Asks the `async` form.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    let (delegate, done) = (Transferred(self), Transferred(completionHandler))
    Task { @MainActor in
      await delegate.value.userNotificationCenter(center, didReceive: response)
      done.value()
    }
  }

  /// Does nothing.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse
  ) async {}

  /// Does nothing.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    openSettingsFor notification: UNNotification?
  ) {}
}
