// Layers as pictures, for tests.
// Licensed under the MIT license; see LICENSE.

public import QuartzCore

/// The picture of a layer tree at a time, drawn in this process by the software renderer.
///
/// The tree is attached to a context of its own whose clock shows 0, so that animations which begin
/// "now" begin at 0. It leaves that context afterwards, and animations that were shown end.
///
/// - Parameters:
///   - layer: The root; it leaves the tree it is in.
///   - size: The size of the picture in points.
///   - scale: Pixels per point.
///   - time: Seconds after the tree was committed.
///   - backgroundColor: What lies behind the root; nil is transparent.
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

/// The pictures of a layer tree at several times, which may come in any order.
///
/// - Parameters:
///   - layer: The root; it leaves the tree it is in.
///   - size: The size of the pictures in points.
///   - scale: Pixels per point.
///   - times: Seconds after the tree was committed.
///   - backgroundColor: What lies behind the root; nil is transparent.
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
