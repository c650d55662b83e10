// Images of every width of component, masks, and providers and consumers of bytes.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzMath
import Synchronization
import TestClaims
import Testing

@Suite struct ImageFormatTests {
  private static let rgb = CGColorSpaceCreateDeviceRGB()
  private static let gray = CGColorSpaceCreateDeviceGray()

  private func image(
    _ data: [UInt8],
    width: Int = 1,
    height: Int = 1,
    bits: Int,
    pixel: Int,
    rowBytes: Int? = nil,
    space: CGColorSpace = rgb,
    _ alpha: CGImageAlphaInfo,
    _ others: CGBitmapInfo = [],
    decode: [CGFloat]? = nil
  ) -> CGImage? {
    func make(_ decode: UnsafePointer<CGFloat>?) -> CGImage? {
      CGDataProvider(data: Data(data)).flatMap {
        CGImage(
          width: width,
          height: height,
          bitsPerComponent: bits,
          bitsPerPixel: pixel,
          bytesPerRow: rowBytes ?? (width * pixel + 7) / 8,
          space: space,
          bitmapInfo: others.union(CGBitmapInfo(rawValue: alpha.rawValue)),
          provider: $0,
          decode: decode,
          shouldInterpolate: false,
          intent: .defaultIntent
        )
      }
    }
    guard let decode else { return make(nil) }
    return decode.withUnsafeBufferPointer { make($0.baseAddress) }
  }

  private func pixels(_ image: CGImage?) -> [UInt8] { image.map(bytes(of:)) ?? [] }

  private func numbers16(_ numbers: [UInt16]) -> [UInt8] {
    numbers.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }

  private func floats(_ numbers: [Float]) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) } }
  }

  @Test func grayOfFewBits() {
    #expect(
      pixels(image([0b1010_0000], width: 3, bits: 1, pixel: 1, space: Self.gray, .none))
        == [255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255]
    )
    #expect(
      pixels(image([0b0001_1011], width: 4, bits: 2, pixel: 2, space: Self.gray, .none))
        == [0, 85, 170, 255].flatMap { [$0, $0, $0, 255] }
    )
    #expect(
      pixels(image([0x07, 0xF0], width: 3, bits: 4, pixel: 4, space: Self.gray, .none))
        == [0, 119, 255].flatMap { [$0, $0, $0, 255] }
    )
    let negative = image(
      [0x07],
      width: 2,
      bits: 4,
      pixel: 4,
      space: Self.gray,
      .none,
      decode: [1, 0]
    )
    #expect(pixels(negative) == [255, 255, 255, 255, 136, 136, 136, 255])
    #expect(negative?.decode?[0] == 1 && negative?.decode?[1] == 0)
  }

  @Test func fiveBits() {
    // Red 31, green 16, blue 1 of 31.
    let word: UInt16 = 31 << 10 | 16 << 5 | 1
    let big = numbers16([word])
    let expected: [UInt8] = [255, 132, 8, 255]
    #expect(pixels(image(big, bits: 5, pixel: 16, .noneSkipFirst)) == expected)
    let little = image(big.reversed(), bits: 5, pixel: 16, .noneSkipFirst, .byteOrder16Little)
    #expect(pixels(little) == expected)
  }

  @Test func sixteenBits() {
    let straight = numbers16([0x8080, 0xFFFF, 0, 0x3333])
    #expect(pixels(image(straight, bits: 16, pixel: 64, .last)) == [26, 51, 0, 51])
    #expect(
      pixels(image(straight, bits: 16, pixel: 64, .noneSkipLast)) == [128, 255, 0, 255]
    )
    // Premultiplied with a fifth.
    let premultiplied = numbers16([0x3333, 0x0A3D, 0x199A, 0])
    #expect(
      pixels(image(premultiplied, bits: 16, pixel: 64, .premultipliedFirst)) == [10, 26, 0, 51]
    )
    let little = stride(from: 0, to: 8, by: 2).flatMap { [straight[$0 + 1], straight[$0]] }
    #expect(
      pixels(image(little, bits: 16, pixel: 64, .last, .byteOrder16Little)) == [26, 51, 0, 51]
    )
    #expect(
      pixels(image(numbers16([0x4242]), bits: 16, pixel: 16, space: Self.gray, .none))
        == [66, 66, 66, 255]
    )
    #expect(
      pixels(image(numbers16([1, 2, 0x7F80]), bits: 16, pixel: 48, .none)) == [0, 0, 127, 255]
    )
  }

  @Test func floatingPoint() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let data = floats([0.2141, 7, -3, 1])
    #expect(
      pixels(image(data, bits: 32, pixel: 128, space: linear, .last, .floatComponents))
        == [128, 255, 0, 255]
    )
    // Half of 0.2140411 under an alpha of a half.
    let half = floats([0.10702055, 0.5, 0, 0.5])
    #expect(
      pixels(image(half, bits: 32, pixel: 128, space: linear, .premultipliedLast, .floatComponents))
        == [64, 128, 0, 128]
    )
    let bad = floats([.nan, .infinity, -.infinity, .nan])
    let p3 = try #require(CGColorSpace(name: CGColorSpace.extendedLinearDisplayP3))
    #expect(
      pixels(image(bad, bits: 32, pixel: 128, space: p3, .noneSkipLast, .floatComponents))[3] == 255
    )
    #expect(
      pixels(image(bad, bits: 32, pixel: 128, space: p3, .last, .floatComponents)) == [0, 0, 0, 0]
    )
  }

  @Test func halfFloats() {
    // 1, 0.5, -1, 65504, least subnormal, infinity: IEEE 754.
    let known: [(UInt16, Double)] = [
      (0x3C00, 1), (0x3800, 0.5), (0xBC00, -1), (0x7BFF, 65504), (1, 0x1p-24), (0x7C00, .infinity),
    ]
    for (bits, value) in known {
      let data = [UInt8(bits & 255), UInt8(bits >> 8)]
      let found = pixels(
        image(data, bits: 16, pixel: 16, space: Self.gray, .none, .floatComponents)
      )
      let byte = UInt8((min(max(value, 0), 1) * 255).rounded())
      #expect(found == [byte, byte, byte, 255], "\(value)")
    }
  }

  /// Large images take tables, small ones do not; rounding must not tell them apart.
  @Test func largeImagesAgreeWithSmallOnes() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    for space in [Self.rgb, p3] {
      var data: [UInt8] = []
      var random = UInt32(7)
      for _ in 0..<256 * 256 * 3 {
        random = random &* 1_664_525 &+ 1_013_904_223
        data += [UInt8(random >> 24), UInt8(random >> 16 & 255)]
      }
      let large = image(data, width: 256, height: 256, bits: 16, pixel: 48, space: space, .none)
      let expected = try #require(large).pixelStorage
      let row = image(
        Array(data.prefix(256 * 6)),
        width: 256,
        bits: 16,
        pixel: 48,
        space: space,
        .none
      )
      #expect(pixels(row) == expected.withBytes { Array($0.prefix(1024)) })
    }
  }

  @Test func wideGamutOf16BitsAgreesWith8() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let color: [UInt8] = [200, 90, 20]
    let narrow = image(color, bits: 8, pixel: 24, space: p3, .none)
    let wide = image(color.flatMap { [$0, $0] }, bits: 16, pixel: 48, space: p3, .none)
    #expect(pixels(narrow) == pixels(wide))
  }

  @Test func inks() {
    let cmyk = CGColorSpaceCreateDeviceCMYK()
    #expect(
      pixels(image([0, 255, 128, 51], bits: 8, pixel: 32, space: cmyk, .none)) == [
        204, 0, 102, 255,
      ]
    )
    let inverted: [CGFloat] = [1, 0, 1, 0, 1, 0, 1, 0]
    #expect(
      pixels(image([255, 0, 127, 204], bits: 8, pixel: 32, space: cmyk, .none, decode: inverted))
        == [204, 0, 102, 255]
    )
  }

  @Test func layoutsThatDoNotExist() {
    let data = [UInt8](repeating: 0, count: 64)
    #expect(image(data, bits: 16, pixel: 32, .none) == nil)
    #expect(image(data, bits: 16, pixel: 64, .last, .byteOrder32Little) == nil)
    #expect(image(data, bits: 4, pixel: 12, .none) == nil)
    #expect(image(data, bits: 8, pixel: 32, .last, .floatComponents) == nil)
    #expect(image(data, bits: 5, pixel: 16, .noneSkipLast) == nil)
    #expect(image(data, bits: 12, pixel: 36, .none) == nil)
    #expect(image([0], width: 9, bits: 1, pixel: 1, rowBytes: 1, space: Self.gray, .none) == nil)
  }

  @Test func croppingInsideAByte() throws {
    let whole = image(
      [0x12, 0x34, 0x56, 0x78],
      width: 4,
      height: 2,
      bits: 4,
      pixel: 4,
      space: Self.gray,
      .none
    )
    let part = try #require(whole?.cropping(to: CGRect(x: 1, y: 0, width: 3, height: 2)))
    let expected: [UInt8] = [2, 3, 4, 6, 7, 8]
    #expect(pixels(part) == expected.flatMap { [$0 * 17, $0 * 17, $0 * 17, 255] })
    #expect(part.dataProvider?.data == Data([0x23, 0x40, 0x67, 0x80]))
  }
}

@Suite struct ImageMaskTests {
  private func mask(
    _ data: [UInt8],
    width: Int,
    height: Int,
    bits: Int = 8,
    decode: [CGFloat]? = nil
  ) -> CGImage? {
    func make(_ decode: UnsafePointer<CGFloat>?) -> CGImage? {
      CGDataProvider(data: Data(data)).flatMap {
        CGImage(
          maskWidth: width,
          height: height,
          bitsPerComponent: bits,
          bitsPerPixel: bits,
          bytesPerRow: (width * bits + 7) / 8,
          provider: $0,
          decode: decode,
          shouldInterpolate: true
        )
      }
    }
    guard let decode else { return make(nil) }
    return decode.withUnsafeBufferPointer { make($0.baseAddress) }
  }

  private func grayImage(_ data: [UInt8], width: Int, height: Int, _ space: CGColorSpace)
    -> CGImage?
  {
    CGDataProvider(data: Data(data)).flatMap {
      CGImage(
        width: width,
        height: height,
        bitsPerComponent: 8,
        bitsPerPixel: 8,
        bytesPerRow: width,
        space: space,
        bitmapInfo: [],
        provider: $0,
        decode: nil,
        shouldInterpolate: true,
        intent: .defaultIntent
      )
    }
  }

  @Test(
    .shows(
      "CGImage.init(maskWidth:height:bitsPerComponent:bitsPerPixel:bytesPerRow:provider:decode:shouldInterpolate:)",
      "CGImage.isMask"
    )
  ) func lowNumbersPaint() throws {
    let eight = try #require(mask([0, 55, 255], width: 3, height: 1))
    #expect(eight.isMask && eight.colorSpace == nil && eight.alphaInfo == .none)
    #expect(eight.coverage?.bytes == [255, 200, 0])
    #expect(
      mask([0, 55, 255], width: 3, height: 1, decode: [1, 0])?.coverage?.bytes == [0, 55, 255]
    )
    #expect(mask([0b0100_0000], width: 2, height: 1, bits: 1)?.coverage?.bytes == [255, 0])
    #expect(bytes(of: eight) == [255, 255, 255, 255, 200, 200, 200, 200, 0, 0, 0, 0])
    #expect(mask([0, 0], width: 1, height: 1, bits: 16) == nil)
    #expect(mask([0], width: 2, height: 1) == nil)
  }

  @Test func masksOf32BitsHaveTheirFirstByte() throws {
    let provider = try #require(
      CGDataProvider(data: Data([0, 9, 9, 9, 55, 9, 9, 9, 255, 9, 9, 9]))
    )
    let mask = CGImage(
      maskWidth: 3,
      height: 1,
      bitsPerComponent: 8,
      bitsPerPixel: 32,
      bytesPerRow: 12,
      provider: provider,
      decode: nil,
      shouldInterpolate: true
    )
    #expect(mask?.isMask == true && mask?.coverage?.bytes == [255, 200, 0])
    let part = mask?.cropping(to: CGRect(x: 1, y: 0, width: 2, height: 1))
    #expect(part?.coverage?.bytes == [200, 0])
  }

  @Test(.shows("CGImage.masking(_:)")) func maskOfTheSameSize() throws {
    let picture = makeImage(2, 1) { _, _ in [100, 200, 50, 255] }
    let cover = try #require(mask([255, 204], width: 2, height: 1))
    let masked = try #require(picture.masking(cover))
    #expect(bytes(of: masked) == [0, 0, 0, 0, 20, 40, 10, 51])
    #expect(masked.alphaInfo == .premultipliedLast)
  }

  @Test(.shows("CGImage.masking(_:)")) func grayImagesMaskWithTheirComponent() throws {
    let picture = makeImage(2, 1) { _, _ in [100, 200, 50, 255] }
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearGray))
    for space in [CGColorSpaceCreateDeviceGray(), linear] {
      let gray = try #require(grayImage([255, 51], width: 2, height: 1, space))
      let masked = try #require(picture.masking(gray))
      #expect(bytes(of: masked) == [100, 200, 50, 255, 20, 40, 10, 51])
    }
    #expect(picture.masking(picture) == nil)
  }

  @Test func masksAreScaled() throws {
    let picture = makeImage(4, 4) { _, _ in [255, 255, 255, 255] }
    let coarse = try #require(mask([0, 255], width: 2, height: 1))
    let alphas = try #require(picture.masking(coarse)).pixelStorage.plane(3)
    // Linear between the centres of the two pixels: 1, 3/4, 1/4, 0.
    #expect(Array(alphas.prefix(4)) == [255, 191, 64, 0])
    let fine = try #require(mask((0..<64).map { $0 % 8 < 4 ? 0 : 255 }, width: 8, height: 8))
    let ends = try #require(picture.masking(fine)).pixelStorage.plane(3)
    #expect(ends[0] == 255 && ends[3] == 0)
  }

  @Test(.shows("CGImage.copy(maskingColorComponents:)")) func colorsAreTakenOut() throws {
    let picture = makeImage(3, 1) { x, _ in [UInt8(x * 100), 10, 20, 255] }
    let opaque = try #require(
      CGDataProvider(data: Data(bytes(of: picture))).flatMap {
        CGImage(
          width: 3,
          height: 1,
          bitsPerComponent: 8,
          bitsPerPixel: 32,
          bytesPerRow: 12,
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue),
          provider: $0,
          decode: nil,
          shouldInterpolate: false,
          intent: .defaultIntent
        )
      }
    )
    let keyed = try #require(opaque.copy(maskingColorComponents: [90, 110, 10, 10, 0, 255]))
    #expect(bytes(of: keyed) == [0, 10, 20, 255, 0, 0, 0, 0, 200, 10, 20, 255])
    #expect(opaque.copy(maskingColorComponents: [90, 110]) == nil)
    // It has alpha.
    #expect(picture.copy(maskingColorComponents: [90, 110, 10, 10, 0, 255]) == nil)
  }

  @Test func shrinkingKeepsTheMean() {
    let picture = makeImage(64, 48) { x, y in
      [UInt8(x * 2), UInt8(y * 3), UInt8((x + y) % 2 * 128), 255]
    }
    let small = picture.pixelStorage.scaled(width: 5, height: 3)
    #expect(small.isOpaque && small.width == 5 && small.height == 3)
    let blue = small.plane(2)
    #expect(blue.allSatisfy { (63...65).contains($0) })
    let one = picture.pixelStorage.scaled(width: 1, height: 1)
    #expect(abs(Int(one.plane(0)[0]) - 63) <= 1 && abs(Int(one.plane(1)[0]) - 70) <= 2)
    let same = picture.pixelStorage
    #expect(same.scaled(width: 64, height: 48) === same)
  }
}

@Suite struct DeferredPixelsTests {
  private func counted(isRetained: Bool) -> (DeferredPixels, Counter) {
    let counter = Counter()
    let pixels = DeferredPixels(width: 1, height: 1, isRetained: isRetained) {
      counter.count.withLock { $0 += 1 }
      return PixelStorage(width: 1, height: 1) { target in
        target.copyBytes(from: [1, 2, 3, 255])
        return true
      }
    }
    return (pixels, counter)
  }

  private final class Counter: Sendable {
    let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
  }

  @Test func madeOnceAndKept() {
    let (pixels, counter) = counted(isRetained: true)
    let image = CGImage(pixels)
    #expect(!image.isConverted && counter.value == 0)
    #expect(bytes(of: image) == [1, 2, 3, 255] && image.isConverted)
    _ = image.pixelStorage
    #expect(counter.value == 1)
  }

  @Test func notKeptButShared() {
    let (pixels, counter) = counted(isRetained: false)
    do {
      let first = pixels.pixels
      #expect(pixels.pixels === first && counter.value == 1)
    }
    #expect(!pixels.areMade)
    _ = pixels.pixels
    #expect(counter.value == 2)
  }

  @Test func croppingDoesNotDecode() throws {
    let whole = DeferredPixels(width: 4, height: 4) {
      makeImage(4, 4) { x, y in [UInt8(x), UInt8(y), 0, 255] }.pixelStorage
    }
    let part = try #require(CGImage(whole).cropping(to: CGRect(x: 2, y: 3, width: 1, height: 1)))
    #expect(!whole.areMade)
    #expect(bytes(of: part) == [2, 3, 0, 255])
  }

  @Test func grayImagesHaveAByteForEachPixel() throws {
    let pixels = makeImage(2, 2) { x, y in Array(repeating: UInt8(10 * x + y), count: 3) + [255] }
    let image = CGImage(DeferredPixels(pixels.pixelStorage), colors: .gray, type: "public.jpeg")
    #expect(image.bitsPerPixel == 8 && image.bytesPerRow == 2 && image.utType == "public.jpeg")
    #expect(image.colorSpace?.model == .monochrome && image.alphaInfo == .none)
    #expect(image.dataProvider?.data == Data([0, 10, 1, 11]))
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearGray))
    #expect(image.copy(colorSpace: linear)?.colorSpace == linear)
    #expect(image.coverage?.bytes == [0, 10, 1, 11])
    let part = try #require(image.cropping(to: CGRect(x: 1, y: 0, width: 1, height: 2)))
    #expect(part.dataProvider?.data == Data([10, 11]) && part.bytesPerRow == 1)
  }
}

@Suite struct ProviderTests {
  private final class Source: Sendable {
    let position = Mutex(0)
    let released = Mutex(0)
  }

  @Test func sequentialCallbacksAreReadOnce() throws {
    let source = Source()
    do {
      var callbacks = CGDataProviderSequentialCallbacks(
        version: 0,
        getBytes: { info, buffer, count in
          let source = Unmanaged<Source>.fromOpaque(info!).takeUnretainedValue()
          return source.position.withLock { position in
            let number = min(count, 100_000 - position, 777)
            for index in 0..<number {
              buffer.storeBytes(
                of: UInt8((position + index) & 255),
                toByteOffset: index,
                as: UInt8.self
              )
            }
            position += number
            return number
          }
        },
        skipForward: nil,
        rewind: nil,
        releaseInfo: { info in
          Unmanaged<Source>.fromOpaque(info!).takeRetainedValue().released.withLock { $0 += 1 }
        }
      )
      let provider = try #require(
        CGDataProvider(
          sequentialInfo: Unmanaged.passRetained(source).toOpaque(),
          callbacks: &callbacks
        )
      )
      #expect(source.position.withLock { $0 } == 0)
      #expect(provider.data == Data((0..<100_000).map { UInt8($0 & 255) }))
      #expect(provider.data?.count == 100_000)
      callbacks.getBytes = nil
      #expect(CGDataProvider(sequentialInfo: nil, callbacks: &callbacks) == nil)
    }
    #expect(source.released.withLock { $0 } == 1)
  }

  @Test func directCallbacks() throws {
    var callbacks = CGDataProviderDirectCallbacks(
      version: 0,
      getBytePointer: nil,
      releaseBytePointer: nil,
      getBytesAtPosition: { _, buffer, position, count in
        #expect(position == 0 && count == 10)
        memset(buffer, 7, 6)
        return 6
      },
      releaseInfo: nil
    )
    let copied = CGDataProvider(directInfo: nil, size: 10, callbacks: &callbacks)
    #expect(copied?.data == Data(repeating: 7, count: 6))
    #expect(CGDataProvider(directInfo: nil, size: -1, callbacks: &callbacks) == nil)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 4)
    memory.initialize(repeating: 9, count: 4)
    defer { memory.deallocate() }
    callbacks.getBytePointer = { info in UnsafeRawPointer(info) }
    let pointed = CGDataProvider(directInfo: memory, size: 4, callbacks: &callbacks)
    #expect(pointed?.data == Data(repeating: 9, count: 4))
  }

  private final class Sink: Sendable {
    let bytes = Mutex<[UInt8]>([])
    let released = Mutex(0)
  }

  @Test func consumers() throws {
    let data = NSMutableData()
    #expect(CGDataConsumer(data: data)?.put([1, 2]) == true)
    #expect(data as Data == Data([1, 2]))
    let sink = Sink()
    do {
      var callbacks = CGDataConsumerCallbacks(
        putBytes: { info, buffer, count in
          let sink = Unmanaged<Sink>.fromOpaque(info!).takeUnretainedValue()
          let bytes = UnsafeRawBufferPointer(start: buffer, count: count)
          sink.bytes.withLock { $0 += Array(bytes) }
          return min(count, 3)
        },
        releaseConsumer: { info in
          Unmanaged<Sink>.fromOpaque(info!).takeRetainedValue().released.withLock { $0 += 1 }
        }
      )
      let info = Unmanaged.passRetained(sink).toOpaque()
      let consumer = try #require(CGDataConsumer(info: info, cbks: &callbacks))
      #expect(consumer.put([1, 2, 3]))
      #expect(!consumer.put([4, 5, 6, 7]))
      callbacks.putBytes = nil
      #expect(CGDataConsumer(info: nil, cbks: &callbacks) == nil)
    }
    #expect(sink.bytes.withLock { $0 } == [1, 2, 3, 4, 5, 6, 7])
    #expect(sink.released.withLock { $0 } == 1)
    #expect(CGDataConsumer(url: URL(fileURLWithPath: "/nowhere/file")) == nil)
  }
}
