// Images: layouts, conversion to premultiplied sRGB, sharing.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Synchronization
import TestClaims
import Testing

@Suite struct ImageTests {
  private static let rgb = CGColorSpaceCreateDeviceRGB()

  private func image(
    _ bytes: [UInt8],
    width: Int = 1,
    height: Int = 1,
    bits: Int = 32,
    rowBytes: Int? = nil,
    space: CGColorSpace = rgb,
    _ alpha: CGImageAlphaInfo,
    order: CGImageByteOrderInfo = .orderDefault,
    decode: [CGFloat]? = nil
  ) -> CGImage? {
    func make(_ decode: UnsafePointer<CGFloat>?) -> CGImage? {
      CGDataProvider(data: Data(bytes)).flatMap {
        CGImage(
          width: width,
          height: height,
          bitsPerComponent: 8,
          bitsPerPixel: bits,
          bytesPerRow: rowBytes ?? width * bits / 8,
          space: space,
          bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue | order.rawValue),
          provider: $0,
          decode: decode,
          shouldInterpolate: true,
          intent: .defaultIntent
        )
      }
    }
    guard let decode else { return make(nil) }
    return decode.withUnsafeBufferPointer { make($0.baseAddress) }
  }

  private func pixels(_ image: CGImage?) -> [UInt8] {
    guard let storage = image?.pixelStorage else { return [] }
    return (0..<storage.height).flatMap { y in
      storage.withBytes {
        Array($0[y * storage.rowBytes..<y * storage.rowBytes + storage.width * 4])
      }
    }
  }

  @Test(
    .shows(
      "CGImage",
      "CGImageAlphaInfo.premultipliedLast",
      "CGImageAlphaInfo.premultipliedFirst",
      "CGImageAlphaInfo.last",
      "CGImageAlphaInfo.first",
      "CGImageAlphaInfo.noneSkipLast",
      "CGImageAlphaInfo.noneSkipFirst",
      "CGImageAlphaInfo.none",
      "CGImageByteOrderInfo.order32Little",
      "CGImageByteOrderInfo.order32Big",
      "CGImageByteOrderInfo.orderDefault"
    )
  ) func layoutsOfOnePixel() {
    // Red 10, green 20, blue 30, alpha 51: a fifth.
    let premultiplied: [UInt8] = [10, 20, 30, 51]
    #expect(pixels(image([10, 20, 30, 51], .premultipliedLast)) == premultiplied)
    #expect(pixels(image([51, 10, 20, 30], .premultipliedFirst)) == premultiplied)
    #expect(
      pixels(image([30, 20, 10, 51], .premultipliedFirst, order: .order32Little)) == premultiplied
    )
    #expect(
      pixels(image([51, 30, 20, 10], .premultipliedLast, order: .order32Little)) == premultiplied
    )
    #expect(
      pixels(image([10, 20, 30, 51], .premultipliedLast, order: .order32Big)) == premultiplied
    )
    let straight: [UInt8] = [50, 100, 150, 51]
    #expect(pixels(image(straight, .last)) == premultiplied)
    #expect(pixels(image([51, 50, 100, 150], .first)) == premultiplied)
    #expect(pixels(image([150, 100, 50, 51], .first, order: .order32Little)) == premultiplied)
    #expect(pixels(image([10, 20, 30, 51], .noneSkipLast)) == [10, 20, 30, 255])
    #expect(pixels(image([51, 10, 20, 30], .noneSkipFirst)) == [10, 20, 30, 255])
    #expect(
      pixels(image([30, 20, 10, 51], .noneSkipFirst, order: .order32Little)) == [10, 20, 30, 255]
    )
    #expect(pixels(image([10, 20, 30], bits: 24, .none)) == [10, 20, 30, 255])
  }

  @Test(.shows("CGImage.alphaInfo", "CGImageAlphaInfo.alphaOnly")) func grayAndAlphaOnly() {
    let gray = CGColorSpaceCreateDeviceGray()
    #expect(pixels(image([77], bits: 8, space: gray, .none)) == [77, 77, 77, 255])
    #expect(pixels(image([100, 51], bits: 16, space: gray, .last)) == [20, 20, 20, 51])
    let mask = image([51], bits: 8, space: gray, .alphaOnly)
    #expect(pixels(mask) == [51, 51, 51, 51])
    #expect(mask?.colorSpace == nil && mask?.alphaInfo == .alphaOnly)
  }

  @Test func straightIsMultipliedAndRoundedToNearest() {
    // All pairs of colour and alpha, in 256 rows.
    var bytes: [UInt8] = []
    var expected: [UInt8] = []
    for alpha in 0...255 {
      for value in 0...255 {
        bytes += [UInt8(value), UInt8(255 - value), 0, UInt8(alpha)]
        func product(_ value: Int) -> UInt8 { UInt8((Double(value * alpha) / 255).rounded()) }
        expected += [product(value), product(255 - value), 0, UInt8(alpha)]
      }
    }
    #expect(pixels(image(bytes, width: 256, height: 256, .last)) == expected)
  }

  @Test func dividingUndoesMultiplyingWithinRounding() {
    for alpha in 1...255 {
      for value in 0...alpha {
        let straight = divide(UInt8(value), UInt8(alpha))
        #expect(multiply(straight, UInt8(alpha)) == UInt8(value))
      }
    }
    #expect(divide(9, 0) == 0 && divide(200, 100) == 255)
  }

  @Test func colorAboveAlphaIsCut() {
    #expect(pixels(image([200, 20, 30, 51], .premultipliedLast)) == [51, 20, 30, 51])
  }

  @Test(.shows("CGColorSpace.displayP3")) func displayP3BecomesSRGB() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    // CSS Color 4: display-p3 (0.216, 0.494, 0.131) is #008000.
    let bytes: [UInt8] = [55, 126, 33, 255]
    let found = pixels(image(bytes, space: p3, .last))
    #expect(found[1] == 128 && found[0] <= 3 && found[2] <= 3 && found[3] == 255)
    // Neutral colours stay as they are, at every alpha.
    #expect(pixels(image([90, 90, 90, 255], space: p3, .last)) == [90, 90, 90, 255])
    #expect(pixels(image([20, 20, 20, 51], space: p3, .premultipliedLast)) == [20, 20, 20, 51])
  }

  @Test func linearBytesAgreeWithTheFormula() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let bytes: [UInt8] = (0...255).flatMap { Array(repeating: UInt8($0), count: 3) }
    let expected: [UInt8] = (0...255).flatMap { byte -> [UInt8] in
      let light = Double(byte) / 255
      let encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      let value = UInt8((encoded * 255).rounded())
      return [value, value, value, 255]
    }
    #expect(pixels(image(bytes, width: 256, bits: 24, space: linear, .none)) == expected)
  }

  @Test func decodeMapsTheRange() {
    let negative: [CGFloat] = [1, 0, 1, 0, 0, 0.5]
    #expect(
      pixels(image([10, 255, 200, 255], .noneSkipLast, decode: negative)) == [245, 0, 100, 255]
    )
    let gray = CGColorSpaceCreateDeviceGray()
    #expect(pixels(image([51], bits: 8, space: gray, .alphaOnly, decode: [1, 0]))[3] == 204)
  }

  @Test func opacityIsDetected() {
    #expect(image([1, 2, 3, 255, 4, 5, 6, 255], width: 2, .last)?.pixelStorage.isOpaque == true)
    #expect(image([1, 2, 3, 255, 4, 5, 6, 254], width: 2, .last)?.pixelStorage.isOpaque == false)
    #expect(image([1, 2, 3, 0], .noneSkipLast)?.pixelStorage.isOpaque == true)
  }

  @Test func badParametersGiveNoImage() {
    let bytes = [UInt8](repeating: 0, count: 64)
    #expect(image(bytes, width: 0, .last) == nil)
    #expect(image(bytes, width: 1, height: -1, .last) == nil)
    #expect(image(bytes, width: 16385, height: 1, .last) == nil)
    #expect(image(bytes, width: 4, height: 4, rowBytes: 12, .last) == nil)
    #expect(image(bytes, width: 4, height: 5, .last) == nil)
    #expect(image(bytes, bits: 24, .last) == nil)
    #expect(image(bytes, bits: 64, .last) == nil)
    #expect(image(bytes, .premultipliedLast, order: .order16Big) == nil)
    #expect(image(bytes, bits: 8, .alphaOnly) == nil)
    #expect(image(bytes, .last, decode: [0, .nan, 0, 1, 0, 1]) == nil)
  }

  @Test func lastRowNeedsNoPadding() {
    let bytes: [UInt8] = [1, 2, 3, 255, 0, 0, 4, 5, 6, 255]
    let padded = image(bytes, height: 2, rowBytes: 6, .premultipliedLast)
    #expect(pixels(padded) == [1, 2, 3, 255, 4, 5, 6, 255])
  }

  private func checker(_ side: Int) -> [UInt8] {
    (0..<side * side).flatMap { [UInt8($0 % side), UInt8($0 / side), 7, 255] }
  }

  @Test func finalFormIsNotCopied() throws {
    let large = try #require(image(checker(64), width: 64, height: 64, .premultipliedLast))
    let same = large.dataProvider?.data?.withUnsafeBytes { $0.baseAddress }
    #expect(large.pixelStorage.base == same)
    #expect(large.pixelStorage === large.pixelStorage)
    #expect(pixels(large) == checker(64))
    let bad = checker(63) + [9, 0, 0, 8] + [UInt8](repeating: 255, count: 62 * 4)
    let cut = image(bad, width: 63, height: 64, .premultipliedLast)
    #expect(cut?.pixelStorage.isOpaque == false)
    #expect(pixels(cut).dropFirst(63 * 63 * 4).prefix(4) == [8, 0, 0, 8])
  }

  @Test(.shows("CGImage.cropping(to:)", "CGImage.bytesPerRow")) func croppingSharesPixels() throws {
    let whole = try #require(image(checker(64), width: 64, height: 64, .premultipliedLast))
    let part = try #require(whole.cropping(to: CGRect(x: 3.5, y: 60, width: 2, height: 100)))
    #expect((part.width, part.height) == (3, 4))
    #expect(Array(pixels(part).prefix(4)) == [3, 60, 7, 255])
    #expect(Array(pixels(part).suffix(4)) == [5, 63, 7, 255])
    #expect(part.bytesPerRow == 256)
    #expect(part.dataProvider?.data?.first == 3)
    #expect(part.pixelStorage.base == whole.pixelStorage.base + 60 * 256 + 12)
    let smaller = try #require(part.cropping(to: CGRect(x: 1, y: 1, width: 1, height: 1)))
    #expect(pixels(smaller) == [4, 61, 7, 255])
    #expect(whole.cropping(to: CGRect(x: 64, y: 0, width: 5, height: 5)) == nil)
    #expect(whole.cropping(to: .null) == nil)
    let rendered = CGImage(whole.pixelStorage).cropping(to: CGRect(x: 1, y: 2, width: 1, height: 1))
    #expect(pixels(rendered) == [1, 2, 7, 255])
  }

  @Test(.shows("CGImage.dataProvider")) func imageOfStorageHasItsBytes() {
    let storage = PixelStorage(width: 1, height: 2) { target in
      target.copyBytes(from: [1, 2, 3, 4, 5, 6, 7, 8])
      return false
    }
    let image = CGImage(storage)
    #expect(image.dataProvider?.data == Data([1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(image.pixelStorage === storage)
    #expect(image.alphaInfo == .premultipliedLast)
    #expect(image.colorSpace?.name == CGColorSpace.sRGB)
  }

  @Test(.shows("CGImage.copy(colorSpace:)")) func copyInAnotherSpaceKeepsBytes() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let copy = image([55, 55, 55, 255], .last)?.copy(colorSpace: linear)
    // 55 / 255 of light is 0.5019 encoded.
    #expect(pixels(copy) == [128, 128, 128, 255])
    #expect(image([1, 2, 3, 4], .last)?.copy(colorSpace: CGColorSpaceCreateDeviceGray()) == nil)
  }

  private final class Releases: Sendable {
    let count = Mutex(0)
  }

  @Test(
    .shows(
      "CGDataProvider",
      "CGDataProvider.init(dataInfo:data:size:releaseData:)",
      "CGDataProvider.data"
    )
  ) func memoryIsReleasedOnce() {
    let releases = Releases()
    do {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
      memory.initializeMemory(as: UInt8.self, repeating: 3, count: 64)
      let provider = CGDataProvider(
        dataInfo: Unmanaged.passRetained(releases).toOpaque(),
        data: memory,
        size: 64
      ) { info, data, size in
        guard let info else { return }
        Unmanaged<Releases>.fromOpaque(info).takeRetainedValue().count.withLock { $0 += 1 }
        #expect(size == 64)
        data.deallocate()
      }
      #expect(provider?.data == Data(repeating: 3, count: 64))
    }
    #expect(releases.count.withLock { $0 } == 1)
  }
}
