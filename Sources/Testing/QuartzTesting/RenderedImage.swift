// Layers as pictures, for tests.
// Licensed under the MIT license; see LICENSE.

public import QuartzCore

/// Draws a layer tree at a time, in this process, with the software renderer.
///
/// The tree is attached to a context of its own whose clock shows 0, so that animations which begin
/// "now" begin at 0. It leaves that context afterwards, which ends the animations that were shown.
///
/// - Parameters:
///   - layer: The root; it is removed from its superlayer.
///   - size: The size of the picture in points.
///   - scale: Pixels per point.
///   - time: Seconds after the tree was committed.
///   - backgroundColor: The colour behind the root; nil is transparent.
/// - Returns: The picture; the same bytes on every machine.
/// - Throws: `CAContextError` for a size that is not possible.
public func renderedImage(
  of layer: CALayer,
  size: CGSize,
  scale: CGFloat = 1,
  at time: CFTimeInterval = 0,
  backgroundColor: CGColor? = nil
) throws(CAContextError) -> CGImage {
  let images = try renderedImages(
    of: layer,
    size: size,
    scale: scale,
    at: [time],
    backgroundColor: backgroundColor
  )
  return images[0]
}

/// Draws a layer tree at several times, in any order.
///
/// - Parameters:
///   - layer: The root; it is removed from its superlayer.
///   - size: The size of the pictures in points.
///   - scale: Pixels per point.
///   - times: Seconds after the tree was committed.
///   - backgroundColor: The colour behind the root; nil is transparent.
/// - Returns: A picture for each time.
/// - Throws: `CAContextError` for a size that is not possible.
public func renderedImages(
  of layer: CALayer,
  size: CGSize,
  scale: CGFloat = 1,
  at times: [CFTimeInterval],
  backgroundColor: CGColor? = nil
) throws(CAContextError) -> [CGImage] {
  var options = CAContext.Options()
  options.clock = ManualClock()
  options.backgroundColor = backgroundColor
  let context = try CAContext(size: size, scale: scale, options: options)
  context.layer = layer
  var images: [CGImage] = []
  for time in times { images.append(try context.image(at: time)) }
  context.layer = nil
  CATransaction.flush()
  return images
}
