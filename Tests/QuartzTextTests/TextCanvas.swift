// A sheet of paper for text, in the tests.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzMath
import QuartzRaster
import QuartzText

/// White pixels on which text can be drawn, with the fill rasteriser alone.
struct TextCanvas {
  let width: Int
  let height: Int
  /// R, G, B; rows from the top.
  var pixels: [SIMD3<Double>]

  init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
    pixels = Array(repeating: SIMD3(repeating: 255), count: width * height)
  }

  /// Draws a layout with its top left corner at a point, in pixels.
  mutating func draw(_ layout: TextLayout, at corner: Point = .zero, scale: Double = 1) {
    let place = Affine.scale(scale, scale) * Affine.translation(corner.x, corner.y)
    for item in layout.drawItems() {
      switch item {
      case .fill(let path, let color): fill(path, place, color)
      case .rect(let rect, let color):
        var path = Path()
        path.move(to: Point(rect.minX, rect.minY))
        path.line(to: Point(rect.maxX, rect.minY))
        path.line(to: Point(rect.maxX, rect.maxY))
        path.line(to: Point(rect.minX, rect.maxY))
        path.close()
        fill(path, place, color)
      case .image(let image, let rect, let alpha): draw(image, rect, place, alpha)
      }
    }
  }

  private mutating func fill(_ path: Path, _ place: Affine, _ color: CGColor?) {
    var rasterizer = PathRasterizer()
    var mask = CoverageMask()
    let bounds = PixelRect(0, 0, Int32(width), Int32(height))
    rasterizer.fill(path, rule: .nonZero, transform: place, in: bounds, into: &mask)
    let ink = Color(color ?? .black)
    let components = SIMD3(ink.red, ink.green, ink.blue) * 255
    mask.forEachSpan(in: bounds) { y, x, length, coverage in
      for offset in 0..<Int(length) {
        let value: UInt8 =
          switch coverage {
          case .solid(let value): value
          case .bytes(let bytes): bytes[offset]
          }
        let share = Double(value) / 255 * ink.alpha
        let index = Int(y) * width + Int(x) + offset
        pixels[index] += (components - pixels[index]) * share
      }
    }
  }

  /// The nearest pixel of the picture.
  private mutating func draw(_ image: CGImage, _ rect: Rect, _ place: Affine, _ alpha: Double) {
    let storage = image.pixelStorage
    let first = place.transform(Point(rect.minX, rect.minY))
    let last = place.transform(Point(rect.maxX, rect.maxY))
    let columns = max(0, Int(first.x.rounded()))..<min(width, max(0, Int(last.x.rounded())))
    let rows = max(0, Int(first.y.rounded()))..<min(height, max(0, Int(last.y.rounded())))
    storage.withBytes { bytes in
      for y in rows {
        for x in columns {
          let across = (Double(x) + 0.5 - first.x) / (last.x - first.x)
          let down = (Double(y) + 0.5 - first.y) / (last.y - first.y)
          let u = Int(across * Double(storage.width))
          let v = Int(down * Double(storage.height))
          guard u >= 0, v >= 0, u < storage.width, v < storage.height else { continue }
          let at = v * storage.rowBytes + u * 4
          let color = SIMD3(Double(bytes[at]), Double(bytes[at + 1]), Double(bytes[at + 2]))
          let share: Double = 1 - Double(bytes[at + 3]) / 255 * alpha
          let below: SIMD3<Double> = pixels[y * width + x] * share
          pixels[y * width + x] = below + color * alpha
        }
      }
    }
  }

  /// The darkness of all pixels, in whole black pixels.
  var ink: Double {
    pixels.reduce(0) { $0 + (1 - ($1.x + $1.y + $1.z) / 765) }
  }

  /// The smallest rectangle around all pixels that are not white; nil if all are.
  var inkBounds: (minX: Int, minY: Int, maxX: Int, maxY: Int)? {
    let dark = pixels.indices.filter { pixels[$0].min() < 254.5 }
    guard let first = dark.first, let last = dark.last else { return nil }
    let columns = dark.map { $0 % width }
    return (columns.min()!, first / width, columns.max()! + 1, last / width + 1)
  }

  var image: CGImage {
    CGImage(
      PixelStorage(width: width, height: height) { target in
        for (index, pixel) in pixels.enumerated() {
          target[index * 4] = UInt8(pixel.x.rounded())
          target[index * 4 + 1] = UInt8(pixel.y.rounded())
          target[index * 4 + 2] = UInt8(pixel.z.rounded())
          target[index * 4 + 3] = 255
        }
        return true
      }
    )
  }
}
