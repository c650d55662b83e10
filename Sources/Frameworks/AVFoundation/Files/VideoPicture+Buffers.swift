// Decoded pictures in pixel buffers of half floats, and of Y, Cb and Cr.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreVideo
import Foundation
import QuartzRaster
import QuartzVideo

/// The samples of two planes, Y and pairs of Cb and Cr, each for 2 x 2 pixels.
struct PairedPlanes: Equatable {
  var depth: Int
  var isFullRange: Bool

  /// Nil for other formats.
  init?(_ format: OSType) {
    switch format {
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: (depth, isFullRange) = (8, false)
    case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: (depth, isFullRange) = (8, true)
    case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: (depth, isFullRange) = (10, false)
    case kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: (depth, isFullRange) = (10, true)
    default: return nil
    }
  }

  init(depth: Int, isFullRange: Bool) { (self.depth, self.isFullRange) = (depth, isFullRange) }

  /// The least sample of Y, and how many there are to white.
  private var luma: (start: Double, scale: Double) {
    let step = Double(1 << (depth - 8))
    return isFullRange ? (0, 256 * step - 1) : (16 * step, 219 * step)
  }

  /// The sample of Cb and Cr that is none, and how many there are in their range.
  private var chroma: (start: Double, scale: Double) {
    let step = Double(1 << (depth - 8))
    return (128 * step, isFullRange ? 256 * step - 1 : 224 * step)
  }

  /// The bits of each sample of another depth and range, in the upper bits of its bytes.
  func table(from source: PairedPlanes, isLuma: Bool) -> [UInt16] {
    let (old, new) = isLuma ? (source.luma, luma) : (source.chroma, chroma)
    let most = Double(1 << depth - 1)
    return (0..<1 << source.depth).map { sample in
      let value = new.start + (Double(sample) - old.start) / old.scale * new.scale
      let held = source == self ? UInt16(sample) : UInt16(min(max(value.rounded(), 0), most))
      return depth > 8 ? held << UInt16(16 - depth) : held
    }
  }
}

extension VideoPicture {
  /// Writes the picture to a buffer of `kCVPixelFormatType_64RGBAHalf`, in extended sRGB, and notes
  /// that and the picture's light.
  func writeHalves(to buffer: CVPixelBuffer) {
    _ = CVPixelBufferLockBaseAddress(buffer, [])
    defer { _ = CVPixelBufferUnlockBaseAddress(buffer, []) }
    guard let base = CVPixelBufferGetBaseAddress(buffer) else { return }
    let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
    CVBufferSetAttachment(
      buffer,
      kCVImageBufferCGColorSpaceKey,
      CGColorSpace.extendedSRGBSpace,
      .shouldPropagate
    )
    if convertToHalves(base, rowBytes: rowBytes) { return noteLight(in: buffer) }
    let halves = (0...255).map { Float16(Float($0) / 255) }
    let bytes = rgba
    for y in 0..<format.height {
      let row = (base + y * rowBytes).assumingMemoryBound(to: Float16.self)
      // Bounds: both have four components for each pixel of a row.
      for index in 0..<format.width * 4 {
        row[index] = halves[Int(bytes[y * format.width * 4 + index])]
      }
    }
  }

  /// Writes the picture to a buffer of two planes, and notes its colours.
  ///
  /// Samples of Y, Cb and Cr that lie at the same places are taken over, in the buffer's depth and
  /// range; other pictures are converted. Alpha becomes black.
  ///
  /// - Returns: False for a buffer that cannot be written.
  func writePlanes(to buffer: CVPixelBuffer) -> Bool {
    noteColors(in: buffer)
    guard let target = PairedPlanes(CVPixelBufferGetPixelFormatType(buffer)) else { return false }
    let isAlike =
      format.layout == .planar && format.matrix != .rgb && !format.hasAlpha && format.halvesX
      && format.halvesY && !format.betweenX && format.betweenY
    return isAlike ? copyPlanes(to: buffer, target) : convertPlanes(to: buffer)
  }

  private func noteColors(in buffer: CVPixelBuffer) {
    // Films of R, G and B have none.
    var matrix =
      format.isHDR ? kCVImageBufferYCbCrMatrix_ITU_R_2020 : kCVImageBufferYCbCrMatrix_ITU_R_709_2
    if format.layout != .rgba {
      switch format.matrix {
      case .rec601: matrix = kCVImageBufferYCbCrMatrix_ITU_R_601_4
      case .rec709: matrix = kCVImageBufferYCbCrMatrix_ITU_R_709_2
      case .rec2020: matrix = kCVImageBufferYCbCrMatrix_ITU_R_2020
      case .rgb: break
      }
    }
    CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, matrix, .shouldPropagate)
    let transfer: CFString
    switch format.transfer {
    case .standard: return
    case .pq: transfer = kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
    case .hlg: transfer = kCVImageBufferTransferFunction_ITU_R_2100_HLG
    }
    CVBufferSetAttachment(buffer, kCVImageBufferTransferFunctionKey, transfer, .shouldPropagate)
    let primaries: CFString
    switch format.primaries {
    case .rec709: primaries = kCVImageBufferColorPrimaries_ITU_R_709_2
    case .rec2020: primaries = kCVImageBufferColorPrimaries_ITU_R_2020
    case .displayP3: primaries = kCVImageBufferColorPrimaries_P3_D65
    }
    CVBufferSetAttachment(buffer, kCVImageBufferColorPrimariesKey, primaries, .shouldPropagate)
    if format.transfer == .pq { noteLight(in: buffer) }
  }

  /// Notes the nits of the brightest pixel; those on average are not known.
  private func noteLight(in buffer: CVPixelBuffer) {
    let nits = UInt16(min(max(format.mostNits.rounded(), 0), 65535))
    let data = Data([UInt8(nits >> 8), UInt8(nits & 255), 0, 0])
    CVBufferSetAttachment(buffer, kCVImageBufferContentLightLevelInfoKey, data, .shouldPropagate)
  }

  private func copyPlanes(to buffer: CVPixelBuffer, _ target: PairedPlanes) -> Bool {
    _ = CVPixelBufferLockBaseAddress(buffer, [])
    defer { _ = CVPixelBufferUnlockBaseAddress(buffer, []) }
    let source = PairedPlanes(depth: format.depth, isFullRange: format.isFullRange)
    let planes = format.planes
    for index in 0..<3 {
      let (place, part) = index == 0 ? (0, 0) : (1, index - 1)
      guard let base = CVPixelBufferGetBaseAddressOfPlane(buffer, place) else { return false }
      let table = target.table(from: source, isLuma: index == 0)
      let rowBytes = CVPixelBufferGetBytesPerRowOfPlane(buffer, place)
      let columns = index == 0 ? format.width : (format.width + 1) / 2
      let step = index == 0 ? 1 : 2
      for y in 0..<planes[index].rows {
        // Bounds: the picture has all planes of its format; the buffer's have as many rows and
        // columns.
        let from = memory.base + planes[index].offset + y * planes[index].rowBytes
        let to = base + y * rowBytes
        for x in 0..<columns {
          let sample =
            source.depth > 8
            ? Int(UInt16(littleEndian: from.loadUnaligned(fromByteOffset: x * 2, as: UInt16.self)))
            : Int(from.load(fromByteOffset: x, as: UInt8.self))
          let value = table[min(sample, table.count - 1)]
          let offset = x * step + part
          if target.depth > 8 {
            to.storeBytes(of: value.littleEndian, toByteOffset: offset * 2, as: UInt16.self)
          } else {
            to.storeBytes(
              of: UInt8(truncatingIfNeeded: value),
              toByteOffset: offset,
              as: UInt8.self
            )
          }
        }
      }
    }
    return true
  }

  /// Writes R, G and B of the picture as Y, Cb and Cr.
  private func convertPlanes(to buffer: CVPixelBuffer) -> Bool {
    let count = format.width * format.height
    var pixels = [SIMD4<Float>](repeating: .zero, count: count)
    if format.keepsLight {
      var halves = [UInt8](repeating: 0, count: count * 8)
      halves.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        _ = convertToHalves(base, rowBytes: format.width * 8)
        pixels.withUnsafeMutableBufferPointer { pixels in
          guard let to = pixels.baseAddress else { return }
          HalfPixels.readFinite(base, to: to, count: count)
        }
      }
      let conversion = ColorConversion(from: .extendedSRGBSpace, to: buffer.colorSpace)
      for index in pixels.indices {
        let color = conversion(
          SIMD3<Double>(SIMD3(pixels[index].x, pixels[index].y, pixels[index].z))
        )
        pixels[index] = SIMD4(SIMD3<Float>(color), 1)
      }
    } else {
      let bytes = rgba
      for index in 0..<count {
        for part in 0..<4 { pixels[index][part] = Float(bytes[index * 4 + part]) / 255 }
      }
    }
    return buffer.store(pixels, columns: 0..<format.width, rows: 0..<format.height)
  }
}
