// Layers that are more than their draws: with a shadow, a mask, a blend mode, or rasterised.
// Licensed under the MIT license; see LICENSE.
//
// From below: the shadow lies under the body (background, contents, sublayers, border); the mask
// cuts both; then opacity; then the blend mode mixes the result with what is there. A rasterised
// layer, without its opacity and blend mode, is drawn into a picture in its own space, which is
// drawn like an image.

import QuartzMath
import QuartzModel

extension PlanBuilder {
  /// Emits a layer with effects, and everything below it.
  ///
  /// - Parameter isIncoming: Whether the layer is shown without the transition that it is in.
  mutating func emitEffects(
    _ index: Int32,
    _ style: LayerStylePointer,
    in environment: Int32,
    _ tree: LayerTree,
    isIncoming: Bool = false
  ) {
    var inner = environments[Int(environment)]
    let node = nodes[Int(index)]
    let extent = extents[Int(index)].intersection(inner.scissor)
    guard !extent.isEmpty else { return }
    if style.pointee.isInTransition, !isIncoming {
      return emitTransition(index, style, extent, inner)
    }
    if node.raster >= 0 { return emitPicture(index, style, extent, inner) }
    let isMixed =
      node.mask >= 0 || style.pointee.compositingMode != .normal || node.flags.contains(.isolated)
    let isFaded = node.opacity < 1 && style.pointee.allowsGroupOpacity
    guard isMixed || isFaded else {
      inner.opacity *= node.opacity
      inner.invalidatesGrouping =
        inner.invalidatesGrouping || !style.pointee.hasShadowPath || node.opacity < 1
      return emitShadowed(index, style, in: addEnvironment(inner), tree)
    }
    let source = addSurface(
      SurfaceJob(node: index, content: .layer),
      frame: extent,
      reason: node.mask >= 0 ? .mask : isMixed ? .blendMode : .groupOpacity,
      slot: node.slot
    )
    let mask = node.mask >= 0 ? addMask(node.mask, in: extent) : -1
    emitComposite(
      source,
      opacity: node.opacity * inner.opacity,
      clip: inner.clip,
      bounds: extent,
      slot: node.slot,
      mask: mask,
      blend: style.pointee.compositingMode
    )
  }

  /// Emits the picture of a rasterised layer, which has its shadow and mask in it.
  private mutating func emitPicture(
    _ index: Int32,
    _ style: LayerStylePointer,
    _ extent: PixelRect,
    _ environment: PlanEnvironment
  ) {
    guard style.pointee.compositingMode != .normal else {
      return emitRaster(index, style, environment)
    }
    let slot = nodes[Int(index)].slot
    let source = addSurface(
      SurfaceJob(node: index, content: .picture),
      frame: extent,
      reason: .blendMode,
      slot: slot
    )
    emitComposite(
      source,
      opacity: environment.opacity,
      clip: environment.clip,
      bounds: extent,
      slot: slot,
      blend: style.pointee.compositingMode
    )
  }

  /// Emits a layer into its own picture: all but opacity and blend mode.
  mutating func emitIntoRaster(
    _ index: Int32,
    _ style: LayerStylePointer,
    in environment: Int32,
    _ tree: LayerTree
  ) {
    let node = nodes[Int(index)]
    guard node.mask >= 0 else { return emitShadowed(index, style, in: environment, tree) }
    let frame = rasters[Int(node.raster)].frame.intersection(
      environments[Int(environment)].scissor
    )
    guard !frame.isEmpty else { return }
    let source = addSurface(
      SurfaceJob(node: index, content: .layer),
      frame: frame,
      reason: .mask,
      slot: node.slot
    )
    let mask = addMask(node.mask, in: frame)
    emitComposite(source, opacity: 1, clip: -1, bounds: frame, slot: node.slot, mask: mask)
  }

  /// Adds the surface of a layer's mask, of which the pixels of `frame` matter.
  private mutating func addMask(_ mask: Int32, in frame: PixelRect) -> Int32 {
    let node = nodes[Int(mask)]
    return addSurface(
      SurfaceJob(node: mask, content: .whole),
      frame: extents[Int(mask)].intersection(frame),
      reason: .maskShape,
      slot: node.slot
    )
  }

  /// Emits a layer's shadow and the layer, at full opacity, without its mask.
  mutating func emitShadowed(
    _ index: Int32,
    _ style: LayerStylePointer,
    in environment: Int32,
    _ tree: LayerTree
  ) {
    let surroundings = environments[Int(environment)]
    if style.castsShadow, !emitOutlineShadow(index, style, in: surroundings, tree),
      let shadow = pixelShadow(index, style)
    {
      emitCaster(index, style, shadow, in: surroundings)
    } else {
      emitBody(index, style, opacity: 1, in: environment, tree)
    }
  }
}
