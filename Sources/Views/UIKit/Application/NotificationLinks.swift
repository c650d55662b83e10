// Scenes and responses to notifications.
// Licensed under the MIT license; see LICENSE.

import Foundation
public import UserNotifications

extension UNNotificationResponse {
  /// The scene that the response is for: the program's one.
  @preconcurrency @MainActor public var targetScene: UIScene? { UIApplication.shared.scene }
}

extension UIScene.ConnectionOptions {
  /// The response that the program began with: none, for nothing begins programs by notifications.
  public var notificationResponse: UNNotificationResponse? { nil }
}
