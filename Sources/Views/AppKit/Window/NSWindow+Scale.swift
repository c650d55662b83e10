// The scale of a window's screen, for the layers in it.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
public import QuartzCore

/// Decides whether a layer takes the scale of the screen that its window has come to.
///
/// The delegates of all layers in the window that are not views' own are asked, once for each
/// layer, those of superlayers first. A layer without such a delegate keeps its scale.
///
///     func layer(
///       _ layer: CALayer, shouldInheritContentsScale newScale: CGFloat, from window: NSWindow
///     ) -> Bool { true }
@preconcurrency
@MainActor
public protocol NSViewLayerContentScaleDelegate: AnyObject {
  /// Returns whether a layer's `contentsScale` becomes that of the screen.
  ///
  /// A layer that draws itself is then drawn anew.
  ///
  /// - Parameters:
  ///   - layer: The layer, with its old scale.
  ///   - newScale: Pixels of a point, finite and above 0.
  ///   - window: The window that has the layer.
  func layer(
    _ layer: CALayer,
    shouldInheritContentsScale newScale: CGFloat,
    from window: NSWindow
  ) -> Bool
}

extension NSViewLayerContentScaleDelegate {
  /// Keeps the scale.
  public func layer(
    _ layer: CALayer,
    shouldInheritContentsScale newScale: CGFloat,
    from window: NSWindow
  ) -> Bool { false }
}

extension NSWindow {
  /// The name of the notification that a window posts when its screen has another scale.
  ///
  /// Its `userInfo` has the old scale under `oldScaleFactorUserInfoKey`.
  nonisolated public static let didChangeBackingPropertiesNotification = Notification.Name(
    "NSWindowDidChangeBackingPropertiesNotification"
  )
  /// The key of the scale that the window's screen had before, as an `NSNumber`.
  nonisolated public static let oldScaleFactorUserInfoKey =
    "NSBackingPropertyOldScaleFactorKey"

  /// Gives the output, the views and the layers the scale of the screen, if that is another one.
  final func followScreen() {
    let (old, new) = (shownScale, backingScaleFactor)
    guard new != old else { return }
    shownScale = new
    resizeOutput()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    tellLayers(of: new)
    CATransaction.commit()
    NotificationCenter.default.post(
      name: NSWindow.didChangeBackingPropertiesNotification,
      object: self,
      userInfo: [NSWindow.oldScaleFactorUserInfoKey: NSNumber(value: Double(old))]
    )
  }

  /// Gives views the scale, and asks the delegates of other layers, superlayers first.
  private func tellLayers(of scale: CGFloat) {
    var stack = [root]
    while let layer = stack.popLast() {
      // Layers that a delegate adds below are asked, too.
      if let view = layer.delegate as? NSView, view.storedLayer === layer {
        view.takeScale(of: self)
        view.viewDidChangeBackingProperties()
      } else if let delegate = layer.delegate as? any NSViewLayerContentScaleDelegate,
        delegate.layer(layer, shouldInheritContentsScale: scale, from: self)
      {
        layer.contentsScale = scale
        if layer.hasDrawing { layer.setNeedsDisplay() }
      }
      if let mask = layer.mask { stack.append(mask) }
      stack += (layer.sublayers ?? []).reversed()
    }
  }
}
