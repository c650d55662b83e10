// The headroom of a window's output, and the notification of its changes.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

extension NSApplication {
  /// Posted when the headroom of a window's output has changed; the object is the application.
  ///
  /// It is posted on the thread that changed the headroom.
  ///
  /// **Differences**: no other change of a screen posts it.
  nonisolated public static let didChangeScreenParametersNotification = Notification.Name(
    "NSApplicationDidChangeScreenParametersNotification"
  )
}

extension NSWindow {
  /// Gives an output of extended range another headroom.
  final func takeHeadroom(_ headroom: CGFloat) {
    do throws(CAContextError) {
      try context?.setHeadroom(headroom)
    } catch {
      Diagnostics.report("AppKit: the output of an NSWindow keeps its headroom: \(error)")
    }
  }

  /// Posts the application's notification when the headroom of an output changes.
  final func watchHeadroom(of context: CAContext) {
    let application = NSApplication.shared
    context.onHeadroomChange = {
      NotificationCenter.default.post(
        name: NSApplication.didChangeScreenParametersNotification,
        object: application
      )
    }
  }
}
