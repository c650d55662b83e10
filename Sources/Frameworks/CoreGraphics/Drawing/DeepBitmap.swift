// Bitmaps of 16-bit integers and of 32-bit floating point.
// Licensed under the MIT license; see LICENSE.
//
// Blending knows bytes and half floats. A bitmap of wider numbers is drawn on a canvas of half
// floats of the same size: before each drawing call the pixels that it reaches are read from the
// bitmap, and afterwards those that the call changed are written back. So the memory may be read
// and written between calls, and what a call leaves alone keeps all of its bits.

import Glibc
import QuartzFaults
import QuartzMath
import QuartzRaster

/// The memory of a bitmap whose numbers are wider than those that are blended.
final class DeepBitmap {
  /// A kind of four numbers for a pixel.
  enum Kind: Equatable {
    /// 0...65535 for 0...1.
    case integers(isBigEndian: Bool)
    case floats(isBigEndian: Bool)

    var bytesPerPixel: Int {
      switch self {
      case .integers: 8
      case .floats: 16
      }
    }
  }

  let kind: Kind
  /// The first byte of the first row.
  let base: UnsafeMutableRawPointer
  /// Bytes from a row to the next.
  let rowBytes: Int
  private let memory: Canvas.Memory

  /// Memory of its own, which begins clear; nil if there is none.
  init?(_ kind: Kind, height: Int, rowBytes: Int) {
    let (bytes, overflows) = height.multipliedReportingOverflow(by: rowBytes)
    guard !overflows, let base = MemoryProbe.clearBlock(bytes: bytes) else { return nil }
    (self.kind, self.base, self.rowBytes, memory) = (kind, base, rowBytes, .own)
  }

  /// Memory of a caller.
  init(
    _ kind: Kind,
    base: UnsafeMutableRawPointer,
    rowBytes: Int,
    release: @escaping () -> Void
  ) {
    (self.kind, self.base, self.rowBytes) = (kind, base, rowBytes)
    memory = .borrowed(release: release)
  }

  deinit {
    switch memory {
    case .own: free(base)
    case .borrowed(let release): release()
    }
  }

  // MARK: Rows

  /// Reads the pixels of a rectangle into a canvas of half floats, whose bounds begin at (0, 0).
  func read(_ rect: PixelRect, into canvas: Canvas) {
    for y in rect.minY..<rect.maxY {
      let row = canvas.pixel(rect.minX, y)
      for x in 0..<Int(rect.width) {
        row.storeBytes(
          of: half(at: pixel(Int(rect.minX) + x, Int(y))),
          toByteOffset: x * 8,
          as: SIMD4<Float16>.self
        )
      }
    }
  }

  /// Writes the pixels of a rectangle that a canvas has otherwise.
  func write(_ rect: PixelRect, from canvas: Canvas) {
    for y in rect.minY..<rect.maxY {
      let row = canvas.pixel(rect.minX, y)
      for x in 0..<Int(rect.width) {
        let new = row.loadUnaligned(fromByteOffset: x * 8, as: SIMD4<Float16>.self)
        let target = pixel(Int(rect.minX) + x, Int(y))
        if new != half(at: target) { store(SIMD4<Float>(new), at: target) }
      }
    }
  }

  // Bounds: callers pass pixels of the bitmap, which `rowBytes` and its height were checked for.
  private func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
    base + y * rowBytes + x * kind.bytesPerPixel
  }

  /// The pixel as it is drawn over; numbers that are none are 0.
  private func half(at pixel: UnsafeMutableRawPointer) -> SIMD4<Float16> {
    switch kind {
    case .integers(let isBigEndian):
      let stored = pixel.loadUnaligned(as: SIMD4<UInt16>.self)
      var codes = SIMD4<Float>()
      for index in 0..<4 {
        let code =
          isBigEndian ? UInt16(bigEndian: stored[index]) : UInt16(littleEndian: stored[index])
        codes[index] = Float(code)
      }
      return SIMD4<Float16>(codes / 65535)
    case .floats(let isBigEndian):
      let stored = pixel.loadUnaligned(as: SIMD4<UInt32>.self)
      var halves = SIMD4<Float16>()
      for index in 0..<4 {
        let bits =
          isBigEndian ? UInt32(bigEndian: stored[index]) : UInt32(littleEndian: stored[index])
        let number = Float(bitPattern: bits)
        halves[index] = number.isNaN ? 0 : Float16(min(max(number, -65504), 65504))
      }
      return halves
    }
  }

  private func store(_ numbers: SIMD4<Float>, at pixel: UnsafeMutableRawPointer) {
    switch kind {
    case .integers(let isBigEndian):
      var codes = SIMD4<UInt16>()
      for index in 0..<4 {
        let code = UInt16((min(max(numbers[index], 0), 1) * 65535).rounded())
        codes[index] = isBigEndian ? code.bigEndian : code.littleEndian
      }
      pixel.storeBytes(of: codes, as: SIMD4<UInt16>.self)
    case .floats(let isBigEndian):
      var bits = SIMD4<UInt32>()
      for index in 0..<4 {
        let pattern = numbers[index].bitPattern
        bits[index] = isBigEndian ? pattern.bigEndian : pattern.littleEndian
      }
      pixel.storeBytes(of: bits, as: SIMD4<UInt32>.self)
    }
  }
}

extension DeepBitmap.Kind {
  /// The numbers that the parameters of a bitmap context name; nil if they are no wide ones.
  ///
  /// | space | bits | alpha | byte order |
  /// |---|---|---|---|
  /// | RGB | 16, integers | premultiplied or skipped, last | default and 16 big, 16 little |
  /// | RGB | 32, floating point | premultiplied or skipped, last | default and 32 big, 32 little |
  init?(bitsPerComponent: Int, model: CGColorSpaceModel?, bitmapInfo: CGBitmapInfo) {
    guard model == .rgb, bitmapInfo.packing == .packed,
      let alpha = bitmapInfo.alphaInfo, alpha == .premultipliedLast || alpha == .noneSkipLast,
      let order = bitmapInfo.byteOrder
    else { return nil }
    switch (bitsPerComponent, bitmapInfo.contains(.floatComponents), order) {
    case (16, false, .orderDefault), (16, false, .order16Big): self = .integers(isBigEndian: true)
    case (16, false, .order16Little): self = .integers(isBigEndian: false)
    case (32, true, .orderDefault), (32, true, .order32Big): self = .floats(isBigEndian: true)
    case (32, true, .order32Little): self = .floats(isBigEndian: false)
    default: return nil
    }
  }
}
