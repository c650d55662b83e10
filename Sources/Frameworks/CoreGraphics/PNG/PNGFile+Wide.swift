// PNG files whose pixels are of another colour space, as they are.
// Licensed under the MIT license; see LICENSE.

import Foundation

extension PNGFile {
  /// The space that cICP names; nil for pictures of sRGB, and for those that say nothing of it.
  package var codedSpace: CGColorSpace? { coding.space }

  /// A picture of 16 bits a component in the file's own space, straight.
  ///
  /// - Throws: `PNGError`, also for one that needs more memory than the limits allow.
  func wideImage(of index: Int, _ space: CGColorSpace) throws(PNGError) -> CGImage {
    let frame = frames[index]
    let needed = frame.width * frame.height * 8
    guard needed <= limits.bytes else {
      throw .tooMuchMemory(needed: needed, limit: limits.bytes)
    }
    let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: needed, alignment: 16)
    do {
      try decode(isPlain ? bytes : Data(standalone(frame)), index, into: pixels, isWide: true)
    } catch {
      pixels.deallocate()
      throw error
    }
    if !coding.isFullRange { spread(pixels) }
    guard let start = pixels.baseAddress else { preconditionFailure("no picture without pixels") }
    let data = Data(
      bytesNoCopy: start,
      count: needed,
      deallocator: .custom { memory, _ in memory.deallocate() }
    )
    let image = CGImage(
      samples: data,
      size: (frame.width, frame.height),
      .integers16,
      space: space,
      alpha: hasAlpha ? .last : .noneSkipLast,
      tags: ("public.png", 0)
    )
    guard coding.headroom > 0, let tagged = image.copy(contentHeadroom: coding.headroom) else {
      return image
    }
    return tagged
  }

  /// Spreads the numbers of studios over all there are: 16 is black and 235 white in bytes, in 16
  /// bits 256 times that, and the decoder makes 257 times that of bytes.
  private func spread(_ pixels: UnsafeMutableRawBufferPointer) {
    let step = header.bitDepth == 16 ? 256 : 257
    let (black, white) = (16 * step, 235 * step)
    let numbers = pixels.bindMemory(to: UInt16.self)
    // Bounds: four numbers a pixel.
    for index in numbers.indices where index % 4 != 3 {
      let level = min(max(Int(numbers[index]), black), white) - black
      numbers[index] = UInt16((level * 65535 + (white - black) / 2) / (white - black))
    }
  }
}
