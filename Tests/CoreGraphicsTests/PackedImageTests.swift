// Images of packed pixels, of halves and of floats, and the contexts that there are none of.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@Suite struct PackedImageTests {
  private func make(
    _ data: Data,
    bits: Int,
    pixel: Int,
    _ alpha: CGImageAlphaInfo,
    _ others: UInt32,
    space: CFString = CGColorSpace.sRGB
  ) -> CGImage? {
    guard let provider = CGDataProvider(data: data), let space = CGColorSpace(name: space) else {
      return nil
    }
    return CGImage(
      width: data.count * 8 / pixel,
      height: 1,
      bitsPerComponent: bits,
      bitsPerPixel: pixel,
      bytesPerRow: data.count,
      space: space,
      bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue | others),
      provider: provider,
      decode: nil,
      shouldInterpolate: false,
      intent: .defaultIntent
    )
  }

  private func words(_ words: [UInt32], isBig: Bool = false) -> Data {
    let bytes = words.map { isBig ? $0.bigEndian : $0.littleEndian }
    return bytes.withUnsafeBytes { Data($0) }
  }

  /// Three numbers of 10 bits after two others.
  private func late(_ red: UInt32, _ green: UInt32, _ blue: UInt32, _ two: UInt32 = 0) -> UInt32 {
    two << 30 | red << 20 | green << 10 | blue
  }

  /// Three numbers of 10 bits before two others.
  private func early(_ red: UInt32, _ green: UInt32, _ blue: UInt32, _ two: UInt32 = 0) -> UInt32 {
    red << 22 | green << 12 | blue << 2 | two
  }

  private let plain = CGImagePixelFormatInfo.rgb101010.rawValue
  private let biased = CGImagePixelFormatInfo.rgbCIF10.rawValue
  private let little = CGBitmapInfo.byteOrder32Little.rawValue
  private let big = CGBitmapInfo.byteOrder32Big.rawValue

  private func light(_ image: CGImage?) throws -> [SIMD4<Float>] {
    let image = try #require(image)
    let rows = try #require(image.ownLight)
    var row = [SIMD4<Float>](repeating: .zero, count: image.width)
    row.withUnsafeMutableBufferPointer { rows.read(row: 0, into: $0) }
    return row
  }

  @Test(
    .shows("CGImagePixelFormatInfo.rgb101010", "CGImage.pixelFormatInfo", "CGImagePixelFormatInfo")
  ) func tenBits() throws {
    // 512 of 1023 is 127.6 of 255.
    let expected: [UInt8] = [255, 128, 0, 255]
    for (data, alpha, order) in [
      (words([late(1023, 512, 0, 1)]), .noneSkipFirst, little),
      (words([late(1023, 512, 0, 1)], isBig: true), .noneSkipFirst, big),
      (words([late(1023, 512, 0, 1)], isBig: true), .noneSkipFirst, 0),
      (words([early(1023, 512, 0, 2)]), .noneSkipLast, little),
      (words([early(1023, 512, 0, 2)], isBig: true), .noneSkipLast, big),
    ] as [(Data, CGImageAlphaInfo, UInt32)] {
      let image = try #require(make(data, bits: 10, pixel: 32, alpha, plain | order))
      #expect(bytes(of: image) == expected, "\(alpha) \(order)")
      #expect(image.pixelFormatInfo == .rgb101010 && image.contentHeadroom == 1)
      #expect(image.bitsPerComponent == 10 && image.bitsPerPixel == 32)
    }
  }

  @Test func twoBitsOfAlpha() throws {
    // Alpha 2 of 3 is 170 of 255; 1023 of 1023 under it.
    let straight = make(
      words([late(1023, 0, 512, 2)]),
      bits: 10,
      pixel: 32,
      .first,
      plain | little
    )
    #expect(bytes(of: try #require(straight)) == [170, 0, 85, 170])
    let last = make(
      words([early(682, 0, 341, 2)]),
      bits: 10,
      pixel: 32,
      .premultipliedLast,
      plain | little
    )
    #expect(bytes(of: try #require(last)) == [170, 0, 85, 170])
    let clear = make(
      words([late(1023, 1023, 1023, 0)]),
      bits: 10,
      pixel: 32,
      .first,
      plain | little
    )
    #expect(bytes(of: try #require(clear)) == [0, 0, 0, 0])
  }

  @Test func tenBitsAreFinerThanBytes() throws {
    let found = try light(
      make(words([late(1, 2, 1022)]), bits: 10, pixel: 32, .noneSkipFirst, plain | little)
    )
    for (value, code) in [(found[0].x, 1.0), (found[0].y, 2), (found[0].z, 1022)] {
      let expected = Float(TransferCurve.sRGB.decode(code / 1023))
      #expect(abs(value - expected) <= 1e-7, "\(code): \(value)")
    }
  }

  // Law A3.5: (c - 384) / 510 in the encoded space, also where the space's own range is 0...1.
  @Test(
    .shows("CGImagePixelFormatInfo.rgbCIF10"),
    arguments: [CGColorSpace.sRGB, CGColorSpace.extendedSRGB]
  )
  func biasedNumbers(space: CFString) throws {
    let codes: [UInt32] = [0, 384, 639, 894, 1023, 383]
    let image = try #require(
      make(
        words(codes.map { late($0, 384, 894) }),
        bits: 10,
        pixel: 32,
        .noneSkipFirst,
        biased | little,
        space: space
      )
    )
    for (found, code) in zip(try light(image), codes) {
      let encoded = (Double(code) - 384) / 510
      let expected = Float(TransferCurve.sRGB.decode(encoded))
      #expect(abs(found.x - expected) <= 1e-6, "\(code): \(found.x)")
      #expect(found.y == 0 && found.z == 1 && found.w == 1)
    }
    #expect(image.contentHeadroom == 0 && image.pixelFormatInfo == .rgbCIF10)
    // In 8 bits what is beyond ends.
    let shown = bytes(of: image)
    #expect(stride(from: 0, to: 24, by: 4).map { shown[$0] } == [0, 0, 128, 255, 255, 0])
  }

  // Law A1.6: Display P3's green in linear sRGB.
  @Test func biasedNumbersOfOtherPrimaries() throws {
    let green = try light(
      make(
        words([early(384, 894, 384)]),
        bits: 10,
        pixel: 32,
        .noneSkipLast,
        biased | little,
        space: CGColorSpace.extendedDisplayP3
      )
    )[0]
    // because: the matrix has ten digits in the law, and floats have seven.
    #expect(abs(green.x + 0.2249402) < 1e-5 && abs(green.y - 1.0420570) < 1e-5)
    #expect(abs(green.z + 0.0786361) < 1e-5)
  }

  @Test func drawnIntoHalves() throws {
    let picture = try #require(
      make(
        words([late(1023, 0, 639)]),
        bits: 10,
        pixel: 32,
        .noneSkipFirst,
        biased | little,
        space: CGColorSpace.extendedSRGB
      )
    )
    let context = try #require(
      CGContext(
        data: nil,
        width: 1,
        height: 1,
        bitsPerComponent: 16,
        bytesPerRow: 0,
        space: CGColorSpace(name: CGColorSpace.extendedSRGB),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
          | CGBitmapInfo.floatComponents.rawValue | CGBitmapInfo.byteOrder16Little.rawValue
      )
    )
    #expect(context.setEDRTargetHeadroom(4))
    context.draw(picture, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    let pixel = SIMD4<Float>(try #require(context.data).load(as: SIMD4<Float16>.self))
    // because: the steps of half precision from 1 to 2 are 1/1024.
    #expect(abs(pixel.x - 639 / 510) < 1e-3 && abs(pixel.y + 384 / 510) < 1e-3)
    #expect(abs(pixel.z - 0.5) < 1e-3 && pixel.w == 1)
  }

  @Test func layoutsThatDoNotExist() {
    let data = words([0, 0, 0, 0])
    let float = CGBitmapInfo.floatComponents.rawValue
    for (bits, pixel, alpha, info) in [
      (10, 32, .none, plain | little), (10, 32, .none, biased | little),
      (10, 32, .noneSkipFirst, little), (10, 32, .noneSkipFirst, plain | little | float),
      (10, 32, .first, biased | little), (10, 32, .premultipliedLast, biased | little),
      (10, 32, .noneSkipFirst, plain | CGBitmapInfo.byteOrder16Little.rawValue),
      (10, 64, .noneSkipFirst, plain), (8, 32, .noneSkipLast, plain), (16, 64, .last, biased),
      (5, 16, .noneSkipFirst, plain), (10, 32, .noneSkipFirst, 2 << 16 | little),
      (10, 32, .noneSkipFirst, 15 << 16 | little),
    ] as [(Int, Int, CGImageAlphaInfo, UInt32)] {
      #expect(make(data, bits: bits, pixel: pixel, alpha, info) == nil, "\(bits) \(alpha) \(info)")
    }
    let gray = make(
      data,
      bits: 10,
      pixel: 32,
      .noneSkipFirst,
      plain | little,
      space: CGColorSpace.linearGray
    )
    #expect(gray == nil)
    let fifteen = CGImagePixelFormatInfo.rgb555.rawValue
    #expect(make(data, bits: 5, pixel: 16, .noneSkipFirst, fifteen) != nil)
  }

  // Law A3.5: images of floats with and without alpha, in 64, 96 and 128 bits.
  @Test func floatsOfAllSizes() throws {
    let (half, float) = (
      CGBitmapInfo.floatComponents.rawValue | CGBitmapInfo.byteOrder16Little.rawValue,
      CGBitmapInfo.floatComponents.rawValue | little
    )
    let numbers: [Float] = [2, -0.5, 0.25, 0.5]
    func data(_ count: Int, isHalf: Bool) -> Data {
      let halves = numbers.prefix(count).map { Float16($0) }
      return isHalf
        ? halves.withUnsafeBytes { Data($0) }
        : Array(numbers.prefix(count)).withUnsafeBytes { Data($0) }
    }
    let linear = CGColorSpace.extendedLinearSRGB
    for isHalf in [true, false] {
      let (bits, info) = isHalf ? (16, half) : (32, float)
      func first(_ count: Int, _ alpha: CGImageAlphaInfo) throws -> SIMD4<Float> {
        let data = data(count, isHalf: isHalf)
        return try light(make(data, bits: bits, pixel: bits * count, alpha, info, space: linear))[
          0
        ]
      }
      #expect(try first(3, .none) == SIMD4(2, -0.5, 0.25, 1))
      #expect(try first(4, .noneSkipLast) == SIMD4(2, -0.5, 0.25, 1))
      #expect(try first(4, .last) == SIMD4(2, -0.5, 0.25, 0.5))
      #expect(try first(4, .premultipliedLast) == SIMD4(4, -1, 0.5, 0.5))
    }
  }

  // Law A3.5: what contexts refuse, and say so.
  @Test func contextsThatDoNotExist() {
    let float = CGBitmapInfo.floatComponents.rawValue
    for (bits, alpha, info, words) in [
      (32, .none, float | little, "32 bits a component, floating point, rgb, alpha none"),
      (16, .none, float | CGBitmapInfo.byteOrder16Little.rawValue, "16 bits a component, floating"),
      (10, .noneSkipFirst, plain | little, "pixel format rgb101010"),
      (10, .noneSkipFirst, biased | little, "pixel format rgbCIF10"),
      (8, .noneSkipLast, 7 << 16, "pixel format unknown"),
      (8, .last, 0, "8 bits a component, integers, rgb, alpha last"),
    ] as [(Int, CGImageAlphaInfo, UInt32, String)] {
      let lines = Diagnostics.lines {
        let context = CGContext(
          data: nil,
          width: 2,
          height: 2,
          bitsPerComponent: bits,
          bytesPerRow: 0,
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: alpha.rawValue | info
        )
        #expect(context == nil)
      }
      #expect(lines.count == 1 && lines[0].contains(words), "\(lines)")
    }
  }
}
