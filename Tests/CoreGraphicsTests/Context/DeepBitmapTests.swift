// Contexts whose bitmaps have 16-bit integers or 32-bit floating point.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing

@Suite struct DeepBitmapTests {
  private static let little16 = CGBitmapInfo.byteOrder16Little.rawValue
  private static let little32 = CGBitmapInfo.byteOrder32Little.rawValue
  private static let last = CGImageAlphaInfo.premultipliedLast.rawValue
  private static let skipped = CGImageAlphaInfo.noneSkipLast.rawValue
  private static let float = CGBitmapInfo.floatComponents.rawValue

  /// Two rows of four pixels.
  private func context(
    _ bits: Int,
    _ info: UInt32,
    data: UnsafeMutableRawPointer? = nil,
    space: CGColorSpace? = CGColorSpace(name: CGColorSpace.sRGB)
  ) throws -> CGContext {
    try #require(
      CGContext(
        data: data,
        width: 4,
        height: 2,
        bitsPerComponent: bits,
        bytesPerRow: 0,
        space: space,
        bitmapInfo: info
      )
    )
  }

  /// The integers of the pixel (x, y), y from the top.
  private func codes(_ context: CGContext, _ x: Int, _ y: Int, isBig: Bool = false) -> [UInt16] {
    let start = (context.data ?? .allocate(byteCount: 1, alignment: 1))
    return (0..<4).map { index in
      let code = start.loadUnaligned(
        fromByteOffset: y * context.bytesPerRow + x * 8 + index * 2,
        as: UInt16.self
      )
      return isBig ? code.byteSwapped : code
    }
  }

  private func numbers(_ context: CGContext, _ x: Int, _ y: Int) -> [Float] {
    let start = (context.data ?? .allocate(byteCount: 1, alignment: 1))
    return (0..<4).map { index in
      start.loadUnaligned(
        fromByteOffset: y * context.bytesPerRow + x * 16 + index * 4,
        as: Float.self
      )
    }
  }

  @Test(arguments: [(little16, false), (CGBitmapInfo.byteOrder16Big.rawValue, true), (0, true)])
  func integers(order: UInt32, isBig: Bool) throws {
    let context = try context(16, Self.last | order)
    #expect(context.bitsPerPixel == 64 && context.bytesPerRow == 32)
    context.setFillColor(red: 1, green: 0.5, blue: 0, alpha: 0.5)
    context.fill(CGRect(x: 0, y: 1, width: 1, height: 1))
    // Premultiplied by 1/2; halves have 0.25 and 0.5 exactly.
    #expect(codes(context, 0, 0, isBig: isBig) == [32768, 16384, 0, 32768])
    #expect(codes(context, 1, 0, isBig: isBig) == [0, 0, 0, 0])
    #expect(codes(context, 0, 1, isBig: isBig) == [0, 0, 0, 0])
  }

  /// A program's own numbers are drawn over, and stay where nothing is drawn.
  @Test func numbersOfAProgram() throws {
    var memory = [UInt16](repeating: 12_345, count: 32)
    try memory.withUnsafeMutableBytes { bytes in
      let context = try context(16, Self.skipped | Self.little16, data: bytes.baseAddress)
      context.setFillColor(red: 0, green: 0, blue: 0, alpha: 0.5)
      context.fill(CGRect(x: 1, y: 0, width: 2, height: 1))
      // A stroke beside the pixels, and a clip of nothing, change nothing.
      context.stroke(CGRect(x: 40, y: 40, width: 5, height: 5))
      context.clip(to: CGRect.zero)
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
    }
    for (index, code) in memory.enumerated() where index % 4 < 3 {
      let isDrawn = index / 4 == 5 || index / 4 == 6
      // because: a half of 12345/65535 has 11 bits.
      if isDrawn { #expect(abs(Int(code) - 6_172) <= 4) } else { #expect(code == 12_345) }
    }
  }

  @Test func lightBeyondWhite() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let color = CGColor(colorSpace: space, components: [2, -0.25, 1, 1])
    let context = try context(32, Self.last | Self.float | Self.little32, space: space)
    #expect(context.bitsPerPixel == 128 && context.bitsPerComponent == 32)
    context.setFillColor(try #require(color))
    context.fill(CGRect(x: 2, y: 0, width: 2, height: 2))
    #expect(numbers(context, 3, 1) == [2, -0.25, 1, 1])
    #expect(numbers(context, 1, 1) == [0, 0, 0, 0])
    let image = try #require(context.makeImage())
    #expect(image.bitsPerPixel == 128 && image.bitsPerComponent == 32)
    #expect(context.setEDRTargetHeadroom(4))
  }

  /// Hostile numbers of a program become numbers: NaN is 0, infinity the largest half float.
  @Test func numbersThatAreNone() throws {
    var memory = [Float](repeating: .nan, count: 32)
    memory[4...7] = [.infinity, -.infinity, 1, 1]
    try memory.withUnsafeMutableBytes { bytes in
      let space = CGColorSpace(name: CGColorSpace.extendedSRGB)
      let info = Self.last | Self.float | Self.little32
      let context = try context(32, info, data: bytes.baseAddress, space: space)
      context.setFillColor(red: 0, green: 0, blue: 0, alpha: 0.5)
      context.fill(CGRect(x: 0, y: 1, width: 2, height: 1))
    }
    #expect(Array(memory[0...3]) == [0, 0, 0, 0.5])
    #expect(Array(memory[4...5]) == [32_752, -32_752])
    #expect(memory[8].isNaN)
  }

  /// The same drawing in bytes, but for their rounding.
  @Test func layersShadowsAndImages() throws {
    func draw(_ context: CGContext) {
      context.setFillColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 1))
      context.setShadow(
        offset: CGSize(width: 1, height: 0),
        blur: 0,
        color: CGColor(gray: 0, alpha: 0.5)
      )
      context.setAlpha(0.5)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      context.fill(CGRect(x: 1, y: 0, width: 1, height: 2))
      context.endTransparencyLayer()
      context.clear(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    let (wide, plain) = (try context(16, Self.last | Self.little16), try context(8, Self.last))
    draw(wide)
    draw(plain)
    let bytes = try #require(plain.data)
    for (y, x) in (0..<2).flatMap({ y in (0..<4).map { (y, $0) } }) {
      let expected = (0..<4).map {
        Int(bytes.load(fromByteOffset: y * plain.bytesPerRow + x * 4 + $0, as: UInt8.self))
      }
      // because: three blends round to bytes each.
      for (code, byte) in zip(codes(wide, x, y), expected) {
        #expect(abs(Int((Double(code) / 257).rounded()) - byte) <= 2, "at \(x), \(y)")
      }
    }
  }

  @Test func memoryIsGivenBackOnce() throws {
    final class Count { var value = 0 }
    let (count, memory) = (Count(), UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8))
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
    var context = CGContext(
      data: memory,
      width: 4,
      height: 2,
      bitsPerComponent: 16,
      bytesPerRow: 32,
      space: CGColorSpace(name: CGColorSpace.sRGB),
      bitmapInfo: Self.last | Self.little16,
      releaseCallback: { info, data in
        guard let info else { return }
        Unmanaged<Count>.fromOpaque(info).takeUnretainedValue().value += 1
        data?.deallocate()
      },
      releaseInfo: Unmanaged.passUnretained(count).toOpaque()
    )
    #expect(context?.data == memory)
    context = nil
    #expect(count.value == 1)
  }

  /// Rows too short, and layouts that there are none of.
  @Test(
    arguments: [
      (16, last | little32, 0), (32, last | float | little16, 0), (32, last | little32, 0),
      (16, CGImageAlphaInfo.premultipliedFirst.rawValue | little16, 0),
      (16, last | little16, 31), (32, last | float | little32, 63),
    ] as [(Int, UInt32, Int)]
  )
  func refused(bits: Int, info: UInt32, bytesPerRow: Int) {
    let context = CGContext(
      data: nil,
      width: 4,
      height: 2,
      bitsPerComponent: bits,
      bytesPerRow: bytesPerRow,
      space: CGColorSpace(name: CGColorSpace.sRGB),
      bitmapInfo: info
    )
    #expect(context == nil)
  }
}
