// Drawing of views, contents and looks.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension UIView {
  /// Whether the class overrides `draw(_:)`, or the layer's class draws by itself.
  final var drawsItself: Bool {
    ViewSlots.draw.isOverridden(in: type(of: self)) || type(of: layer) != CALayer.self
  }

  nonisolated final func displayByDrawing(_ layer: CALayer) {
    // Layers call their view on its own thread.
    let isBare = onViewThread(layer) { asking in
      asking === self.layer && !drawsItself && !overridesLayerDrawing
    }
    // No bitmap for a view that draws nothing.
    if isBare { return }
    layer.drawContents()
  }

  /// Whether the class may draw by the layer's delegate's method.
  private final var overridesLayerDrawing: Bool {
    ViewSlots.drawLayer.isOverridden(in: type(of: self))
  }

  nonisolated final func drawByRectangle(_ layer: CALayer, _ context: CGContext) {
    // Layers call their view on its own thread.
    onViewThread((layer, context)) { layer, context in
      guard layer === self.layer, ViewSlots.draw.isOverridden(in: type(of: self)) else {
        return layer.nobodyDraws()
      }
      // Shadows and patterns are in the space of the view.
      context.baseTransform = context.ctm
      UIGraphicsPushContext(context)
      defer { UIGraphicsPopContext() }
      let part = context.boundingBoxOfClipPath
      let rect = part.isNull ? bounds : part.intersection(bounds)
      if layer.isOpaque, clearsContextBeforeDrawing { fillBackground(rect, context) }
      asCurrentTraits { draw(rect) }
    }
  }

  /// Fills an opaque context, which begins black, with the colour of the view.
  private final func fillBackground(_ rect: CGRect, _ context: CGContext) {
    guard let color = layer.backgroundColor else { return }
    context.saveGState()
    context.setFillColor(color)
    context.fill(rect)
    context.restoreGState()
  }

  // MARK: Scale

  final func setScale(_ scale: CGFloat) {
    guard scale > 0, scale.isFinite else {
      return Diagnostics.report(
        "UIKit: UIView.contentScaleFactor: \(scale) is not positive and finite; it stays "
          + "\(contentScaleFactor)"
      )
    }
    set(.ownScale, to: true)
    layer.contentsScale = scale
    setNeedsDisplay()
  }

  /// Takes the scale of the screen of a window, unless the program has set one.
  final func takeScale(of window: UIWindow) {
    let scale = window.screen.scale
    guard !flags.contains(.ownScale), layer.contentsScale != scale else { return }
    layer.contentsScale = scale
    setNeedsDisplay()
  }

  // MARK: Looks

  final var storedBackground: UIColor? {
    if let color = extras?.background { return color }
    return layer.backgroundColor.map { UIColor(cgColor: $0) }
  }

  final func setBackground(_ color: UIColor?) {
    checkThread()
    if color != nil || extras != nil { ownExtras.background = color }
    resolveBackground()
    updateOpacity()
  }

  /// Gives the layer the background colour of the present style.
  final func resolveBackground() {
    var resolved: CGColor?
    asCurrentTraits { resolved = extras?.background?.cgColor }
    layer.backgroundColor = resolved
    if ViewSlots.draw.isOverridden(in: type(of: self)) { setNeedsDisplay() }
  }

  /// Tells the layer whether its bitmap is opaque.
  final func updateOpacity() {
    guard ViewSlots.draw.isOverridden(in: type(of: self)) else { return }
    layer.isOpaque = isOpaque && layer.backgroundColor?.alpha == 1
  }

  final var modeNumber: UInt32 { flags.rawValue >> ViewFlags.modeShift & 15 }

  final func setContentMode(_ mode: ContentMode) {
    let others = flags.rawValue & ~(15 << ViewFlags.modeShift)
    flags = ViewFlags(rawValue: others | UInt32(mode.rawValue) << ViewFlags.modeShift)
    layer.contentsGravity = mode.gravity
    if layer.needsDisplayOnBoundsChange != (mode == .redraw) {
      layer.needsDisplayOnBoundsChange = mode == .redraw
    }
  }

  // MARK: Tint

  final var shownTint: UIColor { dimmed(givenTint ?? .systemBlue) }

  /// The tint of the view or of the nearest superview that has one; nil if none has.
  private final var givenTint: UIColor? {
    var view: UIView? = self
    while let candidate = view {
      if let tint = candidate.extras?.tint { return tint }
      view = candidate.parent
    }
    return nil
  }

  /// The tint as it is given, before it is dimmed.
  struct GivenTint {
    fileprivate var color: UIColor?
    fileprivate var mode: TintAdjustmentMode
  }

  final var tintNow: GivenTint { GivenTint(color: givenTint, mode: shownTintMode) }

  /// Tells the view and all in it, if they have another tint than they had.
  final func tellTint(ifOther before: GivenTint) {
    let now = tintNow
    if now.color !== before.color || now.mode != before.mode { tellTint() }
  }

  private final func dimmed(_ color: UIColor) -> UIColor {
    guard shownTintMode == .dimmed else { return color }
    let parts = color.cgColor.components ?? [0, 1]
    let gray = parts.count < 3 ? parts[0] : 0.3 * parts[0] + 0.59 * parts[1] + 0.11 * parts[2]
    return UIColor(cgColor: CGColor(deviceGray: gray, alpha: color.cgColor.alpha * 0.8))
  }

  final var shownTintMode: TintAdjustmentMode {
    var view: UIView? = self
    while let candidate = view {
      if let mode = candidate.extras?.tintMode, mode != .automatic { return mode }
      view = candidate.parent
    }
    return .normal
  }

  final func setTint(_ color: UIColor?) {
    if color == nil && extras?.tint == nil { return }
    ownExtras.tint = color
    tellTint()
  }

  final func setTintMode(_ mode: TintAdjustmentMode) {
    guard mode != extras?.tintMode ?? .automatic else { return }
    ownExtras.tintMode = mode
    tellTint()
  }

  /// Tells the view, and all in it that take its tint over.
  private final func tellTint() {
    var stack = [self]
    while let view = stack.popLast() {
      view.tintColorDidChange()
      stack += view.children.reversed().filter { $0.extras?.tint == nil }
    }
  }

  // MARK: Text

  final var shortText: String {
    func short(_ number: CGFloat) -> String { String(format: "%g", Double(number)) }
    let frame = layer.frame
    let place = [frame.minX, frame.minY, frame.width, frame.height].map(short)
    var parts = ["frame = (\(place[0]) \(place[1]); \(place[2]) \(place[3]))"]
    if clipsToBounds { parts.append("clipsToBounds = YES") }
    if alpha != 1 { parts.append("alpha = \(short(alpha))") }
    if isHidden { parts.append("hidden = YES") }
    if !isOpaque { parts.append("opaque = NO") }
    let names = ["LM", "W", "RM", "TM", "H", "BM"]
    let mask = names.indices.filter { maskBits & 1 << UInt32($0) != 0 }.map { names[$0] }
    if !mask.isEmpty { parts.append("autoresize = \(mask.joined(separator: "+"))") }
    if !isUserInteractionEnabled { parts.append("userInteractionEnabled = NO") }
    if tag != 0 { parts.append("tag = \(tag)") }
    if let backgroundColor { parts.append("backgroundColor = \(backgroundColor)") }
    parts.append("layer = \(layer)")
    return "<\(appleName); \(parts.joined(separator: "; "))>"
  }
}
