// Images that show only where a mask lets them.
// Licensed under the MIT license; see LICENSE.

public import Foundation

extension CGImage {
  /// The image where `mask` lets it through; nil if `mask` is neither a mask nor a grey image
  /// without alpha.
  ///
  /// A mask (`init(maskWidth:...)`) lets through where its numbers are low; a grey image lets
  /// through where it is white, its component being taken for alpha as it is. It is scaled to the
  /// size of this image.
  ///
  /// **Differences**: the mask is scaled to the pixels of the image, even where the image is drawn
  /// larger than that. Source: Quartz 2D Programming Guide, "Masking Images with Images".
  public func masking(_ mask: CGImage) -> CGImage? {
    guard !isMask, mask.isMask || mask.alphaInfo.isOpaque, let coverage = mask.coverage else {
      return nil
    }
    let (width, height, whole) = (width, height, deferred)
    let pixels = DeferredPixels(width: width, height: height) {
      let scaled = coverage.scaled(width: width, height: height)
      return whole.pixels.multiplied(by: scaled.bytes)
    }
    return CGImage(pixels)
  }

  /// The image without the pixels whose components lie in ranges; nil for a mask or an image with
  /// alpha.
  ///
  /// - Parameter components: For each component of the colour space the least and the greatest
  ///   number of its range, as they lie in the image (0...255 for 8 bits), before decoding.
  public func copy(maskingColorComponents components: [CGFloat]) -> CGImage? {
    guard !isMask, alphaInfo.isOpaque, let space = colorSpace,
      components.count == space.numberOfComponents * 2, components.allSatisfy(\.isFinite),
      !bitmapInfo.contains(.floatComponents)
    else { return nil }
    let (width, height, whole, bytes) = (width, height, deferred, source)
    let isGray = space.model == .monochrome
    let pixels = DeferredPixels(width: width, height: height) {
      let pixels = whole.pixels
      let key = ColorKey(components.map { Double($0) })
      return pixels.multiplied(
        by: bytes.map { key.coverage($0, width, height) }
          ?? key.coverage(pixels, isGray: isGray)
      )
    }
    return CGImage(pixels)
  }

  /// The coverage of each pixel when the image is used as a mask: of a mask where it paints, of an
  /// image of alpha alone its alpha, of a grey image without alpha its component; nil for others.
  package var coverage: CoveragePlane? {
    if isMask || alphaInfo == .alphaOnly {
      return CoveragePlane(width: width, height: height, bytes: pixelStorage.plane(3))
    }
    guard alphaInfo.isOpaque, colorSpace?.model == .monochrome else { return nil }
    // In device grey the pixels hold the component itself.
    let plain = colorSpace == .deviceGraySpace ? self : copy(colorSpace: .deviceGraySpace)
    return plain.map {
      CoveragePlane(width: width, height: height, bytes: $0.pixelStorage.plane(0))
    }
  }
}

/// The coverage of each pixel: one byte, rows that touch, 255 for full coverage.
package struct CoveragePlane: Sendable {
  package let width: Int
  package let height: Int
  package let bytes: [UInt8]
}

extension CGImageAlphaInfo {
  /// Whether pixels have no alpha.
  fileprivate var isOpaque: Bool {
    switch self {
    case .none, .noneSkipLast, .noneSkipFirst: true
    case .premultipliedLast, .premultipliedFirst, .last, .first, .alphaOnly: false
    }
  }
}

/// A colour, with a range for each component, that is taken out of an image.
private struct ColorKey {
  private let ranges: [ClosedRange<Double>]

  init(_ ends: [Double]) {
    ranges = stride(from: 0, to: ends.count, by: 2).map {
      min(ends[$0], ends[$0 + 1])...max(ends[$0], ends[$0 + 1])
    }
  }

  private func coverage(_ count: Int, _ sample: (_ pixel: Int, _ component: Int) -> Double)
    -> [UInt8]
  {
    (0..<count).map { pixel in
      ranges.indices.allSatisfy { ranges[$0].contains(sample(pixel, $0)) } ? 0 : 255
    }
  }

  /// Bounds: the bytes hold all rows, as the image's initialiser checked.
  func coverage(_ bytes: ImageBytes, _ width: Int, _ height: Int) -> [UInt8] {
    bytes.data.withUnsafeBytes { memory -> [UInt8] in
      guard let start = memory.baseAddress else { return [] }
      return coverage(width * height) { pixel, component in
        let row = start + bytes.offset + pixel / width * bytes.rowBytes
        switch bytes.format {
        case .bytes(let layout):
          let channel = [layout.red, layout.green, layout.blue][component]
          let offset = pixel % width * layout.bytesPerPixel + channel
          return Double(row.load(fromByteOffset: offset, as: UInt8.self))
        case .samples(let layout):
          return Double(layout.sample(row, pixel % width, layout.firstColor + component))
        }
      }
    }
  }

  func coverage(_ pixels: PixelStorage, isGray: Bool) -> [UInt8] {
    coverage(pixels.width * pixels.height) { pixel, component in
      let offset = pixel / pixels.width * pixels.rowBytes + pixel % pixels.width * 4
      return Double(pixels.base.load(fromByteOffset: offset + component, as: UInt8.self))
    }
  }
}

extension PixelStorage {
  /// Byte `index` of each pixel, in rows that touch: 0 for red, 3 for alpha.
  package func plane(_ index: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
      // Bounds: width x height bytes; each pixel has four.
      for y in 0..<height {
        let row = base + y * rowBytes + index
        for x in 0..<width {
          target[y * width + x] = row.load(fromByteOffset: x * 4, as: UInt8.self)
        }
      }
      count = width * height
    }
  }

  /// The pixels times a byte for each, which stands for 0...1; rounded to nearest.
  func multiplied(by coverage: [UInt8]) -> PixelStorage {
    precondition(coverage.count == width * height)
    return PixelStorage(width: width, height: height) { target in
      var opaque: UInt8 = 255
      // Bounds: four bytes for each pixel on either side, one of the coverage.
      for y in 0..<height {
        for x in 0..<width {
          let factor = coverage[y * width + x]
          let source = base + y * rowBytes + x * 4
          for index in 0..<4 {
            let byte = multiply(source.load(fromByteOffset: index, as: UInt8.self), factor)
            target[(y * width + x) * 4 + index] = byte
          }
          opaque &= target[(y * width + x) * 4 + 3]
        }
      }
      return opaque == 255
    }
  }
}
