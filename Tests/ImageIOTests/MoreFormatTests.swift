// GIF files that are written; TIFF and JPEG 2000 files, both ways.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import Testing

private func written(
  _ images: [CGImage],
  _ type: CFString,
  _ options: [CFDictionary] = [],
  file: CFDictionary = [:]
) throws -> Data {
  let data = NSMutableData()
  let destination = try #require(CGImageDestinationCreateWithData(data, type, images.count, nil))
  CGImageDestinationSetProperties(destination, file)
  for (index, image) in images.enumerated() {
    CGImageDestinationAddImage(destination, image, index < options.count ? options[index] : nil)
  }
  #expect(CGImageDestinationFinalize(destination), "\(String(describing: destination.failure))")
  return data as Data
}

/// A picture whose pixels a function of x and y says: R, G, B, A, premultiplied.
private func picture(
  _ width: Int,
  _ height: Int,
  _ color: (Int, Int) -> SIMD4<UInt8>
) -> CGImage {
  CGImage(
    PixelStorage(width: width, height: height) { target in
      for y in 0..<height {
        for x in 0..<width {
          let pixel = color(x, y)
          for index in 0..<4 { target[(y * width + x) * 4 + index] = pixel[index] }
        }
      }
      return false
    }
  )
}

@Suite struct GIFWritingTests {
  private let type: CFString = "com.compuserve.gif"

  /// Up to 255 colours and the transparent one come back as they were.
  @Test func fewColorsStay() throws {
    let image = picture(17, 15) { x, y in
      x == y ? SIMD4(0, 0, 0, 0) : SIMD4(UInt8(x * 15), UInt8(y * 17), 99, 255)
    }
    let back = try CGImageSource(try written([image], type)).image(at: 0)
    #expect(difference(image, back).largest == 0)
  }

  @Test func manyColorsAreNear() throws {
    let photo = try Fixture.image("photo.png")
    let file = try written([photo], type)
    let found = difference(photo, try CGImageSource(file).image(at: 0))
    // Noise of many colours: a table has 255 of them.
    #expect(found.mean < 5 && found.largest < 64, "\(found)")
    #expect(try written([photo], type) == file)
  }

  @Test func animation() throws {
    let frames = (0..<3).map { number in
      picture(8, 8) { x, _ in x == number ? SIMD4(255, 0, 0, 255) : SIMD4(0, 0, 0, 0) }
    }
    func delay(_ seconds: Double) -> CFDictionary {
      [kCGImagePropertyGIFDictionary: [kCGImagePropertyGIFDelayTime: seconds]]
    }
    let file = try written(
      frames,
      type,
      [delay(0.1), delay(0.25), delay(1)],
      file: [kCGImagePropertyGIFDictionary: [kCGImagePropertyGIFLoopCount: 7]]
    )
    let source = CGImageSource(file)
    #expect(CGImageSourceGetCount(source) == 3)
    #expect(CGImageSourceGetStatus(source) == .statusComplete)
    for (index, seconds) in [0.1, 0.25, 1].enumerated() {
      // The frame before does not show where a frame is transparent.
      #expect(difference(try source.image(at: index), frames[index]).largest == 0)
      let properties = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
      let own = properties?[kCGImagePropertyGIFDictionary] as? CFDictionary
      #expect(own?[kCGImagePropertyGIFUnclampedDelayTime] as? Double == seconds)
    }
    let all = CGImageSourceCopyProperties(source, nil)
    let own = all?[kCGImagePropertyGIFDictionary] as? CFDictionary
    #expect(own?[kCGImagePropertyGIFLoopCount] as? Int == 7)
  }

  @Test func wrongSizeAndHostileNumbers() throws {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, type, 2, nil))
    let red = picture(4, 4) { _, _ in SIMD4(255, 0, 0, 255) }
    let numbers: CFDictionary = [
      kCGImagePropertyGIFDictionary: [
        kCGImagePropertyGIFDelayTime: Double.infinity, kCGImagePropertyGIFLoopCount: Double.nan,
      ]
    ]
    CGImageDestinationSetProperties(destination, numbers)
    CGImageDestinationAddImage(destination, red, numbers)
    CGImageDestinationAddImage(destination, picture(5, 4) { _, _ in SIMD4(0, 0, 0, 255) }, nil)
    #expect(!CGImageDestinationFinalize(destination))
    #expect(destination.failure?.description.contains("5 x 4") == true)
    #expect(data.length == 0)
  }
}

@Suite struct TIFFTests {
  private let type: CFString = "public.tiff"

  @Test func fixture() throws {
    let found = difference(try Fixture.image("photo.tiff"), try Fixture.image("photo.png"))
    #expect(found.largest == 0)
    let source = try Fixture.source("photo.tiff")
    #expect(CGImageSourceGetType(source) == type)
    #expect(CGImageSourceGetStatus(source) == .statusComplete)
  }

  @Test(arguments: [1, 5, 8, 32773])
  func roundTrip(compression: Int) throws {
    let options: CFDictionary = [
      kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFCompression: compression],
      kCGImagePropertyDPIWidth: 144, kCGImagePropertyDPIHeight: 72,
      kCGImagePropertyOrientation: 6,
    ]
    let gray = picture(33, 5) { x, _ in SIMD4(UInt8(x * 7), UInt8(x * 7), UInt8(x * 7), 255) }
    let images = [try Fixture.image("photo.png"), try Fixture.image("alpha.png"), gray]
    let source = CGImageSource(try written(images, type, [options, options, options]))
    #expect(CGImageSourceGetCount(source) == 3)
    for (index, image) in images.enumerated() {
      #expect(difference(try source.image(at: index), image).largest == 0, "page \(index)")
      let properties = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
      #expect(properties?[kCGImagePropertyDPIWidth] as? Double == 144)
      #expect(properties?[kCGImagePropertyHasAlpha] as? Bool == (index == 1))
      #expect(
        properties?[kCGImagePropertyColorModel] as? String
          == (index == 2 ? kCGImagePropertyColorModelGray : kCGImagePropertyColorModelRGB)
      )
      let own = properties?[kCGImagePropertyTIFFDictionary] as? CFDictionary
      #expect(own?[kCGImagePropertyTIFFCompression] as? Int == compression)
      #expect(properties?[kCGImagePropertyOrientation] as? UInt32 == 6)
    }
  }

  @Test func cutFilesSaySo() throws {
    let file = try Fixture.data("photo.tiff")
    // The last four bytes say that no page follows.
    for count in [9, 100, file.count / 2, file.count - 4, file.count - 1] {
      let source = CGImageSource(file.prefix(count))
      let status = CGImageSourceGetStatus(source)
      #expect(status == .statusUnexpectedEOF || status == .statusInvalidData, "\(count)")
    }
  }

  @Test func unknownCompressionFails() throws {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, type, 1, nil))
    let options: CFDictionary = [
      kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFCompression: 9999]
    ]
    CGImageDestinationAddImage(destination, try Fixture.image("photo.png"), options)
    #expect(!CGImageDestinationFinalize(destination) && data.length == 0)
  }
}

@Suite struct JPEG2000Tests {
  private let type: CFString = "public.jpeg-2000"

  private func quality(_ value: Double) -> CFDictionary {
    [kCGImageDestinationLossyCompressionQuality: value]
  }

  @Test func fixture() throws {
    let found = difference(try Fixture.image("photo.jp2"), try Fixture.image("photo.png"))
    #expect(found.largest == 0, "\(found)")
    #expect(CGImageSourceGetType(try Fixture.source("photo.jp2")) == type)
  }

  @Test func quality1KeepsEveryPixel() throws {
    let gray = picture(9, 31) { x, y in
      SIMD4(SIMD3(repeating: UInt8(x * y % 256)), 255)
    }
    for image in [try Fixture.image("photo.png"), try Fixture.image("alpha.png"), gray] {
      let back = try CGImageSource(try written([image], type, [quality(1)])).image(at: 0)
      // Straight colours of little alpha are rounded.
      #expect(difference(back, image).largest <= 1)
    }
  }

  @Test func lowerQualityIsSmaller() throws {
    let photo = try Fixture.image("photo.png")
    var sizes: [Int] = []
    var means: [Double] = []
    for value in [0, 0.5, 0.8, 1] {
      let file = try written([photo], type, [quality(value)])
      sizes.append(file.count)
      means.append(difference(try CGImageSource(file).image(at: 0), photo).mean)
    }
    #expect(sizes == sizes.sorted() && sizes[0] < sizes[3] / 4, "\(sizes)")
    #expect(means == means.sorted(by: >) && means[3] == 0, "\(means)")
  }

  @Test func onePixel() throws {
    let dot = picture(1, 1) { _, _ in SIMD4(10, 200, 30, 255) }
    for type in ["public.jpeg-2000", "public.tiff", "com.compuserve.gif"] {
      let back = try CGImageSource(try written([dot], type, [quality(1)])).image(at: 0)
      #expect(pixel(back, 0, 0) == [10, 200, 30, 255], "\(type)")
    }
  }
}

@Suite struct DamagedWithinTests {
  /// Chunks are sound and pixels are not all there: nothing is drawn, and the status says so from
  /// then on.
  @Test func pixelsOfPNGEndTooEarly() throws {
    let file = try Fixture.data("photo.png")
    let start = 33
    let length = Int(file.bigEndian32(at: start))
    var cut = file.prefix(start)
    cut += chunk("IDAT", file[start + 8..<start + 8 + length / 2])
    cut += chunk("IEND", Data())
    let source = CGImageSource(cut)
    #expect(CGImageSourceGetStatus(source) == .statusComplete)
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(pixel(image, 3, 3) == [0, 0, 0, 0])
    #expect(CGImageSourceGetStatusAtIndex(source, 0) == .statusUnexpectedEOF)
    let atOnce: CFDictionary = [kCGImageSourceShouldCacheImmediately: true]
    #expect(CGImageSourceCreateImageAtIndex(source, 0, atOnce) == nil)
  }

  private func chunk(_ type: String, _ body: Data) -> Data {
    let checked = Data(type.utf8) + body
    var crc = UInt32.max
    for byte in checked {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    func number(_ value: UInt32) -> Data {
      Data((0..<4).map { UInt8(value >> UInt32(24 - $0 * 8) & 255) })
    }
    return number(UInt32(body.count)) + checked + number(~crc)
  }
}
