// Masks of layers.
// Licensed under the MIT license; see LICENSE.
//
// Most masks are a tree of coverage in the alpha of layers: those that add lie over one another,
// those that subtract or intersect are composited as such. Lighten, darken and difference are done
// on gray instead, over black, and the gray becomes alpha at the end.

import CoreGraphics
import QuartzCore

extension LottieBuilder {
  /// The mask layer of a layer; nil if it has none.
  func mask(_ model: LottieLayerModel, _ clock: ListClock) throws(LottieError) -> CALayer? {
    let masks = model.masks.filter { $0.mode != .none }
    guard let first = masks.first else { return nil }
    let box = box(of: model)
    let isPlain = first.mode != .subtract
    if masks.count == 1, isPlain { return try coverage(first, clock, model.place, box) }
    guard model.hasGrayMasks else {
      let root = try isPlain ? newLayer() : whole(box)
      for (index, mask) in masks.enumerated() {
        var layer = try coverage(mask, clock, model.place, box)
        // Of nothing or of all, the first one leaves itself, but for one that subtracts.
        let mode = index == 0 && isPlain ? .add : mask.mode
        if mode == .intersect {
          // To keep the inside is to remove the outside.
          layer.compositingFilter = "destinationOutBlendMode"
          let outside = try whole(box)
          outside.addSublayer(layer)
          layer = outside
        }
        if mode != .add { layer.compositingFilter = "destinationOutBlendMode" }
        root.addSublayer(layer)
      }
      return root
    }
    return try gray(masks, box) { mask, color throws(LottieError) in
      try coverage(mask, clock, model.place, box, color: color)
    }
  }

  /// The mask layer of a layer whose masks are done on gray, in the space of its list: gray becomes
  /// alpha by a filter, whose picture is as fine as the canvas there.
  func grayMask(_ model: LottieLayerModel, _ list: LayerList) throws(LottieError) -> CALayer {
    let masks = model.masks.filter { $0.mode != .none }
    let box = CGRect(x: 0, y: 0, width: list.size.x, height: list.size.y)
    let own = self.box(of: model)
    return try gray(masks, box.insetBy(dx: -box.width, dy: -box.height)) {
      mask,
      color throws(LottieError) in
      var chain = LayerChain()
      try appendTransforms(of: model, list, to: &chain)
      let layer = try coverage(mask, list.clock, model.place, own, color: color)
      guard let outermost = chain.outermost else { return layer }
      chain.innermost?.addSublayer(layer)
      return outermost
    }
  }

  /// A box around all that a layer can show, in its own space: that of its content, or the canvas,
  /// with the canvas's size more on each side, so that no edge of it lies in a pixel that is shown.
  private func box(of model: LottieLayerModel) -> CGRect {
    let margin = document.size
    let size =
      switch model.content {
      case .solid(let size, _), .composition(_, let size, _):
        LottiePoint(max(size.x, 1), max(size.y, 1))
      case .image, .shapes, .text, .none: document.size
      }
    return CGRect(
      x: -margin.x,
      y: -margin.y,
      width: size.x + 2 * margin.x,
      height: size.y + 2 * margin.y
    )
  }

  private func whole(_ box: CGRect) throws(LottieError) -> CALayer {
    let layer = try newLayer()
    layer.bounds = box
    layer.position = box.origin
    layer.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    return layer
  }

  /// - Parameters:
  ///   - box: All that is masked.
  ///   - coverage: The layer of a mask's coverage, in a gray.
  private func gray(
    _ masks: [LottieMask],
    _ box: CGRect,
    _ coverage: (LottieMask, Double) throws(LottieError) -> CALayer
  ) throws(LottieError) -> CALayer {
    let white = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    let base = try whole(box)
    if [.subtract, .intersect, .darken].contains(masks[0].mode) { base.backgroundColor = white }
    base.filters = [ColorFilters.luminanceToAlpha]
    for mask in masks {
      let layer = try coverage(mask, mask.mode == .subtract ? 0 : 1)
      switch mask.mode {
      case .add, .subtract, .none: base.addSublayer(layer)
      case .intersect, .lighten, .darken, .difference:
        let all = try whole(box)
        all.addSublayer(layer)
        let names: [LottieMask.Mode: String] = [
          .intersect: "multiply", .lighten: "lighten", .darken: "darken",
          .difference: "difference",
        ]
        all.compositingFilter = names[mask.mode].map { $0 + "BlendMode" }
        base.addSublayer(all)
      }
    }
    let root = try newLayer()
    root.addSublayer(base)
    return root
  }

  /// Makes the layer whose alpha is a mask's coverage.
  ///
  /// - Parameter color: The gray that it has.
  private func coverage(
    _ mask: LottieMask,
    _ clock: ListClock,
    _ place: JSONPath,
    _ box: CGRect,
    color: Double = 0
  ) throws(LottieError) -> CALayer {
    let shape = try newShape()
    shape.fillColor = CGColor(red: color, green: color, blue: color, alpha: 1)
    setPath(of: shape, mask, clock, place)
    var layer: CALayer = shape
    if mask.feather.isAnimated || mask.feather.first.x > 0 || mask.feather.first.y > 0 {
      layer = try feathered(shape, mask, clock, place)
    }
    if mask.isInverse {
      let all = try whole(box)
      all.backgroundColor = CGColor(red: color, green: color, blue: color, alpha: 1)
      layer.compositingFilter = "destinationOutBlendMode"
      all.addSublayer(layer)
      layer = all
    }
    guard mask.opacity.isAnimated || mask.opacity.first.x < 100 else {
      return layer
    }
    let faded = try newLayer()
    faded.addSublayer(layer)
    setOpacity(of: faded, mask.opacity, clock, place)
    return faded
  }

  private func setPath(
    of shape: CAShapeLayer,
    _ mask: LottieMask,
    _ clock: ListClock,
    _ place: JSONPath
  ) {
    let target = AnimatedTarget(
      layer: shape,
      keyPath: "path",
      clock: clock,
      feature: "mask",
      place: place
    )
    let isGrown = mask.expansion.isAnimated || mask.expansion.first.x != 0
    if !isGrown, mask.path.isAnimated,
      animate(target, exactly: mask.path, { [$0].uniformPath })
    {
      return
    }
    bake(
      target,
      mask.path.times + mask.expansion.times,
      { frame in
        let contour = mask.path.value(at: frame)
        let amount = mask.expansion.number(at: frame)
        return isGrown ? contour.grown(by: amount, join: .miter, miterLimit: 4) : [contour]
      },
      \.uniformPath
    )
  }

  /// Wraps a mask's outline into a layer that blurs it.
  private func feathered(
    _ shape: CAShapeLayer,
    _ mask: LottieMask,
    _ clock: ListClock,
    _ place: JSONPath
  ) throws(LottieError) -> CALayer {
    let first = mask.feather.first
    if first.x != first.y { report.note("feather of two widths", .ignored, place) }
    let layer = try newLayer()
    layer.addSublayer(shape)
    layer.filters = [ColorFilters.blur(0, named: "feather")]
    let target = AnimatedTarget(
      layer: layer,
      keyPath: "filters.feather.inputRadius",
      clock: clock,
      feature: "feather",
      place: place
    )
    animate(target, mask.feather) { min(max(0.38 * ($0.x + $0.y) / 2, 0), 500) }
    return layer
  }
}

extension LottieLayerModel {
  /// Whether masks lighten, darken or differ, which alpha alone cannot say.
  var hasGrayMasks: Bool {
    masks.filter { $0.mode != .none }.dropFirst().contains {
      [.lighten, .darken, .difference].contains($0.mode)
    }
  }
}
