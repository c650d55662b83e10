// Image sources and destinations, as programs written for Apple's platforms use them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import TestClaims
import Testing

@Suite struct SourceAndDestinationTests {
  private func png(_ images: [CGImage], _ properties: CFDictionary? = nil) -> Data? {
    let data = NSMutableData()
    guard
      let destination = CGImageDestinationCreateWithData(
        data as CFMutableData,
        "public.png" as CFString,
        images.count,
        nil
      )
    else { return nil }
    CGImageDestinationSetProperties(destination, properties)
    for (index, image) in images.enumerated() {
      let delay = [kCGImagePropertyAPNGDelayTime: 0.25 * Double(index + 1)]
      CGImageDestinationAddImage(
        destination,
        image,
        [kCGImagePropertyPNGDictionary: delay] as CFDictionary
      )
    }
    return CGImageDestinationFinalize(destination) ? data as Data : nil
  }

  @Test(
    .shows(
      "CGImageSource",
      "CGImageSourceCreateWithData(_:_:)",
      "CGImageSourceGetType(_:)",
      "CGImageSourceGetCount(_:)",
      "CGImageSourceGetStatus(_:)",
      "CGImageSourceCreateImageAtIndex(_:_:_:)",
      "CGImageSourceGetStatusAtIndex(_:_:)",
      "kCGImagePropertyPixelWidth",
      "kCGImagePropertyPixelHeight",
      "kCGImagePropertyDepth",
      "kCGImagePropertyHasAlpha",
      "CGImageSourceStatus.statusComplete",
      "CGImageSourceStatus.statusInvalidData"
    )
  ) func stillPicture() throws {
    let data = try #require(png([plain(7, 8, 9, width: 5, height: 4)]))
    let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
    #expect(CGImageSourceGetType(source) == "public.png")
    #expect(CGImageSourceGetCount(source) == 1)
    #expect(CGImageSourceGetStatus(source) == .statusComplete)
    #expect(firstPixel(CGImageSourceCreateImageAtIndex(source, 0, nil)) == [7, 8, 9, 255])
    #expect(CGImageSourceCreateImageAtIndex(source, 1, nil) == nil)
    #expect(CGImageSourceGetStatusAtIndex(source, 1) == .statusInvalidData)
    let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    #expect(properties[kCGImagePropertyPixelWidth] as? Int == 5)
    #expect(properties[kCGImagePropertyPixelHeight] as? Int == 4)
    #expect(properties[kCGImagePropertyDepth] as? Int == 8)
    #expect(properties[kCGImagePropertyHasAlpha] as? Bool == false)
    #expect(properties[kCGImagePropertyColorModel] as? String == kCGImagePropertyColorModelRGB)
    #expect(properties[kCGImagePropertyDPIWidth] == nil)
    let own = properties[kCGImagePropertyPNGDictionary] as? CFDictionary
    #expect(own?[kCGImagePropertyAPNGDelayTime] == nil)
  }

  @Test(
    .shows(
      "CGImageDestination",
      "CGImageDestinationCreateWithData(_:_:_:_:)",
      "CGImageDestinationAddImage(_:_:_:)",
      "CGImageDestinationFinalize(_:)",
      "CGImageDestinationSetProperties(_:_:)",
      "CGImageSourceCopyProperties(_:_:)",
      "kCGImagePropertyAPNGDelayTime",
      "kCGImagePropertyAPNGLoopCount",
      "kCGImagePropertyAPNGCanvasPixelWidth",
      "kCGImagePropertyPNGDictionary"
    )
  ) func animation() throws {
    let loops = [kCGImagePropertyPNGDictionary: [kCGImagePropertyAPNGLoopCount: 3]] as CFDictionary
    let data = try #require(png([plain(1, 0, 0), plain(2, 0, 0), plain(3, 0, 0)], loops))
    let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
    #expect(CGImageSourceGetCount(source) == 3)
    for index in [2, 0, 1] {
      let image = CGImageSourceCreateImageAtIndex(source, index, nil)
      #expect(firstPixel(image) == [UInt8(index + 1), 0, 0, 255])
      let all = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
      let own = all?[kCGImagePropertyPNGDictionary] as? CFDictionary
      #expect(own?[kCGImagePropertyAPNGDelayTime] as? Double == 0.25 * Double(index + 1))
    }
    let whole = CGImageSourceCopyProperties(source, nil)
    let own = whole?[kCGImagePropertyPNGDictionary] as? CFDictionary
    #expect(own?[kCGImagePropertyAPNGLoopCount] as? Int == 3)
    #expect(own?[kCGImagePropertyAPNGCanvasPixelWidth] as? Int == 3)
  }

  @Test(
    .shows(
      "CGImageDestinationCreateWithURL(_:_:_:_:)",
      "CGImageSourceCreateWithURL(_:_:)",
      "kCGImagePropertyDPIWidth",
      "kCGImagePropertyDPIHeight"
    )
  ) func fileAndResolution() throws {
    let folder = try ImageFolder()
    let url = folder.url("a.png")
    let destination = try #require(
      CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil)
    )
    let dpi = [kCGImagePropertyDPIWidth: 144, kCGImagePropertyDPIHeight: 72] as CFDictionary
    CGImageDestinationAddImage(destination, plain(1, 2, 3), dpi)
    #expect(!folder.names.contains("a.png"))
    #expect(CGImageDestinationFinalize(destination))
    #expect(folder.names == ["a.png"])
    let source = try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
    let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    // 144 / 0.0254 is 5669.3 pixels per metre.
    #expect(properties[kCGImagePropertyDPIWidth] as? Double == 5669 * 0.0254)
    #expect(properties[kCGImagePropertyDPIHeight] as? Double == 2835 * 0.0254)
  }

  @Test(.shows("CGImageDestinationAddImageFromSource(_:_:_:_:)"))
  func imagesFromASourceKeepTheirTimes() throws {
    let data = try #require(png([plain(1, 0, 0), plain(2, 0, 0)]))
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    let copy = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(copy, "public.png", 2, nil))
    for index in 0..<2 { CGImageDestinationAddImageFromSource(destination, source, index, nil) }
    #expect(CGImageDestinationFinalize(destination))
    #expect(try PNGFile(copy as Data).frames.map(\.delay) == [0.25, 0.5])
  }

  @Test(
    .shows(
      "CGImageSourceStatus.statusUnknownType",
      "CGImageSourceStatus.statusUnexpectedEOF",
      "CGImageSourceStatus.statusInvalidData"
    )
  ) func badDataHaveAStatus() throws {
    let data = try #require(png([plain(7, 8, 9)]))
    func status(_ data: Data) -> CGImageSourceStatus? {
      CGImageSourceCreateWithData(data, nil).map(CGImageSourceGetStatus)
    }
    #expect(status(Data()) == .statusUnknownType)
    #expect(status(Data("hello, world".utf8)) == .statusUnknownType)
    #expect(status(data.dropLast(5)) == .statusUnexpectedEOF)
    var damaged = data
    damaged[20] ^= 1
    #expect(status(damaged) == .statusInvalidData)
    let source = try #require(CGImageSourceCreateWithData(damaged, nil))
    #expect(CGImageSourceGetCount(source) == 0)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
    #expect(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) == nil)
    #expect(CGImageSourceCreateWithURL(URL(fileURLWithPath: "/nowhere.png"), nil) == nil)
  }

  @Test func dataThatBeginLater() throws {
    let data = try #require(png([plain(7, 8, 9)]))
    let slice = (Data([1, 2, 3]) + data).dropFirst(3)
    let source = try #require(CGImageSourceCreateWithData(slice, nil))
    #expect(firstPixel(CGImageSourceCreateImageAtIndex(source, 0, nil)) == [7, 8, 9, 255])
  }

  @Test func misuseFails() throws {
    let folder = try ImageFolder()
    #expect(CGImageDestinationCreateWithURL(folder.url("a.heic"), "public.heic", 1, nil) == nil)
    #expect(CGImageDestinationCreateWithURL(folder.url("a.png"), "public.png", 0, nil) == nil)
    #expect(CGImageDestinationCreateWithURL(folder.url("no/a.png"), "public.png", 1, nil) == nil)
    let empty = try #require(
      CGImageDestinationCreateWithURL(folder.url("a.png"), "public.png", 1, nil)
    )
    #expect(!CGImageDestinationFinalize(empty))
    let surplus = try #require(
      CGImageDestinationCreateWithURL(folder.url("a.png"), "public.png", 1, nil)
    )
    CGImageDestinationAddImage(surplus, plain(1, 2, 3), nil)
    CGImageDestinationAddImage(surplus, plain(1, 2, 3), nil)
    #expect(!CGImageDestinationFinalize(surplus))
    #expect(folder.names.isEmpty)
    let late = try #require(
      CGImageDestinationCreateWithURL(folder.url("a.png"), "public.png", 2, nil)
    )
    CGImageDestinationAddImage(late, plain(1, 2, 3), nil)
    CGImageDestinationSetProperties(late, nil)
    #expect(
      late.failure?.description
        == "\(folder["a.png"]): properties were set after the first image was added"
    )
    let twice = try #require(
      CGImageDestinationCreateWithURL(folder.url("b.png"), "public.png", 1, nil)
    )
    CGImageDestinationAddImage(twice, plain(1, 2, 3), nil)
    #expect(CGImageDestinationFinalize(twice))
    #expect(!CGImageDestinationFinalize(twice))
    #expect(folder.names == ["b.png"])
  }
}
