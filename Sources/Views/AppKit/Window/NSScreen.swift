// Screens.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// A screen: a size in points and a scale; y points up.
///
/// **Differences**: programs say what screens there are; one of 1440 x 900 points and scale 1 by
/// default.
@preconcurrency
@MainActor
open class NSScreen: NSObject {
  /// The place among the screens, and the size.
  public final let frame: NSRect
  /// Pixels of a point.
  public final let backingScaleFactor: CGFloat

  private static var all = [
    NSScreen(frame: NSRect(x: 0, y: 0, width: 1440, height: 900), backingScaleFactor: 1)
  ]

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - frame: In points.
  ///   - backingScaleFactor: Pixels of a point; numbers that are not positive are treated as 1.
  public init(frame: NSRect, backingScaleFactor: CGFloat) {
    self.frame = frame
    let isUsable = backingScaleFactor > 0 && backingScaleFactor.isFinite
    self.backingScaleFactor = isUsable ? backingScaleFactor : 1
    super.init()
  }

  /// The screens.
  open class var screens: [NSScreen] { all }

  /// The screen of new windows.
  open class var main: NSScreen? { all.first }

  /// Replaces the screens; all windows are on the first one.
  ///
  /// Views of windows that are there take its scale, and layers whose delegates say so
  /// (`NSViewLayerContentScaleDelegate`). An empty list changes nothing.
  public static func setScreens(_ screens: [NSScreen]) {
    guard !screens.isEmpty else { return }
    all = screens
    for window in NSApplication.shared.windows { window.followScreen() }
  }

  /// The part of the screen without bars: all of it.
  open var visibleFrame: NSRect { frame }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
