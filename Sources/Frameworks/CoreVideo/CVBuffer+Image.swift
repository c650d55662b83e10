// Pictures in memory as images, and drawn from pixels.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
import Foundation
import QuartzFaults

extension CVBuffer {
  /// The four characters of the format, or its number.
  package var formatName: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: format >> UInt32(24 - 8 * $0)) }
    guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return "\(format)" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The picture as it is now, in the colours and with the light that its notes say; nil, with a
  /// line, for a matrix that is not known, and without memory.
  package func makeImage() -> CGImage? {
    guard let form = BufferForm(format) else { return nil }
    _ = CVPixelBufferLockBaseAddress(self, .readOnly)
    defer { _ = CVPixelBufferUnlockBaseAddress(self, .readOnly) }
    switch form {
    case .plain(let bits, let info): return plainImage(bits, info)
    case .chroma(let depth, let isFullRange):
      guard let formula = formula(depth: depth, isFullRange: isFullRange) else { return nil }
      return chromaImage(ChromaPlanes(self, depth: depth), formula)
    }
  }

  private func plainImage(_ bits: Int, _ info: CGBitmapInfo) -> CGImage? {
    let plane = layout.planes[0]
    let tight = PixelPlanes(format, width: 1, height: 1, alignment: 1)?.byteCount ?? 1
    guard (try? MemoryProbe.ensure(bytes: plane.rowBytes * height)) != nil,
      // Bounds: the memory has all rows of the plane.
      let provider = CGDataProvider(
        data: Data(bytes: memory.base + plane.offset, count: plane.rowBytes * height)
      )
    else { return nil }
    return CGImage(
      headroom: headroom,
      width: width,
      height: height,
      bitsPerComponent: bits,
      bitsPerPixel: tight * 8,
      bytesPerRow: plane.rowBytes,
      space: colorSpace,
      bitmapInfo: info,
      provider: provider,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
  }

  /// The picture in integers of 16 bits, between which samples of 10 bits are told apart.
  private func chromaImage(_ planes: ChromaPlanes, _ formula: ChromaFormula) -> CGImage? {
    guard (try? MemoryProbe.ensure(bytes: width * height * 8)) != nil else { return nil }
    var samples = [UInt16](repeating: 65535, count: width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let color = formula.color(
          planes.sample(.y, x, y),
          planes.chroma(.cb, x, y),
          planes.chroma(.cr, x, y)
        )
        for index in 0..<3 {
          let value = min(max(color[index], 0), 1) * 65535
          samples[(y * width + x) * 4 + index] = UInt16(value.rounded())
        }
      }
    }
    return CGImage(
      samples: samples.withUnsafeBytes { Data($0) },
      size: (width, height),
      .integers16,
      space: colorSpace,
      alpha: .noneSkipLast,
      tags: (nil, headroom)
    )
  }

  /// Replaces some rows and columns of the picture.
  ///
  /// Components are rounded to what the format holds; formats without alpha take the colour over
  /// black. Of a format of planes the part begins at even columns and rows, and ends there or at
  /// the edge; Cb and Cr are means of the part's pixels about their place.
  ///
  /// - Parameters:
  ///   - pixels: Premultiplied components in the picture's space, rows without gaps; numbers.
  ///   - columns: In the picture.
  ///   - rows: From the top.
  /// - Returns: False, with a line, for a matrix that is not known, and for grey.
  package func store(
    _ pixels: UnsafePointer<SIMD4<Float>>,
    columns: Range<Int>,
    rows: Range<Int>
  ) -> Bool {
    guard let form = BufferForm(format), format != kCVPixelFormatType_OneComponent8 else {
      return false
    }
    _ = CVPixelBufferLockBaseAddress(self, [])
    defer { _ = CVPixelBufferUnlockBaseAddress(self, []) }
    switch form {
    case .plain:
      let plane = layout.planes[0]
      let step = format == kCVPixelFormatType_64RGBAHalf ? 8 : 4
      for (index, y) in rows.enumerated() {
        // Bounds: the part lies in the picture.
        let row = memory.base + plane.offset + y * plane.rowBytes + columns.lowerBound * step
        for x in 0..<columns.count { store(pixels[index * columns.count + x], to: row + x * step) }
      }
      return true
    case .chroma(let depth, let isFullRange):
      guard let formula = formula(depth: depth, isFullRange: isFullRange) else { return false }
      store(pixels, columns, rows, ChromaPlanes(self, depth: depth), formula)
      return true
    }
  }

  /// Writes a pixel of a format of one plane.
  private func store(_ pixel: SIMD4<Float>, to place: UnsafeMutableRawPointer) {
    let held = pixel.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
    switch format {
    case kCVPixelFormatType_64RGBAHalf:
      let most = SIMD4<Float>(repeating: 65504)
      let numbers = pixel.clamped(lowerBound: -most, upperBound: most)
      place.storeBytes(of: SIMD4<Float16>(numbers), as: SIMD4<Float16>.self)
    case kCVPixelFormatType_ARGB2101010LEPacked:
      // Alpha of two bits is another one, which colours are premultiplied with.
      let alpha = (held.w * 3).rounded()
      let scale = held.w > 0 ? alpha / 3 / held.w * 1023 : 0
      let codes = (held * scale).rounded(.toNearestOrAwayFromZero)
      store10(SIMD4<UInt32>(codes), alpha: UInt32(alpha), to: place)
    case kCVPixelFormatType_30RGBLEPackedWideGamut:
      let most = SIMD4<Float>(repeating: 1023)
      let codes = (pixel * 510 + 384).clamped(lowerBound: .zero, upperBound: most)
      let whole = SIMD4<UInt32>(codes.rounded(.toNearestOrAwayFromZero))
      store10(whole, alpha: 0, to: place)
    default:
      let bytes = SIMD4<UInt8>((held * 255).rounded(.toNearestOrAwayFromZero))
      let order =
        format == kCVPixelFormatType_32BGRA
        ? SIMD4(2, 1, 0, 3)
        : format == kCVPixelFormatType_32ARGB ? SIMD4(3, 0, 1, 2) : SIMD4(0, 1, 2, 3)
      for index in 0..<4 {
        place.storeBytes(of: bytes[order[index]], toByteOffset: index, as: UInt8.self)
      }
    }
  }

  private func store10(_ codes: SIMD4<UInt32>, alpha: UInt32, to place: UnsafeMutableRawPointer) {
    let number = alpha << 30 | codes.x << 20 | codes.y << 10 | codes.z
    place.storeBytes(of: number.littleEndian, as: UInt32.self)
  }

  private func store(
    _ pixels: UnsafePointer<SIMD4<Float>>,
    _ columns: Range<Int>,
    _ rows: Range<Int>,
    _ planes: ChromaPlanes,
    _ formula: ChromaFormula
  ) {
    // Y, Cb and Cr of a pixel of the part; beyond its edges those at the edge.
    func values(_ x: Int, _ y: Int) -> SIMD3<Double> {
      let (x, y) = (min(max(x, 0), columns.count - 1), min(max(y, 0), rows.count - 1))
      let pixel = pixels[y * columns.count + x].clamped(
        lowerBound: .zero,
        upperBound: SIMD4(repeating: 1)
      )
      return formula.values(SIMD3<Double>(SIMD3(pixel.x, pixel.y, pixel.z)))
    }
    for y in 0..<rows.count {
      for x in 0..<columns.count {
        let luma = formula.luma(values(x, y).x)
        planes.store(luma, .y, columns.lowerBound + x, rows.lowerBound + y)
      }
    }
    for y in stride(from: 0, to: rows.count, by: 2) {
      for x in stride(from: 0, to: columns.count, by: 2) {
        var mean = SIMD3<Double>.zero
        for row in 0...1 {
          mean += values(x - 1, y + row) + 2 * values(x, y + row) + values(x + 1, y + row)
        }
        mean /= 8
        let (column, row) = ((columns.lowerBound + x) / 2, (rows.lowerBound + y) / 2)
        planes.store(formula.chroma(mean.y), .cb, column, row)
        planes.store(formula.chroma(mean.z), .cr, column, row)
      }
    }
  }
}
