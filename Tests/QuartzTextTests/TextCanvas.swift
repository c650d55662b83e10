// A sheet of paper for text, in the tests.
// Licensed under the MIT license; see LICENSE.

import CoreText
import QuartzMath
import QuartzText

/// White pixels on which text can be drawn.
struct TextCanvas {
  let context: CGContext

  init?(_ width: Int, _ height: Int) {
    guard
      let context = CGContext(
        data: nil,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    else { return nil }
    self.context = context
    context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: width, height: height))
  }

  /// Draws a layout with its top left corner at a point, in pixels from the top left.
  func draw(_ layout: TextLayout, at corner: Point) {
    let height = Double(context.height)
    layout.draw(in: context, by: Affine(1, 0, 0, -1, corner.x, height - corner.y))
  }

  /// The darkness of all pixels, in whole black pixels.
  var ink: Double {
    guard let bytes = context.data?.assumingMemoryBound(to: UInt8.self) else { return 0 }
    var sum = 0
    for y in 0..<context.height {
      for x in 0..<context.width {
        let pixel = bytes + y * context.bytesPerRow + x * 4
        sum += 765 - Int(pixel[0]) - Int(pixel[1]) - Int(pixel[2])
      }
    }
    return Double(sum) / 765
  }
}
