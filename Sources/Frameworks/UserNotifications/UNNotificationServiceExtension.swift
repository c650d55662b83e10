// Programs that change notifications before they are shown.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A program that changes what a server sent, before it is shown.
///
/// **Differences**: no server sends anything, so its methods are called by the program alone.
open class UNNotificationServiceExtension: NSObject {
  /// Changes what a request says; hands its content on as it is by default.
  open func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) { contentHandler(request.content) }

  /// The time for a change is over: never called by itself.
  open func serviceExtensionTimeWillExpire() {}
}
