// Draws a picture of 12 million pixels through filters of Core Image.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreImage
import QuartzFilters
import QuartzMath

/// Sepia, a blur and a crop of a picture as large as a camera's.
enum ContextBench {
  private static let rect = CGRect(x: 0, y: 0, width: 4000, height: 3000)

  static let all = [
    Bench(name: "filters/12 Mpx, sepia, blur, crop") { _ in
      let image = CIImage(cgImage: picture())
        .applyingFilter("CISepiaTone", parameters: ["inputIntensity": 0.9])
        .applyingGaussianBlur(sigma: 10)
        .cropped(to: rect.insetBy(dx: 50, dy: 50))
      let context = CIContext()
      return { _ in _ = context.createCGImage(image, from: rect) }
    },
    // The same graph without tiles, on one thread; the result stays in floats.
    Bench(name: "filters/12 Mpx, the same at once") { _ in
      let node = try chain()
      return { _ in
        _ = try FilterExecutor().render(node, in: PixelRect(width: 4000, height: 3000))
      }
    },
  ]

  private static func picture() -> CGImage {
    CGImage(
      PixelStorage(width: 4000, height: 3000) { target in
        var noise = UInt32(1)
        for index in 0..<12_000_000 {
          noise = noise &* 1_664_525 &+ 1_013_904_223
          target.storeBytes(of: noise | 0xFF00_0000, toByteOffset: index * 4, as: UInt32.self)
        }
        return true
      }
    )
  }

  private static func chain() throws -> FilterNode {
    var bytes = [UInt8](repeating: 255, count: 48_000_000)
    var noise = UInt32(1)
    for index in bytes.indices where index & 3 != 3 {
      noise = noise &* 1_664_525 &+ 1_013_904_223
      bytes[index] = UInt8(noise >> 24)
    }
    guard let picture = FilterPicture(width: 4000, height: 3000, pixels: .bytes(bytes)) else {
      throw FilterError.outOfMemory(bytes: bytes.count)
    }
    let sepia = FilterDescription(
      type: "CISepiaTone",
      inputs: [FilterInput(key: "inputIntensity", value: .number(0.9))]
    )
    let images = ["inputImage": FilterNode(.picture(picture))]
    let colored = try FilterCatalog.node(for: sepia, images: images, in: .coreImage)
    return FilterNode(.gaussianBlur(FilterBlur(sigma: 10)), [colored])
      .cropped(to: FilterRect(50, 50, 3900, 2900))
  }
}
