// The bytes that an image is made of, and how they become pixels.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The layout of components: whole bytes of grey or RGB, which are converted fast, or any other.
enum ImageFormat: Hashable, Sendable {
  case bytes(PixelLayout)
  case samples(SampleLayout)

  /// The format that the parameters of an image name, or nil if images of it are not taken.
  init?(
    bitsPerComponent: Int,
    bitsPerPixel: Int,
    model: CGColorSpaceModel?,
    bitmapInfo: CGBitmapInfo
  ) {
    if let layout = PixelLayout(
      bitsPerComponent: bitsPerComponent,
      bitsPerPixel: bitsPerPixel,
      model: model,
      bitmapInfo: bitmapInfo
    ) {
      self = .bytes(layout)
    } else if let layout = SampleLayout(
      bitsPerComponent: bitsPerComponent,
      bitsPerPixel: bitsPerPixel,
      model: model,
      bitmapInfo: bitmapInfo
    ) {
      self = .samples(layout)
    } else {
      return nil
    }
  }

  var bitsPerPixel: Int {
    switch self {
    case .bytes(let layout): layout.bytesPerPixel * 8
    case .samples(let layout): layout.bitsPerPixel
    }
  }

  /// The bytes of a row of `width` pixels, without padding.
  func rowLength(_ width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

  var isAlphaOnly: Bool {
    switch self {
    case .bytes(let layout): layout.isAlphaOnly
    case .samples(let layout): layout.colors == 0
    }
  }
}

/// Bytes with the pixels of an image in them.
struct ImageBytes: Sendable {
  var data: Data
  /// The offset of the first pixel.
  var offset: Int
  var rowBytes: Int
  var format: ImageFormat

  /// The pixels in their final form, shared with the bytes if they have it already.
  ///
  /// The caller vouches that the bytes hold all rows. `decode` is that of alpha for an image that
  /// is only alpha.
  func pixels(
    width: Int,
    height: Int,
    space: CGColorSpace?,
    decode: [Double]?
  ) -> PixelStorage {
    switch format {
    case .bytes(let layout):
      let conversion = BitmapConversion(layout: layout, space: space, decode: decode)
      if conversion.keepsBytes(of: layout),
        let pixels = PixelStorage(
          width: width,
          height: height,
          rowBytes: rowBytes,
          sharing: data,
          at: offset
        )
      {
        return pixels
      }
      return converted(width, height) { conversion.convertRow(width: width, from: $0, to: $1) }
    case .samples(let layout):
      let conversion = SampleConversion(
        layout: layout,
        space: space,
        decode: decode,
        pixelCount: width * height
      )
      return converted(width, height) { conversion.convertRow(width: width, from: $0, to: $1) }
    }
  }

  private func converted(
    _ width: Int,
    _ height: Int,
    _ convertRow: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Bool
  ) -> PixelStorage {
    PixelStorage(width: width, height: height) { target in
      data.withUnsafeBytes { bytes in
        guard let from = bytes.baseAddress, let to = target.baseAddress else { return true }
        var isOpaque = true
        // Bounds: the bytes hold all rows, as the caller vouches; the target has width x 4 for
        // each.
        for y in 0..<height {
          let rowIsOpaque = convertRow(from + offset + y * rowBytes, to + y * width * 4)
          isOpaque = isOpaque && rowIsOpaque
        }
        return isOpaque
      }
    }
  }

  /// The bytes from pixel (`x`, `y`) on, without a copy, or with one where a row would begin inside
  /// a byte.
  func part(x: Int, y: Int, width: Int, height: Int) -> ImageBytes {
    var part = self
    part.offset += y * rowBytes + x * format.bitsPerPixel / 8
    guard case .samples(let layout) = format, x * layout.bitsPerPixel % 8 != 0 else { return part }
    part.offset = 0
    part.rowBytes = layout.rowLength(width)
    part.data = Data(count: part.rowBytes * height)
    data.withUnsafeBytes { source in
      part.data.withUnsafeMutableBytes { (target: UnsafeMutableRawBufferPointer) in
        guard let from = source.baseAddress else { return }
        let (bits, rowLength) = (layout.bits, part.rowBytes)
        // Bounds: the part lies inside, as the caller checked; bits * width fit a row of the
        // target.
        for row in 0..<height {
          for column in 0..<width {
            let start = from + offset + (y + row) * rowBytes
            let sample = UInt8(layout.sample(start, x + column, 0))
            let bit = column * bits
            target[row * rowLength + bit / 8] |= sample << UInt8(8 - bits - bit % 8)
          }
        }
      }
    }
    return part
  }
}
