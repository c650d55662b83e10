// Layers that are more than their draws: with a shadow, a mask, a blend mode, or rasterised.
// Licensed under the MIT license; see LICENSE.
//
// From below: what lies behind, filtered; the shadow; the body (background, contents, sublayers,
// border) through its filters, which also casts the shadow. The mask cuts all of them; then
// opacity; then the blend mode mixes the result with what is there. A rasterised
// layer, without its opacity and blend mode, is drawn into a picture in its own space, which is
// drawn like an image.

import QuartzMath
import QuartzModel

extension SurfaceEmitter {
  /// Emits a layer with effects, and everything below it.
  ///
  /// - Parameter isIncoming: Whether the layer is shown without the transition that it is in.
  mutating func emitEffects(_ layer: DrawnLayer, _ tree: PlacedTree, isIncoming: Bool = false) {
    var inner = layer.environment
    let node = layer.node
    let extent = tree.nodes.extents[layer.index.position].intersection(inner.scissor)
    guard !extent.isEmpty else { return }
    // The filtered pixels behind a layer are below the surfaces of its transition.
    if !isIncoming {
      if node.flags.contains(.backdrop), !layer.style.pointee.isHidden {
        // The old state did not filter what lies behind: its picture is that of the layer alone.
        emitBackdrop(layer, tree, share: layer.style.pointee.transition?.progress ?? 1)
      }
      if layer.style.pointee.isInTransition { return emitTransition(layer, extent, tree) }
    }
    if node.raster != .none { return emitPicture(layer, extent, tree) }
    let isMixed =
      node.mask != .none || layer.style.pointee.compositingMode != .normal
      || node.flags.contains(.isolated)
    let isFaded = node.opacity < 1 && layer.style.pointee.allowsGroupOpacity
    guard isMixed || isFaded else {
      inner.opacity *= node.opacity
      inner.invalidatesGrouping =
        inner.invalidatesGrouping || !layer.style.pointee.hasShadowPath || node.opacity < 1
      return emitShadowed(surround(layer, by: inner), tree)
    }
    let source = writer.addSurface(
      SurfaceJob(node: layer.index, content: .layer),
      of: layer.node,
      frame: extent,
      reason: node.mask != .none ? .mask : isMixed ? .blendMode : .groupOpacity
    )
    let mask = node.mask != .none ? addMask(node.mask, in: extent, tree) : .none
    writer.emitComposite(
      source,
      of: layer,
      in: extent,
      opacity: node.opacity * inner.opacity,
      mask: mask,
      blend: layer.style.pointee.compositingMode
    )
  }

  /// Emits the picture of a rasterised layer, which has its shadow and mask in it.
  private mutating func emitPicture(_ layer: DrawnLayer, _ extent: PixelRect, _ tree: PlacedTree) {
    guard layer.style.pointee.compositingMode != .normal else {
      return writer.emitRaster(layer, tree)
    }
    let source = writer.addSurface(
      SurfaceJob(node: layer.index, content: .picture),
      of: layer.node,
      frame: extent,
      reason: .blendMode
    )
    writer.emitComposite(
      source,
      of: layer,
      in: extent,
      opacity: layer.environment.opacity,
      blend: layer.style.pointee.compositingMode
    )
  }

  /// Emits a layer into its own picture: all but opacity and blend mode.
  mutating func emitIntoRaster(_ layer: DrawnLayer, _ tree: PlacedTree) {
    let node = layer.node
    guard node.mask != .none else { return emitShadowed(layer, tree) }
    let frame = tree.nodes.rasters[node.raster].frame.intersection(layer.environment.scissor)
    guard !frame.isEmpty else { return }
    let source = writer.addSurface(
      SurfaceJob(node: layer.index, content: .layer),
      of: layer.node,
      frame: frame,
      reason: .mask
    )
    let mask = addMask(node.mask, in: frame, tree)
    writer.emitComposite(source, of: layer, in: frame, opacity: 1, mask: mask)
  }

  /// Adds the surface of a layer's mask, of which the pixels of `frame` matter.
  mutating func addMask(_ mask: NodeIndex, in frame: PixelRect, _ tree: PlacedTree)
    -> SurfaceIndex
  {
    let node = tree.nodes[mask]
    return writer.addSurface(
      SurfaceJob(node: mask, content: .whole),
      of: node,
      frame: tree.nodes.extents[mask.position].intersection(frame),
      reason: .maskShape
    )
  }

  /// Emits a layer's shadow and the layer, at full opacity, without its mask.
  mutating func emitShadowed(_ layer: DrawnLayer, _ tree: PlacedTree) {
    // Filters change the outline.
    let hasOutline = !layer.node.flags.contains(.filtered) || layer.style.pointee.hasShadowPath
    if layer.style.castsShadow, !(hasOutline && writer.emitOutlineShadow(layer, tree)),
      let shadow = PixelShadow(layer.style, layer.node.world)
    {
      writer.emitCaster(layer, shadow, tree)
    } else {
      emitFiltered(layer, tree)
    }
  }
}
