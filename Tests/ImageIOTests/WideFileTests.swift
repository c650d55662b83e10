// Files of pictures with more than 8 bits, brighter than white or outside of sRGB.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import Testing

@Suite struct WideFileTests {
  private func image(
    _ numbers: [UInt16],
    _ size: (Int, Int),
    _ space: CFString,
    alpha: CGImageAlphaInfo = .noneSkipLast
  ) throws -> CGImage {
    CGImage(
      samples: numbers.withUnsafeBytes { Data($0) },
      size: size,
      .integers16,
      space: try #require(CGColorSpace(name: space)),
      alpha: alpha
    )
  }

  private func written(
    _ image: CGImage,
    _ type: CFString,
    quality: Double = 1
  ) throws -> Data {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, type, 1, nil))
    let options = [kCGImageDestinationLossyCompressionQuality: quality] as CFDictionary
    CGImageDestinationAddImage(destination, image, options)
    #expect(CGImageDestinationFinalize(destination), "\(String(describing: destination.failure))")
    return data as Data
  }

  private func read(_ data: Data) throws -> CGImage {
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    return try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
  }

  /// Draws whatever is read of a damaged file.
  private func look(at data: Data) {
    _ = Diagnostics.lines {
      guard let source = CGImageSourceCreateWithData(data, nil) else { return }
      for index in 0..<CGImageSourceGetCount(source) {
        _ = CGImageSourceCreateImageAtIndex(source, index, nil)?.pixelStorage
      }
    }
  }

  /// The numbers of 16 bits, four for each pixel.
  private func numbers(_ image: CGImage) throws -> [UInt16] {
    let data = try #require(image.dataProvider?.data)
    return data.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
  }

  private static let ramp: [UInt16] = (0..<64).flatMap { index -> [UInt16] in
    let number = UInt16(index * 1040)
    return [number, 65535 - number, number ^ 0x55AA, UInt16(65535 - index * 300)]
  }

  /// The data of the chunk of a type, by a reader of its own.
  private func chunk(_ type: String, _ file: Data) -> [UInt8]? {
    let bytes = Array(file)
    var place = 8
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      if bytes[place + 4..<place + 8].elementsEqual(type.utf8) {
        return Array(bytes[place + 8..<place + 8 + length])
      }
      place += 12 + length
    }
    return nil
  }

  // Law A10.1.
  @Test func pngKeepsEveryNumber() throws {
    let image = try image(Self.ramp, (16, 4), CGColorSpace.itur_2100_PQ, alpha: .last)
    let file = try written(image, "public.png")
    #expect(chunk("cICP", file) == [9, 16, 0, 1])
    #expect(chunk("sRGB", file) == nil && chunk("cLLI", file) == nil)
    #expect(chunk("IHDR", file)?[8...9] == [16, 6])
    let back = try read(file)
    #expect(back.bitsPerComponent == 16 && back.colorSpace?.name == CGColorSpace.itur_2100_PQ)
    #expect(try numbers(back) == Self.ramp)
    #expect(back.contentHeadroom == kCGDefaultHDRImageContentHeadroom)
    // Shown, it is as the image itself.
    #expect(pixel(back, 7, 2) == pixel(image, 7, 2))
  }

  @Test func pngOfTheHeadroom() throws {
    let image = try image(Self.ramp, (16, 4), CGColorSpace.itur_2100_PQ)
    let tagged = try #require(image.copy(contentHeadroom: Float(4000.0 / 203)))
    let file = try written(tagged, "public.png")
    let light = try #require(chunk("cLLI", file))
    let most = light.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    // because: the headroom is a Float.
    #expect(light.count == 8 && abs(most - 40_000_000) <= 5)
    #expect(abs(try read(file).contentHeadroom - 19.7044) < 1e-4)
  }

  @Test(
    arguments: [
      (CGColorSpace.displayP3, [12, 13, 0, 1]), (CGColorSpace.itur_2100_HLG, [9, 18, 0, 1]),
      (CGColorSpace.linearSRGB, [1, 8, 0, 1]), (CGColorSpace.itur_2020, [9, 14, 0, 1]),
    ] as [(CFString, [UInt8])]
  ) func pngNamesTheSpace(_ space: CFString, _ codes: [UInt8]) throws {
    let file = try written(try image(Self.ramp, (16, 4), space, alpha: .last), "public.png")
    #expect(chunk("cICP", file) == codes)
    let back = try read(file)
    #expect(back.colorSpace?.name == space)
    #expect(try numbers(back) == Self.ramp)
  }

  @Test func floatsOfAnExtendedSpaceBecomePQ() throws {
    let floats: [Float] = [1, 1, 1, 1, 4, 0.5, 0, 1, -0.2, 0.9, 0.1, 1]
    let image = CGImage(
      samples: floats.withUnsafeBytes { Data($0) },
      size: (3, 1),
      .floats,
      space: try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB)),
      alpha: .noneSkipLast
    )
    let back = try read(try written(image, "public.png"))
    #expect(back.colorSpace?.name == CGColorSpace.itur_2100_PQ)
    // Law A4.1: white is 38055.
    #expect(try numbers(back).prefix(3) == [38055, 38055, 38055])
    let tiff = try read(try written(image, "public.tiff"))
    #expect(tiff.bitsPerComponent == 32 && tiff.contentHeadroom == 0)
    #expect(tiff.colorSpace?.name == CGColorSpace.extendedLinearSRGB)
    let data = try #require(tiff.dataProvider?.data)
    let found = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(found == floats)
  }

  /// A PNG file with `chunks` behind IHDR.
  private func file(_ chunks: [(String, [UInt8])], depth: Int = 16) throws -> Data {
    let image = try image(Self.ramp, (16, 4), CGColorSpace.sRGB, alpha: .last)
    let plain = depth == 16 ? image : CGImage(image.pixelStorage)
    let whole = Array(try written(plain, "public.png"))
    var bytes = Array(whole[..<33])
    for (type, data) in chunks { bytes += HandMadeChunk.bytes(type, data) }
    return Data(bytes + whole[33...])
  }

  // Law A10.2: what nobody knows is left out, with a line.
  @Test(
    arguments: [
      [9, 16, 1, 1], [9, 99, 0, 1], [200, 16, 0, 1], [9, 16, 0, 2], [9, 16, 0], [9, 16, 0, 1, 0],
    ] as [[UInt8]]
  ) func wrongCodes(_ codes: [UInt8]) throws {
    let file = try file([("cICP", codes)])
    var found: CGImage?
    let lines = try Diagnostics.lines { found = try read(file) }
    #expect(lines.count == 1 && lines[0].contains("cICP"), "\(lines)")
    #expect(found?.bitsPerComponent == 8 && found?.colorSpace?.name == CGColorSpace.sRGB)
  }

  @Test func secondCopies() throws {
    let file = try file([("cICP", [9, 16, 0, 1]), ("cICP", [9, 18, 0, 1])])
    var found: CGImage?
    let lines = try Diagnostics.lines { found = try read(file) }
    #expect(lines.count == 1 && lines[0].contains("second"), "\(lines)")
    #expect(found?.colorSpace?.name == CGColorSpace.itur_2100_PQ)
  }

  // cICP comes before sRGB, and mDCV counts where cLLI says nothing.
  @Test func orderOfChunks() throws {
    let mastering: [UInt8] =
      [
        0x8A, 0x48, 0x39, 0x08, 0x21, 0x34, 0x9B, 0xAA, 0x19, 0x96, 0x08, 0xFC, 0x3D, 0x13, 0x40,
        0x42,
      ] + [0, 0x98, 0x96, 0x80, 0, 0, 0, 0x32]
    let content: [UInt8] = [0x01, 0x31, 0x2D, 0, 0, 0x3D, 0x09, 0]
    let first = try read(try file([("cICP", [9, 16, 0, 1]), ("mDCV", mastering)]))
    #expect(abs(first.contentHeadroom - 4.926108) < 1e-5)
    let second = try read(
      try file([("cICP", [9, 16, 0, 1]), ("cLLI", content), ("mDCV", mastering)])
    )
    // 2000 nits.
    #expect(abs(second.contentHeadroom - 9.852217) < 1e-5)
    let unknown = try read(
      try file([("cICP", [9, 16, 0, 1]), ("cLLI", [UInt8](repeating: 0, count: 8))])
    )
    #expect(unknown.contentHeadroom == kCGDefaultHDRImageContentHeadroom)
  }

  @Test func numbersOfStudios() throws {
    let image = try read(try file([("cICP", [1, 13, 0, 0])], depth: 16))
    #expect(image.bitsPerComponent == 16)
    let expected = Self.ramp.enumerated().map { index, number in
      index % 4 == 3
        ? number
        : UInt16((Double(min(max(Int(number), 4096), 60160) - 4096) * 65535 / 56064).rounded())
    }
    #expect(try numbers(image) == expected)
  }

  @Test func bytesInPQ() throws {
    let image = try read(try file([("cICP", [9, 16, 0, 1])], depth: 8))
    #expect(image.bitsPerComponent == 16 && image.contentHeadroom > 4)
  }

  // Hostile: cut anywhere, a picture of 16 bits is refused or shown without trapping.
  @Test func cutFiles() throws {
    let file = try written(
      try image(Self.ramp, (16, 4), CGColorSpace.itur_2100_PQ, alpha: .last),
      "public.png"
    )
    for count in stride(from: 0, to: file.count, by: 7) {
      look(at: file.prefix(count))
    }
  }

  // MARK: AVIF

  // Law A10.5: lossless keeps 12 bits.
  @Test func avifKeepsTwelveBits() throws {
    let image = try image(Self.ramp, (16, 4), CGColorSpace.itur_2100_PQ, alpha: .last)
    let file = try written(image, "public.avif")
    let back = try read(file)
    #expect(back.colorSpace?.name == CGColorSpace.itur_2100_PQ && back.bitsPerComponent == 16)
    #expect(back.utType == "public.avif" as CFString)
    for (found, expected) in zip(try numbers(back), Self.ramp) {
      // because: half a step of 12 bits, and the rounding to 16.
      #expect(abs(Int(found) - Int(expected)) <= 9)
    }
  }

  @Test func avifOfBytes() throws {
    let photo = try Fixture.image("photo.png")
    let whole = try read(try written(photo, "public.avif"))
    #expect(whole.bitsPerComponent == 8 && difference(whole, photo).largest == 0)
    let small = try written(photo, "public.avif", quality: 0.5)
    #expect(small.count * 2 < (try written(photo, "public.avif")).count)
    #expect(difference(try read(small), photo).mean < 4)
  }

  // Hostile: a file cut anywhere, or with any byte changed, gives an error or a picture.
  @Test func damagedAVIF() throws {
    let file = try written(
      try image(Self.ramp, (16, 4), CGColorSpace.itur_2100_PQ, alpha: .last),
      "public.avif"
    )
    for count in stride(from: 0, to: file.count, by: 5) {
      look(at: file.prefix(count))
    }
    for place in stride(from: 0, to: file.count, by: 3) {
      var changed = file
      changed[place] ^= 0xFF
      look(at: changed)
    }
  }

  // Hostile: a bomb says that it is large, and little memory is taken.
  @Test func avifBomb() throws {
    var file = try written(
      try image(Self.ramp, (16, 4), CGColorSpace.itur_2100_PQ),
      "public.avif"
    )
    let place = try #require(file.firstRange(of: Data("ispe".utf8)))
    // Version and flags, then width and height.
    let start = place.upperBound + 4
    file.replaceSubrange(start..<start + 8, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
    let source = try #require(CGImageSourceCreateWithData(file, nil))
    #expect(CGImageSourceGetStatus(source) == .statusInvalidData)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
  }
}

/// A chunk with its checksum, by the formula of the standard.
private enum HandMadeChunk {
  static func bytes(_ type: String, _ data: [UInt8]) -> [UInt8] {
    func big(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    let body = Array(type.utf8) + data
    var sum: UInt32 = .max
    for byte in body {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return big(UInt32(data.count)) + body + big(~sum)
  }
}
