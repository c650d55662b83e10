// Position, size and resizing of views, and hits.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension UIView {
  /// Prepares the layer of a new view.
  final func prepareLayer(_ frame: CGRect) {
    layer.beginLayout(ofView: self)
    if frame != .zero { layer.frame = frame }
    if ViewSlots.draw.isOverridden(in: type(of: self)) { layer.setNeedsDisplay() }
  }

  final func setFrame(_ frame: CGRect) {
    checkThread()
    layer.frame = frame
    if extras?.corners != nil { updateCorners() }
    tellEngine()
    updateSafeArea()
  }

  final func setBounds(_ bounds: CGRect) {
    checkThread()
    layer.bounds = bounds
    if extras?.corners != nil { updateCorners() }
    tellEngine()
    updateSafeArea()
  }

  // MARK: Resizing

  final var maskBits: UInt32 { flags.rawValue >> ViewFlags.maskShift & 63 }

  final func setAutoresizingMask(_ mask: AutoresizingMask) {
    let bits = UInt32(truncatingIfNeeded: mask.rawValue) & 63
    let others = flags.rawValue & ~(63 << ViewFlags.maskShift)
    flags = ViewFlags(rawValue: others | bits << ViewFlags.maskShift)
    updateLayerMask()
  }

  /// Gives the layer the mask, unless the superview does not resize.
  final func updateLayerMask() {
    let bits = parent?.autoresizesSubviews == false ? 0 : maskBits
    // A view's mask has the bits of a layer's, because y points down.
    let mask = CAAutoresizingMask(rawValue: bits)
    guard layer.autoresizingMask != mask else { return }
    layer.autoresizingMask = mask
    tellEngine()
  }

  final func setAutoresizesSubviews(_ resizes: Bool) {
    set(.keepsSubviewSizes, to: !resizes)
    for view in children { view.updateLayerMask() }
  }

  // MARK: Hits

  /// Below this, a view is not touched.
  private static let leastTouchableAlpha: Float = 0.01

  /// Whether touches can reach the view and what is in it.
  final var takesTouches: Bool {
    isUserInteractionEnabled && !isHidden && layer.opacity >= UIView.leastTouchableAlpha
  }

  final func findHit(_ point: CGPoint, _ event: UIEvent?) -> UIView? {
    guard takesTouches, extras?.blockingAnimations ?? 0 == 0,
      self.point(inside: point, with: event)
    else { return nil }
    for view in children.reversed() where view.parent === self {
      if let hit = view.hitTest(view.hitPoint(point, from: self), with: event) { return hit }
    }
    return self
  }

  /// Returns the point of the view that is hit by a point of the superview; where the view shows,
  /// if a property animator moves it.
  private final func hitPoint(_ point: CGPoint, from superview: UIView) -> CGPoint {
    guard let extras, extras.movingTracks > 0, let shown = layer.presentation(),
      let around = shown.superlayer
    else { return convert(point, from: superview) }
    return shown.convert(point, from: around)
  }
}
