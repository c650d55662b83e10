// Transparency layers: drawings composed as one.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzMath
import QuartzRaster

/// A transparency layer that has been begun.
struct TransparencyLayer {
  /// The target of drawing; nil if the clip is empty or if there is no memory.
  var canvas: Canvas?
  /// The state when the layer began: how it is drawn when it ends.
  var outer: GraphicsState
  /// The number of saved states when the layer began.
  var savedStates: Int
  /// The calls of a layer of a page.
  var steps: [VectorStep] = []
}

extension CGContext {
  /// Begins a layer: everything drawn until `endTransparencyLayer()` is composed on its own first.
  ///
  /// The layer begins clear, with alpha 1, blend mode normal and no shadow; the current values are
  /// applied to the layer as a whole when it ends. The state is saved, and restored at the end.
  ///
  /// - Parameter auxiliaryInfo: Not used; may be nil.
  public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) {
    beginLayer(state.clip.rect)
  }

  /// Begins a layer of which only the part in `rect` is needed.
  ///
  /// - Parameters:
  ///   - rect: In user space; drawing is clipped to it until the layer ends.
  ///   - auxiliaryInfo: Not used; may be nil.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: CFDictionary?) {
    var path = Path()
    path.addRect(rect, ctm)
    let pixels = path.controlBounds.map { pixelRect($0).enclosingPixels } ?? .empty
    beginLayer(state.clip.rect.intersection(pixels))
    clip(path, .nonZero)
  }

  /// Ends the layer that was begun last, and draws it; nothing happens without one.
  public func endTransparencyLayer() {
    guard let layer = layers.popLast() else { return }
    savedStates.removeLast(max(savedStates.count - layer.savedStates, 0))
    state = layer.outer
    if record(.group(layer.steps)) { return }
    guard let pixels = layer.canvas else { return }
    draw(.canvas(pixels)) { CoverageMask($0.intersection(pixels.bounds)) }
  }

  private func beginLayer(_ visible: PixelRect) {
    var bounds = visible
    if let shadow = state.shadow {
      // Drawing outside of the clip may cast a shadow into it.
      let reach = Int32(GaussianBlur.reach(sigma: shadow.sigma)) + 1
      let limit = SIMD2(Double(Int16.min), Double(Int16.max))
      let dx = Int32(min(max(shadow.offset.x.rounded(.down), limit.x), limit.y))
      let dy = Int32(min(max(shadow.offset.y.rounded(.down), limit.x), limit.y))
      bounds = visible.union(visible.offset(x: -dx, y: -dy).insetBy(-reach))
    }
    let canvas = bounds.isEmpty || document != nil ? nil : Canvas(bounds, bitmap.format.layerFormat)
    layers.append(
      TransparencyLayer(canvas: canvas, outer: state, savedStates: savedStates.count)
    )
    state.alpha = 1
    state.blendMode = .normal
    state.shadow = nil
    // The clip cuts the layer when it ends; cutting its contents as well would thin soft edges
    // twice.
    state.clip = document == nil ? state.clip.widened(to: bounds) : state.clip
    state.clips = []
  }
}
