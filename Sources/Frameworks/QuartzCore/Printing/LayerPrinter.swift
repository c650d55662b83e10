// Layers on a page of a document: paths, gradients, images and text instead of pixels.
// Licensed under the MIT license; see LICENSE.
//
// A layer is printed if all of its values are ones that pages have: `printedRows`. Any other layer
// is drawn by the planner and the renderer, with all below it, and the page has its pixels.

import CoreGraphics
import Foundation
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzRaster

/// Draws layers at model values into the context of a document.
struct LayerPrinter {
  let context: CGContext

  /// The greatest depth of layers that are printed one by one; those below become pixels.
  private static let greatestDepth = 128

  /// The rows whose values this file and `LayerPrinter+Parts` draw, or that draw nothing.
  private static let printedRows = PropertySet([
    .bounds, .position, .zPosition, .anchorPoint, .anchorPointZ, .transform, .sublayerTransform,
    .hidden, .geometryFlipped, .masksToBounds, .contents, .contentsGravity, .contentsScale,
    .minificationFilter, .magnificationFilter, .opaque, .backgroundColor, .cornerRadius,
    .maskedCorners, .cornerCurve, .borderWidth, .borderColor, .opacity, .allowsGroupOpacity, .name,
    .beginTime, .timeOffset, .speed, .duration, .repeatCount, .repeatDuration, .autoreverses,
    .fillMode, .shadowColor, .shadowOpacity, .shadowOffset, .shadowRadius, .shadowPath,
    .shouldRasterize, .rasterizationScale, .edgeAntialiasingMask, .allowsEdgeAntialiasing,
    .path, .fillColor, .fillRule, .strokeColor, .lineWidth, .lineCap, .lineJoin, .miterLimit,
    .lineDashPattern, .lineDashPhase, .strokeStart, .strokeEnd, .colors, .locations, .startPoint,
    .endPoint, .type, .fontSize, .foregroundColor, .wrapped, .alignmentMode, .truncationMode,
    .allowsFontSubpixelQuantization, .scrollMode,
  ])

  /// Draws a layer and all below it; the context's user space is the layer's own.
  func draw(_ root: CALayer) {
    draw(root, alpha: 1, depth: 0)
  }

  private func draw(_ layer: CALayer, alpha: Double, depth: Int) {
    let opacity = min(layer.number(.opacity), 1)
    guard !layer.isHidden, opacity > 0 else { return }
    context.saveGState()
    defer { context.restoreGState() }
    guard depth < Self.greatestDepth, isPrinted(layer) else {
      context.setAlpha(alpha)
      return layer.renderPixels(in: context)
    }
    let isGroup = opacity < 1 && layer.bool(.allowsGroupOpacity)
    compose(isGroup ? alpha * opacity : 1) {
      drawWithShadow(layer, alpha: isGroup ? 1 : alpha * opacity, depth: depth)
    }
  }

  /// Composes what `body` draws as one picture with an alpha, unless that is 1.
  func compose(_ alpha: Double, _ body: () -> Void) {
    guard alpha < 1 else { return body() }
    context.saveGState()
    context.setAlpha(alpha)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    body()
    context.endTransparencyLayer()
    context.restoreGState()
  }

  private func drawWithShadow(_ layer: CALayer, alpha: Double, depth: Int) {
    guard let shadow = shadow(of: layer) else { return drawBody(layer, alpha: alpha, depth: depth) }
    context.saveGState()
    context.setAlpha(alpha)
    context.setDeviceShadow(offset: shadow.offset, sigma: shadow.sigma, color: shadow.color)
    if let path = layer.shadowPath {
      context.drawShadow(of: path.path)
      context.restoreGState()
      return drawBody(layer, alpha: alpha, depth: depth)
    }
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    drawBody(layer, alpha: 1, depth: depth)
    context.endTransparencyLayer()
    context.restoreGState()
  }

  private func drawBody(_ layer: CALayer, alpha: Double, depth: Int) {
    let outline = outline(of: layer)
    context.setAlpha(alpha)
    drawBackground(layer, outline)
    context.saveGState()
    if layer.masksToBounds { clip(to: outline) }
    drawContents(layer, alpha: alpha)
    drawPath(layer)
    for sublayer in sublayersFromBehind(layer) {
      guard let map = place(of: sublayer) else { continue }
      context.saveGState()
      context.concatenate(CGAffineTransform(map))
      draw(sublayer, alpha: alpha, depth: depth + 1)
      context.restoreGState()
    }
    context.restoreGState()
    drawBorder(layer, outline)
  }
}

// MARK: - Choices

extension LayerPrinter {
  /// Whether pages have all that the layer shows; its sublayers are asked when their turn comes.
  private func isPrinted(_ layer: CALayer) -> Bool {
    switch type(of: layer).layerClass {
    case .layer, .shape, .gradient, .text, .scroll: break
    case .transform, .replicator, .emitter, .tiled, .backdrop, .portal: return false
    }
    return layer.mask == nil && layer.values.keys.isSubset(of: Self.printedRows)
      && layer.filters?.isEmpty ?? true && layer.backgroundFilters?.isEmpty ?? true
      && layer.compositingFilter == nil && (layer.contents == nil || isPrintedContents(layer))
      && CALayer.patternRows.allSatisfy { layer.color($0)?.pattern == nil }
      && (layer.sublayers ?? []).allSatisfy(isPrintedBelow)
  }

  /// Whether a sublayer lies in its superlayer's plane and is drawn over what is behind it.
  private func isPrintedBelow(_ layer: CALayer) -> Bool {
    !layer.keepsDepth && place(of: layer) != nil && layer.isDoubleSided
      && layer.compositingFilter == nil && layer.backgroundFilters?.isEmpty ?? true
  }

  private func isPrintedContents(_ layer: CALayer) -> Bool {
    layer.objects[.contents] is CGImage || layer.displayState?.backing != nil
  }

  /// The map from a sublayer's own space to its superlayer's; nil for one with perspective.
  private func place(of layer: CALayer) -> Affine? {
    let map = LayerSpace(toPlane: layer).map
    let w = map.row3.z
    guard map.row1.z == 0, map.row2.z == 0, w != 0, w.isFinite else { return nil }
    return Affine(
      map.row1.x / w,
      map.row1.y / w,
      map.row2.x / w,
      map.row2.y / w,
      map.row3.x / w,
      map.row3.y / w
    )
  }

  private func sublayersFromBehind(_ layer: CALayer) -> [CALayer] {
    // The sort is stable: of equal depths the later sublayer is in front.
    (layer.sublayers ?? []).sorted { $0.zPosition < $1.zPosition }
  }
}
