// Drawings of closures as pictures.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath
import QuartzText

/// Draws with `draw` into a context in sRGB whose origin is at the top left, with y pointing down.
///
/// - Parameters:
///   - size: In points; in pixels it is rounded up.
///   - scale: Pixels per point.
///   - draw: Draws into the context.
/// - Throws: `SnapshotProblem` for a size or scale that no picture can have.
func drawnImage(
  size: CGSize,
  scale: CGFloat,
  _ draw: (CGContext) -> Void
) throws -> CGImage {
  let canvas = LayerCanvas(size: size, scale: scale)
  let (width, height) = try canvas.pixels
  let context = CGContext(
    sRGBWidth: width,
    height: height,
    space: CGColorSpaceCreateDeviceRGB()
  )
  guard let context else { throw SnapshotProblem.notDrawn("no memory for the bitmap") }
  context.translateBy(x: 0, y: CGFloat(height))
  context.scaleBy(x: scale, y: -scale)
  let fonts = FontUse.faces { draw(context) }
  guard let image = context.makeImage() else { throw SnapshotProblem.notDrawn("no memory") }
  if !fonts.isEmpty { PictureSource(fonts: fonts.map(\.fileText).sorted()).keep(for: image) }
  return image
}

extension LayerCanvas {
  /// The size in pixels of a picture whose size is given in points.
  fileprivate var pixels: (width: Int, height: Int) {
    get throws(SnapshotProblem) {
      let frame = try checked(CGRect(origin: .zero, size: size ?? .zero))
      let (width, height) = (Double(frame.size.width), Double(frame.size.height))
      return (Int(width.pixels(scale)), Int(height.pixels(scale)))
    }
  }
}
