// Damaged and hostile files: an error or a part of the picture, never a trap, and bounded memory.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import QuartzFaults
import TestRandom
import Testing

@Suite struct HostileFileTests {
  /// A picture for which there is no memory is none, and comes when there is.
  @Test func picturesWithoutMemory() throws {
    let context = try #require(
      CGContext(
        data: nil,
        width: 200,
        height: 150,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    let image = try #require(context.makeImage())
    for type in ["public.png", "public.jpeg", "public.tiff", "com.compuserve.gif"] {
      let data = NSMutableData()
      let destination = try #require(CGImageDestinationCreateWithData(data, type, 1, nil))
      CGImageDestinationAddImage(destination, image, nil)
      try #require(CGImageDestinationFinalize(destination))
      let now: CFDictionary = [
        kCGImageSourceShouldCacheImmediately: true,
        kCGImageSourceCreateThumbnailFromImageAlways: true,
      ]
      let source = try #require(CGImageSourceCreateWithData(data as Data, now))
      Fault(.memory, at: 1).run {
        _ = #expect(throws: ImageError.outOfMemory(type: type, needed: 200 * 150 * 8)) {
          try source.image(at: 0)
        }
      }
      Fault(.memory, at: 1, lasts: true).run {
        #expect(CGImageSourceCreateImageAtIndex(source, 0, now) == nil)
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, now) == nil)
      }
      #expect(CGImageSourceCreateImageAtIndex(source, 0, now)?.width == 200)
    }
  }

  /// Small, so that a file that makes a reader take more is caught.
  private static var limits: ImageLimits {
    var limits = ImageLimits()
    limits.side = 600
    limits.bytes = 4 << 20
    limits.frames = 50
    return limits
  }

  /// Does all that a program can do with a file.
  private func use(_ file: Data) {
    let source = CGImageSource(file, limits: Self.limits)
    let count = CGImageSourceGetCount(source)
    #expect(count <= 50)
    _ = CGImageSourceCopyProperties(source, nil)
    _ = CGImageSourceGetType(source)
    let thumbnail: CFDictionary = [
      kCGImageSourceCreateThumbnailFromImageAlways: true,
      kCGImageSourceCreateThumbnailWithTransform: true, kCGImageSourceThumbnailMaxPixelSize: 20,
    ]
    for index in 0..<min(count, 5) {
      _ = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
      if let image = CGImageSourceCreateImageAtIndex(source, index, nil) {
        let pixels = image.pixelStorage
        #expect(pixels.width <= 600 && pixels.height <= 600)
        // No colour exceeds its alpha.
        for y in stride(from: 0, to: pixels.height, by: 7) {
          let row = PremultipliedRow(
            scanning: pixels.base + y * pixels.rowBytes,
            width: pixels.width
          )
          #expect(row.isValid)
        }
      }
      _ = CGImageSourceCreateThumbnailAtIndex(source, index, thumbnail)
    }
  }

  private static let handMade: [Data] = {
    var gif = HandMadeGIF(20, 20)
    gif.loops(0)
    for frame in 0..<4 {
      gif.frame(
        x: frame,
        y: frame,
        16,
        16,
        (0..<256).map { UInt8(($0 + frame) % 128) },
        disposal: UInt8(frame),
        transparent: 3,
        interlaced: frame % 2 == 1
      )
    }
    return [gif.file]
  }()

  private static var files: [Data] {
    get throws { try Fixture.names.map(Fixture.data) + handMade }
  }

  @Test func cutAtEvery97thByte() throws {
    for file in try Self.files {
      for count in stride(from: 1, to: file.count, by: 97) { use(file.prefix(count)) }
      for count in max(file.count - 20, 0)..<file.count { use(file.prefix(count)) }
      for count in 0..<min(file.count, 60) { use(file.prefix(count)) }
    }
  }

  /// The environment may ask for more rounds.
  private static let rounds =
    ProcessInfo.processInfo.environment["QUARTZ_FUZZ_ROUNDS"].flatMap(Int.init) ?? 60

  @Test func randomBytesDamaged() throws {
    var random = SeededGenerator(seed: 97)
    for file in try Self.files {
      for _ in 0..<Self.rounds {
        var damaged = file
        for _ in 0..<Int(random.next() % 8 + 1) {
          // Heads are hit as often as all the rest.
          let range = random.next() % 2 == 0 ? min(damaged.count, 64) : damaged.count
          let index = Int(random.next() % UInt64(range))
          damaged[index] = random.next() % 3 == 0 ? 0xFF : UInt8(truncatingIfNeeded: random.next())
        }
        use(damaged)
      }
    }
  }

  /// Chunks of PNG hold checksums, which random damage breaks: here they are made right again.
  @Test func randomBytesOfPNGDamagedWithSoundChecksums() throws {
    var random = SeededGenerator(seed: 11)
    for name in Fixture.names where name.hasSuffix(".png") {
      let file = try Fixture.data(name)
      for _ in 0..<Self.rounds {
        var damaged = file
        for _ in 0..<Int(random.next() % 4 + 1) {
          let index = 16 + Int(random.next() % UInt64(damaged.count - 16))
          damaged[index] = UInt8(truncatingIfNeeded: random.next())
        }
        use(mendingChecksums(of: damaged))
      }
    }
  }

  private func mendingChecksums(of file: Data) -> Data {
    var mended = file
    var offset = 8
    while offset + 12 <= mended.count {
      let length = Int(mended.bigEndian32(at: offset))
      guard length <= mended.count - offset - 12 else { break }
      let body = mended[offset + 4..<offset + 8 + length]
      var crc = UInt32.max
      for byte in body {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
      }
      let place = offset + 8 + length
      for index in 0..<4 { mended[place + index] = UInt8(~crc >> UInt32(24 - index * 8) & 255) }
      offset = place + 4
    }
    return mended
  }

  private func error(_ file: Data, _ limits: ImageLimits = ImageLimits()) -> ImageError? {
    do throws(ImageError) {
      _ = try CGImageSource(file, limits: limits).image(at: 0)
      return nil
    } catch {
      return error
    }
  }

  @Test func pictureThatUnpacksToMuch() throws {
    var limits = ImageLimits()
    limits.bytes = 64 << 20
    let needed = 8000 * 8000 * 4
    #expect(
      error(try Fixture.data("bomb.png"), limits)
        == .png(.tooMuchMemory(needed: needed, limit: limits.bytes))
    )
  }

  @Test func absurdCanvasOfGIF() {
    var gif = HandMadeGIF(65535, 65535)
    gif.frame(1, 1, [1])
    #expect(
      error(gif.file)
        == .tooLarge(type: "com.compuserve.gif", width: 65535, height: 65535, limit: 16384)
    )
    var large = HandMadeGIF(16000, 16000)
    large.frame(1, 1, [1])
    #expect(
      error(large.file)
        == .tooMuchMemory(
          type: "com.compuserve.gif",
          needed: 16000 * 16000 * 20,
          limit: 512 << 20
        )
    )
    var frame = HandMadeGIF(10, 10)
    frame.frame(60000, 60000, [1])
    #expect(
      error(frame.file)
        == .tooLarge(type: "com.compuserve.gif", width: 60000, height: 60000, limit: 16384)
    )
    var none = HandMadeGIF(0, 0)
    none.frame(2, 1, [1, 2])
    #expect(error(none.file) == nil)
    #expect(
      error(HandMadeGIF(10, 10).file)
        == .corrupt(type: "com.compuserve.gif", frame: 0, reason: "there are no frames")
    )
  }

  @Test func tooManyFrames() {
    var gif = HandMadeGIF(1, 1)
    for _ in 0..<51 { gif.frame(1, 1, [1]) }
    #expect(
      error(gif.file, Self.limits)
        == .tooManyFrames(type: "com.compuserve.gif", found: 51, limit: 50)
    )
  }

  @Test func absurdCanvasOfWebP() throws {
    // VP8X at byte 12: canvas width - 1 and height - 1, 24 bits each, at 24 and 27.
    var file = try Fixture.data("frames.webp")
    for index in 24..<30 { file[index] = 0xFF }
    let found = try #require(error(file))
    switch found {
    case .tooLarge, .corrupt: break
    default: Issue.record("\(found)")
    }
    var large = try Fixture.data("frames.webp")
    for index in [24, 27] { (large[index], large[index + 1]) = (0xFF, 0x3E) }
    #expect(
      error(large)
        == .tooMuchMemory(
          type: "org.webmproject.webp",
          needed: 16128 * 16128 * 20,
          limit: 512 << 20
        )
    )
  }

  @Test func absurdSizeOfJPEG() throws {
    var file = try Fixture.data("photo.jpg")
    let start = try #require(file.range(of: Data([0xFF, 0xC0]))).lowerBound
    // SOF0: length, precision, height, width.
    file.replaceSubrange(start + 5..<start + 9, with: [0xFF, 0x00, 0xFF, 0x00])
    #expect(
      error(file) == .tooLarge(type: "public.jpeg", width: 65280, height: 65280, limit: 16384)
    )
    file.replaceSubrange(start + 5..<start + 9, with: [0x40, 0x00, 0x40, 0x00])
    #expect(
      error(file)
        == .tooMuchMemory(type: "public.jpeg", needed: 1 << 30, limit: 512 << 20)
    )
  }

  /// A progressive file keeps all coefficients, which libjpeg is to count too.
  @Test func coefficientsCount() throws {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg", 1, nil))
    let red = plain(200, 0, 0, width: 1200, height: 1000)
    let options: CFDictionary = [
      kCGImagePropertyJFIFDictionary: [kCGImagePropertyJFIFIsProgressive: true]
    ]
    CGImageDestinationAddImage(destination, red, options)
    #expect(CGImageDestinationFinalize(destination))
    var limits = ImageLimits()
    // Coefficients have two bytes, and one and a half of them for each pixel.
    limits.bytes = 1200 * 1000 * 4 + 1200 * 1000 * 2
    guard case .corrupt("public.jpeg", 0, _)? = error(data as Data, limits) else {
      Issue.record("\(String(describing: error(data as Data, limits)))")
      return
    }
    limits.bytes = 1200 * 1000 * 4 + 1200 * 1000 * 4
    #expect(error(data as Data, limits) == nil)
  }

  @Test func thousandsOfScans() throws {
    let file = try Fixture.data("progressive.jpg")
    let scan = try #require(file.range(of: Data([0xFF, 0xDA]), options: .backwards)).lowerBound
    var long = Data(file[..<(file.count - 2)])
    for _ in 0..<3000 { long += file[scan..<(file.count - 2)] }
    long += [0xFF, 0xD9]
    #expect(
      error(long)
        == .corrupt(type: "public.jpeg", frame: 0, reason: "the file has too many scans")
    )
  }

  @Test func exifThatPointsAnywhere() throws {
    var random = SeededGenerator(seed: 3)
    let file = try Fixture.data("turned.jpg")
    let exif = try #require(file.range(of: Data("Exif".utf8))).lowerBound + 6
    for _ in 0..<500 {
      var damaged = file
      for _ in 0..<3 {
        damaged[exif + Int(random.next() % 120)] = UInt8(truncatingIfNeeded: random.next())
      }
      _ = CGImageSourceCopyPropertiesAtIndex(CGImageSource(damaged), 0, nil)
    }
  }

  @Test func messagesAreOneLine() {
    let errors: [ImageError] = [
      .unknownType(found: [1, 2]), .truncated(type: "public.jpeg", bytes: 7),
      .tooLarge(type: "public.jpeg", width: 1, height: 2, limit: 3), .png(.notPNG(found: [])),
      .noSuchFrame(index: 3, count: 2),
    ]
    for error in errors { #expect(!error.description.contains("\n")) }
    #expect(errors[4].description == "picture 3 asked for, the file has 2")
  }
}
