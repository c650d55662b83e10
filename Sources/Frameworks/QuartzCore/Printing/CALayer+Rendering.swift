// A layer's tree drawn into a CGContext.
// Licensed under the MIT license; see LICENSE.
//
// The planner and the software renderer that draw contexts draw the tree into pixels aligned with
// those of the CGContext. These are then drawn into it, one to one. So the picture is the same as
// an output's, and edges under a transform are as sharp.
//
//     layer's space ── ctm ──▶ device space, y up ──▶ pixels within the clip's box, y down
//
// On a page of a document layers are printed as paths and texts where that is possible
// (LayerPrinter); the others come here, with three pixels for a point.

import CoreGraphics
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware

extension CALayer {
  /// Draws the tree into a context whose user space is the layer's own coordinate space.
  final func renderTree(in context: CGContext) {
    if context.drawsVectors {
      LayerPrinter(context: context).draw(self)
    } else {
      renderPixels(in: context)
    }
  }

  /// Draws the tree as pixels.
  final func renderPixels(in context: CGContext) {
    let scale = context.pixelsPerDeviceUnit
    let device = Affine(context.userSpaceToDeviceSpaceTransform) * .scale(scale, scale)
    guard let inverse = device.inverse, let box = clippedPixels(of: context, scale) else { return }
    do {
      let image = try renderedTree(CGAffineTransform(device), box, range(for: context))
      context.saveGState()
      defer { context.restoreGState() }
      context.concatenate(CGAffineTransform(inverse))
      context.interpolationQuality = .none
      guard context.drawsVectors else { return context.draw(image, in: box) }
      // A page keeps what is drawn, and no clear paper around it.
      guard let part = image.visibleBox, let visible = image.cropping(to: part) else { return }
      let low = box.maxY - part.maxY
      context.draw(
        visible,
        in: CGRect(x: box.minX + part.minX, y: low, width: part.width, height: part.height)
      )
    } catch {
      Diagnostics.report("layer \(label) is not rendered: \(error)")
    }
  }

  /// Returns the smallest box of whole pixels around a context's clip; nil if it is empty.
  private final func clippedPixels(of context: CGContext, _ scale: Double) -> CGRect? {
    let clip = context.boundingBoxOfClipPath
    guard !clip.isNull else { return nil }
    let device = context.convertToDeviceSpace(clip)
    guard Rect(device).isFinite else { return nil }
    let box = device.intersection(context.deviceBounds)
      .applying(CGAffineTransform(scaleX: scale, y: scale))
    guard !box.isNull, box.width > 0, box.height > 0 else { return nil }
    return box.integral
  }

  /// The range of light of pixels for a context: that of the layer's own context, up to the
  /// headroom that the Core Graphics context is for, if it is for any; else the standard one.
  private final func range(for context: CGContext) -> OutputRange {
    guard context.edrTargetHeadroom >= 1,
      let own = model().link.journal?.context?.configuration.range, own.isExtended
    else { return .standard }
    return .extended(headroom: min(own.headroom, context.edrTargetHeadroom))
  }

  /// Returns the pixels of a box of device space, which has whole coordinates.
  private final func renderedTree(
    _ device: CGAffineTransform,
    _ box: CGRect,
    _ range: OutputRange
  ) throws -> CGImage {
    let isYUp = isContentYUp
    var pixels = Affine(device) * Affine(1, 0, 0, -1, -box.minX, box.maxY)
    // A tree with y up is drawn on an output with y up, which turns it over.
    if isYUp { pixels = pixels * Affine(1, 0, 0, -1, 0, box.height) }
    let configuration = ContextConfiguration(
      width: Int(box.width),
      height: Int(box.height),
      isYUp: isYUp,
      range: range
    )
    var limits = TreeLimits()
    limits.imageBytes = .max
    limits.valueBytes = .max
    // The layer above the root takes a level.
    limits.depth += 1
    let carrier = try InProcessCarrier(
      backend: SoftwareBackend(),
      configuration: configuration,
      limits: limits
    )
    defer { carrier.close() }
    let space = Matrix4x4(CATransform3DMakeAffineTransform(CGAffineTransform(pixels)))
    let output = TileOutput(
      root: self,
      pixels: Homography(flattening: space),
      width: configuration.width,
      height: configuration.height
    )
    CAContentSlot.waitUntilMade()
    var capture = TreeCapture(of: self, under: pixels, output, range)
    try carrier.send(capture.finish())
    // A presentation shows its particles as they are now.
    let time = presented?.link.journal?.context?.currentTime ?? 0
    return CGImage(try carrier.frame(at: time).pixels)
  }

  /// Lays out and draws the layers of the tree that need it.
  ///
  /// For a presentation, layers whose drawing depends on animations are drawn as for a frame.
  final func prepareTree() {
    let model = model()
    model.layoutIfNeeded()
    var stack = [model]
    var drawn: [CALayer] = []
    while let layer = stack.popLast() {
      layer.displayIfNeeded()
      if presented != nil, layer.drawsAnimations { drawn.append(layer) }
      layer.addLayersBelow(to: &stack)
    }
    guard !drawn.isEmpty, let time = model.link.journal?.context?.currentTime else { return }
    for layer in drawn { layer.drawPresentation(at: time) }
    CATransaction.flush()
    if model.drawsAnimations { objects[.contents] = model.objects[.contents] }
  }
}
