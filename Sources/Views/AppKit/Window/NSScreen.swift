// Screens.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
public import QuartzCore

/// A screen: a size in points and a scale; y points up.
///
/// **Differences**: programs say what screens there are; one of 1440 x 900 points and scale 1 by
/// default. `dynamicRange` is an addition.
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

  // MARK: Light

  /// The range of light of the outputs of windows on the screen; standard by default.
  ///
  /// Outputs that windows get later have its class of pixels. Outputs of extended range that are
  /// there already take another headroom at once. Windows of the desktop show no light beyond
  /// white, whatever the range is.
  ///
  /// **Differences**: an addition; a Mac knows its displays.
  public final var dynamicRange = CAContext.DynamicRange.standard {
    didSet {
      guard case .extended(let headroom) = dynamicRange, dynamicRange != oldValue else { return }
      for window in windows { window.takeHeadroom(headroom) }
    }
  }

  private var windows: [NSWindow] {
    self === NSScreen.main ? NSApplication.shared.windows : []
  }

  /// The largest component of a colour that windows can show now, in linear light: the headroom.
  ///
  /// It is the largest headroom among the outputs of the windows on the screen. Without such an
  /// output it is the one that `dynamicRange` says; 1 for a standard range.
  ///
  /// **Differences**: it does not depend on the brightness or on what is shown.
  open var maximumExtendedDynamicRangeColorComponentValue: CGFloat {
    windows.compactMap { $0.context?.headroom }.max() ?? dynamicRange.headroom
  }

  /// The largest component that the screen can show, in linear light.
  ///
  /// **Differences**: it is `maximumExtendedDynamicRangeColorComponentValue`.
  open var maximumPotentialExtendedDynamicRangeColorComponentValue: CGFloat {
    maximumExtendedDynamicRangeColorComponentValue
  }

  /// The largest component that is shown without distortion: 0, as there is no reference mode.
  open var maximumReferenceExtendedDynamicRangeColorComponentValue: CGFloat { 0 }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
