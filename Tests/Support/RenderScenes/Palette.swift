// The colours, boxes and pictures that scenes are made of.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
package import QuartzCore

/// An sRGB colour, straight.
package func rgba(_ r: CGFloat, _ g: CGFloat, _ b: CGFloat, _ a: CGFloat = 1) -> CGColor {
  CGColor(srgbRed: r, green: g, blue: b, alpha: a)
}

package let white = rgba(1, 1, 1)
package let black = rgba(0, 0, 0)
package let red = rgba(1, 0, 0)
package let green = rgba(0, 1, 0)
package let blue = rgba(0, 0, 1)
package let yellow = rgba(1, 1, 0)
package let ink = rgba(0.11, 0.16, 0.24)
package let sea = rgba(0.1, 0.55, 0.7)
package let sun = rgba(0.98, 0.75, 0.2)
package let veil = rgba(0.9, 0.2, 0.4, 0.5)
package let paper = rgba(0.95, 0.95, 0.95)

/// A sublayer with a frame and a background.
@discardableResult
package func panel(
  _ x: CGFloat,
  _ y: CGFloat,
  _ width: CGFloat,
  _ height: CGFloat,
  _ color: CGColor? = nil,
  in parent: CALayer
) -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  layer.backgroundColor = color
  parent.addSublayer(layer)
  return layer
}

/// A layer that is not in a tree: a mask.
package func stencil(
  _ x: CGFloat,
  _ y: CGFloat,
  _ width: CGFloat,
  _ height: CGFloat,
  _ color: CGColor? = black
) -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  layer.backgroundColor = color
  return layer
}

/// A rotation by degrees about z.
package func turn(_ degrees: Double) -> CATransform3D {
  CATransform3DMakeRotation(degrees * .pi / 180, 0, 0, 1)
}

/// A rotation by degrees about an axis in the plane.
package func tilt(_ degrees: Double, _ x: CGFloat, _ y: CGFloat) -> CATransform3D {
  CATransform3DMakeRotation(degrees * .pi / 180, x, y, 0)
}

/// The perspective of an eye `distance` points before the plane.
package func perspective(_ distance: CGFloat) -> CATransform3D {
  var transform = CATransform3DIdentity
  transform.m34 = -1 / distance
  return transform
}

private let sRGB = CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB()
private let premultiplied = CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue)

/// A picture from its pixels: R, G, B, A, premultiplied; the row 0 is on top.
package func bitmap(
  _ width: Int,
  _ height: Int,
  _ pixel: (_ x: Int, _ y: Int) -> SIMD4<UInt8>
) -> CGImage? {
  var bytes: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      let value = pixel(x, y)
      bytes += [value.x, value.y, value.z, value.w]
    }
  }
  guard let provider = CGDataProvider(data: .init(bytes)) else { return nil }
  return CGImage(
    width: width,
    height: height,
    bitsPerComponent: 8,
    bitsPerPixel: 32,
    bytesPerRow: width * 4,
    space: sRGB,
    bitmapInfo: premultiplied,
    provider: provider,
    decode: nil,
    shouldInterpolate: true,
    intent: .defaultIntent
  )
}

/// A drawn picture; the context's y points down.
package func drawn(_ width: Int, _ height: Int, _ draw: (CGContext) -> Void) -> CGImage? {
  let context = CGContext(
    data: nil,
    width: width,
    height: height,
    bitsPerComponent: 8,
    bytesPerRow: 0,
    space: sRGB,
    bitmapInfo: premultiplied.rawValue
  )
  context?.translateBy(x: 0, y: CGFloat(height))
  context?.scaleBy(x: 1, y: -1)
  if let context { draw(context) }
  return context?.makeImage()
}

/// An upright picture whose corners differ: red, green / blue, white, with a black diagonal.
package func sample(_ width: Int, _ height: Int, alpha: UInt8 = 255) -> CGImage? {
  bitmap(width, height) { x, y in
    let (right, low) = (x * 2 >= width, y * 2 >= height)
    var pixel: SIMD4<UInt8> =
      right
      ? (low ? [255, 255, 255, 255] : [0, 200, 0, 255])
      : (low ? [0, 0, 255, 255] : [255, 0, 0, 255])
    if x * height == y * width { pixel = [0, 0, 0, 255] }
    return SIMD4<UInt8>(
      truncatingIfNeeded: SIMD4<UInt16>(truncatingIfNeeded: pixel) &* UInt16(alpha) / 255
    )
  }
}

/// A white disc on nothing, anti-aliased.
package func disc(_ side: Int, _ color: CGColor = white) -> CGImage? {
  drawn(side, side) {
    $0.setFillColor(color)
    $0.fillEllipse(in: CGRect(x: 0, y: 0, width: side, height: side))
  }
}

/// Squares of 8 points in white and grey, as a picture of `width` by `height`.
package func checkers(_ width: Int, _ height: Int, side: Int = 8) -> CGImage? {
  bitmap(width, height) { x, y in
    (x / side + y / side) % 2 == 0 ? [255, 255, 255, 255] : [191, 191, 191, 255]
  }
}

/// A layer that draws itself with a closure.
package final class DrawnLayer: CALayer {
  package var paint: (CGContext) -> Void = { _ in }

  package override func draw(in ctx: CGContext) { paint(ctx) }
}

/// A delegate that draws with a closure; `own(_:)` keeps it as long as its layer.
package final class Painter: CALayerDelegate {
  private let paint: (CALayer, CGContext) -> Void

  package init(_ paint: @escaping (CALayer, CGContext) -> Void) {
    self.paint = paint
  }

  package func draw(_ layer: CALayer, in ctx: CGContext) { paint(layer, ctx) }

  /// Becomes the layer's delegate.
  package func own(_ layer: CALayer) {
    layer.delegate = self
    layer.setValue(self, forKey: "painter")
  }
}
