// Every format that is read: pixels, colours, properties.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import TestClaims
import Testing

@Suite struct JPEGReadingTests {
  @Test(arguments: ["photo.jpg", "progressive.jpg"])
  func photo(_ name: String) throws {
    let image = try Fixture.image(name)
    let found = difference(image, try Fixture.image("photo.png"))
    // Quality 85 with colour at half resolution and noise of 6 levels.
    #expect(found.mean < 4, "\(found)")
    #expect(image.pixelStorage.isOpaque && image.alphaInfo == .noneSkipLast)
    #expect(image.utType == "public.jpeg")
  }

  @Test func grayIsGray() throws {
    let (gray, photo) = (try Fixture.image("gray.jpg"), try Fixture.image("photo.png"))
    #expect(gray.colorSpace?.model == .monochrome && gray.bitsPerPixel == 8)
    var sum = 0.0
    for y in 0..<64 {
      for x in 0..<96 {
        let (found, color) = (pixel(gray, x, y), pixel(photo, x, y))
        #expect(found[0] == found[1] && found[1] == found[2] && found[3] == 255)
        // JFIF: Y = 0.299 R + 0.587 G + 0.114 B.
        let weighted = zip(color, [0.299, 0.587, 0.114]).reduce(0) { $0 + Double($1.0) * $1.1 }
        sum += abs(Double(found[0]) - weighted)
      }
    }
    #expect(sum / (96 * 64) < 3)
    #expect(gray.dataProvider?.data?.count == 96 * 64)
  }

  @Test(
    .shows("kCGImagePropertyColorModel", "kCGImagePropertyColorModelCMYK"),
    arguments: ["cmyk.jpg", "ycck.jpg"]
  )
  func inksStoredInverted(_ name: String) throws {
    let image = try Fixture.image(name)
    let expected = [[255, 255, 255], [0, 255, 255], [255, 0, 0], [127, 127, 127]]
    for (index, color) in expected.enumerated() {
      // Within what quality 95 loses in flat fields.
      #expect(near(pixel(image, index * 8 + 4, 8), color + [255], 4), "\(index)")
    }
    let properties = CGImageSourceCopyPropertiesAtIndex(try Fixture.source(name), 0, nil)
    #expect(properties?[kCGImagePropertyColorModel] as? String == kCGImagePropertyColorModelCMYK)
  }

  @Test(.shows("kCGImagePropertyProfileName")) func profileOfInks() throws {
    let image = try Fixture.image("inks.jpg")
    // (20, 128, 160) is what the profile says of cyan; Lab in 16 bits and a grid of two loses
    // little.
    #expect(near(pixel(image, 12, 8), [20, 128, 160, 255], 6), "\(pixel(image, 12, 8))")
    #expect(near(pixel(image, 4, 8), [255, 255, 255, 255], 2))
    let properties = CGImageSourceCopyPropertiesAtIndex(try Fixture.source("inks.jpg"), 0, nil)
    #expect(properties?[kCGImagePropertyProfileName] as? String == "Quartz Inks")
  }

  @Test(
    .shows(
      "CGImageSourceCopyPropertiesAtIndex(_:_:_:)",
      "kCGImagePropertyOrientation",
      "kCGImagePropertyPixelWidth",
      "kCGImagePropertyDPIWidth",
      "kCGImagePropertyDPIHeight",
      "kCGImagePropertyTIFFDictionary",
      "kCGImagePropertyTIFFOrientation",
      "kCGImagePropertyTIFFMake",
      "kCGImagePropertyTIFFDateTime",
      "kCGImagePropertyExifDictionary",
      "kCGImagePropertyExifExposureTime",
      "kCGImagePropertyExifISOSpeedRatings",
      "kCGImagePropertyJFIFDictionary",
      "kCGImagePropertyJFIFIsProgressive"
    )
  ) func exif() throws {
    let source = try Fixture.source("turned.jpg")
    let all = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    #expect(all[kCGImagePropertyOrientation] as? Int == 6)
    #expect(all[kCGImagePropertyPixelWidth] as? Int == 32)
    #expect(all[kCGImagePropertyDPIWidth] as? Double == 144)
    #expect(all[kCGImagePropertyDPIHeight] as? Double == 72)
    let tiff = try #require(all[kCGImagePropertyTIFFDictionary] as? CFDictionary)
    #expect(tiff[kCGImagePropertyTIFFOrientation] as? Int == 6)
    #expect(tiff[kCGImagePropertyTIFFMake] as? String == "Quartz")
    #expect(tiff[kCGImagePropertyTIFFDateTime] as? String == "2024:05:31 12:00:00")
    let exif = try #require(all[kCGImagePropertyExifDictionary] as? CFDictionary)
    #expect(exif[kCGImagePropertyExifExposureTime] as? Double == 0.008)
    #expect(exif[kCGImagePropertyExifISOSpeedRatings] as? [Int] == [200])
    let jfif = try #require(all[kCGImagePropertyJFIFDictionary] as? CFDictionary)
    #expect(jfif[kCGImagePropertyJFIFIsProgressive] as? Bool == false)
    let other = CGImageSourceCopyPropertiesAtIndex(try Fixture.source("progressive.jpg"), 0, nil)
    let otherJFIF = other?[kCGImagePropertyJFIFDictionary] as? CFDictionary
    #expect(otherJFIF?[kCGImagePropertyJFIFIsProgressive] as? Bool == true)
  }
}

@Suite struct ProfileTests {
  /// Converts a colour by the definition of Display P3, with this module's own matrices.
  private func expected(_ color: [UInt8]) throws -> [Int] {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let components = color.map { CGFloat($0) / 255 } + [1]
    let source = try #require(CGColor(colorSpace: p3, components: components))
    let srgb = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let found = source.converted(to: srgb, intent: .defaultIntent, options: nil)?.components
    return try #require(found).map { Int(($0 * 255).rounded()) }
  }

  @Test(arguments: [("p3.png", 1), ("p3.webp", 1), ("p3.jpg", 3)])
  func displayP3(_ name: String, _ tolerance: Int) throws {
    let image = try Fixture.image(name)
    #expect(
      near(pixel(image, 3, 3), try expected([55, 126, 33]), tolerance),
      "\(pixel(image, 3, 3))"
    )
    #expect(near(pixel(image, 12, 3), try expected([200, 90, 20]), tolerance))
    let properties = CGImageSourceCopyPropertiesAtIndex(try Fixture.source(name), 0, nil)
    #expect(properties?[kCGImagePropertyProfileName] as? String == "Quartz P3")
  }

  @Test func sixteenBitsAndAlpha() throws {
    let image = try Fixture.image("p3wide.png")
    let straight = try expected([55, 126, 33])
    #expect(near(pixel(image, 0, 0), straight.dropLast().map { $0 / 5 } + [51], 1))
    #expect(near(pixel(image, 1, 0), try expected([200, 90, 20]), 1))
  }

  /// The colours of files outside sRGB and beyond 8 bits, for comparisons.
  @Test(arguments: ["p3.png", "p3wide.png"])
  func lightOfOwnSpace(_ name: String) throws {
    let image = try PNGFile(try Fixture.data(name)).image()
    let rows = try #require(image.ownLight)
    var row = [SIMD4<Float>](repeating: .zero, count: image.width)
    row.withUnsafeMutableBufferPointer { rows.read(row: 0, into: $0) }
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let light = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let conversion = ColorConversion(from: p3, to: light)
    let color = conversion(SIMD3<Double>(55, 126, 33) / 255)
    // Profiles hold 16 bits of a matrix, and adapt their white.
    for index in 0..<3 { #expect(abs(Double(row[0][index]) - color[index]) < 1e-3) }
    #expect(abs(row[0].w - (name == "p3wide.png" ? 0.2 : 1)) < 1e-5)
    #expect(try PNGFile(try Fixture.data("photo.png")).image().ownLight == nil)
  }

  @Test(arguments: [("lineargray.png", 0), ("lineargray.jpg", 1)])
  func linearGray(_ name: String, _ tolerance: Int) throws {
    let image = try Fixture.image(name)
    // 55 / 255 of light is 0.5019 encoded.
    #expect(near(pixel(image, 3, 3), [128, 128, 128, 255], tolerance), "\(pixel(image, 3, 3))")
    #expect(pixel(image, 12, 3) == [255, 255, 255, 255])
    #expect(image.colorSpace?.model == .monochrome)
  }

  @Test func damagedProfilesArePassedOver() throws {
    #expect(ICCProfile(Data()) == nil)
    #expect(ICCProfile(Data(repeating: 7, count: 200)) == nil)
    // Unpacks to more than is read.
    #expect(pixel(try Fixture.image("profilebomb.png"), 0, 0) == [9, 8, 7, 255])
  }
}

@Suite struct WebPReadingTests {
  @Test func losslessIsExact() throws {
    let found = difference(try Fixture.image("lossless.webp"), try Fixture.image("alpha.png"))
    #expect(found.largest == 0)
    let all = CGImageSourceCopyPropertiesAtIndex(try Fixture.source("lossless.webp"), 0, nil)
    #expect(all?[kCGImagePropertyHasAlpha] as? Bool == true)
    #expect(CGImageSourceGetType(try Fixture.source("lossless.webp")) == "org.webmproject.webp")
  }

  @Test func lossyIsNear() throws {
    let image = try Fixture.image("lossy.webp")
    let found = difference(image, try Fixture.image("photo.png"))
    #expect(found.mean < 5, "\(found)")
    #expect(image.alphaInfo == .noneSkipLast)
  }

  @Test(
    .shows(
      "kCGImagePropertyWebPDictionary",
      "kCGImagePropertyWebPLoopCount",
      "kCGImagePropertyWebPCanvasPixelWidth",
      "kCGImagePropertyWebPDelayTime",
      "kCGImagePropertyWebPUnclampedDelayTime"
    )
  ) func frames() throws {
    let source = try Fixture.source("frames.webp")
    #expect(CGImageSourceGetCount(source) == 4)
    let (red, blue) = ([255, 0, 0, 255], [0, 0, 255, 255])
    // At (0, 0), (3, 3), (9, 9), (16, 12), (19, 15).
    let expected = [
      [red, red, red, red, red],
      [red, [0, 255, 0, 255], [0, 255, 0, 255], red, red],
      // The hole of the third frame shows what the second one's clearing left.
      [red, [0, 0, 0, 0], [0, 0, 0, 0], blue, red],
      [[255, 128, 0, 255], [128, 128, 0, 128], [0, 0, 0, 0], blue, red],
    ]
    for index in [0, 1, 2, 3, 1, 3, 0] {
      let image = try source.image(at: index)
      for (place, color) in zip([(0, 0), (3, 3), (8, 7), (16, 12), (19, 15)], expected[index]) {
        #expect(near(pixel(image, place.0, place.1), color, 1), "\(index) \(place)")
      }
    }
    let whole = CGImageSourceCopyProperties(source, nil)
    let own = whole?[kCGImagePropertyWebPDictionary] as? CFDictionary
    #expect(own?[kCGImagePropertyWebPLoopCount] as? Int == 3)
    #expect(own?[kCGImagePropertyWebPCanvasPixelWidth] as? Int == 20)
    let times = (0..<4).map { index -> [Double?] in
      let all = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
      let own = all?[kCGImagePropertyWebPDictionary] as? CFDictionary
      return [kCGImagePropertyWebPDelayTime, kCGImagePropertyWebPUnclampedDelayTime].map {
        own?[$0] as? Double
      }
    }
    #expect(times == [[0.1, 0.1], [0.02, 0.02], [0.25, 0.25], [0.1, 0.005]])
  }

  @Test func orientation() throws {
    let all = CGImageSourceCopyPropertiesAtIndex(try Fixture.source("turned.webp"), 0, nil)
    #expect(all?[kCGImagePropertyOrientation] as? Int == 6)
  }
}

@Suite struct GIFReadingTests {
  @Test(.shows("kCGImagePropertyIsIndexed")) func interlacedByPillow() throws {
    let found = difference(try Fixture.image("interlaced.gif"), try Fixture.image("palette.png"))
    #expect(found.largest == 0)
    let source = try Fixture.source("interlaced.gif")
    #expect(CGImageSourceGetType(source) == "com.compuserve.gif")
    let all = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
    #expect(all?[kCGImagePropertyIsIndexed] as? Bool == true)
  }

  @Test func rowsOfAnInterlacedFrame() throws {
    // GIF89a, appendix E: rows 0, 8, 4, 2, 6, 10, 1, 3, 5, 7, 9 of 11.
    let order: [UInt8] = [0, 8, 4, 2, 6, 10, 1, 3, 5, 7, 9]
    var gif = HandMadeGIF(3, 11)
    gif.frame(3, 11, order.flatMap { [$0, $0, $0] }, interlaced: true)
    let image = try CGImageSource(gif.file).image(at: 0)
    for y in 0..<11 { #expect(pixel(image, 2, y) == HandMadeGIF.color(y)) }
  }

  @Test(
    .shows(
      "kCGImagePropertyGIFDictionary",
      "kCGImagePropertyGIFLoopCount",
      "kCGImagePropertyGIFDelayTime",
      "kCGImagePropertyGIFUnclampedDelayTime"
    )
  ) func disposalAndTransparency() throws {
    var gif = HandMadeGIF(4, 1)
    gif.loops(7)
    gif.frame(4, 1, [1, 2, 3, 4], delay: 0)
    gif.frame(x: 1, 2, 1, [10, 127], delay: 1, disposal: 2, transparent: 127)
    gif.frame(x: 0, 1, 1, [20], delay: 2, disposal: 3)
    gif.frame(x: 3, 1, 1, [30], delay: 250)
    let source = CGImageSource(gif.file)
    let clear = [0, 0, 0, 0]
    func color(_ index: Int) -> [Int] { HandMadeGIF.color(index) }
    let expected = [
      [color(1), color(2), color(3), color(4)],
      [color(1), color(10), color(3), color(4)],
      [color(20), clear, clear, color(4)],
      [color(1), clear, clear, color(30)],
    ]
    #expect(CGImageSourceGetCount(source) == 4 && CGImageSourceGetStatus(source) == .statusComplete)
    for index in [3, 0, 1, 2, 1] {
      let image = try source.image(at: index)
      #expect((0..<4).map { pixel(image, $0, 0) } == expected[index], "frame \(index)")
    }
    let whole = CGImageSourceCopyProperties(source, nil)?[kCGImagePropertyGIFDictionary]
    #expect((whole as? CFDictionary)?[kCGImagePropertyGIFLoopCount] as? Int == 7)
    let times = (0..<4).map { index -> [Double?] in
      let all = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
      let own = all?[kCGImagePropertyGIFDictionary] as? CFDictionary
      return [kCGImagePropertyGIFDelayTime, kCGImagePropertyGIFUnclampedDelayTime].map {
        own?[$0] as? Double
      }
    }
    #expect(times == [[0.1, 0], [0.1, 0.01], [0.02, 0.02], [2.5, 2.5]])
  }

  @Test func framesBeyondTheCanvas() throws {
    var gif = HandMadeGIF(2, 2)
    gif.frame(x: 1, y: 1, 2, 2, [5, 6, 7, 8])
    gif.frame(x: 9, y: 9, 1, 1, [9])
    let source = CGImageSource(gif.file)
    let first = try source.image(at: 0)
    #expect(pixel(first, 1, 1) == HandMadeGIF.color(5) && pixel(first, 0, 0) == [0, 0, 0, 0])
    let second = try source.image(at: 1)
    #expect(pixel(second, 1, 1) == HandMadeGIF.color(5))
  }

  @Test func cutInsideAFrame() throws {
    var gif = HandMadeGIF(20, 20)
    gif.frame(20, 20, (0..<400).map { UInt8($0 % 128) })
    let sound = gif.bytes.count
    gif.frame(20, 20, [UInt8](repeating: 99, count: 400))
    // The head of the second frame (19 bytes), its first block of 255 codes, which are 252 pixels,
    // and a part of its second block: giflib takes blocks whole.
    let source = CGImageSource(Data(gif.bytes.prefix(sound + 19 + 256 + 50)))
    #expect(CGImageSourceGetCount(source) == 2)
    #expect(CGImageSourceGetStatus(source) == .statusUnexpectedEOF)
    #expect(CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete)
    #expect(CGImageSourceGetStatusAtIndex(source, 1) == .statusUnexpectedEOF)
    #expect(pixel(try source.image(at: 0), 19, 19) == HandMadeGIF.color(399 % 128))
    let second = try source.image(at: 1)
    #expect(pixel(second, 19, 11) == HandMadeGIF.color(99))
    #expect(pixel(second, 19, 13) == HandMadeGIF.color((13 * 20 + 19) % 128))
  }
}

@Suite struct SourceTests {
  @Test(.shows("CGImageSourceGetType(_:)", "CGImageSourceCopyTypeIdentifiers()"))
  func typesAreToldByContent() throws {
    let types = [
      "png": "public.png", "jpg": "public.jpeg", "gif": "com.compuserve.gif",
      "webp": "org.webmproject.webp", "tiff": "public.tiff", "jp2": "public.jpeg-2000",
      "avif": "public.avif",
    ]
    for name in Fixture.names {
      let source = try Fixture.source(name)
      let expected = try #require(name.split(separator: ".").last.flatMap { types[String($0)] })
      #expect(CGImageSourceGetType(source) == expected, "\(name)")
      #expect(CGImageSourceGetStatus(source) == .statusComplete, "\(name)")
    }
    #expect(Set(CGImageSourceCopyTypeIdentifiers()) == Set(types.values))
    #expect(CGImageSourceGetType(CGImageSource(Data("BM12".utf8))) == nil)
  }

  @Test(.shows("kCGImageSourceShouldCacheImmediately", "kCGImageSourceShouldCache"))
  func imagesAreDecodedWhenTheyAreDrawn() throws {
    let source = try Fixture.source("photo.jpg")
    let lazy = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(!lazy.isConverted && lazy.width == 96 && lazy.height == 64)
    _ = lazy.pixelStorage
    #expect(lazy.isConverted)
    let now = [kCGImageSourceShouldCacheImmediately: true] as CFDictionary
    #expect(CGImageSourceCreateImageAtIndex(source, 0, now)?.isConverted == true)
    let light = [kCGImageSourceShouldCache: false] as CFDictionary
    let passing = try #require(CGImageSourceCreateImageAtIndex(source, 0, light))
    _ = passing.pixelStorage
    #expect(!passing.isConverted)
    let eager = try #require(CGImageSourceCreateWithData(try Fixture.data("photo.jpg"), now))
    #expect(CGImageSourceCreateImageAtIndex(eager, 0, nil)?.isConverted == true)
  }

  @Test func damageShowsWhenItIsDecoded() throws {
    var file = try Fixture.data("lossless.webp")
    // Inside of the compressed pixels.
    for index in 60..<file.count - 8 { file[index] = 0xFF }
    let source = CGImageSource(file)
    #expect(CGImageSourceGetStatus(source) == .statusComplete)
    let now = [kCGImageSourceShouldCacheImmediately: true] as CFDictionary
    #expect(CGImageSourceCreateImageAtIndex(source, 0, now) == nil)
    let lazy = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(pixel(lazy, 5, 5) == [0, 0, 0, 0])
  }

  @Test(.shows("CGImageSourceStatus.statusUnexpectedEOF")) func cutJPEGShowsWhatThereIs() throws {
    let file = try Fixture.data("photo.jpg")
    let source = CGImageSource(file.prefix(file.count * 2 / 3))
    #expect(CGImageSourceGetStatus(source) == .statusUnexpectedEOF)
    let whole = try Fixture.image("photo.jpg")
    let cut = try source.image(at: 0)
    #expect((0..<96).allSatisfy { pixel(cut, $0, 5) == pixel(whole, $0, 5) })
    #expect((0..<96).contains { pixel(cut, $0, 63) != pixel(whole, $0, 63) })
    #expect(CGImageSourceGetStatus(CGImageSource(file.prefix(20))) == .statusUnexpectedEOF)
  }

  @Test(.shows("kCGImagePropertyFileSize")) func sizeOfTheFile() throws {
    let properties = CGImageSourceCopyProperties(try Fixture.source("photo.jpg"), nil)
    #expect(properties?[kCGImagePropertyFileSize] as? Int == (try Fixture.data("photo.jpg").count))
  }
}
