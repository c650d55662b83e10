// Makes pictures of images of half floats within a limit of light.
// Licensed under the MIT license; see LICENSE.
//
// A texel is made straight, decoded, given the gain that the curve has for its brightest component
// in BT.2020's primaries, encoded, and multiplied with its alpha again. Components below 0 stay in
// pictures of halves and become 0 in those of bytes. Clear texels stay clear.

import Glibc
import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzRaster

extension LightMapping {
  /// The picture of an image; nil if there is no memory for it.
  ///
  /// - Parameter curves: Those of this mapping, for opaque images; nil has each texel computed.
  func picture(of image: PixelBuffer, _ curves: LightCurves? = nil) -> PixelBuffer? {
    let rowBytes = image.width * (isBytes ? 4 : 8)
    guard image.form.isHalf, let memory = try? MemoryBlock(unwritten: rowBytes * image.height)
    else { return nil }
    let mapper = LightMapper(self)
    image.withBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: image.width) { row in
        guard let colors = row.baseAddress else { return }
        // Bounds: an image has rows of its width, and the memory as many.
        for y in 0..<image.height {
          let texels = base + y * image.rowBytes
          if let curves, image.isOpaque {
            curves.map(texels, to: colors, count: image.width)
          } else {
            HalfPixels.readFinite(texels, to: colors, count: image.width)
            for x in 0..<image.width { colors[x] = mapper.color(colors[x]) }
          }
          write(colors, to: memory.base + y * rowBytes, image.width)
        }
      }
    }
    return try? PixelBuffer(
      width: image.width,
      height: image.height,
      rowBytes: rowBytes,
      isOpaque: image.isOpaque,
      base: UnsafeRawPointer(memory.base),
      byteCount: memory.count,
      owner: memory,
      form: isBytes ? .bytes : .halves(ContentLight(.standard, headroom: max(target, 1)))
    )
  }

  private func write(
    _ colors: UnsafePointer<SIMD4<Float>>,
    to pixels: UnsafeMutableRawPointer,
    _ count: Int
  ) {
    if isBytes { return FilterBytes.encode(colors, to: pixels, count) }
    HalfPixels.writeFinite(colors, to: pixels, count: count)
  }
}

/// One mapping, ready for texels.
private struct LightMapper {
  private let curve: ReferenceWhiteCurve?
  /// The largest component, encoded.
  private let top: Float
  private let bottom: Float
  private let isIdentity: Bool

  init(_ mapping: LightMapping) {
    if case .curve(let source) = mapping.method {
      curve = ReferenceWhiteCurve(from: Double(source), to: Double(mapping.target))
    } else {
      curve = nil
    }
    top = Float(FilterSpace.encoded(Double(mapping.target)))
    bottom = mapping.isBytes ? 0 : -top
    isIdentity = mapping.method == .none && !mapping.isBytes
  }

  /// A premultiplied colour, mapped.
  func color(_ color: SIMD4<Float>) -> SIMD4<Float> {
    guard color.w > 0, !isIdentity else { return color.w > 0 ? color : .zero }
    var straight = ExtendedColor.straight(color)
    straight.w = min(straight.w, 1)
    if let curve {
      let encoded = SIMD3<Double>(SIMD3(straight.x, straight.y, straight.z))
      straight = SIMD4(SIMD3<Float>(LightMath.mapped(encoded, curve)), straight.w)
    }
    let alpha = straight.w
    straight = straight.clamped(
      lowerBound: SIMD4(repeating: bottom),
      upperBound: SIMD4(repeating: top)
    )
    straight.w = alpha
    return ExtendedColor.premultiplied(straight)
  }
}
