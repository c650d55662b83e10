// Pictures and executions for the tests of filters.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import Testing

/// Opaque straight colours in bytes: all grey levels, and 16 x 16 x 16 colours.
let sampleColors: [SIMD3<UInt8>] =
  (0...255).map { SIMD3(repeating: UInt8($0)) }
  + (0..<4096).map { index in
    SIMD3(UInt8(index & 15) * 17, UInt8(index >> 4 & 15) * 17, UInt8(index >> 8) * 17)
  }

/// A picture of one row with straight colours, premultiplied in floats.
func row(
  _ colors: [SIMD4<Double>],
  _ space: FilterSpace
) throws -> FilterNode {
  let floats = colors.flatMap { color in
    [color.x * color.w, color.y * color.w, color.z * color.w, color.w].map { Float($0) }
  }
  let picture = FilterPicture(width: colors.count, height: 1, pixels: .floats(floats, space))
  return FilterNode(.picture(try #require(picture)))
}

/// The first row of a node's picture, premultiplied.
func drawn(
  _ node: FilterNode,
  _ count: Int,
  _ space: FilterSpace
) throws -> [SIMD4<Float>] {
  let rect = PixelRect(width: Int32(count), height: 1)
  let buffer = try FilterExecutor(space: space).render(node, in: rect)
  return (0..<count).map { buffer[$0, 0] }
}

/// A filter of one picture.
func filtered(
  _ type: String,
  _ inputs: [String: FilterInputValue] = [:],
  _ image: FilterNode,
  _ context: FilterContext = .coreImage,
  _ more: [String: FilterNode] = [:]
) throws -> FilterNode {
  let description = FilterDescription(
    type: type,
    inputs: inputs.map { FilterInput(key: $0, value: $1) }
  )
  var images = more
  images["inputImage"] = image
  return try FilterCatalog.node(for: description, images: images, in: context)
}

/// A layer's context, for filters of colours.
let layer = FilterContext.layer(scale: 1, bounds: FilterRect(0, 0, 100, 100))

func clamped(_ value: Double) -> Double { min(max(value, 0), 1) }

/// The sRGB curve, written anew: IEC 61966-2-1.
func light(_ encoded: Double) -> Double {
  encoded <= 0.04045 ? encoded / 12.92 : power((encoded + 0.055) / 1.055, 2.4)
}

func encoded(_ light: Double) -> Double {
  light <= 0.0031308 ? light * 12.92 : 1.055 * power(light, 1 / 2.4) - 0.055
}
