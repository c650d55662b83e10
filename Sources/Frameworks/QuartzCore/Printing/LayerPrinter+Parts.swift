// The parts of a layer on a page: background, gradient, contents, path, border, shadow.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzRaster

/// The bounds of a layer with their corners.
struct RoundedBounds {
  var rect: Rect
  /// In the order of `CornerMask`'s bits.
  var radii: SIMD4<Double>
  var isContinuous: Bool

  /// The edge, so many points inside of the bounds; empty if nothing is left.
  func path(inset: Double = 0) -> Path {
    var path = Path()
    let inner = Rect(
      rect.x + inset,
      rect.y + inset,
      rect.width - 2 * inset,
      rect.height - 2 * inset
    )
    guard inner.width > 0, inner.height > 0 else { return path }
    let radii = self.radii - inset
    if radii.max() <= 0 {
      path.addRect(inner)
    } else {
      path.addRoundedRect(inner, radii: radii, isContinuous: isContinuous)
    }
    return path
  }
}

/// The shadow of a layer in the space of a page.
struct PageShadow {
  var offset: Point
  /// In points of the page.
  var sigma: Double
  var color: CGColor
}

extension LayerPrinter {
  func outline(of layer: CALayer) -> RoundedBounds {
    let bounds = layer.rect(.bounds).standardized
    let limit = min(bounds.width, bounds.height) / 2
    let radius = max(min(layer.number(.cornerRadius), limit), 0)
    let corners: [CACornerMask] = [
      .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
    ]
    var radii = SIMD4<Double>.zero
    for (index, corner) in corners.enumerated() where layer.maskedCorners.contains(corner) {
      radii[index] = radius
    }
    return RoundedBounds(
      rect: bounds,
      radii: radii,
      isContinuous: layer.cornerCurve == .continuous
    )
  }

  func clip(to outline: RoundedBounds) {
    context.beginPath()
    context.addPath(CGPath(outline.path()))
    // Clipping to an empty path changes nothing; nothing shall be left.
    if context.isPathEmpty { context.clip(to: CGRect.zero) } else { context.clip() }
  }

  func drawBackground(_ layer: CALayer, _ outline: RoundedBounds) {
    if let color = layer.backgroundColor {
      context.setFillColor(color)
      context.fill(outline.path())
    }
    if let layer = layer as? CAGradientLayer { drawGradient(layer, outline) }
  }

  func drawBorder(_ layer: CALayer, _ outline: RoundedBounds) {
    let width = layer.number(.borderWidth)
    guard width > 0, width.isFinite, let color = layer.borderColor else { return }
    var ring = outline.path()
    ring.append(outline.path(inset: width))
    context.setFillColor(color)
    context.fill(ring, using: .evenOdd)
  }

  func shadow(of layer: CALayer) -> PageShadow? {
    let opacity = min(Double(layer.shadowOpacity), 1)
    guard opacity > 0, let color = layer.shadowColor, color.alpha > 0 else { return nil }
    // A layer that cuts off what is outside of it cuts off its shadow.
    if layer.masksToBounds && layer.shadowPath == nil { return nil }
    let map = Affine(context.userSpaceToDeviceSpaceTransform)
    let offset = layer.shadowOffset
    let scale = abs(map.determinant).squareRoot()
    return PageShadow(
      offset: Point(
        offset.width * map.a + offset.height * map.c,
        offset.width * map.b + offset.height * map.d
      ),
      sigma: max(layer.shadowRadius, 0) * scale,
      color: color.copy(alpha: color.alpha * opacity) ?? color
    )
  }
}

// MARK: - Gradients

extension LayerPrinter {
  private func drawGradient(_ layer: CAGradientLayer, _ outline: RoundedBounds) {
    let rect = outline.rect
    let colors = (layer.colors ?? []).compactMap { $0 as? CGColor }
    let locations = layer.locations?.map { CGFloat($0.doubleValue) }
    guard rect.width > 0, rect.height > 0, colors.count > 1,
      locations.map({ $0.count == colors.count }) ?? true,
      let gradient = CGGradient(colorsSpace: .sRGBSpace, colors: colors, locations: locations)
    else { return }
    let (start, end) = (layer.startPoint, layer.endPoint)
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    context.saveGState()
    clip(to: outline)
    // The unit space of the bounds.
    context.translateBy(x: rect.x, y: rect.y)
    context.scaleBy(x: rect.width, y: rect.height)
    let both: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
    switch layer.type {
    case .radial where dx != 0 && dy != 0:
      context.translateBy(x: start.x, y: start.y)
      context.scaleBy(x: abs(dx), y: abs(dy))
      context.drawRadialGradient(
        gradient,
        startCenter: .zero,
        startRadius: 0,
        endCenter: .zero,
        endRadius: 1,
        options: both
      )
    case .radial: break
    case .conic:
      context.drawConicGradient(gradient, center: start, angle: atan2(dy, dx))
    default:
      if start == end, let last = colors.last {
        context.setFillColor(last)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      } else {
        context.drawLinearGradient(gradient, start: start, end: end, options: both)
      }
    }
    context.restoreGState()
  }
}

// MARK: - Contents

extension LayerPrinter {
  func drawContents(_ layer: CALayer, alpha: Double) {
    let bounds = layer.rect(.bounds).standardized
    guard let image = layer.objects[.contents] as? CGImage, bounds.width > 0, bounds.height > 0
    else { return }
    if layer.displayState?.backing?.image === image {
      return drawAgain(layer, alpha: alpha)
    }
    let scale = layer.number(.contentsScale)
    guard scale > 0 else { return }
    let name = layer.values.value(.contentsGravity).name
    let gravity = name.flatMap { ContentsGravity(rawValue: $0) } ?? .resize
    let size = Size(Double(image.width) / scale, Double(image.height) / scale)
    let rect = gravity.place(size, in: bounds)
    context.saveGState()
    let isLarger = size.width > rect.width || size.height > rect.height
    let filter = isLarger ? layer.minificationFilter : layer.magnificationFilter
    if filter == .nearest { context.interpolationQuality = .none }
    if !layer.isContentYUp {
      // The first row is at the least y.
      context.translateBy(x: 0, y: 2 * rect.y + rect.height)
      context.scaleBy(x: 1, y: -1)
    }
    context.draw(image, in: CGRect(rect))
    context.restoreGState()
  }

  /// Draws a layer that draws itself: its paths and texts stay what they are.
  private func drawAgain(_ layer: CALayer, alpha: Double) {
    // The drawing sets an alpha of its own.
    compose(alpha) {
      context.saveGState()
      context.setAlpha(1)
      context.clip(to: CGRect(layer.rect(.bounds).standardized))
      layer.withFonts { layer.draw(in: context) }
      context.restoreGState()
    }
  }

  func drawPath(_ layer: CALayer) {
    guard let layer = layer as? CAShapeLayer, let path = layer.path?.path else { return }
    if let color = layer.fillColor {
      context.setFillColor(color)
      context.fill(path, using: layer.fillRule == .evenOdd ? .evenOdd : .winding)
    }
    let start = min(max(layer.strokeStart, 0), 1)
    let end = min(max(layer.strokeEnd, 0), 1)
    guard let color = layer.strokeColor, layer.lineWidth > 0, start < end else { return }
    let isWhole = start == 0 && end == 1
    let part = isWhole ? path : PathMeasure(path).trimmed(from: start, to: end)
    context.saveGState()
    context.setStrokeColor(color)
    context.setLineWidth(layer.lineWidth)
    context.setLineCap(CGLineCap(layer.lineCap))
    context.setLineJoin(CGLineJoin(layer.lineJoin))
    context.setMiterLimit(layer.miterLimit)
    context.setLineDash(
      phase: layer.lineDashPhase,
      lengths: (layer.lineDashPattern ?? []).map { CGFloat($0.doubleValue) }
    )
    context.beginPath()
    context.addPath(CGPath(part))
    context.strokePath()
    context.restoreGState()
  }
}

extension CGLineCap {
  fileprivate init(_ cap: CAShapeLayerLineCap) {
    switch cap {
    case .round: self = .round
    case .square: self = .square
    default: self = .butt
    }
  }
}

extension CGLineJoin {
  fileprivate init(_ join: CAShapeLayerLineJoin) {
    switch join {
    case .round: self = .round
    case .bevel: self = .bevel
    default: self = .miter
    }
  }
}
