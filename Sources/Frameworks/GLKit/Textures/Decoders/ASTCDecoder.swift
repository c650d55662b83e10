// Decoding of Adaptive Scalable Texture Compression, by libastcenc.
// Licensed under the MIT license; see LICENSE.

import CQuartzASTC

/// Decodes Adaptive Scalable Texture Compression with a low dynamic range to R, G, B, A bytes.
struct ASTCDecoder: ~Copyable {
  private let decoder: OpaquePointer

  /// Nil without memory.
  init?(_ block: ASTCBlock, isSRGB: Bool) {
    guard let made = quartz_astc_create(UInt32(block.width), UInt32(block.height), isSRGB) else {
      return nil
    }
    decoder = made
  }

  deinit {
    quartz_astc_free(decoder)
  }

  /// Decodes a picture; nil if there are too few blocks.
  func decode(_ blocks: ArraySlice<UInt8>, width: Int, height: Int) -> [UInt8]? {
    var isDecoded = false
    // Bounds: libastcenc writes width x height texels, and reads no more bytes than its argument
    // says.
    let texels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
      guard let target = target.baseAddress else { return }
      blocks.withUnsafeBufferPointer { blocks in
        guard let source = blocks.baseAddress else { return }
        let (width, height) = (UInt32(width), UInt32(height))
        isDecoded = quartz_astc_decode(decoder, source, blocks.count, width, height, target)
      }
      if isDecoded { count = width * height * 4 }
    }
    return isDecoded ? texels : nil
  }
}
