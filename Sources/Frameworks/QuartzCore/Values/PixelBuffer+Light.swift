// Images with more than 8 bits, or of extended spaces, for outputs of extended range.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
package import Foundation
import QuartzFilters
package import QuartzModel
import QuartzRaster

extension PixelBuffer {
  /// The pixels of an image for an output of extended range.
  ///
  /// An image of 8 bits and standard range stays bytes. Others become half floats, not mapped.
  ///
  /// - Throws: `PixelBufferError` for sides that no image has, and without memory.
  package static func extended(_ image: CGImage) throws(PixelBufferError) -> PixelBuffer {
    guard let light = image.ownLight, image.hasWideComponents else { return try PixelBuffer(image) }
    let (width, height) = (image.width, image.height)
    let form = TexelForm.halves(image.contentLight)
    try PixelBuffer.check(width: width, height: height, form)
    let memory: MemoryBlock
    do {
      memory = try MemoryBlock(unwritten: width * height * 8)
    } catch {
      throw .outOfMemory(bytes: error.bytes)
    }
    let isOpaque = light.write(to: memory)
    return try PixelBuffer(
      width: width,
      height: height,
      rowBytes: width * 8,
      isOpaque: isOpaque,
      base: UnsafeRawPointer(memory.base),
      byteCount: memory.count,
      owner: memory,
      form: form
    )
  }

  /// The half floats of the image, rows touching; nil for bytes.
  package var halfData: Data? {
    guard form.isHalf else { return nil }
    return withBytes { bytes in
      var data = Data(capacity: width * height * 8)
      // Bounds: each row lies in the image's memory.
      for row in 0..<height {
        let line = UnsafeRawBufferPointer(rebasing: bytes[(row * rowBytes)...].prefix(width * 8))
        data.append(contentsOf: line)
      }
      return data
    }
  }
}

extension LightRows {
  /// Writes the rows as half floats, encoded and premultiplied.
  ///
  /// - Parameter memory: Has 8 bytes for each pixel.
  /// - Returns: Whether each pixel is opaque.
  fileprivate func write(to memory: MemoryBlock) -> Bool {
    var isOpaque = true
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: width) { row in
      guard let colors = row.baseAddress else { return }
      // Bounds: the memory has rows of `width` pixels.
      for y in 0..<height {
        read(row: y, into: UnsafeMutableBufferPointer(start: colors, count: width))
        for x in 0..<width {
          let light = colors[x]
          let alpha = light.w > 0 ? min(light.w, 1) : 0
          if alpha < 1 { isOpaque = false }
          colors[x] =
            SIMD4(
              FilterSpace.encoded(light.x),
              FilterSpace.encoded(light.y),
              FilterSpace.encoded(light.z),
              1
            ) * alpha
        }
        HalfPixels.writeFinite(colors, to: memory.base + y * width * 8, count: width)
      }
    }
    return isOpaque
  }
}

extension CGImage {
  /// Whether components have more than 8 bits, or a space beyond standard range.
  fileprivate var hasWideComponents: Bool {
    guard let space = colorSpace else { return false }
    return bitsPerComponent > 8 || space.isHDR || space.isExtended
  }

  /// How bright the image says that it is.
  fileprivate var contentLight: ContentLight {
    let headroom = contentHeadroom
    if colorSpace?.isHDR == true { return ContentLight(.absolute, headroom: headroom) }
    let isExtended = headroom > 1 || headroom == 0 || colorSpace?.isExtended == true
    return isExtended ? ContentLight(.extended, headroom: headroom) : .standard
  }
}
