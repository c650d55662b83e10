// Layers of views: backing ones, which views draw, and hosted ones.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzViews

/// Classes of views that override a method or not.
private final class PlainNSView: NSView {}

private final class DrawingNSView: NSView {
  override func draw(_ dirtyRect: NSRect) { needsDisplay = true }
}

private enum NSViewSlots {
  static let draw = MethodSlot(NSView.self, plain: PlainNSView.self, overriding: DrawingNSView.self)
}

extension NSView.LayerContentsPlacement {
  var gravity: CALayerContentsGravity {
    switch self {
    case .scaleAxesIndependently: .resize
    case .scaleProportionallyToFit: .resizeAspect
    case .scaleProportionallyToFill: .resizeAspectFill
    case .center: .center
    case .top: .top
    case .topRight: .topRight
    case .right: .right
    case .bottomRight: .bottomRight
    case .bottom: .bottom
    case .bottomLeft: .bottomLeft
    case .left: .left
    case .topLeft: .topLeft
    }
  }
}

extension NSView {
  /// Changes of a backing layer's geometry that are the view's, and never implicit.
  nonisolated private static var viewKeys: Set<String> {
    [
      "anchorPoint", "bounds", "compositingFilter", "filters", "frame", "geometryFlipped", "hidden",
      "position", "shadowColor", "shadowOffset", "shadowOpacity", "shadowRadius", "transform",
    ]
  }

  final func withoutActions(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }

  // MARK: Having a layer

  final func setWantsLayer(_ wants: Bool) {
    guard wants != asksForLayer else { return }
    asksForLayer = wants
    if wants {
      ensureLayer()
    } else if !isInLayerTree {
      releaseLayer()
    }
  }

  /// Whether the view has a layer because of where it is.
  private var isInLayerTree: Bool { ownWindow != nil || parent?.storedLayer != nil }

  private func releaseLayer() {
    storedLayer?.removeFromSuperlayer()
    storedLayer?.delegate = nil
    storedLayer = nil
    hostsLayer = false
    for view in children where !view.asksForLayer { view.releaseLayer() }
  }

  final func setLayer(_ layer: CALayer?) {
    guard layer !== storedLayer else { return }
    let old = storedLayer
    let superlayer = old?.superlayer
    old?.removeFromSuperlayer()
    if old?.delegate === self { old?.delegate = nil }
    hostsLayer = layer != nil && !asksForLayer
    storedLayer = layer
    guard layer != nil else { return }
    prepareLayer()
    if let parent, parent.storedLayer != nil {
      parent.attachLayer(of: self)
    } else if let superlayer, let layer {
      superlayer.insertSublayer(layer, at: 0)
    }
    for view in children { attachLayer(of: view) }
  }

  /// Gives the view, and all in it, layers.
  final func ensureLayer() {
    if storedLayer == nil {
      storedLayer = makeBackingLayer()
      hostsLayer = false
      prepareLayer()
      if let parent, parent.storedLayer != nil { parent.attachLayer(of: self) }
    }
    for view in children where view.storedLayer?.superlayer !== storedLayer {
      attachLayer(of: view)
    }
  }

  /// Puts a subview's layer where the subview is.
  final func attachLayer(of view: NSView) {
    view.ensureLayer()
    guard let layer = storedLayer, let sublayer = view.storedLayer else { return }
    view.placeLayer()
    // Above the layer of the view behind it; layers that do not belong to views stay where they
    // are.
    let index = children.firstIndex { $0 === view } ?? 0
    withoutActions {
      if let behind = children[..<index].last(where: { $0.storedLayer?.superlayer === layer }) {
        layer.insertSublayer(sublayer, above: behind.storedLayer)
      } else {
        layer.insertSublayer(sublayer, at: 0)
      }
    }
  }

  private func prepareLayer() {
    guard let layer = storedLayer else { return }
    withoutActions {
      if !hostsLayer {
        layer.anchorPoint = .zero
        layer.delegate = self
        layer.contentsGravity = layerContentsPlacement.gravity
      }
      layer.isHidden = storedHidden
      if storedAlpha != 1 { layer.opacity = Float(storedAlpha) }
    }
    placeLayer()
    if let window = ownWindow { takeScale(of: window) }
    requestDisplay(nil)
  }

  /// Gives the layer the view's place and size.
  final func placeLayer() {
    guard let layer = storedLayer else { return }
    withoutActions {
      if hostsLayer {
        layer.frame = storedFrame
      } else {
        layer.position = storedFrame.origin
        layer.bounds = bounds
        layer.isGeometryFlipped = isFlipped != (parent?.isFlipped ?? false)
      }
    }
  }

  /// Takes the scale of a window's screen; hosted layers keep their own.
  final func takeScale(of window: NSWindow) {
    guard let layer = storedLayer, !hostsLayer,
      layer.contentsScale != window.backingScaleFactor
    else { return }
    withoutActions { layer.contentsScale = window.backingScaleFactor }
    requestDisplay(nil)
  }

  // MARK: Looks

  final func setAlpha(_ alpha: CGFloat) {
    let alpha = alpha.isNaN ? 1 : min(max(alpha, 0), 1)
    guard alpha != storedAlpha else { return }
    let old = storedAlpha
    storedAlpha = alpha
    guard let layer = storedLayer else { return }
    withoutActions { layer.opacity = Float(alpha) }
    let context = NSAnimationContext.current
    guard AnimatorScope.isActive(for: self) || context.allowsImplicitAnimation,
      let own = animation(forKey: "alphaValue") as? CAAnimation,
      let animation = own.copy() as? CAAnimation
    else { return }
    if let basic = animation as? CABasicAnimation {
      basic.keyPath = "opacity"
      if basic.fromValue == nil { basic.fromValue = Float(old) }
      if basic.toValue == nil { basic.toValue = Float(alpha) }
    } else if let property = animation as? CAPropertyAnimation {
      property.keyPath = "opacity"
    }
    context.complete(animation)
    layer.add(animation, forKey: "alphaValue")
  }

  // MARK: Drawing

  /// Whether the view makes contents for its layer.
  final var makesContents: Bool {
    guard let layer = storedLayer, !hostsLayer else { return false }
    return wantsUpdateLayer || NSViewSlots.draw.isOverridden(in: type(of: self))
      || type(of: layer) != CALayer.self
  }

  final func requestDisplay(_ rect: NSRect?) {
    guard makesContents, let layer = storedLayer else { return }
    // Contents that were never drawn are drawn once whatever the policy is.
    if layerContentsRedrawPolicy == .never, layer.contents != nil { return }
    if let rect { layer.setNeedsDisplay(rect) } else { layer.setNeedsDisplay() }
  }

  nonisolated final func displayBacking(_ layer: CALayer) {
    // Layers call their view on its own thread.
    let draws = onViewThread(layer) { asking in
      guard asking === storedLayer, makesContents else { return false }
      viewWillDraw()
      guard wantsUpdateLayer else { return true }
      withoutActions { updateLayer() }
      return false
    }
    if draws { layer.drawContents() }
  }

  nonisolated final func drawBacking(_ layer: CALayer, _ context: CGContext) {
    // Layers call their view on its own thread.
    onViewThread((layer, context)) { layer, context in
      guard layer === storedLayer, NSViewSlots.draw.isOverridden(in: type(of: self)) else {
        return layer.nobodyDraws()
      }
      let part = context.boundingBoxOfClipPath
      NSGraphicsContext.with(context, flipped: isFlipped) {
        draw(part.isNull ? bounds : part.intersection(bounds))
      }
    }
  }

  nonisolated final func layOutBacking(_ layer: CALayer) {
    // Layers call their view on its own thread.
    onViewThread(layer) { layer in if layer === storedLayer { layout() } }
  }

  nonisolated final func viewAction(_ layer: CALayer, _ event: String) -> (any CAAction)? {
    onViewThread {
      if NSView.viewKeys.contains(event) { return NSNull() }
      let isAnimated =
        AnimatorScope.isActive(for: self) || NSAnimationContext.current.allowsImplicitAnimation
      return isAnimated ? nil : NSNull()
    }
  }
}
